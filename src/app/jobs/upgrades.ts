import { z } from 'zod'
import { chargePatch, patchUsageKeys } from '../limits/patch-quota.ts'
import { projectKeys } from '../projects/project.ts'
import type { Upgrade, Upgrades } from '../store/server-presence.ts'
import { commitWithRetry, type OpenedStore } from '../store/store.ts'

const UNLIMITED = { projectBytes: Number.POSITIVE_INFINITY, accountBytes: Number.POSITIVE_INFINITY }

/** Format 2: patches that were saved before there was a quota count too. None is refused or deleted. */
export const countSavedPatches: Upgrade = async (store) => {
  for await (const keys of store.keys('patch/')) for (const key of keys) await countPatch(store, key)
}

const countPatch = (store: OpenedStore, key: string): Promise<void> =>
  commitWithRetry(store, key, async () => {
    const [, job = '', number] = key.split('/')
    const run = Number(number)
    const size = patchUsageKeys.size(job, run)
    const [patch, counted] = await store.getMany([key, size])
    const project = await projectOf(store, job)
    if (patch === undefined || counted !== undefined || project === null) return { result: undefined }
    const owner = { project, accountId: await accountOf(store, project) }
    const { commit } = await chargePatch(store, owner, { job, run, bytes: patch.length }, UNLIMITED)
    const unchanged = [
      { key, value: patch },
      { key: size, value: null },
    ]
    return { commit: { ...commit, checks: [...(commit.checks ?? []), ...unchanged] }, result: undefined }
  })

/** The key of a job ends with its project. */
async function projectOf(store: OpenedStore, job: string): Promise<string | null> {
  for await (const [key] of store.keys(`job/${job}/`)) return key?.split('/')[2] ?? null
  return null
}

const OwnedProject = z.looseObject({ accountId: z.int() })

async function accountOf(store: OpenedStore, project: string): Promise<number | null> {
  const raw = await store.get(projectKeys.record(project))
  return raw === undefined ? null : OwnedProject.parse(JSON.parse(raw)).accountId
}

/** What each format of the store (`store/format.ts`) changed about the entries that were there before. */
export const UPGRADES: Upgrades = new Map([[2, countSavedPatches]])
