import type { Mode } from '../../../contract/job.ts'
import { findMentions, MAX_MENTIONS } from '../../../mention/find-mention.ts'
import type { IssueComment, Issues } from './connect-issues.ts'
import { mayAsk, type Triggers } from './may-ask.ts'
import {
  COMMENT_CHANGED,
  NO_REACTION,
  NO_RUN,
  NOT_LABELLED,
  NOTHING_TO_RETRY,
  STILL_RUNNING,
} from './replies.ts'
import { saysSuccess } from './report-comment.ts'

/** Where a run was requested: a comment by its id, or a label. */
export type RequestSource = number | 'label'

/** Marks the comment about a run, for later commands. */
export const markReport = (
  text: string,
  { run, source }: { readonly run: number; readonly source: RequestSource },
) => `${text}\n\n<!-- prentice:run:${run}:${source} -->`

/** Marks an answer to a command. The `if:` of the workflow file skips comments with such a mark. */
export const markAnswer = (text: string): string => `${text}\n\n<!-- prentice:answer -->`

/** A comment of the action. Anybody can write the mark, and so hide a comment of their own from the agent. */
export const isOwnComment = (body: string): boolean =>
  /<!-- prentice:(?:run:[\d:a-z]+|answer) -->$/.test(body)

const MARKER = /\n\n<!-- prentice:run:(\d{1,15}):(\d{1,15}|label) -->$/

interface Report {
  readonly comment: IssueComment
  readonly run: number
  readonly source: RequestSource
}

/** Where the last run is looked for. */
export interface Place {
  readonly issues: Issues
  /** Number of the issue or pull request. */
  readonly number: number
  /** Name of the own workflow file. */
  readonly file: string
  /** Id of the account that writes the reports; `null`: GitHub does not say. */
  readonly self: number | null
  /** Whether the titles of the workflow's runs end with the number of their issue, as `run-name` says. */
  readonly titlesName: boolean
}

/**
 * Whether a title is that of `run-name`, and ends with the number of the issue. Without `run-name`, the title is that of the
 * issue, which anybody may let end with the number of another one. Pure.
 */
export const namesIssue = (
  title: string,
  issue: { readonly number: number; readonly title: string },
): boolean =>
  endsWithNumber(title, issue.number) && !title.endsWith(issue.title) && !issue.title.startsWith(title)

export const endsWithNumber = (title: string, number: number): boolean => title.endsWith(` #${number}`)

/**
 * The newest comment about a run on an issue or pull request; `null`: there is none. Only what the action itself wrote
 * counts: strangers can write such a marker, and other bots can quote it.
 */
async function findReport({ issues, number, self }: Place): Promise<Report | null> {
  for (const comment of (await issues.listComments(number)).toReversed()) {
    const found = MARKER.exec(comment.body)
    if (found === null || self === null || comment.user?.id !== self) continue
    const source = found[2] === 'label' ? 'label' : Number(found[2])
    return { comment, run: Number(found[1]), source }
  }
  return null
}

/**
 * A runner that was lost leaves a comment that says it is working. Other workflows of the repository write as the same bot,
 * and can quote what a stranger wrote: a run of another workflow, or of another issue, is not the one of the report.
 */
async function isRunning(place: Place, { comment, run }: Report): Promise<boolean> {
  if (!comment.body.startsWith('⏳')) return false
  const { number, file, titlesName } = place
  const found = await place.issues.readRun(run)
  if (found === null || found.isOver || found.file !== file) return false
  return !titlesName || endsWithNumber(found.title, number)
}

/**
 * Whether a label on this issue started the run of the report, and it failed. Unlike a comment, a label is not looked at
 * again, so only what GitHub says of the run counts.
 */
async function wasLabelled(place: Place, { run }: Report): Promise<boolean> {
  const { number, file, titlesName } = place
  const found = await place.issues.readRun(run)
  if (found === null || found.file !== file || found.event !== 'issues') return false
  return titlesName && endsWithNumber(found.title, number) && !found.hasSucceeded && !found.isSkipped
}

/** The last run on an issue or pull request, if it is working; `null`: none is. */
export async function findRunning(place: Place): Promise<number | null> {
  const report = await findReport(place)
  return report !== null && (await isRunning(place, report)) ? report.run : null
}

/** What the last run on an issue or pull request is doing, as an answer to `status`. */
export async function describeLastRun(place: Place): Promise<string> {
  if (place.self === null) return NO_REACTION
  const report = await findReport(place)
  if (report === null) return NO_RUN
  const { comment } = report
  if (await isRunning(place, report)) return `The last run is working: see [its comment](${comment.url}).`
  return comment.body.startsWith('⏳')
    ? `The last run ended without a result: see [its comment](${comment.url}).`
    : `The last run has ended: see [its comment](${comment.url}).`
}

/** Those of one comment, for one run. */
export const joinPrompts = (texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n\n')

export type Retry =
  | { readonly kind: 'refused'; readonly text: string }
  /** `text`: the prompt; empty: what the issue describes. */
  | {
      readonly kind: 'again'
      readonly text: string
      readonly mode?: Mode | undefined
      readonly source: RequestSource
    }

const refused = (text: string): Retry => ({ kind: 'refused', text })

/**
 * What the last run was asked for, if it failed or was cancelled. The comment counts only as it was then, and only if its
 * author may still ask: GitHub shows an edit, but not by whom.
 */
export async function findRetry(place: Place, triggers: Triggers): Promise<Retry> {
  const { issues } = place
  if (place.self === null) return refused(NO_REACTION)
  const report = await findReport(place)
  if (report === null) return refused(NO_RUN)
  if (await isRunning(place, report)) return refused(STILL_RUNNING)
  if (saysSuccess(report.comment.body)) return refused(NOTHING_TO_RETRY)
  const { source } = report
  if (source === 'label')
    return (await wasLabelled(place, report)) ? { kind: 'again', text: '', source } : refused(NOT_LABELLED)
  const comment = await issues.readComment(source)
  const author = comment?.user ?? null
  const isAsItWas = comment !== null && comment.issue === place.number && !comment.isEdited
  if (!isAsItWas || author === null || !(await mayAsk(issues, triggers, author, comment.app)))
    return refused(COMMENT_CHANGED)
  const asked = findMentions(comment.body, null).slice(0, MAX_MENTIONS)
  const prompts = asked.filter((mention) => mention.kind === 'prompt')
  const [first] = prompts
  if (first === undefined) return refused(COMMENT_CHANGED)
  const same = prompts.filter(({ mode }) => mode === undefined || mode === first.mode)
  return { kind: 'again', text: joinPrompts(same.map(({ text }) => text)), mode: first.mode, source }
}
