import { linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { spaceFor } from '../../../../src/action/git/checkout/disk-space.ts'
import { isFinalResponse, isFull } from '../../../../src/action/git/process/spawn-git.ts'
import { givenRemote } from '../given-remote.ts'

const MB = 1024 * 1024
const leaving = (bytes: number, files: number | null = null) => ({
  readDiskSpace: async () => ({ bytes, files }),
})

test('files that the disk has no room for are not begun, however small their pack is', async () => {
  const { prepare, workspace } = await givenRemote({ 'a.txt': 'a\n', 'zeros.bin': Buffer.alloc(2 * MB) })
  writeFileSync(join(workspace, 'before.txt'), 'b')
  const preparation = await prepare(leaving(257 * MB))
  expect(preparation).toMatchObject({ ok: false, reason: { code: 'runner-full' } })
  expect(!preparation.ok && preparation.reason.message).toContain(
    'its files take 3 MB, and the disk has 257 MB left, of which 256 MB are reserved.',
  )
  expect(readdirSync(workspace)).toEqual(['before.txt'])
  expect(await prepare(leaving(260 * MB))).toMatchObject({ ok: true })
})

test('256 MiB are reserved, to the byte', async () => {
  const { prepare } = await givenRemote({ 'a.txt': 'a\n', 'b.txt': 'x'.repeat(4097) })
  const need = spaceFor(2) + spaceFor(4097)
  expect([spaceFor(2), spaceFor(4096), spaceFor(4097)]).toEqual([4396, 4396, 8492])
  expect(await prepare(leaving(256 * MB + need - 1))).toMatchObject({ ok: false })
  expect(await prepare(leaving(256 * MB + need))).toMatchObject({ ok: true })
})

test('a commit with more files than the disk has inodes is refused', async () => {
  const { prepare, workspace } = await givenRemote({ 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': 'c\n' })
  const preparation = await prepare(leaving(1000 * MB, 2))
  expect(!preparation.ok && preparation.reason.message).toContain(
    'it has 3 files, and the disk has room for 2 more.',
  )
  expect(readdirSync(workspace)).toEqual([])
  expect(await prepare(leaving(1000 * MB, 3))).toMatchObject({ ok: true })
})

test('the checkout of an earlier step makes room for the same files', async () => {
  const zeros = Buffer.alloc(2 * MB)
  const { prepare, workspace } = await givenRemote({
    'a.txt': 'a\n',
    'b/zeros.bin': zeros,
    'c/\u00fc.txt': 'c\n',
  })
  const tooLittle = leaving(257 * MB, 0)
  for (const folder of ['b', 'c']) mkdirSync(join(workspace, folder))
  writeFileSync(join(workspace, 'a.txt'), 'before\n')
  writeFileSync(join(workspace, 'c/\u00fc.txt'), 'before\n')
  const elsewhere = join(workspace, '..', 'elsewhere')
  writeFileSync(elsewhere, zeros)
  // The file stays when one of its names goes.
  linkSync(elsewhere, join(workspace, 'b/zeros.bin'))
  expect(await prepare(tooLittle)).toMatchObject({ ok: false, reason: { code: 'runner-full' } })
  rmSync(join(workspace, 'b/zeros.bin'))
  writeFileSync(join(workspace, 'b/zeros.bin'), zeros)
  expect(await prepare(tooLittle)).toMatchObject({ ok: true })
})

test('files behind a link to a folder make no room', async () => {
  const { prepare, workspace } = await givenRemote({ 'b/zeros.bin': Buffer.alloc(2 * MB) })
  mkdirSync(join(workspace, '..', 'elsewhere'))
  writeFileSync(join(workspace, '..', 'elsewhere', 'zeros.bin'), Buffer.alloc(2 * MB))
  symlinkSync('../elsewhere', join(workspace, 'b'))
  expect(await prepare(leaving(257 * MB))).toMatchObject({ ok: false, reason: { code: 'runner-full' } })
})

test('the tree has to fit at every moment, not only at the end', async () => {
  const { prepare, workspace } = await givenRemote({ 'a.bin': Buffer.alloc(2 * MB), 'b.bin': '' })
  writeFileSync(join(workspace, 'b.bin'), Buffer.alloc(2 * MB))
  expect(await prepare(leaving(257 * MB))).toMatchObject({ ok: false, reason: { code: 'runner-full' } })
})

test('a few trees that name ten thousand million files are not counted to the end', async () => {
  const { inBare, prepare, workspace } = await givenRemote({ 'a.txt': 'a\n' })
  const path = join(workspace, '..', 'tree')
  /** Ten times the same. */
  const tree = (mode: string, id: string) => {
    const entries = Array.from({ length: 10 }, (_, n) => [
      Buffer.from(`${mode} ${n}\0`),
      Buffer.from(id, 'hex'),
    ])
    writeFileSync(path, Buffer.concat(entries.flat()))
    return inBare('hash-object', '-w', '-t', 'tree', path)
  }
  let id = tree('100644', inBare('rev-parse', 'main:a.txt'))
  for (let depth = 1; depth < 10; depth += 1) id = tree('40000', id)
  inBare('update-ref', 'refs/heads/main', inBare('commit-tree', id, '-m', 'Bomb'))
  const preparation = await prepare({ mostFiles: 10_000 })
  expect(!preparation.ok && preparation.reason.message).toContain(
    'it has more than 10000 files, or their list is too long or takes too long.',
  )
  expect(readdirSync(workspace)).toEqual([])
  expect(await prepare({ longestMs: 50 })).toMatchObject({ ok: false, reason: { code: 'runner-full' } })
})

test('a fetch that fills the disk is not tried again', () => {
  const said = 'fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output'
  expect([isFull(said), isFinalResponse(said)]).toEqual([true, true])
  expect(isFull('fatal: early EOF')).toBe(false)
  expect(isFull('remote: No space left on device')).toBe(false)
})
