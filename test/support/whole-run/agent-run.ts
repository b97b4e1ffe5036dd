import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { AppBehaviour } from '../../fakes/app/fake-app.ts'
import { anthropicMessages } from '../../fakes/model/wire/anthropic-messages.ts'
import { type Script, startScriptedProvider } from '../../fakes/model/wire/scripted-provider.ts'
import { openScene } from './scene.ts'
import { startInProcess } from './start-in-process.ts'
import type { StartAction } from './started-action.ts'

export const BRANCH = 'prentice/x1'

interface Place {
  readonly workTree: string
  /** The commit that the work starts from. */
  readonly base: string
}

interface GivenRun {
  readonly files?: Readonly<Record<string, string>>
  readonly script: (place: Place) => Script
  readonly assignment?: AppBehaviour['assignment']
  /** A pull request from the branch `main`. */
  readonly pullRequest?: number
  readonly inputs?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** Default: in this process. */
  readonly startAction?: StartAction
}

const LIMITS = { steps: 100, seconds: 60, costUsd: 100 }

/** Runs the action with a scripted model to its end; what came of it, and what the model was told in each request. */
export async function runAgent({
  files,
  script,
  assignment,
  pullRequest,
  inputs,
  env,
  startAction = startInProcess,
}: GivenRun) {
  const { folder, app, github, start } = await openScene(startAction, {
    ...(files && { files }),
    app: { assignment: { model: anthropicMessages.model, limits: LIMITS, ...assignment } },
  })
  if (pullRequest !== undefined) github.git('update-ref', `refs/pull/${pullRequest}/head`, 'main')
  const provider = await startScriptedProvider(
    anthropicMessages,
    script({ workTree: join(folder, 'work'), base: github.git('rev-parse', 'main') }),
  )
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const run = await start({
    env: { ...anthropicMessages.environment(provider.origin, 'key-of-the-provider-1234567890'), ...env },
    ...(inputs && { inputs: { ...inputs } }),
  }).ended
  const faults = provider.requests.flatMap((request) => request.faults)
  if (faults.length > 0) throw new Error(`the provider would have refused: ${faults.join(', ')}\n${run.log}`)
  const [result] = app.results
  return { run, result, app, github, bodies: provider.requests.map(({ body }) => body) }
}

/** What a request says, message by message, without its marks for the cache. */
export function messagesOf(body: string): { role: string; text: string }[] {
  const { messages } = JSON.parse(body)
  return messages.map(({ role, content }: { role: string; content: object[] }) => ({
    role,
    text: JSON.stringify(content.map((part) => ({ ...part, cache_control: undefined }))),
  }))
}
