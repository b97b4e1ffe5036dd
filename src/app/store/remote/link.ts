import { DEADLINE_MS, DeadlineExceeded, withDeadline } from './deadline.ts'
import { NotConnected } from './failures.ts'

export interface LinkOptions<C> {
  /** Connects and checks that the server may be used. `onLost` is called when the connection ends unexpectedly. */
  readonly connect: (onLost: () => void) => Promise<C>
  /** Ends a connection immediately. Must not throw. */
  readonly destroy: (client: C) => void
  /** Ends a connection after what was sent. */
  readonly end: (client: C) => Promise<unknown>
  /** True: the connection is of no use any more, for example because its server has become a replica. */
  readonly isLost: (error: unknown) => boolean
}

/** One connection, which is opened when it is needed and reopened after it was lost. */
export interface Link<C> {
  /** Rejects after `deadlineMs`, the time to connect included. */
  run<T>(work: (client: C) => Promise<T>, deadlineMs: number): Promise<T>
  close(): Promise<void>
}

export function createLink<C>({ connect, destroy, end, isLost }: LinkOptions<C>): Link<C> {
  let current: Promise<C> | null = null
  let closed = false

  function connected(): Promise<C> {
    if (closed) throw new Error('the connection is closed')
    if (current !== null) return current
    const attempt = connect(() => drop(attempt)).catch((error: unknown): never => {
      throw new NotConnected(error)
    })
    current = attempt
    return attempt
  }

  function drop(attempt: Promise<C>): void {
    if (current === attempt) current = null
    attempt.then(destroy, () => undefined)
  }

  return {
    async run(work, deadlineMs) {
      const attempt = connected()
      let isOver = false
      // A connection may be ready after the deadline, when the caller has been told that nothing was done.
      const begin = (client: C) => {
        if (isOver) throw new DeadlineExceeded(`not connected within ${deadlineMs} ms`)
        return work(client)
      }
      try {
        return await withDeadline(attempt.then(begin), deadlineMs)
      } catch (error) {
        isOver = true
        // After a timeout, nobody knows what a connection still does: the database may be hung or the network cut.
        if (error instanceof DeadlineExceeded || error instanceof NotConnected || isLost(error)) drop(attempt)
        throw error
      }
    },
    async close() {
      closed = true
      const last = current
      current = null
      const client = await last?.catch(() => null)
      if (client === null || client === undefined) return
      await withDeadline(end(client), DEADLINE_MS).catch(() => destroy(client))
    },
  }
}
