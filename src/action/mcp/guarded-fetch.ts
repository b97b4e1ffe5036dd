import { isInRanges, isPermittedAddress } from '../../net/ip-address.ts'

// Egress: asks MCP servers, with arguments in which `openMcp` has found no secret.

/** Why a server is not asked, or its answer not used. Holds nothing that the server sent. */
export class McpRefused extends Error {
  override name = 'McpRefused'
}

export interface GuardedFetchOptions {
  readonly url: URL
  /** Whether the workflow file names the origin: then its address need not be public. */
  readonly isNamed: boolean
  /** For this origin only. */
  readonly headers: Readonly<Record<string, string>>
  /** All addresses of a host. */
  readonly resolve: (host: string) => Promise<readonly string[]>
}

/** Of one response, decompressed. */
const MAX_BYTES = 4 * 1024 * 1024

/** Simultaneous answers to what the server asks, such as whether we are still here. One response can ask 100,000 times. */
const MAX_ANSWERS = 16

/**
 * `fetch` for one MCP server. The settings of a repository name it, so it must not reach the network of the runner: its host
 * must have public addresses only, unless the workflow file names the origin. The connection resolves the name once more, but
 * its certificate must be valid for the name, which no service in that network can have by chance.
 */
export function guardedFetch({ url, isNamed, headers, resolve }: GuardedFetchOptions): typeof fetch {
  let answers = 0
  return async (input, init) => {
    const isAnswer = answersServer(init)
    if (isAnswer && answers >= MAX_ANSWERS) throw new McpRefused('it asks too much of its own simultaneously')
    if (isAnswer) answers += 1
    try {
      return await send(input, init)
    } finally {
      if (isAnswer) answers -= 1
    }
  }

  async function send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const asked = new URL(input instanceof Request ? input.url : input)
    if (asked.href !== url.href) throw new McpRefused('it was to be asked at another address')
    // The stream of notifications, which servers need not have: nothing is done with one.
    if (init?.method === 'GET') return new Response(null, { status: 405 })
    await requirePermitted(url.hostname, isNamed, resolve)
    const all = new Headers(init?.headers)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    const response = await fetch(url, { ...init, headers: all, redirect: 'manual' })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new McpRefused(
        `it answers with a redirect (${response.status}), which is not followed: name the right address in the settings`,
      )
    }
    return new Response(response.body?.pipeThrough(atMost(MAX_BYTES)) ?? null, {
      status: response.status,
      headers: response.headers,
    })
  }
}

/** Of the messages that the client sends, only its answers have no method. */
const answersServer = (init: RequestInit | undefined): boolean =>
  typeof init?.body === 'string' && !('method' in JSON.parse(init.body))

/** Never, even if the workflow file names the host: the metadata services of clouds are here. */
const LINK_LOCAL = ['169.254.0.0/16', '64:ff9b::169.254.0.0/112', 'fe80::/10', 'fd00:ec2::/32']

async function requirePermitted(
  host: string,
  isNamed: boolean,
  resolve: GuardedFetchOptions['resolve'],
): Promise<void> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    // A proxy may know the host.
    if (isNamed) return []
    throw cannotResolve(cause)
  })
  if (addresses.length === 0 && !isNamed) throw cannotResolve()
  if (addresses.some((address) => isInRanges(address, LINK_LOCAL)))
    throw new McpRefused('its host has a link-local address')
  // One that is not public is enough: the host would choose which one is reached.
  if (!isNamed && !addresses.every((address) => isPermittedAddress(address, [])))
    throw new McpRefused(`its host has an address that is not public: ${NAME_IT}`)
}

const NAME_IT = 'if that is right, name its origin in a PRENTICE_MCP_ variable of the workflow file'

const cannotResolve = (cause?: unknown): McpRefused =>
  new McpRefused(`the runner cannot resolve its host: ${NAME_IT}`, { cause })

function atMost(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform(chunk, controller) {
      length += chunk.length
      if (length > limit) controller.error(new McpRefused('its response is larger than 4 MiB'))
      else controller.enqueue(chunk)
    },
  })
}
