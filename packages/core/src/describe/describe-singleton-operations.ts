import type { OperationDescription, ReadDescription, WriteDescription } from './description.js'

const get = (role: string, consistent: boolean): ReadDescription => ({
  request: 'GetItem',
  role,
  consistent,
  when: {},
  timing: 'before',
})

const ENTITY: WriteDescription = { action: 'Update', role: 'entity', when: {}, timing: 'with' }

/** Before the first write the older record is looked at, and its absence kept; where there is one, it is taken over first. */
const OLDER: readonly WriteDescription[] = [
  { action: 'Put', role: 'take-over of the older record', when: {}, timing: 'before' },
  { action: 'ConditionCheck', role: 'check of the older record', when: {}, timing: 'with' },
]

/** What a singleton reads and writes. Roles of the older record are those of the time before the first write. */
export function describeSingletonOperations(hasOlder: boolean): readonly OperationDescription[] {
  const older = (consistent: boolean): readonly ReadDescription[] =>
    hasOlder ? [get('older record', consistent)] : []
  const record = get('record', true)
  const writes = hasOlder ? [ENTITY, ...OLDER] : [ENTITY]
  const requests = hasOlder ? (['UpdateItem', 'TransactWriteItems'] as const) : (['UpdateItem'] as const)
  return [
    { name: 'get', reads: [get('record', false), ...older(false)], writes: [], requests: [] },
    { name: 'update', reads: hasOlder ? [record, ...older(true)] : [], writes, requests },
    { name: 'modify', reads: [record, ...older(true)], writes, requests },
  ]
}
