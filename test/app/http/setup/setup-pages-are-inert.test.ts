import { expect, test } from 'vitest'
import { choose, enter, openSetupPages, send } from './setup-pages.ts'

const CSP =
  "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

test('no page contains a script or a style, and the policy forbids both', async () => {
  const pages = await openSetupPages()
  const first = await send(pages, '/setup')
  const cookie = await enter(pages)
  const { page, state } = await choose(pages, cookie)
  const last = await send(pages, `/setup/callback?code=abc&state=${state}`, { cookie })
  const shown = [first, await send(pages, '/setup'), page, last]
  for (const { text, headers } of shown) {
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
  expect(first.headers.get('content-security-policy')).toBe(CSP)
  const withGithub = CSP.replace("form-action 'self'", "form-action 'self' https://github.com")
  expect(page.headers.get('content-security-policy')).toBe(withGithub)
})

test('browsers keep the stylesheet: the server that sent it is gone when they show the last page', async () => {
  const pages = await openSetupPages()
  const { text } = await send(pages, '/setup')
  const [, path = ''] = /<link rel="stylesheet" href="([^"]*)">/.exec(text) ?? []
  const { headers } = await send(pages, path)
  expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('text that was typed, or that GitHub returns, is shown as text', async () => {
  const pages = await openSetupPages()
  const cookie = await enter(pages)
  const hostile = '"><script>alert(1)</script>'
  const refused = await send(pages, '/setup/app', {
    cookie,
    fields: { owner: 'organisation', organisation: hostile, storage: 'file' },
  })
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  const { state } = await choose(pages, cookie)
  pages.answer({
    kind: 'converted',
    app: {
      appId: 1,
      slug: hostile,
      pageUrl: `https://github.com/${hostile}`,
      owner: { id: 1, login: hostile },
      privateKey: hostile,
      webhookSecret: hostile,
      clientSecret: hostile,
    },
  })
  const last = await send(pages, `/setup/callback?code=abc&state=${state}`, { cookie })
  expect(last.status).toBe(200)
  expect(last.text).not.toContain('<script')
})

test('large and foreign bodies are refused', async () => {
  const pages = await openSetupPages()
  const origin = 'https://prentice.example.com'
  const send413 = await send(pages, '/setup', { fields: { token: 'a'.repeat(20_000) } })
  expect(send413.status).toBe(413)
  const json = await fetch(`${pages.url}/setup`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ token: pages.token }),
  })
  expect(json.status).toBe(415)
})

test('every path that needs the App answers 503 until there is one', async () => {
  const pages = await openSetupPages()
  expect(await send(pages, '/healthz')).toMatchObject({ status: 200, text: '{"status":"ok"}' })
  for (const path of ['/readyz', '/v2/projects', '/api/github/webhooks', '/metrics']) {
    const answer = await send(pages, path, { method: path.startsWith('/api') ? 'POST' : 'GET' })
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '60'])
    expect(answer.text).toContain('https://prentice.example.com/setup')
  }
  for (const path of ['/', '/dashboard', '/dashboard/jobs'])
    expect(await send(pages, path)).toMatchObject({ status: 303, location: '/setup' })
})
