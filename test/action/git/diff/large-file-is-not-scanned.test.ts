import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { givenRemote, prepared } from '../given-remote.ts'

/** As a hostile repository might call it, for a pattern that takes in more than it. */
const NAME = 'a *[b]?\\"\tü.bin'

test('a file that is too large is not searched, under any name, and the files beside it are', async () => {
  const given = await givenRemote({ 'a.txt': 'needle\n', 'a *xb.bin': 'needle\n' })
  // A text, so that a search that read it would find the needle.
  const large = `needle\n${'x'.repeat(17 * 1024 * 1024)}\n`
  for (const name of [NAME, 'plain.bin']) writeFileSync(join(given.workspace, name), large)
  const start = prepared(await given.prepare())
  const { git } = start.repository
  const search = ['grep', '-nIz', '-F', '--untracked', '-e', 'needle']
  for (const again of [false, true]) {
    if (again) await readChanges(start)
    const { stdout } = await git(search)
    expect(stdout.split('\n').map((line) => line.split('\0')[0])).toEqual(['a *xb.bin', 'a.txt', ''])
  }
})

test('a large file that is tracked is not searched, and a change of it is still looked through', async () => {
  const large = `needle\n${'x'.repeat(17 * 1024 * 1024)}\n`
  const given = await givenRemote({ 'large.txt': large, 'a.txt': 'needle\n' })
  const start = prepared(await given.prepare())
  const { stdout } = await start.repository.git(['grep', '-Il', '-F', '-e', 'needle'])
  expect(stdout).toBe('a.txt\n')
  writeFileSync(join(given.workspace, 'large.txt'), `${large}added\n`)
  const { changes } = await readChanges(start)
  expect(changes).toMatchObject([{ path: 'large.txt', addedLines: [{ number: 3, text: 'added' }] }])
})
