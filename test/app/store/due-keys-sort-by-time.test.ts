import { expect, test } from 'vitest'
import { keySpace } from '../../../src/app/store/key-space.ts'
import { parseQueueKey } from '../../../src/app/store/read-key.ts'

const key = { project: 'prj_1', job: 'job_1' }

test('a time beyond the range of a key sorts last', () => {
  const today = keySpace.dueJob(key, 1_800_000_000_000)
  const absurd = keySpace.dueJob(key, 1_800_000_060_000_000)
  expect([absurd, today].sort()).toEqual([today, absurd])
  expect(parseQueueKey(absurd)?.at).toBe(9_999_999_999_999)
})
