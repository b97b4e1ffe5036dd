import { z } from 'zod'
import { reason } from '../../../contract/reasons.ts'
import { decodeMarked } from '../../../contract/text.ts'
import { ORGANISATION_PATH, ORGANISATION_REPOSITORY } from '../../../settings/organisation-settings.ts'
import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../../settings/settings-files.ts'
import { GithubRefused, GithubUnavailable } from '../errors.ts'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { about, type GithubAccess, type GithubClient } from '../request/request.ts'
import { readHead, repositories } from './repositories.ts'

const INSTRUCTIONS_LIMIT = 64 * 1024

/** A file has content, a folder is a list, and a submodule or a link out of the repository has another type. */
const Contents = z.union([
  z.object({
    type: z.literal('file'),
    size: z.int(),
    encoding: z.string(),
    content: z.string(),
  }),
  z.object({ type: z.string().refine((type) => type !== 'file') }),
  z.array(z.unknown()),
])
/** `unreadable`: it is no file, or too large. */
type Found = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'absent' | 'unreadable' }

/**
 * Reads the files concurrently, with one call each. A recursive tree would list them in one call, but has megabytes for
 * a large repository and is truncated for a larger one.
 */
export function projectFiles(
  deps: GithubClient & Pick<GithubAccess, 'now'>,
): Pick<Github, 'readDefaultHead' | 'readProjectFiles' | 'readOrganisationFile'> {
  return {
    async readDefaultHead(repository) {
      const found = await repositories(deps).readRepository(repository)
      const { defaultBranch, private: isPrivate, visibility, owner, name, url } = found
      if (found.archived) throw new GithubRefused(reason('repository-archived', url))
      const sha = await readHead(deps, repository, defaultBranch)
      if (sha === null) throw new GithubRefused(reason('ref-not-found', defaultBranch), { status: 404 })
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

    async readOrganisationFile({ installationId, owner }) {
      const place = { installationId, owner, name: ORGANISATION_REPOSITORY }
      const found = await readFile(deps, place, { path: ORGANISATION_PATH }, SETTINGS_LIMIT)
      if (found.kind !== 'absent') return { kind: 'file', text: found.kind === 'text' ? found.text : null }
      const route = 'GET /repos/{owner}/{repo}'
      const repository = await deps.ask.oneOrNull(Named, about(place, route))
      if (repository === null) return { kind: 'hidden' }
      await proveAbsent(deps, place, { tree: repository.default_branch, paths: [ORGANISATION_PATH] })
      return { kind: 'absent' }
    },

    async readProjectFiles(repository, sha, instructionPaths) {
      const [settings, instructions] = await Promise.all([
        readSettingsFiles(deps, repository, sha),
        Promise.all(
          instructionPaths.map((path) => readFile(deps, repository, { path, ref: sha }, INSTRUCTIONS_LIMIT)),
        ),
      ])
      // Whatever the project forbids stands there, so a 404 is no proof that there is nothing.
      if (settings.length === 0) await proveAbsent(deps, repository, { tree: sha, paths: SETTINGS_PATHS })
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

const Named = z.object({ default_branch: z.string() })
const Tree = z.object({ tree: z.array(z.object({ path: z.string(), type: z.string(), sha: z.string() })) })

/**
 * GitHub answers 404 for moments to what is there. Throws GithubUnavailable if the tree has one of the files, which are in
 * one folder. An empty repository (409) has none.
 */
async function proveAbsent(
  { ask, now }: GithubClient & Pick<GithubAccess, 'now'>,
  repository: Omit<RepositoryRef, 'id'> & { readonly id?: number },
  { tree, paths }: { readonly tree: string; readonly paths: readonly string[] },
): Promise<void> {
  const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
  const [folder = '', below] = paths[0]?.split('/') ?? []
  const found = await ask.oneOrNull(Tree, about(repository, route, { tree_sha: tree }), [409])
  const entries = found?.tree ?? []
  if (below === undefined) {
    const seen = entries.find(({ path }) => paths.includes(path))
    if (seen === undefined) return
    throw new GithubUnavailable(`GitHub lists ${seen.path} and does not show it`, now() + 15_000)
  }
  const inside = entries.find(({ path }) => path === folder)
  // GitHub does not look behind a link or a submodule.
  if (inside?.type !== 'tree') return
  await proveAbsent({ ask, now }, repository, {
    tree: inside.sha,
    paths: paths.map((path) => path.slice(folder.length + 1)),
  })
}

/** `ref`: a commit or a branch; by default the default branch. */
export async function readSettingsFiles(
  deps: GithubClient,
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

/** The file at the commit or branch `ref`, by default on the default branch. */
export async function readFile(
  { ask }: GithubClient,
  repository: Omit<RepositoryRef, 'id'> & { readonly id?: number },
  place: { readonly path: string; readonly ref?: string },
  mostBytes: number,
): Promise<Found> {
  const route = 'GET /repos/{owner}/{repo}/contents/{path}'
  const found = await ask.oneOrNull(Contents, about(repository, route, place))
  if (found === null) return { kind: 'absent' }
  // For files over a megabyte GitHub sends the size, empty content and the encoding `none`.
  if (!('content' in found) || found.size > mostBytes || found.encoding !== 'base64')
    return { kind: 'unreadable' }
  return { kind: 'text', text: decodeMarked(Buffer.from(found.content, 'base64')) }
}
