import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { createTypeIds } from '../../src/app/domain/run-id.ts'
import { createJob } from '../../src/app/jobs/create-job.ts'
import { createKeyedQueue } from '../../src/app/limits/rate-limit.ts'
import { projectIdOf } from '../../src/app/projects/project.ts'
import { openStore } from '../../src/app/store/open/open-store.ts'
import type { Store, Write } from '../../src/app/store/store.ts'
import { benchInstallation } from '../github/installations.ts'
import { RETENTION } from '../growth/grow-old.ts'
import { PROMPT } from '../load/prompt.ts'

const INSTALLATION = benchInstallation(1, 100)
const PROJECTS = INSTALLATION.repositories.map(({ id }) => projectIdOf(id))
/** The job of which all others are copies. */
const JOB = { id: 'job_01m8fwv7d9f2j8k1jn4k59hd65', project: PROJECTS[0] ?? '' }

/**
 * What a create costs at least: its body is read as JSON, the same bytes are written in a commit of the same store, and
 * the same response is sent. There is no API key and no check, and nothing is composed.
 */
export async function serveFloor(
  databaseUrl: string,
): Promise<{ readonly server: Server; readonly projects: readonly string[] }> {
  const store = await openStore(databaseUrl)
  const { writes, body } = await recordCreate(store)
  const newTypeId = createTypeIds({ now: Date.now, secretBytes: randomBytes })
  const templates = new Map(PROJECTS.map((project) => [project, templateOf(writes, project)]))
  const bodyParts = body.split(JOB.id)

  async function create(project: string): Promise<string> {
    const id = newTypeId('job')
    const template = templates.get(project) ?? []
    await store.commit({
      set: template.map(({ key, value }) => ({ key: key.join(id), value: value.join(id) })),
    })
    return bodyParts.join(id)
  }

  const server = createServer(async (request, response) => {
    JSON.parse(await readText(request))
    const created = await create(request.url?.split('/')[3] ?? '')
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(created) }
    response.writeHead(201, headers).end(created)
  })
  return { server, projects: PROJECTS }
}

/** The same writes for another project, in the parts between which the id of the job stands. */
const templateOf = (writes: readonly Write[], project: string) =>
  writes.map(({ key, value }) => ({
    key: key.replaceAll(JOB.project, project).split(JOB.id),
    value: value.replaceAll(JOB.project, project).split(JOB.id),
  }))

/** What a create writes and responds, without writing it. */
async function recordCreate(
  store: Store,
): Promise<{ readonly writes: readonly Write[]; readonly body: string }> {
  const writes: Write[] = []
  const deps = {
    store: { ...store, commit: async ({ set = [] }) => writes.push(...set) > 0 },
    now: Date.now,
    onDue: () => {},
    queue: createKeyedQueue(),
    retention: RETENTION,
    newJobId: () => JOB.id,
    rateLimit: 0,
    dailyCostUsd: 50,
    defaultModel: 'anthropic/bench',
  } satisfies Parameters<typeof createJob>[0]
  const accepted = await createJob(deps, {
    project: {
      v: 1,
      id: JOB.project,
      repositoryId: 1,
      owner: INSTALLATION.account.login,
      name: 'repository-1',
      url: `https://github.com/${INSTALLATION.account.login}/repository-1`,
      private: true,
      accountId: INSTALLATION.account.id,
      installationId: INSTALLATION.id,
      isDeleted: false,
      defaultBranch: null,
      config: null,
      filesSha: null,
    },
    origin: {
      kind: 'key',
      id: 'key_660580a8-cd4a-4c43-98a6-2c7a89cc9f0c',
      name: 'bench',
      address: '127.0.0.1',
    },
    idempotencyKey: null,
    prompt: PROMPT,
    ref: null,
    model: null,
    draft: null,
  })
  if (accepted.kind !== 'accepted') throw new Error(`no job was created: ${accepted.kind}`)
  return { writes, body: accepted.body }
}

const readText = (request: IncomingMessage): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = ''
    request
      .setEncoding('utf8')
      .on('data', (chunk: string) => {
        text += chunk
      })
      .on('end', () => resolve(text))
      .on('error', reject)
  })
