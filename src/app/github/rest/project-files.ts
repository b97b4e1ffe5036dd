import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import { type Github, GithubRefused, type RepositoryRef } from '../github.ts'
import { readHead } from './branches.ts'
import { about, type Deps, repositories } from './repositories.ts'

const CONFIG = '.github/prentice.yml'
const SIZE_LIMIT = 64 * 1024

/** A file has content; a folder is a list, and a submodule or a link out of the repository has another type. */
const Contents = z.union([
  z.object({ type: z.literal('file'), size: z.int(), encoding: z.string(), content: z.string() }),
  z.object({ type: z.string() }),
  z.array(z.unknown()),
])
type Found = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' | 'too-large' }

/**
 * The files are read side by side, one call for each. A recursive tree would tell which are there, but is megabytes of a large repository and cut short of a larger one.
 */
export function projectFiles(deps: Deps): Pick<Github, 'readDefaultHead' | 'readProjectFiles'> {
  return {
    async readDefaultHead(repository) {
      const found = await repositories(deps).readRepository(repository)
      const { defaultBranch, private: isPrivate, owner, name, url } = found
      if (found.archived) throw new GithubRefused(reason('repository-archived', url))
      const sha = await readHead(deps, repository, defaultBranch)
      if (sha === null) throw new GithubRefused(reason('ref-not-found', defaultBranch))
      return { defaultBranch, sha, private: isPrivate, owner: owner.login, ownerId: owner.id, name, url }
    },

    async readProjectFiles(repository, sha, instructionPaths) {
      const [config, ...found] = await Promise.all(
        [CONFIG, ...instructionPaths].map((path) => readFile(deps, repository, path, sha)),
      )
      // Left out, it would be as if the project allowed what it forbids there.
      if (config?.kind === 'too-large')
        throw new GithubRefused(reason('config-invalid', 'it is larger than 64 KiB'))
      return {
        config: config?.kind === 'text' ? config.text : null,
        instructions: instructionPaths.flatMap((path, index) => {
          const file = found[index]
          return file?.kind === 'text' ? [{ path, text: file.text }] : []
        }),
      }
    },
  }
}

async function readFile(
  { ask, octokits }: Deps,
  repository: RepositoryRef,
  path: string,
  ref: string,
): Promise<Found> {
  const route = 'GET /repos/{owner}/{repo}/contents/{path}'
  const found = await ask.oneOrNull(Contents, about(octokits, repository, route, { path, ref }))
  if (found === null || !('content' in found)) return { kind: 'absent' }
  // Beyond a megabyte GitHub sends the size with an empty content and the encoding `none`.
  if (found.size > SIZE_LIMIT || found.encoding !== 'base64') return { kind: 'too-large' }
  return { kind: 'text', text: Buffer.from(found.content, 'base64').toString('utf8') }
}
