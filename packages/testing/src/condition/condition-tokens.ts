/** One token of a condition: its text, where it ends, and for a parenthesis where its partner stands. */
export interface Token {
  readonly text: string
  readonly start: number
  readonly end: number
  /** The position of the matching parenthesis among the tokens. */
  partner?: number
}

const TOKEN = /\s*(<>|<=|>=|[#:]?\w+|\S)/gy

/** The tokens of an expression. */
export function expressionTokens(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => {
    const [whole, token = ''] = match
    const end = match.index + whole.length
    return { text: token, start: end - token.length, end }
  })
}

/** The tokens of a condition; nothing where its parentheses do not match. */
export function conditionTokens(text: string): Token[] | undefined {
  const tokens = expressionTokens(text)
  const open: number[] = []
  for (const [position, token] of tokens.entries()) {
    if (token.text === '(') open.push(position)
    if (token.text === ')' && !pair(tokens, open.pop(), position)) return undefined
  }
  return open.length === 0 ? tokens : undefined
}

function pair(tokens: readonly Token[], opening: number | undefined, closing: number): boolean {
  const first = opening === undefined ? undefined : tokens[opening]
  const last = tokens[closing]
  if (first === undefined || last === undefined || opening === undefined) return false
  first.partner = closing
  last.partner = opening
  return true
}

/** How deep the parentheses of a condition nest. */
export function parenthesisDepth(tokens: readonly Token[]): number {
  let depth = 0
  let deepest = 0
  for (const { text } of tokens) {
    if (text === '(') depth += 1
    if (text === ')') depth -= 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Whether two parentheses in a row enclose the same. */
export function hasRedundantParentheses(tokens: readonly Token[]): boolean {
  return tokens.some((token, position) => {
    const inner = tokens[position + 1]
    const isGroup = token.text === '(' && !isCalled(tokens[position - 1])
    return isGroup && inner?.text === '(' && inner.partner === (token.partner ?? 0) - 1
  })
}

/** Whether the parenthesis after this token holds the arguments of a function or of IN. */
function isCalled(before: Token | undefined): boolean {
  return before !== undefined && /^\w+$/.test(before.text) && !/^(and|or|not|between)$/i.test(before.text)
}
