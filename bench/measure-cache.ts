import { PROVIDERS, runScript } from '../test/support/scripted-run.ts'
import { anthropicMessages } from '../test/support/wire/anthropic-messages.ts'
import { openaiResponses } from '../test/support/wire/openai-responses.ts'
import { startScriptedProvider } from '../test/support/wire/scripted-provider.ts'
import type { WireFormat } from '../test/support/wire/wire-format.ts'
import { type CachedPart, cachedByAnthropic, cachedByOpenai } from './cached-part.ts'
import { type Figure, figure } from './figure.ts'
import { longTask } from './long-task.ts'

/** All that a task of twenty steps sends to its model, and the part that the provider has in its cache by then. */
export async function measureCache(): Promise<readonly Figure[]> {
  return [
    toFigure('anthropic', cachedByAnthropic(await requestsOf(anthropicMessages))),
    toFigure('openai', cachedByOpenai(await requestsOf(openaiResponses))),
  ]
}

const toFigure = (provider: string, { cached, all }: CachedPart): Figure =>
  figure(`20 steps, cached by ${provider}`, cached, 'tokens', all)

/** The bodies of the requests, in their order. */
async function requestsOf(format: WireFormat): Promise<readonly string[]> {
  const wire = PROVIDERS.find(({ provider }) => provider === format.provider)
  if (wire === undefined) throw new Error(`no model of ${format.provider} to run the task with`)
  const { files, prompt, answers } = longTask()
  const script = answers.map((answer) => ({ kind: 'answer' as const, answer }))
  const server = await startScriptedProvider(format, script)
  const task = { prompts: [{ number: 1, text: prompt }] }
  const { outcome, events } = await runScript({ wire, url: server.origin, files, task }).finally(() =>
    server[Symbol.asyncDispose](),
  )
  const failed = events.filter((event) => event.type === 'tool' && !event.ok)
  if (outcome.reason !== null || failed.length > 0 || server.requests.length !== answers.length) {
    throw new Error(`not the task of twenty steps: ${JSON.stringify({ outcome, failed })}`)
  }
  return server.requests.map(({ body }) => body)
}
