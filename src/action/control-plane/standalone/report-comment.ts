import { COMMENT_COMMAND } from '../../../contract/github.ts'
import type { Mode } from '../../../contract/job.ts'
import { type Reason, splitReason } from '../../../contract/reasons.ts'
import { closeFences } from '../../../sanitize/close-fences.ts'
import { asOneLine, BREAK, neutralize, shorten } from '../../../sanitize/neutralize.ts'
import { failuresOf } from '../../checks/checks-report.ts'
import { publishedOf, type RunOutcome } from '../../outcome/outcome.ts'
import { splitBothReasons } from '../../outcome/run-failure.ts'
import { countOf, describeMoney } from '../../text/format.ts'
import { rewordReason } from './reword-reason.ts'

export interface ReportFacts {
  /** Web URL. */
  readonly repositoryUrl: string
  readonly base: string
  readonly branch: string
  /** Number of the pull request that the run continues; `null`: it opens a new one. */
  readonly pull: number | null
  /** Number of the issue that the pull request closes; `null`: none. */
  readonly closes: number | null
  /** Of the run. Absent: it makes a change. */
  readonly mode?: Mode | undefined
  /** URL of the workflow run. */
  readonly logUrl: string
}

const LINE_LENGTH = 700
const ANSWER_LENGTH = 30_000
const SUMMARY_LENGTH = 6000

export const workingComment = ({ logUrl }: ReportFacts): string =>
  `⏳ Working · [log](${logUrl})\n\nStop it: \`${COMMENT_COMMAND} stop\``

/** Of a run that was ended so suddenly that it could not say how. */
export const lostComment = ({ logUrl }: ReportFacts): string =>
  `❌ The run ended without a result · [log](${logUrl})\n\nIf the log ends suddenly, the runner may have had too little memory. Repeat it: \`${COMMENT_COMMAND} retry\``

/** Of a request for which no run could begin. Texts of the reason are without effect. Pure. */
export function notBegunComment(
  why: Reason,
  facts: Pick<ReportFacts, 'repositoryUrl' | 'pull' | 'logUrl'>,
): string {
  const { what, fix } = splitReason(why)
  const { pull, logUrl } = facts
  const next = rewordReason({ hasAsked: true, canRepeat: false, pull }, asLine(fix, facts))
  return `${stateOfFailure(false, pull)}: ${asLine(what, facts)} · [log](${logUrl})\n\n${next}`
}

/** The comment of a run that has ended, in Markdown. Texts of the model and of providers are without effect. Pure. */
export function endedComment(end: RunOutcome, facts: ReportFacts): string {
  const { usage, files } = end
  const measures = [
    ...(files.length === 0 ? [] : [countOf(files.length, 'file')]),
    ...describeChecks(end, facts),
    ...(usage?.costUsd == null ? [] : [describeMoney(usage.costUsd)]),
    `[log](${facts.logUrl})`,
  ]
  const { state, next } = describeEnding(end, facts)
  const head = [state, ...measures].join(' · ')
  const parts =
    facts.mode !== undefined && end.ending.outcome === 'no-change'
      ? [head, answerOf(end, facts), next]
      : [head, next, summaryOf(end, facts)]
  return parts.filter((part) => part !== null).join('\n\n')
}

/** What the comment of a run begins with that has done what was asked for, and therefore cannot be repeated. */
const DONE = /^(?:✅|⚠️ #\d+ has a failed check)/

/** Whether a comment about a run says that it succeeded. Pure. */
export const saysSuccess = (comment: string): boolean => DONE.test(comment)

const asLine = (
  text: string,
  { repositoryUrl }: Pick<ReportFacts, 'repositoryUrl'>,
  length = LINE_LENGTH,
): string => shorten(neutralize(asOneLine(text), repositoryUrl), length)

function describeEnding(
  end: RunOutcome,
  facts: ReportFacts,
): { readonly state: string; readonly next: string | null } {
  const { ending } = end
  const terms = {
    hasAsked: true,
    canRepeat: true,
    pull: publishedOf(ending)?.pullRequest.number ?? facts.pull,
  }
  const fixOf = (fix: string) => rewordReason(terms, asLine(fix, facts))
  switch (ending.outcome) {
    case 'published': {
      const { number } = ending.published.pullRequest
      const hasFailed = end.checks !== null && failuresOf(end.checks).length > 0
      // A new one replaces a pull request that was closed meanwhile.
      const done = facts.pull === number ? 'updated' : 'ready'
      const next = `Change it: comment on #${number} with \`${COMMENT_COMMAND}\` and what to change`
      return { state: hasFailed ? `⚠️ #${number} has a failed check` : `✅ #${number} ${done}`, next }
    }
    case 'no-change': {
      if (facts.mode !== undefined) return { state: '✅ Answered', next: AFTER_ANSWER }
      if (ending.obstacle === null) return { state: '✅ No change made', next: null }
      const why = `The agent could not: ${asLine(ending.obstacle, facts)}`
      return { state: '⚠️ No change made', next: `${why} ${AFTER_REFUSAL}` }
    }
    case 'cancelled':
      return { state: '🛑 Cancelled', next: `Repeat it: \`${COMMENT_COMMAND} retry\`. ${TIMED_OUT}` }
    case 'failed': {
      if (isForbidden(ending.reason)) return forbidden(end, facts)
      const { what, fix } = splitReason(ending.reason)
      return {
        state: `${stateOfFailure(ending.published !== null, terms.pull)}: ${asLine(what, facts)}`,
        next: isBranchDeleted(ending.reason) ? afterDeletion(facts) : fixOf(fix),
      }
    }
  }
}

const AFTER_ANSWER = `Nothing was changed. To have something changed, comment \`${COMMENT_COMMAND}\` with what to change.`

const AFTER_REFUSAL = `Write a \`${COMMENT_COMMAND}\` comment that asks for another change; or, if the settings can allow it, change them and comment \`${COMMENT_COMMAND} retry\`.`

/** GitHub sends the same signals as for a cancellation. */
const TIMED_OUT =
  'If nobody cancelled it, it reached `timeout-minutes` of the workflow file: raise that first.'

/** A pull request whose branch is gone is closed, and comments on it continue nothing. */
const isBranchDeleted = ({ code, message }: { readonly code: string; readonly message: string }): boolean =>
  code === 'branch-moved' && /: it was deleted\b/.test(message)

const afterDeletion = ({ pull }: ReportFacts): string =>
  `Describe the change in an issue, and comment \`${COMMENT_COMMAND}\` there. To continue #${pull} instead, restore its branch, reopen it, and comment \`${COMMENT_COMMAND} retry\` on it.`

function stateOfFailure(isPublished: boolean, pull: number | null): string {
  if (isPublished) return `⚠️ #${pull} has unfinished work`
  return pull === null ? '❌ No pull request' : `❌ #${pull} was not updated`
}

const NAME_LENGTH = 60

function describeChecks({ checks }: RunOutcome, facts: ReportFacts): string[] {
  if (checks === null) return []
  if (checks.kind === 'not-run') return ['checks did not run']
  const { results } = checks
  const name = (given: string) => asLine(given, facts, NAME_LENGTH)
  const failed = results.filter(({ passed }) => !passed)
  if (failed.length === 1) return [`${name(failed[0]?.name ?? '')} failed`]
  if (failed.length > 1) return [`${failed.length} of ${results.length} checks failed`]
  return [results.length === 1 ? `${name(results[0]?.name ?? '')} passed` : `${results.length} checks passed`]
}

/** New repositories do not let workflows open pull requests. GitHub's answer has no code of its own. */
const isForbidden = ({ code, message }: { readonly code: string; readonly message: string }): boolean =>
  code === 'pull-request-refused' && /not permitted to create( or approve)? pull requests/i.test(message)

/** How to open the pull request of a run that has no comment; `null`: GitHub has not forbidden it. Pure. */
export function describeForbidden(end: RunOutcome, facts: ReportFacts): string | null {
  const { ending } = end
  if (ending.outcome !== 'failed' || !isForbidden(ending.reason)) return null
  const { state, compare, settings } = forbidden(end, facts)
  return `${state.replace(/^⚠️ /, '')}. Open the pull request: ${compare}. To have Prentice open it next time, select "Allow GitHub Actions to create and approve pull requests" at ${settings}.`
}

const TITLE_LENGTH = 120
const BODY_LENGTH = 2000

/** https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/proposing-changes-to-your-work-with-pull-requests/using-query-parameters-to-create-a-pull-request */
function forbidden(end: RunOutcome, facts: ReportFacts) {
  const { patchDescription } = end
  const { repositoryUrl, base, branch, closes } = facts
  const clean = (text: string, length: number) => shorten(neutralize(text, repositoryUrl), length)
  const query = new URLSearchParams({ quick_pull: '1' })
  if (patchDescription !== null) {
    query.set('title', clean(asOneLine(patchDescription.title), TITLE_LENGTH))
    const closing = closes === null ? [] : [`Closes #${closes}`]
    query.set('body', [clean(patchDescription.body.trim(), BODY_LENGTH), ...closing].join('\n\n'))
  }
  // What a name of a branch may have and a Markdown link may not.
  const inPath = (name: string) =>
    name.split('/').map(encodeURIComponent).join('/').replace(/[()]/g, percentEncode)
  const compare = `${repositoryUrl}/compare/${inPath(base)}...${inPath(branch)}?${query.toString().replace(/[()]/g, percentEncode)}`
  const settings = `${repositoryUrl}/settings/actions`
  return {
    ...{ compare, settings },
    state: stateOfBranch(end, facts),
    next: `[Open the pull request](${compare}). To have Prentice open it next time, select *Allow GitHub Actions to create and approve pull requests* in the [settings of Actions](${settings}).`,
  }
}

function stateOfBranch({ ending }: RunOutcome, facts: ReportFacts): string {
  const early = ending.outcome === 'failed' ? splitBothReasons(ending.reason) : null
  return early === null
    ? `⚠️ The branch \`${facts.branch}\` is ready, but this repository does not let workflows open pull requests`
    : `⚠️ The branch \`${facts.branch}\` has unfinished work: ${asLine(early, facts)} This repository does not let workflows open pull requests`
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16)}`

const textOf = ({ summary }: RunOutcome, { repositoryUrl }: ReportFacts, length: number): string =>
  closeFences(shorten(neutralize(summary?.trim() ?? '', repositoryUrl), length), BREAK)

const answerOf = (end: RunOutcome, facts: ReportFacts): string => textOf(end, facts, ANSWER_LENGTH)

function summaryOf(end: RunOutcome, facts: ReportFacts): string | null {
  const shown = textOf(end, facts, SUMMARY_LENGTH)
  return shown === '' ? null : `<details><summary>Summary of the agent</summary>\n\n${shown}\n\n</details>`
}
