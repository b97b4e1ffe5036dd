import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentHost } from '../../../src/action/agent/agent-host.ts'
import { runAgentLoop } from '../../../src/action/agent/agent-loop.ts'
import type { AgentTask } from '../../../src/action/agent/prompt/agent-task.ts'
import { readLengthFor } from '../../../src/action/agent/prompt/window-share.ts'
import type { Reviewer } from '../../../src/action/agent/review/reviewer.ts'
import type { Commands } from '../../../src/action/agent/tools/command-tools.ts'
import type { OutputTaker } from '../../../src/action/agent/tools/output.ts'
import type { TranscriptLine } from '../../../src/action/models/conversation/conversation.ts'
import { openModel } from '../../../src/action/models/providers/open-model.ts'
import {
  DEFAULT_RETRY_SETTINGS,
  type RetrySettings,
} from '../../../src/action/models/providers/retry-settings.ts'
import { messageOf } from '../../../src/action/text/format.ts'
import { openWorkspace } from '../../../src/action/workspace/open-workspace.ts'
import type { AgentEvent } from '../../../src/contract/events.ts'
import type { Effort } from '../../../src/contract/model.ts'
import type { Instruction } from '../../../src/contract/runner-protocol/assignment.ts'
import type { NumberedPrompt } from '../../../src/contract/runner-protocol/protocol.ts'
import { startModelServer, type Turn } from '../../fakes/model/model-server.ts'
import { givenHistory } from './given-history.ts'
import { readWork } from './read-work.ts'
import { makeWorkTree } from './work-tree.ts'

/** One per wire format, with its model and the path of its API. */
export const PROVIDERS = [
  { provider: 'anthropic', model: 'anthropic/claude-sonnet-4-5', prefix: 'ANTHROPIC', path: '/v1' },
  { provider: 'openai', model: 'openai/gpt-4.1', prefix: 'OPENAI', path: '/v1' },
  { provider: 'google', model: 'google/gemini-2.5-pro', prefix: 'GOOGLE_GENERATIVE_AI', path: '/v1beta' },
  {
    provider: 'openai-compatible',
    model: 'openai-compatible/llama',
    prefix: 'OPENAI_COMPATIBLE',
    path: '/v1',
  },
] as const
export type Wire = (typeof PROVIDERS)[number]
const ANTHROPIC: Wire = PROVIDERS[0]

/** Of every run here. */
const NONCE = 'k3f9a2b1'
export const KEY = 'key-1234567890abcdef'
const FAST: RetrySettings = {
  ...DEFAULT_RETRY_SETTINGS,
  backoffMs: 10,
  firstChunkMs: 60_000,
  chunkMs: 60_000,
}

type Input = Readonly<Record<string, unknown>>

/** An answer that calls tools. */
export const call = (...calls: readonly (readonly [name: string, input: Input | string])[]): Turn => ({
  answer: {
    toolCalls: calls.map(([name, input]) => ({
      name,
      arguments: typeof input === 'string' ? input : JSON.stringify(input),
    })),
  },
})
export const say = (content: string): Turn => ({ answer: { content } })
export const fail = (status: number, message: string, retryAfter?: number): Turn => ({
  answer: { error: { message }, status, ...(retryAfter !== undefined && { retryAfter }) },
})
export const FINISH = { title: 'Greet the world', body: 'B', commit_message: 'Greet', summary: 'Greeted.' }
/** Also where the script changed nothing. */
export const finish = (): Turn => call(['finish', { ...FINISH, no_change: true }])

export interface Script {
  readonly wire?: Omit<Wire, 'model'> & { readonly model: string }
  readonly turns?: readonly Turn[]
  /** Asked in place of the server that has the turns. */
  readonly url?: string
  /** Answers every request after the turns. */
  readonly forever?: Turn
  readonly files?: Readonly<Record<string, string | Buffer>>
  readonly task?: Partial<AgentTask>
  readonly retrySettings?: Partial<RetrySettings>
  readonly signal?: AbortSignal
  readonly now?: () => number
  readonly reviewers?: readonly Reviewer[]
  readonly commands?: Commands
  readonly output?: OutputTaker
  readonly filesWritten?: Promise<unknown>
  /** Before each look at the work. */
  beforeRead?(): void
  /** Instruction files, by their folder. */
  readonly instructionsIn?: Readonly<Record<string, readonly Instruction[]>>
  /** More of the environment of the step. */
  readonly environment?: Readonly<Record<string, string>>
  readonly effort?: Effort
  /** Names of the models that continue, with the environment of the step. Absent: the job names none. */
  readonly fallbacks?: readonly string[]
  onEvent?(event: AgentEvent): void
  takeMessages?(): readonly NumberedPrompt[]
}

/** Runs the real agent on a real work tree against a model server that speaks the provider's wire format. */
export async function runScript(script: Script) {
  const wire = script.wire ?? ANTHROPIC
  await using tree = await makeWorkTree(script.files ?? { 'hello.txt': 'hello\n' })
  await using server = await startModelServer(script.turns ?? [], script.forever)
  const environment = {
    [urlOf(wire)]: `${script.url ?? server.url}${wire.path}`,
    [`${wire.prefix}_API_KEY`]: KEY,
    ...script.environment,
  }
  const logged: string[] = []
  const open = async (name: string) => {
    const one = await openModel(name, environment, {
      retrySettings: { ...FAST, ...script.retrySettings },
      ...(script.effort !== undefined && { effort: script.effort }),
      log: (line) => void logged.push(line),
    })
    if (!one.ok) throw new Error(one.reason.message)
    return one
  }
  const opened = await open(wire.model)
  const fallbacks = await Promise.all((script.fallbacks ?? []).map(open))
  const events: AgentEvent[] = []
  const transcript: TranscriptLine[] = []
  const exceptions: unknown[] = []
  const host: AgentHost = {
    onEvent(event) {
      events.push(event)
      script.onEvent?.(event)
    },
    takeMessages: () => script.takeMessages?.() ?? [],
    record: (line) => void transcript.push(line),
    reportException(error) {
      exceptions.push(error)
      return messageOf(error)
    },
    signal: script.signal ?? new AbortController().signal,
    now: script.now ?? Date.now,
  }
  const workspace = openWorkspace({
    root: tree.root,
    git: tree.git,
    history: givenHistory(tree.git),
    readLength: readLengthFor(opened.model.window),
    imageTypes: opened.model.imageTypes,
  })
  const outcome = await runAgentLoop(toTask(script), {
    model: opened.model,
    ...(script.fallbacks !== undefined && { fallbacks: fallbacks.map(({ model }) => model) }),
    workspace,
    ...(script.filesWritten !== undefined && { filesWritten: script.filesWritten }),
    host,
    reviewers: script.reviewers ?? [],
    ...(script.commands !== undefined && { commands: script.commands }),
    ...(script.output !== undefined && { output: script.output }),
    async readWork() {
      script.beforeRead?.()
      return readWork(tree.git)
    },
    findInstructionsIn: async (folder) => script.instructionsIn?.[folder] ?? [],
    nonce: NONCE,
    cacheKey: 'a-cache-key',
    random: () => 0.5,
  })
  const { stdout } = await tree.git(['ls-files', '-co', '-z'])
  const files: Record<string, string> = {}
  for (const path of stdout.split('\0').filter((name) => name !== '')) {
    files[path] = await readFile(join(tree.root, path), 'utf8').catch(() => '(deleted)')
  }
  return { outcome, events, files, transcript, exceptions, logged, requests: server.bodies }
}

const urlOf = ({ prefix }: Pick<Wire, 'prefix'>) => `${prefix}_BASE_URL`

function toTask({ task }: Script): AgentTask {
  return {
    repository: 'octo/greeter',
    prompts: [{ number: 1, text: 'Greet the world.' }],
    earlier: [],
    instructions: [],
    template: null,
    workSoFar: null,
    issue: null,
    material: [],
    savedPatch: null,
    checked: false,
    limits: { steps: 20, seconds: 60, costUsd: 5 },
    confidential: false,
    ...task,
  }
}
