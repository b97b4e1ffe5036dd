import { setTimeout as sleep } from 'node:timers/promises'
import { projectIdOf } from '../../src/app/projects/project.ts'
import { AgentJob } from '../../src/contract/job.ts'
import { atMost, type Figure, figure } from '../figure.ts'
import { givenInstallation } from '../installations.ts'
import { PROMPT } from '../prompt.ts'
import { type StandInGithub, startStandInGithub } from '../stand-in-github.ts'
import { startTarget } from '../start-target.ts'
import { connect } from './connect.ts'
import { newTally, type Tally } from './new-tally.ts'
import { playRunner, type RunnerTallies } from './play-runner.ts'
import { startPollers } from './start-pollers.ts'
import { type Product, startProduct } from './start-product.ts'

const CLIENTS = 1_000
const JOBS = 50
const CREATE_EVERY_MS = 200
/** The bare server is polled for so long. */
const BARE_MS = 15_000
const DONE_WITHIN_MS = 120_000
/** From the dispatch until the workflow's first step. */
const RUNNER_AFTER_MS = 1_000

const INSTALLATION = givenInstallation(1, JOBS)

interface Tallies extends RunnerTallies {
  readonly polls: Tally
  readonly creates: Tally
}

/** 1,000 clients that poll while 50 jobs are created, claimed, tell of their work, and end; next to a bare server. */
export async function measureCrowd(directory: string, say: (one: Figure) => void): Promise<void> {
  const bare = await pollBare()
  const github = await startStandInGithub([INSTALLATION])
  const product = await startProduct(directory, github.url, INSTALLATION)
  const runners = { claims: newTally(), events: newTally(), results: newTally() }
  const played = playRunners(github, product, runners)
  const created = await createJobs(product)
  await Promise.all(played)
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

/** A runner for each workflow run that is started from now on. */
function playRunners(github: StandInGithub, { url }: Product, tally: RunnerTallies): Promise<void>[] {
  const played: Promise<void>[] = []
  github.onDispatch((dispatched) => {
    const mintToken = () => github.mintToken(dispatched, url)
    const work = sleep(RUNNER_AFTER_MS).then(() => playRunner({ url, tally, mintToken }, dispatched))
    played.push(work.then(() => github.end(dispatched.id)))
  })
  return played
}

/** Creates the jobs one after the other while they are polled, and waits until all are completed. */
async function createJobs(product: Product): Promise<{ creates: Tally; polls: Tally }> {
  const { url, key } = product
  const connection = connect(url)
  const creates = newTally()
  const paths: string[] = []
  const create = async (project: string): Promise<void> => {
    const path = `/v2/agent/${project}/job`
    const headers = { authorization: `Bearer ${key}` }
    const answer = await creates.count(connection.send('POST', path, headers, { prompt: PROMPT }), 201)
    if (answer !== null) paths.push(`${path}/${AgentJob.parse(JSON.parse(answer.text)).id}`)
  }
  const [first = '', ...others] = INSTALLATION.repositories.map(({ id }) => projectIdOf(id))
  await create(first)
  // Each goes on with its own job; one whose job is still to be created asks for another.
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
  const deadline = performance.now() + DONE_WITHIN_MS
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
    atMost(0, figure('crowd, errors', all.length, 'answers')),
    figure('crowd, polls', tallies.polls.amount(), 'answers'),
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
    figure(`crowd, ${name}, ${place}`, tally.within(share), 'ms', baseline?.within(share) ?? null),
  )
