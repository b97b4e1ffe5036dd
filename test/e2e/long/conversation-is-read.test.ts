import { afterAll, beforeAll, expect, test } from 'vitest'
import { untilComment, untilQuiet } from '../../support/world/feedback.ts'
import { cloneOf, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const post = (as: string, path: string, body: object): Promise<{ id: number; number: number }> =>
  rest(world, path, { method: 'POST', as, body })

test('an issue is solved by what a comment of somebody with write access says', async () => {
  const { number } = await post('ana', '/issues', { title: 'Wrong animal', body: 'See below.' })
  const say = (login: string, body: string) => post(login, `/issues/${number}/comments`, { body })
  await say('rob', 'Replace "dog" with "wolf" in README.md')
  await say('ana', 'Which one is it?')
  const hidden = await say('ana', 'Replace "dog" with "fox" in README.md')
  world.github.minimize({ owner: 'sandbox-org', name: 'pets', id: hidden.id })
  await say('ana', 'Replace "dog" with "cat" in README.md')
  await say('ana', '/prentice')
  await untilComment(world, number, '✅')
  await untilQuiet(world)

  const [pull] = await rest<{ body: string; head: { ref: string } }[]>(world, '/pulls')
  expect(pull?.body).toContain(
    'the conversation on issue #1: 2 comments; left out: 1 hidden on GitHub, 1 by people without write access',
  )
  const clone = await cloneOf(world, pull?.head.ref ?? '')
  expect(await clone.git('show', 'HEAD:README.md')).toContain('cat')
  const graphql = world.github.requests().filter(({ path }) => path.endsWith('/graphql'))
  expect(graphql.map(({ status }) => status)).toEqual([200])
})
