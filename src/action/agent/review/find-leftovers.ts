import { REMOVED } from '../../models/conversation/prune-messages.ts'
import { isPlaceholder } from '../../workspace/edit/elision.ts'
import type { ChangedFile } from './changed-file.ts'

/** A sign of unfinished work in an added line. */
export interface Leftover {
  readonly kind: 'conflict-marker' | 'placeholder'
  readonly path: string
  readonly line: number
}

// A row of equals signs, the middle of a conflict, also underlines titles in many documents.
const CONFLICT_MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/

/** The first leftover of each kind in each file. Pure. */
export const findLeftovers = (files: readonly ChangedFile[]): Leftover[] =>
  files.flatMap(({ path, addedLines }) => {
    const first = (kind: Leftover['kind'], isOne: (text: string) => boolean): Leftover[] => {
      const found = addedLines?.find(({ text }) => isOne(text))
      return found === undefined ? [] : [{ kind, path, line: found.number }]
    }
    return [
      ...first('conflict-marker', (text) => CONFLICT_MARKER.test(text)),
      ...first('placeholder', (text) => text.includes(REMOVED) || isPlaceholder(text.trim())),
    ]
  })
