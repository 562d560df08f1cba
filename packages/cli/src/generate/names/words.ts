/** The words of a name, however it separates them: `taskapp-office`, `orderItem`, `HTTPLog`, `line_2`. */
function wordsOf(name: string): readonly string[] {
  return name.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{N}+/gu) ?? []
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()

/** `OrderItem`, as types are called. What cannot begin a name gets `Item` in front, and `_` is `Unnamed`. */
export function pascalCase(name: string): string {
  const joined = wordsOf(name).map(capitalized).join('')
  if (joined === '') return 'Unnamed'
  return /^\p{N}/u.test(joined) ? `Item${joined}` : joined
}

/** `orderItem`, as methods are called. */
export function camelCase(name: string): string {
  const joined = pascalCase(name)
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

/** `order-item`, as files are called. */
export const kebabCase = (name: string): string =>
  wordsOf(name)
    .map((word) => word.toLowerCase())
    .join('-') || 'model'
