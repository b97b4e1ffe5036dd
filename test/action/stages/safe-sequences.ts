import fc from 'fast-check'
import { expect } from 'vitest'
import { assertAsyncProperty } from '../../support/random.ts'
import {
  type Call,
  makeExecutable,
  move,
  OTHER_SCRIPT,
  openCase,
  patch,
  RULES,
  remove,
  SCRIPT,
  TEXT,
  UNTRACKED,
  write,
} from './publish-case.ts'

const path = fc.constantFrom(
  ...['run.sh', 'bin/tool', 'copy.sh', 'link', 'src/link', 'vendor/lib', 'src', 'bin', 'made'],
  ...['new.sh', 'x/new.sh', ...UNTRACKED],
)
const executable = fc.constantFrom('run.sh', 'bin/tool', ...UNTRACKED, 'new.sh', 'x/new.sh')
const free = fc.constantFrom('new.sh', 'x/new.sh', 'run.sh')
const text = fc.constantFrom(SCRIPT, OTHER_SCRIPT, TEXT)
/** Moves of executable files and rewritten targets are the most likely calls. */
const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(executable, free).map(([from, to]) => move(from, to)) },
  { weight: 5, arbitrary: fc.tuple(free, text).map(([to, content]) => write(to, content)) },
  fc.tuple(path, path).map(([from, to]) => move(from, to)),
  fc.tuple(path, text).map(([to, content]) => write(to, content)),
  path.map(remove),
  path.map(makeExecutable),
  fc.tuple(executable, path).map(([from, to]) => patch(`*** Update File: ${from}`, `*** Move to: ${to}`)),
  path.map((to) => patch(`*** Add File: ${to}`, '+#!/bin/sh', '+true')),
  path.map((to) => patch(`*** Delete File: ${to}`)),
)

/** Nothing that the tools accept is refused as unsafe when it is published. */
export async function expectSafeSequences(numRuns: number): Promise<void> {
  const { plan } = await openCase()
  const calls = fc.array(call, { minLength: 2, maxLength: 10 })
  await assertAsyncProperty(
    fc.asyncProperty(calls, fc.boolean(), async (made, executableScripts) => {
      const { verdict } = await plan(made, { ...RULES, executableScripts })
      expect(verdict.kind === 'refuse' ? verdict.reason : null).toBeNull()
    }),
    { numRuns },
  )
}
