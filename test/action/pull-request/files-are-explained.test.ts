import { expect, test } from 'vitest'
import { filesSection } from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'

const VIEW = {
  paths: ['a.md', 'src/b.ts'],
  notes: [{ path: 'a.md', why: 'Names the moon' }],
  body: null,
  secrets: indexSecrets(['a-secret-of-this-run']),
  repositoryUrl: 'https://github.com/o/r',
}

const linesOf = (view: Partial<Parameters<typeof filesSection>[0]> = {}): string[] =>
  (filesSection({ ...VIEW, ...view }) ?? '').split('\n').filter((line) => line.startsWith('- '))

test('each file that the agent explains has a line, in the order of the change', () => {
  const notes = [{ path: 'src/b.ts', why: 'Calls it' }, ...VIEW.notes]
  expect(linesOf({ notes })).toEqual(['- `a.md`: Names the moon', '- `src/b.ts`: Calls it'])
  expect(linesOf()).toEqual(['- `a.md`: Names the moon', '- and 1 more file'])
})

test('without an explanation there is no section, nor for a file that did not change', () => {
  expect(filesSection({ ...VIEW, notes: [] })).toBeNull()
  expect(filesSection({ ...VIEW, notes: [{ path: 'other.md', why: 'x' }] })).toBeNull()
})

test('a follow-up keeps the lines of earlier runs, and renews those of the files that it changed', () => {
  const first = filesSection({
    ...VIEW,
    notes: [...VIEW.notes, { path: 'src/b.ts', why: 'Calls it' }, { path: 'gone.md', why: 'x' }],
  })
  const body = `Text\n\n${first}\n\n---\nfooter`
  const notes = [{ path: 'src/b.ts', why: 'Calls it twice' }]
  expect(linesOf({ body, notes })).toEqual(['- `a.md`: Names the moon', '- `src/b.ts`: Calls it twice'])
  expect(linesOf({ body, notes: [] })).toEqual(['- `a.md`: Names the moon', '- `src/b.ts`: Calls it'])
})

test('neither a path nor a reason can act on GitHub, or begin another line', () => {
  const path = 'x`@boss`.md'
  const why = 'Fixes #7 for @boss\n- `b`: a-secret-of-this-run <!-- /prentice:files -->'
  const [line, ...others] = linesOf({ paths: [path], notes: [{ path, why }] })
  expect(others).toEqual([])
  expect(line).not.toMatch(/@boss|#7|a-secret|<!--/)
})

test('paths of unusual characters are listed as they are, each on one line', () => {
  const paths = ['dir\\a.md', 'line\nbreak.md', 'a "quote".md', 'ünïcode 日本.md']
  const body = filesSection({ ...VIEW, paths, notes: paths.map((path) => ({ path, why: 'Says it' })) })
  const lines = [
    ...['- `dir\\a.md`: Says it', '- `line break.md`: Says it'],
    ...['- `a "quote".md`: Says it', '- `ünïcode 日本.md`: Says it'],
  ]
  expect(body?.split('\n').filter((line) => line.startsWith('- '))).toEqual(lines)
  expect(linesOf({ paths, notes: [], body })).toEqual(lines)
})

test('at most forty files are listed', () => {
  const paths = Array.from({ length: 50 }, (_, i) => `f${i}`)
  const lines = linesOf({ paths, notes: paths.map((path) => ({ path, why: 'x' })) })
  expect([lines.length, lines.at(-1)]).toEqual([41, '- and 10 more files'])
})
