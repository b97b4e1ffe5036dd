import { anthropicMessages } from '../../test/fakes/model/wire/anthropic-messages.ts'
import { openaiResponses } from '../../test/fakes/model/wire/openai-responses.ts'
import { type Figure, figure } from '../figures/figure.ts'
import { type CachedShare, cachedByAnthropic, cachedByOpenai } from './cached-share.ts'
import { type LongTask, longReading, longTask } from './long-task.ts'
import { runScriptedAgent } from './run-scripted-agent.ts'

/**
 * The share of the input tokens that the provider has in its cache, for a task of twenty steps, and for one of two hundred
 * steps that fills the context window several times.
 */
export async function measureCache(): Promise<readonly Figure[]> {
  return [...(await measure('20 steps', longTask())), ...(await measure('200 steps', longReading()))]
}

async function measure(steps: string, task: LongTask): Promise<readonly Figure[]> {
  const toFigure = (provider: string, { cached, all }: CachedShare): Figure =>
    figure(`${steps}, cached by ${provider}`, cached, 'tokens', all)
  return [
    toFigure('anthropic', cachedByAnthropic(await runScriptedAgent(anthropicMessages, task))),
    toFigure('openai', cachedByOpenai(await runScriptedAgent(openaiResponses, task))),
  ]
}
