import { hash } from 'node:crypto'

/** What the model knows of a file as it is now. `changed`: what it knows is out of date. */
export type Knowledge = 'unread' | 'part' | 'whole' | 'changed'

/** What was shown to the model and written for it; edits of anything else would rest on guesses. */
export interface ReadFiles {
  judge(absolute: string, bytes: Uint8Array): Knowledge
  has(absolute: string): boolean
  /** These lines were shown in full; `null`: none, or not in full. */
  noteShown(absolute: string, bytes: Uint8Array, shown: ShownRange | null): void
  /** The agent changed the file. What it knew of the rest it knows still. */
  noteEdited(absolute: string, bytes: Uint8Array): void
  noteWritten(absolute: string, bytes: Uint8Array): void
  noteMoved(absolute: string, to: string): void
  noteDeleted(absolute: string): void
}

/** Lines from 1 on, both named ones included, and how many there are in all. */
export interface ShownRange {
  readonly from: number
  readonly to: number
  readonly total: number
}

interface Known {
  readonly digest: string
  /** Whether any line was shown. */
  readonly isRead: boolean
  /** Lines shown from the first one on without a gap; infinite where all were. */
  readonly seen: number
}

const ALL = Number.POSITIVE_INFINITY

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64')

export function openReadFiles(): ReadFiles {
  const files = new Map<string, Known>()
  return {
    judge(absolute, bytes) {
      const known = files.get(absolute)
      if (known === undefined) return 'unread'
      if (known.digest !== digestOf(bytes)) return 'changed'
      if (known.seen === ALL) return 'whole'
      return known.isRead ? 'part' : 'unread'
    },
    has: (absolute) => files.has(absolute),
    noteShown(absolute, bytes, shown) {
      const digest = digestOf(bytes)
      const known = files.get(absolute)
      const before = known?.digest === digest ? known.seen : 0
      const reached = shown !== null && shown.from <= before + 1 ? Math.max(before, shown.to) : before
      const isAll = shown !== null && reached >= shown.total
      files.set(absolute, { digest, isRead: true, seen: isAll ? ALL : reached })
    },
    noteEdited(absolute, bytes) {
      const { isRead, seen } = files.get(absolute) ?? { isRead: false, seen: 0 }
      files.set(absolute, { digest: digestOf(bytes), isRead, seen })
    },
    noteWritten(absolute, bytes) {
      files.set(absolute, { digest: digestOf(bytes), isRead: true, seen: ALL })
    },
    noteMoved(absolute, to) {
      const known = files.get(absolute)
      files.delete(absolute)
      if (known !== undefined) files.set(to, known)
    },
    noteDeleted(absolute) {
      files.delete(absolute)
    },
  }
}
