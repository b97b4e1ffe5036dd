import { COMMENT_COMMAND } from '../../../contract/github.ts'
import { withCaseOf } from '../../../contract/reasons.ts'
import { publishedOf, type RunOutcome } from '../../outcome/outcome.ts'
import { ASKING_EVENTS } from '../../start/inputs.ts'
import type { Environment } from './workflow-run.ts'

/** Who reads why a run failed, and what they can do here. */
export interface Reader {
  /** False: the run was started by hand or by schedule. */
  readonly hasAsked: boolean
  /** True: a comment about the run was written, so that another one can repeat it. */
  readonly canRepeat: boolean
  /** Number of the pull request that a comment continues; `null`: none. */
  readonly pull: number | null
}

const RETRY = /\bretry the job \(`POST …\/retry`\)/gi
const MESSAGE = /\bsend a message\b/gi
const OTHER_MODEL = /\bcreate a new job with another `model`(, in the form `provider\/model`)?/gi
const OTHER_REF = /\bcreate a new job with another `ref`/gi
const DIRECTORY =
  /\bcreate a new job with `workingDirectory` set to an existing folder, or (fix `working-directory` in the settings)/gi
/** Only a server parks jobs. */
const PARKED = / A parked job continues by itself\./g

/** Reasons are written for callers of the server's API. Pure. */
export function rewordReason({ hasAsked, canRepeat, pull }: Reader, text: string): string {
  const again = hasAsked ? `comment \`${COMMENT_COMMAND}\` with what to do` : 'run the workflow again'
  const repeat = canRepeat ? `comment \`${COMMENT_COMMAND} retry\`` : again
  const write = `write a \`${COMMENT_COMMAND}\` comment`
  const message =
    pull !== null ? `${write} on #${pull}` : hasAsked ? write : 'run the workflow again with a prompt'
  return text
    .replace(PARKED, '')
    .replace(RETRY, withCaseOf(repeat))
    .replace(MESSAGE, withCaseOf(message))
    .replace(
      OTHER_MODEL,
      (old, form = '') =>
        `${withCaseOf('set another `model` in the workflow file')(old)}${form}, then ${again}`,
    )
    .replace(OTHER_REF, withCaseOf('set another `ref` in the workflow file'))
    .replace(DIRECTORY, (old, fix: string) => `${withCaseOf(fix)(old)}, then ${repeat}`)
}

interface EndedStep {
  readonly environment: Environment
  /** False: it ended before it had begun to work, and before a comment said so. */
  readonly isClaimed: boolean
}

/** The end of a run for the log and the summary of its workflow run; unchanged if there is a server. Pure. */
export function rewordEnd({ environment, isClaimed }: EndedStep, end: RunOutcome): RunOutcome {
  const { ending } = end
  if ((environment['INPUT_APP-URL'] ?? '').trim() !== '' || ending.outcome === 'published') return end
  const hasAsked = ASKING_EVENTS.has(environment.GITHUB_EVENT_NAME ?? '')
  const pull = publishedOf(ending)?.pullRequest.number ?? null
  const reader = { hasAsked, canRepeat: hasAsked && isClaimed, pull }
  const { code, message } = ending.reason
  return { ...end, ending: { ...ending, reason: { code, message: rewordReason(reader, message) } } }
}
