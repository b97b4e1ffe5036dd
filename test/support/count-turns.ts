/** What a promise resolves to, and how often other work had its turn of the event loop meanwhile. */
export async function countTurns<T>(work: () => Promise<T>): Promise<{ value: T; turns: number }> {
  let turns = 0
  let next = setImmediate(count)
  function count(): void {
    turns += 1
    next = setImmediate(count)
  }
  try {
    const value = await work()
    return { value, turns }
  } finally {
    clearImmediate(next)
  }
}
