import { createHash } from 'node:crypto'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'
import type { RunnerIdentity } from '../../domain/verify-claimant.ts'
import { GithubUnavailable } from '../../github/errors.ts'
import type { Store } from '../../store/store.ts'

type VerifiedToken =
  | { readonly kind: 'verified'; readonly identity: RunnerIdentity }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'too-many'; readonly retryAfterMs: number }

/** Rejects with GithubUnavailable when the issuer's keys cannot be had: then nothing is known about the token. */
export type VerifyOidcToken = (token: string) => Promise<VerifiedToken>

const CLOCK_TOLERANCE_S = 10

/** All claims are strings, the numbers too. */
const Numeric = z
  .string()
  .regex(/^[1-9][0-9]*$/)
  .transform(Number)
  .refine(Number.isSafeInteger)

const Claims = z.object({
  jti: z.string().min(1).max(200),
  exp: z.number(),
  repository_id: Numeric,
  repository_owner_id: Numeric,
  repository_visibility: z.enum(['public', 'private', 'internal']),
  ref: z.string(),
  sha: z.string(),
  event_name: z.string(),
  workflow_ref: z.string(),
  job_workflow_ref: z.string(),
  job_workflow_sha: z.string().optional(),
  run_id: Numeric,
  run_attempt: Numeric,
  actor_id: Numeric,
  actor: z.string(),
})
type Claims = z.infer<typeof Claims>

/** Tells which workflow run stands behind an OIDC token of GitHub Actions. */
export function createOidcVerifier({
  issuer,
  audience,
  now,
  takeToken,
}: {
  /** `https://token.actions.githubusercontent.com`, without a slash at its end. */
  readonly issuer: string
  /** PUBLIC_URL: tokens that were minted for anybody else are refused. */
  readonly audience: string
  readonly now: () => number
  readonly takeToken: (token: TakenToken) => Promise<TokenUse>
}): VerifyOidcToken {
  const discovery = new URL(`${issuer}/.well-known/openid-configuration`)
  const keyOf = reachable(
    createRemoteJWKSet(discovery, { [customFetch]: (_, request) => fetchKeys(issuer, discovery, request) }),
    now,
  )
  return async (token) => {
    const verified = await jwtVerify(token, keyOf, {
      issuer,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['exp', 'iat', 'jti', 'repository_id', 'run_id'],
      clockTolerance: CLOCK_TOLERANCE_S,
      maxTokenAge: '10m',
      currentDate: new Date(now()),
    }).catch(refusal)
    if (typeof verified === 'string') return { kind: 'refused', why: verified }
    const claims = Claims.safeParse(verified.payload)
    if (!claims.success)
      return {
        kind: 'refused',
        why: `its claim ${claims.error.issues[0]?.path.join('.')} is not as expected`,
      }
    const { jti, exp, repository_id: repositoryId } = claims.data
    const expiresAt = (exp + CLOCK_TOLERANCE_S) * 1000
    // Last, so that a token refused for another reason is not used up.
    const use = await takeToken({ jti, expiresAt, repositoryId })
    if (use.kind === 'too-many') return use
    if (use.kind === 'repeated')
      return { kind: 'refused', why: 'it was used before; mint a new one for every request' }
    return { kind: 'verified', identity: identityOf(claims.data) }
  }
}

const Discovery = z.object({ issuer: z.string(), jwks_uri: z.url() })

/**
 * The keys where the issuer's discovery document says: those of an enterprise's own issuer are elsewhere than below its
 * address. The document is of exactly the configured issuer, and can name no other host.
 * https://openid.net/specs/openid-connect-discovery-1_0.html#ProviderConfig
 */
async function fetchKeys(issuer: string, discovery: URL, request: RequestInit): Promise<Response> {
  const found = await fetchBounded(discovery, request)
  if (found.status !== 200) return found
  const described = Discovery.safeParse(await found.json())
  if (!described.success) throw new Error(`${discovery} is no discovery document`)
  if (described.data.issuer !== issuer)
    throw new Error(`the discovery document of ${issuer} names another issuer, ${described.data.issuer}`)
  const keys = new URL(described.data.jwks_uri)
  // The issuer has https, or is on loopback.
  if (keys.origin !== discovery.origin)
    throw new Error(`the discovery document of ${issuer} names keys at another address, ${keys.origin}`)
  return fetchBounded(keys, request)
}

/** More than the keys of an issuer take. */
const MOST_BYTES = 64 * 1024

async function fetchBounded(url: URL, request: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...request, redirect: 'manual' })
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MOST_BYTES) throw new Error(`${url} is larger than 64 KiB`)
    parts.push(part)
  }
  return new Response(Buffer.concat(parts), { status: response.status })
}

/** The keys of the issuer. An issuer that cannot be reached is another error than a token that it did not sign. */
function reachable(keys: JWTVerifyGetKey, now: () => number): JWTVerifyGetKey {
  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      const why = cause instanceof Error ? cause.message : String(cause)
      throw new GithubUnavailable(`the keys of the OIDC issuer could not be read: ${why}`, now() + 5000, {
        cause,
      })
    }
  }
}

/** In jose's words, which name the claim but never its value. */
function refusal(error: unknown): string {
  if (error instanceof errors.JOSEError) return error.message
  throw error
}

function identityOf(claims: Claims): RunnerIdentity {
  return {
    repositoryId: claims.repository_id,
    repositoryOwnerId: claims.repository_owner_id,
    repositoryVisibility: claims.repository_visibility,
    ref: claims.ref,
    sha: claims.sha,
    eventName: claims.event_name,
    workflowRef: claims.workflow_ref,
    jobWorkflowRef: claims.job_workflow_ref,
    jobWorkflowSha: claims.job_workflow_sha ?? null,
    workflowRunId: claims.run_id,
    runAttempt: claims.run_attempt,
    actorId: claims.actor_id,
    actor: claims.actor,
  }
}

/** What became of a token that is to be used. */
type TokenUse =
  | { readonly kind: 'first' }
  | { readonly kind: 'repeated' }
  /** The repository has used too many tokens. */
  | { readonly kind: 'too-many'; readonly retryAfterMs: number }

interface TakenToken {
  readonly jti: string
  /** It need not be remembered after this time (epoch ms). */
  readonly expiresAt: number
  readonly repositoryId: number
}

const tokenUseKeys = {
  digest: (digest: string) => `jti/${digest}`,
}

/** A run uses three tokens, and some more if the server was away. A server that accepts them keeps a record of each. */
export const TOKENS_PER_REPOSITORY = 1000
/** No token is valid for longer. */
const WINDOW_MS = 10 * 60_000

/**
 * Accepts each token once. Any workflow on GitHub can mint valid tokens for this server, so a record is kept of those
 * from its projects only, where a token opens something, and of so many for each in ten minutes.
 */
export function createTokenUses({
  claimOnce,
  isProject,
  now,
}: {
  /** True for the first caller with this name, until it expires. */
  readonly claimOnce: (name: string, expiresAt: number) => Promise<boolean>
  readonly isProject: (repositoryId: number) => Promise<boolean>
  readonly now: () => number
}) {
  const windows = new Map<number, { readonly endsAt: number; count: number }>()

  return async ({ jti, expiresAt, repositoryId }: TakenToken): Promise<TokenUse> => {
    if (!(await isProject(repositoryId))) return { kind: 'first' }
    const known = windows.get(repositoryId)
    const window =
      known !== undefined && known.endsAt > now() ? known : { endsAt: now() + WINDOW_MS, count: 0 }
    if (window.count >= TOKENS_PER_REPOSITORY)
      return { kind: 'too-many', retryAfterMs: window.endsAt - now() }
    window.count += 1
    windows.set(repositoryId, window)
    return { kind: (await claimOnce(jti, expiresAt)) ? 'first' : 'repeated' }
  }
}

/** True for the first caller with this name, false for all others until it expires (epoch ms). */
export const claimOnce =
  (store: Store) =>
  (name: string, expiresAt: number): Promise<boolean> => {
    const key = tokenUseKeys.digest(createHash('sha256').update(name).digest('hex'))
    return store.commit({ checks: [{ key, value: null }], set: [{ key, value: '', expiresAt }] })
  }
