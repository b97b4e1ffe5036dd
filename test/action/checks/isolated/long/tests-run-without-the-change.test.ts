import { afterAll, expect, test } from 'vitest'
import type { CommandRunner } from '../../../../../src/action/checks/command-runner.ts'
import type { EvidenceParts } from '../../../../../src/action/checks/evidence/open-evidence.ts'
import {
  type Checks,
  createChecksReviewer,
  createEvidenceReviewer,
  openChecks,
} from '../../../../../src/action/checks/open-checks.ts'
import { pathAsText } from '../../../../../src/action/git/checkout/list-paths.ts'
import { listChangedEntries, writeTreeWith } from '../../../../../src/action/git/checkout/tree-with-files.ts'
import type { ChecksPlan } from '../../../../../src/contract/checks.ts'
import {
  type CheckScene,
  canIsolate,
  command,
  LINK,
  openCheckScene,
} from '../../../../support/action/check-scene.ts'
import { finish, runScript } from '../../../../support/action/scripted-run.ts'

const isolates = await canIsolate()
const never = new AbortController().signal

type Files = Readonly<Record<string, string>>

/** Runs every test, and passes if there is none. */
const RUN_ALL = command(
  'npm_test() { for t in tests/*.sh; do [ ! -e "$t" ] || sh -e "$t" || return 1; done; }; npm_test',
)
const BASE: Files = { 'sum.txt': '3\n', 'tests/old.sh': 'test -s sum.txt\n' }
const FIXED: Files = { 'sum.txt': '4\n' }
const NEW_TEST: Files = { 'tests/sum.sh': 'grep -qx 4 sum.txt\n' }

/** Of all cases: each command runner is probed, which takes as long as a check. */
let shared: Promise<{ scene: CheckScene; commandRunner: CommandRunner }> | undefined

function opened() {
  shared ??= openShared()
  return shared
}

async function openShared() {
  const scene = await openCheckScene()
  const found = await scene.openCommandRunner()
  if (found.kind === 'closed') throw new Error(found.why)
  await found.commandRunner.begin('setup', await scene.makeTree(BASE), never)
  return { scene, commandRunner: found.commandRunner }
}

afterAll(async () => {
  await (await shared)?.scene[Symbol.asyncDispose]()
})

async function openCase({
  base = BASE,
  change,
  plan = {},
  leftMs = Number.POSITIVE_INFINITY,
  isOff = false,
}: {
  base?: Files
  change: Files
  plan?: Partial<ChecksPlan>
  leftMs?: number
  /** `test-evidence: false` */
  isOff?: boolean
}) {
  const { scene, commandRunner } = await opened()
  const { repository } = scene
  const from = await scene.makeTree(base)
  const log: string[] = []
  const evidence: EvidenceParts = {
    findBase: async () => from,
    async listChanged(one, tree) {
      const entries = await listChangedEntries(repository, one, tree)
      return entries.map((entry) => ({ ...entry, text: pathAsText(entry.path) }))
    },
    writeTree: (one, files) => writeTreeWith(repository, one, files),
    readScripts: async () => [],
    leftMs: () => leftMs,
    onStart: () => void log.push('without the change'),
  }
  const checks: Checks = openChecks({
    plan: { setup: [], commands: [RUN_ALL], rounds: 1, ...(!isOff && { evidence: {} }), ...plan },
    place: commandRunner,
    signal: never,
    onResult: ({ passed }) => void log.push(passed ? 'passed' : 'failed'),
    evidence,
  })
  return { checks, log, tree: await scene.makeTree({ ...base, ...change }) }
}

async function find(given: Parameters<typeof openCase>[0]) {
  const { checks, tree } = await openCase(given)
  await checks.inspect(tree, never)
  return checks.findEvidence(tree, never)
}

test.runIf(isolates)('a new test that fails without the change is named with its check', async () => {
  const { checks, log, tree } = await openCase({ change: { ...FIXED, ...NEW_TEST } })
  await checks.inspect(tree, never)
  const found = await checks.findEvidence(tree, never)
  expect(found).toEqual({ result: 'fails-without-change', files: 1, checks: [RUN_ALL.name], why: null })
  expect(await checks.findEvidence(tree, never)).toBe(found)
  // What failed without the change is not reported as a result of the change.
  expect(log).toEqual(['passed', 'without the change'])
  expect(await checks.inspect(tree, never)).toMatchObject({ results: [{ passed: true }] })
})

test.runIf(isolates)('an edited, a renamed and a linked test are taken as the change has them', async () => {
  const edited = await find({ change: { ...FIXED, 'tests/old.sh': 'grep -qx 4 sum.txt\n' } })
  expect(edited).toMatchObject({ result: 'fails-without-change', files: 1 })
  const folder = { ...BASE, 'tests/lib/a.txt': 'a' }
  const linked = { ...FIXED, 'tests/sum.sh': `${LINK}lib/sum`, 'tests/lib/sum': 'grep -qx 4 sum.txt\n' }
  expect(await find({ base: folder, change: linked })).toMatchObject({
    result: 'fails-without-change',
    files: 2,
  })
})

test.runIf(isolates)('tests that pass without the change are sent back once', async () => {
  const { checks, tree } = await openCase({ change: { ...FIXED, 'tests/new.sh': 'true\n' } })
  const readTree = async () => tree
  const { outcome, requests } = await runScript({
    turns: [finish(), finish()],
    reviewers: [
      createChecksReviewer(checks, { readTree, redact: (text) => text }),
      createEvidenceReviewer(checks, readTree),
    ],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true, usage: { steps: 2 } })
  expect(requests.at(-1)).toContain('also pass with only the test files of your change')
  expect(await checks.findEvidence(tree, never)).toEqual({
    ...{ result: 'passes-without-change', files: 1, checks: [], why: null },
  })
})

test.runIf(isolates)('nothing is claimed unless the base passes', async () => {
  const base = { ...BASE, 'tests/old.sh': 'grep -q 4 sum.txt\n' }
  expect(await find({ base, change: { ...FIXED, ...NEW_TEST } })).toMatchObject({
    result: 'unknown',
    why: expect.stringMatching(/^on the base, this does not pass either: .* \(exit code 1\)$/),
  })
})

test.runIf(isolates)('a test that does not build without the change shows nothing', async () => {
  const unbuilt = {
    'tests/sum.sh': 'grep -qx 4 sum.txt || { echo "sum.ts(1,2): error TS2305: no"; exit 2; }\n',
  }
  expect(await find({ change: { ...FIXED, ...unbuilt } })).toMatchObject({
    result: 'does-not-build-without-change',
    checks: [RUN_ALL.name],
  })
})

test.runIf(isolates)(
  'a test cannot tell by leftovers of an earlier round that it runs without the change',
  async () => {
    const spy = 'for f in "$HOME/seen" /tmp/seen seen tests/seen; do test ! -e "$f"; : >"$f"; done\n'
    expect(await find({ change: { ...FIXED, 'tests/spy.sh': spy } })).toMatchObject({
      result: 'passes-without-change',
    })
  },
)

test.runIf(isolates)('a change that edits how tests run gets no claim', async () => {
  const base = { ...BASE, 'scripts/run.sh': 'for t in tests/*.sh; do sh -e "$t" || exit 1; done\n' }
  const plan = { commands: [command('cd scripts/.. && sh ./scripts/run.sh')] }
  const cheat = { 'scripts/run.sh': 'exit 0\n', 'tests/sum.sh': 'exit 1\n' }
  expect(await find({ base, plan, change: cheat })).toEqual({
    ...{ result: 'unknown', files: 1, checks: [] },
    why: 'the change also edits scripts/run.sh, which may decide how tests run',
  })
  expect(await find({ base, plan, change: { ...FIXED, ...NEW_TEST } })).toMatchObject({
    result: 'fails-without-change',
  })
})

test.runIf(isolates)(
  'nothing is said of a change without tests, of tests alone, or where it is switched off',
  async () => {
    const both = { ...FIXED, ...NEW_TEST }
    expect(await find({ change: FIXED })).toBeNull()
    expect(await find({ change: { 'tests/more.sh': 'true\n', 'docs/a.md': 'a' } })).toBeNull()
    expect(await find({ change: both, plan: { evidence: { tests: ['checks/'] } } })).toBeNull()
    const { checks, tree, log } = await openCase({ change: both, isOff: true })
    await checks.inspect(tree, never)
    expect([await checks.findEvidence(tree, never), log]).toEqual([null, ['passed']])
  },
)

test.runIf(isolates)('without enough time left, it is not tried', async () => {
  expect(await find({ change: { ...FIXED, ...NEW_TEST }, leftMs: 60_000 })).toMatchObject({
    result: 'unknown',
    why: 'there was not enough time left to try',
  })
})
