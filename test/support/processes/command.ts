import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { COMPILED } from './compiled.ts'

const ROOT = join(import.meta.dirname, '../../..')

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Command {
  readonly pid: number
  /** Its TMPDIR, by which all that it starts is known. */
  readonly temp: string
  readonly ended: Promise<Ended>
  /** Resolves with the first line it prints, or rejects with what it said instead. */
  readonly firstLine: Promise<string>
  /** Resolves once it has printed this on stdout. */
  printed(text: string): Promise<void>
  /** Resolves with the first group of the pattern once stderr matches it. */
  warned(pattern: RegExp): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** Files in its TMPDIR, and processes of its making that still live. */
  leftovers(): Promise<string[]>
  remove(): Promise<void>
}

/** Runs `node <script>` of this checkout as a person would, with nothing of the environment but what is given. */
export const runCommand = (
  script: string,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Command> => runProgram(process.execPath, [script, ...args], { env })

/** The same for any program; it leads its own process group. `cwd`: by default this checkout. */
export async function runProgram(
  program: string,
  args: readonly string[],
  { env = {}, cwd = ROOT }: { env?: Readonly<Record<string, string>>; cwd?: string },
): Promise<Command> {
  const temp = await mkdtemp(join(tmpdir(), 'prentice-command-'))
  const child = spawn(program, args, {
    cwd,
    detached: true,
    env: { PATH: process.env.PATH, HOME: temp, TMPDIR: temp, ...COMPILED, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  if (child.pid === undefined) throw new Error(`${program} could not be started`)
  let stdout = ''
  let stderr = ''
  const line = Promise.withResolvers<string>()
  const readers = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    stdout += chunk
    const end = stdout.indexOf('\n')
    if (end >= 0) line.resolve(stdout.slice(0, end))
    for (const look of readers) look()
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    stderr += chunk
    for (const look of readers) look()
  })
  const ended = once(child, 'close').then(([code]) => {
    line.reject(new Error(`it ended (${code}) without a line: ${stderr}`))
    return { code, stdout, stderr }
  })
  // Who does not wait for a line must not stumble over its absence.
  line.promise.catch(() => undefined)
  return {
    pid: child.pid,
    temp,
    ended,
    firstLine: line.promise,
    printed: (text) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!stdout.includes(text)) return
          readers.delete(look)
          resolve()
        }
        readers.add(look)
        look()
      }),
    warned: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = pattern.exec(stderr)?.[1]
          if (found === undefined) return
          readers.delete(look)
          resolve(found)
        }
        readers.add(look)
        look()
      }),
    kill: (signal) => child.kill(signal),
    leftovers: async () => [...(await readdir(temp)), ...(await processesOf(temp))],
    remove: () => rm(temp, { recursive: true, force: true }),
  }
}

/** Command lines of the processes that stand in a folder or were told of it, by /proc. */
export async function processesOf(folder: string): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
  const known = await Promise.all(pids.map((pid) => commandLineIn(pid, folder)))
  return known.filter((line) => line !== null)
}

async function commandLineIn(pid: string, folder: string): Promise<string | null> {
  try {
    const [cwd, environment, line] = await Promise.all([
      readlink(`/proc/${pid}/cwd`),
      readFile(`/proc/${pid}/environ`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ])
    const isOurs = [cwd, environment, line].some((text) => text.includes(folder))
    return isOurs ? `${pid} ${line.replaceAll('\0', ' ')}` : null
  } catch {
    return null // It has ended meanwhile, or belongs to somebody else.
  }
}
