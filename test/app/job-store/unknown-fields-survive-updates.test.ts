import { pino } from 'pino'
import { expect, test } from 'vitest'
import { dailyBudgetKeys } from '../../../src/app/budgets/budgets.ts'
import { createRateLimitPauses, pauseKeys } from '../../../src/app/github/rate-limit-pauses.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { eventKeys, readProgress } from '../../../src/app/job-store/read-progress.ts'
import { listRuns, runKeys } from '../../../src/app/job-store/run-history.ts'
import { createRecordKeyUse } from '../../../src/app/keys/find-key.ts'
import { apiKeyKeys } from '../../../src/app/keys/key-record.ts'
import { rotateKey } from '../../../src/app/keys/rotate-key.ts'
import { accountKeys } from '../../../src/app/projects/account.ts'
import { addProjects } from '../../../src/app/projects/installed-projects.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { pacingKeys, takePacedSlot } from '../../../src/app/runs/github-pacing.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { until } from '../../support/world/jobs.ts'
import { keysWorld, made } from '../keys/keys-world.ts'

const NEWER = { newer: 'a field of a newer server' }

/** The same JSON with a field that this version does not know in each object. */
const extend = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(extend)
  if (typeof value !== 'object' || value === null) return value
  return {
    ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, extend(inner)])),
    ...NEWER,
  }
}

/** Paths of the objects in a JSON that lack the field. */
function lacking(value: unknown, path = '$'): string[] {
  if (Array.isArray(value)) return value.flatMap((inner, i) => lacking(inner, `${path}[${i}]`))
  if (typeof value !== 'object' || value === null) return []
  const own = 'newer' in value ? [] : [path]
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => lacking(inner, `${path}.${key}`))]
}

async function extendRecord(store: Store, key: string): Promise<void> {
  const value = JSON.stringify(extend(JSON.parse((await store.get(key)) ?? 'null')))
  await store.commit({ set: [{ key, value }] })
}

const read = async (store: Store, key: string): Promise<unknown> =>
  JSON.parse((await store.get(key)) ?? 'null')

test('a job keeps unknown fields through the end of a run and into the next run', async () => {
  const world = await useCases()
  const { project, id } = await world.newJob()
  const key = { project, job: id }
  const runner = await seatedRunner(world, key)
  await world.message(id, 'more')
  const place = jobKeys.record(key)
  const failed = await runner.fail('a failure of the model')
  await extendRecord(world.store, place)
  await failed.confirm()
  const record = await read(world.store, place)
  // The next run, the cleanup of the last one and its final reason are this server's own.
  expect(lacking(record)).toEqual(['$.run', '$.cleanups[0]', '$.outcome'])
  expect(lacking(await read(world.store, runKeys.ended(id, 1)))).toEqual(['$.reason'])
})

test('callers do not see unknown fields of a run', async () => {
  const world = await useCases()
  const { project, id } = await world.newJob()
  const key = { project, job: id }
  const runner = await seatedRunner(world, key)
  await (await runner.fail('a failure of the model')).confirm()
  const before = await listRuns(world.store, await world.job(id))
  expect(before).toMatchObject([{ reason: { code: 'model-failed' }, usage: { steps: 1 } }])
  await extendRecord(world.store, jobKeys.record(key))
  expect(await listRuns(world.store, await world.job(id))).toEqual(before)
})

test('a reason and an event that only a newer server knows do not make a job unreadable', async () => {
  const world = await useCases()
  const { project, id } = await world.newJob()
  const key = { project, job: id }
  const runner = await seatedRunner(world, key)
  await runner.report({ type: 'note', text: 'one' })
  await (await runner.fail('x')).confirm()
  const job = JSON.parse((await world.store.get(jobKeys.record(key))) ?? '')
  job.run.reason.code = 'quota-spent'
  const event = { type: 'parked', until: 'tomorrow' }
  const batch = [
    { seq: 2, at: '2026-11-20T12:00:00.000Z', event },
    { seq: 3, at: '2026-11-20T12:00:00.000Z', event: { type: 'note', text: 'two' } },
  ]
  await world.store.commit({
    set: [
      { key: jobKeys.record(key), value: JSON.stringify(job) },
      { key: eventKeys.batch(id, 1, 2), value: JSON.stringify(batch) },
    ],
  })
  expect(await listRuns(world.store, await world.job(id))).toMatchObject([
    { reason: { code: 'quota-spent' } },
  ])
  const progress = await readProgress(world.store, key, '')
  expect(progress?.batches.flatMap(({ events }) => events.map((one) => one.event))).toEqual([
    { type: 'note', text: 'one' },
    { type: 'note', text: 'two' },
  ])
})

test('a project and its account keep unknown fields after changes and syncs', async () => {
  const world = await useCases(dispatchingGithub())
  const account = { id: 77, login: 'acme' }
  const seen = () => addProjects(world, { id: 2, account }, [{ id: 1234, name: 'docs', private: false }])
  await seen()
  const place = projectKeys.record('prj_ya')
  await changeProject(world.store, 'prj_ya', (project) => ({ ...project, defaultBranch: 'trunk' }))
  for (const key of [place, accountKeys.record('acme')]) await extendRecord(world.store, key)
  await changeProject(world.store, 'prj_ya', (project) => ({ ...project, defaultBranch: 'main' }))
  await seen()
  expect(await read(world.store, place)).toMatchObject({ ...NEWER, defaultBranch: 'main', private: false })
  expect(await read(world.store, accountKeys.record('acme'))).toEqual({ ...account, ...NEWER })
})

test('an API key keeps unknown fields when it is used, and passes them on when it is rotated', async () => {
  const deps = await keysWorld()
  const { record } = await made(deps)
  const place = apiKeyKeys.record((await deps.store.get(apiKeyKeys.ofAccount(7, record.id))) ?? '')
  await extendRecord(deps.store, place)
  createRecordKeyUse({ ...deps, log: pino({ level: 'silent' }) })(record)
  await until('the use to be recorded', async () => {
    const stored = await read(deps.store, place)
    return JSON.stringify(stored).includes('"lastUsedAt":"') ? true : null
  })
  const rotated = await rotateKey(deps, { accountId: 7, id: record.id, grace: '0' }, A_TEST)
  expect(rotated).toMatchObject({ kind: 'rotated', record: NEWER, old: NEWER })
  expect(await read(deps.store, place)).toMatchObject({ ...NEWER, rotatedTo: expect.any(String) })
})

test('heartbeat, spending, pace and pause keep unknown fields', async () => {
  const world = await useCases()
  const { project, id } = await world.newJob()
  const runner = await seatedRunner(world, { project, job: id })
  const step = { type: 'step', step: 1, inputTokens: 1, outputTokens: 1, costUsd: 0.5 } as const
  const pauses = createRateLimitPauses(world)
  const count = async () => {
    await runner.report({ ...step, costUsd: step.costUsd + world.clock.at })
    await takePacedSlot(world, 1, project, 'start')
    await pauses.begin(1, world.clock.at + 60_000)
  }
  world.clock.at = 1_000
  await count()
  const keys = [
    runKeys.heartbeat(runner.run),
    dailyBudgetKeys.spent(project),
    pacingKeys.lastSlot(1),
    pauseKeys.calls(1),
  ]
  for (const key of keys) {
    const value = JSON.stringify(extend(JSON.parse((await world.store.get(key)) ?? '')))
    await world.store.commit({ set: [{ key, value, expiresAt: world.clock.at + 3_600_000 }] })
  }
  world.clock.at += 100
  await count()
  for (const key of keys)
    expect([key, await read(world.store, key)]).toEqual([key, expect.objectContaining(NEWER)])
})
