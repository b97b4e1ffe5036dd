import type { Assignment } from '../../../contract/runner-protocol.ts'
import { resolvePublishRules } from '../../../settings/resolve-publish-rules.ts'
import type { Inputs } from '../../start/inputs.ts'
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
}): Assignment {
  const { inputs, repository } = given
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
    base: inputs.ref ?? repository.default_branch,
    baseFrom: inputs.ref === null ? 'default-branch' : 'job',
    defaultBranch: repository.default_branch,
    branch: `prentice/${given.id}`,
    pullRequest: null,
    prompts: [{ number: 1, text: given.prompt }],
    earlier: [],
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
    coAuthor: null,
    // The prompt is an input of this step, so the runner has already logged it.
    showPrompt: true,
    fetchToken: given.token,
  }
}
