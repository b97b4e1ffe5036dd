import { z } from 'zod'
import { applyOrganisation } from '../../settings/apply-organisation.ts'
import { parseSettings } from '../../settings/parse-settings.ts'
import type { Settings } from '../../settings/schema.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { checkNotify } from '../outgoing/endpoints/covering-webhooks.ts'
import { globsWithoutMatch, TooManySteps } from '../projects/filter-in-turns.ts'
import { readPermissions } from '../projects/installed-projects.ts'
import { allProjects, isHiddenAsMuch, isReader, repositoryOf } from '../projects/list-projects.ts'
import { settingsFor } from '../projects/match-budgets.ts'
import { storedOrganisation } from '../projects/organisation-settings.ts'
import { type Project, projectKeys, repositoryRef, whyAbsent } from '../projects/project.ts'
import { readRunnerRepository } from '../projects/runner-repository.ts'
import type { Store } from '../store/store.ts'
import {
  type InspectionDeps,
  inspectWorkflow,
  newFileUrl,
  problemsOf,
  WORKFLOW_PATH,
} from './inspect-workflow.ts'
import { readAccountWorkflow, whyNoOnboarding } from './read-account-workflow.ts'

const Explained = z.object({
  key: z.string(),
  value: z.string(),
  from: z.enum(['repository', 'organisation', 'both']),
})

/** The result of the last check of a project, for people. */
const ProjectCheck = z.looseObject({
  checkedAt: z.int(),
  /** Why GitHub refused the check; `null`: it did not. */
  refused: z.string().nullable(),
  workflow: z.object({
    /** `elsewhere`: the workflow of the runner repository works on it. */
    kind: z.enum(['ok', 'elsewhere', 'missing', 'wrong', 'inactive', 'unknown']),
    problems: z.array(z.string()),
    /** Why it is not known that the action exists, which the file names. */
    doubt: z.string().optional(),
    /** GitHub's editor with the file filled in, if it is missing and no pull request of the App can add it. */
    newFileUrl: z.url().optional(),
  }),
  settings: z.object({
    /** Each with its line. */
    mistakes: z.array(z.string()),
    warnings: z.array(z.string()),
    /** The settings that apply; empty while there are mistakes. */
    explained: z.array(Explained),
  }),
  /** Why the newest settings of the organisation do not apply; `null`: they do, or there are none. */
  organisation: z.string().nullable(),
})
export type ProjectCheck = z.infer<typeof ProjectCheck>

interface CheckProjectDeps extends InspectionDeps {
  readonly github: InspectionDeps['github'] &
    Pick<AppInspection, 'readAccountFile' | 'readSettings'> &
    Pick<Github, 'listFiles'>
  readonly store: Store
  readonly now: () => number
}

/** Asks GitHub whether the project can be worked on, and stores the result. Throws GithubUnavailable. */
export async function checkProject(deps: CheckProjectDeps, project: Project): Promise<ProjectCheck> {
  const check = await lookAt(deps, project)
  await deps.store.commit({ set: [{ key: projectKeys.check(project.id), value: JSON.stringify(check) }] })
  return check
}

export async function lastChecks(
  { store }: Pick<CheckProjectDeps, 'store'>,
  projects: readonly string[],
): Promise<(ProjectCheck | null)[]> {
  const stored = await store.getMany(projects.map(projectKeys.check))
  return stored.map((raw) => (raw === undefined ? null : ProjectCheck.parse(JSON.parse(raw))))
}

const NO_SETTINGS: ProjectCheck['settings'] = { mistakes: [], warnings: [], explained: [] }

async function lookAt(deps: CheckProjectDeps, project: Project): Promise<ProjectCheck> {
  const checkedAt = deps.now()
  const repository = repositoryRef(project)
  const refused = (why: string): ProjectCheck => ({
    checkedAt,
    refused: why,
    workflow: { kind: 'unknown', problems: [] },
    settings: NO_SETTINGS,
    organisation: null,
  })
  if (repository === null) return refused(whyAbsent(project).message)
  try {
    const settings = parseSettings(await deps.github.readSettings(repository))
    const organisation = await storedOrganisation(deps.store, project.accountId)
    return {
      checkedAt,
      refused: null,
      workflow: await checkWorkflow(deps, project, repository),
      settings:
        settings.kind === 'invalid'
          ? { ...NO_SETTINGS, mistakes: settings.problems.map((text) => `${settings.path}: ${text}`) }
          : {
              mistakes: [],
              warnings: [
                ...settings.warnings,
                ...(await checkNotify(deps, project, settings.settings.notify ?? [])),
                ...(await checkWatch(deps, project, settings.settings.watch ?? [])),
              ],
              explained: explainSettings(settingsFor(organisation.settings, repository), settings.settings),
            },
      organisation: organisation.problem,
    }
  } catch (error) {
    if (error instanceof GithubRefused) return refused(error.reason.message)
    throw error
  }
}

/** Globs of all watches: about a second. */
const MAX_STEPS = 400_000_000

/** Why no merge in a watched repository would start work, for people. */
async function checkWatch(
  { store, github }: Pick<CheckProjectDeps, 'store' | 'github'>,
  project: Project,
  watches: NonNullable<Settings['watch']>,
): Promise<string[]> {
  if (watches.length === 0) return []
  const projects = await allProjects(store, project.accountId)
  const budget = { left: MAX_STEPS }
  const warnings: string[] = []
  for (const { repository: name, paths = [] } of watches) {
    const watched = projects.find((one) => repositoryOf(one).toLowerCase() === name.toLowerCase())
    const repository = watched === undefined ? null : repositoryRef(watched)
    if (watched === undefined || repository === null) {
      warnings.push(cannotRead(name))
      continue
    }
    const mayRead = isReader(watched, project)
    if (watched.config !== null && !mayRead) warnings.push(cannotRead(name))
    const isHidden = isHiddenAsMuch(project, watched)
    if (mayRead && !isHidden) warnings.push(`watch: more people can see this repository than \`${name}\``)
    // People who read these warnings may have no right to read the watched repository.
    if (!mayRead || !isHidden || paths.length === 0 || watched.filesSha === null) continue
    try {
      const files = await github.listFiles(repository, watched.filesSha)
      if (!files.isComplete) continue
      for (const glob of await globsWithoutMatch(paths, files.paths, budget))
        warnings.push(`watch: no file of \`${name}\` matches \`${glob}\``)
    } catch (error) {
      if (error instanceof TooManySteps) return [...warnings, `watch: ${error.message}`]
      if (!(error instanceof GithubRefused)) throw error
      warnings.push(`watch: GitHub does not list the files of \`${name}\`: ${error.reason.message}`)
    }
  }
  return warnings
}

/** The same text for a repository that does not exist: people without access are not told that it does. */
const cannotRead = (name: string): string =>
  `watch: \`${name}\` cannot be read: the App must be installed there, and \`readers\` in its settings must name this repository`

async function checkWorkflow(
  deps: CheckProjectDeps,
  project: Project,
  repository: RepositoryRef,
): Promise<ProjectCheck['workflow']> {
  const { accountId, repositoryId } = project
  const runner = await readRunnerRepository(deps.store, accountId)
  if (runner !== null && runner.repositoryId !== repositoryId) return { kind: 'elsewhere', problems: [] }
  const found = await inspectWorkflow(deps, repository)
  const url = found.kind === 'missing' ? await findNewFileUrl(deps, project, repository) : null
  return {
    kind: found.kind,
    problems: problemsOf(found),
    ...(found.kind === 'ok' && found.doubt !== null && { doubt: found.doubt }),
    ...(url !== null && { newFileUrl: url }),
  }
}

async function findNewFileUrl(
  deps: CheckProjectDeps,
  { accountId, owner, url, defaultBranch: branch }: Project,
  { installationId }: RepositoryRef,
): Promise<string | null> {
  const permissions = await readPermissions(deps.store, installationId)
  if (permissions.workflows === 'write' || branch === null) return null
  if ((await whyNoOnboarding(deps, installationId)) !== null) return null
  const account = { id: accountId, login: owner }
  const read = await readAccountWorkflow(deps.github, deps, { id: installationId, account, permissions })
  if (read.kind === 'refused') return null
  const page = newFileUrl({ url, branch, path: WORKFLOW_PATH, text: read.workflow.text })
  return page.hasText ? page.url : null
}

/** A setting that applies, as people write it: `limits.steps` and `20`. */
interface ExplainedSetting {
  readonly key: string
  readonly value: string
  /** `both`: neither alone says this, for example a list that the organisation narrows. */
  readonly from: 'repository' | 'organisation' | 'both'
}

/** Every setting that somebody has set, with the source of its value. All others have the server's default. */
export function explainSettings(organisation: Settings, repository: Settings): ExplainedSetting[] {
  const [ofOrganisation, ofRepository] = [flatten(organisation), flatten(repository)]
  return [...flatten(applyOrganisation(organisation, repository))]
    .map(([key, value]) => ({
      key,
      value,
      from: sourceOf(value, ofOrganisation.get(key), ofRepository.get(key)),
    }))
    .toSorted((one, other) => one.key.localeCompare(other.key))
}

function sourceOf(
  value: string,
  organisation: string | undefined,
  repository: string | undefined,
): ExplainedSetting['from'] {
  if (repository === value) return 'repository'
  return organisation === value ? 'organisation' : 'both'
}

function flatten(value: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(value).flatMap(([name, inside]): [string, string][] => {
    if (inside === undefined) return []
    const key = `${prefix}${name}`
    const isMap = typeof inside === 'object' && inside !== null && !Array.isArray(inside)
    return isMap ? [...flatten(inside, `${key}.`)] : [[key, textOf(inside)]]
  })
  return new Map(entries)
}

const textOf = (value: unknown): string => {
  if (!Array.isArray(value)) return String(value)
  return value.map(itemText).join(', ')
}

const Budget = z.object({ name: z.string(), 'usd-per-month': z.number() })

function itemText(item: unknown): string {
  if (typeof item === 'string') return item
  const budget = Budget.safeParse(item)
  return budget.success
    ? `${budget.data.name}: ${budget.data['usd-per-month']} US dollars a month`
    : JSON.stringify(item)
}
