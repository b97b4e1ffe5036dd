import { suggestCommands, writeSuggestion } from '../../settings/suggest-commands.ts'
import type { FoundAction } from './find-action.ts'
import type { Repository, State } from './inspect.ts'

/** One line of what was found. `missing` ends the command: only a person can change it. */
export interface Finding {
  readonly kind: 'ok' | 'todo' | 'note' | 'missing'
  readonly text: string
}

const ok = (text: string): Finding => ({ kind: 'ok', text })
const todo = (text: string): Finding => ({ kind: 'todo', text })
const note = (text: string): Finding => ({ kind: 'note', text })
const missing = (text: string): Finding => ({ kind: 'missing', text })

interface Found {
  readonly host: string
  readonly repository: Repository
  readonly state: State
  readonly action: FoundAction
  /** A person wants a workflow without a stored key. */
  readonly isKeyless: boolean
  /** The variable with the token of `gh`; `null`: it is signed in. */
  readonly tokenVariable: string | null
}

/** Everything that exists and everything that is missing, so that a person fixes it in one round. Pure. */
export function listFindings(found: Found): Finding[] {
  const { repository, state, action } = found
  return [
    ...(repository.isArchived ? [missing(`it is archived: unarchive it at ${repository.url}/settings`)] : []),
    ...(repository.isFork
      ? [note(`it is a fork, whose workflows run only after a yes at ${repository.url}/actions`)]
      : []),
    ...findRights(found),
    ...findActions(found),
    ...(action.kind === 'missing'
      ? [missing(action.why)]
      : [
          ok(`the action is ${action.action.repository}@${action.action.sha.slice(0, 12)}`),
          ...(action.note === null ? [] : [note(action.note)]),
        ]),
    found.isKeyless || state.isKeyless
      ? ok('the workflow calls the model without a stored key')
      : findSecret(state.secret),
    ...findFiles(state),
  ]
}

function findRights({ host, repository, tokenVariable, state: { login, scopes } }: Found): Finding[] {
  const lacks = scopes === null ? [] : WANTED.filter((wanted) => !scopes.includes(wanted))
  return [
    repository.isAdmin
      ? ok(`${login} administers it`)
      : missing(`${login} does not administer it: ask for that role, or ask who has it to call this command`),
    scopes === null
      ? note(
          '`gh` does not say what its token may do: it needs contents, pull requests, secrets, workflows, actions and administration',
        )
      : lacks.length === 0
        ? ok('`gh` may add workflows')
        : missing(
            tokenVariable === null
              ? `the token of \`gh\` lacks the scope ${lacks.join(' and ')}: run \`gh auth refresh --hostname ${host} -s ${lacks.join(',')}\``
              : `the token in ${tokenVariable} lacks the scope ${lacks.join(' and ')}: set one that has it, or unset the variable and run \`gh auth login --hostname ${host} -s workflow\``,
          ),
  ]
}

/** A plain `gh auth login` asks for repo, read:org and gist. */
const WANTED = ['repo', 'workflow']

function findActions({ repository, state: { actions, workflows }, action }: Found): Finding[] {
  const page = `${repository.url}/settings/actions`
  // Only administrators see them. The list says if the person is not one.
  if (actions === null) return repository.isAdmin ? [note(`GitHub does not show ${page}`)] : []
  if (!actions.isEnabled) return [missing(`Actions are switched off: allow them at ${page}`)]
  const [owner] = repository.name.split('/')
  const isOwn = action.kind === 'found' && action.action.repository.split('/')[0] === owner
  const restricted =
    actions.allowed === 'local_only' && !isOwn
      ? [missing(`only actions of ${owner} may run: allow the action of Prentice at ${page}`)]
      : actions.allowed === 'selected'
        ? [note(`only selected actions may run: make sure that ${page} names that of Prentice`)]
        : []
  return [
    ok('Actions are switched on'),
    ...restricted,
    workflows?.mayOpenPulls === true
      ? ok('workflows may open pull requests')
      : todo('workflows may not open pull requests'),
  ]
}

function findSecret({ name, owner }: State['secret']): Finding {
  switch (owner) {
    case 'repository':
      return ok(`the repository has a secret ${name}`)
    case 'organisation':
      return ok(`the organisation has a secret ${name} that this repository can read`)
    case null:
      return todo(`there is no secret ${name}`)
  }
}

function findFiles({ head, workflow, hasSettings, files, pull }: State): Finding[] {
  const isUsed = workflow !== null || pull !== null
  return [
    ...(head === null ? [note('it has no commit yet')] : []),
    ...(workflow !== null ? [findWorkflow(workflow)] : []),
    ...(pull !== null ? [ok(`the pull request ${pull.url} adds the workflow`)] : []),
    ...(isUsed ? [] : [todo('there is no workflow file')]),
    ...(hasSettings
      ? [ok('there is a settings file, which stays as it is')]
      : isUsed
        ? []
        : [
            todo(
              `there is no settings file; ${writeSuggestion(suggestCommands(files)) === '' ? 'the files of the repository suggest no checks' : 'the files of the repository suggest checks'}`,
            ),
          ]),
  ]
}

function findWorkflow(text: string): Finding {
  if (isStandalone(text)) return ok('the default branch has the workflow file, which stays as it is')
  return missing(
    /^\s*app-url:/m.test(text)
      ? 'the workflow file is that of a server: use `--server`, or delete .github/workflows/prentice.yml'
      : '.github/workflows/prentice.yml is another workflow: rename it',
  )
}

/** Whether a job can be started with a prompt. */
const isStandalone = (text: string): boolean =>
  /^\s+prompt:/m.test(text) && /^\s*workflow_dispatch:/m.test(text) && !/^\s*app-url:/m.test(text)
