import { expect, test } from 'vitest'
import { markdown } from '../../../../../src/app/http/dashboard/timeline/markdown.ts'
import { jobScene, tool } from './job-scene.ts'

const EVIL = `"><script>alert(1)</script><img src=x onerror=alert(2)>' hx-get="/x" \u202egnp.exe`

test('prompts, notes, targets and branch names are text, whatever they say', async () => {
  const { app, path, runner, key } = await jobScene(EVIL)
  const seat = await runner()
  await seat.report({ type: 'stage', stage: 'agent' }, tool(1, EVIL, false), { type: 'note', text: EVIL })
  await (await seat.fail(EVIL)).confirm()
  await app.call('POST', `/v2/agent/${key.project}/job`, { body: { prompt: EVIL, ref: 'a"><b' } })
  const rita = await app.signIn('rita')
  for (const page of [
    path,
    `${path}/overview`,
    `${path}/usage`,
    '/jobs',
    `/jobs?text=${encodeURIComponent(EVIL)}`,
  ]) {
    const { status, text } = await rita.get(page)
    expect(status).toBe(200)
    expect(text).toContain('&lt;script&gt;')
    expect(text.match(/<script(?! src="\/dashboard\/assets\/)/g)).toBeNull()
    expect(text).not.toMatch(/<img|\u202e/)
    expect(text.match(/<[^>]* hx-get="\/x"/)).toBeNull()
  }
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['[x](javascript:alert(1))', '<p><a rel="nofollow noopener noreferrer" href="">x</a></p>'],
  [
    '![x](https://evil.example/pixel.png)',
    '<p>!<a rel="nofollow noopener noreferrer" href="https://evil.example/pixel.png">x</a></p>',
  ],
  ['<a href="x" hx-get="/y">z</a>', '&lt;a href=&quot;x&quot; hx-get=&quot;/y&quot;&gt;z&lt;/a&gt;'],
  ['[a]: javascript:alert(1)\n\n[a]', '<p><a rel="nofollow noopener noreferrer" href="">a</a></p>'],
])('Markdown of a model: %s', (text, expected) => {
  expect(String(markdown(text))).toContain(expected)
})

test('a summary is parsed only up to a bounded length', () => {
  expect(String(markdown('a'.repeat(20_000)))).toBe(`<p>${'a'.repeat(10_000)}</p>`)
})

test('a usual summary is formatted, however long; one made to be slow is shown as it is', () => {
  const line = '- `src/a_b.ts`: **fixed** the _check_ of [ids](https://example.com), see line 12.\n'
  expect(String(markdown(line.repeat(40)))).toContain('<li><code>src/a_b.ts</code>')
  // The parser takes seconds for each of these.
  for (const unit of ['1. - ', '~a', 'a**b', '|x\n', '> '])
    expect(String(markdown(unit.repeat(2_000)))).toMatch(/^<pre tabindex="0">/)
  expect(String(markdown('<b>'.repeat(2_000)))).not.toContain('<b>')
})
