import type { LoadedModels } from '../../load/load-models.js'

/** What is asked of a model's types, by the name of the question. `M` is the model. */
const MODEL = {
  item: `Types<M>['item']`,
  key: `Types<M>['key']`,
  input: `Types<M>['input']`,
  set: `Types<M>['set']`,
  add: `Types<M>['add']`,
  subtract: `Types<M>['subtract']`,
  append: `Types<M>['append']`,
  delete: `Types<M>['delete']`,
  removable: `{ readonly [N in Removable<M>]: true }`,
  where: `{ [N in keyof M['schema']['attributes']]: ItemAttribute<M['schema']['attributes'][N]> }`,
  data: `{ [N in keyof Types<M>['data'] & keyof M['schema']['attributes']]: ItemAttribute<M['schema']['attributes'][N]> }`,
  required: `{ readonly [N in Exclude<RequiredName<M['schema']['attributes']>, Managed<M>>]: true }`,
  unique: `Types<M>['unique']`,
  starts: `{ readonly [I in keyof M['schema']['indexes']]: IndexKeys<M, I>['start'] }`,
  pointers: `{ readonly [N in keyof RulesOf<M>['pointers']]: PointedBy<M, RulesOf<M>['pointers'][N]>['now']['value'] }`,
  pointerScopes: `{ readonly [N in keyof RulesOf<M>['pointers']]: Scope<M, RulesOf<M>['pointers'][N]>['values'] }`,
  sequenceScopes: `{ readonly [N in keyof RulesOf<M>['sequences']]: Scope<M, RulesOf<M>['sequences'][N]>['values'] }`,
  attributes: `M['schema']['attributes']`,
} as const

const SINGLETON = {
  record: 'RecordOf<M>',
  item: MODEL.item,
  set: MODEL.set,
  add: MODEL.add,
  subtract: MODEL.subtract,
  append: MODEL.append,
  delete: MODEL.delete,
  removable: MODEL.removable,
  where: MODEL.where,
  data: MODEL.data,
  attributes: MODEL.attributes,
} as const

const QUESTIONS = { model: MODEL, singleton: SINGLETON, counter: {} } as const

const FORMS = { models: `['models']`, default: `['default']`, each: '' } as const

const IMPORTED = 'IndexKeys, Managed, PointedBy, RecordOf, Removable, RequiredName, RulesOf, Scope, Types'

/** The name of the interface that holds the answers about the model at this place. */
export const answersAt = (place: number): string => `Answers${place}`

/**
 * A module beside the models that asks the compiler what their types are: an interface for each model, whose properties
 * are the answers.
 */
export function probeText({ models, form }: LoadedModels, specifier: string): string {
  const answers = Object.entries(models).map(([name, { kind }], place) => {
    const model = `(typeof source)${FORMS[form]}[${JSON.stringify(name)}]`
    const questions = Object.entries(QUESTIONS[kind])
    const properties = questions.map(
      ([question, type]) => `  ${question}: ${type.replaceAll(/\bM\b/g, `Model${place}`)}`,
    )
    return [
      `type Model${place} = ${model}`,
      `export interface ${answersAt(place)} {\n${properties.join('\n')}\n}`,
    ].join('\n')
  })
  return [
    `import type { ${IMPORTED} } from '@latchkey/core'`,
    `import type { ItemAttribute } from 'electrodb'`,
    `import type * as source from ${JSON.stringify(specifier)}`,
    ...answers,
    '',
  ].join('\n')
}
