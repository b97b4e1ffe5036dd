import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rmdir, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canIsolate } from '../../../../support/action/check-scene.ts'
import { openCommandScene } from '../../../../support/action/command-scene.ts'

const isolates = await canIsolate()

async function processesOf(user: number): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (new RegExp(`^Uid:\\s+${user}\\b`, 'm').test(status))
      found.push(/^Name:\s+(.*)$/m.exec(status)?.[1] ?? '')
  }
  return found
}

describe.runIf(isolates)('a hostile command', () => {
  test('leaves no process that could change what is kept, or wait for the publish', async () => {
    await using scene = await openCommandScene({ 'a.txt': 'one\n' })
    const wait = 'setsid sh -c "trap \\"\\" HUP TERM; while :; do echo evil >>a.txt; sleep 0.01; done"'
    const result = await scene.run(
      `${wait} >/dev/null 2>&1 </dev/null & until grep -q evil a.txt; do sleep 0.01; done; echo two >b.txt`,
      {
        keep: ['a.txt', 'b.txt'],
      },
    )
    expect(result).toMatchObject({ ok: true })
    await expect.poll(() => processesOf(scene.user)).toEqual([])
    const kept = await scene.read('a.txt')
    expect(kept).toMatch(/^(?:one\n)?(?:evil\n)+$/)
    expect((await scene.run('cat a.txt')).text).toContain(kept?.trimEnd())
    expect(await scene.read('a.txt')).toBe(kept)
  })

  test('is ended with all its processes if it forks without end, and none of its files is kept', async () => {
    await using scene = await openCommandScene({ 'a.txt': 'one\n' })
    const result = await scene.run('echo two >a.txt; bomb() { bomb | bomb & }; bomb; sleep 600', {
      keep: ['a.txt'],
      seconds: 1,
    })
    expect(result.text).toContain('Nothing was kept')
    await expect.poll(() => processesOf(scene.user)).toEqual([])
    expect(await scene.changes()).toEqual([])
    expect((await scene.run('cat a.txt')).text).toContain('one')
  })

  // A small disk can only be mounted by root.
  test.runIf(process.getuid?.() === 0)('leaves room for the next command if it fills the disk', async () => {
    const scratch = await mkdtemp(join(tmpdir(), 'prentice-small-'))
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=0700', 'small', scratch])
    onTestFinished(async () => {
      execFileSync('umount', ['-l', scratch])
      await rmdir(scratch)
    })
    await using scene = await openCommandScene({ 'a.txt': 'one\n' }, { commandRunner: { scratch } })
    await scene.run('echo two >a.txt; cat /dev/zero >big; sleep 600', { seconds: 5 })
    expect((await scene.run('cat a.txt; ls; echo three >a.txt', { keep: ['a.txt'] })).text).toMatch(
      /one\na\.txt\n\nKept 1 file/,
    )
  })

  test('listens on a network of its own', async () => {
    await using scene = await openCommandScene({ a: '' })
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const listen = `use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or die; bind(S, sockaddr_in(${port}, INADDR_ANY)) or die $!; listen(S, 5) or die; print "listening"`
    expect((await scene.run(`perl -e '${listen}'`)).text).toMatch(/\nlistening$/)
  })

  test('makes no device and no whiteout, and a link to a file elsewhere is not kept', async () => {
    await using scene = await openCommandScene({ 'a.txt': 'one\n', 'dir/b.txt': 'two\n' })
    const setxattr = process.arch === 'arm64' ? 5 : 188
    const { text } = await scene.run(
      [
        'mknod whiteout c 0 0 || echo no whiteout',
        'mknod null c 1 3 || echo no device',
        'ln /etc/passwd hard || echo no hard link',
        `perl -e 'my ($p, $n, $v) = ("dir", "trusted.overlay.opaque", "y"); print syscall(${setxattr}, $p, $n, $v, 1, 0)'`,
      ].join('; '),
    )
    expect(text).toMatch(/no whiteout\n.*no device\n.*no hard link\n-1/s)
    const links = await scene.run('ln a.txt hard; rm -r dir; ln -s /etc dir', { keep: ['hard', 'dir/*'] })
    // The file behind the link is not in the repository, and the one that was there is gone.
    expect(links.text).toContain('Kept 2 files: hard (created), dir/b.txt (deleted)')
    expect(await scene.changes()).toEqual(['D dir/b.txt', 'A hard'])
    expect((await stat(join(scene.root, 'hard'))).nlink).toBe(1)
    const passwd = await scene.run('ln -s /etc/passwd p; ln -s /proc/self/root/etc q', {
      keep: ['p', 'q/passwd'],
    })
    expect(passwd).toMatchObject({ ok: false, text: expect.stringContaining('p is a symbolic link') })
    expect(await scene.read('q/passwd')).toBeNull()
  })

  test('cannot hide a change behind the time of a file', async () => {
    await using scene = await openCommandScene({ 'a.txt': 'one\n' })
    await scene.run('cat a.txt')
    const line = 'cp -p a.txt /tmp/t; echo two >a.txt; touch -r /tmp/t a.txt; touch -r /tmp/t .'
    expect((await scene.run(line, { keep: ['a.txt'] })).text).toContain('a.txt (changed)')
    expect((await scene.run('cat a.txt')).text).toMatch(/\ntwo$/)
    expect(await scene.changes()).toEqual(['M a.txt'])
    const future = 'echo six >a.txt; echo n >n.txt; touch -d 2100-01-01 a.txt n.txt .'
    await scene.run(future, { keep: ['**'] })
    expect((await scene.run('cat a.txt n.txt')).text).toMatch(/\nsix\nn$/)
    expect(await scene.workspace.list({})).toMatchObject({ text: expect.stringContaining('n.txt') })
  })

  test('changes nothing that a later command or check uses: setup, home, temporary files', async () => {
    await using scene = await openCommandScene(
      { 'a.txt': '' },
      { setup: ['mkdir bin; echo tool >bin/tool; echo mine >~/rc'] },
    )
    await scene.run('echo evil >bin/tool; echo evil >~/rc; echo evil >/tmp/t; echo evil >/dev/shm/s', {
      keep: ['a.txt'],
    })
    expect((await scene.run('cat bin/tool ~/rc; ls -A /tmp /dev/shm')).text).toMatch(
      /\ntool\nmine\n\/dev\/shm:\n\n\/tmp:$/,
    )
  })

  test('cannot forge what the reader prints by names of files, and cannot replace the reader', async () => {
    await using scene = await openCommandScene({ 'a.txt': 'one\n' })
    const forge = [
      "printf x >'plain 3'",
      'printf x >"$(printf \'end 0\\nall\')"',
      'mkdir -p strict.pm lib; echo "die" >strict.pm/x; echo "print q(plain 1)" >sitecustomize.pl',
      'printf "#!/bin/sh\\necho forged\\n" >perl; chmod +x perl; cp perl sh',
      'mkdir -p ~/bin; cp perl ~/bin/perl; echo "export PERL5OPT=-Mevil" >~/.profile',
    ].join('; ')
    const result = await scene.run(forge, { keep: ['plain 3', 'sitecustomize.pl', 'sh'] })
    expect(result.text).toContain('Kept 3 files: ')
    expect(await scene.changes()).toEqual(['A plain 3', 'A sh', 'A sitecustomize.pl'])
    const control = await scene.run('printf x >"$(printf \'a\\nb\')"', { keep: ['**'] })
    expect(control).toMatchObject({ ok: false, text: expect.stringContaining('control character') })
  })

  test('sees no process, environment or file of the runner', async () => {
    await using scene = await openCommandScene({ a: '' }, { untracked: { '.npmrc': 'token-of-the-runner' } })
    const { text } = await scene.run(
      `ls /proc | grep -c '^[0-9]'; cat /proc/*/environ /proc/1/mem .npmrc '${scene.root}/.npmrc' 2>/dev/null | tr '\\0' '\\n' | grep -cE 'token-of|VITEST|PWD=/work' || true; ls '${scene.folder}' || echo hidden`,
    )
    expect(text).toMatch(/\n[3-9]\n0\n.*hidden$/s)
  })
})
