import { z } from 'zod'
import { API_VERSION_HEADER, SERVER_USER_AGENT } from '../../../contract/github.ts'
import { ORGANISATION_REPOSITORY } from '../../../settings/organisation-settings.ts'
import type { SettingsFile } from '../../../settings/settings-files.ts'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, createRequestGithub, type GithubAccess } from '../request/request.ts'
import { NamedApp } from './as-app.ts'
import { readFile, readSettingsFiles } from './project-files.ts'
import { workflowRuns } from './workflow-runs.ts'

export interface RegisteredApp {
  readonly slug: string
  /** `null`: GitHub does not tell it. */
  readonly clientId: string | null
  /** `read`, `write` or `admin`, by name of the permission. */
  readonly permissions: Readonly<Record<string, string>>
  readonly events: readonly string[]
}

export interface Webhook {
  readonly url: string
  readonly contentType: string
  readonly hasSecret: boolean
  /** True: GitHub does not verify the certificate. */
  readonly isInsecure: boolean
}

export interface Delivery {
  readonly event: string
  readonly at: Date
  /** As GitHub reports it: `OK`, `failed to connect`. */
  readonly status: string
  readonly statusCode: number
}

/** Requests that only the doctor needs. Methods throw GithubUnavailable or GithubRefused. */
export interface AppInspection extends Pick<Github, 'readWorkflowState'> {
  readApp(): Promise<RegisteredApp>
  /** `null`: the App has none. */
  readWebhook(): Promise<Webhook | null>
  /** Newest first; empty if the App has no webhook. */
  listDeliveries(): Promise<Delivery[]>
  /** Text of the file at `ref`, by default on the default branch; `null`: there is no such file of up to a megabyte. */
  readWorkflowFile(repository: Omit<RepositoryRef, 'id'>, path: string, ref?: string): Promise<string | null>
  /** `null`: the installation cannot see a repository of that name. */
  seeRepository(repository: Omit<RepositoryRef, 'id'>): Promise<{ readonly isPrivate: boolean } | null>
  /** Whether a person or an organisation has that name. */
  hasAccount(installationId: number, login: string): Promise<boolean>
  /** Text of a file of the account's repository `.github`, on its default branch; `null`: there is no such file. */
  readAccountFile(
    account: Pick<RepositoryRef, 'installationId' | 'owner'>,
    path: string,
  ): Promise<string | null>
  /** The settings files that the default branch has. */
  readSettings(repository: RepositoryRef): Promise<readonly SettingsFile[]>
  /** How far the clock of this machine is ahead of GitHub's (ms). */
  readClockSkew(): Promise<number>
}

const App = NamedApp.and(
  z.object({
    client_id: z.string().nullish(),
    permissions: z.record(z.string(), z.string()),
    events: z.array(z.string()),
  }),
).transform(({ client_id, ...app }) => ({ ...app, clientId: client_id ?? null }))
const Hook = z.object({
  url: z.string().nullish(),
  content_type: z.string().nullish(),
  secret: z.string().nullish(),
  insecure_ssl: z.union([z.string(), z.number()]).nullish(),
})
const Deliveries = z.array(
  z.object({ event: z.string(), delivered_at: z.string(), status: z.string(), status_code: z.int() }),
)
const Repository = z.object({ private: z.boolean() })
/** GitHub sends the content of no larger file. */
const FILE_LIMIT = 1024 * 1024

export function inspectApp(deps: GithubAccess & { readonly apiUrl: string }): AppInspection {
  const { octokits, now } = deps
  const ask = createRequestGithub(deps)
  const byApp = { as: { kind: 'app' } } as const
  const readText = async (repository: Omit<RepositoryRef, 'id'>, place: { path: string; ref?: string }) => {
    const found = await readFile({ ask }, repository, place, FILE_LIMIT)
    return found.kind === 'text' ? found.text : null
  }
  return {
    readApp: () => ask.one(App, { ...byApp, route: 'GET /app' }),

    async readWebhook() {
      const hook = await ask.oneOrNull(Hook, { ...byApp, route: 'GET /app/hook/config' })
      if (hook === null) return null
      return {
        url: hook.url ?? '',
        contentType: hook.content_type ?? '',
        hasSecret: Boolean(hook.secret),
        isInsecure: String(hook.insecure_ssl ?? 0) !== '0',
      }
    },

    async listDeliveries() {
      const params = { per_page: 30 }
      const route = 'GET /app/hook/deliveries'
      const listed = await ask.oneOrNull(Deliveries, { ...byApp, route, params })
      return (listed ?? []).map(({ event, status, ...rest }) => ({
        event,
        status,
        at: new Date(rest.delivered_at),
        statusCode: rest.status_code,
      }))
    },

    readWorkflowState: workflowRuns({ ask }).readWorkflowState,

    readWorkflowFile: (repository, path, ref) =>
      readText(repository, { path, ...(ref !== undefined && { ref }) }),

    async seeRepository(repository) {
      const found = await ask.oneOrNull(Repository, about(repository, 'GET /repos/{owner}/{repo}'))
      return found === null ? null : { isPrivate: found.private }
    },

    async hasAccount(installationId, username) {
      const as = { kind: 'installation', installationId } as const
      const question = { as, route: 'GET /users/{username}', params: { username } }
      return (await ask.oneOrNull(z.object({}), question)) !== null
    },

    readAccountFile: ({ installationId, owner }, path) =>
      readText({ installationId, owner, name: ORGANISATION_REPOSITORY }, { path }),

    readSettings: (repository) => readSettingsFiles({ ask }, repository),

    async readClockSkew() {
      const before = now()
      // Every response has a date. Without authentication, because GitHub refuses a JWT with a wrong time.
      const { headers } = await fetch(deps.apiUrl, {
        method: 'HEAD',
        redirect: 'manual',
        headers: { [API_VERSION_HEADER]: octokits.apiVersion, 'user-agent': SERVER_USER_AGENT },
        signal: AbortSignal.timeout(10_000),
      }).catch((error: unknown) => {
        throw new Error(`${deps.apiUrl} cannot be reached: ${causeOf(error)}`, { cause: error })
      })
      const told = Date.parse(headers.get('date') ?? '')
      if (Number.isNaN(told)) throw new Error('the response of GitHub has no date')
      // The header has whole seconds, so it is half a second old on average.
      return (before + now()) / 2 - (told + 500)
    },
  }
}

/** `fetch` says "fetch failed"; its cause says why. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
