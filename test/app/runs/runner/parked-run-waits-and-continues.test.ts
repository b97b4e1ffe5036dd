import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { addSpending, chargeMonthlyBudgets } from '../../../../src/app/budgets/budgets.ts'
import { statusOf } from '../../../../src/app/domain/job-view.ts'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { listRuns } from '../../../../src/app/job-store/run-history.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { retryJob } from '../../../../src/app/jobs/retry-job.ts'
import { createKey } from '../../../../src/app/keys/create-key.ts'
import { apiKeyKeys, revokeKey } from '../../../../src/app/keys/key-record.ts'
import { rotateKey } from '../../../../src/app/keys/rotate-key.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import type { Parking } from '../../../../src/contract/runner-protocol/result.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { SECRET } from '../../../support/app/claimed-run.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { testRandom } from '../../../support/random.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const PERSON = { kind: 'actor', id: 5, login: 'ana' } as const

const mayWrite = (userId: number): Partial<Github> => ({
  permissionOf: async () => ({ userId, permission: 'write', roleName: 'write' }),
})

/** A job whose current run is claimed by a runner. */
async function given(
  origin: Origin | 'a key' = 'a key',
  over: Partial<Github> = {},
  expiresInDays: 7 | null = null,
) {
  const dispatched: string[] = []
  const world = await useCases(dispatchingGithub(dispatched, { readWorkflowRun: async () => null, ...over }))
  const { store, now, clock } = world
  const keys = {
    store,
    now,
    newKeyId: randomUUID,
    secretInt: testRandom().integer,
    keyPepper: null,
    auditMs: HOUR,
  }
  const added = await createKey(
    keys,
    {
      ...{ accountId: 77, name: 'ci', scopes: ['write'], projectIds: null, allowedIps: [] },
      ...{ expiresInDays, createdBy: 'a test' },
    },
    A_TEST,
  )
  if (added.kind !== 'added') throw new Error(added.kind)
  const asked: Origin = origin === 'a key' ? { kind: 'key', id: added.record.id, name: 'ci' } : origin
  const created = await createJob(world, {
    ...{ ...(await world.workRequest()), origin: asked },
    ...{ prompt: 'the prompt', ref: null, model: null, draft: null },
  })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const key = { project: 'prj_ya', job: created.id }
  const job = () => world.job(created.id)
  return {
    ...{ world, store, clock, key, job, dispatched },
    revoke: () => revokeKey(keys, { accountId: 77, id: added.record.id }, A_TEST),
    rotate: () => rotateKey(keys, { accountId: 77, id: added.record.id, grace: '0' }, A_TEST),
    /** From now on, the key covers these projects only. */
    async narrow(projectIds: readonly string[]) {
      const hash = (await store.get(apiKeyKeys.ofAccount(77, added.record.id))) ?? ''
      const value = JSON.stringify({ ...added.record, projectIds })
      await store.commit({ set: [{ key: apiKeyKeys.record(hash), value }] })
    },
    runs: async () => listRuns(store, await job()),
    /** A runner takes the run, saves a patch and reports that the quota is used up. */
    async park(parking: Parking, patch: string | null = 'the patch') {
      const { run, keepPatch } = await seatedRunner(world, key)
      if (patch !== null) await keepPatch(patch)
      const result = { acknowledged: 0, summary: null, usage: null, published: null, parking } as const
      const why = reason('quota-spent', 'anthropic/x (slow down)')
      await recordResult(world, run, SECRET, { outcome: 'failed', ...result, reason: why })
      await advanceDueJob(world, key)
    },
    async assignment(features: readonly string[] = FEATURES) {
      clock.at = (await job()).run.dueAt ?? clock.at
      await dispatchRun(world, await job())
      const { number } = await seatedRunner(world, key)
      return buildAssignment(world, { ...key, run: number }, await job(), {
        features,
        isPublic: false,
        allowsSetup: true,
      })
    },
    async at(time: number) {
      clock.at = time
      await advanceDueJob(world, key)
    },
  }
}

const AN_HOUR = { seconds: 3600, notes: '- read a.txt' }

test('the job stays active, and its next run waits without a slot until the time that the provider named', async () => {
  const { park, job, runs, clock, at, dispatched } = await given()
  const until = clock.at + HOUR
  await park(AN_HOUR)
  expect(statusOf(await job())).toBe('active')
  expect((await job()).run).toMatchObject({
    ...{ number: 2, retryOf: 1, state: 'queued', workflow: null, waiting: false },
    ...{ parkedUntil: until, dueAt: until, parkings: 1 },
  })
  expect(await runs()).toMatchObject([
    {
      state: 'failed',
      reason: { code: 'quota-spent', message: expect.stringContaining('`GET …/runs/1/patch`') },
    },
    { state: 'queued', parkedUntil: new Date(until).toISOString() },
  ])
  await at(until - 1)
  expect(dispatched).toEqual([])
  await at(until)
  expect(dispatched).toHaveLength(1)
  expect((await runs())[1]).not.toHaveProperty('parkedUntil')
})

test('the next runner gets the patch and the notes, however often it was parked', async () => {
  const { park, assignment } = await given()
  await park(AN_HOUR)
  await park({ seconds: 60, notes: 'nothing new' }, null)
  const { unfinishedWork, prompts } = await assignment()
  expect(prompts).toEqual([{ number: 1, text: 'the prompt' }])
  expect(unfinishedWork).toEqual({
    patch: Buffer.from('the patch').toString('base64'),
    notes: '- read a.txt',
  })
})

test('an action that does not support parked runs gets no earlier work', async () => {
  const { park, assignment } = await given()
  await park(AN_HOUR)
  expect(await assignment(['saved-patch'])).not.toHaveProperty('unfinishedWork')
})

test('a message that arrives meanwhile is part of the next run, which does not start earlier', async () => {
  const { park, world, key, job, clock, assignment } = await given()
  await park(AN_HOUR)
  await world.message(key.job, 'and this')
  expect((await job()).run).toMatchObject({ number: 2, dueAt: clock.at + HOUR })
  const { prompts } = await assignment()
  expect(prompts.map(({ text }) => text)).toEqual(['the prompt', 'and this'])
})

test('a parked job can be cancelled, and a retry continues the saved work immediately', async () => {
  const { park, world, key, job, assignment } = await given()
  await park(AN_HOUR)
  await cancelJob(world, key, A_TEST)
  expect((await job()).run).toMatchObject({ state: 'cancelled', dueAt: null })
  const retried = await retryJob(world, { ...(await world.workRequest()), job: key.job })
  expect(retried.kind).toBe('accepted')
  expect((await job()).run).not.toHaveProperty('parkedUntil')
  expect(await assignment()).toHaveProperty('unfinishedWork')
})

test.each([
  [{ seconds: 5, notes: '' }, MINUTE],
  [{ seconds: 86_400, notes: '' }, 24 * HOUR],
  [{ seconds: null, notes: '' }, 15 * MINUTE],
])('the wait of %j is %d ms', async (parking, waitMs) => {
  const { park, job, clock } = await given()
  await park(parking, null)
  expect((await job()).run.parkedUntil).toBe(clock.at + waitMs)
})

test('waits of unknown length grow, and after eight of them the job fails', async () => {
  const { park, job, clock } = await given()
  const waits: number[] = []
  for (let n = 0; n < 8; n += 1) {
    await park({ seconds: null, notes: '' }, null)
    waits.push(((await job()).run.parkedUntil ?? 0) - clock.at)
  }
  expect(waits.map((wait) => wait / MINUTE)).toEqual([15, 30, 60, 120, 240, 240, 240, 240])
  await park({ seconds: null, notes: '' }, null)
  expect(statusOf(await job())).toBe('failed')
  expect((await job()).run).toMatchObject({ number: 9, reason: { code: 'quota-spent' } })
})

test('a job is not parked if the quota will not be available again', async () => {
  const { world, key, job } = await given()
  const { run } = await seatedRunner(world, key)
  const result = { acknowledged: 0, summary: null, usage: null, published: null } as const
  const why = reason('quota-spent', 'no credit')
  await recordResult(world, run, SECRET, { outcome: 'failed', ...result, reason: why })
  await advanceDueJob(world, key)
  expect(statusOf(await job())).toBe('failed')
})

test('a key that was revoked meanwhile starts nothing', async () => {
  const { park, revoke, at, clock, job, dispatched } = await given()
  await park(AN_HOUR)
  await revoke()
  await at(clock.at + HOUR)
  expect(dispatched).toEqual([])
  expect((await job()).run.reason).toEqual(reason('not-admitted', 'the API key "ci" was revoked'))
})

test.each([
  ['still has write access', mayWrite(5), null],
  [
    'lost it',
    {
      permissionOf: async () => ({ userId: 5, permission: 'read', roleName: 'read' }),
    } satisfies Partial<Github>,
    /^ana may not/,
  ],
  ['gave up the name, which another has taken', mayWrite(6), /^ana may not ask/],
])('the right of a person who %s is checked before a parked run starts', async (_, github, refusal) => {
  const { park, at, clock, job, dispatched } = await given(PERSON, github)
  await park(AN_HOUR)
  await at(clock.at + HOUR)
  expect(dispatched).toHaveLength(refusal === null ? 1 : 0)
  const said = (await job()).run.reason?.message ?? null
  if (refusal === null) expect(said).toBeNull()
  else expect(said?.replace('The parked run was not started: ', '')).toMatch(refusal)
})

test.each([
  ['is still', true, 1],
  ['is no longer', false, 0],
])('a person who %s in a team that may ask', async (_, isMember, starts) => {
  const settings = { path: '.github/prentice.yml', text: 'triggers: { teams: [acme/docs] }' }
  const { park, at, clock, dispatched } = await given(PERSON, {
    readProjectFiles: async () => ({ settings: [settings], instructions: [] }),
    permissionOf: async () => ({ userId: 5, permission: 'read', roleName: 'read' }),
    isTeamMember: async () => isMember,
  })
  await park(AN_HOUR)
  await at(clock.at + HOUR)
  expect(dispatched).toHaveLength(starts)
})

test('a budget that was used up meanwhile starts nothing', async () => {
  const { park, at, clock, store, job } = await given()
  await park(AN_HOUR)
  const spent = await addSpending(store, 'prj_ya', 50, clock.at + HOUR)
  await store.commit(spent)
  await at(clock.at + HOUR)
  expect((await job()).run.reason).toEqual(reason('not-admitted', "the project's budget of today is used up"))
})

test.each([
  ['still watches', 'Acme/API', 1],
  ['no longer watches', 'acme/other', 0],
])('a project that %s the repository whose merge asked', async (_, repository, starts) => {
  const settings = { path: '.github/prentice.yml', text: `watch: [{ repository: ${repository}, prompt: x }]` }
  const readProjectFiles = async () => ({ settings: [settings], instructions: [] })
  const origin = { kind: 'watch', id: 'prj_yb', name: 'acme/api' } as const
  const { park, at, clock, job, dispatched } = await given(origin, { readProjectFiles })
  await park(AN_HOUR)
  await at(clock.at + HOUR)
  expect(dispatched).toHaveLength(starts)
  expect((await job()).run.reason?.code ?? 'none').toBe(starts === 1 ? 'none' : 'not-admitted')
})

test('a key that expired meanwhile starts nothing', async () => {
  const { park, at, clock, job, dispatched } = await given('a key', {}, 7)
  clock.at += 7 * 24 * HOUR - 30 * MINUTE
  await park(AN_HOUR)
  await at(clock.at + HOUR)
  expect(dispatched).toEqual([])
  expect((await job()).run.reason).toEqual(reason('not-admitted', 'the API key "ci" has expired'))
})

test('a key that no longer covers the project starts nothing', async () => {
  const { park, at, clock, job, dispatched, narrow } = await given()
  await park(AN_HOUR)
  await narrow(['prj_other'])
  await at(clock.at + HOUR)
  expect(dispatched).toEqual([])
  const why = 'the API key "ci" no longer covers the project'
  expect((await job()).run.reason).toEqual(reason('not-admitted', why))
})

test('a key that still covers the project, and the successor of a rotated key, start it', async () => {
  for (const change of ['narrow', 'rotate'] as const) {
    const { park, at, clock, job, dispatched, narrow, rotate } = await given()
    await park(AN_HOUR)
    await (change === 'narrow' ? narrow(['prj_other', 'prj_ya']) : rotate())
    await at(clock.at + HOUR)
    expect([change, dispatched.length, (await job()).run.reason]).toEqual([change, 1, null])
  }
})

test("a month's budget of the organisation that was used up meanwhile starts nothing", async () => {
  const text = 'budgets: [{ name: docs, repositories: [docs], usd-per-month: 100 }]'
  const { park, at, clock, store, job, dispatched } = await given('a key', {
    readOrganisationFile: async () => ({ kind: 'file', text }),
  })
  await park(AN_HOUR)
  const charged = { accountId: 77, budgets: [{ name: 'docs', usdPerMonth: 100, warnAt: 100 }] }
  const { checks, set } = await chargeMonthlyBudgets(store, charged, 100, clock.at)
  await store.commit({ checks, set })
  await at(clock.at + HOUR)
  expect(dispatched).toEqual([])
  const why = "the organisation's budget docs of this month is used up"
  expect((await job()).run.reason).toEqual(reason('not-admitted', why))
})

const FIX = 'on-ci-failure: fix\nci-checks: [{ app: 1 }]'

test.each([
  ['on-ci-failure', FIX, 1],
  ['on-ci-failure', 'on-conflict: update', 0],
  ['on-conflict', 'on-conflict: update', 1],
  ['on-conflict', FIX, 0],
] as const)('a turn of %s in a project with %j is started %i times', async (id, text, starts) => {
  const settings = [{ path: '.github/prentice.yml', text }]
  const origin = { kind: 'settings', id, name: 'ci.yml' } as const
  const { park, at, clock, job, dispatched } = await given(origin, {
    readProjectFiles: async () => ({ settings, instructions: [] }),
  })
  await park(AN_HOUR)
  await at(clock.at + HOUR)
  expect(dispatched).toHaveLength(starts)
  expect((await job()).run.reason?.code ?? 'none').toBe(starts === 1 ? 'none' : 'not-admitted')
})
