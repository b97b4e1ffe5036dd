import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Rules that these files break, as the layering check of package.json names them. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-layers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const config = join(root, '.dependency-cruiser.js')
  const args = [program, '--config', config, '--output-type', 'json', 'src', 'sandbox']
  const ran = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((error) => error)
  const { summary } = JSON.parse(ran.stdout) as { summary: { violations: { rule: { name: string } }[] } }
  return [...new Set(summary.violations.map(({ rule }) => rule.name))].sort()
}

const anything = 'export const x = 1\n'
const type = 'export type X = 1\n'

test.each<[string, Record<string, string>, string[]]>([
  [
    'the app reaches into the action',
    {
      'src/app/jobs/a.ts': "import '../../action/b.ts'",
      'src/action/b.ts': anything,
      'sandbox/c.ts': anything,
    },
    ['app-and-action-share-contract-and-settings-only', 'app-jobs-imports-no-room-above-it'],
  ],
  [
    'a use case knows a route, by a type alone',
    {
      'src/app/runs/a.ts': "import type { X } from '../http/shared/b.ts'",
      'src/app/http/shared/b.ts': type,
      'sandbox/c.ts': anything,
    },
    ['app-runs-imports-no-room-above-it'],
  ],
  [
    'the product knows the sandbox',
    { 'src/app/jobs/a.ts': "import '../../../sandbox/b.ts'", 'sandbox/b.ts': anything },
    ['the-product-does-not-know-the-sandbox'],
  ],
  [
    'the sandbox knows the product',
    { 'src/contract/a.ts': anything, 'sandbox/b.ts': "import '../src/contract/a.ts'" },
    ['the-sandbox-does-not-know-the-product'],
  ],
  [
    'the domain reads a file',
    { 'src/app/domain/a.ts': "import 'node:fs'", 'sandbox/b.ts': anything },
    ['domain-imports-the-contract-only', 'pure-rooms-use-no-node-module'],
  ],
  [
    'the domain parses with zod',
    {
      'src/app/domain/a.ts': "import 'zod'",
      'node_modules/zod/index.js': anything,
      'sandbox/b.ts': anything,
    },
    ['domain-imports-the-contract-only'],
  ],
  [
    'a decision about a path reads the file',
    { 'src/action/git/policy/a.ts': "import 'node:fs'", 'sandbox/b.ts': anything },
    ['pure-rooms-use-no-node-module'],
  ],
  [
    'a file stands in a folder that is no room',
    { 'src/app/helpers/a.ts': "import './b.ts'", 'src/app/helpers/b.ts': anything, 'sandbox/c.ts': anything },
    ['every-folder-is-a-listed-room'],
  ],
  [
    'two files import each other',
    {
      'src/app/jobs/a.ts': "import './b.ts'",
      'src/app/jobs/b.ts': "import './a.ts'",
      'sandbox/c.ts': anything,
    },
    ['no-circular'],
  ],
  [
    'two files import types of each other',
    {
      'src/app/jobs/a.ts': "import type { Y } from './b.ts'\nexport type X = Y",
      'src/app/jobs/b.ts': "import type { X } from './a.ts'\nexport type Y = X",
      'sandbox/c.ts': anything,
    },
    ['no-circular'],
  ],
  [
    "the state of the sandbox's GitHub knows a part of it, by a type alone",
    {
      'src/contract/a.ts': anything,
      'sandbox/github/state/b.ts': "import type { X } from '../webhooks/c.ts'",
      'sandbox/github/webhooks/c.ts': type,
    },
    ['sandbox-github-state-imports-no-room-above-it'],
  ],
  [
    'a room of the sandbox imports an entry point',
    {
      'src/contract/a.ts': anything,
      'sandbox/world/b.ts': "import '../c.ts'",
      'sandbox/c.ts': anything,
    },
    ['sandbox-world-imports-no-room-above-it'],
  ],
  [
    'a file of the sandbox stands in a folder that is no room',
    {
      'src/contract/a.ts': anything,
      'sandbox/github/helpers/b.ts': "import './c.ts'",
      'sandbox/github/helpers/c.ts': anything,
    },
    ['every-folder-is-a-listed-room'],
  ],
  [
    'two files of the sandbox import types of each other',
    {
      'src/contract/a.ts': anything,
      'sandbox/github/git/b.ts': "import type { Y } from './c.ts'\nexport type X = Y",
      'sandbox/github/git/c.ts': "import type { X } from './b.ts'\nexport type Y = X",
    },
    ['no-circular'],
  ],
  ['nothing is wrong', { 'src/app/jobs/a.ts': anything, 'sandbox/c.ts': anything }, []],
])('%s', async (_, files, rules) => {
  expect(await broken(files)).toEqual(rules)
})
