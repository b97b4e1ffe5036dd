import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Contexts, evaluateAll } from './evaluate-template.ts'
import type { QueuedRun } from './queued-run.ts'
import type { JavaScriptAction } from './read-action.ts'
import type { Workflow } from './read-workflow.ts'
import type { RunLog } from './run-log.ts'
import type { Patience, RunningProcess } from './run-process.ts'
import { type GithubAddresses, githubContext, jobVariables, type RunPlaces } from './step-environment.ts'

export interface RunSetting {
  readonly github: GithubAddresses
  /** `owner/name@ref`, the one action it runs. */
  readonly action: string
  readonly readAction: () => Promise<JavaScriptAction>
  readonly secrets: Readonly<Record<string, string>>
  readonly variables: Readonly<Record<string, string>>
  /** Variables beside those of the real runner. */
  readonly moreEnvironment: Readonly<Record<string, string>>
  /** Made for this run and removed after it. */
  readonly directory: string
  readonly log: RunLog
  readonly patience: Patience
  /** Takes the process that is running now. */
  readonly onProcess: (process: RunningProcess) => void
  /** Aborted by a cancel; the steps that have not begun are left out then, the post steps are not. */
  readonly cancelled: AbortSignal
}

/** The one job of a run, ready for its steps. */
export interface Job {
  readonly setting: RunSetting
  readonly workflow: Workflow
  readonly action: JavaScriptAction
  readonly places: RunPlaces
  readonly contexts: Contexts
  /** Grows by what steps write to GITHUB_ENV. */
  readonly variables: Record<string, string>
  /** What the steps put in front of PATH. */
  readonly path: string[]
}

export async function openJob(
  run: QueuedRun,
  setting: RunSetting,
  workflow: Workflow,
  action: JavaScriptAction,
): Promise<Job> {
  const places = await makePlaces(run, setting.directory)
  const context = githubContext(run, workflow, setting.github, places, setting.action)
  const runtimeToken = randomBytes(24).toString('hex')
  setting.log.addMask(runtimeToken)
  const secrets = { ...setting.secrets, GITHUB_TOKEN: run.githubToken }
  const github = { ...context, token: run.githubToken, event: run.eventPayload }
  const contexts = { inputs: run.inputs, secrets, vars: setting.variables, github }
  const variables = {
    PATH: process.env.PATH ?? '',
    LANG: process.env.LANG ?? 'C.UTF-8',
    HOME: places.home,
    ...setting.moreEnvironment,
    ...jobVariables(context, places, setting.github, runtimeToken),
    ...evaluateAll(workflow.env, contexts),
    ...idTokenVariables(run, workflow, setting.log),
  }
  return { setting, workflow, action, places, contexts, variables, path: [] }
}

function idTokenVariables(run: QueuedRun, workflow: Workflow, log: RunLog): Record<string, string> {
  if (!run.idToken || !workflow.mayMintTokens) return {}
  log.addMask(run.idToken.requestToken)
  return {
    ACTIONS_ID_TOKEN_REQUEST_URL: run.idToken.requestUrl,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: run.idToken.requestToken,
  }
}

async function makePlaces(run: QueuedRun, directory: string): Promise<RunPlaces> {
  const { name } = run.repository
  const temp = join(directory, 'temp')
  const places = {
    workspace: join(directory, name, name),
    temp,
    toolCache: join(directory, 'tools'),
    home: join(directory, 'home'),
    eventPath: join(temp, '_github_workflow', 'event.json'),
  }
  for (const path of [places.workspace, places.toolCache, places.home, dirname(places.eventPath)]) {
    await mkdir(path, { recursive: true })
  }
  await writeFile(places.eventPath, JSON.stringify(run.eventPayload))
  return places
}
