import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  commentsOn,
  openIssue,
  untilComment,
  untilQuiet,
  writeComment,
} from '../../support/world/feedback.ts'
import { rest } from '../../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
  await world.github.commitFile({
    owner: 'sandbox-org',
    name: 'pets',
    branch: 'main',
    path: '.github/prentice.yml',
    text: 'pull-request: { branch: "agent/{issue}-{id}", labels: [agent], reviewers: [rob] }\n',
    message: 'Settings',
  })
})
afterAll(() => world?.close())

const MAX_REST_CALLS = 20

test('one comment from the request to the pull request, with few requests', async () => {
  const issue = await openIssue(world, 'ana')
  await untilQuiet(world)
  const before = world.github.requests().length
  await writeComment(world, 'ana', issue, '/prentice Replace "dog" with "cat" in README.md')
  const text = await untilComment(world, issue, '✅')
  await untilQuiet(world)

  const requests = world.github
    .requests()
    .slice(before)
    .filter(({ surface }) => surface === 'rest')
  const ours = requests.filter(({ credential }) => credential !== 'user')
  expect(ours.filter(({ path }) => path.includes('/check-runs'))).toHaveLength(1)
  expect(ours.length).toBeLessThanOrEqual(MAX_REST_CALLS)
  const [state, who] = text.split('\n')
  expect(state).toMatch(/^✅ #\d+ ready · 1 file · \d+ s · \$\S+ {2}$/)
  expect(who).toBe(`@ana asked: "Replace "dog" with "cat" in README.md" · Closes #${issue}`)
  expect(await commentsOn(world, issue)).toHaveLength(2)

  const [pull] = await rest<object[]>(world, '/pulls')
  expect(pull).toMatchObject({
    head: { ref: expect.stringMatching(new RegExp(`^agent/${issue}-[a-z0-9]{10}$`)) },
    assignees: [{ login: 'ana' }],
    labels: [{ name: 'agent' }],
    requested_reviewers: [{ login: 'rob' }],
  })
})

test('a comment survives lost responses and a killed server, and its end is right after a stop', async () => {
  const issue = await openIssue(world, 'ana')
  const held = holdWait(world)
  await writeComment(world, 'ana', issue, '/prentice Wait 5 seconds\nCreate notes.md with "One"')
  world.github.failNext(new RegExp(`^POST \\S+/issues/${issue}/comments$`), { status: 502, processed: true })
  await held.arrived
  await world.stopApp('SIGKILL')
  await world.startApp()
  await writeComment(world, 'rob', issue, '/prentice stop')
  await writeComment(world, 'ana', issue, '/prentice stop')
  expect(await untilComment(world, issue, '🛑')).toMatch(/^🛑 Cancelled by @\u200b?ana/)
  held.release()
  const bots = (await commentsOn(world, issue)).filter(({ user }) => user.type === 'Bot')
  expect(bots).toHaveLength(1)
})
