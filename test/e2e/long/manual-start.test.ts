import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { RunReport } from '../../../sandbox/runner/runner-options.ts'
import { pollUntilFinal, readJob, runsOf, until } from '../../support/world/jobs.ts'
import { cloneOf, pullsOf, readPull, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

/** "Run workflow" on the Actions page, by the owner. */
const dispatchByHand = async (prompt: string): Promise<number> => {
  const body = { ref: 'main', inputs: { prompt }, return_run_details: true }
  const path = '/actions/workflows/prentice.yml/dispatches'
  const { workflow_run_id: id } = await rest<{ workflow_run_id: number }>(world, path, {
    method: 'POST',
    body,
  })
  return id
}

const reportOf = (id: number): Promise<RunReport> =>
  until(`workflow run ${id} to complete`, () => {
    const report = world.runner.runs().find((run) => run.id === id)
    return report?.state === 'completed' ? report : null
  })

test('a person who starts the workflow gets a separate job, and a re-run changes nothing', async () => {
  const before = (await pullsOf(world)).length
  const runId = await dispatchByHand('Replace "dog" with "cat" in README.md')
  const report = await reportOf(runId)
  expect(report).toMatchObject({ conclusion: 'success', outputs: { status: 'completed', reason: '' } })

  const { job } = await pollUntilFinal(world, report.outputs['job-id'] ?? '')
  expect(job).toMatchObject({
    status: 'completed',
    source: { ref: report.outputs.branch },
    prLink: report.outputs['pr-url'],
  })
  const runs = await runsOf(world, job.id)
  expect(runs).toMatchObject([{ number: 1, state: 'succeeded' }])
  expect(runs[0]?.workflowRunUrl).toBe(`${world.githubUrl}/${world.repository}/actions/runs/${runId}`)

  const pull = await readPull(world, job.prLink)
  expect(pull).toMatchObject({ user: { login: 'prentice-sandbox[bot]' }, head: { ref: job.source.ref } })
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:README.md')).toContain('A cat.')
  expect(await git('log', '-1', '--format=%(trailers:key=Co-authored-by,valueonly)')).toMatch(
    /^octo-admin <\d+\+octo-admin@users\.noreply\.127\.0\.0\.1>$/,
  )

  const [owner = '', name = ''] = world.repository.split('/')
  await world.github.rerun({ owner, name, runId })
  const again = await reportOf(runId)
  expect(again).toMatchObject({
    conclusion: 'failure',
    outputs: { status: 'failed', reason: 'action-failed' },
  })
  expect(again.outputs['job-id'] ?? '').toBe('')
  expect(again.log.join('\n')).toContain('it is attempt 2; only the first may')
  expect(await readJob(world, job.id)).toEqual(job)
  expect(await runsOf(world, job.id)).toEqual(runs)
  expect(await pullsOf(world)).toHaveLength(before + 1)
})

test('a start by hand without a prompt says what to fill in', async () => {
  const before = (await pullsOf(world)).length
  const { conclusion, log, outputs } = await reportOf(await dispatchByHand(''))
  expect({ conclusion, reason: outputs.reason }).toEqual({ conclusion: 'failure', reason: 'input-invalid' })
  expect(log.join('\n')).toMatch(/prompt/)
  expect(await pullsOf(world)).toHaveLength(before)
})

test('a start that GitHub or the project forbids is refused with its reason, and leaves no job behind', async () => {
  const before = (await pullsOf(world)).length
  const [owner = '', name = ''] = world.repository.split('/')
  const file = { owner, name, branch: 'main', path: '.github/prentice.yml', message: 'Change the settings' }
  await world.github.commitFile({ ...file, text: 'show-promt: true\n' })
  onTestFinished(async () => void (await world.github.commitFile({ ...file, text: 'show-prompt: true\n' })))
  const { conclusion, outputs, log } = await reportOf(await dispatchByHand('Create notes.md with "Hello"'))
  expect({ conclusion, reason: outputs.reason }).toEqual({ conclusion: 'failure', reason: 'config-invalid' })
  expect(log.join('\n')).toMatch(
    /settings on the default branch are invalid: \.github\/prentice\.yml: .*show-promt/,
  )
  expect(await pullsOf(world)).toHaveLength(before)
})
