import type { StoredItem } from '@latchkey/core'
import { valueText } from '../explain/attribute-json.js'
import { keyText } from '../explain/explain-text.js'
import { alignColumns, columnsOf } from '../text/align-columns.js'
import type { Screen } from '../text/screen.js'
import { hangText } from '../text/wrap-text.js'
import type { Check, Report } from './check.js'

const HEAD = ['', 'check', 'item', 'expected', 'found']

function itemLines(item: StoredItem, screen: Screen): readonly string[] {
  const rows = Object.entries(item).map(([field, value]) => [field, valueText(value)])
  return ['', `  ${screen.heading('Item')}`, ...alignColumns(rows, { width: screen.width, indent: 4 })]
}

const STATUS: Readonly<Record<Check['status'], string>> = {
  ok: 'ok',
  none: 'ok',
  missing: 'MISSING',
  taken: 'TAKEN',
  stale: 'STALE',
  outdated: 'OUTDATED',
  behind: 'BEHIND',
}

function checkLines(checks: readonly Check[], screen: Screen): readonly string[] {
  if (checks.length === 0) return []
  const rowOf = ({ what, item, expected, found, status }: Check): readonly string[] => [
    STATUS[status],
    what,
    item,
    expected,
    found,
  ]
  const line = columnsOf([HEAD, ...checks.map(rowOf)], { width: screen.width, indent: 2 })
  return [
    '',
    ...line(HEAD),
    ...checks.flatMap((check) => [
      ...line(rowOf(check)),
      ...(check.key === undefined ? [] : [hangText('    ', keyText(check.key), screen.width)]),
      ...(check.note === undefined ? [] : [hangText('    ', check.note, screen.width)]),
    ]),
  ]
}

/** What was found out about an item or a value, for a person. */
export function inspectText(report: Report, screen: Screen): string {
  const { model, asked, table, key, item, checks, verdicts, problems } = report
  const end =
    problems === 0
      ? 'No problem was found.'
      : `${problems} problem${problems === 1 ? ' was' : 's were'} found.`
  return [
    screen.heading([model, asked, `in ${table}`].filter((part) => part !== '').join(' ')),
    ...(key === undefined ? [] : [hangText('  ', keyText(key), screen.width)]),
    ...(item === undefined ? [] : itemLines(item, screen)),
    ...checkLines(checks, screen),
    '',
    ...verdicts.map((verdict) => hangText('', verdict, screen.width)),
    screen.heading(end),
    '',
  ].join('\n')
}
