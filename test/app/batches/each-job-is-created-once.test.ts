import { expect, test } from 'vitest'
import { type Store, StoreUnavailable } from '../../../src/app/store/store.ts'
import { batchWorld, pages } from './batch-world.ts'

/** A store in which one commit of the due work fails, before or after it is done, as when a server is killed. `at`: its number, counted from `arm`. */
function breakable() {
  const plan = { at: Number.POSITIVE_INFINITY, isDone: false, seen: 0, hasBroken: false, isWorking: false }
  return {
    plan,
    arm(at: number, isDone: boolean) {
      Object.assign(plan, { at, isDone, seen: 0, hasBroken: false })
    },
    wrap: (store: Store): Store => ({
      ...store,
      async commit(commit) {
        if (!plan.isWorking || ++plan.seen !== plan.at) return store.commit(commit)
        plan.hasBroken = true
        if (plan.isDone) await store.commit(commit)
        throw new StoreUnavailable('the server was killed')
      },
    }),
  }
}

test.each([
  ['before', false],
  ['after', true],
])(
  'a server that is killed %s any commit of a batch leaves no job out, and creates none twice',
  async (_, isDone) => {
    const breaking = breakable()
    const { app, client, due, handle, report, endAll } = await batchWorld(pages(2), { store: breaking.wrap })
    /** As in the timer: an entry whose handler failed stays. */
    async function workThrough(): Promise<void> {
      breaking.plan.isWorking = true
      for (let entries = await due(); entries.length > 0; entries = await due())
        for (const entry of entries) await handle(entry).catch(onlyKilled)
      breaking.plan.isWorking = false
    }
    let commits = 0
    for (let at = 1; at <= 60; at++) {
      const { id } = await client.batches.create({
        prompt: 'x',
        projectId: app.project,
        each: '*.mdx',
        atOnce: 2,
        first: 1,
      })
      breaking.arm(at, isDone)
      await workThrough()
      while ((await client.batches.get(id)).status !== 'completed') {
        await endAll(id, 'finish', 0.5)
        await workThrough()
        if ((await client.batches.get(id)).status === 'waiting') await client.batches.continue(id)
        await workThrough()
      }
      expect(await client.batches.get(id)).toMatchObject({ jobs: { completed: 2, failed: 0 }, costUsd: 1 })
      const jobs = (await client.jobs.list({ limit: 100 }).first()).items.filter(
        ({ batchId }) => batchId === id,
      )
      expect(jobs.map((job) => job.id).toSorted()).toEqual(
        (await report(id)).map(({ jobId }) => jobId).toSorted(),
      )
      if (!breaking.plan.hasBroken) break
      commits = at
      breaking.arm(Number.POSITIVE_INFINITY, false)
    }
    // Planning, two jobs, their ends, the pilot, and the end of the batch.
    expect(commits).toBeGreaterThan(9)
  },
)

test('if two servers plan a batch while the files change, all jobs come from one list', async () => {
  const lists = [pages(250), pages(250).map((path) => path.replace('page', 'leaf'))]
  const listed = Promise.withResolvers<void>()
  const isPlanned = Promise.withResolvers<void>()
  let asked = 0
  const { app, client, due, handle, report } = await batchWorld([], {
    over: {
      async listFiles() {
        const paths = lists[asked++ === 1 ? 1 : 0] ?? []
        if (asked === 2) listed.resolve()
        await listed.promise
        return { paths, isComplete: true }
      },
    },
    store: (store) => ({
      ...store,
      async commit(commit) {
        // The second server writes its last jobs after the first has planned the batch.
        if (commit.set?.some(({ value }) => value.includes('leaf-249'))) await isPlanned.promise
        return store.commit(commit)
      },
    }),
  })
  const { id } = await client.batches.create({ prompt: 'x', projectId: app.project, each: '*.mdx' })
  const [entry] = await due()
  if (entry === undefined) throw new Error('the batch is not due')
  const both = [handle(entry), handle(entry)]
  void Promise.race(both).then(() => isPlanned.resolve())
  await Promise.all(both)
  const names = (await report(id)).map(({ files }) => files?.[0]?.replace(/-.*/, ''))
  expect([names.length, new Set(names).size]).toEqual([250, 1])
})

function onlyKilled(error: unknown): void {
  if (!(error instanceof StoreUnavailable)) throw error
}
