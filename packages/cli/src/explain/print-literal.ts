const INDENT = '  '

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name)

/** A value as TypeScript: sets, bytes and integers beyond 2^53 as well. */
export function printLiteral(value: unknown, indent = ''): string {
  const inner = indent + INDENT
  const list = (open: string, members: readonly string[], close: string): string =>
    members.length === 0
      ? `${open}${close}`
      : `${open}\n${members.map((member) => `${inner}${member},\n`).join('')}${indent}${close}`
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Uint8Array) return `Buffer.from('${Buffer.from(value).toString('base64')}', 'base64')`
  if (value instanceof Set)
    return `new Set([${[...value].map((member) => printLiteral(member, inner)).join(', ')}])`
  if (Array.isArray(value))
    return list(
      '[',
      value.map((member) => printLiteral(member, inner)),
      ']',
    )
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, member]) => member !== undefined)
  return list(
    '{',
    entries.map(
      ([name, member]) => `${isName(name) ? name : JSON.stringify(name)}: ${printLiteral(member, inner)}`,
    ),
    '}',
  )
}
