import { expect, test } from 'vitest'
import { jobListKeys } from '../../../src/app/job-store/job-commit.ts'
import { listAccountJobs } from '../../../src/app/jobs/list-jobs.ts'
import type { Store } from '../../../src/app/store/store.ts'

const ACCOUNT = 7
const entry = (title: string) =>
  JSON.stringify({
    ...{ projectId: 'prj_1', status: 'completed', model: 'anthropic/x', title },
    createdBy: { kind: 'key', id: 'key_1', name: 'ci' },
  })

/** Answers without a wait, as a store in the same process does. */
const storeOf = (titles: readonly string[]): Store => {
  const entries = titles.map((title, at) => ({
    key: `${jobListKeys.allOf(ACCOUNT)}${String(at).padStart(13, '0')}/job_${String(at).padStart(26, '0')}`,
    value: entry(title),
  }))
  const list: Store['list'] = async ({ after, limit }) =>
    entries.filter(({ key }) => after === undefined || key > after).slice(0, limit)
  return { list } as Partial<Store> as Store
}

const query = (text: string) => ({
  filter: { status: null, origin: null, person: null, model: null, text },
  ...{ since: null, until: null, limit: 20, after: null },
})

/** How often the event loop came round until the list was there. */
async function turnsOf(store: Store, text: string): Promise<number> {
  let turns = 0
  let isOver = false
  const count = (): void => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const page = await listAccountJobs(store, ACCOUNT, async () => true, query(text))
  isOver = true
  expect(page.bodies).toEqual([])
  return turns
}

test('a filter that finds nothing looks at 200 entries in one turn of the event loop', async () => {
  const titles = Array.from({ length: 2_000 }, (_, at) => `Job ${at}`)
  expect(await turnsOf(storeOf(titles), 'nothing like it')).toBeGreaterThanOrEqual(9)
  expect(await turnsOf(storeOf(titles.slice(0, 100)), 'nothing like it')).toBeLessThanOrEqual(1)
})

test('a text is found in any letter case and width', async () => {
  const page = await listAccountJobs(
    storeOf(['Ｆｉｘ THE docs', 'Other']),
    ACCOUNT,
    async () => true,
    query('fix the'),
  )
  expect(page.bodies.map((body) => JSON.parse(body).title)).toEqual(['Ｆｉｘ THE docs'])
})
