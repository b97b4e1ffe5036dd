import { expect, test } from 'vitest'
import { tryLocally } from '../../../src/cli/commands/try.ts'
import { openTerminal } from '../../../src/cli/output/terminal.ts'
import { gitIn, type TryScene, tryScene } from '../try-scene.ts'

interface Case {
  readonly prepare?: (scene: TryScene) => void
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly says: RegExp
}

const CASES: Readonly<Record<string, Case>> = {
  'there is no folder': {
    args: ['--dir', 'nowhere', 'x'],
    says: /nowhere is no folder: name a clone with --dir/,
  },
  'there is no repository': {
    args: ['--dir', '../outside', 'x'],
    says: /outside is not in a git repository: go to a clone, or name one with --dir/,
  },
  'the repository is bare': {
    prepare: ({ outside }) => void gitIn(outside, 'init', '--quiet', '--bare', 'bare'),
    args: ['--dir', '../outside/bare', 'x'],
    says: /bare is a git repository without files: go to a clone that has them/,
  },
  'there is no commit': {
    prepare: ({ outside }) => void gitIn(outside, 'init', '--quiet', 'empty'),
    args: ['--dir', '../outside/empty', 'x'],
    says: /empty has no commit yet: commit your files first/,
  },
  'core.worktree names another folder': {
    prepare: ({ git, outside }) => void git('config', 'core.worktree', outside),
    says: /keeps its files in .*outside: name that folder with --dir/,
  },
  'files of HEAD are missing': {
    prepare: ({ clone, git, outside }) => {
      git('config', 'uploadpack.allowFilter', 'true')
      gitIn(outside, 'clone', '--quiet', '--filter=blob:none', '--sparse', `file://${clone}`, 'partial')
    },
    args: ['--dir', '../outside/partial', 'x'],
    says: /partial is a partial clone that lacks files of HEAD: get them with `git sparse-checkout disable`/,
  },
  'the prompt is empty': { args: ['  '], says: /the prompt is empty: say what to change/ },
  'the prompt is missing': { args: [], says: /the prompt is missing: write it in quotes/ },
  'the prompt is too long': {
    args: ['x'.repeat(500_001)],
    says: /the prompt has more than 500000 characters: shorten it/,
  },
  'the model is none': {
    args: ['--model', 'gpt', 'x'],
    says: /There is no model "gpt" \(providers: anthropic, .*\)\. Name it as provider\/model with --model\./,
  },
  'no model is named': {
    args: ['--model', '', 'x'],
    says: /no model is named: use --model provider\/model, for example .*, or `model` in \.github\/prentice\.yml/,
  },
  'there is no key': {
    environment: { ANTHROPIC_BASE_URL: '' },
    says: /There is no key for the model: the environment variable ANTHROPIC_API_KEY is not set\. Set it\. A local server/,
  },
  'the settings are invalid': {
    prepare: ({ write }) => write({ '.github/prentice.yml': 'max-files: none\n' }),
    says: /The settings are invalid: .*max-files.* Fix the file, then run the command again\./s,
  },
  'the model cannot be reached': {
    environment: {
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      MODEL_PATIENCE_SECONDS: '0',
      MODEL_RETRY_SECONDS: '0.01',
    },
    says: /The model could not be reached or gave no usable answer: .* Check the address/s,
  },
  'the patch cannot be written': {
    args: ['--patch', 'no/such.patch', 'x'],
    says: /--patch .*such\.patch: this file cannot be written; name another one/,
  },
  '--yes names nothing': {
    args: ['--yes', 'x'],
    says: /--yes alone agrees to nothing: add --isolate, --setup or --mcp/,
  },
}

test.each(Object.keys(CASES))('one sentence says that %s, and what to do', async (name) => {
  const { prepare, args = ['x'], environment = {}, says } = CASES[name] ?? { says: /never/ }
  const scene = await tryScene()
  prepare?.(scene)
  const { code, out, notes } = await scene.run(args, { environment })
  expect(notes).toMatch(says)
  expect(notes).not.toMatch(/\n +at |job|workflow/)
  expect([code, out, scene.model.requests(), scene.leftovers()]).toEqual([1, '', [], []])
})

test('an installation without the action says where there is one', async () => {
  const { environment, clone } = await tryScene()
  const { stdin, stdout, stderr } = process
  const context = {
    ...{ environment, folder: clone, loginsPath: '', now: Date.now, openInBrowser: async () => undefined },
    terminal: openTerminal({ stdin, stdout, stderr }, {}),
    signal: new AbortController().signal,
  }
  await expect(tryLocally(context, ['x'], {}, '/nowhere/index.js')).rejects.toThrow(
    'the agent is not part of this installation: use the npm package or a checkout',
  )
})
