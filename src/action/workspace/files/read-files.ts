import { hash } from 'node:crypto'

/** What the model knows of the current content of a file. `changed`: what it knows is out of date. */
export type Knowledge = 'unread' | 'part' | 'whole' | 'changed'

/** What the model has read and written. An edit of anything else would be a guess. */
export interface ReadFiles {
  knowledgeOf(absolute: string, bytes: Uint8Array): Knowledge
  has(absolute: string): boolean
  /** These lines were shown completely; `null`: none were. */
  noteShown(absolute: string, bytes: Uint8Array, shown: ShownRange | null): void
  /** The agent changed the file. It still knows what it had read of it. */
  noteEdited(absolute: string, bytes: Uint8Array): void
  noteWritten(absolute: string, bytes: Uint8Array): void
  noteMoved(absolute: string, to: string): void
  /** It is gone, or has content that the model has not read. */
  forget(absolute: string): void
}

/** First and last line, from 1, and the number of all lines. */
export interface ShownRange {
  readonly from: number
  readonly to: number
  readonly total: number
}

interface Known {
  readonly digest: string
  /** Whether any line was shown. */
  readonly isRead: boolean
  /** Number of lines shown from the first one on without a gap; infinite if all were. */
  readonly seen: number
}

const ALL = Number.POSITIVE_INFINITY

const digestOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'base64')

export function openReadFiles(): ReadFiles {
  const files = new Map<string, Known>()
  return {
    knowledgeOf(absolute, bytes) {
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
    forget(absolute) {
      files.delete(absolute)
    },
  }
}
