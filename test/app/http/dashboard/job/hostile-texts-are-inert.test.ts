import { expect, test } from 'vitest'
import { markdown } from '../../../../../src/app/http/dashboard/job/markdown.ts'
import { seatedRunner } from '../../../../support/app/claimed-runner.ts'
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

test('an output is text, and folded', async () => {
  const { app, path, runner } = await jobScene('x')
  await (await runner()).finish('Done.', { output: { [EVIL]: EVIL } })
  const { text } = await (await app.signIn('rita')).get(path)
  expect(text).toContain('<details class="more"><summary>Output</summary><pre tabindex="0">{')
  expect(text).toContain('&lt;script&gt;')
  expect(text).not.toMatch(/<img|\u202e|<script(?! src="\/dashboard\/assets\/)/)
})

test('a finding is inert, and what replaces its lines is text', async () => {
  const { app, path, deps, key } = await jobScene('x')
  const review = { pullRequest: 5, headSha: 'b'.repeat(40) }
  const seat = await seatedRunner(deps, key, { review })
  await seat.finish('Done.', { findings: [{ path: EVIL, line: 1, text: EVIL, suggestion: `</pre>${EVIL}` }] })
  const { text } = await (await app.signIn('rita')).get(path)
  expect(text).toContain('<pre tabindex="0">&lt;/pre&gt;')
  expect(text).not.toMatch(/<img|\u202e|<script(?! src="\/dashboard\/assets\/)|<[^>]* hx-get="\/x"/)
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

const LINE = '- `src/a_b.ts`: **fixed** the _check_ of [ids](https://example.com), see line 12.\n'

test('a usual summary is formatted, however long', () => {
  expect(String(markdown(LINE.repeat(40)))).toContain('<li><code>src/a_b.ts</code>')
  expect(String(markdown('We changed the reader of forms, and its tests. '.repeat(150)))).toMatch(/^<p>/)
  expect(String(markdown(`${'- '.repeat(9)}deep`))).toContain('<li>deep</li>')
  expect(String(markdown(`|a|b|c|d|\n|-|-|-|-|\n${'|1|2|3|4|\n'.repeat(100)}`))).toContain('<td>4</td>')
})

// Of each, ten thousand characters take the parser from 20 ms to two seconds.
const SLOW_UNITS = [
  ...['1. ', '1) ', '- ', '+ ', '* ', '> ', '>', '    ', '\t'].map((mark) => `${mark}a\n`),
  ...['*a', '**a', '_a ', '~a', '~~a', '`', '``a', '[', ']', '](', '![', '[a]', '[^a]', '[^a]: ', '[a]: b\n'],
  ...['\\', '\\\n', '&', '&amp;', '&#1;', '<', '<a ', '<a href="', '<!--', '<?', '<![CDATA[', '<div>\n'],
  ...[
    '|',
    '|x\n',
    '|-|\n',
    'a|b\n-|-\n',
    '#',
    '===\n',
    '---\n',
    '- [ ] ',
    '\n',
    'a\n',
    '\r\n',
    '  \n',
    '\\]',
  ],
  ...['_www.', 'www._', 'a@', 'a_@', 'http:_', 'https://', '1. - ', 'a**b', '({"\'', '^$%/?=;,'],
]

test.each(SLOW_UNITS)('a text of many %j is shown as it is', (unit) => {
  const text = unit.repeat(10_000 / unit.length)
  expect(String(markdown(text))).toMatch(/^<pre tabindex="0">/)
  expect(String(markdown(`a\n${text}`))).toMatch(/^<pre tabindex="0">/)
})

test.each([
  ['lists within each other', '1. '.repeat(10)],
  ['lists of all kinds', '- 1. + 2) * > - 1. + 2) * > a'],
  ['quotes', '>'.repeat(10)],
  ['lists, and many of what they hold', `${'1. '.repeat(990)}${'\\'.repeat(7_000)}`],
  ['unmatched brackets before words', `[${' a'.repeat(4_900)}`],
  ['a quote that each line continues', `> a\n${'a\n'.repeat(1_000)}`],
  ['a table whose rows lack cells', `${'|é'.repeat(250)}\n${'|-'.repeat(250)}\n${'é\n'.repeat(200)}`],
  ['a table of many rows', `${'|-'.repeat(20)}|\n${'|-'.repeat(20)}|\n${'é\n'.repeat(300)}`],
  [
    'lists that grow in each line',
    `${Array.from({ length: 50 }, (_, n) => `${' '.repeat(2 * n)}- a`).join('\n')}${'\n'.repeat(1_000)}`,
  ],
])('a text with %s is shown as it is', (_, text) => {
  expect(String(markdown(text))).toMatch(/^<pre tabindex="0">/)
})

test('HTML is text in a text that is shown as it is', () => {
  expect(String(markdown('<b>'.repeat(2_000)))).not.toContain('<b>')
})
