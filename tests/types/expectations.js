// Reads what a fixture expects, and compares it to what a compiler said.

const DIRECTIVE = /^\s*\/\/ refused: (.+)$/

/** Every `// refused: text` of a fixture, with the lines that it speaks of: up to the next blank line. */
export function readExpectations(source) {
  const lines = source.split('\n')
  return lines.flatMap((line, at) => {
    const text = DIRECTIVE.exec(line)?.[1]
    if (text === undefined) return []
    const end = lines.findIndex((other, index) => index > at && other.trim() === '')
    return [{ first: at + 1, last: end === -1 ? lines.length : end, text }]
  })
}

/** The errors in what `tsc --pretty false` printed; indented lines belong to the error before. */
export function readErrors(output) {
  const errors = []
  for (const line of output.split('\n')) {
    const [, file, at, message] = /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
    if (file !== undefined) errors.push({ file, line: Number(at), message })
    else if (/^\s/.test(line) && errors.length > 0) errors.at(-1).message += `\n${line}`
    else if (line.startsWith('error ')) errors.push({ file: '', line: 0, message: line })
  }
  return errors
}

/** Errors in the declaration files of other packages are theirs. */
export const isOurs = ({ file }) => !file.includes('/node_modules/')

/** One result for each refusal that a fixture expects, and one failure for each error that it does not. */
export function compare(file, expectations, errors) {
  const inside = ({ line }, { first, last }) => line >= first && line <= last
  const refusals = expectations.map((expected) => {
    const found = errors.filter((error) => inside(error, expected))
    if (found.some(({ message }) => message.includes(expected.text))) return { ok: true }
    const said = found.length === 0 ? 'it compiles' : found.map(({ message }) => message).join('\n')
    return { ok: false, text: `${file}:${expected.first}: expected ${expected.text}\n${said}` }
  })
  const surplus = errors
    .filter((error) => !expectations.some((expected) => inside(error, expected)))
    .map(({ line, message }) => ({ ok: false, text: `${file}:${line}: ${message}` }))
  return [...refusals, ...surplus]
}
