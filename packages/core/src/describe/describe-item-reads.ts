import type { ConstraintSet } from '../constraint/constraint.js'
import type { When } from '../constraint/constraint-description.js'
import { composedIndexes, compositesOf } from '../electro/index-keys.js'
import type { ReadDescription } from './description.js'

/** A read of the item that an operation is on. */
export const itemRead = (when: When = {}): ReadDescription => ({
  request: 'GetItem',
  role: 'item',
  consistent: true,
  when,
  timing: 'before',
})

/** The attributes that constraints look at in the item as it was, and that an update can write. */
function neededBy(set: ConstraintSet): readonly string[] {
  const fields = set.all.flatMap((constraint) => constraint.needs(set))
  const names = fields.map((field) => set.facts.names.get(field) ?? field)
  return [...new Set(names)].filter((name) => !set.facts.keyAttributes.includes(name))
}

/** Halves of index keys that an update can name in part, so that the rest has to come from the item. */
function keyHalves({ facts }: ConstraintSet): readonly (readonly string[])[] {
  const halves = composedIndexes(facts).flatMap(({ pk, sk }) => [pk, ...(sk === undefined ? [] : [sk])])
  return halves
    .map(({ composite }) => composite.filter((name) => !facts.keyAttributes.includes(name)))
    .filter(({ length }) => length > 1)
}

/** Attributes of an index's key in which the table's key is spelt otherwise than in the table: the item tells how. */
function spelling({ facts }: ConstraintSet): readonly string[] {
  const { casing } = facts.table.pk
  const showing = composedIndexes(facts).filter(({ pk, sk }) =>
    [pk, ...(sk === undefined ? [] : [sk])].some(
      (half) => half.casing !== casing && half.composite.some((name) => facts.keyAttributes.includes(name)),
    ),
  )
  return showing.flatMap(compositesOf).filter((name) => !facts.keyAttributes.includes(name))
}

/** Attributes of index keys that can be removed: the keys are composed of what is left. */
const removable = ({ facts }: ConstraintSet): readonly string[] =>
  composedIndexes(facts)
    .flatMap(compositesOf)
    .filter((name) => {
      const attribute = facts.attributes.get(name)
      return attribute?.required === false && !attribute.readOnly && !facts.keyAttributes.includes(name)
    })

/** Attributes that a constraint looks at and a hook computes from others: it has to see all of those. */
function watchedParts(set: ConstraintSet): readonly (readonly string[])[] {
  const guarded = new Set(set.all.flatMap((constraint) => constraint.guarded))
  return [...set.facts.attributes.values()].flatMap(({ name, field, set: hook, watch }) =>
    hook === undefined || !guarded.has(field) || watch === '*' || watch.length === 0
      ? []
      : [[name, ...watch]],
  )
}

/** Whether every update calls a hook that has to see the whole item. */
const watchesAll = (set: ConstraintSet): boolean => {
  const guarded = new Set(set.all.flatMap((constraint) => constraint.guarded))
  return [...set.facts.attributes.values()].some(
    ({ field, set: hook, watch }) => hook !== undefined && watch === '*' && guarded.has(field),
  )
}

/** When an update by key reads its item first. */
export function updateReads(set: ConstraintSet): readonly ReadDescription[] {
  if (watchesAll(set)) return [itemRead()]
  const needed = [...new Set([...neededBy(set), ...spelling(set)])]
  const isOpen = (name: string): boolean => !needed.includes(name)
  const parts = [...keyHalves(set), ...watchedParts(set)].filter((names) => names.some(isOpen))
  const removes = [...new Set(removable(set).filter(isOpen))]
  return [
    ...(needed.length === 0 ? [] : [itemRead({ touches: needed })]),
    ...parts.map((touchesPartOf) => itemRead({ touchesPartOf })),
    ...(removes.length === 0 ? [] : [itemRead({ removes })]),
  ]
}
