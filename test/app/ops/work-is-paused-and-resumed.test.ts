import { afterEach, describe, expect, test } from 'vitest'
import { describeHolds, pauseWork, resumeWork } from '../../../src/app/ops/hold-commands.ts'
import { recordAccount } from '../../../src/app/projects/account.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { dispatchRun } from '../../../src/app/runs/dispatch-run.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { type Command, type Ended, runCommand } from '../../support/processes/command.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

const order = { by: 'ana', why: null, isStopping: false, account: undefined, project: undefined }
const ACME = { account: 'acme', project: undefined }

async function world() {
  const made = await useCases()
  await recordAccount(made.store, { id: 77, login: 'acme' })
  await made.store.commit({ set: [{ key: projectKeys.ofAccount(77, 'prj_ya'), value: 'prj_ya' }] })
  return made
}

test('a pause is recorded, listed and reversible', async () => {
  const made = await world()
  expect(await describeHolds(made)).toEqual(['nothing is paused'])
  expect(await pauseWork(made, { ...order, ...ACME, why: 'costs' })).toEqual([
    'acme is paused: new jobs are accepted and wait. `npm run resume -- --account acme` starts them.',
  ])
  made.clock.at += 60_000
  expect(await pauseWork(made, { ...order, by: 'bo', project: 'Acme/Docs' })).toEqual([
    'acme/docs is paused: new jobs are accepted and wait.',
    'Its account acme has been paused since 2026-11-20 12:00 UTC by ana: costs. To start the jobs, resume both: `npm run resume -- --project acme/docs`, `npm run resume -- --account acme`',
  ])
  expect(await pauseWork(made, { ...order, ...ACME, by: 'bo' })).toEqual([
    'acme has been paused since 2026-11-20 12:00 UTC by ana: costs',
  ])
  const again = { ...order, ...ACME, by: 'bo', why: 'an incident' }
  expect(await pauseWork(made, again)).toEqual([
    'acme has been paused since 2026-11-20 12:00 UTC by ana: an incident (the reason is new)',
  ])
  expect(await pauseWork(made, again)).toEqual([
    'acme has been paused since 2026-11-20 12:00 UTC by ana: an incident',
  ])
  expect(await describeHolds(made)).toEqual([
    'account  acme  since 2026-11-20 12:00 UTC  by ana: an incident',
    'project  acme/docs  since 2026-11-20 12:01 UTC  by bo',
  ])
  expect(await resumeWork(made, { ...ACME, by: 'ana' })).toEqual([
    'acme works again; it was paused since 2026-11-20 12:00 UTC. Waiting jobs start within about a minute.',
    'The project acme/docs is still paused, since 2026-11-20 12:01 UTC by bo. `npm run resume -- --project acme/docs` starts its jobs.',
  ])
  expect(await describeHolds(made)).toEqual(['project  acme/docs  since 2026-11-20 12:01 UTC  by bo'])
  await resumeWork(made, { account: undefined, project: 'prj_ya', by: 'ana' })
  expect(await resumeWork(made, { ...ACME, by: 'ana' })).toEqual(['acme is not paused'])
  expect(await describeHolds(made)).toEqual(['nothing is paused'])
})

test('to resume a project does not promise work while its account is paused', async () => {
  const made = await world()
  const docs = { account: undefined, project: 'acme/docs' }
  const still =
    'The account acme is still paused, since 2026-11-20 12:00 UTC by ana: costs. `npm run resume -- --account acme` starts its jobs.'
  await pauseWork(made, { ...order, ...ACME, why: 'costs' })
  await pauseWork(made, { ...order, ...docs })
  expect(await resumeWork(made, { ...docs, by: 'ana' })).toEqual([
    'acme/docs itself is resumed; it was paused since 2026-11-20 12:00 UTC.',
    still,
  ])
  expect(await resumeWork(made, { ...docs, by: 'ana' })).toEqual(['acme/docs is not paused itself', still])
})

test.each([
  [{ account: 'nobody' }, 'the account nobody is unknown'],
  [{ project: 'nobody/docs' }, 'the account nobody is unknown'],
  [{ project: 'acme/nothing' }, 'there is no project acme/nothing: `npm run projects` lists'],
  [{ project: 'prj_zz' }, 'there is no project prj_zz'],
])('%j names nothing that can be paused', async (scope, message) => {
  const made = await world()
  await expect(pauseWork(made, { ...order, ...scope })).rejects.toThrow(message)
  expect(await describeHolds(made)).toEqual(['nothing is paused'])
})

test('--stop-running cancels the runs that have started, and no queued one', async () => {
  const made = await world()
  const started = await made.newJob()
  await dispatchRun(made, started)
  const queued = await made.newJob()
  const lines = await pauseWork(made, { ...order, ...ACME, isStopping: true })
  expect(lines.slice(1)).toEqual(['1 run cancelled', started.id])
  expect((await made.job(started.id)).run).toMatchObject({
    state: 'cancelled',
    reason: { message: expect.stringContaining('Cancelled by ana, who paused the work') },
  })
  expect((await made.job(started.id)).cleanups).toHaveLength(1)
  await dispatchRun(made, queued)
  expect((await made.job(queued.id)).run.state).toBe('queued')
})

describe('the command', () => {
  const run = async (database: string, ...args: string[]): Promise<Ended> => {
    const command = await runCommand('src/app/ops/pause.ts', args, { DATABASE_URL: `sqlite:${database}` })
    commands.push(command)
    return command.ended
  }

  test('works beside the server', async () => {
    const app = await startAppServer()
    await recordAccount(app.store, { id: 77, login: 'acme' })
    await app.store.commit({ set: [{ key: projectKeys.ofAccount(77, app.project), value: app.project }] })
    const paused = await run(app.database, 'pause', '--project', 'acme/docs', '--why', 'costs')
    expect(paused).toEqual({ code: 0, stdout: expect.stringMatching(/^acme\/docs is paused/), stderr: '' })
    expect((await run(app.database, 'pause')).stdout).toMatch(
      /^project {2}acme\/docs {2}since .* by \S+: costs\n$/,
    )
    expect((await run(app.database, 'resume', '--project', app.project)).stdout).toMatch(
      /^acme\/docs works again/,
    )
  })

  test.each([
    [['resume'], 'name --account or --project'],
    [['pause', '--why', 'costs'], 'name --account or --project'],
    [['pause', '--account', 'a', '--project', 'b'], 'not both'],
    [['resume', '--account', 'a', '--stop-running'], 'resume takes only --account or --project'],
    [['pause', '--acount', 'a'], "error: Unknown option '--acount'\nusage"],
    [['pause', '--account', 'a', '--why', 'x'.repeat(501)], '--why has more than 500 characters'],
    [['pause', 'acme'], 'unexpected argument acme: write --account LOGIN or --project OWNER/NAME'],
    [['resume', '--account', 'a', 'b', 'c'], 'unexpected argument b c: write'],
    [[], 'name pause or resume'],
  ])('%j is refused with its usage', async (args, message) => {
    const { code, stderr } = await run('/nonexistent/app.db', ...args)
    expect(code).toBe(2)
    expect(stderr).toContain(message)
    expect(stderr).toContain('usage: npm run pause')
  })
})
