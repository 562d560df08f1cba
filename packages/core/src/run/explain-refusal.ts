import { identityOf, type StoredItem, type TableKey } from '../plan/attribute-value.js'
import type { Finding } from '../plan/contribution.js'
import type { PlannedChange } from '../plan/join-parts.js'
import { CompiledPlan } from '../plan/plan.js'
import { identityOfWrite } from '../plan/write.js'
import type { Runtime } from './execute.js'
import type { Reason } from './store.js'

const FAILED = 'ConditionalCheckFailed'

const readFrom = (runtime: Runtime, table: string, key: StoredItem): Promise<StoredItem | undefined> =>
  runtime.store.get({ table, key, consistent: true }, runtime.context)

/** What it says of a request's own write of an item that the item is as it was read after the refusal. */
type OwnWriteSays = (id: string, item: StoredItem | undefined) => readonly Finding[]

/** Reads whose a contested item is until no contest is left. An owner of several is read once, for all to be of one moment. */
async function settle(
  findings: readonly Finding[],
  runtime: Runtime,
  ownWriteSays: OwnWriteSays,
  owners: Map<string, Promise<StoredItem | undefined>> = new Map(),
): Promise<readonly Finding[]> {
  const { table } = runtime
  const read = (key: TableKey): Promise<StoredItem | undefined> => {
    const id = identityOf(table, key)
    const reading = owners.get(id) ?? readFrom(runtime, table, key)
    owners.set(id, reading)
    return reading
  }
  const settled = await Promise.all(
    findings.map(async (finding) => {
      if (finding.kind !== 'contested') return [finding]
      const owner = await read(finding.owner)
      const found = finding.settle(owner, runtime.environment.now())
      const own = ownWriteSays(identityOf(table, finding.owner), owner)
      return settle([...own, ...found], runtime, ownWriteSays, owners)
    }),
  )
  return settled.flat()
}

/** Whether a finding says that an item is not as it was read, or is there or not against what was asked for. */
const isOfPresence = (finding: Finding): boolean =>
  finding.kind === 'lost-fence' ||
  (finding.kind === 'violation' && ['EXISTS', 'NOT_FOUND', 'VERSION'].includes(finding.violation.code))

/** What all refused writes of a plan mean. Items that the store did not send back are read. */
export async function explainRefusal(
  { plan, explains }: PlannedChange,
  reasons: readonly Reason[],
  runtime: Runtime,
): Promise<readonly Finding[]> {
  const writes = CompiledPlan.compiled(plan)
  const found = await Promise.all(
    reasons.map(async ({ code, item }, at) => {
      const write = writes[at]
      if (code !== FAILED || write === undefined) return []
      const held = item === undefined ? ((await readFrom(runtime, write.table, write.key)) ?? null) : item
      return explains[at]?.(held) ?? []
    }),
  )
  const findings = found.flat()
  // An owner that the request writes too may have come or gone since it was read: then that is what it was refused for.
  const ownWriteSays: OwnWriteSays = (id, item) => {
    const at = writes.findIndex((write) => write.role === 'entity' && identityOfWrite(write) === id)
    return (explains[at]?.(item ?? null) ?? []).filter(isOfPresence)
  }
  // What was done before needs nothing more to be known.
  if (findings.some(({ kind }) => kind === 'repeated')) return findings
  return settle(findings, runtime, ownWriteSays)
}
