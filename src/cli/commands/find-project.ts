import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Client, Project } from '../../client/index.ts'
import { CommandError } from '../output/exit-code.ts'

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

const run = promisify(execFile)

/** The web address of the repository that a folder is a clone of; `null`: git knows none. */
async function readRemote(folder: string): Promise<string | null> {
  try {
    const { stdout } = await run('git', ['-C', folder, 'remote', '-v'], { timeout: 10_000 })
    const remote = chooseRemote(stdout)
    return remote === null ? null : parseRemote(remote)
  } catch {
    // There is no repository, or no git.
    return null
  }
}

/** The remote of the folder's repository to work on, from `git remote -v`: `origin`, or the only one. */
export function chooseRemote(lines: string): string | null {
  const remotes = new Map<string, string>()
  for (const [, name = '', url = ''] of lines.matchAll(/^(\S+)\t(.+) \(fetch\)/gm)) remotes.set(name, url)
  return remotes.get('origin') ?? (remotes.size === 1 ? ([...remotes.values()][0] ?? null) : null)
}

/** The web address of the repository that a remote of git names; `null`: it names no host, or no repository. */
export function parseRemote(url: string): string | null {
  const scp = /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)\/?(.+)$/.exec(url)
  if (scp !== null && !url.includes('://')) return webAddress(scp[1] ?? '', scp[2] ?? '')
  if (!URL.canParse(url)) return null
  const { protocol, hostname, host, pathname } = new URL(url)
  if (!/^(https?|ssh|git):$/.test(protocol)) return null
  // A port of https belongs to the address; one of ssh does not.
  return webAddress(
    protocol.startsWith('http') ? host : hostname,
    pathname,
    protocol === 'http:' ? 'http' : 'https',
  )
}

function webAddress(host: string, path: string, scheme = 'https'): string | null {
  const name = path
    .replace(/^\/+/, '')
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
  return /^[^/]+\/[^/]+$/.test(name) ? `${scheme}://${host}/${name}` : null
}
