import { resolve } from 'node:path'
import { initCommand } from '../command-name.ts'
import type { Context, ServerOption } from '../commands/context.ts'
import { askLine, askYesOrNo, canAsk, readSecret } from '../commands/read-input.ts'
import { CommandError, EXIT, type ExitCode } from '../output/exit-code.ts'
import { plainLines, plainText } from '../output/plain-text.ts'
import { type Action, findAction } from './find-action.ts'
import { runFirstJob } from './first-job.ts'
import { type Gh, openGh, refusalOf } from './gh.ts'
import { type Pull, type Repository, readRepository, readState, type State } from './inspect.ts'
import { type Finding, listFindings } from './list-findings.ts'
import { describeTrust, keylessVariables, readVariables } from './model-access.ts'
import {
  commitSetup,
  deleteSetupBranch,
  describeSetup,
  mergeSetup,
  openSetup,
  type SetupFile,
  TITLE,
} from './open-setup.ts'
import {
  chooseModel,
  DEFAULT_MODEL,
  type Model,
  type ModelAccess,
  SETTINGS_PATH,
  suggestSettings,
  WORKFLOW_PATH,
  writeSettings,
  writeWorkflow,
} from './setup-files.ts'
import { findTarget } from './target.ts'
import { initWithServer } from './with-server.ts'

export interface InitOptions {
  readonly dir?: string
  readonly repo?: string
  readonly model?: string
  readonly secret?: string
  readonly keyless?: true
  readonly action?: string
  readonly conversation?: 'writers' | 'everyone'
  readonly dryRun?: true
  readonly yes?: true
}

interface Setting {
  readonly context: Context
  readonly options: InitOptions
  readonly gh: Gh
  readonly repository: Repository
  readonly model: Model
  /** Of access without a stored key; `null`: with one. */
  readonly variables: Readonly<Record<string, string>> | null
}

/** With a server if `--server` names one, otherwise without. */
export const init = (
  context: Context,
  words: readonly string[],
  options: InitOptions & ServerOption,
): Promise<ExitCode> =>
  options.server === undefined
    ? initRepository(context, words, options)
    : initWithServer(context, words, { ...options, server: options.server })

/** Sets up a repository without a server: everything through GitHub's API, so that no clone changes. */
async function initRepository(
  context: Context,
  words: readonly string[],
  options: InitOptions,
): Promise<ExitCode> {
  const { environment, folder, terminal } = context
  requireExplicit(options)
  const target = await findTarget({
    repo: options.repo,
    // npm changes to the folder of Prentice; INIT_CWD is where the person was.
    folder: resolve(
      folder,
      (environment.npm_lifecycle_event === 'init' && environment.INIT_CWD) || '.',
      options.dir ?? '.',
    ),
    defaultHost: environment.GH_HOST || 'github.com',
  })
  const model = chooseModel(options.model ?? DEFAULT_MODEL, environment)
  if (options.secret !== undefined) requireName(options.secret)
  const gh = openGh(context, target.host)
  const repository = await readRepository(gh, target.repository)
  const { bold } = terminal.notes.paint
  await say(
    context,
    bold(
      `${repository.name} on ${gh.host}, ${repository.visibility}, branch ${plainText(repository.defaultBranch)}`,
    ),
  )
  if (options.yes && repository.name.toLowerCase() !== target.repository.toLowerCase())
    throw new CommandError(`${target.repository} is now ${repository.name}: name it so with --repo`)
  const variables = options.keyless ? await readVariables(context, keylessVariables(model)) : null
  const setting = { context, options, gh, repository, model, variables }
  return await setUp(setting, words.join(' ').trim())
}

async function setUp(setting: Setting, prompt: string): Promise<ExitCode> {
  const { context, options, gh, repository, model } = setting
  const [state, action] = await Promise.all([
    readState(gh, repository, { named: options.secret?.toUpperCase(), usual: model.variable }),
    findAction(gh, options.action ?? (context.environment.ACTION_REF || undefined)),
  ])
  const { variables } = setting
  const isKeyless = variables !== null
  const about = { host: gh.host, tokenVariable: gh.tokenVariable, isKeyless }
  const findings = listFindings({ ...about, repository, state, action })
  await say(context, findings.map((finding) => describe(context, finding)).join('\n'))
  const missing = findings.filter(({ kind }) => kind === 'missing').length
  if (missing > 0 || action.kind === 'missing')
    throw new CommandError(
      `${missing === 1 ? 'one thing is' : `${missing} things are`} missing: nothing was changed; then run \`${again(setting)}\` again`,
    )
  if (!options.dryRun && !options.yes && !canAsk(context.terminal))
    throw new CommandError('nobody can be asked here: use --yes with --repo and --secret, or --dry-run')
  await allowPulls(setting, state)
  if (variables !== null) await say(context, `\n${(await describeTrust(gh, repository)).join('\n')}`)
  else if (!state.isKeyless) await storeSecret(setting, state)
  const isReady = state.workflow !== null || (await addFiles(setting, state, action.action))
  if (isReady || options.dryRun) return startFirstJob(setting, state.login, prompt)
  await say(context, `Run \`${again(setting)}\` again to continue.`)
  return EXIT.done
}

/** The command that continues. */
const again = ({ gh, repository }: Setting): string =>
  initCommand(`--repo ${gh.host === 'github.com' ? '' : `${gh.host}/`}${repository.name}`)

/** So that no key lands in the repository of somebody else, because a command was called in another folder. */
function requireExplicit({ yes, repo, secret, keyless }: InitOptions): void {
  if (keyless && secret !== undefined)
    throw new CommandError('--keyless stores no secret: leave out --secret')
  if (yes && (repo === undefined || (secret === undefined && !keyless)))
    throw new CommandError(
      '--yes needs --repo and --secret: name the repository, and the secret that it gets; or --keyless',
    )
}

function requireName(secret: string): void {
  if (!/^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/i.test(secret))
    throw new CommandError(
      `--secret ${secret}: write the name of a secret, in letters, digits and _; its value comes from the variable of that name, or from standard input`,
    )
}

const SIGNS = { ok: '✓', todo: '-', note: '!', missing: '✗' } as const

function describe({ terminal }: Context, { kind, text }: Finding): string {
  const { good, busy, bad, dim } = terminal.notes.paint
  const paint = { ok: good, todo: dim, note: busy, missing: bad }[kind]
  return `  ${paint(SIGNS[kind])} ${plainText(text)}`
}

const say = ({ terminal }: Context, text: string): Promise<void> => terminal.notes.write(`${text}\n`)

/** Says what a step does, and whether a person wants it. A dry run wants nothing. */
async function agrees(
  { context, options }: Setting,
  about: readonly string[],
  question: string,
): Promise<boolean> {
  const { terminal, signal } = context
  await say(context, '')
  if (!options.dryRun && !options.yes) {
    const isYes = await askYesOrNo(terminal, { about, question }, signal)
    signal.throwIfAborted()
    return isYes
  }
  const lines = [...about, `${question} ${options.dryRun ? 'Not in a dry run.' : 'Yes.'}`]
  await say(context, lines.map((line) => `  ${plainText(line)}`).join('\n'))
  return !options.dryRun
}

/** What happens after a no. */
async function tellOfNo({ context, options }: Setting, text: string): Promise<void> {
  if (!options.dryRun) await say(context, text)
}

async function allowPulls(setting: Setting, { workflows }: State): Promise<void> {
  const { context, gh, repository } = setting
  if (workflows?.mayOpenPulls === true) return
  const about = [
    'Prentice opens pull requests with the token of the workflow, which may not do that yet.',
    `This selects "Allow GitHub Actions to create and approve pull requests" at ${repository.url}/settings/actions.`,
    'It holds for all workflows of the repository, which could then approve pull requests, too.',
  ]
  if (!(await agrees(setting, about, 'Let workflows open pull requests?')))
    return say(
      context,
      'Without it, Prentice pushes a branch and links to a page that opens the pull request.',
    )
  const answer = await gh.call('PUT', `repos/${repository.name}/actions/permissions/workflow`, {
    default_workflow_permissions: workflows?.permissions || 'read',
    can_approve_pull_request_reviews: true,
  })
  if (answer.status < 300) return say(context, 'Workflows may open pull requests.')
  const why =
    answer.status === 409
      ? `the organisation or its enterprise does not allow it: owners can, at https://${gh.host}/organizations/${repository.name.split('/')[0]}/settings/actions`
      : `GitHub refuses it: ${refusalOf(answer)}`
  await say(
    context,
    `Workflows may still not open pull requests, because ${why}. Prentice then pushes a branch and links to a page that opens the pull request.`,
  )
}

async function storeSecret(setting: Setting, state: State): Promise<void> {
  const { context, options, gh, repository, model } = setting
  const { name: secret, owner } = state.secret
  if (owner !== null) return
  const { environment, terminal, signal } = context
  const kept = environment[secret]?.trim() ?? ''
  const source =
    kept === ''
      ? canAsk(terminal)
        ? 'asks for the key'
        : 'reads the key from standard input'
      : `takes the value of the variable ${secret}`
  const about = [
    `The workflow reads the key of ${model.name} from the secret ${secret} of ${repository.name}.`,
    `This ${source}, and hands it to \`gh secret set\`, which encrypts it.`,
  ]
  if (!(await agrees(setting, about, `Store the secret ${secret}?`)))
    return tellOfNo(
      setting,
      `Store it yourself before the first job: gh secret set ${secret} --repo ${gh.host}/${repository.name}`,
    )
  const value = kept === '' ? await readSecret(terminal, `Key for ${secret}`, signal) : kept
  if (value === '' && options.yes)
    throw new CommandError(`there is no key: set the variable ${secret}, or pipe the key in`)
  if (value === '') return say(context, 'No key was given, and no secret was stored.')
  // A key has neither; a text with them is something else that was pasted.
  if (/\s/.test(value)) throw new CommandError('the key has white space in it: give the key alone')
  await gh.setSecret(repository.name, secret, value)
  await say(context, `The secret ${secret} is stored.`)
}

/** Returns whether the default branch has the workflow now. */
async function addFiles(setting: Setting, state: State, action: Action): Promise<boolean> {
  const pull = state.pull ?? (await proposeFiles(setting, state, action))
  if (pull === 'committed') return true
  if (pull === null && !(setting.options.dryRun && state.head !== null)) return false
  return merge(setting, pull)
}

async function proposeFiles(
  setting: Setting,
  state: State,
  action: Action,
): Promise<Pull | 'committed' | null> {
  const { context, options, gh, repository, model } = setting
  const { variables } = setting
  const access: ModelAccess =
    variables === null ? { kind: 'key', secret: state.secret.name } : { kind: 'keyless', variables }
  const settings = state.hasSettings ? null : await chooseSettings(setting, state, action)
  const files: SetupFile[] = [
    ...(settings === null ? [] : [{ path: SETTINGS_PATH, text: settings }]),
    { path: WORKFLOW_PATH, text: writeWorkflow({ action, model, access, host: gh.host }) },
  ]
  const paths = files.map(({ path }) => path).join(' and ')
  const isEmpty = state.head === null
  const about = isEmpty
    ? [
        `The repository has no commit, so that a pull request has nothing to be merged into.`,
        `This commits ${paths} to ${repository.defaultBranch}.`,
      ]
    : [
        `This commits ${paths} to a new branch, and opens the pull request "${TITLE}".`,
        'Your clone and its branch stay as they are.',
      ]
  const question = isEmpty ? `Commit to ${repository.defaultBranch}?` : 'Open the pull request?'
  if (options.dryRun) await say(context, files.map(showFile).join(''))
  if (!(await agrees(setting, about, question))) return null
  if (state.head === null) {
    await commitSetup(gh, { repository, files })
    await say(context, `${repository.defaultBranch} has ${paths}.`)
    return 'committed'
  }
  const body = describeSetup({ files, access, isPublic: repository.visibility === 'public' })
  const pull = await openSetup(gh, { repository, head: state.head, files, body })
  await say(context, `Opened ${plainText(pull.url)}`)
  return pull
}

const showFile = ({ path, text }: SetupFile): string =>
  `\n  ${path}\n${plainLines(text).replace(/^/gm, '  | ').trimEnd()}\n`

async function chooseSettings(setting: Setting, { files }: State, action: Action): Promise<string | null> {
  const { gh, options, repository } = setting
  const suggested = suggestSettings(files)
  const about = [
    'Prentice runs these commands in its workflow: `setup` with network access, `checks` on each change, isolated.',
    ...suggested.split('\n'),
  ]
  const wantsCommands = suggested !== '' && (await agrees(setting, about, `Add them to ${SETTINGS_PATH}?`))
  return writeSettings({
    ...{ action, host: gh.host, commands: wantsCommands ? suggested : '' },
    readsEveryone:
      options.conversation === 'everyone' ||
      (repository.visibility === 'public' &&
        options.conversation === undefined &&
        (await hearsEveryone(setting))),
  })
}

/** With `--yes`, only people with write access are heard: the default of the settings. */
async function hearsEveryone(setting: Setting): Promise<boolean> {
  if (setting.options.yes) return false
  const about = [
    'The repository is public. Only people with write access can ask for work, but anybody can write issues.',
    'A no leaves out issues that others wrote. A yes lets the agent read them, as data, if somebody with write access asks:',
    'this sets `triggers.conversation: everyone`, with `ci: hold`, so that CI waits for a person.',
  ]
  return agrees(setting, about, 'Shall the agent read issues that anybody wrote?')
}

async function merge(setting: Setting, pull: Pull | null): Promise<boolean> {
  const { context, gh, repository } = setting
  const { defaultBranch } = repository
  const about = [
    'Comments, labels and dispatches start the workflow only from the default branch.',
    `This merges ${pull?.url ?? 'the pull request'} into ${defaultBranch}.`,
  ]
  const isWanted = await agrees(setting, about, 'Merge it now?')
  if (pull === null) return false
  if (!isWanted) {
    await tellOfNo(setting, `Merge ${plainText(pull.url)} when it is reviewed.`)
    return false
  }
  const why = await mergeSetup(gh, repository, pull)
  const refused = `GitHub does not merge it: ${why}. Merge ${plainText(pull.url)} there.`
  if (why !== null) {
    await say(context, refused)
    return false
  }
  const kept = await deleteSetupBranch(gh, repository, pull)
  await say(
    context,
    kept === null ? 'Merged.' : `Merged. GitHub keeps the branch ${plainText(pull.branch)}: ${kept}`,
  )
  return true
}

async function startFirstJob(setting: Setting, login: string, given: string): Promise<ExitCode> {
  const { context, options, gh, repository } = setting
  const { terminal, signal } = context
  if (!options.dryRun)
    await say(
      context,
      `\n${repository.name} is set up. Comment \`/prentice …\` on an issue there, or start the first job here.`,
    )
  const about = [
    `The first job starts the workflow on ${repository.defaultBranch} and waits for its pull request.`,
    'The model costs money: at most 5 dollars a run.',
    ...(repository.visibility === 'public' ? ['The repository is public, and so is the prompt.'] : []),
  ]
  const isTyped = given === '' && canAsk(terminal) && !options.yes && !options.dryRun
  if (isTyped) await say(context, about.map((line) => `  ${line}`).join('\n'))
  const prompt = isTyped
    ? await askLine(terminal, 'What shall Prentice do first? (empty: nothing)', signal)
    : given
  signal.throwIfAborted()
  if (!isTyped && (prompt !== '' || options.dryRun)) {
    if (!(await agrees(setting, about, 'Start it?'))) return EXIT.done
  }
  if (prompt === '') return EXIT.done
  const note = (text: string) => say(context, text)
  const { conclusion, runUrl, pulls } = await runFirstJob({
    ...{ gh, repository, login, prompt, signal, note },
  })
  if (conclusion !== 'success')
    throw new CommandError(`the run has ended as ${plainText(conclusion)}: ${plainText(runUrl)} says why`)
  if (pulls.length === 0) await note(`The run has opened no pull request: ${plainText(runUrl)} says why.`)
  else await note('Its CI waits: select *Approve workflows to run* on the pull request.')
  for (const url of pulls) await terminal.out.write(`${plainText(url)}\n`)
  return EXIT.done
}
