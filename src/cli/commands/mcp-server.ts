import type { Readable } from 'node:stream'
import { createClient, PrenticeError } from '../../client/index.ts'
import { readSettings, type Settings } from '../../client/settings.ts'
import { asPrenticeError, attempt, readJson } from '../../client/transport.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { plainLines } from '../output/plain-text.ts'
import { type Context, chooseServer, type ServerOption } from './context.ts'
import { lookForProject } from './find-project.ts'
import { readLogins } from './logins-file.ts'

interface McpServerOptions extends ServerOption {
  readonly repo?: string
  readonly dir?: string
}

/**
 * Speaks MCP on standard input and output: sends each request to the server's own `/mcp`, with the stored key and the
 * project of the folder. Ends when the input ends. What is no message goes to standard error.
 */
export async function serveMcp(context: Context, options: McpServerOptions): Promise<ExitCode> {
  const { terminal, signal } = context
  const tell = (text: string): Promise<void> => terminal.notes.write(`${plainLines(text)}\n`)
  if (terminal.input.isTTY)
    await tell('This command speaks MCP on standard input: let an editor start it. Ctrl-C ends it.')
  const connection = rememberSuccess(() => connect(context, options, tell))
  const underWay = new Map<string, AbortController>()
  const tasks = new Set<Promise<void>>()
  let exitCode: ExitCode = EXIT.done
  // Editors show what is on standard error, and often only that.
  const connected = connection().then(
    () => undefined,
    async (error: unknown) => {
      exitCode = error instanceof CommandError ? error.exitCode : EXIT.failed
      if (!signal.aborted) await tell(`error: ${describe(error)}`)
    },
  )

  async function answer(request: Request, cancel: AbortSignal): Promise<void> {
    const response = await respond(request, cancel)
    // A client that has cancelled a request expects nothing more of it.
    if (!cancel.aborted) await terminal.out.write(`${JSON.stringify(response)}\n`)
  }

  async function respond(request: Request, cancel: AbortSignal): Promise<object> {
    try {
      const response = await (await connection()).send(request, cancel)
      exitCode = EXIT.done
      return response
    } catch (error) {
      const data =
        error instanceof PrenticeError && error.status !== null ? { status: error.status } : undefined
      return failure(request.id, { code: SERVER_ERROR, message: describe(error), ...(data && { data }) })
    }
  }

  function take(message: Record<string, unknown>): void {
    if (isRequest(message)) {
      const key = JSON.stringify(message.id)
      const cancel = new AbortController()
      underWay.set(key, cancel)
      const task = answer(message, AbortSignal.any([cancel.signal, signal])).finally(() => {
        underWay.delete(key)
        tasks.delete(task)
      })
      tasks.add(task)
    } else if (isCancelled(message)) underWay.get(JSON.stringify(message.params.requestId))?.abort()
  }

  for await (const line of linesOf(terminal.input, signal)) {
    const message = parse(line)
    if (isMessage(message)) take(message)
    else await terminal.out.write(`${JSON.stringify(failure(null, NO_MESSAGE))}\n`)
  }
  await Promise.race([Promise.allSettled([connected, ...tasks]), stopped(signal)])
  for (const cancel of underWay.values()) cancel.abort()
  return signal.aborted ? EXIT.done : exitCode
}

/** What was asked for before the end of the input is still answered, but not waited for: the client may be gone. */
const LAST_MS = 1_500

const stopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, LAST_MS)
    timer.unref()
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

interface Request {
  readonly id: string | number
  readonly method: string
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const isMessage = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && (isRequest(value) || isUnanswered(value))

/** Notifications and responses have no answer, and the server keeps nothing of them. */
const isUnanswered = (value: Record<string, unknown>): boolean =>
  value.id === undefined ? typeof value.method === 'string' : 'result' in value || 'error' in value

const isRequest = (message: unknown): message is Request =>
  isObject(message) && typeof message.method === 'string' && message.id !== undefined && message.id !== null

const isCancelled = (message: unknown): message is { readonly params: { readonly requestId: unknown } } =>
  isObject(message) && message.method === 'notifications/cancelled' && isObject(message.params)

/** Codes of JSON-RPC: https://www.jsonrpc.org/specification#error_object */
const NO_MESSAGE = { code: -32700, message: 'each line must be one JSON-RPC message' }
const SERVER_ERROR = -32000

const failure = (id: Request['id'] | null, error: object): object => ({ jsonrpc: '2.0', id, error })

function describe(error: unknown): string {
  if (error instanceof PrenticeError && error.status === 401)
    return `${error.message}; \`prentice login\` stores another key`
  return error instanceof Error ? error.message : String(error)
}

interface Connection {
  /** Resolves to the response of the server to one request. */
  send(request: Request, signal: AbortSignal): Promise<object>
}

/** The next request tries again what has failed: meanwhile, the person may have signed in. */
function rememberSuccess<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error) => {
      made = null
      throw error
    })
    return made
  }
}

async function connect(
  { environment, loginsPath, folder, signal }: Context,
  { server, repo, dir }: McpServerOptions,
  tell: (text: string) => Promise<void>,
): Promise<Connection> {
  const chosen = chooseServer({ option: server, environment, logins: await readLogins(loginsPath) })
  const options = { ...chosen, userAgent: 'prentice-mcp-server', retries: 2 }
  const client = createClient(options)
  const project = await lookForProject({ client, signal, repo, folder: dir ?? folder }).catch(
    async (error: unknown) => {
      // The folder may be any; a repository that is named is meant.
      if (!(error instanceof CommandError) || repo !== undefined) throw error
      await tell(`${error.message}. Calls of tools must name a project.`)
      return null
    },
  )
  const query = project === null ? '' : `?projectId=${encodeURIComponent(project.id)}`
  const settings = readSettings(options)
  return openConnection(settings, `${settings.baseUrl}/mcp${query}`)
}

function openConnection(settings: Settings, url: string): Connection {
  let protocolVersion: string | null = null
  return {
    async send(request, signal) {
      const headers = {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'user-agent': settings.userAgent,
        ...(protocolVersion !== null && { 'mcp-protocol-version': protocolVersion }),
        authorization: `Bearer ${settings.apiKey}`,
      }
      const init = { method: 'POST', redirect: 'manual', headers, body: JSON.stringify(request) } as const
      const limit = AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)])
      try {
        const response = await readJson<object>(await attempt(settings, url, init, limit))
        const result: unknown = 'result' in response ? response.result : undefined
        if (request.method === 'initialize' && isObject(result))
          protocolVersion = typeof result.protocolVersion === 'string' ? result.protocolVersion : null
        return response
      } catch (thrown) {
        throw explain(asPrenticeError(thrown, settings), settings)
      }
    },
  }
}

const explain = (error: PrenticeError, { baseUrl }: Settings): PrenticeError =>
  error.status === 404
    ? new PrenticeError(`${baseUrl} has no MCP server: it is older than this command, so update it`, error)
    : error

const NEWLINE = 0x0a

/** Node's own reader of lines also ends one at U+2028, which JSON may contain. */
async function* linesOf(input: Readable, signal: AbortSignal): AsyncGenerator<string> {
  const stop = () => input.destroy()
  signal.addEventListener('abort', stop, { once: true })
  let parts: Buffer[] = []
  try {
    for await (const chunk of input) {
      let rest = Buffer.from(chunk)
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        const line = Buffer.concat([...parts, rest.subarray(0, end)]).toString()
        parts = []
        rest = rest.subarray(end + 1)
        if (line.trim() !== '') yield line
      }
      if (rest.length > 0) parts.push(rest)
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

/** `undefined`: the line is no JSON. */
function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
