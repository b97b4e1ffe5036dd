import { expect, test } from 'vitest'
import { judgeEvidence } from '../../../../src/action/checks/evidence/judge-evidence.ts'
import { keepHeadAndTail } from '../../../../src/action/checks/isolation/head-and-tail.ts'

const result = (name: string, exitCode: number | undefined, output = '') => ({
  ...{ name, passed: exitCode === 0, detail: `exit code ${exitCode}`, seconds: 1, output },
  ...(exitCode !== undefined && { exitCode }),
})
const base = [result('Tests', 0)]
const judged = (exitCode: number | undefined, output?: string) =>
  judgeEvidence({ withTests: [result('Tests', exitCode, output)], base }).result

test('a failed check on a green base is evidence', () => {
  expect(judged(1, 'AssertionError: expected 3 to be 4')).toBe('fails-without-change')
  expect(judged(2, '--- FAIL: TestSum (0.00s)\nFAIL\nexit status 1')).toBe('fails-without-change')
})

// As these programs print them.
test.each([
  "src/sum.test.ts(1,10): error TS2305: Module './sum' has no exported member 'sum'.",
  "Error: Cannot find module './sum' imported from /project/test/sum.test.ts",
  "SyntaxError: The requested module './sum.js' does not provide an export named 'sum'",
  '# example.com/sum [example.com/sum.test]\n./sum_test.go:5:9: undefined: Sum\nFAIL\texample.com/sum [build failed]',
  'FAIL\texample.com/sum [setup failed]',
  'error[E0425]: cannot find function `sum` in this scope',
  'error: could not compile `sum` (test "sum") due to 1 previous error',
  "E   ImportError: cannot import name 'sum' from 'sum'\nERROR tests/test_sum.py",
  "ModuleNotFoundError: No module named 'sum'",
  '==== ERRORS ====\n____ ERROR collecting tests/test_sum.py ____',
  '[ERROR] COMPILATION ERROR :\n[ERROR] SumTest.java:[5,9] cannot find symbol',
  'SumTests.cs(5,9): error CS0103: The name does not exist',
  'NameError: uninitialized constant Sum\n1 error occurred outside of examples',
  'sum_test.cc:5:9: error: use of undeclared identifier',
])('%j does not build', (output) => {
  expect(judged(1, output)).toBe('does-not-build-without-change')
  // Other tests may have failed in the same output.
  expect(judged(1, `${output}\n--- FAIL: TestOther`)).toBe('does-not-build-without-change')
})

test('a check that did not end by itself, or could not start, is no evidence', () => {
  for (const code of [undefined, 126, 127, 137, 143]) expect(judged(code, 'x')).toBe('unknown')
})

test('a failure whose output is not known in full is no evidence', () => {
  const output = keepHeadAndTail(10, 10)
  output.add(Buffer.from('a long output that may have named an error of the compiler in its middle'))
  expect(judged(1, output.text())).toBe('unknown')
})

test('without a green base nothing is claimed', () => {
  const withTests = [result('Tests', 1)]
  for (const red of [[], [result('Lint', 1), result('Tests', 0)], [result('Tests', undefined)]])
    expect(judgeEvidence({ withTests, base: red }).result).toBe('unknown')
})

test('only the checks that failed in their tests are named', () => {
  const withTests = [
    result('Unit', 1),
    result('Types', 2, 'a.ts(1,1): error TS1: x'),
    result('Slow', undefined),
  ]
  expect(judgeEvidence({ withTests, base })).toEqual({
    ...{ result: 'fails-without-change', checks: ['Unit'], why: null },
  })
})
