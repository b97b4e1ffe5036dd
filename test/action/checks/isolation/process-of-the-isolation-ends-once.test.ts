import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { keepHeadAndTail } from '../../../../src/action/checks/isolation/head-and-tail.ts'
import {
  isFull,
  leastDiskOf,
  type RunBounds,
  spawnIsolated,
} from '../../../../src/action/checks/isolation/run-isolated.ts'

/** What becomes of this shell script under these bounds. */
async function spawnWith(script: string, more: Partial<RunBounds> = {}) {
  const { signal } = new AbortController()
  const bounds = { seconds: 20, signal, store: '/tmp', mostOutput: 1e6, leastDisk: 0, now: Date.now, ...more }
  const output = keepHeadAndTail(1000, 1000)
  const run = await spawnIsolated({ file: 'sh', args: ['-c', script] }, bounds, output)
  return { ...run, output: output.text(), listeners: getEventListeners(bounds.signal, 'abort').length }
}

test('a run has its exit code, output and duration', async () => {
  let time = 1000
  const now = () => {
    time += 2500
    return time
  }
  expect(await spawnWith('echo out; echo err >&2; exit 3', { now })).toEqual({
    ...{ end: { kind: 'exited', code: 3 }, output: 'out\n', errors: 'err\n', seconds: 2.5, listeners: 0 },
  })
})

test('a process that was killed has the exit code of a shell', async () => {
  expect((await spawnWith('kill -KILL $$')).end).toEqual({ kind: 'exited', code: 137 })
})

test('the process starts in the root, without variables of this process', async () => {
  const { output } = await spawnWith('pwd; env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=')
  expect(output).toBe('/\nPATH=/usr/bin:/bin\n')
})

test('the first bound that is exceeded is the reason', async () => {
  const stop = new AbortController()
  stop.abort()
  const script = 'read -r _; yes | head -c 5000'
  expect(await spawnWith(script, { signal: stop.signal, mostOutput: 1000 })).toMatchObject({
    end: { kind: 'aborted' },
    listeners: 0,
  })
  expect((await spawnWith('read -r _', { seconds: 0.01 })).end).toEqual({ kind: 'timeout' })
})

test('a process that ends while it is being stopped is no failure', async () => {
  const stop = new AbortController()
  const ended = spawnWith('exec 0<&-; echo on; sleep 0.05', { signal: stop.signal })
  stop.abort()
  expect((await ended).end).toEqual({ kind: 'aborted' })
})

test('a disk that cannot be measured ends nothing', async () => {
  expect(
    (await spawnWith('sleep 0.7', { store: '/no/such/folder', leastDisk: Number.MAX_VALUE })).end,
  ).toEqual({ kind: 'exited', code: 0 })
  expect((await spawnWith('sleep 0.7', { leastDisk: 1 })).end).toEqual({ kind: 'exited', code: 0 })
})

test('the process is ended when the disk runs full', async () => {
  expect((await spawnWith('read -r _', { leastDisk: Number.MAX_VALUE })).end).toEqual({ kind: 'disk' })
})

test.each([
  [{ bavail: 10, bsize: 100, files: 5000, ffree: 1000 }, false],
  [{ bavail: 10, bsize: 99, files: 5000, ffree: 1000 }, true],
  [{ bavail: 10, bsize: 100, files: 5000, ffree: 999 }, true],
  [{ bavail: 10, bsize: 100, files: 0, ffree: 0 }, false],
])('of a disk with %j, of which 1,000 bytes must stay free, it is %j that it is full', (disk, full) => {
  expect(isFull(disk, 1000)).toBe(full)
})

test('a command may use nine tenths of the disk space that is free when it starts', () => {
  expect(leastDiskOf({ bavail: 500, bsize: 4096 })).toBeCloseTo(204_800)
})

test.each([
  [1000, 'exited'],
  [1001, 'flood'],
])('%d bytes of output, where 1,000 are allowed: %s', async (bytes, kind) => {
  const { end } = await spawnWith(`exec head -c ${bytes} /dev/zero`, { mostOutput: 1000 })
  expect(end.kind).toBe(kind)
})

test('a program that does not exist is an error, and leaves nothing behind', async () => {
  const { signal } = new AbortController()
  const bounds = { seconds: 20, signal, store: '/tmp', mostOutput: 1000, leastDisk: 0, now: Date.now }
  await expect(
    spawnIsolated({ file: '/no/such/program', args: [] }, bounds, keepHeadAndTail(10, 10)),
  ).rejects.toThrow('ENOENT')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
