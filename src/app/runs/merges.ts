import type { MergeRequest } from '../../contract/runner-protocol/publish.ts'
import type { RunnerIdentity } from '../domain/verify-claimant.ts'
import { type CommitMergeDeps, type CommitMergeOutcome, commitMerge } from './commit-merge.ts'

/** Merges that no runner may push. */
export interface Merges {
  commit(
    identity: RunnerIdentity,
    run: string,
    secret: string,
    request: MergeRequest,
  ): Promise<CommitMergeOutcome>
}

export const createMerges = (deps: CommitMergeDeps): Merges => ({
  commit: (identity, run, secret, request) => commitMerge(deps, identity, run, secret, request),
})
