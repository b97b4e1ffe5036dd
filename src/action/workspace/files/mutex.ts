/** Makes each call wait for the previous one, even if that fails. */
export function createMutex(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act, act)
    // The caller of the previous one gets its error. The next one only waits.
    last = mine.catch(() => undefined)
    return mine
  }
}
