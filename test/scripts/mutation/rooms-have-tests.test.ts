import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOMS, roomOf, TESTS_LEFT_OUT } from '../../../scripts/mutation/rooms.ts'

test.each(Object.entries(ROOMS))('%s exists, and so do its tests', (room, tests) => {
  expect(globSync(room)).not.toEqual([])
  for (const folder of tests)
    expect([folder, globSync(`${folder}/*.test.ts`).length]).not.toEqual([folder, 0])
})

test.each(TESTS_LEFT_OUT)('%s exists', (path) => {
  expect(globSync(path)).not.toEqual([])
})

test('a room, a folder in it and a file in it belong to the room, and a name that begins alike does not', () => {
  expect(roomOf('src/app/runs')).toBe('src/app/runs')
  expect(roomOf('src/app/runs/assignment')).toBe('src/app/runs')
  expect(roomOf('src/app/domain/backoff.ts')).toBe('src/app/domain')
  expect(roomOf('src/app/domains')).toBeUndefined()
  expect(roomOf('src/app')).toBeUndefined()
})
