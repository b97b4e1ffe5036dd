import { expect, test } from 'vitest'
import { memberOf } from '../../../src/app/limits/rate-limit.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { webhookKeys } from '../../../src/app/outbox/outbox-entry.ts'
import { createCreatorChecks } from '../../../src/app/sessions/check-creators.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { creatorQueue } from '../../../src/app/timers/due-queues.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'
import { addProject, HOOK, webhookWorld } from '../outgoing/webhook-world.ts'

const ACME = 77
const ADA = { id: 5, login: 'ada' }

/** A webhook of ada for one project, and a GitHub on which the test changes what she may do. */
async function scene() {
  const world = await webhookWorld()
  const { app } = world
  const { store, clock, project } = app
  const by = { kind: 'person', id: '5', name: 'ada', via: 'dashboard', address: null } as const
  const manager = { accountId: ACME, projectIds: [project], keyId: null, by, member: memberOf(by, false) }
  const wanted = { url: HOOK, name: 'hers', format: 'standard', events: ['job.created'] } as const
  const made = await app.parts.outgoing.create(
    manager,
    { kind: 'person', ...ADA },
    { ...wanted, events: [...wanted.events], projectIds: [project], onlyWhenNamed: false },
  )
  if (made.kind !== 'created') throw new Error(made.kind)
  const rights = { permission: 'admin', isOwner: false }
  const github = dispatchingGithub([], {
    loginOf: async () => 'ada',
    isOrganizationOwner: async () => rights.isOwner,
    readRepository: async ({ id, name, owner }) => ({
      ...{ id, name, private: true, visibility: 'private', archived: false, defaultBranch: 'main' },
      ...{ url: `https://github.com/${owner}/${name}`, owner: { id: ACME, login: owner } },
    }),
    permissionOf: async () => ({ userId: 5, permission: rights.permission, roleName: rights.permission }),
  })
  const { log } = createLog('silent')
  const checks = createCreatorChecks({ store, now: () => clock.at, github, log, auditMs: 86_400_000 })
  const queue = creatorQueue(store, checks)
  return {
    ...world,
    rights,
    manager,
    id: made.made.webhook.id,
    list: () => app.parts.outgoing.list({ ...manager, projectIds: null }),
    /** Works on the entries that are due, as the timer does. Returns how many there were. */
    async check(): Promise<number> {
      clock.at += 5 * 60_000
      const entries = await store.list({ prefix: queue.prefix, limit: 100 })
      for (const entry of entries) {
        const due = parseQueueKey(entry.key)
        const handle = queue.handlers[due?.kind ?? '']
        if (due === null || handle === undefined) throw new Error(`nobody handles ${entry.key}`)
        await handle(due, entry)
      }
      return entries.length
    },
  }
}

test('the webhook of a person sends events of the projects that it names, and of no other', async () => {
  const { app, admin, deliver, events, check } = await scene()
  const other = await addProject(app)
  const mine = await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await admin.jobs.create(other, { prompt: 'Fix it there' })
  await deliver()
  expect(events()).toMatchObject([{ type: 'job.created', job: mine.id }])
  expect(await check()).toBe(1)
  await admin.jobs.create(app.project, { prompt: 'Fix it again' })
  await deliver()
  expect(events()).toHaveLength(2)
})

test('the webhook of a person ends when they lose the admin role, and stays ended until somebody takes it over', async () => {
  const { app, admin, rights, deliver, events, check, list, manager, id } = await scene()
  rights.permission = 'write'
  // GitHub says so three times.
  for (let time = 0; time < 3; time++) expect(await check()).toBe(1)
  // Nothing is left to check.
  expect(await check()).toBe(0)
  const [ended] = await list()
  expect(ended).toMatchObject({
    isCovered: false,
    webhook: { disabled: { reason: expect.stringContaining('@ada has lost the right to manage it') } },
  })
  await app.parts.outgoing.enable(manager, id)
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect(events()).toEqual([])
  expect(await admin.webhooks.list()).toMatchObject([
    { status: 'disabled', person: ADA, keyId: '', disabledReason: expect.stringContaining('takes it over') },
  ])
  const bob = { id: 6, login: 'bob' }
  expect(await app.parts.outgoing.takeOver(manager, id, bob)).toMatchObject({ kind: 'taken' })
  await app.parts.outgoing.enable(manager, id)
  await admin.jobs.create(app.project, { prompt: 'Fix it now' })
  await deliver()
  expect(events()).toHaveLength(1)
})

test('a webhook that changed hands twice is checked once each time', async () => {
  const { app, check, manager, id } = await scene()
  await app.parts.outgoing.takeOver(manager, id, { id: 6, login: 'bob' })
  await app.parts.outgoing.takeOver(manager, id, ADA)
  await check()
  expect(await check()).toBe(1)
})

test('an older server, which knows no person, sends nothing for the webhook of one', async () => {
  const { app } = await scene()
  const stored = JSON.parse((await app.store.get(webhookKeys.ofAccount(ACME))) ?? '')
  // It finds no API key of this id.
  expect(stored.webhooks).toMatchObject([{ keyId: '', projectIds: [app.project] }])
})
