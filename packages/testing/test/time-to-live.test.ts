import { beforeEach, expect, test } from 'vitest'
import { type Ask, askable } from './ask.js'

let ask: Ask

beforeEach(async () => {
  ;({ ask } = await askable())
})

const set = (Enabled: boolean, AttributeName = 'expiresAt') =>
  ask('UpdateTimeToLive', { TableName: 'shop', TimeToLiveSpecification: { AttributeName, Enabled } })
const described = async () =>
  (await ask('DescribeTimeToLive', { TableName: 'shop' })).body['TimeToLiveDescription']

test('a time to live is switched on and off, and described', async () => {
  expect(await described()).toEqual({ TimeToLiveStatus: 'DISABLED' })
  expect((await set(true)).body).toEqual({
    TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
  })
  expect(await described()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'expiresAt' })
  expect((await set(true)).body['message']).toBe('TimeToLive is already enabled')
  expect((await set(false)).status).toBe(200)
  expect((await set(false)).body['message']).toBe('TimeToLive is already disabled')
})

test('it goes with its table', async () => {
  await set(true)
  await ask('DeleteTable', { TableName: 'shop' })
  expect((await ask('DescribeTimeToLive', { TableName: 'shop' })).body['__type']).toMatch(
    /#ResourceNotFoundException$/,
  )
})

test('a request without what it needs is refused', async () => {
  expect((await ask('UpdateTimeToLive', { TableName: 'shop' })).body['message']).toMatch(
    /Member must not be null/,
  )
  expect((await ask('UpdateTimeToLive', {})).status).toBe(400)
  expect((await set(true, '')).status).toBe(400)
  expect((await ask('DescribeTimeToLive', {})).status).toBe(400)
})
