import { findWellKnownSecrets } from '../../secrets/find-secrets.ts'
import type { SecretIndex, Span } from '../../secrets/secret-index.ts'
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
    const inPath = known.find(path).length > 0 ? A_KNOWN_SECRET : findWellKnownSecrets(path)[0]?.kind
    if (inPath !== undefined) return [{ kind: inPath, path: redactSecrets(path, known), line: null }]
    const found = scanLines(addedLines ?? [], known)
    // A file may say that it has an encoding in which its bytes mean something else.
    const kinds = new Set(found.map(({ kind }) => kind))
    const inBytes = scanLines(rawLines, known).filter(({ kind }) => !kinds.has(kind))
    return [...found, ...inBytes].map((finding) => ({ ...finding, path }))
  })
}

type InFile = Omit<SecretFinding, 'path'>

function scanLines(lines: readonly AddedLine[], known: Finder): InFile[] {
  const texts = lines.map(({ text }) => text)
  const ofRun = placeSpans(known.find(texts.join('\n')), texts).map(({ first, last }): InFile => {
    // Encoders wrap their output.
    const line = first === last ? (lines[first]?.number ?? null) : null
    return { kind: A_KNOWN_SECRET, line }
  })
  // UTF-16 has a zero byte next to every letter.
  const bare = texts.map((text) => text.replaceAll('\0', ''))
  const wellKnown = placeSpans(findWellKnownSecrets(bare.join('\n')), bare).map(
    ({ kind, first }): InFile => ({ kind, line: lines[first]?.number ?? null }),
  )
  const found = new Map<number | null, InFile>()
  for (const finding of [...ofRun, ...wellKnown])
    if (!found.has(finding.line)) found.set(finding.line, finding)
  return [...found.values()].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
}

type Placed<T> = T & { readonly first: number; readonly last: number }

/** On which lines spans of the joined lines are. `spans`: by their start. */
function placeSpans<T extends Span>(spans: readonly T[], lines: readonly string[]): Placed<T>[] {
  let at = 0
  let end = lines[0]?.length ?? 0
  return spans.map((span) => {
    while (span.start > end && at < lines.length - 1) {
      at += 1
      end += 1 + (lines[at]?.length ?? 0)
    }
    return { ...span, first: at, last: span.end > end ? at + 1 : at }
  })
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
