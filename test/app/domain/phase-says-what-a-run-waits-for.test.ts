import { expect, test } from 'vitest'
import { PHASE_WORDS, phaseOf } from '../../../src/app/domain/run-phase.ts'

const FACTS = { isHeld: false, isRateLimited: false, stage: null }
const run = (state: Parameters<typeof phaseOf>[0]['state'], over = {}) => ({
  state,
  waiting: false,
  attempts: 1,
  ...over,
})

test.each([
  [run('queued'), {}, 'queued'],
  [run('queued', { waiting: true }), {}, 'slot'],
  [run('queued', { waiting: true }), { isHeld: true, isRateLimited: true }, 'held'],
  [run('queued', { waiting: true }), { isRateLimited: true }, 'rate-limit'],
  [run('dispatching'), {}, 'runner'],
  [run('dispatching'), { isRateLimited: true }, 'rate-limit'],
  [run('dispatching', { attempts: 2 }), {}, 'retrying'],
  [run('dispatched', { attempts: 2 }), { isHeld: true, isRateLimited: true }, 'runner'],
  [run('running'), {}, 'preparing'],
  [run('running'), { stage: 'agent' as const }, 'working'],
  [run('running'), { stage: 'pull-request' as const }, 'opening'],
  [run('publishing'), { stage: 'push' as const }, 'publishing'],
  [run('delivered'), {}, 'verifying'],
] as const)('%j with %j', (given, facts, phase) => {
  expect(phaseOf(given, { ...FACTS, ...facts })).toBe(phase)
})

test.each(['succeeded', 'failed', 'cancelled'] as const)('a %s run has no phase', (state) => {
  expect(phaseOf(run(state), { ...FACTS, isHeld: true })).toBeNull()
})

test('no phase is just "running"', () => {
  expect(Object.values(PHASE_WORDS).filter((words) => /^running$/i.test(words))).toEqual([])
})
