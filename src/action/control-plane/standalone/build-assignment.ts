import { COMMENT_COMMAND } from '../../../contract/github.ts'
import type { Assignment } from '../../../contract/runner-protocol/assignment.ts'
import { resolvePublishRules } from '../../../settings/resolve-rules.ts'
import type { Inputs } from '../../start/inputs.ts'
import { BRANCH_PREFIX, type Work } from './admit-trigger.ts'
import type { RepositoryFacts } from './read-repository.ts'

const BOT = 'github-actions[bot]'
const BOT_ID_ON_GITHUB_COM = 41_898_282

/** The account of the workflow's own token. Every other GitHub has its own id for it, so the address there has none. */
function authorOn(repositoryUrl: string): Assignment['author'] {
  const { hostname } = new URL(repositoryUrl)
  const id = hostname === 'github.com' ? `${BOT_ID_ON_GITHUB_COM}+` : ''
  return { name: BOT, email: `${id}${BOT}@users.noreply.${hostname}` }
}

/** The assignment that a server would have given, built from the inputs. `id`: a few random letters and digits. */
export function buildAssignment(given: {
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
    earlier: [],
    ...(work !== null && { commentCommand: COMMENT_COMMAND }),
    ...(work?.issue && { issue: work.issue }),
    model: given.model,
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
