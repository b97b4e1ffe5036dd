import { expect, test } from 'vitest'
import { findConversationFaults } from '../../../fakes/model/wire/find-faults.ts'
import type { WireFormat } from '../../../fakes/model/wire/wire-format.ts'
import { WIRE_FORMATS } from '../../../fakes/model/wire/wire-formats.ts'
import {
  answer,
  finish,
  mark,
  openWireWorld,
  read,
  runToItsEnd,
} from '../../../support/whole-run/wire-world.ts'

type Spoiling = readonly [what: string, from: string, to: string, fault: RegExp]

const MARK = ',"cache_control":{"type":"ephemeral"}'

/** What is done to a good request, as text, and what is then said of it. */
const SPOILINGS: Readonly<Record<WireFormat['provider'], readonly Spoiling[]>> = {
  anthropic: [
    [
      'a call without its result',
      '"tool_use_id":"toolu_0_1"',
      '"tool_use_id":"x"',
      /toolu_0_1 has no result/,
    ],
    ['a call with two results', '"tool_use_id":"toolu_0_1"', '"tool_use_id":"toolu_0_0"', /two results/],
    ['a result of no call', '"id":"toolu_0_0"', '"id":"toolu_0_7"', /toolu_0_0 answers no call/],
    ['two calls of one id', '"id":"toolu_0_1"', '"id":"toolu_0_0"', /two calls have the id/],
    [
      'input that is a list',
      '"input":{"path":"hello.txt"}',
      '"input":["hello.txt"]',
      /^messages\.1\.content/,
    ],
    ['blank text', '"text":"I look."', '"text":" "', /^messages\.1\.content/],
    ['two words of the user', '"role":"assistant"', '"role":"user"', /^messages\.1/],
    [
      'a fifth breakpoint',
      '"required":',
      `"a":[1${`,{"b":1${MARK}}`.repeat(3)}],"required":`,
      /\d cache breakpoints/,
    ],
    ['a last message without a mark', `${MARK}}]}],"tools"`, '}]}],"tools"', /last message is not marked/],
    [
      'a tool that takes no object',
      '"input_schema":{"type":"object"',
      '"input_schema":{"type":"array"',
      /^tools\.0/,
    ],
    ['a field that there is not', '{"model"', '{"store":false,"model"', /store/],
  ],
  openai: [
    ['a conversation that is kept', '"store":false', '"store":true', /^store/],
    [
      'a call without its result',
      '_output","call_id":"call_0_1"',
      '_output","call_id":"x"',
      /call_0_1 has no result/,
    ],
    [
      'a call with two results',
      '_output","call_id":"call_0_1"',
      '_output","call_id":"call_0_0"',
      /two results/,
    ],
    ['input that is a list', String.raw`"{\"path\":\"hello.txt\"}"`, '"[]"', /not the JSON of an object/],
    [
      'reasoning that is left out',
      '"encrypted_content":"sealed_0"',
      '"encrypted_content":"z"',
      /reasoning before/,
    ],
    ['reasoning that is not asked for', '"reasoning.encrypted_content"', '"x"', /sealed reasoning/],
    ['what is stored elsewhere', '"type":"function_call_output"', '"type":"item_reference"', /^input\./],
  ],
  'openai-compatible': [
    [
      'a call without its result',
      '"tool_call_id":"call_0_1"',
      '"tool_call_id":"x"',
      /call_0_1 has no result/,
    ],
    ['a call with two results', '"tool_call_id":"call_0_1"', '"tool_call_id":"call_0_0"', /two results/],
    ['input that is a list', String.raw`"{\"path\":\"hello.txt\"}"`, '"[]"', /not the JSON of an object/],
    ['two words of the user', '"role":"system"', '"role":"user"', /user speaks twice|system prompt/],
    ['tokens that nobody counts', '"include_usage":true', '"include_usage":false', /include_usage/],
  ],
  google: [
    [
      'a call without its result',
      '"functionResponse":{"id":"call_0_1"',
      '"functionResponse":{"id":"x"',
      /call_0_1 has/,
    ],
    [
      'a call with two results',
      '"functionResponse":{"id":"call_0_1"',
      '"functionResponse":{"id":"call_0_0"',
      /two/,
    ],
    [
      'a result of another tool',
      '"id":"call_0_0","name":"read","response"',
      '"id":"call_0_0","name":"edit","response"',
      /another tool/,
    ],
    [
      'a thought without its seal',
      '"thoughtSignature":"signature_0"',
      '"thoughtSignature":"z"',
      /signature is missing/,
    ],
    [
      'text between results',
      '{"functionResponse"',
      '{"text":"x"},{"functionResponse"',
      /^contents\.2\.parts/,
    ],
    ['input that is a list', '"args":{"path":"hello.txt"}', '"args":["hello.txt"]', /^contents\.1\.parts/],
    [
      'two words of the model',
      '"contents":[',
      '"contents":[{"role":"model","parts":[{"text":"x"}]},',
      /first word is not/,
    ],
  ],
}

test.each(WIRE_FORMATS)('$provider', async (format) => {
  const script = [answer({ say: 'I look.', calls: [read(), read('missing.txt'), mark('x')] }), finish]
  const world = await openWireWorld({ format, script })
  await runToItsEnd(world, format)
  const good = world.provider.requests[1]?.body ?? ''
  for (const [what, from, to, fault] of SPOILINGS[format.provider]) {
    expect(good, `${what} cannot be made`).toContain(from)
    const request = format.read(JSON.parse(good.replace(from, () => to)))
    const faults = [...request.faults, ...findConversationFaults(request)]
    expect(faults, what).toContainEqual(expect.stringMatching(fault))
  }
})
