import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { type Ran, type Run, runIn } from './run.ts'

/** The versions of Node that people have. The client and the command line run on each, the server and the sandbox on the last. */
const NODES = ['20', '22', '24'] as const

interface Used {
  readonly name: string
  readonly version: string
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
  readonly tell: (line: string) => void
}

interface Installed {
  /** The full version of Node. */
  readonly node: string
  readonly at: string
  readonly prentice: string
  /** With that Node first in the PATH. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Installs the published package in an empty folder on each Node, and gets a pull request with it in its own sandbox. Throws with the
 * first sentence that is wrong.
 */
export async function usePackage(used: Used): Promise<void> {
  const all: Installed[] = []
  for (const major of NODES) all.push(await install(used, major))
  const newest = all.at(-1)
  if (newest === undefined) throw new Error('there is no Node to use the package on')
  const sandbox = await startSandbox(newest)
  try {
    for (const one of all) {
      await getPullRequest(used.name, one, sandbox)
      used.tell(`  Node ${one.node}: client and command line`)
    }
  } finally {
    await sandbox.end()
  }
}

async function install(
  { name, version, folder, environment: given }: Used,
  major: string,
): Promise<Installed> {
  const environment = await addNode(folder, given, major)
  const run = runIn(environment)
  const at = join(folder, `used-on-${major}`)
  mkdirSync(at)
  const node = (await run('node', ['--version'], at)).stdout.trim()
  requireQuiet(`the installation on Node ${node}`, await run('npm', ['install', name], at))
  const prentice = join(at, 'node_modules/.bin/prentice')
  const said = await run(prentice, ['--version'], at)
  requireQuiet(`the command line on Node ${node}`, said)
  if (said.stdout.trim() !== version)
    throw new Error(`the command line is ${said.stdout.trim()}, and not ${version}`)
  for (const [what, args] of PROGRAMS) await useProgram({ what, args, major, at, prentice, run })
  return { node, at, prentice, environment }
}

interface Sandbox {
  readonly repository: string
  /** The address and the key of its server, as variables. */
  readonly variables: Readonly<Record<string, string>>
  readonly end: () => Promise<void>
}

async function startSandbox({ prentice, at, environment }: Installed): Promise<Sandbox> {
  // Its GitHub is on loopback, over http.
  const env = { ...environment, GIT_ALLOW_PROTOCOL: 'file:http' }
  const child = spawn(prentice, ['sandbox', '--json'], { cwd: at, env, stdio: ['ignore', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill('SIGTERM'))
  const said = text(child.stderr)
  const end = async (): Promise<void> => {
    const closed = child.exitCode === null ? once(child, 'close') : null
    child.kill('SIGTERM')
    await closed
  }
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'close').then(async () => {
      throw new Error(`the sandbox does not start:\n${await said}`)
    }),
  ])
  const { baseUrl, apiKey, repository } = JSON.parse(String(line))
  return { repository, variables: { PRENTICE_URL: baseUrl, PRENTICE_API_KEY: apiKey }, end }
}

/** With the command line, and with the client. */
async function getPullRequest(
  name: string,
  { node, at, prentice, environment }: Installed,
  sandbox: Sandbox,
) {
  const run = runIn({ ...environment, ...sandbox.variables })
  writeFileSync(join(at, 'client.mjs'), `import { createClient } from '${name}/client'\n${CLIENT}`)
  const ways = [
    [
      'command line',
      prentice,
      ['run', '--repo', sandbox.repository, '--wait', `Create line-${node}.md with "1"`],
    ],
    ['client', 'node', ['client.mjs', sandbox.repository, `Create client-${node}.md with "1"`]],
  ] as const
  for (const [what, program, args] of ways) {
    const { stdout } = await run(program, args, at)
    if (!/completed\s+http\S+\/pull\/\d+/.test(stdout))
      throw new Error(`on Node ${node}, the ${what} gets no pull request:\n${stdout}`)
  }
}

const CLIENT = `
const [repository, prompt] = process.argv.slice(2)
const { jobs, projects } = createClient({ url: process.env.PRENTICE_URL, apiKey: process.env.PRENTICE_API_KEY })
const project = await projects.find(repository)
const { status, prLink } = await (await jobs.create(project.id, { prompt })).wait()
console.log(status, prLink)
`

/** A command of each that ends. */
const PROGRAMS = [
  ['the server', ['server', 'doctor', '--help']],
  ['the sandbox', ['sandbox', '--help']],
] as const

interface Program {
  readonly what: string
  readonly args: readonly string[]
  readonly major: string
  readonly at: string
  readonly prentice: string
  readonly run: Run
}

/** It works on the newest Node, and says on any other, in one line, what it needs. */
async function useProgram({ what, args, major, at, prentice, run }: Program): Promise<void> {
  const ran = await run(prentice, args, at).catch((error: Error) => error)
  if (major === NODES.at(-1)) {
    if (ran instanceof Error) throw ran
    return requireQuiet(`${what} on Node ${major}`, ran)
  }
  const [, ...said] = ran instanceof Error ? ran.message.trim().split('\n') : []
  if (said.length !== 1 || !said[0]?.includes(`${what} needs Node`))
    throw new Error(
      `on Node ${major}, ${what} must say in one line what it needs, and says:\n${said.join('\n')}`,
    )
}

export function requireQuiet(what: string, { stderr }: Ran): void {
  if (stderr.trim() !== '') throw new Error(`${what} must print no warning, and prints:\n${stderr}`)
}

/** The environment with that Node first in its PATH. It comes from the registry, without running a script. */
async function addNode(
  folder: string,
  environment: Readonly<Record<string, string>>,
  major: string,
): Promise<Record<string, string>> {
  const name = `node-${process.platform}-${process.arch}`
  const at = join(folder, `node-${major}`)
  mkdirSync(at)
  const options = ['--ignore-scripts', '--no-save', '--force']
  await runIn(environment)('npm', ['install', ...options, `${name}@${major}`], at)
  return { ...environment, PATH: [join(at, 'node_modules', name, 'bin'), environment.PATH].join(delimiter) }
}
