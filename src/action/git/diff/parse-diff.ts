import type { AddedLine, Change } from './change.ts'

/** One record of `git diff-tree --raw -z`, with raw paths. */
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

/** Parses the fields of `:oldmode newmode oldid newid status NUL path NUL [path NUL]`. */
export function parseRaw(fields: readonly string[]): RawChange[] {
  const changes: RawChange[] = []
  const rest = fields.values()
  for (const head of rest) {
    const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = head.slice(1).split(' ')
    const kind = KINDS[status.charAt(0)]
    const first = rest.next().value
    const second = kind === 'renamed' ? rest.next().value : first
    if (kind === undefined || first === undefined || second === undefined) {
      throw new Error(`git diff-tree printed an unexpected record: ${JSON.stringify(head)}`)
    }
    changes.push({
      path: second,
      oldPath: kind === 'renamed' ? first : null,
      kind,
      oldMode: modeOrNull(oldMode),
      newMode: modeOrNull(newMode),
      oldId,
      newId,
      isTypeChange: status === 'T',
    })
  }
  return changes
}

function modeOrNull(mode: string): string | null {
  return mode === '000000' ? null : mode
}

export interface LineCounts {
  readonly additions: number
  readonly deletions: number
}

/** Parses the fields of `git diff-tree --numstat -z`, in the order of the raw records; `-` stands for binary. */
export function parseNumstat(fields: readonly string[]): LineCounts[] {
  const counts: LineCounts[] = []
  const rest = fields.values()
  for (const field of rest) {
    const [additions, deletions, path] = field.split('\t')
    // A rename has an empty path here, and its two paths in separate fields.
    if (path === '') {
      rest.next()
      rest.next()
    }
    counts.push({ additions: Number(additions) || 0, deletions: Number(deletions) || 0 })
  }
  return counts
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
