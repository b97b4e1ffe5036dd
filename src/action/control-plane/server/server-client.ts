import { z } from 'zod'
import { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import {
  type EventsRequest,
  EventsResponse,
  FEATURES,
  PROTOCOL_VERSION,
  type RegisterRequest,
  RegisterResponse,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../../contract/runner-protocol/protocol.ts'
import {
  type MergeRequest,
  MergeResponse,
  type PushTokenRequest,
  PushTokenResponse,
} from '../../../contract/runner-protocol/publish.ts'
import { type ResultRequest, ResultResponse } from '../../../contract/runner-protocol/result.ts'
import { type RetryPolicy, requestServer, withRetries } from './request.ts'

/** The client of the runner protocol. */
export interface ServerClient {
  register(request: RegisterRequest): Promise<RegisterResponse>
  claim(run: string): Promise<Assignment>
  /** One attempt: the caller retries with its next batch. */
  sendEvents(run: string, request: EventsRequest): Promise<EventsResponse>
  fetchPushToken(run: string, request: PushTokenRequest, patience: Patience): Promise<PushTokenResponse>
  commitMerge(run: string, request: MergeRequest, patience: Patience): Promise<MergeResponse>
  savePatch(run: string, patch: Uint8Array<ArrayBuffer>): Promise<void>
  sendResult(
    run: string,
    result: ResultRequest,
    retryPolicy: RetryPolicy,
    signal: AbortSignal,
  ): Promise<ResultResponse>
}

/** How long a call is repeated, and what is told of the failures before. */
export interface Patience {
  readonly retryPolicy: RetryPolicy
  readonly onRetry: (error: Error) => void
}

interface ServerAccess {
  /** Without a trailing slash. */
  readonly appUrl: string
  /** Generated for this run; only this process has it. */
  readonly runSecret: string
  /** Replaces the secrets in a text. */
  readonly redact: (text: string) => string
  /** A fresh token per call. */
  readonly mintIdToken: (signal: AbortSignal) => Promise<string>
  readonly retryPolicy: RetryPolicy
  readonly signal: AbortSignal
}

const CALL_TIMEOUT_MS = 20_000
const PATCH_TIMEOUT_MS = 60_000

export function openServerClient(access: ServerAccess): ServerClient {
  const send = async <T>(
    request: { path: string; body: unknown; withToken: boolean; signal: AbortSignal },
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)])
    const authorization = request.withToken
      ? { authorization: `Bearer ${await access.mintIdToken(signal)}` }
      : {}
    const headers = {
      'content-type': 'application/json',
      [RUN_SECRET_HEADER]: access.runSecret,
      ...authorization,
    }
    const body = JSON.stringify(request.body, (_, part) =>
      typeof part === 'string' ? access.redact(part) : part,
    )
    return requestServer({ url: access.appUrl + request.path, method: 'POST', headers, body, signal }, schema)
  }
  const sendWithRetries = <T>(
    path: string,
    body: unknown,
    schema: z.ZodType<T>,
    { retryPolicy, onRetry }: Pick<Patience, 'retryPolicy'> & Partial<Patience> = access,
  ): Promise<T> => {
    const call = { path, body, withToken: true, signal: access.signal }
    return withRetries(() => send(call, schema), retryPolicy, access.signal, onRetry)
  }
  return {
    register: (request) => sendWithRetries(runnerPaths.register(), request, RegisterResponse),
    claim: (run) =>
      sendWithRetries(
        runnerPaths.claim(),
        { run, protocol: PROTOCOL_VERSION, features: FEATURES },
        Assignment,
      ),
    fetchPushToken: (run, request, patience) =>
      sendWithRetries(runnerPaths.pushToken(run), request, PushTokenResponse, patience),
    commitMerge: (run, request, patience) =>
      sendWithRetries(runnerPaths.merge(run), request, MergeResponse, patience),
    sendEvents: (run, body) =>
      send({ path: runnerPaths.events(run), body, withToken: false, signal: access.signal }, EventsResponse),
    sendResult: (run, body, retryPolicy, signal) => {
      const call = { path: runnerPaths.result(run), body, withToken: false, signal }
      return withRetries(() => send(call, ResultResponse), retryPolicy, signal)
    },
    savePatch: (run, patch) =>
      withRetries(() => putPatch(access, run, patch), access.retryPolicy, access.signal),
  }
}

async function putPatch(access: ServerAccess, run: string, patch: Uint8Array<ArrayBuffer>): Promise<void> {
  const signal = AbortSignal.any([access.signal, AbortSignal.timeout(PATCH_TIMEOUT_MS)])
  const headers = { 'content-type': 'text/x-diff', [RUN_SECRET_HEADER]: access.runSecret }
  const url = access.appUrl + runnerPaths.patch(run)
  await requestServer({ url, method: 'PUT', headers, body: patch, signal }, z.unknown())
}
