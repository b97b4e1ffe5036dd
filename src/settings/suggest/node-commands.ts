import { z } from 'zod'
import type { ProjectFiles, Suggestion } from './project-files.ts'

const dependencyMap = z.record(z.string(), z.unknown()).optional().catch(undefined)
const PackageJson = z.object({
  scripts: z.record(z.string(), z.string()).catch({}).default({}),
  dependencies: dependencyMap,
  devDependencies: dependencyMap,
  packageManager: z.string().optional().catch(undefined),
})
type PackageJson = z.infer<typeof PackageJson>

/** Scripts that change no file and end by themselves, cheapest first. */
const SCRIPTS = [
  'format:check',
  'check:format',
  'lint',
  'typecheck',
  'type-check',
  'check-types',
  'check',
  'test',
] as const

/** What `npm init` writes. */
const NO_TEST = /no test specified/
/** They do not end. */
const WATCHES = /(?:^|\s)--?watch(?:All)?(?=\s|$)/

/** Pure. */
export function nodeCommands({ names: present, texts }: ProjectFiles): Suggestion {
  const manifest = parse(texts['package.json'])
  if (manifest === null) return { setup: [], checks: [] }
  const { install, run } = packageManagerOf(manifest, present)
  const checks = SCRIPTS.filter((name) => {
    const script = manifest.scripts[name]
    return script !== undefined && !NO_TEST.test(script) && !WATCHES.test(script)
  }).map((name) => (name === 'test' ? `${run} test` : `${run} run ${name}`))
  const hasDependencies = [manifest.dependencies, manifest.devDependencies].some(
    (dependencies) => Object.keys(dependencies ?? {}).length > 0,
  )
  return { setup: hasDependencies && checks.length > 0 ? [install] : [], checks }
}

interface PackageManager {
  readonly install: string
  readonly run: string
}

/** The lock file decides; without one, the field `packageManager`. pnpm and Yarn 2 or newer come through Corepack. */
function packageManagerOf({ packageManager = '' }: PackageJson, names: readonly string[]): PackageManager {
  const has = (...files: readonly string[]) => files.some((file) => names.includes(file))
  if (has('package-lock.json', 'npm-shrinkwrap.json')) return { install: 'npm ci', run: 'npm' }
  if (has('pnpm-lock.yaml')) return PNPM
  if (has('bun.lock', 'bun.lockb')) return { install: 'bun install --frozen-lockfile', run: 'bun' }
  if (has('yarn.lock')) return has('.yarnrc.yml') || /^yarn@[2-9]/.test(packageManager) ? YARN : YARN_1
  if (packageManager.startsWith('pnpm@')) return PNPM
  return { install: 'npm install', run: 'npm' }
}

const PNPM = { install: 'corepack pnpm install --frozen-lockfile', run: 'corepack pnpm' }
const YARN = { install: 'corepack yarn install --immutable', run: 'corepack yarn' }
const YARN_1 = { install: 'yarn install --frozen-lockfile', run: 'yarn' }

function parse(text: string | undefined): PackageJson | null {
  if (text === undefined) return null
  try {
    return PackageJson.parse(JSON.parse(text))
  } catch {
    // A manifest that npm refuses, too, suggests nothing.
    return null
  }
}
