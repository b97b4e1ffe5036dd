import { expect, test } from 'vitest'
import { givenRepository } from './asked-on-issue.ts'

const WRONG = { 'max-steps': 'many' }

const LINE =
  /^❌ No pull request: An input of the action is invalid: input `max-steps` must be a whole number above 0\. · \[log\]\(.+\/actions\/runs\/\d+\)$/
const NEXT = 'Fix it in the workflow file, then comment `/prentice` with what to do.'

/** The answer to a comment of this person, or to a label that they add. */
async function answerTo(
  login: 'ana' | 'rob',
  {
    settings,
    input = WRONG,
    byLabel = false,
  }: { settings?: string; input?: Record<string, string>; byLabel?: boolean } = {},
) {
  const { people, issueBy, commented, labelled, run, comments, provider } = await givenRepository({
    ...(settings !== undefined && { settings }),
  })
  const issue = issueBy(people.ana)
  const ended = byLabel
    ? await run('issues', labelled(issue, 'prentice', people[login]), input)
    : await run('issue_comment', commented(issue, '/prentice Mark it', people[login]), input)
  expect(provider.requests).toEqual([])
  return { ended, answers: comments().filter(({ body }) => body !== '/prentice Mark it') }
}

test.each([false, true])(
  'a person who may ask is told of a wrong input where they asked; by a label: %s',
  async (byLabel) => {
    const { ended, answers } = await answerTo('ana', { byLabel })
    expect([ended.code, ended.outputs.reason]).toEqual([1, 'input-invalid'])
    expect(ended.log).toContain('::error::An input of the action is invalid: input `max-steps` must be')
    expect(ended.summary).toContain('An input of the action is invalid')
    expect(answers).toHaveLength(1)
    const [line, , next, , mark] = answers[0]?.body.split('\n') ?? []
    expect([line, next, mark]).toEqual([expect.stringMatching(LINE), NEXT, '<!-- prentice:answer -->'])
  },
)

test.each<[env: Record<string, string>, words: string, answers: number]>([
  [{ RUNNER_OS: 'Windows' }, 'names a runner with Windows', 1],
  // Where the answer would be written is known from the runner of GitHub only.
  [{ GITHUB_WORKFLOW_REF: '' }, 'needs the runner of GitHub Actions, which sets GITHUB_WORKFLOW_REF', 0],
])('whatever else fails before the work begins is named: %j', async (env, words, answers) => {
  const { people, issueBy, commented, run, comments } = await givenRepository()
  const payload = commented(issueBy(people.ana), '/prentice Mark it', people.ana)
  const ended = await run('issue_comment', payload, env)
  expect([ended.code, ended.outputs.reason]).toEqual([1, 'input-invalid'])
  expect(ended.log).toContain(words)
  expect(comments().filter(({ body }) => body.includes(words))).toHaveLength(answers)
})

test('a missing model is answered in the same way', async () => {
  const { answers } = await answerTo('ana', { input: { model: '' } })
  expect(answers[0]?.body).toContain('`model` is empty: without `app-url`, name it as `provider/model`')
})

test.each([
  ['a stranger asks', 'rob', {}],
  ['a server answers', 'ana', { input: { ...WRONG, 'app-url': 'https://prentice.example.com' } }],
  ['the settings switch comments off', 'ana', { settings: 'triggers: { comments: false }' }],
  ['there is no token', 'ana', { input: { ...WRONG, 'github-token': '' } }],
] as const)('there is no answer if %s', async (_, login, options) => {
  const { ended, answers } = await answerTo(login, options)
  expect([ended.outputs.reason, answers]).toEqual(['input-invalid', []])
  expect(ended.log).not.toContain('::warning::')
})

test('an answer that cannot be written is a warning', async () => {
  const { ended, answers } = await answerTo('ana', {
    input: { ...WRONG, GITHUB_WORKFLOW_REF: 'x@refs/heads/other' },
  })
  expect([ended.outputs.reason, answers]).toEqual(['input-invalid', []])
  expect(ended.log).toMatch(
    /::warning::No comment says why the run could not begin: .*must run from the default branch/,
  )
})
