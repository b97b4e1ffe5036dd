import { expect, test } from 'vitest'
import { archiveJob } from '../../../src/app/jobs/archive-job.ts'
import type { LabelRequest } from '../../../src/app/triggers/trigger-request.ts'
import type { Mode } from '../../../src/contract/job.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { ANA, AT, comment, triggerWorld } from './trigger-world.ts'

type World = Awaited<ReturnType<typeof triggerWorld>>

/** Comments of Ana on one issue, each worked on before the next. */
function commenting(world: World) {
  let id = 900
  return async (text: string, over = {}): Promise<void> => {
    await world.receive(comment(text, { comment: id++, ...over }))
    await world.work()
  }
}

const texts = (world: World) => world.told.flatMap((one) => ('comment' in one ? [String(one.comment)] : []))

async function modesOf(world: World): Promise<(readonly (Mode | undefined)[])[]> {
  return (await world.asked()).map(({ messages }) => messages.map((message) => message?.mode))
}

/** The run of the only job ends well. */
async function finishRun(world: World): Promise<void> {
  const [one] = await world.asked()
  const runner = await seatedRunner(world, { project: 'prj_ya', job: one?.job.id ?? '' })
  await runner.finish('Read it.')
}

test('the word after the command is the mode of the job, and is no part of the prompt', async () => {
  const world = await triggerWorld()
  await commenting(world)('/prentice ask where is the title?')
  expect(await world.asked()).toMatchObject([
    {
      job: { title: 'where is the title?', run: { mode: 'ask' } },
      messages: [{ text: 'where is the title?', mode: 'ask', issue: { title: 'Typo in README' } }],
    },
  ])
})

test('a question without words is answered with how to ask; a plan without words is about the issue', async () => {
  const world = await triggerWorld()
  const say = commenting(world)
  await say('/prentice ask')
  expect(texts(world)).toEqual([
    expect.stringMatching(/^The comment asks no question\. Comment `\/prentice ask`/),
  ])
  expect(await world.asked()).toEqual([])
  await say('/prentice plan')
  expect(await world.asked()).toMatchObject([{ messages: [{ text: 'Resolve issue #12.', mode: 'plan' }] }])
})

test('an approval without a plan starts nothing, and the answer says so', async () => {
  const world = await triggerWorld()
  const say = commenting(world)
  await say('/prentice fix it')
  await say('/prentice approve')
  expect(texts(world)).toEqual([
    expect.stringMatching(/^There is no plan to carry out, so nothing was started/),
  ])
  expect(await modesOf(world)).toEqual([[undefined]])
})

test('an answer revises a plan, a question leaves it open, and an approval starts the work', async () => {
  const world = await triggerWorld()
  const say = commenting(world)
  await say('/prentice plan a fix')
  await say('/prentice approve')
  expect(texts(world)).toEqual([
    expect.stringMatching(/^The plan is not finished yet, so nothing was started/),
  ])
  await finishRun(world)
  await say('/prentice not the title')
  await say('/prentice approve')
  expect(texts(world)).toHaveLength(2)
  await finishRun(world)
  await say('/prentice ask why?')
  await finishRun(world)
  await say('/prentice approve')
  await say('/prentice and the docs')
  expect(texts(world)).toHaveLength(2)
  expect(await modesOf(world)).toEqual([['plan', 'plan', 'ask', undefined, undefined]])
  const [one] = await world.asked()
  expect(one?.messages[3]?.text).toMatch(/^Carry out the plan/)
  expect(one?.job.run).toMatchObject({ first: 4, last: 4 })
  expect(one?.job.run.mode).toBeUndefined()
})

test('a plan that failed cannot be approved', async () => {
  const world = await triggerWorld()
  const say = commenting(world)
  await say('/prentice plan a fix')
  const [one] = await world.asked()
  const runner = await seatedRunner(world, { project: 'prj_ya', job: one?.job.id ?? '' })
  await (await runner.fail('no answer')).confirm()
  await say('/prentice approve')
  expect(texts(world)).toEqual([expect.stringMatching(/^There is no plan to carry out/)])
})

test('a question about an archived job of an issue starts a job, as any other request', async () => {
  const world = await triggerWorld()
  const say = commenting(world)
  await say('/prentice fix it')
  const [first] = await world.asked()
  await archiveJob(world, { project: 'prj_ya', job: first?.job.id ?? '' }, A_TEST)
  await say('/prentice ask why?')
  expect(await modesOf(world)).toHaveLength(2)
  expect(await modesOf(world)).toContainEqual(['ask'])
})

const label = (name: string): LabelRequest => ({
  ...{ kind: 'label', label: name, sender: ANA, isMember: true, labeledAt: AT, at: AT },
  issue: { number: 12, title: 'Typo in README', body: 'It says teh.', author: ANA },
})

test.each<[string, Mode | undefined, Mode | undefined]>([
  ['triggers: { plan: first }', 'plan', 'plan'],
  ['triggers: { labels: [Agent], plan: [AGENT] }', undefined, 'plan'],
  ['triggers: { labels: [agent], plan: [other] }', undefined, undefined],
  ['triggers: { labels: [agent] }', undefined, undefined],
])('%s: a comment starts with %s, a label with %s', async (settings, byComment, byLabel) => {
  const first = await triggerWorld({ settings })
  await commenting(first)('/prentice fix it')
  expect(await modesOf(first)).toEqual([[byComment]])
  const second = await triggerWorld({ settings })
  await second.receive(label(settings.includes('abels') ? 'agent' : 'prentice'))
  await second.work()
  expect(await modesOf(second)).toEqual([[byLabel]])
})

test('with `plan: first`, a question stays a question', async () => {
  const world = await triggerWorld({ settings: 'triggers: { plan: first }' })
  await commenting(world)('/prentice ask why?')
  expect(await modesOf(world)).toEqual([['ask']])
})

/** A pull request of Ana, from a branch of the repository or of a fork. */
const onPull = (over = {}) => ({
  isPullRequest: true,
  issue: { number: 12, title: 'x', body: '', author: ANA },
  ...over,
})
const pull = (over = {}) => ({
  ...{ number: 12, url: 'https://github.com/acme/docs/pull/12', state: 'open', merged: false, draft: false },
  ...{ headRepositoryId: 1234, headBranch: 'feature', headSha: 'b'.repeat(40), baseRepositoryId: 1234 },
  ...{ baseBranch: 'main', authorId: ANA.id, ...over },
})

test.each([
  ['of the repository', {}, 'feature'],
  ['of a fork', { headRepositoryId: 99 }, 'main'],
])('a pull request %s is reviewed, whatever the settings say of changes', async (_, over, base) => {
  const world = await triggerWorld({ github: { readPullRequest: async () => pull(over) as never } })
  const say = commenting(world)
  await say('/prentice review', onPull())
  const [one] = await world.asked()
  expect(one).toMatchObject({
    job: { base, run: { mode: 'review' }, origin: { onPullRequest: true } },
    messages: [{ text: 'Review pull request #12.', mode: 'review' }],
  })
  await say('/prentice review the error paths', onPull())
  expect(await modesOf(world)).toEqual([['review', 'review']])
  await say('/prentice fix it', onPull())
  expect(texts(world)).toEqual([
    expect.stringMatching(/^Prentice continues only pull requests that it opened itself/),
  ])
})

test('a job that only reviewed a fork changes nothing, even if changes to all pull requests are allowed', async () => {
  const settings = 'triggers:\n  pull-requests: all'
  const fork = { readPullRequest: async () => pull({ headRepositoryId: 99 }) as never }
  const world = await triggerWorld({ settings, github: fork })
  const say = commenting(world)
  await say('/prentice review', onPull())
  await say('/prentice fix it', onPull())
  expect(texts(world)).toEqual([expect.stringMatching(/^The branch of this pull request is in a fork/)])
})

test('a review of an issue, or of a closed pull request, is answered', async () => {
  const world = await triggerWorld({
    github: { readPullRequest: async () => pull({ state: 'closed' }) as never },
  })
  const say = commenting(world)
  await say('/prentice review')
  await say('/prentice review', onPull())
  expect(texts(world)).toEqual([
    expect.stringMatching(/^This is an issue, and only a pull request can be reviewed/),
    expect.stringMatching(/^This pull request is not open/),
  ])
  expect(await world.asked()).toEqual([])
})
