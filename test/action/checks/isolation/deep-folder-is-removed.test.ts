import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isBeyondNode, removeWithChecks } from '../../../../src/action/checks/isolation/overlay-folder.ts'

/** Deeper than the longest path that the kernel takes, as only a program with a working directory can make it. */
const MAKE_DEEP =
  'const name = "x".repeat(200); for (let at = 0; at < 50; at += 1) { fs.mkdirSync(name); process.chdir(name) }'

test('a folder with paths that are too long for the kernel is removed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-deep-'))
  onTestFinished(() => void execFileSync('rm', ['-rf', '--', folder]))
  execFileSync(process.execPath, ['-e', MAKE_DEEP], { cwd: folder })
  await removeWithChecks({ asRoot: [], toolPath: '/usr/bin:/bin' }, folder)
  expect(existsSync(folder)).toBe(false)
})

test('a folder that is not there is removed already, and a path that can be none is an error', async () => {
  const facts = { asRoot: ['/no/such/sudo'], toolPath: '' }
  await removeWithChecks(facts, '/no/such/folder')
  await expect(removeWithChecks(facts, 'a\0b')).rejects.toThrow('null bytes')
})

const failed = (code: string) => Object.assign(new Error('no'), { code })

test.each([
  ...['EACCES', 'EPERM', 'ENAMETOOLONG'].map((code) => [failed(code), true] as const),
  ...[failed('EBUSY'), failed(''), new Error('EPERM'), { code: 'EPERM' }].map(
    (error) => [error, false] as const,
  ),
])('after %o root tries: %j', (error, tries) => {
  expect(isBeyondNode(error)).toBe(tries)
})
