import { expect, onTestFinished } from 'vitest'
import type { ResultRequest } from '../../../src/contract/runner-protocol/result.ts'
import type { FakeApp } from '../../fakes/app/fake-app.ts'
import { type FakeGitHub, REQUEST_TOKEN } from '../../fakes/github/fake-github.ts'
import { READ_TOKEN, WRITE_TOKEN } from '../../fakes/github/one-repository.ts'
import {
  countedOf,
  type Script,
  type ScriptedProvider,
  startScriptedProvider,
  type Turn,
} from '../../fakes/model/wire/scripted-provider.ts'
import type { ScriptedAnswer, ScriptedCall, WireFormat } from '../../fakes/model/wire/wire-format.ts'
import { openScene } from './scene.ts'
import { startInProcess } from './start-in-process.ts'
import type { StartAction, StartedAction } from './started-action.ts'

export const BRANCH = 'prentice/x1'
const KEY = 'key-of-the-provider-1234567890'

export interface WireWorld {
  readonly provider: ScriptedProvider
  readonly app: FakeApp
  readonly github: FakeGitHub
  start(): StartedAction
}

/** App, GitHub and a scripted model of this wire format, with a short patience for all that is waited for. */
export async function openWireWorld(given: {
  readonly format: WireFormat
  readonly script: Script
  readonly limits?: { readonly steps: number; readonly seconds: number; readonly costUsd: number }
  readonly stallSeconds?: number
  readonly patienceSeconds?: number
  /** Default: in this process. */
  readonly startAction?: StartAction
}): Promise<WireWorld> {
  const { format, script, limits = { steps: 20, seconds: 60, costUsd: 5 } } = given
  const { stallSeconds = 10, patienceSeconds = 30, startAction = startInProcess } = given
  const { app, github, start } = await openScene(startAction, {
    app: { assignment: { model: format.model, limits } },
  })
  const provider = await startScriptedProvider(format, script)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  const env = {
    ...format.environment(provider.origin, KEY),
    MODEL_STALL_SECONDS: `${stallSeconds}`,
    MODEL_RETRY_SECONDS: '0.01',
    MODEL_PATIENCE_SECONDS: `${patienceSeconds}`,
  }
  return { provider, app, github, start: () => start({ env }) }
}

/** Runs the action to its end and checks what has to hold whatever the provider does. */
export async function runToItsEnd(world: WireWorld, format: WireFormat) {
  const run = await world.start().ended
  expectSoundRequests(world, format)
  const [result] = world.app.results
  if (result === undefined || world.app.results.length > 1) {
    throw new Error(`${world.app.results.length} results instead of one:\n${run.log}`)
  }
  const hello = publishedHello(world, result)
  return { ...run, result, hello, tools: toolsOf(world.app), answered: answeredOf(result) }
}

/** No request that the real server would refuse, and no secret in one but where it belongs. */
export function expectSoundRequests({ provider, app }: WireWorld, format: WireFormat): void {
  expect(provider.requests.flatMap(({ faults }) => faults)).toEqual([])
  const [header, value] = format.authorization(KEY)
  const tokens = app.oidcTokens.map((token) => token.replace('Bearer ', ''))
  const secrets = [KEY, READ_TOKEN, WRITE_TOKEN, REQUEST_TOKEN, ...app.secrets, ...tokens]
  for (const request of provider.requests) {
    const { [header]: key, ...headers } = request.headers
    expect(key).toBe(value)
    const text = [request.path, request.body, JSON.stringify(headers)].join('\n')
    for (const secret of secrets) expect(text).not.toContain(secret)
  }
}

/** What `hello.txt` became; `null`: nothing was pushed. */
function publishedHello({ github }: WireWorld, result: ResultRequest): string | null {
  const published = 'published' in result ? result.published : null
  const branches = github.git('branch', '--format=%(refname:short)').split('\n')
  expect(branches).toEqual(published === null ? ['main'] : ['main', BRANCH])
  expect(github.pullRequests).toHaveLength(published === null ? 0 : 1)
  if (published === null) return null
  expect(github.git('rev-parse', BRANCH)).toBe(published.headSha)
  return github.git('show', `${BRANCH}:hello.txt`)
}

/** The calls that were made, as they were reported: name, and whether it went well. */
const toolsOf = ({ events }: FakeApp): string[] =>
  events
    .flatMap((request) => request.events.map(({ event }) => event))
    .flatMap((event) => (event.type === 'tool' ? [`${event.ok ? '✓' : '✗'} ${event.tool}`] : []))

/** The usage that these answers of the script come to. */
export function usageOf(...turns: readonly number[]) {
  const counted = turns.map(countedOf)
  const sum = (key: 'input' | 'cached' | 'output') => counted.reduce((total, one) => total + one[key], 0)
  return {
    steps: turns.length,
    inputTokens: sum('input'),
    cachedInputTokens: sum('cached'),
    outputTokens: sum('output'),
  }
}

type AnswerTurn = Extract<Turn, { kind: 'answer' }>

export const answer = (given: ScriptedAnswer): AnswerTurn => ({ kind: 'answer', answer: given })
export const call = (...calls: readonly ScriptedCall[]): AnswerTurn => answer({ calls })

/** Puts a mark before the end of the greeting: made twice, it shows. */
export const mark = (text: string): ScriptedCall => ({
  name: 'edit',
  input: { path: 'hello.txt', old: '!', new: `${text}!` },
})
export const read = (path = 'hello.txt'): ScriptedCall => ({ name: 'read', input: { path } })
const FINISH: ScriptedCall = {
  name: 'finish',
  input: {
    title: 'Mark the greeting',
    body: 'The greeting has a mark now.',
    commit_message: 'Mark the greeting',
    summary: 'Marked the greeting.',
  },
}
export const finish = call(FINISH)

/** What is counted of the answers that came to their end. */
function answeredOf({ perStep = [] }: ResultRequest): ReturnType<typeof usageOf> {
  const whole = perStep.filter(({ brokenOff }) => brokenOff !== true)
  const sum = (key: 'inputTokens' | 'cachedInputTokens' | 'outputTokens') =>
    whole.reduce((total, one) => total + one[key], 0)
  return {
    steps: whole.length,
    inputTokens: sum('inputTokens'),
    cachedInputTokens: sum('cachedInputTokens'),
    outputTokens: sum('outputTokens'),
  }
}
