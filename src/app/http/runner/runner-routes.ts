import { type Context, Hono } from 'hono'
import {
  ClaimRequest,
  EventsRequest,
  REASON_HEADER,
  RegisterRequest,
  RUN_SECRET_HEADER,
} from '../../../contract/runner-protocol/protocol.ts'
import { MergeRequest, PushTokenRequest } from '../../../contract/runner-protocol/publish.ts'
import { ResultRequest } from '../../../contract/runner-protocol/result.ts'
import { checkProtocolVersion } from '../../domain/protocol-version.ts'
import { idsOfRun } from '../../domain/run-id.ts'
import type { RunnerIdentity } from '../../domain/verify-claimant.ts'
import type { LogContext } from '../../log/create-log.ts'
import { projectIdOf } from '../../projects/project.ts'
import { findClaimedRun, type RefusalCause, type RunnerRefusal } from '../../runs/authorize-runner.ts'
import { claimRun } from '../../runs/claim-run.ts'
import { commitMerge } from '../../runs/commit-merge.ts'
import { issuePushToken } from '../../runs/push-token.ts'
import { recordEvents } from '../../runs/record-events.ts'
import { recordPatch } from '../../runs/record-patch.ts'
import { recordResult } from '../../runs/record-result.ts'
import { refuseRegister, registerRun } from '../../runs/register-run.ts'
import type { RunnerWork } from '../../runs/run-work.ts'
import type { VerifyOidcToken } from '../auth/verify-oidc-token.ts'
import { admissionError } from '../shared/admission-error.ts'
import { HttpError } from '../shared/http-error.ts'
import { type Env, jsonBody, requireBranchName } from '../shared/json-body.ts'
import { jsonPieces, sendPieces } from '../shared/json-response.ts'
import { countBodyFor } from '../shared/read-body.ts'
import { secondsUntil, tooManyRequests } from '../shared/too-many-requests.ts'
import { readPatch } from './read-patch.ts'

/** Of requests that any workflow run on GitHub may send: whether the run is its own is known after the body only. */
const SMALL_BODY = 64 * 1024

/** What the action asks of the app; see the contract's runner protocol. */
export function runnerRoutes(
  deps: RunnerWork & { readonly verifyRunner: VerifyOidcToken; readonly logContext: LogContext },
): Hono<Env> {
  const app = new Hono<Env>().basePath('/runner/v1')

  app.post('/claim', async (c) => {
    const identity = await identify(deps, c)
    const { value } = await jsonBody(c.env.incoming, ClaimRequest, SMALL_BODY)
    deps.logContext.note(idsOfRun(value.run))
    const answer = requireAccepted(await claimRun(deps, identity, secretOf(c), value))
    return sendPieces(c, await jsonPieces(answer.assignment))
  })

  app.post('/register', async (c) => {
    const identity = await identify(deps, c)
    const early = await refuseRegister(deps, identity)
    if (early !== null) throw refusalError(early)
    const { repositoryId, repositoryOwnerId } = identity
    countBodyFor(c.env.incoming, {
      group: `account-${repositoryOwnerId}`,
      member: `project-${projectIdOf(repositoryId)}`,
    })
    const { value } = await jsonBody(c.env.incoming, RegisterRequest)
    const unsupported = checkProtocolVersion(value.protocol)
    if (unsupported !== null)
      throw refusalError({
        why: 'unsupported-protocol',
        message: unsupported.message,
        reason: unsupported.code,
      })
    requireBranchName(value.ref)
    const outcome = await registerRun(deps, identity, value)
    if (outcome.kind !== 'registered')
      throw outcome.kind === 'refused' ? refusalError(outcome) : admissionError(outcome)
    const { run, job } = outcome
    deps.logContext.note(idsOfRun(run))
    return c.json({ run, job })
  })

  app.post('/runs/:run/events', async (c) => {
    const [run, secret] = await authorize(deps, c)
    const { value } = await jsonBody(c.env.incoming, EventsRequest)
    const { messages, stop } = requireAccepted(await recordEvents(deps, run, secret, value))
    return sendPieces(c, await jsonPieces({ messages, stop }))
  })

  app.post('/runs/:run/push-token', async (c) => {
    const identity = await identify(deps, c)
    const { value } = await jsonBody(c.env.incoming, PushTokenRequest, SMALL_BODY)
    const { token, repository } = requireAccepted(
      await issuePushToken(deps, identity, c.req.param('run'), secretOf(c), value),
    )
    return c.json({ token, repository })
  })

  app.post('/runs/:run/merge', async (c) => {
    const identity = await identify(deps, c)
    const [run, secret] = await authorize(deps, c)
    const { value } = await jsonBody(c.env.incoming, MergeRequest)
    return c.json(requireAccepted(await commitMerge(deps, identity, run, secret, value)).answer)
  })

  app.put('/runs/:run/patch', async (c) => {
    const [run, secret] = await authorize(deps, c)
    const read = () => readPatch(c.env.incoming)
    requireAccepted(await recordPatch(deps, run, secret, read))
    return c.body(null, 204)
  })

  app.post('/runs/:run/result', async (c) => {
    const [run, secret] = await authorize(deps, c)
    const { value } = await jsonBody(c.env.incoming, ResultRequest)
    const { recorded, note } = requireAccepted(await recordResult(deps, run, secret, value))
    return c.json({ recorded, note })
  })

  return app
}

function requireAccepted<T extends { kind: string }>(outcome: T | RunnerRefusal): Exclude<T, RunnerRefusal> {
  if (isRefusal(outcome)) throw refusalError(outcome)
  return outcome as Exclude<T, RunnerRefusal>
}

const isRefusal = (outcome: { kind: string }): outcome is RunnerRefusal => outcome.kind === 'refused'

/** The workflow run behind the OIDC token. */
async function identify(
  deps: { readonly verifyRunner: VerifyOidcToken },
  c: Context<Env>,
): Promise<RunnerIdentity> {
  const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1]
  if (token === undefined)
    throw new HttpError(401, 'send an OIDC token of the workflow run as `Authorization: Bearer`')
  const verified = await deps.verifyRunner(token)
  if (verified.kind === 'too-many')
    throw tooManyRequests(
      'the repository has used too many OIDC tokens; try again later',
      secondsUntil(verified.retryAfterMs, 0),
    )
  if (verified.kind === 'refused') throw new HttpError(401, `the OIDC token is not valid: ${verified.why}`)
  return verified.identity
}

/** Run and secret, checked before the body is read: up to 4 MiB are read from the runner of the run only. */
async function authorize(deps: RunnerWork, c: Context<Env>): Promise<[run: string, secret: string]> {
  const run = c.req.param('run') ?? ''
  const secret = secretOf(c)
  const { key, job } = requireAccepted(await findClaimedRun(deps, run, secret))
  countBodyFor(c.env.incoming, {
    group: `account-${job.run.workflow?.ownerId ?? job.accountId}`,
    member: `project-${key.project}`,
  })
  return [run, secret]
}

function secretOf(c: Context<Env>): string {
  const secret = c.req.header(RUN_SECRET_HEADER)
  if (secret === undefined || secret.length < 32 || secret.length > 200) {
    throw new HttpError(401, `send the run secret in the header ${RUN_SECRET_HEADER}`)
  }
  return secret
}

/** The status codes of the runner protocol, see the contract. */
const STATUS: Readonly<Record<RefusalCause, number>> = {
  'wrong-workflow-run': 403,
  'wrong-secret': 403,
  'unknown-run': 404,
  'app-not-installed': 404,
  'not-dispatched': 409,
  'claimed-by-another': 409,
  'not-merging': 409,
  'only-reads': 409,
  paused: 409,
  'registered-before': 409,
  'run-ended': 410,
  'texts-deleted': 410,
  'patch-quota': 413,
  'unsupported-protocol': 426,
}

/** A reason goes into a header, so that the action ends its run for this reason, with this message. */
const refusalError = ({ why, message, reason }: Omit<RunnerRefusal, 'kind'>): HttpError =>
  new HttpError(STATUS[why], message, reason === undefined ? {} : { [REASON_HEADER]: reason })
