import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchGlobs, toGlobs, toPathspecs } from '../../../../src/action/workspace/browse/to-pathspecs.ts'
import { makeWorkTree } from '../../../support/action/work-tree.ts'
import { assertAsyncProperty } from '../../../support/random.ts'

const PATHS = [
  ...['a', 'b.ts', '.ts', 'ab.ts', 'a.b.ts', 'a+b.ts', 'bts', '{a,b}.ts', '*.ts', 'é.ts', 'line\nend.ts'],
  ...['(a)', '+(a)', '!a', '@', 'a|b', '~a', '.x/.y/a', 'x/(a)/b.ts'],
  ...['x/a.ts', 'x/y/a.ts', 'x/y/z/b.ts', 'x/.y/.ts', 'x/*/a', 'y/x/a', 'y/a.ts/b', 'x.y/(a)$^|.ts', 'ts/a'],
]
const part = fc.constantFrom(
  ...['a', 'b', '*', '**', '.ts', 'ts', 'x', 'y', '/', '/', '.', 'é', '{a,x}', '?', '[ab]', '\\', '$', '+'],
  ...['(a)', '+(a)', '!', '@', '|', '~', '-', ' '],
)
const glob = fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''))

it('match as in git for every glob that is answered without it', async () => {
  await using tree = await makeWorkTree(Object.fromEntries(PATHS.map((path) => [path, ''])))
  let answered = 0
  const check = fc.asyncProperty(glob, fc.constantFrom('', 'x', 'x/y'), async (one, path) => {
    const where = { path, glob: one }
    const isMeant = matchGlobs(toGlobs(where) ?? [])
    if (isMeant === null) return
    answered += 1
    const { stdout } = await tree.git(['ls-files', '-z', '--', ...toPathspecs(where)])
    const meant = stdout.split('\0').filter((name) => name !== '')
    expect(PATHS.filter(isMeant).toSorted()).toEqual(meant.toSorted())
  })
  const examples: [string, string][] = [
    '*.ts',
    '**/a',
    'x/**',
    'x/**/a.*',
    'x/*.ts',
    'x/*',
    '/x',
    '/x.y',
  ].map((one) => [one, ''])
  await assertAsyncProperty(check, { numRuns: 150, examples })
  expect(answered).toBeGreaterThan(20)
})

it('the usual globs are matched here, and unusual ones by git', () => {
  for (const one of ['*.test.ts', 'src/**/*.{ts,tsx}', '**/*.spec.*', 'docs/**', '.github/*']) {
    expect(matchGlobs(toGlobs({ path: '', glob: one }) ?? [])).not.toBeNull()
  }
  for (const one of ['[ab].ts', 'a?.ts', 'a**b', '../*.ts', 'a//*.ts', 'a\\*', '*a*a*a*a*']) {
    expect(matchGlobs(toGlobs({ path: '', glob: one }) ?? [])).toBeNull()
  }
})
