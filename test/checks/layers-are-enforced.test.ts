import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const anything = 'export const x = 1\n'
const type = 'export type X = 1\n'

const CASES: readonly (readonly [what: string, files: Record<string, string>, rules: readonly string[]])[] = [
  [
    'the app reaches into the action',
    {
      'src/app/jobs/a.ts': "import '../../action/b.ts'",
      'src/action/b.ts': anything,
    },
    ['app-imports-nothing-of-the-action', 'nothing-imports-an-entry-point'],
  ],
  [
    'a use case knows a route, by a type alone',
    {
      'src/app/runs/a.ts': "import type { X } from '../http/shared/b.ts'",
      'src/app/http/shared/b.ts': type,
    },
    ['use-cases-know-no-edge'],
  ],
  [
    'the product knows the sandbox',
    { 'src/app/jobs/a.ts': "import '../../../sandbox/b.ts'", 'sandbox/b.ts': anything },
    ['nothing-imports-an-entry-point', 'the-product-does-not-know-the-sandbox'],
  ],
  [
    'the sandbox knows the product',
    { 'src/contract/a.ts': anything, 'sandbox/b.ts': "import '../src/contract/a.ts'" },
    ['the-sandbox-does-not-know-the-product'],
  ],
  [
    'the domain reads a file',
    { 'src/app/domain/a.ts': "import 'node:fs'" },
    ['domain-imports-the-contract-only', 'pure-folders-use-no-node-module'],
  ],
  [
    'the domain parses with zod',
    {
      'src/app/domain/a.ts': "import 'zod'",
      'node_modules/zod/index.js': anything,
    },
    ['domain-imports-the-contract-only'],
  ],
  [
    'a decision about a path reads the file',
    { 'src/action/git/policy/a.ts': "import 'node:fs'" },
    ['pure-folders-use-no-node-module'],
  ],
  [
    'two files import each other',
    {
      'src/app/jobs/a.ts': "import './b.ts'",
      'src/app/jobs/b.ts': "import './a.ts'",
    },
    ['no-circular'],
  ],
  [
    'two folders need each other, through different files',
    {
      'src/app/left/a.ts': "import type { X } from '../right/b.ts'\nexport type Y = X",
      'src/app/right/b.ts': type,
      'src/app/right/c.ts': "import type { Y } from '../left/a.ts'\nexport type Z = Y",
    },
    ['no-circle-of-folders'],
  ],
  [
    'two files import types of each other',
    {
      'src/app/jobs/a.ts': "import type { Y } from './b.ts'\nexport type X = Y",
      'src/app/jobs/b.ts': "import type { X } from './a.ts'\nexport type Y = X",
    },
    ['no-circular'],
  ],
  [
    'a folder of the sandbox imports an entry point',
    {
      'sandbox/world/b.ts': "import '../c.ts'",
      'sandbox/c.ts': anything,
    },
    ['nothing-imports-an-entry-point'],
  ],
  [
    'two files of the sandbox import types of each other',
    {
      'sandbox/github/git/b.ts': "import type { Y } from './c.ts'\nexport type X = Y",
      'sandbox/github/git/c.ts': "import type { X } from './b.ts'\nexport type Y = X",
    },
    ['no-circular'],
  ],
  ['nothing is wrong', { 'src/app/jobs/a.ts': anything }, []],
]

/** All cases are in one tree, each in separate files, so that one run of the program finds what each breaks. */
const inCase = (at: number, text: string): string => text.replaceAll(/\b([abc])\.ts\b/g, `case-${at}-$1.ts`)

interface Violation {
  readonly from: string
  readonly rule: { readonly name: string }
}

async function violationsIn(cases: typeof CASES): Promise<readonly Violation[]> {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-layers-'))
  try {
    const files = cases.flatMap(([, given], at) =>
      Object.entries(given).map(([path, text]) => [inCase(at, path), inCase(at, text)] as const),
    )
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
    const config = join(root, '.dependency-cruiser.js')
    const args = [program, '--config', config, '--output-type', 'json', 'src', 'sandbox']
    const ran = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch((error) => error)
    const { summary } = JSON.parse(ran.stdout) as { summary: { violations: Violation[] } }
    return summary.violations
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

let violations: readonly Violation[]
beforeAll(async () => {
  violations = await violationsIn(CASES)
})

test.each(CASES.map(([what, files, rules], at) => [what, files, rules, at] as const))(
  '%s',
  (_, files, rules, at) => {
    const ours = Object.keys(files).flatMap((path) => [inCase(at, path), dirname(path)])
    const broken = violations.filter(({ from }) => ours.includes(from)).map(({ rule }) => rule.name)
    expect([...new Set(broken)].sort()).toEqual(rules)
  },
)
