import { expect, test } from 'vitest'
import type { AgentTask } from '../../../src/action/agent/task.ts'
import { openDiscretion } from '../../../src/action/discretion.ts'
import { openSecrets } from '../../../src/action/secrets.ts'
import { coverTask } from '../../../src/action/stages/cover-task.ts'
import { openAgentHost } from '../../../src/action/stages/open-agent-host.ts'

const SECRET = 'sk-ant-api03-xV9qL2mZ7tR4wN8cB1kJ6hG3fD5sA0pQ'
const secrets = openSecrets([SECRET], () => {})
const text = `Use ${SECRET} there.`

test('in the task, whoever wrote that part of it', () => {
  const task: AgentTask = {
    ...{ repository: 'octo/greeter', confidential: false, limits: { steps: 1, seconds: 1, costUsd: 1 } },
    prompts: [{ number: 1, text }],
    earlier: [{ prompts: [text], outcome: 'published', summary: text }],
    instructions: [{ path: 'AGENTS.md', text }],
    template: { path: 'template.md', text },
    ...{ workSoFar: text, keptWork: text, checked: false },
  }
  const covered = JSON.stringify(coverTask(task, secrets.redact))
  expect(covered).not.toContain('xV9qL2mZ')
  expect(covered.match(/Use \*\*\* there\./g)).toHaveLength(7)
})

test('in a message', () => {
  const silent = { info() {}, notice() {}, warning() {}, failure() {} }
  const host = openAgentHost(
    {
      engagement: { report() {}, takeMessages: () => [{ number: 2, text }] },
      discretion: openDiscretion({ showPrompt: true, prompts: [], earlier: [] }),
      log: { ...silent, group: (_, work) => work() },
      ...{ secrets, signal: new AbortController().signal, now: Date.now },
    },
    null,
  )
  expect(host.takeMessages()).toEqual([{ number: 2, text: 'Use *** there.' }])
})
