import { z } from 'zod'
import { seededRandom } from '../../../../sandbox/github/faults/seeded-random.ts'
import { AuditEntry } from '../../../../src/app/audit/audit-entry.ts'
import { JobRecord, RunRecord } from '../../../../src/app/job-store/job-record.ts'
import { archiveJob } from '../../../../src/app/jobs/archive-job.ts'
import { createKey } from '../../../../src/app/keys/create-key.ts'
import { KeyRecord } from '../../../../src/app/keys/key-record.ts'
import { Project } from '../../../../src/app/projects/project.ts'
import { PersonSessions, SessionRecord, startSession } from '../../../../src/app/sessions/sessions.ts'
import type { OpenedStore, Write } from '../../../../src/app/store/store.ts'
import { UsageEntry } from '../../../../src/app/usage/usage-entry.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { note, seatedRunner } from '../../../support/app/claimed-runner.ts'
import { projectEntries } from '../../../support/app/project-entries.ts'
import { useCases } from '../../../support/app/use-cases.ts'

/** What a version wrote, and how it reads records. */
export const Recording = z.object({
  format: z.int(),
  /** The time of the server, epoch milliseconds. */
  at: z.int(),
  /** An API key and the cookie of a session, which the store knows. */
  key: z.string(),
  cookie: z.string(),
  /** Ids by what their jobs are. */
  jobs: z.object({
    waiting: z.string(),
    working: z.string(),
    failed: z.string(),
    completed: z.string(),
    archived: z.string(),
  }),
  /** The workflow run that works, in the words of the runner protocol. */
  run: z.string(),
  entries: z.array(z.object({ key: z.string(), value: z.string(), expiresAt: z.int().exactOptional() })),
  /** The schemas by which the version reads what it and others wrote, by the family of the key. */
  schemas: z.record(z.string(), z.looseObject({})),
})
export type Recording = z.infer<typeof Recording>

const SCHEMAS = {
  'job/': JobRecord,
  'run/': RunRecord,
  'key/': KeyRecord,
  'session/': SessionRecord,
  'person-sessions/': PersonSessions,
  'project/': Project,
  'usage/': UsageEntry,
  'audit/': AuditEntry,
}

/** Jobs in every state, a key and a session, as this version writes them. */
export async function recordStore(format: number): Promise<Recording> {
  const random = seededRandom(20_261_123)
  const world = await useCases()
  const { store, clock } = world
  const deps = {
    ...world,
    keyPepper: null,
    newKeyId: () => 'key_recorded',
    secretInt: (below: number) => Math.floor(random() * below),
  }
  await store.commit({
    set: projectEntries({ id: 'prj_ya', accountId: 77, owner: 'acme', name: 'docs' }).filter(
      ({ key }) => !key.startsWith('project/'),
    ),
  })
  const create = async (prompt: string) => {
    clock.at += 1_000
    const { project, id } = await world.newJob(prompt)
    return { project, job: id }
  }
  const created = await createKey(
    deps,
    {
      accountId: 77,
      name: 'ci',
      scopes: ['read', 'write'],
      projectIds: null,
      allowedIps: [],
      createdBy: 'ada',
      expiresInDays: null,
    },
    A_TEST,
  )
  if (created.kind !== 'added') throw new Error(created.kind)
  const { id: cookie } = await startSession(deps, { id: 5, login: 'ada', name: 'Ada' }, 'sealed tokens', {
    accountIds: [77],
    by: A_TEST,
  })

  const waiting = await create('Correct the spelling in README.md')
  await world.message(waiting.job, 'And in CONTRIBUTING.md')

  const failed = await create('Translate the page')
  const failing = await seatedRunner(deps, failed, { firstWorkflowRun: 200 })
  await failing.report(note('It works.'), {
    type: 'step',
    step: 1,
    inputTokens: 10,
    outputTokens: 5,
    costUsd: 0.01,
  })
  await failing.keepPatch('diff --git a/a b/a\n')
  await (await failing.fail('The provider refused the request')).confirm()

  const completed = await create('Look whether a test is missing')
  await (await seatedRunner(deps, completed, { firstWorkflowRun: 300 })).finish('No test is missing.')

  const archived = await create('Say nothing')
  await (await seatedRunner(deps, archived, { firstWorkflowRun: 400 })).finish('Done.')
  await archiveJob(deps, archived, A_TEST)

  const working = await create('Add a test')
  const runner = await seatedRunner(deps, working, { firstWorkflowRun: 500 })
  await runner.report(note('It has begun.'))

  return {
    format,
    at: clock.at,
    key: created.key,
    cookie,
    jobs: {
      waiting: waiting.job,
      working: working.job,
      failed: failed.job,
      completed: completed.job,
      archived: archived.job,
    },
    run: runner.run,
    entries: await entriesOf(store),
    schemas: Object.fromEntries(
      Object.entries(SCHEMAS).map(([family, schema]) => [
        family,
        z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      ]),
    ),
  }
}

async function entriesOf(store: OpenedStore): Promise<Write[]> {
  const entries: Write[] = []
  for await (const keys of store.keys('')) entries.push(...(await store.exported(keys)))
  return entries.sort((one, other) => (one.key < other.key ? -1 : 1))
}
