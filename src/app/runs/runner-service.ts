import type { ClaimRequest, EventsRequest, RegisterRequest } from '../../contract/runner-protocol/protocol.ts'
import type { ResultRequest } from '../../contract/runner-protocol/result.ts'
import type { RunnerIdentity } from '../domain/verify-claimant.ts'
import { type ClaimedRun, findClaimedRun } from './authorize-runner.ts'
import { type ClaimDeps, type Claimed, claimRun } from './claim-run.ts'
import { type BudgetLog, type EventsOutcome, recordEvents } from './record-events.ts'
import { type PatchOutcome, type RecordPatchDeps, recordPatch } from './record-patch.ts'
import { type ResultOutcome, recordResult } from './record-result.ts'
import { type RegisterDeps, type RegisterOutcome, refuseRegister, registerRun } from './register-run.ts'
import type { RunnerRefusal } from './runner-refusal.ts'

/** The requests of a runner, except the one for a push token. */
export interface RunnerService {
  /** Checks who registers. Cheap, so that a route can call it before it reads a body. */
  refuseRegister(identity: RunnerIdentity): Promise<RunnerRefusal | null>
  register(identity: RunnerIdentity, request: RegisterRequest): Promise<RegisterOutcome>
  claim(identity: RunnerIdentity, secret: string, claim: ClaimRequest): Promise<Claimed | RunnerRefusal>
  /** Checks the secret of the run. Cheap, so that a route can call it before it reads a body. */
  authorize(run: string, secret: string): Promise<ClaimedRun | RunnerRefusal>
  recordEvents(run: string, secret: string, request: EventsRequest): Promise<EventsOutcome>
  recordPatch(run: string, secret: string, readPatch: () => Promise<Buffer>): Promise<PatchOutcome>
  recordResult(run: string, secret: string, result: ResultRequest): Promise<ResultOutcome>
}

export const createRunnerService = (
  deps: ClaimDeps & RegisterDeps & RecordPatchDeps & BudgetLog,
): RunnerService => ({
  refuseRegister: (identity) => refuseRegister(deps, identity),
  register: (identity, request) => registerRun(deps, identity, request),
  claim: (identity, secret, claim) => claimRun(deps, identity, secret, claim),
  authorize: (run, secret) => findClaimedRun(deps, run, secret),
  recordEvents: (run, secret, request) => recordEvents(deps, run, secret, request),
  recordPatch: (run, secret, readPatch) => recordPatch(deps, run, secret, readPatch),
  recordResult: (run, secret, result) => recordResult(deps, run, secret, result),
})
