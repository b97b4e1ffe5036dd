import { z } from 'zod'
import type { RepositoryRef } from '../repository.ts'
import {
  about,
  createRequestGithub,
  type GithubAccess,
  type RequestGithub,
  type RestRequest,
} from '../request/request.ts'
import { withWorkflowToken } from './tokens.ts'

/** A pull request of the onboarding, as GitHub lists it. */
export interface ListedPull {
  readonly number: number
  readonly url: string
  readonly state: 'open' | 'closed'
  readonly merged: boolean
  readonly authorId: number | null
  readonly body: string | null
}

export interface NewText {
  readonly path: string
  readonly text: string
}

/** Requests that only the onboarding needs. Methods throw GithubUnavailable or GithubRefused. */
export interface OnboardGithub {
  /** The newest pull request from this branch of the repository itself; `null`: there was never one. */
  findPull(repository: RepositoryRef, branch: string): Promise<ListedPull | null>
  /** Paths that `head` has changed since it left `base`, both branches; at most 300. */
  changedPaths(repository: RepositoryRef, base: string, head: string): Promise<string[]>
  /** Names of the files and folders in the root; empty if the branch does not exist. */
  listRoot(repository: RepositoryRef, branch: string): Promise<string[]>
  /** Runs `work` with a token for this repository that may write workflow files, and revokes the token. No runner gets it. */
  withWriter<T>(repository: RepositoryRef, work: (writer: OnboardWriter) => Promise<T>): Promise<T>
}

export interface OnboardWriter {
  /** A commit with the files of the commit `base` and these. GitHub signs it. */
  commit(o: {
    base: string
    parents: readonly string[]
    files: readonly NewText[]
    message: string
  }): Promise<string>
  createBranch(branch: string, sha: string): Promise<void>
  /** GitHub refuses it if the branch would lose a commit. */
  moveBranch(branch: string, sha: string): Promise<void>
  openPull(o: { title: string; body: string; head: string; base: string }): Promise<{ url: string }>
  changePull(number: number, o: { title?: string; body: string; state?: 'closed' }): Promise<void>
  deleteBranch(branch: string): Promise<void>
}

const Pulls = z.array(
  z.object({
    number: z.int(),
    html_url: z.url(),
    state: z.enum(['open', 'closed']),
    merged_at: z.string().nullable(),
    user: z.object({ id: z.int() }).nullable(),
    body: z.string().nullable(),
    head: z.object({ repo: z.object({ id: z.int() }).nullable() }),
  }),
)
const Compared = z.object({ files: z.array(z.object({ filename: z.string() })).default([]) })
const Tree = z.object({ tree: z.array(z.object({ path: z.string() })) })
const Named = z.object({ sha: z.string() })
const Opened = z.object({ html_url: z.url() })

const PERMISSIONS = { contents: 'write', pull_requests: 'write', workflows: 'write' } as const

export function onboardGithub(access: GithubAccess): OnboardGithub {
  const ask = createRequestGithub(access)
  return {
    async findPull(repository, branch) {
      const params = {
        head: `${repository.owner}:${branch}`,
        state: 'all',
        sort: 'created',
        direction: 'desc',
      }
      const pulls = await ask.one(
        Pulls,
        about(repository, 'GET /repos/{owner}/{repo}/pulls', { ...params, per_page: 30 }),
      )
      // GitHub's filter also matches forks of the same owner.
      const found = pulls.find(({ head }) => head.repo?.id === repository.id)
      if (found === undefined) return null
      const { number, html_url: url, state, merged_at, user, body } = found
      return { number, url, state, merged: merged_at !== null, authorId: user?.id ?? null, body }
    },

    async changedPaths(repository, base, head) {
      const params = { basehead: `${base}...${head}` }
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const { files } = await ask.one(Compared, about(repository, route, params))
      return files.map(({ filename }) => filename)
    },

    async listRoot(repository, branch) {
      const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
      // GitHub responds with 409 for an empty repository.
      const question = about(repository, route, { tree_sha: branch })
      const found = await ask.oneOrNull(Tree, question, [404, 409])
      return (found?.tree ?? []).map(({ path }) => path)
    },

    async withWriter(repository, work) {
      return withWorkflowToken({ ask }, repository, PERMISSIONS, (by) => work(writerOf(ask, by, repository)))
    },
  }
}

function writerOf(
  ask: RequestGithub,
  by: Pick<RestRequest, 'as' | 'pausedWith'>,
  { id, owner, name }: RepositoryRef,
): OnboardWriter {
  const request = <T>(schema: z.ZodType<T>, route: string, params: Record<string, unknown>): Promise<T> =>
    ask.one(schema, {
      ...{ ...by, route, repository: { id, owner, name }, otherwise: 'permission-missing' },
      params: { owner, repo: name, ...params },
    })
  return {
    async commit({ base, parents, files, message }) {
      const before = await request(Named, 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}', {
        tree_sha: base,
      })
      const entries = files.map(({ path, text }) => ({ path, mode: '100644', type: 'blob', content: text }))
      const tree = await request(Named, 'POST /repos/{owner}/{repo}/git/trees', {
        base_tree: before.sha,
        tree: entries,
      })
      const made = await request(Named, 'POST /repos/{owner}/{repo}/git/commits', {
        message,
        tree: tree.sha,
        parents,
      })
      return made.sha
    },
    async createBranch(branch, sha) {
      await request(z.unknown(), 'POST /repos/{owner}/{repo}/git/refs', { ref: `refs/heads/${branch}`, sha })
    },
    async moveBranch(branch, sha) {
      const route = 'PATCH /repos/{owner}/{repo}/git/refs/{ref}'
      await request(z.unknown(), route, { ref: `heads/${branch}`, sha })
    },
    async openPull(o) {
      return { url: (await request(Opened, 'POST /repos/{owner}/{repo}/pulls', o)).html_url }
    },
    async changePull(number, o) {
      const route = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}'
      await request(z.unknown(), route, { pull_number: number, ...o })
    },
    async deleteBranch(branch) {
      const route = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'
      await request(z.unknown(), route, { ref: `heads/${branch}` })
    },
  }
}
