import type { Client, Project } from '../../client/index.ts'
import { CommandError } from '../output/exit-code.ts'
import { readRemote } from './read-remote.ts'

export interface ProjectSources {
  readonly client: Client
  readonly signal: AbortSignal
  /** `--repo` */
  readonly repo: string | undefined
  /** Where the command was called. */
  readonly folder: string
}

/** The project of `--repo`, or of the repository in this folder. */
export async function findProject(sources: ProjectSources): Promise<Project> {
  const found = await lookForProject(sources)
  if (found === null)
    throw new CommandError(
      'this folder is not a clone of a repository on GitHub: name one with --repo owner/name',
    )
  return found
}

/** `null`: no repository is named, and the folder has none. */
export async function lookForProject({
  client,
  signal,
  repo,
  folder,
}: ProjectSources): Promise<Project | null> {
  const repository = repo ?? (await readRemote(folder))
  if (repository === null) return null
  const project = await client.projects.find(repository, { signal })
  if (project === null)
    throw new CommandError(
      `your API key covers no project ${repository}: \`prentice projects\` lists those that it covers; install the GitHub App on the repository to add it`,
    )
  return project
}
