import { indexSecrets, type SecretIndex } from './secret-index.ts'
import { isSample, SECRET_PATTERNS } from './secret-patterns.ts'

/** The secrets of this run, which it never logs, reports or publishes. */
export interface Secrets extends SecretIndex {
  /** The text with these secrets, and whatever looks like a secret, replaced. */
  redact(text: string): string
}

/** `mask` tells the runner to replace a text in the log. It is called for each secret. */
export function openSecrets(values: readonly string[], mask: (secret: string) => void): Secrets {
  const known = indexSecrets()
  const added = new Set([''])
  const add = (secret: string): void => {
    if (added.has(secret)) return
    added.add(secret)
    known.add(secret)
    for (const text of masksOf(secret)) mask(text)
  }
  for (const value of values) add(value)
  return { ...known, add, redact: (text) => redactSecrets(text, known) }
}

/** The value, its base64, and the base64 that `Authorization: basic` carries for git. */
const masksOf = (secret: string): string[] => [secret, base64(secret), base64(`x-access-token:${secret}`)]

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The text with the known secrets, and whatever matches a secret pattern, replaced. */
export function redactSecrets(text: string, known: Pick<SecretIndex, 'redactKnown'>): string {
  return SECRET_PATTERNS.reduce(
    (redacted, { pattern }) => redacted.replace(pattern, (match) => (isSample(match) ? match : '***')),
    known.redactKnown(text),
  )
}
