import { expect, test } from 'vitest'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { ANA, feedbackScene, KEY } from './feedback-scene.ts'

const A = 'a'.repeat(40)
const B = 'b'.repeat(40)
const SETTINGS = {
  branch: 'prentice/{id}',
  assignRequester: true,
  labels: ['agent'],
  reviewers: ['bea', 'acme/docs'],
  deleteBranch: 'never' as const,
}

async function delivered(origin = ANA, pullRequest = SETTINGS) {
  const world = await feedbackScene({ pull_requests: 'write' })
  const job = await world.ask(origin)
  await world.claim(job)
  await changeProject(world.store, 'prj_ya', (project) => ({
    ...project,
    config: project.config && { ...project.config, pullRequest },
  }))
  return { world, job }
}

test('the person who asked is assigned once, and labels and reviewers come from the settings', async () => {
  const { world, job } = await delivered()
  await world.deliver(job, A)
  await world.show()
  expect(world.people).toEqual([
    ['assignees', 18, ['ana']],
    ['labels', 18, ['agent']],
    ['reviewers', 18, { people: ['bea'], teams: ['docs'] }],
  ])
  await world.message(job.id, 'more')
  await world.claim(job)
  await world.deliver(job, B)
  await world.show()
  expect(world.people).toHaveLength(3)
})

test.each([
  ['a caller of the API', KEY],
  ['a bot', { ...ANA, login: 'renovate[bot]' }],
])('%s is not assigned', async (_, origin) => {
  const { world, job } = await delivered(origin, { ...SETTINGS, labels: [], reviewers: [] })
  await world.deliver(job, A)
  await world.show()
  expect([world.people, await world.dueIn()]).toEqual([[], []])
})

test('a refused reviewer does not prevent the rest, and is not repeated', async () => {
  const { world, job } = await delivered()
  world.faults.push({ kind: 'refused', detail: 'not a collaborator' })
  await world.deliver(job, A)
  await world.show()
  world.pass(600)
  await world.show()
  expect(world.people.map(([what]) => what)).toEqual(['labels', 'reviewers'])
  expect(await world.dueIn()).toEqual([])
})

test('after an outage, the rest follows', async () => {
  const { world, job } = await delivered()
  world.faults.push('unavailable')
  await world.deliver(job, A)
  await world.show()
  expect(world.people).toEqual([])
  world.pass(15)
  await world.show()
  expect(world.people).toHaveLength(3)
})
