import { expect, test } from 'vitest'
import { memberOf } from '../../../src/app/limits/rate-limit.ts'
import { checkNotify } from '../../../src/app/outgoing/endpoints/covering-webhooks.ts'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { settingsFile } from '../../support/settings-file.ts'
import { addProject, HOOK, type WebhookWorld, webhookWorld } from './webhook-world.ts'

/** The settings of the project, as a server stores them. */
async function writeSettings({ app }: WebhookWorld, text: string): Promise<void> {
  const parsed = parseProjectConfig(settingsFile(text))
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  await changeProject(app.store, app.project, (project) => ({ ...project, config: parsed.config }))
}

/** What a job that is created, gets a message and is archived makes the receiver hear. */
async function heard(world: WebhookWorld): Promise<string[]> {
  const { app, admin, receiver, deliver, events } = world
  receiver.received.length = 0
  const job = await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await job.message('And that')
  await job.archive()
  await deliver()
  return events().map(({ type }) => type)
}

const ALL = ['job.created', 'message.created', 'job.archived']
const team = { url: HOOK, name: 'team-chat' }

test('a webhook for projects that name it sends the events that their settings choose', async () => {
  const world = await webhookWorld()
  const made = await world.admin.webhooks.create({ ...team, onlyWhenNamed: true })
  expect(made.onlyWhenNamed).toBe(true)
  expect(await heard(world)).toEqual([])
  await writeSettings(world, 'notify: [{ webhook: other }]\n')
  expect(await heard(world)).toEqual([])
  await writeSettings(world, 'notify: [{ webhook: team-chat }]\n')
  expect(await heard(world)).toEqual(ALL)
  await writeSettings(world, 'notify: [{ webhook: team-chat, events: [job.archived, job.failed] }]\n')
  expect(await heard(world)).toEqual(['job.archived'])
})

test('settings cannot ask for more than the webhook sends', async () => {
  const world = await webhookWorld()
  await world.admin.webhooks.create({ ...team, onlyWhenNamed: true, events: ['job.archived'] })
  await writeSettings(world, 'notify: [{ webhook: team-chat, events: [job.archived, job.created] }]\n')
  expect(await heard(world)).toEqual(['job.archived'])
})

test('settings neither silence nor narrow a webhook that was not created for projects that name it', async () => {
  const world = await webhookWorld()
  const made = await world.admin.webhooks.create(team)
  expect(made.onlyWhenNamed).toBe(false)
  await writeSettings(world, 'notify: [{ webhook: team-chat, events: [job.failed] }]\n')
  expect(await heard(world)).toEqual(ALL)
})

test('settings cannot name a webhook that covers only other projects', async () => {
  const world = await webhookWorld()
  const { app, adminKey } = world
  const narrow = await app.newKey({ scopes: ['admin'], projectIds: [await addProject(app)] })
  const body = { ...team, onlyWhenNamed: true }
  expect((await app.call('POST', '/v2/webhooks', { key: narrow, body })).status).toBe(201)
  await writeSettings(world, 'notify: [{ webhook: team-chat }]\n')
  expect(await heard(world)).toEqual([])
  // Of two of a name, the one that covers the project is meant.
  expect((await app.call('POST', '/v2/webhooks', { key: adminKey, body })).status).toBe(201)
  expect(await heard(world)).toEqual(ALL)
})

test('an event that no webhook sends is named', async () => {
  const { app, admin } = await webhookWorld()
  const deps = { store: app.store, now: () => app.clock.at }
  const check = (notify: readonly { webhook: string; events?: string[] }[]) =>
    checkNotify(deps, { id: app.project, accountId: 77 }, notify)
  expect(await check([{ webhook: 'team-chat' }])).toEqual([
    'notify: no webhook called "team-chat" covers this project',
  ])
  await admin.webhooks.create({ url: `${HOOK}/1`, name: 'audit' })
  const { id } = await admin.webhooks.create({ ...team, onlyWhenNamed: true, events: ['job.failed'] })
  expect(await check([{ webhook: 'team-chat' }])).toEqual([])
  expect(await check([{ webhook: 'audit' }])).toEqual([
    'notify: the webhook "audit" does not follow settings, because it was created without onlyWhenNamed',
  ])
  expect(await check([{ webhook: 'team-chat', events: ['job.failed', 'job.created'] }])).toEqual([
    'notify: the webhook "team-chat" does not send job.created',
  ])
  const by = { kind: 'server', id: null, name: 'a test', via: 'server', address: null } as const
  await app.parts.outgoing.disable(
    { accountId: 77, projectIds: null, keyId: null, by, member: memberOf(by, true) },
    id,
  )
  expect(await check([{ webhook: 'team-chat' }])).toEqual(['notify: the webhook "team-chat" is disabled'])
  const elsewhere = { id: app.project, accountId: 78 }
  expect(await checkNotify(deps, elsewhere, [{ webhook: 'team-chat' }])).toHaveLength(1)
})
