import type { Reason } from '../../../contract/reasons.ts'
import type { RepositoryName } from '../../../contract/runner-protocol/publish.ts'
import { classifyError, type RetryOptions } from '../../github/retries.ts'
import type { Log } from '../../log/log.ts'
import { fail } from '../../outcome/run-failure.ts'
import type { Inputs, Mode } from '../../start/inputs.ts'
import { messageOf } from '../../text/format.ts'
import type { Connection, ControlPlane } from '../control-plane.ts'
import { type AdmissionContext, admitTrigger, isCapReached, type Work } from './admit-trigger.ts'
import { composeAssignment, resolveSettings } from './compose-assignment.ts'
import { connectIssues, type Issues } from './connect-issues.ts'
import { markAnswer, markReport } from './last-run.ts'
import { checkRequester } from './may-ask.ts'
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

interface StandaloneRun {
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
export async function connectStandalone(mode: Standalone, run: StandaloneRun): Promise<Connection> {
  try {
    return await connect(mode, run)
  } catch (error) {
    const verdict = classifyError(error, run.now())
    if (verdict.kind !== 'refused' || verdict.status !== 403) throw error
    throw fail(
      'input-invalid',
      `the token of the workflow lacks a permission, see its template in docs/standalone.yml (${verdict.detail})`,
      error,
    )
  }
}

async function connect(mode: Standalone, run: StandaloneRun): Promise<Connection> {
  const { token } = mode
  const { inputs, environment, now } = run
  const event = allowedEvent(environment)
  const { repository, own, issues } = await connectRepository(run, token)
  const maxRunsPerDay = inputs['max-runs-per-day']
  const admit: AdmissionContext = {
    issues,
    own,
    now,
    maxRunsPerDay,
    serverUrl: new URL(repository.html_url).origin,
    log: run.log,
  }
  let work: Work | null = null
  if (event === 'issue_comment' || event === 'issues') {
    const payload = await readPayload(environment.GITHUB_EVENT_PATH)
    const admission = await admitTrigger(admit, findTrigger(event, payload))
    if (admission.kind === 'ignored') return { kind: 'taken', note: admission.why }
    if (admission.kind === 'answered') {
      await issues.comment(admission.place, markAnswer(admission.text), retryOptions(run))
      return { kind: 'taken', note: `Answered in a comment on #${admission.place}.` }
    }
    work = admission.work
    if (admission.text !== null)
      await issues.comment(work.place, markAnswer(admission.text), retryOptions(run))
  } else if (await isCapReached(admit)) return { kind: 'taken', note: CAP_REACHED(maxRunsPerDay) }

  const { model, prompt } = mode
  const assignment = composeAssignment({
    ...{ inputs, model, token, repository, work },
    prompt: work?.prompt ?? prompt ?? '',
    id: run.id,
  })
  const { base, branch } = assignment
  const pull = work?.pull?.number ?? null
  const facts = {
    ...{ repositoryUrl: assignment.repository.url, base, branch, pull, logUrl: own.url },
    mode: assignment.mode,
    closes: assignment.issue?.number ?? null,
  }
  const show = work === null ? null : await openReport(issues, work, { facts, id: own.id, run })
  const controlPlane: ControlPlane = {
    assignment,
    report: () => {},
    takeMessages: () => [],
    findSettings: async (read) => resolveSettings(await read()),
    findInstructions: (read, rules) => read(rules.protectedPaths),
    getPushAccess: async () => ({ token, repository: await readName(token, run, assignment.repository) }),
    // No prompt asks for an update.
    commitMerge: () => Promise.reject(new Error('standalone mode merges no base')),
    savePatch: async () => {},
    async finish(end, isHurried) {
      // Nobody asked in a place where a comment could say so.
      const compare = show === null ? describeForbidden(end, facts) : null
      if (compare !== null) run.log.warning(compare)
      await show?.(endedComment(end, facts), isHurried ? null : retryOptions(run)).catch((error: unknown) => {
        run.log.warning(`GitHub refuses the comment about the end of the run: ${messageOf(error)}`)
      })
    },
  }
  return { kind: 'claimed', controlPlane }
}

async function connectRepository(
  {
    apiUrl,
    repository: name,
    signal,
    environment,
  }: Omit<AnsweringRun, 'now' | 'log'> & { repository: string },
  token: string,
) {
  const repository = await readRepository({ apiUrl, repository: name, token, signal, environment })
  const issues = connectIssues({
    ...{ apiUrl, token, signal },
    owner: repository.owner.login,
    name: repository.name,
    repositoryId: repository.id,
  })
  return { repository, own: readOwnRun(environment, repository.default_branch), issues }
}

/** The current name of the repository, since a push follows no redirect. `known`: its name at the start. */
async function readName(
  token: string,
  { apiUrl, repository, signal, environment }: StandaloneRun,
  known: RepositoryName,
): Promise<RepositoryName> {
  try {
    const { owner, name } = await readRepository({ apiUrl, repository, token, signal, environment })
    return { owner: owner.login, name }
  } catch {
    // The push may work nevertheless, and says why if it does not.
    signal.throwIfAborted()
    return known
  }
}

/** Without its comments, nobody knows whether a run has begun, or how it ended. */
const retryOptions = ({ now, signal, log }: Pick<StandaloneRun, 'now' | 'signal' | 'log'>): RetryOptions => ({
  ...{ now, signal, onWait: log.info },
  deadline: now() + LONGEST_WAIT_MS,
})

const LONGEST_WAIT_MS = 300_000

/** Tells people where they asked that the run has begun. Returns what replaces that text. */
async function openReport(
  issues: Issues,
  { place, source }: Work,
  { facts, id, run }: { readonly facts: ReportFacts; readonly id: number; readonly run: StandaloneRun },
): Promise<(text: string, retry: RetryOptions | null) => Promise<void>> {
  const { rememberComment, now } = run
  const mark = (text: string) => markReport(text, { run: id, source })
  const comment = await issues.comment(place, mark(workingComment(facts)), retryOptions(run))
  rememberComment({ comment, body: mark(lostComment(facts)) })
  return async (text, retry) => {
    const body = mark(text)
    rememberComment({ comment, body })
    try {
      await issues.updateComment(comment, body, retry)
    } catch (error) {
      // It was deleted, for example.
      if (classifyError(error, now()).kind === 'refused') rememberComment(null)
      throw error
    }
    rememberComment(null)
  }
}

type AnsweringRun = Pick<StandaloneRun, 'environment' | 'apiUrl' | 'signal' | 'now' | 'log'>

/**
 * Says where somebody asked why no run can begin, for example because of a wrong input. Strangers get no answer. A failure is
 * logged as a warning, since the run already has a reason.
 */
export async function answerNotBegun(run: AnsweringRun, why: Reason): Promise<void> {
  const { environment, log } = run
  const { GITHUB_EVENT_NAME: event = '', GITHUB_REPOSITORY: repository = '' } = environment
  const token = environment['INPUT_GITHUB-TOKEN']?.trim() ?? ''
  const hasServer = (environment['INPUT_APP-URL'] ?? '').trim() !== ''
  if (hasServer || token === '' || (event !== 'issue_comment' && event !== 'issues')) return
  try {
    await answer(run, { event, token, repository, why })
  } catch (error) {
    log.warning(`No comment says why the run could not begin: ${messageOf(error)}`)
  }
}

async function answer(
  run: AnsweringRun,
  {
    event,
    token,
    repository: name,
    why,
  }: { event: 'issue_comment' | 'issues'; token: string; repository: string; why: Reason },
): Promise<void> {
  const trigger = findTrigger(event, await readPayload(run.environment.GITHUB_EVENT_PATH))
  if (trigger.kind === 'none') return
  const { repository, own, issues } = await connectRepository({ ...run, repository: name }, token)
  if ((await checkRequester(issues, trigger)).kind === 'ignored') return
  const { number, pull_request: pull } = trigger.issue
  const facts = { repositoryUrl: repository.html_url, pull: pull ? number : null, logUrl: own.url }
  await issues.comment(number, markAnswer(notBegunComment(why, facts)), retryOptions(run))
}
