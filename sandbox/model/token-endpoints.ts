import { randomBytes } from 'node:crypto'
import { createRemoteJWKSet, type JWTPayload, jwtVerify } from 'jose'

/** Ids that the sandbox's providers know, by the names of the variables of the step. */
export const FEDERATION = {
  ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_sandbox',
  ANTHROPIC_ORGANIZATION_ID: '00000000-0000-4000-8000-000000000001',
  OPENAI_IDENTITY_PROVIDER_ID: 'idp_sandbox',
  OPENAI_SERVICE_ACCOUNT_ID: 'user-sandbox',
  OPENROUTER_FEDERATION_POLICY_ID: '00000000-0000-4000-8000-000000000002',
  AZURE_CLIENT_ID: '00000000-0000-4000-8000-000000000003',
  AZURE_TENANT_ID: 'sandbox.example.com',
} as const

/** As the documentation advises: no other workflow, and no other branch, gets a token. */
const WORKFLOW = /^[^@]+\/\.github\/workflows\/prentice\.yml@refs\/heads\/main$/

const LIFETIME_S = 3600

export interface TokenRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export interface Exchange {
  readonly provider: string
  readonly claims: JWTPayload
  readonly token: string
}

export interface TokenEndpoints {
  /** `null`: there is no such endpoint. */
  answer(request: TokenRequest): Promise<{ readonly status: number; readonly body: object } | null>
  accepts(authorization: string | undefined): boolean
  exchanges(): readonly Exchange[]
}

/** The token endpoints of the providers, which trust the tokens that one issuer signs for its workflows. */
export function openTokenEndpoints(oidcIssuer: string): TokenEndpoints {
  const keys = createRemoteJWKSet(new URL(`${oidcIssuer}/.well-known/jwks`))
  const exchanges: Exchange[] = []
  const valid = new Map<string, number>()
  const seen = new Set<string>()

  const exchange = async ({ provider, audience, assertion, prefix, singleUse = false }: Asked) => {
    let claims: JWTPayload
    try {
      const options = { issuer: oidcIssuer, audience, algorithms: ['RS256'] }
      claims = (await jwtVerify(assertion, keys, options)).payload
    } catch (error) {
      return refuse(401, 'invalid_grant', String(error))
    }
    if (!WORKFLOW.test(String(claims.job_workflow_ref)))
      return refuse(403, 'access_denied', `no rule for ${String(claims.job_workflow_ref)}`)
    if (singleUse && seen.has(String(claims.jti))) return refuse(401, 'invalid_grant', 'jti_reused')
    seen.add(String(claims.jti))
    const token = `${prefix}${randomBytes(24).toString('base64url')}`
    valid.set(token, Date.now() + LIFETIME_S * 1000)
    exchanges.push({ provider, claims, token })
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: LIFETIME_S } }
  }

  return {
    async answer(request) {
      const asked = readRequest(request)
      return asked === null || 'status' in asked ? asked : exchange(asked)
    },
    accepts(authorization) {
      const [, token = ''] = /^Bearer (.+)$/.exec(authorization ?? '') ?? []
      return (valid.get(token) ?? 0) > Date.now()
    },
    exchanges: () => exchanges,
  }
}

interface Asked {
  readonly provider: string
  readonly audience: string
  readonly assertion: string
  /** Of the token. */
  readonly prefix: string
  readonly singleUse?: boolean
}

const refuse = (status: number, error: string, description: string) => ({
  status,
  body: { error, error_description: description },
})

const TOKEN_EXCHANGE = {
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
}

function readRequest({ path, headers, body }: TokenRequest) {
  const isJson = headers['content-type'] === 'application/json'
  const fields = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body))
  const requires = (required: Readonly<Record<string, string>>, asked: Asked) => {
    const wrong = Object.entries(required).find(([name, value]) => fields[name] !== value)
    return wrong === undefined ? asked : refuse(400, 'invalid_request', `${wrong[0]} is missing or wrong`)
  }
  if (path === '/v1/oauth/token' && isJson) {
    if (!String(headers['anthropic-beta']).split(',').includes('oidc-federation-2026-04-01'))
      return refuse(400, 'invalid_request', 'anthropic-beta is missing or wrong')
    const required = {
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      federation_rule_id: FEDERATION.ANTHROPIC_FEDERATION_RULE_ID,
      organization_id: FEDERATION.ANTHROPIC_ORGANIZATION_ID,
    }
    return requires(required, {
      ...{ provider: 'anthropic', audience: 'https://api.anthropic.com', assertion: fields.assertion },
      ...{ prefix: 'sk-ant-oat01-', singleUse: true },
    })
  }
  if (path === '/v1/oauth/token') {
    const policy = { federation_policy_id: FEDERATION.OPENROUTER_FEDERATION_POLICY_ID }
    return requires(
      { ...TOKEN_EXCHANGE, ...policy },
      {
        ...{ provider: 'openrouter', audience: 'https://openrouter.ai' },
        ...{ assertion: fields.subject_token, prefix: 'or-at-' },
      },
    )
  }
  if (path === '/oauth/token' && isJson) {
    const required = {
      ...TOKEN_EXCHANGE,
      identity_provider_id: FEDERATION.OPENAI_IDENTITY_PROVIDER_ID,
      service_account_id: FEDERATION.OPENAI_SERVICE_ACCOUNT_ID,
    }
    return requires(required, {
      ...{ provider: 'openai', audience: 'https://api.openai.com/v1' },
      ...{ assertion: fields.subject_token, prefix: 'oai-at-' },
    })
  }
  if (path === `/${FEDERATION.AZURE_TENANT_ID}/oauth2/v2.0/token`) {
    const required = {
      grant_type: 'client_credentials',
      client_id: FEDERATION.AZURE_CLIENT_ID,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      scope: 'https://cognitiveservices.azure.com/.default',
    }
    return requires(required, {
      ...{ provider: 'azure', audience: 'api://AzureADTokenExchange' },
      ...{ assertion: fields.client_assertion, prefix: 'az-at-' },
    })
  }
  return null
}
