import { expect, onTestFinished, test } from 'vitest'
import type { Assignment } from '../../../src/contract/runner-protocol/assignment.ts'
import { anthropicMessages } from '../../fakes/model/wire/anthropic-messages.ts'
import { startScriptedProvider } from '../../fakes/model/wire/scripted-provider.ts'
import type { ScriptedCall } from '../../fakes/model/wire/wire-format.ts'
import { call, read } from '../../support/whole-run/wire-world.ts'
import { openScene } from '../support/bundle-world.ts'

/** What the bundle sends to the server in two runs. docs/api.md shows them; `vitest -u` records them again. */
const RECORDING = '../../../scripts/api/recorded-runs.json'

const FILES = {
  'README.md': '# Relay\n\nRelay recieves webhooks and forwards them to your chat.\n',
  'package.json': '{\n  "name": "relay",\n  "version": "1.4.0"\n}\n',
}

const edit = (path: string, old: string, fresh: string): ScriptedCall => ({
  name: 'edit',
  input: { path, old, new: fresh },
})

const finish = (title: string, summary: string): ScriptedCall => ({
  name: 'finish',
  input: { title, body: summary, commit_message: title, summary },
})

/** The time is part of a commit, so its id differs from run to run. */
const fixSha = (key: string, value: unknown): unknown => (key === 'headSha' ? 'a3f5c1d2'.repeat(5) : value)

interface Given {
  readonly assignment: Partial<Assignment>
  readonly script: readonly ScriptedCall[]
  readonly refusePush?: string
}

async function record({ assignment, script, refusePush }: Given) {
  const { app, start } = await openScene({
    files: FILES,
    app: {
      assignment: { model: 'anthropic/claude-sonnet-5-5', branch: 'prentice/xhtq1qmf80', ...assignment },
    },
    ...(refusePush !== undefined && { refusePush }),
  })
  const provider = await startScriptedProvider(
    anthropicMessages,
    script.map((one) => call(one)),
  )
  onTestFinished(() => provider[Symbol.asyncDispose]())
  await start({ env: anthropicMessages.environment(provider.origin, 'key-of-the-provider-1234567890') }).ended
  const events = app.events.flatMap((request) => request.events.map(({ event }) => event))
  return { events, result: app.results[0], patch: app.patches[0] ?? null }
}

test('a published run and a refused push are recorded as the action reports them', async () => {
  const published = await record({
    assignment: { prompts: [{ number: 1, text: 'Correct the spelling in README.md' }], showPrompt: true },
    script: [
      read('README.md'),
      edit('README.md', 'recieves', 'receives'),
      finish('Correct the spelling in README.md', 'Corrected one word in README.md.'),
    ],
  })
  const refused = await record({
    assignment: {
      number: 2,
      prompts: [{ number: 2, text: 'Also raise the version in package.json' }],
      showPrompt: true,
    },
    script: [
      edit('package.json', '1.4.0', '1.4.1'),
      finish('Raise the version to 1.4.1', 'Raised the version in package.json to 1.4.1.'),
    ],
    refusePush: 'error: GH006: Protected branch update failed for refs/heads/prentice/xhtq1qmf80.',
  })
  const recording = JSON.stringify({ published, refused }, fixSha, 2)
  await expect(`${recording}\n`).toMatchFileSnapshot(RECORDING)
})
