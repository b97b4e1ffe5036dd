import { neutralize } from '../../sanitize/neutralize.ts'
import type { Job } from '../domain/job.ts'
import { statusOf } from '../domain/job-view.ts'
import { inTermsOf } from '../domain/reason-terms.ts'

const ASK = '`/prentice` with what to do'

export const HELP = [
  'Begin a line with `/prentice`, in a comment on an issue or on a pull request that Prentice opened:',
  '',
  '| Comment | Effect |',
  '|---|---|',
  '| `/prentice` and what to do | On an issue: starts a job, or continues the job of the issue. On a pull request: continues its job. |',
  '| `/prentice` | On an issue: works on what the issue describes. |',
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
export const NOTHING_ASKED = `The comment does not say what to do. Comment ${ASK}.`
export const ARCHIVED =
  'The job is archived, and takes no more work. Describe the change in a new issue, and ask there.'
export const FULL = 'Twenty messages wait for this job already. Ask again when its current run has ended.'
export const TEXT_LEFT_OUT = `The author of this issue has no write access, so its text is not given to the agent. Comment ${ASK}, in your own words, or set \`issue-text: everyone\` under \`triggers\` in \`.github/prentice.yml\`.`

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
