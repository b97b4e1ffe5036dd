import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { replaceText } from '../../../../../src/action/workspace/edit/replace-text.ts'
import { openTree } from '../../../../support/action/open-tree.ts'

const edit = (text: string, old: string, fresh: string, all = false) =>
  replaceText(text, { old, new: fresh, all })

/** name, level, text, old, new, result */
type Row = readonly [string, string, string, string, string, string]

const LINE_ENDS: readonly Row[] = [
  ['the file has more white space', 'line-end', 'a  \nb\t\nc\n', 'a\nb\n', 'a\nB\n', 'a  \nB\nc\n'],
  ['the model has more white space', 'line-end', 'a\nb\nc\n', 'a  \nb', 'a  \nB', 'a\nB\nc\n'],
  [
    'white space behind the match stays',
    'line-end',
    'x\nfoo \nbar   \n',
    'foo\nbar',
    'foo\nbaz',
    'x\nfoo \nbaz   \n',
  ],
  [
    'inside of lines, too',
    'line-end',
    'if (a) {  \n  go()\n}\n',
    '(a) {\n  go',
    '(b) {\n  run',
    'if (b) {\n  run()\n}\n',
  ],
  ['an empty line that holds spaces', 'line-end', 'a\n    \nb\n', 'a\n\nb', 'a\n\nB', 'a\n    \nB\n'],
  ['the last line has no end', 'line-end', 'a\nb', 'b\n', 'B\n', 'a\nB'],
  ['the last line has no end and two take its place', 'line-end', 'a\r\nb', 'b\n', 'B\nC\n', 'a\r\nB\r\nC'],
]

const INDENTATION: readonly Row[] = [
  [
    'none written',
    'indentation',
    '  a\n    b\n  c\n',
    'a\n  b\nc',
    'a\n  B\n  B2\nc',
    '  a\n    B\n    B2\n  c\n',
  ],
  [
    'too much written',
    'indentation',
    'a\n  b\nc\n',
    '    a\n      b\n    c',
    '    a\n      B\n    c',
    'a\n  B\nc\n',
  ],
  [
    'spaces for tabs',
    'indentation',
    '\tif x\n\t\ty\n',
    '    if x\n        y',
    '    if x\n        y\n            z',
    '\tif x\n\t\ty\n\t\t\tz\n',
  ],
  [
    'tabs for spaces',
    'indentation',
    'if x\n  y\n    z\n',
    'if x\n\ty\n\t\tz',
    'if x\n\ty\n\t\tZ\n',
    'if x\n  y\n    Z\n\n',
  ],
  [
    'two spaces for four',
    'indentation',
    '    if x\n        y\n',
    '  if x\n    y',
    '  if x\n    Y',
    '    if x\n        Y\n',
  ],
  ['empty lines within', 'indentation', '  a\n\n  b\n', 'a\n\nb', 'a\n\nB', '  a\n\n  B\n'],
  ['empty lines with spaces', 'indentation', '  a\n  \n  b\n', 'a\n\nb', 'a\n\nB', '  a\n  \n  B\n'],
  ['all of it removed', 'indentation', '  a\n  b\nc\n', 'a\nb\n', '', 'c\n'],
  [
    'empty lines around it',
    'indentation',
    'x\n  a\n  b\ny\n',
    '\n\na\nb\n\n',
    '\n\na\nB\n\n',
    'x\n  a\n  B\ny\n',
  ],
  [
    'an empty line above it in the old text only',
    'indentation',
    '    a\n    b\nc\n',
    '\n  a\n  b\n',
    '  a\n  B\n',
    '    a\n    B\nc\n',
  ],
  [
    'an empty line below it in the old text only',
    'indentation',
    '  a\n  b\nc\n',
    'a\nb\n\n',
    'a\nB\n',
    '  a\n  B\nc\n',
  ],
  [
    'an empty line more below the new text',
    'indentation',
    '  a\n  b\nc\n',
    '\na\nb\n',
    'a\nB\n\n',
    '  a\n  B\n\nc\n',
  ],
  ['all of it removed, with empty lines around', 'indentation', '  a\n  b\nc\n', '\na\nb\n\n', '', 'c\n'],
  [
    'a little of it written',
    'indentation',
    '    a\n    b\nc\n',
    ' a\n b\n',
    ' A\n     B\n',
    '    A\n        B\nc\n',
  ],
  [
    'none written, and the new text has that of the file',
    'indentation',
    'class A:\n    x = 1\n    y = 2\n',
    'x = 1\ny = 2',
    '    x = 1\n    if x:\n        y = 3',
    'class A:\n    x = 1\n    if x:\n        y = 3\n',
  ],
  [
    'the same in one line, below an empty one',
    'indentation',
    '\t// note\n\n\tfunction a() {}\n',
    '\nfunction a() {}',
    '\n\tfunction b() {}',
    '\t// note\n\n\tfunction b() {}\n',
  ],
  ['CRLF in `new` alone', 'indentation', '  a\n  b\n', 'a\nb', 'x\r\ny', '  x\n  y\n'],
  ['lines that are removed', 'indentation', 'a\n\tb\n\tc\nd\n', '  b\n  c', '', 'a\nd\n'],
  ['CRLF kept', 'indentation', '  a\r\n  b\r\n', 'a\nb', 'a\nb2\nB', '  a\r\n  b2\r\n  B\r\n'],
]

const PUNCTUATION: readonly Row[] = [
  ['quotes', 'punctuation', 'say “it’s” now\n', 'say "it\'s" now', 'say "it\'s" then', 'say “it’s” then\n'],
  ['dashes', 'punctuation', 'a – b — c\n', 'a - b - c', 'a - b - d', 'a – b — d\n'],
  [
    'spaces that do not break',
    'punctuation',
    '10\u00a0km away\n',
    '10 km away',
    '20 km away',
    '20\u00a0km away\n',
  ],
  [
    'the model has the fancy ones',
    'punctuation',
    'say "a" - b\n',
    'say “a” – b',
    'say “a” – c',
    'say "a" - c\n',
  ],
  ['in lines that stay', 'punctuation', 'it’s\nold\n', "it's\nold", "it's\nnew", 'it’s\nnew\n'],
  ['with indentation', 'punctuation', '  it’s\n  old\n', "it's\nold", "it's\nnew", '  it’s\n  new\n'],
]

const SLIP = 'const options = {\n  enabled: true,\n  retries: 3\n}\n'
const BODY =
  'function total(items) {\n  let sum = 0\n  for (const item of items) sum += item.price\n  return sum\n}\n'
const SIMILAR: readonly Row[] = [
  [
    'a comma forgotten in a line that changes, with other indentation',
    'similar',
    SLIP.replaceAll(/^(?=.)/gm, '    '),
    SLIP.replace('true,', 'true'),
    SLIP.replace('true,', 'false,'),
    SLIP.replace('true,', 'false,').replaceAll(/^(?=.)/gm, '    '),
  ],
  [
    'quotes of the other kind',
    'similar',
    'function hello() {\n  print("hello")\n}\n',
    "function hello() {\n  print('hello')\n}",
    "function hello() {\n  print('bye')\n}",
    "function hello() {\n  print('bye')\n}\n",
  ],
  [
    'a slip in a line that stays',
    'similar',
    `first()\n${BODY}last()\n`,
    BODY.replace('of items', 'in items'),
    BODY.replace('of items', 'in items').replace('return sum', 'return sum * 2'),
    `first()\n${BODY.replace('return sum', 'return sum * 2')}last()\n`,
  ],
]

describe.each([
  ['white space at line ends', LINE_ENDS],
  ['indentation', INDENTATION],
  ['quotes, dashes, spaces', PUNCTUATION],
  ['a slip of the pen', SIMILAR],
])('%s', (_, rows) => {
  it.each(rows)('%s', (_name, level, text, old, fresh, result) => {
    expect(edit(text, old, fresh)).toMatchObject({ ok: true, level, text: result })
  })
})

describe('the first level that finds anything decides', () => {
  it('prefers the same text to a similar one', () => {
    expect(edit('  a \n  a\n', '  a\n', '  b\n')).toMatchObject({ level: 'exact', text: '  a \n  b\n' })
    expect(edit('“x”\n"x"\n', '"x"', '"y"')).toMatchObject({ level: 'exact', text: '“x”\n"y"\n' })
  })

  it('an indentation that differs is not taken for a similar text, empty lines around it or not', () => {
    const text = '  function compute(argument) {\n    return argument + 1\n  }\n'
    const old = '\nfunction compute(argument) {\n  return argument + 1\n}\n'
    expect(edit(text, old, old.replace('+ 1', '+ 2'))).toMatchObject({
      level: 'indentation',
      text: text.replace('+ 1', '+ 2'),
    })
  })

  it('names several places of a tolerant level, and takes them all on request', () => {
    const text = '  go(a)\n    go(a)\n'
    const old = 'go(a)\t\n'
    expect(edit(text, old, 'run(a)\n')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/2 times, at lines 1, 2/),
    })
    expect(edit('a\n  x\n  y\nb\n    x\n    y\n', 'x\ny\n', 'x\nz\n', true)).toMatchObject({
      ok: true,
      lines: [2, 5],
      text: 'a\n  x\n  z\nb\n    x\n    z\n',
    })
  })

  it('counts places that overlap', () => {
    expect(edit('aaa', 'aa', 'b')).toMatchObject({ ok: false, problem: expect.stringMatching(/2 times/) })
    expect(edit('aaaa', 'aa', 'b', true)).toMatchObject({ ok: true, text: 'bb' })
  })

  it('takes no line twice', () => {
    expect(edit('  x;\n  x;\n  x;\n', 'x;\nx;', 'y;', true)).toMatchObject({
      level: 'indentation',
      lines: [1],
      text: '  y;\n  x;\n',
    })
  })

  it('names a line once, however many matches it holds', () => {
    expect(edit('a a a\nb\na\n', 'a', 'c')).toMatchObject({
      problem: expect.stringMatching(/occurs 4 times, at lines 1, 3\./),
    })
  })

  it('replaces several matches in one line and across lines', () => {
    expect(edit('x-x x\nx\n', 'x', 'yy', true)).toMatchObject({ text: 'yy-yy yy\nyy\n', lines: [1, 1, 1, 2] })
    expect(edit('a\nba\nba\nb', 'a\nb', 'c', true)).toMatchObject({ text: 'ccc', lines: [1, 2, 3] })
  })
})

describe('every match, where the last line has no end', () => {
  it.each([
    ['counts it and gives it none', 'a\nb\na', 'a\n', 'c\n', 'c\nb\nc', [1, 3]],
    ['lines next to each other', 'a\na\na', 'a\n', 'c\n', 'c\nc\nc', [1, 2, 3]],
    ['CRLF', 'a\r\nb\r\na', 'a\n', 'c\n', 'c\r\nb\r\nc', [1, 3]],
    ['line ends of two kinds', 'a\r\nb\na', 'a\n', 'c\nd\n', 'c\r\nd\r\nb\nc\nd', [1, 3]],
    ['in the middle of a line', 'x = a\ny = a', '= a\n', '= b\n', 'x = b\ny = b', [1, 2]],
    ['several lines', 'a\nb\nx\na\nb', 'a\nb\n', 'c\n', 'c\nx\nc', [1, 4]],
    ['lines that go', 'a\nb\na', 'a\n', '', 'b\n', [1, 3]],
    ['where two matches would overlap', 'a\na\na', 'a\na\n', 'c\n', 'c\na', [1]],
    ['white space at line ends', 'a \nb\na ', 'a\n', 'c\n', 'c\nb\nc', [1, 3]],
    ['white space at one line end only', 'a \nb\na', 'a\n', 'c\n', 'c\nb\nc', [1, 3]],
    ['indentation', '  a\nb\n  a', '\ta\n', '\tc\n', '  c\nb\n  c', [1, 3]],
    ['punctuation', '“x”\nb\n“x”', '"x"\n', '"y"\n', '“y”\nb\n“y”', [1, 3]],
    [
      'more than a thousand before it',
      `${'a\n'.repeat(1500)}a`,
      'a\n',
      'c\n',
      `${'c\n'.repeat(1500)}c`,
      null,
    ],
  ])('%s', (_, text, old, fresh, result, lines) => {
    expect(edit(text, old, fresh, true)).toMatchObject({ ok: true, text: result, ...(lines && { lines }) })
  })

  it('says nothing of a last line if it is the only match', async () => {
    await using tree = await openTree({ 'a.txt': 'a\nb' })
    await tree.workspace.read({ path: 'a.txt' })
    const { ok, text } = await tree.workspace.edit({ path: 'a.txt', old: 'b\n', new: 'c\n' })
    expect([ok, text.split('.')[1]]).toEqual([true, 'txt at line 2, where white space at line ends differs'])
    expect(text).not.toContain('last match')
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('a\nc')
  })

  it('reports it, also if the file stayed unchanged because the model has not read it', async () => {
    await using tree = await openTree({ 'a.txt': 'a\nb\na' })
    const call = (old: string, fresh: string) =>
      tree.workspace.edit({ path: 'a.txt', old, new: fresh, all: true })
    expect((await call('a\n', 'c\n')).text).toBe(
      'Replaced in a.txt at line 1. The file ends with the same text, but without a line end; that was left, since you have not read the file.',
    )
    await tree.workspace.read({ path: 'a.txt' })
    await tree.workspace.edit({ path: 'a.txt', old: 'c', new: 'a' })
    expect((await call('a\n', 'c\n')).text).toBe(
      'Replaced 2 matches in a.txt, at lines 1, 3. The last match had no line end, and none was added.',
    )
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('c\nb\nc')
  })
})

describe('nothing is guessed', () => {
  it.each([
    ['indentation by no one rule', '  a\n      b\n', 'a\nb', 'a\nc'],
    [
      'another line in the middle',
      'start()\nkeep(1)\nkeep(2)\nend()\n',
      'start()\nother\nthings\nend()',
      'x',
    ],
    ['another number', `${BODY}let version = 1\n`.replace('= 0', '= 10'), BODY.replace('= 0', '= 20'), 'x'],
    ['one line alone', 'const timeout = settings.timeout\n', 'const timeout = setting.timeout', 'x'],
    [
      'two places alike',
      `${BODY}${BODY.replace('sum +=', 'sum -=')}`,
      BODY.replace('of items', 'in items'),
      'x',
    ],
    [
      'lines left out in the middle',
      'one() { return 1 }\ntwo() { return 22 }\nthree() { return 333 }\nfour() { return 4444 }\n',
      'two() { return 22 }\nfour() { return 4444 }',
      'x',
    ],
    ['dots for what is between', 'a()\nb()\nc()\nd()\n', 'a()\n...\nd()', 'a()\n...\ne()'],
    [
      'a block of the same kind',
      'use std::ops::Range;\nuse std::{\n    env,\n    fs,\n    mem,\n};\n',
      'use std::env;\nuse std::fs;\nuse std::io::Write;\nuse std::mem;',
      'x',
    ],
    ['spacing inside of a line', 'function  sum( a, b ) {\n', 'function sum(a, b) {', 'x'],
    ['half of a word at a line end', 'foobar\n', 'foo  ', 'x'],
    ['white space alone', 'a\n', '   ', 'x'],
    ['a longer text than the file', 'a\n', 'a\nb\nc\nd', 'x'],
    ['an empty file', '', 'a', 'x'],
  ])('%s', (_, text, old, fresh) => {
    expect(edit(text, old, fresh)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/does not occur/),
    })
  })

  it('accepts only the same text if nobody has read the file', () => {
    const replacement = { old: 'a', new: 'b', all: false }
    expect(replaceText('a \n', { ...replacement, old: 'a\n' }, { exactOnly: true })).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/Read the file first/),
    })
    expect(replaceText('xay', replacement, { exactOnly: true })).toMatchObject({ ok: true, text: 'xby' })
  })

  it('cuts no character in two and lets no NUL in', () => {
    const half = '😀'.charAt(0)
    expect(edit('a😀', half, 'x')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/unpaired surrogate/),
    })
    expect(edit('a', 'a', half)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/unpaired surrogate/),
    })
    expect(edit('a', 'a', 'b\0')).toMatchObject({ ok: false, problem: expect.stringMatching(/NUL/) })
  })

  it('reports a difference of line ends only', () => {
    expect(edit('a\r\nb\r\n', 'a\r\nb', 'a\nb')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/changes nothing/),
    })
  })
})

describe('a byte order mark in `old`', () => {
  it('is that of the file, which stays', () => {
    expect(edit('a\nb\n', '\uFEFFa', '\uFEFFc')).toMatchObject({ ok: true, text: 'c\nb\n' })
  })

  it('is an ordinary character in the middle of the text', () => {
    expect(edit('a\n\uFEFFb\n', '\uFEFFb', 'c')).toMatchObject({ ok: true, text: 'a\nc\n' })
  })
})

describe('the model is told', () => {
  const told = (text: string, old: string) => {
    const replaced = edit(text, old, 'x')
    return replaced.ok ? '' : replaced.problem
  }

  it('of the nearest text, and where it differs from the wanted text', () => {
    expect(told('a\nfoo(1)\nbar(2)\nbaz(3)\n', 'foo(1)\nbar(7)\nbaz(3)')).toContain(
      'The nearest text is at lines 2 to 4; it differs first in line 3: "bar(2)", where `old` has "bar(7)".',
    )
    expect(told('one\nfoo(1)\n', 'foo(1)\nbar')).toContain(
      'it differs first in line 3: "", where `old` has "bar"',
    )
    expect(told('  foo\n      bar\n', 'foo\nbar')).toContain(
      'only its indentation differs, and by more than one rule',
    )
  })

  it.each([
    ['line numbers', 'foo(1)\nbar\n', '1\tfoo(1)\n2\tbar', /not part of the file/],
    ['a line number in the first line only', 'foo(1)\nbar\n', '1\tfoo(1)\nbar', /not part of the file/],
    ['line numbers before an arrow', 'foo(1)\nbar\n', '     1→foo(1)\n     2→bar', /not part of the file/],
    ['line numbers before a colon', 'foo(1)\nbar\n', '1: foo(1)\n2: bar', /not part of the file/],
    ['line numbers before a bar', 'foo(1)\nbar\n', '12 | foo(1)\n13 | bar', /not part of the file/],
    ['line numbers of other lines', 'foo\nbar\n', '1\tfood\n2\tbars', /Leave out the line numbers/],
    ['escaped quotes', 'say("hi")\n', 'say(\\"hi\\")', /escaped twice/],
    ['an escaped dollar sign', 'cost: $5\\n each\n', 'cost: \\$5\\n each', /backslash before \$/],
    ['escaped line ends', 'a = 1\nb = 2\n', 'a = 1\\nb = 2', /escaped twice/],
    ['entities', 'if (a < b && c) {\n', 'if (a &lt; b &amp;&amp; c) {', /entities/],
    ['a fence', 'foo(1)\nbar\n', '```js\nfoo(1)\nbar\n```', /without the fence/],
    ['spacing', 'x\nfunction  sum( a, b ) {\n', 'function sum(a, b) {', /from line 2 on, .* spacing/],
    ['an ellipsis', 'label = "Loading…"\n', 'label = "Loading..."', /Loading\\u2026/],
    ['a combining accent', 'name = cafe\u0301\n', 'name = café', /cafe\\u0301/],
    ['full width', 'a（b）= 100\n', 'a(b)= 100', /a\\uff08b\\uff09/],
    ['a space of no width', 'one\u200btwo\n', 'one two three', /nearest line is 1/],
  ])('%s', (_, text, old, why) => {
    expect(told(text, old)).toMatch(why)
  })

  it('of the possibility that a change was made before', () => {
    const made = edit('a\nreturn total * 1.19\n', 'return total', 'return total * 1.19 + 0')
    expect(made).toMatchObject({ ok: true })
    expect(edit('a\nreturn sum * 1.19\n', 'return total * 1.07', 'return sum * 1.19')).toMatchObject({
      problem: expect.stringMatching(/at line 2 already: if this change was made before, leave it/),
    })
  })
})
