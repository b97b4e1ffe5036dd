import { createHash } from 'node:crypto'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { issuePushToken } from '../../../../src/app/runs/push-token.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import type { Assignment } from '../../../../src/contract/runner-protocol/assignment.ts'
import { PROTOCOL_VERSION } from '../../../../src/contract/runner-protocol/protocol.ts'
import type { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { identity, type UseCases } from '../../../support/app/claimed-run.ts'
import type { SimulatedRun, simulatedGithub } from './simulated-github.ts'

export type Outcome = 'published' | 'no-change' | 'failed'

/** What a runner has got done, for a test to hold the job against. */
export interface RunnerFacts {
  readonly run: SimulatedRun
  claimed: boolean
  /** Numbers of the prompts that it was given. */
  readonly handed: Set<number>
  /** The outcome the app has taken from it. */
  recorded: Outcome | null
}

/** The action in a workflow run: each `step` is one call, and a call that it repeats is the one before. */
export function simulatedRunner(
  app: UseCases,
  github: ReturnType<typeof simulatedGithub>,
  run: SimulatedRun,
  outcome: Outcome,
) {
  const facts: RunnerFacts = { run, claimed: false, handed: new Set(), recorded: null }
  const secret = createHash('sha256').update(String(run.id)).digest('base64url')
  const who = identity({ workflowRunId: run.id })
  let assignment: Assignment | null = null
  let acknowledged = 0
  let seq = 0
  let result: ResultRequest | null = null

  async function claim(): Promise<boolean> {
    const claimed = await claimRun(app, who, secret, { run: run.run, protocol: PROTOCOL_VERSION })
    if (claimed.kind === 'refused') return giveUp('success')
    facts.claimed = true
    assignment = claimed.assignment
    take(assignment.prompts)
    return true
  }

  function take(prompts: readonly { readonly number: number }[]): void {
    for (const { number } of prompts) facts.handed.add(number)
    acknowledged = Math.max(acknowledged, ...facts.handed)
  }

  async function work(): Promise<boolean> {
    seq += 1
    const at = new Date(app.now()).toISOString()
    const events = [{ seq, at, event: { type: 'note', text: 'x' } as const }]
    const answer = await recordEvents(app, run.run, secret, { events, acknowledged })
    if (answer.kind === 'refused' || answer.stop) return giveUp('cancelled')
    take(answer.messages)
    return true
  }

  async function publish(): Promise<boolean> {
    const plan = { files: 1, additions: 1, deletions: 0 }
    const token = await issuePushToken(app, who, run.run, secret, { acknowledged, plan })
    return token.kind === 'issued' ? true : giveUp('cancelled')
  }

  async function report(): Promise<boolean> {
    result ??= makeResult()
    const told = await recordResult(app, run.run, secret, result)
    if (told.kind === 'refused') return giveUp('failure')
    if (told.recorded) facts.recorded = outcome
    return true
  }

  function makeResult(): ResultRequest {
    const words = { acknowledged, summary: null, usage: null }
    if (outcome === 'no-change') return { outcome, ...words, headSha: github.head() }
    if (outcome === 'failed')
      return { outcome, ...words, reason: reason('model-failed', 'x'), published: null }
    const headSha = createHash('sha1').update(String(run.id)).digest('hex')
    const pullRequest = github.publish(assignment?.branch ?? '', headSha)
    return { outcome, ...words, published: { headSha, pullRequest } }
  }

  function giveUp(conclusion: string): false {
    github.end(run, conclusion)
    return false
  }

  const script = [claim, work, work, ...(outcome === 'published' ? [publish] : []), report]
  let done = 0
  let isBusy = false

  async function call(place: number): Promise<boolean> {
    const next = script[place]
    if (next === undefined) return giveUp('success')
    if (isBusy) return false
    isBusy = true
    try {
      return await next()
    } catch (error) {
      // The app answers 503, and the action asks again.
      if (error instanceof GithubUnavailable) return false
      throw error
    } finally {
      isBusy = false
    }
  }

  return {
    facts,
    isAlive: () => run.status !== 'completed',
    async step(): Promise<void> {
      if (run.status === 'completed') return
      run.status = 'in_progress'
      if (await call(done)) done += 1
    },
    /** Its answer was lost on the way. */
    async repeat(): Promise<void> {
      if (run.status !== 'completed' && done > 0 && done <= script.length) await call(done - 1)
    },
  }
}
