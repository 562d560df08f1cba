import { Entity } from 'electrodb'
import { describe, expect, it } from 'vitest'
import {
  checkTogether,
  namespaceProblems,
  type Shape,
  warnTogether,
} from '../../src/constraint/check-together.js'
import type { ConstraintSet } from '../../src/constraint/constraint.js'
import { factsOf } from '../facts-of.js'
import { declare } from './account.js'

function modelOf(
  entity: string,
  declared: object,
  { pk = 'pk', sk = '', version = '1', service = 'shop' } = {},
): ConstraintSet {
  const made = new Entity({
    model: { entity, version, service },
    attributes: {
      id: { type: 'string' },
      name: { type: 'string' },
      first: { type: 'string' },
      until: { type: 'number' },
      ends: { type: 'number' },
    },
    indexes: {
      primary: {
        pk: { field: pk, composite: ['id'] },
        ...(sk !== '' && { sk: { field: sk, composite: [] } }),
      },
    },
  })
  return declare({ ...declared }, factsOf(made))
}
const bytes = (...all: number[]): Uint8Array => Uint8Array.from(all)
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

  it.each<[string, object, object, string]>([
    ['more steps', { normalize: 'trim' }, { normalize: ['trim', 'lowercase'] }, 'normalize'],
    ['fewer steps', { normalize: ['trim', 'lowercase'] }, { normalize: ['trim'] }, 'normalize'],
    [
      'another order of steps',
      { normalize: ['trim', 'lowercase'] },
      { normalize: ['lowercase', 'trim'] },
      'normalize',
    ],
    ['a secret', { hash: true }, { hash: { secret: 's' } }, 'hash'],
    ['another secret', { hash: { secret: bytes(1, 2) } }, { hash: { secret: bytes(1, 3) } }, 'hash'],
    ['a longer secret', { hash: { secret: bytes(1) } }, { hash: { secret: bytes(1, 2) } }, 'hash'],
    ['a shorter secret', { hash: { secret: bytes(1, 2) } }, { hash: { secret: bytes(1) } }, 'hash'],
    ['a secret in another form', { hash: { secret: 'a' } }, { hash: { secret: bytes(97) } }, 'hash'],
    ['another prefix', { prefix: 'a' }, { prefix: 'b' }, 'prefix'],
    ['another prefix function', { prefix: () => 'a' }, { prefix: () => 'a' }, 'prefix'],
    ['another sort key', { sortKey: 'a' }, { sortKey: 'b' }, 'sortKey'],
  ])('do not agree in it with %s', (_, one, other, part) => {
    const [a, b] = [name({ namespace: 'n', ...one }), name({ namespace: 'n', ...other })]
    expect(problems(modelOf('user', a), modelOf('organisation', b))).toEqual([
      `organisation.unique.name: shares a namespace with user.unique.name but differs in ${part}: values would never meet`,
    ])
    expect(problems(modelOf('user', a), modelOf('organisation', a))).toEqual([])
  })

  it('share one only where each of them named it', () => {
    const shape = { namespace: 'n', form: {} }
    const [own, shared] = [
      { ...shape, name: 'own', isShared: false },
      { ...shape, name: 'shared', isShared: true },
    ]
    const faults = (...shapes: Shape[]): string[] => namespaceProblems(shapes).map(({ path }) => path)
    expect(faults(own, shared)).toEqual(['shared'])
    expect(faults(shared, own)).toEqual(['own'])
    expect(faults(shared, { ...own, namespace: 'm' }, shared, own)).toEqual(['own'])
  })

  it('are told apart by the kind of what they agree in, not its members alone', () => {
    const agree = (a: unknown, b: unknown): boolean =>
      namespaceProblems([a, b].map((part) => ({ namespace: 'n', name: 'x', isShared: true, form: { part } })))
        .length === 0
    expect(agree(['a'], 'a') || agree('a', ['a'])).toBe(false)
    expect(agree([97], bytes(97)) || agree(bytes(97), [97])).toBe(false)
    expect(agree(['a', bytes(97)], ['a', bytes(97)])).toBe(true)
  })

  it('may make their keys by functions, which are nobody’s namespace', () => {
    const keyed = name({ key: () => ({ pk: 'a' }) })
    expect(problems(modelOf('user', keyed), modelOf('user', keyed, { version: '2' }))).toEqual([])
  })

  it('are said to be declared twice: the writes of one do not keep the constraints of the other', () => {
    const sets = [modelOf('user', name()), modelOf('user', { expires: 'until' })]
    expect(warnTogether(sets).map(({ model, message }) => `${model}: ${message}`)).toEqual([
      'user: is declared twice: writes through the one do not keep the constraints of the other',
    ])
    expect(warnTogether([modelOf('user', {}), modelOf('user', {}, { version: '2' })])).toEqual([])
    expect(warnTogether([modelOf('user', {}), modelOf('user', {}, { service: 'club' })])).toEqual([])
    expect(warnTogether([modelOf('user', {}), modelOf('organisation', {})])).toEqual([])
  })

  it('have one key', () => {
    expect(problems(modelOf('user', {}), modelOf('organisation', {}, { pk: 'id_key' }))).toEqual([
      'organisation: has id_key for its table key, and user has pk: one table has one key',
    ])
    const ranged = modelOf('plan', {}, { sk: 'sk' })
    expect(problems(ranged, modelOf('user', {}), ranged)).toEqual([
      'user: has pk for its table key, and plan has pk and sk: one table has one key',
    ])
    expect(problems()).toEqual([])
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
