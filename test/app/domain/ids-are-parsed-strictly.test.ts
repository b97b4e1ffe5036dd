import { expect, test } from 'vitest'
import { eventId, parseEventId, parseRunId, runId } from '../../../src/app/domain/run-id.ts'

test.each([1, 9, 10, 999_999])('the id of run %i names project, job and run', (run) => {
  const key = { project: 'prj_ya', job: 'job_01k0', run }
  expect(runId(key)).toBe(`run_ya_01k0_${run}`)
  expect(parseRunId(runId(key))).toEqual(key)
})

test.each([
  '',
  'run_ya_01k0_0',
  'run_ya_01k0_01',
  'run_ya_01k0_1000000',
  'run_ya_01k0_',
  'run_ya_01k0_1 ',
  'run_ya_01k0_1x',
  'xrun_ya_01k0_1',
  'run__01k0_1',
  'run_ya__1',
  'run_Ya_01k0_1',
  'run_ya_01K0_1',
  'run_ya/x_01k0_1',
  'run_ya_01k0',
])('%j is not the id of a run', (text) => {
  expect(parseRunId(text)).toBeNull()
})

test.each([
  [1, 1],
  [12, 345],
  [999_999, 999_999],
])('the id of event %i-%i names run and event', (run, seq) => {
  expect(eventId({ run, seq })).toBe(`${run}-${seq}`)
  expect(parseEventId(`${run}-${seq}`)).toEqual({ run, seq })
})

test.each([
  '',
  '1',
  '1-',
  '-1',
  '0-1',
  '1-0',
  '01-1',
  '1-01',
  '1000000-1',
  '1-1000000',
  '1-1x',
  'x1-1',
  '1-1-1',
])('%j is not the id of an event', (text) => {
  expect(parseEventId(text)).toBeNull()
})
