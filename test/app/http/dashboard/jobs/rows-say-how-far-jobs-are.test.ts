import { expect, test } from 'vitest'
import { applied } from '../../../../../src/app/domain/run-state-machine.ts'
import { runKeys } from '../../../../../src/app/job-store/run-history.ts'
import { updateJob } from '../../../../../src/app/job-store/update-job.ts'
import { readNewestEvents } from '../../../../../src/app/jobs/read-runs.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { jobScene, KEY, step, tool } from '../job/job-scene.ts'

/** The text of the only row. */
async function scene() {
  const { app, ...rest } = await jobScene()
  const willy = await app.signIn('willy')
  return {
    app,
    willy,
    ...rest,
    async row(): Promise<string> {
      const { text } = await willy.get('/jobs')
      const [, row = ''] = /<li class="job-row">([\s\S]*?)<\/li>/.exec(text) ?? []
      return row
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim()
    },
  }
}

test('a row follows the run from stage to stage, with what it has used so far', async () => {
  const { row, runner } = await scene()
  expect(await row()).toContain('Queued')
  const seat = await runner()
  expect(await row()).toContain('Preparing')
  await seat.report({ type: 'stage', stage: 'agent' })
  expect(await row()).toMatch(/\bWorking\b/)
  await seat.report(step(1), tool(1, 'a'), step(2))
  expect(await row()).toContain('Working, step 2')
  expect(await row()).toContain('2,200 tokens, $0.02')
  await seat.report({ type: 'stage', stage: 'push' })
  expect(await row()).toContain('Pushing the change')
})

test('a row sums up all runs of its job, and says which run it is', async () => {
  const { app, row, runner, path, willy, key } = await scene()
  await (await (await runner()).fail('the provider answered 529')).confirm()
  app.clock.at += 1000
  await willy.post(`${path}/retry`, { 'idempotency-key': KEY })
  const usage = { steps: 1, inputTokens: 900, cachedInputTokens: 0, outputTokens: 98, costUsd: 0.5 }
  const first = runKeys.ended(key.job, 1)
  const value = JSON.stringify({ ...JSON.parse((await app.store.get(first)) ?? ''), usage })
  await app.store.commit({ set: [{ key: first, value }] })
  await (await runner()).report(step(1))
  expect(await row()).toContain('2,098 tokens, $0.51')
  expect(await row()).toContain('Working, step 1')
  expect(await row()).toContain('run 2')
})

test('a row says until when a job is parked, and which attempt of its start is next', async () => {
  const { app, row, deps, key } = await scene()
  const until = app.clock.at + 3_600_000
  const change = (over: object) =>
    updateJob(deps, key, (job) => ({
      transition: applied({ ...job, run: { ...job.run, ...over } }),
      outcome: null,
    }))
  await change({ parkedUntil: until, parkings: 1 })
  expect(await row()).toContain('Parked until 09:00 UTC')
  await change({ parkings: 2 })
  expect(await row()).toContain('Parked, wait 2 of 8 until 09:00 UTC')
  await change({ parkedUntil: undefined, parkings: undefined, state: 'dispatching', attempts: 3 })
  expect(await row()).toMatch(/Retrying the start, attempt 3 next at \d\d:\d\d UTC/)
})

test('the newest events are found behind thousands, and in one large batch', async () => {
  const { app, runner, key } = await scene()
  const seat = await runner()
  for (let batch = 0; batch < 12; batch++)
    await seat.report(...Array.from({ length: 10 }, (_, n) => note(`${batch}-${n}`)))
  const run = { ...key, run: 1 }
  const newest = async () => (await readNewestEvents(app.store, [run]))[0] ?? []
  expect((await newest()).length).toBeLessThan(70)
  expect((await newest()).at(-1)).toMatchObject({ seq: 120, event: { text: '11-9' } })
  await seat.report(...Array.from({ length: 300 }, (_, n) => note(`large ${n}`)))
  expect((await newest()).at(-1)).toMatchObject({ seq: 420, event: { text: 'large 299' } })
})

test('the newest events are found in a large batch that follows many small ones', async () => {
  const { app, runner, key } = await scene()
  const seat = await runner()
  for (let batch = 0; batch < 60; batch++) await seat.report(note(`small ${batch}`))
  await seat.report(...Array.from({ length: 60 }, (_, n) => note(`large ${n}`)))
  const [newest] = await readNewestEvents(app.store, [{ ...key, run: 1 }])
  expect(newest?.at(-1)).toMatchObject({ seq: 120, event: { text: 'large 59' } })
})
