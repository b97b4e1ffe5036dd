import { RUN_SECRET_HEADER, runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import type { AppServerOptions } from '../../../support/app/open-app-server.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { oidcWorld } from '../auth/oidc-issuer.ts'

const WORKFLOW = 'acme/docs/.github/workflows/prentice.yml@refs/heads/main'

/** The app's server, and the calls of runners of its project, each with a token that an issuer has signed. */
export async function runnersAtTheDoor({
  claims = {},
  ...options
}: AppServerOptions & { readonly claims?: Readonly<Record<string, string>> } = {}) {
  const { verify, mint } = await oidcWorld()
  const app = await startAppServer({ github: dispatchingGithub(), ...options, verifyRunner: verify })
  const ask = async (path: string, workflowRun: number, body: object) => {
    const key = await mint({
      repository: 'acme/docs',
      repository_id: '1234',
      repository_owner_id: '77',
      workflow_ref: WORKFLOW,
      job_workflow_ref: WORKFLOW,
      actor_id: '41',
      run_id: String(workflowRun),
      ...claims,
    })
    return app.call('POST', path, { key, body, headers: { [RUN_SECRET_HEADER]: 's'.repeat(43) } })
  }
  return {
    app,
    register: (workflowRun: number, body: object = {}) =>
      ask(runnerPaths.register(), workflowRun, { protocol: 1, prompt: 'By hand', ...body }),
    claim: (workflowRun: number, run: string, body: object = {}) =>
      ask(runnerPaths.claim(), workflowRun, { run, protocol: 1, ...body }),
  }
}
