import type { Checkout } from '../checkout/checkout.ts'
import { fetchedRef, meetBranches, type Pause } from '../checkout/fetch-branches.ts'
import { must, type Repository } from '../process/repository.ts'
import type { Change } from './change.ts'

/** Limit for the patch. */
const MAX_PATCH_BYTES = 2 * 1024 * 1024

/** The text that a push makes public: paths, added lines, removed lines. */
export async function readDiffText(
  { repository, baseSha }: Checkout,
  { tree, changes }: { tree: string; changes: readonly Change[] },
): Promise<string> {
  const args = ['diff-tree', '-r', '-M', '-p', '--unified=0', '--no-ext-diff', '--no-textconv']
  const { stdout } = await must(repository.git([...args, baseSha, tree], { maxBytes: MAX_PATCH_BYTES }))
  const lines = stdout.split('\n')
  const startingWith = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(1))
  const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]))
  return [paths.join(SEPARATOR), startingWith('+').join('\n'), startingWith('-').join('\n')].join(SEPARATOR)
}

/** Does not occur in a text of the model, so that two neighbouring paths do not form a quote. */
const SEPARATOR = '\0'

interface DiffInput {
  readonly repository: Repository
  readonly token: string
  readonly base: string
  readonly branch: string
  /** Limit for the diff; default 64 KiB. */
  readonly maxBytes?: number
  readonly pause?: Pause
}

interface BaseDiff {
  readonly diff: string
  /** `base`: no common ancestor was found, so commits that only the base has appear as removed lines. */
  readonly against: 'merge-base' | 'base'
  readonly cut: boolean
}

const MAX_CONTEXT_BYTES = 64 * 1024

/** The diff of the working branch against its base, as context for a follow-up. */
export async function diffAgainstBase(input: DiffInput): Promise<BaseDiff> {
  const { repository, base, branch } = input
  // The diff is optional context: a failed fetch ends the search, not the run.
  const meeting = await meetBranches(input)
  const mergeBase = meeting.kind === 'met' ? (meeting.ancestors[0] ?? null) : null
  const from = mergeBase ?? fetchedRef(base)
  const args = ['diff-tree', '-r', '-p', '-M', '--no-ext-diff', '--no-textconv', from, fetchedRef(branch)]
  const { stdout, cut } = await must(repository.git(args, { maxBytes: input.maxBytes ?? MAX_CONTEXT_BYTES }))
  return { diff: stdout, against: mergeBase === null ? 'base' : 'merge-base', cut }
}
