import type { Comparison } from '../../../settings/match-name.ts'
import { matchPaths } from '../../../settings/match-paths.ts'
import type { ChangedFile } from '../../github/repository.ts'
import { allProjects, repositoryOf } from '../../projects/list-projects.ts'
import type { Project } from '../../projects/project.ts'
import type { Watch } from '../../projects/project-config.ts'
import { isHiddenAsMuch, isReader } from '../../projects/readers.ts'
import type { Store } from '../../store/store.ts'

/** A project, and the watches in its settings that are about another repository. */
export interface Watcher {
  readonly project: Project
  readonly watches: readonly Watch[]
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The watched repositories in the settings of a project that are this repository. */
const watchesOf = ({ config }: Project, repository: string): Watch[] =>
  (config?.watch ?? []).filter((watch) => isSame(watch.repository, repository))

/** `areUnread`: settings that decide about it were never read, because a project is new or its settings are invalid. */
export interface FoundWatchers {
  readonly watchers: readonly Watcher[]
  readonly areUnread: boolean
}

/** The projects that watch this one and may read it. Nothing leaves its account. */
export async function findWatchers(store: Store, watched: Project): Promise<FoundWatchers> {
  if (watched.config === null) return { watchers: [], areUnread: true }
  if (watched.config.readers === undefined) return { watchers: [], areUnread: false }
  const others = await allProjects(store, watched.accountId)
  const watchers = others.flatMap((project) => {
    const watches = watchesOf(project, repositoryOf(watched))
    const may = project.id !== watched.id && isReader(watched, project) && isHiddenAsMuch(project, watched)
    return may && watches.length > 0 ? [{ project, watches }] : []
  })
  const isUnread = (project: Project) =>
    project.config === null && project.installationId !== null && isReader(watched, project)
  return { watchers, areUnread: others.some(isUnread) }
}

/** Whether a file counts for one of the watches. Pure. */
export function matchWatched(watches: readonly Pick<Watch, 'paths'>[]): (file: ChangedFile) => Comparison {
  const all = watches.some(({ paths }) => paths.length === 0)
  const matchers = watches.map(({ paths }) => matchPaths(paths))
  return function* ({ path, previousPath }) {
    if (all) return true
    for (const matches of matchers)
      for (const one of previousPath === null ? [path] : [path, previousPath])
        if (yield* matches(one)) return true
    return false
  }
}
