import { anthropicMessages } from '../test/fakes/model/wire/anthropic-messages.ts'
import { openaiResponses } from '../test/fakes/model/wire/openai-responses.ts'
import { type CachedPart, cachedByAnthropic, cachedByOpenai } from './cached-part.ts'
import { type Figure, figure } from './figure.ts'
import { type LongTask, longReading, longTask } from './long-task.ts'
import { workOnScript } from './work-on-script.ts'

/**
 * All that a task of twenty steps sends to its model, and one of two hundred that fills the window several times; and
 * the part of it that the provider has in its cache by then.
 */
export async function measureCache(): Promise<readonly Figure[]> {
  return [...(await measure('20 steps', longTask())), ...(await measure('200 steps', longReading()))]
}

async function measure(steps: string, task: LongTask): Promise<readonly Figure[]> {
  const toFigure = (provider: string, { cached, all }: CachedPart): Figure =>
    figure(`${steps}, cached by ${provider}`, cached, 'tokens', all)
  return [
    toFigure('anthropic', cachedByAnthropic(await workOnScript(anthropicMessages, task))),
    toFigure('openai', cachedByOpenai(await workOnScript(openaiResponses, task))),
  ]
}
