/** A text in quotation marks: single ones, or double ones where these save escapes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1)
  if (text.includes("'") && !text.includes('"')) return `"${inner}"`
  return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
