import { botOf, namesBot } from '../../mention/named-bots.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { TriggerSettings } from '../projects/project-config.ts'

/** Whom the settings let ask without write access. */
export type Named = Pick<TriggerSettings, 'teams' | 'bots'>

/** GitHub reports `maintain` as write, and `triage` as read. */
const MAY_WRITE: ReadonlySet<string> = new Set(['admin', 'write'])

/** GitHub ignores the case of names. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * Whether a person or a bot may ask for work now. The id of a person decides, not the login, which may be somebody else's
 * by now. `named`: `null` if the settings are not known.
 */
export async function mayAsk(
  { github }: { readonly github: Pick<Github, 'permissionOf' | 'isTeamMember'> },
  repository: RepositoryRef,
  { id, login }: { readonly id: number; readonly login: string },
  named: Named | null,
): Promise<boolean> {
  const bot = botOf(login)
  if (bot !== null) return namesBot(named?.bots ?? [], bot)
  const found = await github.permissionOf(repository, login)
  if (found?.userId !== id) return false
  if (MAY_WRITE.has(found.permission)) return true
  for (const team of named?.teams ?? []) {
    const [organisation = '', slug = ''] = team.split('/')
    // A team of another organisation has nothing to say here.
    if (isSame(organisation, repository.owner) && (await github.isTeamMember(repository, slug, login)))
      return true
  }
  return false
}
