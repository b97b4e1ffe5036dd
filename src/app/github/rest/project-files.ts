import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import { ORGANISATION_PATH, ORGANISATION_REPOSITORY } from '../../../settings/organisation-settings.ts'
import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../../settings/settings-files.ts'
import { GithubRefused } from '../errors.ts'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, type Deps } from '../request/request.ts'
import { readHead } from './branches.ts'
import { repositories } from './repositories.ts'

const INSTRUCTIONS_LIMIT = 64 * 1024

/** A file has content, a folder is a list, and a submodule or a link out of the repository has another type. */
const Contents = z.union([
  z.object({
    type: z.literal('file'),
    size: z.int(),
    encoding: z.string(),
    content: z.string(),
  }),
  z.object({ type: z.string() }),
  z.array(z.unknown()),
])
type Found = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' | 'too-large' }

/**
 * Reads the files concurrently, with one call each. A recursive tree would list them in one call, but has megabytes for
 * a large repository and is truncated for a larger one.
 */
export function projectFiles(
  deps: Deps,
): Pick<Github, 'readDefaultHead' | 'readProjectFiles' | 'readOrganisationFile'> {
  return {
    async readDefaultHead(repository) {
      const found = await repositories(deps).readRepository(repository)
      const { defaultBranch, private: isPrivate, visibility, owner, name, url } = found
      if (found.archived) throw new GithubRefused(reason('repository-archived', url))
      const sha = await readHead(deps, repository, defaultBranch)
      if (sha === null) throw new GithubRefused(reason('ref-not-found', defaultBranch))
      return {
        defaultBranch,
        sha,
        private: isPrivate,
        visibility,
        owner: owner.login,
        ownerId: owner.id,
        name,
        url,
      }
    },

    async readOrganisationFile({ installationId, owner }, hadFile) {
      const place = { installationId, owner, name: ORGANISATION_REPOSITORY }
      const found = await readFile(deps, place, { path: ORGANISATION_PATH }, SETTINGS_LIMIT)
      if (found.kind !== 'absent') return { kind: 'file', text: found.kind === 'text' ? found.text : null }
      if (!hadFile) return { kind: 'absent' }
      const route = 'GET /repos/{owner}/{repo}'
      const repository = await deps.ask.oneOrNull(z.object({}), about(place, route))
      return { kind: repository === null ? 'hidden' : 'absent' }
    },

    async readProjectFiles(repository, sha, instructionPaths) {
      const [settings, instructions] = await Promise.all([
        readSettingsFiles(deps, repository, sha),
        Promise.all(
          instructionPaths.map((path) => readFile(deps, repository, { path, ref: sha }, INSTRUCTIONS_LIMIT)),
        ),
      ])
      return {
        settings,
        instructions: instructionPaths.flatMap((path, index) => {
          const file = instructions[index]
          return file?.kind === 'text' ? [{ path, text: file.text }] : []
        }),
      }
    },
  }
}

/** `ref`: a commit or a branch; by default the default branch. */
export async function readSettingsFiles(
  deps: Deps,
  repository: RepositoryRef,
  ref?: string,
): Promise<SettingsFile[]> {
  const found = await Promise.all(
    SETTINGS_PATHS.map(async (path) => ({
      path,
      file: await readFile(deps, repository, { path, ...(ref !== undefined && { ref }) }, SETTINGS_LIMIT),
    })),
  )
  return found.flatMap(({ path, file }) =>
    file.kind === 'absent' ? [] : [{ path, text: file.kind === 'text' ? file.text : null }],
  )
}

async function readFile(
  { ask }: Deps,
  repository: Omit<RepositoryRef, 'id'> & { readonly id?: number },
  place: { readonly path: string; readonly ref?: string },
  mostBytes: number,
): Promise<Found> {
  const route = 'GET /repos/{owner}/{repo}/contents/{path}'
  const found = await ask.oneOrNull(Contents, about(repository, route, place))
  if (found === null || !('content' in found)) return { kind: 'absent' }
  // For files over a megabyte GitHub sends the size, empty content and the encoding `none`.
  if (found.size > mostBytes || found.encoding !== 'base64') return { kind: 'too-large' }
  return { kind: 'text', text: Buffer.from(found.content, 'base64').toString('utf8') }
}
