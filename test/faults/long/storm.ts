import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../../sandbox/github/faults/seeded-random.ts'
import { statusOf } from '../../../src/app/domain/job-view.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'
import type { DatabaseServer } from '../../support/stores/server.ts'
import { recount } from '../../support/world/check-indexes.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'
import { startCallers } from './callers.ts'
import { startHavoc } from './inject-faults.ts'
import { type Tally, tally } from './verify-results.ts'

export interface StormOptions {
  readonly minutes: number
  readonly seed: number
  readonly servers: number
  readonly callers: number
  /** Share of the dispatches that fail, are lost, or succeed without a response: 0 to 1. */
  readonly dispatchErrors: number
  /** Told what happens, now and then. */
  readonly tell: (line: string) => void
  readonly signal: AbortSignal
  /** PostgreSQL or Redis; absent: a file of SQLite. */
  readonly database?: StormDatabase | undefined
}

export interface StormDatabase {
  readonly url: string
  /** The storm kills it, too. */
  readonly server: DatabaseServer
}

export interface StormReport extends Tally {
  readonly seed: number
  readonly minutes: number
  readonly servers: number
  readonly dispatchErrors: number
  readonly jobs: number
  readonly prompts: number
  readonly cancels: number
  readonly repeats: number
  readonly workflowRuns: number
  /** From the end of the last fault until no job was active. */
  readonly quietAfterSeconds: number
  readonly faults: Readonly<Record<string, number>>
}

const RATES = {
  lost: 0.01,
  unanswered: 0.01,
  failed: 0.02,
  failedAfter: 0.01,
  slow: 0.03,
  refused: 0.01,
  webhookLost: 0.2,
  webhookRepeated: 0.15,
  webhookLate: 0.2,
}
const DISPATCH = /^POST \/\S+\/dispatches$/

/** A refusal of the App itself pauses all of its requests for a minute: a storm of pauses would try nothing else. */
const AS_APP = /^\w+ \/(?:app|users)\/|^\w+ \/app$|\/installation$/

/** Two in five of them were done all the same. */
const dispatchRates = (errors: number) => ({
  lost: errors * 0.2,
  unanswered: errors * 0.2,
  failed: errors * 0.4,
  failedAfter: errors * 0.2,
  slow: RATES.slow,
})

/** A lost webhook of a killed runner costs 90 quiet seconds and the next look after them. */
const QUIET_WITHIN_MS = 8 * 60_000
const WITHOUT_LIMITS = { RATE_LIMIT: '0', DAILY_COST_USD: '1000000', RUNS_AT_ONCE: '8' }

/** Everything goes wrong for so long, then nothing more; what has become of the jobs is counted. */
export async function runStorm(options: StormOptions): Promise<StormReport> {
  const { minutes, seed, servers, callers, dispatchErrors, tell, signal, database } = options
  const world = await startTestWorld(undefined, {
    instances: servers,
    appEnvironment: WITHOUT_LIMITS,
    signal,
    ...(database && { databaseUrl: database.url }),
  })
  try {
    const end = performance.now() + minutes * 60_000
    const isOver = () => performance.now() > end || signal.aborted
    const faults = world.github.randomFaults({
      seed,
      rates: RATES,
      except: [
        { name: 'dispatch', match: DISPATCH, rates: dispatchRates(dispatchErrors) },
        { name: 'as the App', match: AS_APP, rates: { ...RATES, refused: 0 } },
      ],
    })
    const havoc = startHavoc(world, seededRandom(seed + 1), database?.server ?? null)
    const calling = startCallers({ world, random: seededRandom(seed + 2), callers, until: isOver })
    const telling = tellOften(world, isOver, tell)
    const called = await calling
    await telling
    await havoc.heal()
    faults.stop()
    tell('the storm is over; waiting until no job is active')
    const quietAfterSeconds = await untilQuiet(world, signal)
    const found = await tally(world, called.jobs)
    return {
      seed,
      minutes,
      servers,
      dispatchErrors,
      jobs: called.jobs.length,
      prompts: called.jobs.reduce((sum, { tokens }) => sum + tokens.length, 0),
      cancels: called.cancels,
      repeats: called.repeats,
      workflowRuns: world.runner.runs().length,
      quietAfterSeconds,
      faults: { ...havoc.counts(), ...faults.counts() },
      ...found,
      twice: [...found.twice, ...called.differing],
    }
  } finally {
    await world.close()
  }
}

async function activeJobs(world: TestWorld): Promise<number> {
  const { jobs } = await recount(world.databaseUrl)
  return jobs.filter((job) => statusOf(job) === 'active').length
}

async function untilQuiet(world: TestWorld, signal: AbortSignal): Promise<number> {
  const from = performance.now()
  while ((await activeJobs(world)) > 0 && performance.now() - from < QUIET_WITHIN_MS && !signal.aborted)
    await sleep(500)
  return Math.round((performance.now() - from) / 1000)
}

/** The storm has just killed the database. */
function ifAway(error: unknown): null {
  if (error instanceof StoreUnavailable) return null
  throw error
}

async function tellOften(
  world: TestWorld,
  isOver: () => boolean,
  tell: (line: string) => void,
): Promise<void> {
  while (!isOver()) {
    await sleep(10_000)
    const active = await activeJobs(world).catch(ifAway)
    tell(`${active ?? 'unknown'} active jobs, ${world.runner.runs().length} workflow runs`)
  }
}
