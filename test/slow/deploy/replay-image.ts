import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildContext } from '../../../scripts/release/image-files.ts'
import { ROOT } from '../../checks/deploy/deploy-files.ts'
import { all, environment, instructions, words } from '../../checks/deploy/dockerfile.ts'

export interface ReplayedImage {
  /** Runs a command as the container would: as its user, with its variables, and nothing else to write to. */
  run(command: readonly string[], variables?: Readonly<Record<string, string>>): Container
  /** The command of the image. */
  readonly command: readonly string[]
  readonly healthCheck: readonly string[]
}

export interface Container {
  readonly child: ChildProcess
  readonly stdout: Promise<string>
  readonly stderr: Promise<string>
  readonly exitCode: Promise<number | null>
  /** Sends a signal to the process that the container has started, which is the first of its namespace. */
  signal(signal: NodeJS.Signals): void
}

/** Performs the steps of the Dockerfile in a folder: `opt` stands for /opt/prentice, `var` for /var/lib/prentice. */
export function replayImage(folder: string): ReplayedImage {
  const place = {
    context: join(folder, 'context'),
    opt: join(folder, 'opt'),
    var: join(folder, 'var'),
    path: `${join(folder, 'bin')}:${process.env.PATH}`,
  }
  // The Node of the image is that of the tests, whose own folder the user of the image may not enter.
  cpSync(process.execPath, join(folder, 'bin/node'))
  for (const path of buildContext(ROOT)) cpSync(join(ROOT, path), join(place.context, path))
  mkdirSync(place.opt)
  const [, _base, build = [], final = []] = stages()
  for (const { keyword, flags, rest } of build) {
    if (keyword === 'COPY' && flags.length === 0) copy(place, rest.split(' '))
    else if (keyword === 'RUN') shell(place, rest, place.opt)
    else if (!['FROM', 'WORKDIR'].includes(keyword)) throw new Error(`unknown step: ${keyword}`)
  }
  const copied = final.filter(({ keyword }) => keyword === 'COPY')
  if (copied.length !== 1 || copied[0]?.flags[0] !== '--from=build') throw new Error('unknown final stage')
  for (const { keyword, rest } of final) {
    if (keyword === 'RUN') shell(place, rest.replaceAll('/var/lib/prentice', place.var), folder)
  }
  return {
    command: words(all('CMD')[0]?.rest ?? ''),
    healthCheck: words(all('HEALTHCHECK')[0]?.rest ?? ''),
    run: (command, variables = {}) => runAsContainer(place, command, variables),
  }
}

type Place = Readonly<Record<'context' | 'opt' | 'var' | 'path', string>>

/** The instructions before the first FROM, and those of each stage. */
function stages() {
  const starts = instructions().map(({ keyword }, at) => (keyword === 'FROM' ? at : -1))
  const bounds = [0, ...starts.filter((at) => at >= 0), instructions().length]
  return bounds.slice(0, -1).map((from, stage) => instructions().slice(from, bounds[stage + 1]))
}

function copy({ context, opt }: Place, paths: readonly string[]): void {
  const target = paths.at(-1) ?? ''
  for (const path of paths.slice(0, -1)) {
    const into = paths.length > 2 ? join(opt, target, path) : join(opt, target)
    cpSync(join(context, path), into, { recursive: true })
  }
}

function shell({ path }: Place, line: string, cwd: string): void {
  // A build has the registry and the proxies of its machine.
  const env = { ...process.env, PATH: path, NODE_ENV: '' }
  const { status, stderr } = spawnSync('sh', ['-c', line], { cwd, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`RUN ${line}\n${stderr}`)
}

/** In namespaces of its own, where the folder of the program is read-only, and the command is process 1. */
function runAsContainer(
  place: Place,
  command: readonly string[],
  variables: Readonly<Record<string, string>>,
) {
  const [uid = '', gid = ''] = all('USER')[0]?.rest.split(':') ?? []
  const image = Object.entries(environment()).map(([name, value]) => [
    name,
    value.replace('/opt/prentice', place.opt).replace('/var/lib/prentice', place.var),
  ])
  const privileges = ['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all']
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-ec'],
      'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"; cd "$0"; exec setpriv "$@"',
      ...[place.opt, `--reuid=${uid}`, `--regid=${gid}`, ...privileges, '--', ...command],
    ],
    {
      env: { PATH: place.path, ...Object.fromEntries(image), ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  return {
    child,
    stdout: text(child.stdout),
    stderr: text(child.stderr),
    exitCode: once(child, 'close').then(([code]: (number | null)[]) => code ?? null),
    signal(signal: NodeJS.Signals) {
      const [first] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
      process.kill(Number(first), signal)
    },
  }
}
