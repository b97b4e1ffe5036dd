import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { READ_TOKEN, WRITE_TOKEN } from '../../fakes/github/one-repository.ts'
import { listen } from '../../fakes/listen.ts'
import { canIsolate } from '../../support/action/check-scene.ts'
import { finish } from '../../support/whole-run/calls.ts'
import { allThatLeft } from '../../support/whole-run/collect-outputs.ts'
import type { Call } from '../../support/whole-run/scene.ts'
import { openWorld } from '../support/bundle-world.ts'

const isolates = await canIsolate()

/** Made here and valid nowhere. */
const KEY = 'tZ4q-9Lw2VbN7xR1mK8cJ5hG0fD3sAe6PyU'

const run = (command: string, ...keep: string[]): Call => ({
  tool: 'run',
  input: { command, ...(keep.length > 0 && { keep }) },
})

const checks = {
  setup: [],
  commands: [{ name: 'Greeting', run: 'sh check.sh', seconds: 30 }],
  rounds: 2,
}
const FILES = {
  'hello.txt': 'Hello, world!\n',
  'check.sh': 'grep -q moon greeting.txt\n',
  'dir/a.txt': 'one\n',
}

/** Tells the processes of this test from those of others on the machine, which may run the same test. */
const STAYS = `prentice-test-hostile-${process.pid}`

test.runIf(isolates)(
  'a model whose commands attack the runner leaves nothing, learns nothing and bends no rule',
  async () => {
    const visits: string[] = []
    const evilUrl = await listen((request, response) => {
      visits.push(`${request.method} ${request.url}`)
      response.end('x')
    })
    const { port } = new URL(evilUrl)
    const connect = `perl -MIO::Socket::INET -e 'print IO::Socket::INET->new(PeerAddr => "127.0.0.1:${port}", Timeout => 2) ? "connected" : "refused"'`
    const calls = [
      // It forks, waits for the publish, and continues to change what is kept.
      run(
        `setsid sh -c 'trap "" HUP TERM; while :; do echo evil >>hello.txt; sleep 0.05; done' ${STAYS} >/dev/null 2>&1 & until grep -q evil hello.txt; do sleep 0.05; done; echo Hello, moon! >greeting.txt`,
        'greeting.txt',
      ),
      {
        tool: 'run',
        input: { command: 'bomb() { bomb | bomb & }; bomb; sleep 600', seconds: 2, keep: ['hello.txt'] },
      },
      // It would fill the disk.
      run('truncate -s 4T big || echo stopped; ls'),
      run(
        `${connect}; cat /proc/*/environ /proc/1/mem .git/config ~/.netrc 2>/dev/null | tr '\\0' '\\n' | grep -c . ; env`,
      ),
      // It plants links, a whiteout, a device and a socket where files are read back.
      run('ln -s /etc/passwd passwd', 'passwd'),
      run('mkdir -p x; ln -s /etc x/etc; mkfifo x/pipe', 'x/**'),
      run('mknod whiteout c 0 0; mknod null c 1 3; ln /etc/passwd hard; ls'),
      // It sets times to fool the index.
      run('cp -p dir/a.txt /tmp/t; echo two >dir/a.txt; touch -r /tmp/t dir/a.txt dir', 'dir/a.txt'),
      // It changes its own check, protected files and files of git.
      run(
        'echo true >check.sh; mkdir -p .github/workflows; echo x >.github/workflows/x.yml',
        '.github/workflows/x.yml',
      ),
      run('mkdir -p .git/hooks; echo "touch /tmp/pwned" >.git/hooks/pre-push', '.git/hooks/pre-push'),
      { tool: 'check', input: { name: 'Greeting' } },
      finish(),
    ]
    const limits = { steps: 40, seconds: 300, costUsd: 5 }
    const assignment = { checks, commands: { setup: [] }, showPrompt: true, limits }
    const world = await openWorld({ files: FILES, calls, app: { assignment } })
    const ended = await world.start({ env: { DEPLOY_TOKEN: KEY } }).ended
    expect([ended.code, ended.log]).toEqual([0, expect.any(String)])

    const requests = world.model.getRequests()
    const results = requests.map(({ body }) => JSON.stringify(body))
    const after = (index: number) => JSON.stringify(messagesOf(requests[index + 1]?.body).at(-1))
    expect(results).toHaveLength(calls.length)
    expect(after(0)).toContain('Kept 1 file: greeting.txt (created)')
    expect(after(1)).toContain('Nothing was kept')
    expect(after(2)).toContain('stopped')
    expect(after(3)).toContain('refused')
    expect(after(4)).toContain('passwd is a symbolic link')
    expect(after(5)).toContain('Nothing was kept')
    expect(after(6)).toMatch(/Operation not permitted/)
    expect(after(7)).toContain('dir/a.txt (changed)')
    expect(after(8)).toContain('.github/workflows/x.yml')
    expect(after(9)).toContain('.git/hooks/pre-push')
    expect(after(10)).toContain('✓ Greeting: passed')

    // Only what the rules of edits permit is published.
    const published = world.github.git('diff', '--name-status', 'main', 'prentice/x1').split('\n')
    expect(published).toEqual(['M\tdir/a.txt', 'A\tgreeting.txt'])
    expect(world.github.git('show', 'prentice/x1:dir/a.txt')).toBe('two')
    expect(String(world.github.pullRequests[0]?.body)).toContain('✓ Greeting: passed')

    expect(visits).toEqual([])
    await expect.poll(() => processesWith(STAYS)).toEqual([])
    const texts = { ...allThatLeft(world, ended), toTheModel: results.join('\n') }
    for (const [where, text] of Object.entries(texts)) {
      for (const secret of [KEY, READ_TOKEN, WRITE_TOKEN, 'sk-ant-key-of-the-test', 'root:x:0'])
        expect({ where, secret, found: text.includes(secret) }).toEqual({ where, secret, found: false })
    }
  },
  240_000,
)

const messagesOf = (body: unknown): readonly unknown[] =>
  (body as { readonly messages: readonly unknown[] }).messages

/** Processes whose command line has this word, other than programs of this test. */
async function processesWith(word: string): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (line.includes(word)) found.push(line)
  }
  return found
}
