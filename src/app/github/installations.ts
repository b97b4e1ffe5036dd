import { z } from 'zod'
import type { Github, Installation } from './github.ts'
import type { Deps } from './repositories.ts'

const Installed = z.object({
  id: z.int(),
  suspended_at: z.string().nullish(),
  /** Of an enterprise it has no login; such an installation holds no repositories. */
  account: z.object({ id: z.int(), login: z.string().optional() }).nullable(),
})

export function installations({ ask, octokits }: Deps): Pick<Github, 'listInstallations'> {
  return {
    async listInstallations() {
      const listed = await ask.all(Installed, { as: octokits.app, route: 'GET /app/installations' })
      return listed.flatMap(({ id, account, suspended_at }): Installation[] =>
        account?.login === undefined
          ? []
          : [{ id, account: { id: account.id, login: account.login }, suspended: suspended_at != null }],
      )
    },
  }
}
