import type { IncomingHttpHeaders } from 'node:http'
import { onTestFinished, vi } from 'vitest'
import { FEDERATION, openTokenEndpoints } from '../../../../sandbox/model/token-endpoints.ts'
import type { WorkflowIdentity } from '../../../../src/action/models/providers/access-tokens.ts'
import { openModel } from '../../../../src/action/models/providers/open-model.ts'
import { listen, readBody } from '../../../fakes/listen.ts'
import { pick, scene } from '../../../sandbox/github/github-scene.ts'

export const APP_URL = 'https://prentice.example.com'

export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The answer of a token endpoint or of the model; `null`: the sandbox answers. */
type Override = (
  request: Received,
) => { status: number; headers?: Record<string, string>; body: string } | null

const OPENAI_ENDPOINT = 'https://auth.openai.com'

/** How each provider is configured, with `ORIGIN` as the address of all its servers. */
export const PROVIDERS = [
  {
    provider: 'anthropic',
    name: 'anthropic/claude-sonnet-4-5',
    asks: 'ANTHROPIC_FEDERATION_RULE_ID',
    audience: 'https://api.anthropic.com',
    env: {
      ANTHROPIC_BASE_URL: 'ORIGIN',
      ANTHROPIC_FEDERATION_RULE_ID: FEDERATION.ANTHROPIC_FEDERATION_RULE_ID,
      ANTHROPIC_ORGANIZATION_ID: FEDERATION.ANTHROPIC_ORGANIZATION_ID,
    },
  },
  {
    provider: 'openai',
    name: 'openai/gpt-5',
    asks: 'OPENAI_IDENTITY_PROVIDER_ID',
    audience: 'https://api.openai.com/v1',
    env: {
      OPENAI_BASE_URL: 'ORIGIN',
      OPENAI_IDENTITY_PROVIDER_ID: FEDERATION.OPENAI_IDENTITY_PROVIDER_ID,
      OPENAI_SERVICE_ACCOUNT_ID: FEDERATION.OPENAI_SERVICE_ACCOUNT_ID,
    },
  },
  {
    provider: 'openrouter',
    name: 'openai-compatible/qwen/qwen3-coder',
    asks: 'OPENROUTER_FEDERATION_POLICY_ID',
    audience: 'https://openrouter.ai',
    env: {
      OPENAI_COMPATIBLE_BASE_URL: 'ORIGIN',
      OPENROUTER_FEDERATION_POLICY_ID: FEDERATION.OPENROUTER_FEDERATION_POLICY_ID,
    },
  },
  ...['openai/gpt-5', 'openai-compatible/DeepSeek-V3'].map((name) => ({
    ...{ provider: 'azure', name, asks: 'AZURE_CLIENT_ID', audience: 'api://AzureADTokenExchange' },
    env: {
      [name.startsWith('openai/') ? 'OPENAI_BASE_URL' : 'OPENAI_COMPATIBLE_BASE_URL']: 'ORIGIN/openai/v1',
      AZURE_AUTHORITY_HOST: 'ORIGIN',
      AZURE_CLIENT_ID: FEDERATION.AZURE_CLIENT_ID,
      AZURE_TENANT_ID: FEDERATION.AZURE_TENANT_ID,
    } as Readonly<Record<string, string>>,
  })),
] as const

export type Configured = (typeof PROVIDERS)[number]

const PROMPT = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Hello' }] }]

/** A workflow run, the provider's servers, and a clock that stands still until it is set. */
export async function keylessScene({ override = () => null }: { override?: Override } = {}) {
  const on = await scene('github')
  const dispatch = { ref: 'main', inputs: { run: 'r1' } }
  await on.call('POST', '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches', on.token, dispatch)
  const { requestUrl, requestToken } = on.runs[0]?.idToken ?? {}
  const endpoints = openTokenEndpoints(on.github.oidcIssuer)
  const received: Received[] = []
  const secrets: string[] = []
  const warnings: string[] = []
  const minted: string[] = []
  const clock = { ms: 0 }
  const origin = await listen(async (request, response) => {
    const got = { path: request.url ?? '', headers: request.headers, body: await readBody(request) }
    received.push(got)
    const answer = override(got) ?? (await endpoints.answer(got)) ?? { status: 404, body: {} }
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    const headers = 'headers' in answer ? answer.headers : {}
    response.writeHead(answer.status, { 'content-type': 'application/json', ...headers }).end(body)
  })
  const realFetch = globalThis.fetch
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) =>
    realFetch(String(input instanceof Request ? input.url : input).replace(OPENAI_ENDPOINT, origin), init),
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const identity: WorkflowIdentity = {
    async mint(audience, signal) {
      const response = await realFetch(`${requestUrl}&audience=${encodeURIComponent(audience)}`, {
        headers: { authorization: `Bearer ${requestToken}` },
        signal,
      })
      const token = String(pick(await response.json(), 'value'))
      minted.push(token)
      return token
    },
    appUrl: APP_URL,
    addSecret: (secret) => secrets.push(secret),
    warn: (text) => warnings.push(text),
    signal: new AbortController().signal,
    now: () => clock.ms,
  }
  const environmentOf = (env: Readonly<Record<string, string>>) => ({
    MODEL_RETRY_SECONDS: '0.01',
    ...Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value.replace('ORIGIN', origin)])),
  })
  return {
    ...{ origin, received, secrets, warnings, minted, clock, identity, environmentOf },
    exchanges: endpoints.exchanges,
    /** Requests to the model, and to token endpoints. */
    modelCalls: () => received.filter(({ path }) => !/oauth/.test(path)),
    tokenCalls: () => received.filter(({ path }) => /oauth/.test(path)),
    async open(
      { name, env }: Configured,
      more: Readonly<Record<string, string>> = {},
      as: Partial<WorkflowIdentity> | null = {},
    ) {
      const given = as === null ? null : { ...identity, ...as }
      return openModel(name, environmentOf({ ...env, ...more }), { identity: given })
    },
  }
}

export type KeylessScene = Awaited<ReturnType<typeof keylessScene>>

/** The model of a configuration that is in order. */
export async function openKeyless(
  on: KeylessScene,
  configured: Configured,
  more: Readonly<Record<string, string>> = {},
) {
  const opened = await on.open(configured, more)
  if (!opened.ok) throw new Error(opened.reason.message)
  const { model } = opened
  return {
    model,
    /** Asks the model, whose server knows nothing but tokens. */
    ask: async () => {
      try {
        return await (await model.languageModel).doStream({ prompt: PROMPT })
      } catch (error) {
        return error
      }
    },
  }
}
