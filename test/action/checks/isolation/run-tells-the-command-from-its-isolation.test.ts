import { expect, test } from 'vitest'
import { boundsFor, runIsolated } from '../../../../src/action/checks/isolation/run-isolated.ts'
import { cellWith } from '../../../support/action/scripted-unshare.ts'

const signal = new AbortController().signal
const request = { phase: 'round', run: 'the command', seconds: 20, environment: ['A=b'], signal } as const

const run = async (script: string) => runIsolated(await cellWith(script), request)

test('once the command has begun, its exit code and output are its own', async () => {
  expect(await run('printf begun >"$BEGUN"; echo out; echo err >&2; exit 5')).toMatchObject({
    kind: 'ran',
    run: { end: { kind: 'exited', code: 5 }, output: 'out\n', errors: 'err\n' },
  })
})

test('before the command has begun, the last line of the errors says why it was not isolated', async () => {
  expect(await run('printf begu >"$BEGUN"; echo first >&2; echo " last " >&2; echo >&2; exit 0')).toEqual({
    kind: 'not-isolated',
    why: 'last',
  })
  expect(await run('exit 0')).toEqual({ kind: 'not-isolated', why: 'it ended with exit code 0' })
})

test('a runner without the program of root isolates nothing', async () => {
  const cell = await cellWith('exit 0')
  const facts = { ...cell.facts, asRoot: ['/no/such/sudo'] }
  expect(await runIsolated({ ...cell, facts }, request)).toEqual({
    kind: 'not-isolated',
    why: '/no/such/sudo could not be started: spawn /no/such/sudo ENOENT',
  })
})

test('the command, its environment and its bounds reach the cell', async () => {
  const cell = await cellWith('printf begun >"$BEGUN"', { memoryBytes: 77 })
  await runIsolated(cell, request)
  const words = await cell.words()
  expect(words).toContain('the command')
  expect(words).toContain(cell.store)
  expect(words.slice(-2)).toEqual(['A=b', ''])
  expect(words.slice(words.indexOf('round') + 1, words.indexOf('round') + 4)).toEqual(['10', '1000', '77'])
})

test('16 KiB of the head and 48 KiB of the tail are kept, unless the caller wants more', async () => {
  const cell = await cellWith('printf begun >"$BEGUN"; seq 100000')
  const kept = async (share?: { head: number; tail: number }) => {
    const done = await runIsolated(cell, request, share)
    return done.kind === 'ran' ? done.run.output.length : 0
  }
  const note = 50
  expect(Math.abs((await kept()) - 64 * 1024)).toBeLessThan(note)
  expect(Math.abs((await kept({ head: 1000, tail: 2000 })) - 3000)).toBeLessThan(note)
})

test('a command that prints more than it may is ended', async () => {
  const cell = await cellWith('printf begun >"$BEGUN"; exec yes', { output: 1000 })
  expect(await runIsolated(cell, request)).toMatchObject({ kind: 'ran', run: { end: { kind: 'flood' } } })
})

const GIB = 1024 ** 3

test.each([
  [16 * GIB, 14 * GIB],
  [4 * GIB, 2 * GIB],
  [3 * GIB + 1, 1.5 * GIB],
])('of %d bytes of memory, commands may take %d', (all, memoryBytes) => {
  expect(boundsFor(all)).toEqual({
    ...{ processes: 2048, fileBytes: 4 * GIB, output: 64 * 1024 ** 2, memoryBytes },
  })
})
