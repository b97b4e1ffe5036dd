import { indexSecrets, type SecretIndex } from './secret-index.ts'
import { isSample, SECRET_PATTERNS } from './secret-patterns.ts'

/** What this run knows and must never print, tell or publish. */
export interface Secrets extends SecretIndex {
  /** The text without any of them, and without what only looks like a secret. */
  scrub(text: string): string
}

/** Taking one in, `mask` tells the runner to blank the text out of the log, too. */
export function openSecrets(values: readonly string[], mask: (secret: string) => void): Secrets {
  const known = indexSecrets()
  const masked = new Set([''])
  const add = (secret: string): void => {
    if (masked.has(secret)) return
    masked.add(secret)
    known.add(secret)
    for (const form of masksOf(secret)) mask(form)
  }
  for (const value of values) add(value)
  return { ...known, add, scrub: (text) => redactSecrets(text, known) }
}

/** The value, its base64, and the base64 that `Authorization: basic` carries for git. */
const masksOf = (secret: string): string[] => [secret, base64(secret), base64(`x-access-token:${secret}`)]

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The text with every secret of the run, and whatever looks like one, replaced. */
export function redactSecrets(text: string, known: Pick<SecretIndex, 'redact'>): string {
  return SECRET_PATTERNS.reduce(
    (redacted, { pattern }) => redacted.replace(pattern, (match) => (isSample(match) ? match : '***')),
    known.redact(text),
  )
}
