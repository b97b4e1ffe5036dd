import { createHash } from 'node:crypto'
import type { Part } from './plan-feedback.ts'
import type { Shown } from './shown.ts'
import type { WrittenPart } from './write-part.ts'

/** Of what a part shows, so that it is written only if that has changed. */
export function digestOf(part: Part): string {
  return createHash('sha256').update(contentOf(part)).digest('hex')
}

function contentOf(part: Part): string {
  switch (part.kind) {
    case 'comment':
      return part.text
    case 'check-run':
      return JSON.stringify(part.fields)
    case 'pull-request':
      return JSON.stringify(part.people)
  }
}

/** Whether a part that had no id has one now. */
export const isWritten = ({ comment, checkRuns }: Shown, key: string): boolean =>
  key === 'comment' ? comment?.id != null : checkRuns.some((one) => checkKey(one) === key && one.id !== null)

const checkKey = ({ run, sha }: { readonly run: number; readonly sha: string }): string =>
  `check-run/${run}/${sha}`

const MAX_CHECK_RUNS = 10

/** The record after GitHub has answered a write. Pure. */
export function afterWrite(shown: Shown, part: Part, written: WrittenPart): Shown {
  const id = written.kind === 'written' ? written.id : (part.before?.id ?? null)
  // A permission that is missing now may be granted before the next run.
  const isGone = written.kind === 'refused' || written.kind === 'elsewhere'
  const state = { ...part.before, id, isGone, digest: written.kind === 'written' ? digestOf(part) : '' }
  if (part.kind === 'comment') return { ...shown, comment: state }
  if (part.kind === 'pull-request') return { ...shown, prepared: part.number }
  const others = shown.checkRuns.filter((one) => checkKey(one) !== part.key)
  const own = { ...state, run: part.run, sha: part.sha, isCompleted: part.isFinal }
  return { ...shown, checkRuns: [...others, own].slice(-MAX_CHECK_RUNS) }
}
