import { expect, test } from 'vitest'
import { triggerKeys } from '../../../src/app/job-store/idempotency.ts'
import { requestKeys } from '../../../src/app/triggers/trigger-request.ts'
import { askingWorld, labelled } from './asking-world.ts'

const RESOLVES = [['Resolve issue #12.']]
/** Under which servers stored a request before its id had the label. */
const EARLIER = `label-12-${Date.parse('2027-01-15T08:00:00Z')}`

test.each([
  ['before it', ['bug', 'prentice']],
  ['after it', ['prentice', 'bug']],
  ['on both sides', ['a/b', 'prentice', '🐛 -->']],
])('a label starts a job, also if GitHub reports another of the same second %s', async (_, labels) => {
  const world = await askingWorld()
  await world.send(...labels.map((label) => labelled(label)))
  expect([await world.prompts(), world.reactions]).toEqual([RESOLVES, ['issue 12']])
  await world.send(...labels.map((label) => labelled(label)))
  expect([await world.prompts(), world.reactions]).toEqual([RESOLVES, ['issue 12']])
})

test('a label that an earlier version worked on starts no second job', async () => {
  const world = await askingWorld()
  const value = JSON.stringify({ bodyHash: '', id: null, body: '' })
  await world.app.store.commit({ set: [{ key: triggerKeys.source(1234, EARLIER), value }] })
  await world.send(labelled('prentice'))
  expect(await world.prompts()).toEqual([])
})

test.each([
  ['the same label', 'Prentice'],
  ['another label', 'bug'],
])('a request that an earlier version stored for %s does not hide or repeat this one', async (_, label) => {
  const world = await askingWorld()
  const { store, clock, project } = world.app
  await world.app.webhook(...labelled(label))
  const [entry] = await store.list({ prefix: requestKeys.of(project), limit: 1 })
  const due = await store.list({ prefix: triggerKeys.queue(), limit: 1 })
  await store.commit({
    del: [entry?.key ?? '', ...due.map(({ key }) => key)],
    set: [
      { key: requestKeys.record(project, EARLIER), value: entry?.value ?? '' },
      { key: triggerKeys.due(clock.at, { kind: 'label', project, id: EARLIER }), value: '' },
    ],
  })
  await world.send(labelled('prentice'))
  await world.work()
  // GitHub shows equal reactions of one account once.
  expect([await world.prompts(), [...new Set(world.reactions)]]).toEqual([RESOLVES, ['issue 12']])
  expect(await store.list({ prefix: requestKeys.of(project), limit: 9 })).toEqual([])
})
