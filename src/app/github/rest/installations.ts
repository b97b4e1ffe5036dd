import { z } from 'zod'
import type { Github, Installation } from '../github.ts'
import type { Deps } from './repositories.ts'

const Installed = z.object({
  id: z.int(),
  suspended_at: z.string().nullish(),
  permissions: z.record(z.string(), z.string()).default({}),
  /** The account of an enterprise has no login; such an installation has no repositories. */
  account: z.object({ id: z.int(), login: z.string().optional() }).nullable(),
})

export function installations({
  ask,
  octokits,
}: Deps): Pick<Github, 'listInstallations' | 'findInstallation'> {
  return {
    async listInstallations() {
      const listed = await ask.all(Installed, { as: octokits.app, route: 'GET /app/installations' })
      return listed.flatMap((installed) => toInstallation(installed) ?? [])
    },

    async findInstallation(owner, repo) {
      const route = 'GET /repos/{owner}/{repo}/installation'
      const found = await ask.oneOrNull(Installed, { as: octokits.app, route, params: { owner, repo } })
      return found && toInstallation(found)
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
