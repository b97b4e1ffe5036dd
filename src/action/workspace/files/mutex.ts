/** Makes calls wait for those before them, whatever becomes of those. */
export function createMutex(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const mine = last.then(act, act)
    // Who called the one before hears of its failure; the next one only waits for it.
    last = mine.catch(() => undefined)
    return mine
  }
}
