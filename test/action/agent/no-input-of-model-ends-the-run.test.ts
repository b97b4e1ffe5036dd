import { expect, test } from 'vitest'
import type { Reviewer } from '../../../src/action/agent/review/reviewer.ts'
import type { Commands } from '../../../src/action/agent/tools/command-tools.ts'
import { call, finish, runScript, say } from '../../support/action/scripted-run.ts'

const EDIT = ['edit', { path: 'hello.txt', old: 'hello', new: 'bye' }] as const
const SEARCH = ['search', { pattern: 'x' }] as const
const RUN = ['run', { command: 'make' }] as const

/** Each ended the run, or could have: Node refuses NUL in arguments of programs, and Linux arguments of 128 KiB. */
const REFUSED: readonly (readonly [string, string, Readonly<Record<string, unknown>>, string])[] = [
  ['a NUL in a pattern', 'search', { pattern: 'a\0b' }, 'The pattern holds a NUL character'],
  ['a NUL in the glob of a search', 'search', { pattern: 'a', glob: 'a\0*' }, 'The glob holds a NUL'],
  ['a NUL in the pattern of a list', 'list', { pattern: 'a\0*' }, 'The glob holds a NUL character'],
  ['a NUL in a path with wildcards', 'list', { path: '*\0' }, 'holds a NUL character'],
  ['a long pattern', 'search', { pattern: 'x'.repeat(16_385) }, 'The pattern is longer than 16384 bytes'],
  ['a long glob', 'list', { pattern: 'ü'.repeat(2049) }, 'The glob is longer than 4096 bytes'],
]

test.each(REFUSED)('%s is a refused call, and the run continues', async (_, tool, input, why) => {
  const { outcome, requests, files, exceptions } = await runScript({
    turns: [call(EDIT), call([tool, input]), finish()],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true })
  expect(files['hello.txt']).toBe('bye\n')
  expect(requests.at(-1)).toContain(why)
  expect(exceptions).toEqual([])
})

test('an exception in a tool is a refused call that is logged', async () => {
  const { outcome, requests, files, exceptions } = await runScript({
    commands: commandsThatThrow(1),
    turns: [call(RUN, EDIT), call(RUN), finish()],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true })
  expect(requests[1]).toContain('nothing of it was done. Do it in another way.')
  expect(requests[1]).toMatch(/<data[^<]*\\nthe disk is on fire \(1\)\\n/)
  expect(exceptions).toMatchObject([{ message: 'the disk is on fire (1)' }])
  expect(requests[2]).toContain('It printed nothing.')
  expect(files['hello.txt']).toBe('bye\n')
})

test('ten exceptions in a row end the run, and the work is published', async () => {
  const { outcome, requests, exceptions } = await runScript({
    commands: commandsThatThrow(),
    turns: [call(EDIT), ...Array.from({ length: 5 }, () => call(RUN, RUN)), finish()],
  })
  expect(outcome).toMatchObject({
    reason: {
      code: 'action-failed',
      message: expect.stringContaining('10 calls in a row failed unexpectedly'),
    },
    publishable: true,
    title: 'Greet the world',
  })
  expect(outcome.reason?.message).toContain('the disk is on fire (10)')
  expect(exceptions).toHaveLength(10)
  expect(requests).toHaveLength(7)
})

test('nine exceptions do not end the run', async () => {
  const nine = Array.from({ length: 9 }, () => RUN)
  const { outcome } = await runScript({
    commands: commandsThatThrow(18),
    turns: [call(...nine, EDIT), call(...nine, SEARCH), finish()],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true })
})

test('an exception of a reviewer refuses the call of finish', async () => {
  const { outcome, requests } = await runScript({
    reviewers: [throwing(2)],
    turns: [call(EDIT), finish(), finish(), finish()],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true })
  expect(requests).toHaveLength(4)
})

test('an exception of a reviewer refuses a text in place of finish', async () => {
  const text = say('Done: hello.txt says bye.')
  const { outcome, requests } = await runScript({
    reviewers: [throwing(1)],
    turns: [call(EDIT), text, text, text, text],
  })
  expect(outcome).toMatchObject({ reason: null, publishable: true, title: 'Done: hello.txt says bye.' })
  expect(requests[4]).toContain('The work could not be reviewed because of an error in Prentice.')
})

test('an edit counts although the diff after it could not be read', async () => {
  let looks = 0
  const { outcome, requests, exceptions } = await runScript({
    beforeRead() {
      looks += 1
      if (looks === 1) throw new Error('the index is locked')
    },
    turns: [call(EDIT), finish(), finish()],
  })
  expect(requests[1]).toContain('The diff of the run could not be read: the index is locked')
  expect(exceptions).toHaveLength(1)
  expect(outcome).toMatchObject({ reason: null, publishable: true })
})

test('an exception after a cancel is no exception of a tool', async () => {
  const cancel = new AbortController()
  const run = async (): Promise<never> => {
    cancel.abort('octocat')
    throw new Error('aborted')
  }
  const { outcome, exceptions } = await runScript({
    commands: { checks: [], canRun: true, check: run, run },
    signal: cancel.signal,
    turns: [call(RUN), finish()],
  })
  expect(outcome).toMatchObject({ reason: { code: 'cancelled' }, publishable: false })
  expect(exceptions).toEqual([])
})

/** `times`: how often; by default always. */
function commandsThatThrow(times = Number.POSITIVE_INFINITY): Commands {
  let calls = 0
  const run = async () => {
    calls += 1
    if (calls <= times) throw new Error(`the disk is on fire (${calls})`)
    return { ok: true, text: 'It printed nothing.' }
  }
  return { checks: [], canRun: true, check: run, run }
}

function throwing(times: number): Reviewer {
  let reviews = 0
  return {
    name: 'broken',
    rounds: 1,
    async review() {
      reviews += 1
      if (reviews <= times) throw new Error('no review today')
      return { kind: 'passed' }
    },
  }
}
