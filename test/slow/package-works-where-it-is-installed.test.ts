import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { pickPort } from '../../sandbox/world/pick-port.ts'
import { whileJobsEnd } from '../app/http/v2/clients/with-finishing-jobs.ts'
import { startAppServer } from '../support/app/app-server.ts'
import { runProgram } from '../support/processes/command.ts'
import { forAcme, samplesOf } from '../support/samples.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../..')

/** A Node that is too old for the server, for the client and the command line; `null`: this machine has none. */
const OLD_NODE =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .find((file) => /^v2[0-2]\./.test(execFileSync(file, ['--version'], { encoding: 'utf8' }))) ?? null

let folder: string
let tarball: string
let name: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prentice-package-'))
  tarball = (await run(process.execPath, [join(ROOT, 'scripts/build-package.ts'), folder])).stdout.trim()
  name = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')).name
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--no-save']
  await run('npm', ['install', ...options, tarball], { cwd: folder })
}, 240_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

const installed = (path: string): string => join(folder, 'node_modules', name, path)

test('the package holds what is needed, and nothing else', async () => {
  const { stdout } = await run('tar', ['-tzf', tarball])
  const files = stdout
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  const KNOWN = [
    /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|app\.yml|action\.yml)$/,
    /^docs\/[\w-]+\.yml$/,
    /^lib\/(?!action\/)[\w-]+\/.+\.js$/,
    /^lib\/(client|contract)\/.+\.d\.ts$/,
    /^lib\/app\/http\/.+\.css$/,
    /^dist\/(index\.js|licenses\.txt|package\.json)$/,
    /^dist\/scale-image\/(index\.js|photon_rs_bg\.wasm|licenses\.txt|package\.json)$/,
    /^sandbox\/(serve\.js|licenses\.txt)$/,
    /^lib\/vendor\/@primer\/(octicons|primitives)\/(LICENSE|.+\.css|.+-16\.svg)$/,
  ]
  expect(files.filter((file) => !KNOWN.some((pattern) => pattern.test(file)))).toEqual([])
  expect(files).toEqual(
    expect.arrayContaining([
      ...['lib/cli/main.js', 'lib/client/index.d.ts', 'docs/workflow.yml', 'app.yml'],
      ...['sandbox/serve.js', 'sandbox/licenses.txt', 'action.yml', 'dist/index.js', 'dist/licenses.txt'],
    ]),
  )
  const manifest = JSON.parse(await readFile(installed('package.json'), 'utf8'))
  expect(manifest).toMatchObject({ name, private: true, bin: { prentice: 'lib/cli/main.js' } })
  expect([manifest.scripts, manifest.devDependencies]).toEqual([undefined, undefined])
  // The action and the sandbox bring the packages that only they need.
  expect({ ...manifest.dependencies, ...manifest.optionalDependencies }).not.toHaveProperty('ai')
  // All that is installed, and can warn, on an older Node.
  expect(Object.keys(manifest.dependencies)).toEqual(['commander', 'zod'])
  expect(existsSync(join(folder, 'node_modules/@copilotkit'))).toBe(false)
  // 61 MB, of which the package holds the few files that the dashboard needs.
  expect(existsSync(join(folder, 'node_modules/@primer'))).toBe(false)
})

const codeOf = (page: string, sample: string): string =>
  forAcme(samplesOf(page).get(sample)?.code ?? 'exit 1').replaceAll('prentice/client', `${name}/client`)

const CLIENT_SAMPLES = [
  ['docs/client.md', 'create'],
  ['docs/client.md', 'list'],
  ['docs/client.md', 'bulk'],
  ['docs/batches.md', 'client'],
  ['docs/api.md', 'typescript'],
] as const

test('the samples of the client are typed, and work', async () => {
  const app = await startAppServer()
  for (const [page, sample] of CLIENT_SAMPLES)
    await writeFile(join(folder, `${sample}.ts`), codeOf(page, sample))
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    strict: true,
    outDir: 'out',
  }
  const files = CLIENT_SAMPLES.map(([, sample]) => `${sample}.ts`)
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  await run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder]).catch(
    ({ stdout }) => {
      throw new Error(stdout)
    },
  )
  // The clock of this server is not that of the program.
  app.clock.at = Date.now()
  const env = { PATH: process.env.PATH, PRENTICE_URL: app.url, PRENTICE_API_KEY: app.key }
  for (const node of [process.execPath, ...(OLD_NODE ? [OLD_NODE] : [])]) {
    const use = () => run(node, [join(folder, 'out/create.js')], { env })
    expect((await whileJobsEnd(app, use)).stdout).toBe('completed nothing had to change\n')
    expect((await run(node, [join(folder, 'out/list.js')], { env })).stdout).toBe('')
    const bulk = await whileJobsEnd(app, () => run(node, [join(folder, 'out/bulk.js')], { env }))
    expect(bulk.stdout).toBe('https://github.com/acme/docs\tcompleted\tno change\t0\n')
  }
})

test('the samples of the command line work', async () => {
  const app = await startAppServer()
  const clone = join(folder, 'your-repo')
  await run('git', ['init', '-q', clone])
  await run('git', ['-C', clone, 'remote', 'add', 'origin', 'https://github.com/acme/docs.git'])
  const bin = join(folder, 'node_modules/.bin')
  await mkdir(join(folder, 'gh'))
  await writeFile(join(folder, 'gh/gh-prentice'), `${codeOf('docs/cli.md', 'gh')}\n`)
  await chmod(join(folder, 'gh/gh-prentice'), 0o755)
  // The machine may have no jq.
  await writeFile(
    join(folder, 'gh/jq'),
    `#!/bin/sh\nexec node -p 'JSON.parse(require("fs").readFileSync(0)).id'\n`,
  )
  await chmod(join(folder, 'gh/jq'), 0o755)

  for (const node of [process.execPath, ...(OLD_NODE ? [OLD_NODE] : [])]) {
    const path = [join(node, '..'), bin, join(folder, 'gh'), process.env.PATH].join(delimiter)
    const env = { PATH: path, XDG_CONFIG_HOME: join(folder, `config-${node.replaceAll('/', '-')}`) }
    const login = run('prentice', ['login', app.url], { env })
    login.child.stdin?.end(app.key)
    expect((await login).stderr).toContain('Signed in to')
    const sample = (which: string) => {
      const code = codeOf('docs/cli.md', which)
      return whileJobsEnd(app, () => run('sh', ['-euc', code], { env, cwd: folder }))
    }
    expect((await sample('run')).stdout).toMatch(
      /^(job_\w+)\tcompleted\t\n[\s\S]*\1\tcompleted\tacme\/docs\t[\s\S]*job completed\n$/,
    )
    expect((await sample('script')).stdout).toMatch(/^job_\w+\tcompleted\t\n$/)
    expect((await run('gh-prentice', ['projects'], { env })).stdout).toContain('acme/docs')
  }
}, 120_000)

test('the server starts, serves and ends', async () => {
  const app = await startAppServer()
  const port = await pickPort(0)
  const command = await runProgram(process.execPath, [installed('lib/cli/main.js'), 'server', 'start'], {
    cwd: folder,
    env: {
      APP_ID: '1',
      PRIVATE_KEY: await privateKey(),
      WEBHOOK_SECRET: 'long enough to be one',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ALLOWED_ACCOUNTS: 'acme',
      GITHUB_API_URL: 'http://127.0.0.1:9',
      DATABASE_URL: `sqlite:${app.database}`,
      PORT: String(port),
    },
  })
  try {
    await command.firstLine
    const health = await fetch(`http://127.0.0.1:${port}/healthz`)
    expect(health.status).toBe(200)
    const page = await fetch(`http://127.0.0.1:${port}/dashboard/sign-in`)
    const text = await page.text()
    expect(text).toContain('<svg class="icon')
    const [, style] = /href="(\/dashboard\/assets\/[^"]+\.css)"/.exec(text) ?? []
    expect(await (await fetch(`http://127.0.0.1:${port}${style}`)).text()).toContain('--fgColor-default:')
    command.kill('SIGTERM')
    expect((await command.ended).code).toBe(0)
  } finally {
    command.kill('SIGKILL')
    await command.remove()
  }
  const env = { PATH: process.env.PATH, DATABASE_URL: `sqlite:${app.database}` }
  const keys = (...args: string[]) =>
    run(process.execPath, [installed('lib/cli/main.js'), 'server', ...args], { env, cwd: folder })
  expect((await keys('projects')).stdout).toMatch(/prj_ya\s+acme\/docs/)
  const created = await keys('keys', 'create', '--account', 'acme')
  expect(created.stdout).toMatch(/^prn_\w{36}\n$/)
  expect((await keys('help')).stdout).toContain('Usage: prentice server <command>')
  const usage = await keys('help', 'backup')
  expect(usage.stdout + usage.stderr).toContain('usage: prentice server backup FILE')
})

test('the command line and the client of the package get a pull request in its sandbox', async () => {
  const rootFiles = (await readdir(installed('.'))).toSorted()
  const sandbox = await runProgram(process.execPath, [installed('lib/cli/main.js'), 'sandbox', '--json'], {
    cwd: folder,
  })
  onTestFinished(async () => {
    sandbox.kill('SIGTERM')
    await sandbox.ended
    await sandbox.remove()
  })
  const { baseUrl, apiKey, repository } = JSON.parse(await sandbox.firstLine)
  expect(repository).toBe('sandbox-org/example')
  const program = `
    import { createClient } from '${name}/client'
    const { jobs, projects } = createClient({ url: process.env.PRENTICE_URL, apiKey: process.env.PRENTICE_API_KEY })
    const project = await projects.find(process.argv[2])
    const job = await jobs.create(project.id, { prompt: 'Create client.md with "1"' })
    const { id, status, prLink } = await job.wait()
    console.log([id, status, prLink].join('\\t'))
  `
  await writeFile(join(folder, 'in-sandbox.mjs'), program)
  const env = { PRENTICE_URL: baseUrl, PRENTICE_API_KEY: apiKey }
  for (const node of [process.execPath, ...(OLD_NODE ? [OLD_NODE] : [])]) {
    const args = ['run', '--repo', repository, '--wait', 'Create line.md with "1"']
    const line = await run(node, [installed('lib/cli/main.js'), ...args], { env, cwd: folder })
    const called = await run(node, [join(folder, 'in-sandbox.mjs'), repository], { env, cwd: folder })
    for (const { stdout } of [line, called])
      expect(stdout).toMatch(new RegExp(`^job_\\w+\tcompleted\thttp://\\S+/${repository}/pull/\\d+\n$`))
  }
  sandbox.kill('SIGTERM')
  const { code, stdout } = await sandbox.ended
  expect([code, stdout.trimEnd().split('\n')]).toEqual([0, [expect.stringContaining(baseUrl)]])
  expect(await sandbox.leftovers()).toEqual([])
  // Nothing was written to where the package is installed.
  expect((await readdir(installed('.'))).toSorted()).toEqual(rootFiles)
}, 240_000)

test.each([
  ['the server', ['server', 'doctor']],
  ['the sandbox', ['sandbox']],
])('on an older Node, %s says what it needs', { skip: OLD_NODE === null }, async (what, args) => {
  const failed = await run(OLD_NODE ?? '', [installed('lib/cli/main.js'), ...args]).catch((error) => error)
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringContaining(`${what} needs Node 24.5 or newer`),
  ])
})

async function privateKey(): Promise<string> {
  const { generateKeyPairSync } = await import('node:crypto')
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()
}
