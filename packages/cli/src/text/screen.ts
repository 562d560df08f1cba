import type { Io } from '../io.js'

/** How output is laid out: as wide as the terminal, and plain where nobody looks at it. */
export interface Screen {
  readonly width: number
  /** Makes a heading stand out. */
  readonly heading: (text: string) => string
}

const WIDTH = { least: 40, usual: 80, most: 100 }

export function screenOf({ isTerminal, columns, env }: Io): Screen {
  const isStyled = isTerminal && (env['NO_COLOR'] ?? '') === ''
  return {
    width: isTerminal ? Math.min(Math.max(columns, WIDTH.least), WIDTH.most) : WIDTH.usual,
    heading: (text) => (isStyled ? `\u001b[1m${text}\u001b[22m` : text),
  }
}

/** The screen of whoever only reads files: plain, and 80 columns wide. */
export const PLAIN: Screen = { width: WIDTH.usual, heading: (text) => text }
