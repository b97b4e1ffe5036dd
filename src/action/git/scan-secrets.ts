import type { AddedLine, Change } from './change.ts'
import { secretForms } from './known-secrets.ts'
import { isSample, PRIVATE_KEY_BODY, PRIVATE_KEY_HEAD, SECRET_PATTERNS } from './secret-patterns.ts'

/** What was found and where, never the secret itself. */
export interface SecretFinding {
  readonly kind: string
  readonly path: string
  /** Line in the new file; `null`: spread over several lines, or in the path. */
  readonly line: number | null
}

const A_KNOWN_SECRET = 'a secret of this run'

/** Looks through every added line and every path; at most one finding a line. */
export function scanSecrets(changes: readonly Change[], secrets: readonly string[]): SecretFinding[] {
  const forms = secretForms(secrets)
  return changes.flatMap(({ path, addedLines }) => {
    const inPath = kindIn(path, forms)
    if (inPath !== null) return [{ kind: inPath, path: redactSecrets(path, secrets), line: null }]
    return scanLines(addedLines ?? [], forms).map((finding) => ({ ...finding, path }))
  })
}

/** The text with every secret of the run, and whatever looks like one, replaced. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let redacted = text
  for (const form of secretForms(secrets)) redacted = redacted.replaceAll(form, '***')
  for (const { pattern } of SECRET_PATTERNS) {
    redacted = redacted.replace(pattern, (match) => (isSample(match) ? match : '***'))
  }
  return redacted
}

function scanLines(lines: readonly AddedLine[], forms: readonly string[]): Omit<SecretFinding, 'path'>[] {
  const findings: Omit<SecretFinding, 'path'>[] = []
  for (const [at, { number, text }] of lines.entries()) {
    // UTF-16 puts a zero byte beside every letter.
    const line = text.replaceAll('\0', '')
    const kind = kindIn(line, forms) ?? (holdsPrivateKey(lines, at) ? 'a private key' : null)
    if (kind !== null) findings.push({ kind, line: number })
  }
  if (findings.length === 0 && forms.length > 0) {
    // Encoders wrap their output.
    const joined = lines.map(({ text }) => text.replace(/[\s\0]/g, '')).join('')
    if (forms.some((form) => joined.includes(form))) findings.push({ kind: A_KNOWN_SECRET, line: null })
  }
  return findings
}

function kindIn(text: string, forms: readonly string[]): string | null {
  if (forms.some((form) => text.includes(form))) return A_KNOWN_SECRET
  for (const { kind, pattern } of SECRET_PATTERNS) {
    for (const [match] of text.matchAll(pattern)) if (!isSample(match)) return kind
  }
  return null
}

/** The head of a key counts with a line of key after it, or on the same line in one long string. */
function holdsPrivateKey(lines: readonly AddedLine[], at: number): boolean {
  const head = lines[at]?.text.replaceAll('\0', '') ?? ''
  const match = PRIVATE_KEY_HEAD.exec(head)
  if (match === null) return false
  const after = head.slice(match.index + match[0].length)
  // Up to four lines of headers (Proc-Type, DEK-Info, Version) may stand before the key's own.
  const next = lines.slice(at + 1, at + 6).map(({ text }) => text.replaceAll('\0', ''))
  return [after, ...next].some((text) => PRIVATE_KEY_BODY.test(text))
}
