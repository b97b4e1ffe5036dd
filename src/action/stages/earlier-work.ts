import { reason } from '../../contract/reasons.ts'
import { LONGEST_PARKING_SECONDS, type SavedPatch } from '../../contract/runner-protocol/result.ts'
import { cutTail } from '../../contract/text.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { AgentTask } from '../agent/prompt/agent-task.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { applyGitPatch } from '../git/diff/patch.ts'
import type { NoteProgress } from '../outcome/progress.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import { type AgentWork, NO_USAGE, sanitizeWords } from './agent-work.ts'
import { hasConflicts } from './merge-base.ts'
import { type RunContext, reportNote } from './run-context.ts'

/**
 * Applies the patch that an earlier run of the same prompts saved. The agent then does not run; the change is judged
 * like any other. `null`: there is no saved patch, or it no longer applies.
 */
export async function applySavedPatch(job: RunContext, checkout: Checkout): Promise<AgentWork | null> {
  const { savedPatch: saved } = job.controlPlane.assignment
  // It was made for the conflicts of that time: the base may have changed the same files again since.
  if (saved === undefined || hasConflicts(checkout)) return null
  return job.log.group('Apply the saved patch', async () => {
    if (!(await applyGitPatch(checkout, Buffer.from(saved.patch, 'base64')))) {
      reportNote(job, 'The saved patch no longer applies: the agent does the work again.')
      return null
    }
    reportNote(job, 'The saved patch applies: the model is not called.')
    return { outcome: sanitizeWords(job, outcomeOf(saved, job)), refusedPaths: [], isSaved: true }
  })
}

const outcomeOf = (saved: SavedPatch, { controlPlane }: RunContext): AgentOutcome => ({
  reason: saved.endedBy,
  publishable: true,
  title: saved.title,
  body: saved.body,
  commitMessage: saved.commitMessage,
  files: saved.files ?? [],
  summary: saved.summary,
  ...(saved.output !== undefined && { output: saved.output }),
  usage: NO_USAGE,
  perStep: [],
  acknowledged: Math.max(...controlPlane.assignment.prompts.map(({ number }) => number)),
})

/** Whether the server continues a run whose model has no quota left. Otherwise, its work becomes a draft. */
export const canPark = ({ controlPlane }: Pick<RunContext, 'controlPlane'>): boolean =>
  controlPlane.assignment.features?.includes('parked-runs') ?? false

/** Of the notes for the agent of a later run. */
export const NOTES_LIMIT = 10_000

/** Ends the run before its incomplete work is published: it is saved, and a later run continues it. */
export function failIfParked(job: RunContext, outcome: AgentOutcome, note: NoteProgress): void {
  const { unfinished, reason: why } = outcome
  if (unfinished === undefined || !canPark(job)) return
  const { againInMs, notes } = unfinished
  note({
    parking: {
      seconds: againInMs === null ? null : Math.min(LONGEST_PARKING_SECONDS, Math.ceil(againInMs / 1000)),
      notes: cutTail(job.secrets.redact(notes), NOTES_LIMIT),
    },
  })
  throw new RunFailure(why ?? reason('quota-spent', job.controlPlane.assignment.model))
}

/** The work of an earlier run of the same prompts, for the agent that continues it. */
export type EarlierWork = Pick<AgentTask, 'savedPatch' | 'unfinished'>

/** Puts the work of a run that was parked, or ended with a question, into the work tree. If it no longer applies, the agent gets it to read. */
export async function resumeParked(job: RunContext, checkout: Checkout): Promise<EarlierWork> {
  const { savedPatch, unfinishedWork } = job.controlPlane.assignment
  const text = (patch: string) => Buffer.from(patch, 'base64').toString('utf8')
  if (unfinishedWork === undefined)
    return { savedPatch: savedPatch === undefined ? null : text(savedPatch.patch) }
  const { patch, notes } = unfinishedWork
  const isApplied = !hasConflicts(checkout) && (await applyGitPatch(checkout, Buffer.from(patch, 'base64')))
  reportNote(
    job,
    isApplied
      ? 'The agent continues the saved work of an earlier run.'
      : 'The saved work of an earlier run no longer applies: the agent does it again.',
  )
  return isApplied
    ? { savedPatch: null, unfinished: { diff: text(patch), notes } }
    : { savedPatch: text(patch) }
}
