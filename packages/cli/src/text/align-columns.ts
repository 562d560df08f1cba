import { hangText } from './wrap-text.js'

/** A column is at most so wide; a longer cell has a line of its own. */
const WIDEST = 30
const GAP = 2
/** Where less than this is left for the last cell, it has a line of its own. */
const LEAST = 20

interface Layout {
  readonly width: number
  readonly indent: number
}

type Row = readonly string[]

/** Lays out each of some rows so that its columns stand below those of the others. */
export function columnsOf(rows: readonly Row[], layout: Layout): (row: Row) => readonly string[] {
  const columns = Math.max(0, ...rows.map(({ length }) => length)) - 1
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.min(WIDEST, Math.max(0, ...rows.map((row) => (at < row.length - 1 ? (row[at] ?? '').length : 0)))),
  )
  return (row) => alignRow(row, widths, layout)
}

/** Rows of a table, one column below the other; the last cell of a row takes what is left of the width. */
export const alignColumns = (rows: readonly Row[], layout: Layout): readonly string[] =>
  rows.flatMap(columnsOf(rows, layout))

function alignRow(row: Row, widths: readonly number[], { width, indent }: Layout): readonly string[] {
  const done: string[] = []
  let line = ' '.repeat(indent)
  let end = indent
  for (const [at, cell] of row.slice(0, -1).entries()) {
    end += (widths[at] ?? 0) + GAP
    const lines = line.length + cell.length > width ? hangText(line, cell, width).split('\n') : [line + cell]
    done.push(...lines.slice(0, -1))
    line = lines.at(-1) ?? ''
    if (line.length + GAP > end) {
      done.push(line.trimEnd())
      line = ''
    }
    line = line.padEnd(end)
  }
  const last = row.at(-1) ?? ''
  if (last.length > width - line.length && width - line.length < LEAST) {
    done.push(line.trimEnd())
    line = ' '.repeat(indent + GAP)
  }
  return last === '' && line.trim() === '' ? done : [...done, ...hangText(line, last, width).split('\n')]
}
