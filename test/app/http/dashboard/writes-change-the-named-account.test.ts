import { expect, test } from 'vitest'
import { listKeys } from '../../../../src/app/keys/key-record.ts'
import { addProjects } from '../../../../src/app/projects/installed-projects.ts'
import { testPerson } from '../../../support/dashboard/people-github.ts'
import { DOCS, startDashboard } from '../../../support/dashboard/start-dashboard.ts'

const LABS = 4321

/** `mona` owns two accounts, acme and umbrella. */
async function twoAccounts() {
  const mona = testPerson('mona', { rights: { [DOCS]: 'admin', [LABS]: 'admin' }, owns: [77, 88] })
  const dashboard = await startDashboard({ people: [mona] })
  dashboard.github.installations.push({
    ...{ id: 2, account: { id: 88, login: 'umbrella', type: 'Organization' }, isSuspended: false },
    ...{ url: 'https://github.com/organizations/umbrella/settings/installations/2', repositories: [LABS] },
  })
  const umbrella = { id: 88, login: 'umbrella' }
  await addProjects(dashboard.parts, { id: 2, account: umbrella }, [
    { id: LABS, name: 'labs', private: true },
  ])
  return { dashboard, mona: await dashboard.signIn('mona') }
}

test('a form whose account the person has lost since changes no other account', async () => {
  const { dashboard, mona } = await twoAccounts()
  const fields = { name: 'new', scope: 'admin', coverage: 'all', expires: '7' }
  expect((await mona.post('/keys?account=umbrella', fields)).status).toBe(200)
  const before = (await listKeys(dashboard.parts, 77)).length

  dashboard.github.installations.splice(1)
  dashboard.clock.at += 6 * 60_000
  const refused = await mona.post('/keys?account=umbrella', fields)
  expect([refused.status, refused.text.includes('Nothing was changed.')]).toEqual([404, true])
  expect(await listKeys(dashboard.parts, 77)).toHaveLength(before)
  // A link may come from another person.
  expect((await mona.get('/keys?account=umbrella')).status).toBe(200)
})

test('a form of the only account names it, because the person may get a second one while it is open', async () => {
  const mona = testPerson('mona', { rights: { [DOCS]: 'admin' }, owns: [77] })
  const dashboard = await startDashboard({ people: [mona] })
  const { text } = await (await dashboard.signIn('mona')).get('/keys/new')
  expect(text).toContain('action="/dashboard/keys?account=acme"')
  expect(text).toContain('href="/dashboard/jobs"')
})
