import { z } from 'zod'
import type { Github } from '../github.ts'
import type { RepositoryRef } from '../repository.ts'
import { classifyWrite } from '../request/classify-error.ts'
import { about, type Deps } from '../request/request.ts'
import { File } from './pull-requests.ts'
import { absentIn } from './repositories.ts'

const Ref = z.object({ object: z.object({ sha: z.string() }) })
const Protection = z.object({ protected: z.boolean() })
/** https://docs.github.com/en/rest/repos/rules#get-rules-for-a-branch */
const BranchRule = z.object({
  type: z.string(),
  parameters: z.object({ required_approving_review_count: z.int().optional() }).nullish(),
})
const Comparison = z.object({ status: z.enum(['ahead', 'behind', 'diverged', 'identical']) })

/** Head of a branch; `null` if the branch does not exist. GitHub responds with 409 for an empty repository. */
export async function readHead(
  { ask }: Deps,
  repository: RepositoryRef,
  branch: string,
): Promise<string | null> {
  const route = 'GET /repos/{owner}/{repo}/git/ref/{ref}'
  const question = about(repository, route, { ref: `heads/${branch}` })
  const found = await ask.oneOrNull(Ref, question, [404, 409])
  return found === null ? null : found.object.sha
}

const Branch = z.object({ name: z.string() })
const Tree = z.object({
  tree: z.array(z.object({ path: z.string(), mode: z.string() })),
  truncated: z.boolean(),
})
const FILE_MODES: ReadonlySet<string> = new Set(['100644', '100755'])
const ComparedFiles = z.object({ files: z.array(File).default([]) })

/** Whether people with write access, who do not bypass the rule, need the approval of somebody else. */
const demandsReview = ({ type, parameters }: z.infer<typeof BranchRule>): boolean =>
  type === 'update' || (type === 'pull_request' && (parameters?.required_approving_review_count ?? 0) > 0)

export function branches(
  deps: Deps & { readonly now: () => number },
): Pick<
  Github,
  | 'readBranchHead'
  | 'isProtected'
  | 'deleteBranch'
  | 'contains'
  | 'listBranches'
  | 'listFiles'
  | 'compareBranches'
> {
  const { ask, now } = deps
  return {
    async readBranchHead(repository, branch) {
      return (await readHead(deps, repository, branch)) ?? absentIn(deps, repository)
    },

    async listBranches(repository) {
      const route = 'GET /repos/{owner}/{repo}/branches'
      const found = await ask.one(z.array(Branch), about(repository, route, { per_page: 100 }))
      return found.map(({ name }) => name)
    },

    async listFiles(repository, commit) {
      const route = 'GET /repos/{owner}/{repo}/git/trees/{tree_sha}'
      const question = about(repository, route, { tree_sha: commit, recursive: '1' })
      const { tree, truncated } = await ask.one(Tree, question)
      const paths = tree.flatMap(({ path, mode }) => (FILE_MODES.has(mode) ? [path] : []))
      return { paths, isComplete: !truncated }
    },

    async compareBranches(repository, base, head) {
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const params = { basehead: `${base}...${head}`, per_page: 1 }
      const found = await ask.oneOrNull(ComparedFiles, about(repository, route, params))
      return found === null ? absentIn(deps, repository) : found.files
    },

    async isProtected(repository, branch) {
      const route = 'GET /repos/{owner}/{repo}/branches/{branch}'
      const found = await ask.oneOrNull(Protection, about(repository, route, { branch }))
      if (found?.protected !== true) return false
      const params = { branch, per_page: 100 }
      const ofBranch = 'GET /repos/{owner}/{repo}/rules/branches/{branch}'
      // An Enterprise Server without rulesets responds with 404.
      const rules = await ask.oneOrNull(z.array(BranchRule), about(repository, ofBranch, params))
      // Without a ruleset it is a branch protection. What that demands, GitHub shows to administrators only.
      return rules === null || rules.length === 0 || rules.some(demandsReview)
    },

    // Not with `send`: a job waits for it, and it is no content.
    async deleteBranch(repository, branch) {
      const route = 'DELETE /repos/{owner}/{repo}/git/refs/{ref}'
      const told = await ask.raw(about(repository, route, { ref: `heads/${branch}` }))
      return told.kind === 'failed' ? classifyWrite(told.failure, now()) : { kind: 'sent' }
    },

    async contains(repository, commit, head) {
      if (commit === head) return true
      const route = 'GET /repos/{owner}/{repo}/compare/{basehead}'
      const params = { basehead: `${commit}...${head}`, per_page: 1 }
      // 404 also stands for two commits without a common ancestor.
      const compared = await ask.oneOrNull(Comparison, about(repository, route, params))
      if (compared !== null) return compared.status === 'ahead' || compared.status === 'identical'
      await absentIn(deps, repository)
      return false
    },
  }
}
