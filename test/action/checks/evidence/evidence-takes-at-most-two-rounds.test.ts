import { expect, test } from 'vitest'
import type { CheckResult, ChecksReport } from '../../../../src/action/checks/checks-report.ts'
import { openEvidence } from '../../../../src/action/checks/evidence/open-evidence.ts'

const COMMAND = { name: 'Tests', run: 'npm test', seconds: 60 }
const never = new AbortController().signal

const ended = (passed: boolean): CheckResult => ({
  ...{ name: 'Tests', passed, detail: 'exit code 1', exitCode: passed ? 0 : 1, seconds: 1 },
  output: passed ? '' : 'expected 4, got 3',
})

/** `changes`: the test files of each tree. `passes`: whether the checks pass on the base with these. */
function given(changes: Readonly<Record<string, readonly string[]>>, passes: (tests: string) => boolean) {
  const ran: string[] = []
  const seek = openEvidence({
    commands: [COMMAND],
    globs: undefined,
    parts: {
      findBase: async () => 'base',
      listChanged: async (_, tree) =>
        ['src/sum.ts', ...(changes[tree] ?? [])].map((path) => ({
          ...{ path, text: path, mode: '100644', id: `${tree} ${path}` },
        })),
      writeTree: async (base, files) => `${base} + ${files.map(({ id }) => id).join(', ')}`,
      readScripts: async () => [],
      leftMs: () => Number.POSITIVE_INFINITY,
      onStart: () => {},
    },
    async runOn(tree): Promise<ChecksReport> {
      ran.push(tree)
      return { kind: 'ran', results: [ended(passes(tree))] }
    },
  })
  return { ran, find: (tree: string) => seek({ tree, passed: [ended(true)], signal: never }) }
}

const A = 'test/sum.test.ts'
const B = 'test/more.test.ts'

test('tests that passed without the change, and fail after they were reworked, need no run of the base', async () => {
  const { ran, find } = given({ first: [A], second: [A, B] }, (tree) => !tree.includes('second'))
  expect(await find('first')).toMatchObject({ result: 'passes-without-change' })
  expect(await find('second')).toMatchObject({ result: 'fails-without-change', checks: ['Tests'] })
  expect(ran).toEqual([`base + first ${A}`, `base + second ${A}, second ${B}`])
})

test('if a test of the earlier state is gone, nothing is claimed, and no third round runs', async () => {
  const { ran, find } = given({ first: [A], second: [B] }, (tree) => !tree.includes('second'))
  await find('first')
  expect(await find('second')).toMatchObject({
    result: 'unknown',
    why: 'a third round of the checks would be needed, since tests of an earlier state are gone',
  })
  expect(ran).toHaveLength(2)
})

test('a later state is not tried after two rounds', async () => {
  const { ran, find } = given({ first: [A], second: [A, B] }, (tree) => tree === 'base')
  expect(await find('first')).toMatchObject({ result: 'fails-without-change' })
  expect(await find('second')).toMatchObject({
    result: 'unknown',
    why: 'the checks ran twice without the change before, for earlier states of it',
  })
  expect(ran).toEqual([`base + first ${A}`, 'base'])
})
