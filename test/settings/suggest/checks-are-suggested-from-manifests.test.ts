import { describe, expect, test } from 'vitest'
import { parseSettings } from '../../../src/settings/parse-settings.ts'
import { resolveChecks } from '../../../src/settings/resolve-rules.ts'
import { suggestCommands, writeSuggestion } from '../../../src/settings/suggest-commands.ts'

const NOTHING = { setup: [], checks: [] }
const suggest = (texts: Readonly<Record<string, string>>, ...names: readonly string[]) =>
  suggestCommands({ names: [...Object.keys(texts), ...names], texts })

const manifest = (
  scripts: Readonly<Record<string, string>>,
  more: object = { devDependencies: { vitest: '5.1.1' } },
) => ({ 'package.json': JSON.stringify({ scripts, ...more }) })

describe('a Node project', () => {
  const scripts = {
    dev: 'vite',
    lint: 'eslint .',
    test: 'vitest',
    typecheck: 'tsc',
    'format:check': 'prettier --check .',
  }

  test.each([
    ['package-lock.json', 'npm ci', 'npm'],
    ['npm-shrinkwrap.json', 'npm ci', 'npm'],
    ['pnpm-lock.yaml', 'corepack pnpm install --frozen-lockfile', 'corepack pnpm'],
    ['yarn.lock', 'yarn install --frozen-lockfile', 'yarn'],
    ['bun.lock', 'bun install --frozen-lockfile', 'bun'],
    ['README.md', 'npm install', 'npm'],
  ])('with %s is set up by %s', (lock, install, run) => {
    expect(suggest(manifest(scripts), lock)).toEqual({
      setup: [install],
      checks: [`${run} run format:check`, `${run} run lint`, `${run} run typecheck`, `${run} test`],
    })
  })

  test('with a newer Yarn uses Corepack', () => {
    const yarn = { setup: ['corepack yarn install --immutable'], checks: ['corepack yarn test'] }
    const texts = manifest({ test: 'jest' }, { dependencies: { a: '1' }, packageManager: 'yarn@4.1.0' })
    expect(suggest(texts, 'yarn.lock')).toEqual(yarn)
    expect(suggest(manifest({ test: 'jest' }), 'yarn.lock', '.yarnrc.yml')).toEqual(yarn)
  })

  test('without dependencies needs no setup', () => {
    expect(suggest(manifest({ test: 'node --test' }, {}))).toEqual({ setup: [], checks: ['npm test'] })
  })

  test.each([
    ['the test of npm init', { test: 'echo "Error: no test specified" && exit 1' }],
    ['a test that watches', { test: 'jest --watch' }],
    ['no script', {}],
  ])('with %s has no check', (_, some) => {
    expect(suggest(manifest(some), 'package-lock.json')).toEqual(NOTHING)
  })

  test.each(['{', '[]', 'null', '{"scripts": [1]}', '{"scripts": {"test": 1}}'])(
    'with the manifest %j suggests nothing',
    (text) => expect(suggest({ 'package.json': text })).toEqual(NOTHING),
  )
})

describe('a Python project', () => {
  test('with requirements is installed into a virtual environment', () => {
    const texts = { 'requirements.txt': 'flask==3.0\n', 'requirements-dev.txt': 'pytest>=8\nruff\n' }
    expect(suggest(texts)).toEqual({
      setup: ['python3 -m venv .venv', '.venv/bin/pip install -r requirements.txt -r requirements-dev.txt'],
      checks: ['.venv/bin/ruff check .', '.venv/bin/pytest'],
    })
  })

  test('with an extra for tests is installed with it', () => {
    const pyproject =
      '[project]\nname = "a"\n[project.optional-dependencies]\ndocs = ["mkdocs"]\ndev = ["pytest"]\n'
    expect(suggest({ 'pyproject.toml': pyproject }).setup).toEqual([
      'python3 -m venv .venv',
      ".venv/bin/pip install -e '.[dev]'",
    ])
  })

  test('gets the test runner that it does not declare', () => {
    const { setup, checks } = suggest({ 'pyproject.toml': '[tool.ruff]\nline-length = 100\n' }, 'tests')
    expect([setup.at(-1), checks]).toEqual(['.venv/bin/pip install -e . pytest', ['.venv/bin/pytest']])
  })

  test.each([
    ['uv.lock', 'uv sync --locked', 'uv run --offline pytest'],
    ['poetry.lock', 'poetry install', 'poetry run pytest'],
  ])('with %s uses its tool', (lock, setup, check) => {
    const texts = { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8"]\n' }
    expect(suggest(texts, lock)).toEqual({ setup: [setup], checks: [check] })
  })

  test('without tests and tools has no check', () => {
    expect(suggest({ 'pyproject.toml': '[project]\nname = "a"\n' }, 'src')).toEqual(NOTHING)
  })
})

test.each([
  [['go.mod'], ['go mod download'], ['go vet ./...', 'go test ./...']],
  [['Cargo.toml', 'Cargo.lock'], ['cargo fetch --locked'], ['cargo fmt --check', 'cargo test --offline']],
  [['Cargo.toml'], ['cargo fetch'], ['cargo fmt --check', 'cargo test --offline']],
  [
    ['gradlew', 'build.gradle.kts'],
    ['./gradlew --no-daemon check || true'],
    ['./gradlew --no-daemon --offline check'],
  ],
  [['build.gradle'], ['gradle --no-daemon check || true'], ['gradle --no-daemon --offline check']],
  [['pom.xml'], ['mvn --batch-mode verify || true'], ['mvn --batch-mode --offline verify']],
  [['App.slnx', 'global.json'], ['dotnet restore'], ['dotnet test --no-restore']],
])('%j suggests %j and %j', (names, setup, checks) => {
  expect(suggestCommands({ names, texts: {} })).toEqual({ setup, checks })
})

test('a Makefile is used only if no manifest has a check', () => {
  const texts = { Makefile: 'VERSION := 1\n.PHONY: lint test\nlint test: build\n\techo check:\n' }
  expect(suggest(texts)).toEqual({ setup: [], checks: ['make lint', 'make test'] })
  expect(suggest(texts, 'go.mod').checks).toEqual(['go vet ./...', 'go test ./...'])
  expect(suggest({ Makefile: 'all:\n\tcc a.c\n' })).toEqual(NOTHING)
})

test('the commands of several languages follow each other', () => {
  expect(suggest(manifest({ test: 'jest' }), 'package-lock.json', 'go.mod')).toEqual({
    setup: ['npm ci', 'go mod download'],
    checks: ['npm test', 'go vet ./...', 'go test ./...'],
  })
})

test('every suggestion is valid as settings without a change', () => {
  const odd = { setup: ['a: b', "x 'y' # z", '- c', 'true'], checks: ['./gradlew --no-daemon check || true'] }
  const text = writeSuggestion(odd)
  const parsed = parseSettings([{ path: '.github/prentice.yml', text }])
  if (parsed.kind !== 'valid') throw new Error(parsed.problems.join())
  const plan = resolveChecks(parsed.settings)
  expect(plan?.setup.map(({ run }) => run)).toEqual(odd.setup)
  expect(plan?.commands.map(({ run }) => run)).toEqual(odd.checks)
  expect(writeSuggestion(NOTHING)).toBe('')
})
