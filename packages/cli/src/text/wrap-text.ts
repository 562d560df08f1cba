/** Breaks a text at spaces into lines of at most so many characters; a longer word has a line of its own. */
export function wrapText(text: string, width: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && longer.length > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A text under a heading: the first line after it, the others as far to the right. */
export const hangText = (head: string, text: string, width: number): string =>
  wrapText(text, Math.max(width - head.length, 20))
    .map((line, at) => `${at === 0 ? head : ' '.repeat(head.length)}${line}`.trimEnd())
    .join('\n')
