import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Reason } from '../../../contract/reasons.ts'
import { must, type Repository } from '../process/repository.ts'
import { fetchBranches, fetchedRef, type Pause } from './fetch-branches.ts'

/** The history is shallow. It is deepened by these numbers of commits until the branches meet. */
const DEEPEN = [100, 900]

interface MeetInput {
  readonly repository: Repository
  readonly token: string
  readonly base: string
  readonly branch: string
  /** Their heads, which may have moved since. Absent: as last fetched. */
  readonly heads?: readonly [base: string, branch: string]
  readonly pause?: Pause
}

export type Meeting =
  /** The best common ancestors of the two branches, one as a rule. */
  | { readonly kind: 'met'; readonly ancestors: readonly string[] }
  /** Not within a thousand commits. */
  | { readonly kind: 'apart' }
  | { readonly kind: 'failed'; readonly reason: Reason }

/** Fetches as much history as it takes to know where two fetched branches parted. */
export async function meetBranches(input: MeetInput): Promise<Meeting> {
  const { repository, base, branch } = input
  for (const deepen of [0, ...DEEPEN]) {
    if (deepen > 0) {
      const failure = await fetchBranches({ ...input, deepen }, [base, branch])
      if (failure !== null) return { kind: 'failed', reason: failure }
    }
    const ancestors = await findAncestors(repository, input.heads ?? [fetchedRef(base), fetchedRef(branch)])
    if (ancestors !== null) return { kind: 'met', ancestors }
  }
  return { kind: 'apart' }
}

/**
 * `null`: the history is too short to tell. A common commit counts only if the history of all newer ones is complete:
 * where it is cut off, a path to a newer common commit may be missing.
 */
async function findAncestors(
  { git, gitDir }: Repository,
  tips: readonly string[],
): Promise<readonly string[] | null> {
  const { code, stdout } = await git(['merge-base', '--all', ...tips])
  const ancestors = stdout.split('\n').filter((line) => line !== '')
  if (code !== 0 || ancestors.length === 0) return null
  const cutOff = await readCutOff(gitDir)
  if (cutOff.size === 0) return ancestors
  const newer = await must(git(['rev-list', ...tips, '--not', ...ancestors]))
  return newer.stdout.split('\n').some((commit) => cutOff.has(commit)) ? null : ancestors
}

/** Commits whose parents were not fetched. */
async function readCutOff(gitDir: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(
      (await readFile(join(gitDir, 'shallow'), 'utf8')).split('\n').filter((line) => line !== ''),
    )
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return new Set()
    throw error
  }
}
