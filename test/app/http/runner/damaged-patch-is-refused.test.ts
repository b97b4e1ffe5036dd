import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPatch } from '../../../../src/app/http/runner/read-patch.ts'
import { HttpError } from '../../../../src/app/http/shared/http-error.ts'

/** What a server says that reads such a patch: its length, or why not. */
async function send(patch: string | Buffer): Promise<string> {
  const server = createServer(async (request, response) => {
    try {
      response.end(String((await readPatch(request)).length))
    } catch (error) {
      response.end(error instanceof HttpError ? `${error.status} ${error.message}` : String(error))
    }
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = typeof patch === 'string' ? patch : new Uint8Array(patch)
  return (await fetch(url, { method: 'PUT', body })).text()
}

const HEADER = 'diff --git a/x b/x\n--- a/x\n+++ b/x\n'

test.each([
  ['', 'it has no file'],
  ['hello\n', 'line 1 cannot be there'],
  [`${HEADER}${'@@ broken @@\n'.repeat(2_000)}`, 'line 4 cannot be there'],
  [`${HEADER}@@ -1 +1 @@\n-a\n+b\n+c\n`, 'line 7 cannot be there'],
  [`${HEADER}@@ -1,2 +1,2 @@\n a\nb\n`, 'line 6 cannot be there'],
  [`${HEADER}@@ -1,2 +1,2 @@\n a\n`, 'its end is missing'],
  [`${HEADER}@@ -1,99999999999 +1 @@\n-a\n+b\n`, 'line 4 cannot be there'],
])('a damaged patch is refused with its line: %#', async (patch, why) => {
  expect(await send(patch)).toBe(`400 the patch is damaged: ${why}; send what \`git diff --binary\` prints`)
})

test('every kind of change in a patch of git is read', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-patch-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const at = (name: string) => join(directory, name)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'core.autocrlf=false', '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
      cwd: directory,
    })
  git('init', '--quiet')
  const bytes = Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * 7_919) % 256))
  await writeFile(at('text'), `${'line\n'.repeat(50)}\n\r\n--- a/x\n@@ -1 +1 @@\ndiff --git a/x b/x\n`)
  await writeFile(at('binary'), bytes)
  await writeFile(at('crlf'), 'a\r\nb\r\n\r\n')
  for (const name of ['mode', 'moved', 'gone', 'no end', 'é\t"quoted"']) await writeFile(at(name), 'one\ntwo')
  await writeFile(at('empty'), '')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'first')
  await writeFile(at('text'), `new\n${'line\n'.repeat(48)}end\n\n\r\n++ b/x\n@@ -2 +2 @@\n\\ no\n`)
  await writeFile(at('binary'), bytes.toReversed())
  await writeFile(at('crlf'), 'a\r\nc\r\n\r\n\r\n')
  await writeFile(at('no end'), 'one\nthree')
  await writeFile(at('latin'), Buffer.from([0xe4, 0x0a, 0x0d, 0x0a]))
  await writeFile(at('made empty'), '')
  await writeFile(at('é\t"quoted"'), 'two\n')
  await rename(at('moved'), at('elsewhere'))
  await rm(at('gone'))
  await rm(at('empty'))
  await chmod(at('mode'), 0o755)
  git('add', '--all')
  const patch = git('diff', '--cached', '--binary', '--full-index', 'HEAD')
  expect(patch.toString('latin1').match(/^diff --git/gm)?.length).toBeGreaterThanOrEqual(10)
  expect(await send(patch)).toBe(String(patch.length))
})
