import type { StartedMerge } from '../checkout/started-merge.ts'
import type { MergeRules } from '../policy/find-markers.ts'
import type { Repository } from '../process/repository.ts'
import { oneLine } from '../process/spawn-git.ts'

/** One version of a conflicting path. Stages are git's: 1 is the common ancestor, 2 the branch, 3 the base. */
export interface Version {
  readonly path: string
  readonly stage: 1 | 2 | 3
  readonly mode: string
  readonly id: string
}

/** What git says about one or several paths, for example `CONFLICT (contents)`. */
export interface MergeMessage {
  readonly paths: readonly string[]
  readonly kind: string
  readonly text: string
}

/** Paths are bytes, read as latin1. */
export interface MergedTrees {
  /** With conflict markers in the files that conflict. */
  readonly tree: string
  readonly versions: readonly Version[]
  readonly messages: readonly MergeMessage[]
}

/** What the markers of a conflict name. */
export const LABELS = { branch: 'update/branch', base: 'update/base' } as const

/**
 * The three-way merge of two commits, as git makes it. Conflicts also show the common ancestor.
 * https://git-scm.com/docs/git-merge-tree#OUTPUT
 */
export async function mergeTrees(
  { git, gitBytes }: Repository,
  { branch, base }: { readonly branch: string; readonly base: string },
): Promise<MergedTrees> {
  // git names the sides in the markers as they are named in its arguments.
  for (const [label, commit] of [
    [LABELS.branch, branch],
    [LABELS.base, base],
  ] as const) {
    const set = await git(['update-ref', `refs/${label}`, commit])
    if (set.code !== 0) throw new Error(`git update-ref failed: ${oneLine(set.stderr)}`)
  }
  const args = ['-c', 'merge.conflictStyle=diff3', 'merge-tree', '--write-tree', '--messages', '-z']
  const { code, stdout, stderr } = await gitBytes([...args, LABELS.branch, LABELS.base])
  if (code > 1) throw new Error(`git merge-tree failed; it needs git 2.38 or newer: ${oneLine(stderr)}`)
  return parseMergedTrees(stdout.toString('latin1'))
}

/** `tree NUL`, versions that each end with NUL, an empty field, and messages: count, paths, kind, text. Pure. */
function parseMergedTrees(text: string): MergedTrees {
  const [tree = '', ...fields] = text.split('\0')
  const end = fields.indexOf('')
  const versions = (end < 0 ? fields : fields.slice(0, end)).map(parseVersion)
  const rest = (end < 0 ? [] : fields.slice(end + 1)).values()
  const messages: MergeMessage[] = []
  for (const count of rest) {
    if (count === '') break
    const paths = Array.from({ length: Number(count) }, () => rest.next().value ?? '')
    messages.push({ paths, kind: rest.next().value ?? '', text: (rest.next().value ?? '').trim() })
  }
  return { tree, versions, messages }
}

function parseVersion(field: string): Version {
  const [, mode = '', id = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(field) ?? []
  if (stage !== '1' && stage !== '2' && stage !== '3')
    throw new Error(`git merge-tree printed an unexpected record: ${JSON.stringify(field)}`)
  return { path, stage: Number(stage) as Version['stage'], mode, id }
}

/** What the change of a started merge may not contain. */
export const mergeRulesOf = (merge: StartedMerge | null): MergeRules | undefined =>
  merge === null
    ? undefined
    : {
        paths: new Set(merge.conflicts.map(({ path }) => path)),
        ownMarkers: merge.ownMarkers,
        labels: Object.values(LABELS),
      }
