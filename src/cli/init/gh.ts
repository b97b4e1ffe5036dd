import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { text } from 'node:stream/consumers'
import type { Context } from '../commands/context.ts'
import { CommandError, EXIT } from '../output/exit-code.ts'
import { plainLines, plainText } from '../output/plain-text.ts'

/** GitHub's command line, as the person has signed in with it. https://cli.github.com */
export interface Gh {
  readonly host: string
  /** The variable with its token; `null`: it is signed in. */
  readonly tokenVariable: string | null
  /** A request of the REST API. Any status is an answer. */
  call(method: Method, path: string, body?: object): Promise<Answer>
  /** Stores a secret of Actions. `gh` encrypts it. */
  setSecret(repository: string, name: string, value: string): Promise<void>
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface Answer {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** `null`: none, or no JSON. */
  readonly body: unknown
}

/** What `gh` needs to find its sign-in, its proxy and its certificates. No other variable reaches it, a key least of all. */
const PASSED =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|TMPDIR|TEMP|TMP|LANG|LC_\w+|XDG_\w+|DBUS_SESSION_BUS_ADDRESS|GH_(?:ENTERPRISE_)?TOKEN|GITHUB_(?:ENTERPRISE_)?TOKEN|GH_CONFIG_DIR|(?:https?|no|all)_proxy|SSL_CERT_(?:FILE|DIR))$/i

export function openGh({ environment, signal }: Pick<Context, 'environment' | 'signal'>, host: string): Gh {
  const env = {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED.test(name))),
    ...{ GH_HOST: host, GH_PROMPT_DISABLED: '1', GH_NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' },
  }
  const tokenVariable = tokenVariables(host).find((name) => environment[name]) ?? null
  const run = (args: readonly string[], input: string): Promise<Ran> => runGh(args, input, { env, signal })
  return {
    host,
    tokenVariable,
    async call(method, path, body) {
      const sent = body === undefined ? [] : ['--input', '-']
      // `-i`: with the status, of refusals too.
      const ran = await run(
        ['api', '-i', '--method', method, path, ...sent],
        body === undefined ? '' : JSON.stringify(body),
      )
      const answer = parseAnswer(ran.stdout) ?? explain(ran, host)
      if (answer.status === 401) throw notSignedIn(host, tokenVariable)
      return answer
    },
    async setSecret(repository, name, value) {
      const ran = await run(['secret', 'set', name, '--repo', `${host}/${repository}`], value)
      if (ran.code !== 0) throw notStored(name, ran, tokenVariable)
    },
  }
}

/** Of github.com and its data residency, or of an Enterprise Server: https://cli.github.com/manual/gh_help_environment */
const tokenVariables = (host: string): readonly string[] =>
  host === 'github.com' || host.endsWith('.ghe.com')
    ? ['GH_TOKEN', 'GITHUB_TOKEN']
    : ['GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN']

interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function runGh(
  args: readonly string[],
  input: string,
  { env, signal }: { readonly env: Record<string, string | undefined>; readonly signal: AbortSignal },
): Promise<Ran> {
  // Not in the clone, whose git configuration `gh` would read.
  const child = spawn('gh', args, { env, signal, cwd: tmpdir(), stdio: 'pipe' })
  // It may end before it has read its input; its exit code says so.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'ENOENT' ? noGh() : error))
    child.once('close', resolve)
  })
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

const noGh = (): CommandError =>
  new CommandError(
    '`gh`, the command line of GitHub, is not installed: get it from https://cli.github.com, and sign in with `gh auth login -s workflow`',
  )

/** What `gh api -i` prints; `null`: GitHub has not answered. Pure. */
export function parseAnswer(printed: string): Answer | null {
  const cut = /\r?\n\r?\n/.exec(printed)
  const head = cut === null ? printed : printed.slice(0, cut.index)
  const [first = '', ...lines] = head.split(/\r?\n/)
  const status = /^HTTP\/[\d.]+ (\d{3})\b/.exec(first)?.[1]
  if (status === undefined) return null
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const body = cut === null ? '' : printed.slice(cut.index + cut[0].length)
  return { status: Number(status), headers: new Map(headers), body: parseJson(body) }
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

const saidBy = ({ code, stderr }: Ran): string =>
  plainLines(stderr).trim().split('\n').slice(0, 5).join('\n') || `exit code ${code}`

function explain(ran: Ran, host: string): never {
  const said = saidBy(ran)
  if (ran.code === 4 || said.includes('gh auth login')) throw notSignedIn(host, null)
  throw new CommandError(`\`gh\` gets no answer from ${host}: ${said}`)
}

/** The token of a codespace, for example, may not store secrets. */
function notStored(name: string, ran: Ran, tokenVariable: string | null): CommandError {
  const why =
    tokenVariable !== null && /HTTP 40[34]/.test(ran.stderr)
      ? `; the token in ${tokenVariable} may not: unset the variable, or set one that may`
      : ''
  return new CommandError(`\`gh\` did not store the secret ${name}: ${saidBy(ran)}${why}`)
}

function notSignedIn(host: string, tokenVariable: string | null): CommandError {
  const why =
    tokenVariable === null
      ? `you are not signed in to ${host} with \`gh\`:`
      : `${host} does not accept the token in ${tokenVariable}: unset the variable, and`
  return new CommandError(`${why} run \`gh auth login --hostname ${host} -s workflow\``, EXIT.notSignedIn)
}

/** The value at the path; `undefined` if the path ends early. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    value,
  )

export const textAt = (value: unknown, ...path: readonly (string | number)[]): string => {
  const found = at(value, ...path)
  return typeof found === 'string' ? found : ''
}

export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** The answer, if GitHub has done what was asked. */
export function must(answer: Answer, what: string): Answer {
  if (answer.status < 300) return answer
  throw new CommandError(`GitHub refuses to ${what}: ${refusalOf(answer)}`)
}

export const refusalOf = ({ status, body }: Answer): string =>
  `${plainText(textAt(body, 'message')) || 'no reason given'} (status ${status})`
