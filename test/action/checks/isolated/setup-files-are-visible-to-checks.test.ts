import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { canIsolate, command, only, openCheckScene } from '../../../support/action/check-scene.ts'

const isolates = await canIsolate()
const signal = new AbortController().signal

test.runIf(isolates)('each round of checks finds the files of setup next to the change', async () => {
  await using scene = await openCheckScene()
  const base = await scene.makeTree({ 'a.txt': 'base', 'gone.txt': 'base', 'lock.txt': 'base' })
  const setup = [
    'cat a.txt; echo changed by setup >lock.txt; mkdir -p modules/.bin; echo tool >modules/.bin/tool',
    'mkdir -p ~/.cache; echo cached >~/.cache/c; echo t >/tmp/t',
  ]
  const show =
    'cat a.txt lock.txt modules/.bin/tool ~/.cache/c; ls; ls /tmp; echo x >modules/x; echo y >~/y; rm a.txt'
  const checks = await scene.open({
    base,
    setup: setup.map((run) => command(run)),
    commands: [command(show)],
  })
  expect(scene.results.map(({ passed, output }) => [passed, output])).toEqual([
    [true, 'base'],
    [true, ''],
  ])
  for (const text of ['one', 'two']) {
    const tree = await scene.makeTree({ 'a.txt': text, 'lock.txt': ` ${text}\n` })
    expect(only(await checks.inspect(tree, signal)).output).toBe(
      `${text} ${text}\ntool\ncached\na.txt\nlock.txt\nmodules\n`,
    )
  }
})

test.runIf(isolates)('setup reaches the network, with no more rights than a check', async () => {
  await using scene = await openCheckScene()
  const server = createServer((socket) => socket.end('hello\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await scene.open({
    setup: [
      command(
        `bash -c 'cat </dev/tcp/127.0.0.1/${port}'; grep -E '^(CapBnd|NoNewPrivs|Uid)' /proc/self/status; ls -d '${scene.folder}' || echo none`,
      ),
    ],
  })
  server.close()
  const { user } = scene.facts
  expect(scene.results[0]?.output.replaceAll('\t', ' ')).toMatch(
    new RegExp(`^hello\nUid: ${user} ${user} ${user} ${user}\nCapBnd: 0+\nNoNewPrivs: 1\n.*\nnone\n$`),
  )
})

test.runIf(isolates)('if setup fails, no check runs and nothing goes back to the model', async () => {
  await using scene = await openCheckScene()
  const checks = await scene.open({ setup: [command('echo no such package; exit 4'), command('true')] })
  expect(checks.rounds).toBe(0)
  expect(await checks.inspect('any tree', signal)).toMatchObject({
    kind: 'not-run',
    why: 'their setup failed on the base',
    setup: { detail: 'exit code 4', output: 'no such package\n' },
  })
  expect(scene.results).toHaveLength(1)
})

test.runIf(isolates)(
  'a check finds what the one before it made, and the same tree is checked once',
  async () => {
    await using scene = await openCheckScene()
    const checks = await scene.open({ commands: [command('echo built >out; exit 1'), command('cat out')] })
    const tree = await scene.makeTree({})
    const report = await checks.inspect(tree, signal)
    expect(report).toMatchObject({ kind: 'ran', results: [{ passed: false }, { output: 'built\n' }] })
    expect(await checks.inspect(tree, signal)).toBe(report)
    expect(checks.recall(tree)).toBe(report)
    expect(checks.recall(await scene.makeTree({ a: '' }))).toBeNull()
  },
)
