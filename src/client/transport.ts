import { OPERATIONS, type Operation, type OperationId } from './operations.ts'
import { describeForeignResponse, PrenticeError, readError, redirectError } from './prentice-error.ts'
import { planRetry, sleep } from './retry.ts'
import type { Settings } from './settings.ts'

export interface RequestOptions {
  readonly signal?: AbortSignal | undefined
}

/** Of requests that start work. */
export interface SendOptions extends RequestOptions {
  /** For 24 hours, the same request with the same key is done once. Default: a random key for each call. */
  readonly idempotencyKey?: string | undefined
}

/** An object becomes a parameter for each of its entries: `metadata[team]=docs`. */
export type QueryValue = string | number | boolean | Readonly<Record<string, string>> | undefined

export interface Call {
  /** Values of the parameters in the path. */
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Default: a random one for each call, the same for all its attempts. */
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface Received<T> {
  readonly value: T
  readonly headers: Headers
}

/** Sends the requests of a client. */
export interface Transport {
  readonly settings: Settings
  /** Retries what may succeed later, and returns the JSON of the response. */
  json<T>(operation: OperationId, call: Call): Promise<Received<T>>
  /** The same for a response that is not JSON. */
  bytes(operation: OperationId, call: Call): Promise<Received<Uint8Array>>
  /** One attempt. The body of the response is still to be read, and only `signal` ends it. */
  open(operation: OperationId, call: Call): Promise<Response>
}

export function createTransport(settings: Settings): Transport {
  const { timeoutMs } = settings

  async function retried<T>(
    operation: OperationId,
    call: Call,
    read: (response: Response) => Promise<T>,
  ): Promise<Received<T>> {
    const init = requestInit(settings, OPERATIONS[operation], call)
    const url = settings.baseUrl + targetOf(OPERATIONS[operation], call)
    for (let failed = 1; ; failed++) {
      try {
        const response = await attempt(settings, url, init, timeLimit(timeoutMs, call.signal))
        return { value: await read(response), headers: response.headers }
      } catch (thrown) {
        call.signal?.throwIfAborted()
        const error = asPrenticeError(thrown, settings)
        const wait = planRetry(error, failed, settings, Math.random())
        if (wait === null) throw error
        await sleep(wait, call.signal)
      }
    }
  }

  return {
    settings,
    json: <T>(operation: OperationId, call: Call) => retried(operation, call, (r) => readJson<T>(r)),
    bytes: (operation, call) =>
      retried(operation, call, async (response) => new Uint8Array(await response.arrayBuffer())),
    async open(operation, call) {
      const url = settings.baseUrl + targetOf(OPERATIONS[operation], call)
      const init = requestInit(settings, OPERATIONS[operation], call)
      try {
        return await attempt(settings, url, init, call.signal)
      } catch (thrown) {
        throw asPrenticeError(thrown, settings)
      }
    },
  }
}

/** One request. Throws the PrenticeError of a response that is no success. */
export async function attempt(
  settings: Settings,
  url: string,
  init: RequestInit,
  signal: AbortSignal | undefined,
): Promise<Response> {
  const response = await settings.fetch(url, { ...init, ...(signal && { signal }) })
  const { status } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel()
    throw redirectError(response, settings.baseUrl)
  }
  if (!response.ok) throw await readError(response)
  return response
}

function requestInit(settings: Settings, operation: Operation, call: Call): RequestInit {
  const { method, takesKey } = operation
  return {
    method,
    // The platform would keep the method or change it, and would send the body to another server.
    redirect: 'manual',
    headers: {
      accept: 'application/json',
      'user-agent': settings.userAgent,
      ...call.headers,
      ...(call.body && { 'content-type': 'application/json' }),
      ...(takesKey && { 'idempotency-key': call.idempotencyKey ?? crypto.randomUUID() }),
      authorization: `Bearer ${settings.apiKey}`,
    },
    ...(call.body && { body: JSON.stringify(call.body) }),
  }
}

/** Path and query of a request. */
function targetOf({ path }: Operation, call: Call): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(call.path?.[name] ?? '')
    // `.` and `..` are removed from a URL even if they are percent-encoded.
    if (/^\.{0,2}$/.test(value))
      throw new TypeError(`\`${name}\` is ${JSON.stringify(value)}, which is no id`)
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (typeof value === 'object')
      for (const [key, text] of Object.entries(value)) query.set(`${name}[${key}]`, text)
    else if (value !== undefined) query.set(name, String(value))
  }
  return query.size === 0 ? filled : `${filled}?${query}`
}

export async function readJson<T>(response: Response): Promise<T> {
  const text = await response.text()
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    throw new PrenticeError(describeForeignResponse(response), { status: response.status, cause })
  }
}

const timeLimit = (ms: number, signal: AbortSignal | undefined): AbortSignal =>
  signal === undefined ? AbortSignal.timeout(ms) : AbortSignal.any([signal, AbortSignal.timeout(ms)])

/** `fetch` throws a TypeError if there is no response; its cause says why. */
export function asPrenticeError(thrown: unknown, { baseUrl, timeoutMs }: Settings): PrenticeError {
  if (thrown instanceof PrenticeError) return thrown
  if (thrown instanceof Error && thrown.name === 'TimeoutError')
    return new PrenticeError(`${baseUrl} did not respond within ${timeoutMs / 1000} s`, {
      status: null,
      cause: thrown,
    })
  if (isPlainHttp(thrown))
    return new PrenticeError(
      `${baseUrl} speaks http, not https: correct the scheme or the port of the address`,
      {
        status: null,
        cause: thrown,
      },
    )
  return new PrenticeError(`${baseUrl} cannot be reached: ${describeCause(thrown)}`, {
    status: null,
    cause: thrown,
  })
}

/** A server answered the first bytes of TLS in plain text, as OpenSSL reports it. */
function isPlainHttp(thrown: unknown): boolean {
  const cause: unknown = thrown instanceof Error ? thrown.cause : undefined
  if (!(cause instanceof Error) || !('code' in cause)) return false
  return ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'].includes(String(cause.code))
}

function describeCause(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown)
  const { cause } = thrown
  // Of several addresses of a name, Node gives all failures and no message.
  if (cause instanceof AggregateError && cause.message === '') return describeCause(cause.errors[0])
  return cause instanceof Error && cause.message !== '' ? cause.message : thrown.message
}
