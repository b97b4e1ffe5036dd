import { describe, expect, test } from 'vitest'
import { cachedByAnthropic, cachedByOpenai } from '../../bench/agent/cached-share.ts'
import { longTask } from '../../bench/agent/long-task.ts'
import { runScriptedAgent } from '../../bench/agent/run-scripted-agent.ts'
import { anthropicMessages } from '../fakes/model/wire/anthropic-messages.ts'
import { openaiResponses } from '../fakes/model/wire/openai-responses.ts'

describe.each([
  { format: anthropicMessages, measure: cachedByAnthropic },
  { format: openaiResponses, measure: cachedByOpenai },
])('a task of 20 steps, with $format.provider', async ({ format, measure }) => {
  const bodies = await runScriptedAgent(format, longTask())

  test('finds at least 95 % of what its requests repeat in the cache', () => {
    const { cached, repeated, all } = measure(bodies)
    expect(cached / repeated).toBeGreaterThanOrEqual(0.95)
    expect(repeated / all).toBeGreaterThanOrEqual(0.91)
  })

  test('begins with the system prompt and the tools that another run has put into the cache', () => {
    const [first = ''] = bodies
    expect(measure([first]).cached).toBe(0)
    expect(measure([first, first.replaceAll('k3f9a2b1', 'z8y7x6w5')]).cached).toBeGreaterThan(1024)
  })
})
