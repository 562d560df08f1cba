/** What tests that walk through orders of requests have walked, in one line; undefined where there were none. */
export function describeWalks(tests) {
  const walks = tests.flatMap((test) => test.meta().walked ?? [])
  if (walks.length === 0) return undefined
  const sum = (key) => walks.reduce((total, walked) => total + walked[key], 0)
  return `${sum('schedules')} schedules of ${sum('pairs')} pairs and ${sum('triples')} triples walked`
}
