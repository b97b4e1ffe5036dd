import { findWellKnownSecrets } from './find-secrets.ts'
import { MIN_SECRET_LENGTH, secretLinesOf } from './secret-encodings.ts'
import { indexSecrets, mergeSpans, replaceSpans, type SecretIndex } from './secret-index.ts'

/** The secrets of this run, which it never logs, reports or publishes. */
export interface Secrets extends SecretIndex {
  /** The text with these secrets, and whatever looks like a secret, replaced. */
  redact(text: string): string
}

/**
 * `mask` tells the runner to replace a text in the log. It is called for each secret. Values that are too short to be
 * recognized are neither redacted nor masked: each letter of the log might be one.
 */
export function openSecrets(values: readonly string[], mask: (secret: string) => void): Secrets {
  const known = indexSecrets()
  const added = new Set<string>()
  const add = (secret: string): void => {
    if (secret.trim().length < MIN_SECRET_LENGTH || added.has(secret)) return
    added.add(secret)
    known.add(secret)
    for (const text of masksOf(secret)) mask(text)
  }
  for (const value of values) add(value)
  return { ...known, add, redact: (text) => redactSecrets(text, known) }
}

/**
 * The value, its base64, and the base64 that `Authorization: basic` carries for git. A value of several lines is masked line by
 * line: the runner would mask each line, also one like `{` (https://github.com/Azure/login/issues/113).
 */
const masksOf = (secret: string): string[] => [
  ...(secret.trim().includes('\n') ? secretLinesOf(secret) : [secret]),
  base64(secret),
  base64(`x-access-token:${secret}`),
]

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The text with the known secrets, and whatever looks like a secret of a well-known kind, replaced. */
export function redactSecrets(text: string, known: Pick<SecretIndex, 'redactKnown'>): string {
  const redacted = known.redactKnown(text)
  return replaceSpans(redacted, mergeSpans(findWellKnownSecrets(redacted)))
}
