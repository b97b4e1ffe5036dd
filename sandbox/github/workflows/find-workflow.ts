import { readFile, readTree } from '../git/read.ts'
import { notFound } from '../rest/api-error.ts'
import type { Repository, Workflow } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { parseWorkflow, type WorkflowFile } from './parse-workflow.ts'

const FOLDER = '.github/workflows'

/**
 * Finds a workflow by id or file name. As on GitHub, a workflow exists if its file is on the default branch. The branch
 * is read for every request, so a deleted file takes effect immediately.
 */
export const findWorkflow = async (
  state: GithubState,
  repository: Repository,
  idOrFile: string,
): Promise<Workflow> => {
  const files = await readTree(state, repository, `refs/heads/${repository.defaultBranch}`, {
    recursive: false,
    path: FOLDER,
  })
  for (const { path: file } of files ?? []) {
    if (!/\.ya?ml$/.test(file)) continue
    const workflow = await register(state, repository, `${FOLDER}/${file}`)
    if (file === idOrFile || String(workflow.id) === idOrFile) return workflow
  }
  throw notFound()
}

const register = async (state: GithubState, repository: Repository, path: string): Promise<Workflow> => {
  const file = await readWorkflow(state, repository, `refs/heads/${repository.defaultBranch}`, path)
  const name = file?.parsed?.name ?? path
  const known = repository.workflows.find((workflow) => workflow.path === path)
  if (known) {
    known.name = name
    return known
  }
  const now = state.now()
  const workflow: Workflow = {
    id: state.nextId(),
    path,
    name,
    state: 'active',
    createdAt: now,
    updatedAt: now,
    runCount: 0,
  }
  repository.workflows.push(workflow)
  return workflow
}

interface WorkflowAt {
  readonly text: string
  /** `null`: not a workflow; `problem` says why. */
  readonly parsed: WorkflowFile | null
  readonly problem: string
}

/** `null`: no such file at that commit. */
export const readWorkflow = async (
  state: GithubState,
  repository: Repository,
  rev: string,
  path: string,
): Promise<WorkflowAt | null> => {
  const bytes = await readFile(state, repository, rev, path)
  if (bytes === null) return null
  const text = bytes.toString()
  try {
    return { text, parsed: parseWorkflow(text), problem: '' }
  } catch (error) {
    return { text, parsed: null, problem: error instanceof Error ? error.message : String(error) }
  }
}
