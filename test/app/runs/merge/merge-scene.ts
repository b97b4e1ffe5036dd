import { z } from 'zod'
import type { Github } from '../../../../src/app/github/github.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { updateBranch } from '../../../../src/app/jobs/send-message.ts'
import { loadProject } from '../../../../src/app/projects/project.ts'
import { refreshProject } from '../../../../src/app/projects/refresh-project.ts'
import { commitMerge } from '../../../../src/app/runs/commit-merge.ts'
import type { MergeRequest } from '../../../../src/contract/runner-protocol/publish.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { identity } from '../../../support/app/claimed-run.ts'
import { SECRET, seatedRunner } from '../../../support/app/claimed-runner.ts'
import { showPullRequest } from '../../../support/app/show-pull-request.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { onboardingScene } from '../../onboarding/onboarding-scene.ts'
import { changeProject } from '../runner/dispatched-run.ts'

const Sha = z.object({ sha: z.string() })
const GIT = '/repos/acme/widgets/git'
export const CI = '.github/workflows/ci.yml'
export const NEW = '.github/workflows/new.yml'

const file = (path: string, content: string) => ({ path, mode: '100644', type: 'blob', content })
export const deletion = (path: string) => ({ path, mode: '100644', type: 'blob', sha: null })

/** A run that publishes a merge: `main` and the branch both changed a.txt, and `main` changed workflow files, too. */
export async function mergeScene({
  mayWriteWorkflows = true,
  settings = '',
  over = (_: Github): Partial<Github> => ({}),
  /** Whether the server that took the claim recorded the head of `main`. */
  recordsBase = true,
} = {}) {
  const scene = await onboardingScene({ mayWriteWorkflows })
  await scene.createRepository('widgets')
  await scene.commit('widgets', CI, 'on: push # 1\n')
  await scene.commit('widgets', 'a.txt', 'one\n')
  const installation = await scene.port.findInstallation('acme', 'widgets')
  const [repository] = await scene.port.listRepositories(installation?.id ?? 0)
  const place = { installationId: installation?.id ?? 0, repositoryId: repository?.id ?? 0, name: 'widgets' }
  const accountId = installation?.account.id ?? 0

  const world = await useCases(dispatchingGithub([], { ...scene.port, ...over(scene.port) }))
  await changeProject(world, { ...place, accountId })
  if (settings !== '') {
    await scene.commit('widgets', '.github/prentice.yml', settings)
    const project = await loadProject(world.store, 'prj_ya')
    if (project !== null) await refreshProject(world, project)
  }
  const { id, branch } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  await cancelJob(world, key, A_TEST)
  await showPullRequest(world, key)
  const head = await scene.commit('widgets', 'a.txt', 'ours\n', branch)
  await scene.commit('widgets', CI, 'on: push # 2\n')
  const older = await scene.commit('widgets', NEW, 'on: push # new\n')
  const base = await scene.commit('widgets', 'a.txt', 'theirs\n')

  const post = async (path: string, body: object) => {
    const response = await scene.call('POST', `${GIT}/${path}`, body)
    return Sha.parse(await response.json()).sha
  }
  const makeTree = (from: string, ...entries: object[]) => post('trees', { base_tree: from, tree: entries })
  /** The request of an honest runner, for these heads. */
  const request = async (from = head): Promise<MergeRequest> => {
    const tree = await makeTree(from, file('a.txt', 'ours and theirs\n'))
    const result = await makeTree(tree, file(CI, 'on: push # 2\n'), file(NEW, 'on: push # new\n'))
    return { head: from, base, tree, result, message: `Merge branch 'main' into ${branch}` }
  }
  await updateBranch(world, { ...(await world.workRequest()), job: id })
  const { run, number } = await seatedRunner(world, key, { baseHead: recordsBase ? base : null })
  const startPublishing = () =>
    advanceJob(
      world,
      { ...key, run: number },
      { type: 'publishing', acknowledged: 2, replaces: null, encryptedToken: 'x', dueAt: world.clock.at },
    )
  const who = identity({ workflowRunId: 1000 + number })
  return {
    ...{ scene, world, key, branch, head, base, older, request, makeTree, post, startPublishing },
    commit: (asked: MergeRequest, secret = SECRET) => commitMerge(world, who, run, secret, asked),
    tip: () => scene.port.readBranchHead({ ...place, id: place.repositoryId, owner: 'acme' }, branch),
    read: async (sha: string) =>
      z
        .object({
          message: z.string(),
          tree: Sha,
          parents: z.array(Sha),
          verification: z.object({ verified: z.boolean() }),
        })
        .parse(await (await scene.call('GET', `${GIT}/commits/${sha}`)).json()),
  }
}
