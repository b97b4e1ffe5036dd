import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { access, constants, stat, writeFile } from 'node:fs/promises'
import { dirname, extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type {
  Consent,
  ConsentTopic,
  LocalRunMessage,
  LocalRunOrder,
  LocalRunRequest,
  LocalRunResult,
} from '../../contract/local-run.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { plainText } from '../output/plain-text.ts'
import { localRunJson, notesOfRun, showPatch } from '../output/show-local-run.ts'
import type { Terminal } from '../output/terminal.ts'
import { requireNode } from '../server/run-program.ts'
import type { Context } from './context.ts'
import { askYesOrNo, readPrompt } from './read-input.ts'

export interface TryOptions extends Partial<Record<ConsentTopic, true>> {
  readonly file?: string
  readonly dir?: string
  readonly model?: string
  readonly maxCostUsd?: number
  readonly apply?: true
  readonly patch?: string
  readonly yes?: true
  readonly json?: true
}

/** The action: its sources in a checkout, one bundled file in the package. */
export const ACTION = fileURLToPath(
  new URL(
    extname(import.meta.url) === '.ts' ? '../../action/main.ts' : '../../../dist/index.js',
    import.meta.url,
  ),
)

/** Runs the agent on a copy of the clone in this folder. */
export async function tryLocally(
  context: Context,
  words: readonly string[],
  options: TryOptions,
  program = ACTION,
): Promise<ExitCode> {
  const { terminal, folder } = context
  requireAction('try', program)
  const prompt = await readPrompt(words, options.file, terminal)
  if (prompt.trim() === '') throw new CommandError('the prompt is empty: say what to change')
  const patch = options.patch === undefined ? null : resolve(folder, options.patch)
  if (patch !== null) await requireWritable(patch)
  const result = await runAction<LocalRunRequest, LocalRunResult>(context, 'try', program, {
    folder: resolve(folder, options.dir ?? '.'),
    prompt,
    model: options.model ?? null,
    maxCostUsd: options.maxCostUsd ?? null,
    apply: options.apply ?? false,
    consent: consentOf(options),
  })
  await show(terminal, result, { patch, asJson: options.json ?? false })
  return exitCodeOf(result)
}

/** `--yes` answers only what its command line names: a script must not agree to what the settings will say one day. */
function consentOf({ isolate, setup, mcp, yes }: TryOptions): LocalRunRequest['consent'] {
  if (yes && !isolate && !setup && !mcp)
    throw new CommandError('--yes alone agrees to nothing: add --isolate, --setup or --mcp')
  const of = (isNamed: true | undefined): Consent => (isNamed && yes ? 'yes' : 'ask')
  return { isolate: isolate ? of(isolate) : 'no', setup: of(setup), mcp: of(mcp) }
}

/** Throws if this installation cannot start the action. */
export function requireAction(command: 'try' | 'eval', program: string): void {
  requireNode(`\`prentice ${command}\``)
  if (!existsSync(program))
    throw new CommandError('the agent is not part of this installation: use the npm package or a checkout')
}

/** Models, proxies and certificates, and what programs need to start. No other variable of the person reaches the agent. */
export const PASSED =
  /^(?:PATH|HOME|TMPDIR|LANG|LC_\w+|TZ|XDG_CONFIG_HOME|(?:ANTHROPIC|OPENAI|GOOGLE_GENERATIVE_AI|OPENAI_COMPATIBLE)_(?:API_KEY|BASE_URL|CUSTOM_HEADERS)|PRICES|MODEL_(?:STALL|RETRY|PATIENCE)_SECONDS|PRENTICE_MCP_\w+|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|NODE_USE_SYSTEM_CA|SSL_CERT_(?:FILE|DIR)|NODE_COMPILE_CACHE|RUNNER_TOOL_CACHE|JAVA_HOME|GOROOT|DOTNET_ROOT)$/i

const boundedEnvironment = (environment: Context['environment']) =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => PASSED.test(name)))

/** Runs the action in a child process, shows its log, and passes on questions and Ctrl-C. */
export async function runAction<Request extends object, Result>(
  { terminal, signal, environment }: Pick<Context, 'terminal' | 'signal' | 'environment'>,
  command: 'try' | 'eval',
  program: string,
  request: Request,
): Promise<Result> {
  // It starts thousands of programs. Each costs a copy of its page tables, so its young generation stays small.
  const child = fork(program, [command], {
    ...{ env: boundedEnvironment(environment), execArgv: ['--max-semi-space-size=4'] },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let result: Result | null = null
  let shown = Promise.resolve()
  const errors: Buffer[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk))
  child.on('message', (message: LocalRunMessage<Result>) => {
    if (message.type === 'ended') result = message.result
    else shown = shown.then(() => showMessage(message, { terminal, signal, child }))
  })
  const onStop = (): void => order(child, { type: 'stop' })
  signal.addEventListener('abort', onStop, { once: true })
  // It may end before it has read the request; its exit code says so.
  child.on('error', () => undefined)
  child.send(request)
  const [code] = await once(child, 'close')
  signal.removeEventListener('abort', onStop)
  await shown
  if (result !== null) return result
  signal.throwIfAborted()
  const said = Buffer.concat(errors).toString().trim().split('\n').slice(0, ERROR_LINES).join('\n')
  throw new CommandError(
    `the agent ended without a result (exit code ${code})${said === '' ? '' : `:\n${said}`}`,
  )
}

const ERROR_LINES = 20

/** It may have ended. */
function order(child: ChildProcess, message: LocalRunOrder): void {
  if (child.connected) child.send(message)
}

async function showMessage(
  message: Exclude<LocalRunMessage, { type: 'ended' }>,
  { terminal, signal, child }: Pick<Context, 'terminal' | 'signal'> & { readonly child: ChildProcess },
): Promise<void> {
  const { notes } = terminal
  if (message.type === 'ask')
    return order(child, { type: 'answer', yes: await askYesOrNo(terminal, message, signal) })
  const text = plainText(message.text)
  const { paint } = notes
  const line =
    message.level === 'title'
      ? paint.bold(text)
      : message.level === 'warning'
        ? paint.busy(`! ${text}`)
        : paint.dim(`  ${text}`)
  await notes.write(`${line}\n`)
}

/** Before a model is paid for a change that could not be stored. */
async function requireWritable(path: string): Promise<void> {
  const folder = dirname(path)
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  )
  const canWrite = await access(existsSync(path) ? path : folder, constants.W_OK).then(
    () => true,
    () => false,
  )
  if (isFolder || !canWrite)
    throw new CommandError(`--patch ${path}: this file cannot be written; name another one`)
}

async function show(
  { out, notes }: Terminal,
  result: LocalRunResult,
  { patch, asJson }: { readonly patch: string | null; readonly asJson: boolean },
): Promise<void> {
  const bytes = result.patch === null ? null : Buffer.from(result.patch, 'base64')
  if (patch !== null && bytes !== null) await writeFile(patch, bytes)
  if (asJson) await out.write(`${localRunJson(result, bytes)}\n`)
  else if (bytes !== null && (out.isTerminal || patch === null)) await out.write(showPatch(out, bytes))
  await notes.write(notesOfRun(notes.paint, result, { patch: bytes === null ? null : patch }))
}

function exitCodeOf({ outcome, applied }: LocalRunResult): ExitCode {
  if (outcome === 'cancelled') return EXIT.cancelled
  const isDone = outcome === 'changed' || outcome === 'no-change'
  return isDone && applied?.ok !== false ? EXIT.done : EXIT.failed
}
