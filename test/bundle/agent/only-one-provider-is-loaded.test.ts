import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runAgent } from '../../support/whole-run/agent-run.ts'
import { startBundle } from '../../support/whole-run/start-bundle.ts'
import { finish } from '../../support/whole-run/wire-world.ts'

interface Range {
  readonly startOffset: number
  readonly endOffset: number
  readonly count: number
}

interface Covered {
  readonly url: string
  readonly functions: readonly { readonly ranges: readonly Range[] }[]
}

const lengthOf = ({ startOffset, endOffset }: Range): number => endOffset - startOffset

const BUNDLE = resolve('dist/index.js')

test('a run with an Anthropic model evaluates no code of the other providers', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await runAgent({
    script: () => [finish, finish],
    env: { NODE_V8_COVERAGE: folder },
    startAction: startBundle,
  })
  const covered = readdirSync(folder)
    .flatMap((name): Covered[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
    .find(({ url }) => url.endsWith(BUNDLE))
  const source = readFileSync(BUNDLE, 'utf8')
  /** How often the module around this function was evaluated: the function is not hoisted out of it. */
  const evaluated = (name: string): number => {
    const at = source.indexOf(`function ${name}(`)
    expect(at, name).toBeGreaterThan(0)
    const [innermost] = (covered?.functions ?? [])
      .flatMap(({ ranges }) => ranges.slice(0, 1))
      .filter((range) => range.startOffset < at && range.endOffset > at)
      .toSorted((one, other) => lengthOf(one) - lengthOf(other))
    return innermost?.count ?? Number.NaN
  }
  expect(evaluated('createAnthropic')).toBe(1)
  for (const name of ['createOpenAI', 'createGoogle', 'createOpenAICompatible'])
    expect(evaluated(name), name).toBe(0)
})
