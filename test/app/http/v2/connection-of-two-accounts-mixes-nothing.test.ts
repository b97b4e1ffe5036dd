import { expect, test } from 'vitest'
import { addProjects } from '../../../../src/app/projects/installed-projects.ts'
import { projectIdOf } from '../../../../src/app/projects/project.ts'
import { changeProject } from '../../../../src/app/projects/refresh-project.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'

/** The account `acme` of the app without a webhook, another one with a webhook, and one connection for both. */
async function twoAccounts() {
  const app = await startAppServer()
  await addProjects(app.parts, { id: 2, account: { id: 88, login: 'umbrella' } }, [
    { id: 2345, name: 'site', private: true },
  ])
  const admin = await app.newKey({ accountId: 88, scopes: ['admin'] })
  const webhook = { url: 'https://hooks.example.com/a' }
  expect((await app.call('POST', '/v2/webhooks', { key: admin, body: webhook })).status).toBe(201)
  const connection = await rawConnection(app.url)
  let answered = 0
  const body = '{"prompt":"x"}'
  const create = ({ key, project }: { key: string; project: string }) =>
    [
      `POST /v2/agent/${project}/job HTTP/1.1`,
      'Host: prentice',
      `Authorization: Bearer ${key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n')
  return {
    app,
    acme: { key: app.key, project: app.project },
    umbrella: { key: await app.newKey({ accountId: 88 }), project: projectIdOf(2345) },
    /** The statuses of creates that are sent together. */
    async create(...all: { key: string; project: string }[]) {
      await connection.send(all.map(create).join(''))
      answered += all.length
      return (await connection.answers(answered)).slice(-all.length).map(({ status }) => status)
    },
    /** The accounts of the events for webhooks. */
    async events() {
      return (await listEntries(app.store, 'outbox/')).map(({ key }) => key.split('/')[3])
    },
  }
}

test('on a connection with the keys of two accounts, each create has the rights and the webhooks of its own', async () => {
  const { create, events, acme, umbrella } = await twoAccounts()
  const foreign = { key: acme.key, project: umbrella.project }
  for (const one of [acme, umbrella, acme, foreign, umbrella])
    expect(await create(one)).toEqual([one === foreign ? 404 : 201])
  expect(await events()).toEqual(['88', '88'])
  expect(await create(acme, umbrella, foreign, acme, umbrella)).toEqual([201, 201, 404, 201, 201])
  expect(await events()).toEqual(['88', '88', '88', '88'])
})

test('a project that moves to another account takes the webhooks of that account', async () => {
  const { app, create, events, acme, umbrella } = await twoAccounts()
  expect([await create(acme), await create(umbrella)]).toEqual([[201], [201]])
  await changeProject(app.parts.store, app.project, (project) => ({ ...project, accountId: 88 }))
  const moved = { key: umbrella.key, project: acme.project }
  expect([await create(acme), await create(moved)]).toEqual([[404], [201]])
  expect(await events()).toEqual(['88', '88'])
})
