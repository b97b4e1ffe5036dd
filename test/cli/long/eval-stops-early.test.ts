import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../support/processes/command.ts'
import { type EvalScene, evalScene, MODEL } from '../eval-scene.ts'
import { describeWithGh, ROOT } from '../init-scene.ts'

const PATIENCE = { timeout: 300_000 }

const ONE = {
  title: 'Add two',
  issue: 'Replace "+ 1" with "+ 2" in src/price.sh',
  files: { 'src/price.sh': 'echo $(($1 + 2))\n', 'test/price.test.sh': 'test "$(sh src/price.sh 1)" = 3\n' },
}

interface Case {
  readonly prepare?: (scene: EvalScene) => unknown
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly says: RegExp
  readonly code?: number
}

const settings = (text: string) => async (scene: EvalScene) => {
  await scene.merge({ title: 'Settings', files: { '.github/prentice.yml': text } })
  await scene.merge(ONE)
}

const CASES: Readonly<Record<string, Case>> = {
  'nothing was merged': {
    says: /acme\/widgets has no merged pull request: there is nothing to evaluate with/,
  },
  'no pull request has tests': {
    prepare: ({ merge }) => merge({ title: 'Words', files: { 'README.md': 'Words\n' } }),
    says: /of 1 merged pull request, 1 have no tests or nothing else, and 0 are not in the history of HEAD/,
  },
  'no check runs tests': {
    prepare: settings('checks: [npx prettier --check .]\n'),
    says: /no check in the settings of HEAD runs tests: add one to `checks` in \.github\/prentice\.yml, and commit it/,
  },
  'the settings are invalid': {
    prepare: settings('checks: 5\n'),
    says: /the settings of HEAD are invalid: .*; fix the file and commit it/,
  },
  'nobody has agreed to setup': {
    prepare: settings('setup: ["true"]\nchecks: ["sh test/price.test.sh"]\n'),
    says: /nobody has agreed to `setup` of the settings, which the tests need \(--setup --yes\)/,
  },
  'the price is not known': {
    prepare: ({ merge }) => merge(ONE),
    args: ['--model', 'openai-compatible/llama'],
    environment: { OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1' },
    says: /the price of openai-compatible\/llama is not known, so its cost cannot be limited: set it in PRICES/,
  },
  'the clone lacks files of earlier commits': {
    prepare: async ({ merge, git }) => {
      await merge(ONE)
      git('config', 'remote.origin.promisor', 'true')
    },
    says: /clone is a partial clone, which lacks files of earlier commits: use a full clone/,
  },
  'a month is none': {
    args: ['--cut-off', `${MODEL}=2026-13`],
    says: /--cut-off anthropic\/claude-sonnet-5-5=2026-13: write a month, such as/,
  },
  'the report cannot be written': {
    args: ['--output', 'nowhere/report.html'],
    says: /--output .*nowhere\/report\.html: this file cannot be written; name another one/,
  },
  'the report would be the results': {
    args: ['--output', 'report.jsonl'],
    says: /--output .*report\.jsonl: this file cannot be written/,
  },
  'somebody is not signed in to GitHub': {
    environment: { GH_ENTERPRISE_TOKEN: 'wrong' },
    says: /does not accept the token in GH_ENTERPRISE_TOKEN/,
    code: 4,
  },
}

describeWithGh('eval', () => {
  test.each(Object.entries(CASES))(
    'it ends before any cost, and says why, if %s',
    PATIENCE,
    async (_, one) => {
      const scene = await evalScene()
      await one.prepare?.(scene)
      const { args = [], environment = {} } = one
      const { code, out, notes } = await scene.run(args, { environment })
      expect(notes).toMatch(one.says)
      expect([code, out, scene.model.requests(), scene.leftovers()]).toEqual([one.code ?? 1, '', [], []])
    },
  )

  test('without isolation, nothing of the project runs, and no model is asked', PATIENCE, async () => {
    const { merge, clone, output, environment, model, leftovers } = await evalScene()
    await merge(ONE)
    // Neither root with all rights, nor a way to become it.
    const weaker =
      process.getuid?.() === 0 ? ['--bounding-set=-sys_admin', '--inh-caps=-sys_admin'] : ['--no-new-privs']
    const args = ['eval', '--model', MODEL, '--yes', '--output', output]
    const command = await runProgram(
      'setpriv',
      [...weaker, process.execPath, join(ROOT, 'src/cli/main.ts'), ...args],
      { cwd: clone, env: environment },
    )
    const { code, stdout, stderr } = await command.ended
    expect(stderr).toMatch(/the tests cannot be isolated on this machine, and run isolated or not at all: /)
    expect([code, stdout, model.requests(), leftovers(), existsSync(output)]).toEqual([1, '', [], [], false])
    await command.remove()
  })

  test('the settings are those of HEAD, and not of the work tree', PATIENCE, async () => {
    const { merge, run, clone, git } = await evalScene()
    await merge({ ...ONE, issue: 'Wait 0 seconds' })
    writeFileSync(join(clone, '.github/prentice.yml'), 'checks: [npx prettier --check .]\n')
    const { code, out } = await run(['--json'])
    expect([code, JSON.parse(out).commit]).toEqual([0, git('rev-parse', 'HEAD').trim()])
    expect(JSON.parse(out).pulls[0].attempts[0]).toMatchObject({
      ...{ outcome: 'no-change', resolved: false, code: 'no-change', failToPass: null },
    })
  })
})
