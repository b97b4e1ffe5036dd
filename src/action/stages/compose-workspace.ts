import { join } from 'node:path'
import type { PublishRules } from '../../contract/runner-protocol/publish.ts'
import { readLengthFor } from '../agent/prompt/window-share.ts'
import type { ContextCheckouts } from '../context/read-context.ts'
import { type Readable, withContext } from '../context/with-context.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { fetchBranches } from '../git/checkout/fetch-branches.ts'
import { readLinks } from '../git/checkout/read-tree-files.ts'
import { wasUntracked } from '../git/checkout/untracked-files.ts'
import { LFS, openFilters } from '../git/diff/find-filters.ts'
import { stageWorkTree } from '../git/diff/stage-work-tree.ts'
import { describeVerdict, pathPolicy, type RefusedPath } from '../git/policy/path-policy.ts'
import type { Repository } from '../git/process/repository.ts'
import type { ModelHandle } from '../models/providers/open-model.ts'
import { type GitHistory, openGitHistory } from '../workspace/browse/git-history.ts'
import { findCharset, SIZE_LIMIT } from '../workspace/files/read-text.ts'
import type { ToolResult } from '../workspace/files/tool-result.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { RunContext } from './run-context.ts'

/** How many commits back the agent can look. */
const COMMITS_BACK = 200

export interface WorkspaceParts {
  readonly checkout: Checkout
  readonly model: ModelHandle
  readonly rules: PublishRules
  /** Folder in which the agent works; `null`: the root. */
  readonly workingDirectory: string | null
  readonly context: ContextCheckouts
}

export interface ComposedWorkspace {
  readonly workspace: Workspace
  /** Paths that the workspace has refused so far. */
  readonly refusedPaths: readonly RefusedPath[]
}

/** The agent's view of the checkout: writable where the project allows it, with secrets redacted in every result. */
export async function composeWorkspace(
  job: RunContext,
  { checkout, model, rules, workingDirectory, context }: WorkspaceParts,
): Promise<ComposedWorkspace> {
  const { repository, baseSha, startSha } = checkout
  const trees = [baseSha, startSha]
  const [links, findFilters] = await Promise.all([
    readLinks(repository, trees),
    openFilters(repository, trees),
  ])
  const judgePath = pathPolicy(rules, links)
  const refusedPaths: RefusedPath[] = []
  const refuse = (refused: RefusedPath): string => {
    refusedPaths.push(refused)
    return describeVerdict(refused)
  }
  const workspace = openWorkspace({
    root: job.workspace,
    start: workingDirectory ?? '',
    git: repository.git,
    history: composeHistory(job, checkout),
    readLength: readLengthFor(model.window),
    imageTypes: model.imageTypes,
    scaleImage: job.scaleImage,
    isForeign: (path) => wasUntracked(checkout.untrackedBefore, Buffer.from(path).toString('latin1')),
    mayMakeExecutable: rules.executableScripts === true,
    maxBytes: rules.maxBytes,
    findObstacle(path) {
      const refused = judgePath(path)
      return refused === null ? null : refuse(refused)
    },
    async findUnfit(paths) {
      const [found] = [...(await findFilters(paths))].filter(([, filter]) => filter !== LFS)
      if (found === undefined) return null
      const [path, filter] = found
      return `${path} is ${refuse({ path, verdict: 'filtered', filter })}`
    },
  })
  const all = withContext(workspace, composeContext(job, context, model))
  return { workspace: redactResults(all, job.secrets.redactKnown), refusedPaths }
}

const composeContext = (
  { scaleImage }: RunContext,
  context: ContextCheckouts,
  { window, imageTypes }: ModelHandle,
): ReadonlyMap<string, Readable> =>
  new Map(
    [...context].map(([name, { repository, sha }]) => {
      const { git, workTree } = repository
      const history = openGitHistory({
        ...readsOf(repository),
        start: sha,
        writeTree: async () => sha,
        deepen: async () => false,
      })
      const readLength = readLengthFor(window)
      return [name, openWorkspace({ root: workTree, git, history, readLength, imageTypes, scaleImage })]
    }),
  )

/** What history is read with. */
const readsOf = ({ git, gitBytes, workTree }: Repository) => ({
  git,
  async readBlob(id: string): Promise<Buffer | null> {
    const { code, stdout, cut } = await gitBytes(['cat-file', 'blob', id], { maxBytes: SIZE_LIMIT })
    return code === 0 && !cut ? stdout : null
  },
  findCharset: (path: string) => findCharset(workTree, join(workTree, path)),
})

function composeHistory({ controlPlane }: RunContext, checkout: Checkout): GitHistory {
  const { repository, startSha, untrackedBefore, branchHead } = checkout
  const { base, branch, fetchToken: token } = controlPlane.assignment
  const branches = branchHead === null ? [base] : [base, branch]
  return openGitHistory({
    ...readsOf(repository),
    start: startSha,
    writeTree: async () => (await stageWorkTree(repository, startSha, untrackedBefore, 'reused')).tree,
    deepen: async () => (await fetchBranches({ repository, token, deepen: COMMITS_BACK }, branches)) === null,
  })
}

/** The workspace with the secrets of the run redacted in its results, which go to the model's provider. */
export function redactResults(workspace: Workspace, redact: (text: string) => string): Workspace {
  const clean = async (result: Promise<ToolResult>): Promise<ToolResult> => {
    const { text, ...rest } = await result
    return { ...rest, text: redact(text) }
  }
  const { history } = workspace
  return {
    list: (request) => clean(workspace.list(request)),
    search: (request) => clean(workspace.search(request)),
    read: (request) => clean(workspace.read(request)),
    edit: (request) => clean(workspace.edit(request)),
    multiEdit: (request) => clean(workspace.multiEdit(request)),
    applyPatch: (request) => clean(workspace.applyPatch(request)),
    write: (request) => clean(workspace.write(request)),
    move: (request) => clean(workspace.move(request)),
    makeExecutable: (request) => clean(workspace.makeExecutable(request)),
    delete: (request) => clean(workspace.delete(request)),
    keep: (found) => clean(workspace.keep(found)),
    history: {
      log: (request) => clean(history.log(request)),
      show: (request) => clean(history.show(request)),
      diff: (request) => clean(history.diff(request)),
    },
    provide: (path, text, options) => workspace.provide(path, text, options),
  }
}
