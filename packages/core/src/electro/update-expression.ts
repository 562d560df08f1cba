import { InternalError } from '../errors/internal-error.js'
import type { Clause } from '../plan/entity-write.js'
import type { Names } from '../plan/placeholders.js'

const SECTION = /(?<![#:\w])(SET|REMOVE|ADD|DELETE)\s/g
const PLAIN_SET = /^(#\w+) = (:\w+)$/
const PATH = /^(#\w+)((?:\.#\w+|\[\d+\])*)/

/** Splits at commas that are in no parentheses. */
function splitClauses(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  return [...parts, text.slice(start).trim()].filter((part) => part !== '')
}

function readClause(section: Clause['section'], text: string, names: Names): Clause {
  const path = PATH.exec(text)
  const field = path?.[1] === undefined ? undefined : names[path[1]]
  if (path === null || field === undefined)
    throw new InternalError('an update expression of ElectroDB was not understood')
  const plain = section === 'SET' ? PLAIN_SET.exec(text) : null
  const value = plain?.[2] === undefined ? {} : { value: plain[2] }
  return { section, text, field, isWhole: path[2] === '', ...value }
}

/** Takes ElectroDB's update expression apart. Placeholders alone stand in it: a name like a section has a # in front. */
export function readUpdateExpression(expression: string, names: Names): Clause[] {
  const starts = [...expression.matchAll(SECTION)]
  return starts.flatMap((start, at) => {
    const section = start[1] as Clause['section']
    const body = expression.slice(start.index + start[0].length, starts[at + 1]?.index)
    return splitClauses(body).map((text) => readClause(section, text, names))
  })
}
