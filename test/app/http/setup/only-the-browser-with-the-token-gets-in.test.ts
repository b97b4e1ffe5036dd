import { expect, test } from 'vitest'
import { choose, enter, ORGANISATION, openSetupPages, send } from './setup-pages.ts'

const EVERY_PAGE = ['/setup/app', '/setup/confirm', '/setup/anything']

test('the token opens one session, in a cookie that scripts and other sites do not get', async () => {
  const pages = await openSetupPages()
  const entered = await send(pages, '/setup', { fields: { token: ` ${pages.token.toLowerCase()} ` } })
  expect({ status: entered.status, location: entered.location }).toEqual({
    status: 303,
    location: '/setup/app',
  })
  expect(entered.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-prentice-setup=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
  ])
  expect(pages.token).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
})

test('the token works once', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const again = await send(pages, '/setup', { fields: { token: pages.token } })
  expect(again).toMatchObject({ status: 303, location: '/setup' })
  expect(again.headers.getSetCookie()).toEqual([])
  expect((await send(pages, '/setup')).text).toContain('another browser')
  expect(await send(pages, '/setup', { cookie })).toMatchObject({ status: 303, location: '/setup/app' })
})

test('the token in the address opens nothing', async () => {
  const pages = await openSetupPages()
  for (const path of ['/setup', '/setup/app'])
    expect((await send(pages, `${path}?token=${pages.token}`)).headers.getSetCookie()).toEqual([])
  expect((await send(pages, '/setup')).text).toContain('Setup token')
})

test('wrong tokens from other people do not lock the operator out', async () => {
  const pages = await openSetupPages()
  for (const token of ['AAAAA-AAAAA-AAAAA-AAAAA', '', 'x'.repeat(1000), ...Array(50).fill('BBBBB')]) {
    const wrong = await send(pages, '/setup', { fields: { token } })
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([403, []])
    expect(wrong.text).toContain('This is not the token')
  }
  expect(await enter(pages)).not.toBe('')
})

test('another site cannot enter a token', async () => {
  const pages = await openSetupPages()
  for (const origin of ['https://evil.example', 'null', null, 'https://prentice.example.com.evil.example']) {
    for (const token of [pages.token, 'wrong', 'wrong']) {
      const sent = await send(pages, '/setup', { origin, fields: { token } })
      expect([sent.status, sent.headers.getSetCookie()]).toEqual([403, []])
    }
  }
  expect(await enter(pages)).not.toBe('')
})

test('a form of ours whose origin the browser withholds is accepted', async () => {
  const pages = await openSetupPages()
  const post = (site: string) =>
    fetch(`${pages.url}/setup`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: 'null', 'sec-fetch-site': site },
      body: new URLSearchParams({ token: pages.token }),
    })
  expect((await post('cross-site')).status).toBe(403)
  expect((await post('same-origin')).status).toBe(303)
})

test('the token expires after 15 minutes', async () => {
  const pages = await openSetupPages()
  pages.passMinutes(14.99)
  expect((await send(pages, '/setup')).status).toBe(200)
  pages.passMinutes(0.01)
  expect(await enter(pages)).toBe('')
  expect(await send(pages, '/setup')).toMatchObject({
    status: 410,
    text: expect.stringContaining('15 minutes'),
  })
})

test('the session expires after an hour', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { state } = await choose(pages, cookie)
  pages.passMinutes(59.99)
  expect((await send(pages, '/setup/app', { cookie })).status).toBe(200)
  pages.passMinutes(0.01)
  expect((await send(pages, '/setup/app', { cookie })).status).toBe(410)
  expect((await send(pages, `/setup/callback?code=abc&state=${state}`, { cookie })).status).toBe(403)
  expect(pages.codes).toEqual([])
})

test.each(EVERY_PAGE)('%s needs the session', async (path) => {
  const pages = await openSetupPages()
  expect(await send(pages, path)).toMatchObject({ status: 303, location: '/setup' })
  await enter(pages)
  for (const cookie of [undefined, '__Host-prentice-setup=', `__Host-prentice-setup=${'A'.repeat(43)}`]) {
    const refused = await send(pages, path, cookie === undefined ? {} : { cookie })
    expect(refused.status).toBe(403)
    expect(refused.text).not.toContain(pages.credentialsFile)
  }
})

test('a form from another site is refused, also with the session', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const sent = await send(pages, '/setup/app', {
    cookie,
    fields: ORGANISATION,
    origin: 'https://evil.example',
  })
  expect(sent.status).toBe(403)
  expect((await send(pages, '/setup/confirm', { cookie })).location).toBe('/setup/app')
})

test.each([
  ['no session', (state: string) => ({ path: `/setup/callback?code=abc&state=${state}`, isAdmitted: false })],
  ['an unknown state', () => ({ path: '/setup/callback?code=abc&state=other', isAdmitted: true })],
  ['no state', () => ({ path: '/setup/callback?code=abc', isAdmitted: true })],
  ['no code', (state: string) => ({ path: `/setup/callback?state=${state}`, isAdmitted: true })],
  [
    'a code that is a path',
    (state: string) => ({ path: `/setup/callback?code=..%2F&state=${state}`, isAdmitted: true }),
  ],
])('GitHub is not asked about a return with %s, and the page says what to do', async (_, given) => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { path, isAdmitted } = given((await choose(pages, cookie)).state)
  const back = await send(pages, path, isAdmitted ? { cookie } : {})
  expect(back.status).toBe(403)
  expect(back.text).toContain('generate a private key')
  expect(pages.codes).toEqual([])
})

test('a state works once', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const { state } = await choose(pages, cookie)
  pages.answer({ kind: 'unknown-code' })
  const path = `/setup/callback?code=abc&state=${state}`
  expect((await send(pages, path, { cookie })).text).toContain('within an hour')
  expect((await send(pages, path, { cookie })).text).toContain('was not started here')
  expect(pages.codes).toEqual(['abc'])
})

test('HEAD does not use the code up', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const path = `/setup/callback?code=abc&state=${(await choose(pages, cookie)).state}`
  expect((await send(pages, path, { cookie, method: 'HEAD' })).status).toBe(405)
  expect(pages.codes).toEqual([])
  expect((await send(pages, path, { cookie })).status).toBe(200)
})

test('after the registration nothing is open', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const other = await choose(pages, cookie)
  await send(pages, `/setup/callback?code=abc&state=${(await choose(pages, cookie)).state}`, { cookie })
  for (const path of ['/setup', ...EVERY_PAGE]) expect((await send(pages, path, { cookie })).status).toBe(410)
  expect((await send(pages, `/setup/callback?code=def&state=${other.state}`, { cookie })).status).toBe(403)
  expect(pages.codes).toEqual(['abc'])
})
