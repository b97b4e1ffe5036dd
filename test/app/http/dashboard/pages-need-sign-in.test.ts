import { expect, test } from 'vitest'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'

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
  await rita.get(`/sign-in/github?to=${encodeURIComponent(to)}`)
  expect((await rita.get('/callback?code=1&state=2')).location).toBe(leadsTo)
})
