import { expect, test } from 'vitest'
import { personOnGithub } from '../../../src/app/audit/actor.ts'
import { jobListKeys } from '../../../src/app/job-store/job-commit.ts'
import { archiveJob, unarchiveJob } from '../../../src/app/jobs/archive-job.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { type AuditAccess, listAudit } from '../../../src/app/jobs/list-audit.ts'
import { retryJob } from '../../../src/app/jobs/retry-job.ts'
import { createKey } from '../../../src/app/keys/create-key.ts'
import { revokeKey } from '../../../src/app/keys/key-record.ts'
import { rotateKey } from '../../../src/app/keys/rotate-key.ts'
import { pauseWork, resumeWork } from '../../../src/app/ops/hold-commands.ts'
import { OPERATOR } from '../../support/app/actors.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { DAY, keysWorld, WANTED } from '../keys/keys-world.ts'
import { EVERYTHING } from './everything.ts'

const OWNER: AuditAccess = { accountId: 77, isOwner: true, covers: () => true }
const MEMBER: AuditAccess = { accountId: 77, isOwner: false, covers: (project) => project === 'prj_ya' }
const ANN = personOnGithub({ id: 12, login: 'ann' })

type World = Awaited<ReturnType<typeof useCases>>

const tick = (world: World) => {
  world.clock.at += 1000
}

/** Creates a job as the dashboard does. */
async function givenJob(world: World, prompt: string): Promise<string> {
  tick(world)
  const origin = { kind: 'actor', id: 12, login: 'ann', via: 'dashboard', address: '192.0.2.7' } as const
  const request = { ...(await world.workRequest()), origin, prompt, ref: null, model: null, draft: null }
  const outcome = await createJob(world, request)
  if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
  return outcome.id
}

/** When, what, who, from where, about what. */
async function lines(world: World, access = OWNER, query = EVERYTHING) {
  const { entries } = await listAudit(world.store, access, query)
  return entries.map(({ action, by, subject }) =>
    [action, by.name, by.via, by.address, subject.name].map((part) => part ?? '-').join(' '),
  )
}

test('each act on a job is one entry, in the commit of the act', async () => {
  const world = await useCases()
  const job = await givenJob(world, 'Fix the build')
  const key = { project: 'prj_ya', job }
  tick(world)
  await cancelJob(world, key, ANN)
  tick(world)
  await cancelJob(world, key, ANN)
  await retryJob(world, { ...(await world.workRequest()), job })
  tick(world)
  await world.message(job, 'And the docs')
  tick(world)
  await archiveJob(world, key, ANN)
  tick(world)
  await unarchiveJob(world, key, ANN)

  expect(await lines(world)).toEqual([
    'job.unarchived ann github - Fix the build',
    'job.archived ann github - Fix the build',
    'job.message-sent ci api - Fix the build',
    'job.retried ci api - Fix the build',
    'job.cancelled ann github - Fix the build',
    'job.created ann dashboard 192.0.2.7 Fix the build',
  ])
})

test('creating a job writes at most seven keys, its audit entry included', async () => {
  const world = await useCases()
  const written: string[] = []
  const commit: World['store']['commit'] = async (change) => {
    written.push(...(change.set ?? []).map(({ key }) => key))
    return world.store.commit(change)
  }
  const limited = { ...world, store: { ...world.store, commit }, rateLimit: 100 }
  const request = { ...(await world.workRequest()), prompt: 'x', ref: null, model: null, draft: null }
  await createJob(limited, request)
  expect(written.map((key) => key.split('/')[0])).toEqual([
    'job',
    'view',
    'by',
    'account-job',
    'due',
    'limit',
    'msg',
  ])
  expect(await lines(world)).toHaveLength(1)
})

test('keys and pauses are audited; members see only what concerns their projects', async () => {
  const world = await useCases()
  const { clock: _, store: __, now: ___, ...keys } = await keysWorld()
  const deps = { ...keys, store: world.store, now: world.now }
  const account = { id: 77, login: 'acme' }
  await world.store.commit({ set: [{ key: 'account/acme', value: JSON.stringify(account) }] })
  const made = await createKey(deps, { ...WANTED, accountId: 77 }, OPERATOR)
  if (made.kind !== 'added') throw new Error(made.kind)
  tick(world)
  const rotated = await rotateKey(deps, { accountId: 77, id: made.record.id, grace: '1h' }, OPERATOR)
  if (rotated.kind !== 'rotated') throw new Error(rotated.kind)
  tick(world)
  await revokeKey(deps, rotated.record, ANN)
  await revokeKey(deps, rotated.record, ANN)
  tick(world)
  const order = { account: 'acme', project: undefined, by: 'ana', why: 'costs', isStopping: false }
  await pauseWork(world, order)
  await pauseWork(world, order)
  tick(world)
  await resumeWork(world, order)
  tick(world)
  await pauseWork(world, { ...order, account: undefined, project: 'prj_ya' })

  expect(await lines(world)).toEqual([
    'operator.paused ana command-line - acme/docs',
    'operator.resumed ana command-line - acme',
    'operator.paused ana command-line - acme',
    'key.revoked ann github - ci',
    'key.created ana command-line - ci',
    'key.rotated ana command-line - ci',
    'key.created ana command-line - ci',
  ])
  expect(await lines(world, MEMBER)).toEqual(['operator.paused ana command-line - acme/docs'])
  expect(await lines(world, { ...OWNER, accountId: 78 })).toEqual([])
})

test('the list is filtered by time, category and person, in pages', async () => {
  const world = await useCases()
  const start = world.clock.at
  for (const prompt of ['one', 'two', 'three']) {
    const job = await givenJob(world, prompt)
    tick(world)
    await cancelJob(world, { project: 'prj_ya', job }, OPERATOR)
  }
  const of = (changes: object) => lines(world, OWNER, { ...EVERYTHING, ...changes })
  expect(await of({ filter: { category: 'key', by: null } })).toEqual([])
  expect(await of({ filter: { category: 'job', by: 'ANN' } })).toHaveLength(3)
  expect(await of({ filter: { category: null, by: 'ana' } })).toHaveLength(3)
  expect(await of({ since: start + 3000, until: start + 5000 })).toEqual([
    'job.cancelled ana command-line - two',
    'job.created ann dashboard 192.0.2.7 two',
  ])

  const seen: string[] = []
  let after: string | null = null
  let pages = 0
  do {
    const page = await listAudit(world.store, OWNER, { ...EVERYTHING, limit: 4, after })
    seen.push(...page.entries.map(({ action }) => action))
    after = page.next
    pages++
  } while (after !== null)
  expect([pages, seen.length, new Set(seen).size]).toEqual([2, 6, 2])
})

test('a page looks through a bounded number of entries, and the next one continues', async () => {
  const world = await useCases()
  const at = world.clock.at
  const set = Array.from({ length: 2_500 }, (_, n) => ({
    key: `audit/77/${String(9_999_999_999_999 - at - n)}/x-${n}`,
    value: JSON.stringify({
      at: at + n,
      action: 'job.cancelled',
      by: n === 0 ? ANN : OPERATOR,
      project: 'prj_ya',
      subject: { id: String(n), name: null },
      detail: null,
    }),
  }))
  await world.store.commit({ set })
  const query = { ...EVERYTHING, filter: { category: null, by: 'ann' } }
  const first = await listAudit(world.store, OWNER, query)
  expect([first.entries.length, first.next !== null]).toEqual([0, true])
  const second = await listAudit(world.store, OWNER, { ...query, after: first.next })
  expect(second.entries.map(({ subject }) => subject.id)).toEqual(['0'])
  expect(second.next).toBeNull()
})

test('entries are kept for the configured time', async () => {
  const world = await useCases()
  const job = await givenJob(world, 'x')
  await cancelJob(
    { ...world, retention: { ...world.retention, auditMs: DAY } },
    { project: 'prj_ya', job },
    ANN,
  )
  world.clock.at += DAY - 1
  expect(await lines(world)).toHaveLength(2)
  world.clock.at += 1
  expect(await lines(world)).toEqual(['job.created ann dashboard 192.0.2.7 x'])
})

test('a job of somebody that only a newer server knows is listed', async () => {
  const world = await useCases()
  await givenJob(world, 'x')
  const [entry] = await world.store.list({ prefix: jobListKeys.allOf(77), limit: 1 })
  if (entry === undefined) throw new Error('the job is not in the index')
  const createdBy = { kind: 'schedule', id: '1', name: 'nightly', every: 'day' }
  const value = JSON.stringify({ ...JSON.parse(entry.value), createdBy })
  await world.store.commit({ set: [{ key: entry.key, value }] })
  const { entries } = await listAudit(world.store, OWNER, EVERYTHING)
  expect(entries).toMatchObject([{ action: 'job.created', by: { kind: 'schedule', name: 'nightly' } }])
})
