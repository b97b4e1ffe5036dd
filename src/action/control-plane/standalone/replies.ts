import { COMMENT_COMMAND } from '../../../contract/github.ts'
import { LABEL } from './may-ask.ts'

const ASK = `comment \`${COMMENT_COMMAND}\` with what to do`

export const HELP = [
  `Begin a line with \`${COMMENT_COMMAND}\`, in a comment on an issue or on a pull request of Prentice:`,
  '',
  '| Comment | Effect |',
  '|---|---|',
  `| \`${COMMENT_COMMAND}\` and what to do | On an issue: opens a pull request. On a pull request: continues it. |`,
  `| \`${COMMENT_COMMAND}\` | On an issue: does what the issue describes. The label \`${LABEL}\`, or a label that the settings name, has the same effect. |`,
  `| \`${COMMENT_COMMAND} ask\` and a question | Answers it, and changes nothing. |`,
  `| \`${COMMENT_COMMAND} status\` | Says what the last run here is doing. |`,
  `| \`${COMMENT_COMMAND} retry\` | Repeats the last run here, if it failed or was cancelled. |`,
  `| \`${COMMENT_COMMAND} stop\` | Cancels the runs that were asked for here. |`,
  '',
  'Only people with write access can ask.',
].join('\n')

export const NO_RUN = `Nothing was started here. To start a run, ${ASK}.`
export const NO_REACTION =
  'GitHub did not let Prentice react to the comment, so it cannot tell its own reports from other comments. Unlock the conversation, then ask again.'
export const STILL_RUNNING = `The last run is still working. Comment \`${COMMENT_COMMAND} stop\` to end it.`
export const NOTHING_TO_RETRY = `The last run succeeded, so there is nothing to repeat. To continue, ${ASK}.`
export const COMMENT_CHANGED = `The comment that asked for the last run was changed or deleted, or its author no longer has write access. To start a new run, ${ASK}.`
export const NOT_LABELLED = `GitHub does not show a failed run that a label on this issue started. Comment \`${COMMENT_COMMAND}\` to do what the issue describes. (Runs are recognised by the line \`run-name\` of the workflow template.)`
export const NO_UPDATE =
  'Prentice can update a branch only with a server. Select *Update branch* on the pull request instead.'
export const NO_PLANS = `Prentice can plan, and carry out a plan, only with a server. Comment \`${COMMENT_COMMAND} ask\` with a question, or ${ASK}.`
export const NO_REVIEWS = `Prentice can review a pull request only with a server. Comment \`${COMMENT_COMMAND} ask\` with a question, or ${ASK}.`
export const NO_QUESTION = `The comment asks no question. Comment \`${COMMENT_COMMAND} ask\` with what you want to know.`
export const ONE_RUN =
  'A comment starts one run, which cannot also repeat another one or have another mode. Write another comment for that.'
export const NOT_OURS = `Prentice continues only open pull requests whose branch begins with \`prentice/\`. Describe the change in an issue, and comment \`${COMMENT_COMMAND}\` there.`
export const NOTHING_ASKED = `The comment does not say what to do. To continue the pull request, ${ASK}.`
export const UNREAD_ISSUE = `The author of the issue has no write access, so Prentice does not read its text. To start a run, ${ASK}.`
export const CAP_REACHED = (cap: number): string =>
  `${cap === 1 ? '1 run was' : `${cap} runs were`} started in the last 24 hours, which is the limit \`max-runs-per-day\` of the workflow. Ask again later, or raise it.`
export const stopped = (count: number): string =>
  count === 0
    ? `Nothing is running. To continue, ${ASK}.`
    : `Stopped ${count === 1 ? 'the run' : `${count} runs`}. Commits that were pushed stay.`
