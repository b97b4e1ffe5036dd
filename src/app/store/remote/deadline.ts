/** An unavailable database must not delay a request for longer: callers get their 503 within 2.5 s. */
export const DEADLINE_MS = 2_000

export class DeadlineExceeded extends Error {
  override name = 'DeadlineExceeded'
}

/** Rejects with DeadlineExceeded if `work` takes longer than `ms`. The work itself continues. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DeadlineExceeded(`no answer within ${ms} ms`))
    }, ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
