import { expect, test } from 'vitest'
import type { AgentTask } from '../../../src/action/agent/prompt/agent-task.ts'
import { openConfidentiality } from '../../../src/action/confidential/confidentiality.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { redactTask } from '../../../src/action/stages/compose-agent.ts'
import { redactResults } from '../../../src/action/stages/compose-workspace.ts'
import { openAgentHost } from '../../../src/action/stages/open-agent-host.ts'
import { openTree } from '../../support/action/open-tree.ts'

const SECRET = 'sk-ant-api03-xV9qL2mZ7tR4wN8cB1kJ6hG3fD5sA0pQ'
const secrets = openSecrets([SECRET], () => {})
const text = `Use ${SECRET} there.`

test('no part of the task contains a secret', () => {
  const task: AgentTask = {
    ...{ repository: 'octo/greeter', confidential: false, limits: { steps: 1, seconds: 1, costUsd: 1 } },
    prompts: [{ number: 1, text }],
    earlier: [{ prompts: [text], outcome: 'published', summary: text }],
    material: [{ of: 'a', text }],
    issue: { number: 12, text: { title: text, body: text, author: 'ana' } },
    instructions: [{ path: 'AGENTS.md', text }],
    skills: [{ name: text, description: text, files: [{ path: 'SKILL.md', text }] }],
    template: { path: 'template.md', text },
    ...{ workSoFar: text, savedPatch: text, checked: false },
  }
  const covered = JSON.stringify(redactTask(task, secrets.redactKnown))
  expect(covered).not.toContain('xV9qL2mZ')
  expect(covered.match(/Use \*\*\* there\./g)).toHaveLength(13)
})

test('no result of any tool contains a secret', async () => {
  await using tree = await openTree({ 'a.txt': `${text}\n` })
  const { git, workspace } = tree
  for (const args of [
    ['config', 'user.email', 'a@example.com'],
    ['config', 'user.name', SECRET],
    ['commit', '-qm', text],
  ])
    await git(args)
  const { stdout } = await git(['rev-parse', 'HEAD'])
  const covered = redactResults(workspace, secrets.redactKnown)
  const path = 'a.txt'
  const edit = { path, old: SECRET, new: `${SECRET}x` }
  const answers = {
    list: await covered.list({ path: SECRET }),
    search: await covered.search({ pattern: 'there' }),
    read: await covered.read({ path }),
    edit: await covered.edit({ ...edit, old: `${SECRET}y` }),
    multiEdit: await covered.multiEdit({ path, edits: [{ ...edit, old: `${SECRET}y` }] }),
    applyPatch: await covered.applyPatch({ patch: `*** Add File: ${SECRET}\n+a\n` }),
    write: await covered.write({ path: `b/${SECRET}`, text: 'a' }),
    move: await covered.move({ from: `b/${SECRET}`, to: `c/${SECRET}` }),
    delete: await covered.delete({ path: `c/${SECRET}` }),
    log: await covered.history.log({}),
    show: await covered.history.show({ commit: stdout.trim() }),
    diff: (await covered.edit(edit)) && (await covered.history.diff({})),
  }
  for (const [name, answer] of Object.entries(answers)) {
    expect({ name, text: answer.text }).toEqual({ name, text: expect.stringContaining('***') })
    expect(answer.text).not.toContain('xV9qL2mZ')
  }
})

test('no message contains a secret', () => {
  const silent = { info() {}, notice() {}, warning() {}, failure() {} }
  const host = openAgentHost(
    {
      controlPlane: { report() {}, takeMessages: () => [{ number: 2, text }] },
      confidentiality: openConfidentiality({ showPrompt: true, prompts: [], earlier: [] }),
      log: { ...silent, group: (_, work) => work() },
      ...{ secrets, signal: new AbortController().signal, now: Date.now },
    },
    null,
  )
  expect(host.takeMessages()).toEqual([{ number: 2, text: 'Use *** there.' }])
})
