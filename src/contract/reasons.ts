import { z } from 'zod'
import { cutHead } from './cut-text.ts'

/**
 * What helps after a failure:
 * - `retry`: the same request, once the cause outside of the job is fixed. A saved patch is published by it.
 * - `message`: a message to the job. The same request would fail again.
 * - `new-job`: another job, since a message cannot name what has to change.
 */
type NextStep = 'retry' | 'message' | 'new-job'

interface Entry {
  /** What happened. `{detail}` is the one value that varies. */
  readonly what: string
  /** What to do about it. */
  readonly fix: string
  readonly next: NextStep
}

const retry = (what: string, fix: string): Entry => ({ what, fix, next: 'retry' })
const message = (what: string, fix: string): Entry => ({ what, fix, next: 'message' })
const newJob = (what: string, fix: string): Entry => ({ what, fix, next: 'new-job' })

const RETRY = 'retry the job (`POST …/retry`)'
const LIMIT = message(
  'The run reached its limit of {detail}. The changes made so far are kept.',
  'Send a message to continue.',
)

/** Why a run ended as it did: the closed list. A code, once published, keeps its meaning. */
const REASONS = {
  'no-change': message(
    'The agent finished without changing a file: {detail}',
    'If you expected a change, send a message that names the file or the text to change.',
  ),
  cancelled: message(
    'Cancelled by {detail}. Commits that were already pushed stay.',
    'Send a message to continue.',
  ),

  'workflow-missing': retry(
    'The workflow file {detail} is not on the default branch, or Actions are disabled for the repository.',
    `Copy docs/workflow.yml of Prentice there and merge it, or enable Actions, then ${RETRY}.`,
  ),
  'workflow-disabled': retry(
    'The workflow {detail} is disabled.',
    `Enable it on the Actions page of the repository, then ${RETRY}.`,
  ),
  'workflow-invalid': retry(
    'GitHub refused to start the workflow: {detail}.',
    `Compare the file with docs/workflow.yml of Prentice, then ${RETRY}.`,
  ),
  'ref-not-found': retry(
    'The repository has no such branch: {detail}.',
    `Push the branch, then ${RETRY}; or create a new job with another \`ref\`.`,
  ),
  'permission-missing': retry(
    'The GitHub App lacks a permission: {detail}.',
    `An owner can grant it on the settings page of the installation; then ${RETRY}.`,
  ),
  'actions-blocked': retry(
    'GitHub did not allow the app to start a workflow here: {detail}.',
    `Check the Actions settings and the rulesets of the repository and the organisation, then ${RETRY}.`,
  ),
  'actions-disabled': retry(
    'Actions are disabled for the repository: {detail}.',
    `Enable them in its Actions settings, or in those of the organisation, then ${RETRY}.`,
  ),
  'dispatch-refused': retry(
    'GitHub refused to start the workflow: {detail}.',
    `Fix what it names, then ${RETRY}.`,
  ),
  'dispatch-failed': retry(
    'The workflow could not be started within the time allowed: {detail}.',
    `Check the status page of GitHub, then ${RETRY}.`,
  ),
  'app-suspended': retry(
    'The installation of the GitHub App is suspended.',
    `An owner can unsuspend it on the settings page of the installation; then ${RETRY}.`,
  ),
  'app-uninstalled': retry(
    'The GitHub App is no longer installed on the repository.',
    `Install it again, on the account that owns the repository now, and select it; then ${RETRY}.`,
  ),
  'repository-gone': retry(
    'The repository cannot be reached: {detail}.',
    `If it was deleted or moved, restore it or install the GitHub App where it is now; then ${RETRY}.`,
  ),
  'repository-transferred': retry(
    'The repository belongs to another account now: {detail}.',
    `Install the GitHub App there if it is not, then ${RETRY} with an API key of that account.`,
  ),
  'repository-archived': retry(
    'The repository is archived, so nothing can be changed in it: {detail}.',
    `Unarchive it on its settings page, then ${RETRY}.`,
  ),
  'config-invalid': retry(
    'The settings on the default branch are not valid: {detail}.',
    `Fix the file, then ${RETRY}.`,
  ),
  'not-started': retry(
    'No runner took the workflow run within the time allowed: {detail}.',
    `Check the \`runs-on\` label and the runners of the repository, then ${RETRY}.`,
  ),
  'approval-missing': retry(
    'Nobody approved the workflow run within the time allowed: {detail}.',
    `Approve such runs on the Actions page, or lift the rule that requires it, then ${RETRY}.`,
  ),
  'run-not-found': retry(
    'GitHub accepted the start of the workflow and never showed a run of it: {detail}.',
    `Keep the line \`run-name\` of the workflow file as in docs/workflow.yml of Prentice, then ${RETRY}.`,
  ),
  'startup-failure': retry(
    'GitHub could not start the workflow run: {detail}.',
    `Open the run on the Actions page, fix the workflow file, then ${RETRY}.`,
  ),
  'action-too-old': retry(
    'The action is too old for this server: {detail}.',
    `Update the \`uses:\` line of the workflow file to the newest release, then ${RETRY}.`,
  ),
  'server-too-old': retry(
    'The action is newer than this server: it speaks protocol {detail}.',
    `Upgrade the server, or name the release of the server in the \`uses:\` line of the workflow file, then ${RETRY}.`,
  ),
  'not-claimed': retry(
    'The workflow run ended without asking for its work ({detail}).',
    `Compare the step and its \`if:\` with docs/workflow.yml of Prentice, then ${RETRY}.`,
  ),
  'run-gone': retry(
    'GitHub does not know the workflow run any more: {detail}.',
    `To run it again, ${RETRY}.`,
  ),
  'run-repeated': retry(
    'The workflow run was started again by hand ({detail}), and only its first attempt may do the work.',
    `Instead of that, ${RETRY}.`,
  ),
  'runner-failed': retry(
    'The workflow run ended without a result ({detail}).',
    `Open the run for its log, then ${RETRY}.`,
  ),
  'runner-cancelled': retry(
    'The workflow run was cancelled on GitHub ({detail}).',
    `To run it again, ${RETRY}. If nobody cancelled it, it reached \`timeout-minutes\` of the workflow file: raise that first, or send a message that asks for less at a time.`,
  ),
  'runner-timed-out': retry(
    'The workflow run reached its time limit ({detail}).',
    `Raise \`timeout-minutes\` in the workflow file, then ${RETRY}; or send a message that asks for less at a time.`,
  ),

  'input-invalid': retry(
    'An input of the action is not usable: {detail}.',
    `Fix it in the workflow file, then ${RETRY}.`,
  ),
  'fetch-failed': retry(
    'The repository could not be fetched: {detail}.',
    `Check that the runner reaches GitHub, then ${RETRY}.`,
  ),
  'runner-full': retry(
    'The runner has no room for the repository: {detail}.',
    `Let the workflow run on a runner with a larger disk (\`runs-on\`), or free some in an earlier step, then ${RETRY}.`,
  ),
  'model-unknown': newJob(
    'The model {detail} is not one that the action can call.',
    'Create a new job with another `model`, as `provider/model`.',
  ),
  'model-key-missing': retry(
    'The workflow has no key for the model: {detail}.',
    `Add it as a secret of the repository and pass it in \`env:\` of the step, then ${RETRY}.`,
  ),
  'model-refused': retry(
    'The provider of the model refused the request: {detail}.',
    `Check the key and the account, then ${RETRY}. If the name of the model is wrong, create a new job with another \`model\`.`,
  ),
  'content-refused': message(
    'The provider of the model refused the content: {detail}.',
    'Send a message that words the request otherwise, or create a new job with another `model`.',
  ),
  'model-failed': retry(
    'The model could not be reached or gave no usable answer: {detail}.',
    `Check the status page of the provider, then ${RETRY}.`,
  ),
  'context-too-long': message(
    'The work no longer fits the context window of the model: {detail}.',
    'Send a message that asks for less at a time.',
  ),
  'step-limit': LIMIT,
  'time-limit': LIMIT,
  'cost-limit': LIMIT,
  'token-limit': LIMIT,
  'agent-stuck': message(
    'The agent made no progress: {detail}. The changes made so far are kept.',
    'Send a message that says what to do differently.',
  ),

  'path-protected': retry(
    'The change touches what the project does not allow: {detail}.',
    `Allow it in .github/prentice.yml, then ${RETRY}; or send a message that asks for something else.`,
  ),
  'change-unsafe': message(
    'The change contains what is never published: {detail}.',
    'Send a message that asks for the same without it.',
  ),
  'change-too-large': retry(
    'The change is larger than the project allows: {detail}.',
    `Raise the limit in .github/prentice.yml, then ${RETRY}; or send a message that asks for less at a time.`,
  ),
  'secret-found': message(
    'The change contains what looks like a secret: {detail}. It was not pushed.',
    'Send a message that asks for the same without it.',
  ),
  'branch-moved': retry(
    'The working branch was changed by someone else and the two do not merge: {detail}.',
    `Merge them by hand; or, for the agent to do its work on the new state, ${RETRY}.`,
  ),
  'push-refused': retry('The work cannot be pushed: {detail}.', `Once that is fixed, ${RETRY}.`),
  'pull-request-refused': retry(
    'GitHub refused the pull request: {detail}. The branch was pushed.',
    `Open the pull request by hand; or fix what it names, then ${RETRY}.`,
  ),

  'delivery-mismatch': retry(
    'What the runner reported is not what GitHub shows: {detail}.',
    `Check the branch and the pull request, then ${RETRY}.`,
  ),
  'action-failed': retry(
    'The action ended with an internal error: {detail}.',
    `Open the workflow run for its log, then ${RETRY}.`,
  ),
} as const satisfies Readonly<Record<string, Entry>>

export type ReasonCode = keyof typeof REASONS

const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]

/** What helps after each reason. */
export const nextStep = (code: ReasonCode): NextStep => REASONS[code].next

/** Whether the same request may succeed, and so the publishing of a saved patch. */
export const retryHelps = (code: ReasonCode): boolean => nextStep(code) === 'retry'

const DETAIL_LIMIT = 600
/** All mistakes in the settings are named. */
const SETTINGS_DETAIL_LIMIT = 1_500

export const Reason = z.object({
  code: z
    .enum(REASON_CODES)
    .describe('For programs. A code never changes its meaning. Treat an unknown code as a failure.'),
  message: z.string().max(4000).describe('For people: what happened and what to do next.'),
})
export type Reason = z.infer<typeof Reason>

/** As the other program says it: that one may be newer and have reasons of which only the message can be told here. */
export const ReportedReason = Reason.extend({
  code: z.string().transform((code) => REASON_CODES.find((known) => known === code) ?? 'action-failed'),
})

export function reason(code: ReasonCode, detail = ''): Reason {
  const limit = code === 'config-invalid' ? SETTINGS_DETAIL_LIMIT : DETAIL_LIMIT
  const short = detail.length > limit ? `${cutHead(detail, limit)}…` : detail
  const { what, fix } = REASONS[code]
  return { code, message: `${what.replace('{detail}', () => short)} ${fix}` }
}
