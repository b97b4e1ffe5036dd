import { Argument, Command, Option, type OutputConfiguration } from 'commander'
import type { JobStatus, Mode } from '../client/index.ts'
import { GROUPS, limits, models, projects, usage } from './commands/account.ts'
import { addBatchCommands } from './commands/batch.ts'
import type { Context } from './commands/context.ts'
import { controlJob, message, patch, retry, run, update } from './commands/job.ts'
import { list } from './commands/list.ts'
import { keys, login, logout } from './commands/login.ts'
import { serveMcp } from './commands/mcp-server.ts'
import { parseDollars, parseNumber, parsePair } from './commands/parse-options.ts'
import { tryLocally } from './commands/try.ts'
import { view, watch } from './commands/view.ts'
import { addWebhookCommands } from './commands/webhooks.ts'
import { completion, SHELLS, type Shell } from './completion.ts'
import { EXIT, type ExitCode } from './output/exit-code.ts'
import { runSandbox, SANDBOX_HELP } from './server/run-program.ts'
import { describeServerCommands, runServerCommand } from './server/server-commands.ts'

const STATUSES: readonly JobStatus[] = ['active', 'completed', 'archived', 'failed']
const MODES: readonly Mode[] = ['ask', 'plan', 'review']
const JOB = 'id of the job, the end of its id, its branch, or its pull request'
const REPO = ['-R, --repo <owner/name>', 'repository; by default that of this folder'] as const
const REPO_ONLY = ['-R, --repo <owner/name>', 'only this repository'] as const
const JSON_OPTION = ['--json', 'print JSON'] as const
const METADATA = ['-m, --metadata <name=text>', 'metadata of the job; may be repeated'] as const
const WAIT = ['-w, --wait', 'show the progress, and wait for the result'] as const
const FILE = ['-F, --file <path>', 'read the prompt from a file, or from standard input (-)'] as const

/** The commands and options of `prentice`. */
export function createProgram({
  context,
  version,
  output,
  setExitCode,
}: {
  readonly context: Context
  readonly version: string
  readonly output: OutputConfiguration
  /** Called with the exit code of the command that was run. */
  readonly setExitCode: (code: number) => void
}): Command {
  const program = new Command('prentice')
    .description('Turns a prompt into a pull request')
    .version(version)
    .option('--server <url>', 'address of the server; by default PRENTICE_URL, then that of your last login')
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput(output)
  const command = (name: string, description: string): Command =>
    program.command(name).description(description).option('--server <url>', 'address of the server')
  const withExitCode =
    <A extends unknown[]>(work: (...args: A) => Promise<ExitCode>) =>
    async (...args: A): Promise<void> =>
      setExitCode(await work(...args))
  const mode = () =>
    new Option(
      '--mode <mode>',
      'get an answer, a plan of the change, or a review of a pull request; by default, make the change',
    ).choices(MODES)
  const jobCommand = (name: string, description: string) =>
    command(name, description)
      .argument('<job>', JOB)
      .option(...REPO)
      .option(...JSON_OPTION)

  command('run [prompt...]', 'create a job')
    .option(...REPO)
    .option('--ref <branch>', 'branch to start from and to open the pull request against')
    .option('--model <provider/model>', 'model; by default that of the repository')
    .option('--draft', 'open the pull request as a draft')
    .addOption(mode())
    .option('--output-schema <file>', 'JSON Schema of the output that the agent returns besides its work')
    .option('--questions', 'let a run end with a question, which the next message answers')
    .option(...METADATA, parsePair)
    .option(...FILE)
    .option(...WAIT)
    .option(...JSON_OPTION)
    .action(
      withExitCode((words: string[], _: object, it: Command) => run(context, words, it.optsWithGlobals())),
    )

  program
    .command('try [prompt...]')
    .description('run the agent on a copy of the clone in this folder, without GitHub and without a server')
    .option('-C, --dir <path>', 'the clone; by default that of this folder')
    .option('--model <provider/model>', 'model; by default that of .github/prentice.yml')
    .option('--max-cost-usd <number>', 'most dollars that the model may cost', parseDollars)
    .option('--apply', 'write the change to the files of the clone')
    .option('--patch <file>', 'write the change to a file, for `git apply`')
    .option('--isolate', 'run checks and commands, isolated; needs root or sudo, and asks first')
    .option('--setup', 'with --yes: `setup` of the settings may run, with network access')
    .option('--mcp', 'with --yes: the agent may ask the MCP servers of the settings')
    .option('-y, --yes', 'agree to --isolate, --setup and --mcp, as far as they are named')
    .option(...FILE)
    .option(...JSON_OPTION)
    .action(
      withExitCode((words: string[], _: object, it: Command) =>
        tryLocally(context, words, it.optsWithGlobals()),
      ),
    )

  program
    .command('eval')
    .description(
      'let models work on merged pull requests, and run the tests of these pull requests on the result',
    )
    .option('-C, --dir <path>', 'the clone; by default that of this folder')
    .option('--last <number>', 'how many merged pull requests with tests to use', parseNumber, 20)
    .requiredOption(
      '--model <provider/model>',
      'a model; may be repeated',
      (name: string, earlier: readonly string[] = []) => [...earlier, name],
    )
    .option('--repeat <number>', 'runs of each model on each pull request', parseNumber, 1)
    .option('--concurrency <number>', 'pull requests to work on simultaneously', parseNumber, 2)
    .option('--max-cost-usd <number>', 'most dollars that all runs together may cost', parseDollars, 10)
    .option(
      '--cut-off <model=month>',
      'last month that a model knows, such as 2026-01; may be repeated',
      parsePair,
    )
    .option('--output <file>', 'the report; the results are beside it', 'prentice-eval.html')
    .option('--setup', 'with --yes: `setup` of the settings may run, with network access')
    .option('-y, --yes', 'agree to isolation with root and, if it is named, to --setup')
    .option(...JSON_OPTION)
    .action(
      withExitCode(async (_: object, it: Command) => {
        // Only this command and `init` ask `gh`.
        const { evaluate } = await import('./eval/eval.ts')
        return evaluate(context, it.optsWithGlobals())
      }),
    )

  command('init [prompt...]', 'set up a repository, and start its first job')
    .option('-C, --dir <path>', 'a clone of the repository; by default this folder')
    .option('-R, --repo <[host/]owner/name>', 'the repository, without a clone')
    .option('--model <provider/model>', 'model of the workflow')
    .option(
      '--keyless',
      'call the model without a stored key; the ids of the provider come from its variables',
    )
    .option('--secret <name>', 'secret with the key of the model; by default the variable of its provider')
    .option(
      '--action <owner/name@ref>',
      'the action; by default ACTION_REF, then where this program comes from',
    )
    .addOption(
      new Option('--conversation <who>', 'whose issues and comments the agent reads').choices([
        'writers',
        'everyone',
      ]),
    )
    .option('--dry-run', 'show what it would do, and change nothing')
    .option('-y, --yes', 'agree to all steps; needs --repo and --secret')
    .action(
      withExitCode(async (words: string[], _: object, it: Command) => {
        // Only this command needs the settings, and the package that reads them.
        const { init } = await import('./init/init.ts')
        return init(context, words, it.optsWithGlobals())
      }),
    )

  command('list', 'list jobs, newest first')
    .option(...REPO)
    .option('--all', 'the jobs of all repositories')
    .option('-L, --limit <number>', 'most jobs to list', parseNumber, 30)
    .addOption(new Option('-s, --status <status>', 'only jobs with this status').choices(STATUSES))
    .option('--person <login>', 'only jobs that this person created on GitHub')
    .option('--model <provider/model>', 'only jobs with this model')
    .option('--search <text>', 'only jobs whose title contains this text')
    .option('-m, --metadata <name=text>', 'only jobs with this metadata; may be repeated', parsePair)
    .option(...JSON_OPTION)
    .action(withExitCode((_: object, it: Command) => list(context, it.optsWithGlobals())))

  jobCommand('view', 'show a job: what was asked, its runs, and the reason of a failure')
    .option('--web', 'open the pull request or the workflow run in the browser')
    .option('--log', 'print every event; of an active job until it ends')
    .action(withExitCode((job: string, _: object, it: Command) => view(context, job, it.optsWithGlobals())))
  jobCommand('watch', 'show the progress of a job, and wait for the result').action(
    withExitCode((job: string, _: object, it: Command) => watch(context, job, it.optsWithGlobals())),
  )
  command('message', 'continue a job on the same branch and pull request')
    .argument('<job>', JOB)
    .argument('[prompt...]', 'what to do next')
    .option(...REPO)
    .addOption(mode())
    .option(...FILE)
    .option(...WAIT)
    .option(...JSON_OPTION)
    .action(
      withExitCode((job: string, words: string[], _: object, it: Command) =>
        message(context, job, words, it.optsWithGlobals()),
      ),
    )
  jobCommand('retry', 'repeat the failed run of a job')
    .option(...WAIT)
    .action(withExitCode((job: string, _: object, it: Command) => retry(context, job, it.optsWithGlobals())))
  jobCommand('update', 'bring the branch of a job up to date with its base')
    .option(...WAIT)
    .action(withExitCode((job: string, _: object, it: Command) => update(context, job, it.optsWithGlobals())))
  for (const [verb, description] of [
    ['cancel', 'end the run of a job; pushed commits stay'],
    ['archive', 'make a job read-only'],
    ['unarchive', 'make an archived job writable again'],
  ] as const)
    jobCommand(verb, description).action(
      withExitCode((job: string, _: object, it: Command) =>
        controlJob(verb)(context, job, it.optsWithGlobals()),
      ),
    )
  command('patch', 'print the work of a run that was not published, for `git apply`')
    .argument('<job>', JOB)
    .option(...REPO)
    .option('--run <number>', 'number of the run; by default the last one that has a patch', parseNumber)
    .action(withExitCode((job: string, _: object, it: Command) => patch(context, job, it.optsWithGlobals())))

  addBatchCommands(program, context, setExitCode)
  addWebhookCommands(program, context, setExitCode)

  command('projects', 'list the projects that your API key covers')
    .option(...JSON_OPTION)
    .action(withExitCode((_: object, it: Command) => projects(context, it.optsWithGlobals())))
  command('models', 'list the models that a job may name, with list prices')
    .option(...JSON_OPTION)
    .action(withExitCode((_: object, it: Command) => models(context, it.optsWithGlobals())))
  command('usage', 'print runs, tokens and cost of the last days')
    .option(...REPO_ONLY)
    .option('--days <number>', 'number of days in UTC, today included', parseNumber, 30)
    .addOption(new Option('--by <group>', 'one line for each').choices(GROUPS).default('day'))
    .option(...JSON_OPTION)
    .action(withExitCode((_: object, it: Command) => usage(context, it.optsWithGlobals())))
  command('limits', 'print what a repository has left of its limits')
    .option(...REPO)
    .option(...JSON_OPTION)
    .action(withExitCode((_: object, it: Command) => limits(context, it.optsWithGlobals())))
  command('login [url]', 'store an API key for a server; the key is read from standard input').action(
    withExitCode((url: string | undefined, _: object, it: Command) =>
      login(context, url, it.optsWithGlobals()),
    ),
  )
  command('logout [url]', 'remove a stored API key from this machine').action(
    withExitCode((url: string | undefined, _: object, it: Command) =>
      logout(context, url, it.optsWithGlobals()),
    ),
  )
  command('keys', 'list the API keys that are stored on this machine')
    .option(...JSON_OPTION)
    .action(withExitCode((_: object, it: Command) => keys(context, it.optsWithGlobals())))

  command(
    'mcp-server',
    'let an editor or another agent use Prentice: speaks MCP on standard input and output',
  )
    .option(...REPO)
    .option('-C, --dir <path>', 'a clone of the repository; by default this folder')
    .action(withExitCode((_: object, it: Command) => serveMcp(context, it.optsWithGlobals())))

  program
    .command('completion')
    .description('print a script that completes commands')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .action(
      withExitCode(async (shell: Shell) => {
        await context.terminal.out.write(completion(shell, program))
        return EXIT.done
      }),
    )
  program
    .command('sandbox [options...]')
    .description('try Prentice on this machine, with a GitHub and a model on loopback')
    .helpOption(false)
    .configureHelp({ formatHelp: () => SANDBOX_HELP })
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (args: string[]) => setExitCode(await runSandbox(args)))
  program
    .command('server [command] [arguments...]')
    .description('the commands of the server: start, keys, doctor, backup and others')
    .helpOption(false)
    .configureHelp({ formatHelp: describeServerCommands })
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (name: string | undefined, args: string[]) => {
      const asksForHelp = name === undefined || ['help', '--help', '-h'].includes(name)
      const [about] = args
      if (!asksForHelp) setExitCode(await runServerCommand(name, args))
      else if (about !== undefined) setExitCode(await runServerCommand(about, ['--help']))
      else await context.terminal.out.write(describeServerCommands())
    })
  hintAtHelp(program, 'prentice help')
  return program
}

/** After an error in its arguments, a command names its help. */
function hintAtHelp(command: Command, help: string): void {
  command.showHelpAfterError(`See \`${help}\`.`)
  for (const one of command.commands) hintAtHelp(one, `${help} ${one.name()}`)
}
