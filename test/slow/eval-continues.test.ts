import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type EvalScene, evalScene, MODEL } from '../cli/eval-scene.ts'
import { describeWithGh, ROOT } from '../cli/init-scene.ts'
import { runProgram } from '../support/processes/command.ts'

const PATIENCE = { timeout: 600_000 }

/** Two pull requests that the scripted model can do; before the second, it waits. */
async function givenTwo(): Promise<EvalScene> {
  const scene = await evalScene()
  for (const [name, wait] of [
    ['first', ''],
    ['second', 'Wait 300 seconds\n'],
  ])
    await scene.merge({
      title: `Add ${name}`,
      description: `${wait}Create src/${name}.sh with "echo ${name}"`,
      files: {
        [`src/${name}.sh`]: `echo ${name} # by hand\n`,
        [`test/${name}.test.sh`]: `test "$(sh src/${name}.sh)" = ${name}\n`,
      },
    })
  return scene
}

const resolvedOf = (out: string) => JSON.parse(out).models[0].resolved

describeWithGh('eval', () => {
  test(
    'an evaluation that was killed continues, and counts what the lost run may have cost',
    PATIENCE,
    async () => {
      const { model, clone, output, environment, run, results, leftovers } = await givenTwo()
      const wait = model.holdWait()
      const args = [
        'eval',
        '--model',
        MODEL,
        '--yes',
        '--output',
        output,
        '--concurrency',
        '1',
        '--max-cost-usd',
        '20',
      ]
      const command = await runProgram(process.execPath, [join(ROOT, 'src/cli/main.ts'), ...args], {
        ...{ cwd: clone, env: environment },
      })
      await wait.arrived
      command.kill('SIGKILL')
      await command.ended
      // The process of the action ends with its command line, and takes its files along.
      await expect.poll(leftovers).toEqual([])
      wait.release()
      expect(results().map(({ type }) => type)).toEqual(['verdict', 'started'])
      const again = model.holdWait()
      void again.arrived.then(again.release)
      const { code, out, notes } = await run(['--json', '--max-cost-usd', '20'])
      const kinds = results().map(({ type, pull }) => `${type} ${pull}`)
      expect(kinds.toSorted()).toEqual([
        ...['ended 1', 'ended 2', 'started 1', 'started 2', 'started 2', 'verdict 1', 'verdict 2'],
      ])
      expect([code, resolvedOf(out)]).toEqual([0, { passed: 2, of: 2 }])
      const { spentUsd, models } = JSON.parse(out)
      expect(spentUsd - models[0].costUsd).toBeCloseTo(5, 9)
      // What is done is not done again.
      const asked = model.requests().length
      const third = await run(['--json', '--max-cost-usd', '20'])
      expect([third.code, model.requests().length]).toEqual([0, asked])
      expect(JSON.parse(third.out).pulls).toEqual(JSON.parse(out).pulls)
      expect(notes).not.toContain('is not used')
      await command.remove()
    },
  )

  test('Ctrl-C keeps what is done, writes the report, and says how to continue', PATIENCE, async () => {
    const { model, run, html, results, leftovers } = await givenTwo()
    const wait = model.holdWait()
    const stop = new AbortController()
    void wait.arrived.then(() => stop.abort())
    const { code, notes } = await run(['--concurrency', '1'], { signal: stop.signal })
    expect([code, leftovers()]).toEqual([2, []])
    expect(results().map(({ type }) => type)).toEqual(['verdict', 'started'])
    expect(html()).toContain('Not complete: it was stopped')
    expect(notes).toContain('✗ Not complete: it was stopped')
    wait.release()
  })

  test('no run starts that the budget does not cover', PATIENCE, async () => {
    const scene = await givenTwo()
    const { run, model, output } = scene
    const wait = model.holdWait()
    void wait.arrived.then(wait.release)
    const { code, out, notes } = await run(['--json', '--max-cost-usd', '5', '--concurrency', '1'])
    expect([code, resolvedOf(out)]).toEqual([1, { passed: 1, of: 1 }])
    expect(notes).toContain('and a run may cost 5 USD: raise --max-cost-usd, or lower `limits.cost-usd`')
    const more = await run(['--json', '--max-cost-usd', '6'])
    expect([more.code, resolvedOf(more.out)]).toEqual([0, { passed: 2, of: 2 }])
    rmSync(output)
  })
})
