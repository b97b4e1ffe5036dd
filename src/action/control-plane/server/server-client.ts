import { z } from 'zod'
import {
  Assignment,
  EventsAnswer,
  type EventsRequest,
  PROTOCOL_VERSION,
  PushTokenAnswer,
  type PushTokenRequest,
  RegisterAnswer,
  type RegisterRequest,
  ResultAnswer,
  type ResultRequest,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../../contract/runner-protocol.ts'
import { requestServer } from './request.ts'
import { type RetryPolicy, withRetries } from './retry.ts'

/** The runner's side of the runner protocol. */
export interface ServerClient {
  register(request: RegisterRequest): Promise<RegisterAnswer>
  claim(run: string): Promise<Assignment>
  /** One attempt: the caller sends again with its next batch. */
  sendEvents(run: string, request: EventsRequest): Promise<EventsAnswer>
  fetchPushToken(run: string, request: PushTokenRequest): Promise<PushTokenAnswer>
  savePatch(run: string, patch: Uint8Array<ArrayBuffer>): Promise<void>
  sendResult(
    run: string,
    result: ResultRequest,
    patience: RetryPolicy,
    signal: AbortSignal,
  ): Promise<ResultAnswer>
}

export interface ServerClientDeps {
  /** Without a slash at its end. */
  readonly appUrl: string
  /** Drawn for this run, known to this process only. */
  readonly runSecret: string
  /** Takes the secrets out of a text. */
  readonly scrub: (text: string) => string
  /** A fresh token per call. */
  readonly mintIdToken: (signal: AbortSignal) => Promise<string>
  readonly patience: RetryPolicy
  readonly signal: AbortSignal
}

const CALL_TIMEOUT_MS = 20_000
const PATCH_TIMEOUT_MS = 60_000

export function openServerClient(deps: ServerClientDeps): ServerClient {
  const send = async <T>(
    request: { path: string; body: unknown; withToken: boolean; signal: AbortSignal },
    answer: z.ZodType<T>,
  ): Promise<T> => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)])
    const authorization = request.withToken
      ? { authorization: `Bearer ${await deps.mintIdToken(signal)}` }
      : {}
    const headers = {
      'content-type': 'application/json',
      [RUN_SECRET_HEADER]: deps.runSecret,
      ...authorization,
    }
    const body = JSON.stringify(request.body, (_, part) =>
      typeof part === 'string' ? deps.scrub(part) : part,
    )
    return requestServer({ url: deps.appUrl + request.path, method: 'POST', headers, body, signal }, answer)
  }
  const patiently = <T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> => {
    const call = { path, body, withToken: true, signal: deps.signal }
    return withRetries(() => send(call, answer), deps.patience, deps.signal)
  }
  return {
    register: (request) => patiently(runnerPaths.register(), request, RegisterAnswer),
    claim: (run) => patiently(runnerPaths.claim(), { run, protocol: PROTOCOL_VERSION }, Assignment),
    fetchPushToken: (run, request) => patiently(runnerPaths.pushToken(run), request, PushTokenAnswer),
    sendEvents: (run, body) =>
      send({ path: runnerPaths.events(run), body, withToken: false, signal: deps.signal }, EventsAnswer),
    sendResult: (run, body, patience, signal) => {
      const call = { path: runnerPaths.result(run), body, withToken: false, signal }
      return withRetries(() => send(call, ResultAnswer), patience, signal)
    },
    savePatch: (run, patch) => withRetries(() => putPatch(deps, run, patch), deps.patience, deps.signal),
  }
}

async function putPatch(deps: ServerClientDeps, run: string, patch: Uint8Array<ArrayBuffer>): Promise<void> {
  const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(PATCH_TIMEOUT_MS)])
  const headers = { 'content-type': 'text/x-diff', [RUN_SECRET_HEADER]: deps.runSecret }
  const url = deps.appUrl + runnerPaths.patch(run)
  await requestServer({ url, method: 'PUT', headers, body: patch, signal }, z.unknown())
}
