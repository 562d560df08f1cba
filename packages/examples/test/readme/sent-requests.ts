/** Sees what a database sends: pass `observe` to it, and calls to `sent`. */
export function sentRequests() {
  const seen: string[] = []
  const observe = {
    onRequest: ({ command }: { readonly command: string }): void => {
      seen.push(command)
    },
  }
  const sent = async (run: () => PromiseLike<unknown>): Promise<string[]> => {
    seen.length = 0
    await run()
    return [...seen]
  }
  return { observe, sent }
}
