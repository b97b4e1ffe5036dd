import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type CheckScene,
  canIsolate,
  command,
  only,
  openCheckScene,
} from '../../../../support/action/check-scene.ts'

const isolates = await canIsolate()

const CGROUPS = ['/sys/fs/cgroup/memory', '/sys/fs/cgroup']
const cgroupsOf = async (user: number): Promise<string[]> =>
  (await Promise.all(CGROUPS.map((path) => readdir(path).catch(() => []))))
    .flat()
    .filter((name) => name.startsWith(`prentice-${user}-`))
/** Whether this machine lets root make a cgroup with a limit of memory. */
const limitsMemory =
  existsSync('/sys/fs/cgroup/memory/memory.limit_in_bytes') ||
  (await readFile('/sys/fs/cgroup/cgroup.subtree_control', 'utf8').catch(() => '')).includes('memory')

describe.runIf(isolates)('a command', () => {
  let scene: CheckScene
  beforeAll(async () => {
    scene = await openCheckScene()
  })
  afterAll(() => scene?.[Symbol.asyncDispose]())

  test('passes with exit code 0 alone', async () => {
    expect(await scene.check('exit 0')).toMatchObject({ passed: true })
    expect(await scene.check('exit 7')).toMatchObject({ passed: false, detail: 'exit code 7' })
    expect(await scene.check('kill -KILL $$')).toMatchObject({
      passed: false,
      detail: 'exit code 137 (SIGKILL, for example because memory ran out)',
    })
    expect(await scene.check('kill -SEGV $$')).toMatchObject({ detail: 'exit code 139 (SIGSEGV)' })
    expect(await scene.check('false; echo not reached')).toMatchObject({ passed: false, output: '' })
  })

  test('ends at its time limit, whatever signals it ignores', async () => {
    const deaf = "trap '' HUP INT TERM; echo on; while :; do sleep 1; done"
    let seconds = 2
    let result = await scene.check(deaf, { seconds })
    // A slow machine may take longer to start the command.
    while (result.output === '') {
      seconds *= 4
      result = await scene.check(deaf, { seconds })
    }
    const { passed, detail, output } = result
    expect([passed, detail, output]).toEqual([
      ...[false, `ended at its time limit of ${seconds} seconds`, 'on\n'],
    ])
  })

  test('ends with the run, and its result is not that of the tree', async () => {
    const stop = new AbortController()
    const checks = await scene.open({ commands: [command('sleep 600', 600)] })
    const tree = await scene.makeTree({})
    const inspected = checks.inspect(tree, stop.signal)
    await expect.poll(() => namesOf(scene.facts.user)).toContain('sleep')
    stop.abort()
    const result = only(await inspected)
    expect(result).toMatchObject({
      passed: false,
      detail: 'ended because the run was stopped or ran out of time',
    })
    expect(checks.recall(tree)).toBeNull()
  })

  test('does not start when the run has ended', async () => {
    const checks = await scene.open({})
    const report = await checks.inspect(await scene.makeTree({}), AbortSignal.abort())
    const why = 'the run was stopped or ran out of time before they could start'
    expect(report).toEqual({ kind: 'not-run', why, setup: null })
  })

  test('can open its output by a path', async () => {
    const run =
      'echo a >/dev/stdout; echo b >/dev/stderr; echo c >>/proc/self/fd/2; echo d | tee /dev/stderr; exit 5'
    expect(await scene.check(run)).toMatchObject({ output: 'a\nb\nc\nd\nd\n', detail: 'exit code 5' })
    const { output } = await scene.check('sh -c \'sh -c "echo below >/dev/stderr"\'')
    expect(output).toBe('below\n')
  })

  test('loses nothing that it prints at its end, and waits for no process that it leaves', async () => {
    const { output, seconds } = await scene.check(
      'sleep 600 & head -c 60000 /dev/zero | tr "\\0" x; echo end',
    )
    expect(output).toBe(`${'x'.repeat(60_000)}end\n`)
    expect(seconds).toBeLessThan(60)
  })

  test('shows head and tail of what it prints, as a person would have seen it', async () => {
    const { output } = await scene.check('seq 100000')
    expect(output.length).toBeLessThan(70_000)
    expect(output).toMatch(/^1\n2\n.*\n\[… \d+ bytes left out …\]\n.*\n100000\n$/s)
    const colours = await scene.check("printf '\\033[31mred\\033[0m\\n10%%\\r20%%\\rdone\\n\\007' >&2")
    expect(colours.output).toBe('red\ndone\n')
  })

  test.runIf(limitsMemory)('ends when it takes more memory than it may', async () => {
    const bounds = { processes: 200, fileBytes: 2 ** 30, output: 2 ** 20, memoryBytes: 128 * 2 ** 20 }
    const take = (megabytes: number) =>
      `perl -e 'my $x = ""; $x .= "x" x (1 << 20) for 1..${megabytes}; print "took\\n"'`
    expect(await scene.check(take(20), { bounds })).toMatchObject({ passed: true, output: 'took\n' })
    const { passed, output } = await scene.check(take(400), { bounds })
    expect([passed, output.includes('took')]).toEqual([false, false])
    await expect.poll(() => cgroupsOf(scene.facts.user)).toEqual([])
  })

  test.runIf(limitsMemory)('keeps its limit of memory when a run with the same user id ends', async () => {
    await using other = await openCheckScene()
    const bounds = { processes: 200, fileBytes: 2 ** 30, output: 2 ** 20, memoryBytes: 128 * 2 ** 20 }
    const { user } = scene.facts
    const commands = Array.from({ length: 8 }, (_, at) => command(`cat /proc/self/cgroup # ${at}`))
    const run = async (one: CheckScene) => {
      const checks = await one.open({ commands }, { bounds, facts: { ...one.facts, user } })
      return checks.inspect(await one.makeTree({}), new AbortController().signal)
    }
    for (const report of await Promise.all([run(scene), run(other)])) {
      const outputs = report.kind === 'ran' ? report.results.map(({ output }) => output) : []
      expect(outputs).toHaveLength(commands.length)
      for (const output of outputs) expect(output).toMatch(new RegExp(`^\\d+:[^\\0]*/prentice-${user}-`))
    }
  })

  test('ends when it prints without end', async () => {
    const bounds = { processes: 200, fileBytes: 2 ** 30, output: 2 ** 20 }
    expect(await scene.check('yes', { bounds })).toMatchObject({
      passed: false,
      detail: 'ended because it printed too much',
    })
  })
})

/** Names of the programs that a user runs. */
async function namesOf(user: number): Promise<string[]> {
  const found: string[] = []
  for (const pid of await readdir('/proc')) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    if (new RegExp(`^Uid:\\s+${user}\\b`, 'm').test(status))
      found.push(/^Name:\s+(.*)$/m.exec(status)?.[1] ?? '')
  }
  return found
}
