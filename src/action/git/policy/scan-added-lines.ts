import type { SecretIndex } from '../../secrets/secret-index.ts'
import {
  isSample,
  PRIVATE_KEY_BODY,
  PRIVATE_KEY_HEAD,
  SECRET_PATTERNS,
} from '../../secrets/secret-patterns.ts'
import { redactSecrets } from '../../secrets/secrets.ts'
import type { AddedLine, Change } from '../diff/change.ts'

/** Kind and place of a secret, never the secret itself. */
export interface SecretFinding {
  readonly kind: string
  readonly path: string
  /** Line in the new file; `null`: it spans several lines, or is in the path. */
  readonly line: number | null
}

const A_KNOWN_SECRET = 'a secret of this run'

type Finder = Pick<SecretIndex, 'find'>

/** Scans every added line and every path. At most one finding per line. */
export function scanAddedLines(
  changes: readonly Change[],
  known: Pick<SecretIndex, 'find' | 'redactKnown'>,
): SecretFinding[] {
  return changes.flatMap(({ path, addedLines, rawLines = [] }) => {
    const inPath = known.find(path).length > 0 ? A_KNOWN_SECRET : kindIn(path)
    if (inPath !== null) return [{ kind: inPath, path: redactSecrets(path, known), line: null }]
    const found = scanLines(addedLines ?? [], known)
    // A file may say that it has an encoding in which its bytes mean something else.
    const kinds = new Set(found.map(({ kind }) => kind))
    const inBytes = scanLines(rawLines, known).filter(({ kind }) => !kinds.has(kind))
    return [...found, ...inBytes].map((finding) => ({ ...finding, path }))
  })
}

type InFile = Omit<SecretFinding, 'path'>

function scanLines(lines: readonly AddedLine[], known: Finder): InFile[] {
  const ofRun = scanForKnown(lines, known)
  const named = new Set(ofRun.map(({ line }) => line))
  const ofAForm = lines.flatMap(({ number, text }, at): InFile[] => {
    if (named.has(number)) return []
    // UTF-16 has a zero byte next to every letter.
    const kind = kindIn(text.replaceAll('\0', '')) ?? (holdsPrivateKey(lines, at) ? 'a private key' : null)
    return kind === null ? [] : [{ kind, line: number }]
  })
  return [...ofRun, ...ofAForm].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

/** Scans all lines as one text, since encoders wrap their output. */
function scanForKnown(lines: readonly AddedLine[], known: Finder): InFile[] {
  const spans = known.find(lines.map(({ text }) => text).join('\n'))
  if (spans.length === 0) return []
  const found = new Set<number | null>()
  let at = 0
  let end = lines[0]?.text.length ?? 0
  for (const span of spans) {
    while (span.start > end && at < lines.length - 1) {
      at += 1
      end += 1 + (lines[at]?.text.length ?? 0)
    }
    found.add(span.end > end ? null : (lines[at]?.number ?? null))
  }
  return [...found].map((line) => ({ kind: A_KNOWN_SECRET, line }))
}

function kindIn(text: string): string | null {
  for (const { kind, pattern } of SECRET_PATTERNS) {
    for (const [match] of text.matchAll(pattern)) if (!isSample(match)) return kind
  }
  return null
}

/** The head of a key counts if a line of the key follows, or the key is on the same line. */
function holdsPrivateKey(lines: readonly AddedLine[], at: number): boolean {
  const head = lines[at]?.text.replaceAll('\0', '') ?? ''
  const match = PRIVATE_KEY_HEAD.exec(head)
  if (match === null) return false
  const after = head.slice(match.index + match[0].length)
  // Up to four lines of headers (Proc-Type, DEK-Info, Version) may precede the key itself.
  const next = lines.slice(at + 1, at + 6).map(({ text }) => text.replaceAll('\0', ''))
  return [after, ...next].some((text) => PRIVATE_KEY_BODY.test(text))
}

/** The changed files with a secret that cannot be replaced in the bytes of a patch. Pure. */
export const findUnredactable = (
  changes: readonly Change[],
  known: Pick<SecretIndex, 'find' | 'redactKnown'>,
): readonly Change[] =>
  changes.filter((change) => {
    const { rawLines, ...decoded } = change
    const found = scanAddedLines([change], known).length
    if (isBinary(change) || rawLines === undefined) return isBinary(change) && found > 0
    const inText = scanAddedLines([decoded], known).length
    return inText > scanAddedLines([{ ...decoded, addedLines: rawLines }], known).length
  })

/** git counts no lines in such a file. Its patch is compressed, so no secret can be found in the patch. */
const isBinary = ({ additions, addedLines }: Change): boolean =>
  additions === 0 && addedLines !== null && addedLines.length > 0
