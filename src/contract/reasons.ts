import { z } from 'zod'
import { cutHead } from './text.ts'

/**
 * What helps after a failure:
 * - `retry`: the same request, after the cause outside the job is fixed. The retry publishes a saved patch.
 * - `message`: a message to the job. The same request would fail again.
 * - `new-job`: another job, because a message cannot change what is wrong.
 */
type NextStep = 'retry' | 'message' | 'new-job'

interface Entry {
  /** What happened. `{detail}` is the only variable part. */
  readonly what: string
  /** What to do about it. */
  readonly fix: string
  readonly next: NextStep
}

const retry = (what: string, fix: string): Entry => ({ what, fix, next: 'retry' })
const message = (what: string, fix: string): Entry => ({ what, fix, next: 'message' })
const newJob = (what: string, fix: string): Entry => ({ what, fix, next: 'new-job' })

const RETRY = 'retry the job (`POST …/retry`)'
/** The templates in docs/ have placeholders. */
const WORKFLOW =
  'the workflow file of Prentice, which its operator prints with the command `workflow` of the server'
const KEPT = 'The changes made so far are kept.'
const LIMIT = message(`The run reached its limit of {detail}. ${KEPT}`, 'Send a message to continue.')

/** The closed list of reasons why a run ended. A published code never changes its meaning. */
const REASONS = {
  'no-change': message(
    'The agent finished without changing a file: {detail}',
    'If you expected a change, send a message that names the file or the text to change.',
  ),
  'input-required': message(
    'Prentice has a question.',
    'Answer it: send a message with the number of a choice, or in words.',
  ),
  cancelled: message(
    'Cancelled by {detail}. Commits that were already pushed remain on the branch.',
    `Send a message to continue, or ${RETRY}.`,
  ),

  'workflow-missing': retry(
    'The workflow file {detail} is not on the default branch, or Actions are disabled for the repository.',
    `At that path, commit ${WORKFLOW}; or enable Actions. Then ${RETRY}.`,
  ),
  'workflow-disabled': retry(
    'The workflow {detail} is disabled.',
    `Enable it on the Actions page of the repository, then ${RETRY}.`,
  ),
  'workflow-invalid': retry(
    'GitHub refused to start the workflow: {detail}.',
    `Compare the file with ${WORKFLOW}, then ${RETRY}.`,
  ),
  'ref-not-found': retry(
    'The branch does not exist in the repository: {detail}.',
    `Push the branch, then ${RETRY}; or create a new job with another \`ref\`.`,
  ),
  'permission-missing': retry(
    'The GitHub App lacks a permission: {detail}.',
    `Ask an owner to grant it on the settings page of the installation, then ${RETRY}.`,
  ),
  'actions-blocked': retry(
    'GitHub does not allow the GitHub App to start a workflow in this repository: {detail}.',
    `Check the Actions settings and the rulesets of the repository and the organisation, then ${RETRY}.`,
  ),
  'actions-disabled': retry(
    'Actions are disabled for the repository: {detail}.',
    `Enable them in its Actions settings, or in those of the organisation, then ${RETRY}.`,
  ),
  'dispatch-refused': retry(
    'GitHub refused to start the workflow: {detail}.',
    `Fix what GitHub names, then ${RETRY}.`,
  ),
  'dispatch-failed': retry(
    'The workflow could not be started within the time allowed: {detail}.',
    `Check GitHub's status page, then ${RETRY}.`,
  ),
  paused: newJob(
    'Prentice starts no work here for now: {detail}.',
    'After the operator has resumed the work, start the workflow again, or create a new job.',
  ),
  'app-suspended': retry(
    'The installation of the GitHub App is suspended.',
    `Ask an owner to unsuspend it on the settings page of the installation, then ${RETRY}.`,
  ),
  'app-uninstalled': retry(
    'The GitHub App is no longer installed on the repository.',
    `Install it on the account that owns the repository now, with access to the repository, then ${RETRY}.`,
  ),
  'ip-not-allowed': retry(
    'The IP allow list of the organisation keeps the GitHub App out: {detail}.',
    `Ask an owner to add the addresses of the server to the list, or to allow those of installed GitHub Apps, then ${RETRY}.`,
  ),
  'sso-required': retry(
    'The single sign-on of the organisation keeps the GitHub App out: {detail}.',
    `Ask an owner to install the GitHub App anew with SAML single sign-on, then ${RETRY}.`,
  ),
  'runner-repository': retry(
    'The runner repository of the account cannot be used: {detail}.',
    `Fix that, or ask an owner of the account or the operator to name another one, then ${RETRY}.`,
  ),
  'repository-gone': retry(
    'The repository cannot be reached: {detail}.',
    `If it was deleted, restore it; if it was moved, install the GitHub App on its new account; then ${RETRY}.`,
  ),
  'repository-transferred': retry(
    'The repository now belongs to another account: {detail}.',
    `Install the GitHub App on that account if it is missing, then ${RETRY} with an API key of that account.`,
  ),
  'repository-archived': retry(
    'The repository is archived and therefore read-only: {detail}.',
    `Unarchive it on its settings page, then ${RETRY}.`,
  ),
  'config-invalid': retry(
    'The settings on the default branch are invalid: {detail}.',
    `Fix the file, then ${RETRY}.`,
  ),
  'not-started': retry(
    'No runner picked up the workflow run within the time allowed: {detail}.',
    `Check the \`runs-on\` label and the runners of the repository, then ${RETRY}.`,
  ),
  'approval-missing': retry(
    'Nobody approved the workflow run within the time allowed: {detail}.',
    `Approve the run on the Actions page, or remove the rule that requires approval, then ${RETRY}.`,
  ),
  'run-not-found': retry(
    'GitHub accepted the dispatch, but the workflow run never appeared: {detail}.',
    `Compare the \`run-name\` line of the workflow file with ${WORKFLOW}, then ${RETRY}.`,
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
    'The action is newer than this server: it uses protocol {detail}.',
    `Upgrade the server, or pin the \`uses:\` line of the workflow file to the release of the server, then ${RETRY}.`,
  ),
  'not-claimed': retry(
    'The workflow run ended before the action claimed its work ({detail}).',
    `Compare the step and its \`if:\` with ${WORKFLOW}, then ${RETRY}.`,
  ),
  'run-gone': retry('The workflow run no longer exists on GitHub: {detail}.', `To run it again, ${RETRY}.`),
  'run-repeated': retry(
    'The workflow run was re-run on GitHub ({detail}), but only its first attempt may do the work.',
    `Instead of a re-run, ${RETRY}.`,
  ),
  'runner-failed': retry(
    'The workflow run ended without a result ({detail}).',
    `Open the run for its log, then ${RETRY}.`,
  ),
  'runner-cancelled': retry(
    'The workflow run was cancelled on GitHub ({detail}).',
    `To run it again, ${RETRY}. If nobody cancelled it, it reached \`timeout-minutes\` of the workflow file: raise it first, or send a message that asks for a smaller change.`,
  ),
  'runner-timed-out': retry(
    'The workflow run reached its time limit ({detail}).',
    `Raise \`timeout-minutes\` in the workflow file, then ${RETRY}; or send a message that asks for a smaller change.`,
  ),

  'input-invalid': retry(
    'An input of the action is invalid: {detail}.',
    `Fix it in the workflow file, then ${RETRY}.`,
  ),
  'working-directory-missing': newJob(
    'The working directory {detail} is not a folder of the branch that the work starts from.',
    'Create a new job with `workingDirectory` set to an existing folder, or fix `working-directory` in the settings.',
  ),
  'fetch-failed': retry(
    'The repository could not be fetched: {detail}.',
    `Check that the runner can reach GitHub, then ${RETRY}.`,
  ),
  'runner-full': retry(
    'The runner has too little disk space for the repository: {detail}.',
    `Use a runner with a larger disk (\`runs-on\`), or free disk space in an earlier step, then ${RETRY}.`,
  ),
  'model-unknown': newJob(
    'The action cannot call the model {detail}.',
    'Create a new job with another `model`, in the form `provider/model`.',
  ),
  'model-key-missing': retry(
    'The workflow has no key for the model: {detail}.',
    `Add it as a secret of the repository and pass it in \`env:\` of the step, then ${RETRY}.`,
  ),
  'model-refused': retry(
    'The model provider refused the request: {detail}.',
    `Check the key and the account, then ${RETRY}. If the name of the model is wrong, create a new job with another \`model\`.`,
  ),
  'content-refused': message(
    'The model provider refused the content: {detail}.',
    'Send a message that rephrases the request, or create a new job with another `model`.',
  ),
  'model-failed': retry(
    'The model could not be reached or gave no usable answer: {detail}.',
    `Check the status page of the model provider, then ${RETRY}.`,
  ),
  'quota-spent': retry(
    'The quota of the model is used up: {detail}.',
    `Raise the quota or add credit at the model provider, then ${RETRY}. A parked job continues by itself.`,
  ),
  'not-admitted': retry(
    'The parked run was not started: {detail}.',
    `After that is fixed, ${RETRY}; it continues the saved work.`,
  ),
  'context-too-long': message(
    'The work no longer fits the context window of the model: {detail}.',
    'Send a message that asks for a smaller change.',
  ),
  'step-limit': LIMIT,
  'time-limit': LIMIT,
  'cost-limit': LIMIT,
  'token-limit': LIMIT,
  'agent-stuck': message(
    `The agent made no progress: {detail}. ${KEPT}`,
    'Send a message that says what to do differently.',
  ),

  'output-invalid': message(
    `The output of the agent does not match \`outputSchema\`: {detail}. ${KEPT}`,
    'Send a message that says what the output is to hold, or create a new job with another schema.',
  ),

  'path-protected': retry(
    'The change touches paths that the project does not allow: {detail}.',
    `Change workflow files yourself: no setting allows them. Allow other paths in the project settings, and in those of the organisation if it limits them, then ${RETRY}; or send a message that asks for a different change.`,
  ),
  'change-unsafe': message(
    'The change contains something that is never published: {detail}.',
    'Send a message that asks for the same change without it.',
  ),
  'change-too-large': retry(
    'The change is larger than the project allows: {detail}.',
    `Raise the limit in the project settings, and in those of the organisation if it limits them, then ${RETRY}; or send a message that asks for a smaller change.`,
  ),
  'secret-found': message(
    'The change contains what looks like a secret: {detail}. It was not pushed.',
    'Send a message that asks for the same change without it.',
  ),
  'branch-moved': retry(
    'Someone else changed the working branch, and the changes conflict: {detail}.',
    `Resolve the conflict by hand; or, to have the agent redo its work on the new state, ${RETRY}.`,
  ),
  'update-refused': message(
    'The branch cannot be brought up to date with its base: {detail}.',
    'Merge the base into the branch by hand, then send a message to continue.',
  ),
  'push-refused': retry('The work cannot be pushed: {detail}.', `After that is fixed, ${RETRY}.`),
  'pull-request-refused': retry(
    'GitHub refused the pull request: {detail}. The branch was pushed.',
    `Open the pull request by hand; or fix what GitHub names, then ${RETRY}.`,
  ),

  'nothing-to-review': message(
    'There is no pull request to review: {detail}.',
    'Send a message to the job that opened the pull request, or create a new job whose `ref` is its branch.',
  ),
  'review-refused': retry(
    'The review was not posted: {detail}.',
    `After that is fixed, ${RETRY}, which reviews the pull request anew.`,
  ),

  'delivery-mismatch': retry(
    'GitHub does not show what the runner reported: {detail}.',
    `Check the branch and the pull request, then ${RETRY}.`,
  ),
  'action-failed': retry(
    'The action ended with an internal error: {detail}.',
    `Open the workflow run for its log, then ${RETRY}.`,
  ),
} as const satisfies Readonly<Record<string, Entry>>

export type ReasonCode = keyof typeof REASONS

const REASON_CODES = Object.keys(REASONS) as [ReasonCode, ...ReasonCode[]]

/** The step that helps after a reason. */
export const nextStep = (code: ReasonCode): NextStep => REASONS[code].next

/** Whether a retry may succeed, and with it the publishing of a saved patch. */
export const retryHelps = (code: ReasonCode): boolean => nextStep(code) === 'retry'

const DETAIL_LIMIT = 600
/** Longer, because the message names all mistakes in the settings. */
const SETTINGS_DETAIL_LIMIT = 2_500

export const Reason = z.object({
  code: z
    .enum(REASON_CODES)
    .describe('For programs. A code never changes its meaning. Treat an unknown code as a failure.'),
  message: z.string().max(4000).describe('For people: what happened and what to do next.'),
})
export type Reason = z.infer<typeof Reason>

/** The same reason of a run that had changed nothing when it ended. Pure. */
export const withoutChanges = ({ code, message }: Reason): Reason => ({
  code,
  message: message.replace(KEPT, 'No file was changed.'),
})

/** A reason from the other program, which may be newer: of an unknown code only the message is kept. */
export const ReportedReason = Reason.extend({
  code: z.string().transform((code) => REASON_CODES.find((known) => known === code) ?? 'action-failed'),
})

/** The two parts of a message: what happened, and what to do about it (`''` if another version wrote it). */
export function splitReason({ code, message }: Reason): { readonly what: string; readonly fix: string } {
  const { fix } = REASONS[code] ?? { fix: '' }
  const at = fix === '' ? -1 : message.lastIndexOf(fix)
  return at < 0 ? { what: message, fix: '' } : { what: message.slice(0, at).trim(), fix: message.slice(at) }
}

export function reason(code: ReasonCode, detail = ''): Reason {
  const limit = code === 'config-invalid' ? SETTINGS_DETAIL_LIMIT : DETAIL_LIMIT
  const short = detail.length > limit ? `${cutHead(detail, limit)}…` : detail
  const { what, fix } = REASONS[code]
  // GitHub's own messages are sentences, and a mistake in the settings may end with a question.
  const text = what.includes('{detail}.') ? short.replace(/(?<!\.)\.$/, '') : short
  const happened = what.replace('{detail}', () => text).replace(/\?\.$/, '?')
  return { code, message: `${happened} ${fix}` }
}

/** To reword a reason with `replace`: the new words, with a capital if the old ones had one. Pure. */
export const withCaseOf =
  (words: string) =>
  (old: string): string =>
    /^[A-Z]/.test(old) ? words.charAt(0).toUpperCase() + words.slice(1) : words
