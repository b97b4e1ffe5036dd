import { expect, test } from 'vitest'
import { comeBack, startDashboard } from '../../../support/dashboard/start-dashboard.ts'

test('a person who is not signed in is redirected to the sign-in and back', async () => {
  const { visitor } = await startDashboard()
  const answer = await visitor().get('/?account=acme')
  expect(answer.status).toBe(303)
  expect(answer.location).toBe('/dashboard/sign-in?to=%3Faccount%3Dacme')
})

test('a signed-in person sees the page', async () => {
  const { signIn } = await startDashboard()
  const answer = await (await signIn('rita')).get('/')
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('Signed in as rita')
})

test.each([
  [
    '/jobs?q=fix+the+login&metadata=team%3Dcore%2Fweb',
    '/dashboard/jobs?q=fix+the+login&metadata=team%3Dcore%2Fweb',
  ],
  ['?account=acme', '/dashboard?account=acme'],
  ['//evil.example/', '/dashboard'],
  ['/\\evil.example', '/dashboard'],
  ['https://evil.example', '/dashboard'],
  ['/jobs\r\nset-cookie: a=b', '/dashboard'],
])('the sign-in that began at %j leads to %s', async (to, leadsTo) => {
  const { visitor } = await startDashboard({ comesBack: 'rita' })
  const rita = visitor()
  const { location } = await rita.get(`/sign-in/github?to=${encodeURIComponent(to)}`)
  expect((await comeBack(rita, location)).location).toBe(leadsTo)
})

test('each tab of a browser finishes its own sign-in, in any order', async () => {
  const { visitor } = await startDashboard({ comesBack: 'rita' })
  const rita = visitor()
  const tabs: (string | null)[] = []
  for (const to of ['/jobs', '/keys', '/usage'])
    tabs.push((await rita.get(`/sign-in/github?to=${encodeURIComponent(to)}`)).location)
  const [jobs, keys, usage] = tabs
  for (const [tab, to] of [
    [keys, '/keys'],
    [jobs, '/jobs'],
    [usage, '/usage'],
  ] as const) {
    const back = await comeBack(rita, tab ?? null)
    expect([back.status, back.location]).toEqual([303, `/dashboard${to}`])
  }
  expect([...rita.cookies.keys()]).toEqual(['__Host-prentice-session'])
})

test('five attempts of a browser are kept, the latest ones, and never more than its headers hold', async () => {
  const { visitor, clock } = await startDashboard({ comesBack: 'rita' })
  const rita = visitor()
  const begin = async (to: string) => {
    clock.at += 1_000
    return (await rita.get(`/sign-in/github?to=${encodeURIComponent(to)}`)).location
  }
  const first = await begin('/1')
  const others: (string | null)[] = []
  for (let n = 2; n <= 6; n++) others.push(await begin(`/${n}`))
  expect(rita.cookies.size).toBe(5)
  expect((await comeBack(rita, first)).status).toBe(403)
  expect((await comeBack(rita, others[0] ?? null)).location).toBe('/dashboard/2')
  for (let n = 0; n < 8; n++) await begin(`/jobs?q=${'x'.repeat(1_900)}`)
  expect([...rita.cookies.values()].join('').length).toBeLessThan(7_000)
  const latest = await begin(`/jobs?q=${'y'.repeat(1_900)}`)
  expect((await comeBack(rita, latest)).status).toBe(303)
})

test('the address to which GitHub returns leads on when it is loaded again', async () => {
  const { visitor } = await startDashboard({ comesBack: 'rita' })
  const rita = visitor()
  const { location } = await rita.get('/sign-in/github?to=/jobs')
  await comeBack(rita, location)
  const again = await comeBack(rita, location)
  expect([again.status, again.location]).toEqual([303, '/dashboard'])
  // GitHub returns here also from an installation, without a state.
  expect((await rita.get('/callback?code=1&installation_id=7')).location).toBe('/dashboard')
  expect((await rita.get('/jobs')).text).toContain('Signed in as rita')
})

test.each([
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, 303],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
  [{ origin: 'null', 'sec-fetch-site': 'same-site' }, 403],
  [{ origin: 'null', 'sec-fetch-site': 'none' }, 403],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, 403],
])('a form whose origin the browser withholds counts by its site: %j', async (headers, status) => {
  const { signIn } = await startDashboard()
  const rita = await signIn('rita')
  expect((await rita.post('/sign-out', {}, headers)).status).toBe(status)
})

test('a form with a withheld origin and no site is refused', async () => {
  const { signIn, url } = await startDashboard()
  const cookie = [...(await signIn('rita')).cookies].map((pair) => pair.join('=')).join('; ')
  const headers = { cookie, origin: 'null' }
  const answer = await fetch(`${url}/dashboard/sign-out`, { method: 'POST', headers, redirect: 'manual' })
  expect([answer.status, await answer.text()]).toEqual([
    403,
    expect.stringContaining('did not say which site'),
  ])
})
