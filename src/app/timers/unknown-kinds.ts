import type { Logger } from 'pino'
import type { Lane } from './lane.ts'

/** How long the unknown entries at the head of a queue are skipped before the queue is read from its start again. */
const SKIP_MS = 60_000

/**
 * Leaves entries of unknown kinds unchanged for a newer server. Those at the head of a queue are skipped, so that any
 * number of them neither costs time nor hides other entries.
 */
export function createUnknownKinds({ now, log }: { readonly now: () => number; readonly log: Logger }) {
  const reported = new Set<string>()
  const skipped = new Map<Lane, { readonly to: string; readonly since: number }>()
  return {
    /** The key after which to read the queue of the lane; `''`: from its start. */
    startOf(lane: Lane): string {
      const skip = skipped.get(lane)
      if (skip === undefined || Math.abs(now() - skip.since) >= SKIP_MS) return ''
      return skip.to
    },
    /** All entries up to this key are of unknown kinds. */
    skip(lane: Lane, to: string): void {
      const isNew = this.startOf(lane) === ''
      skipped.set(lane, { to, since: isNew ? now() : (skipped.get(lane)?.since ?? now()) })
    },
    report(lane: Lane, key: string): void {
      const kind = key.split('/')[2] ?? ''
      const name = `${lane.queue}${kind}`
      if (reported.has(name)) return
      reported.add(name)
      log.warn({ queue: lane.queue, kind }, 'due entries of an unknown kind wait for a newer server')
    },
  }
}

export type UnknownKinds = ReturnType<typeof createUnknownKinds>
