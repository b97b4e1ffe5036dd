import type { Logger } from 'pino'
import type { Github } from '../../github/github.ts'
import type { TokenCipher } from './encrypt-token.ts'

export interface RevokePushTokenDeps {
  readonly github: Github
  readonly tokenCipher: TokenCipher
  readonly log: Logger
}

/** Revokes a push token from its encrypted form. */
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
      'a push token was encrypted with another private key; it expires within the hour',
    )
    return
  }
  await deps.github.revokeToken(token)
}
