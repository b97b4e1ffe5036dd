import type { Person, PersonTokens } from '../people.ts'

/** Where a person signs in, and what proves later that the same browser started the sign-in. */
export type BeginSignIn = () => Promise<{
  readonly url: string
  readonly state: string
  readonly verifier: string
}>

export type FinishSignIn = (
  callback: URLSearchParams,
  begun: { readonly state: string; readonly verifier: string },
) => Promise<
  | { readonly kind: 'signed-in'; readonly person: Person; readonly tokens: PersonTokens }
  /** GitHub refused, or the answer does not belong to the request. Only the log shows why. */
  | { readonly kind: 'failed' | 'expired' | 'denied' }
>
