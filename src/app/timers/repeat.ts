/** The server creates intervals only here. Both functions return a function that stops the interval. */

/** Calls `work` every `ms`, no matter how long a call takes. */
export function every(ms: number, work: () => void): () => void {
  const timer = setInterval(work, ms)
  return () => clearInterval(timer)
}

/** Calls `work` after `firstMs`, and again after each delay that it returns. It must not reject. */
export function repeat(work: () => Promise<number>, firstMs: number): () => void {
  let stopped = false
  let timer = setTimeout(run, firstMs)

  async function run(): Promise<void> {
    const ms = await work()
    if (!stopped) timer = setTimeout(run, ms)
  }

  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
