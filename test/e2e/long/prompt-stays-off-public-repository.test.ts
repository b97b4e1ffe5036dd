import { afterEach, beforeEach, expect, test } from 'vitest'
import type { QueuedRun } from '../../../sandbox/github/github.ts'
import type { AgentJob } from '../../../src/contract/job.ts'
import { createJob, lastRunOf, pollUntilFinal, until } from '../../support/world/jobs.ts'
import { cloneOf, readPull, rest, workflowRunOf } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

const MARKER = 'Xylophonbaumkuchen'
const MARKER_LOG = new RegExp(MARKER, 'i')

let world: TestWorld
let queued: QueuedRun[]
beforeEach(async () => {
  queued = []
  world = await startTestWorld(undefined, { isPublic: true })
  world.github.onQueuedRun((run) => queued.push(run))
})
afterEach(() => world?.close())

async function jobWith(path: string): Promise<AgentJob> {
  const { id } = await createJob(
    world,
    `Create ${path} with "Hello"\nThis is about ${MARKER}, keep it quiet.`,
  )
  const { job } = await pollUntilFinal(world, id)
  expect(job).toMatchObject({ status: 'completed', prLink: expect.any(String) })
  await until('the workflow run to complete', async () =>
    workflowRunOf(world, await lastRunOf(world, id)).state === 'completed' ? true : null,
  )
  return job
}

/** All that a stranger can see of a job at GitHub, and more. */
async function everythingShownOf(job: AgentJob): Promise<Record<string, string>> {
  const { git } = await cloneOf(world, job.source.ref ?? '')
  const report = workflowRunOf(world, await lastRunOf(world, job.id))
  return {
    branches: await git('ls-remote'),
    commits: await git('log', '--all', '--format=fuller', '--patch'),
    'pull request': JSON.stringify(await readPull(world, job.prLink)),
    comments: JSON.stringify(await rest(world, `/issues/${job.prLink?.split('/').at(-1)}/comments`)),
    'workflow runs': JSON.stringify(await rest(world, '/actions/runs')),
    log: report.log.join('\n'),
    summary: report.summary,
    outputs: JSON.stringify(report.outputs),
    annotations: JSON.stringify(report.annotations),
    inputs: JSON.stringify(queued.map(({ inputs }) => inputs)),
    events: JSON.stringify(world.github.deliveries()),
    requests: world.github
      .requests()
      .map(({ path }) => path)
      .join('\n'),
    'what the app printed': world.told.join('\n'),
  }
}

test('a prompt that came over HTTP is to be seen nowhere', async () => {
  const shown = await everythingShownOf(await jobWith('quiet.md'))
  const telling = Object.keys(shown).filter((place) => MARKER_LOG.test(shown[place] ?? ''))
  expect(telling).toEqual([])
  // It was looked for in the right places.
  const named = Object.keys(shown).filter((place) => shown[place]?.includes('quiet.md'))
  expect(named).toEqual(expect.arrayContaining(['commits', 'pull request']))
  expect(shown.summary).toContain('Prentice: completed')
})

test('a project that says `show-prompt: true` finds it quoted in the pull request', async () => {
  const [owner = '', name = ''] = world.repository.split('/')
  const path = '.github/prentice.yml'
  const text = 'show-prompt: true\n'
  await world.github.commitFile({ owner, name, branch: 'main', path, text, message: 'Show prompts' })
  const shown = await everythingShownOf(await jobWith('loud.md'))
  expect(shown['pull request']).toContain(MARKER)
  expect(shown.summary).toContain(MARKER)
  for (const place of ['branches', 'inputs', 'workflow runs', 'outputs'])
    expect(shown[place]).not.toMatch(MARKER_LOG)
})
