import { z } from 'zod'
import type { AppIdentity } from '../app.ts'
import type { Github } from '../github.ts'
import type { Deps } from '../request/request.ts'
import { installations } from './as-app.ts'

const App = z.object({ slug: z.string(), client_id: z.string() })
const User = z.object({ id: z.int() })

/** The identity of the App on GitHub. It does not change while the process runs, so it is read once. */
export function appIdentity(deps: Deps & { readonly webHost: string }): Pick<Github, 'identity'> {
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

async function readIdentity(deps: Deps & { readonly webHost: string }): Promise<AppIdentity> {
  const { ask, webHost } = deps
  const { slug, client_id: clientId } = await ask.one(App, { as: { kind: 'app' }, route: 'GET /app' })
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
