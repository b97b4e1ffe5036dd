import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'

test('a link to a new file fills in the editor, which commits it', async () => {
  const { github, call, token } = await scene()
  const text = 'name: "<b>"\nrun: $' + '{{ x }}\n'
  const query = new URLSearchParams({ filename: '.github/workflows/new.yml', value: text })
  const link = `${github.serverUrl}/acme/widgets/new/main?${query}`
  const editor = await (await fetch(link)).text()
  expect(editor).toContain('value=".github/workflows/new.yml"')
  expect(editor).toContain('&lt;b&gt;')
  // As a browser sends it.
  const body = new URLSearchParams({
    filename: '.github/workflows/new.yml',
    value: text.replaceAll('\n', '\r\n'),
  })
  expect(await (await fetch(link, { method: 'POST', body })).text()).toContain(
    'Created .github/workflows/new.yml',
  )
  const path = '/repos/acme/widgets/contents/.github/workflows/new.yml'
  const read = await call('GET', path, token)
  expect(Buffer.from(String(pick(read.body, 'content')), 'base64').toString()).toBe(text)
  const nameless = await fetch(link, { method: 'POST', body: new URLSearchParams({ value: 'x' }) })
  expect(await nameless.text()).toContain('Name the file.')
  for (const filename of ['/x', 'a//b', 'a/', '../x', '.git/config', 'a/.GIT/b', 'a\nb']) {
    const refused = await fetch(link, { method: 'POST', body: new URLSearchParams({ filename, value: 'x' }) })
    expect([filename, await refused.text()]).toEqual([
      filename,
      expect.stringContaining('cannot have this name'),
    ])
    const asked = { message: 'm', content: 'eA==' }
    const put = await call(
      'PUT',
      `/repos/acme/widgets/contents/a/${encodeURIComponent(filename)}`,
      token,
      asked,
    )
    expect([filename, put.status, pick(put.body, 'message')]).toEqual([
      filename,
      422,
      'path contains a malformed path component',
    ])
  }
  expect((await fetch(`${github.serverUrl}/acme/widgets/new/none`)).status).toBe(404)
})

test('the page of the secrets says that there is nothing to add', async () => {
  const { github } = await scene()
  const answer = await fetch(`${github.serverUrl}/acme/widgets/settings/secrets/actions/new`)
  expect(await answer.text()).toContain('nothing to add')
})

test("the time of GitHub's clock needs no token", async () => {
  const { github } = await scene()
  const answer = await fetch(`${github.apiUrl}/`, { method: 'HEAD' })
  expect([answer.status, Number.isNaN(Date.parse(answer.headers.get('date') ?? ''))]).toEqual([200, false])
})
