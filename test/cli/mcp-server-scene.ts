import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { toolCaller } from '../support/app/mcp-client.ts'
import { COMPILED } from '../support/processes/compiled.ts'

const MAIN = join(import.meta.dirname, '../../src/cli/main.ts')

type Environment = Readonly<Record<string, string>>

export interface McpServerScene {
  /** A clone of acme/docs, or no clone. */
  readonly folder: string
  /** The client of the SDK, which starts the command as editors do. */
  connect(
    args?: readonly string[],
  ): Promise<Awaited<ReturnType<typeof toolCaller>> & { readonly strange: Error[]; pid(): number | null }>
  /** The command, with its pipes. */
  start(args?: readonly string[]): McpProcess
}

export interface McpProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** Writes one message as a line. */
  send(message: unknown): void
  /** Resolves with the next line that it prints. */
  next(): Promise<Record<string, unknown>>
  readonly ended: Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>
}

/** `prentice mcp-server` in a folder of its own. */
export async function mcpServerScene(
  environment: Environment,
  { remote = 'https://github.com/acme/docs.git' as string | null } = {},
): Promise<McpServerScene> {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-mcp-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  if (remote !== null) {
    execFileSync('git', ['init', '-q', folder])
    execFileSync('git', ['-C', folder, 'remote', 'add', 'origin', remote])
  }
  const env = { PATH: process.env.PATH ?? '', HOME: folder, ...COMPILED, ...environment }
  const argsOf = (args: readonly string[]) => [MAIN, 'mcp-server', ...args]
  return {
    folder,
    async connect(args = []) {
      const transport = new StdioClientTransport({
        ...{ command: process.execPath, args: argsOf(args), env, cwd: folder },
        stderr: 'pipe',
      })
      const strange: Error[] = []
      const connected = await toolCaller(transport)
      connected.client.onerror = (error) => strange.push(error)
      return { ...connected, strange, pid: () => transport.pid }
    },
    start(args = []) {
      const child = spawn(process.execPath, argsOf(args), { cwd: folder, env })
      onTestFinished(() => void child.kill('SIGKILL'))
      let stdout = ''
      let stderr = ''
      let read = 0
      child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
      child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
      return {
        child,
        send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`),
        async next() {
          for (;;) {
            const end = stdout.indexOf('\n', read)
            if (end >= 0) {
              const line = stdout.slice(read, end)
              read = end + 1
              return JSON.parse(line)
            }
            await once(child.stdout, 'data')
          }
        },
        ended: once(child, 'close').then(([code]) => ({ code, stdout, stderr })),
      }
    },
  }
}
