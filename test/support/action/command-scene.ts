import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommandResult } from '../../../src/action/agent/tools/command-tools.ts'
import { openAgentCommands, openOutputs } from '../../../src/action/checks/agent-commands.ts'
import type { openCommandRunner } from '../../../src/action/checks/command-runner.ts'
import { setUp } from '../../../src/action/checks/run-commands.ts'
import { listFiles } from '../../../src/action/git/checkout/read-tree-files.ts'
import { listUntracked, wasUntracked } from '../../../src/action/git/checkout/untracked-files.ts'
import { stageWorkTree } from '../../../src/action/git/diff/stage-work-tree.ts'
import { must } from '../../../src/action/git/process/repository.ts'
import { openWorkspace, type WorkspaceOptions } from '../../../src/action/workspace/open-workspace.ts'
import type { Workspace } from '../../../src/action/workspace/workspace.ts'
import { command, openCheckScene } from './check-scene.ts'
import { givenHistory } from './given-history.ts'
import { writeFiles } from './write-files.ts'

export interface CommandScene {
  readonly workspace: Workspace
  readonly user: number
  readonly root: string
  readonly folder: string
  run(line: string, how?: { keep?: string[]; seconds?: number; signal?: AbortSignal }): Promise<CommandResult>
  /** The text of a file of the work tree; `null`: it does not exist. */
  read(path: string): Promise<string | null>
  /** What would be published, as `A path`, `M path` or `D path`. */
  changes(): Promise<string[]>
  [Symbol.asyncDispose](): Promise<void>
}

/** The commands of an agent, as a run has them: on a checkout of these files, with real git and real isolation. */
export async function openCommandScene(
  files: Readonly<Record<string, string | Buffer>>,
  {
    setup = [],
    untracked = {},
    commandRunner: more = {},
    directory = null,
    ...options
  }: Partial<WorkspaceOptions> & {
    setup?: string[]
    untracked?: Readonly<Record<string, string>>
    commandRunner?: Partial<Parameters<typeof openCommandRunner>[0]>
    directory?: string | null
  } = {},
): Promise<CommandScene> {
  const scene = await openCheckScene()
  const { repository, workspace: root } = scene
  await writeFiles(root, files)
  const { git } = repository
  await must(git(['add', '-A']))
  const author = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  await must(git([...author, 'commit', '-q', '-m', 'Start']))
  const startSha = (await must(git(['rev-parse', 'HEAD']))).stdout.trim()
  await writeFiles(root, untracked)
  const before = await listUntracked(repository)
  const workspace = openWorkspace({
    ...{ root, git, history: givenHistory(git) },
    isForeign: (path) => wasUntracked(before, Buffer.from(path).toString('latin1')),
    ...options,
  })
  const opened = await scene.openCommandRunner(more)
  if (opened.kind === 'closed') throw new Error(opened.why)
  const { commandRunner } = opened
  const failed = await setUp({
    ...{ commandRunner, baseSha: startSha, commands: setup.map((run) => command(run)) },
    ...{ signal: new AbortController().signal, onResult: () => undefined },
  })
  if (failed !== null) throw new Error(JSON.stringify(failed))
  const commands = openAgentCommands({
    ...{ commandRunner, checks: null, workspace, directory },
    readTree: async () => (await stageWorkTree(repository, startSha, before, 'reused')).tree,
    listFiles: (tree) => listFiles(repository, tree),
    redact: (text) => text,
    outputs: openOutputs((path, text) => workspace.provide(path, text)),
  })
  return {
    ...{ workspace, root, user: scene.facts.user, folder: scene.folder },
    run: (line, { keep = [], seconds = 120, signal = new AbortController().signal } = {}) =>
      commands.run({ command: line, keep, seconds }, signal),
    read: (path) => readFile(join(root, path), 'utf8').catch(() => null),
    async changes() {
      const { tree } = await stageWorkTree(repository, startSha, before)
      const { stdout } = await must(git(['diff-tree', '-r', '--no-renames', '--name-status', startSha, tree]))
      return stdout
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => line.replace('\t', ' '))
    },
    [Symbol.asyncDispose]: () => scene[Symbol.asyncDispose](),
  }
}
