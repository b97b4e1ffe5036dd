import type { CheckCommand, TestEvidence } from '../../../contract/checks.ts'
import type { ChangedEntry } from '../../git/checkout/tree-with-files.ts'
import { messageOf, showPath } from '../../text/format.ts'
import type { CheckResult, ChecksReport } from '../checks-report.ts'
import { judgeEvidence, unknown, type Verdict } from './judge-evidence.ts'
import { sortChangedFiles } from './sort-changed-files.ts'

/** What the search reads and writes of the repository, and how long it may take. */
export interface EvidenceParts {
  /** The commit where the change begins; `null`: it cannot be found. */
  readonly findBase: () => Promise<string | null>
  readonly listChanged: (
    base: string,
    tree: string,
  ) => Promise<readonly (ChangedEntry & { readonly text: string })[]>
  /** The tree of the base with these files of the change. */
  readonly writeTree: (base: string, files: readonly ChangedEntry[]) => Promise<string>
  /** Commands of the base by which others run its tests, such as the scripts of a package.json. */
  readonly readScripts: (base: string) => Promise<readonly string[]>
  /** Until the run has to end. */
  readonly leftMs: () => number
  /** Before the checks run. */
  readonly onStart: () => void
}

interface Asked {
  readonly tree: string
  /** The results of all checks on it. All passed. */
  readonly passed: readonly CheckResult[]
  readonly signal: AbortSignal
}

/** Of all checks without the change, also if the agent finishes again after it was told that its tests show nothing. */
const MOST_ROUNDS = 2

/** A change with more files is not one that a test can stand for. */
const MOST_FILES = 1000

/** For the start of the commands, in addition to twice the time that they took on the change. */
const START_MS = 30_000

/** For what comes after it: the last answer of the model, the push, the pull request. */
const RESERVE_MS = 60_000

/** Seeks evidence for trees, once for each. Never rejects: without it, the work is as good as before. */
export function openEvidence({
  commands,
  globs,
  parts,
  runOn,
}: {
  readonly commands: readonly CheckCommand[]
  /** Absent: the usual names of tests. */
  readonly globs: readonly string[] | undefined
  readonly parts: EvidenceParts
  readonly runOn: (tree: string, signal: AbortSignal) => Promise<ChecksReport>
}): (asked: Asked) => Promise<TestEvidence | null> {
  const known = new Map<string, TestEvidence | null>()
  let rounds = 0
  /** All checks passed on the base with these test files. */
  let passedWith: { readonly report: ChecksReport; readonly entries: readonly ChangedEntry[] } | null = null

  async function seek({ tree, passed, signal }: Asked): Promise<TestEvidence | null> {
    const base = await parts.findBase()
    if (base === null) return { ...unknown('the commit where the change begins was not found'), files: 0 }
    const changed = await parts.listChanged(base, tree)
    if (changed.length > MOST_FILES) return null
    const files = changed.map((entry) => ({ path: entry.text, entry }))
    const texts = [...commands.map(({ run }) => run), ...(await parts.readScripts(base))]
    const { tests, others, runners } = await sortChangedFiles(files, { globs, commands: texts })
    const entries = tests.map(({ entry }) => entry)
    // Tests that were only deleted show nothing, and so does a change of nothing else.
    const isAlone = runners.length === 0 && others.every(({ path }) => DOCUMENT.test(path))
    if (entries.every(isDeleted) || isAlone) return null
    if (commands.every(isStatic)) return null
    const [runner] = runners
    const verdict =
      runner === undefined
        ? await run({ base, entries, passed, signal })
        : unknown(`the change also edits ${showPath(runner)}, which may decide how tests run`)
    return { ...verdict, files: entries.length }
  }

  async function run({
    base,
    entries,
    passed,
    signal,
  }: Omit<Asked, 'tree'> & { base: string; entries: readonly ChangedEntry[] }): Promise<Verdict> {
    if (rounds >= MOST_ROUNDS)
      return unknown('the checks ran twice without the change before, for earlier states of it')
    const budgetMs = passed.reduce((sum, { seconds }) => sum + seconds, 0) * 2000 + START_MS
    if (parts.leftMs() < budgetMs + RESERVE_MS) return unknown('there was not enough time left to try')
    rounds += 1
    parts.onStart()
    const until = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(budgetMs))])
    const tooLong = () => unknown('the checks took longer without the change than with it')
    const withTests = await runOn(await parts.writeTree(base, entries), until)
    if (until.aborted) return tooLong()
    if (withTests.kind === 'not-run') return unknown(`the checks did not run: ${withTests.why}`)
    // A check that runs no tests may well fail.
    const results = withTests.results.filter((_, at) => !isStatic(commands[at]))
    if (results.every((result) => result.passed)) {
      const other = withTests.results.find((result) => !result.passed)
      if (other !== undefined)
        return unknown(`without the change, only this failed, which runs no tests: ${other.name}`)
      passedWith ??= { report: withTests, entries }
      return judgeEvidence({ withTests: results, base: null })
    }
    // With the tests of an earlier state, the base passed: it needs no run of its own if the change still has all of them.
    const known = passedWith?.entries.every(({ path }) => entries.some((one) => one.path === path))
      ? passedWith.report
      : null
    if (known === null && rounds >= MOST_ROUNDS)
      return unknown('a third round of the checks would be needed, since tests of an earlier state are gone')
    if (known === null) rounds += 1
    const baseReport = known ?? (await runOn(base, until))
    if (until.aborted) return tooLong()
    if (baseReport.kind === 'not-run') return unknown(`the checks did not run on the base: ${baseReport.why}`)
    return judgeEvidence({ withTests: results, base: baseReport.results })
  }

  return async (asked) => {
    const { tree, signal } = asked
    const before = known.get(tree)
    if (before !== undefined) return before
    let found: TestEvidence | null
    try {
      found = await seek(asked)
    } catch (error) {
      if (signal.aborted) return null
      found = { ...unknown(`it could not be tried (${messageOf(error)})`), files: 0 }
    }
    known.set(tree, found)
    return found
  }
}

/** Paths of files that no test can be about. */
export const DOCUMENT = /\.(?:md|mdx|rst|adoc)$|^(?:docs?|LICENSES?)\//i

export const isDeleted = ({ mode }: ChangedEntry): boolean => /^0+$/.test(mode)

const RUNS_TESTS =
  /\b(?:npm|pnpm|yarn|bun|deno|cargo|go|mvnw?|gradlew?|dotnet|mix|make|rake|swift|just|task|nx|turbo|node|python3?)\b[^;&|\n]*test|pytest|vitest|\bjest\b|mocha|rspec|phpunit|\btox\b|\bnox\b|\bbats\b|nextest/i
const RUNS_NO_TESTS =
  /lint|prettier|biome|format|fmt|\btsc\b|type-?check|mypy|pyright|\bruff\b|flake8|\bblack\b|isort|clippy|\bvet\b|rubocop|shellcheck|checkstyle|spotless|depcruise|\bknip\b|\baudit\b|\bbuild\b/i

/** Whether a check only reads the code: that it fails on tests without their code is no news about them. */
export const isStatic = (command: CheckCommand | undefined): boolean =>
  command !== undefined && RUNS_NO_TESTS.test(command.run) && !RUNS_TESTS.test(command.run)
