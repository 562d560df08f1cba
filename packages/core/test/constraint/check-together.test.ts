import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import { checkTogether, warnTogether } from '../../src/constraint/check-together.js'
import type { ConstraintSet } from '../../src/constraint/constraint.js'
import { factsOf } from '../facts-of.js'
import { declare } from './account.js'

function modelOf(entity: string, declared: object, { pk = 'pk', version = '1' } = {}): ConstraintSet {
  const made = new Entity({
    model: { entity, version, service: 'shop' },
    attributes: {
      id: { type: 'string' },
      name: { type: 'string' },
      first: { type: 'string' },
      until: { type: 'number' },
      ends: { type: 'number' },
    },
    indexes: { primary: { pk: { field: pk, composite: ['id'] } } },
  })
  return declare({ ...declared }, factsOf(made))
}
const problems = (...sets: ConstraintSet[]): string[] =>
  checkTogether(sets).map(({ path, message }) => `${path}: ${message}`)
const name = (options: object = {}): object => ({ unique: { name: { attributes: ['name'], ...options } } })

describe('models that share a table', () => {
  it('go together where each has its own namespaces', () => {
    expect(problems(modelOf('user', name()), modelOf('organisation', name()))).toEqual([])
  })

  it('may share a namespace on purpose', () => {
    const shared = name({ namespace: 'name', normalize: 'lowercase', hash: { secret: 's' } })
    expect(problems(modelOf('user', shared), modelOf('organisation', shared))).toEqual([])
  })

  it('never share one by accident', () => {
    const [user, twin] = [modelOf('user', name()), modelOf('user', name(), { version: '2' })]
    expect(problems(user, twin)).toEqual([
      'user.unique.name: has the same namespace as user.unique.name: give both one `namespace` if they share values, or another name',
    ])
  })

  it('agree in the form of a shared namespace', () => {
    const plain = modelOf('user', name({ namespace: 'name' }))
    expect(
      problems(plain, modelOf('organisation', name({ namespace: 'name', normalize: 'trim', hash: true }))),
    ).toEqual([
      'organisation.unique.name: shares a namespace with user.unique.name but differs in normalize, hash: values would never meet',
    ])
    const two = { unique: { name: { attributes: ['name', 'first'], namespace: 'name' } } }
    expect(problems(plain, modelOf('organisation', two))).toEqual([
      'organisation.unique.name: shares a namespace with user.unique.name but differs in number of attributes: values would never meet',
    ])
    const once = (value: string): string => value
    const functions = [
      name({ namespace: 'n', normalize: once }),
      name({ namespace: 'n', normalize: once }),
    ] as const
    expect(problems(modelOf('user', functions[0]), modelOf('organisation', functions[1]))).toEqual([])
    const other = name({ namespace: 'n', normalize: (value: string) => value })
    expect(problems(modelOf('user', functions[0]), modelOf('organisation', other))).toHaveLength(1)
  })

  it('are said to be declared twice: the writes of one do not keep the constraints of the other', () => {
    const sets = [modelOf('user', name()), modelOf('user', { expires: 'until' })]
    expect(warnTogether(sets).map(({ model, message }) => `${model}: ${message}`)).toEqual([
      'user: is declared twice: writes through the one do not keep the constraints of the other',
    ])
    expect(warnTogether([modelOf('user', {}), modelOf('user', {}, { version: '2' })])).toEqual([])
  })

  it('have one key', () => {
    expect(problems(modelOf('user', {}), modelOf('organisation', {}, { pk: 'id_key' }))).toEqual([
      'organisation: has id_key for its table key, and user has pk: one table has one key',
    ])
  })

  it('have one TTL attribute', () => {
    expect(
      problems(modelOf('user', { expires: 'until' }), modelOf('organisation', { expires: 'until' })),
    ).toEqual([])
    expect(
      problems(
        modelOf('user', { expires: 'until' }),
        modelOf('plan', {}),
        modelOf('session', { expires: 'ends' }),
      ),
    ).toEqual(['expires: a table has one TTL attribute, and the models name until and ends'])
  })
})
