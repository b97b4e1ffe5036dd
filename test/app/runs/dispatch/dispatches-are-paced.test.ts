import { expect, test } from 'vitest'
import { jobQueueKeys } from '../../../../src/app/job-store/job-commit.ts'
import { loadProject, projectKeys } from '../../../../src/app/projects/project.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { findPacedSlot, type Paces, pacesOf, takePacedSlot } from '../../../../src/app/runs/github-pacing.ts'
import { parseQueueKey } from '../../../../src/app/store/keys.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

type World = Awaited<ReturnType<typeof useCases>>

/** A second project; `installationId` says whether it shares its limits with the first. */
async function addProject(world: World, id: string, installationId: number): Promise<void> {
  const first = await loadProject(world.store, 'prj_ya')
  const project = { ...first, id, repositoryId: installationId * 10 + id.length, installationId }
  await world.store.commit({ set: [{ key: projectKeys.record(id), value: JSON.stringify(project) }] })
}

/** All that comes due until then is done at its time; `steps` counts it. */
async function pass(world: World, ms: number): Promise<number> {
  const until = world.clock.at + ms
  for (let steps = 0; ; steps++) {
    if (steps > 5000) throw new Error('what is due is always due again')
    const [first] = await world.store.list({ prefix: jobQueueKeys.dueQueue(), limit: 1 })
    const due = first && parseQueueKey(first.key)
    if (due?.kind !== 'job' || due.at > until) {
      world.clock.at = until
      return steps
    }
    world.clock.at = Math.max(world.clock.at, due.at)
    await advanceDueJob(world, { project: due.project, job: due.id })
  }
}

function pacedWorld() {
  const starts: { at: number; run: string }[] = []
  let reads = 0
  const github = dispatchingGithub([], {
    readDefaultHead: async () => {
      reads++
      return DEFAULT_HEAD
    },
    async dispatchWorkflow(_, { run }) {
      starts.push({ at: at(), run })
      return { kind: 'started', workflowRunId: 1000 + starts.length, url: 'https://x' }
    },
    readWorkflowRun: async () => ({
      id: 1,
      url: 'https://x',
      displayTitle: '',
      status: 'queued',
      conclusion: null,
      attempt: 1,
    }),
  })
  let at = () => 0
  return useCases(github, { runsAtOnce: 1_000 }).then((world) => {
    at = () => world.clock.at
    return { ...world, starts, reads: () => reads }
  })
}

/** The most starts in any span of this length. */
const mostWithin = (starts: readonly { at: number }[], ms: number): number =>
  Math.max(...starts.map(({ at }) => starts.filter((other) => other.at >= at && other.at < at + ms).length))

test('200 simultaneous jobs start one per second, in order, and another installation does not wait', async () => {
  const world = await pacedWorld()
  await addProject(world, 'prj_other', 2)
  for (let n = 0; n < 200; n++) {
    await world.newJob('x', 'prj_ya')
    world.clock.at += 1
  }
  await world.newJob('x', 'prj_other')
  const begun = world.clock.at
  const steps = await pass(world, 240_000)

  expect(world.starts).toHaveLength(201)
  const ours = world.starts.filter(({ run }) => run.startsWith('run_ya_'))
  expect(mostWithin(ours, 1_000)).toBeLessThanOrEqual(5 + 1)
  expect(mostWithin(ours, 60_000)).toBeLessThanOrEqual(60 + 5)
  expect((ours.at(-1)?.at ?? 0) - begun).toBeLessThan(215_000)
  expect(world.starts.find(({ run }) => run.startsWith('run_other_'))?.at).toBeLessThan(begun + 1_000)
  // A run that waits sends no request to GitHub, and checks seldom: 201 starts, and the first reads of what was started.
  expect(world.reads()).toBeLessThan(250)
  expect(steps).toBeLessThan(201 * 8)
  const order = ours.map(({ run }) => run)
  const misplaced = order.filter((run, place) => Math.abs([...order].sort().indexOf(run) - place) > 15)
  expect(misplaced).toEqual([])
})

test('the first job of another project starts before the rest of 100 jobs', async () => {
  const world = await pacedWorld()
  await addProject(world, 'prj_zz', 1)
  for (let n = 0; n < 100; n++) await world.newJob('x', 'prj_ya')
  await pass(world, 10_000)
  const before = world.starts.length
  await world.newJob('x', 'prj_zz')
  await pass(world, 10_000)
  const place = world.starts.findIndex(({ run }) => run.startsWith('run_zz_'))
  expect(place).toBeGreaterThanOrEqual(before)
  expect(place - before).toBeLessThan(4)
})

test('starts do not delay cancellations, and wait behind them', async () => {
  const world = await useCases()
  const take = (what: keyof Paces) => takePacedSlot(world, 1, 'prj_ya', what)
  for (let n = 0; n < 5; n++) expect(await take('start')).toBeNull()
  expect(await take('start')).toBe(world.clock.at + 1_000)
  for (let n = 5; n < 60; n++) expect(await take('end')).toBeNull()
  expect(await take('end')).toBe(world.clock.at + 1_000)
  expect(await take('start')).toBe(world.clock.at + 56_000)
})

test('simultaneous requests share the paced slots, and a clock that was set back delays them by a minute at most', async () => {
  const world = await useCases()
  const all = await Promise.all(Array.from({ length: 40 }, () => takePacedSlot(world, 1, 'prj_ya', 'start')))
  expect(all.filter((turn) => turn === null)).toHaveLength(5)
  world.clock.at -= 24 * 3_600_000
  const turn = await findPacedSlot(world, 1, 'prj_ya', 'start')
  expect(turn.kind === 'wait' && turn.at - world.clock.at).toBeLessThanOrEqual(60_000)
})

test.each([
  [{ perMinute: 6, atOnce: 1 }, 1, 10_000],
  [{ perMinute: 120, atOnce: 20 }, 20, 500],
])(
  'with %j %i workflows start together and then one every %i ms, and cancellations never wait',
  async (starts, atOnce, everyMs) => {
    const world = { ...(await useCases()), paces: pacesOf(starts) }
    const take = (what: keyof Paces) => takePacedSlot(world, 1, 'prj_ya', what)
    for (let n = 0; n < atOnce; n++) expect(await take('start')).toBeNull()
    for (let n = 0; n < 3; n++) {
      expect(await take('start')).toBe(world.clock.at + everyMs)
      world.clock.at += everyMs
      expect(await take('start')).toBeNull()
    }
    for (let n = 0; n < 50; n++) expect(await take('end')).toBeNull()
    world.clock.at += 50 * 1_000 + everyMs
    expect(await take('start')).toBeNull()
  },
)
