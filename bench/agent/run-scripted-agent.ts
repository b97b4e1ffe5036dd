import { runAgentLoop } from '../../src/action/agent/agent-loop.ts'
import { openModel } from '../../src/action/models/providers/open-model.ts'
import { openWorkspace } from '../../src/action/workspace/open-workspace.ts'
import type { AgentEvent } from '../../src/contract/events.ts'
import { startScriptedProvider } from '../../test/fakes/model/wire/scripted-provider.ts'
import type { WireFormat } from '../../test/fakes/model/wire/wire-format.ts'
import { givenHistory } from '../../test/support/action/given-history.ts'
import { readWork } from '../../test/support/action/read-work.ts'
import { makeWorkTree } from '../../test/support/action/work-tree.ts'
import type { LongTask } from './long-task.ts'

const LIMITS = { steps: 250, seconds: 120, costUsd: 1000, tokens: 1_000_000_000 }

/** Runs the agent with a model that follows a script, and returns the bodies of its requests in order. */
export async function runScriptedAgent(format: WireFormat, { files, prompt, answers }: LongTask) {
  const script = answers.map((answer) => ({ kind: 'answer' as const, answer }))
  const server = await startScriptedProvider(format, script)
  const { root, git, ...tree } = await makeWorkTree(files)
  try {
    const opened = await openModel(format.model, format.environment(server.origin, 'a-key'))
    if (!opened.ok) throw new Error(opened.reason.message)
    const events: AgentEvent[] = []
    const host = {
      onEvent: (event: AgentEvent) => void events.push(event),
      takeMessages: () => [],
      record: () => undefined,
      reportException(error: unknown): never {
        throw error
      },
      signal: new AbortController().signal,
      now: Date.now,
    }
    const outcome = await runAgentLoop(taskOf(prompt), {
      model: opened.model,
      workspace: openWorkspace({ root, git, history: givenHistory(git) }),
      host,
      reviewers: [],
      readWork: () => readWork(git),
      findInstructionsIn: async () => [],
      nonce: 'k3f9a2b1',
      cacheKey: 'a-cache-key',
      random: () => 0.5,
    })
    const failed = events.filter((event) => event.type === 'tool' && !event.ok)
    const faults = server.requests.flatMap((request) => request.faults)
    if (outcome.reason !== null || failed.length > 0 || faults.length > 0) {
      throw new Error(`the agent did not follow the script: ${JSON.stringify({ outcome, failed, faults })}`)
    }
    return server.requests.map(({ body }) => body)
  } finally {
    await server[Symbol.asyncDispose]()
    await tree[Symbol.asyncDispose]()
  }
}

const taskOf = (prompt: string) => ({
  repository: 'octo/gadgets',
  prompts: [{ number: 1, text: prompt }],
  earlier: [],
  instructions: [],
  template: null,
  workSoFar: null,
  issue: null,
  material: [],
  savedPatch: null,
  checked: false,
  limits: LIMITS,
  confidential: false,
})
