import { expect, test } from 'vitest'
import { foldEvents, NO_PROGRESS } from '../../../src/app/domain/run-phase.ts'
import type { AgentEvent, RecordedEvent } from '../../../src/contract/events.ts'

const recorded = (events: AgentEvent[]): RecordedEvent[] =>
  events.map((event, i) => ({ seq: i + 1, at: '2026-11-20T12:00:00Z', event }))

test('stage, step, cost and the last actions', () => {
  const events = recorded([
    { type: 'stage', stage: 'prepare' },
    { type: 'stage', stage: 'agent' },
    { type: 'tool', step: 1, tool: 'read', target: 'README.md', ok: true },
    { type: 'tool', step: 1, tool: 'edit', target: 'LICENSE', ok: false },
    { type: 'step', step: 1, inputTokens: 10, outputTokens: 1, costUsd: 0.02 },
    { type: 'note', text: 'Checks passed.' },
    { type: 'plan', items: [{ text: 'Read', done: false }] },
    { type: 'plan', items: [{ text: 'Read', done: true }] },
    { type: 'message', number: 2 },
  ])
  expect(foldEvents(NO_PROGRESS, events)).toEqual({
    stage: 'agent',
    step: 1,
    costUsd: 0.02,
    retry: null,
    log: ['read README.md', 'refused: edit LICENSE', 'Checks passed.', 'read message 2'],
    plan: [{ text: 'Read', done: true }],
  })
})

test('the wait for a model lasts until the next event', () => {
  const retry: AgentEvent = {
    ...{ type: 'retry', host: 'api.example.com', why: '503', retry: 1 },
    ...{ next: '2026-11-20T12:00:05Z', until: null },
  }
  const step: AgentEvent = { type: 'step', step: 1, inputTokens: 10, outputTokens: 1, costUsd: 0.02 }
  expect(foldEvents(NO_PROGRESS, recorded([retry])).retry).toEqual(retry)
  expect(foldEvents(NO_PROGRESS, recorded([retry, step])).retry).toBeNull()
})

test('only the last fifteen actions are kept', () => {
  const notes = Array.from({ length: 40 }, (_, i): AgentEvent => ({ type: 'note', text: `${i}` }))
  const { log } = foldEvents(NO_PROGRESS, recorded(notes))
  expect([log.length, log[0], log.at(-1)]).toEqual([15, '25', '39'])
})
