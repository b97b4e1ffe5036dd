import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startSandboxGithub } from '../../sandbox/github/github.ts'
import { type SandboxModel, startSandboxModel } from '../../sandbox/model/model.ts'
import { COMPILED } from '../support/processes/compiled.ts'
import { commandLine, type Ran, type RunSettings } from './command-line.ts'
import { behindTls, ROOT } from './init-scene.ts'
import { gitIn } from './try-scene.ts'

export const MODEL = 'anthropic/claude-sonnet-5-5'

/** What a person did, and what the issue or the pull request says. */
export interface Planted {
  readonly title: string
  /** Text of the issue; absent: the pull request has a description only. */
  readonly issue?: string
  readonly description?: string
  /** Files as they are after it; `null`: deleted. */
  readonly files: Readonly<Record<string, string | null>>
  /** How it is merged. */
  readonly method?: 'merge' | 'squash'
}

export interface EvalScene {
  readonly model: SandboxModel
  readonly clone: string
  /** The report. */
  readonly output: string
  /** Where commands of the project look for tools. */
  readonly tools: string
  readonly environment: Readonly<Record<string, string>>
  git(...args: readonly string[]): string
  /** Merges a pull request on GitHub, and brings the clone up to date. Returns its number. */
  merge(planted: Planted): Promise<number>
  run(args: readonly string[], settings?: RunSettings): Promise<Ran>
  readonly html: () => string
  /** The lines of the file with the results. */
  results(): readonly { readonly type: string; readonly pull: number }[]
  leftovers(): string[]
}

const SETTINGS = `checks:
  - name: Tests
    run: for test in test/*.test.sh; do sh "$test"; done
  - name: Smoke
    run: sh smoke/check.sh
`

/** Works for all pull requests of a scene: tests are shell scripts, since every machine that isolates commands has a shell. */
const FILES = {
  '.github/prentice.yml': SETTINGS,
  'src/price.sh': 'echo $(($1 + 1))\n',
  'src/name.sh': 'echo widget\n',
  'smoke/check.sh': 'test "$(sh src/name.sh)" = widget\n',
  'test/name.test.sh': 'test "$(sh src/name.sh)" = widget\n',
}

/** A repository on an Enterprise GitHub behind TLS, a clone of it, `gh` signed in, and the scripted model. */
export async function evalScene(files: Readonly<Record<string, string>> = FILES): Promise<EvalScene> {
  const { folder, run } = await commandLine()
  const github = await startSandboxGithub({ dialect: 'enterprise', directory: join(folder, 'github') })
  onTestFinished(() => github.close())
  const model = await startSandboxModel()
  onTestFinished(model.close)
  const { host, certificate } = await behindTls(github, folder)
  github.createAccount({ login: 'acme', type: 'Organization' })
  const { gitDirectory } = await github.createRepository({ owner: 'acme', name: 'widgets', private: true })
  const token = github.createUserToken({ login: 'octo-admin', permission: 'role', scopes: ['repo'] })
  const call = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${github.apiUrl}/repos/acme/widgets${path}`, {
      ...{ method, body: JSON.stringify(body) },
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.json() as Promise<Record<string, unknown>>
  }
  const [clone, temp, home] = [join(folder, 'clone'), join(folder, 'temp'), join(folder, 'home')]
  for (const each of [clone, temp, home]) mkdirSync(each)
  // Isolated commands have folders for temporary files of their own in place of the usual ones.
  const cache = join(ROOT, '.cache')
  mkdirSync(cache, { recursive: true })
  const tools = mkdtempSync(join(cache, 'tools-'))
  onTestFinished(() => rmSync(tools, { recursive: true, force: true }))
  const git = (...args: readonly string[]): string => gitIn(clone, ...args)
  const write = (named: Planted['files']): void => {
    for (const [path, text] of Object.entries(named)) {
      if (text === null) {
        git('rm', '--quiet', path)
        continue
      }
      mkdirSync(dirname(join(clone, path)), { recursive: true })
      writeFileSync(join(clone, path), text)
      git('add', path)
    }
  }
  git('init', '--quiet', '--initial-branch=main')
  git('remote', 'add', 'origin', `https://${host}/acme/widgets.git`)
  write(files)
  git('commit', '--quiet', '--message=First')
  git('push', '--quiet', '--force', gitDirectory, 'main')
  const environment = {
    ...{ PATH: process.env.PATH ?? '', HOME: home, TMPDIR: temp, ANTHROPIC_BASE_URL: model.url },
    ...{ SSL_CERT_FILE: certificate, GH_HOST: host, GH_ENTERPRISE_TOKEN: token, RUNNER_TOOL_CACHE: tools },
    ...COMPILED,
  }
  const output = join(folder, 'report.html')
  let branches = 0
  return {
    ...{ model, clone, tools, output, git, environment },
    async merge({ title, issue, description, files: changed, method = 'squash' }) {
      branches += 1
      const head = `change-${branches}`
      const closes =
        issue === undefined ? null : (await call('POST', '/issues', { title, body: issue })).number
      git('checkout', '--quiet', '-b', head)
      write(changed)
      git('commit', '--quiet', `--message=${title}`)
      git('push', '--quiet', gitDirectory, head)
      const body = description ?? (closes === null ? '' : `Closes #${closes}`)
      const { number } = await call('POST', '/pulls', { title, head, base: 'main', body })
      await call('PUT', `/pulls/${number}/merge`, { merge_method: method })
      git('checkout', '--quiet', 'main')
      git('pull', '--quiet', gitDirectory, 'main')
      return Number(number)
    },
    run: (args, settings = {}) =>
      run(['eval', '--model', MODEL, '--yes', '--output', output, ...args], {
        folder: clone,
        ...settings,
        environment: { ...environment, ...settings.environment },
      }),
    html: () => readFileSync(output, 'utf8'),
    results: () =>
      readFileSync(join(folder, 'report.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line)),
    leftovers: () => readdirSync(temp),
  }
}
