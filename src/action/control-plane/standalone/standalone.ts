import type { Reason } from '../../../contract/reasons.ts'
import type { RepositoryName } from '../../../contract/runner-protocol/publish.ts'
import { classifyError, type RetryOptions } from '../../github/retries.ts'
import type { Log } from '../../log/log.ts'
import { fail } from '../../outcome/run-failure.ts'
import type { Inputs, Mode } from '../../start/inputs.ts'
import type { Connection, ControlPlane } from '../control-plane.ts'
import { type AdmitDeps, admitTrigger, hear, isCapReached, type Work } from './admit-trigger.ts'
import { buildAssignment, readSettings } from './build-assignment.ts'
import { connectIssues, type Issues } from './connect-issues.ts'
import { markAnswer, markReport } from './last-run.ts'
import type { RememberComment } from './pending-comment.ts'
import { findTrigger, readPayload } from './read-trigger.ts'
import { CAP_REACHED } from './replies.ts'
import {
  describeForbidden,
  endedComment,
  lostComment,
  notBegunComment,
  type ReportFacts,
  workingComment,
} from './report-comment.ts'
import { allowedEvent, type Environment, readOwnRun, readRepository } from './workflow-run.ts'

interface StandaloneDeps {
  readonly inputs: Inputs
  readonly apiUrl: string
  /** `owner/name` */
  readonly repository: string
  readonly environment: Environment
  /** A few random letters and digits. */
  readonly id: string
  readonly signal: AbortSignal
  readonly now: () => number
  readonly log: Log
  /** For the post step. */
  readonly rememberComment: RememberComment
}

type Standalone = Extract<Mode, { kind: 'standalone' }>

/** Without a server: the workflow's own token is used for everything. */
export async function runStandalone(mode: Standalone, deps: StandaloneDeps): Promise<Connection> {
  try {
    return await connect(mode, deps)
  } catch (error) {
    const verdict = classifyError(error, deps.now())
    if (verdict.kind !== 'refused' || verdict.status !== 403) throw error
    throw fail(
      'input-invalid',
      `the token of the workflow lacks a permission, see its template in docs/standalone.yml (${verdict.detail})`,
      error,
    )
  }
}

async function connect(mode: Standalone, deps: StandaloneDeps): Promise<Connection> {
  const { token } = mode
  const { apiUrl, signal, inputs, environment, now } = deps
  const event = allowedEvent(environment)
  const repository = await readRepository({ apiUrl, repository: deps.repository, token, signal })
  const own = readOwnRun(environment, repository.default_branch)
  const issues = connectIssues({
    ...{ apiUrl, token, signal },
    owner: repository.owner.login,
    name: repository.name,
  })
  const maxRunsPerDay = inputs['max-runs-per-day']
  const admit: AdmitDeps = { issues, own, now, maxRunsPerDay, serverUrl: new URL(repository.html_url).origin }
  let work: Work | null = null
  if (event === 'issue_comment' || event === 'issues') {
    const payload = await readPayload(environment.GITHUB_EVENT_PATH)
    const admission = await admitTrigger(admit, findTrigger(event, payload))
    if (admission.kind === 'ignored') return { kind: 'taken', note: admission.why }
    if (admission.kind === 'answered') {
      await issues.comment(admission.place, markAnswer(admission.text), patienceOf(deps))
      return { kind: 'taken', note: `Answered in a comment on #${admission.place}.` }
    }
    work = admission.work
  } else if (await isCapReached(admit)) return { kind: 'taken', note: CAP_REACHED(maxRunsPerDay) }

  const { model, prompt } = mode
  const assignment = buildAssignment({
    ...{ inputs, model, token, repository, work },
    prompt: work?.prompt ?? prompt ?? '',
    id: deps.id,
  })
  const { base, branch } = assignment
  const pull = work?.pull?.number ?? null
  const facts = {
    ...{ repositoryUrl: assignment.repository.url, base, branch, pull, logUrl: own.url },
    closes: assignment.issue?.number ?? null,
  }
  const show = work === null ? null : await openReport(issues, work, { facts, run: own.id, deps })
  const controlPlane: ControlPlane = {
    assignment,
    report: () => {},
    takeMessages: () => [],
    findSettings: async (read) => readSettings(await read()),
    findInstructions: (read, rules) => read(rules.protectedPaths),
    getPushAccess: async () => ({ token, repository: await readName(token, deps, assignment.repository) }),
    // No prompt asks for an update.
    commitMerge: () => Promise.reject(new Error('standalone mode merges no base')),
    savePatch: async () => {},
    async finish(end, isHurried) {
      // Nobody asked in a place where a comment could say so.
      const compare = show === null ? describeForbidden(end, facts) : null
      if (compare !== null) deps.log.warning(compare)
      await show?.(endedComment(end, facts), isHurried ? null : patienceOf(deps)).catch((error: unknown) => {
        const said = error instanceof Error ? error.message : String(error)
        deps.log.warning(`GitHub refuses the comment about the end of the run: ${said}`)
      })
    },
  }
  return { kind: 'claimed', controlPlane }
}

/** The current name of the repository, since a push follows no redirect. `known`: its name at the start. */
async function readName(
  token: string,
  { apiUrl, repository, signal }: StandaloneDeps,
  known: RepositoryName,
): Promise<RepositoryName> {
  try {
    const { owner, name } = await readRepository({ apiUrl, repository, token, signal })
    return { owner: owner.login, name }
  } catch {
    // The push may work nevertheless, and says why if it does not.
    signal.throwIfAborted()
    return known
  }
}

/** Without its comments, nobody knows whether a run has begun, or how it ended. */
const patienceOf = ({ now, signal, log }: Pick<StandaloneDeps, 'now' | 'signal' | 'log'>): RetryOptions => ({
  ...{ now, signal, onWait: log.info },
  deadline: now() + LONGEST_WAIT_MS,
})

const LONGEST_WAIT_MS = 300_000

/** Tells people where they asked that the run has begun. Returns what replaces that text. */
async function openReport(
  issues: Issues,
  { place, asked }: Work,
  { facts, run, deps }: { readonly facts: ReportFacts; readonly run: number; readonly deps: StandaloneDeps },
): Promise<(text: string, patience: RetryOptions | null) => Promise<void>> {
  const { rememberComment, now } = deps
  const mark = (text: string) => markReport(text, { run, asked })
  const comment = await issues.comment(place, mark(workingComment(facts)), patienceOf(deps))
  rememberComment({ comment, body: mark(lostComment(facts)) })
  return async (text, patience) => {
    const body = mark(text)
    rememberComment({ comment, body })
    try {
      await issues.updateComment(comment, body, patience)
    } catch (error) {
      // It was deleted, for example.
      if (classifyError(error, now()).kind === 'refused') rememberComment(null)
      throw error
    }
    rememberComment(null)
  }
}

type AnswerDeps = Pick<StandaloneDeps, 'environment' | 'apiUrl' | 'signal' | 'now' | 'log'>

/**
 * Says where somebody asked why no run can begin, for example because of a wrong input. Strangers get no answer. A failure is
 * logged as a warning, since the run already has a reason.
 */
export async function answerNotBegun(deps: AnswerDeps, why: Reason): Promise<void> {
  const { environment, log } = deps
  const { GITHUB_EVENT_NAME: event = '', GITHUB_REPOSITORY: repository = '' } = environment
  const token = environment['INPUT_GITHUB-TOKEN']?.trim() ?? ''
  const hasServer = (environment['INPUT_APP-URL'] ?? '').trim() !== ''
  if (hasServer || token === '' || (event !== 'issue_comment' && event !== 'issues')) return
  try {
    await answer(deps, { event, token, repository, why })
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    log.warning(`No comment says why the run could not begin: ${said}`)
  }
}

interface Asked {
  readonly event: 'issue_comment' | 'issues'
  readonly token: string
  /** `owner/name` */
  readonly repository: string
  readonly why: Reason
}

async function answer(deps: AnswerDeps, { event, token, repository: name, why }: Asked): Promise<void> {
  const { environment, apiUrl, signal } = deps
  const trigger = findTrigger(event, await readPayload(environment.GITHUB_EVENT_PATH))
  if (trigger.kind === 'none') return
  const repository = await readRepository({ apiUrl, repository: name, token, signal })
  const own = readOwnRun(environment, repository.default_branch)
  const issues = connectIssues({
    ...{ apiUrl, token, signal },
    owner: repository.owner.login,
    name: repository.name,
  })
  if ((await hear(issues, trigger)).kind === 'ignored') return
  const { number, pull_request: pull } = trigger.issue
  const facts = { repositoryUrl: repository.html_url, pull: pull ? number : null, logUrl: own.url }
  await issues.comment(number, markAnswer(notBegunComment(why, facts)), patienceOf(deps))
}
