import { commandOf } from '../command-line/command-name.ts'
import type { WorkflowConfig } from '../config/config.ts'
import type { ReusableWorkflow } from '../domain/reusable-workflow.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import { checkReusableWorkflowFile } from '../onboarding/check-workflow-file.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

export interface ReusableWorkflowChecks extends WorkflowConfig {
  readonly github: Pick<Github, 'findInstallation'> & Pick<AppInspection, 'readWorkflowFile'>
}

const PRINTED = `what \`${commandOf('workflow', 'reusable')}\` prints`

/** Each file of REUSABLE_WORKFLOWS, at its commit. */
export const checkReusableWorkflows = (deps: ReusableWorkflowChecks): Promise<Finding[]> =>
  Promise.all(deps.reusableWorkflows.map((workflow) => checkReusableWorkflow(deps, workflow)))

async function checkReusableWorkflow(
  deps: ReusableWorkflowChecks,
  { repository, file, sha }: ReusableWorkflow,
): Promise<Finding> {
  const { github } = deps
  const place = `${repository}/${file}@${sha}`
  const [owner = '', name = ''] = repository.split('/')
  try {
    const installation = await github.findInstallation(owner, name)
    if (installation === null || installation.suspended)
      return warn(
        'reusable',
        `${place} could not be read, since the App is not installed on ${repository}`,
        `compare it with ${PRINTED}, or install the App there`,
      )
    const text = await github.readWorkflowFile({ installationId: installation.id, owner, name }, file, sha)
    const problems =
      text === null ? ['there is no such file at that commit'] : checkReusableWorkflowFile(text, deps)
    if (problems.length === 0) return ok('reusable', `${place} can be called`)
    const todo = `commit ${PRINTED}, and name that commit in REUSABLE_WORKFLOWS`
    return fail('reusable', `${place}: ${problems.join('; ')}`, todo)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return fail('reusable', `${place}: ${error.reason.code}`, error.reason.message)
  }
}
