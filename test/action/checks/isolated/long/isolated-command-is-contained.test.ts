import { randomUUID } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckScene,
  canIsolate,
  command,
  openCheckScene,
} from '../../../../support/action/check-scene.ts'

const isolates = await canIsolate()

describe.runIf(isolates)('an isolated command', () => {
  let scene: CheckScene
  const key = `sk-${'model-key-'}${randomUUID()}`
  beforeAll(async () => {
    process.env.KEY_OF_THE_TEST = key
    scene = await openCheckScene({ SOME_TOKEN: key, HTTPS_PROXY: 'http://proxy', JAVA_HOME: '/usr/lib/jvm' })
  })
  afterAll(() => {
    delete process.env.KEY_OF_THE_TEST
    return scene?.[Symbol.asyncDispose]()
  })

  test('has its own short environment, and cannot read the environment of another process', async () => {
    const names = await scene.check(
      "cat /proc/self/environ | tr '\\0' '\\n' | cut -d= -f1 | sort | tr '\\n' ' '",
    )
    expect(names.output.trim().split(' ')).toEqual(
      'CI HOME JAVA_HOME LANG LOGNAME NO_COLOR PATH PWD SHELL TMPDIR USER'.split(' '),
    )
    const all = await scene.check('cat /proc/[0-9]*/environ || true')
    expect(all.output).toContain('HOME=/home/checks')
    expect(all.output).toContain('/proc/1/environ: Permission denied')
    expect(all.output).not.toContain(key)
  })

  test('finds no process of the runner, neither to read nor to signal', async () => {
    const { output } = await scene.check(
      `ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} || echo no; cat /proc/${process.pid}/mem || echo no`,
    )
    expect(Number(output.split('\n', 1)[0])).toBeLessThan(8)
    expect(output.match(/^no$/gm)).toHaveLength(2)
  })

  test('gains nothing by asking for more', async () => {
    const attempts = [
      'sudo -n true',
      'su -c true root',
      'setpriv --reuid 0 true',
      'chroot /cell true',
      'unshare --user --map-root-user true',
      'unshare --mount true',
      'mount -t tmpfs none /tmp',
      'mount -o remount,rw /usr',
      'umount /usr',
      'mknod /tmp/disk b 254 0',
      'kill -KILL 1 && sleep 0.1 && [ ! -d /proc/1 ]',
      'echo 0 >/proc/sys/kernel/randomize_va_space',
      'chown root a; chmod u+s a; [ "$(stat -c %u a)" = 0 ]',
    ]
    const checks = await scene.open({ commands: attempts.map((run) => command(run)) })
    const report = await checks.inspect(await scene.makeTree({ a: '' }), new AbortController().signal)
    const gained = report.kind === 'ran' && report.results.filter(({ passed }) => passed)
    expect(gained).toEqual([])
  })

  test("holds no key of the runner's session keyring", async () => {
    const { facts, folder } = scene
    const seen = join(folder, 'key-after-the-check')
    // With a session keyring of the runner and a key in it. Says what the key is when the command has ended.
    const withKey = `
      my ($keyctl, $add, $seen) = (shift, shift, shift);
      my ($type, $name, $text) = ('user', 'prentice-test', 'a-token-of-the-runner');
      syscall($keyctl + 0, 1, 0);
      my $key = syscall($add + 0, $type, $name, $text, length $text, -3);
      my $code = system(@ARGV) >> 8;
      my $size = syscall($keyctl + 0, 11, $key, $text = ' ' x 99, 99);
      open(my $file, '>', $seen); print $file substr($text, 0, $size); close $file;
      exit $code;`
    const addKey = process.arch === 'arm64' ? 217 : 248
    const asRoot = [
      ...facts.asRoot,
      ...['/usr/bin/perl', '-e', withKey, String(facts.keyctl), String(addKey), seen],
    ]
    const steal = `
      my ($type, $name, $text) = ("user", "prentice-test", "evil");
      my $key = syscall(${facts.keyctl}, 10, -3, $type, $name, 0);
      print $key == -1 ? "no key: $!" : "found";
      syscall(${facts.keyctl}, 2, $key, $text, 4);`
    const { output } = await scene.check(`/usr/bin/perl -e '${steal}'`, { facts: { ...facts, asRoot } })
    expect(output).toBe('no key: Operation not permitted')
    expect(await readFile(seen, 'utf8')).toBe('a-token-of-the-runner')
  })

  test('leaves no key for a later command of its user', async () => {
    const addKey = process.arch === 'arm64' ? 217 : 248
    const leave = `my ($type, $name, $text) = ("user", "prentice-left", "evil"); print syscall(${addKey}, $type, $name, $text, 4, -4)`
    expect((await scene.check(`/usr/bin/perl -e '${leave}'`)).output).toBe('-1')
    expect((await scene.check('cat /proc/keys')).output).not.toContain('prentice-left')
  })

  test('makes no socket that its network namespace does not separate', async () => {
    const [socket, x32] = process.arch === 'arm64' ? [198, 0] : [41, 0x40000000]
    // 40 is AF_VSOCK, which reaches the host of a virtual machine; 38 is AF_ALG. 425 is io_uring_setup.
    const tries = `
      for my $family (1, 2, 10, 16, 17, 38, 40) { print syscall(${socket}, $family, $family == 16 ? 3 : 1, 0) == -1 ? "no" : "yes", " $family\n" }
      my $parameters = "x" x 120;
      print syscall(425, 4, $parameters) == -1 && $! == 38 ? "no" : "yes", " ", syscall(${socket} + ${x32}, 40, 1, 0);`
    const { output } = await scene.check(`/usr/bin/perl -e '${tries}'`)
    expect(output).toBe('yes 1\nyes 2\nyes 10\nyes 16\nno 17\nno 38\nno 40\nno -1')
  })

  // At any other limit the kernel starts the program of core_pattern, as root and outside of the isolation.
  test('starts no program for core dumps', async () => {
    const { output } = await scene.check(
      'ulimit -c 0; prlimit --core=0:0 true; prlimit --core --raw --noheadings -o SOFT,HARD; ulimit -n 99; ulimit -n',
    )
    expect(output).toBe('1 1\n99\n')
  })

  test('has no descriptor that a process before it left open', async () => {
    const { facts } = scene
    const leak = ['bash', '-c', 'exec 9<"$0" 200<"$0" 251<>"$0"; exec "$@"', '/dev/null']
    const list = `ls -l /proc/self/fd | grep -v ' -> /proc/' | wc -l; for n in 9 200 251; do [ ! -e /proc/$$/fd/$n ] || echo $n; done`
    const { output } = await scene.check(list, { facts: { ...facts, asRoot: [...facts.asRoot, ...leak] } })
    // The line about the total, and 0 to 2.
    expect(output).toBe('4\n')
  })

  test('has no capability, and can have none', async () => {
    const { output } = await scene.check('cat /proc/self/status')
    expect(output.match(/^Cap\w+:\s+0+$/gm)).toHaveLength(5)
    expect(output).toMatch(/^NoNewPrivs:\s+1$/m)
  })

  test('writes nowhere but to its own folders, which are gone with it', async () => {
    const { output } = await scene.check(
      'for path in / /*/ /etc/* /dev/shm /dev/null /home/* /run/*; do [ ! -w "$path" ] || echo "$path"; done; echo x >/dev/shm/prentice-x',
    )
    expect(output.trim().split('\n').sort()).toEqual(
      ['/dev/null', '/dev/shm', '/home/checks', '/project/', '/tmp/'].sort(),
    )
    await expect(stat('/dev/shm/prentice-x')).rejects.toThrow('ENOENT')
  })

  test("sees nothing of the runner's files", async () => {
    const { folder, workspace } = scene
    const files = [
      join(folder, '_temp', 'set_env_1'),
      join(workspace, 'a.txt'),
      join(folder, 'dist-index.js'),
    ]
    for (const file of files) await writeFile(file, 'as it was')
    const attempts = files.map((file) => `echo changed >>'${file}' || cat '${file}' || echo none`)
    const { output } = await scene.check(
      [...attempts, 'ls /root /run/docker.sock /var/run || echo none'].join('\n'),
    )
    expect(output.match(/^none$/gm)).toHaveLength(4)
    for (const file of files) expect(await readFile(file, 'utf8')).toBe('as it was')
  })

  test('works on a copy without git, and what it writes there changes nothing', async () => {
    const files = { 'a.txt': 'one\n', 'sub/b.txt': 'two\n' }
    const first = await scene.check(
      'find . -type f | sort; echo evil >a.txt; rm -r sub; ls -A; ! git status',
      {
        files,
      },
    )
    expect(first.output).toContain('./a.txt\n./sub/b.txt\na.txt\n')
    expect(first.output).not.toContain('.git\n')
    const second = await scene.check('cat a.txt sub/b.txt', { files })
    expect(second.output).toBe('one\ntwo\n')
  })

  test('reaches no network, not even on this machine', async () => {
    let connections = 0
    const server = createServer(() => {
      connections += 1
    })
    const abstract = createServer().listen('\0prentice-abstract')
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const { output } = await scene.check(
      `bash -c 'echo >/dev/tcp/127.0.0.1/${port}' || echo none; bash -c 'echo >/dev/udp/169.254.169.254/80' || echo none; cat /proc/net/unix; tail -n +3 /proc/net/dev`,
    )
    server.close()
    abstract.close()
    expect(output.match(/^none$/gm)).toHaveLength(2)
    expect(connections).toBe(0)
    expect(output).not.toContain('prentice-abstract')
    expect(output.match(/^ *\w+:(?= +\d)/gm)).toEqual([expect.stringContaining('lo:')])
  })

  test('can talk to itself on loopback', async () => {
    const { passed, output } = await scene.check(
      "bash -c 'echo >/dev/tcp/127.0.0.1/1' 2>&1 | grep -q refused",
    )
    expect([passed, output]).toEqual([true, ''])
  })

  test('is outlived by none of its processes', async () => {
    // Many seconds, and a number that no other process has in its arguments.
    const mark = `4${process.pid}${process.hrtime.bigint() % 10_000_000n}`
    const { passed } = await scene.check(
      `(setsid sh -c '(trap "" HUP TERM; sleep ${mark} </dev/null >/dev/null 2>&1 &) &' &); sleep 0.2; pgrep -f 'sleep ${mark}'`,
    )
    expect(passed).toBe(true)
    expect(await findProcesses(`sleep\0${mark}`)).toEqual([])
  })

  test('cannot take up the machine with processes', async () => {
    const { passed } = await scene.check('bomb() { bomb | bomb & }; bomb; sleep 600', { seconds: 1 })
    expect(passed).toBe(false)
    // One that is dying holds nothing open any more, and still stands in the list for a moment.
    await expect.poll(() => findUser(scene.facts.user)).toEqual([])
  })

  test('writes no file above the limit, and does not fill the disk', async () => {
    const bounds = { processes: 200, fileBytes: 2 ** 20, output: 2 ** 20 }
    const large = await scene.check('head -c 2000000 /dev/zero >large', { bounds })
    expect(large).toMatchObject({ passed: false })
  })
})

async function findProcesses(mark: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(mark)) found.push(line)
  }
  return found
}

async function findUser(user: number): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (new RegExp(`^Uid:\\s+${user}\\b`, 'm').test(status)) found.push(status.split('\n', 1)[0] ?? '')
  }
  return found
}

test.runIf(!isolates)('a runner that cannot isolate commands runs none', async () => {
  await using scene = await openCheckScene()
  const report = (await scene.open({})).recall('')
  expect(report).toMatchObject({ kind: 'not-run', why: expect.stringContaining('cannot isolate') })
})
