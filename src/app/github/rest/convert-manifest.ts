import { z } from 'zod'
import { API_VERSION_HEADER, type ApiVersion, SERVER_USER_AGENT } from '../../../contract/github.ts'
import { NamedApp } from './as-app.ts'

/** The App that a code of the manifest flow stands for. */
export interface NewApp {
  readonly appId: number
  readonly slug: string
  /** The page of the App on GitHub. */
  readonly pageUrl: string
  readonly owner: { readonly id: number; readonly login: string }
  readonly privateKey: string
  readonly webhookSecret: string
  readonly clientSecret: string
}

export type Conversion =
  | { readonly kind: 'converted'; readonly app: NewApp }
  /** GitHub does not know the code: it was used, is older than an hour, or was never given. */
  | { readonly kind: 'unknown-code' }
  /** It is not known whether GitHub has given the credentials away. */
  | { readonly kind: 'failed'; readonly why: string }

const Converted = NamedApp.and(
  z.object({
    id: z.int(),
    html_url: z.url({ protocol: /^https?$/ }),
    owner: z.object({ id: z.int(), login: z.string() }),
    pem: z.string(),
    webhook_secret: z.string(),
    client_secret: z.string(),
  }),
).transform(
  (app): NewApp => ({
    appId: app.id,
    slug: app.slug,
    pageUrl: app.html_url,
    owner: { id: app.owner.id, login: app.owner.login },
    privateKey: app.pem,
    webhookSecret: app.webhook_secret,
    clientSecret: app.client_secret,
  }),
)

const TIMEOUT_MS = 20_000

/** Exchanges the code for the credentials. GitHub does this once, so the request is never repeated. */
export async function convertManifest(
  { apiUrl, apiVersion }: { readonly apiUrl: string; readonly apiVersion: ApiVersion },
  code: string,
): Promise<Conversion> {
  try {
    const response = await fetch(`${apiUrl}/app-manifests/${encodeURIComponent(code)}/conversions`, {
      method: 'POST',
      redirect: 'error',
      headers: {
        accept: 'application/vnd.github+json',
        'user-agent': SERVER_USER_AGENT,
        [API_VERSION_HEADER]: apiVersion,
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (response.status === 404) return { kind: 'unknown-code' }
    if (response.status !== 201) return { kind: 'failed', why: `GitHub responded with ${response.status}` }
    const read = Converted.safeParse(await response.json())
    // The message names fields only: their values are secrets.
    if (!read.success) return { kind: 'failed', why: `the response of GitHub lacks ${fieldsOf(read.error)}` }
    return { kind: 'converted', app: read.data }
  } catch (error) {
    return { kind: 'failed', why: `${new URL(apiUrl).host} did not respond (${causeOf(error)})` }
  }
}

const fieldsOf = (error: z.ZodError): string =>
  error.issues.map(({ path }) => path.join('.') || 'everything').join(', ')

/** `fetch` says "fetch failed"; its cause says why. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
