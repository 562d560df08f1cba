/** Whether a text opens with a parenthesis that closes at its end. Placeholders alone stand in expressions, no quotes. */
function isEnclosed(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length - 1; at += 1) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')') depth -= 1
    if (depth === 0) return false
  }
  return true
}

/** An expression in parentheses: once, since the service refuses redundant ones. */
export const inParentheses = (text: string): string => (isEnclosed(text) ? text : `(${text})`)
