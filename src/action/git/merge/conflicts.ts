import type { Conflict } from '../checkout/started-merge.ts'
import type { JudgePath, RefusedPath } from '../policy/path-policy.ts'
import { must, type Repository } from '../process/repository.ts'
import { LABELS, type MergedTrees, type MergeMessage } from './merge-trees.ts'

type SortedConflicts =
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

/** A conflict as the agent is shown it. */
interface ShownConflict {
  readonly path: string
  /** The conflicting hunks with their line numbers; without hunks, what git says about the conflict. */
  readonly text: string
}

const MAX_BYTES = 4 * 1024 * 1024
/** Lines before and after a hunk. */
const CONTEXT = 3

/** The conflicts of a merge, hunk by hunk with both sides and the common ancestor. */
export async function showConflicts(
  { gitBytes }: Repository,
  conflicts: readonly Conflict[],
): Promise<ShownConflict[]> {
  const shown: ShownConflict[] = []
  for (const { path, kind, text, id } of conflicts) {
    if (kind === 'deletion' || id === null) shown.push({ path, text })
    else {
      const { stdout } = await must(gitBytes(['cat-file', 'blob', id], { maxBytes: MAX_BYTES }))
      const hunks = listHunks(stdout.toString('utf8'))
      shown.push({ path, text: hunks.length === 0 ? text : hunks.join('\n\n') })
    }
  }
  return shown
}

/** Each conflict of a merged text, numbered like the lines of the file. Pure. */
function listHunks(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''))
  const starts = lines.flatMap((line, at) => (line === `<<<<<<< ${LABELS.branch}` ? [at] : []))
  return starts.flatMap((start) => {
    const end = lines.indexOf(`>>>>>>> ${LABELS.base}`, start)
    if (end < 0) return []
    const from = Math.max(0, start - CONTEXT)
    return [
      lines
        .slice(from, end + 1 + CONTEXT)
        .map((line, at) => `${from + at + 1}\t${line}`)
        .join('\n'),
    ]
  })
}
