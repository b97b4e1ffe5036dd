import { type LanguageModelMiddleware, wrapLanguageModel } from 'ai'
import { SUMMARY_REQUEST, systemPrompt } from '../../../src/action/agent/prompt/system-prompt.ts'
import { toolsFor } from '../../../src/action/agent/tools/toolset.ts'
import { openConversation } from '../../../src/action/models/conversation/conversation.ts'
import { openModel } from '../../../src/action/models/providers/open-model.ts'
import type { ToolCall } from '../../../src/action/models/tool-calls/tool-spec.ts'
import { parseModelName } from '../../../src/contract/model.ts'
import { startScriptedProvider, type Turn } from '../../fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../fakes/model/wire/wire-format.ts'
import { WIRE_FORMATS } from '../../fakes/model/wire/wire-formats.ts'
import type { Answered, Conversation, Recording, SentMessage } from './recording.ts'

interface Played {
  /** Of each answer, as they were read from the wire. */
  readonly answers: readonly Answered[]
  /** Of each request. */
  readonly sent: readonly (readonly SentMessage[])[]
  /** What the provider would have refused of the requests. */
  readonly faults: readonly string[]
}

/** All tools that a run can have. */
const TOOLS = { plan: true, check: true, run: true, mcp: true, ask: true }

/**
 * Has the conversation once more, with a provider that sends the recorded streams. The results of tools are those of the
 * recording: nothing is executed.
 */
export async function play({ model: name, lines }: Conversation, streams: Streams): Promise<Played> {
  await using provider = await startProvider(name, streams)
  const opened = await openModel(name, provider.environment)
  if (!opened.ok) throw new Error(opened.reason.message)
  const { model } = opened
  const sent: SentMessage[][] = []
  const languageModel = wrapLanguageModel({
    model: await model.languageModel,
    middleware: keepMessages((messages) => sent.push(messages)),
  })
  let usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  const conversation = openConversation({
    model: { ...model, languageModel: Promise.resolve(languageModel) },
    fallbacks: [],
    system: systemPrompt(undefined),
    tools: toolsFor(name, TOOLS).specs,
    cacheKey: 'replay',
    now: () => 0,
    random: () => 0.5,
    summarizing: { request: SUMMARY_REQUEST, delimit: (summary) => summary },
    onUsage: ({ inputTokens, cachedInputTokens, outputTokens }) => {
      usage = { inputTokens, cachedInputTokens, outputTokens }
    },
    onRetry: ({ why }) => fail(why),
    onFallback: ({ why }) => fail(why),
    onForgotten: () => undefined,
    record: () => undefined,
  })
  const read: Answered[] = []
  let calls: readonly ToolCall[] = []
  for (const line of lines) {
    switch (line.type) {
      case 'said':
        conversation.addText(line.text, 'droppable')
        break
      case 'answered': {
        const result = await conversation.ask({ signal: new AbortController().signal })
        if (result.kind !== 'answered')
          return fail(result.kind === 'failed' ? result.reason.message : 'it was aborted')
        calls = result.calls
        read.push({
          type: 'answered',
          text: result.text,
          calls: calls.map(({ name: tool, input }) => ({ tool, input })),
          cut: result.end === 'cut',
          usage,
        })
        break
      }
      case 'results':
        conversation.addToolResults(
          calls.map((call, index) => ({ call, ...(line.results[index] ?? { ok: false, text: '' }) })),
        )
    }
  }
  return { answers: read, sent, faults: provider.faults() }
}

const fail = (why: string): never => {
  throw new Error(`the replay ended early: ${why}`)
}

type Streams = Recording['streams']

/** The answers in the wire format of the model, which a transcript does not have. */
export function toStreams({ model, lines }: Conversation): Streams {
  const answers = lines.filter((line) => line.type === 'answered')
  return answers.map(({ text, calls, cut, usage }, turn) => [
    ...formatOf(model).frames(
      {
        ...(text !== '' && { say: text }),
        ...(calls.length > 0 && {
          calls: calls.map(({ tool, input }) => ({ name: tool, input: inputOf(input) })),
        }),
        end: cut ? 'length' : 'done',
      },
      turn,
      countsOf(usage),
    ),
  ])
}

function formatOf(model: string): WireFormat {
  const { provider: kind, id } = parseModelName(model) ?? fail(`${model} is no model`)
  const format = WIRE_FORMATS.find(({ provider }) => provider === kind) ?? fail(`no wire format of ${kind}`)
  // Gemini has the model in its path.
  return { ...format, path: format.path.replace(parseModelName(format.model)?.id ?? '', id) }
}

async function startProvider(model: string, streams: Streams) {
  const format = formatOf(model)
  const turns = streams.map((): Turn => ({ kind: 'answer', answer: {} }))
  const provider = await startScriptedProvider({ ...format, frames: (_, turn) => streams[turn] ?? [] }, turns)
  return {
    environment: format.environment(provider.origin, 'key-of-the-replay'),
    faults: () => [
      ...provider.requests.flatMap(({ faults }) => faults),
      ...(provider.requests.length < turns.length ? ['fewer requests than the recording has answers'] : []),
    ],
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

/** What cannot be read as JSON is recorded as the text that the model wrote. */
const inputOf = (input: unknown): string | Record<string, unknown> =>
  typeof input === 'string' ? input : { ...Object(input) }

/** A conversation shortens itself by what the provider has counted. */
const countsOf = ({ inputTokens, cachedInputTokens, outputTokens }: Answered['usage']) => ({
  // In Anthropic's format, a part of the input is written to the cache.
  input: Math.max(inputTokens, cachedInputTokens + 200),
  cached: cachedInputTokens,
  output: outputTokens,
})

type Prompt = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['transformParams']>>>['prompt']

const keepMessages = (keep: (messages: SentMessage[]) => void): LanguageModelMiddleware => ({
  async transformParams({ params }) {
    keep(messagesOf(params.prompt))
    return params
  },
})

/** Without the system prompt, and with names for the ids of calls. */
function messagesOf(prompt: Prompt): SentMessage[] {
  const names = new Map<string, string>()
  const nameOf = (id: string): string => {
    const name = names.get(id) ?? `call-${names.size + 1}`
    names.set(id, name)
    return name
  }
  return prompt.flatMap(({ role, content }): SentMessage[] => {
    if (role === 'system') return []
    const texts = content.flatMap((part) => (part.type === 'text' ? part.text : []))
    const calls = content.flatMap((part) =>
      part.type === 'tool-call'
        ? { call: nameOf(part.toolCallId), tool: part.toolName, input: part.input }
        : [],
    )
    const results = content.flatMap((part) => {
      if (part.type !== 'tool-result') return []
      const { type, value } = part.output as { readonly type: string; readonly value: string }
      return { call: nameOf(part.toolCallId), ok: type === 'text', text: value }
    })
    return [
      {
        role,
        ...(texts.length > 0 && { texts }),
        ...(calls.length > 0 && { calls }),
        ...(results.length > 0 && { results }),
      },
    ]
  })
}
