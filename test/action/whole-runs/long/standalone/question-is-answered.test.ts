import { expect, test } from 'vitest'
import { call, read } from '../../../../support/whole-run/wire-world.ts'
import { givenRepository } from './asked-on-issue.ts'

const ANSWER = [call(read()), call({ name: 'finish', input: { summary: 'It greets **the world**, @rob.' } })]

const toolsIn = (body = '{}'): string[] =>
  (JSON.parse(body).tools ?? []).map(({ name }: { name: string }) => name)

async function asked(script: typeof ANSWER | [], ...texts: string[]) {
  const given = await givenRepository({ script })
  const { ana } = given.people
  const issue = given.issueBy(ana)
  for (const text of texts) await given.run('issue_comment', given.commented(issue, text, ana))
  return { ...given, said: given.comments().map(({ body }) => body) }
}

test('a question in a comment is answered in one, and nothing is pushed', async () => {
  const { said, github, provider } = await asked(ANSWER, '/prentice ask Whom does it greet?')
  expect(said.at(-1)).toMatch(
    /^✅ Answered · \S.*\n\nIt greets \*\*the world\*\*, @\u200brob\.\n\nNothing was changed\. To have something changed/,
  )
  expect(toolsIn(provider.requests[0]?.body)).toEqual([
    'list',
    'search',
    'read',
    'git_log',
    'git_show',
    'finish',
  ])
  expect(github.pullRequests).toEqual([])
  expect(github.git('branch', '--format=%(refname:short)')).toBe('main')
})

test('a question that failed is repeated as a question', async () => {
  const { provider } = await asked([], '/prentice ask Whom does it greet?', '/prentice retry')
  expect(provider.requests.length).toBeGreaterThan(1)
  for (const { body } of provider.requests) expect(toolsIn(body)).not.toContain('edit')
})

test.each([
  ['/prentice plan the greeting', /only with a server/],
  ['/prentice approve', /only with a server/],
  ['/prentice review', /^Prentice can review a pull request only with a server/],
  ['/prentice ask', /^The comment asks no question/],
])('%s starts nothing and says why', async (text, why) => {
  const { said, provider } = await asked([], text)
  expect(said.at(-1)).toMatch(why)
  expect(provider.requests).toEqual([])
})
