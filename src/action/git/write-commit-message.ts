import type { CommitIdentity } from '../../contract/runner-protocol.ts'
import { asOneLine, makeInert, shorten, withoutHiddenCharacters } from '../pull-request/make-inert.ts'
import { redactSecrets } from './scan-secrets.ts'

interface CommitMessageInput {
  /** As the model wrote it. */
  readonly message: string
  readonly job: string
  readonly coAuthor: CommitIdentity | null
  readonly secrets: readonly string[]
}

const SUBJECT_LIMIT = 120
const MESSAGE_LIMIT = 10_000

/** Trailers that speak for somebody, or to GitHub: the model writes none of them. */
const TRAILER = /^\s*(?:co-authored-by|signed-off-by|acked-by|reviewed-by|skip-checks)\s*:/i

/** GitHub runs no workflow for a push whose message holds one of these. */
const SKIPS_WORKFLOWS = /\[(?=(?:skip ci|ci skip|no ci|skip actions|actions skip)\])/gi

/** Closing keywords and mentions work from a commit message too, once it is merged; so here they do not. */
export function writeCommitMessage({ message, job, coAuthor, secrets }: CommitMessageInput): string {
  const clean = (text: string) => makeInert(text).replace(SKIPS_WORKFLOWS, '[\u200b')
  const [first = '', ...rest] = redactSecrets(withoutHiddenCharacters(message), secrets).trim().split('\n')
  const subject = shorten(clean(asOneLine(first)), SUBJECT_LIMIT) || `Changes of ${job}`
  const lines = rest.filter((line) => !TRAILER.test(line))
  const body = shorten(clean(lines.join('\n')).trim(), MESSAGE_LIMIT)
  const trailer = coAuthor === null ? '' : `Co-authored-by: ${identity(coAuthor)}`
  return `${[subject, body, trailer].filter((part) => part !== '').join('\n\n')}\n`
}

/** Nothing in a name may end the trailer's line or its address. */
function identity({ name, email }: CommitIdentity): string {
  const clean = (text: string) => asOneLine(text).replace(/[<>]/g, '')
  return `${clean(name)} <${clean(email)}>`
}
