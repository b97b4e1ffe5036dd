import { type Reason, reason } from '../../../contract/reasons.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** How a provider exchanges an OIDC token of the workflow for a token of its own. Nothing in it is secret. */
export interface TokenExchange {
  /** The variable that asked for the exchange. */
  readonly variable: string
  readonly audience: string
  readonly audienceVariable: string | null
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** The body of the request. `assertion`: the OIDC token. */
  compose(assertion: string): string
  /** Value of the header `anthropic-beta` that requests with such a token need; `null`: none. */
  readonly beta: string | null
}

/** `null`: the environment does not ask for it. A reason: it asks, but something is missing or wrong. */
export type FindExchange = (environment: Environment, baseURL: string) => TokenExchange | Reason | null

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
const JWT = 'urn:ietf:params:oauth:token-type:jwt'

const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

/** https://platform.claude.com/docs/en/manage-claude/wif-reference */
export const findAnthropicExchange: FindExchange = (environment, baseURL) => {
  const rule = read(environment, 'ANTHROPIC_FEDERATION_RULE_ID')
  if (rule === null) return null
  const organization = read(environment, 'ANTHROPIC_ORGANIZATION_ID')
  if (organization === null) return lacking('ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID')
  const optional = {
    service_account_id: read(environment, 'ANTHROPIC_SERVICE_ACCOUNT_ID'),
    workspace_id: read(environment, 'ANTHROPIC_WORKSPACE_ID'),
  }
  return {
    variable: 'ANTHROPIC_FEDERATION_RULE_ID',
    audience: read(environment, 'ANTHROPIC_OIDC_AUDIENCE') ?? 'https://api.anthropic.com',
    audienceVariable: 'ANTHROPIC_OIDC_AUDIENCE',
    endpoint: below(baseURL, '/oauth/token'),
    headers: { ...JSON_TYPE, 'anthropic-beta': 'oauth-2025-04-20,oidc-federation-2026-04-01' },
    compose: (assertion) =>
      JSON.stringify({
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion,
        federation_rule_id: rule,
        organization_id: organization,
        ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
      }),
    beta: 'oauth-2025-04-20',
  }
}

/** https://developers.openai.com/api/docs/guides/workload-identity-federation/github-actions */
export const findOpenAIExchange: FindExchange = (environment) => {
  const provider = read(environment, 'OPENAI_IDENTITY_PROVIDER_ID')
  if (provider === null) return null
  const account = read(environment, 'OPENAI_SERVICE_ACCOUNT_ID')
  if (account === null) return lacking('OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID')
  return {
    variable: 'OPENAI_IDENTITY_PROVIDER_ID',
    audience: read(environment, 'OPENAI_WIF_AUDIENCE') ?? 'https://api.openai.com/v1',
    audienceVariable: 'OPENAI_WIF_AUDIENCE',
    endpoint: 'https://auth.openai.com/oauth/token',
    headers: JSON_TYPE,
    compose: (assertion) =>
      JSON.stringify({
        grant_type: TOKEN_EXCHANGE,
        subject_token_type: JWT,
        subject_token: assertion,
        identity_provider_id: provider,
        service_account_id: account,
      }),
    beta: null,
  }
}

/** https://openrouter.ai/docs/guides/overview/auth/workload-identity-federation */
export const findOpenRouterExchange: FindExchange = (environment, baseURL) => {
  const policy = read(environment, 'OPENROUTER_FEDERATION_POLICY_ID')
  if (policy === null) return null
  return {
    variable: 'OPENROUTER_FEDERATION_POLICY_ID',
    audience: read(environment, 'OPENROUTER_OIDC_AUDIENCE') ?? 'https://openrouter.ai',
    audienceVariable: 'OPENROUTER_OIDC_AUDIENCE',
    endpoint: below(baseURL, '/oauth/token'),
    headers: FORM_TYPE,
    compose: (assertion) =>
      form({
        grant_type: TOKEN_EXCHANGE,
        subject_token_type: JWT,
        subject_token: assertion,
        federation_policy_id: policy,
      }),
    beta: null,
  }
}

/** Of Azure OpenAI, Foundry and API Management, in each of Azure's clouds. */
const AZURE_HOST = /\.azure\.(?:com|us|cn)$|\.azure-api\.(?:net|us|cn)$/

/**
 * The variables are those of Azure's own packages, which a workflow may set for its deployments: they count only for a model on
 * Azure, or if the workflow names the authority, too.
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
export const findAzureExchange: FindExchange = (environment, baseURL) => {
  const client = read(environment, 'AZURE_CLIENT_ID')
  const authority = read(environment, 'AZURE_AUTHORITY_HOST')
  const isForAzure = authority !== null || AZURE_HOST.test(new URL(baseURL).hostname)
  if (client === null || !isForAzure) return null
  const tenant = read(environment, 'AZURE_TENANT_ID')
  if (tenant === null) return lacking('AZURE_CLIENT_ID', 'AZURE_TENANT_ID')
  if (!/^[\w-][\w.-]*$/.test(tenant))
    return reason('input-invalid', 'the environment variable AZURE_TENANT_ID is not the id of a tenant')
  const address = authority ?? 'login.microsoftonline.com'
  const host = URL.parse(address.includes('://') ? address : `https://${address}`)
  if (host === null)
    return reason('input-invalid', 'the environment variable AZURE_AUTHORITY_HOST is not an address')
  return {
    variable: 'AZURE_CLIENT_ID',
    audience: 'api://AzureADTokenExchange',
    audienceVariable: null,
    endpoint: `${host.origin}/${tenant}/oauth2/v2.0/token`,
    headers: FORM_TYPE,
    compose: (assertion) =>
      form({
        grant_type: 'client_credentials',
        client_id: client,
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: assertion,
        scope: read(environment, 'AZURE_SCOPE') ?? 'https://cognitiveservices.azure.com/.default',
      }),
    beta: null,
  }
}

/** The one exchange that the environment asks for. Pure. */
export function findExchange(
  candidates: readonly FindExchange[],
  environment: Environment,
  baseURL: string,
): TokenExchange | Reason | null {
  const [found = null, other] = candidates
    .map((find) => find(environment, baseURL))
    .filter((one) => one !== null)
  if (found === null || other === undefined || 'code' in found) return found
  if ('code' in other) return other
  return reason(
    'input-invalid',
    `the environment variables ${found.variable} and ${other.variable} are both set: leave out the one whose tokens ${new URL(baseURL).host} does not accept`,
  )
}

/** What forbids an exchange; `null`: nothing. `appUrl`: address of the server, if there is one. Pure. */
export function refuseExchange(
  { audience, audienceVariable, endpoint, variable }: TokenExchange,
  { baseURL, appUrl }: { readonly baseURL: string; readonly appUrl: string | null },
): Reason | null {
  // The server accepts such a token as proof of which run it is: the provider could claim runs, and fetch their code.
  if (appUrl !== null && normalize(audience) === normalize(appUrl)) {
    return reason(
      'input-invalid',
      `the audience in ${audienceVariable ?? variable} is the address of the Prentice server: name one that only the model's provider accepts`,
    )
  }
  const insecure = [endpoint, baseURL].find((url) => !isSecure(new URL(url)))
  if (insecure === undefined) return null
  return reason(
    'input-invalid',
    `${new URL(insecure).origin} would get tokens in clear text: ${variable} needs an https:// address`,
  )
}

const normalize = (address: string): string => {
  const url = URL.parse(address.trim())
  return (url === null ? address.trim() : `${url.protocol}//${url.host}${url.pathname}`)
    .replace(/\/+$/, '')
    .toLowerCase()
}

const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))

const read = (environment: Environment, name: string): string | null => environment[name]?.trim() || null

const lacking = (given: string, missing: string): Reason =>
  reason('input-invalid', `the environment variable ${missing} is not set, and ${given} needs it`)

const form = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString()

function below(baseURL: string, path: string): string {
  const url = new URL(baseURL)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`
}
