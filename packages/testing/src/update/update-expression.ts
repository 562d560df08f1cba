import type { Operand } from '../condition/expression.js'
import type { Path } from '../item/path.js'
import type { ValueType } from '../item/value.js'

/** One clause of an update expression as dynalite's parser gives it. */
export interface UpdateSection {
  readonly type: 'set' | 'remove' | 'add' | 'delete'
  readonly path: Path
  readonly val?: Operand
  readonly attrType?: ValueType | null
}

/** A parsed update expression. */
export interface UpdateExpression {
  readonly sections: readonly UpdateSection[]
  readonly paths: readonly Path[]
  readonly nestedPaths: Readonly<Record<string, true>>
}
