import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../../fakes/model/wire/anthropic-messages.ts'
import { chatCompletions } from '../../../../fakes/model/wire/chat-completions.ts'
import { gemini } from '../../../../fakes/model/wire/gemini.ts'
import { openaiResponses } from '../../../../fakes/model/wire/openai-responses.ts'
import { data, event, type WireFormat } from '../../../../fakes/model/wire/wire-format.ts'
import {
  answerWith,
  anthropicStream,
  blockFrames,
  chatCall,
  chatChunk,
  chatStream,
  geminiStream,
  raw,
  responsesStream,
  titled,
} from '../../../../support/action/raw-answers.ts'

const EDIT = { path: 'hello.txt', old: 'hello', new: 'hello world' }
const TEXT = JSON.stringify(EDIT)
const DONE = 'data: [DONE]\n\n'
const END = chatChunk({}, 'tool_calls')
const piece = (call: object) => chatChunk({ tool_calls: [call] })
const whole = piece(chatCall('a', 'edit', EDIT))
const argumentsOf = (text: string) => piece({ index: 0, function: { arguments: text } })
const use = { type: 'tool_use', id: 'toolu_0', name: 'edit', input: EDIT } as const
const anthropic = anthropicStream(use)
const gone = (frames: readonly string[], kind: string) => frames.filter((frame) => !frame.includes(kind))
const functionCall = {
  ...{ type: 'function_call', id: 'fc_0', call_id: 'call_0_0', name: 'edit', status: 'completed' },
  arguments: TEXT,
}
const sealed = { type: 'reasoning', id: 'rs_0', encrypted_content: 'sealed_0', summary: [] }
const geminiEdit = {
  functionCall: { id: 'call_0_0', name: 'edit', args: EDIT },
  thoughtSignature: 'signature_0',
}

/** The greeting is edited once, and the answer is asked for once. */
const CASES: readonly (readonly [string, WireFormat, readonly string[], source: string])[] = [
  [
    'a last chunk that writes the call again',
    chatCompletions,
    [piece(chatCall('a', 'edit', '')), argumentsOf(TEXT), piece(chatCall('a', 'edit', EDIT)), END, DONE],
    'https://github.com/BerriAI/litellm/issues/20480',
  ],
  [
    'a call that comes whole, twice',
    chatCompletions,
    [whole, whole, END, DONE],
    'https://github.com/BerriAI/litellm/issues/20480',
  ],
  [
    'a call without an id that comes whole, twice',
    chatCompletions,
    [1, 2].map(() => piece({ ...chatCall('', 'edit', EDIT), id: undefined })).concat(END, DONE),
    'https://github.com/Soju06/codex-lb/issues/284',
  ],
  [
    'a call that is written again with other white space',
    chatCompletions,
    [
      piece(chatCall('a', 'edit', '')),
      argumentsOf(JSON.stringify(EDIT, null, 1)),
      piece(chatCall('a', 'edit', EDIT)),
      END,
      DONE,
    ],
    'https://github.com/elizaOS/eliza/pull/16973',
  ],
  [
    'arguments that each chunk has from the beginning',
    chatCompletions,
    [5, 20, 40, TEXT.length].map((end) => piece(chatCall('a', 'edit', TEXT.slice(0, end)))).concat(END, DONE),
    'https://github.com/NousResearch/hermes-agent/pull/35718',
  ],
  [
    'such arguments without id and name',
    chatCompletions,
    [
      piece(chatCall('a', 'edit', '')),
      argumentsOf('{'),
      argumentsOf(TEXT.slice(0, 30)),
      argumentsOf(TEXT),
    ].concat(END, DONE),
    'https://github.com/decolua/9router/pull/2869',
  ],
  [
    'arguments that are repeated in one chunk',
    chatCompletions,
    [piece(chatCall('a', 'edit', TEXT + TEXT + TEXT)), END, DONE],
    'https://github.com/Soju06/codex-lb/issues/284',
  ],
  [
    'choices that are null',
    chatCompletions,
    [data({ id: 'c', choices: null }), whole, END, DONE],
    'https://github.com/CherryHQ/cherry-studio/issues/11287',
  ],
  [
    'data that is null',
    chatCompletions,
    ['data: null\n\n', whole, 'data: null\n\n', END, DONE],
    'https://github.com/Kilo-Org/kilocode/pull/3083',
  ],
  [
    'a chunk of usage without choices',
    chatCompletions,
    [whole, END, data({ usage: { prompt_tokens: 9, completion_tokens: 1 } }), DONE],
    'https://github.com/pydantic/pydantic-ai/pull/5170',
  ],
  [
    'usage as text',
    chatCompletions,
    [whole, END, data({ choices: [], usage: { prompt_tokens: '9', completion_tokens: 'many' } }), DONE],
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'usage that is a sentence',
    chatCompletions,
    [whole, END, data({ choices: [], usage: 'none' }), DONE],
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'a ping',
    chatCompletions,
    [data({ type: 'ping' }), ': OPENROUTER PROCESSING\n\n', whole, END, DONE],
    'https://openrouter.ai/docs/api-reference/streaming',
  ],
  [
    'an error that is null',
    chatCompletions,
    [data({ ...JSON.parse(whole.slice(6)), error: null }), END, DONE],
    'https://github.com/earendil-works/pi/pull/2466',
  ],
  [
    'another role',
    chatCompletions,
    [chatChunk({ role: 'model', content: '' }), whole, END, DONE],
    'https://github.com/BerriAI/litellm/issues/12481',
  ],
  ['no finish reason', chatCompletions, [whole, DONE], 'https://github.com/vllm-project/vllm/issues/27572'],
  [
    'no finish reason and no line end',
    chatCompletions,
    [whole, DONE.trimEnd()],
    'https://github.com/mlflow/mlflow/pull/20578',
  ],
  [
    'choices without an index',
    chatCompletions,
    [whole, END, DONE].map((frame) => frame.replace(/"index":0,"delta"/, '"delta"')),
    'https://github.com/vercel/ai/pull/4031',
  ],
  [
    'an empty finish reason in each chunk',
    chatCompletions,
    [whole.replace('"finish_reason":null', '"finish_reason":""'), END, DONE],
    'https://github.com/ollama/ollama/issues/4357',
  ],
  [
    'a finish reason before the call',
    chatCompletions,
    [chatChunk({ content: 'I look.' }, 'stop'), whole, END, DONE],
    'https://github.com/open-webui/open-webui/issues/16377',
  ],
  [
    'a choice without a delta',
    chatCompletions,
    [whole, data({ choices: [{ index: 0, finish_reason: 'tool_calls' }] }), DONE],
    'https://github.com/Mintplex-Labs/anything-llm/issues/5112',
  ],
  [
    'a delta that is null',
    chatCompletions,
    [whole, data({ choices: [{ index: 0, delta: null, finish_reason: 'tool_calls' }] }), DONE],
    'https://github.com/Mintplex-Labs/anything-llm/issues/5112',
  ],
  [
    'an index as text',
    chatCompletions,
    [piece({ ...chatCall('a', 'edit', EDIT), index: '0' }), END, DONE],
    'https://github.com/anvia-hq/anvia/pull/262',
  ],
  [
    'an id that is a number',
    chatCompletions,
    [piece({ ...chatCall('a', 'edit', EDIT), id: 7 }), END, DONE],
    'https://github.com/anvia-hq/anvia/pull/262',
  ],
  [
    'a call without a type',
    chatCompletions,
    [piece({ ...chatCall('a', 'edit', EDIT), type: undefined }), END, DONE],
    'https://github.com/iOfficeAI/aionrs/pull/99',
  ],
  [
    'an empty type',
    chatCompletions,
    [piece({ ...chatCall('a', 'edit', EDIT), type: '' }), END, DONE],
    'https://github.com/iOfficeAI/aionrs/pull/99',
  ],
  [
    'arguments that are null before the first piece',
    chatCompletions,
    [
      piece({ index: 0, id: 'a', type: 'function', function: { name: 'edit', arguments: null } }),
      argumentsOf(TEXT),
      END,
      DONE,
    ],
    'https://github.com/vercel/ai/issues/6687',
  ],
  [
    'a name that is null with each further piece',
    chatCompletions,
    [
      piece(chatCall('a', 'edit', '')),
      piece({ index: 0, id: null, function: { name: null, arguments: TEXT } }),
      END,
      DONE,
    ],
    'https://github.com/binaricat/Netcatty/pull/1007',
  ],
  [
    'a name that comes with each piece',
    chatCompletions,
    [piece(chatCall('a', 'edit', TEXT.slice(0, 9))), piece(chatCall('a', 'edit', TEXT.slice(9))), END, DONE],
    'https://github.com/anvia-hq/anvia/pull/262',
  ],
  [
    'an empty name and id with each further piece',
    chatCompletions,
    [piece(chatCall('a', 'edit', TEXT.slice(0, 9))), piece(chatCall('', '', TEXT.slice(9))), END, DONE],
    'https://github.com/binaricat/Netcatty/pull/1007',
  ],
  [
    'calls that are null beside a text',
    chatCompletions,
    [chatChunk({ content: 'a', tool_calls: null }), whole, END, DONE],
    'https://github.com/vercel/ai/issues/2656',
  ],
  [
    'a list of calls that is empty',
    chatCompletions,
    [chatChunk({ content: null, tool_calls: [] }), whole, END, DONE],
    'https://github.com/vercel/ai/issues/2656',
  ],
  ...['tool_use', 'function_call', 'tool_call', 'end_turn', 'stop', 'eos', 'TOOL_CALLS'].map(
    (reason) =>
      [
        `the finish reason ${reason}`,
        chatCompletions,
        [whole, chatChunk({}, reason), DONE],
        'https://github.com/mozilla-ai/any-llm/pull/1202',
      ] as const,
  ),
  [
    'two chunks with a finish reason',
    chatCompletions,
    [whole, END, chatChunk({}, 'stop'), DONE],
    'https://github.com/vercel/ai/issues/7417',
  ],
  [
    'usage that is null in each chunk',
    chatCompletions,
    [data({ ...JSON.parse(whole.slice(6)), usage: null }), END, DONE],
    'https://github.com/vercel/ai/issues/7417',
  ],
  [
    'a named event',
    chatCompletions,
    [whole, END].map((frame) => `event: message\n${frame}`).concat(DONE),
    'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  ],
  [
    'a mark of the byte order',
    chatCompletions,
    [`\ufeff${whole}`, END, DONE],
    'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  ],
  [
    'line ends of CRLF',
    chatCompletions,
    [whole, END, DONE].map((frame) => frame.replaceAll('\n', '\r\n')),
    'https://github.com/miruamel/xuan/issues/194',
  ],
  [
    'line ends of CR',
    chatCompletions,
    [whole, END, DONE].map((frame) => frame.replaceAll('\n', '\r')),
    'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  ],
  [
    'no space behind the colon',
    chatCompletions,
    [whole, END, DONE].map((frame) => frame.replace('data: ', 'data:')),
    'https://github.com/openai/openai-python/pull/559',
  ],
  [
    'no blank line between chunks',
    chatCompletions,
    [whole, END, DONE].map((frame) => frame.replace('\n\n', '\n')),
    'https://github.com/SamSaffron/term-llm/pull/456',
  ],
  [
    'an input in the start of its block',
    anthropicMessages,
    [
      ...anthropic.slice(0, 1),
      event('content_block_start', { index: 0, content_block: use }),
      event('content_block_stop', { index: 0 }),
      ...anthropic.slice(-2),
    ],
    'https://github.com/looplj/axonhub/pull/2000',
  ],
  [
    'pings in place of the end of the message',
    anthropicMessages,
    [...gone(anthropic, 'message_stop'), event('ping', {}), event('ping', {})],
    'https://github.com/tombii/better-ccflare/pull/307',
  ],
  [
    'half of the end of the message',
    anthropicMessages,
    [...gone(anthropic, 'message_stop'), 'event: message_stop\ndata: {"type":"m'],
    'https://github.com/sudoprivacy/sudocode/pull/576',
  ],
  [
    'a start of the message without content',
    anthropicMessages,
    [event('message_start', { message: { id: 'm', role: 'assistant', model: 'm' } }), ...anthropic.slice(1)],
    'https://github.com/SaladDay/cc-switch-cli/pull/320',
  ],
  [
    'no end of the message',
    anthropicMessages,
    gone(anthropic, 'message_stop'),
    'https://github.com/tombii/better-ccflare/pull/307',
  ],
  [
    'no name of events',
    anthropicMessages,
    anthropic.map((frame) => frame.replace(/^event: .*\n/, '')),
    'https://html.spec.whatwg.org/multipage/server-sent-events.html',
  ],
  [
    'a ping before the message',
    anthropicMessages,
    [event('ping', {}), ...anthropic],
    'https://docs.claude.com/en/docs/build-with-claude/streaming#ping-events',
  ],
  [
    'a mark behind the end',
    anthropicMessages,
    [...anthropic, DONE],
    'https://github.com/earendil-works/pi/issues/5592',
  ],
  [
    'a stop reason that is unknown',
    anthropicMessages,
    anthropic.map((frame) => frame.replace('"stop_reason":"tool_use"', '"stop_reason":"stop"')),
    'https://github.com/earendil-works/pi/issues/2352',
  ],
  [
    'usage that is null',
    anthropicMessages,
    anthropic.map((frame) => frame.replace(/"usage":\{[^}]*\}/, '"usage":null')),
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'a keepalive',
    openaiResponses,
    [event('keepalive', { sequence_number: 1 }), ...responsesStream(sealed, functionCall)],
    'https://platform.openai.com/docs/api-reference/responses-streaming',
  ],
  [
    'a mark behind the end',
    openaiResponses,
    [...responsesStream(sealed, functionCall), DONE],
    'https://github.com/earendil-works/pi/issues/5592',
  ],
  [
    'no usage',
    openaiResponses,
    responsesStream(sealed, functionCall).map((frame) => frame.replace(/"usage":\{[^}]*\}/, '"usage":null')),
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'no content',
    gemini,
    [...geminiStream(geminiEdit).slice(0, 1), data({ candidates: [{ finishReason: 'STOP', index: 0 }] })],
    'https://github.com/pydantic/pydantic-ai/issues/631',
  ],
  [
    'no usage',
    gemini,
    [
      geminiStream(geminiEdit)[0] ?? '',
      data({ candidates: [{ content: { role: 'model' }, finishReason: 'STOP' }] }),
    ],
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'a null in the place of an event',
    anthropicMessages,
    ['data: null\n\n', ...anthropic],
    'https://github.com/earendil-works/pi/pull/2466',
  ],
  [
    'an unknown event',
    anthropicMessages,
    [...anthropic.slice(0, 1), event('moonlight', { index: 0 }), ...anthropic.slice(1)],
    'https://docs.claude.com/en/docs/build-with-claude/streaming#other-events',
  ],
  [
    'an unknown block with its deltas',
    anthropicMessages,
    [
      ...anthropic.slice(0, -2),
      event('content_block_start', { index: 7, content_block: { type: 'moonlight' } }),
      event('content_block_delta', { index: 7, delta: { type: 'moonlight_delta', moon: 1 } }),
      event('content_block_delta', { index: 7, delta: { type: 'text_delta', text: 'x' } }),
      event('content_block_stop', { index: 7 }),
      ...anthropic.slice(-2),
    ],
    'https://docs.claude.com/en/docs/build-with-claude/streaming#other-events',
  ],
  [
    'an unknown delta in a known block',
    anthropicMessages,
    [
      ...anthropic.slice(0, 2),
      event('content_block_delta', { index: 0, delta: { type: 'moonlight_delta', moon: 1 } }),
      ...anthropic.slice(2),
    ],
    'https://github.com/vercel/ai/issues/2463',
  ],
  [
    'no usage at the start',
    anthropicMessages,
    [
      event('message_start', {
        message: { id: 'm', type: 'message', role: 'assistant', model: 'm', content: [] },
      }),
      ...gone(anthropic, 'message_start'),
    ],
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'no input tokens at the start, and no usage at the end',
    anthropicMessages,
    [
      event('message_start', {
        message: { id: 'm', role: 'assistant', content: [], usage: { output_tokens: '1' } },
      }),
      ...blockFrames(use, 0),
      event('message_delta', { delta: { stop_reason: 'tool_use' } }),
      event('message_stop', {}),
    ],
    'https://github.com/earendil-works/pi/issues/6567',
  ],
  [
    'a block that comes twice',
    anthropicMessages,
    anthropicStream(use, use),
    'https://github.com/anthropics/anthropic-sdk-csharp/issues/53',
  ],
  [
    'a null in the place of an event',
    openaiResponses,
    ['data: null\n\n', ...responsesStream(sealed, functionCall)],
    'https://github.com/earendil-works/pi/pull/2466',
  ],
  [
    'an item that comes twice',
    openaiResponses,
    responsesStream(sealed, functionCall, functionCall),
    'https://github.com/Soju06/codex-lb/issues/284',
  ],
  [
    'a null in the place of an event',
    gemini,
    ['data: null\n\n', ...geminiStream(geminiEdit)],
    'https://github.com/earendil-works/pi/pull/2466',
  ],
  [
    'a call that comes twice',
    gemini,
    geminiStream(geminiEdit, geminiEdit),
    'https://github.com/anthropics/anthropic-sdk-csharp/issues/53',
  ],
  [
    'a name with a part of the header of its format',
    chatCompletions,
    chatStream({ tool_calls: [chatCall('a', 'edit<|channel|>commentary', EDIT)] }),
    'https://github.com/ollama/ollama/issues/11704',
  ],
  ...(
    [
      [
        'JSON and a closing tag',
        `${TEXT}\n</tool_call>`,
        'https://github.com/NousResearch/hermes-agent/pull/79333',
      ],
      ['JSON and a special token', `${TEXT}<|call|>`, 'https://github.com/ggml-org/llama.cpp/pull/15158'],
      [
        'JSON in a fence',
        `\`\`\`json\n${TEXT}\n\`\`\``,
        'https://github.com/NousResearch/hermes-agent/pull/79333',
      ],
    ] as const
  ).map(
    ([title, input, source]) =>
      [title, chatCompletions, chatStream({ tool_calls: [chatCall('a', 'edit', input)] }), source] as const,
  ),
]

describe.concurrent('an answer is read and its call made once', () => {
  it.each(titled(CASES))('%s', async (_, format, frames) => {
    const { outcome, files, faults, asked } = await answerWith(format, raw(...frames))
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(files['hello.txt']).toBe('hello world\n')
    expect(asked).toHaveLength(2)
    expect(faults).toEqual([])
    const sent = asked[1]?.body ?? ''
    expect(sent.split('hello world').length - 1, 'the call goes back once').toBe(1)
  })

  it('logs how many chunks were left out', async () => {
    const frames = ['data: null\n\n', 'data: <p>\n\n', ...chatStream({ content: 'a' })]
    const { logged } = await answerWith(chatCompletions, raw(...frames))
    expect(logged).toEqual(['An answer of the model had 2 unreadable chunks, left out.'])
  })

  it('keeps line ends and tabs that a model has written into a text of its input', async () => {
    const input = '{"path":\n"a.txt",\t"content":"one\n\ttwo\\n\\"three\\"\n"}'
    const frames = chatStream({ tool_calls: [chatCall('a', 'write', input)] })
    const { files } = await answerWith(chatCompletions, raw(...frames))
    expect(files['a.txt']).toBe('one\n\ttwo\n"three"\n')
  })

  // https://github.com/2389-research/tracker/issues/543
  it('names a prompt that Gemini blocks, which has no candidate', async () => {
    const blocked = `data: ${JSON.stringify({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })}\n\n`
    const { outcome, asked } = await answerWith(gemini, raw(blocked))
    expect(outcome.reason).toMatchObject({ code: 'content-refused' })
    expect(asked).toHaveLength(1)
  })

  it('makes two calls that differ, though they have one index', async () => {
    const frames = [
      piece(chatCall('a', 'edit', EDIT)),
      piece(chatCall('b', 'edit', { ...EDIT, old: 'world', new: 'you' })),
      END,
      DONE,
    ]
    const { files } = await answerWith(chatCompletions, raw(...frames))
    expect(files['hello.txt']).toBe('hello you\n')
  })

  it('shows the model its own call if it cannot be repaired', async () => {
    const frames = chatStream({ tool_calls: [chatCall('a', 'edit', '{"path": hello.txt}')] })
    const { asked } = await answerWith(chatCompletions, raw(...frames))
    const { messages } = JSON.parse(asked[1]?.body ?? '{}')
    expect(JSON.parse(messages[2].tool_calls[0].function.arguments)).toEqual({
      INVALID_JSON: '{"path": hello.txt}',
    })
  })

  it.each([
    ['a text without a finish reason', [chatChunk({ content: 'Done.' }), DONE]],
    ['half of a call without a finish reason', [piece(chatCall('a', 'edit', TEXT.slice(0, 40))), DONE]],
    [
      'one of two calls without a finish reason',
      [whole, piece(chatCall('b', 'edit', TEXT.slice(0, 40), 1)), DONE],
    ],
    ['a whole call and no end', [whole]],
    [
      'an error beside a finish reason of the same name',
      [
        piece(chatCall('a', 'edit', TEXT.slice(0, 9))),
        data({
          error: { code: 502, message: 'Upstream failed' },
          choices: [{ index: 0, delta: {}, finish_reason: 'error' }],
        }),
        DONE,
      ],
    ],
    ['an error in place of choices', [data({ error: { code: 502, message: 'Busy' }, choices: [] }), DONE]],
    ['no choices at all', [data({ choices: [] }), data({ choices: [] }), DONE]],
    [
      'words about an overload that came as an answer',
      chatStream({ content: 'Our servers are currently overloaded. Please try again later.' }),
    ],
    [
      'a chunk with content that is damaged',
      [piece(chatCall('a', 'edit', '')), `${argumentsOf(TEXT).slice(0, -9)}\n\n`, END, DONE],
    ],
  ])('asks again after %s', async (_, frames) => {
    const { outcome, files, asked } = await answerWith(
      chatCompletions,
      raw(...frames),
      raw(...chatStream({ tool_calls: [chatCall('c', 'edit', EDIT)] })),
    )
    expect(outcome).toMatchObject({ reason: null, usage: { steps: 2 } })
    expect(files['hello.txt']).toBe('hello world\n')
    expect(asked).toHaveLength(3)
  })
})
