/** A line that the change adds, with its number in the new file. */
export interface AddedLine {
  readonly number: number
  readonly text: string
}

/** One changed path. Modes are git's (`100644`, `100755`, `120000`, `160000`), `null` where there is no file. */
export interface Change {
  readonly path: string
  /** Path of a renamed file before the change. */
  readonly oldPath: string | null
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly oldMode: string | null
  readonly newMode: string | null
  /** Bytes; 0 where there is no file. */
  readonly oldSize: number
  readonly newSize: number
  /** Lines; 0 for binary files. */
  readonly additions: number
  readonly deletions: number
  /** `null`: the diff is too long, and its lines were not read. */
  readonly addedLines: readonly AddedLine[] | null
  /** The same lines as git splits them, read as UTF-8, if the file has another encoding. */
  readonly rawLines?: readonly AddedLine[]
}

/** One record of `git diff-tree --raw -z`. Paths are bytes, read as latin1. */
export interface RawChange {
  readonly path: string
  readonly oldPath: string | null
  readonly kind: Change['kind']
  readonly oldMode: string | null
  readonly newMode: string | null
  readonly oldId: string
  readonly newId: string
  /** For example a file that became a link: git prints it as two patches, a deletion and a creation. */
  readonly isTypeChange: boolean
}

const KINDS: Readonly<Record<string, Change['kind']>> = {
  A: 'added',
  M: 'modified',
  T: 'modified',
  D: 'deleted',
  R: 'renamed',
}

/**
 * Parses the fields of `git diff-tree --raw --numstat -z`: a raw record for each change, then its numbers of lines for each
 * change in the same order. A raw record starts with a colon, a record of numbers never does.
 */
export function parseSummary(fields: readonly string[]): { raw: RawChange[]; counts: LineCounts[] } {
  const raw: RawChange[] = []
  const counts: LineCounts[] = []
  const rest = fields.values()
  for (const head of rest) {
    if (head.startsWith(':')) raw.push(parseRaw(head, rest))
    else counts.push(parseNumstat(head, rest))
  }
  return { raw, counts }
}

/** `:oldmode newmode oldid newid status NUL path NUL [path NUL]`. */
function parseRaw(head: string, rest: Iterator<string>): RawChange {
  const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = head.slice(1).split(' ')
  const kind = KINDS[status.charAt(0)]
  const first = rest.next().value
  const second = kind === 'renamed' ? rest.next().value : first
  if (kind === undefined || first === undefined || second === undefined) {
    throw new Error(`git diff-tree printed an unexpected record: ${JSON.stringify(head)}`)
  }
  return {
    path: second,
    oldPath: kind === 'renamed' ? first : null,
    kind,
    oldMode: modeOrNull(oldMode),
    newMode: modeOrNull(newMode),
    oldId,
    newId,
    isTypeChange: status === 'T',
  }
}

function modeOrNull(mode: string): string | null {
  return mode === '000000' ? null : mode
}

export interface LineCounts {
  readonly additions: number
  readonly deletions: number
}

/** `additions TAB deletions TAB path NUL`; `-` stands for binary. */
function parseNumstat(head: string, rest: Iterator<string>): LineCounts {
  const [additions, deletions, path] = head.split('\t')
  // A rename has an empty path here, and its two paths in separate fields.
  if (path === '') {
    rest.next()
    rest.next()
  }
  return { additions: Number(additions) || 0, deletions: Number(deletions) || 0 }
}

/**
 * The added lines of each `diff --git` section of a patch made with `--unified=0`. There, every line of content starts
 * with `+`, `-` or a backslash, so it cannot be mistaken for a header.
 */
export function parseAddedLines(patch: string): AddedLine[][] {
  const sections: AddedLine[][] = []
  let number = 0
  let inHunk = false
  for (const line of patch.split('\n')) {
    if (line.startsWith('diff --git ')) {
      sections.push([])
      inHunk = false
    } else if (line.startsWith('@@ ')) {
      number = Number(/ \+(\d+)/.exec(line)?.[1] ?? 0)
      inHunk = true
    } else if (inHunk && line.startsWith('+')) {
      sections.at(-1)?.push({ number, text: line.slice(1) })
      number += 1
    }
  }
  return sections
}
