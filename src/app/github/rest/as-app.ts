import { z } from 'zod'
import type { AppIdentity, FailedDelivery, Github } from '../github.ts'
import type { Installation } from '../repository.ts'
import type { GithubClient } from '../request/request.ts'

const Installed = z.object({
  id: z.int(),
  suspended_at: z.string().nullish(),
  permissions: z.record(z.string(), z.string()).default({}),
  /** The account of an enterprise has no login; such an installation has no repositories. */
  account: z.object({ id: z.int(), login: z.string().optional() }).nullable(),
})

/** Requests that the App makes with its own JWT. */
export function installations({ ask }: GithubClient): Pick<Github, 'listInstallations' | 'findInstallation'> {
  return {
    async listInstallations() {
      const listed = await ask.all(Installed, { as: { kind: 'app' }, route: 'GET /app/installations' })
      return listed.flatMap((installed) => toInstallation(installed) ?? [])
    },

    async findInstallation(owner, repo, id) {
      const route = 'GET /repos/{owner}/{repo}/installation'
      const named = await ask.oneOrNull(Installed, { as: { kind: 'app' }, route, params: { owner, repo } })
      if (named !== null || id === undefined) return named && toInstallation(named)
      // GitHub redirects a former name to this address, and Octokit does not know that it takes the JWT of the App.
      const moved = await ask.oneOrNull(Installed, {
        as: { kind: 'app-jwt' },
        route: 'GET /repositories/{repository_id}/installation',
        params: { repository_id: id },
      })
      return moved && toInstallation(moved)
    },
  }
}

function toInstallation({
  id,
  account,
  suspended_at,
  permissions,
}: z.infer<typeof Installed>): Installation | null {
  if (account?.login === undefined) return null
  return {
    id,
    account: { id: account.id, login: account.login },
    suspended: suspended_at != null,
    permissions,
  }
}

/** Has 19 digits on github.com, which Octokit parses as a BigInt; an older Enterprise Server has short ones. */
const DeliveryId = z.union([z.int().nonnegative(), z.bigint(), z.string().regex(/^\d+$/)]).transform(String)

const Delivery = z.object({
  id: DeliveryId,
  guid: z.string(),
  event: z.string(),
  action: z
    .string()
    .nullish()
    .transform((action) => action ?? undefined),
  status: z.string(),
  delivered_at: z.string(),
})

/** Of the newest, which come first. */
const MOST = 1_000

/** https://docs.github.com/en/rest/apps/webhooks */
export function deliveries({ ask }: GithubClient): Pick<Github, 'listFailedDeliveries' | 'redeliver'> {
  return {
    async listFailedDeliveries(since): Promise<FailedDelivery[]> {
      const from = since.getTime()
      const listed = await ask.all(
        Delivery,
        // An older Enterprise Server ignores `status`, and lists all deliveries.
        { as: { kind: 'app' }, route: 'GET /app/hook/deliveries', params: { status: 'failure' } },
        (items) => items.length >= MOST || Date.parse(items.at(-1)?.delivered_at ?? '') < from,
      )
      return listed
        .map(({ delivered_at, ...delivery }) => ({ ...delivery, at: Date.parse(delivered_at) }))
        .filter(({ status, at }) => status !== 'OK' && at >= from)
    },

    async redeliver(id) {
      const route = 'POST /app/hook/deliveries/{delivery_id}/attempts'
      const params = { delivery_id: id }
      return (await ask.oneOrNull(z.object({}), { as: { kind: 'app' }, route, params })) !== null
    },
  }
}

/** GitHub may leave out the slug, with which the address of the App's page ends. */
export const NamedApp = z.union([
  z.object({ slug: z.string().min(1) }),
  z
    .object({ html_url: z.string().regex(/\/apps\/[^/?#]+$/) })
    .transform(({ html_url: page }) => ({ slug: page.slice(page.lastIndexOf('/') + 1) })),
])
const App = NamedApp.and(z.object({ client_id: z.string().min(1).nullish() }))
const User = z.object({ id: z.int() })

/** The identity of the App on GitHub. It does not change while the process runs, so it is read once. */
export function appIdentity(deps: GithubClient & { readonly webHost: string }): Pick<Github, 'identity'> {
  let known: Promise<AppIdentity> | null = null
  return {
    identity() {
      known ??= readIdentity(deps).catch((error: unknown) => {
        known = null
        throw error
      })
      return known
    },
  }
}

async function readIdentity(deps: GithubClient & { readonly webHost: string }): Promise<AppIdentity> {
  const { ask, webHost } = deps
  const { slug, client_id: clientId = null } = await ask.one(App, { as: { kind: 'app' }, route: 'GET /app' })
  const botLogin = `${slug}[bot]`
  // The JWT of the App is valid for `/app/…` only. Without authentication GitHub allows 60 requests an hour for each
  // address, and Enterprise Server in private mode none. So use an installation token if there is an installation.
  const active = (await installations(deps).listInstallations()).find(({ suspended }) => !suspended)
  const { id: botId } = await ask.one(User, {
    as: active ? { kind: 'installation', installationId: active.id } : { kind: 'token', token: null },
    pausedWith: null,
    route: 'GET /users/{username}',
    params: { username: botLogin },
  })
  return { slug, clientId, botId, botLogin, botEmail: `${botId}+${botLogin}@users.noreply.${webHost}` }
}
