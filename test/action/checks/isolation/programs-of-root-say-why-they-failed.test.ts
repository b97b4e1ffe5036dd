import { getEventListeners } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAsRoot } from '../../../../src/action/checks/isolation/overlay-folder.ts'
import { folderOfTest } from '../../../support/action/scripted-unshare.ts'

const facts = { asRoot: [], toolPath: '/usr/bin:/bin' }

test('a program runs in the root, without the environment of this process', async () => {
  const file = join(await folderOfTest(), 'out')
  await runAsRoot(facts, ['sh', '-c', 'pwd >"$0"; env | grep -e PATH -e LC_ALL -e HOME | sort >>"$0"', file])
  expect(await readFile(file, 'utf8')).toBe('/\nLC_ALL=C\nPATH=/usr/bin:/bin\n')
})

test.each([
  ['echo >&2; echo first >&2; echo second >&2; exit 1', 'sh as root: first'],
  ['exit 4', 'sh as root: Command failed: /usr/bin/env -i PATH=/usr/bin:/bin LC_ALL=C sh -c '],
])('after %j the error names the program', async (script, message) => {
  const failing = runAsRoot(facts, ['sh', '-c', script])
  await expect(failing).rejects.toThrow(new Error(message))
  await expect(failing).rejects.toHaveProperty('cause')
})

test('a runner without sudo is named', async () => {
  const without = { ...facts, asRoot: ['/no/such/sudo', '-n', '--'] }
  await expect(runAsRoot(without, ['rm', 'x'])).rejects.toThrow(
    new Error('rm as root: there is no /no/such/sudo on this runner'),
  )
})

test('the reason of a stop is thrown, not that the program was killed', async () => {
  const stop = new AbortController()
  const why = new Error('stopped')
  const running = runAsRoot(facts, ['sleep', '600'], stop.signal)
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1)
  stop.abort(why)
  await expect(running).rejects.toBe(why)
  expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  await expect(runAsRoot(facts, ['true'], stop.signal)).rejects.toBe(why)
})

test('a program that ended well leaves nothing that waits for a stop', async () => {
  const { signal } = new AbortController()
  await runAsRoot(facts, ['true'], signal)
  expect(getEventListeners(signal, 'abort')).toEqual([])
})
