/** Calls an observer: it looks on, so whatever it throws or rejects with changes nothing. */
export function tell(observer: () => unknown): void {
  try {
    const told = observer()
    if (told instanceof Promise) told.catch(() => undefined)
  } catch {
    // An observer's fault is its own.
  }
}
