import { expect, test } from 'vitest'
import { organisationKeys } from '../../../../src/app/projects/organisation-settings.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { changeProject, refreshKeys } from '../../../../src/app/projects/refresh-project.ts'
import { startAppServer } from '../../../support/app/app-server.ts'

const NOTHING = { added: [], modified: [], removed: [] }
const commit = (change: object) => ({ ...NOTHING, ...change })
const push = (over: object) => ({
  ref: 'refs/heads/main',
  repository: { id: 1234, name: 'docs', default_branch: 'main', owner: { id: 77, login: 'acme' } },
  installation: { id: 1 },
  forced: false,
  created: false,
  commits: [commit({ modified: ['README.md'] })],
  ...over,
})
const many = (length: number) => Array.from({ length }, () => commit({ modified: ['README.md'] }))

test.each([
  ['other files', {}, 0],
  ['as many commits as GitHub lists, of other files', { commits: many(2047) }, 0],
  [
    'the settings of another branch',
    { ref: 'refs/heads/next', commits: [commit({ added: ['.github/prentice.yml'] })] },
    0,
  ],
  ['new settings', { commits: [commit({}), commit({ added: ['.github/prentice.yml'] })] }, 1],
  [
    'changed settings',
    { commits: [commit({ modified: ['docs/a.md', '.github/prentice.yaml'] }), commit({})] },
    1,
  ],
  ['removed settings', { commits: [commit({ removed: ['.github/prentice.yml'] })] }, 1],
  ['a forced push, which may remove commits that it does not list', { forced: true }, 1],
  ['a new branch', { created: true }, 1],
  ['more commits than GitHub lists', { commits: many(2048) }, 1],
  ['no commits, because the branch was moved to known ones', { commits: [] }, 1],
  ['commits without their files', { commits: [{ id: 'a' }] }, 1],
])('a push of %s reads the settings again if it can change them', async (_, over, refreshes) => {
  const app = await startAppServer()
  const due = () => app.store.list({ prefix: refreshKeys.queue(), limit: 10 })
  await app.store.commit({ del: (await due()).map(({ key }) => key) })
  expect((await app.webhook('push', push(over))).status).toBe(200)
  expect(await due()).toHaveLength(refreshes)
})

test('a push of the settings of the organisation reads them again, although they are fresh', async () => {
  const app = await startAppServer()
  const key = organisationKeys.settings(77)
  const record = { readAt: app.clock.at, text: null, problem: null, later: 'kept' }
  const readAt = async () => JSON.parse((await app.store.get(key)) ?? '{}').readAt
  await app.store.commit({ set: [{ key, value: JSON.stringify(record) }] })
  const pushed = async (name: string, path: string) => {
    await changeProject(app.store, app.project, (project) => ({ ...project, name }))
    await app.webhook('push', push({ commits: [commit({ modified: [path] })] }))
    return readAt()
  }
  expect(await pushed('docs', 'prentice.yml')).toBe(app.clock.at)
  expect(await pushed('.github', 'profile/README.md')).toBe(app.clock.at)
  expect(await pushed('.github', 'prentice.yml')).toBe(0)
  expect(JSON.parse((await app.store.get(key)) ?? '{}')).toEqual({ ...record, readAt: 0 })
})

test.each([
  ['a workflow file', { added: ['.github/workflows/prentice.yml'] }, undefined],
  ['changed settings', { modified: ['.github/prentice.yml'] }, undefined],
  ['other files', { modified: ['README.md'] }, 'checked'],
])('after a push of %s, the last check of the project is gone, or still holds', async (_, change, left) => {
  const app = await startAppServer()
  const key = projectKeys.check(app.project)
  await app.store.commit({ set: [{ key, value: 'checked' }] })
  expect((await app.webhook('push', push({ commits: [commit(change)] }))).status).toBe(200)
  expect(await app.store.get(key)).toBe(left)
})
