import { repositoryOf } from './list-projects.ts'
import type { Project } from './project.ts'

/** GitHub ignores the case of names. */
const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Only the settings of a repository say which others may read it. */
export const isReader = ({ config }: Project, reader: Project): boolean =>
  config?.readers?.some((name) => isSame(name, repositoryOf(reader))) ?? false

/** A repository that more people can see must not show what the other contains. */
export const isHiddenAsMuch = (reader: Project, read: Project): boolean => reach(reader) <= reach(read)

/** Everybody can see it. */
export const isPublic = (project: Project): boolean => reach(project) === REACH.public

const REACH = { private: 0, internal: 1, public: 2 } as const
const reach = ({ private: isPrivate, visibility }: Project): number =>
  visibility === 'private' || visibility === 'internal' || visibility === 'public'
    ? REACH[visibility]
    : REACH[isPrivate ? 'private' : 'public']
