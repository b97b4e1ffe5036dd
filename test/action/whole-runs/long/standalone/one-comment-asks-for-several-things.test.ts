import { expect, test } from 'vitest'
import { givenRepository, recordRun } from './asked-on-issue.ts'

async function asked(text: string) {
  const given = await givenRepository()
  const { run, issueBy, commented, people, provider } = given
  const issue = issueBy(people.ana)
  const own = await recordRun(given, {
    ...{ actor: people.ana, triggeringActor: people.ana },
    displayTitle: `Prentice #${issue.number}`,
  })
  await run('issue_comment', commented(issue, text, people.ana))
  return {
    answers: given
      .comments()
      .slice(1)
      .map(({ body }) => body ?? ''),
    isStopped: given.github.requests.some((request) => request.endsWith(`/runs/${own.id}/cancel`)),
    prompt: String(provider.requests[0]?.body ?? ''),
  }
}

test('a command and the text below it are carried out in their order', async () => {
  const { answers, isStopped, prompt } = await asked('/prentice stop\nThe plan is wrong: use tabs.')
  expect([answers.length, answers[0]]).toEqual([2, expect.stringContaining('Stopped the run.')])
  expect(isStopped).toBe(true)
  expect(prompt).toContain('The plan is wrong: use tabs.')
})

test('the prompts of a comment are those of one run, and its answers one comment', async () => {
  const { answers, prompt } = await asked(
    '/prentice\n/prentice update\nUse tabs.\n/prentice help\nAnd a final newline.',
  )
  expect([answers.length, answers[0]]).toEqual([2, expect.stringContaining('Select *Update branch*')])
  expect(answers[0]).toContain('Begin a line with')
  expect(prompt).toContain('Resolve issue #7.\\n\\nUse tabs.\\n\\nAnd a final newline.')
})

test('a prompt before `stop` starts nothing', async () => {
  const { answers, prompt } = await asked('/prentice use tabs\n/prentice stop')
  expect([answers, prompt]).toEqual([[expect.stringContaining('Stopped the run.')], ''])
})

test('another mode in the same comment is answered', async () => {
  const { answers, prompt } = await asked('/prentice use tabs\n/prentice help\n/prentice ask why?')
  expect(answers[0]).toContain('A comment starts one run')
  expect(prompt).not.toContain('why?')
})

test('five requests of a comment are carried out, and the answer says that there are more', async () => {
  const { answers } = await asked('/prentice help\n'.repeat(6))
  expect(answers).toEqual([expect.stringContaining('Only the first 5 requests of a comment')])
})
