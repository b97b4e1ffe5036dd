import type { CommitIdentity } from '../../contract/runner-protocol.ts'
import { redactSecrets } from '../secrets/secrets.ts'
import { asOneLine, shorten, withoutHiddenCharacters } from './sanitize/neutralize.ts'
import { type SanitizeOptions, sanitize } from './sanitize/sanitize.ts'

interface CommitMessageInput extends SanitizeOptions {
  /** As the model wrote it. */
  readonly message: string
  readonly job: string
  readonly coAuthor: CommitIdentity | null
}

const SUBJECT_LIMIT = 120
const MESSAGE_LIMIT = 10_000

/** Trailers that speak for somebody, or to GitHub: the model writes none of them. */
const SPEAKING = /^\s*(?:[a-z][a-z-]*-by|on-behalf-of|(?:skip|request)-checks)\s*:/i

/** As git reads one: a key, a colon, or what goes on from the line before. */
const TRAILER = /^(?:[a-z\d-]+[^\S\n]*:|\s)/i
const KEY_END = /^[a-z\d-]+(?=[^\S\n]*:(?!\/\/))/i

/** Closing keywords and mentions work from a commit message too, once it is merged; so here they do not. */
export function commitMessage({ message, job, coAuthor, ...cleaning }: CommitMessageInput): string {
  const clean = (text: string) => sanitize(text, cleaning)
  const known = redactSecrets(withoutHiddenCharacters(message), cleaning.secrets)
  const [first = '', ...rest] = known.trim().split('\n')
  const subject = shorten(clean(asOneLine(first)), SUBJECT_LIMIT) || `Changes of ${job}`
  const lines = rest.filter((line) => !SPEAKING.test(line))
  const body = withoutTrailers(shorten(clean(lines.join('\n')).trim(), MESSAGE_LIMIT))
  const trailer = coAuthor === null ? '' : `Co-authored-by: ${identity(coAuthor)}`
  return `${[subject, body, trailer].filter((part) => part !== '').join('\n\n')}\n`
}

/** With this line, git lets other words stand between the trailers. */
const PICKED = '(cherry picked from commit '

/** A last paragraph of trailers would count: to git, and to whatever closes or links by them. */
function withoutTrailers(body: string): string {
  const lines = body.split('\n')
  const start = lines.findLastIndex((line) => line.trim() === '') + 1
  const last = lines.slice(start)
  if (!last.every((line) => TRAILER.test(line)) && !last.some((line) => line.startsWith(PICKED))) return body
  return lines.map((line, at) => (at < start ? line : line.replace(KEY_END, '$&\u200b'))).join('\n')
}

/** Nothing in a name may end the trailer's line or its address. */
function identity({ name, email }: CommitIdentity): string {
  const clean = (text: string) => asOneLine(text).replace(/[<>]/g, '')
  return `${clean(name)} <${clean(email)}>`
}
