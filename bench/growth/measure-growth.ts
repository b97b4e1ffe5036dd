import type { Request } from 'autocannon'
import { atMost, atMostTimes, figure } from '../figures/figure.ts'
import type { SizedFigure } from '../figures/growth-table.ts'
import { median } from '../figures/median.ts'
import { type StandInGithub, startStandInGithub } from '../github/stand-in-github.ts'
import { createRequest } from '../load/create-jobs.ts'
import { type Load, runLoad } from '../load/run-load.ts'
import { INSTALLATION } from '../target/serve-app.ts'
import { startTarget, type Target } from '../target/start-target.ts'
import { checkFilled, pathOf } from './check-filled.ts'
import { claimRuns } from './claim-runs.ts'
import { type Filled, fillJobs, OPEN } from './fill-jobs.ts'
import type { GrowthStore } from './growth-store.ts'

/** The smallest has more jobs than the server caches, so that all of them read from the database. */
export const SIZES = [10_000, 100_000, 1_000_000]
/** The first of them is not counted. */
const ROUNDS = 6
const CLAIMED_BEFORE = OPEN / 2

/** A server on a database of so many jobs. */
interface Grown {
  readonly jobs: number
  readonly bytes: number
  readonly fillMs: number
  readonly filled: Filled
  readonly app: Target
}

/** What something took in each counted round, for each size. */
type Rounds = ReadonlyMap<Grown, number[]>

interface Case {
  readonly name: string
  /** Of its cost at the smallest size. */
  readonly mostTimes: number
  readonly amount: number
  readonly load: (grown: Grown) => Load
}

const get = (path: string): Request => ({ method: 'GET', path })
/** Of the project with most jobs, which is the first. */
const listOf = ({ app }: Grown, query = ''): Load => ({
  requests: [get(`/v2/agent/${app.projects[0]}/jobs?limit=20${query}`)],
  status: 200,
})

const CASES: readonly Case[] = [
  {
    // All jobs of the sample: each is read again only after more others than the cache holds.
    name: 'get',
    mostTimes: 1.2,
    amount: 10_000,
    load: ({ filled }) => ({ requests: filled.sample.map((job) => get(pathOf(job))), status: 200 }),
  },
  { name: 'list', mostTimes: 1.2, amount: 2_000, load: (grown) => listOf(grown) },
  ...['completed', 'active', 'archived'].map((status) => ({
    name: `list, ${status}`,
    mostTimes: 1.2,
    amount: 500,
    load: (grown: Grown) => listOf(grown, `&status=${status}`),
  })),
  // Last: its jobs are no old ones.
  {
    name: 'create',
    mostTimes: 1.2,
    amount: 2_000,
    load: ({ app }) => ({ requests: app.projects.map(createRequest), status: 201 }),
  },
]

/**
 * The same work on databases of ten thousand, a hundred thousand and a million jobs. Their servers alternate, so that other
 * load on the machine affects all of them.
 */
export async function measureGrowth(
  store: GrowthStore,
  sizes: readonly number[],
  say: (one: SizedFigure) => void,
): Promise<void> {
  const github = await startStandInGithub([INSTALLATION])
  const all: Grown[] = []
  for (const jobs of sizes) all.push(await grow(store, jobs, github))
  await store.settled()

  sayAll(all, 'fill', 's', new Map(all.map((one) => [one, [one.fillMs / 1e3]])), say)
  sayAll(all, 'disk', 'bytes per job', new Map(all.map((one) => [one, [one.bytes / one.jobs]])), say)
  await measureTicks(store, all, github, say)
  const claims = await inTurns(all, async ({ app }) => {
    const waiting = await app.addWaiting(OPEN)
    const { result: own, cpuSeconds: ofStore } = await withStoreCpu(store, () =>
      claimRuns(app, github, waiting),
    )
    return ((own + ofStore) / OPEN) * 1e6
  })
  sayAll(all, 'claim', 'CPU µs', claims, say)
  for (const { name, mostTimes, amount, load } of CASES) {
    const costs = await inTurns(all, async (grown) => {
      const { result: own, cpuSeconds: ofStore } = await withStoreCpu(store, () =>
        runLoad(grown.app, load(grown), { amount }),
      )
      return ((own.cpuSeconds + ofStore) / own.requests) * 1e6
    })
    sayAll(all, name, 'CPU µs', costs, (one) =>
      say(one.baseline === null ? one : { ...one, ...atMostTimes(mostTimes, one) }),
    )
  }
  const memory = new Map<Grown, number[]>()
  for (const one of all) memory.set(one, [(await one.app.usage()).rssMb])
  sayAll(all, 'memory', 'MB', memory, (one) => say({ ...one, ...atMost(200, one) }))
  await Promise.all([...all.map(({ app }) => app.stop()), github.close()])
}

/** The server is a fresh process on the filled database. */
async function grow(store: GrowthStore, jobs: number, github: StandInGithub): Promise<Grown> {
  const databaseUrl = await store.newDatabase(jobs)
  const started = performance.now()
  const filled = await fillJobs(databaseUrl, INSTALLATION, jobs)
  const fillMs = performance.now() - started
  const bytes = await store.bytesOf(jobs)
  const app = await startTarget('app', databaseUrl, github.url)
  await checkFilled(app, filled)
  return { jobs, bytes, fillMs, filled, app }
}

/** The result of the work, and the CPU time of the database meanwhile. */
async function withStoreCpu<T>(store: GrowthStore, work: () => Promise<T>) {
  const before = store.cpuSeconds()
  const result = await work()
  return { result, cpuSeconds: store.cpuSeconds() - before }
}

async function inTurns(all: readonly Grown[], measure: (grown: Grown) => Promise<number>): Promise<Rounds> {
  const rounds = new Map(all.map((one) => [one, [] as number[]]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of all) {
      const taken = await measure(one)
      if (round > 0) rounds.get(one)?.push(taken)
    }
  }
  return rounds
}

/** Half of the open runs have their runner. GitHub is asked about each of them, in each tick. */
async function measureTicks(
  store: GrowthStore,
  all: readonly Grown[],
  github: StandInGithub,
  say: (one: SizedFigure) => void,
): Promise<void> {
  for (const { app, filled } of all) await claimRuns(app, github, filled.waiting.slice(0, CLAIMED_BEFORE))
  const onTheClock = new Map(all.map((one) => [one, [] as number[]]))
  const cpu = await inTurns(all, async (grown) => {
    const before = github.runsRead()
    const runs = grown.filled.waiting.map(({ run }) => run)
    await grown.app.makeDue(runs)
    const { result, cpuSeconds } = await withStoreCpu(store, () => grown.app.tick(runs))
    const { ms, cpuMs } = result
    const asked = github.runsRead() - before
    if (asked !== OPEN) throw new Error(`a tick asked GitHub about ${asked} runs instead of ${OPEN}`)
    onTheClock.get(grown)?.push(ms)
    return cpuMs + cpuSeconds * 1e3
  })
  sayAll(all, `tick, ${OPEN} open runs`, 'CPU ms', cpu, (one) => say({ ...one, ...atMost(100, one) }))
  sayAll(all, `tick, ${OPEN} open runs, wall`, 'ms', onTheClock, say)
}

function sayAll(
  all: readonly Grown[],
  name: string,
  unit: string,
  rounds: Rounds,
  say: (one: SizedFigure) => void,
): void {
  const costOf = (grown: Grown): number => median(rounds.get(grown) ?? [])
  const [smallest] = all
  for (const grown of all) {
    const baseline = smallest === undefined || grown === smallest ? null : costOf(smallest)
    const one = figure(`${grown.jobs.toLocaleString('en')} jobs: ${name}`, costOf(grown), unit, baseline)
    say({ ...one, line: name, jobs: grown.jobs })
  }
}
