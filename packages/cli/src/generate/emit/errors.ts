import type { ConstraintDescription } from '@latchkey/core'
import { type Failing, singletonViolations, type Violations, violationsOf } from '../docs/describe-errors.js'
import type { Imports } from '../print/imports.js'
import { printDoc } from '../print/print-doc.js'
import { printProperty } from '../print/print-type.js'
import type { TypeShape } from '../types/type-shape.js'
import { literals, ref, union } from './shapes.js'

const violation = ({ type, names }: Violations, imports: Imports): TypeShape =>
  names.length === 0 ? ref(imports.core(type)) : ref(imports.core(type), literals(names))

/** The error that is thrown for these violations, and others. */
export const errorType = (
  violations: readonly Violations[],
  others: readonly string[],
  imports: Imports,
): TypeShape =>
  union(
    ref(
      imports.core('ConstraintViolationError'),
      union(...violations.map((each) => violation(each, imports))),
    ),
    ...others.map((name) => ref(imports.core(name))),
  )

const FAILURES = ['WriteFailure', 'IdempotencyKeyReusedError']

interface Errors {
  readonly name: string
  readonly doc: string
  readonly types: readonly (readonly [operation: string, type: TypeShape])[]
}

function printErrors({ name, doc, types }: Errors, imports: Imports): string {
  const properties = types.flatMap(([operation, type]) =>
    printProperty({ name: operation, isOptional: false, isReadonly: true, type }, 2, imports),
  )
  return [...printDoc(doc, 0), `export interface ${name} {`, ...properties, '}'].join('\n')
}

/** Why writes of a model fail, by write. */
export function printModelErrors(
  name: string,
  constraints: readonly ConstraintDescription[],
  imports: Imports,
): string {
  const operations: readonly Failing[] = ['create', 'put', 'update', 'delete']
  const doc =
    'Why a write fails, by write: `code` narrows it. An upsert fails as a create, a modify as an update.'
  const types = operations.map(
    (operation) => [operation, errorType(violationsOf(operation, constraints), FAILURES, imports)] as const,
  )
  return printErrors({ name, doc, types }, imports)
}

/** Why writes of a singleton fail. */
export function printSingletonErrors(
  name: string,
  constraints: readonly ConstraintDescription[],
  imports: Imports,
): string {
  const type = errorType(singletonViolations(constraints), FAILURES, imports)
  return printErrors(
    { name, doc: 'Why an update or a modify fails: `code` narrows it.', types: [['update', type]] },
    imports,
  )
}
