import { anthropicMessages } from '../../test/fakes/model/wire/anthropic-messages.ts'
import { openaiResponses } from '../../test/fakes/model/wire/openai-responses.ts'
import { atLeast, type Figure, figure } from '../figures/figure.ts'
import { type CachedShare, cachedByAnthropic, cachedByOpenai } from './cached-share.ts'
import { type LongTask, longReading, longTask } from './long-task.ts'
import { runScriptedAgent } from './run-scripted-agent.ts'

/**
 * How many of the input tokens the provider has in its cache, of all and of those that an earlier request had sent, for a
 * task of twenty steps, and for one of two hundred steps that fills the context window several times.
 */
export async function measureCache(): Promise<readonly Figure[]> {
  return [...(await measure('20 steps', longTask())), ...(await measure('200 steps', longReading()))]
}

async function measure(steps: string, task: LongTask): Promise<readonly Figure[]> {
  const toFigures = (provider: string, { cached, all, repeated }: CachedShare): Figure[] => [
    atLeast(0.9, figure(`${steps}, cached by ${provider}`, cached, 'tokens', all)),
    atLeast(0.95, figure(`${steps}, repeated, by ${provider}`, cached, 'tokens', repeated)),
  ]
  return [
    ...toFigures('anthropic', cachedByAnthropic(await runScriptedAgent(anthropicMessages, task))),
    ...toFigures('openai', cachedByOpenai(await runScriptedAgent(openaiResponses, task))),
  ]
}
