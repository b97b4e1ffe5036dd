import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld } from '../../support/whole-run/in-process-world.ts'

test.each([
  ['Windows', { RUNNER_OS: 'Windows' }, '`runs-on` names a runner with Windows'],
  ['a wrong proxy', { https_proxy: 'http://me:secret@host:99999' }, 'variable https_proxy is not the URL of'],
  [
    'a folder that cannot be written',
    { RUNNER_TEMP: '/dev/null' },
    'may not write RUNNER_TEMP, /dev/null (E',
  ],
])('%s ends the step before anything is asked', async (_, env, words) => {
  const { start, app, model } = await openWorld({ calls: [] })
  const run = await start({ env }).ended
  expect([run.code, run.outputs.reason]).toEqual([1, 'input-invalid'])
  expect(run.log).toContain(`::error::An input of the action is invalid: `)
  expect(run.log).toContain(words)
  expect(run.log).not.toContain('secret')
  expect(run.summary).toContain('An input of the action is invalid')
  expect([app.calls, model.getRequests()]).toEqual([[], []])
})

test.each([
  ['no git', { PATH: '/nowhere' }, 'names a machine without git; install git 2.38'],
  [
    'certificates that cannot be read',
    { NODE_EXTRA_CA_CERTS: '/nowhere/ca.pem' },
    'NODE_EXTRA_CA_CERTS names /nowhere/ca.pem, which cannot be read',
  ],
])('%s ends the run before the model is asked', async (_, env, words) => {
  const { start, app, model } = await openWorld({ calls: [] })
  await start({ env }).ended
  expect(app.results).toMatchObject([
    { outcome: 'failed', reason: { code: 'input-invalid', message: expect.stringContaining(words) } },
  ])
  expect(model.getRequests()).toEqual([])
})

// Root may write everywhere.
test.skipIf(process.getuid?.() === 0)('a workspace that cannot be written is named', async () => {
  const { start, app, folder } = await openWorld({ calls: [] })
  mkdirSync(join(folder, 'work'), { recursive: true })
  chmodSync(join(folder, 'work'), 0o555)
  await start().ended
  chmodSync(join(folder, 'work'), 0o755)
  expect(app.results).toMatchObject([
    { reason: { code: 'input-invalid', message: expect.stringContaining('may not write the workspace') } },
  ])
})
