import { expect, test } from 'vitest'
import { Stage } from './stage.js'

// The service gives nothing back from a transaction, so the item is read, and may have gone by then.
test('an update in a transaction gives what is known of an item that is gone when it is read back', async () => {
  const stage = await Stage.open()
  const [db, other] = [stage.connect(), stage.connect()]
  await db.accounts.create({ id: 'a', email: 'x' })
  const gate = stage.table.dynamo.hold({ operation: 'GetItem' })
  const updated = db.$transaction((tx) => {
    tx.accounts.check({ id: 'b' }).absent()
    return tx.accounts.update({ id: 'a' }, { set: { nickname: 'n' } })
  })
  const [reading] = await gate.waitFor(1)
  const deleting = other.accounts.delete({ id: 'a' })
  const [, deciding] = await gate.waitFor(2)
  await gate.release(deciding)
  await deleting
  await gate.release(reading)
  gate.open()
  expect(await updated).toEqual({ id: 'a', nickname: 'n' })
  await stage.close()
})
