import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { runAgent } from '../../support/whole-run/agent-run.ts'
import { startBundle } from '../../support/whole-run/start-bundle.ts'
import { finish } from '../../support/whole-run/wire-world.ts'

interface Covered {
  readonly url: string
}

const DIST = resolve('dist')

/** The file of the bundle that defines a function. */
function fileOf(name: string): string {
  const found = readdirSync(DIST).filter(
    (file) => file.endsWith('.js') && readFileSync(join(DIST, file), 'utf8').includes(`function ${name}(`),
  )
  expect(found, name).toHaveLength(1)
  return found[0] ?? ''
}

test('a run with an Anthropic model loads no code of the other providers or of `try`', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-coverage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  await runAgent({
    script: () => [finish, finish],
    env: { NODE_V8_COVERAGE: folder },
    startAction: startBundle,
  })
  const loaded = readdirSync(folder)
    .flatMap((name): Covered[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).result)
    .flatMap(({ url }) => (url.startsWith('file:') ? [fileURLToPath(url)] : []))
    .filter((path) => dirname(path) === DIST)
    .map((path) => basename(path))
  expect(loaded).toContain('index.js')
  expect(loaded).toContain(fileOf('createAnthropic'))
  for (const name of ['createOpenAI', 'createGoogle', 'createOpenAICompatible', 'runTry', 'runEval'])
    expect(loaded, name).not.toContain(fileOf(name))
})
