import { expect, test } from 'vitest'
import { shownInRow } from '../../../../src/app/http/dashboard/frame/find-projects.ts'
import { createKey } from '../../../../src/app/keys/create-key.ts'
import { listKeys, revokeKey } from '../../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { countTurns } from '../../../support/count-turns.ts'
import { type Dashboard, startDashboard, type Visitor } from '../../../support/dashboard/start-dashboard.ts'

const FORM = { name: 'ci', scope: 'write', coverage: 'all', expires: '90', addresses: '' }

const keyIn = (text: string): string => /prn_[0-9A-Za-z]{36}/.exec(text)?.[0] ?? ''

async function callApi({ url, project }: Dashboard, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${url}/v2/agent/${project}/jobs`, { headers })).status
}

/** The page of the key `ci`. */
async function pageOfKey(visitor: Visitor): Promise<string> {
  const { text } = await visitor.get('/keys')
  return /href="([^"]+)" aria-label="Manage ci"/.exec(text)?.[1] ?? ''
}

test('an owner creates a key for all projects, which is shown once and works', async () => {
  const dashboard = await startDashboard()
  const olga = await dashboard.signIn('olga')
  const form = await olga.get('/keys/new')
  expect(form.text).toMatch(/value="90" checked/)
  const made = await olga.post('/keys', FORM)
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const key = keyIn(made.text)
  expect(await callApi(dashboard, key)).toBe(200)
  expect(made.text).toContain(`${dashboard.publicUrl}/v2/agent/${dashboard.project}/job`)
  const list = await olga.get('/keys')
  expect(list.text).not.toContain(key)
  expect(list.text).toContain(`${key.slice(0, 8)}…${key.slice(-4)}`)
  expect(list.text).toContain(dashboard.project)
})

test('the list says who made a key, or that it was made on the command line', async () => {
  const dashboard = await startDashboard()
  await dashboard.newKey({ name: 'by hand', createdBy: 'command line' })
  await dashboard.newKey({ name: 'by ada', createdBy: 'ada' })
  const { text } = await (await dashboard.signIn('olga')).get('/keys')
  expect(text).toContain('>on the command line<')
  expect(text).toContain('>by ada<')
})

test('an admin of a project manages its keys, and sees no others', async () => {
  const dashboard = await startDashboard()
  const olga = await dashboard.signIn('olga')
  await olga.post('/keys', { ...FORM, name: 'of the owner' })
  const ada = await dashboard.signIn('ada')
  expect((await ada.post('/keys', FORM)).status).toBe(422)
  const made = await ada.post('/keys', { ...FORM, coverage: 'chosen', project: [dashboard.project] })
  expect(await callApi(dashboard, keyIn(made.text))).toBe(200)
  const list = await ada.get('/keys')
  expect(list.text).toContain('<strong>ci</strong>')
  expect(list.text).not.toContain('of the owner')
})

test.each(['willy', 'rita'])('%s reads the project id, and manages no key', async (login) => {
  const dashboard = await startDashboard()
  const visitor = await dashboard.signIn(login)
  expect((await visitor.get('/keys')).text).toContain(dashboard.project)
  const form = await visitor.get('/keys/new')
  expect(form.status).toBe(403)
  expect(form.text).toMatch(/Owners of [\w-]+ manage the keys of all projects\.<\/h1>/)
  const sent = { ...FORM, coverage: 'chosen', project: [dashboard.project] }
  expect((await visitor.post('/keys', sent)).status).toBe(403)
})

test('a wrong form comes back with its values and with what is wrong', async () => {
  const dashboard = await startDashboard()
  const olga = await dashboard.signIn('olga')
  const answer = await olga.post('/keys', {
    name: '<b>',
    scope: 'root',
    coverage: 'chosen',
    expires: '5',
    addresses: '0.0.0.0/0',
  })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('value="&lt;b&gt;"')
  for (const error of [
    'Choose what the key may do',
    'at least one project',
    'when the key expires',
    'covers every',
  ])
    expect(answer.text).toContain(error)
})

test.each(['constructor', '__proto__', 'toString'])('no field of a new key is %s', async (name) => {
  const olga = await (await startDashboard()).signIn('olga')
  for (const field of ['scope', 'coverage', 'expires'])
    expect((await olga.post('/keys', { ...FORM, [field]: name })).status).toBe(422)
})

test('a rotated key has a successor, and stays valid for the chosen time', async () => {
  const dashboard = await startDashboard()
  const olga = await dashboard.signIn('olga')
  const old = keyIn((await olga.post('/keys', FORM)).text)
  const page = await pageOfKey(olga)
  const rotated = await olga.post(`${page}/rotate`, { grace: '1h' })
  const next = keyIn(rotated.text)
  expect(next).not.toBe(old)
  expect([await callApi(dashboard, old), await callApi(dashboard, next)]).toEqual([200, 200])
  dashboard.clock.at += 3_600_000
  expect([await callApi(dashboard, old), await callApi(dashboard, next)]).toEqual([401, 200])
  expect((await olga.post(`${page}/rotate`, { grace: '1h' })).status).toBe(409)
})

test('a key is revoked by typing its name', async () => {
  const dashboard = await startDashboard()
  const olga = await dashboard.signIn('olga')
  const key = keyIn((await olga.post('/keys', FORM)).text)
  const page = await pageOfKey(olga)
  expect((await olga.post(`${page}/revoke`, { name: 'another' })).status).toBe(422)
  expect(await callApi(dashboard, key)).toBe(200)
  const revoked = await olga.post(`${page}/revoke`, { name: 'ci' })
  expect([revoked.status, revoked.location]).toEqual([303, '/dashboard/keys'])
  expect((await olga.get('/keys')).text).toContain('The key ci is revoked.')
  expect(await callApi(dashboard, key)).toBe(401)
})

test('a person can create ten keys in an hour, without limiting other people', async () => {
  const dashboard = await startDashboard()
  const [olga, ada] = [await dashboard.signIn('olga'), await dashboard.signIn('ada')]
  const own = { ...FORM, coverage: 'chosen', project: [dashboard.project] }
  for (let count = 0; count < 10; count++) expect((await ada.post('/keys', own)).status).toBe(200)
  const refused = await ada.post('/keys', own)
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 3600])
  expect(refused.text).toContain(
    'You have created 10 keys within an hour, the limit of one person. Try again in 1 hr.',
  )
  expect((await olga.post('/keys', FORM)).status).toBe(200)
})

test('a right that GitHub took away is gone with the next write', async () => {
  const dashboard = await startDashboard()
  const ada = await dashboard.signIn('ada')
  expect((await ada.get('/keys/new')).status).toBe(200)
  dashboard.github.people.ada?.rights.delete(1234)
  const sent = { ...FORM, coverage: 'chosen', project: [dashboard.project] }
  expect((await ada.post('/keys', sent)).status).toBe(403)
  expect((await ada.get('/keys/new')).status).toBe(404)
})

// Anybody with the admin role in one project may create ten an hour, and none is ever deleted.
test('the list has pages of 50 keys, and those that may be used come first', async () => {
  const { parts, project, signIn } = await startDashboard()
  const deps = { ...parts, isUnlimited: true }
  const wanted = { accountId: 77, projectIds: [project], allowedIps: [], createdBy: 'ada' }
  const key = async (name: string, expiresInDays: 7 | null) => {
    const settings = { ...wanted, name, scopes: ['read'] as const, expiresInDays }
    const made = await createKey(deps, settings, A_TEST)
    if (made.kind !== 'added') throw new Error(made.kind)
    return made.record
  }
  await key('the oldest', null)
  for (let made = 0; made < 300; made += 1) await revokeKey(deps, await key('ended', 7), A_TEST)
  const olga = await signIn('olga')
  const first = await olga.get('/keys')
  expect(first.text.match(/aria-label="Manage /g)).toHaveLength(50)
  expect(first.text).toContain('aria-label="Manage the oldest"')
  const [, more = ''] = /href="([^"]+)">More keys/.exec(first.text) ?? []
  const second = await olga.get(more.replaceAll('&amp;', '&'))
  expect(second.text.match(/aria-label="Manage /g)).toHaveLength(50)
  expect(second.text).not.toContain('the oldest')
  expect((await olga.get('/keys?page=99')).status).toBe(200)
  expect((await countTurns(() => listKeys(parts, 77))).turns).toBeGreaterThanOrEqual(3)
})

test('a row names three projects, and says how many more it covers', () => {
  const names = new Map([['prj_a', 'docs']])
  const view = { locale: 'en' } as never
  expect(shownInRow(view, ['prj_a', 'prj_b'], names)).toBe('docs, prj_b')
  expect(shownInRow(view, ['prj_a', ...Array(1_002).fill('prj_b')], names)).toBe('docs, prj_b, prj_b +1,000')
})
