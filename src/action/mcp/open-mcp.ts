import type { CallToolResult } from '@ai-sdk/mcp'
import type { McpServer } from '../../contract/runner-protocol/assignment.ts'
import { cutHead } from '../../contract/text.ts'
import type { McpOffer, McpRequest, McpServers } from '../agent/tools/mcp.ts'
import { readImage } from '../workspace/files/read-image.ts'
import { refused, type ToolResult } from '../workspace/files/tool-result.ts'
import { type ChosenTool, chooseTools } from './choose-tools.ts'
import {
  connectServer,
  describeFailure,
  listTools,
  type McpConnection,
  type McpTimeouts,
  readAnsweredError,
  type ServerAccess,
} from './connect-server.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { type HeaderBinding, readHeaderBindings } from './header-bindings.ts'

export interface McpOptions {
  readonly servers: readonly McpServer[]
  /** Environment of the step, with the variables that bind headers to origins. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** All addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>
  /** Media types of the images that the model accepts. */
  readonly imageTypes: readonly string[]
  readonly redact: (text: string) => string
  /** Whether a text contains a secret of this run. */
  readonly hasSecret: (text: string) => boolean
  readonly signal: AbortSignal
  readonly timeouts?: McpTimeouts
  /** Tells people what is left out. */
  readonly note: (text: string) => void
}

export interface OpenedMcp extends McpServers {
  close(): Promise<void>
}

/**
 * Connects to the servers and asks once for their tools: what a server says of them later changes nothing. A server that
 * cannot be used is a notice. `null`: none can.
 */
export async function openMcp(options: McpOptions): Promise<OpenedMcp | null> {
  const { bindings, problems } = readHeaderBindings(options.environment)
  for (const problem of problems) options.note(`MCP: ${problem}`)
  const opened = await Promise.all(options.servers.map((server) => openServer(options, bindings, server)))
  const usable = opened.filter((one) => one !== null)
  if (usable.length === 0) return null
  let calls = 0
  return {
    offers: usable.map(({ offer }) => offer),
    async call(request, signal) {
      const server = usable.find(({ offer }) => offer.server === request.server)
      if (server === undefined)
        return refused(
          `There is no such server. Name one of ${usable.map(({ offer }) => offer.server).join(', ')}.`,
        )
      calls += 1
      if (calls > MAX_CALLS) return refused(`A run makes at most ${MAX_CALLS} calls. Work without more.`)
      return server.call(request, signal)
    },
    async close() {
      await Promise.all(usable.map(({ close }) => close()))
    },
  }
}

const MAX_CALLS = 200
const TIMEOUTS: McpTimeouts = { connectMs: 15_000, callMs: 60_000 }
const CLOSE_MS = 2000
/** In a row: such a server is not waited for again. */
const MAX_FAILURES = 3
const MAX_INPUT_LENGTH = 20_000

interface OpenedServer {
  readonly offer: McpOffer
  call(request: McpRequest, signal: AbortSignal): Promise<ToolResult>
  close(): Promise<void>
}

async function openServer(
  options: McpOptions,
  bindings: readonly HeaderBinding[],
  { name, url, tools: allowed }: McpServer,
): Promise<OpenedServer | null> {
  const access = accessTo(url, bindings, options.resolve)
  const { connectMs } = options.timeouts ?? TIMEOUTS
  let connection: McpConnection | null = null
  try {
    connection = await connectServer(access, options.signal, connectMs)
    const { tools, problems } = chooseTools(await listTools(connection, options.signal, connectMs), allowed)
    for (const problem of problems) options.note(`MCP server ${name}: ${problem}`)
    if (tools.length > 0) {
      const text = options.redact(describeTools(connection.client.instructions, tools))
      return { offer: { server: name, text }, ...keepCalling(options, access, connection, tools) }
    }
  } catch (error) {
    options.signal.throwIfAborted()
    options.note(`MCP server ${name} is left out: ${describeFailure(error)}.`)
  }
  await closeConnection(connection)
  return null
}

function accessTo(
  url: string,
  bindings: readonly HeaderBinding[],
  resolve: McpOptions['resolve'],
): ServerAccess {
  const address = new URL(url)
  const own = bindings.filter(({ origin }) => origin === address.origin)
  const headers = Object.fromEntries(
    own.flatMap(({ header }) => (header ? [[header.name, header.value]] : [])),
  )
  return {
    url: address.href,
    fetch: guardedFetch({ url: address, isNamed: own.length > 0, headers, resolve }),
  }
}

const INSTRUCTIONS_LENGTH = 4000

const describeTools = (instructions: string | undefined, tools: readonly ChosenTool[]): string =>
  [
    ...(instructions === undefined ? [] : [cutHead(instructions, INSTRUCTIONS_LENGTH)]),
    ...tools.map(({ name, description, schema }) => `${name}: ${description}\nIts arguments: ${schema}`),
  ].join('\n\n')

/** After a failure, the next call connects again: a session may have ended. */
function keepCalling(
  options: McpOptions,
  access: ServerAccess,
  connected: McpConnection,
  tools: readonly ChosenTool[],
): Pick<OpenedServer, 'call' | 'close'> {
  const { connectMs, callMs } = options.timeouts ?? TIMEOUTS
  let connection: McpConnection | null = connected
  let failures = 0
  return {
    async call({ server, tool, input }, signal) {
      const problem = findProblem(options, tools, tool, input)
      if (problem !== null) return refused(problem)
      if (failures >= MAX_FAILURES) return refused(`${server} no longer answers. Work without it.`)
      try {
        const deadline = AbortSignal.any([signal, AbortSignal.timeout(callMs)])
        connection ??= await connectServer(access, deadline, connectMs)
        const result = await connection.client.callTool({
          ...{ name: tool, arguments: input },
          options: { signal: AbortSignal.any([deadline, connection.broken]) },
        })
        failures = 0
        const { text, image } = await describeResult(result, options.imageTypes)
        return { ok: result.isError !== true, text: options.redact(text), ...(image && { image }) }
      } catch (error) {
        if (signal.aborted) return refused('Not done: the work had ended.')
        const answer = readAnsweredError(error)
        if (answer !== null) return refused(options.redact(answer))
        failures += 1
        await closeConnection(connection)
        connection = null
        return refused(`${server} could not be asked: ${describeFailure(error)}.`)
      }
    },
    close: () => closeConnection(connection),
  }
}

function findProblem(
  { hasSecret }: McpOptions,
  tools: readonly ChosenTool[],
  tool: string,
  input: McpRequest['input'],
): string | null {
  if (!tools.some(({ name }) => name === tool))
    return `There is no such tool. Name one of ${tools.map(({ name }) => name).join(', ')}.`
  const text = JSON.stringify(input)
  if (text.length > MAX_INPUT_LENGTH) return `The arguments may have at most ${MAX_INPUT_LENGTH} characters.`
  return hasSecret(text) ? 'The arguments contain a secret, which no server gets.' : null
}

/** Tells the server that the session ends; one that does not answer is not waited for. */
async function closeConnection(connection: McpConnection | null): Promise<void> {
  if (connection === null) return
  await Promise.race([
    connection.client.close().catch(() => {}),
    new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
  ])
}

interface Described {
  readonly text: string
  readonly image?: ToolResult['image']
}

/** What a server answered, as one text and at most one image. What the model cannot read is named. */
async function describeResult(result: CallToolResult, imageTypes: readonly string[]): Promise<Described> {
  const content = Array.isArray(result.content) ? (result.content as readonly Part[]) : []
  const parts = await Promise.all(content.map((part) => describePart(part, imageTypes)))
  const first = parts.findIndex(({ image }) => image !== undefined)
  const lines = parts.map(({ text, image }, index) =>
    image === undefined || index === first ? text : `[another image, which is left out] ${text}`,
  )
  const said = lines.join('').trim()
  const structured = describeStructured(result)
  if (said === '') lines.push(structured === '' ? 'The server returned nothing.' : structured)
  else if (structured.length > 2 * said.length) lines.push(structured)
  const { image } = parts[first] ?? {}
  return { text: lines.join('\n'), ...(image && { image }) }
}

/** `structuredContent` repeats the text, if there is one. A much shorter text only points to it. */
function describeStructured(result: CallToolResult): string {
  const { structuredContent, toolResult } = result as Record<string, unknown>
  return JSON.stringify(structuredContent ?? toolResult) ?? ''
}

interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

async function describePart(part: Part, imageTypes: readonly string[]): Promise<Described> {
  switch (part.type) {
    case 'text':
      return { text: asText(part.text) }
    case 'image':
      return describeImage(asText(part.data), imageTypes)
    case 'resource': {
      const { uri, text } = (part.resource ?? {}) as Record<string, unknown>
      return { text: typeof text === 'string' ? text : `[${asText(uri)}: binary data, which is left out]` }
    }
    case 'resource_link':
      return { text: [part.uri, part.name, part.description].map(asText).join(' ').trim() }
    default:
      return { text: `[${part.type}, which is left out]` }
  }
}

/** A response is smaller than what would need to be scaled. */
async function describeImage(data: string, imageTypes: readonly string[]): Promise<Described> {
  const read = await readImage('The result', Buffer.from(data, 'base64'), { types: imageTypes, scale: null })
  return read ?? { text: '[an image in a format that is not known]' }
}
