import { expect, test } from 'vitest'
import { AgentEvent } from '../../../../../src/contract/events.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { type Description, schemasOf } from '../../../../support/app/check-described.ts'
import { openStream } from '../../../../support/app/open-stream.ts'
import { watchedJob } from './watched-job.ts'

/** One of each kind, with all it may say. */
const EVENTS: readonly Required<AgentEvent>[] = [
  { type: 'stage', stage: 'agent' },
  { type: 'tool', step: 1, tool: 'read', target: 'README.md', ok: true },
  { type: 'step', step: 1, inputTokens: 10, cachedInputTokens: 5, outputTokens: 2, costUsd: null },
  { type: 'note', text: 'The model is asked again.' },
  { type: 'plan', items: [{ text: 'Read the README', done: true }] },
  { type: 'message', number: 2 },
  {
    ...{ type: 'retry', host: 'api.example.com', why: '503', retry: 1 },
    ...{ next: '2026-11-29T10:00:00.000Z', until: null },
  },
  { type: 'fallback', from: 'anthropic/a', to: 'openai/b', why: '529, Overloaded' },
]

test('every field of a stream matches the description', async () => {
  expect(EVENTS.map(({ type }) => type).sort()).toEqual(
    AgentEvent.options.map((option) => option.shape.type.value).sort(),
  )
  const app = await startAppServer()
  const { json } = await app.call('GET', '/openapi.json')
  const misfit = schemasOf(json as unknown as Description)
  const { path, runner } = await watchedJob(app)
  await runner.report(...EVENTS)
  await runner.finish('done')
  const frames = await (await openStream(app, path)).rest()
  expect(frames.filter(({ name }) => name === 'job')).toHaveLength(2)
  expect(frames.filter(({ name }) => name !== 'job' && name !== null)).toHaveLength(EVENTS.length)

  const { oneOf } =
    (json.components as { schemas: Record<string, { oneOf: Variant[] }> }).schemas.JobEvent ?? {}
  for (const { name, data } of frames.filter((frame) => frame.name !== null)) {
    const schema = name === 'job' ? 'AgentJob' : 'JobEvent'
    expect([name, misfit(['components', 'schemas', schema], data)]).toEqual([name, null])
    if (name === 'job') continue
    const variant = oneOf?.find(({ properties }) => properties.type?.enum?.[0] === name)
    expect([name, Object.keys(variant?.properties ?? {}).sort()]).toEqual([name, Object.keys(data).sort()])
  }
})

interface Variant {
  readonly properties: Readonly<Record<string, { readonly enum?: readonly string[] }>>
}
