import type { JudgePath, RefusedPath } from '../policy/path-policy.ts'
import type { MergedTrees, MergeMessage } from './merge-trees.ts'

export type SortedConflicts =
  | {
      readonly kind: 'sorted'
      /** The agent resolves these. */
      readonly given: readonly GivenPath[]
      /** Protected: they are as the base has them. */
      readonly fromBase: readonly string[]
    }
  | { readonly kind: 'refused'; readonly path: string; readonly why: string }

export interface GivenPath {
  readonly path: string
  readonly kind: 'content' | 'deletion'
  /** What git says about it. */
  readonly text: string
}

/** Of these, both sides are regular files that a text editor can bring together. */
const KINDS: Readonly<Record<string, GivenPath['kind']>> = {
  'CONFLICT (contents)': 'content',
  'CONFLICT (modify/delete)': 'deletion',
  'CONFLICT (rename/delete)': 'deletion',
}

const REGULAR = new Set(['100644', '100755'])

/** Which conflicts the agent gets, which are decided by a rule, and which only a person can resolve. Pure. */
export function sortConflicts(
  merged: Pick<MergedTrees, 'versions' | 'messages'>,
  judge: JudgePath,
): SortedConflicts {
  const given = new Map<string, GivenPath>()
  const fromBase = new Set<string>()
  const conflicting = new Set(merged.versions.map(({ path }) => path))
  const byPath = (path: string) =>
    merged.messages.filter((one) => isConflict(one) && one.paths.includes(path))
  for (const path of conflicting) {
    const verdict = judge(path)?.verdict
    if (verdict === 'protected' || verdict === 'forbidden') {
      fromBase.add(path)
      continue
    }
    const messages = byPath(path)
    const why = (verdict && REFUSED[verdict]) ?? whyNotGiven(merged, messages, path)
    if (why !== null) return { kind: 'refused', path, why }
    given.set(path, {
      path,
      kind: messages.some(({ kind }) => KINDS[kind] === 'deletion') ? 'deletion' : 'content',
      text: messages.map(({ text }) => text).join('\n'),
    })
  }
  // A conflict without a version of its own, such as one of folders, is not decided by those that have one.
  const stray = merged.messages.find(
    (one) => isConflict(one) && !one.paths.some((path) => conflicting.has(path)),
  )
  if (stray !== undefined) return { kind: 'refused', path: stray.paths[0] ?? '', why: nameKind(stray.kind) }
  return { kind: 'sorted', given: [...given.values()], fromBase: [...fromBase] }
}

const REFUSED: Readonly<Partial<Record<RefusedPath['verdict'], string>>> = {
  outside: 'neither `paths.allow` nor `working-directory` in the project settings includes it',
  'other-file': 'it is not one of the files that this job is for',
  filtered: '.gitattributes assigns it to a filter, which Prentice does not run',
}

const isConflict = ({ kind }: MergeMessage): boolean => kind.startsWith('CONFLICT')

const nameKind = (kind: string): string => `a ${kind.replace(/^CONFLICT \((.*)\)$/, '$1')} conflict`

/** `null`: the agent can resolve it. */
function whyNotGiven(
  { versions }: Pick<MergedTrees, 'versions'>,
  messages: readonly MergeMessage[],
  path: string,
): string | null {
  const other = messages.find(({ kind }) => KINDS[kind] === undefined)
  if (other !== undefined) return nameKind(other.kind)
  if (messages.length === 0) return 'a conflict of paths'
  return versions.some((one) => one.path === path && !REGULAR.has(one.mode))
    ? 'not a regular file on both sides'
    : null
}
