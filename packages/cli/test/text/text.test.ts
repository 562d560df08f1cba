import { expect, test } from 'vitest'
import { alignColumns } from '../../src/text/align-columns.js'
import { listWords } from '../../src/text/list-words.js'
import { screenOf } from '../../src/text/screen.js'
import { wrapText } from '../../src/text/wrap-text.js'

test('texts break at spaces, and a long word has its line', () => {
  expect(wrapText('a bb ccc', 4)).toEqual(['a bb', 'ccc'])
  expect(wrapText('a looooong b', 4)).toEqual(['a', 'looooong', 'b'])
  expect(wrapText('', 4)).toEqual([''])
})

test('columns stand below each other, and the last one wraps', () => {
  const rows = [
    ['a', 'b', 'one two three four five six seven'],
    ['aaa', 'bb', ''],
    ['a cell that is longer than any column may be', 'x', 'end'],
  ]
  expect(alignColumns(rows, { width: 68, indent: 1 })).toEqual([
    ' a                               b   one two three four five six',
    '                                     seven',
    ' aaa                             bb',
    ' a cell that is longer than any column may be',
    '                                 x   end',
  ])
})

test('a cell that is too long for the line wraps below itself, and what is left of a line has to be worth it', () => {
  const rows = [
    ['a', 'one | two | three | four | five', 'end'],
    ['  b', 'x', 'y'],
  ]
  expect(alignColumns(rows, { width: 24, indent: 1 })).toEqual([
    ' a    one | two | three |',
    '      four | five',
    '   end',
    '   b  x',
    '   y',
  ])
})

test('words are listed as in a sentence', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => listWords(words))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect(listWords(['a', 'b'], 'or')).toBe('a or b')
})

test('a screen is as wide as its terminal within reason, and plain where nobody looks', () => {
  const io = { stdout: () => {}, stderr: () => {}, cwd: '.', env: {}, isTerminal: true, columns: 90 }
  expect(screenOf(io).width).toBe(90)
  expect(screenOf({ ...io, columns: 300 }).width).toBe(100)
  expect(screenOf({ ...io, isTerminal: false }).width).toBe(80)
  expect(screenOf(io).heading('x')).toBe('\u001b[1mx\u001b[22m')
  expect(screenOf({ ...io, env: { NO_COLOR: '1' } }).heading('x')).toBe('x')
  expect(screenOf({ ...io, isTerminal: false }).heading('x')).toBe('x')
})
