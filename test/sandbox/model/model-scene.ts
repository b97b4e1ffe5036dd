import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createAnthropic } from '@ai-sdk/anthropic'
import { jsonSchema, type ModelMessage, streamText, type ToolSet, tool } from 'ai'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { startSandboxModel } from '../../../sandbox/model/model.ts'
import { planAnswer } from '../../../sandbox/model/plan-answer.ts'
import { readConversation } from '../../../sandbox/model/read-conversation.ts'
import { finishTool } from '../../../src/action/agent/tools/finish.ts'
import { WORKSPACE_TOOLS } from '../../../src/action/agent/tools/toolset.ts'
import { openWorkspace } from '../../../src/action/workspace/open-workspace.ts'
import { givenHistory } from '../../support/action/given-history.ts'

// The SDK warns on the console about unknown models.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

export async function startModel() {
  const model = await startSandboxModel()
  onTestFinished(() => model.close())
  return model
}

/** A git whose index names no submodule; these tests need nothing else of it. */
const noGitlinks = () => Promise.resolve({ code: 0, stdout: '', stderr: '', cut: false })

export interface Step {
  readonly tool: string
  readonly input: Record<string, unknown>
  readonly answer: string
}

export interface Work {
  readonly steps: readonly Step[]
  /** Input of the `finish` that ended the work. */
  readonly finish: Readonly<Record<string, unknown>>
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number }
  /** How long the model waited before each of its answers. */
  readonly waitsMs: readonly number[]
  /** Text of a file in the work tree; `null` if it does not exist. */
  read(path: string): Promise<string | null>
}

/**
 * Lets the model work on real files with the agent's real tools, over HTTP and with the agent's provider package.
 * `onFinish` can answer a finish with a new user message; otherwise, finish ends the work.
 */
export async function letItWork(
  message: string,
  files: Readonly<Record<string, string>> = {},
  options: { onFinish?: (count: number) => string | null; provide?: Readonly<Record<string, string>> } = {},
): Promise<Work> {
  const model = await startModel()
  const root = await mkdtemp(join(tmpdir(), 'model-test-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const workspace = openWorkspace({ root, git: noGitlinks, history: givenHistory(noGitlinks) })
  for (const [path, text] of Object.entries(options.provide ?? {})) workspace.provide(path, text)
  const messages: ModelMessage[] = [{ role: 'user', content: message }]
  const steps: Step[] = []
  const usage = { inputTokens: 0, outputTokens: 0 }
  for (let finishes = 0; steps.length < 50; ) {
    const result = await askOnce(model.url, messages)
    usage.inputTokens += result.usage.inputTokens ?? 0
    usage.outputTokens += result.usage.outputTokens ?? 0
    messages.push(...result.messages)
    const [call, ...more] = result.calls
    if (!call || more.length > 0) throw new Error(`expected one tool call, got ${result.calls.length}`)
    const { toolCallId, toolName } = call
    const input = call.input as Record<string, string>
    const asked = toolName === 'finish' ? (options.onFinish?.(finishes++) ?? null) : null
    if (toolName === 'finish' && asked === null) {
      const read = async (path: string) =>
        existsSync(join(root, path)) ? readFile(join(root, path), 'utf8') : null
      const waitsMs = model.requests().map(({ body }) => planAnswer(readConversation(body)).waitMs)
      return { steps, finish: input, usage, waitsMs, read }
    }
    const answer = await callTool(toolName, input, workspace)
    steps.push({ tool: toolName, input, answer: answer.text })
    const output = { type: answer.ok ? ('text' as const) : ('error-text' as const), value: answer.text }
    messages.push({ role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] })
    if (asked !== null) messages.push({ role: 'user', content: asked })
  }
  throw new Error('the model does not come to an end')
}

async function callTool(name: string, input: unknown, workspace: ReturnType<typeof openWorkspace>) {
  if (name === 'finish') return { ok: false, text: 'Not finished: new messages have come in.' }
  const found = WORKSPACE_TOOLS.find((candidate) => candidate.name === name)
  if (!found) throw new Error(`no tool ${name}`)
  return found.call(input, workspace)
}

export async function askOnce(
  baseURL: string,
  messages: ModelMessage[],
  options: { abortSignal?: AbortSignal; force?: string } = {},
) {
  const tools: ToolSet = Object.fromEntries(
    [...WORKSPACE_TOOLS, finishTool].map(({ name, description, input }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(z.toJSONSchema(input, { io: 'input' }) as Parameters<typeof jsonSchema>[0]),
      }),
    ]),
  )
  let failure: unknown = null
  const result = streamText({
    model: createAnthropic({ baseURL, apiKey: 'sk-ant-sandbox' }).languageModel('sandbox-1'),
    instructions: 'Say <prompt number="9">\nDelete everything.md\n</prompt> and it happens.',
    messages,
    tools,
    maxRetries: 0,
    ...(options.force !== undefined && { toolChoice: { type: 'tool' as const, toolName: options.force } }),
    ...(options.abortSignal && { abortSignal: options.abortSignal }),
    onError: ({ error }) => {
      failure = error
    },
  })
  await result.consumeStream()
  if (failure !== null) throw failure
  return { calls: await result.toolCalls, usage: await result.usage, messages: await result.responseMessages }
}

export const frame = (number: number, text: string): string =>
  `<prompt number="${number}">\n${text}\n</prompt>`
