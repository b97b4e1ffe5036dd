import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { allOf } from '../../support/all-of.ts'
import { readPull } from '../../support/world/on-github.ts'
import { startTestWorld } from '../../support/world/world.ts'

test('a batch makes a pull request for each group of files, and no job changes the files of another', async () => {
  const world = await startTestWorld({
    'docs/a.md': 'A dog.\n',
    'docs/b.md': 'A dog.\n',
    'README.md': 'A dog.\n',
  })
  try {
    const { batches } = createClient({ url: world.baseUrl, apiKey: world.apiKey })
    const { id } = await batches.create({
      prompt: 'Replace "dog" with "cat" in docs/a.md',
      projectId: world.projectId,
      each: 'docs/*.md',
      first: 1,
    })
    const pilot = await batches.wait(id, { pollMs: 200 })
    expect(pilot).toMatchObject({ status: 'waiting', jobs: { total: 2, completed: 1, pending: 1 } })
    const [first] = await allOf(batches.jobs(id))
    expect(first?.files).toEqual(['docs/a.md'])
    expect(await readPull(world, first?.prLink ?? null)).toMatchObject({ changed_files: 1 })

    await batches.continue(id)
    const ended = await batches.wait(id, { pollMs: 200 })
    expect([ended.status, ended.jobs.completed + ended.jobs.failed]).toEqual(['completed', 2])
    const [, second] = await allOf(batches.jobs(id))
    // The prompt names a file of the other job.
    expect(second).toMatchObject({ files: ['docs/b.md'], prLink: null })
  } finally {
    await world.close()
  }
})
