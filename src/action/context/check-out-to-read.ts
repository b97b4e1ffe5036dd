import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whyNoBranchName } from '../../contract/branch-name.ts'
import { type Reason, reason } from '../../contract/reasons.ts'
import { markLargeFiles, writeFiles } from '../git/checkout/checkout.ts'
import { checkDiskSpace } from '../git/checkout/disk-space.ts'
import { fetchBranches, readFetched } from '../git/checkout/fetch-branches.ts'
import { listUntracked } from '../git/checkout/untracked-files.ts'
import type { Environment } from '../git/process/git-environment.ts'
import { openRepository, type Repository } from '../git/process/repository.ts'
import { showPath } from '../text/show-path.ts'

export interface ReadOnlyCheckout {
  readonly repository: Repository
  readonly sha: string
}

/** The head of a branch of another repository, in a new folder outside the workspace. */
export async function checkOutToRead(given: {
  /** `https://host/owner/name.git` */
  readonly remote: string
  readonly branch: string
  readonly token: string
  readonly folder: string
  readonly environment: Environment
  readonly signal: AbortSignal
}): Promise<({ readonly ok: true } & ReadOnlyCheckout) | { readonly ok: false; readonly reason: Reason }> {
  const { remote, branch, token, folder, environment, signal } = given
  const workTree = join(folder, 'tree')
  await mkdir(workTree, { recursive: true })
  const repository = await openRepository({
    ...{ gitDir: join(folder, 'git'), workTree, remote, environment, signal },
  })
  if (whyNoBranchName(branch) !== null)
    return { ok: false, reason: reason('ref-not-found', showPath(branch)) }
  const failure = await fetchBranches({ repository, token }, [branch])
  if (failure !== null) return { ok: false, reason: failure }
  const sha = await readFetched(repository, branch)
  const lack = await checkDiskSpace(repository, sha)
  if (lack !== null) return { ok: false, reason: lack }
  await writeFiles(repository, sha)
  await markLargeFiles(repository, { commit: sha, untracked: await listUntracked(repository) })
  return { ok: true, repository, sha }
}
