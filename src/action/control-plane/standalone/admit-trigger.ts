import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Mode } from '../../../contract/job.ts'
import type { Assignment, CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import type { AssignedIssue } from '../../../contract/runner-protocol/material.ts'
import { type ReadConversation, readConversation } from '../../../conversation/read-conversation.ts'
import { didYouMean } from '../../../mention/close-verb.ts'
import { MAX_MENTIONS, type Mention, MORE_LEFT_OUT } from '../../../mention/find-mention.ts'
import type { Log } from '../../log/log.ts'
import { messageOf } from '../../text/format.ts'
import { hasStatus, type Issues, type PullRequest, type WorkflowRun } from './connect-issues.ts'
import {
  describeLastRun,
  endsWithNumber,
  findRetry,
  findRunning,
  isOwnComment,
  joinPrompts,
  namesIssue,
  type Place,
  type RequestSource,
} from './last-run.ts'
import { checkRequester, mayAsk, mayStart, readTriggers, type Triggers } from './may-ask.ts'
import type { Issue, Person, Trigger, WorkRequest } from './read-trigger.ts'
import {
  CAP_REACHED,
  HELP,
  NO_PLANS,
  NO_QUESTION,
  NO_REVIEWS,
  NO_UPDATE,
  NOT_OURS,
  NOTHING_ASKED,
  ONE_RUN,
  stopped,
  UNREAD_ISSUE,
} from './replies.ts'
import type { OwnRun } from './workflow-run.ts'

export interface AdmissionContext {
  readonly issues: Issues
  readonly own: OwnRun
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Runs in 24 hours that people with write access have started, this one included. */
  readonly maxRunsPerDay: number
  readonly serverUrl: string
  readonly log: Pick<Log, 'warning'>
}

/** The work that somebody may ask for. */
export interface Work {
  readonly prompt: string
  /** Absent: it asks for a change. */
  readonly mode?: Mode | undefined
  /** Number of the issue or pull request where it was asked, and where the run is shown. */
  readonly place: number
  /** What names the work. A retry has that of the run that it repeats. */
  readonly source: RequestSource
  readonly issue: AssignedIssue | null
  /** The pull request that the work continues; `null`: a new one. */
  readonly pull: PullRequest | null
  /** What people said there before; `null`: nothing that counts. */
  readonly conversation: ReadConversation | null
  /** What of all this nobody with write access wrote, and whether its commits start CI; `null`: nothing. */
  readonly outside: Assignment['outside'] | null
  readonly requester: CommitIdentity
}

export type Admission =
  | { readonly kind: 'ignored'; readonly why: string }
  | { readonly kind: 'answered'; readonly place: number; readonly text: string }
  /** `text`: an answer besides; `null`: none. */
  | { readonly kind: 'work'; readonly work: Work; readonly text: string | null }

const answered = (place: number, text: string): Admission => ({ kind: 'answered', place, text })

/**
 * Whether a trigger leads to work. What a comment asks for is done in its order, and all its prompts are those of one run.
 * Strangers get no answer, so that they cannot make the workflow write comments.
 */
export async function admitTrigger(context: AdmissionContext, trigger: Trigger): Promise<Admission> {
  if (trigger.kind === 'none') return { kind: 'ignored', why: trigger.why }
  const { by, issue, mentions, comment } = trigger
  const { issues } = context
  const place = issue.number
  const permission = await checkRequester(issues, trigger)
  if (permission.kind === 'ignored') return permission
  const about = { by, issue, triggers: permission.triggers }
  const self = comment === null ? null : await issues.react(comment)
  if (self === 'deleted') return { kind: 'ignored', why: 'The comment was deleted.' }
  const answers: string[] = []
  const own = comment ?? 'label'
  let asked: Asked | null = null
  for (const mention of mentions.slice(0, MAX_MENTIONS)) {
    const step = await answerMention(context, about, { mention, self, own })
    if (step.kind === 'answered') answers.push(step.text)
    else if (asked === null) asked = step.asked
    else if (isOfSameRun(step.asked, asked, own)) asked = withLater(issue, asked, step.asked)
    else answers.push(ONE_RUN)
    if (mention.kind === 'verb' && mention.verb === 'stop') asked = null
  }
  const admission = asked && (await admitWork(context, about, asked))
  if (admission?.kind === 'answered') answers.push(admission.text)
  if (mentions.length > MAX_MENTIONS) answers.push(MORE_LEFT_OUT)
  const text = answers.join('\n\n')
  return admission?.kind === 'work'
    ? { ...admission, text: text === '' ? null : text }
    : answered(place, text)
}

/** The work of a run. `text`: what to do; empty: what the issue describes. */
interface Asked {
  readonly text: string
  readonly mode?: Mode | undefined
  readonly source: RequestSource
}

type Step =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'asked'; readonly asked: Asked }

/** A later prompt of the comment `own`, of the same mode. */
const isOfSameRun = (later: Asked, asked: Asked, own: RequestSource): boolean =>
  later.source === own && (later.mode === undefined || later.mode === asked.mode)

const withLater = (issue: Issue, asked: Asked, later: Asked): Asked => {
  const promptOf = ({ text }: Asked) => (text === '' && !issue.pull_request ? resolve(issue.number) : text)
  return { ...asked, text: joinPrompts([promptOf(asked), promptOf(later)]) }
}

const resolve = (issue: number): string => `Resolve issue #${issue}.`

interface About extends Pick<WorkRequest, 'by' | 'issue'> {
  readonly triggers: Triggers
}

/** One of the things that a comment asks for. `self`: the account that writes the reports. */
async function answerMention(
  context: AdmissionContext,
  { issue, triggers }: About,
  {
    mention,
    self,
    own: source,
  }: { readonly mention: Mention; readonly self: number | null; readonly own: RequestSource },
): Promise<Step> {
  const say = (text: string): Step => ({ kind: 'answered', text })
  if (mention.kind === 'typo') return say(didYouMean(mention.word, mention.verb))
  if (mention.kind === 'prompt') {
    const { text, mode } = mention
    return { kind: 'asked', asked: { text, mode, source } }
  }
  if (mention.verb === 'help') return say(HELP)
  if (mention.verb === 'update') return say(NO_UPDATE)
  if (mention.verb === 'approve') return say(NO_PLANS)
  const { issues } = context
  const own = await issues.readRun(context.own.id)
  const titlesName = own !== null && namesIssue(own.title, issue)
  const here = { issues, number: issue.number, file: context.own.file, self, titlesName }
  switch (mention.verb) {
    case 'status':
      return say(await describeLastRun(here))
    case 'retry': {
      const retry = await findRetry(here, triggers)
      return retry.kind === 'refused' ? say(retry.text) : { kind: 'asked', asked: retry }
    }
    case 'stop':
      return say(await stopRuns(context, here))
  }
}

async function admitWork(
  context: AdmissionContext,
  { by, issue, triggers }: About,
  { text: prompt, mode, source }: Asked,
): Promise<Admission> {
  const { issues } = context
  const place = issue.number
  if (mode === 'plan') return answered(place, NO_PLANS)
  if (mode === 'review') return answered(place, NO_REVIEWS)
  if (mode === 'ask' && prompt === '') return answered(place, NO_QUESTION)
  if (await isCapReached(context)) return answered(place, CAP_REACHED(context.maxRunsPerDay))
  const requester = identityOf(by, context.serverUrl)
  const common = { place, source, mode, requester }
  if (issue.pull_request) {
    const pull = await issues.readPull(place)
    if (!pull.isOwn || !pull.isOpen || !pull.branch.startsWith(BRANCH_PREFIX))
      return answered(place, NOT_OURS)
    if (prompt === '') return answered(place, NOTHING_ASKED)
    const conversation = await readSaid(context, triggers, { place, source })
    const outside = outsideOf([conversation?.outside ?? null], triggers)
    const work = { ...common, prompt, issue: null, pull, conversation, outside }
    return { kind: 'work', work, text: null }
  }
  const isOfWriter = await mayBeRead(issues, triggers, { issue, by })
  const text = isOfWriter || triggers.conversation === 'everyone' ? textOf(issue) : null
  if (prompt === '' && text === null) return answered(place, UNREAD_ISSUE)
  const assigned = { number: place, ...(text !== null && { text }) }
  const work = { ...common, prompt: prompt === '' ? resolve(place) : prompt }
  const conversation = await readSaid(context, triggers, { place, source })
  const stranger = text === null || isOfWriter ? null : `the text of issue ${place}`
  const outside = outsideOf([stranger, conversation?.outside ?? null], triggers)
  return { kind: 'work', work: { ...work, issue: assigned, pull: null, conversation, outside }, text: null }
}

function outsideOf(names: readonly (string | null)[], { holdCi }: Triggers): Work['outside'] {
  const read = names.filter((name) => name !== null)
  return read.length === 0 ? null : { read, holdCi }
}

/** A run can do without it, so what prevents reading it is a warning. */
async function readSaid(
  { issues, log, now }: AdmissionContext,
  triggers: Triggers,
  { place, source }: { readonly place: number; readonly source: RequestSource },
): Promise<ReadConversation | null> {
  try {
    const conversation = await issues.readConversation(place)
    return (
      conversation &&
      (await readConversation(conversation, {
        asked: {
          at: now(),
          since: null,
          source: source === 'label' ? null : { kind: 'comment', id: source },
        },
        heard: triggers.conversation,
        slug: null,
        isOwn: ({ body }) => isOwnComment(body),
        mayAsk: (author) => mayAsk(issues, triggers, { ...author, type: author.type ?? 'User' }, null),
        diff: null,
        nextTurn,
      }))
    )
  } catch (error) {
    log.warning(`The conversation on #${place} is left out: ${messageOf(error)}`)
    return null
  }
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

/** Comments of strangers also start workflow runs, which do not count. */
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
