import { TEST_EVENT, type WebhookPayload } from '../../../contract/webhook.ts'
import type { OutboxEvent } from '../../outbox/outbox-entry.ts'

/** An event like those of jobs. `id`: 26 characters, unique. Its job does not exist. Pure. */
export function testEvent(
  id: string,
  at: number,
  project: { readonly id: string; readonly url: string },
): OutboxEvent {
  const time = new Date(at).toISOString()
  const job = `job_${id}`
  const payload: WebhookPayload = {
    type: TEST_EVENT,
    timestamp: time,
    data: {
      job: {
        id: job,
        status: 'completed',
        source: { repository: project.url, ref: null },
        model: 'prentice/test',
        prLink: null,
        createdAt: time,
        archivedAt: null,
        projectId: project.id,
        title: 'Test event',
        createdBy: { kind: 'settings', id: project.id, name: 'test event' },
        endedAt: time,
        reason: null,
      },
    },
  }
  return { id: `evt_${at}_${id}_1`, at, project: project.id, job, rev: 1, payload }
}
