import { questionText } from '../../../contract/question.ts'
import type { Assignment, EarlierTurn } from '../../../contract/runner-protocol/assignment.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import type { Job } from '../../domain/job.ts'
import { closedIssueOf } from '../../domain/job-view.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import type { Run } from '../../domain/run.ts'
import { wasNeverClaimed } from '../../domain/turns.ts'
import {
  type NumberedMessage,
  readMessages,
  readPrompts,
  type StoredMessage,
} from '../../job-store/messages.ts'
import { earlierRuns, questionIn, readResults } from '../../job-store/run-history.ts'
import type { Permissions } from '../../projects/installed-projects.ts'
import type { Store } from '../../store/store.ts'
import { findSavedWork, type WorkOfEarlierRun } from './saved-patch.ts'

/** The prompts of the job, and the results of earlier runs. */
export interface TurnTexts {
  /** From the first of the job to the last of the turn. */
  readonly messages: readonly NumberedMessage[]
  readonly earlier: EarlierTurn[]
  /** The plan that the turn carries out, revises or asks about, and the question that it answers; empty: there is none. */
  readonly referred: readonly Material[]
  readonly savedWork: WorkOfEarlierRun
}

/** `known`: messages that were read already, from the first on. */
export async function readTurn(
  store: Store,
  job: Job,
  known: readonly NumberedMessage[],
): Promise<TurnTexts> {
  const { last } = job.run
  const [more, past, savedWork] = await Promise.all([
    readMessages(store, job.id, known.length + 1, last),
    readEarlier(store, job),
    findSavedWork(store, job),
  ])
  return { messages: [...known.slice(0, last), ...more], ...past, savedWork }
}

/** A later turn sees at most this many characters of each earlier prompt. */
const EARLIER_PROMPT_LIMIT = 4_000

async function readEarlier(store: Store, job: Job): Promise<Pick<TurnTexts, 'earlier' | 'referred'>> {
  const runs = (await earlierRuns(store, job)).filter((run) => !wasNeverClaimed(run))
  const results = await readResults(store, job.id, runs)
  const planned = openPlan(runs, job.run)
  const text = results[runs.findIndex(({ number }) => number === planned)]?.summary ?? null
  const earlier = await Promise.all(
    runs.map(async (run, i) => {
      const prompts = await readPrompts(store, job.id, run.first, run.last)
      return {
        prompts: prompts.map(({ text }) => shorten(text, EARLIER_PROMPT_LIMIT)),
        outcome: run.reason === null ? run.state : `${run.state}: ${run.reason.message}`,
        summary: run.number === planned ? null : (results[i]?.summary ?? null),
      }
    }),
  )
  const asked = questionIn(results[runs.findIndex(({ number }) => number === job.run.answers)])
  const referred = [
    ...(text === null ? [] : [{ of: 'the plan of an earlier turn', text }]),
    ...(asked === null
      ? []
      : [{ of: 'the question that the last prompt answers', text: questionText(asked) }]),
  ]
  return { earlier, referred }
}

/**
 * The run that made the newest plan, unless an earlier turn asked for a change since. Its text is material: a small window has no room
 * for all earlier turns, and material is complete in a file.
 */
function openPlan(runs: readonly Run[], { first }: Run): number | undefined {
  const before = runs.filter(({ last }) => last < first)
  const since = before.findLastIndex(({ mode }) => mode === undefined) + 1
  return before.slice(since).findLast(({ mode, state }) => mode === 'plan' && state === 'succeeded')?.number
}

const shorten = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit)}… (${text.length - limit} characters more)`

/** An action that cannot use the work of an earlier run does it again. */
export const supportedWork = (
  { savedPatch, unfinishedWork }: WorkOfEarlierRun,
  features: readonly string[] | undefined,
): WorkOfEarlierRun => ({
  ...(savedPatch !== undefined && hasFeature(features, 'saved-patch') && { savedPatch }),
  ...(unfinishedWork !== undefined && hasFeature(features, 'parked-runs') && { unfinishedWork }),
})

/** Whether the turn merges the base into the branch, and does nothing else. */
export function updateIn(
  messages: readonly NumberedMessage[],
  { first }: Run,
  { workflows }: Permissions,
): Pick<Assignment, 'update'> {
  const turn = messages.filter(({ number }) => number >= first)
  if (!turn.some(({ message }) => message?.update)) return {}
  const alone = turn.every(({ message }) => message?.update)
  return { update: { alone, mergesWorkflows: workflows === 'write' } }
}

export function assignedIssue(job: Job, first: StoredMessage | null | undefined): Pick<Assignment, 'issue'> {
  const number = closedIssueOf(job)
  if (number === null) return {}
  const text = first?.issue
  return { issue: { number, ...(text !== undefined && { text }) } }
}

/** The schema of the job. It is kept with its first prompt, and deleted with it. */
export const outputSchemaOf = (first: StoredMessage | null | undefined): Pick<Assignment, 'outputSchema'> =>
  first?.outputSchema === undefined ? {} : { outputSchema: first.outputSchema }

/** The agent reads what comes with the prompts of its turn; the pull request names the sources of all turns. */
export function attachedTo(
  messages: readonly NumberedMessage[],
  { first }: Run,
  { more, isSupported }: { readonly more: readonly Material[]; readonly isSupported: boolean },
): Pick<Assignment, 'material' | 'sources'> {
  const of = (all: readonly NumberedMessage[]) => all.map(({ message }) => message?.attached)
  const attached = of(messages.filter(({ number }) => number >= first)).flatMap((one) => one?.material ?? [])
  const material = [...attached, ...more]
  const sources = of(messages).flatMap((one) => one?.sources ?? [])
  return {
    ...(isSupported && material.length > 0 && { material }),
    ...(sources.length > 0 && { sources }),
  }
}
