import { expect, it } from 'vitest'
import type { Github } from '../../../../src/app/github/github.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { dispatchingGithub } from '../../../support/app/use-cases.ts'
import { describeRemote, POSTGRES, REDIS, SQLITE } from '../../../support/stores/stores.ts'

const github = { ...dispatchingGithub(), identity: async () => ({ slug: 'prentice' }) } as unknown as Github

async function readyz(databaseUrl: string) {
  const app = await startAppServer({ databaseUrl, github })
  return (await app.call('GET', '/readyz')).json
}

it('reports nothing about SQLite', async () => {
  expect(await readyz(await SQLITE.newDatabase())).toEqual({ status: 'ready' })
})

describeRemote(POSTGRES, () => {
  it('is reported if it does not write to its disk', async () => {
    expect(await readyz(await POSTGRES.newDatabase())).toEqual({
      status: 'ready',
      caveats: [expect.stringContaining('fsync = off')],
    })
  })
})

describeRemote(REDIS, () => {
  it('is reported if it keeps no append-only file', async () => {
    expect(await readyz(await REDIS.newDatabase())).toEqual({
      status: 'ready',
      caveats: [expect.stringContaining('set appendonly yes and appendfsync always')],
    })
  })
})
