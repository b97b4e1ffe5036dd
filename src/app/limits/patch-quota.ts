import { z } from 'zod'
import { count } from '../store/keys.ts'
import type { Commit, Store, Write } from '../store/store.ts'

export const patchUsageKeys = {
  /** The charged size of a saved patch. */
  size: (job: string, run: number) => `patch-size/${job}/${count(run)}`,
  /** Total bytes of all saved patches. */
  ofProject: (project: string) => `patch-usage/project/${project}`,
  ofAccount: (accountId: number) => `patch-usage/account/${accountId}`,
}

/** Most bytes of saved patches, in all jobs together. */
export interface PatchLimits {
  readonly projectBytes: number
  readonly accountBytes: number
}

export interface PatchOwner {
  readonly project: string
  /** `null`: the account is unknown, and only the project is charged. */
  readonly accountId: number | null
}

export type QuotaScope = 'project' | 'account'

/** What a saved patch is charged with; `refused`: the patch was not saved, because this quota was used up. */
const SizeRecord = z.looseObject({
  bytes: z.int().min(0),
  accountId: z.int().nullable(),
  refused: z.enum(['project', 'account']).optional(),
})
type SizeRecord = z.infer<typeof SizeRecord>

const UsageRecord = z.looseObject({ bytes: z.int().min(0) })

export async function readSize(store: Store, job: string, run: number): Promise<SizeRecord | null> {
  const raw = await store.get(patchUsageKeys.size(job, run))
  return raw === undefined ? null : SizeRecord.parse(JSON.parse(raw))
}

/** The commit that charges a patch, which replaces an earlier one of its run; or which quota refuses it. */
export async function chargePatch(
  store: Store,
  owner: PatchOwner,
  { job, run, bytes }: { readonly job: string; readonly run: number; readonly bytes: number },
  limits: PatchLimits,
): Promise<{ kind: 'charged'; commit: Commit } | { kind: 'refused'; by: QuotaScope; commit: Commit }> {
  const before = await readSize(store, job, run)
  const usage = new UsageChange(store)
  if (before !== null) usage.add({ ...owner, accountId: before.accountId }, -before.bytes)
  usage.add(owner, bytes)
  const { commit, over } = await usage.commit(owner, limits)
  const size = (record: SizeRecord): Write => ({
    key: patchUsageKeys.size(job, run),
    value: JSON.stringify(record),
  })
  const { accountId } = owner
  if (over === null)
    return {
      kind: 'charged',
      commit: { ...commit, set: [...(commit.set ?? []), size({ bytes, accountId })] },
    }
  const refused = before === null ? [size({ bytes: 0, accountId, refused: over })] : []
  return { kind: 'refused', by: over, commit: { set: refused } }
}

/** Gives back what the patches of these runs are charged with. */
export async function releasePatches(
  store: Store,
  project: string,
  job: string,
  runs: readonly number[],
): Promise<Commit> {
  const usage = new UsageChange(store)
  for (const run of runs) {
    const size = await readSize(store, job, run)
    if (size !== null && size.bytes > 0) usage.add({ project, accountId: size.accountId }, -size.bytes)
  }
  return (await usage.commit()).commit
}

/** Changes of several counters, which one commit makes together. */
class UsageChange {
  readonly #store: Store
  readonly #changes = new Map<string, number>()

  constructor(store: Store) {
    this.#store = store
  }

  add({ project, accountId }: PatchOwner, bytes: number): void {
    const keys = [patchUsageKeys.ofProject(project)]
    if (accountId !== null) keys.push(patchUsageKeys.ofAccount(accountId))
    for (const key of keys) this.#changes.set(key, (this.#changes.get(key) ?? 0) + bytes)
  }

  /** `over`: the quota that the change would exceed. A change that only frees bytes exceeds none. */
  async commit(
    owner?: PatchOwner,
    limits?: PatchLimits,
  ): Promise<{ commit: Commit; over: QuotaScope | null }> {
    const keys = [...this.#changes.keys()]
    const stored = await this.#store.getMany(keys)
    const after = keys.map((key, i) => {
      const before = stored[i] === undefined ? { bytes: 0 } : UsageRecord.parse(JSON.parse(stored[i]))
      const change = this.#changes.get(key) ?? 0
      return { key, change, record: { ...before, bytes: Math.max(0, before.bytes + change) } }
    })
    const exceeds = (key: string, limit: number): boolean =>
      after.some((one) => one.key === key && one.change > 0 && one.record.bytes > limit)
    const commit = {
      checks: keys.map((key, i) => ({ key, value: stored[i] ?? null })),
      set: after.map(({ key, record }) => ({ key, value: JSON.stringify(record) })),
    }
    if (owner === undefined || limits === undefined) return { commit, over: null }
    if (exceeds(patchUsageKeys.ofProject(owner.project), limits.projectBytes))
      return { commit, over: 'project' }
    const { accountId } = owner
    if (accountId !== null && exceeds(patchUsageKeys.ofAccount(accountId), limits.accountBytes))
      return { commit, over: 'account' }
    return { commit, over: null }
  }
}
