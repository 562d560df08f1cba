import { describe, expect, it } from 'vitest'
import { Placeholders } from '../../src/plan/placeholders.js'

describe('placeholders', () => {
  it('are one for each field and for each value', () => {
    const placeholders = new Placeholders()
    expect(placeholders.name('email')).toBe('#_lk0')
    expect(placeholders.name('e.mail')).toBe('#_lk1')
    expect(placeholders.name('email')).toBe('#_lk0')
    expect(placeholders.value({ N: '1' })).toBe(':_lk0')
    expect(placeholders.value({ S: '1' })).toBe(':_lk1')
    expect(placeholders.value({ N: '1.0' })).toBe(':_lk0')
    expect(placeholders.names()).toEqual({ '#_lk0': 'email', '#_lk1': 'e.mail' })
    expect(placeholders.values()).toEqual({ ':_lk0': { N: '1' }, ':_lk1': { S: '1' } })
  })

  it('never take one of the other half of the expression, even one that looks like ours', () => {
    const placeholders = new Placeholders(
      { '#_lk1': 'theirs', '#email': 'email' },
      { ':_lk1': { S: 'theirs' }, ':email0': { S: 'a' }, ':x': { S: 'b' } },
    )
    expect(placeholders.name('email')).toBe('#_lk2')
    expect(placeholders.name('mine')).toBe('#_lk3')
    expect(placeholders.value({ S: 'a' })).toBe(':_lk3')
    expect(placeholders.names()).toMatchObject({ '#_lk1': 'theirs', '#email': 'email', '#_lk2': 'email' })
    expect(placeholders.values()).toMatchObject({ ':_lk1': { S: 'theirs' }, ':_lk3': { S: 'a' } })
  })

  it('go on from one that is taken to the next that is free', () => {
    const placeholders = new Placeholders({ '#_lk1': 'theirs' }, { ':_lk2': { S: 'a' }, ':_lk3': { S: 'b' } })
    expect(placeholders.name('email')).toBe('#_lk2')
    expect(placeholders.value({ S: 'c' })).toBe(':_lk4')
  })

  it('leave what they were given as it was', () => {
    const names = Object.freeze({ '#a': 'a' })
    const values = Object.freeze({ ':a': { S: 'a' } })
    const placeholders = new Placeholders(names, values)
    placeholders.name('b')
    placeholders.value({ S: 'b' })
    expect([names, values]).toEqual([{ '#a': 'a' }, { ':a': { S: 'a' } }])
  })
})
