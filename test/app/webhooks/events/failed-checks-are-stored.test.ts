import { expect, test } from 'vitest'
import { triggerKeys } from '../../../../src/app/job-store/idempotency.ts'
import { parseProjectConfig } from '../../../../src/app/projects/parse-project-config.ts'
import { loadProject, projectKeys } from '../../../../src/app/projects/project.ts'
import { startAppServer } from '../../../support/app/app-server.ts'

const SETTINGS = 'on-ci-failure: fix\nci-checks:\n  - app: 555\n'

test('a check run of an App that the settings name is stored if it failed', async () => {
  const app = await startAppServer()
  const parsed = parseProjectConfig([{ path: '.github/prentice.yml', text: SETTINGS }])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  const project = await loadProject(app.store, 'prj_ya')
  const value = JSON.stringify({ ...project, config: parsed.config })
  await app.store.commit({ set: [{ key: projectKeys.record('prj_ya'), value }] })
  const complete = async (id: number, over: object = {}) => {
    const { status } = await app.webhook('check_run', {
      action: 'completed',
      check_run: {
        ...{ id, external_id: '', conclusion: 'failure', app: { id: 555 } },
        ...{ check_suite: { head_branch: 'prentice/x' }, ...over },
      },
      repository: { id: 1234, name: 'docs', owner: { id: 77, login: 'acme' } },
      installation: { id: 1 },
      sender: { id: 5, login: 'acme-ci[bot]', type: 'Bot' },
    })
    expect(status).toBe(200)
  }
  await complete(1, { conclusion: 'success' })
  await complete(2, { app: { id: 556 } })
  await complete(3, { check_suite: { head_branch: null } })
  await complete(4)
  const stored = await app.store.list({ prefix: triggerKeys.queue(), limit: 10 })
  expect(stored.map(({ value }) => JSON.parse(value))).toEqual([
    { checkRunId: 4, branch: 'prentice/x', at: expect.any(Number) },
  ])
})
