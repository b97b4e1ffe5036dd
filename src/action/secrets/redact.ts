import type { SecretIndex } from './secret-index.ts'
import { isSample, SECRET_PATTERNS } from './secret-patterns.ts'

/** The text with every secret of the run, and whatever looks like one, replaced. */
export function redactSecrets(text: string, known: Pick<SecretIndex, 'redact'>): string {
  return SECRET_PATTERNS.reduce(
    (redacted, { pattern }) => redacted.replace(pattern, (match) => (isSample(match) ? match : '***')),
    known.redact(text),
  )
}
