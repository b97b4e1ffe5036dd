import { COMMENT_COMMAND } from '../../../contract/comment-command.ts'
import { like } from '../../../contract/text/like.ts'
import { publishedOf, type RunOutcome } from '../../outcome/outcome.ts'
import { ASKING_EVENTS } from '../../start/choose-mode.ts'
import type { Environment } from './workflow-run.ts'

/** Who reads why a run failed, and what they can do here. */
export interface Reader {
  /** False: the run was started by hand or by schedule, so no comment can repeat it. */
  readonly hasAsked: boolean
  /** Number of the pull request that a comment continues; `null`: none. */
  readonly pull: number | null
}

const RETRY = /\bretry the job \(`POST …\/retry`\)/gi
const MESSAGE = /\bsend a message\b/gi
const OTHER_MODEL = /\bcreate a new job with another `model`(, in the form `provider\/model`)?/gi
const OTHER_REF = /\bcreate a new job with another `ref`/gi
const DIRECTORY = /\bcreate a new job with `workingDirectory` set to an existing folder, or fix/gi
/** Only a server parks jobs. */
const PARKED = / A parked job continues by itself\./g

/** Reasons are written for callers of the server's API. Pure. */
export function inTermsOf({ hasAsked, pull }: Reader, text: string): string {
  const again = hasAsked ? `comment \`${COMMENT_COMMAND}\` with what to do` : 'run the workflow again'
  const write = `write a \`${COMMENT_COMMAND}\` comment`
  const message =
    pull !== null ? `${write} on #${pull}` : hasAsked ? write : 'run the workflow again with a prompt'
  return text
    .replace(PARKED, '')
    .replace(RETRY, like(hasAsked ? `comment \`${COMMENT_COMMAND} retry\`` : again))
    .replace(MESSAGE, like(message))
    .replace(
      OTHER_MODEL,
      (old, form = '') => `${like('set another `model` in the workflow file')(old)}${form}, then ${again}`,
    )
    .replace(OTHER_REF, like('set another `ref` in the workflow file'))
    .replace(DIRECTORY, like('fix'))
}

/** The end of a run for the log and the summary of its workflow run. With a server, it stays as it is. Pure. */
export function endInTermsOf(environment: Environment, end: RunOutcome): RunOutcome {
  const { ending } = end
  if ((environment['INPUT_APP-URL'] ?? '').trim() !== '' || ending.outcome === 'published') return end
  const hasAsked = ASKING_EVENTS.has(environment.GITHUB_EVENT_NAME ?? '')
  const pull = publishedOf(ending)?.pullRequest.number ?? null
  const { code, message } = ending.reason
  return { ...end, ending: { ...ending, reason: { code, message: inTermsOf({ hasAsked, pull }, message) } } }
}
