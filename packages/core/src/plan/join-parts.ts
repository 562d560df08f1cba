import { DuplicateItemError } from '../errors/duplicate-item-error.js'
import type { ErrorContext } from '../errors/latchkey-error.js'
import {
  type Assembly,
  type ChangePart,
  compileEntityWrite,
  type Explain,
  explainEntity,
  type Part,
} from './assemble.js'
import { identityOf } from './attribute-value.js'
import { isText } from './condition.js'
import type { EntityCondition, Finding, GuardedWrite } from './contribution.js'
import { joinApart, refuseTwice } from './join-apart.js'
import { mergeWrites } from './merge-writes.js'
import { CompiledPlan } from './plan.js'
import { compileOwnWrite, identityOfWrite, type Write } from './write.js'

/** A plan with what the refusal of each of its writes means. */
export interface PlannedChange {
  readonly plan: CompiledPlan
  readonly explains: readonly Explain[]
}

/** Parts joined into one request, and what was found out about it before it is sent. */
export interface Joined extends PlannedChange {
  readonly findings: readonly Finding[]
}

interface Compiled {
  readonly write: Write
  readonly explain: Explain
}

const isLook = ({ intent }: GuardedWrite): boolean => intent.kind === 'check' || intent.kind === 'presence'

/** A check of an item that the request writes itself: joined to that write, or said by it already. */
function joinCheck(check: GuardedWrite, { change }: Assembly): EntityCondition | readonly Finding[] {
  if (check.intent.kind === 'presence') return change.operation === 'delete' ? check.intent.refuse() : []
  return { condition: check.condition, explain: (item) => check.explain(item) }
}

function compileEntity(
  { entity: assembly }: ChangePart,
  checks: readonly GuardedWrite[],
): { readonly compiled: Compiled; readonly findings: readonly Finding[] } {
  const joined = checks.map((check) => joinCheck(check, assembly))
  const extra = joined.filter((each): each is EntityCondition => 'condition' in each)
  const findings = joined.flatMap((each) => ('condition' in each ? [] : each))
  // What a caller's condition comes to is known by what is left when all others hold.
  const hasWhere = assembly.write.hasWhere || extra.some(({ condition }) => isText(condition))
  const entity = { ...assembly, write: { ...assembly.write, hasWhere } }
  const compiled = { write: compileEntityWrite(entity, extra), explain: explainEntity(entity, extra) }
  return { compiled, findings }
}

/** Refuses an item that two changes write, naming both: the service takes one write of an item. */
function entitiesById(
  changes: readonly ChangePart[],
  context: ErrorContext,
): ReadonlyMap<string, ChangePart> {
  const byId = new Map<string, ChangePart>()
  for (const change of changes) {
    const { write } = change.entity
    const id = identityOf(write.table, write.key)
    const other = byId.get(id)
    if (other !== undefined)
      throw new DuplicateItemError({ operations: [operationOf(other), operationOf(change)] }, context)
    byId.set(id, change)
  }
  return byId
}

const isChange = (part: Part): part is ChangePart => part.entity !== undefined

const operationOf = ({ entity: { facts, change } }: ChangePart): string =>
  `${facts.entity}.${change.operation}`

/**
 * Joins the parts of one or more changes into one request that touches no item twice: writes of one of our own items
 * become one, and checks of an item that is written ride on that write.
 */
export function joinParts(parts: readonly Part[], table: string, context: ErrorContext = {}): Joined {
  const changes = parts.filter(isChange)
  const entities = entitiesById(changes, context)
  const own = parts.flatMap((part) => part.own)
  const idOf = ({ key }: GuardedWrite): string => identityOf(table, key)
  const apart = parts.flatMap((part) => part.apart ?? [])
  const written = new Set([...entities.keys(), ...apart.map(({ write }) => identityOfWrite(write))])
  const riding = own.filter((write) => isLook(write) && written.has(idOf(write)))
  const merged = mergeWrites(own.filter((write) => !riding.includes(write)))
  const compiled = changes.map((change) =>
    compileEntity(
      change,
      riding.filter((check) => entities.get(idOf(check)) === change),
    ),
  )
  refuseTwice(
    apart,
    [
      ...[...entities].map(([id, change]) => ({ id, name: operationOf(change) })),
      ...merged.writes.map((write) => ({ id: idOf(write), name: write.role })),
    ],
    context,
  )
  const joined = apart.map((each) =>
    joinApart(
      each,
      riding.filter((check) => idOf(check) === identityOfWrite(each.write)),
    ),
  )
  const all: readonly Compiled[] = [
    ...compiled.map((each) => each.compiled),
    ...joined.map(({ write }) => write),
    ...merged.writes.map((write) => ({
      write: compileOwnWrite(write, table),
      explain: (item: Parameters<Explain>[0]) => write.explain(item ?? undefined),
    })),
  ]
  return {
    plan: new CompiledPlan(all.map(({ write }) => write)),
    explains: all.map(({ explain }) => explain),
    findings: [
      ...compiled.flatMap(({ findings }) => findings),
      ...joined.flatMap(({ findings }) => findings),
      ...merged.findings,
    ],
  }
}
