import ignore from 'ignore'
import { expect, test } from 'vitest'
import { matchPaths } from '../../src/settings/match-paths.ts'
import { testRandom } from '../support/random.ts'

test.each<[string[], string, boolean]>([
  [['docs/**'], 'docs/a/b.md', true],
  [['docs/**'], 'docs', false],
  [['docs'], 'docs/a.md', true],
  [['docs'], 'src/docs/a.md', true],
  [['/docs'], 'src/docs/a.md', false],
  [['docs/'], 'docs/a.md', true],
  [['*.md'], 'a/b/c.md', true],
  [['a/*.md'], 'a/b/c.md', false],
  [['a/**/c.md'], 'a/c.md', true],
  [['**/c.md'], 'c.md', true],
  [['src/?.ts'], 'src/a.ts', true],
  [['src/**', '!src/test/**'], 'src/test/a.ts', false],
  [['!src/**', 'src/a.ts'], 'src/a.ts', true],
  [['SRC/**'], 'src/a.ts', false],
  [[], 'a', false],
])('%j and %s: %s', (globs, path, matches) => {
  expect(matchPaths(globs)(path)).toBe(matches)
})

test('one glob agrees with git on any path', () => {
  const { integer } = testRandom()
  const pick = <T>(items: readonly T[]): T => items[integer(items.length)] as T
  const some = (from: readonly string[]) => Array.from({ length: 1 + integer(4) }, () => pick(from)).join('/')
  for (let i = 0; i < 5_000; i++) {
    const glob = pick(['', '/']) + some(['a', 'b', '*', '**', 'a*', '?b']) + pick(['', '/'])
    const path = some(['a', 'b', 'ab', 'c'])
    // Nobody means only the folders in a folder.
    if (glob.endsWith('**/')) continue
    const expected = ignore({ ignoreCase: false }).add([glob]).ignores(path)
    expect([glob, path, matchPaths([glob])(path)]).toEqual([glob, path, expected])
  }
})

test('a hostile glob takes no longer than its length', () => {
  const glob = Array(75).fill('**/*a').join('/')
  expect(matchPaths([glob, '*a'.repeat(100)])(`${'ab/'.repeat(100)}${'a'.repeat(3000)}b`)).toBe(false)
})

test('many `**` in a row take no more steps than one', () => {
  const stepsOf = (glob: string): number => {
    let steps = 0
    const count = (more: number) => {
      steps += more
    }
    expect(matchPaths([glob], count)('src/lib/deep/file.ts')).toBe(false)
    return steps
  }
  expect(stepsOf(`${'**/'.repeat(100)}x.ts`)).toBe(stepsOf('**/x.ts'))
})
