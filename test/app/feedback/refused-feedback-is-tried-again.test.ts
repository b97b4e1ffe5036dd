import { expect, test } from 'vitest'
import { readPermissions } from '../../../src/app/projects/installed-projects.ts'
import { feedbackScene } from './feedback-scene.ts'

const NOT_GRANTED = { kind: 'not-granted', detail: 'Resource not accessible by integration' } as const
const NOT_FOUND = { kind: 'refused', detail: 'Not Found' } as const

/** A job that has been asked for, and what its comment meets. */
async function commented(times: number, refusal: typeof NOT_GRANTED | typeof NOT_FOUND) {
  const world = await feedbackScene()
  world.faults.push(...Array.from({ length: times }, () => ({ ...refusal, isDoubtful: true })))
  await world.ask()
  const start = world.clock.at
  while ((await world.dueIn()).length > 0 && world.clock.at < start + 1_800_000) {
    const [due = 0] = await world.dueIn()
    world.pass(Math.max(1, due))
    await world.show()
    if (world.comments.length > 0) break
  }
  return { ...world, seconds: (world.clock.at - start) / 1000 }
}

test.each([
  [1, NOT_GRANTED],
  [2, NOT_GRANTED],
  [1, NOT_FOUND],
  [2, NOT_FOUND],
])('a comment appears although GitHub refuses it %d times: %j', async (times, refusal) => {
  const { comments, store, seconds } = await commented(times, refusal)
  expect(comments).toHaveLength(1)
  expect(seconds).toBeLessThan(300)
  expect(await readPermissions(store, 1)).toMatchObject({ issues: 'write' })
})

test('a permission counts as missing once GitHub has said so for two minutes', async () => {
  const { comments, store, seconds } = await commented(100, NOT_GRANTED)
  expect(comments).toEqual([])
  expect(seconds).toBeGreaterThan(120)
  expect(await readPermissions(store, 1)).not.toHaveProperty('issues')
})
