import type { ConstraintDescription } from '@latchkey/core'
import { printDoc } from '../print/print-doc.js'
import { printType } from '../print/print-type.js'
import type { TypeShape } from '../types/type-shape.js'
import { constraintMethods } from './constraint-methods.js'
import type { ModelContext } from './context.js'
import { printModelErrors } from './errors.js'
import { modelMethods } from './model-methods.js'
import { printClass, printFile, printMethods } from './print-file.js'
import { printStarts, queryMethods } from './query-methods.js'
import { literals, ref } from './shapes.js'
import { transactionMethods } from './transaction-methods.js'
import {
  printAttributes,
  printChanges,
  printDataAttributes,
  printInput,
  printItem,
  printKey,
} from './values.js'

function coreType({ described, imports }: ModelContext): TypeShape {
  const namesOf = (kind: ConstraintDescription['kind']): TypeShape =>
    literals(
      described.constraints
        .flatMap((each) => (each.kind === kind && 'name' in each ? [each.name] : []))
        .toSorted(),
    )
  const given = [
    namesOf('unique'),
    namesOf('pointer'),
    namesOf('sequence'),
    literals(described.indexes.map(({ name }) => name).toSorted()),
  ]
  return ref(imports.core('PlainRepository'), ...given)
}

const paragraphs = (...texts: readonly string[]): string => texts.filter((text) => text !== '').join('\n')

/** The file of a model: its types, its repository as an interface and as a class, and what it does in transactions. */
export function printModel(context: ModelContext): string {
  const { names, described, types, imports } = context
  const methods = [...modelMethods(context), ...constraintMethods(context), ...queryMethods(context)]
  const plans = ref(imports.core('PlainPlans'), names.item, names.input, names.changes, names.attributes)
  return printFile(imports, [
    printItem(context),
    printKey(context),
    printInput(context),
    printChanges(context),
    printModelErrors(names.errors, described.constraints, imports),
    printAttributes(context),
    printDataAttributes(context),
    ...printStarts(context),
    printMethods(
      names.repository,
      paragraphs(
        types.modelDoc(),
        `What can be done with items of the entity \`${described.entity}\`. Depend on this, and let tests replace it.`,
      ),
      methods,
      imports,
      [
        [
          ...printDoc('What the writes compile to. Sends nothing.', 2),
          `  ${printType(plans, 'readonly plan: ', 2, imports)}`,
        ].join('\n'),
      ],
    ),
    printMethods(
      names.inTransaction,
      `What can be done with items of the entity \`${described.entity}\` inside a transaction: everything together, or nothing.`,
      transactionMethods(context),
      imports,
    ),
    printClass(
      {
        name: names.class,
        repository: names.repository,
        doc: `Does what \`${names.repository}\` says through \`${names.model}\` of a database.`,
        core: coreType(context),
        methods: [...methods, { name: 'plan', does: 'core.plan' }],
      },
      imports,
    ),
  ])
}
