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
  [run('queued', { parkedUntil: 1 }), { isRateLimited: true }, 'parked'],
  [run('queued', { parkedUntil: 1 }), { isHeld: true }, 'held'],
  [run('dispatching'), {}, 'runner'],
  [run('dispatching'), { isRateLimited: true }, 'rate-limit'],
  [run('dispatching', { attempts: 2 }), {}, 'retrying'],
  [run('dispatched', { attempts: 2 }), { isHeld: true, isRateLimited: true }, 'runner'],
  [run('running'), {}, 'preparing'],
  [run('running'), { stage: 'prepare' as const }, 'preparing'],
  [run('running'), { stage: 'agent' as const }, 'working'],
  [run('running'), { stage: 'plan' as const }, 'planning'],
  [run('running'), { stage: 'push' as const }, 'pushing'],
  [run('running'), { stage: 'pull-request' as const }, 'opening'],
  [run('running'), { stage: 'result' as const }, 'finishing'],
  [run('publishing'), { stage: 'push' as const }, 'publishing'],
  [run('delivered'), {}, 'verifying'],
] as const)('a run %j with %j is in the phase %s', (given, facts, phase) => {
  expect(phaseOf(given, { ...FACTS, ...facts })).toBe(phase)
})

test.each(['succeeded', 'failed', 'cancelled'] as const)('a %s run has no phase', (state) => {
  expect(phaseOf(run(state), { ...FACTS, isHeld: true })).toBeNull()
})

test('each phase has its own words, and none is just "running"', () => {
  const words = Object.values(PHASE_WORDS)
  expect(new Set(words).size).toBe(15)
  for (const one of words) expect(one).toMatch(/^[A-Z][a-z]{4,}/)
  expect(words.filter((one) => /^running$/i.test(one))).toEqual([])
})
