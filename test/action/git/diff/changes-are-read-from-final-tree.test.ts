import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { type Files, givenRemote, prepared } from '../given-remote.ts'

async function givenWorkTree(files: Files, before: (workspace: string) => void = () => undefined) {
  const given = await givenRemote(files)
  before(given.workspace)
  const start = prepared(await given.prepare())
  const path = (name: string) => join(given.workspace, name)
  /** Read from scratch, as for publishing; an incremental read from an index gives the same. */
  const read = async () => {
    const { changes } = await readChanges(start)
    expect((await readChanges({ ...start, index: 'reused' })).changes).toEqual(changes)
    return changes
  }
  return { ...given, start, path, read }
}

const summary = (changes: Awaited<ReturnType<typeof readChanges>>['changes']) =>
  changes.map(({ kind, path, oldMode, newMode }) => `${kind} ${path} ${oldMode} ${newMode}`)

test('an untouched work tree has no changes', async () => {
  const { path, read } = await givenWorkTree({ 'a.txt': 'a\r\n', '.gitattributes': '* text=auto\n' })
  writeFileSync(path('a.txt'), readFileSync(path('a.txt')))
  expect(await read()).toEqual([])
})

test('additions, changes and deletions are found in paths of every kind', async () => {
  const { path, read } = await givenWorkTree({ 'gone.txt': 'x\n', 'a b/"q".txt': '1\n2\n', 'plain.txt': '' })
  rmSync(path('gone.txt'))
  writeFileSync(path('a b/"q".txt'), '1\ntwo\nthree\n')
  writeFileSync(path('-n'), 'new')
  writeFileSync(path('back\\slash'), 'new')
  writeFileSync(path('ünïcode\n.txt'), '++ plus\n-- minus\ndiff --git a/x b/x\n')

  const changes = await read()

  expect(changes.map(({ path: name }) => name).sort()).toEqual([
    '-n',
    'a b/"q".txt',
    'back\\slash',
    'gone.txt',
    'ünïcode\n.txt',
  ])
  expect(changes.find(({ path: name }) => name === 'a b/"q".txt')).toEqual({
    path: 'a b/"q".txt',
    oldPath: null,
    kind: 'modified',
    oldMode: '100644',
    newMode: '100644',
    oldSize: 4,
    newSize: 12,
    additions: 2,
    deletions: 1,
    addedLines: [
      { number: 2, text: 'two' },
      { number: 3, text: 'three' },
    ],
  })
  expect(changes.find(({ path: name }) => name.startsWith('ün'))?.addedLines).toEqual([
    { number: 1, text: '++ plus' },
    { number: 2, text: '-- minus' },
    { number: 3, text: 'diff --git a/x b/x' },
  ])
  expect(changes.find(({ kind }) => kind === 'deleted')).toMatchObject({
    path: 'gone.txt',
    newMode: null,
    newSize: 0,
  })
})

test('a renamed file is one change, and only its new lines are added', async () => {
  const lines = Array.from({ length: 20 }, (_, at) => `line ${at}\n`).join('')
  const { path, read } = await givenWorkTree({ 'old.sh': { executable: lines } })
  renameSync(path('old.sh'), path('new.sh'))
  writeFileSync(path('new.sh'), `${lines}last\n`)

  expect(await read()).toMatchObject([
    {
      kind: 'renamed',
      oldPath: 'old.sh',
      path: 'new.sh',
      newMode: '100755',
      addedLines: [{ number: 21, text: 'last' }],
    },
  ])
})

test('line endings stay, and a changed line is one line', async () => {
  const { path, read } = await givenWorkTree({
    'a.txt': '1\r\n2\r\n3\r\n',
    '.gitattributes': '* text=auto eol=lf\n',
  })
  writeFileSync(path('a.txt'), '1\r\nzwei\r\n3\r\n')
  expect(await read()).toMatchObject([
    { additions: 1, deletions: 1, addedLines: [{ number: 2, text: 'zwei\r' }] },
  ])
})

test('attributes do not hide lines from the scanner', async () => {
  const { path, read } = await givenWorkTree({ '.gitattributes': '*.txt -diff binary\n', 'a.txt': 'a\n' })
  writeFileSync(path('a.txt'), 'a\nvisible\n')
  writeFileSync(path('b.bin'), Buffer.from('\0\0nul\n'))
  expect((await read()).map(({ addedLines }) => addedLines?.[0]?.text)).toEqual(['visible', '\0\0nul'])
})

test('files that were untracked or ignored before are not added, whatever happens to .gitignore', async () => {
  const { path, read } = await givenWorkTree({ '.gitignore': 'secret.env\nnode_modules/\n' }, (workspace) => {
    mkdirSync(join(workspace, 'node_modules/x'), { recursive: true })
    mkdirSync(join(workspace, 'notes'))
    writeFileSync(join(workspace, 'node_modules/x/y.js'), 'y')
    writeFileSync(join(workspace, 'secret.env'), 'KEY=1')
    writeFileSync(join(workspace, 'notes/old.txt'), 'old')
  })
  writeFileSync(path('.gitignore'), '')
  writeFileSync(path('secret.env'), 'KEY=2')
  writeFileSync(path('notes/new.txt'), 'new')

  expect(summary(await read())).toEqual([
    'modified .gitignore 100644 100644',
    'added notes/new.txt null 100644',
  ])
})

test('ignored files are not added', async () => {
  const { path, read } = await givenWorkTree({ '.gitignore': '*.log\n' })
  writeFileSync(path('build.log'), 'x')
  writeFileSync(path('build.txt'), 'x')
  expect(summary(await read())).toEqual(['added build.txt null 100644'])
})

test('links, executable bits and nested repositories are told apart', async () => {
  const { path, read } = await givenWorkTree({
    'run.sh': 'x\n',
    'd/f.txt': 'f\n',
    'was-file': 'y\n',
    'was-dir/z': 'z\n',
  })
  chmodSync(path('run.sh'), 0o755)
  rmSync(path('d'), { recursive: true })
  symlinkSync('/etc', path('d'))
  unlinkSync(path('was-file'))
  mkdirSync(path('was-file'))
  writeFileSync(path('was-file/inside'), 'different content\n')
  rmSync(path('was-dir'), { recursive: true })
  writeFileSync(path('was-dir'), 'now a file, and long enough to be no rename\n')
  execFileSync('git', ['init', '--quiet', path('nested')])

  expect(summary(await read()).sort()).toEqual([
    'added d null 120000',
    'added nested null 160000',
    'added was-dir null 100644',
    'added was-file/inside null 100644',
    'deleted d/f.txt 100644 null',
    'deleted was-dir/z 100644 null',
    'deleted was-file 100644 null',
    'modified run.sh 100644 100755',
  ])
})

test('a file that became a link is one change', async () => {
  const { path, read } = await givenWorkTree({ 'a.txt': 'a\n', 'z.txt': 'z\n' })
  unlinkSync(path('a.txt'))
  symlinkSync('/etc/passwd', path('a.txt'))
  writeFileSync(path('z.txt'), 'zz\n')
  expect(await read()).toMatchObject([
    { kind: 'modified', path: 'a.txt', oldMode: '100644', newMode: '120000' },
    { path: 'z.txt', additions: 1, deletions: 1, addedLines: [{ number: 1, text: 'zz' }] },
  ])
})

test('a submodule is left alone, unless a file takes its place', async () => {
  const { path, read } = await givenWorkTree({ lib: { submodule: 'a'.repeat(40) }, 'a.txt': 'a\n' })
  expect(await read()).toEqual([])
  writeFileSync(path('lib/x'), 'x')
  expect(await read()).toEqual([])
  rmSync(path('lib'), { recursive: true })
  expect(await read()).toEqual([])
  writeFileSync(path('lib'), 'x')
  expect(await read()).toMatchObject([{ path: 'lib', oldMode: '160000', newMode: '100644' }])
})

test('a diff that is too long to read is marked', async () => {
  const { start, path } = await givenWorkTree({ 'a.txt': 'a\n' })
  writeFileSync(path('b.txt'), 'b\n'.repeat(1000))
  const { changes } = await readChanges({ ...start, scanLimit: 500 })
  expect(changes).toMatchObject([{ path: 'b.txt', newSize: 2000, addedLines: null }])
})

test('hooks and settings that the agent planted in our own git directory do not run', async () => {
  const { start, path, folder } = await givenWorkTree({ 'a.txt': 'a\n' })
  const witness = join(folder, 'witness')
  const { gitDir } = start.repository
  writeFileSync(join(gitDir, 'config'), `[filter "evil"]\n\tclean = "touch ${witness}; cat"\n`)
  writeFileSync(join(gitDir, 'info', 'attributes'), '* filter=evil\n')
  writeFileSync(path('a.txt'), 'b\n')
  expect((await readChanges(start)).changes).toHaveLength(1)
  expect(existsSync(witness)).toBe(false)
})

test('names that are not UTF-8 are preserved', async () => {
  const { start, read, workspace } = await givenWorkTree({ 'a.txt': 'a\n' })
  writeFileSync(Buffer.concat([Buffer.from(`${workspace}/caf`), Buffer.from([0xe9])]), 'x')
  const { tree } = await readChanges(start)
  const { stdout } = await start.repository.gitBytes(['ls-tree', '-z', '--name-only', tree])
  expect(stdout.toString('latin1').split('\0')).toContain('caf\u00e9')
  expect(await read()).toHaveLength(1)
})

test('a change that is made, made again and undone is seen each time', async () => {
  const { path, read } = await givenWorkTree({ 'a.txt': 'one\n', 'b.txt': 'b\n' })
  const counts = async () => (await read()).map(({ path: name, additions, kind }) => [name, kind, additions])
  writeFileSync(path('a.txt'), 'two\n')
  writeFileSync(path('new.txt'), 'n\n')
  expect(await counts()).toEqual([
    ['a.txt', 'modified', 1],
    ['new.txt', 'added', 1],
  ])
  writeFileSync(path('a.txt'), 'one\n')
  writeFileSync(path('new.txt'), 'n\nm\n')
  rmSync(path('b.txt'))
  expect(await counts()).toEqual([
    ['b.txt', 'deleted', 0],
    ['new.txt', 'added', 2],
  ])
  rmSync(path('new.txt'))
  writeFileSync(path('b.txt'), 'b\n')
  expect(await counts()).toEqual([])
})

test('a change in the second of the checkout is seen in the next one, though size and time are the same', async () => {
  const { path, read } = await givenWorkTree({ 'a.txt': 'one\n' })
  const { atime, mtime } = statSync(path('a.txt'))
  writeFileSync(path('a.txt'), 'two\n')
  utimesSync(path('a.txt'), atime, mtime)
  await sleep(1100)
  expect((await read()).map(({ path: name }) => name)).toEqual(['a.txt'])
})
