/** What became of a token that is to be used. */
export type TokenUse =
  | { readonly kind: 'first' }
  | { readonly kind: 'repeated' }
  /** The repository has used too many tokens. */
  | { readonly kind: 'too-many'; readonly retryAfterMs: number }

export interface TakenToken {
  readonly jti: string
  /** It need not be remembered after this time (epoch ms). */
  readonly expiresAt: number
  readonly repositoryId: number
}

export interface TokenUsesDeps {
  /** True for the first caller with this name, until it expires. */
  readonly claimOnce: (name: string, expiresAt: number) => Promise<boolean>
  readonly isProject: (repositoryId: number) => Promise<boolean>
  readonly now: () => number
}

/** A run uses three tokens, and some more if the server was away. A server that accepts them keeps a record of each. */
export const TOKENS_PER_REPOSITORY = 1000
/** No token is valid for longer. */
const WINDOW_MS = 10 * 60_000

/**
 * Accepts each token once. Any workflow on GitHub can mint valid tokens for this server, so a record is kept of those
 * from its projects only, where a token opens something, and of so many for each in ten minutes.
 */
export function createTokenUses({ claimOnce, isProject, now }: TokenUsesDeps) {
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
