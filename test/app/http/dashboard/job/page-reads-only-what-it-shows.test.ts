import { expect, test } from 'vitest'
import { newRun } from '../../../../../src/app/domain/turns.ts'
import { readJobPage } from '../../../../../src/app/http/dashboard/job/read-job.ts'
import { findJob } from '../../../../../src/app/job-store/job-record.ts'
import { runKeys } from '../../../../../src/app/job-store/run-history.ts'
import { loadProject } from '../../../../../src/app/projects/project.ts'
import { jobScene } from './job-scene.ts'

/** The keys that a page reads of a job in its ninth run. */
async function keysReadFor({ isEnded, wanted }: { isEnded: boolean; wanted: number | null }) {
  const { app, key } = await jobScene()
  const [project, stored] = [await loadProject(app.store, key.project), await findJob(app.store, key)]
  if (project === null || stored === null) throw new Error('the scene has no job')
  const { at } = app.clock
  const runs = Array.from({ length: 8 }, (_, n) => ({ ...newRun(n + 1, 1, 1, at), state: 'failed' as const }))
  await app.store.commit({
    set: runs.map((run) => ({ key: runKeys.ended(key.job, run.number), value: JSON.stringify(run) })),
  })
  const run = { ...newRun(9, 1, 1, at), ...(isEnded && { state: 'failed' as const, endedAt: at }) }
  const read: string[] = []
  const store: typeof app.store = {
    ...app.store,
    getMany(keys) {
      read.push(...keys)
      return app.store.getMany(keys)
    },
  }
  const limits = { steps: 100, seconds: 1800, costUsd: 5 }
  const deps = { store, now: () => at, limits, feedback: { checkRunUrl: async () => null } }
  await readJobPage(deps, { ...stored, run }, { project, canWrite: false, isWhole: false }, wanted)
  return read
}

test('of many results, those of the shown run, the last change and the run before the current one are read', async () => {
  const read = await keysReadFor({ isEnded: false, wanted: 3 })
  expect(read.filter((key) => key.startsWith('result/')).map((key) => Number(key.slice(-6)))).toEqual([
    3, 8, 9,
  ])
})

test('what keeps a run from starting is read for an open run only', async () => {
  const holdsRead = async (isEnded: boolean) =>
    (await keysReadFor({ isEnded, wanted: null })).some((key) => key.startsWith('hold/'))
  expect([await holdsRead(false), await holdsRead(true)]).toEqual([true, false])
})
