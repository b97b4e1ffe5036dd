import type { Assignment, EarlierTurn } from '../../../contract/runner-protocol/assignment.ts'
import type { Material } from '../../../contract/runner-protocol/material.ts'
import type { Job, Run } from '../../domain/job.ts'
import { closedIssueOf } from '../../domain/job-view.ts'
import { wasNeverClaimed } from '../../domain/open-run.ts'
import type { Permissions } from '../../projects/installation-permissions.ts'
import { type NumberedMessage, readPrompts, type StoredMessage } from '../../records/messages.ts'
import { earlierRuns, readResults } from '../../records/run-history.ts'
import type { Store } from '../../store/store.ts'

/** A later turn sees at most this many characters of each earlier prompt. */
const EARLIER_PROMPT_LIMIT = 4_000

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

export async function earlierTurns(deps: { readonly store: Store }, job: Job): Promise<EarlierTurn[]> {
  const runs = (await earlierRuns(deps.store, job)).filter((run) => !wasNeverClaimed(run))
  const results = await readResults(deps.store, job.id, runs)
  return Promise.all(
    runs.map(async (run, i) => {
      const prompts = await readPrompts(deps.store, job.id, run.first, run.last)
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
