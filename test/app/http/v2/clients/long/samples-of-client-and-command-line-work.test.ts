import { expect, test } from 'vitest'
import { startAppServer } from '../../../../../support/app/app-server.ts'
import { callerOf, sampleRunner, samplesOf } from '../../../../../support/samples.ts'
import { findProgram } from '../../../../../support/stores/find-program.ts'
import { batchWorld, pages } from '../../../../batches/batch-world.ts'
import { whileBatchesWork } from '../with-finishing-batches.ts'
import { whileJobsEnd } from '../with-finishing-jobs.ts'

const HAS_PYTHON = process.env.MUST_TEST_PYTHON === '1' || findProgram('python3') !== null

test('the samples of docs/cli.md create and follow jobs', async () => {
  const samples = samplesOf('docs/cli.md')
  const app = await startAppServer()
  const { run } = await sampleRunner(callerOf(app))
  await whileJobsEnd(app, async () => {
    expect(await run(samples.get('run'))).toMatch(
      /^(job_\w+)\tcompleted\t\n[\s\S]*\1\tcompleted\tacme\/docs\t[\s\S]*job completed\n$/,
    )
    expect(await run(samples.get('script'))).toMatch(/^job_\w+\tcompleted\t\n$/)
    const command = samples.get('gh')
    expect(await run(command && { ...command, code: command.code.replace('"$@"', 'projects') })).toContain(
      'acme/docs',
    )
  })
  expect([...samples.keys()]).toEqual(['run', 'script', 'gh'])
})

test('the samples of docs/client.md create, list and change many repositories', async () => {
  const samples = samplesOf('docs/client.md')
  const app = await startAppServer()
  // The clock of this server is not that of the program.
  app.clock.at = Date.now()
  const { run } = await sampleRunner(callerOf(app))
  await whileJobsEnd(app, async () => {
    expect(await run(samples.get('create'))).toBe('completed nothing had to change\n')
    expect(await run(samples.get('list'))).toBe('')
    expect(await run(samples.get('bulk'))).toBe('https://github.com/acme/docs\tcompleted\tno change\t0\n')
  })
  expect([...samples.keys()]).toEqual(['create', 'list', 'bulk'])
})

test('the samples of docs/batches.md divide files, change projects, and continue after a pilot', async () => {
  const samples = samplesOf('docs/batches.md')
  const world = await batchWorld(pages(36), { more: ['api', 'web'] })
  const { run } = await sampleRunner(callerOf(world.app))
  await whileBatchesWork(world, async () => {
    const row = (number: number) => new RegExp(`^${number}\tcompleted\tacme/docs\t12\t`, 'm')
    const pilot = await run(samples.get('files'))
    for (const number of [1, 2]) expect(pilot).toMatch(row(number))
    const rest = await run(samples.get('control'))
    for (const number of [1, 2, 3]) expect(rest).toMatch(row(number))
    const projects = JSON.parse(await run(samples.get('projects')))
    expect(projects).toMatchObject({
      id: expect.stringMatching(/^batch_/),
      title: 'Update the copyright year',
    })
    const created = JSON.parse(await run(samples.get('curl')))
    expect(created).toMatchObject({ status: 'planning', title: 'Fix the links' })
    const report = `completed 0 \n${'completed no change 12\n'.repeat(3)}`
    expect(await run(samples.get('client'))).toBe(report)
    if (HAS_PYTHON) expect(await run(samples.get('python'))).toBe(report)
  })
  expect([...samples.keys()].toSorted()).toEqual(['client', 'control', 'curl', 'files', 'projects', 'python'])
})
