import { DEADLINE_MS, DeadlineExceeded, startDeadline } from './deadline.ts'
import type { Link } from './link.ts'

/** Maximum number of waiting tasks. Further ones are refused, because the database cannot keep up. */
const MAX_WAITING = 1_000

/** Time that a task may take after it has waited for a connection. */
const MIN_MS = 200

interface Waiting<C> {
  readonly begin: (link: Link<C>) => void
  readonly stopDeadline: () => void
}

/** Several connections, of which each does one task at a time. A task waits for a free one until the deadline. */
export function createLinkPool<C>(links: readonly Link<C>[]) {
  const idle = [...links]
  const waiting = new Set<Waiting<C>>()

  function take(): Promise<Link<C>> {
    const free = idle.pop()
    if (free !== undefined) return Promise.resolve(free)
    if (waiting.size >= MAX_WAITING) throw new Error('too many requests wait for the database')
    return new Promise((resolve, reject) => {
      const one: Waiting<C> = {
        begin: resolve,
        stopDeadline: startDeadline(DEADLINE_MS, () => {
          waiting.delete(one)
          reject(new DeadlineExceeded(`no connection to the database was free for ${DEADLINE_MS} ms`))
        }),
      }
      waiting.add(one)
    })
  }

  function giveBack(link: Link<C>): void {
    const [next] = waiting
    if (next === undefined) {
      idle.push(link)
      return
    }
    waiting.delete(next)
    next.stopDeadline()
    next.begin(link)
  }

  return {
    async run<T>(work: (client: C) => Promise<T>): Promise<T> {
      const started = performance.now()
      const link = await take()
      const left = DEADLINE_MS - (performance.now() - started)
      try {
        return await link.run(work, Math.max(MIN_MS, left))
      } finally {
        giveBack(link)
      }
    },
    async close(): Promise<void> {
      await Promise.all(links.map((link) => link.close()))
    },
  }
}

export type LinkPool<C> = ReturnType<typeof createLinkPool<C>>
