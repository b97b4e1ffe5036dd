import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { DAY_MS, dayOf } from './sum-days.ts'
import type { UsageQuery } from './summarize-usage.ts'
import { UsageEntry } from './usage-entry.ts'

const PAGE = 500

/** An ended run, as its entry tells. */
export interface EndedRun extends UsageEntry {
  readonly job: string
  readonly run: number
}

/** The runs that ended in the last days, oldest first, in pages: a year of a large account does not fit into memory. */
export async function* listEndedRuns(
  { store, now }: { readonly store: Store; readonly now: () => number },
  { accountId, covers, days }: UsageQuery,
): AsyncGenerator<readonly EndedRun[]> {
  const since = dayOf(now()) + DAY_MS - days * DAY_MS
  const prefix = keySpace.usageOf(accountId)
  for (let after: string = keySpace.usageSince(accountId, since); ; ) {
    const entries = await store.list({ prefix, after, limit: PAGE })
    const runs = entries.map(({ key, value }) => {
      const [job = '', run] = key.split('/').slice(-2)
      return { ...UsageEntry.parse(JSON.parse(value)), job, run: Number(run) }
    })
    yield runs.filter(({ project }) => covers(project))
    if (entries.length < PAGE) return
    after = entries.at(-1)?.key ?? after
  }
}
