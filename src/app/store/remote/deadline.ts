/** An unavailable database must not delay a request for longer: callers get their 503 within 2.5 s. */
export const DEADLINE_MS = 2_000

/** A timer that is later than this means that this process was halted: by its machine, or by its own long work. */
const HALTED_MS = 250

export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/**
 * Calls `expire` after `ms`, unless the returned function is called before. A process that was halted has not read what the
 * database sent meanwhile: it gets the time that it lost, once, and at most as long again.
 */
export function startDeadline(ms: number, expire: () => void): () => void {
  const due = performance.now() + ms
  let timer = setTimeout(() => {
    const lost = performance.now() - due
    if (lost < HALTED_MS) expire()
    else timer = setTimeout(expire, Math.min(lost, ms))
  }, ms)
  return () => clearTimeout(timer)
}

export const noAnswer = (ms: number): string => `no answer within ${ms} ms`

/** Rejects with DeadlineExceeded if `work` takes longer than `ms`. The work itself continues. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = startDeadline(ms, () => {
      reject(new DeadlineExceeded(noAnswer(ms)))
    })
    work.then(resolve, reject).finally(stop)
  })
}
