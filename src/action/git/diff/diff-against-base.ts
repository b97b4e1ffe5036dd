import { fetchedRef, type Pause } from '../checkout/fetch-branches.ts'
import { meetBranches } from '../checkout/meet-branches.ts'
import { must, type Repository } from '../process/repository.ts'

interface DiffInput {
  readonly repository: Repository
  readonly token: string
  readonly base: string
  readonly branch: string
  /** Limit for the diff; default 64 KiB. */
  readonly maxBytes?: number
  readonly pause?: Pause
}

export interface BaseDiff {
  readonly diff: string
  /** `base`: no common ancestor was found, so commits that only the base has appear as removed lines. */
  readonly against: 'merge-base' | 'base'
  readonly cut: boolean
}

const DEFAULT_MAX_BYTES = 64 * 1024

/** The diff of the working branch against its base, as context for a follow-up. */
export async function diffAgainstBase(input: DiffInput): Promise<BaseDiff> {
  const { repository, base, branch } = input
  // The diff is optional context: a failed fetch ends the search, not the run.
  const meeting = await meetBranches(input)
  const mergeBase = meeting.kind === 'met' ? (meeting.ancestors[0] ?? null) : null
  const from = mergeBase ?? fetchedRef(base)
  const args = ['diff-tree', '-r', '-p', '-M', '--no-ext-diff', '--no-textconv', from, fetchedRef(branch)]
  const { stdout, cut } = await must(repository.git(args, { maxBytes: input.maxBytes ?? DEFAULT_MAX_BYTES }))
  return { diff: stdout, against: mergeBase === null ? 'base' : 'merge-base', cut }
}
