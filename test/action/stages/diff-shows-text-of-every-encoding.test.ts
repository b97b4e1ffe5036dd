import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import type { ControlPlane } from '../../../src/action/control-plane/control-plane.ts'
import type { ModelHandle } from '../../../src/action/models/providers/open-model.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { composeWorkspace } from '../../../src/action/stages/compose-workspace.ts'
import type { RunContext } from '../../../src/action/stages/run-context.ts'
import { READ_TOKEN } from '../../fakes/github/one-repository.ts'
import { type Files, givenRemote, prepared } from '../git/given-remote.ts'

const wide = (text: string) => encode(`\uFEFF${text}`, 'utf-16le')
const cyrillic = (text: string) => encode(text, 'windows-1251')
const CONFIG = '[*.ini]\ncharset = windows-1251\n[*.pas]\ncharset = utf-16le\n'

/** The agent's view of a checkout of these files. */
async function given(files: Files) {
  const { workspace: root, prepare } = await givenRemote(files)
  const checkout = prepared(await prepare())
  const { workspace } = await composeWorkspace(
    {
      workspace: root,
      secrets: openSecrets([], () => {}),
      controlPlane: { assignment: { base: 'main', branch: 'x', fetchToken: READ_TOKEN } } as ControlPlane,
    } as RunContext,
    {
      checkout,
      model: { window: 200_000 } as ModelHandle,
      rules: {
        allowedPaths: [],
        unprotectedPaths: [],
        protectedPaths: [],
        maxFiles: 100,
        maxBytes: 10_000_000,
      },
      workingDirectory: null,
      context: new Map(),
    },
  )
  return { root, workspace, start: checkout.startSha }
}

test('git_diff shows the text of files in other encodings', async () => {
  const { root, workspace } = await given({
    '.editorconfig': CONFIG,
    'a.reg': wide('one\r\nGrüße\r\n'),
    'b.ini': cyrillic('[main]\nимя = один\n'),
    'c.pas': encode('первый\n', 'utf-16le'),
    'gone.reg': wide('gone\n'),
    'image.bin': Buffer.from([0, 1, 2, 3]),
    'plain.txt': 'one\n',
  })
  await Promise.all([
    writeFile(join(root, 'a.reg'), wide('one\r\nGrüße aus Łódź\r\n')),
    writeFile(join(root, 'b.ini'), cyrillic('[main]\nимя = два\n')),
    writeFile(join(root, 'c.pas'), encode('второй\n', 'utf-16le')),
    rename(join(root, 'gone.reg'), join(root, 'sub.reg')),
    writeFile(join(root, 'image.bin'), Buffer.from([0, 1, 2, 4])),
    writeFile(join(root, 'new.reg'), wide('new\n')),
    writeFile(join(root, 'plain.txt'), 'zwei � drei\n'),
  ])
  const { text } = await workspace.history.diff({})
  expect(text).toContain('(UTF-16LE, shown as text)\n@@ -1,2 +1,2 @@\n one\r\n-Grüße\r\n+Grüße aus Łódź\r\n')
  expect(text).toContain('(windows-1251, shown as text)\n@@ -1,2 +1,2 @@\n [main]\n-имя = один\n+имя = два\n')
  expect(text).toContain('(UTF-16LE, shown as text)\n@@ -1 +1 @@\n-первый\n+второй\n')
  expect(text).toContain('new file mode 100644\n')
  expect(text).toContain('(UTF-16LE, shown as text)\n@@ -0,0 +1 @@\n+new\n')
  expect(text).toContain('rename from gone.reg\nrename to sub.reg')
  expect(text).toContain('Binary files a/image.bin and b/image.bin differ\n')
  expect(text).toContain('--- a/plain.txt\n+++ b/plain.txt\n@@ -1 +1 @@\n-one\n+zwei � drei')
})

test('git_show shows the text of a commit, and of the first one', async () => {
  const { workspace, start } = await given({ 'a.reg': wide('one\n') })
  expect((await workspace.history.show({ commit: start })).text).toMatch(/@@ -0,0 \+1 @@\n\+one$/)
})

test('a change of the encoding alone is named', async () => {
  const { root, workspace } = await given({ 'a.reg': wide('one\n') })
  await writeFile(join(root, 'a.reg'), 'one\n')
  expect((await workspace.history.diff({})).text).toContain(
    '(UTF-16LE, then UTF-8, shown as text)\nOnly the encoding or its mark differs.',
  )
})

test('a long diff is cut, and is the last one that is decoded', async () => {
  const names = ['a.reg', 'b.reg']
  const files = (text: string) => Object.fromEntries(names.map((name) => [name, wide(text)]))
  const { root, workspace } = await given(files('one\n'.repeat(40_000)))
  for (const [name, bytes] of Object.entries(files('zwei\n'.repeat(40_000))))
    await writeFile(join(root, name), bytes)
  const { text } = await workspace.history.diff({})
  expect(text).toContain('diff --git a/a.reg b/a.reg\n')
  expect(text).toContain('\n[cut here]\n')
  expect(text.match(/shown as text/g)).toHaveLength(1)
  expect(text).toContain('Binary files a/b.reg and b/b.reg differ')
})

test('a file over 2 MiB stays a binary file', async () => {
  const { root, workspace } = await given({ 'a.reg': wide('one\n'.repeat(300_000)) })
  await writeFile(join(root, 'a.reg'), wide('two\n'))
  expect((await workspace.history.diff({})).text).toContain('Binary files a/a.reg and b/a.reg differ')
})
