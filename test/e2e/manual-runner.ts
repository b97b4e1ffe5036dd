import { join } from 'node:path'
import type { QueuedRun } from '../../sandbox/github/github.ts'
import { startSandboxRunner } from '../../sandbox/runner/runner.ts'
import { COMPILED } from '../support/processes/compiled.ts'
import { until } from '../support/world/jobs.ts'
import type { TestWorld } from '../support/world/world.ts'

export interface RunnerOnCall {
  /** The workflow run that GitHub has queued; no runner has it yet. */
  nextRun(): Promise<QueuedRun>
  /** The runner takes it, as if it had only now found the time. */
  begin(run: QueuedRun): void
  close(): Promise<void>
}

/** Replaces the runner of the world with one that starts a run on command. */
export async function putRunnerOnCall(world: TestWorld): Promise<RunnerOnCall> {
  await world.runner.close()
  const queued: QueuedRun[] = []
  world.github.onQueuedRun((run) => queued.push(run))
  let take: (run: QueuedRun) => unknown = () => undefined
  const runner = startSandboxRunner({
    github: {
      serverUrl: world.githubUrl,
      apiUrl: world.githubApiUrl,
      onQueuedRun: (listener) => {
        take = listener
      },
    },
    actionDirectory: join(import.meta.dirname, '../..'),
    // The scripted model asks for a key and takes any.
    secrets: { ANTHROPIC_API_KEY: 'sk-ant-sandbox-of-the-runner-on-call' },
    directory: join(world.directory, 'runner-on-call'),
    log: () => undefined,
    extraEnvironment: COMPILED,
  })
  return {
    nextRun: () => until('GitHub to queue a run', () => queued.shift() ?? null),
    begin: (run) => take(run),
    close: () => runner.close(),
  }
}
