import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keepHeadAndTail } from '../../../../src/action/checks/isolation/head-and-tail.ts'
import { runIsolated } from '../../../../src/action/checks/isolation/run-isolated.ts'
import { spawnIsolated } from '../../../../src/action/checks/isolation/spawn-isolated.ts'

const ABORTED = AbortSignal.abort(new Error('stopped'))

test('a command whose run was stopped before is ended immediately', async () => {
  const argv = { file: 'sh', args: ['-c', 'read -r _'] }
  const bounds = { seconds: 20, store: '/tmp', mostOutput: 1000, leastDisk: 0, now: Date.now }
  expect(
    (await spawnIsolated(argv, { ...bounds, signal: ABORTED }, keepHeadAndTail(1000, 1000))).end,
  ).toEqual({ kind: 'aborted' })
})

/** A store, and a machine on which `unshare` starts nothing and takes forever, or fails. */
async function cellWith(unshare: string) {
  const store = await mkdtemp(join(tmpdir(), 'prentice-cell-'))
  onTestFinished(() => rm(store, { recursive: true, force: true }))
  await writeFile(join(store, 'unshare'), `#!/bin/sh\n${unshare}\n`)
  await chmod(join(store, 'unshare'), 0o755)
  const facts = {
    ...{ asRoot: [], toolPath: `${store}:/usr/bin:/bin`, user: 65_123, keyctl: 250, filter: '0600' },
    ...{ hidden: [], shown: [] },
  }
  return { facts, store, bounds: { processes: 10, fileBytes: 1000, output: 1000 }, now: Date.now }
}

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

test('what an earlier command began is not taken for the next one', async () => {
  const cell = await cellWith('exit 3')
  await writeFile(join(cell.store, 'begun'), 'begun')
  const done = await runIsolated(cell, { ...request, signal: new AbortController().signal })
  expect(done).toEqual({ kind: 'not-isolated', why: 'it ended with exit code 3' })
})
