import type { CommitIdentity } from '../../contract/runner-protocol/assignment.ts'
import { asOneLine, shorten, withoutHiddenCharacters } from '../../sanitize/neutralize.ts'
import { redactSecrets } from '../secrets/secrets.ts'
import { type SanitizeOptions, sanitize } from './sanitize.ts'

interface CommitMessageInput extends SanitizeOptions {
  /** As the model wrote it. */
  readonly message: string
  readonly job: string
  readonly coAuthor: CommitIdentity | null
  /** True: the commit does not start CI. Absent: it does. */
  readonly holdCi?: boolean | undefined
}

/**
 * Two empty lines precede the trailers, of which it is the last:
 * https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 */
const SKIP_CHECKS = 'skip-checks: true'

const SUBJECT_LIMIT = 120
const MESSAGE_LIMIT = 10_000

/** Trailers that name people or instruct GitHub. The model may not write them. */
const ATTRIBUTION_TRAILER = /^\s*(?:[a-z][a-z-]*-by|on-behalf-of|(?:skip|request)-checks)\s*:/i

/** A line that git reads as a trailer: a key and a colon, or the continuation of the line before. */
const TRAILER = /^(?:[a-z\d-]+[^\S\n]*:|\s)/i
const KEY_END = /^[a-z\d-]+(?=[^\S\n]*:(?!\/\/))/i

/** Composes the commit message. It is sanitized, because closing keywords and mentions also work in merged commits. */
export function commitMessage({ message, job, coAuthor, holdCi, ...cleaning }: CommitMessageInput): string {
  const clean = (text: string) => sanitize(text, cleaning)
  const known = redactSecrets(withoutHiddenCharacters(message), cleaning.secrets)
  const [first = '', ...rest] = known.trim().split('\n')
  const subject = shorten(clean(asOneLine(first)), SUBJECT_LIMIT) || `Changes of ${job}`
  const lines = rest.filter((line) => !ATTRIBUTION_TRAILER.test(line))
  const body = withoutTrailers(shorten(clean(lines.join('\n')).trim(), MESSAGE_LIMIT))
  const author = coAuthor === null ? [] : [`Co-authored-by: ${identity(coAuthor)}`]
  const trailers = [...author, ...(holdCi ? [SKIP_CHECKS] : [])].join('\n')
  const text = [subject, body].filter((part) => part !== '').join('\n\n')
  if (trailers === '') return `${text}\n`
  return `${text}${holdCi ? '\n\n\n' : '\n\n'}${trailers}\n`
}

/** With this line, git accepts other text among the trailers. */
const CHERRY_PICKED = '(cherry picked from commit '

/** A last paragraph of trailers would have an effect: for git, and for tools that close or link issues. */
function withoutTrailers(body: string): string {
  const lines = body.split('\n')
  const start = lines.findLastIndex((line) => line.trim() === '') + 1
  const last = lines.slice(start)
  if (!last.every((line) => TRAILER.test(line)) && !last.some((line) => line.startsWith(CHERRY_PICKED)))
    return body
  return lines.map((line, at) => (at < start ? line : line.replace(KEY_END, '$&\u200b'))).join('\n')
}

/** A name must not end the line of the trailer or the email address. */
function identity({ name, email }: CommitIdentity): string {
  const clean = (text: string) => asOneLine(text).replace(/[<>]/g, '')
  return `${clean(name)} <${clean(email)}>`
}
