import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandOf } from './command-of.ts'

/** An error in the command line. The message says what is allowed. */
export class BadOptions extends Error {}

interface CommonOptions {
  readonly json: boolean
  readonly verbose: boolean
  /** Absolute. */
  readonly repository: string | null
}

export interface ServeOptions extends CommonOptions {
  /** `null`: the usual one, if it is free. */
  readonly port: number | null
  readonly dialect: 'github' | 'enterprise'
  /** Whether `gh` can reach the GitHub, to try `init`. */
  readonly offersInit: boolean
}

export interface DemoOptions extends CommonOptions {
  readonly prompt: string | null
}

/** `null`: print help. Paths are relative to `from`. */
export function readServeOptions(args: readonly string[], from: string): ServeOptions | null {
  const values = parse('sandbox', args, {
    port: { type: 'string' },
    dialect: { type: 'string' },
    gh: { type: 'boolean' },
  })
  if (values.help) return null
  const offersInit = values.gh === true
  const dialect = values.dialect ?? (offersInit ? 'enterprise' : 'github')
  if (dialect !== 'github' && dialect !== 'enterprise') {
    throw new BadOptions(`--dialect ${dialect}: must be github or enterprise`)
  }
  // `gh` takes every host but github.com for an Enterprise Server.
  if (offersInit && dialect !== 'enterprise')
    throw new BadOptions('--gh needs the dialect enterprise, which it chooses: leave out --dialect')
  return { ...readCommon(values, from), port: readPort(values.port), dialect, offersInit }
}

/** `null`: print help. Paths are relative to `from`. */
export function readDemoOptions(args: readonly string[], from: string): DemoOptions | null {
  const values = parse('demo', args, { prompt: { type: 'string' } })
  if (values.help) return null
  if (values.prompt?.trim() === '') throw new BadOptions('--prompt is empty: describe the change to make')
  return { ...readCommon(values, from), prompt: values.prompt ?? null }
}

const COMMON = {
  json: { type: 'boolean' },
  verbose: { type: 'boolean' },
  repo: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

function readCommon(values: Parsed<typeof COMMON>, from: string): CommonOptions {
  return {
    json: values.json === true,
    verbose: values.verbose === true,
    repository: readPath(values.repo, from),
  }
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return null
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new BadOptions(`--port ${text}: must be a number from 0 (any free port) to 65535`)
}

/** `https://…`, `git@host:…`. The message does not repeat it, because it can contain a password. */
const REMOTE_URL = /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/\s@]+@[^/\s:]+:)/i

function readPath(text: string | undefined, from: string): string | null {
  if (text === undefined) return null
  if (text === '') throw new BadOptions('--repo is empty: give the path of a local git repository')
  if (REMOTE_URL.test(text)) {
    throw new BadOptions(
      '--repo takes a local path, not a URL: clone it first (git clone URL FOLDER), then use --repo FOLDER',
    )
  }
  return resolve(from, text)
}

type Known = Readonly<Record<string, { readonly type: 'boolean' | 'string'; readonly short?: string }>>
type Parsed<Options extends Known> = {
  [Name in keyof Options]?: Options[Name]['type'] extends 'boolean' ? boolean : string
}

function parse<Options extends Known>(
  name: 'sandbox' | 'demo',
  args: readonly string[],
  more: Options,
): Parsed<Options & typeof COMMON> {
  try {
    return parseArgs({
      args: [...args],
      options: { ...COMMON, ...more },
      strict: true,
      allowPositionals: false,
    }).values as Parsed<Options & typeof COMMON>
  } catch (error) {
    const message = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new BadOptions(`${message}: ${commandOf(name, '--help')} shows the options`, { cause: error })
  }
}
