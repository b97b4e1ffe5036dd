import { typeid } from 'typeid-js'
import { onTestFinished } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { DefaultHead } from '../../../src/app/github/repository.ts'
import type { WorkflowRun } from '../../../src/app/github/workflow-run.ts'
import { loadJob } from '../../../src/app/job-store/job-record.ts'
import type { WorkRequest } from '../../../src/app/jobs/admit-request.ts'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { sendMessage } from '../../../src/app/jobs/send-message.ts'
import { createKeyedQueue } from '../../../src/app/limits/rate-limit.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { loadProject, type Project, projectKeys } from '../../../src/app/projects/project.ts'
import { pacesOf } from '../../../src/app/runs/github-pacing.ts'
import { trackSpace } from '../../../src/app/store/observe-commits.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { createTokenCipher } from '../../../src/app/store/token-cipher.ts'
import { chosenDatabase, KEY_PEPPER } from '../stores/stores.ts'
import { RETENTION } from './retention.ts'

export const DEFAULT_HEAD: DefaultHead = {
  defaultBranch: 'main',
  sha: 'a'.repeat(40),
  private: true,
  owner: 'acme',
  ownerId: 77,
  name: 'docs',
  url: 'https://github.com/acme/docs',
}

/** The least of a GitHub that dispatches: what a test does not name must not be called. */
export function dispatchingGithub(dispatched: string[] = [], over: Partial<Github> = {}): Github {
  const github: Partial<Github> = {
    identity: async () => ({
      slug: 'prentice',
      clientId: 'Iv1',
      botId: 41,
      botLogin: 'prentice[bot]',
      botEmail: '41+x@y',
    }),
    readDefaultHead: async () => DEFAULT_HEAD,
    readProjectFiles: async () => ({ settings: [], instructions: [] }),
    readConversation: async () => null,
    readOrganisationFile: async () => ({ kind: 'absent' }),
    findInstallation: async () => null,
    forgetToken: () => {},
    wasDeleted: async () => false,
    findWorkflowRun: async (): Promise<WorkflowRun | null> => null,
    mintFetchToken: async () => ({ token: 'ghs_read', owner: 'acme', name: 'docs' }),
    async dispatchWorkflow(_, { run }) {
      dispatched.push(run)
      return {
        kind: 'started',
        workflowRunId: 1000 + dispatched.length,
        url: 'https://github.com/acme/docs/x',
      }
    },
    ...over,
  }
  return new Proxy(github, {
    get: (target, name: keyof Github) => {
      if (target[name] === undefined) throw new Error(`the test did not expect GitHub's ${name}`)
      return target[name]
    },
  }) as Github
}

const PROJECT: Project = {
  v: 1,
  id: 'prj_ya',
  repositoryId: 1234,
  owner: 'acme',
  name: 'docs',
  url: 'https://github.com/acme/docs',
  private: true,
  accountId: 77,
  installationId: 1,
  isDeleted: false,
  defaultBranch: 'main',
  config: null,
  filesSha: null,
}

/** Everything the use cases of jobs and runs need, on a real database, in memory if not told else, with one project. */
export async function useCases(
  github: Github = dispatchingGithub(),
  over: { runsAtOnce?: number; databaseUrl?: string; isAllowed?: () => boolean } = {},
) {
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => clock.at
  const { store, space } = trackSpace(
    await openStore(over.databaseUrl ?? (await chosenDatabase('sqlite::memory:')), {
      now,
      keyPepper: KEY_PEPPER,
    }),
  )
  onTestFinished(() => store.close())
  await store.commit({ set: [{ key: projectKeys.record(PROJECT.id), value: JSON.stringify(PROJECT) }] })
  const deps = {
    store,
    github,
    now,
    ...createLog('silent'),
    tokenCipher: createTokenCipher('a private key'),
    onDue: () => {},
    queue: createKeyedQueue(),
    newJobId: () => typeid('job').toString(),
    newBatchId: () => typeid('batch').toString(),
    serverUrl: 'https://github.com',
    defaultModel: 'anthropic/x',
    rateLimit: 0,
    isAllowed: over.isAllowed ?? (() => true),
    dailyCostUsd: 50,
    runsAtOnce: over.runsAtOnce ?? 5,
    random: () => 0.5,
    paces: pacesOf({ perMinute: 60, atOnce: 5 }),
    startWithinMs: 24 * 3_600_000,
    retention: RETENTION,
    auditMs: RETENTION.auditMs,
    reusableWorkflows: [],
    limits: { steps: 100, seconds: 1800, costUsd: 5 },
    patchLimits: { projectBytes: 200 * 1024 ** 2, accountBytes: 1024 ** 3 },
  }
  /** What the requests of an API key have in common. */
  async function workRequest(id = PROJECT.id): Promise<WorkRequest> {
    const project = await loadProject(store, id)
    if (project === null) throw new Error(`there is no project ${id}`)
    return { project, origin: { kind: 'key', id: 'k', name: 'ci' }, idempotencyKey: null }
  }
  return {
    ...deps,
    space,
    clock,
    workRequest,
    async newJob(prompt = 'x', project = PROJECT.id): Promise<Job> {
      const request = { ...(await workRequest(project)), prompt, ref: null, model: null, draft: null }
      const accepted = await createJob(deps, request)
      if (accepted.kind !== 'accepted') throw new Error(accepted.kind)
      return this.job(accepted.id, project)
    },
    async message(job: string, prompt: string) {
      return sendMessage(deps, { ...(await workRequest()), job, prompt })
    },
    async job(id: string, project = PROJECT.id): Promise<Job> {
      const found = await loadJob(store, { project, job: id })
      if (found === null) throw new Error(`there is no job ${id}`)
      return found.job
    },
  }
}
