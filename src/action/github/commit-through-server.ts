import { setTimeout as sleep } from 'node:timers/promises'
import type { MergeRequest, MergeResponse } from '../../contract/runner-protocol/publish.ts'
import { readRemoteHeads } from '../git/checkout/fetch-branches.ts'
import { withWorkflowsOf } from '../git/merge/tree-files.ts'
import { confirm, type Deliver, PAUSES, type RemoteBranch } from '../git/push/publish.ts'
import { type GitDatabaseAccess, openGitDatabase, uploadTree } from './commit-through-api.ts'

export type CommitMerge = (request: MergeRequest) => Promise<MergeResponse>

/**
 * Has the server commit a merge that changes workflow files. The runner puts the other files on GitHub, in a tree that
 * no commit and no branch has.
 */
export function deliverThroughServer(
  deps: GitDatabaseAccess & RemoteBranch & { readonly commitMerge: CommitMerge },
): Deliver {
  const { repository, branch, commitMerge, pause = sleep } = deps
  const database = openGitDatabase(deps)
  return async ({ tree: result, parents, message }, expected) => {
    const [head = '', base = ''] = parents
    const withoutWorkflows = await withWorkflowsOf(repository, result, head)
    const uploaded = await uploadTree(database, parents, withoutWorkflows)
    if (!uploaded.ok) return { kind: 'refused', detail: uploaded.detail }
    for (let attempt = 0; ; attempt += 1) {
      const answer = await commitMerge({ head, base, tree: uploaded.sha, result, message })
      if (answer.outcome === 'committed') return confirm(deps, answer.headSha)
      const found = await readRemoteHeads(deps, [branch])
      const detail = 'the server found another head'
      if (!found.ok) return { kind: 'refused', detail }
      const tip = found.heads.get(branch) ?? null
      if (tip !== expected) return { kind: 'moved', tip, detail }
      // GitHub's API is behind git.
      const wait = PAUSES[attempt]
      if (wait === undefined) return { kind: 'refused', detail }
      await pause(wait)
    }
  }
}
