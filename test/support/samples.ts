import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { COMPILED } from './processes/compiled.ts'
import { command } from './processes/run-to-end.ts'

const execute = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

export interface Sample {
  readonly language: string
  readonly code: string
}

/** The samples of a page, by the names in the comments before them. */
export function samplesOf(page: string): Map<string, Sample> {
  const text = readFileSync(join(ROOT, page), 'utf8')
  const found = text.matchAll(/<!-- sample: (\w+) -->\n```(\w+)\n([\s\S]*?)\n```/g)
  return new Map([...found].map(([, name = '', language = '', code = '']) => [name, { language, code }]))
}

/** For a project of the tests, instead of the reader's. */
export const forAcme = (code: string): string =>
  code.replaceAll('your-org/your-repo', 'acme/docs').replaceAll('your-org/', 'acme/')

/** The environment in which a reader runs samples against this server. */
export const callerOf = (app: { readonly url: string; readonly key: string }) => ({
  BASE: app.url,
  KEY: app.key,
  PRENTICE_URL: app.url,
  PRENTICE_API_KEY: app.key,
})

export interface SampleRunner {
  /** Its standard output; rejects if it fails. `more` follows it in the same program. */
  run(
    sample: Sample | undefined,
    environment?: Readonly<Record<string, string>>,
    more?: string,
  ): Promise<string>
}

/** Runs samples as their readers would, beside a clone of the repository, with the client and the command line of this checkout. */
export async function sampleRunner(shared: Readonly<Record<string, string>>): Promise<SampleRunner> {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-samples-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const clone = join(folder, 'your-repo')
  await command('git', ['init', '-q', clone], {})
  await command('git', ['-C', clone, 'remote', 'add', 'origin', 'https://github.com/acme/docs.git'], {})
  const bin = join(folder, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'prentice'), `#!/bin/sh\nexec node ${join(ROOT, 'src/cli/main.ts')} "$@"\n`)
  await writeFile(join(bin, 'jq'), JQ)
  for (const name of ['prentice', 'jq']) await chmod(join(bin, name), 0o755)
  const path = [bin, join(process.execPath, '..'), process.env.PATH].join(delimiter)
  let files = 0
  return {
    async run(sample, environment = {}, more = '') {
      if (sample === undefined) throw new Error('there is no such sample')
      const [program, extension] = PROGRAMS[sample.language] ?? []
      if (program === undefined) throw new Error(`no program runs samples in ${sample.language}`)
      const file = join(folder, `sample-${++files}.${extension}`)
      await writeFile(file, `${prepare(sample.code)}\n${more}\n`)
      const flags = SHELL_FLAGS[program] ?? []
      const env = { ...COMPILED, PATH: path, HOME: folder, ...shared, ...environment }
      // Less than the test has, so that its program ends with it.
      return (await execute(program, [...flags, file], { cwd: folder, env, timeout: 110_000 })).stdout
    },
  }
}

const PROGRAMS: Record<string, readonly [string, string]> = {
  sh: ['sh', 'sh'],
  bash: ['bash', 'sh'],
  ts: ['node', 'mts'],
  python: ['python3', 'py'],
}

/** Of a shell that stops where a command fails. */
const SHELL_FLAGS: Record<string, readonly string[]> = { sh: ['-eu'], bash: ['-eo', 'pipefail'] }

/** The machine may have no jq; the samples ask for fields only. */
const JQ = `#!/usr/bin/env node
const [flags, filter] = process.argv.slice(-2)
const value = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))
for (const path of filter.split(', ')) {
  const found = path.match(/\\w+/g).reduce((it, name) => it?.[name], value) ?? null
  console.log(String(found))
  if (flags.includes('e') && found === null) process.exitCode = 1
}
`

const prepare = (code: string): string =>
  forAcme(code)
    .replaceAll("'prentice/client'", `'${new URL('../../src/client/index.ts', import.meta.url)}'`)
    .replaceAll("'standardwebhooks'", `'${import.meta.resolve('standardwebhooks')}'`)
    .replaceAll(/\bsleep 5\b/g, 'sleep 0.1')
    .replaceAll('time.sleep(5)', 'time.sleep(0.1)')
