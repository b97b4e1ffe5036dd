import ignore from 'ignore'
import { expect, test } from 'vitest'
import { matchPaths } from '../../src/settings/match-paths.ts'
import { testRandom } from '../support/random.ts'

/** The answer, and the steps of each part of the comparison. */
function compare(globs: readonly string[], path: string): { isMatch: boolean; steps: number[] } {
  const comparison = matchPaths(globs)(path)
  const steps: number[] = []
  for (;;) {
    const { done, value } = comparison.next()
    if (done === true) return { isMatch: value, steps }
    steps.push(value)
  }
}

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
])('whether %j match %s: %s', (globs, path, matches) => {
  expect(compare(globs, path).isMatch).toBe(matches)
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
    expect([glob, path, compare([glob], path).isMatch]).toEqual([glob, path, expected])
  }
})

test('no part of a comparison takes many steps, whatever the globs and the path are', () => {
  const globs = [
    `${Array(75).fill('**/*a').join('/')}b`,
    `${'**/a/'.repeat(99)}b`,
    `${'*a'.repeat(249)}b`,
    `*${'a'.repeat(300)}b`,
  ]
  const paths = [`${'ab/'.repeat(365)}${'a'.repeat(3000)}`, 'a/'.repeat(2048), 'a'.repeat(4096)]
  const parts = paths.flatMap((path) => compare(globs, path).steps)
  expect(parts.length).toBeGreaterThanOrEqual(globs.length * paths.length)
  expect(Math.max(...parts)).toBeLessThan(3_000_000)
  expect(compare(globs, 'a'.repeat(10_000_000))).toEqual({ isMatch: false, steps: [] })
})

test('many `**` in a row take no more steps than one', () => {
  const stepsOf = (glob: string) => compare([glob], 'src/lib/deep/file.ts').steps
  expect(stepsOf(`${'**/'.repeat(100)}x.ts`)).toEqual(stepsOf('**/x.ts'))
})
