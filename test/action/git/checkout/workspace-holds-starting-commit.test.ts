import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READ_TOKEN } from '../../../fakes/github/one-repository.ts'
import { givenRemote, prepared } from '../given-remote.ts'

test('an empty workspace gets the base, byte for byte', async () => {
  const crlf = 'one\r\ntwo\r\n'
  const latin1 = Buffer.from([0xe9, 0x0a])
  const { workspace, prepare } = await givenRemote({
    '.gitattributes':
      '* text=auto eol=lf\n*.u16 working-tree-encoding=UTF-16\n*.id ident\n*.lfs filter=lfs\n',
    'windows.txt': crlf,
    'latin1.txt': latin1,
    'text.u16': 'plain',
    'keyword.id': '$Id$\n',
    'big.lfs': 'version https://git-lfs.github.com/spec/v1\n',
    'ein Name mit "Ä".txt': 'x',
    '-leading': 'y',
    'tool.sh': { executable: '#!/bin/sh\n' },
    link: { link: 'windows.txt' },
  })

  const start = prepared(await prepare())

  expect(start).toMatchObject({ branchHead: null, startSha: start.baseSha })
  expect(readFileSync(join(workspace, 'windows.txt'), 'utf8')).toBe(crlf)
  expect(readFileSync(join(workspace, 'latin1.txt'))).toEqual(latin1)
  expect(readFileSync(join(workspace, 'text.u16'), 'utf8')).toBe('plain')
  expect(readFileSync(join(workspace, 'keyword.id'), 'utf8')).toBe('$Id$\n')
  expect(readFileSync(join(workspace, 'ein Name mit "Ä".txt'), 'utf8')).toBe('x')
  expect(readFileSync(join(workspace, '-leading'), 'utf8')).toBe('y')
  expect(statSync(join(workspace, 'tool.sh')).mode & 0o100).toBe(0o100)
  expect(readlinkSync(join(workspace, 'link'))).toBe('windows.txt')
})

test('an existing working branch is where the work starts', async () => {
  const { workspace, commit, prepare } = await givenRemote({ 'a.txt': 'base\n' })
  const head = commit('prentice/abc', { 'a.txt': 'earlier turn\n' }, 'main')

  const start = prepared(await prepare())

  expect(start).toMatchObject({ branchHead: head, startSha: head })
  expect(start.baseSha).not.toBe(head)
  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('earlier turn\n')
})

test('files of the tree replace whatever the workspace held', async () => {
  const { folder, workspace, prepare } = await givenRemote({
    'a.txt': 'a\n',
    'dir/b.txt': 'b\n',
    file: 'f\n',
  })
  const elsewhere = join(folder, 'elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'b.txt'), 'not ours\n')
  symlinkSync(join(elsewhere, 'b.txt'), join(workspace, 'a.txt'))
  symlinkSync(elsewhere, join(workspace, 'dir'))
  mkdirSync(join(workspace, 'file', 'deep'), { recursive: true })
  writeFileSync(join(workspace, 'file', 'deep', 'x'), 'x')

  prepared(await prepare())

  expect(readFileSync(join(workspace, 'a.txt'), 'utf8')).toBe('a\n')
  expect(readFileSync(join(workspace, 'dir', 'b.txt'), 'utf8')).toBe('b\n')
  expect(readFileSync(join(workspace, 'file'), 'utf8')).toBe('f\n')
  expect(readFileSync(join(elsewhere, 'b.txt'), 'utf8')).toBe('not ours\n')
  expect(readdirSync(elsewhere)).toEqual(['b.txt'])
})

test('a base that does not exist is named', async () => {
  const { prepare } = await givenRemote({ 'a.txt': 'a\n' })
  for (const base of ['gone', '*', 'a b', '--upload-pack=x']) {
    const answer = await prepare({ base })
    expect(answer).toMatchObject({ ok: false, reason: { code: 'ref-not-found' } })
    expect(answer.ok || answer.reason.message).toContain(`does not exist in the repository: ${base}.`)
  }
})

test('a full reference is answered with the name of its branch', async () => {
  const { prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const answer = await prepare({ base: 'refs/heads/main', baseFrom: 'job' })
  expect(answer.ok || answer.reason.message).toContain(
    'refs/heads/main, the `ref` of the job (the name of a branch is without refs/heads/: main).',
  )
})

test('a refused fetch is reported without the token', async () => {
  const { remote, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const wrong = await prepare({ token: 'ghs_wrong_token_0123456789' })
  expect(wrong).toMatchObject({ ok: false, reason: { code: 'fetch-failed' } })
  expect(JSON.stringify(wrong)).toContain('did not accept the token')
  expect(JSON.stringify(wrong)).not.toContain('ghs_wrong')

  const missing = await prepare({ remote: remote.replace('shop', 'none') })
  expect(missing).toMatchObject({ ok: false, reason: { code: 'fetch-failed' } })
})

test('a fetch is retried after a lost connection', async () => {
  const { server, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  // curl itself asks once more where it had kept the connection open.
  server.state.orderedFaults.push({ match: /^POST .*\/git-upload-pack$/, mode: 'drop-after', times: 2 })
  const pauses: number[] = []

  prepared(await prepare({ pause: async (milliseconds) => pauses.push(milliseconds) }))

  expect(pauses).toEqual([1000])
})

test('a token is not sent over plain http to another machine', async () => {
  const { prepare } = await givenRemote({ 'a.txt': 'a\n' })
  await expect(prepare({ remote: 'http://github.example/acme/shop.git' })).rejects.toThrow('over https only')
})

test('a scratch folder inside the workspace is refused', async () => {
  const { workspace, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  await expect(prepare({ scratch: workspace })).rejects.toThrow('inside the workspace')
})

test('git ends with the run', async () => {
  const { prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const signal = AbortSignal.abort(new Error('cancelled'))
  await expect(prepare({ signal, token: READ_TOKEN })).rejects.toThrow('cancelled')
})
