import { hangText } from './wrap-text.js'

/** A column is at most so wide; a longer cell has a line of its own. */
const WIDEST = 26
const GAP = 2

/** Rows of a table, one column below the other; the last cell of a row takes what is left of the width. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  { width, indent }: { readonly width: number; readonly indent: number },
): readonly string[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length)) - 1
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.min(WIDEST, Math.max(0, ...rows.map((row) => (at < row.length - 1 ? (row[at] ?? '').length : 0)))),
  )
  return rows.flatMap((row) => alignRow(row, widths, { width, indent }))
}

function alignRow(
  row: readonly string[],
  widths: readonly number[],
  { width, indent }: { readonly width: number; readonly indent: number },
): readonly string[] {
  const done: string[] = []
  let line = ' '.repeat(indent)
  let end = indent
  for (const [at, cell] of row.slice(0, -1).entries()) {
    end += (widths[at] ?? 0) + GAP
    line += cell
    if (line.length + GAP > end) {
      done.push(line.trimEnd())
      line = ''
    }
    line = line.padEnd(end)
  }
  const last = row.at(-1) ?? ''
  return last === '' && line.trim() === '' ? done : [...done, ...hangText(line, last, width).split('\n')]
}
