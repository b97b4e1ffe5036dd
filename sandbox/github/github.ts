import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createGithubState } from './create-state.ts'
import { writeGitConfig } from './git/run-git.ts'
import { serveGit } from './git-http/serve-git.ts'
import { serveAttachment } from './issues/attachments.ts'
import { type Listener, listen } from './listen.ts'
import { serveOidc } from './oidc/serve-oidc.ts'
import { routes } from './routes/routes.ts'
import { restServer } from './routes/serve-rest.ts'
import type { Dialect, GithubState } from './state/state.ts'
import { type TestControls, testControls } from './test-controls.ts'
import { findRefusal } from './web/find-refusal.ts'
import { serveRegisterApp } from './web/register-app-pages.ts'
import { serveInstallations } from './web/serve-installations.ts'
import { serveWeb } from './web/serve-web.ts'
import { serveSignIn } from './web/sign-in-pages.ts'
import { serveJobLog } from './workflows/job-logs.ts'

export type { QueuedRun } from './state/queued-run.ts'

export interface SandboxGithubOptions {
  /** Where it listens if nobody else does; default: on any free ports. */
  readonly ports?: { readonly server: number; readonly api: number; readonly oidc: number }
  readonly dialect: Dialect
  /** For the bare repositories. Created if missing, never emptied. */
  readonly directory: string
  readonly log?: (line: string) => void
  readonly now?: () => Date
}

export interface SandboxGithub extends TestControls {
  /** Web pages and git. */
  readonly serverUrl: string
  /** github: a separate address; enterprise: `${serverUrl}/api/v3`. */
  readonly apiUrl: string
  /** github: a separate address; enterprise: `${serverUrl}/_services/token`. */
  readonly oidcIssuer: string
  /** Ends all child processes and connections, and keeps the bare repositories. */
  close(): Promise<void>
}

const API_PREFIX = '/api/v3'
/** Beside the REST API: https://docs.github.com/en/enterprise-server/graphql/guides/managing-enterprise-accounts */
const GRAPHQL = '/api/graphql'
const OIDC_PREFIX = '/_services/token'

/** A GitHub on loopback: REST, git over HTTP, web pages, an OIDC issuer and webhooks. */
export const startSandboxGithub = async (o: SandboxGithubOptions): Promise<SandboxGithub> => {
  await mkdir(o.directory, { recursive: true })
  const separate = o.dialect === 'github'
  const web = await listen(o.ports?.server ?? 0)
  const api = separate ? await listen(o.ports?.api ?? 0) : null
  const oidc = separate ? await listen(o.ports?.oidc ?? 0) : null
  const urls = {
    server: web.url,
    api: api?.url ?? `${web.url}${API_PREFIX}`,
    oidc: oidc?.url ?? `${web.url}${OIDC_PREFIX}`,
  }
  const state = await createGithubState({
    dialect: o.dialect,
    directory: o.directory,
    urls,
    now: o.now ?? (() => new Date()),
    log: o.log ?? (() => undefined),
  })
  await writeGitConfig(state)
  serve(state, { web, api, oidc })
  return {
    ...testControls(state),
    serverUrl: urls.server,
    apiUrl: urls.api,
    oidcIssuer: urls.oidc,
    close: () => close(state, [web, api, oidc]),
  }
}

interface Listeners {
  readonly web: Listener
  readonly api: Listener | null
  readonly oidc: Listener | null
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

const serve = (state: GithubState, { web, api, oidc }: Listeners): void => {
  const rest = restServer(state, routes)
  // A failed request is disconnected; otherwise its client would wait forever.
  const guarded =
    (handle: Handler): RequestListener =>
    (request, response) => {
      const refusal = findRefusal(request, state.urls.server)
      if (refusal !== null) {
        request.resume()
        response.writeHead(refusal.status, { 'content-type': 'text/plain; charset=utf-8' }).end(refusal.text)
        return
      }
      handle(request, response).catch((error: unknown) => {
        if (!state.closing.signal.aborted) state.log(`sandbox GitHub: ${String(error)}`)
        response.destroy()
      })
    }
  api?.serve(guarded((request, response) => rest(request, response, request.url ?? '/')))
  oidc?.serve(guarded((request, response) => serveOidc(state, request, response, request.url ?? '/')))
  web.serve(
    guarded(async (request, response) => {
      const path = request.url ?? '/'
      if (!api && path === GRAPHQL) return rest(request, response, path.slice('/api'.length))
      if (!api && path.startsWith(API_PREFIX)) return rest(request, response, path.slice(API_PREFIX.length))
      if (!oidc && path.startsWith(OIDC_PREFIX))
        return serveOidc(state, request, response, path.slice(OIDC_PREFIX.length))
      return (
        serveGit(state, request, response) ??
        serveRegisterApp(state, request, response) ??
        serveInstallations(state, request, response) ??
        serveSignIn(state, request, response) ??
        serveJobLog(state, request, response) ??
        serveAttachment(state, request, response) ??
        serveWeb(state, request, response)
      )
    }),
  )
}

const close = async (state: GithubState, listeners: readonly (Listener | null)[]): Promise<void> => {
  state.closing.abort()
  await Promise.all(listeners.map((listener) => listener?.close()))
  await Promise.all(
    [...state.children].map((child) => (child.exitCode === null ? once(child, 'close') : null)),
  )
  await Promise.all(state.pendingDeliveries)
}
