import { setTimeout as sleep } from 'node:timers/promises'
import { projectIdOf } from '../../src/app/projects/project.ts'
import { AgentJob } from '../../src/contract/job.ts'
import { atMost, type Figure, figure } from '../figures/figure.ts'
import { benchInstallation } from '../github/installations.ts'
import { type StandInGithub, startStandInGithub } from '../github/stand-in-github.ts'
import { PROMPT } from '../load/prompt.ts'
import { startTarget } from '../target/start-target.ts'
import { connect } from './connect.ts'
import { type RunnerTallies, simulateRunner } from './simulate-runner.ts'
import { startPollers } from './start-pollers.ts'
import { type Product, startProduct } from './start-product.ts'
import { createTally, type Tally } from './verify-results.ts'

const CLIENTS = 1_000
const JOBS = 50
const CREATE_EVERY_MS = 200
/** How long the bare server is polled. */
const BARE_MS = 15_000
const TIMEOUT_MS = 120_000
/** From the dispatch until the workflow's first step. */
const RUNNER_DELAY_MS = 1_000

const INSTALLATION = benchInstallation(1, JOBS)

interface Tallies extends RunnerTallies {
  readonly polls: Tally
  readonly creates: Tally
}

/** 1,000 clients poll while 50 jobs are created, claimed, worked on and ended; compared to a bare server. */
export async function measureCrowd(directory: string, say: (one: Figure) => void): Promise<void> {
  const bare = await pollBare()
  const github = await startStandInGithub([INSTALLATION])
  const product = await startProduct(directory, github.url, INSTALLATION)
  const runners = { claims: createTally(), events: createTally(), results: createTally() }
  const finished = startRunners(github, product, runners)
  const created = await createJobs(product)
  await Promise.all(finished)
  await Promise.all([product.stop(), github.close()])
  for (const one of figuresOf({ ...created, ...runners }, bare)) say(one)
}

async function pollBare(): Promise<Tally> {
  const bare = await startTarget('bare')
  const pollers = startPollers(CLIENTS, bare.url, { key: '', pathOf: () => '/' })
  await sleep(BARE_MS)
  await pollers.stop()
  await bare.stop()
  return pollers.tally
}

/** Starts a runner for each workflow run that is dispatched from now on. */
function startRunners(github: StandInGithub, { url }: Product, tally: RunnerTallies): Promise<void>[] {
  const finished: Promise<void>[] = []
  github.onDispatch((dispatched) => {
    const mintToken = () => github.mintToken(dispatched, url)
    const work = sleep(RUNNER_DELAY_MS).then(() => simulateRunner({ url, tally, mintToken }, dispatched))
    finished.push(work.then(() => github.end(dispatched.id)))
  })
  return finished
}

/** Creates the jobs in sequence while they are polled, and waits until all are completed. */
async function createJobs(product: Product): Promise<{ creates: Tally; polls: Tally }> {
  const { url, key } = product
  const connection = connect(url)
  const creates = createTally()
  const paths: string[] = []
  const create = async (project: string): Promise<void> => {
    const path = `/v2/agent/${project}/job`
    const headers = { authorization: `Bearer ${key}` }
    const response = await creates.count(connection.send('POST', path, headers, { prompt: PROMPT }), 201)
    if (response !== null) paths.push(`${path}/${AgentJob.parse(JSON.parse(response.text)).id}`)
  }
  const [first = '', ...others] = INSTALLATION.repositories.map(({ id }) => projectIdOf(id))
  await create(first)
  // The clients are spread evenly over the jobs that exist so far.
  const pathOf = (client: number): string => paths[client % paths.length] ?? ''
  const pollers = startPollers(CLIENTS, url, { key, pathOf })
  for (const project of others) {
    await sleep(CREATE_EVERY_MS)
    await create(project)
  }
  await untilCompleted(product, paths)
  await pollers.stop()
  connection.close()
  return { creates, polls: pollers.tally }
}

async function untilCompleted({ url, key }: Product, paths: readonly string[]): Promise<void> {
  const connection = connect(url)
  const deadline = performance.now() + TIMEOUT_MS
  for (const path of paths) {
    for (;;) {
      const { text } = await connection.send('GET', path, { authorization: `Bearer ${key}` })
      const { status } = AgentJob.parse(JSON.parse(text))
      if (status === 'completed') break
      if (status !== 'active') throw new Error(`${path} is ${status}`)
      if (performance.now() > deadline) throw new Error(`${path} is still ${status}`)
      await sleep(250)
    }
  }
  connection.close()
}

function figuresOf(tallies: Tallies, bare: Tally): Figure[] {
  const all = Object.entries<Tally>({ ...tallies }).flatMap(([name, tally]) =>
    tally.errors.map((error) => `${name}: ${error}`),
  )
  for (const error of all.slice(0, 5)) console.error(error)
  return [
    atMost(0, figure('crowd, errors', all.length, 'responses')),
    figure('crowd, polls', tallies.polls.total(), 'responses'),
    ...timesOf('poll', tallies.polls, bare),
    ...timesOf('events', tallies.events, null),
    ...timesOf('create', tallies.creates, null),
  ]
}

const timesOf = (name: string, tally: Tally, baseline: Tally | null): Figure[] =>
  [
    { place: 'p50', share: 0.5 },
    { place: 'p99', share: 0.99 },
    { place: 'max', share: 1 },
  ].map(({ place, share }) =>
    figure(`crowd, ${name}, ${place}`, tally.percentile(share), 'ms', baseline?.percentile(share) ?? null),
  )
