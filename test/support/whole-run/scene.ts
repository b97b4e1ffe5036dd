import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import { onTestFinished } from 'vitest'
import { findRoot } from '../../../src/action/checks/isolation/host-facts.ts'
import { removeWithChecks } from '../../../src/action/checks/isolation/overlay-folder.ts'
import { type AppBehaviour, type FakeApp, startApp } from '../../fakes/app/fake-app.ts'
import { type FakeGitHub, type GitHubOptions, startGitHub } from '../../fakes/github/fake-github.ts'
import type { StartAction, StartedAction } from './started-action.ts'

/** A tool call of the model, one per turn. */
export interface Call {
  /** Empty: it says something and calls nothing. */
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  /** Words before the call. */
  readonly say?: string
}

interface Scene {
  readonly folder: string
  readonly github: FakeGitHub
  readonly app: FakeApp
  /** Starts the action for the dispatched run; `inputs` and `env` are added. */
  start(more?: { inputs?: Record<string, string>; env?: Record<string, string> }): StartedAction
}

export interface GivenScene extends GitHubOptions {
  readonly app?: AppBehaviour
  readonly files?: Readonly<Record<string, string>>
}

/** All but the model. */
export async function openScene(startAction: StartAction, given: GivenScene): Promise<Scene> {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-dist-'))
  onTestFinished(() => removeWithChecks(findRoot(process.getuid?.() === 0), folder))
  const github = await startGitHub(folder, given.files ?? { 'hello.txt': 'Hello, world!\n' }, given)
  const app = await startApp(github, given.app)
  return {
    folder,
    github,
    app,
    start: (more = {}) =>
      startAction(folder, {
        inputs: { run: 'run_1', 'app-url': app.url, ...more.inputs },
        env: { ...github.environment, ...more.env },
      }),
  }
}

export interface World extends Scene {
  readonly model: LLMock
}

export interface GivenWorld extends GivenScene {
  readonly calls?: readonly Call[]
  /** The model is silent in this turn, from 0, until what is returned has happened. */
  readonly answersWhen?: (turn: number) => Promise<void> | undefined
}

export async function openWorld(startAction: StartAction, given: GivenWorld): Promise<World> {
  const scene = await openScene(startAction, given)
  const model = new LLMock({ port: 0, latency: 0, logLevel: 'silent' })
  for (const [turn, { tool, input, say = '' }] of (given.calls ?? []).entries()) {
    model.on({ turnIndex: turn }, async () => {
      await given.answersWhen?.(turn)
      return {
        content: say,
        ...(tool !== '' && {
          toolCalls: [{ name: tool, arguments: JSON.stringify(input), id: `toolu_${turn}` }],
        }),
      }
    })
  }
  await model.start()
  onTestFinished(() => model.stop())
  const env = { ANTHROPIC_API_KEY: 'sk-ant-key-of-the-test', ANTHROPIC_BASE_URL: `${model.url}/v1` }
  return {
    ...scene,
    model,
    start: (more = {}) => scene.start({ ...more, env: { ...env, ...more.env } }),
  }
}
