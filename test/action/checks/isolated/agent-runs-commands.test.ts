import { chmod, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canIsolate } from '../../../support/action/check-scene.ts'
import { type CommandScene, openCommandScene } from '../../../support/action/command-scene.ts'

const isolates = await canIsolate()

describe.runIf(isolates)('a command of the agent', () => {
  test('works on a copy of the work, and what it changes is lost', async () => {
    await using scene = await openCommandScene(
      { 'a.txt': 'one\n', '.gitignore': 'ignored\n' },
      { setup: ['mkdir modules; echo tool >modules/t'], untracked: { '.npmrc': 'token', ignored: 'x' } },
    )
    const { workspace, run, changes } = scene
    await workspace.read({ path: 'a.txt' })
    await workspace.edit({ path: 'a.txt', old: 'one', new: 'two' })
    await workspace.write({ path: 'new.txt', text: 'new\n' })
    const first = await run('cat a.txt new.txt modules/t; ls -A; echo lost >a.txt; rm new.txt; exit 3')
    expect(first).toMatchObject({ ok: true, ended: expect.stringMatching(/^exit code 3 after [\d.]+ s$/) })
    expect(first.text).toMatch(
      /^Exit code 3 after .*\.\ntwo\nnew\ntool\n\.gitignore\na\.txt\nmodules\nnew\.txt$/s,
    )
    expect((await run('cat a.txt new.txt')).text).toMatch(/\ntwo\nnew$/)
    expect(await changes()).toEqual(['M a.txt', 'A new.txt'])
  })

  test('keeps the files that the call names: changed, new and deleted ones', async () => {
    await using scene = await openCommandScene({
      'a.txt': 'one\n',
      'gone.txt': 'x\n',
      'src/one.snap': 'old\n',
      'src/same.snap': 'same\n',
      'src/other.ts': 'code\n',
    })
    const result = await scene.run(
      'echo two >a.txt; rm gone.txt; echo new >src/one.snap; touch src/same.snap; mkdir -p src/deep; echo n >src/deep/n.snap; echo lost >src/other.ts; echo lost >b.txt',
      { keep: ['a.txt', 'gone.txt', '*.snap'] },
    )
    expect(result.ok).toBe(true)
    expect(result.text).toContain('Kept 4 files: ')
    expect(result.text).toContain('You have not read the new content.')
    expect(await scene.changes()).toEqual([
      ...['M a.txt', 'D gone.txt', 'A src/deep/n.snap', 'M src/one.snap'],
    ])
    expect(await scene.read('src/deep/n.snap')).toBe('n\n')
    expect((await scene.run('cat a.txt src/deep/n.snap')).text).toMatch(/\ntwo\nn$/)
    const again = await scene.run('true', { keep: ['a.txt', 'no/such', '**'] })
    expect(again.text).toContain('Nothing to keep')
  })

  test('starts in the folder in which the agent works, and keeps paths of the repository', async () => {
    await using scene = await openCommandScene(
      { "packages/it's/a.txt": 'one\n', 'a.txt': 'root\n' },
      { directory: "packages/it's" },
    )
    const result = await scene.run('cat a.txt; pwd; echo two >a.txt; echo new >../b.txt', {
      keep: ['packages/**'],
    })
    expect(result.text).toMatch(/\none\n\/project\/packages\/it's\n\nKept 2 files: /)
    expect(await scene.changes()).toEqual(['A packages/b.txt', "M packages/it's/a.txt"])
  })

  test('makes what it keeps unread', async () => {
    await using scene = await openCommandScene({ 'a.txt': 'one\n' })
    await scene.workspace.read({ path: 'a.txt' })
    await scene.run('echo two >a.txt', { keep: ['a.txt'] })
    expect(await scene.workspace.write({ path: 'a.txt', text: 'three\n' })).toMatchObject({
      ok: false,
      text: expect.stringContaining('Read it first'),
    })
    expect(await scene.workspace.read({ path: 'a.txt' })).toMatchObject({ ok: true, text: '1\ttwo' })
    expect(await scene.workspace.list({})).toMatchObject({ text: expect.stringContaining('a.txt') })
  })

  test('keeps a file that setup made, if the call names its path', async () => {
    await using scene = await openCommandScene(
      { 'a.txt': '' },
      { setup: ['echo locked >lock.json; mkdir out; echo x >out/x'] },
    )
    expect((await scene.run('true', { keep: ['**'] })).text).toContain('Nothing to keep')
    expect((await scene.run('true', { keep: ['lock.json'] })).text).toContain('lock.json (created)')
    expect(await scene.changes()).toEqual(['A lock.json'])
  })

  test('leaves out what git ignores', async () => {
    await using scene = await openCommandScene({ '.gitignore': 'target/\n', 'a.txt': '' })
    const result = await scene.run('mkdir target; ln -s /etc target/link; echo b >target/b; echo c >c.txt', {
      keep: ['**'],
    })
    expect(result.text).toContain('Kept 1 file: c.txt (created)')
    expect(result.text).toContain('2 files that git ignores: left out.')
    expect(await scene.changes()).toEqual(['A c.txt'])
  })

  test('keeps the executable bit of scripts where the settings allow it', async () => {
    const line = 'printf "#!/bin/sh\\n" >s.sh; chmod 755 s.sh; echo x >b; chmod 755 b; chmod 644 was.sh'
    for (const mayMakeExecutable of [true, false]) {
      await using scene = await openCommandScene({ 'was.sh': '#!/bin/sh\n' }, { mayMakeExecutable })
      await chmod(join(scene.root, 'was.sh'), 0o755)
      const result = await scene.run(line, { keep: ['*.sh', 'b'] })
      expect(result.text).toContain('b is kept without its executable bit.')
      const executable = async (path: string) => ((await stat(join(scene.root, path))).mode & 0o111) !== 0
      expect([await executable('s.sh'), await executable('b'), await executable('was.sh')]).toEqual([
        ...[mayMakeExecutable, false, false],
      ])
    }
  })
})

describe.runIf(isolates)('nothing at all is kept', () => {
  let scene: CommandScene
  beforeAll(async () => {
    scene = await openCommandScene(
      {
        'a.txt': 'one\n',
        'dir/f.txt': 'f\n',
        'utf8.txt': 'café',
        'old.txt': Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x0a]),
        '.editorconfig': '[old.txt]\ncharset = windows-1251\n',
      },
      {
        untracked: { 'cache.db': 'runner' },
        maxBytes: 1999,
        findObstacle: (path) => (path.startsWith('.github/') ? 'protected' : null),
      },
    )
  })
  afterAll(() => scene?.[Symbol.asyncDispose]())

  test('a script does not become an executable of another kind', async () => {
    await using scene = await openCommandScene({ 'was.sh': '#!/bin/sh\n' }, { mayMakeExecutable: true })
    await chmod(join(scene.root, 'was.sh'), 0o755)
    await scene.run('printf "#!/bin/sh\\n" >s; chmod 755 s', { keep: ['s'] })
    const result = await scene.run('cat /bin/true >s; cat /bin/true >was.sh', { keep: ['s', 'was.sh'] })
    expect(result.text).toContain('s is kept without its executable bit.')
    for (const path of ['s', 'was.sh']) expect((await stat(join(scene.root, path))).mode & 0o111).toBe(0)
  })

  test.each([
    ['echo x >.github/w.yml', ['.github/**'], '.github/w.yml is protected'],
    ['echo x >a.txt; echo y >.git-hooks', ['a.txt', '.git/hooks/pre-commit'], 'inside a git directory'],
    ['echo x >a.txt; ln -s a.txt link', ['a.txt', 'link'], 'link is a symbolic link after the command'],
    ['echo x >a.txt; mkfifo pipe', ['a.txt', 'pipe'], 'pipe is a pipe, socket or device'],
    ['echo x >a.txt; truncate -s 900M hole', ['*'], 'hole has 943718400 bytes'],
    ['echo x >a.txt; head -c 2000 /dev/zero >big', ['a.txt', 'big'], '`max-bytes`'],
    ['echo x >a.txt; echo mine >cache.db', ['**'], 'cache.db was there, outside of the repository'],
    ['echo x >a.txt; rm -r dir; ln -s /etc dir', ['a.txt', 'dir'], 'dir is a symbolic link'],
    ['echo x >a.txt; chmod 0 dir', ['a.txt', 'dir/**'], 'dir/f.txt is in a folder that cannot be read'],
    [
      'echo x >a.txt; iconv -f cp1251 -t utf8 old.txt >n; cat n >old.txt',
      ['*.txt'],
      'old.txt is in windows-1251',
    ],
    ['echo x >a.txt; printf "caf\\357\\277\\275" >utf8.txt', ['*.txt'], 'utf8.txt has characters'],
    ['echo x >a.txt', ['a.txt', '../b'], 'holds ".."'],
    ['echo x >a.txt', ['*.{a,b}'.repeat(50)], 'too long'],
    ['echo x >a.txt; for i in $(seq 1100); do echo >$i.gen; done', ['*'], 'More than 1000 of the files'],
    ['echo x >a.txt; sleep 600', ['a.txt'], 'Nothing was kept, because the command did not end by itself.'],
  ])('after %j with %j', async (line, keep, why) => {
    const limit = line.includes('sleep') && { seconds: 1 }
    const result = await scene.run(`mkdir -p .github; ${line}`, { keep, ...limit })
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining(why) })
    expect(await scene.changes()).toEqual([])
    expect(await scene.read('cache.db')).toBe('runner')
  })
})
