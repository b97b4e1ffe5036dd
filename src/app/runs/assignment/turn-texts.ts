import type { Assignment, EarlierTurn } from '../../../contract/runner-protocol/assignment.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import type { Job } from '../../domain/job.ts'
import { closedIssueOf } from '../../domain/job-view.ts'
import { wasNeverClaimed } from '../../domain/open-run.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import type { Run } from '../../domain/run.ts'
import type { Permissions } from '../../projects/installation-permissions.ts'
import {
  type NumberedMessage,
  readMessages,
  readPrompts,
  type StoredMessage,
} from '../../records/messages.ts'
import { earlierRuns, readResults } from '../../records/run-history.ts'
import type { Store } from '../../store/store.ts'
import { findSavedWork, type WorkOfEarlierRun } from './saved-patch.ts'

/** What was asked of the job, and what earlier runs made of it. */
export interface TurnTexts {
  /** From the first of the job to the last of the turn. */
  readonly messages: readonly NumberedMessage[]
  readonly earlier: EarlierTurn[]
  readonly savedWork: WorkOfEarlierRun
}

/** `known`: messages that were read already, from the first on. */
export async function readTurn(
  store: Store,
  job: Job,
  known: readonly NumberedMessage[],
): Promise<TurnTexts> {
  const { last } = job.run
  const [more, earlier, savedWork] = await Promise.all([
    readMessages(store, job.id, known.length + 1, last),
    readEarlier(store, job),
    findSavedWork(store, job),
  ])
  return { messages: [...known.slice(0, last), ...more], earlier, savedWork }
}

/** A later turn sees at most this many characters of each earlier prompt. */
const EARLIER_PROMPT_LIMIT = 4_000

async function readEarlier(store: Store, job: Job): Promise<EarlierTurn[]> {
  const runs = (await earlierRuns(store, job)).filter((run) => !wasNeverClaimed(run))
  const results = await readResults(store, job.id, runs)
  return Promise.all(
    runs.map(async (run, i) => {
      const prompts = await readPrompts(store, job.id, run.first, run.last)
      return {
        prompts: prompts.map(({ text }) => shorten(text, EARLIER_PROMPT_LIMIT)),
        outcome: run.reason === null ? run.state : `${run.state}: ${run.reason.message}`,
        summary: results[i]?.summary ?? null,
      }
    }),
  )
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
