import { setImmediate } from 'node:timers/promises'
import { finish } from '../../../settings/match-name.ts'
import { matchPaths } from '../../../settings/match-paths.ts'

/** Globs of the usual names and folders of tests. */
const TESTS: readonly string[] = [
  ...['test/', 'tests/', 'Test/', 'Tests/', '__tests__/', 'spec/', 'specs/', 'e2e/', 'testdata/'],
  ...[
    '__snapshots__/',
    '__fixtures__/',
    '__mocks__/',
    '*.Tests/',
    '*.UnitTests/',
    'androidTest/',
    'testFixtures/',
  ],
  ...[
    '*.test.*',
    '*.spec.*',
    '*.tests.*',
    '*.snap',
    '*-test.js',
    '*-test.ts',
    '*_test.*',
    '*_spec.*',
    '*_tests.*',
  ],
  ...['test_*.py', 'tests.py', 'test_*.rb', '*Test.java', '*Tests.java', '*IT.java', '*Test.kt', '*Tests.kt'],
  ...[
    '*Spec.groovy',
    '*Spec.scala',
    '*Test.scala',
    '*Test.cs',
    '*Tests.cs',
    '*Test.php',
    '*Tests.swift',
    '*.bats',
  ],
]

/** Globs of files that decide which tests run, and how. */
const RUNNERS: readonly string[] = [
  ...[
    'package.json',
    '.npmrc',
    '.yarnrc*',
    'pnpm-workspace.yaml',
    'tsconfig*.json',
    'deno.json*',
    'bunfig.toml',
  ],
  ...[
    'vitest.*',
    'vite.config.*',
    'jest.config.*',
    'jest.setup.*',
    'babel.config.*',
    '.babelrc*',
    '.mocharc*',
  ],
  ...[
    '.swcrc',
    '.env*',
    'karma.conf.*',
    'playwright.config.*',
    'cypress.config.*',
    'ava.config.*',
    'setupTests.*',
  ],
  ...[
    'conftest.py',
    'pytest.ini',
    '.pytest.ini',
    'pytest.toml',
    '.pytest.toml',
    'tox.ini',
    'noxfile.py',
    'setup.cfg',
    'setup.py',
    'pyproject.toml',
  ],
  ...['.coveragerc', 'sitecustomize.py', 'usercustomize.py', '*.pth', 'manage.py'],
  ...['Makefile', 'makefile', 'GNUmakefile', '*.mk', 'justfile', 'Justfile', 'Taskfile.*', 'CMakeLists.txt'],
  ...['meson.build', 'BUILD', 'BUILD.bazel', '*.bzl', 'MODULE.bazel', 'WORKSPACE*'],
  ...[
    'Rakefile',
    '.rspec',
    'spec_helper.rb',
    'rails_helper.rb',
    'test_helper.rb',
    'Gemfile',
    'test_helper.exs',
    'mix.exs',
  ],
  ...[
    'go.mod',
    'go.work',
    'Cargo.toml',
    'build.rs',
    '.cargo/',
    'rust-toolchain*',
    'composer.json',
    'phpunit.xml*',
  ],
  ...[
    'pom.xml',
    'build.gradle*',
    'settings.gradle*',
    'gradle.properties',
    'gradlew',
    'junit-platform.properties',
  ],
  ...[
    '*.csproj',
    '*.fsproj',
    '*.sln',
    '*.props',
    '*.targets',
    '*.runsettings',
    'global.json',
    'xunit.runner.json',
  ],
  ...['.pnpmfile.cjs', '.pnp.*', '.taprc', 'nx.json', 'turbo.json', 'angular.json', 'project.json'],
  ...['web-test-runner.config.*', 'wdio.conf.*', 'nightwatch.conf.*', 'cucumber.*'],
  ...['nextest.toml', 'dart_test.yaml', 'pubspec.yaml', 'Package.swift', 'build.zig', 'testng.xml', '.mvn/'],
  ...['buildSrc/', '*.sbt', 'deps.edn', 'project.clj', 'tests.edn', 'rebar.config*', '*.cabal', '.proverc'],
  ...['*.slnx', 'testconfig.json', '*.cmake', 'CMakePresets.json'],
  // Dependencies, of which a file of the change would take the place.
  ...['node_modules/', '.venv/', 'venv/'],
  // Of projects that tests only read.
  ...['!fixtures/', '!__fixtures__/', '!testdata/'],
]

interface SortedFiles<T> {
  readonly tests: readonly T[]
  /** Neither tests nor what runs them. */
  readonly others: readonly T[]
  /** Paths of files that decide how tests run. */
  readonly runners: readonly string[]
}

/** So many paths are matched in one turn of the event loop. */
const PATHS_OF_A_TURN = 50

/**
 * Sorts the changed files of a change by what they are for a test. `commands`: texts that run the tests; a file that is not a test
 * and that they name decides how tests run.
 */
export async function sortChangedFiles<T extends { readonly path: string }>(
  files: readonly T[],
  {
    globs = TESTS,
    commands,
  }: { readonly globs?: readonly string[] | undefined; readonly commands: readonly string[] },
): Promise<SortedFiles<T>> {
  const isTest = matchPaths(globs)
  const isRunner = matchPaths(RUNNERS)
  const named = new Set(commands.flatMap((text) => text.split(/[\s"'`;&|()<>=$]+/).map(withoutDots)))
  const tests: T[] = []
  const others: T[] = []
  const runners: string[] = []
  for (const [at, file] of files.entries()) {
    if (at % PATHS_OF_A_TURN === PATHS_OF_A_TURN - 1) await setImmediate()
    const { path } = file
    if (finish(isRunner(path))) runners.push(path)
    else if (finish(isTest(path))) tests.push(file)
    else if (endsOf(path).some((end) => named.has(end))) runners.push(path)
    else others.push(file)
  }
  return { tests, others, runners }
}

/** A command may name a file from any folder above it. */
const endsOf = (path: string): string[] => {
  const names = path.split('/').slice(-MAX_DEPTH)
  return [path, ...names.map((_, at) => names.slice(at).join('/'))]
}

const MAX_DEPTH = 16

const withoutDots = (word: string): string => word.replace(/^(?:\.{0,2}\/)+/, '')
