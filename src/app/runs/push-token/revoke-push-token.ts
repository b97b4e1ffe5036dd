import type { Logger } from 'pino'
import type { Github } from '../../github/github.ts'
import type { TokenCipher } from './encrypt-token.ts'

export interface RevokePushTokenDeps {
  readonly github: Github
  readonly tokenCipher: TokenCipher
  readonly log: Logger
}

/** Ends a push token that the store keeps encrypted. */
export async function revokePushToken(
  deps: RevokePushTokenDeps,
  encrypted: string,
  job: string,
): Promise<void> {
  let token: string
  try {
    token = deps.tokenCipher.decrypt(encrypted)
  } catch (error) {
    deps.log.warn(
      { job, err: error },
      'a push token was encrypted under another private key; it ends within the hour',
    )
    return
  }
  await deps.github.revokeToken(token)
}
