import { describe, expect, it } from 'vitest'
import { classifyModelError } from '../../../../../src/action/models/request/classify-model-error.ts'
import {
  APP_URL,
  type Configured,
  keylessScene,
  openKeyless,
  PROVIDERS,
  type Received,
} from '../keyless-scene.ts'

const [ANTHROPIC] = PROVIDERS
const AUDIENCE_VARIABLES = [
  [PROVIDERS[0], 'ANTHROPIC_OIDC_AUDIENCE'],
  [PROVIDERS[1], 'OPENAI_WIF_AUDIENCE'],
  [PROVIDERS[2], 'OPENROUTER_OIDC_AUDIENCE'],
] as const
const isToken = ({ path }: Received) => /oauth/.test(path)

describe.each(PROVIDERS)('$provider as $name', (configured: Configured) => {
  it('gets a token that all requests to the model carry, and no key', async () => {
    const on = await keylessScene()
    const { model, ask } = await openKeyless(on, configured)
    expect(on.received).toEqual([])
    expect(await model.signIn()).toBeNull()
    await ask()
    await ask()
    const [exchange, ...others] = on.exchanges()
    expect(others).toEqual([])
    expect(exchange).toMatchObject({ provider: configured.provider, claims: { aud: configured.audience } })
    expect(on.modelCalls()).toHaveLength(2)
    for (const { headers } of on.modelCalls()) {
      expect(headers.authorization).toBe(`Bearer ${exchange?.token}`)
      expect(headers).not.toHaveProperty('x-api-key')
      expect(String(headers['anthropic-beta'] ?? '').includes('oauth-2025-04-20')).toBe(
        configured.provider === 'anthropic',
      )
    }
    expect(JSON.stringify(on.modelCalls())).not.toMatch(/removed/)
    // Neither stands in an address.
    expect(on.received.every(({ path }) => !/eyJ|-at-|oat01/.test(path))).toBe(true)
  })

  it('makes both tokens secrets before it uses them', async () => {
    const known: (string | undefined)[][] = []
    const on = await keylessScene({
      override: (request) => {
        if (isToken(request)) known.push([on.minted.at(-1), on.secrets.at(-1)])
        else known.push([`Bearer ${on.secrets.at(-1)}`, request.headers.authorization])
        return null
      },
    })
    const { model, ask } = await openKeyless(on, configured)
    await ask()
    expect(known).toHaveLength(2)
    for (const [used, secret] of known) expect(secret).toBe(used)
    expect(model.secrets).toEqual([on.minted[0], on.exchanges()[0]?.token])
  })

  it('renews the token in the background before it ends, and before a request if it ends soon', async () => {
    const on = await keylessScene()
    const { ask } = await openKeyless(on, configured)
    await ask()
    on.clock.ms = 3_600_000 - 121_000
    await ask()
    expect(on.exchanges()).toHaveLength(1)
    on.clock.ms = 3_600_000 - 119_000
    await ask()
    expect(on.modelCalls().at(-1)?.headers.authorization).toBe(`Bearer ${on.exchanges()[0]?.token}`)
    await expect.poll(() => on.exchanges().length).toBe(2)
    // Until the answer of the token endpoint has arrived, requests use the earlier token.
    const used = async () => {
      await ask()
      return on.modelCalls().at(-1)?.headers.authorization
    }
    await expect.poll(used).toBe(`Bearer ${on.exchanges()[1]?.token}`)
    on.clock.ms += 3_600_000 - 29_000
    await ask()
    expect(on.exchanges()).toHaveLength(3)
    expect(on.modelCalls().at(-1)?.headers.authorization).toBe(`Bearer ${on.exchanges()[2]?.token}`)
    // Each exchange has an OIDC token of its own.
    expect(new Set(on.exchanges().map(({ claims }) => claims.jti)).size).toBe(3)
    expect(on.warnings).toEqual([])
  })

  it('follows no redirect of the token endpoint', async () => {
    const on = await keylessScene({
      override: (request) =>
        isToken(request) ? { status: 307, headers: { location: '/elsewhere' }, body: '' } : null,
    })
    const { model } = await openKeyless(on, configured)
    const refusal = await model.signIn()
    expect(refusal).toMatchObject({ code: 'model-refused', message: expect.stringContaining('redirects') })
    expect(on.received.filter(({ path }) => path === '/elsewhere')).toEqual([])
  })

  it('sends nothing in clear text', async () => {
    const on = await keylessScene()
    const clear = { ...configured.env }
    for (const key of Object.keys(clear).filter((name) => /_BASE_URL$|_HOST$/.test(name)))
      Object.assign(clear, { [key]: 'http://models.example.com/v1' })
    expect(await on.open(configured, clear)).toMatchObject({
      ok: false,
      reason: { code: 'input-invalid', message: expect.stringContaining('clear text') },
    })
    expect([on.received, on.minted]).toEqual([[], []])
  })

  it('needs the permission to request OIDC tokens', async () => {
    const on = await keylessScene()
    expect(await on.open(configured, {}, { mint: null })).toMatchObject({
      reason: { code: 'input-invalid', message: expect.stringContaining('id-token: write') },
    })
    expect(await on.open(configured, {}, null)).toMatchObject({
      reason: { code: 'model-key-missing', message: expect.stringContaining(configured.asks) },
    })
  })

  it('uses a key that is also set, and warns', async () => {
    const on = await keylessScene()
    const prefix = configured.name.startsWith('anthropic')
      ? 'ANTHROPIC'
      : configured.name.startsWith('openai/')
        ? 'OPENAI'
        : 'OPENAI_COMPATIBLE'
    const { model, ask } = await openKeyless(on, configured, { [`${prefix}_API_KEY`]: 'a-key-of-tests' })
    expect(await model.signIn()).toBeNull()
    await ask()
    expect(on.minted).toEqual([])
    expect(on.modelCalls().map(({ headers }) => headers['x-api-key'] ?? headers.authorization)).toEqual([
      configured.provider === 'anthropic' ? 'a-key-of-tests' : 'Bearer a-key-of-tests',
    ])
    expect(on.warnings).toEqual([
      `${prefix}_API_KEY is set and is used; ${configured.asks} has no effect. Remove one of them.`,
    ])
  })
})

describe('the audience', () => {
  it.each(
    AUDIENCE_VARIABLES.flatMap(([configured, variable]) =>
      [APP_URL, `${APP_URL}/`, 'HTTPS://Prentice.Example.com:443', ` ${APP_URL}// `].map((audience) => ({
        ...{ configured, variable, audience },
      })),
    ),
  )('is not the server of Prentice: $variable=$audience', async ({ configured, variable, audience }) => {
    const on = await keylessScene()
    expect(await on.open(configured, { [variable]: audience })).toMatchObject({
      ok: false,
      reason: { code: 'input-invalid', message: expect.stringContaining(variable) },
    })
    expect(on.minted).toEqual([])
  })

  it.each(AUDIENCE_VARIABLES)('may be any other: %o', async ({ name, env, ...configured }, variable) => {
    const on = await keylessScene()
    for (const audience of [`${APP_URL}/models`, 'https://example.com', 'my-audience']) {
      const asked: string[] = []
      const opened = await on.open(
        { name, env, ...configured } as Configured,
        { [variable]: audience },
        {
          mint: async (given) => {
            asked.push(given)
            throw new Error('no token')
          },
        },
      )
      if (!opened.ok) throw new Error(opened.reason.message)
      await opened.model.signIn()
      expect(asked).toEqual([audience, audience, audience])
    }
  })
})

describe('an exchange that fails', () => {
  const refusalOf = async (override: Parameters<typeof keylessScene>[0]) => {
    const on = await keylessScene(override)
    const { model } = await openKeyless(on, ANTHROPIC)
    return { refusal: await model.signIn(), on, model }
  }
  const json = (status: number, body: unknown) => ({ status, body: JSON.stringify(body) })

  it.each([
    [
      '401',
      json(401, { error: 'invalid_grant', error_description: 'jti_reused' }),
      'model-refused',
      2,
      '401: invalid_grant, jti_reused',
    ],
    [
      'an error of the API',
      json(403, { error: { type: 'permission_error', message: 'no\n rule' } }),
      'model-refused',
      2,
      '403: permission_error, no rule',
    ],
    // https://github.com/Azure/login/issues/453, https://github.com/Azure/login/issues/573
    [
      'of Azure',
      json(401, {
        error: 'invalid_client',
        error_description: `AADSTS700213: No matching federated identity record found for presented assertion subject 'repo:a@1/b@2:ref:refs/heads/main'.\r\nTrace ID: ${'x'.repeat(300)}`,
        error_codes: [700213],
      }),
      'model-refused',
      2,
      "401: invalid_client, AADSTS700213: No matching federated identity record found for presented assertion subject 'repo:a@1/b@2:ref:refs/heads/main'.",
    ],
    // https://github.com/BerriAI/litellm/pull/39948
    [
      'without a code',
      json(400, { error: { message: 'not a fdrl_ id' } }),
      'model-refused',
      2,
      '400: not a fdrl_ id',
    ],
    ['of a strange form', json(400, { error: null, errors: [] }), 'model-refused', 2, 'answered 400'],
    ['a page', { status: 404, body: '<html>Not found</html>' }, 'model-refused', 2, 'answered 404'],
    ['429', json(429, { error: 'slow_down' }), 'model-failed', 3, '429: slow_down'],
    ['500', { status: 500, body: '' }, 'model-failed', 3, 'answered 500'],
    ['no token', json(200, { expires_in: 60 }), 'model-failed', 3, 'without a usable access token'],
    [
      'a token with a line end',
      json(200, { access_token: 'abcdefgh\r\nx: y' }),
      'model-failed',
      3,
      'without a usable',
    ],
    [
      'a token that is too short to be recognized',
      json(200, { access_token: 'abc' }),
      'model-failed',
      3,
      'without a usable',
    ],
    [
      'a token of another type',
      json(200, { access_token: 'abcdefgh', token_type: 'DPoP' }),
      'model-failed',
      3,
      'without a usable',
    ],
    [
      'an endless answer',
      { status: 200, body: ' '.repeat(1024 * 1024 + 1) },
      'model-failed',
      3,
      'longer than 1 MiB',
    ],
  ] as const)('ends the run with a reason: %s', async (_, answer, code, tries, message) => {
    const { refusal, on } = await refusalOf({ override: (request) => (isToken(request) ? answer : null) })
    expect(refusal).toMatchObject({ code, message: expect.stringContaining(message) })
    expect(on.tokenCalls()).toHaveLength(tries)
    expect(new Set(on.minted).size).toBe(tries)
  })

  it('does not repeat the OIDC token that the endpoint quotes', async () => {
    const { refusal, on } = await refusalOf({
      override: (request) =>
        isToken(request)
          ? json(400, { error: 'invalid_request', error_description: `bad ${assertionOf(request)}` })
          : null,
    })
    expect(refusal?.message).toContain('bad ***')
    for (const token of on.minted) expect(refusal?.message).not.toContain(token.slice(-20))
  })

  it('may be one of GitHub, which fails for a moment', async () => {
    const on = await keylessScene()
    const answers = ["Can't issue ID_TOKEN for job in 'Pending' state", 'HTTP 503']
    const opened = await on.open(
      ANTHROPIC,
      {},
      {
        async mint(audience, signal) {
          const problem = answers.shift()
          if (problem !== undefined) throw new Error(problem)
          return (await on.identity.mint?.(audience, signal)) ?? ''
        },
      },
    )
    if (!opened.ok) throw new Error(opened.reason.message)
    expect(await opened.model.signIn()).toBeNull()
    expect(on.exchanges()).toHaveLength(1)
  })

  it('is retried, each time with a new OIDC token', async () => {
    const on = await keylessScene({
      override: (request) => (isToken(request) && on.minted.length === 1 ? json(401, { error: 'x' }) : null),
    })
    const { model } = await openKeyless(on, ANTHROPIC)
    expect(await model.signIn()).toBeNull()
    expect(new Set(on.minted).size).toBe(2)
  })

  it('is a warning while the old token still works', async () => {
    let isDown = false
    const on = await keylessScene({
      override: (request) => (isDown && isToken(request) ? json(500, {}) : null),
    })
    const { ask } = await openKeyless(on, ANTHROPIC)
    await ask()
    isDown = true
    for (const leftMs of [100_000, 10_000]) {
      on.clock.ms = 3_600_000 - leftMs
      await ask()
      await expect.poll(() => on.warnings.length).toBe(leftMs === 100_000 ? 1 : 2)
      expect(on.modelCalls().at(-1)?.headers.authorization).toBe(`Bearer ${on.exchanges()[0]?.token}`)
    }
    on.clock.ms = 3_600_000
    const before = on.modelCalls().length
    expect(await ask()).toMatchObject({ statusCode: 503 })
    expect(on.modelCalls()).toHaveLength(before)
    isDown = false
    await ask()
    expect(on.exchanges()).toHaveLength(2)
  })

  it('ends a run that it befalls, if the provider refuses', async () => {
    let isRefusing = false
    const on = await keylessScene({
      override: (request) => (isRefusing && isToken(request) ? json(403, { error: 'access_denied' }) : null),
    })
    const { ask } = await openKeyless(on, ANTHROPIC)
    await ask()
    isRefusing = true
    on.clock.ms = 3_600_000
    expect(classifyModelError(await ask(), 0)).toMatchObject({
      kind: 'refused',
      detail: expect.stringMatching(/^401, the token endpoint .* answered 403: access_denied$/),
    })
  })

  it('ends without a further try when the run is stopped', async () => {
    const stop = new AbortController()
    const on = await keylessScene({
      override: (request) => {
        if (!isToken(request)) return null
        stop.abort(new Error('stopped'))
        return json(500, {})
      },
    })
    const opened = await on.open(ANTHROPIC, {}, { signal: stop.signal })
    if (!opened.ok) throw new Error(opened.reason.message)
    await expect(opened.model.signIn()).rejects.toThrow()
    expect(on.tokenCalls()).toHaveLength(1)
  })
})

it('renews a token that the model refuses, once', async () => {
  const on = await keylessScene({
    override: (request) => (isToken(request) ? null : { status: 401, body: '{}' }),
  })
  const { ask } = await openKeyless(on, ANTHROPIC)
  expect(await ask()).toMatchObject({ statusCode: 401 })
  expect(on.exchanges()).toHaveLength(2)
  expect(on.modelCalls().map(({ headers }) => headers.authorization)).toEqual(
    on.exchanges().map(({ token }) => `Bearer ${token}`),
  )
})

// OpenRouter's end with the OIDC token; Azure's older endpoints write the number as a string.
it.each([
  [300, 181_000, 279_000],
  ['60', 31_000, 46_000],
])(
  'renews a token that lives %j seconds in time, and not with every request',
  async (lifetime, early, late) => {
    let count = 0
    const on = await keylessScene({
      override: (request) => {
        if (!isToken(request)) return null
        count += 1
        return {
          status: 200,
          body: JSON.stringify({ access_token: `token-no-${count}`, expires_in: lifetime }),
        }
      },
    })
    const { ask } = await openKeyless(on, ANTHROPIC)
    const askAt = async (ms: number) => {
      on.clock.ms = ms
      await ask()
      return on.modelCalls().at(-1)?.headers.authorization
    }
    expect([await askAt(0), await askAt(1000), await askAt(early - 2000)]).toEqual(
      Array(3).fill('Bearer token-no-1'),
    )
    expect(count).toBe(1)
    expect(await askAt(early)).toBe('Bearer token-no-1')
    await expect.poll(() => count).toBe(2)
    // Of the second one.
    expect(await askAt(early + late)).toBe('Bearer token-no-3')
  },
)

it('shares one exchange among requests that start together', async () => {
  const on = await keylessScene()
  const { ask } = await openKeyless(on, ANTHROPIC)
  await Promise.all([ask(), ask(), ask()])
  expect(on.exchanges()).toHaveLength(1)
})

it.each([
  [ANTHROPIC, { ANTHROPIC_ORGANIZATION_ID: '' }, 'ANTHROPIC_ORGANIZATION_ID is not set'],
  [PROVIDERS[1], { OPENAI_SERVICE_ACCOUNT_ID: ' ' }, 'OPENAI_SERVICE_ACCOUNT_ID is not set'],
  [PROVIDERS[3], { AZURE_TENANT_ID: '' }, 'AZURE_TENANT_ID is not set'],
  [PROVIDERS[3], { AZURE_TENANT_ID: 'a/../b' }, 'AZURE_TENANT_ID is not the id of a tenant'],
  [PROVIDERS[3], { AZURE_AUTHORITY_HOST: 'https://' }, 'AZURE_AUTHORITY_HOST is not an address'],
  [
    PROVIDERS[1],
    { AZURE_CLIENT_ID: 'c', AZURE_TENANT_ID: 't', AZURE_AUTHORITY_HOST: 'login.example' },
    'are both set',
  ],
] as const)('names the variable that is missing or wrong: %o, %o', async (configured, more, message) => {
  const on = await keylessScene()
  expect(await on.open(configured as Configured, more as Record<string, string>)).toMatchObject({
    reason: { code: 'input-invalid', message: expect.stringContaining(message) },
  })
})

it('does not use the variables of a deployment to Azure for a model elsewhere', async () => {
  const on = await keylessScene()
  const azure = { AZURE_CLIENT_ID: 'c', AZURE_TENANT_ID: 't', AZURE_AUTHORITY_HOST: '' }
  const [, openai, , , compatible] = PROVIDERS
  const without = { OPENAI_IDENTITY_PROVIDER_ID: '', ...azure }
  expect(await on.open(openai, without)).toMatchObject({ reason: { code: 'model-key-missing' } })
  const opened = await on.open(compatible as Configured, azure)
  expect(opened.ok && (await opened.model.signIn())).toBeNull()
  expect([on.minted, on.warnings]).toEqual([[], []])
})

const assertionOf = ({ body }: Received): string => String(JSON.parse(body).assertion)
