import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralize } from '../../../../src/action/pull-request/sanitize/neutralize.ts'
import { assertProperty } from '../../../support/random.ts'

/** The rules do not rest on hosts that are not known: `evil.example` is. */
const HOSTS = new Set(['github.com', 'www.github.com', 'ghe.example.com', 'example.com', 'evil.example'])

/** `|` stands for the break, which does not show. */
const broken = (text: string) => text.replaceAll('|', '\u200b')

describe('nothing is fetched when somebody looks', () => {
  test.each([
    ['![status](https://evil.example/p.png?d=1)', '!|[status]|(https://evil.example/p.png?d=1)'],
    ['![a][b]\n\n[b]: https://evil.example/p', '!|[a][b]\n\n[b]|: https://evil.example/p'],
    ['![b]', '!|[b]'],
    ['[![a](b)](c)', '[!|[a]|(b)]|(c)'],
    ['\\![a](b)', '\\!|[a]|(b)'],
    ['<img src=https://evil.example>', '<|img src=https://evil.example>'],
    ['<IMG/src=x>', '<|IMG/src=x>'],
    ['<picture><source srcset=x></picture>', '<|picture><|source srcset=x><|/picture>'],
    ['<svg><image href=x /></svg>', '<|svg><|image href=x /><|/svg>'],
    ['<video src=x>', '<|video src=x>'],
    ['<iframe src=x>', '<|iframe src=x>'],
    ['<style>@import "x"</style>', '<|style>@|import "x"<|/style>'],
    ['`<img src=x>`', '`<|img src=x>`'],
    ['```html\n<img src=x>\n```', '```html\n<|img src=x>\n```'],
    [
      '```mermaid\nA@{ img: "https://evil.example" }\n```',
      '```|mermaid\nA@{ img: "https://evil.example" }\n```',
    ],
    ['> ~~~ GeoJSON\n', '> ~~~ |GeoJSON\n'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, HOSTS)).toBe(broken(inert))
  })
})

describe('nothing is hidden', () => {
  test.each([
    ['<!-- hidden -->', '<|!-- hidden -->'],
    ['<?php hidden ?>', '<|?php hidden ?>'],
    ['<![CDATA[ hidden ]]>', '<|!|[CDATA[ hidden ]]>'],
    ['<details>hidden</details>', '<|details>hidden<|/details>'],
    ['[//]: # (hidden)', '[//]|: # (hidden)'],
    ['[text](https://evil.example/?d=1)', '[text]|(https://evil.example/?d=1)'],
    ['[text](<https://evil.example/?d=1> "title")', '[text]|(<https://evil.example/?d=1> "title")'],
    ['\u202egnp.exe\u0007\u001b[31m', 'gnp.exe[31m'],
    ['a\u{e0041}\u{e0100}\u00adb', 'ab'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, HOSTS)).toBe(broken(inert))
  })
})

describe('nobody is notified', () => {
  test.each([
    ['ask @octocat and @acme/team', 'ask @|octocat and @|acme/team'],
    ['_@octocat_', '_@|octocat_'],
    ['**@octocat**', '**@|octocat**'],
    ['\\@octocat', '\\@|octocat'],
    ['&#64;octocat', '&#|64;octocat'],
    ['&#X40;octocat', '&|#X40;octocat'],
    ['&commat;octocat', '&|commat;octocat'],
    ['\uff20octocat \ufe6boctocat @\uff4f', '\uff20|octocat \ufe6b|octocat @|\uff4f'],
    ['@\u200b\u00adoctocat', '@|octocat'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, HOSTS)).toBe(broken(inert))
  })
})

describe('no issue is closed or referred to', () => {
  test.each([
    ['Fixes #12', 'Fixes #|12'],
    ['fixes: #1', 'fixes: #|1'],
    [`fixes${' \t'.repeat(40)}#1`, `fixes${' \t'.repeat(40)}#|1`],
    ['fix\u200bes #1', 'fixes #|1'],
    ['fixes \\#1', 'fixes \\#|1'],
    ['fixes &#35;1 &num;1', 'fixes &#|35;1 &|num;1'],
    [
      '\uff46\uff49\uff58\uff45\uff53 \uff03\uff11 \ufe5f1 #\uff11',
      '\uff46\uff49\uff58\uff45\uff53 \uff03|\uff11 \ufe5f|1 #|\uff11',
    ],
    ['closes GH-1, gh-2 and GH\\-3', 'closes G|H-1, g|h-2 and G|H\\-3'],
    ['\uff27\uff28\uff0d1', '\uff27|\uff28\uff0d1'],
    ['**closes**: acme/shop#3', '**closes**: acme/shop#|3'],
    ['fixes https://github.com/o/r/issues/1', 'fixes https|://github.com/o/r/issues/1'],
    ['HTTP://GITHUB.COM/o/r/Pull/1#x', 'HTTP|://GITHUB.COM/o/r/Pull/1#x'],
    ['https\\://github.com/o/r\\/issues\\/1', 'https|\\://github.com/o/r\\/issues\\/1'],
    ['<https://ghe.example.com/o/r/discussions/1>', '<|https|://ghe.example.com/o/r/discussions/1>'],
    ['www.github.com/o/r/issues/1', 'www|.github.com/o/r/issues/1'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, HOSTS)).toBe(broken(inert))
  })
})

describe('no link leads to a host that is not known', () => {
  test.each([
    ['see https://other.example/?d=1', 'see https|://other.example/?d=1'],
    ['HTTPS://Other.Example', 'HTTPS|://Other.Example'],
    ['<https://other.example/?d=1>', '<|https|://other.example/?d=1>'],
    ['ftp://other.example', 'ftp|://other.example'],
    ['www.other.example/?d=1', 'www|.other.example/?d=1'],
    ['_www.other.example_ *https://other.example*', '_www|.other.example_ *https|://other.example*'],
    ['https\\://example.com', 'https|\\://example.com'],
    ['https://example.com.other.example', 'https|://example.com.other.example'],
    ['https://example.com@other.example', 'https|://example.com@other.example'],
    ['https://example.com\\@other.example', 'https|://example.com\\@|other.example'],
    ['https://example.com:81', 'https|://example.com:81'],
    ['https://example.com&period;other.example', 'https|://example.com&|period;other.example'],
    ['https://example.com\u200b.other.example', 'https|://example.com.other.example'],
    ['https://ex\u0430mple.com', 'https|://ex\u0430mple.com'],
    ['https://example.com(www.other.example', 'https|://example.com(www|.other.example'],
    [
      '(https://github.com/o/r), **https://example.com.**',
      '(https://github.com/o/r), **https://example.com.**',
    ],
    ['mailto:a@other.example?body=d', 'mailto|:a@other.example?body=d'],
    ['$\\href{https://example.com}{x}$', '$\\|href{https|://example.com}{x}$'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, HOSTS)).toBe(broken(inert))
  })
})

describe('no workflow is skipped, nobody is spoken for, no bot is told', () => {
  test.each([
    ['[skip ci] [CI SKIP] [no ci]', '[|skip ci] [|CI SKIP] [|no ci]'],
    ['[skip actions] [actions skip] [ci-skip]', '[|skip actions] [|actions skip] [|ci-skip]'],
    ['***NO_CI***', '***NO|_CI***'],
    ['Text\n\nCo-authored-by: A <a@example.com>', 'Text\n\nCo-authored-by|: A <|a@example.com>'],
    ['  SIGNED-OFF-BY : A\nskip-checks: true', '  SIGNED-OFF-BY| : A\nskip-checks|: true'],
    ['request-checks: true\nOn-behalf-of: A', 'request-checks|: true\nOn-behalf-of|: A'],
    ['/merge\n  /close\na /b', '/|merge\n  /|close\na /b'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, HOSTS)).toBe(broken(inert))
  })
})

test('once inert, nothing can be put together again by making it inert once more', () => {
  const parts = [
    '@',
    'a',
    '#',
    '1',
    '!',
    '[',
    ']',
    '(',
    ':',
    '<',
    '&',
    'amp;',
    '`',
    '\n',
    '\\',
    'https',
    '://',
    'www',
    '.b',
    '\u200b',
    '\u200d',
  ]
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 30 }), (pieces) => {
      const once = neutralize(pieces.join(''), HOSTS)
      expect(neutralize(once, HOSTS)).toBe(once)
    }),
  )
})

test.each([
  'mail a@example.com',
  'see https://example.com/a?b=1&c=2 and <https://example.com/a>',
  'a < b, a <= b, 1<2, a && b; R&D, #heading',
  '- [x] done\n- [ ] open',
  '```ts\nconst list: string[] = items[0]\n```',
  '`a | b` **bold** _it_ !important ![ ',
])('%j stays as it is', (text) => {
  expect(neutralize(text, HOSTS)).toBe(text.replace('![', '!\u200b['))
})

// Work that grew with the square of the length would take minutes.
test('a very long hostile text is neutralized', () => {
  const text = 'https://'.repeat(200_000) + '<'.repeat(400_000) + '```'.repeat(200_000) + ' '.repeat(400_000)
  neutralize(text, HOSTS)
})
