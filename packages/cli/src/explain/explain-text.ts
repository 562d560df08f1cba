import type { StoredItem } from '@latchkey/core'
import type { Screen } from '../text/screen.js'
import { hangText } from '../text/wrap-text.js'
import { valueText } from './attribute-json.js'
import type { Explanation } from './explain.js'
import { type InputWrite, inputWrites } from './input-writes.js'
import type { RehearsedRead, RehearsedWrite } from './rehearsal.js'
import { sentenceOf } from './sentence.js'

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`

/** `partition key | sort key`, or one of them where both are the same. */
export const keyText = (key: StoredItem): string =>
  [...new Set(Object.values(key).map((value) => value.S ?? valueText(value)))].join(' | ')

/** An update and a delete count the stored item, of which only what they name is known. */
export const isLeast = ({ plan }: RehearsedWrite): boolean =>
  plan.writes.some(({ action }) => action === 'Update' || action === 'Delete' || action === 'ConditionCheck')

/** `TransactWriteItems, 3 writes, 6 write units or more` */
export function costText(request: RehearsedWrite): string {
  const { operation, writes, capacity } = request.plan
  const units = count(capacity, 'write unit')
  return `${operation}, ${count(writes.length, 'write')}, ${units}${isLeast(request) ? ' or more' : ''}`
}

function readLines({ role, key, isFound }: RehearsedRead, screen: Screen): readonly string[] {
  const what = isFound ? `Reads ${role}, consistently, as it was given.` : `Reads ${role}, and finds none.`
  return [`  GetItem: ${what}`, hangText('    ', keyText(key), screen.width)]
}

const SECTIONS = / (?=(?:SET|REMOVE|ADD|DELETE) )/

function writeLines(write: InputWrite, at: number, screen: Screen): readonly string[] {
  const { key, item, update, condition, capacity } = write
  const head = `  ${at + 1}. `
  const under = (label: string, text: string): string =>
    hangText(' '.repeat(head.length) + label, text, screen.width)
  const attributes = Object.entries(item ?? {}).filter(([name]) => !(name in key))
  const stored = attributes.map(([name, value]) => `${name} = ${valueText(value)}`).join(', ')
  return [
    hangText(head, `${sentenceOf(write)} (${count(capacity, 'unit')})`, screen.width),
    under('', keyText(key)),
    ...(stored === '' ? [] : [under('with ', stored)]),
    ...(update === undefined ? [] : update.split(SECTIONS).map((section) => under('', section))),
    ...(condition === undefined ? [] : [under('if ', condition)]),
  ]
}

/** What a write sends, for a person: each request with its writes, and what they cost. */
export function explainText(explanation: Explanation, screen: Screen): string {
  const { operation, requests, notes, keyFields } = explanation
  const lines = requests.flatMap((request) => {
    if (request.kind === 'read') return ['', ...readLines(request, screen)]
    const writes = inputWrites(request, keyFields, valueText)
    return [
      '',
      screen.heading(`${costText(request)}${writes.length > 1 ? ': all or none' : ''}`),
      ...writes.flatMap((write, at) => writeLines(write, at, screen)),
    ]
  })
  const isSent = requests.some(({ kind }) => kind === 'write')
  return [
    screen.heading(operation),
    ...lines,
    ...(isSent ? [] : ['', 'Nothing is sent: there is nothing to change.']),
    ...(notes.length === 0 ? [] : ['', ...notes.map((note) => hangText('', note, screen.width))]),
    '',
  ].join('\n')
}
