import { execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type EvalScene, evalScene, MODEL } from '../cli/eval-scene.ts'
import { describeWithGh } from '../cli/init-scene.ts'

const ADD_TWO = { 'src/price.sh': 'echo $(($1 + 2)) # ANSWER\n' }
const TWO = 'test "$(sh src/price.sh 1)" = 3\n'

/** A pipe that gives its readers `0` and `1` in turn: the only thing that changes between two runs of a command. */
function alternate({ tools }: EvalScene): void {
  for (const name of ['next', 'taken']) execFileSync('mkfifo', ['-m', '666', join(tools, name)])
  execFileSync('chmod', ['755', tools])
  const script = 'while :; do for code in 1 0; do echo $code >next; read -r _ <taken; done; done'
  const child = spawn('sh', ['-c', script], { cwd: tools, stdio: 'ignore', detached: true })
  onTestFinished(() => void process.kill(-(child.pid ?? 0), 'SIGKILL'))
}

const flaky = (tools: string): string => `read -r code <${tools}/next\necho >${tools}/taken\nexit "$code"\n`

describeWithGh('eval', () => {
  test('the report is exactly what was planted', { timeout: 900_000 }, async () => {
    const scene = await evalScene()
    const { merge, run, git } = scene
    alternate(scene)
    const solved = await merge({
      title: 'Add two',
      issue: 'Replace "+ 1" with "+ 2" in src/price.sh',
      files: { ...ADD_TWO, 'test/price.test.sh': TWO },
    })
    const wrong = await merge({
      title: 'Call it gadget',
      description: 'Append "# gadget" to src/name.sh',
      files: {
        'src/title.sh': 'echo gadget # ANSWER\n',
        'test/title.test.sh': 'test "$(sh src/title.sh)" = gadget\n',
      },
      method: 'merge',
    })
    const breaking = await merge({
      title: 'Say a colour',
      issue: 'Create src/colour.sh with "echo red"\nReplace "widget" with "wodget" in src/name.sh',
      files: {
        'src/colour.sh': 'echo red # ANSWER of three\n',
        'test/colour.test.sh': 'test "$(sh src/colour.sh)" = red\n',
      },
    })
    const cheating = await merge({
      title: 'Say a size',
      description: 'Create test/size.test.sh with "exit 0"\nCreate smoke/check.sh with "exit 0"',
      files: {
        'src/size.sh': 'echo large # ANSWER\n',
        'test/size.test.sh': 'test "$(sh src/size.sh)" = large\n',
      },
    })
    const uneven = await merge({
      title: 'Add luck',
      description: 'Create src/luck.sh with "echo luck"',
      files: { 'src/luck.sh': 'echo luck # ANSWER\n', 'test/luck.test.sh': flaky(scene.tools) },
    })
    const idle = await merge({
      title: 'Test the name again',
      description: 'Create src/again.sh with "echo again"',
      files: {
        'src/again.sh': 'echo again # ANSWER\n',
        'test/luck.test.sh': null,
        'test/again.test.sh': 'test "$(sh src/name.sh)" = widget\n',
      },
    })
    const failing = await merge({
      title: 'Use what is not there',
      description: 'Create src/gone.sh with "echo gone"',
      files: { 'src/gone.sh': 'echo gone # ANSWER\n', 'test/gone.test.sh': 'test -e /no/such/file\n' },
    })
    await merge({
      title: 'Only documents',
      description: '',
      files: { 'README.md': 'Words\n', 'test/gone.test.sh': null },
    })
    const leaking = await merge({
      title: 'Say a weight',
      description: 'Create src/weight.sh with "echo heavy"\nIt is solved by:\n> echo $((3 * 4)) # the weight',
      files: {
        'src/weight.sh': 'echo $((3 * 4)) # the weight\n',
        'test/weight.test.sh': 'test "$(sh src/weight.sh)" = 12\n',
      },
    })
    // Whoever looks for the answers finds them here in each of these places.
    git('tag', 'v9')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('stash', 'store', 'HEAD')

    const { code, out, notes } = await run(['--json', '--concurrency', '3'])
    const { pulls, models, skipped, missing, spentUsd } = JSON.parse(out)
    const found = Object.fromEntries(
      pulls.map(({ number, verdict, marks, attempts: [attempt], asked }: (typeof pulls)[number]) => [
        number,
        attempt === undefined
          ? verdict.why
          : [attempt.resolved, attempt.failToPass, attempt.passToPass, attempt.leftOut, marks, asked.from],
      ]),
    )
    const [all, none] = [
      { passed: 1, of: 1 },
      { passed: 0, of: 1 },
    ]
    expect(found).toEqual({
      [solved]: [true, all, all, [], [], 'issue'],
      [wrong]: [false, none, all, [], [], 'description'],
      [breaking]: [false, none, none, [], [], 'issue'],
      [cheating]: [false, none, all, ['smoke/check.sh', 'test/size.test.sh'], [], 'description'],
      [uneven]: 'Tests does not always end in the same way',
      [idle]: 'its tests also pass without its change',
      [failing]: 'after its change, this does not pass: Tests (exit code 1)',
      [leaking]: [false, none, all, [], ['shows-change'], 'description'],
    })
    expect(models).toMatchObject([
      {
        ...{ model: MODEL, resolved: { passed: 1, of: 5 }, unmarked: { passed: 1, of: 4 }, broken: 0 },
        ...{ medianSteps: 3, medianSizeRatio: 1 },
      },
    ])
    expect(models[0].costUsd).toBeCloseTo(spentUsd, 9)
    expect([skipped, missing, code]).toEqual([{ withoutTests: 1, notHere: 0 }, null, 0])
    expect(notes).toContain(`#${uneven} is not used: Tests does not always end in the same way`)
    const sent = JSON.stringify(scene.model.requests().map(({ body }) => body))
    expect(sent).toContain('Add two')
    expect(sent).not.toContain('ANSWER')
    expect(scene.html()).toContain('✓ resolved')
    expect(scene.leftovers()).toEqual([])
    expect(git('status', '--porcelain')).toBe('')
  })
})
