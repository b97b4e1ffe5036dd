import { expect, test } from 'vitest'
import { pullRequestText } from '../../../src/action/pull-request/pull-request-text.ts'
import { leftSection } from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'

const cleaning = { secrets: indexSecrets(['a-secret-of-this-run']), repositoryUrl: 'https://github.com/o/r' }
const NONE = { checks: null, files: null, references: null, sources: null, usage: null }

const titleFor = (onlyFiles: readonly string[] | undefined, title = 'Fix the links'): string =>
  pullRequestText({
    ...{ ...cleaning, ...NONE, title, body: '', job: 'job_01', prompts: ['P'], showPrompt: true },
    ...{ closes: null, commentCommand: null, onlyFiles },
  }).title

test.each([
  [undefined, 'Fix the links'],
  [['docs/a.md'], 'Fix the links (docs/a.md)'],
  [['docs/guides/a.md', 'docs/guides/deep/b.md'], 'Fix the links (docs/guides, 2 files)'],
  [['docs/a.md', 'src/b.md', 'c.md'], 'Fix the links (a.md and 2 more)'],
  [['docs-old/a.md', 'docs/b.md'], 'Fix the links (a.md and 1 more)'],
])('a pull request for %j is called %s', (files, title) => {
  expect(titleFor(files)).toBe(title)
})

test('a title has at most 120 characters with its part, and neither can act on GitHub', () => {
  const long = titleFor([`${'d'.repeat(300)}/a.md`], 'x'.repeat(300))
  expect(long).toHaveLength(120)
  expect(long).toMatch(/^x+… \(…d+\/a\.md\)$/)
  const odd = titleFor(['@boss/a-secret-of-this-run.md'])
  expect(odd).not.toContain('@boss')
  expect(odd).not.toContain('a-secret-of-this-run')
})

test('the files of the job that the pull request does not change are listed', () => {
  const files = ['a.md', 'b.md', 'c.md']
  expect(leftSection({ files, paths: ['b.md', 'other.md'] }, cleaning)).toContain(
    '**Not changed:** 2 of the 3 files of this job\n\n- `a.md`\n- `c.md`',
  )
  expect(leftSection({ files, paths: files }, cleaning)).toBeNull()
  expect(leftSection({ files: undefined, paths: [] }, cleaning)).toBeNull()
  const many = Array.from({ length: 30 }, (_, n) => `${n}.md`)
  expect(leftSection({ files: many, paths: [] }, cleaning)).toContain('- and 10 more')
})
