import { describe, expect, it } from 'vitest'
import { authorize } from '../../../../src/action/models/providers/authorize.ts'
import { openModel } from '../../../../src/action/models/providers/open-model.ts'
import { readEnvironment } from '../../../../src/action/start/read-environment.ts'
import { listen } from '../../../fakes/listen.ts'

const PROMPT = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }]
const PROVIDERS = [
  ['anthropic/claude-sonnet-4-5', 'ANTHROPIC'],
  ['openai/gpt-5', 'OPENAI'],
  ['google/gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI'],
  ['openai-compatible/llama', 'OPENAI_COMPATIBLE'],
] as const

/** The headers of the one request to the model. */
async function headersSent(name: string, prefix: string, headers: string, key = 'a-key-of-tests') {
  const received: Record<string, unknown>[] = []
  const origin = await listen((request, response) => {
    received.push(request.headers)
    response.writeHead(404).end('{}')
  })
  const environment = {
    [`${prefix}_BASE_URL`]: origin,
    [`${prefix}_API_KEY`]: key,
    [`${prefix}_CUSTOM_HEADERS`]: headers,
  }
  const opened = await openModel(name, environment)
  if (!opened.ok) throw new Error(opened.reason.message)
  const model = await opened.model.languageModel
  await Promise.resolve(model.doStream({ prompt: PROMPT })).catch(() => undefined)
  expect(received).toHaveLength(1)
  return { sent: received[0] ?? {}, secrets: opened.model.secrets, environment }
}

describe.each(PROVIDERS)('%s', (name, prefix) => {
  it('sends the headers of the workflow with its own', async () => {
    const text =
      '\nX-Tenant: team-a-of-tests\r\n\n  x-portkey-config:pc-1234567890 \nCF-Access: Bearer abcdefgh12345\n'
    const { sent, secrets, environment } = await headersSent(name, prefix, text)
    expect(sent).toMatchObject({
      'x-tenant': 'team-a-of-tests',
      'x-portkey-config': 'pc-1234567890',
      'cf-access': 'Bearer abcdefgh12345',
      'content-type': 'application/json',
    })
    expect(JSON.stringify(sent)).toContain('a-key-of-tests')
    const values = ['team-a-of-tests', 'pc-1234567890', 'Bearer abcdefgh12345', 'abcdefgh12345']
    expect(secrets).toEqual(expect.arrayContaining(values))
    // Masked before the model is opened, and gone from what commands inherit.
    const left = { ...environment }
    expect(readEnvironment(left).secrets).toEqual(expect.arrayContaining(values))
    expect(Object.keys(left)).toEqual([`${prefix}_BASE_URL`])
  })

  it.each([
    ...['Host', 'host', 'Content-Length', 'Authorization', 'authorization', 'Transfer-Encoding'],
    ...['Proxy-Authorization', 'Content-Type', 'X-Api-Key', 'x-goog-api-key', 'Connection'],
  ])('refuses the header %s', async (header) => {
    const environment = {
      [`${prefix}_BASE_URL`]: 'https://gateway.example',
      [`${prefix}_API_KEY`]: 'a-key-of-tests',
      [`${prefix}_CUSTOM_HEADERS`]: `x-a: 1\n${header}: the-value-of-it`,
    }
    const opened = await openModel(name, environment)
    expect(opened).toMatchObject({ ok: false, reason: { code: 'input-invalid' } })
    if (opened.ok) return
    expect(opened.reason.message).toContain(`line 2 of the environment variable ${prefix}_CUSTOM_HEADERS`)
    expect(opened.reason.message).not.toContain('the-value-of-it')
  })
})

const OPENAI = { OPENAI_BASE_URL: 'https://gateway.example', OPENAI_API_KEY: 'a-key-of-tests' }

it.each([
  ['a line that is no header', 'secret-without-name', 'is not a header'],
  ['JSON', '{"x-a": "secret-of-json"}', 'is not a header'],
  ['a name with a blank', 'x a: secret-of-blank', 'is not a header'],
  ['a lone CR', 'x-a: secret-before\rHost: evil.example', 'is not a header'],
  ['a NUL', 'x-a: secret\0value', 'a value that no header can have'],
  ['a character beyond Latin-1', 'x-a: secret-кофе', 'a value that no header can have'],
  ['an empty value, as of a secret that is not set', 'x-a: ', 'is its secret set?'],
])('refuses %s, without its value', async (_, text, message) => {
  const environment = { ...OPENAI, OPENAI_CUSTOM_HEADERS: text }
  const opened = await openModel('openai/gpt-5', environment)
  expect(opened).toMatchObject({
    ok: false,
    reason: { code: 'input-invalid', message: expect.stringContaining(message) },
  })
  expect(opened.ok || /secret-|evil/.test(opened.reason.message)).toBe(false)
  for (const secret of text.match(/secret-\w+/g) ?? [])
    expect(readEnvironment({ ...environment }).secrets.some((known) => known.includes(secret))).toBe(true)
})

it.each(PROVIDERS)('needs no key for %s of a gateway that has it', async (name, prefix) => {
  const headers = { [`${prefix}_CUSTOM_HEADERS`]: 'x-portkey-api-key: pk-1234567890' }
  const { sent } = await headersSent(name, prefix, 'x-portkey-api-key: pk-1234567890', '')
  expect(sent).toMatchObject({ 'x-portkey-api-key': 'pk-1234567890' })
  for (const header of ['authorization', 'x-api-key', 'x-goog-api-key'])
    expect(sent).not.toHaveProperty(header)
  // Without the address of a gateway, the provider itself would get a request without a key.
  expect(await openModel(name, headers)).toMatchObject({ reason: { code: 'model-key-missing' } })
})

it('adds to the beta features of Anthropic instead of replacing them', async () => {
  const text = 'anthropic-beta: context-1m-2025-08-07, files-api-2025-04-14'
  const { sent } = await headersSent('anthropic/claude-sonnet-4-5', 'ANTHROPIC', text)
  expect(String(sent['anthropic-beta']).split(',')).toEqual(
    expect.arrayContaining(['context-1m-2025-08-07', 'files-api-2025-04-14']),
  )
})

it('does not take the name of a provider for a secret', () => {
  const text = 'x-portkey-provider: anthropic\nx-environment: Production\nx-trace: production-of-ours'
  expect(readEnvironment({ OPENAI_CUSTOM_HEADERS: text }).secrets).toEqual(['production-of-ours'])
})

it('sends the headers nowhere else: a redirect of the gateway is not followed', async () => {
  const elsewhere: unknown[] = []
  const other = await listen((request, response) => {
    elsewhere.push(request.headers)
    response.end('{}')
  })
  const origin = await listen((_, response) => {
    response.writeHead(307, { location: `${other}/v1/responses` }).end()
  })
  const opened = await openModel('openai/gpt-5', {
    ...{ OPENAI_BASE_URL: origin, OPENAI_API_KEY: 'a-key-of-tests', OPENAI_CUSTOM_HEADERS: 'x-a: abcdefgh' },
  })
  if (!opened.ok) throw new Error(opened.reason.message)
  const model = await opened.model.languageModel
  await expect(model.doStream({ prompt: PROMPT })).rejects.toThrow(/redirects/)
  expect(elsewhere).toEqual([])
})

it('gives headers and tokens to no origin but that of the base URL', async () => {
  const sent: string[] = []
  const send = authorize(
    async (input) => {
      sent.push(String(input))
      return new Response()
    },
    {
      origin: 'https://gateway.example',
      customHeaders: [['x-a', 'abcdefgh']],
      hasKey: true,
      tokens: null,
      beta: null,
    },
  )
  await send('https://gateway.example/v1')
  for (const url of [
    'https://gateway.example:8443/v1',
    'http://gateway.example/v1',
    'https://x.gateway.example',
  ])
    await expect(send(url)).rejects.toThrow('only https://gateway.example may get')
  expect(sent).toEqual(['https://gateway.example/v1'])
})
