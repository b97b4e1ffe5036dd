import { WORKFLOW_FILE } from '../../contract/github.ts'
import { commandOf } from '../command-line/command-name.ts'
import { inTermsOf } from '../domain/reason-terms.ts'
import type { RunnerInspection } from '../onboarding/inspect-runner.ts'
import { WORKFLOW_PATH } from '../onboarding/inspect-workflow.ts'
import { emptyFileUrl } from '../onboarding/new-file-url.ts'

export interface Candidate {
  readonly found: RunnerInspection
  /** `owner/name` */
  readonly repository: string
  /** Whether the workflow file may call a reusable workflow. */
  readonly mayCall: boolean
}

/** What keeps a repository from doing the work of its account, each with its next step; `null`: nothing. Pure. */
export function describeMissing(candidate: Candidate): string | null {
  const { found, repository } = candidate
  if (found.kind === 'refused') return `${repository} cannot be used yet: ${inTermsOf('command', found.why)}`
  const missing = listMissing({ ...candidate, found })
  if (missing.length === 0) return null
  const lines = missing.map((one) => `- ${one}`)
  return [`${repository} cannot be used yet:`, ...lines, 'Then run the command again.'].join('\n')
}

type Seen = Candidate & { readonly found: RunnerInspection & { readonly kind: 'seen' } }

function listMissing(candidate: Seen): string[] {
  const { found } = candidate
  const { url, defaultBranch } = found
  // What else is missing does not matter there.
  if (!found.isOwn) return ['It belongs to another account. Name a repository of this account.']
  const missing: string[] = []
  if (!found.isPrivate)
    missing.push(
      `It is not private, and everybody who can read it can read the logs of all runs. Make it private: ${url}/settings`,
    )
  if (!found.isActive)
    missing.push(`It is archived, and GitHub starts no workflows in it. Unarchive it: ${url}/settings`)
  if (!found.isProtected)
    missing.push(
      `No rule protects its default branch ${defaultBranch} from changes without a review, and anyone who can change its workflow file can read the secret of the model. Add a ruleset that requires pull requests with reviews: ${url}/settings/rules. For private repositories, GitHub needs a paid plan.`,
    )
  return [...missing, ...missingOfWorkflow(candidate)]
}

/** Jobs could not start without the workflow file. */
function missingOfWorkflow({
  found: { url, defaultBranch: branch, workflow },
  repository,
  mayCall,
}: Seen): string[] {
  const template = `\`${commandOf('workflow', mayCall ? 'calling' : '')}\``
  const problems = workflow.problems.join('; ')
  switch (workflow.kind) {
    case 'ok':
      return []
    case 'missing': {
      const onboard = commandOf('onboard', `--match ${repository}`)
      const page = emptyFileUrl({ url, branch, path: WORKFLOW_PATH })
      return [
        `It has no ${WORKFLOW_PATH} on its branch ${branch}. Add it with \`${onboard}\`, or paste the output of ${template} into ${page}`,
      ]
    }
    case 'wrong':
      return [
        `Its ${WORKFLOW_PATH} is not right: ${problems}. Correct it at ${url}/edit/${branch}/${WORKFLOW_PATH}, as ${template} prints it`,
      ]
    case 'inactive':
      return [`Its workflow is ${problems}. Enable it at ${url}/actions/workflows/${WORKFLOW_FILE}`]
  }
}
