import { describe, expect, test } from 'vitest'
import type { Change } from '../../../src/action/git/diff/change.ts'
import { findNewLinks } from '../../../src/action/git/diff/new-links.ts'
import { referencesSection, replaceSection } from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'

function adding(path: string, ...lines: string[]): Change {
  const addedLines = lines.map((text, at) => ({ number: at + 1, text }))
  const none = { oldPath: null, oldMode: null, oldSize: 0, newSize: 1, additions: 1, deletions: 0 }
  return { path, kind: 'added', newMode: '100644', ...none, addedLines }
}

const found = (...lines: string[]) =>
  findNewLinks([adding('a.md', ...lines)]).map(({ kind, host }) => `${kind} ${host}`)

const write = (changes: readonly Change[], named: readonly string[] = []) =>
  referencesSection({
    references: findNewLinks(changes),
    named: new Set(named),
    secrets: indexSecrets(['a-secret-of-this-run']),
    repositoryUrl: 'https://github.com/o/r',
  })

describe('in what is added', () => {
  test.each([
    ['![a](https://x.example/p?d=1)', ['image x.example']],
    ['![a][b] [b]: https://x.example/p.png', ['image x.example']],
    ['<img alt=a src="//x.example/p">', ['image x.example']],
    ['background: url(https://x.example/p)', ['image x.example']],
    ['<script src="https://X.example:8443/a"></script>', ['script x.example:8443']],
    ["import a from 'https://x.example/a'", ['script x.example']],
    ["await import('https://x.example/a')", ['script x.example']],
    ['@import "https://x.example/a.css";', ['script x.example']],
    ['<iframe src=https://x.example>', ['script x.example']],
    ['  src="https://x.example/a.mjs?v=1"', ['script x.example']],
    [
      '[a](https://x.example) <https://y.example> www.z.example/a',
      ['link x.example', 'link y.example', 'link www.z.example'],
    ],
    ['{"url":"https:\\/\\/x.example\\/a"}', ['link x.example']],
    ['wss://user:pass@x.example/a https://x.example.', ['link x.example']],
    ['https://b\u00fccher.example/', ['link b\u00fccher.example']],
  ])('%j', (line, references) => {
    expect(found(line)).toEqual(references)
  })

  test.each([
    '// a comment, // and another',
    'http://localhost:3000 and https://127.0.0.1/',
    `\${scheme}://\${host}/a https://\${host}/a`,
    'a/b//c and www',
  ])('not in %j', (line) => {
    expect(found(line)).toEqual([])
  })
})

// Work that grew with the square of the length would take minutes.
test('a script far into a very long line is listed', () => {
  const line = `${'a '.repeat(500_000)}<script src="https://x.example/a"></script>${'https://'.repeat(100_000)}`
  expect(found(line)).toEqual(['script x.example', 'link https'])
})

test('a secret is taken out before a name is cut', () => {
  const path = `${'d/'.repeat(68)}a-secret-of-this-run.md`
  expect(write([adding(path, 'https://new.example')])).not.toContain('a-secret')
})

test('each host is listed once, scripts first, and nothing in the list is a link', () => {
  const changes = [
    adding('docs/`a`.md', '![a](https://img.example/a)', 'https://old.example', 'www.new.example'),
    adding(
      '@b\n.md',
      'https://img.example/b.png',
      '<script src="https://old.example/a.js">',
      'https://new.example',
    ),
  ]
  expect(write(changes, ['old.example'])).toBe(
    [
      '<!-- prentice:references -->',
      '**New external references**, which the base branch does not have',
      [
        '- script `old.example` in `@\u200bb .md:2`',
        "- image `img.example` in `docs/'a'.md:1` and 1 more",
        "- link `www\u200b.new.example` in `docs/'a'.md:3`",
        '- link `new.example` in `@\u200bb .md:3`',
      ].join('\n'),
      '<!-- /prentice:references -->',
    ].join('\n\n'),
  )
})

test('links to the host of the repository are listed only if they are scripts', () => {
  const script = '<script src="https://github.com/a.js">'
  expect(write([adding('a.md', 'https://github.com/o/r/issues/1', script)])).toContain(
    '\n\n- script `github.com` in `a.md:2`\n\n',
  )
  expect(write([adding('a.md', 'https://github.com/o/r/issues/1')])).toBeNull()
})

test('nothing is listed where nothing is new, and only a few lines where much is', () => {
  expect(write([adding('a.md', 'https://old.example')], ['old.example'])).toBeNull()
  const hosts = Array.from({ length: 500 }, (_, at) => `https://${'h'.repeat(100)}${at}.example`)
  const part = write([adding('p/'.repeat(2000), ...hosts)]) ?? ''
  expect(part).toContain('- and 480 more hosts')
  expect(part.length).toBeLessThan(8000)
})

test('a secret in a path or host does not show', () => {
  const part = write([adding('a-secret-of-this-run.md', 'https://a-secret-of-this-run.example')]) ?? ''
  expect(part).toContain('- link `***.example` in `***.md:1`')
})

test('a later turn renews or removes the section', () => {
  const first = write([adding('a.md', 'https://x.example')])
  const second = write([adding('a.md', 'https://y.example')])
  const body = replaceSection('Words.', 'references', first)
  expect(replaceSection(body, 'references', second)).toBe(replaceSection('Words.', 'references', second))
  expect(replaceSection(`${body}\nend`, 'references', null)).toBe('Words.\n\nend')
  expect(replaceSection('Words.', 'references', null)).toBe('Words.')
})
