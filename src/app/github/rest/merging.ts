import { z } from 'zod'
import { WORKFLOW_FOLDER, type WorkflowFile } from '../../../contract/merge-workflow-files.ts'
import { reason } from '../../../contract/reasons.ts'
import { GithubRefused } from '../errors.ts'
import type { GithubMerges, MergeWriter } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { classifyWrite } from '../request/classify-error.ts'
import { about, type GithubClient, type RestRequest } from '../request/request.ts'
import { absentIn } from './repositories.ts'
import { withWorkflowToken } from './tokens.ts'

const Named = z.object({ sha: z.string() })
const Commit = z.object({ tree: Named, parents: z.array(Named) })
const Comparison = z.object({ merge_base_commit: Named })
const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string(), type: z.string(), sha: z.string() })),
  truncated: z.boolean(),
})
const Made = z.object({ sha: z.string(), verification: z.object({ verified: z.boolean() }) })

const FOLDER_MODE = '040000'
const PERMISSIONS = { contents: 'write', workflows: 'write' } as const

/** Merges on the Git database API: https://docs.github.com/en/rest/git */
export function merging(deps: GithubClient & { readonly now: () => number }): GithubMerges {
  const { ask } = deps
  const readTree = async (repository: RepositoryRef, sha: string, isRecursive = false) => {
    const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
    const params = { tree_sha: sha, ...(isRecursive && { recursive: '1' }) }
    const { tree, truncated } = await ask.one(Tree, about(repository, route, params))
    // What GitHub leaves out would be published unseen, also if it is the folder itself.
    if (truncated) throw unlistable('GitHub does not list all of them')
    return tree
  }
  return {
    async readCommit(repository, sha) {
      const route = 'GET /repos/{owner}/{repo}/git/commits/{commit_sha}'
      const { tree, parents } = await ask.one(Commit, about(repository, route, { commit_sha: sha }))
      return { tree: tree.sha, parents: parents.map((parent) => parent.sha) }
    },

    async findMergeBase(repository, a, b) {
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const params = { basehead: `${a}...${b}`, per_page: 1 }
      // 404 also stands for two commits without a common ancestor.
      const compared = await ask.oneOrNull(Comparison, about(repository, route, params))
      return compared === null ? absentIn(deps, repository) : compared.merge_base_commit.sha
    },

    async listWorkflowFiles(repository, sha) {
      let folder = sha
      for (const name of WORKFLOW_FOLDER.split('/')) {
        const [found, ...others] = (await readTree(repository, folder)).filter(({ path }) => path === name)
        if (others.length > 0) throw unlistable(`the folder ${name} is there several times`)
        if (found?.mode !== FOLDER_MODE) return []
        folder = found.sha
      }
      const files = (await readTree(repository, folder, true))
        .filter(({ mode }) => mode !== FOLDER_MODE)
        .map(({ path, mode, sha: id }) => ({ path: `${WORKFLOW_FOLDER}/${path}`, mode, sha: id }))
      const obstacle = whyUnlistable(files)
      if (obstacle !== null) throw unlistable(obstacle)
      return files
    },

    async withMergeWriter(repository, work) {
      try {
        return await withWorkflowToken(deps, repository, PERMISSIONS, (by) =>
          work(writerOf(deps, repository, by)),
        )
      } catch (error) {
        if (error instanceof GithubRefused && error.reason.code === 'permission-missing') return null
        throw error
      }
    },
  }
}

const unlistable = (why: string): GithubRefused =>
  new GithubRefused(reason('update-refused', `its workflow files cannot be compared: ${why}`))

/** The comparison must not stop the server for other requests. */
const MAX_WORKFLOW_FILES = 2000

/** Files of the same path would hide each other. A path that is not UTF-8 arrives with a replacement character. */
function whyUnlistable(files: readonly WorkflowFile[]): string | null {
  if (files.length > MAX_WORKFLOW_FILES) return `there are more than ${MAX_WORKFLOW_FILES}`
  const paths = new Set(files.map(({ path }) => path))
  if (paths.size < files.length) return 'a path is there several times'
  return files.some(({ path }) => path.includes('\ufffd')) ? 'the name of a file is not UTF-8' : null
}

function writerOf(
  { ask, now }: GithubClient & { readonly now: () => number },
  { id, owner, name }: RepositoryRef,
  by: Pick<RestRequest, 'as' | 'pausedWith'>,
): MergeWriter {
  const request = (route: string, params: Record<string, unknown>) => ({
    ...by,
    route,
    params: { owner, repo: name, ...params },
    repository: { id, owner, name },
    otherwise: 'push-refused' as const,
  })
  return {
    async makeTree(tree, changes) {
      const entries = changes.map(({ path, mode, sha }) => ({
        ...{ path, mode, sha },
        type: mode === '160000' ? 'commit' : 'blob',
      }))
      const route = 'POST /repos/{owner}/{repo}/git/trees'
      return (await ask.one(Named, request(route, { base_tree: tree, tree: entries }))).sha
    },

    // Names no author and no committer, so that GitHub signs it.
    async makeCommit({ tree, parents, message }) {
      const route = 'POST /repos/{owner}/{repo}/git/commits'
      const { sha, verification } = await ask.one(Made, request(route, { message, tree, parents }))
      return { sha, isSigned: verification.verified }
    },

    async moveBranch(branch, sha) {
      const route = 'PATCH /repos/{owner}/{repo}/git/refs/{ref}'
      const told = await ask.raw(request(route, { ref: `heads/${branch}`, sha, force: false }))
      if (told.kind === 'answered') return { kind: 'moved-to' }
      const { detail } = classifyWrite(told.failure, now())
      const isBehind = told.failure.status === 422 && /fast.forward|does not exist/i.test(detail)
      return isBehind ? { kind: 'not-ahead' } : { kind: 'refused', detail }
    },
  }
}
