import { z } from 'zod'
import type { GithubEvents, WebhookDeps } from './deps.ts'
import { Issue, receiveTrigger } from './trigger-payload.ts'

const Payload = z.object({
  issue: Issue,
  label: z.object({ name: z.string() }),
})

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues */
export function onIssueLabel(events: GithubEvents, deps: WebhookDeps): void {
  events.on('issues.labeled', async ({ payload }) => {
    const read = Payload.safeParse(payload)
    if (!read.success) return
    const { issue, label } = read.data
    const labeledAt = Date.parse(payload.issue.updated_at)
    if (Number.isNaN(labeledAt)) return
    // Nobody without a role in the repository can add a label.
    await receiveTrigger(deps, payload, {
      kind: 'label',
      label: label.name,
      labeledAt,
      issue,
      isMember: true,
    })
  })
}
