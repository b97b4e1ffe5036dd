import { expect, test } from 'vitest'
import { markdown } from '../../../../sandbox/github/web/markdown.ts'

const shown = (text: string): string =>
  markdown(text, (number) => (number === 2 ? '/acme/widgets/pull/2' : null))

test.each([
  ['a table', '| a | b |\n|---|---|\n| 1 | 2 |', '<td>1</td>'],
  ['a done task', '- [x] done', '<input type="checkbox" disabled="" checked="" />'],
  ['an open task', '- [ ] open', '<input type="checkbox" disabled="" />'],
  ['a line end as a line break', 'one\ntwo', 'one<br />\ntwo'],
  ['a line end of Windows', 'one\r\ntwo', 'one<br />\r\ntwo'],
  ['a mention as text', 'Hello @ana', '<p>Hello @ana</p>'],
  ['a number of a pull request', '✅ #2 ready', '<a href="/acme/widgets/pull/2">#2</a>'],
  ['an unknown number', 'see #7', '<p>see #7</p>'],
  ['a number in code', 'see `#2`', '<code>#2</code>'],
  ['a number in an address', '[x](https://example.com/#2)', '<a href="https://example.com/#2">x</a>'],
  ['tags that GitHub keeps', 'H<sub>2</sub>O', 'H<sub>2</sub>O'],
  ['a less-than sign', 'a < b', 'a &lt; b'],
])('%s', (_what, text, html) => {
  expect(shown(text)).toContain(html)
})

test('details hold Markdown, and keep only that they are open', () => {
  const html = shown(
    '<details open ontoggle="x()"><summary class="y">More</summary>\n\n**bold**\n\n</details>',
  )
  expect(html.replaceAll(/ *\n/g, '')).toBe(
    '<details open><summary>More</summary><p><strong>bold</strong></p></details>',
  )
})

test.each([
  '<!-- one -->',
  'a <!-- one\ntwo --> b',
  'x\n\n<!-- prentice:job\nmore\n\neven more -->\n\ny',
  '<!-- never ends',
])('a comment of HTML is invisible: %j', (text) => {
  expect(shown(text)).not.toMatch(/<!--|--|one|more|never/)
})

test.each([
  '<script>alert(1)</script>',
  'a <script src=//evil.example></script> b',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '![x](data:text/html;base64,AAAA)',
  '<b onclick=alert(1)>x</b>',
  '<details/onclick=alert(1)>',
  '<kbd><!-- --><img/src/onerror=alert(1)></kbd>',
  '<b <img src=x onerror=alert(1)>>',
  '<<b>script>alert(1)<</b>/script>',
  '<style>*{display:none}</style>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '</div></main><form action=//evil.example>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<?x <img src=x onerror=alert(1)> ?>',
])('nothing but known tags without attributes remains of the HTML in %j', (text) => {
  for (const tag of shown(text).match(/<[^>]*>?/g) ?? []) {
    expect(tag).toMatch(
      /^<(?:\/?[a-z][a-z\d]*(?: \/)?|details open|a href="[^"]*"|img src="" alt="x" \/|pre)>$/,
    )
    expect(tag).not.toMatch(/script|style|iframe|form|svg|div|main/)
  }
  expect(shown(text)).not.toMatch(/href="javascript|src="data/)
})

test.each(['<!--', '<b', '<', '#2', '<code>', '<details>', '&#2', '  ', '- [ ] '])(
  'a text of %j, as long as GitHub allows, is shown',
  (part) => {
    expect(shown(part.repeat(65_536 / part.length))).not.toBe('')
    expect(shown(part.repeat(20_000 / part.length))).toBeTypeOf('string')
  },
)
