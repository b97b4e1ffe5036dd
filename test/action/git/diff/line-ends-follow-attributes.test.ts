import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stageWorkTree } from '../../../../src/action/git/diff/stage-work-tree.ts'
import { type Files, givenRemote, prepared } from '../given-remote.ts'

const DOS = 'one\r\ntwo\r\n'

/** What a run stages of files that were written on top of a commit, and whether git sees a change in a clone of it. */
async function staged(base: Files, written: Readonly<Record<string, string | Buffer>>) {
  const { prepare } = await givenRemote(base)
  const { repository, startSha, untrackedBefore } = prepared(await prepare())
  for (const [path, content] of Object.entries(written)) {
    const file = join(repository.workTree, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    if (path.endsWith('.sh')) chmodSync(file, 0o755)
  }
  // The second time the index already has the entries of the first.
  await stageWorkTree(repository, startSha, untrackedBefore, 'reused')
  const { tree } = await stageWorkTree(repository, startSha, untrackedBefore, 'reused')
  expect((await stageWorkTree(repository, startSha, untrackedBefore)).tree).toBe(tree)
  const show = async (path: string) =>
    (await repository.gitBytes(['cat-file', 'blob', `${tree}:${path}`])).stdout.toString('latin1')
  return { show, status: () => statusOfClone(repository.gitDir, tree) }
}

/** By the attributes of the tree, as people have them. */
function statusOfClone(gitDir: string, tree: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-clone-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    ...{ PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' },
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(gitDir, 'objects'),
  }
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, env, encoding: 'utf8' })
  git('init', '-q')
  git('read-tree', tree)
  git('checkout-index', '--all')
  git('add', '--renormalize', '.')
  return git('diff-index', '--cached', '--name-only', tree)
}

test('a new file with CRLF is staged as git add would stage it', async () => {
  const { show, status } = await staged(
    {
      '.gitattributes': '* text=auto\n*.bat eol=crlf\n*.raw -text\n*.txt !text crlf\n',
      'sub/.gitattributes': '*.md -text\n',
    },
    {
      'a.md': DOS,
      'run.sh': DOS,
      'b.bat': DOS,
      'c.raw': DOS,
      'd.txt': `\u0001${DOS}`,
      'ü.md': DOS,
      'sub/e.md': DOS,
      'f.bin': Buffer.from(`\0${DOS}`),
      'g.mixed': `${DOS}three\n`,
      'h.cr': `${DOS}three\rfour`,
    },
  )
  const found: Record<string, string> = {}
  for (const path of [
    'a.md',
    'run.sh',
    'b.bat',
    'c.raw',
    'd.txt',
    'ü.md',
    'sub/e.md',
    'f.bin',
    'g.mixed',
    'h.cr',
  ])
    found[path] = await show(path)
  const UNIX = 'one\ntwo\n'
  expect(found).toEqual({
    'a.md': UNIX,
    'run.sh': UNIX,
    'b.bat': UNIX,
    'c.raw': DOS,
    'd.txt': `\u0001${UNIX}`,
    'ü.md': UNIX,
    'sub/e.md': DOS,
    'f.bin': `\0${DOS}`,
    'g.mixed': `${UNIX}three\n`,
    'h.cr': `${DOS}three\rfour`,
  })
  expect(status()).toBe('')
})

test('a new .gitattributes counts, and without one line ends stay', async () => {
  const { show } = await staged({ 'x.md': 'x' }, { '.gitattributes': '* text=auto\r\n', 'a.md': DOS })
  expect(await show('a.md')).toBe('one\ntwo\n')
  const plain = await staged({ 'x.md': 'x' }, { 'a.md': DOS })
  expect(await plain.show('a.md')).toBe(DOS)
})

test('an edited file keeps its CRLF, and one with LF gets none', async () => {
  const { show } = await staged(
    { '.gitattributes': '* text=auto\n', 'dos.md': DOS, 'unix.md': 'one\n' },
    { 'dos.md': `${DOS}three\r\n`, 'unix.md': DOS },
  )
  expect([await show('dos.md'), await show('unix.md')]).toEqual([`${DOS}three\r\n`, 'one\ntwo\n'])
})
