import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import { showPaths } from '../../text/format.ts'
import {
  fetchBranches,
  meetBranches,
  type Pause,
  readFetched,
  readRemoteHeads,
} from '../checkout/fetch-branches.ts'
import { must, type Repository } from '../process/repository.ts'
import { oneLine } from '../process/spawn-git.ts'
import { type CommitMaker, commitTree, type NewCommit } from './commit-maker.ts'

export interface RemoteBranch {
  readonly repository: Repository
  /** For reading the branch after a failure. */
  readonly token: string
  readonly branch: string
  readonly pause?: Pause | undefined
}

interface PublishInput extends NewCommit, RemoteBranch {
  readonly base: string
  /** Head of the base at the start. */
  readonly baseSha: string
  /** Head of the branch at the start; `null`: it did not exist. */
  readonly branchHead: string | null
  readonly author: CommitIdentity
}

export type Publication =
  | { readonly ok: true; readonly headSha: string }
  /** `needsSignature`: the branch accepts only signed commits. */
  | { readonly ok: false; readonly reason: Reason; readonly needsSignature: boolean }

/** Commits the judged tree with git or through the API, and moves the branch. */
export const publish = (input: PublishInput & { readonly maker: CommitMaker }): Promise<Publication> =>
  publishWith(input, (commit, expected) => commitAndDeliver({ ...input, ...commit }, expected))

/** Publishes the judged tree. If the branch has moved, the commit is rebased once; nothing is overwritten. */
export async function publishWith(input: PublishInput, deliver: Deliver): Promise<Publication> {
  const first = await deliver(input, input.branchHead)
  if (first.kind !== 'moved') return publicationOf(first, input.branch)
  if (first.tip === null) return publishOnBase(input, deliver)

  const failure = await fetchBranches(input, [input.branch])
  if (failure) return failed(failure)
  const tip = await readFetched(input.repository, input.branch)
  const [start = tip, ...others] = input.parents
  const rebased = await rebaseTree({ ...input, start, tip })
  if (!rebased.ok) return failed(reason('branch-moved', rebased.conflicts))
  if (rebased.tree === null) return { ok: true, headSha: tip }
  return publicationOf(
    await deliver({ ...input, tree: rebased.tree, parents: [tip, ...others] }, tip),
    input.branch,
  )
}

/**
 * Makes a branch again that was deleted, for example after its pull request was merged. Its old commits are not pushed again:
 * after a squash merge they would conflict. One commit on the base holds all the work that the base lacks.
 */
async function publishOnBase(input: PublishInput, deliver: Deliver): Promise<Publication> {
  const { repository, base, baseSha, parents, branchHead } = input
  if (parents.length > 1 || branchHead === null) return failed(reason('branch-moved', 'it was deleted'))
  const failure = await fetchBranches(input, [base])
  if (failure) return failed(failure)
  const tip = await readFetched(repository, base)
  const meeting = await meetBranches({ ...input, heads: [baseSha, branchHead] })
  if (meeting.kind === 'failed') return failed(meeting.reason)
  const [forkedFrom, ...others] = meeting.kind === 'met' ? meeting.ancestors : []
  if (forkedFrom === undefined || others.length > 0)
    return failed(reason('branch-moved', `it was deleted, and it is not known where it left ${base}`))
  const earlierWork = await rebaseTree({ ...input, start: forkedFrom, tree: `${branchHead}^{tree}`, tip })
  const isMerged = earlierWork.ok && earlierWork.tree === null
  const rebased = await rebaseTree({ ...input, start: isMerged ? branchHead : forkedFrom, tip })
  if (!rebased.ok || rebased.tree === null) {
    const why = rebased.ok
      ? `${base} has the same changes`
      : `${base} has other changes of ${rebased.conflicts}`
    return failed(reason('branch-moved', `it was deleted, and ${why}`))
  }
  return publicationOf(await deliver({ ...input, tree: rebased.tree, parents: [tip] }, null), input.branch)
}

/** Makes a commit and moves the branch to it, if its head is still `expected`. */
export type Deliver = (commit: NewCommit, expected: string | null) => Promise<Delivery>

type Delivery =
  | { readonly kind: 'delivered'; readonly headSha: string }
  | { readonly kind: 'moved'; readonly tip: string | null; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string }

/** Waits between the attempts: a minute in all, which GitHub asks for after too many requests. */
export const PAUSES = [1000, 4000, 15_000, 40_000]

/** Tries until the result is known. After a failure, the head of the remote branch shows whether the commit arrived. */
async function commitAndDeliver(
  input: NewCommit & RemoteBranch & { readonly maker: CommitMaker },
  expected: string | null,
): Promise<Delivery> {
  const { branch, maker, pause = sleep } = input
  const made = await maker.make(input)
  if (!made.ok) return { kind: 'refused', detail: made.detail }
  for (let attempt = 0; ; attempt += 1) {
    const result = await maker.deliver(made.sha, expected)
    if (result.kind === 'pushed') return { kind: 'delivered', headSha: made.sha }
    const found = await readRemoteHeads(input, [branch])
    if (found.ok) {
      const tip = found.heads.get(branch) ?? null
      if (tip === made.sha) return confirm(input, tip)
      if (tip !== expected) return { kind: 'moved', tip, detail: result.detail }
    }
    const wait = PAUSES[attempt]
    if (result.kind === 'refused' || wait === undefined) return { kind: 'refused', detail: result.detail }
    await pause(wait)
  }
}

/** The response was lost. A commit that was made through the API may be on GitHub alone, but the next stages read it. */
export async function confirm(input: RemoteBranch, headSha: string): Promise<Delivery> {
  const { code } = await input.repository.git(['cat-file', '-e', headSha])
  const failure = code === 0 ? null : await fetchBranches(input, [input.branch])
  return failure === null
    ? { kind: 'delivered', headSha }
    : { kind: 'refused', detail: `the branch is at ${headSha}, but ${failure.message}` }
}

const failed = (why: Reason, needsSignature = false): Publication => ({
  ok: false,
  reason: why,
  needsSignature,
})

/** In the words of GH006 (branch protection) and GH013 (ruleset). */
const NEEDS_SIGNATURE = /commits must have verified signatures/i

function publicationOf(delivery: Delivery, branch: string): Publication {
  switch (delivery.kind) {
    case 'delivered':
      return { ok: true, headSha: delivery.headSha }
    case 'moved':
      return failed(reason('branch-moved', `the branch moved a second time (${delivery.detail})`))
    case 'refused': {
      const { detail } = delivery
      return failed(reason('push-refused', nameRefusal(branch, detail)), NEEDS_SIGNATURE.test(detail))
    }
  }
}

/**
 * A rule that covers the working branch itself, in the words of GH006, GH013 and the API. A rule about commits or files is
 * none: there, GitHub's words say what to do.
 */
const COVERS_BRANCH =
  /through a pull request|creations? being restricted|updates? being restricted|not authorized to push|status checks? (?:(?!status check).)*expected|protected ref|branch name must/i

/** What to do comes first, because GitHub's words may be cut. */
function nameRefusal(branch: string, detail: string): string {
  // The App does not ask for that permission: anyone who can change workflows can read every secret of the repository.
  if (/without `workflows` permission/.test(detail))
    return `the GitHub App deliberately has no \`workflows\` permission, so a person has to change workflow files (GitHub: ${detail})`
  if (COVERS_BRANCH.test(detail))
    return `a branch protection or a ruleset covers ${branch}, so leave the working branches out of its pattern, or let the account that pushes bypass it (GitHub: ${detail})`
  return `GitHub refused it: ${detail.replace(/\.$/, '')}`
}

interface RebaseInput {
  readonly repository: Repository
  /** The commit that our tree is based on. */
  readonly start: string
  readonly tree: string
  /** The new head, fetched. */
  readonly tip: string
  readonly author: CommitIdentity
}

type Rebased =
  /** `tree` is `null` if the new head already has the same change. */
  { readonly ok: true; readonly tree: string | null } | { readonly ok: false; readonly conflicts: string }

/**
 * Our change on top of the new head. With a history of depth 1 git has no common ancestor of the two, so the merge uses
 * commits of both trees with `start` as parent. They are never pushed.
 */
async function rebaseTree({ repository, start, tree, tip, author }: RebaseInput): Promise<Rebased> {
  const tipTree = (await must(repository.git(['rev-parse', `${tip}^{tree}`]))).stdout.trim()
  const commit = (of: string) =>
    commitTree(repository, { tree: of, parents: [start], message: 'For the merge', author })
  const [theirs, ours] = [await commit(tipTree), await commit(tree)]
  const merge = await repository.git(['merge-tree', '--write-tree', '-z', '--name-only', theirs, ours])
  if (merge.code > 1)
    throw new Error(`git merge-tree failed; it needs git 2.38 or newer: ${oneLine(merge.stderr)}`)
  // tree NUL file NUL … file NUL NUL messages
  const [merged = '', ...files] = (merge.stdout.split('\0\0')[0] ?? '').split('\0')
  if (merge.code === 1) return { ok: false, conflicts: showPaths([...new Set(files)]) }
  return { ok: true, tree: merged === tipTree ? null : merged }
}
