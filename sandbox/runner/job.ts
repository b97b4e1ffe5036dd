import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Contexts, evaluateAll } from '../expressions/evaluate.ts'
import type { QueuedRun } from './queued-run.ts'
import type { JavaScriptAction } from './read-action.ts'
import type { Workflow } from './read-workflow.ts'
import type { RunLog } from './run-log.ts'
import type { CancelTimeouts, RunningProcess } from './run-process.ts'
import { type GithubAddresses, githubContext, jobVariables, type RunFolders } from './step-environment.ts'

export interface RunSetting {
  readonly github: GithubAddresses
  /** `owner/name@ref`, the one action it runs. */
  readonly action: string
  readonly readAction: () => Promise<JavaScriptAction>
  readonly secrets: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
  /** Variables in addition to those of the real runner. */
  readonly extraEnvironment: Readonly<Record<string, string>>
  /** Created for this run and removed after it. */
  readonly directory: string
  readonly log: RunLog
  readonly cancelTimeouts: CancelTimeouts
  /** Gets each process when it starts. */
  readonly onProcess: (process: RunningProcess) => void
  /** Aborted by a cancel. Steps that have not started are skipped; post steps are not. */
  readonly cancelled: AbortSignal
  /** Aborted by force. Post steps are skipped, too. */
  readonly ended: AbortSignal
}

/** The one job of a run, before its first step. */
export interface Job {
  readonly setting: RunSetting
  readonly workflow: Workflow
  readonly action: JavaScriptAction
  readonly folders: RunFolders
  readonly contexts: Contexts
  /** Includes what steps write to GITHUB_ENV. */
  readonly variables: Record<string, string>
  /** Folders that steps put in front of PATH. */
  readonly path: string[]
}

export async function openJob(
  run: QueuedRun,
  setting: RunSetting,
  workflow: Workflow,
  action: JavaScriptAction,
): Promise<Job> {
  const folders = await createFolders(run, setting.directory)
  const context = githubContext(run, workflow, setting.github, folders, setting.action)
  const runtimeToken = randomBytes(24).toString('hex')
  setting.log.addMask(runtimeToken)
  const secrets = { ...setting.secrets, ...run.secrets, GITHUB_TOKEN: run.githubToken }
  const github = { ...context, token: run.githubToken, event: run.eventPayload }
  const contexts = { inputs: run.inputs, secrets, vars: setting.variables, github }
  const variables = {
    PATH: process.env.PATH ?? '',
    LANG: process.env.LANG ?? 'C.UTF-8',
    HOME: folders.home,
    ...setting.extraEnvironment,
    ...jobVariables(context, folders, setting.github, runtimeToken),
    ...evaluateAll(workflow.env, contexts),
    ...idTokenVariables(run, workflow, setting.log),
  }
  return { setting, workflow, action, folders, contexts, variables, path: [] }
}

function idTokenVariables(run: QueuedRun, workflow: Workflow, log: RunLog): Record<string, string> {
  if (!run.idToken || !workflow.mayMintTokens) return {}
  log.addMask(run.idToken.requestToken)
  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: run.idToken.requestUrl,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: run.idToken.requestToken,
  }
}

async function createFolders(run: QueuedRun, directory: string): Promise<RunFolders> {
  const { name } = run.repository
  const temp = join(directory, 'temp')
  const folders = {
    workspace: join(directory, name, name),
    temp,
    toolCache: join(directory, 'tools'),
    home: join(directory, 'home'),
    eventPath: join(temp, '_github_workflow', 'event.json'),
  }
  for (const path of [folders.workspace, folders.toolCache, folders.home, dirname(folders.eventPath)]) {
    await mkdir(path, { recursive: true })
  }
  await writeFile(folders.eventPath, JSON.stringify(run.eventPayload))
  return folders
}
