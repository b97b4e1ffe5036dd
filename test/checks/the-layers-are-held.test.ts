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
    ['app-and-action-share-the-contract-only'],
  ],
  [
    'a use case knows a route, by a type alone',
    {
      'src/app/runs/a.ts': "import type { X } from '../http/b.ts'",
      'src/app/http/b.ts': type,
      'sandbox/c.ts': anything,
    },
    ['use-cases-do-not-know-their-callers'],
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
    'a decision reads a file',
    { 'src/app/runs/run-state.ts': "import 'node:fs'", 'sandbox/b.ts': anything },
    ['decisions-are-pure'],
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
  ['nothing is wrong', { 'src/app/jobs/a.ts': anything, 'sandbox/c.ts': anything }, []],
])('%s', async (_, files, rules) => {
  expect(await broken(files)).toEqual(rules)
})
