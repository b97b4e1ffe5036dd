import { reason } from '../../contract/reasons.ts'
import { LONGEST_PARKING_SECONDS } from '../../contract/runner-protocol/result.ts'
import { cutTail } from '../../contract/text.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { AgentTask } from '../agent/prompt/agent-task.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { applyPatch } from '../git/diff/patch.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { NoteProgress } from './end-run.ts'
import { hasConflicts } from './merge-base.ts'
import type { RunContext } from './run-context.ts'

/** Whether the server continues a run whose model has no quota left. Otherwise, its work becomes a draft. */
export const canPark = ({ controlPlane }: Pick<RunContext, 'controlPlane'>): boolean =>
  controlPlane.assignment.features?.includes('parked-runs') ?? false

const NOTES_LIMIT = 10_000

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

/** Puts the work of a parked run into the work tree. If it no longer applies, the agent gets it to read. */
export async function resumeParked(job: RunContext, checkout: Checkout): Promise<EarlierWork> {
  const { savedPatch, unfinishedWork } = job.controlPlane.assignment
  const text = (patch: string) => Buffer.from(patch, 'base64').toString('utf8')
  if (unfinishedWork === undefined)
    return { savedPatch: savedPatch === undefined ? null : text(savedPatch.patch) }
  const { patch, notes } = unfinishedWork
  const isApplied = !hasConflicts(checkout) && (await applyPatch(checkout, Buffer.from(patch, 'base64')))
  const said = isApplied
    ? 'The agent continues the work of the parked run.'
    : 'The work of the parked run no longer applies: the agent does it again.'
  job.controlPlane.report({ type: 'note', text: said })
  job.log.info(said)
  return isApplied
    ? { savedPatch: null, unfinished: { diff: text(patch), notes } }
    : { savedPatch: text(patch) }
}
