import type { PushTokenRequest } from '../../contract/runner-protocol/publish.ts'
import type { RunnerIdentity } from '../domain/verify-claimant.ts'
import { issuePushToken, type PushTokenDeps, type PushTokenOutcome } from './push-token.ts'

/** The write tokens of runs. */
export interface PushTokens {
  issue(
    identity: RunnerIdentity,
    run: string,
    secret: string,
    request: PushTokenRequest,
  ): Promise<PushTokenOutcome>
}

export const createPushTokens = (deps: PushTokenDeps): PushTokens => ({
  issue: (identity, run, secret, request) => issuePushToken(deps, identity, run, secret, request),
})
