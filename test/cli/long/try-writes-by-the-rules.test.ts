import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitIn, tryScene } from '../try-scene.ts'

const PROMPT = `Replace "One" with "Two" in README.md
Delete src/old.ts
Create src/new/file.ts with "export {}"
Append "# end" to run.sh`
const FILES = { 'README.md': 'One dog\n', 'src/old.ts': 'export {}\n', 'run.sh': '# begin\n' }

test('--apply writes the change to the work tree, and leaves the index and other files alone', async () => {
  const { run, git, write, read, clone } = await tryScene(FILES)
  chmodSync(join(clone, 'run.sh'), 0o700)
  git('commit', '--quiet', '--all', '--message=Executable')
  write({ 'notes.txt': 'mine\n' })
  const { code, notes } = await run(['--apply', PROMPT])
  expect(notes).toContain('✓ The change is in your work tree, uncommitted.')
  expect(code).toBe(0)
  expect(git('status', '--porcelain')).toBe(
    ' M README.md\n M run.sh\n D src/old.ts\n?? notes.txt\n?? src/new/\n',
  )
  expect([read('README.md'), read('run.sh'), read('src/new/file.ts')]).toEqual([
    'Two dog\n',
    '# begin\n# end',
    'export {}',
  ])
  expect(statSync(join(clone, 'run.sh')).mode & 0o777).toBe(0o700)
  expect(git('diff', '--cached')).toBe('')
  expect(readdirSync(clone).filter((name) => name.startsWith('.'))).toEqual(['.git'])
})

/** What is in the way, and what is said of it. */
const OBSTACLES: readonly (readonly [string, (clone: string) => void, RegExp])[] = [
  [
    'a file has uncommitted changes',
    (clone) => writeFileSync(join(clone, 'README.md'), 'One dog\nmine\n'),
    /README\.md is not as in HEAD: commit or stash your changes first/,
  ],
  [
    'git was told to overlook the changes of a file',
    (clone) => {
      gitIn(clone, 'update-index', '--assume-unchanged', 'README.md')
      writeFileSync(join(clone, 'README.md'), 'One dog\nmine\n')
    },
    /README\.md is not as in HEAD/,
  ],
  [
    'a file is staged otherwise',
    (clone) => {
      gitIn(clone, 'rm', '--quiet', '--cached', 'README.md')
    },
    /README\.md is not as in HEAD/,
  ],
  [
    'an untracked file has the name of a new one',
    (clone) => {
      mkdirSync(join(clone, 'src/new'))
      writeFileSync(join(clone, 'src/new/file.ts'), 'mine\n')
    },
    /src\/new\/file\.ts already exists: move it away/,
  ],
  [
    'a link has the place of a folder',
    (clone) => {
      mkdirSync(join(clone, '../elsewhere'))
      symlinkSync('../../elsewhere', join(clone, 'src/new'))
    },
    /src\/new\/file\.ts is behind the symbolic link src\/new, which is not followed/,
  ],
]

test.each(OBSTACLES)('--apply writes nothing if %s', async (_, change, message) => {
  const { run, git, clone } = await tryScene(FILES)
  change(clone)
  const before = [git('status', '--porcelain', '--untracked-files=all'), git('diff')]
  const { code, out, notes } = await run(['--apply', PROMPT])
  expect(notes).toMatch(new RegExp(`✗ Nothing was written: ${message.source}`))
  expect(out).toContain('+Two dog')
  expect(code).toBe(1)
  expect([git('status', '--porcelain', '--untracked-files=all'), git('diff')]).toEqual(before)
  expect(readdirSync(join(clone, '..'))).not.toContain('file.ts')
})

test('a change that the rules refuse is shown, and not written', async () => {
  const { run, git, write } = await tryScene(FILES)
  write({ '.github/prentice.yml': 'max-files: 1\n' })
  git('add', '.')
  git('commit', '--quiet', '--message=Settings')
  const { code, out, notes } = await run(['--apply', PROMPT])
  expect(notes).toContain(
    '✗ The change is larger than the project allows: it has 4 files, and `max-files` is 1.',
  )
  expect(notes).toContain('✗ Nothing was written: the change may not be published')
  expect(out).toContain('+Two dog')
  expect([code, git('status', '--porcelain')]).toEqual([1, ''])
})

test('files with Windows line ends in HEAD keep them, whatever git would convert', async () => {
  const { run, git, read } = await tryScene({ 'README.md': 'One dog\r\nend\r\n' })
  git('config', 'core.autocrlf', 'true')
  const { code, out } = await run(['--apply', 'Replace "One dog" with "Two dogs" in README.md'])
  expect([code, read('README.md')]).toEqual([0, 'Two dogs\r\nend\r\n'])
  expect(out).toContain('-One dog\r\n+Two dogs\r\n')
})

test('files with Windows line ends in the work tree keep them', async () => {
  const { run, git, read, clone } = await tryScene({ 'README.md': 'One dog\nend\n', 'a.bat': 'echo One\n' })
  git('config', 'core.autocrlf', 'true')
  git('rm', '--quiet', '--cached', '-r', '.')
  git('reset', '--quiet', '--hard')
  expect(read('README.md')).toBe('One dog\r\nend\r\n')
  const { code, out, notes } = await run([
    '--apply',
    'Replace "One dog" with "Two dogs" in README.md\nCreate b.txt with "new"',
  ])
  expect(notes).not.toContain('uncommitted change')
  expect([code, read('README.md'), read('a.bat')]).toEqual([0, 'Two dogs\r\nend\r\n', 'echo One\r\n'])
  expect(out).toContain('\n-One dog\n+Two dogs\n')
  expect(git('status', '--porcelain')).toBe(' M README.md\n?? b.txt\n')
  expect(statSync(join(clone, 'b.txt')).isFile()).toBe(true)
})
