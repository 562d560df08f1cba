import type { Problem } from './registry.js'

/** At least one problem. */
export type Problems = readonly [Problem, ...Problem[]]

/** `set.nickname: is no attribute of Account; email: is required`. */
export function describeProblems(problems: readonly Problem[]): string {
  return problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join('; ')
}
