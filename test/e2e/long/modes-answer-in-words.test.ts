import { afterAll, beforeAll, expect, test } from 'vitest'
import { commentsOn, openIssue, untilQuiet, writeComment } from '../../support/world/feedback.ts'
import { until } from '../../support/world/jobs.ts'
import { cloneOf, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const pulls = () => rest<{ body: string; head: { ref: string } }[]>(world, '/pulls')
const branches = async () => (await rest<{ name: string }[]>(world, '/branches')).map(({ name }) => name)

/** A comment of the bot that says this. */
const untilSaid = (issue: number, words: RegExp): Promise<string> =>
  until(`a comment on #${issue} to say ${words}`, async () => {
    const bots = (await commentsOn(world, issue)).filter(({ user }) => user.type === 'Bot')
    return bots.find(({ body }) => words.test(body))?.body ?? null
  })

test('a question in a comment is answered there, without a branch or a pull request', async () => {
  const issue = await openIssue(world, 'ana')
  await writeComment(world, 'ana', issue, '/prentice ask Show README.md')
  const text = await untilSaid(issue, /^✅/)
  await untilQuiet(world)
  expect(text).toMatch(/^✅ Answered · /)
  expect(text).toContain('README.md begins:\n\n# ')
  expect(text).not.toContain('<details><summary>Summary of the agent')
  expect(text).toContain('Nothing was changed.')
  expect((await commentsOn(world, issue)).filter(({ user }) => user.type === 'Bot')).toHaveLength(1)
  expect(await branches()).toEqual(['main'])
  expect(await pulls()).toEqual([])
})

test('a plan is revised by an answer, and its approval carries it out', async () => {
  const issue = await openIssue(world, 'ana')
  await writeComment(world, 'ana', issue, '/prentice approve')
  await untilSaid(issue, /^No job was started here/)
  await writeComment(world, 'ana', issue, '/prentice plan Replace "dog" with "wolf" in README.md')
  expect(await untilSaid(issue, /^✅ Plan ready/)).toContain('`/prentice approve`')
  await writeComment(world, 'ana', issue, '/prentice Replace "dog" with "cat" in README.md')
  await untilSaid(issue, /\n\nReplace "dog" with "cat" in README.md\n\nNothing was changed yet/)
  await untilQuiet(world)
  expect(await branches()).toEqual(['main'])

  await writeComment(world, 'ana', issue, '/prentice approve')
  await untilSaid(issue, /^✅ #\d+ ready/)
  const [pull] = await pulls()
  const clone = await cloneOf(world, pull?.head.ref ?? '')
  expect(await clone.git('show', 'HEAD:README.md')).toContain('cat')

  await writeComment(world, 'ana', issue, '/prentice approve')
  await untilSaid(issue, /^There is no plan to carry out/)
})
