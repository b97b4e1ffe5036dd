import { listKeys } from '../../../src/app/keys/key-record.ts'
import { memberOf } from '../../../src/app/limits/rate-limit.ts'
import { deliveryKeys } from '../../../src/app/outgoing/delivery-record.ts'
import type { BrowsedDashboard } from './given-dashboard.ts'

const JOB = `job_${'0'.repeat(26)}`

/** A webhook with deliveries in each state. Returns the path of its page. */
export async function givenWebhook(app: BrowsedDashboard): Promise<string> {
  const [key] = await listKeys(app.parts, 77)
  if (key === undefined) throw new Error('the account has no key')
  const by = { kind: 'server', id: null, name: 'a test', via: 'server', address: null } as const
  const manager = { accountId: 77, projectIds: null, keyId: null, by, member: memberOf(by, true) }
  const made = await app.parts.outgoing.create(
    manager,
    { kind: 'key', keyId: key.id },
    {
      ...{ url: 'https://example.com/hooks/prentice', name: 'deploy bot', format: 'standard' },
      ...{ events: ['job.completed', 'job.failed'], onlyWhenNamed: true },
    },
  )
  if (made.kind !== 'created') throw new Error('the webhook was not created')
  const { id } = made.made.webhook
  const now = app.clock.at
  const ok = { at: now, status: 204, error: null, ms: 41 }
  const wrong = { at: now, status: 503, error: 'the receiver answered 503', ms: 3_000 }
  const deliveries = [
    { ago: 1, state: 'pending', type: 'job.failed', attempts: [wrong], nextAt: now + 60_000 },
    { ago: 30, state: 'delivered', type: 'job.completed', attempts: [ok], nextAt: null },
    { ago: 2_000, state: 'failed', type: 'job.failed', attempts: [wrong, wrong], nextAt: null },
  ]
  await app.store.commit({
    set: deliveries.map(({ ago, state, type, attempts, nextAt }, n) => {
      const at = now - ago * 60_000
      const event = {
        ...{ id: `evt_${at}_${'0'.repeat(26)}_${n}`, at, project: app.project, job: JOB, rev: n },
        payload: {
          ...{ type, timestamp: new Date(at).toISOString() },
          data: {
            job: {
              ...{ id: JOB, projectId: app.project, status: 'failed', prLink: null, reason: null },
              ...{
                title: 'Fix the broken links in the handbook',
                source: { repository: 'https://x.example' },
              },
            },
          },
        },
      }
      const record = { event, state, failures: attempts.length, since: at, nextAt, attempts }
      return { key: deliveryKeys.record(id, at, event.id), value: JSON.stringify(record) }
    }),
  })
  return `/dashboard/webhooks/${id}`
}
