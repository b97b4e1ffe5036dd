import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Conclusion, QueuedRun } from '../../../sandbox/runner/queued-run.ts'
import { startSandboxRunner } from '../../../sandbox/runner/runner.ts'
import { type RunnerOptions, SANDBOX_ACTION } from '../../../sandbox/runner/runner-options.ts'

export const WORKFLOW = `name: Prentice
run-name: Prentice \${{ inputs.run }}
on:
  workflow_dispatch:
    inputs:
      run: { required: true }
permissions:
  id-token: write
jobs:
  prentice:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    steps:
      - uses: ${SANDBOX_ACTION}
        with:
          run: \${{ inputs.run }}
        env:
          MODEL_KEY: \${{ secrets.MODEL_KEY }}
`

const ACTION = `name: Test action
inputs:
  run: { required: true }
  app-url: { default: 'https://app.test' }
  my input: {}
  token: { default: '\${{ github.token }}' }
runs: { using: node24, main: main.mjs }
`

export interface Scene {
  readonly runner: ReturnType<typeof startSandboxRunner>
  readonly directory: string
  /** Queues a run; resolves when the runner reports its conclusion. */
  queue(given?: Partial<QueuedRun>): { concluded: Promise<Conclusion>; cancel(force?: boolean): void }
  /** Resolves when this line is logged. */
  logged(text: string): Promise<void>
}

/** A runner with an action whose `main` is the given script. */
export async function runnerScene(
  main: string,
  options: Partial<RunnerOptions> & { post?: string; action_yml?: string } = {},
): Promise<Scene> {
  const directory = await mkdtemp(join(tmpdir(), 'runner-test-'))
  const actionDirectory = join(directory, 'action')
  await mkdir(actionDirectory)
  const metadata = options.post ? ACTION.replace('main: main.mjs', 'main: main.mjs, post: post.mjs') : ACTION
  await writeFile(join(actionDirectory, 'action.yml'), options.action_yml ?? metadata)
  await writeFile(join(actionDirectory, 'main.mjs'), main)
  if (options.post) await writeFile(join(actionDirectory, 'post.mjs'), options.post)
  const listeners: ((run: QueuedRun) => void)[] = []
  const awaited = new Map<string, () => void>()
  const runner = startSandboxRunner({
    github: {
      serverUrl: 'http://127.0.0.1:1',
      apiUrl: 'http://127.0.0.1:1/api',
      onQueuedRun: (listener) => listeners.push(listener),
    },
    actionDirectory,
    secrets: { MODEL_KEY: 'sk-very-secret' },
    directory: join(directory, 'runs'),
    log: () => {},
    onLine: (_id, line) => {
      for (const [text, resolve] of awaited) if (line === text) resolve()
    },
    ...options,
  })
  onTestFinished(async () => {
    await runner.close()
    await rm(directory, { recursive: true, force: true })
  })
  let lastId = 100
  return {
    runner,
    directory,
    queue: (given) => {
      const { promise, resolve } = Promise.withResolvers<Conclusion>()
      const cancels: ((force: boolean) => void)[] = []
      lastId += 1
      const run = queuedRun(lastId, resolve, (listener) => cancels.push(listener))
      for (const listener of listeners) listener({ ...run, ...given })
      return {
        concluded: promise,
        cancel: (force = false) => cancels.forEach((listener) => void listener(force)),
      }
    },
    logged: (text) => new Promise((resolve) => awaited.set(text, resolve)),
  }
}

function queuedRun(
  id: number,
  completed: QueuedRun['completed'],
  onCancel: QueuedRun['onCancel'],
): QueuedRun {
  return {
    id,
    repository: { id: 11, owner: 'octo', ownerId: 7, name: 'hello', private: false },
    workflowPath: '.github/workflows/prentice.yml',
    workflowText: WORKFLOW,
    ref: 'refs/heads/main',
    sha: 'a'.repeat(40),
    inputs: { run: 'run_1' },
    actor: { id: 5, login: 'prentice[bot]' },
    event: 'workflow_dispatch',
    eventPayload: { inputs: { run: 'run_1' } },
    runNumber: 3,
    attempt: 1,
    displayTitle: 'Prentice run_1',
    githubToken: 'ghs_workflow',
    secrets: {},
    idToken: { requestUrl: 'http://127.0.0.1:1/token?a=b', requestToken: 'request-token' },
    started: () => {},
    completed,
    onCancel,
  }
}
