import { expect, test } from 'vitest'
import { monthlyBudgetsOf } from '../../../../src/app/budgets/budgets.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { createLog } from '../../../../src/app/log/create-log.ts'
import { changeProject } from '../../../../src/app/projects/refresh-project.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { claimedRun, claimJob, SECRET } from '../../../support/app/claimed-run.ts'
import { organisationWithBudgets } from '../../../support/app/organisation-with-budgets.ts'

const CLAIMANT = { isPublic: false, allowsSetup: true }
const DOCS = '{ name: docs, repositories: [docs], usd-per-month: 100 }'
const ALL = '{ name: all, repositories: ["acme/*"], usd-per-month: 30 }'

type World = Awaited<ReturnType<typeof organisationWithBudgets>>
type Claimed = Awaited<ReturnType<typeof claimedRun>>

const step = (seq: number, costUsd: number) => ({
  ...{ seq, at: '2026-11-20T12:00:00.000Z' },
  event: { type: 'step', step: seq, inputTokens: 1, outputTokens: 1, costUsd } as const,
})
const spend = (world: World, { run }: Claimed, usd: number) =>
  recordEvents(world, run, SECRET, { events: [step(1, usd)], acknowledged: 0 })

async function spent({ store, clock }: World, name: string): Promise<number | undefined> {
  const budgets = [{ name, usdPerMonth: 100, warnAt: 80 }]
  const [budget] = await monthlyBudgetsOf(store, { accountId: 77, budgets }, clock.at)
  return budget?.spentUsd
}

const limitsOf = async (world: World, { key, job }: Claimed) =>
  (await buildAssignment(world, key, await job(), CLAIMANT)).limits

const costLimit = async (world: World, claimed: Claimed) => (await limitsOf(world, claimed)).costUsd

test('with one dollar left, 50 simultaneous creates overspend by no more than the cost limits of their runs', async () => {
  const world = await organisationWithBudgets(`budgets: [${DOCS}]`)
  await world.refresh()
  await world.spendElsewhere('docs', 99)
  const created = await Promise.all(Array.from({ length: 50 }, () => world.newJob()))
  const claimed: Claimed[] = []
  for (const { id } of created) {
    claimed.push(await claimJob(world, id))
    world.clock.at += 1_000
  }
  const limits = await Promise.all(claimed.map((one) => costLimit(world, one)))
  expect(limits).toEqual(limits.map(() => 1))
  await Promise.all(claimed.map((one, i) => spend(world, one, limits[i] ?? 0)))
  expect(await spent(world, 'docs')).toBe(99 + limits.reduce((sum, limit) => sum + limit, 0))

  const request = { ...(await world.workRequest()), prompt: 'x', ref: null, model: null, draft: null }
  const seconds = (Date.parse('2026-12-01T00:00:00Z') - world.clock.at) / 1000
  const budget = { name: 'docs', capUsd: 100, leftUsd: 0, resetSeconds: seconds }
  expect(await createJob(world, request)).toMatchObject({ kind: 'budget-exhausted', budget })
  world.clock.at += seconds * 1000
  expect(await createJob(world, request)).toMatchObject({ kind: 'accepted' })
})

test('the budget with less left limits the run, and both are charged once', async () => {
  const world = await organisationWithBudgets(`budgets: [${DOCS}, ${ALL}]`)
  await world.spendElsewhere('all', 28)
  const claimed = await claimedRun(world)
  expect(await limitsOf(world, claimed)).toMatchObject({
    costUsd: 2,
    costBudget: expect.stringMatching(
      /^all that was left of the organisation's budget all for this month\. New work /,
    ),
  })
  await spend(world, claimed, 0.5)
  await spend(world, claimed, 0.5)
  const usage = { steps: 3, inputTokens: 3, cachedInputTokens: 0, outputTokens: 3, costUsd: 1.25 }
  const result = { outcome: 'no-change', acknowledged: 1, summary: null, usage, headSha: null } as const
  await recordResult(world, claimed.run, SECRET, result)
  await recordResult(world, claimed.run, SECRET, result)
  expect([await spent(world, 'docs'), await spent(world, 'all')]).toEqual([1.25, 29.25])
})

test('a spent budget refuses messages too', async () => {
  const world = await organisationWithBudgets(`budgets: [${ALL}]`)
  const { key } = await claimedRun(world)
  await world.spendElsewhere('all', 30)
  expect(await world.message(key.job, 'more')).toMatchObject({
    kind: 'budget-exhausted',
    budget: { name: 'all', leftUsd: 0 },
  })
})

test('the server logs once that a budget has reached its warn-at', async () => {
  const world = await organisationWithBudgets(`budgets: [${ALL}]`)
  const lines: string[] = []
  const logging = { ...world, ...createLog('warn', { write: (line: string) => void lines.push(line) }) }
  await world.spendElsewhere('all', 20)
  const claimed = await claimedRun(world)
  for (const [i, usd] of [3.5, 4.5, 5].entries())
    await recordEvents(logging, claimed.run, SECRET, { events: [step(i + 1, usd)], acknowledged: 0 })
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, account: 77, budget: 'all', usd: 24.5, usdPerMonth: 30 },
  ])
})

test.each([
  ['the first result', 4, 4, [24]],
  ['a later result, which does not count', 3.6, 9, []],
])('a cost that only %s reports is logged once, if it is charged', async (_, first, second, logged) => {
  const world = await organisationWithBudgets(`budgets: [${ALL}]`)
  const lines: string[] = []
  const logging = { ...world, ...createLog('warn', { write: (line: string) => void lines.push(line) }) }
  await world.spendElsewhere('all', 20)
  const claimed = await claimedRun(world)
  await recordEvents(logging, claimed.run, SECRET, { events: [step(1, 3.5)], acknowledged: 0 })
  const report = (costUsd: number) => {
    const usage = { steps: 2, inputTokens: 2, cachedInputTokens: 0, outputTokens: 2, costUsd }
    const result = { outcome: 'no-change', acknowledged: 1, summary: null, usage, headSha: null } as const
    return recordResult(logging, claimed.run, SECRET, result)
  }
  expect(await report(first)).toMatchObject({ recorded: true, note: 'recorded' })
  expect(await report(second)).toMatchObject({ recorded: false })
  expect(lines.map((line) => JSON.parse(line).usd)).toEqual(logged)
  expect(await spent(world, 'all')).toBe(20 + first)
})

test('a project whose record has no budgets is limited by none', async () => {
  const world = await organisationWithBudgets('draft: true')
  const { config } = await world.refresh()
  expect(config).not.toHaveProperty('budgets')
  const claimed = await claimedRun(world)
  expect((await claimed.job()).run).not.toHaveProperty('budgets')
  expect(await costLimit(world, claimed)).toBe(5)
  await spend(world, claimed, 1)
  expect(await spent(world, 'docs')).toBe(0)
})

test('a run is charged to the budgets of its dispatch', async () => {
  const world = await organisationWithBudgets(`budgets: [${DOCS}]`)
  const claimed = await claimedRun(world)
  await changeProject(world.store, 'prj_ya', (project) => {
    if (project.config === null) return project
    const { budgets: _, ...config } = project.config
    return { ...project, config }
  })
  await spend(world, claimed, 2)
  expect(await spent(world, 'docs')).toBe(2)
})
