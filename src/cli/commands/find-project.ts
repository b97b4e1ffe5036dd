import { type Client, PrenticeError, type Project } from '../../client/index.ts'
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
  const named = await nameRepository(sources)
  if (named.kind === 'none')
    throw new CommandError(`this folder ${named.why}: name a repository with --repo owner/name`)
  return projectOf(sources, named.address)
}

/** `null`: no repository is named, and the folder has none. */
export async function lookForProject(sources: ProjectSources): Promise<Project | null> {
  const named = await nameRepository(sources)
  return named.kind === 'none' ? null : projectOf(sources, named.address)
}

const nameRepository = async ({ repo, folder }: ProjectSources) =>
  repo === undefined ? readRemote(folder) : ({ kind: 'repository', address: repo } as const)

async function projectOf({ client, signal, repo }: ProjectSources, repository: string): Promise<Project> {
  const project = await client.projects.find(repository, { signal }).catch((error: unknown) => {
    if (repo !== undefined || !(error instanceof PrenticeError) || error.status !== 400) throw error
    throw new CommandError(
      `the remote of this folder leads to ${repository}, which is not on the GitHub of the server: name a repository with --repo owner/name`,
    )
  })
  if (project !== null) return project
  const other = repo === undefined ? ', or name another repository with --repo owner/name' : ''
  throw new CommandError(
    `your API key covers no project ${repository}: \`prentice projects\` lists those that it covers; install the GitHub App on the repository to add it${other}`,
  )
}
