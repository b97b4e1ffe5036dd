import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SANDBOX_ACTION } from '../../../sandbox/runner/runner-options.ts'
import type { ChosenModel } from '../../../sandbox/world/choose-model.ts'
import { Closing } from '../../../sandbox/world/closing.ts'
import { findProject } from '../../../sandbox/world/find-project.ts'
import { ORGANISATION } from '../../../sandbox/world/prepare-github.ts'
import { workflowForSandbox } from '../../../sandbox/world/workflow-for-sandbox.ts'
import { realGit } from '../../support/action/real-git.ts'
import { writeFiles } from '../../support/action/write-files.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'
import { closeJudgingCommands } from './judging-commands.ts'
import { type ScriptedModel, startScriptedModel } from './model-for-tasks.ts'
import type { Files, Task } from './task.ts'

/** A task with its repository on the sandbox's GitHub. */
export interface OpenTask {
  readonly task: Task
  /** The world as seen from the task's repository. */
  readonly world: TestWorld
  /** The bare repository behind it. */
  readonly gitDirectory: string
  /** What is on its default branch. */
  readonly files: Files
  readonly model: string
  /** `null`: a real model does the work. */
  readonly scripted: ScriptedModel | null
}

export interface OpenTasks {
  readonly tasks: readonly OpenTask[]
  close(): Promise<void>
}

interface Given {
  readonly tasks: readonly Task[]
  /** `null`: each task gets a scripted one. */
  readonly model: ChosenModel | null
  readonly log: (line: string) => void
  readonly signal?: AbortSignal
}

const TEMPLATE = join(import.meta.dirname, '../../../docs/workflow.yml')
const WORKFLOW = '.github/workflows/prentice.yml'

/** What one task may use: a model that has lost its way should not cost as much as all the others. */
const LIMITS = { RUN_STEPS: '60', RUN_MINUTES: '10', RUN_COST_USD: '2' }
/** GitHub's own pace, a workflow a second, is kept where GitHub is; all start immediately here. */
const PACE = { STARTS_PER_MINUTE: '600', STARTS_AT_ONCE: '50' }

/** One world for all tasks, with a repository for each. */
export async function openTasks(given: Given): Promise<OpenTasks> {
  const closing = new Closing(given.log)
  try {
    return { tasks: await open(given, closing), close: () => closing.close() }
  } catch (error) {
    await closing.close()
    throw error
  }
}

async function open({ tasks, model, log, signal }: Given, closing: Closing): Promise<OpenTask[]> {
  await closing.add(closeJudgingCommands)
  const seated = await Promise.all(
    tasks.map(async (task, place) => {
      if (model !== null) return { task, scripted: null, chosen: model }
      const scripted = await startScriptedModel(task, place)
      await closing.add(async () => scripted[Symbol.asyncDispose]())
      return { task, scripted, chosen: scripted.chosen }
    }),
  )
  const secrets = Object.assign({}, ...seated.map(({ chosen }) => chosen.secrets))
  const world = await startTestWorld(undefined, {
    model: { name: model?.name ?? 'anthropic/scripted', secrets, env: {} },
    appEnvironment: { ...LIMITS, ...PACE },
    log,
    ...(signal && { signal }),
  })
  await closing.add(() => world.close())
  const template = await readFile(TEMPLATE, 'utf8')
  const made = []
  for (const { task, scripted, chosen } of seated) {
    const workflow = workflowForSandbox(template, {
      action: SANDBOX_ACTION,
      appUrl: world.baseUrl,
      model: chosen,
    })
    const files = { ...task.files, [WORKFLOW]: workflow }
    const gitDirectory = await createRepository(world, task.name, files)
    const repository = `${ORGANISATION}/${task.name}`
    made.push({ task, scripted, files, gitDirectory, model: chosen.name, repository })
  }
  // The App is installed on all repositories, and told of each new one.
  await world.github.settled()
  return Promise.all(
    made.map(async ({ repository, ...rest }) => {
      const projectId = await findProject(world.baseUrl, world.apiKey, repository)
      return { ...rest, world: { ...world, repository, projectId } }
    }),
  )
}

async function createRepository(world: TestWorld, name: string, files: Files): Promise<string> {
  const from = join(world.directory, name)
  await writeFiles(from, files)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...person, 'commit', '-q', '-m', 'Start'],
  ]) {
    const { code, stderr } = await realGit(from)(args)
    if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  }
  return (await world.github.createRepository({ owner: ORGANISATION, name, from })).gitDirectory
}
