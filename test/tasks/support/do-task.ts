import { isUtf8 } from 'node:buffer'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Usage } from '../../../src/contract/run.ts'
import { realGit } from '../../support/action/real-git.ts'
import { writeFiles } from '../../support/action/write-files.ts'
import { call, createJob, readJob, runsOf, sendMessage, until } from '../../support/world/jobs.ts'
import { cloneOf, pullsOf } from '../../support/world/on-github.ts'
import { judgeWork } from './judge.ts'
import type { OpenTask } from './open-tasks.ts'
import type { Category, Files, PushToBase, Task, Work } from './task.ts'

export interface Done {
  readonly task: string
  readonly category: Category
  readonly model: string
  /** Why it failed; `null`: it passed. */
  readonly why: string | null
  /** Of all turns. */
  readonly usage: Usage
  readonly seconds: number
  /** `null`: it did not come to an end. */
  readonly work: Work | null
}

/** The longest that one turn may take, its way through the runner included. */
const TURN_MS = { scripted: 60_000, real: 15 * 60_000 }

/** Gives the task to Prentice, waits for what comes of it, and judges that. */
export async function doTask(open: OpenTask): Promise<Done> {
  const started = performance.now()
  const { task, model } = open
  const named = { task: task.name, category: task.category, model }
  const ended = await giveAndWait(open).catch((error: unknown) => String(error))
  const seconds = (performance.now() - started) / 1000
  if (typeof ended === 'string') {
    return { ...named, why: ended, usage: sum([]), seconds, work: null }
  }
  const why = (await judge(task, ended.work)) ?? faultsOf(open)
  return { ...named, why, usage: ended.usage, seconds, work: ended.work }
}

async function giveAndWait(open: OpenTask): Promise<{ work: Work; usage: Usage }> {
  const { task, world, model } = open
  const [first, ...rest] = task.prompts
  const { id } = await createJob(world, first, { model })
  await untilItRests(open, id)
  for (const next of rest) {
    if (typeof next === 'string') await sendMessage(world, id, next)
    else await updateAfter(open, id, next)
    await untilItRests(open, id)
  }
  return readWork(open, id)
}

async function updateAfter({ world }: OpenTask, id: string, { push }: PushToBase): Promise<void> {
  const { root, git } = await cloneOf(world, 'main')
  for (const [path, text] of Object.entries(push)) {
    if (text === null) await rm(join(root, path))
    else await writeFiles(root, { [path]: text })
  }
  await git('add', '-A')
  await git('commit', '-q', '-m', 'By others')
  await git('push', '-q', 'origin', 'main')
  const response = await call(world, `/job/${id}/update`, {})
  if (response.status !== 200) throw new Error(`the update was answered ${response.status}`)
}

const untilItRests = ({ world, task, scripted }: OpenTask, id: string) =>
  until(
    `the task ${task.name} to be done`,
    async () => ((await readJob(world, id)).status === 'active' ? null : true),
    { withinMs: scripted ? TURN_MS.scripted : TURN_MS.real, everyMs: scripted ? 50 : 1000 },
  )

async function readWork(open: OpenTask, id: string): Promise<{ work: Work; usage: Usage }> {
  const { task, world, files } = open
  const [job, runs] = [await readJob(world, id), await runsOf(world, id)]
  const last = runs.at(-1)
  const failed = job.status === 'failed'
  const work: Work = {
    status: failed ? 'failed' : 'completed',
    failure: failed ? (last?.reason?.message ?? 'no reason is known') : null,
    before: withPushes(files, task),
    after: await filesOn(open, job.source.ref ?? 'main'),
    pulls: await pullsOf(world),
    summary: last?.summary ?? '',
  }
  return { work, usage: sum(runs.flatMap(({ usage }) => usage ?? [])) }
}

function withPushes(files: Files, { prompts }: Task): Files {
  const pushed = prompts.flatMap((prompt) => (typeof prompt === 'string' ? [] : Object.entries(prompt.push)))
  const all = [...Object.entries(files), ...pushed]
  return Object.fromEntries(
    [...new Map(all)].flatMap(([path, text]) => (text === null ? [] : [[path, text]])),
  )
}

async function filesOn({ world, gitDirectory }: OpenTask, branch: string): Promise<Files> {
  const folder = await mkdtemp(join(world.directory, 'result-'))
  const args = ['--git-dir', gitDirectory, '--work-tree', folder, 'checkout', '-q', '-f', branch, '--', '.']
  const { code, stderr } = await realGit(folder)(args)
  if (code !== 0) throw new Error(`git checkout ${branch}: ${stderr}`)
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const contents = paths.map(async (path) => {
    const bytes = await readFile(path)
    return [relative(folder, path), isUtf8(bytes) ? bytes.toString() : bytes] as const
  })
  return Object.fromEntries(await Promise.all(contents))
}

const LINES_OF_WHY = 12

/** Why the result is not what was asked for; `null`: it is. */
export async function judge(task: Task, work: Work): Promise<string | null> {
  try {
    judgeWork(work)
    await task.check(work)
    return null
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return why.split('\n').slice(0, LINES_OF_WHY).join('\n')
  }
}

/** A script that strays shows that the tools do not answer as they did when it was written. */
function faultsOf({ scripted }: OpenTask): string | null {
  const faults = scripted?.faults() ?? []
  return faults.length === 0 ? null : faults.join('; ')
}

function sum(all: readonly Usage[]): Usage {
  const total = (key: 'steps' | 'inputTokens' | 'cachedInputTokens' | 'outputTokens') =>
    all.reduce((soFar, usage) => soFar + usage[key], 0)
  return {
    steps: total('steps'),
    inputTokens: total('inputTokens'),
    cachedInputTokens: total('cachedInputTokens'),
    outputTokens: total('outputTokens'),
    costUsd: all.reduce<number | null>(
      (soFar, { costUsd }) => (soFar === null || costUsd === null ? null : soFar + costUsd),
      0,
    ),
  }
}
