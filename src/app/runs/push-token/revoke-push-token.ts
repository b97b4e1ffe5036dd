import type { Logger } from 'pino'
import type { Github } from '../../github/github.ts'
import type { TokenCipher } from './encrypt-token.ts'

export interface RevokePushTokenDeps {
  readonly github: Github
  readonly seal: TokenCipher
  readonly log: Logger
}

/** Ends a push token that the store keeps sealed. */
export async function revokePushToken(deps: RevokePushTokenDeps, sealed: string, job: string): Promise<void> {
  let token: string
  try {
    token = deps.seal.open(sealed)
  } catch (error) {
    deps.log.warn(
      { job, err: error },
      'a push token was sealed under another private key; it ends within the hour',
    )
    return
  }
  await deps.github.revokeToken(token)
}
