import type { Plan } from '@latchkey/core'
import { CliError } from '../cli-error.js'
import { toCliJson, valueText } from './attribute-json.js'
import type { Explanation } from './explain.js'
import { costText, isLeast } from './explain-text.js'
import { inputWrites } from './input-writes.js'
import { printLiteral } from './print-literal.js'
import type { RehearsedWrite } from './rehearsal.js'
import { sentenceOf } from './sentence.js'

const COMMANDS: Readonly<Record<Plan['operation'], { readonly sdk: string; readonly cli: string }>> = {
  PutItem: { sdk: 'PutCommand', cli: 'put-item' },
  UpdateItem: { sdk: 'UpdateCommand', cli: 'update-item' },
  DeleteItem: { sdk: 'DeleteCommand', cli: 'delete-item' },
  TransactWriteItems: { sdk: 'TransactWriteCommand', cli: 'transact-write-items' },
}

/** What goes to the standard output, and what to know about it. */
export interface Printed {
  readonly output: string
  readonly notes: readonly string[]
}

/** The request of the item itself; where there is no item, the only one. */
function mainRequest({ requests, operation }: Explanation): RehearsedWrite {
  const writes = requests.filter((request) => request.kind === 'write')
  const main = writes.find(({ plan }) => plan.writes.some(({ role }) => role === 'entity')) ?? writes[0]
  if (main === undefined) throw new CliError(`${operation} sends nothing: there is nothing to change`)
  return main
}

function othersOf(explanation: Explanation, main: RehearsedWrite): readonly string[] {
  const writes = explanation.requests.filter((request) => request.kind === 'write')
  return writes
    .filter((request) => request !== main)
    .map((request) => {
      const when = writes.indexOf(request) < writes.indexOf(main) ? 'before it' : 'after it'
      return `one request more goes ${when}: ${costText(request)}; --format json has it`
    })
}

/** The request for the document client, as TypeScript. */
export function explainRequest(explanation: Explanation): Printed {
  const main = mainRequest(explanation)
  const { sdk } = COMMANDS[main.plan.operation]
  return {
    output: [
      `// ${explanation.operation}: ${costText(main)}`,
      `import { ${sdk} } from '@aws-sdk/lib-dynamodb'`,
      '',
      `export const command = new ${sdk}(${printLiteral(main.plan.toRequest())})`,
      '',
    ].join('\n'),
    notes: [...othersOf(explanation, main), ...explanation.notes],
  }
}

/** The request for the AWS CLI. */
export function explainCli(explanation: Explanation): Printed {
  const main = mainRequest(explanation)
  const { cli } = COMMANDS[main.plan.operation]
  return {
    output: `${toCliJson(main.input)}\n`,
    notes: [
      `aws dynamodb ${cli} --cli-input-json file://request.json   # ${costText(main)}`,
      ...othersOf(explanation, main),
      ...explanation.notes,
    ],
  }
}

/** Everything, for machines. */
export function explainJson(explanation: Explanation): Printed {
  const { operation, requests, notes, keyFields } = explanation
  const described = requests.map((request) => {
    if (request.kind === 'read') return { ...request, operation: 'GetItem' }
    const writes = inputWrites(request, keyFields, valueText)
    return {
      kind: request.kind,
      operation: request.plan.operation,
      capacity: request.plan.capacity,
      isLeast: isLeast(request),
      writes: writes.map((write) => ({ ...write, sentence: sentenceOf(write) })),
      input: request.input,
    }
  })
  return { output: `${toCliJson({ operation, requests: described, notes })}\n`, notes: [] }
}
