import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

/** A mistake in the command line; the message says what is possible. */
export class BadOptions extends Error {}

export interface ServeOptions {
  readonly json: boolean
  readonly port: number
  readonly repository: string | null
  readonly dialect: 'github' | 'enterprise'
}

export interface DemoOptions {
  readonly json: boolean
  readonly repository: string | null
  readonly prompt: string | null
}

export function readServeOptions(args: readonly string[]): ServeOptions {
  const values = parse(args, {
    json: { type: 'boolean' },
    port: { type: 'string' },
    repo: { type: 'string' },
    dialect: { type: 'string' },
  })
  const dialect = values.dialect ?? 'github'
  if (dialect !== 'github' && dialect !== 'enterprise') {
    throw new BadOptions(`--dialect ${dialect}: it is github or enterprise`)
  }
  return {
    json: values.json === true,
    port: readPort(values.port),
    repository: readPath(values.repo),
    dialect,
  }
}

export function readDemoOptions(args: readonly string[]): DemoOptions {
  const values = parse(args, {
    json: { type: 'boolean' },
    repo: { type: 'string' },
    prompt: { type: 'string' },
  })
  if (values.prompt?.trim() === '') throw new BadOptions('--prompt is empty: say what is to be done')
  return {
    json: values.json === true,
    repository: readPath(values.repo),
    prompt: values.prompt ?? null,
  }
}

function readPort(text: string | undefined): number {
  if (text === undefined) return 0
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new BadOptions(`--port ${text}: it is a number from 0 (any free one) to 65535`)
}

function readPath(text: string | undefined): string | null {
  if (text === undefined) return null
  if (text === '') throw new BadOptions('--repo is empty: give the path of a local git repository')
  return resolve(text)
}

type Known = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>
type Parsed<Options extends Known> = {
  [Name in keyof Options]?: Options[Name]['type'] extends 'boolean' ? boolean : string
}

function parse<Options extends Known>(args: readonly string[], options: Options): Parsed<Options> {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
      .values as Parsed<Options>
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const names = Object.entries(options).map(([name, { type }]) =>
      type === 'string' ? `--${name} …` : `--${name}`,
    )
    throw new BadOptions(`${message} (options: ${names.join(', ')})`, { cause: error })
  }
}
