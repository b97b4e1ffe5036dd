import { readFile, readTree } from '../git/read.ts'
import type { Repository, Workflow } from '../model.ts'
import { notFound } from '../rest/api-error.ts'
import type { GithubState } from '../state.ts'
import { parseWorkflow, type WorkflowFile } from './parse-workflow.ts'

const FOLDER = '.github/workflows'

/**
 * A workflow by number or file name. GitHub knows one by its file on the default branch; here the look is taken at
 * each request, so that a file that has gone is gone.
 */
export const findWorkflow = async (
  hub: GithubState,
  repository: Repository,
  idOrFile: string,
): Promise<Workflow> => {
  const files = await readTree(hub, repository, `refs/heads/${repository.defaultBranch}`, {
    recursive: false,
    path: FOLDER,
  })
  for (const { path: file } of files ?? []) {
    if (!/\.ya?ml$/.test(file)) continue
    const workflow = await register(hub, repository, `${FOLDER}/${file}`)
    if (file === idOrFile || String(workflow.id) === idOrFile) return workflow
  }
  throw notFound()
}

const register = async (hub: GithubState, repository: Repository, path: string): Promise<Workflow> => {
  const file = await readWorkflow(hub, repository, `refs/heads/${repository.defaultBranch}`, path)
  const name = file?.parsed?.name ?? path
  const known = repository.workflows.find((workflow) => workflow.path === path)
  if (known) {
    known.name = name
    return known
  }
  const now = hub.now()
  const workflow: Workflow = {
    id: hub.nextId(),
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
  /** `null`: it is no workflow, for the reason in `problem`. */
  readonly parsed: WorkflowFile | null
  readonly problem: string
}

/** `null`: no such file at that commit. */
export const readWorkflow = async (
  hub: GithubState,
  repository: Repository,
  rev: string,
  path: string,
): Promise<WorkflowAt | null> => {
  const bytes = await readFile(hub, repository, rev, path)
  if (bytes === null) return null
  const text = bytes.toString()
  try {
    return { text, parsed: parseWorkflow(text), problem: '' }
  } catch (error) {
    return { text, parsed: null, problem: error instanceof Error ? error.message : String(error) }
  }
}
