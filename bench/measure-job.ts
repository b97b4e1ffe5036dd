import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWorld, type World } from '../sandbox/world/start-world.ts'
import { AgentJob } from '../src/contract/job.ts'
import { type Figure, figure } from './figure.ts'
import { givenRepository } from './given-repository.ts'
import { median } from './median.ts'
import { workByHand } from './work-by-hand.ts'

const ROUNDS = 7

/**
 * From the create to the completed job, on the sandbox's GitHub, which has its runner at once and its model's answer
 * too. What it takes longer than the same work by hand is what is ours.
 */
export async function measureJob(directory: string): Promise<Figure> {
  const repository = join(directory, 'pets')
  await mkdir(repository)
  await givenRepository(repository)
  const told: string[] = []
  const world = await startWorld({ repository, log: (line) => told.push(line) })
  const times = { job: [] as number[], byHand: [] as number[] }
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const byHand = await secondsOf(() => workByHand(world, directory, `by-hand-${round}`))
      const job = await secondsOf(() => runJob(world))
      // The first of each warms up.
      if (round === 0) continue
      times.byHand.push(byHand)
      times.job.push(job)
    }
  } catch (error) {
    throw new Error(`no job could be measured; the sandbox said:\n${told.join('\n')}`, { cause: error })
  } finally {
    await world.close()
  }
  return figure('a whole job', median(times.job), 's', median(times.byHand))
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return (performance.now() - started) / 1000
}

async function runJob(world: World): Promise<void> {
  const { id } = await call(world, '/job', { prompt: 'Replace "dog" with "cat" in README.md' })
  for (;;) {
    const { status } = await call(world, `/job/${id}`)
    if (status === 'completed') return
    if (status !== 'active') throw new Error(`job ${id} is ${status}`)
    await sleep(10)
  }
}

async function call(world: World, path: string, body?: object): Promise<AgentJob> {
  const response = await fetch(`${world.baseUrl}/v2/agent/${world.projectId}${path}`, {
    headers: { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return AgentJob.parse(await response.json())
}
