import { COMMENT_COMMAND } from '../../../contract/github.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import { resolveChecks, resolveCommands, resolvePublishRules } from '../../../settings/resolve-rules.ts'
import type { Settings } from '../../../settings/schema.ts'
import type { SettingsFile } from '../../../settings/settings-files.ts'
import { fail } from '../../outcome/run-failure.ts'
import type { Inputs } from '../../start/inputs.ts'
import type { ProjectSettings } from '../control-plane.ts'
import { BRANCH_PREFIX, type Work } from './admit-trigger.ts'
import type { RepositoryFacts } from './workflow-run.ts'

const BOT = 'github-actions[bot]'
const BOT_ID_ON_GITHUB_COM = 41_898_282

/** The account of the workflow's own token. Every other GitHub has its own id for it, so the address there has none. */
function authorOn(repositoryUrl: string): Assignment['author'] {
  const { hostname } = new URL(repositoryUrl)
  const id = hostname === 'github.com' ? `${BOT_ID_ON_GITHUB_COM}+` : ''
  return { name: BOT, email: `${id}${BOT}@users.noreply.${hostname}` }
}

/** The assignment that a server would have given, built from the inputs. `id`: a few random letters and digits. */
export function composeAssignment(given: {
  readonly inputs: Inputs
  readonly prompt: string
  readonly model: string
  readonly token: string
  readonly repository: RepositoryFacts
  readonly id: string
  /** `null`: not asked on an issue or a pull request. */
  readonly work: Work | null
}): Assignment {
  const { inputs, repository, work } = given
  const pull = work?.pull ?? null
  return {
    features: ['plan'],
    run: `alone-${given.id}`,
    job: `alone-${given.id}`,
    number: 1,
    repository: {
      id: repository.id,
      owner: repository.owner.login,
      name: repository.name,
      url: repository.html_url,
      private: repository.private,
    },
    base: pull?.base ?? inputs.ref ?? repository.default_branch,
    baseFrom: pull === null && inputs.ref === null ? 'default-branch' : 'job',
    defaultBranch: repository.default_branch,
    branch: pull?.branch ?? `${BRANCH_PREFIX}${given.id}`,
    pullRequest: pull && { number: pull.number, url: pull.url },
    prompts: [{ number: 1, text: given.prompt }],
    ...(work?.mode !== undefined && { mode: work.mode }),
    earlier: [],
    ...(work !== null && { commentCommand: COMMENT_COMMAND }),
    ...(work?.issue && { issue: work.issue }),
    ...(work?.conversation && { material: [work.conversation.material] }),
    ...(work?.outside && { outside: work.outside }),
    model: given.model,
    ...(inputs['fallback-models'].length > 0 && { fallbackModels: inputs['fallback-models'] }),
    ...(inputs.effort !== null && { effort: inputs.effort }),
    draft: inputs.draft,
    limits: {
      steps: inputs['max-steps'],
      seconds: Math.max(1, Math.round(inputs['max-minutes'] * 60)),
      costUsd: inputs['max-cost-usd'],
      tokens: inputs['max-tokens'],
    },
    // Until the project's settings are read.
    rules: resolvePublishRules({}),
    instructions: [],
    author: authorOn(repository.html_url),
    coAuthor: work?.requester ?? null,
    // The prompt is a comment, or an input of this step, which the runner has already logged.
    showPrompt: true,
    fetchToken: given.token,
  }
}

/** The settings that apply without a server. Inputs of the step replace some of the others. */
export const APPLIED: readonly string[] = [
  ...['triggers.comments', 'triggers.labels', 'triggers.conversation', 'triggers.bots'],
  ...['ci', 'paths', 'max-files', 'max-bytes', 'signed-commits', 'executable-scripts', 'instructions'],
  ...['setup', 'commands', 'checks', 'check-rounds', 'draft-on-failed-checks', 'test-evidence', 'tests'],
  ...['working-directory', 'mcp'],
]

/** `null`: all of them apply. */
function warnOfOthers({ triggers = {}, ...settings }: Settings): string | null {
  const keys = [...Object.keys(settings), ...Object.keys(triggers).map((key) => `triggers.${key}`)]
  const others = keys.filter((key) => !APPLIED.includes(key))
  return others.length === 0 ? null : `no effect without a server: ${others.join(', ')}`
}

/** What the project's settings say of a run; throws with every mistake in them. A run with a server needs no YAML. */
export async function resolveSettings(files: readonly SettingsFile[]): Promise<ProjectSettings> {
  const { describeInvalid, parseSettings } = await import(
    /* webpackMode: "eager" */ '../../../settings/parse-settings.ts'
  )
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid') throw fail('config-invalid', describeInvalid(parsed))
  const { settings, warnings } = parsed
  const others = warnOfOthers(settings)
  return projectSettings(settings, others === null ? warnings : [...warnings, others])
}

/** What parsed settings say of a run. Pure. */
export const projectSettings = (settings: Settings, warnings: readonly string[]): ProjectSettings => ({
  checks: resolveChecks(settings),
  commands: resolveCommands(settings),
  rules: resolvePublishRules(settings),
  workingDirectory: settings['working-directory'] ?? null,
  mcp: settings.mcp ?? [],
  warnings: warnings.map((warning) => `settings: ${warning}`),
})
