import { anthropicMessages } from '../test/support/wire/anthropic-messages.ts'
import { openaiResponses } from '../test/support/wire/openai-responses.ts'
import { type CachedPart, cachedByAnthropic, cachedByOpenai } from './cached-part.ts'
import { type Figure, figure } from './figure.ts'
import { longTask } from './long-task.ts'
import { workOnScript } from './work-on-script.ts'

/** All that a task of twenty steps sends to its model, and the part of it that the provider has in its cache by then. */
export async function measureCache(): Promise<readonly Figure[]> {
  return [
    toFigure('anthropic', cachedByAnthropic(await workOnScript(anthropicMessages, longTask()))),
    toFigure('openai', cachedByOpenai(await workOnScript(openaiResponses, longTask()))),
  ]
}

const toFigure = (provider: string, { cached, all }: CachedPart): Figure =>
  figure(`20 steps, cached by ${provider}`, cached, 'tokens', all)
