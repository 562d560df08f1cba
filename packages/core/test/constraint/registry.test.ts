import { describe, expect, it } from 'vitest'
import { declare, problemsOf } from './account.js'

describe('a declaration', () => {
  it('has an entry for each kind of constraint', () => {
    const set = declare({ version: 'revision', unique: { email: ['email'] }, expires: 'expiresAt' })
    expect(set.all.map(({ kind }) => kind)).toEqual(['version', 'unique', 'expires'])
    expect(set).toMatchObject({ version: 'rev', expiry: 'ttl' })
  })

  it('may be empty', () => {
    expect(declare({})).toMatchObject({ all: [], version: undefined, expiry: undefined })
    expect(declare({ unique: {} }).all).toEqual([])
  })

  it.each(['uniqe', 'versions', 'toString', '__proto__x'])('refuses the kind %s', (kind) => {
    expect(problemsOf({ version: 'revision', [kind]: {} })).toEqual([
      expect.stringContaining(`${kind}: is no kind of constraint: there are unique, version, expires`),
    ])
  })

  it('refuses what is undefined, which would protect nothing', () => {
    expect(problemsOf({ version: undefined })).toEqual([
      'version: is undefined, which would protect nothing: leave it out',
    ])
  })
})
