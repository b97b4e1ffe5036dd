import { type Question, questionText } from '../../contract/question.ts'
import { closeFences } from '../../sanitize/close-fences.ts'
import { BREAK, neutralize } from '../../sanitize/neutralize.ts'
import type { Job } from '../domain/job.ts'
import { statusOf } from '../domain/job-view.ts'
import { inTermsOf } from '../domain/reason-terms.ts'
import type { ReactionSubject } from '../github/conversation.ts'
import type { AdmissionRefusal } from '../jobs/admit-request.ts'
import type { SendMessageOutcome } from '../jobs/send-message.ts'

const ASK = '`/prentice` with what to do'

export const HELP = [
  'Begin a line with `/prentice`, in a comment on an issue or on a pull request that Prentice opened:',
  '',
  '| Comment | Effect |',
  '|---|---|',
  '| `/prentice` and what to do | On an issue: starts a job, or continues the job of the issue. On a pull request: continues its job. |',
  '| `/prentice` | On an issue: works on what the issue describes. |',
  '| `/prentice ask` and a question | Answers it, and changes nothing. |',
  '| `/prentice plan` and what to do | Says what it would change, and changes nothing yet. On an issue, `/prentice plan` alone plans what the issue describes. |',
  '| `/prentice review` | On a pull request, also of others: reviews it, and changes nothing. |',
  '| `/prentice approve` | Carries out the plan. Anything else that you ask after a plan revises it. |',
  '| `/prentice 2` | Answers a question of Prentice with its second choice. Your own words answer it, too. |',
  '| `/prentice status` | Says what the job is doing. |',
  '| `/prentice stop` | Ends the current run. Commits that were pushed stay. |',
  '| `/prentice retry` | Repeats the last run, if it failed or was cancelled. |',
  '| `/prentice update` | Brings the branch of the pull request up to date with its base. |',
  '',
  'A review that mentions Prentice is one request, with all of its comments. Only people with write access can ask, and the teams and bots that the settings name.',
].join('\n')

export const NO_JOB = `No job was started here. Comment ${ASK} to start one.`
export const NOT_OURS = `Prentice continues only pull requests that it opened itself. Describe the change in an issue, and comment ${ASK} there, or set \`pull-requests: all\` under \`triggers\` in \`.github/prentice.yml\`.`
export const IN_A_FORK = `The branch of this pull request is in a fork, and Prentice writes nothing outside of this repository. Describe the change in an issue, and comment ${ASK} there.`
export const NOT_WORKED_ON = `Prentice works only on open pull requests whose branch is not the default branch. Describe the change in an issue, and comment ${ASK} there.`
export const NO_PULL_REQUEST = 'The job has no open pull request whose branch could be brought up to date.'
export const NOTHING_RUNS = `Nothing is running. Comment ${ASK} to continue.`
export const TOO_LONG = `The comment is longer than 64 KiB, so nothing was done. Comment ${ASK}, in fewer words.`
/** After an hour, so that no work begins that nobody expects any more. */
export const TOO_LATE = `GitHub did not answer for an hour, so nothing was done. Comment ${ASK} again.`
export const RIGHT_UNKNOWN = `GitHub did not say whether you may ask, so nothing was done. Comment ${ASK} again.`
export const HAS_JOB = `This issue has a job already, so the label started nothing. Comment ${ASK} to continue the job.`
export const NOTHING_ASKED = `The comment does not say what to do. Comment ${ASK}.`
const ARCHIVED =
  'The job is archived, and takes no more work. Describe the change in a new issue, and ask there.'
const FULL = 'Twenty messages wait for this job already. Ask again when its current run has ended.'
export const NO_QUESTION = 'The comment asks no question. Comment `/prentice ask` with what you want to know.'
export const NO_PULL_TO_REVIEW =
  'This is an issue, and only a pull request can be reviewed. Comment `/prentice review` on a pull request, or `/prentice ask` with what you want to know.'
export const NOT_OPEN = 'This pull request is not open, so it is not reviewed. Reopen it, and ask again.'
export const NO_PLAN = `There is no plan to carry out, so nothing was started. Comment \`/prentice plan\` with what to plan, or ${ASK}.`
export const PLAN_IN_WORK =
  'The plan is not finished yet, so nothing was started. Approve it when you have read it.'
export const TEXT_LEFT_OUT = `The author of this issue has no write access, so its text is not given to the agent. Comment ${ASK}, in your own words, or set \`conversation: everyone\` under \`triggers\` in \`.github/prentice.yml\`.`

/** `repository`: its web URL; `null`: the choices are not for GitHub. */
export function noSuchChoice(question: Question, repository: string | null): string {
  const { length } = question.choices
  const text = `The question has the choices 1 to ${length}, so nothing was started. Comment \`/prentice\` with one of these numbers, or with your own words.`
  if (repository === null) return text
  return `${text}\n\n${closeFences(neutralize(questionText(question), repository), BREAK)}`
}

/** Why a job cannot be repeated. */
export const NO_RETRY: Readonly<Record<'active' | 'completed' | 'archived' | 'emptied' | 'absent', string>> =
  {
    active: 'The job is still running. Comment `/prentice stop` to end its run.',
    completed: `The last run succeeded, so there is nothing to repeat. Comment ${ASK} to continue.`,
    archived: ARCHIVED,
    emptied: `The prompts of this job were deleted. Comment ${ASK}.`,
    absent: NO_JOB,
  }

const STATES: Readonly<Record<Job['run']['state'], string>> = {
  queued: 'waits to be started',
  dispatching: 'is being started',
  dispatched: 'waits for a runner',
  running: 'is running',
  publishing: 'is publishing its change',
  delivered: 'has published its change, which is being verified',
  succeeded: 'succeeded',
  failed: 'failed',
  cancelled: 'was cancelled',
}

/**
 * What a job is doing, or what its last run did. `isConfidential`: the message of a reason may quote the prompt. It is text of a
 * model, too, so GitHub must not act on it. `isHeld`: an operator has paused the project or its account.
 */
export function describeJob(
  job: Job,
  { isConfidential, isHeld }: { readonly isConfidential: boolean; readonly isHeld: boolean },
): string {
  const { run } = job
  const link = run.workflowRunUrl === null ? '' : ` ([log](${run.workflowRunUrl}))`
  const waiting = job.messages - Math.max(job.taken, run.last)
  return [
    `Run ${run.number} ${stateOf(run, isHeld)}${link}.`,
    ...(run.reason === null
      ? []
      : [
          isConfidential
            ? `Reason: \`${run.reason.code}\`.`
            : inTermsOf('comment', neutralize(run.reason.message, job.repository)),
        ]),
    ...(job.pullRequest === null ? [] : [`Pull request: #${job.pullRequest.number}.`]),
    ...(waiting > 0 ? [`${waiting} more ${waiting === 1 ? 'message waits' : 'messages wait'}.`] : []),
    ...(statusOf(job) === 'archived' ? ['The job is archived.'] : []),
  ].join(' ')
}

function stateOf({ state, waiting }: Job['run'], isHeld: boolean): string {
  if (isHeld && state === 'queued') return 'waits: the operator of this server has paused new runs'
  return waiting ? 'waits until it may start' : STATES[state]
}

/** How a request was handled, and what is left to do. */
export type TriggerOutcome =
  /** A reaction shows that it was accepted. */
  | {
      readonly kind: 'accepted'
      readonly job: string
      /** What gets the reaction; absent: the comment, review or issue that asked. */
      readonly on?: ReactionSubject
      /** First comments of the threads that get an answer once there is a commit. */
      readonly threads?: readonly number[]
    }
  /** Answered in a comment, since somebody with write access asked. `accepted`: so was a part of the request. */
  | {
      readonly kind: 'answered'
      readonly text: string
      readonly accepted?: Extract<TriggerOutcome, { kind: 'accepted' }>
    }
  /** Without an answer: it was not meant for the App, or needs nothing. */
  | { readonly kind: 'ignored'; readonly why: string }
  /** Only the log says that somebody without write access asked. */
  | { readonly kind: 'stranger' }
  /** To be looked at again at this time (epoch ms). */
  | { readonly kind: 'later'; readonly at: number }

export const answered = (text: string): TriggerOutcome => ({ kind: 'answered', text })
export const ignored = (why: string): TriggerOutcome => ({ kind: 'ignored', why })

/** What happened to a message to the job of an issue or pull request. */
export function answerMessage(outcome: SendMessageOutcome): TriggerOutcome {
  switch (outcome.kind) {
    case 'accepted':
      return { kind: 'accepted', job: outcome.id }
    case 'archived':
      return answered(ARCHIVED)
    case 'full':
      return answered(FULL)
    case 'absent':
      return answered(NO_JOB)
    default:
      return answerRefusal(outcome)
  }
}

/** Why a request of somebody who may ask is refused, and what to do. */
export function answerRefusal(refusal: AdmissionRefusal): TriggerOutcome {
  switch (refusal.kind) {
    case 'rate-limited': {
      const { limit, resetAt } = refusal.allowance
      return answered(
        `This repository has reached its limit of ${limit} requests per hour. Ask again after ${timeOf(resetAt)}.`,
      )
    }
    case 'budget-exhausted': {
      const { name, capUsd, resetAt } = refusal.budget
      // The repository may be public, so the amount of the organisation's budget is left out.
      const spent =
        name === undefined
          ? `This repository has spent its daily budget of $${capUsd}.`
          : `The monthly budget \`${name}\` of the organisation is spent.`
      return answered(`${spent} Ask again after ${timeOf(resetAt)}.`)
    }
    case 'app-not-installed':
      return ignored('the App is no longer installed')
    case 'idempotency-conflict':
      return ignored('it was worked on before')
  }
}

const timeOf = (at: number): string => {
  const [day, time = ''] = new Date(at).toISOString().split('T')
  return `${time.slice(0, 5)} UTC on ${day}`
}
