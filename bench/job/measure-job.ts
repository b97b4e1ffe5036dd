import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startWorld, type World } from '../../sandbox/world/start-world.ts'
import { AgentJob } from '../../src/contract/job.ts'
import { type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { createRepository } from '../repositories/create-repository.ts'
import { openPullManually } from './manual-pull-request.ts'

const ROUNDS = 7

/**
 * From the create to the completed job on the sandbox's GitHub, whose runner and model respond immediately. The difference
 * to the same work without Prentice is the overhead of Prentice.
 */
export async function measureJob(directory: string): Promise<Figure> {
  const repository = join(directory, 'pets')
  await mkdir(repository)
  await createRepository(repository)
  const log: string[] = []
  const world = await startWorld({ repository, log: (line) => log.push(line) })
  const times = { job: [] as number[], manual: [] as number[] }
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      const manual = await secondsOf(() => openPullManually(world, directory, `manual-${round}`))
      const job = await secondsOf(() => runJob(world))
      // The first round warms up.
      if (round === 0) continue
      times.manual.push(manual)
      times.job.push(job)
    }
  } catch (error) {
    throw new Error(`the job failed; log of the sandbox:\n${log.join('\n')}`, { cause: error })
  } finally {
    await world.close()
  }
  return figure('a whole job', median(times.job), 's', median(times.manual))
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
