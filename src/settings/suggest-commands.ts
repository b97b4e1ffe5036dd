import { z } from 'zod'

/**
 * Commands that would check a change of this repository, from its manifests. A Makefile adds only what no manifest has:
 * its targets mostly call the same tools. Empty: nothing is recognised. Pure.
 */
export function suggestCommands(files: ProjectFiles): Suggestion {
  const found = [nodeCommands(files), pythonCommands(files), compiledCommands(files)]
  const setup = found.flatMap((one) => one.setup)
  const checks = found.flatMap((one) => one.checks)
  return { setup, checks: checks.length > 0 ? checks : makeChecks(files) }
}

const TARGETS = ['lint', 'check', 'test'] as const

function makeChecks({ texts }: ProjectFiles): string[] {
  const targets = (texts.Makefile ?? '').split('\n').flatMap((line) => {
    const at = line.indexOf(':')
    // A recipe begins with a tab, and `:=` is an assignment.
    return at < 1 || /^[\t#.]/.test(line) || /^:?=/.test(line.slice(at + 1, at + 3))
      ? []
      : line.slice(0, at).split(/\s+/)
  })
  return TARGETS.filter((target) => targets.includes(target)).map((target) => `make ${target}`)
}

/** The suggestion as settings, in YAML; empty if nothing is suggested. Pure. */
export const writeSuggestion = ({ setup, checks }: Suggestion): string =>
  [...writeList('setup', setup), ...writeList('checks', checks)].join('\n')

const writeList = (key: string, commands: readonly string[]): string[] =>
  commands.length === 0 ? [] : [`${key}:`, ...commands.map((command) => `  - ${quote(command)}`)]

/** Text that YAML reads as it stands. A single word could be a number or a boolean. */
const PLAIN = /^[a-z./](?=.*[ /:].)[\w./+|&='[\]-]*(?:[ :][\w./+|&='[\]-]+)*$/i

const quote = (command: string): string => (PLAIN.test(command) ? command : JSON.stringify(command))

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
function nodeCommands({ names: present, texts }: ProjectFiles): Suggestion {
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

const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg']
const REQUIREMENTS = ['requirements.txt', 'requirements-dev.txt']
const TEST_FOLDERS = ['tests', 'test']
const EXTRAS = ['test', 'tests', 'dev'] as const

/** Pure. */
function pythonCommands(files: ProjectFiles): Suggestion {
  const { names, texts } = files
  const has = (...candidates: readonly string[]) => candidates.filter((name) => names.includes(name))
  const isProject = has(...PROJECT_FILES).length > 0
  if (!isProject && has(...REQUIREMENTS).length === 0) return { setup: [], checks: [] }
  const declared = Object.values(texts).join('\n')
  const isTested =
    /\bpytest\b/.test(declared) ||
    has('pytest.ini', 'conftest.py').length > 0 ||
    (has(...TEST_FOLDERS).length > 0 && !/\b(?:nose|unittest)\b/.test(declared))
  const tools = ['ruff', 'mypy'].filter((tool) => isDependency(tool, declared))
  const checks = [
    ...(tools.includes('ruff') ? ['ruff check .'] : []),
    ...(tools.includes('mypy') ? ['mypy .'] : []),
    ...(isTested ? ['pytest'] : []),
  ]
  if (checks.length === 0) return { setup: [], checks }
  if (names.includes('uv.lock'))
    return { setup: ['uv sync --locked'], checks: checks.map((check) => `uv run --offline ${check}`) }
  if (names.includes('poetry.lock'))
    return { setup: ['poetry install'], checks: checks.map((check) => `poetry run ${check}`) }
  const install = [
    ...has(...REQUIREMENTS).map((file) => `-r ${file}`),
    ...(isProject ? [`-e ${withExtra(texts['pyproject.toml'] ?? '')}`] : []),
    // Often nobody declares the test runner.
    ...(isTested && !isDependency('pytest', declared) ? ['pytest'] : []),
  ]
  return {
    setup: ['python3 -m venv .venv', `.venv/bin/pip install ${install.join(' ')}`],
    checks: checks.map((check) => `.venv/bin/${check}`),
  }
}

/** A line of a requirements file, or a quoted requirement of a list; not a table such as `[tool.ruff]`. */
const isDependency = (name: string, declared: string): boolean =>
  new RegExp(String.raw`(?:^|["'])${name}(?![\w.-]*\])(?=[\s"'<>=~!;[]|$)`, 'm').test(declared)

/** The extra of the project that holds its test tools. */
function withExtra(pyproject: string): string {
  const [, table = ''] =
    /^\[project\.optional-dependencies\][ \t]*\n((?:(?!\[).*\n?)*)/m.exec(pyproject) ?? []
  const extra = EXTRAS.find((name) => new RegExp(String.raw`^["']?${name}["']?[ \t]*=`, 'm').test(table))
  return extra === undefined ? '.' : `'.[${extra}]'`
}

/** Languages whose one tool installs, builds and tests. Pure. */
function compiledCommands({ names }: ProjectFiles): Suggestion {
  const found = TOOLS.filter(({ isUsed }) => isUsed(names)).map(({ suggest }) => suggest(names))
  return {
    setup: found.flatMap(({ setup }) => setup),
    checks: found.flatMap(({ checks }) => checks),
  }
}

interface Tool {
  isUsed(names: readonly string[]): boolean
  suggest(names: readonly string[]): Suggestion
}

const hasOne = (...files: readonly string[]) => {
  return (names: readonly string[]): boolean => files.some((file) => names.includes(file))
}

const TOOLS: readonly Tool[] = [
  {
    isUsed: hasOne('go.mod'),
    suggest: () => ({ setup: ['go mod download'], checks: ['go vet ./...', 'go test ./...'] }),
  },
  {
    isUsed: hasOne('Cargo.toml'),
    suggest: (names) => ({
      setup: [names.includes('Cargo.lock') ? 'cargo fetch --locked' : 'cargo fetch'],
      checks: ['cargo fmt --check', 'cargo test --offline'],
    }),
  },
  {
    isUsed: hasOne('gradlew', 'build.gradle', 'build.gradle.kts'),
    suggest(names) {
      const gradle = `${names.includes('gradlew') ? './gradlew' : 'gradle'} --no-daemon`
      // No task downloads all that the tests need, but running them does. They may fail on the base.
      return { setup: [`${gradle} check || true`], checks: [`${gradle} --offline check`] }
    },
  },
  {
    isUsed: hasOne('pom.xml'),
    suggest(names) {
      const maven = `${names.includes('mvnw') ? './mvnw' : 'mvn'} --batch-mode`
      return { setup: [`${maven} verify || true`], checks: [`${maven} --offline verify`] }
    },
  },
  {
    isUsed: (names) => names.some((name) => /\.(?:slnx?|csproj|fsproj|vbproj)$/.test(name)),
    suggest: () => ({ setup: ['dotnet restore'], checks: ['dotnet test --no-restore'] }),
  },
]

/** What the root of a repository shows. */
export interface ProjectFiles {
  /** Names of the files and folders in the root. */
  readonly names: readonly string[]
  /** The manifests that exist, by name. */
  readonly texts: Readonly<Record<string, string>>
}

/** Commands for the settings `setup` and `checks`. */
interface Suggestion {
  readonly setup: readonly string[]
  readonly checks: readonly string[]
}

/** The files in the root whose text decides what is suggested. */
export const MANIFESTS: readonly string[] = [
  'package.json',
  'Makefile',
  'pyproject.toml',
  'requirements.txt',
  'requirements-dev.txt',
]
