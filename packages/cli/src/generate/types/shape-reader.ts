import type ts from 'typescript'
import type { KnownTypes } from './known-types.js'

/** What reading types needs: a checker, a place that names are seen from, and how to say where in the models one is. */
export interface ShapeReader {
  readonly checker: ts.TypeChecker
  readonly program: ts.Program
  /** A file beside the models: specifiers of packages are those that it would use. */
  readonly from: ts.SourceFile
  /** The attribute that is read, for errors: `accounts.price`. */
  readonly path: string
  /** The first thing that the compiler has against the source. */
  readonly complaint: () => string
  readonly known: KnownTypes
  /** Types without a name of their own that are being read, outermost first. */
  readonly open: readonly ts.Type[]
}
