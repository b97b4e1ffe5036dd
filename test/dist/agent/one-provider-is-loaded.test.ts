import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runAgent } from '../support/agent-run.ts'
import { finish } from '../support/wire-world.ts'

interface Covered {
  readonly url: string
  readonly functions: readonly {
    readonly ranges: readonly { startOffset: number; endOffset: number; count: number }[]
  }[]
}

const BUNDLE = resolve('dist/index.js')

test('with a model of Anthropic nothing of the other providers is evaluated', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await runAgent({ script: () => [finish, finish], env: { NODE_V8_COVERAGE: folder } })
  const covered = readdirSync(folder)
    .flatMap((name): Covered[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
    .find(({ url }) => url.endsWith(BUNDLE))
  const source = readFileSync(BUNDLE, 'utf8')
  /** How often the module around this function was evaluated: the function is not hoisted out of it. */
  const evaluated = (name: string): number => {
    const at = source.indexOf(`function ${name}(`)
    expect(at, name).toBeGreaterThan(0)
    const around = (covered?.functions ?? [])
      .map(({ ranges }) => ranges[0])
      .filter((range) => range !== undefined && range.startOffset < at && range.endOffset > at)
      .toSorted(
        (one, other) =>
          (one?.endOffset ?? 0) -
          (one?.startOffset ?? 0) -
          ((other?.endOffset ?? 0) - (other?.startOffset ?? 0)),
      )
    return around[0]?.count ?? Number.NaN
  }
  expect(evaluated('createAnthropic')).toBe(1)
  for (const name of ['createOpenAI', 'createGoogle', 'createOpenAICompatible'])
    expect(evaluated(name), name).toBe(0)
})
