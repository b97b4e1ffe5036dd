import { expect, test } from 'vitest'
import { checksSection } from '../../../src/action/pull-request/checks-section.ts'
import { pullRequestText } from '../../../src/action/pull-request/pull-request-text.ts'
import {
  filesSection,
  outsideSection,
  referencesSection,
  sourcesSection,
} from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'

/** GitHub refuses a longer one, and the run would have no pull request. */
const GITHUB_LIMIT = 65_536

const cleaning = { secrets: indexSecrets(), repositoryUrl: 'https://github.com/o/r' }
const words = (length: number) => 'x'.repeat(length)
const many = <T>(count: number, one: (at: number) => T) => Array.from({ length: count }, (_, at) => one(at))

const paths = many(50, (at) => `${at}/${words(300)}`)
const failures = many(5, (at) => ({
  ...{ name: `Tests ${at}`, passed: false, detail: 'exit code 1', seconds: 1, output: words(5000) },
}))

const longest = {
  ...cleaning,
  title: words(500),
  body: words(100_000),
  job: 'job_01',
  prompts: ['a\n'.repeat(20_000)],
  showPrompt: true,
  closes: 1,
  commentCommand: '/prentice',
  files: filesSection({
    ...cleaning,
    paths,
    notes: paths.map((path) => ({ path, why: words(500) })),
    body: null,
  }),
  checks: checksSection({
    ...cleaning,
    report: { kind: 'ran', results: failures },
    sha: 'a'.repeat(40),
    isAsChecked: true,
  }),
  references: referencesSection({
    ...cleaning,
    references: many(30, (at) => ({
      ...{ kind: 'link' as const, host: `h${at}.${words(200)}`, path: words(300), line: 1 },
    })),
    named: new Set(),
  }),
  outside: outsideSection({ read: many(20, () => words(300)), holdCi: true }, cleaning),
  sources: sourcesSection(
    many(50, (at) => ({ repository: `${words(39)}/${words(100)}`, number: at + 1 })),
    'https://github.com',
  ),
  usage: null,
}

test('GitHub accepts the longest body', () => {
  const { body } = pullRequestText(longest)
  expect(body.length).toBeLessThan(GITHUB_LIMIT)
})

test('the longest body ends as every body', () => {
  const { body } = pullRequestText(longest)
  expect(body).toContain('**Checks** at aaaaaaaaaaaa')
  expect(body).toContain('\n> a\n')
  expect(body).toMatch(/begin a comment with `\/prentice` and say what to change\.$/)
})

test('a body without room for the words of the model is the ending alone', () => {
  const { body } = pullRequestText({ ...longest, files: words(59_000) })
  expect(body).toMatch(/^x{59000}\n\nCloses #1\n/)
})
