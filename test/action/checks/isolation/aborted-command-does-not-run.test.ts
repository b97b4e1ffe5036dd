import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { keepHeadAndTail } from '../../../../src/action/checks/isolation/head-and-tail.ts'
import { runIsolated, spawnIsolated } from '../../../../src/action/checks/isolation/run-isolated.ts'
import { cellWith } from '../../../support/action/scripted-unshare.ts'

const ABORTED = AbortSignal.abort(new Error('stopped'))

test('a command whose run was stopped before is ended immediately', async () => {
  const argv = { file: 'sh', args: ['-c', 'read -r _'] }
  const bounds = { seconds: 20, store: '/tmp', mostOutput: 1000, leastDisk: 0, now: Date.now }
  expect(
    (await spawnIsolated(argv, { ...bounds, signal: ABORTED }, keepHeadAndTail(1000, 1000))).end,
  ).toEqual({ kind: 'aborted' })
})

const request = { phase: 'round', run: 'true', seconds: 20, environment: [] } as const

test('a run that is stopped before its command began is not taken for missing isolation', async () => {
  const cell = await cellWith('exec sleep 600')
  const done = await runIsolated(cell, { ...request, signal: ABORTED })
  expect(done).toMatchObject({ kind: 'ran', run: { end: { kind: 'aborted' } } })
})

test('a command that ends by itself before it began was not isolated', async () => {
  const cell = await cellWith('echo "unshare: not permitted" >&2; exit 1')
  const done = await runIsolated(cell, { ...request, signal: new AbortController().signal })
  expect(done).toEqual({ kind: 'not-isolated', why: 'unshare: not permitted' })
})

test("the marker of an earlier command is not taken for the next one's", async () => {
  const cell = await cellWith('exit 3')
  await writeFile(join(cell.store, 'begun'), 'begun')
  const done = await runIsolated(cell, { ...request, signal: new AbortController().signal })
  expect(done).toEqual({ kind: 'not-isolated', why: 'it ended with exit code 3' })
})
