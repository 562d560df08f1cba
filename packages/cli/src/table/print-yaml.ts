/** Texts that YAML takes for themselves; all others are put in quotation marks. */
const isPlain = (text: string): boolean =>
  /^[A-Za-z_][\w./:-]*$/.test(text) &&
  !/^(?:y|n|yes|no|on|off|true|false|null)$/i.test(text) &&
  !text.endsWith(':')

const scalar = (value: unknown): string =>
  typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value)

/** Plain data as YAML. */
export function printYaml(value: unknown, indent = ''): string {
  if (Array.isArray(value))
    return value.map((member) => `${indent}- ${printYaml(member, `${indent}  `).trimStart()}`).join('')
  if (typeof value !== 'object' || value === null) return `${indent}${scalar(value)}\n`
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return entries
    .map(([name, member]) =>
      typeof member === 'object' && member !== null
        ? `${indent}${scalar(name)}:\n${printYaml(member, `${indent}  `)}`
        : `${indent}${scalar(name)}: ${scalar(member)}\n`,
    )
    .join('')
}
