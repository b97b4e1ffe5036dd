import { describe, expect, it } from 'vitest'
import { plainText } from '../../../../src/action/text/encoding/decode-text.ts'
import { openGitHistory } from '../../../../src/action/workspace/browse/git-history.ts'
import { showLines } from '../../../../src/action/workspace/browse/show-lines.ts'
import { matchGlobs, toGlobs } from '../../../../src/action/workspace/browse/to-pathspecs.ts'
import { openTree } from '../../../support/action/open-tree.ts'

describe('a glob', () => {
  it.each([
    [64, 64],
    [65, 1],
  ])('of %s choices stands for %s globs', (choices, globs) => {
    const glob = `{${Array.from({ length: choices }, (_, at) => `a${at}`).join(',')}}`
    expect(toGlobs({ path: '', glob })).toHaveLength(globs)
  })

  it('has at most four stars without git', () => {
    expect(matchGlobs(['*a*b*c*d'])?.('abcd')).toBe(true)
    expect(matchGlobs(['*a*b*c*d*'])).toBeNull()
  })
})

describe('read', () => {
  const show = (text: string) => showLines('a', plainText(text), {}, { maxLength: 100_000 }).text

  it('shows 2,000 lines', () => {
    expect(show('x\n'.repeat(2000))).not.toContain('[Lines')
    expect(show('x\n'.repeat(2001))).toContain('[Lines 1 to 2000 of 2001. Read on with from: 2001.]')
  })

  it('shows 2,000 characters of a line', () => {
    expect(show(`${'x'.repeat(2000)}\n`)).not.toContain('more characters')
    expect(show(`${'x'.repeat(2001)}\n`)).toContain('[… 1 more characters: read from: 1, column: 2001]')
  })
})

it.each([
  [200, '-n200'],
  [201, '-n200'],
  [undefined, '-n20'],
])('git_log of %s commits', async (count, most) => {
  const asked: (readonly string[])[] = []
  const history = openGitHistory({
    readBlob: async () => null,
    findCharset: async () => null,
    async git(args) {
      asked.push(args)
      return { code: 0, stdout: '', stderr: '', cut: false }
    },
    start: 'HEAD',
    writeTree: async () => '',
    deepen: async () => true,
  })
  await history.log(count === undefined ? {} : { count })
  expect(asked.at(-1)).toContain(most)
})

it('search shows 200 matches', async () => {
  await using tree = await openTree({ 'a.txt': 'needle\n'.repeat(200), 'b.txt': 'needle\n'.repeat(201) })
  const search = async (path: string) => (await tree.workspace.search({ pattern: 'needle', path })).text
  expect(await search('a.txt')).not.toContain('left out')
  expect(await search('b.txt')).toContain('[1 more matches were left out. Narrow the search.]')
})
