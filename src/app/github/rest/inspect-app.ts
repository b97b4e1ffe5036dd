import { z } from 'zod'
import { API_VERSION_HEADER, SERVER_USER_AGENT } from '../../../contract/github.ts'
import { ORGANISATION_REPOSITORY } from '../../../settings/organisation-settings.ts'
import type { SettingsFile } from '../../../settings/settings-files.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, createRequestGithub, type GithubAccess } from '../request/request.ts'
import { readSettingsFiles } from './project-files.ts'

export interface RegisteredApp {
  readonly slug: string
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
export interface AppInspection {
  readApp(): Promise<RegisteredApp>
  /** `null`: the App has none. */
  readWebhook(): Promise<Webhook | null>
  /** Newest first; empty if the App has no webhook. */
  listDeliveries(): Promise<Delivery[]>
  /** `active`, `disabled_manually`, …; `null`: there is no such workflow. */
  readWorkflowState(repository: RepositoryRef, file: string): Promise<string | null>
  /** Text of the file at `ref`, by default on the default branch; `null`: there is no such file. */
  readWorkflowFile(repository: Omit<RepositoryRef, 'id'>, path: string, ref?: string): Promise<string | null>
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

const App = z.object({
  slug: z.string(),
  permissions: z.record(z.string(), z.string()),
  events: z.array(z.string()),
})
const Hook = z.object({
  url: z.string().nullish(),
  content_type: z.string().nullish(),
  secret: z.string().nullish(),
  insecure_ssl: z.union([z.string(), z.number()]).nullish(),
})
const Deliveries = z.array(
  z.object({ event: z.string(), delivered_at: z.string(), status: z.string(), status_code: z.int() }),
)
const Workflow = z.object({ state: z.string() })
const File = z.object({
  content: z.string(),
  encoding: z.literal('base64'),
})

export function inspectApp(deps: GithubAccess & { readonly apiUrl: string }): AppInspection {
  const { octokits, now } = deps
  const ask = createRequestGithub(deps)
  const byApp = { as: { kind: 'app' } } as const
  const readFile = (repository: Omit<RepositoryRef, 'id'>, place: { path: string; ref?: string }) =>
    ask.oneOrNull(File, about(repository, 'GET /repos/{owner}/{repo}/contents/{path}', place))
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

    async readWorkflowState(repository, file) {
      const route = 'GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}'
      const found = await ask.oneOrNull(Workflow, about(repository, route, { workflow_id: file }))
      return found?.state ?? null
    },

    async readWorkflowFile(repository, path, ref) {
      const found = await readFile(repository, { path, ...(ref !== undefined && { ref }) })
      return found === null ? null : textOf(found)
    },

    async readAccountFile({ installationId, owner }, path) {
      const place = { installationId, owner, name: ORGANISATION_REPOSITORY }
      const found = await readFile(place, { path })
      return found === null ? null : textOf(found)
    },

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

const textOf = ({ content }: z.infer<typeof File>): string => Buffer.from(content, 'base64').toString('utf8')
