import { fetchBranches, fetchedRef, type Pause } from '../checkout/fetch-branches.ts'
import { must, type Repository } from '../process/repository.ts'

interface DiffInput {
  readonly repository: Repository
  readonly token: string
  readonly base: string
  readonly branch: string
  /** Most bytes of diff; default 64 KiB. */
  readonly maxBytes?: number
  readonly pause?: Pause
}

export interface BaseDiff {
  readonly diff: string
  /** `base`: the common ancestor was out of reach, so what the base gained since shows as removed. */
  readonly against: 'merge-base' | 'base'
  readonly cut: boolean
}

/** The history is shallow; it is deepened in these steps until both branches meet. */
const DEEPEN = [100, 900]
const DEFAULT_MAX_BYTES = 64 * 1024

/** What the working branch holds beyond its base, for the context of a follow-up. */
export async function diffAgainstBase(input: DiffInput): Promise<BaseDiff> {
  const { repository, base, branch } = input
  const mergeBase = await findMergeBase(input)
  const from = mergeBase ?? fetchedRef(base)
  const args = ['diff-tree', '-r', '-p', '-M', '--no-ext-diff', '--no-textconv', from, fetchedRef(branch)]
  const { stdout, cut } = await must(repository.git(args, { maxBytes: input.maxBytes ?? DEFAULT_MAX_BYTES }))
  return { diff: stdout, against: mergeBase === null ? 'base' : 'merge-base', cut }
}

async function findMergeBase(input: DiffInput): Promise<string | null> {
  const { repository, base, branch } = input
  for (const deepen of [0, ...DEEPEN]) {
    // Context is a help, not a need: a fetch that fails ends the search and not the run.
    if (deepen > 0 && (await fetchBranches({ ...input, deepen }, [base, branch])) !== null) return null
    const { code, stdout } = await repository.git(['merge-base', fetchedRef(base), fetchedRef(branch)])
    if (code === 0) return stdout.trim()
  }
  return null
}
