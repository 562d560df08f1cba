/** A command of the documentation, and what it is said to print. */
export interface DocumentedCommand {
  /** The arguments after `latchkey`. */
  readonly argv: readonly string[]
  /** Lines; one of three dots stands for any others. */
  readonly output: readonly string[]
}

/** Words of a shell: bare, or in single quotation marks. */
const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

function commandsIn(block: string): readonly DocumentedCommand[] {
  const joined = block.replaceAll(/ \\\n\s*/g, ' ')
  return joined
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [line = '', ...output] = text.trimEnd().split('\n')
      const words = wordsOf(line.split(' #')[0] ?? '')
      return { argv: words.slice(words.indexOf('latchkey') + 1), output }
    })
}

/** The commands in the `console` blocks of a text. */
export const documentedCommands = (markdown: string): readonly DocumentedCommand[] =>
  [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap(([, block = '']) => commandsIn(block))

/** Whether lines are those that are expected, where three dots stand for any others. */
export function matchesLines(expected: readonly string[], found: readonly string[]): boolean {
  const [first, ...rest] = expected
  if (first === undefined) return found.length === 0
  if (first.trim() === '...')
    return found.length === 0
      ? rest.length === 0
      : matchesLines(rest, found) || matchesLines(expected, found.slice(1))
  return first === found[0] && matchesLines(rest, found.slice(1))
}
