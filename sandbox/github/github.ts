import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { writeGitConfig } from './git/run-git.ts'
import { serveGit } from './git/serve-git.ts'
import { type Listener, listen } from './listen.ts'
import { serveOidc } from './oidc/serve-oidc.ts'
import { restServer } from './rest/serve-rest.ts'
import { routes } from './routes/routes.ts'
import { createGithubState, type Dialect, type GithubState } from './state.ts'
import { type TestControls, testControls } from './test-controls.ts'
import { serveWeb } from './web/serve-web.ts'

export type { QueuedRun } from './workflows/queued-run.ts'

export interface SandboxGithubOptions {
  /** Of `serverUrl`; a free one if not given. */
  readonly port?: number
  readonly dialect: Dialect
  /** For the bare repositories; made if missing, never emptied. */
  readonly directory: string
  readonly log?: (line: string) => void
  readonly now?: () => Date
}

export interface SandboxGithub extends TestControls {
  /** Web pages and git. */
  readonly serverUrl: string
  /** github: an address of its own; enterprise: `${serverUrl}/api/v3`. */
  readonly apiUrl: string
  /** github: an address of its own; enterprise: `${serverUrl}/_services/token`. */
  readonly oidcIssuer: string
  /** Ends every child process and connection; the bare repositories stay. */
  close(): Promise<void>
}

const API_PREFIX = '/api/v3'
const OIDC_PREFIX = '/_services/token'

/** A GitHub on loopback: REST, git over HTTP, web pages, an OIDC issuer and webhooks. */
export const startSandboxGithub = async (o: SandboxGithubOptions): Promise<SandboxGithub> => {
  await mkdir(o.directory, { recursive: true })
  const own = o.dialect === 'github'
  const web = await listen(o.port ?? 0)
  const api = own ? await listen(0) : null
  const oidc = own ? await listen(0) : null
  const urls = {
    server: web.url,
    api: api?.url ?? `${web.url}${API_PREFIX}`,
    oidc: oidc?.url ?? `${web.url}${OIDC_PREFIX}`,
  }
  const hub = await createGithubState({
    dialect: o.dialect,
    directory: o.directory,
    urls,
    now: o.now ?? (() => new Date()),
    log: o.log ?? (() => undefined),
  })
  await writeGitConfig(hub)
  serve(hub, { web, api, oidc })
  return {
    ...testControls(hub),
    serverUrl: urls.server,
    apiUrl: urls.api,
    oidcIssuer: urls.oidc,
    close: () => close(hub, [web, api, oidc]),
  }
}

interface Listeners {
  readonly web: Listener
  readonly api: Listener | null
  readonly oidc: Listener | null
}

type Answerer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const serve = (hub: GithubState, { web, api, oidc }: Listeners): void => {
  const rest = restServer(hub, routes)
  // A request that fails is cut off: an answer that never ends would hang its client.
  const guarded =
    (answer: Answerer): RequestListener =>
    (request, response) => {
      answer(request, response).catch((error: unknown) => {
        if (!hub.closing.signal.aborted) hub.log(`sandbox GitHub: ${String(error)}`)
        response.destroy()
      })
    }
  api?.serve(guarded((request, response) => rest(request, response, request.url ?? '/')))
  oidc?.serve(guarded((request, response) => serveOidc(hub, request, response, request.url ?? '/')))
  web.serve(
    guarded(async (request, response) => {
      const path = request.url ?? '/'
      if (!api && path.startsWith(API_PREFIX)) return rest(request, response, path.slice(API_PREFIX.length))
      if (!oidc && path.startsWith(OIDC_PREFIX))
        return serveOidc(hub, request, response, path.slice(OIDC_PREFIX.length))
      return serveGit(hub, request, response) ?? serveWeb(hub, request, response)
    }),
  )
}

const close = async (hub: GithubState, listeners: readonly (Listener | null)[]): Promise<void> => {
  hub.closing.abort()
  await Promise.all(listeners.map((listener) => listener?.close()))
  await Promise.all([...hub.children].map((child) => (child.exitCode === null ? once(child, 'close') : null)))
  await Promise.all(hub.pendingDeliveries)
}
