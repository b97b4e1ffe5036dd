import { expect, it } from 'vitest'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { answerWith, anthropicStream, raw, refuse } from '../../../support/action/raw-answers.ts'
import { fail, runScript } from '../../../support/action/scripted-run.ts'

it('reports each retry of a provider that is busy, with when the action gives up', async () => {
  const { outcome, events } = await answerWith(
    anthropicMessages,
    refuse('Overloaded, key key-of-nobody', 529),
    refuse('Slow down', 429),
  )
  expect(outcome).toMatchObject({ reason: null })
  const retries = events.filter(({ type }) => type === 'retry')
  expect(retries).toEqual([
    {
      ...{ type: 'retry', host: expect.stringMatching(/^127\.0\.0\.1:\d+$/), retry: 1 },
      ...{ why: '529, Overloaded, key key-of-nobody' },
      ...{ next: expect.any(String), until: expect.any(String) },
    },
    expect.objectContaining({ why: '429, Slow down', retry: 2 }),
  ])
  for (const { next, until } of retries as unknown as { next: string; until: string }[])
    expect(Date.parse(until)).toBeGreaterThan(Date.parse(next))
})

it('gives up no earlier than the last try that it announces', async () => {
  const { events } = await runScript({
    ...{ turns: [], forever: fail(529, 'overloaded') },
    retrySettings: { patienceMs: 1, backoffMs: 20 },
  })
  const retries = events.flatMap((event) => (event.type === 'retry' ? [event] : []))
  expect(retries).not.toEqual([])
  for (const { next, until } of retries)
    expect(Date.parse(until ?? '')).toBeGreaterThanOrEqual(Date.parse(next))
})

it('reports a retry of an answer that broke off, without a time for the end', async () => {
  const { events } = await answerWith(
    anthropicMessages,
    raw(...anthropicStream({ type: 'text', text: 'a' }).slice(0, 3)),
  )
  expect(events.find(({ type }) => type === 'retry')).toMatchObject({ retry: 1, until: null })
})
