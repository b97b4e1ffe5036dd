import { parse, postprocess, preprocess } from 'micromark'
import { gfm } from 'micromark-extension-gfm'
import { expect, test } from 'vitest'
import { seededRandom } from '../../sandbox/github/faults/seeded-random.ts'
import { codeBeforeElements, maskQuoted } from '../../src/mention/mask-quoted.ts'

const TICKS = '```'

test.each([
  ['plain text stays', 'a b\n\nc', 'a b c'],
  ['a comment ends', 'a <!-- b --> c', 'a c'],
  ['a comment at the start ends', '<!-- b -->\n\nc', 'c'],
  ['a comment that ends before it starts has no end', '--> a <!-- b', '--> a'],
  ['an element ends at its own end', 'a <pre>b</code> c</pre > d', 'a d'],
  ['an element ends at its next end', 'a <pre>b</pre> c </pre> d', 'a c d'],
  ['each element is hidden', 'a <kbd>b</kbd> c <KBD>d</kbd> e', 'a c e'],
  ['an element without an end hides the rest', 'a\n\n<details>\n\nb\n\nc', 'a'],
  ['a tag at the very end', 'a <q', 'a'],
  ['a longer name is another element', 'a <question> b', 'a b'],
  ['a tag hides itself', 'a <b>c</b> d', 'a c d'],
  ['a tag with a quote hides its paragraph', 'a <b title="x">c\nd\n \t\ne', 'a e'],
  ['a generic type hides itself', 'Map<string> a', 'Map a'],
  ['a tag that another interrupts is none', 'a <b <c> d', 'a <b d'],
  ['a comparison is no tag', 'a < b and 1 <2', 'a < b and 1 <2'],
  ['a fence ends at an equal one', `${TICKS}\na\n${TICKS}\nb`, 'b'],
  ['a fence ends at a longer one', `${TICKS}\na\n${TICKS}\`\`\nb`, 'b'],
  ['a fence does not end at text after it', `${TICKS}\na\n${TICKS} b\nc`, ''],
  ['a fence does not end in a line that ends with it', `${TICKS}\na ${TICKS}\nb`, ''],
  ['a fence ends where it is indented', `${TICKS}\na\n  ${TICKS}  \nb`, 'b'],
  ['a fence of tildes needs three', '~~\na\n~~\nb', '~~ a ~~ b'],
  ['backticks within a line are no fence', `a ${TICKS} b\nc`, `a ${TICKS} b c`],
  ['a quote ends at an empty line', '> a\nb\n \nc', 'c'],
  ['a quote in the middle of a line is none', 'a > b\nc', 'a > b c'],
  ['a block of HTML ends at an empty line', '<p>\na\n\nb', 'b'],
  ['a declaration is HTML', '<!DOCTYPE x>\na\n\nb', 'b'],
  ['an end tag is HTML', '</p>\na\n\nb', 'b'],
  ['a smile is no HTML', '<3\na', '<3 a'],
  ['four spaces are code, three are not', '    a\n   b', 'b'],
  ['a tab is code, after up to three spaces', '\ta\n   \tb\nc', 'c'],
  ['code in a list', '-     a\n12.     b\n1)\tc\n+  d', '+ d'],
  ['a number in the middle of a line is no list', 'about 1.     a', 'about 1. a'],
  ['a quote in nested lists', '- 12.  > a\nb\n\nc', 'c'],
  ['a quote in a bullet with an asterisk', '  *   > a\n\nb', 'b'],
  ['a dash without a space is no list', '-> a', '-> a'],
  ['inline code ends at an equal run', 'a ``b ` c`` d', 'a d'],
  ['inline code has several places', 'a `b` c `d` e', 'a c e'],
  ['a run without an equal one is text', 'a `` b ` c', 'a `` b ` c'],
  ['a run without an equal one hides no later code', 'a ``` b `c` d', 'a ``` b d'],
  ['inline code does not leave its paragraph', 'a ` b\n \t\nc ` d', 'a ` b c ` d'],
  ['inline code goes over lines', 'a ` b\nc ` d', 'a d'],
  ['an escaped backtick opens nothing', 'a \\` b ` c', 'a \\` b ` c'],
  ['carriage returns are white space', '> a\r\nb\r\n\r\nc', 'c'],
])('%s', (_, text, visible) => {
  const masked = maskQuoted(text)
  expect(masked.split(/\s+/).filter(Boolean).join(' ')).toBe(visible)
  expect([masked.length, masked.split('\n').length]).toEqual([text.length, text.split('\n').length])
})

/** Whether GitHub shows the command as code or within a quote. */
function isQuoted(text: string): boolean {
  const at = text.indexOf('/prentice')
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  const kinds = ['codeFenced', 'codeIndented', 'blockQuote']
  return events.some(
    ([kind, { type, start, end }]) =>
      kind === 'enter' && kinds.includes(type) && start.offset <= at && at < end.offset,
  )
}

test.each([
  ['a line with a no-break space does not end a quote', '> a\n\u00a0\n/prentice fix'],
  ['nor does one with an ideographic space', '> a\n\u3000\n/prentice fix'],
  ['a no-break space keeps a fence from ending', `${TICKS}\na\n${TICKS}\u00a0\n/prentice fix`],
  ['four spaces keep a fence from ending', `${TICKS}\na\n    ${TICKS}\n/prentice fix`],
  [
    'a line outside of a list ends its fence, and the end begins another',
    `- ${TICKS}\na\n${TICKS}\n/prentice fix`,
  ],
  ['the same without a bullet before the fence', `- a\n  ${TICKS}\nb\n${TICKS}\n/prentice fix`],
  ['the same after an empty line', `1. a\n\n   ${TICKS}\n   b\n\nc\n${TICKS}\n/prentice fix`],
  ['a fence of tildes in a list', `* ~~~\na\n~~~\n/prentice fix`],
])('%s', (_, text) => {
  expect([isQuoted(text), maskQuoted(text).includes('/prentice')]).toEqual([true, false])
})

test.each([
  `- ${TICKS}\n  a\n  ${TICKS}\n\n/prentice fix`,
  `1. a\n\n   ${TICKS}js\n   b\n\n     c\n   ${TICKS}\n/prentice fix`,
  `   ${TICKS}\n   a\n   ${TICKS}\n/prentice fix`,
  `- a\n  - b\n\n    ${TICKS}\n    c\n    ${TICKS}\n\n/prentice fix`,
])('a command after a fence in a list is found: %j', (text) => {
  expect([isQuoted(text), maskQuoted(text).includes('/prentice')]).toEqual([false, true])
})

test.each(['The `<details>` element is never closed.', '`<!-- x`, `<pre>` and `` `<b "x>` ``'])(
  'an element that is only named in code hides nothing: %j',
  (text) => {
    expect(maskQuoted(`${text}\n/prentice fix it`)).toContain('\n/prentice fix it')
    expect(maskQuoted(`${TICKS}\n<details>\n${TICKS}\n/prentice fix it`)).toContain('\n/prentice fix it')
  },
)

/** Where a text has HTML, by the rules of GitHub. */
function htmlOf(text: string): readonly (readonly [number, number])[] {
  const events = postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(preprocess()(text, undefined, true)),
  )
  return events
    .filter(([kind, { type }]) => kind === 'enter' && ['htmlText', 'htmlFlow'].includes(type))
    .map(([, { start, end }]) => [start.offset, end.offset] as const)
}

const PARTS = [
  ...[
    '`',
    '`',
    '``',
    '\\',
    '|',
    '\n',
    '\n',
    '\n\n',
    ' ',
    'a',
    '<b>',
    '<',
    '<!-- ',
    ' -->',
    '> ',
    '- ',
    '1. ',
    '    ',
  ],
  ...[
    '\n```\n',
    '\n~~~\n',
    '```',
    '<details>',
    '`<details>`',
    '`<pre>`',
    '[a]: ',
    '<div>\n',
    '|-|\n',
    '# ',
    '\t',
    '~~~ `',
  ],
]

test('an element that is only named is no HTML on GitHub', () => {
  const seeded = seededRandom(7)
  const random = (below: number) => Math.floor(seeded() * below)
  let named = 0
  for (let n = 0; n < 6_000; n++) {
    const text = Array.from({ length: 1 + random(14) }, () => PARTS[random(PARTS.length)] ?? '').join('')
    const { end } = codeBeforeElements(text)
    const starts = [...text.slice(0, end).matchAll(/<(?:details|pre)|<!--/g)].map(({ index }) => index)
    if (starts.length === 0) continue
    named += 1
    const html = htmlOf(text)
    for (const at of starts)
      expect(
        html.some(([from, to]) => from <= at && at < to),
        JSON.stringify(text),
      ).toBe(false)
  }
  expect(named).toBeGreaterThan(300)
})
