import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../fakes/model/wire/anthropic-messages.ts'
import { chatCompletions } from '../../../fakes/model/wire/chat-completions.ts'
import { gemini } from '../../../fakes/model/wire/gemini.ts'
import { openaiResponses } from '../../../fakes/model/wire/openai-responses.ts'
import type { Turn } from '../../../fakes/model/wire/scripted-provider.ts'
import { event, type WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import {
  answerWith,
  anthropicStream,
  chatCall,
  chatStream,
  geminiStream,
  raw,
  refuse,
  responsesStream,
} from '../../../support/action/raw-answers.ts'

const READ = { path: 'hello.txt' }

const thinking = (n: number): Turn =>
  raw(
    ...anthropicStream(
      { type: 'thinking', thinking: 'SECRET', signature: 'SECRET' },
      { type: 'tool_use', id: `toolu_${n}`, name: 'read', input: READ },
    ),
  )
const sealed = (n: number): Turn =>
  raw(
    ...responsesStream(
      { type: 'reasoning', id: `rs_SECRET_${n}`, encrypted_content: 'SECRET', summary: [] },
      {
        ...{ type: 'function_call', id: `fc_${n}`, call_id: `call_${n}`, name: 'read', status: 'completed' },
        arguments: JSON.stringify(READ),
      },
    ),
  )
const signed = (n: number): Turn =>
  raw(
    ...geminiStream({
      functionCall: { id: `call_${n}`, name: 'read', args: READ },
      thoughtSignature: 'SECRET',
    }),
  )
const chat = (fields: object) => (n: number) =>
  raw(...chatStream(fields, { tool_calls: [chatCall(`call_${n}`, 'read', READ)] }))

const unsigned = raw(
  ...anthropicStream(
    { type: 'thinking', thinking: 'I think.', signature: '' },
    { type: 'tool_use', id: 'toolu_0', name: 'read', input: READ },
  ).filter((frame) => !frame.includes('signature_delta')),
)

const CASES: readonly (readonly [
  title: string,
  WireFormat,
  reasoned: (n: number) => Turn,
  refusal: Turn,
  source: string,
])[] = [
  [
    'Anthropic finds its thoughts changed',
    anthropicMessages,
    thinking,
    refuse(
      'messages.1.content.9: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
    ),
    'https://github.com/anthropics/claude-code/issues/63548',
  ],
  [
    'Anthropic refuses a signature of another account',
    anthropicMessages,
    thinking,
    refuse('messages.1.content.0: Invalid `signature` in `thinking` block'),
    'https://github.com/anthropics/claude-code/issues/63284',
  ],
  [
    'Anthropic misses the thoughts that a gateway has dropped',
    anthropicMessages,
    (n) => raw(...anthropicStream({ type: 'tool_use', id: `toolu_${n}`, name: 'read', input: READ })),
    refuse('messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.'),
    'https://github.com/anomalyco/opencode/issues/3077',
  ],
  [
    'DeepSeek misses its thoughts',
    anthropicMessages,
    (n) => raw(...anthropicStream({ type: 'tool_use', id: `toolu_${n}`, name: 'read', input: READ })),
    refuse('The `content[].thinking` in the thinking mode must be passed back to the API.'),
    'https://github.com/NousResearch/hermes-agent/pull/16149',
  ],
  [
    'OpenAI cannot open the reasoning of another account',
    openaiResponses,
    sealed,
    refuse('The encrypted content gAAA...DQ== could not be verified.'),
    'https://github.com/openai/codex/issues/8145',
  ],
  [
    'OpenAI says so in the stream',
    openaiResponses,
    sealed,
    raw(
      event('error', {
        sequence_number: 0,
        error: {
          type: 'invalid_request_error',
          code: 'invalid_encrypted_content',
          message: 'It could not be verified.',
        },
      }),
    ),
    'https://github.com/experientiallabs/experiential/pull/965',
  ],
  [
    'Gemini misses a signature',
    gemini,
    signed,
    refuse('Function call is missing a thought_signature in functionCall parts.'),
    'https://github.com/vercel/ai/issues/15550',
  ],
  [
    'Gemini finds a signature corrupted',
    gemini,
    signed,
    refuse('Corrupted thought signature.'),
    'https://github.com/anomalyco/opencode/issues/4832',
  ],
  [
    'Groq does not know the field',
    chatCompletions,
    chat({ reasoning: 'SECRET' }),
    refuse("property 'reasoning' is unsupported"),
    'https://github.com/musistudio/claude-code-router/pull/1204',
  ],
  [
    'Cerebras does not know the field',
    chatCompletions,
    chat({ reasoning_content: 'SECRET' }),
    refuse("messages.2.assistant.reasoning_content: property 'reasoning_content' is unsupported"),
    'https://github.com/Kilo-Org/kilocode/issues/10375',
  ],
  [
    'Mistral takes no other fields',
    chatCompletions,
    chat({ reasoning_content: 'SECRET' }),
    refuse('Extra inputs are not permitted', 422),
    'https://docs.mistral.ai/api/#tag/chat',
  ],
  [
    'OpenRouter fails at a replay',
    chatCompletions,
    chat({
      reasoning_details: [{ type: 'reasoning.encrypted', data: 'SECRET', id: 'r', format: 'f', index: 0 }],
    }),
    refuse('Provider returned error: Corrupted thought signature.'),
    'https://github.com/OpenRouterTeam/openrouter-examples/issues/67',
  ],
]

describe.concurrent('reasoning that the provider refuses is left out of the rest of the run', () => {
  it.each(CASES)('%s', async (_, format, reasoned, refusal) => {
    const { outcome, asked } = await answerWith(format, reasoned(0), refusal, reasoned(1))
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 3 } })
    const isSent = asked[1]?.body.includes('SECRET')
    expect(asked.map(({ body }) => body.includes('SECRET'))).toEqual([false, isSent, false, false])
    // Anthropic refuses a call without its thoughts unless thinking is disabled.
    const disabled = format.provider === 'anthropic'
    expect(asked.map(({ body }) => body.includes('"thinking":{"type":"disabled"}'))).toEqual([
      ...[false, false, disabled, disabled],
    ])
  })

  // https://github.com/can1357/oh-my-pi/pull/908
  it('sends thoughts back to a server that does not sign them', async () => {
    const { outcome, asked } = await answerWith(anthropicMessages, unsigned)
    expect(outcome).toMatchObject({ reason: null })
    const { messages } = JSON.parse(asked[1]?.body ?? '{}')
    expect(messages[1].content[0]).toEqual({ type: 'thinking', thinking: 'I think.', signature: '' })
  })

  it('sends the reasoning again if it was not the cause', async () => {
    const no = refuse('tools.3: no')
    const { outcome, asked } = await answerWith(anthropicMessages, thinking(0), no, no)
    expect(outcome.reason).toMatchObject({ code: 'model-refused' })
    expect(asked.map(({ body }) => body.includes('SECRET'))).toEqual([false, true, false])
  })

  it.each([401, 403, 404])('does not try again after %i', async (status) => {
    const { outcome, asked } = await answerWith(anthropicMessages, thinking(0), refuse('no', status))
    expect(outcome.reason).toMatchObject({ code: 'model-refused' })
    expect(asked).toHaveLength(2)
  })

  // https://github.com/anomalyco/opencode/issues/3077
  it('names no effort to a gateway that misses thoughts which it has not returned', async () => {
    const missing = refuse('Expected `thinking` or `redacted_thinking`, but found `tool_use`.')
    const { outcome, asked } = await answerWith({ ...chatCompletions, effort: 'high' }, chat({})(0), missing)
    expect(outcome).toMatchObject({ reason: null })
    expect(asked.map(({ body }) => body.includes('reasoning_effort'))).toEqual([true, true, false])
  })

  it('gives Gemini behind a gateway the documented stand-in for a signature that the gateway drops', async () => {
    const missing = refuse('Function call is missing a thought_signature in functionCall parts.')
    const format = { ...chatCompletions, model: 'openai-compatible/google/gemini-3-pro' }
    const { outcome, asked } = await answerWith(format, chat({})(0), missing)
    expect(outcome).toMatchObject({ reason: null })
    expect(asked[2]?.body).toContain('"thought_signature":"skip_thought_signature_validator"')
  })
})

describe.concurrent('reasoning of the chat protocol goes back as it came', () => {
  const READ_CALL = { tool_calls: [chatCall('call_0', 'read', READ)] }
  const messageOf = (body = '{"messages":[]}'): unknown =>
    JSON.parse(body).messages.find(({ role }: { role: string }) => role === 'assistant')

  const FIELDS: readonly (readonly [string, readonly object[], back: object, source: string])[] = [
    [
      'reasoning_content',
      [{ reasoning_content: 'I ' }, { reasoning_content: 'think.' }],
      { reasoning_content: 'I think.' },
      'https://api-docs.deepseek.com/guides/thinking_mode#tool-calls',
    ],
    [
      'reasoning',
      [{ reasoning: 'I ' }, { reasoning: 'think.' }],
      { reasoning: 'I think.' },
      'https://docs.vllm.ai/en/latest/features/reasoning_outputs',
    ],
    [
      'reasoning_details in pieces',
      [
        {
          reasoning: 'I ',
          reasoning_details: [{ type: 'reasoning.text', text: 'I ', index: 0, format: 'f' }],
        },
        { reasoning: 'think', reasoning_details: [{ type: 'reasoning.text', text: 'think', index: 0 }] },
        { reasoning_details: [{ type: 'reasoning.text', signature: 's', index: 0 }] },
        { reasoning_details: [{ type: 'reasoning.encrypted', data: 'x', index: 1, id: 'call_0' }] },
      ],
      {
        reasoning_details: [
          { type: 'reasoning.text', text: 'I think', index: 0, format: 'f', signature: 's' },
          { type: 'reasoning.encrypted', data: 'x', index: 1, id: 'call_0' },
        ],
      },
      'https://openrouter.ai/docs/guides/best-practices/reasoning-tokens#preserving-reasoning-blocks',
    ],
    [
      'a list of thoughts, which Mistral does not want back',
      [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'I think.' }] }] }],
      {},
      'https://docs.mistral.ai/capabilities/reasoning',
    ],
  ]
  it.each(FIELDS)('%s', async (_, deltas, back) => {
    const { outcome, asked } = await answerWith(chatCompletions, raw(...chatStream(...deltas, READ_CALL)))
    expect(outcome).toMatchObject({ reason: null })
    expect(messageOf(asked[1]?.body)).toEqual({
      role: 'assistant',
      content: null,
      tool_calls: [{ ...chatCall('call_0', 'read', READ), index: undefined }],
      ...back,
    })
  })

  // https://github.com/openclaw/openclaw/issues/73417
  it('comes with each message once it came with one', async () => {
    const plain = raw(...chatStream({ tool_calls: [chatCall('call_9', 'read', READ)] }))
    const reasoned = raw(...chatStream({ reasoning_content: 'I think.' }, READ_CALL))
    const { asked } = await answerWith(chatCompletions, plain, reasoned)
    expect(messageOf(asked[1]?.body)).not.toHaveProperty('reasoning_content')
    expect(messageOf(asked[2]?.body)).toHaveProperty('reasoning_content', '')
  })
})
