import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import type { AssignedIssue } from '../../../contract/runner-protocol/material.ts'
import { didYouMean } from '../../../mention/close-verb.ts'
import { hasStatus, type Issues, type PullRequest, type WorkflowRun } from './connect-issues.ts'
import {
  describeLastRun,
  endsWithNumber,
  findRetry,
  findRunning,
  namesIssue,
  type Place,
  type RequestSource,
} from './last-run.ts'
import { checkRequester, mayAsk, mayStart, readTriggers, type Triggers } from './may-ask.ts'
import type { Issue, Person, Trigger, WorkRequest } from './read-trigger.ts'
import { CAP_REACHED, HELP, NO_UPDATE, NOT_OURS, NOTHING_ASKED, stopped, UNREAD_ISSUE } from './replies.ts'
import type { OwnRun } from './workflow-run.ts'

export interface AdmissionContext {
  readonly issues: Issues
  readonly own: OwnRun
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs in 24 hours that people with write access have started, this one included. */
  readonly maxRunsPerDay: number
  readonly serverUrl: string
}

/** The work that somebody may ask for. */
export interface Work {
  readonly prompt: string
  /** Number of the issue or pull request where it was asked, and where the run is shown. */
  readonly place: number
  /** What names the work. A retry has that of the run that it repeats. */
  readonly source: RequestSource
  readonly issue: AssignedIssue | null
  /** The pull request that the work continues; `null`: a new one. */
  readonly pull: PullRequest | null
  readonly requester: CommitIdentity
}

export type Admission =
  | { readonly kind: 'ignored'; readonly why: string }
  | { readonly kind: 'answered'; readonly place: number; readonly text: string }
  | { readonly kind: 'work'; readonly work: Work }

const answered = (place: number, text: string): Admission => ({ kind: 'answered', place, text })

/** Whether a trigger leads to work. Strangers get no answer, so that they cannot make the workflow write comments. */
export async function admitTrigger(context: AdmissionContext, trigger: Trigger): Promise<Admission> {
  if (trigger.kind === 'none') return { kind: 'ignored', why: trigger.why }
  const { by, issue, mention, comment } = trigger
  const { issues } = context
  const place = issue.number
  const permission = await checkRequester(issues, trigger)
  if (permission.kind === 'ignored') return permission
  const { triggers } = permission
  const about = { by, issue, triggers }
  const self = comment === null ? null : await issues.react(comment)
  if (self === 'deleted') return { kind: 'ignored', why: 'The comment was deleted.' }
  if (mention.kind === 'verb') {
    if (mention.verb === 'help') return answered(place, HELP)
    if (mention.verb === 'update') return answered(place, NO_UPDATE)
    const own = await issues.readRun(context.own.id)
    const titlesName = own !== null && namesIssue(own.title, issue)
    const here = { issues, number: place, file: context.own.file, self, titlesName }
    switch (mention.verb) {
      case 'status':
        return answered(place, await describeLastRun(here))
      case 'retry': {
        const retry = await findRetry(here, triggers)
        return retry.kind === 'refused' ? answered(place, retry.text) : admitWork(context, about, retry)
      }
      case 'stop':
        return answered(place, await stopRuns(context, here))
    }
  }
  if (mention.kind === 'typo') return answered(place, didYouMean(mention.word, mention.verb))
  return admitWork(context, about, { text: mention.text, source: comment ?? 'label' })
}

interface About extends Pick<WorkRequest, 'by' | 'issue'> {
  readonly triggers: Triggers
}

/** `text`: what to do; empty: what the issue describes. */
async function admitWork(
  context: AdmissionContext,
  { by, issue, triggers }: About,
  { text: prompt, source }: { readonly text: string; readonly source: RequestSource },
): Promise<Admission> {
  const { issues } = context
  const place = issue.number
  if (await isCapReached(context)) return answered(place, CAP_REACHED(context.maxRunsPerDay))
  const requester = identityOf(by, context.serverUrl)
  const common = { place, source, requester }
  if (issue.pull_request) {
    const pull = await issues.readPull(place)
    if (!pull.isOwn || !pull.isOpen || !pull.branch.startsWith(BRANCH_PREFIX))
      return answered(place, NOT_OURS)
    if (prompt === '') return answered(place, NOTHING_ASKED)
    return { kind: 'work', work: { ...common, prompt, issue: null, pull } }
  }
  const isOpen = triggers.issueText === 'everyone'
  const isReadable = isOpen || (await mayBeRead(issues, triggers, { issue, by }))
  const text = isReadable ? textOf(issue) : null
  if (prompt === '' && text === null) return answered(place, UNREAD_ISSUE)
  const assigned = { number: place, ...(text !== null && { text }) }
  const work = { ...common, prompt: prompt === '' ? `Resolve issue #${place}.` : prompt }
  return { kind: 'work', work: { ...work, issue: assigned, pull: null } }
}

/** Only people with write access can push such a branch to the repository. */
export const BRANCH_PREFIX = 'prentice/'

const textOf = ({ title, body, user }: Issue) => ({ title, body: body ?? '', author: user?.login ?? 'ghost' })

/** What somebody without write access wrote is left out: it is not for them to say what the agent does. */
const mayBeRead = async (
  issues: Issues,
  triggers: Triggers,
  { issue: { user }, by }: { readonly issue: Issue; readonly by: Person },
): Promise<boolean> => user !== null && (user.id === by.id || (await mayAsk(issues, triggers, user, null)))

/** GitHub's own no-reply address: https://docs.github.com/en/account-and-profile/reference/email-addresses-reference */
const identityOf = ({ id, login }: Person, serverUrl: string): CommitIdentity => ({
  name: login,
  email: `${id}+${login}@users.noreply.${new URL(serverUrl).hostname}`,
})

const DAY_MS = 86_400_000

const recentRuns = ({ issues, own, now }: AdmissionContext): Promise<WorkflowRun[]> =>
  issues.listRuns(own.file, new Date(now() - DAY_MS))

/** Comments of strangers start runs of that name, too, which end by themselves. */
const MOST_STOPPED = 20

/**
 * Cancels the runs that were asked for on the same issue or pull request: the one that the last report is about, and
 * those whose title ends with its number, if `run-name` of the workflow says so.
 */
async function stopRuns(context: AdmissionContext, place: Place): Promise<string> {
  const { issues, own } = context
  const reported = await findRunning(place)
  const recent = place.titlesName ? await recentRuns(context) : []
  const titled = recent.filter(
    ({ id, isOver, title }) => id !== own.id && !isOver && endsWithNumber(title, place.number),
  )
  const found = new Set([...(reported === null ? [] : [reported]), ...titled.map(({ id }) => id)])
  let count = 0
  for (const id of [...found].slice(0, MOST_STOPPED)) {
    try {
      await issues.cancelRun(id)
      count += 1
    } catch (error) {
      // It has ended meanwhile.
      if (!hasStatus(error, 409)) throw error
    }
  }
  return stopped(count)
}

/** More people than a repository has writers who are active on one day. */
const MAX_ACTORS = 20

/** Comments of strangers start workflow runs, too. Those do not count. */
export async function isCapReached(context: AdmissionContext): Promise<boolean> {
  const { issues, own, maxRunsPerDay } = context
  const runs = (await recentRuns(context)).filter(({ id, isSkipped }) => id !== own.id && !isSkipped)
  if (runs.length < maxRunsPerDay) return false
  const triggers = await readTriggers(issues)
  const byActor = Map.groupBy(runs, ({ actor }) => actor?.id ?? 0)
  let count = 0
  for (const started of [...byActor.values()].toSorted((a, b) => b.length - a.length).slice(0, MAX_ACTORS)) {
    const actor = started[0]?.actor ?? null
    if (actor !== null && (await mayStart(issues, triggers, actor))) count += started.length
  }
  return count >= maxRunsPerDay
}
