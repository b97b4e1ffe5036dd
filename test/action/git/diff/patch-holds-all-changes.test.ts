import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePatch } from '../../../../src/action/git/diff/patch.ts'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { givenRemote, prepared } from '../given-remote.ts'

async function givenPatch(changed: Record<string, string | Buffer>, limit?: number) {
  const given = await givenRemote({ 'a.txt': 'a\r\n', 'latin1.txt': Buffer.from([0xe4, 0x0a]) })
  const start = prepared(await given.prepare())
  for (const [path, content] of Object.entries(changed)) writeFileSync(join(given.workspace, path), content)
  const { tree } = await readChanges(start)
  const patch = await makePatch({ ...start, tree }, limit)
  const apply = () => {
    const copy = join(given.folder, 'copy')
    mkdirSync(copy)
    writeFileSync(join(copy, 'a.txt'), 'a\r\n')
    writeFileSync(join(copy, 'latin1.txt'), Buffer.from([0xe4, 0x0a]))
    execFileSync('git', ['apply', '-'], { cwd: copy, input: patch.patch, stdio: ['pipe', 'ignore', 'pipe'] })
    return (path: string) => readFileSync(join(copy, path))
  }
  return { ...patch, apply }
}

test('text in any encoding and binary files come out as they went in', async () => {
  const latin1 = Buffer.from([0xe4, 0x0a, 0xf6, 0x0a])
  const binary = Buffer.from([0, 1, 2, 255, 254, 0])
  const { cut, apply } = await givenPatch({ 'a.txt': 'b\r\n', 'latin1.txt': latin1, 'x.bin': binary })
  const read = apply()
  expect(cut).toBe(false)
  expect(read('a.txt').toString()).toBe('b\r\n')
  expect(read('latin1.txt')).toEqual(latin1)
  expect(read('x.bin')).toEqual(binary)
})

test('over the limit, the files that fit are whole', async () => {
  const { cut, patch, apply } = await givenPatch({ 'a.txt': 'b\r\n', 'long.txt': 'long\n'.repeat(500) }, 1000)
  expect(cut).toBe(true)
  expect(patch.toString()).not.toContain('long.txt')
  expect(apply()('a.txt').toString()).toBe('b\r\n')
})
