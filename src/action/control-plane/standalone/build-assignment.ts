import type { Assignment } from '../../../contract/runner-protocol.ts'
import { planRules } from '../../../settings/plan-rules.ts'
import type { Inputs } from '../../start/inputs.ts'
import type { RepositoryFacts } from './read-repository.ts'

/** The account of the workflow's own token. Its id is the same everywhere on github.com. */
const AUTHOR = {
  name: 'github-actions[bot]',
  email: '41898282+github-actions[bot]@users.noreply.github.com',
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
    rules: planRules({}),
    instructions: [],
    author: AUTHOR,
    coAuthor: null,
    // The prompt is an input of this step, so the runner has already logged it.
    showPrompt: true,
    fetchToken: given.token,
  }
}
