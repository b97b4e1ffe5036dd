import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkCase, findCollision } from '../../../../src/action/git/checkout/case-collisions.ts'
import type { Repository } from '../../../../src/action/git/process/repository.ts'
import { givenRemote } from '../given-remote.ts'

test('where the file system ignores case, files that differ only in case end the run before anything is written', async () => {
  const given = await givenRemote({ 'README.md': 'a\n', 'readme.md': 'b\n' })
  const refused = await given.prepare({ ignoresCase: async () => true })
  expect(refused).toMatchObject({ ok: false, reason: { code: 'input-invalid' } })
  expect(refused.ok || refused.reason.message).toContain('has both README.md and readme.md')
  expect(readdirSync(given.workspace)).toEqual([])
  expect(await given.prepare()).toMatchObject({ ok: true })
})

test.each([true, false])('whether case is ignored is what `git init` found out: %s', async (ignores) => {
  const gitDir = mkdtempSync(join(tmpdir(), 'prentice-'))
  onTestFinished(() => rmSync(gitDir, { recursive: true, force: true }))
  execFileSync('git', ['init', '--quiet', '--bare', gitDir])
  execFileSync('git', ['-C', gitDir, 'config', 'core.ignorecase', String(ignores)])
  const stdout = Buffer.from('README.md\0readme.md\0')
  const gitBytes = async () => ({ code: 0, stdout, stderr: '', cut: false })
  const found = await checkCase({ gitDir, gitBytes } as unknown as Repository, 'HEAD')
  expect(found?.code).toBe(ignores ? 'input-invalid' : undefined)
})

test('a repository without such files is checked out there', async () => {
  const given = await givenRemote({ 'README.md': 'a\n', 'docs/readme.md': 'b\n' })
  expect(await given.prepare({ ignoresCase: async () => true })).toMatchObject({ ok: true })
})

test.each([
  [
    ['a/B.txt', 'a/b.txt'],
    ['a/B.txt', 'a/b.txt'],
  ],
  [
    ['Docs/a', 'docs/A'],
    ['Docs/a', 'docs/A'],
  ],
  [
    ['docs/a', 'Docs'],
    ['Docs', 'docs/a'],
  ],
  [
    ['\u00e9.txt', 'e\u0301.txt'],
    ['\u00e9.txt', 'e\u0301.txt'],
  ],
  [['Docs/a', 'docs/b', 'a'], null],
])('%j', (paths, pair) => expect(findCollision(paths)).toEqual(pair))

test.each(['a'.repeat(256), `${'ä'.repeat(120)}/${'ö'.repeat(128)}`, `${'folder/'.repeat(700)}a`])(
  'a name that the file system has no room for is named',
  async (path) => {
    const given = await givenRemote({ 'README.md': 'a\n', [path]: 'b\n' })
    const refused = await given.prepare()
    expect(refused).toMatchObject({ ok: false, reason: { code: 'input-invalid' } })
    expect(refused.ok || refused.reason.message).toContain(`begins with ${path.slice(0, 20)}`)
  },
)
