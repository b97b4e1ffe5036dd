import { expect, test } from 'vitest'
import { type CallOptions, startAppServer } from '../../../../support/app/app-server.ts'
import { listEntries } from '../../../../support/app/list-entries.ts'

const JSON_TYPE = { 'content-type': 'application/json' }
const huge = `{"prompt":"x","more":"${'x'.repeat(4 * 1024 * 1024)}"}`

const REFUSED: readonly [string, CallOptions, number, RegExp][] = [
  ['no body', { headers: JSON_TYPE }, 400, /^the body is empty; send a JSON object$/],
  ['no body and no type', {}, 400, /^the body is empty; send a JSON object$/],
  ['nothing but blanks', { raw: ' \n' }, 400, /^the body is empty; send a JSON object$/],
  ['half an object', { raw: '{"prompt":"x"' }, 400, /^the body is not valid JSON: line 1, column 14$/],
  ['a text that does not end', { raw: '{"prompt":' }, 400, /^the body is not valid JSON: it ends too early$/],
  [
    'a prompt of two lines, as a shell inserts it',
    { raw: '{\n"prompt":"secret\nwords"}' },
    400,
    /^the body is not valid JSON: line 2, column 17: write a line break in a text as \\n, a tab as \\t$/,
  ],
  ['a form', { raw: 'prompt=secret' }, 400, /^the body is not valid JSON$/],
  [
    'an object and more',
    { raw: '{"prompt":"x"} {}' },
    400,
    /^the body is not valid JSON: line 1, column 16$/,
  ],
  ['words of JavaScript', { raw: "{prompt:'x'}" }, 400, /^the body is not valid JSON: line 1, column 2$/],
  ['no number', { raw: '{"prompt":NaN}' }, 400, /^the body is not valid JSON$/],
  ['an array', { raw: '[{"prompt":"x"}]' }, 400, /^the body must be a JSON object$/],
  ['a text', { raw: '"x"' }, 400, /^the body must be a JSON object$/],
  ['a number', { raw: '0' }, 400, /^the body must be a JSON object$/],
  ['true', { raw: 'true' }, 400, /^the body must be a JSON object$/],
  ['null', { raw: 'null' }, 400, /^the body must be a JSON object$/],
  ['no prompt', { raw: '{}' }, 400, /^`prompt` is missing$/],
  ['another case', { raw: '{"Prompt":"x"}' }, 400, /^`prompt` is missing; the field `Prompt` is ignored$/],
  ['a prompt of a prototype', { raw: '{"__proto__":{"prompt":"x"}}' }, 400, /^`prompt` is missing$/],
  ...['null', '0', 'true', '["x"]', '{"text":"x"}'].map((value): (typeof REFUSED)[number] => [
    `the prompt ${value}`,
    { raw: `{"prompt":${value}}` },
    400,
    /^`prompt` must be a string$/,
  ]),
  ...['', ' ', '\\t\\r\\n', '\\u00a0\\u2003\\ufeff'].map((value): (typeof REFUSED)[number] => [
    `the blank prompt "${value}"`,
    { raw: `{"prompt":"${value}"}` },
    400,
    /^`prompt` must not be empty or only white space$/,
  ]),
  ...[
    '\\u200b',
    '\\u0000',
    '\\u001b\\u0007',
    '\\u2060 \\u200d\\n',
    '\\u202e',
    '\\u3164',
    '\\u2800',
    '\\ufe0f',
    '\\udb40\\udc41',
  ].map((value): (typeof REFUSED)[number] => [
    `the invisible prompt "${value}"`,
    { raw: `{"prompt":"${value}"}` },
    400,
    /^`prompt` must not consist of invisible characters only$/,
  ]),
  ...['x', '😀'].map((character): (typeof REFUSED)[number] => [
    `500,001 times ${character}`,
    { body: { prompt: character.repeat(500_001) } },
    400,
    /^`prompt` must have at most 500000 characters$/,
  ]),
  ...['"audit"', '"ASK"', '""', '["ask"]', '1'].map((value): (typeof REFUSED)[number] => [
    `the mode ${value}`,
    { raw: `{"prompt":"x","mode":${value}}` },
    400,
    /^`mode` must be `ask`, `plan` or `review`; leave it out to ask for a change$/,
  ]),
  ['more than 4 MiB', { raw: huge }, 413, /^the body is larger than 4194304 bytes$/],
  ...['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json', ''].map(
    (type): (typeof REFUSED)[number] => [
      `the content type "${type}"`,
      { raw: '{"prompt":"x"}', headers: { 'content-type': type } },
      415,
      /Content-Type: application\/json/,
    ],
  ),
  ...['', 'k'.repeat(256)].map((key): (typeof REFUSED)[number] => [
    `an Idempotency-Key of ${key.length} characters`,
    { body: { prompt: 'x' }, headers: { 'idempotency-key': key } },
    400,
    /^the header Idempotency-Key must have 1 to 255 characters$/,
  ]),
]

const TAKEN: readonly [string, CallOptions][] = [
  ['500,000 characters outside of the BMP', { body: { prompt: '😀'.repeat(500_000) } }],
  ['one visible character among invisible ones', { raw: '{"prompt":"\\u200b.\\u0000"}' }],
  ['an emoji of several characters', { body: { prompt: '👩‍🚀' } }],
  ['blanks around a word', { raw: ' {"prompt" : " x "} \n' }],
  ['the prompt that comes last', { raw: '{"prompt":1,"prompt":"x"}' }],
  ['fields that nobody knows', { body: { prompt: 'x', branch: 'x', title: null, prompts: [1] } }],
  [
    'null in every field that may be left out',
    {
      body: {
        prompt: 'x',
        ...{ ref: null, model: null, workingDirectory: null, draft: null, asDraft: null, mode: null },
        metadata: null,
      },
    },
  ],
  ...['ask', 'plan'].map((mode): (typeof TAKEN)[number] => [
    `the mode ${mode}`,
    { body: { prompt: 'x', mode } },
  ]),
  ['a type in capitals', { body: { prompt: 'x' }, headers: { 'content-type': 'Application/JSON' } }],
  ['a key of 255 characters', { body: { prompt: 'x' }, headers: { 'idempotency-key': 'k'.repeat(255) } }],
]

test('create and message refuse the same bodies with the same error, and charge and change nothing', async () => {
  const app = await startAppServer({ rateLimit: 2 })
  const jobs = `/v2/agent/${app.project}/job`
  const created = await app.call('POST', jobs, { body: { prompt: 'x' } })
  const message = `${created.headers.get('location')}/message`
  for (const [what, options, status, error] of REFUSED) {
    for (const path of [jobs, message]) {
      const answer = await app.call('POST', path, options)
      const expected = [what, path, status, { error: expect.stringMatching(error) }]
      expect([what, path, answer.status, answer.json]).toEqual(expected)
    }
  }
  expect(await listEntries(app.store, 'msg/')).toHaveLength(1)
  const last = await app.call('POST', message, { body: { prompt: 'more' } })
  expect([last.status, last.headers.get('x-ratelimit-remaining')]).toEqual([200, '0'])
})

test('create and message accept the same bodies', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  for (const [what, options] of TAKEN) {
    const created = await app.call('POST', jobs, options)
    expect([what, created.status]).toEqual([what, 201])
    const sent = await app.call('POST', `${created.headers.get('location')}/message`, options)
    expect([what, sent.status]).toEqual([what, 200])
  }
})

test('invalid fields of create are named, and nothing is charged', async () => {
  const app = await startAppServer({ rateLimit: 1 })
  const cases: [string, unknown, RegExp][] = [
    ['ref', 1, /^`ref` must be a string$/],
    ['ref', '', /^`ref` must not be empty$/],
    ['ref', 'x'.repeat(256), /^`ref` must have at most 255 characters$/],
    ['ref', 'a b', /^`ref` "a b" is not a valid branch name: it contains a space$/],
    ['ref', 'a..b', /^`ref` "a\.\.b" is not a valid branch name: it contains `\.\.`$/],
    ['ref', '-x', /^`ref` "-x" is not a valid branch name: it starts with `-`$/],
    ['ref', 'x.lock', /^`ref` "x\.lock" is not a valid branch name: a part of it ends with `\.lock`$/],
    ['model', ['anthropic/x'], /^`model` must be a string$/],
    ['model', '', /^`model` must not be empty$/],
    ['model', 'x'.repeat(201), /^`model` must have at most 200 characters$/],
    ['model', 'nobody/knows', /^`model` "nobody\/knows"/],
    ['draft', 'true', /^`draft` must be true or false$/],
    ['draft', 0, /^`draft` must be true or false$/],
    ['asDraft', 'false', /^`asDraft` must be true or false$/],
    ['metadata', { team: null }, /^`metadata.team` must be a string$/],
  ]
  for (const [field, value, error] of cases) {
    const body = { prompt: 'x', [field]: value }
    const { status, json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
    expect([field, value, status, json]).toEqual([field, value, 400, { error: expect.stringMatching(error) }])
  }
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  expect([created.status, created.headers.get('x-ratelimit-remaining')]).toEqual([201, '0'])
})
