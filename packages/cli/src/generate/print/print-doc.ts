import { WIDTH } from './width.js'

/** Breaks a paragraph into lines; code between backticks stays together. */
function wrap(paragraph: string, width: number): readonly string[] {
  const hanging = /^(?:[-*] )/.test(paragraph) ? '  ' : ''
  const words = paragraph.match(/@throws \{[^}]*\}|`[^`]*`\S*|\S+/g) ?? []
  const lines: string[] = []
  for (const word of words) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(last === undefined ? word : hanging + word)
  }
  return lines
}

/** A comment for documentation, wrapped; nothing where there is no text. Paragraphs are lines. */
export function printDoc(text: string, indent: number): readonly string[] {
  const space = ' '.repeat(indent)
  const paragraphs = text.trim().replaceAll('*/', '*\\/').split('\n')
  const [only, ...others] = paragraphs
  if (only === undefined || text.trim() === '') return []
  const single = `${space}/** ${only} */`
  if (others.length === 0 && single.length <= WIDTH) return [single]
  let isCode = false
  const lines = paragraphs.flatMap((paragraph) => {
    const isFence = paragraph.startsWith('```')
    if (isFence) isCode = !isCode
    if (isCode || isFence || paragraph.trim() === '') return [paragraph.trimEnd()]
    return wrap(paragraph, WIDTH - indent - 3)
  })
  return [`${space}/**`, ...lines.map((line) => `${space} *${line === '' ? '' : ` ${line}`}`), `${space} */`]
}
