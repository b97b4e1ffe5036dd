import { expect, test } from 'vitest'
import { archiveJob } from '../../../src/app/jobs/archive-job.ts'
import { revokeKey } from '../../../src/app/keys/key-record.ts'
import { removeProjects } from '../../../src/app/projects/installed-projects.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { createClient } from '../../../src/client/client.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { type BatchWorld, batchWorld } from './batch-world.ts'

interface Given {
  readonly world: BatchWorld
  readonly id: string
  /** Id of its API key. */
  readonly key: string
}

/** Of a batch with one job, in the project `acme/web`. `end`: how its run ends before; `null`: it has not begun. */
const EXITS: readonly {
  readonly what: string
  readonly options?: Parameters<typeof batchWorld>[1]
  readonly end: 'fail' | null
  readonly happens: (given: Given) => Promise<unknown>
  readonly shown: string
}[] = [
  {
    what: 'the App is uninstalled from its repository',
    end: null,
    happens: ({ world }) => removeProjects(world.app.store, 1, [5000]),
    shown: 'the GitHub App was uninstalled from it',
  },
  {
    what: 'its project is deleted',
    end: null,
    happens: ({ world }) => world.app.store.commit({ del: [projectKeys.record('prj_3uw')] }),
    shown: 'no longer installed on the repository',
  },
  {
    what: 'its API key is revoked',
    end: null,
    happens: ({ world, key }) => revokeKey(world.app.parts, { accountId: 77, id: key }, A_TEST),
    shown: 'its API key was revoked',
  },
  {
    what: 'the hour of its project is used up',
    options: { rateLimit: 1 },
    end: null,
    happens: ({ world }) => world.client.jobs.create('prj_3uw', { prompt: 'x' }),
    shown: '1 jobs and messages of this hour',
  },
  {
    what: 'its run fails',
    end: 'fail',
    happens: async () => {},
    shown: 'no answer',
  },
  {
    what: 'its job was archived before the retry',
    end: 'fail',
    async happens({ world, id }) {
      const [job] = await world.report(id)
      await archiveJob(world.app.parts, { project: 'prj_3uw', job: job?.jobId ?? '' }, A_TEST)
      await world.client.batches.retry(id)
    },
    shown: 'the job is archived: unarchive it, then retry',
  },
]

test.each(EXITS)('a batch says why it goes no further if $what', async ({ options, end, happens, shown }) => {
  const world = await batchWorld([], { more: ['web'], ...options })
  const { app } = world
  const other = createClient({ url: app.url, apiKey: await app.newKey({ name: 'other' }), retries: 0 })
  const asking = end === null ? other : world.client
  const { id, createdBy } = await asking.batches.create({ prompt: 'x', projectIds: ['prj_3uw'] })
  if (end !== null) {
    await world.work()
    await world.endAll(id, end)
    await world.work()
  }
  await happens({ world, id, key: createdBy.id })
  await world.work()
  const batch = await world.client.batches.get(id)
  const jobs = await world.report(id).catch(() => [])
  expect(JSON.stringify([batch, jobs])).toContain(shown)
})
