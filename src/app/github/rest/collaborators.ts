import { z } from 'zod'
import type { Github } from '../github.ts'
import { about, type Deps } from './repositories.ts'

const Permission = z.object({
  permission: z.string(),
  role_name: z.string(),
  user: z.object({ id: z.int() }).nullable(),
})

export function collaborators({ ask, octokits }: Deps): Pick<Github, 'permissionOf'> {
  return {
    async permissionOf(repository, login) {
      const route = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission'
      const found = await ask.oneOrNull(Permission, about(octokits, repository, route, { username: login }))
      if (found === null || found.user === null) return null
      return { userId: found.user.id, permission: found.permission, roleName: found.role_name }
    },
  }
}
