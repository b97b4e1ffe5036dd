import { WORKFLOW_FILE } from '../../contract/github.ts'
import {
  MANIFESTS,
  type ProjectFiles,
  suggestCommands,
  writeSuggestion,
} from '../../settings/suggest-commands.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { Github } from '../github/github.ts'
import type { InstalledRepository, RepositoryRef } from '../github/repository.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import type { ListedPull, NewText, OnboardGithub, OnboardWriter } from '../github/rest/onboard.ts'
import { checkWorkflowFile, readTriggers } from './check-workflow-file.ts'
import {
  decideOnboarding,
  type OnboardingFacts,
  type OnboardingPull,
  type OnboardingStep,
  type WhyNothing,
} from './decide-onboarding.ts'
import {
  describeOnboarding,
  describeWithdrawn,
  isWithdrawnText,
  ONBOARDING_BRANCH,
  ONBOARDING_TITLE,
  type OnboardingText,
  readMarker,
} from './describe-onboarding.ts'
import { newFileUrl } from './inspect-workflow.ts'

export type OnboardingPort = OnboardGithub &
  Pick<AppInspection, 'readWorkflowFile' | 'readAccountFile' | 'readSettings'> &
  Pick<Github, 'identity' | 'readDefaultHead' | 'readBranchHead'>

export interface OnboardingDeps {
  readonly github: OnboardingPort
  readonly config: WorkflowConfig & { readonly defaultModel: string }
  /** The settings file with comments only. */
  readonly settings: string
}

/** The workflow file of an account, where its template is, and which repository runs it. */
export interface AccountWorkflow {
  readonly text: string
  readonly templateFrom: string | null
  readonly mayWriteWorkflows: boolean
  /** The id of the runner repository; `null`: each repository runs its own workflow. */
  readonly runnerId: number | null
}

export interface Examined {
  readonly repository: RepositoryRef
  readonly url: string
  readonly defaultBranch: string
  readonly step: OnboardingStep
  readonly files: readonly NewText[]
  /** Why this server cannot use the workflow file that the repository has. */
  readonly problems: readonly string[]
}

const WORKFLOW_PATH = `.github/workflows/${WORKFLOW_FILE}`
const SETTINGS_PATH = '.github/prentice.yml'

/** Reads what GitHub shows of a repository, and decides what to do. Changes nothing. */
export async function examineRepository(
  { github, config, settings }: OnboardingDeps,
  installed: InstalledRepository,
  installationId: number,
  workflow: AccountWorkflow,
): Promise<Examined> {
  const { id, name, defaultBranch, url } = installed
  const repository = { installationId, id, owner: installed.owner.login, name }
  const files: NewText[] = [{ path: WORKFLOW_PATH, text: workflow.text }]
  const examined = (facts: Partial<OnboardingFacts>, problems: readonly string[] = []): Examined => ({
    repository,
    url,
    defaultBranch,
    files,
    problems,
    step: decideOnboarding({ ...NEW, mayWriteWorkflows: workflow.mayWriteWorkflows, ...facts }),
  })
  if (installed.archived) return examined({ isArchived: true })
  const ownPull = async (): Promise<OnboardingPull | null> => {
    const pull = await github.findPull(repository, ONBOARDING_BRANCH)
    return pull === null ? null : onboardingPull(pull, (await github.identity()).botId)
  }
  const readHead = () => github.readBranchHead(repository, ONBOARDING_BRANCH)
  if (workflow.runnerId !== null && workflow.runnerId !== id) {
    const pull = await ownPull()
    return examined({ runsElsewhere: true, pull, branchHead: pull && (await readHead()) })
  }
  const present = await github.readWorkflowFile(repository, WORKFLOW_PATH)
  if (present !== null) return examined({ hasWorkflow: true }, checkWorkflowFile(present, config))
  if ((await github.readSettings(repository)).length === 0)
    files.push({
      path: SETTINGS_PATH,
      text: await suggestSettings(github, repository, { defaultBranch, template: settings }),
    })
  const [pull, branchHead] = await Promise.all([ownPull(), readHead()])
  const isCurrent = branchHead !== null && (await isWritten(github, { repository, defaultBranch, files }))
  return examined({ pull, branchHead, isCurrent })
}

const NEW: OnboardingFacts = {
  isArchived: false,
  hasWorkflow: false,
  runsElsewhere: false,
  mayWriteWorkflows: false,
  pull: null,
  branchHead: null,
  isCurrent: false,
}

const onboardingPull = ({ authorId, body, ...pull }: ListedPull, botId: number): OnboardingPull => ({
  ...pull,
  body: body ?? '',
  isWithdrawn: isWithdrawnText(body),
  isOurs: authorId === botId,
  writtenSha: readMarker(body),
})

/**
 * Whether the branch changes these files and no other. Anyone who can push could have made the branch, so that the App opens
 * a pull request in its own name for something else.
 */
async function isWritten(
  github: OnboardingPort,
  { repository, defaultBranch, files }: Pick<Examined, 'repository' | 'defaultBranch' | 'files'>,
): Promise<boolean> {
  const changed = await github.changedPaths(repository, defaultBranch, ONBOARDING_BRANCH)
  if (
    changed.toSorted().join('\n') !==
    files
      .map(({ path }) => path)
      .toSorted()
      .join('\n')
  )
    return false
  for (const { path, text } of files)
    if ((await github.readWorkflowFile(repository, path, ONBOARDING_BRANCH)) !== text) return false
  return true
}

export type Onboarded =
  | { readonly kind: 'opened' | 'refreshed' | 'closed'; readonly url: string }
  | { readonly kind: 'link'; readonly url: string; readonly hasText: boolean }
  | { readonly kind: 'nothing'; readonly why: WhyNothing }

/** Does what was decided. */
export async function onboardRepository(
  deps: OnboardingDeps,
  { repository, url, defaultBranch, step, files }: Examined,
  workflow: AccountWorkflow,
): Promise<Onboarded> {
  const { github } = deps
  const text = (writtenSha: string) =>
    describeOnboarding({ ...textOf(deps, url, files), templateFrom: workflow.templateFrom, writtenSha })
  switch (step.kind) {
    case 'nothing':
      return { kind: 'nothing', why: step.why }
    case 'link':
      return {
        kind: 'link',
        ...newFileUrl({ url, branch: defaultBranch, path: WORKFLOW_PATH, text: workflow.text }),
      }
    case 'open': {
      const before = step.reuseBranch ? await github.readBranchHead(repository, ONBOARDING_BRANCH) : null
      return github.withWriter(repository, async (writer) => {
        const sha = before ?? (await write(deps, writer, { repository, files }, null))
        if (before === null) await writer.createBranch(ONBOARDING_BRANCH, sha)
        const pull = { title: ONBOARDING_TITLE, head: ONBOARDING_BRANCH, base: defaultBranch }
        return { kind: 'opened', ...(await writer.openPull({ ...pull, body: text(sha) })) }
      })
    }
    case 'refresh': {
      const { pull } = step
      return github.withWriter(repository, async (writer) => {
        const sha = await write(deps, writer, { repository, files }, pull.writtenSha)
        await writer.moveBranch(ONBOARDING_BRANCH, sha)
        await writer.changePull(pull.number, { title: ONBOARDING_TITLE, body: text(sha) })
        return { kind: 'refreshed', url: pull.url }
      })
    }
    case 'withdraw': {
      const { pull } = step
      return github.withWriter(repository, async (writer) => {
        if (!pull.isWithdrawn)
          await writer.changePull(pull.number, { state: 'closed', body: describeWithdrawn(pull.body) })
        await writer.deleteBranch(ONBOARDING_BRANCH)
        return { kind: 'closed', url: pull.url }
      })
    }
  }
}

const textOf = (
  { config, settings }: OnboardingDeps,
  url: string,
  files: readonly NewText[],
): Omit<OnboardingText, 'templateFrom' | 'writtenSha'> => ({
  url,
  paths: files.map(({ path }) => path),
  actionRef: config.actionRef,
  publicUrl: config.publicUrl,
  defaultModel: config.defaultModel,
  hasSuggestion: files.some(({ path, text }) => path === SETTINGS_PATH && text !== settings),
  hasSchedule: files.some(
    ({ path, text }) => path === WORKFLOW_PATH && readTriggers(text).includes('schedule'),
  ),
})

/**
 * The files on top of the default branch. `on`: the commit that the branch has now, which becomes the first parent, so that
 * GitHub refuses to move the branch if somebody has pushed to it meanwhile.
 */
async function write(
  { github }: OnboardingDeps,
  writer: OnboardWriter,
  { repository, files }: Pick<Examined, 'repository' | 'files'>,
  on: string | null,
): Promise<string> {
  const { sha: base } = await github.readDefaultHead(repository)
  const parents = on === null ? [base] : [on, base]
  return writer.commit({ base, parents, files, message: ONBOARDING_TITLE })
}

type ManifestReader = Pick<OnboardGithub, 'listRoot'> & Pick<AppInspection, 'readWorkflowFile'>

/** The settings template, with the commands that the default branch suggests in the place of its examples. */
async function suggestSettings(
  github: ManifestReader,
  repository: RepositoryRef,
  { defaultBranch, template }: Pick<InstalledRepository, 'defaultBranch'> & { readonly template: string },
): Promise<string> {
  const names = await github.listRoot(repository, defaultBranch)
  const found = MANIFESTS.filter((name) => names.includes(name))
  const read = await Promise.all(found.map((name) => github.readWorkflowFile(repository, name)))
  const texts = Object.fromEntries(found.map((name, index) => [name, read[index] ?? '']))
  return fillSettings(template, { names, texts })
}

const EXAMPLES = /^# (?:setup|checks): .*\n?/gm

/** Every line stays a comment. Pure. */
function fillSettings(template: string, files: ProjectFiles): string {
  const suggestion = writeSuggestion(suggestCommands(files))
  if (suggestion === '') return template
  const lines = suggestion.split('\n').map((line) => `# ${line}\n`)
  return `${template.replaceAll(EXAMPLES, '')}\n${INTRODUCTION}${lines.join('')}`
}

const INTRODUCTION = `# Suggested from the files of this repository: commands that run before the agent, with network access (setup), and commands
# that run on each change, without network access (checks).
`
