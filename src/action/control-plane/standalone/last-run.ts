import { findMention } from '../../../mention/find-mention.ts'
import type { IssueComment, Issues } from './connect-issues.ts'
import { mayAsk } from './may-ask.ts'
import type { Triggers } from './read-triggers.ts'
import { COMMENT_CHANGED, NO_RUN, NOTHING_TO_RETRY, STILL_RUNNING } from './replies.ts'

/** What a run was asked with: a comment by its id, or a label. */
export type Asked = number | 'label'

/** Marks the comment about a run, for later commands. */
export const markReport = (text: string, { run, asked }: { readonly run: number; readonly asked: Asked }) =>
  `${text}\n\n<!-- prentice:run:${run}:${asked} -->`

const MARKER = /\n\n<!-- prentice:run:(\d{1,15}):(\d{1,15}|label) -->$/

interface Report {
  readonly comment: IssueComment
  readonly run: number
  readonly asked: Asked
}

/** Strangers can write such a marker. Only so many people are asked about. */
const MAX_AUTHORS = 5

/** The newest comment about a run on an issue or pull request; `null`: there is none. */
async function findReport(issues: Issues, place: number): Promise<Report | null> {
  const known = new Map<number, boolean>()
  for (const comment of (await issues.listComments(place)).toReversed()) {
    const found = MARKER.exec(comment.body)
    const { user } = comment
    if (found === null || user === null) continue
    if (user.type !== 'Bot' && !known.has(user.id)) {
      // A token of a person can take the place of the workflow's own.
      if (known.size === MAX_AUTHORS) return null
      known.set(user.id, await issues.mayWrite(user))
    }
    if (user.type !== 'Bot' && known.get(user.id) !== true) continue
    const asked = found[2] === 'label' ? 'label' : Number(found[2])
    return { comment, run: Number(found[1]), asked }
  }
  return null
}

/** A runner that was lost leaves a comment that says it is working. */
async function isRunning(issues: Issues, { comment, run }: Report): Promise<boolean> {
  return comment.body.startsWith('⏳') && (await issues.isRunOver(run)) === false
}

/** The last run on an issue or pull request, if it is working; `null`: none is. */
export async function findRunning(issues: Issues, place: number): Promise<number | null> {
  const report = await findReport(issues, place)
  return report !== null && (await isRunning(issues, report)) ? report.run : null
}

/** What the last run on an issue or pull request is doing, as an answer to `status`. */
export async function describeLastRun(issues: Issues, place: number): Promise<string> {
  const report = await findReport(issues, place)
  if (report === null) return NO_RUN
  const { comment } = report
  if (await isRunning(issues, report)) return `The last run is working: see [its comment](${comment.url}).`
  return comment.body.startsWith('⏳')
    ? `The last run ended without a result: see [its comment](${comment.url}).`
    : `The last run has ended: see [its comment](${comment.url}).`
}

export type Retry =
  | { readonly kind: 'refused'; readonly text: string }
  /** `text`: the prompt; empty: what the issue describes. */
  | { readonly kind: 'again'; readonly text: string; readonly asked: Asked }

const refused = (text: string): Retry => ({ kind: 'refused', text })

/**
 * What the last run was asked for, if it failed or was cancelled. The comment counts only as it was then, and only if its
 * author may still ask: GitHub shows an edit, but not by whom.
 */
export async function findRetry(issues: Issues, place: number, triggers: Triggers): Promise<Retry> {
  const report = await findReport(issues, place)
  if (report === null) return refused(NO_RUN)
  if (await isRunning(issues, report)) return refused(STILL_RUNNING)
  if (report.comment.body.startsWith('✅')) return refused(NOTHING_TO_RETRY)
  const { asked } = report
  if (asked === 'label') return { kind: 'again', text: '', asked }
  const comment = await issues.readComment(asked)
  const author = comment?.user ?? null
  const isAsItWas = comment !== null && comment.issue === place && !comment.isEdited
  if (!isAsItWas || author === null || !(await mayAsk(issues, triggers, author, comment.app)))
    return refused(COMMENT_CHANGED)
  const mention = findMention(comment.body, null)
  return mention?.kind === 'prompt' ? { kind: 'again', text: mention.text, asked } : refused(COMMENT_CHANGED)
}
