import type { TestEvidence } from '../../../contract/checks.ts'
import type { CheckResult } from '../checks-report.ts'

/** What is known before it is said of how many test files. */
export type Verdict = Omit<TestEvidence, 'files'>

export const unknown = (why: string): Verdict => ({ result: 'unknown', checks: [], why })

/**
 * What the checks show about the tests of a change on which all of them passed. `withTests`: on the base with its test files;
 * `base`: on the base. `null`: not needed, since all passed with the tests. Pure.
 */
export function judgeEvidence({
  withTests,
  base,
}: {
  readonly withTests: readonly CheckResult[]
  readonly base: readonly CheckResult[] | null
}): Verdict {
  const failed = withTests.filter(({ passed }) => !passed)
  if (failed.length === 0) return { result: 'passes-without-change', checks: [], why: null }
  const red = base?.find(({ passed }) => !passed)
  if (base === null || base.length === 0) return unknown('the checks did not run on the base')
  if (red !== undefined) return unknown(`on the base, this does not pass either: ${red.name} (${red.detail})`)
  const byKind = (kind: FailureKind) =>
    failed.filter((result) => kindOf(result) === kind).map(({ name }) => name)
  const proving = byKind('failed')
  if (proving.length > 0) return { result: 'fails-without-change', checks: proving, why: null }
  const unbuilt = byKind('unbuilt')
  if (unbuilt.length > 0) return { result: 'does-not-build-without-change', checks: unbuilt, why: null }
  const [first] = failed
  return unknown(`without the change, this ended for another reason: ${first?.name} (${first?.detail})`)
}

/** `broken`: it says nothing about the tests. */
type FailureKind = 'failed' | 'unbuilt' | 'broken'

/** From 126: a shell could not start it, or a signal ended it. */
const FIRST_CODE_OF_SHELL = 126

/** What a failure was one of. Pure. */
export function kindOf({ exitCode, output }: CheckResult): FailureKind {
  if (exitCode === undefined || exitCode >= FIRST_CODE_OF_SHELL) return 'broken'
  if (MARKERS.some((marker) => output.includes(marker))) return 'unbuilt'
  // What was left out may have such a marker.
  return output.includes(' bytes left out …]\n') ? 'broken' : 'failed'
}

/**
 * What compilers, loaders and runners of tests print when tests could not be built, loaded or collected. No exit code tells that
 * from a failed test. A test that prints one of them gets less credit, never more.
 */
const MARKERS: readonly string[] = [
  // TypeScript, JavaScript and their bundlers
  ...[
    'error TS',
    ' - error TS',
    'Cannot find module',
    'Cannot find package',
    'ERR_MODULE_NOT_FOUND',
    'SyntaxError',
  ],
  ...[
    'does not provide an export named',
    'Failed to resolve import',
    'No matching export',
    'Transform failed with',
  ],
  ...[
    'Module not found',
    'ERR_UNKNOWN_FILE_EXTENSION',
    'ERR_PACKAGE_PATH_NOT_EXPORTED',
    'Test suite failed to run',
  ],
  ...['No test files found', 'No tests found'],
  // Python
  ...[
    'ImportError',
    'ModuleNotFoundError',
    'ERROR collecting',
    'errors during collection',
    'error during collection',
  ],
  ...['IndentationError', 'no tests ran', 'unittest.loader._FailedTest', "fixture '"],
  // Go
  ...['[build failed]', '[setup failed]', "can't load package", 'no required module provides', 'undefined: '],
  // Rust, C and C++
  ...[
    'error[E',
    'error: could not compile',
    'error: cannot find',
    ': fatal error: ',
    'undefined reference to',
  ],
  ...['ninja: build stopped', 'error: linking with'],
  // Java, Kotlin, Scala, .NET, Swift
  ...[
    'COMPILATION ERROR',
    'Compilation failed',
    'compilation failed',
    ': error: ',
    'cannot find symbol',
    'error CS',
  ],
  ...['error FS', 'error MSB', 'Build FAILED', ':compileTest', ':compileTestKotlin', 'error: no such module'],
  // Ruby, PHP, Elixir
  ...[
    'LoadError',
    'NameError: uninitialized constant',
    'uninitialized constant',
    'error occurred outside of examples',
  ],
  ...['errors occurred outside of examples', 'PHP Parse error', 'PHP Fatal error', 'CompileError'],
]
