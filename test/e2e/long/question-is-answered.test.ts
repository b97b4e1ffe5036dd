import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentsOn, openIssue, writeComment } from '../../support/world/feedback.ts'
import { createJob, lastRunOf, pollUntilFinal, sendMessage, until } from '../../support/world/jobs.ts'
import { cloneOf, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const untilSaid = (issue: number, words: RegExp): Promise<string> =>
  until(`a comment on #${issue} to say ${words}`, async () => {
    const bots = (await commentsOn(world, issue)).filter(({ user }) => user.type === 'Bot')
    return bots.find(({ body }) => words.test(body))?.body ?? null
  })

test('on GitHub, a question is a comment, and the number of a choice answers it', async () => {
  const issue = await openIssue(world, 'ana')
  const prompt = '/prentice Append "one" to README.md\nCreate colour.txt with either "red" or "blue"'
  await writeComment(world, 'ana', issue, prompt)
  const asked = await untilSaid(issue, /^❓ Prentice has a question[\s\S]*<!-- prentice:answer /)
  expect(asked).toContain('Which text is colour.txt to have?\n\n1. red\n2. blue\n\nAnswer it: `/prentice`')
  expect(await rest(world, '/pulls')).toEqual([])

  await writeComment(world, 'ana', issue, '/prentice 3')
  expect(await untilSaid(issue, /^The question has the choices 1 to 2/)).toContain('2. blue')
  await writeComment(world, 'ana', issue, '/prentice 2')
  await untilSaid(issue, /^✅ #\d+ ready/)
  const [pull] = await rest<{ head: { ref: string } }[]>(world, '/pulls')
  const { git } = await cloneOf(world, pull?.head.ref ?? '')
  expect(await git('show', 'HEAD:colour.txt')).toBe('blue')
  expect(await git('show', 'HEAD:README.md')).toContain('one')
})

test('over HTTP, a run asks only if create says so, and words answer it', async () => {
  const prompt = 'Create shape.txt with either "round" or "flat"'
  const plain = await pollUntilFinal(world, (await createJob(world, prompt)).id)
  expect([plain.job.status, plain.reason, plain.job.prLink]).toEqual(['completed', null, expect.any(String)])

  const { id } = await createJob(world, prompt, { questions: true })
  const asked = await pollUntilFinal(world, id)
  expect([asked.job.status, asked.reason, asked.job.prLink]).toEqual(['completed', 'input-required', null])
  expect((await lastRunOf(world, id)).question?.choices).toEqual(['round', 'flat'])
  await sendMessage(world, id, 'square')
  const { job } = await pollUntilFinal(world, id)
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:shape.txt')).toBe('square')
})
