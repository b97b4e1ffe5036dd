import { setTimeout as sleep } from 'node:timers/promises'
import { type Reason, reason } from '../../../contract/reasons.ts'
import { fetchBranches, type Pause, readFetched, readRemoteHeads } from '../checkout/fetch-branches.ts'
import type { Repository } from '../process/repository.ts'
import { type CommitText, commitTree } from './commit-tree.ts'
import { pushBranch } from './push-branch.ts'
import { rebaseCommit } from './rebase-commit.ts'

interface PublishInput extends CommitText {
  readonly repository: Repository
  /** With `contents: write`. */
  readonly token: string
  readonly branch: string
  readonly startSha: string
  /** Head of the branch at the start; `null`: it did not exist. */
  readonly branchHead: string | null
  /** The tree that was judged, from `readChanges`. */
  readonly tree: string
  readonly pause?: Pause
}

export type Publication =
  | { readonly ok: true; readonly headSha: string }
  | { readonly ok: false; readonly reason: Reason }

/** Commits the judged tree and pushes it. If the branch has moved, the commit is rebased once; nothing is overwritten. */
export async function publish(input: PublishInput): Promise<Publication> {
  const commit = await commitTree(input.repository, { ...input, parent: input.startSha })
  const first = await deliver(input, commit, input.branchHead)
  if (first.kind !== 'moved') return publicationOf(first)
  if (first.tip === null) {
    // It cannot be recreated: the remote accepts a shallow history only if it has the rest.
    return { ok: false, reason: reason('branch-moved', 'it was deleted') }
  }

  const failure = await fetchBranches(input, [input.branch])
  if (failure) return { ok: false, reason: failure }
  const tip = await readFetched(input.repository, input.branch)
  const rebased = await rebaseCommit({ ...input, commit, tip })
  if (!rebased.ok) return rebased
  if (rebased.commit === tip) return { ok: true, headSha: tip }
  return publicationOf(await deliver(input, rebased.commit, tip))
}

type Delivery =
  | { readonly kind: 'delivered'; readonly headSha: string }
  | { readonly kind: 'moved'; readonly tip: string | null; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string }

const PAUSES = [1000, 4000]

/** Pushes until the result is known. After a failure, the head of the remote branch shows whether the push arrived. */
async function deliver(input: PublishInput, commit: string, expected: string | null): Promise<Delivery> {
  const { branch, pause = sleep } = input
  for (let attempt = 0; ; attempt += 1) {
    const answer = await pushBranch({ ...input, sha: commit })
    if (answer.kind === 'pushed') return { kind: 'delivered', headSha: commit }
    const found = await readRemoteHeads(input, [branch])
    if (!found.ok) return { kind: 'refused', detail: answer.detail }
    const tip = found.heads.get(branch) ?? null
    if (tip === commit) return { kind: 'delivered', headSha: commit }
    if (tip !== expected) return { kind: 'moved', tip, detail: answer.detail }
    const wait = PAUSES[attempt]
    if (answer.kind === 'refused' || wait === undefined) return { kind: 'refused', detail: answer.detail }
    await pause(wait)
  }
}

function publicationOf(delivery: Delivery): Publication {
  switch (delivery.kind) {
    case 'delivered':
      return { ok: true, headSha: delivery.headSha }
    case 'moved':
      return {
        ok: false,
        reason: reason('branch-moved', `the branch moved a second time (${delivery.detail})`),
      }
    case 'refused':
      return { ok: false, reason: reason('push-refused', nameRefusal(delivery.detail)) }
  }
}

/** The App does not ask for that permission: whoever can change workflows can read every secret of the repository. */
const nameRefusal = (detail: string): string =>
  /without `workflows` permission/.test(detail)
    ? `the GitHub App deliberately has no \`workflows\` permission, so a person has to change workflow files (GitHub: ${detail})`
    : `GitHub refused it: ${detail}`
