import { z } from 'zod'
import { cutHead } from './cut-text.ts'

/**
 * Why a run ended as it did: the closed list. Each text says what happened and what to do next; `{detail}` is the
 * one value that varies. A code, once published, keeps its meaning.
 */
const TEXTS = {
  'no-change':
    'The agent finished without changing a file: {detail} If you expected a change, ask again and name the file or the text to change.',
  cancelled: 'Cancelled by {detail}. Commits already pushed stay; send a message to go on from there.',

  'workflow-missing':
    'The workflow file {detail} is not on the default branch, or Actions are disabled for the repository. Copy docs/workflow.yml of Prentice there and merge it, or enable Actions, then send a message to try again.',
  'workflow-disabled':
    'The workflow {detail} is disabled. Enable it on the Actions page of the repository, then send a message to try again.',
  'workflow-invalid':
    'GitHub refused to start the workflow: {detail}. Compare the file with docs/workflow.yml of Prentice, then send a message to try again.',
  'ref-not-found':
    'The repository has no such branch: {detail}. Push it or name another that exists, then try again.',
  'permission-missing':
    'The GitHub App lacks a permission: {detail}. An owner can grant it on the settings page of the installation; then send a message to try again.',
  'actions-blocked':
    'GitHub did not allow the app to start a workflow here: {detail}. Check the Actions settings and the rulesets of the repository and the organisation, then send a message to try again.',
  'actions-disabled':
    'Actions are disabled for the repository: {detail}. Enable them in its Actions settings, or in those of the organisation, then send a message to try again.',
  'dispatch-refused':
    'GitHub refused to start the workflow: {detail}. Fix what it names, then send a message to try again.',
  'dispatch-failed':
    'The workflow could not be started within the time allowed: {detail}. Send a message to try again; if it persists, look at the status page of GitHub.',
  'app-suspended':
    'The installation of the GitHub App is suspended. An owner can unsuspend it on the settings page of the installation; then send a message.',
  'app-uninstalled':
    'The GitHub App is no longer installed on the repository. Install it again, on the account that owns the repository now, and select it; then send a message.',
  'repository-gone':
    'The repository cannot be reached: {detail}. If it was deleted or moved, restore it or install the GitHub App where it is now.',
  'repository-transferred':
    'The repository belongs to another account now: {detail}. Install the GitHub App there if it is not, and go on with an API key of that account.',
  'repository-archived':
    'The repository is archived, so nothing can be changed in it: {detail}. Unarchive it on its settings page, then send a message to try again.',
  'config-invalid':
    'The settings on the default branch are not valid: {detail}. Fix the file, then send a message.',
  'not-started':
    'No runner took the workflow run within the time allowed: {detail}. Check the `runs-on` label and the runners of the repository, then send a message.',
  'approval-missing':
    'Nobody approved the workflow run within the time allowed: {detail}. Approve such runs on the Actions page, or lift the rule that asks for it, then send a message.',
  'run-not-found':
    'GitHub took the start of the workflow and never showed a run of it: {detail}. Keep the line `run-name` of the workflow file as in docs/workflow.yml of Prentice, then send a message to try again.',
  'startup-failure':
    'GitHub could not start the workflow run: {detail}. Open the run on the Actions page, fix the workflow file, then send a message.',
  'action-too-old':
    'The action is too old for this server: {detail}. Update the `uses:` line of the workflow file to the newest release.',
  'server-too-old':
    'The action is newer than this server: it speaks protocol {detail}. Whoever runs the server can update it; until then, name the release of the server in the `uses:` line of the workflow file.',
  'not-claimed':
    'The workflow run ended without asking for its work ({detail}). Compare the step and its `if:` with docs/workflow.yml of Prentice, then send a message to try again.',
  'run-gone': 'GitHub does not know the workflow run any more: {detail}. Send a message to try again.',
  'run-repeated':
    'The workflow run was started again by hand ({detail}), and only its first attempt may do the work. Send a message to try again.',
  'runner-failed':
    'The workflow run ended without a result ({detail}). Open the run for its log, then send a message to try again.',
  'runner-cancelled':
    'The workflow run was cancelled on GitHub ({detail}). Send a message to run again; if nobody cancelled it, it reached `timeout-minutes` of the workflow file: raise that, or ask for less at once.',
  'runner-timed-out':
    'The workflow run reached its time limit ({detail}). Raise `timeout-minutes` in the workflow file or ask for less at once, then send a message.',

  'input-invalid':
    'An input of the action is not usable: {detail}. Fix it in the workflow file, then try again.',
  'fetch-failed': 'The repository could not be fetched: {detail}. Send a message to try again.',
  'runner-full':
    'The runner has no room for the repository: {detail}. Let the workflow run on a runner with a larger disk (`runs-on`), or free some in a step before this one, then send a message.',
  'model-unknown': 'The model {detail} is not one the action can call. Name another as `provider/model`.',
  'model-key-missing':
    'The workflow has no key for the model: {detail}. Add it as a secret of the repository and pass it in `env:` of the step.',
  'model-refused':
    'The provider of the model refused the request: {detail}. Check the key, the account and the name of the model, then send a message.',
  'content-refused':
    'The provider of the model refused the content: {detail}. Word the request otherwise, or name another model, then send a message.',
  'model-failed':
    'The model could not be reached or gave no usable answer: {detail}. Send a message to try again.',
  'context-too-long':
    'The work no longer fits what the model can read at once: {detail}. Ask for less at once.',
  'step-limit': 'The run reached its limit of {detail}. What there is was kept; send a message to go on.',
  'time-limit': 'The run reached its limit of {detail}. What there is was kept; send a message to go on.',
  'cost-limit': 'The run reached its limit of {detail}. What there is was kept; send a message to go on.',
  'token-limit': 'The run reached its limit of {detail}. What there is was kept; send a message to go on.',
  'agent-stuck':
    'The agent made no headway: {detail}. What there is was kept; say in a message what to do differently.',

  'path-protected':
    'The change touches what the project does not allow: {detail}. Allow it in .github/prentice.yml, or ask for something else.',
  'change-unsafe':
    'The change holds what is never published: {detail}. Ask in a message for the same without it.',
  'change-too-large':
    'The change is larger than the project allows: {detail}. Ask for less at once, or raise the limit in .github/prentice.yml.',
  'secret-found':
    'The change holds what looks like a secret: {detail}. It was not pushed. Ask in a message for the same without it.',
  'branch-moved':
    'The working branch was changed by someone else and the two do not merge: {detail}. Merge them by hand, or send a message.',
  'push-refused': 'The work cannot be pushed: {detail}.',
  'pull-request-refused':
    'GitHub refused the pull request: {detail}. The branch was pushed; open the pull request by hand or send a message.',

  'delivery-mismatch':
    'What the runner reported is not what GitHub shows: {detail}. Look at the branch and the pull request, then send a message to try again.',
  'action-failed':
    'The action ended on an error of its own: {detail}. Open the workflow run for its log and send a message to try again.',
} as const

export type ReasonCode = keyof typeof TEXTS

const REASON_CODES = Object.keys(TEXTS) as [ReasonCode, ...ReasonCode[]]

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
  return { code, message: TEXTS[code].replace('{detail}', () => short) }
}
