import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { neutralize, withoutHiddenCharacters } from '../../src/sanitize/neutralize.ts'
import { assertProperty } from '../support/random.ts'

const REPOSITORY = 'https://github.com/o/r'

/** `|` stands for the break, which does not show. */
const broken = (text: string) => text.replaceAll('|', '\u200b')

describe('nothing is fetched when somebody looks', () => {
  test.each([
    ['![status](https://github.com/o/r/p.png?d=1)', '!|[status]|(https://github.com/o/r/p.png?d=1)'],
    ['![a][b]\n\n[b]: https://github.com/o/r/p', '!|[a][b]\n\n[b]|: https://github.com/o/r/p'],
    ['![b]', '!|[b]'],
    ['[![a](b)](c)', '[!|[a]|(b)]|(c)'],
    ['\\![a](b)', '\\!|[a]|(b)'],
    ['<img src=https://github.com/o/r>', '<|img src=https://github.com/o/r>'],
    ['<IMG/src=x>', '<|IMG/src=x>'],
    ['<picture><source srcset=x></picture>', '<|picture><|source srcset=x><|/picture>'],
    ['<svg><image href=x /></svg>', '<|svg><|image href=x /><|/svg>'],
    ['<video src=x>', '<|video src=x>'],
    ['<iframe src=x>', '<|iframe src=x>'],
    ['<style>@import "x"</style>', '<|style>@|import "x"<|/style>'],
    ['`<img src=x>`', '`<|img src=x>`'],
    ['```html\n<img src=x>\n```', '```html\n<|img src=x>\n```'],
    [
      '```mermaid\nA@{ img: "https://github.com/o/r" }\n```',
      '```|mermaid\nA@{ img: "https://github.com/o/r" }\n```',
    ],
    ['> ~~~ GeoJSON\n', '> ~~~ |GeoJSON\n'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
  })
})

describe('nothing is hidden', () => {
  test.each([
    ['<!-- hidden -->', '<|!-- hidden -->'],
    ['<?php hidden ?>', '<|?php hidden ?>'],
    ['<![CDATA[ hidden ]]>', '<|!|[CDATA[ hidden ]]>'],
    ['<details>hidden</details>', '<|details>hidden<|/details>'],
    ['[//]: # (hidden)', '[//]|: # (hidden)'],
    ['[text](https://github.com/o/r/?d=1)', '[text]|(https://github.com/o/r/?d=1)'],
    ['[text](<https://github.com/o/r/?d=1> "title")', '[text]|(<https://github.com/o/r/?d=1> "title")'],
    ['\u202egnp.exe\u0007\u001b[31m', 'gnp.exe[31m'],
    ['a\u{e0041}\u{e0100}\u00adb', 'ab'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
  })
})

describe('nobody is notified', () => {
  test.each([
    ['ask @octocat and @acme/team', 'ask @|octocat and @|acme/team'],
    ['_@octocat_', '_@|octocat_'],
    ['**@octocat**', '**@|octocat**'],
    [
      'other/name@0123456789abcdef0123456789abcdef01234567',
      'other/name@|0123456789abcdef0123456789abcdef01234567',
    ],
    ['octocat@ABCDEF0 a@abcdef a@abcdef0.example', 'octocat@|ABCDEF0 a@abcdef a@|abcdef0.example'],
    ['\\@octocat', '\\@|octocat'],
    ['&#64;octocat', '&#|64;octocat'],
    ['&#X40;octocat', '&|#X40;octocat'],
    ['&commat;octocat', '&|commat;octocat'],
    ['\uff20octocat \ufe6boctocat @\uff4f', '\uff20|octocat \ufe6b|octocat @|\uff4f'],
    ['@\u200b\u00adoctocat', '@|octocat'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
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
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
  })
})

describe('no link leads out of the repository', () => {
  test.each([
    ['see https://other.example/?d=1', 'see https|://other.example/?d=1'],
    ['HTTPS://Other.Example', 'HTTPS|://Other.Example'],
    ['<https://other.example/?d=1>', '<|https|://other.example/?d=1>'],
    ['ftp://other.example', 'ftp|://other.example'],
    ['www.other.example/?d=1', 'www|.other.example/?d=1'],
    ['_www.other.example_ *https://other.example*', '_www|.other.example_ *https|://other.example*'],
    [
      'https://github.com/login/oauth/authorize?client_id=1',
      'https|://github.com/login/oauth/authorize?client_id=1',
    ],
    ['https://github.com', 'https|://github.com'],
    ['https://github.com/o', 'https|://github.com/o'],
    ['https://github.com/o/r2/x', 'https|://github.com/o/r2/x'],
    ['https://github.com/o/r-2', 'https|://github.com/o/r-2'],
    ['https://github.com/o/r.git', 'https|://github.com/o/r.git'],
    ['https://github.com/x/https://github.com/o/r', 'https|://github.com/x/https://github.com/o/r'],
    ['[a](//github.com/login)', '[a]|(//github.com/login)'],
    ['[a]: //github.com/login', '[a]|: //github.com/login'],
    ['<a href=//github.com/login>', '<|a href=//github.com/login>'],
    ['https:github.com/login', 'https:github.com/login'],
    ['http://github.com/o/r', 'http|://github.com/o/r'],
    ['HTTPS://github.com/o/r', 'HTTPS|://github.com/o/r'],
    ['https://GitHub.com/o/r', 'https|://GitHub.com/o/r'],
    ['https://github.com:443/o/r', 'https|://github.com:443/o/r'],
    ['https://github.com./o/r', 'https|://github.com./o/r'],
    ['https://a@github.com/o/r', 'https|://a@github.com/o/r'],
    ['https://github.com@other.example/o/r', 'https|://github.com@other.example/o/r'],
    ['https://github.com/o/r@other.example', 'https|://github.com/o/r@other.example'],
    ['https\\://github.com/o/r', 'https|\\://github.com/o/r'],
    ['https://github.com/o/r/../../login', 'https|://github.com/o/r/../../login'],
    ['<https://github.com/o/r/..>', '<|https|://github.com/o/r/..>'],
    ['https://github.com/o/r/./x', 'https|://github.com/o/r/./x'],
    ['https://github.com/o/r/%2e%2E/login', 'https|://github.com/o/r/%2e%2E/login'],
    ['https://github.com/o/r/.%2e/login', 'https|://github.com/o/r/.%2e/login'],
    ['https://github.com/o/r/%252e%252e/login', 'https|://github.com/o/r/%252e%252e/login'],
    ['https://github.com/o/r/..\\login', 'https|://github.com/o/r/..\\login'],
    ['https://github.com/o/r/\\../login', 'https|://github.com/o/r/\\../login'],
    [`https://github.com/o/r/${'a'.repeat(2000)}/..`, `https|://github.com/o/r/${'a'.repeat(2000)}/..`],
    ['https://github.com/o/r&period;x', 'https|://github.com/o/r&|period;x'],
    ['https://github.com/o\u200b/../r', 'https|://github.com/o/../r'],
    ['https://github.com/o/\u0433', 'https|://github.com/o/\u0433'],
    ['https://github.com/o/r(www.other.example', 'https|://github.com/o/r(www|.other.example'],
    ['mailto:a@other.example?body=d', 'mailto|:a@other.example?body=d'],
    ['$\\href{https://other.example}{x}$', '$\\|href{https|://other.example}{x}$'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
  })

  test.each([
    '(https://github.com/o/r), **https://github.com/o/r.**',
    'https://github.com/o/r/blob/main/.github/a.md?plain=1#L2',
    '<https://github.com/o/r/tree/main>',
    'https://github.com/o/r/compare/main...b',
    'https://github.com/o/r?tab=readme',
    'https://github.com/o/r#readme',
    `https://github.com/o/r/${'a'.repeat(1900)}`,
  ])('%j is below it', (text) => {
    expect(neutralize(text, REPOSITORY)).toBe(text)
  })
})

describe('no issue of another tracker is closed or linked', () => {
  test.each([
    ['Fixes ENG-123', 'Fixes ENG|-123'],
    ['fixes eng-123, closing: **A-1**', 'fixes eng|-123, closing: **A|-1**'],
    ['fixes eng-1, eng-2 and des-3. x-4', 'fixes eng|-1, eng|-2 and des|-3. x-4'],
    ['ENG\\-123, fixes eng\\-1', 'ENG|\\-123, fixes eng|\\-1'],
    ['Part of [eng-1], related to eng-2', 'Part of [eng|-1], related to eng|-2'],
    ['PROJ-1 #close', 'PROJ|-1 #close'],
    ['PROJ_2-1 #time 2h #comment done', 'PROJ_2|-1 #time 2h #comment done'],
    ['#PROJ-1 Fixed', '#PROJ|-1 Fixed'],
    ['(AB-12)[CD-34] /EF-56', '(AB|-12)[CD|-34] /EF|-56'],
    ['AB#123', 'AB#|123'],
    ['CU-86abcd and sc-123', 'CU|-86abcd and sc|-123'],
    ['UTF-8, SHA-256, RFC-2119, CVE-2026-1', 'UTF-8, SHA-256, RFC-2119, CVE-2026-1'],
    ['node-20 xENG-12 ENG-x', 'node-20 xENG-12 ENG-x'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
  })
})

describe('no workflow is skipped, nobody is spoken for, no bot is told', () => {
  test.each([
    ['[skip ci] [CI SKIP] [no ci]', '[|skip ci] [|CI SKIP] [|no ci]'],
    ['[skip actions] [actions skip] [ci-skip]', '[|skip actions] [|actions skip] [|ci-skip]'],
    ['***NO_CI***', '***NO|_CI***'],
    ['BEGIN_COMMIT_OVERRIDE\nBEGIN_NESTED_COMMIT', 'BEGIN_|COMMIT_OVERRIDE\nBEGIN_|NESTED_COMMIT'],
    ['Text\n\nCo-authored-by: A <a@example.com>', 'Text\n\nCo-authored-by|: A <|a@example.com>'],
    ['  SIGNED-OFF-BY : A\nskip-checks: true', '  SIGNED-OFF-BY| : A\nskip-checks|: true'],
    ['request-checks: true\nOn-behalf-of: A', 'request-checks|: true\nOn-behalf-of|: A'],
    ['/merge\n  /close\na /b', '/|merge\n  /|close\na /b'],
    ['/lgtm\n/approve\n/label ~bug', '/|lgtm\n/|approve\n/|label ~bug'],
    ['bors r+\n Bors: try\nneighbors r', 'b|ors r+\n B|ors: try\nneighbors r'],
    ['@dependabot merge, @Mergifyio queue', '@|dependabot merge, @|Mergifyio queue'],
    ['ok to test\nretest this please\ntest it', 'ok| to test\nretest| this please\ntest it'],
    ['r? octocat\nOr? no', 'r|? octocat\nOr? no'],
    ['Change-Id: I1\ndepends-on : x', 'Change-Id|: I1\ndepends-on| : x'],
    ['Closes-Bug: x\nRelease-As: 9.0.0', 'Closes-Bug|: x\nRelease-As|: 9.0.0'],
    ['+semver: major #minor #patching', '+semver|: major #|minor #patching'],
    ['[skip-cd] [skip netlify] [CF-Pages-Skip]', '[|skip-cd] [|skip netlify] [|CF-Pages-Skip]'],
  ])('%j', (text, inert) => {
    expect(neutralize(text, REPOSITORY)).toBe(broken(inert))
  })
})

/** Of what the rules act on, to be put together in any order. */
const PIECES = [
  ...['@', 'a', '#', '1', '!', '[', ']', '(', ':', '<', '&', 'amp;', '`', '\n', '\\', '-', '/', ' '],
  ...[
    'https',
    '://',
    'www',
    '.b',
    '\u200b',
    '\u200d',
    'github.com/o/r',
    '..',
    'ENG',
    'fixes',
    'bors',
    'skip ci',
  ],
  ...['Change-Id', 'r?', '+semver', '\u202e', '\r', '\u0007'],
]

test('a neutral text stays the same when it is neutralized again, and no text loses a visible character', () => {
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }), (pieces) => {
      const text = pieces.join('')
      const once = neutralize(text, REPOSITORY)
      expect(neutralize(once, REPOSITORY)).toBe(once)
      expect(withoutHiddenCharacters(once)).toBe(withoutHiddenCharacters(text))
    }),
  )
})

test('no combination makes a link that leaves the repository', () => {
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), (pieces) => {
      const shown = neutralize(`https://github.com/o/r${pieces.join('')}`, REPOSITORY)
      for (const [address] of shown.matchAll(/https?:\/\/[^\s<>]*/gi)) {
        const { origin, pathname } = new URL(address)
        expect(`${origin}${pathname}/`).toMatch(/^https:\/\/github\.com\/o\/r[^\w-]/)
      }
    }),
  )
})

test.each([
  'mail a@example.com',
  'see https://github.com/o/r/a?b=1&c=2 and <https://github.com/o/r/a>',
  'a < b, a <= b, 1<2, a && b; R&D, #heading',
  '- [x] done\n- [ ] open',
  '```ts\nconst list: string[] = items[0]\n```',
  '`a | b` **bold** _it_ !important ![ ',
])('%j stays as it is', (text) => {
  expect(neutralize(text, REPOSITORY)).toBe(text.replace('![', '!\u200b['))
})

// Work that grew with the square of the length would take minutes.
test('a very long hostile text is neutralized', () => {
  const text =
    'https://'.repeat(200_000) +
    '<'.repeat(400_000) +
    '```'.repeat(200_000) +
    ' '.repeat(400_000) +
    'A'.repeat(400_000) +
    `${REPOSITORY}/`.repeat(20_000) +
    'fixes '.repeat(100_000)
  neutralize(text, REPOSITORY)
})
