import { COMMENT_COMMAND } from '../../../contract/comment-command.ts'
import { splitReason } from '../../../contract/reasons.ts'
import { closeFences } from '../../../sanitize/close-fences.ts'
import { asOneLine, BREAK, neutralize, shorten } from '../../../sanitize/neutralize.ts'
import type { RunOutcome } from '../../outcome/outcome.ts'
import { countOf, describeMoney } from '../../text/format.ts'

export interface ReportFacts {
  /** Web URL. */
  readonly repositoryUrl: string
  readonly base: string
  readonly branch: string
  /** URL of the workflow run. */
  readonly logUrl: string
}

const LINE_LENGTH = 700
const SUMMARY_LENGTH = 6000

export const workingComment = ({ logUrl }: ReportFacts): string =>
  `⏳ Working · [log](${logUrl})\n\nStop it: \`${COMMENT_COMMAND} stop\``

/** The comment of a run that has ended, in Markdown. Texts of the model and of providers are without effect. Pure. */
export function endedComment(end: RunOutcome, facts: ReportFacts): string {
  const { usage, files } = end
  const measures = [
    ...(files.length === 0 ? [] : [countOf(files.length, 'file')]),
    ...(usage?.costUsd == null ? [] : [describeMoney(usage.costUsd)]),
    `[log](${facts.logUrl})`,
  ]
  const { state, next } = describeEnding(end, facts)
  const parts = [[state, ...measures].join(' · '), next, summaryOf(end, facts)]
  return parts.filter((part) => part !== null).join('\n\n')
}

function describeEnding(
  end: RunOutcome,
  facts: ReportFacts,
): { readonly state: string; readonly next: string | null } {
  const line = (text: string) => shorten(neutralize(asOneLine(text), facts.repositoryUrl), LINE_LENGTH)
  const { ending } = end
  switch (ending.outcome) {
    case 'published': {
      const { number } = ending.published.pullRequest
      const next = `Change it: comment on #${number} with \`${COMMENT_COMMAND}\` and what to change`
      return { state: `✅ #${number} ready`, next }
    }
    case 'no-change':
      return { state: '✅ No change made', next: null }
    case 'cancelled':
      return { state: '🛑 Cancelled', next: `Repeat it: \`${COMMENT_COMMAND} retry\`` }
    case 'failed': {
      if (isForbidden(ending.reason)) return forbidden(end, facts)
      const { what, fix } = splitReason(ending.reason)
      const pull = ending.published === null ? null : `#${ending.published.pullRequest.number}`
      return {
        state:
          pull === null
            ? `❌ No pull request: ${line(what)}`
            : `⚠️ ${pull} has unfinished work: ${line(what)}`,
        next: inComment(line(fix), pull),
      }
    }
  }
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
function forbidden({ patchDescription }: RunOutcome, { repositoryUrl, base, branch }: ReportFacts) {
  const clean = (text: string, length: number) => shorten(neutralize(text, repositoryUrl), length)
  const query = new URLSearchParams({ quick_pull: '1' })
  if (patchDescription !== null) {
    query.set('title', clean(asOneLine(patchDescription.title), TITLE_LENGTH))
    query.set('body', clean(patchDescription.body, BODY_LENGTH))
  }
  // What a name of a branch may have and a Markdown link may not.
  const inPath = (name: string) =>
    name.split('/').map(encodeURIComponent).join('/').replace(/[()]/g, percentEncode)
  const compare = `${repositoryUrl}/compare/${inPath(base)}...${inPath(branch)}?${query.toString().replace(/[()]/g, percentEncode)}`
  const settings = `${repositoryUrl}/settings/actions`
  return {
    ...{ compare, settings },
    state: `⚠️ The branch \`${branch}\` is ready, but this repository does not let workflows open pull requests`,
    next: `[Open the pull request](${compare}). To have Prentice open it next time, select *Allow GitHub Actions to create and approve pull requests* in the [settings of Actions](${settings}).`,
  }
}

const percentEncode = (character: string): string => `%${character.charCodeAt(0).toString(16)}`

/** The fix in terms of a comment. `pull`: the pull request that a comment continues; `null`: none. */
const inComment = (fix: string, pull: string | null): string =>
  fix
    .replace(/\bretry the job \(`POST …\/retry`\)/gi, like(`comment \`${COMMENT_COMMAND} retry\``))
    .replace(
      /\bsend a message\b/gi,
      like(`write a \`${COMMENT_COMMAND}\` comment${pull === null ? '' : ` on ${pull}`}`),
    )
    .replace(
      /\bcreate a new job with another `model`/gi,
      like(`set another \`model\` in the workflow file, then comment \`${COMMENT_COMMAND}\` with what to do`),
    )

/** The new words, with a capital if the old ones had one. */
const like = (words: string) => (old: string) =>
  /^[A-Z]/.test(old) ? words.charAt(0).toUpperCase() + words.slice(1) : words

function summaryOf({ summary }: RunOutcome, { repositoryUrl }: ReportFacts): string | null {
  if (summary === null || summary.trim() === '') return null
  const shown = closeFences(shorten(neutralize(summary.trim(), repositoryUrl), SUMMARY_LENGTH), BREAK)
  return `<details><summary>Summary of the agent</summary>\n\n${shown}\n\n</details>`
}
