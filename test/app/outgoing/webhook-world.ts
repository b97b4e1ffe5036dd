import { outboxKeys } from '../../../src/app/outbox/outbox-entry.ts'
import { fanOut } from '../../../src/app/outgoing/delivery/fan-out.ts'
import { sendDue } from '../../../src/app/outgoing/delivery/send-due.ts'
import { deliveryKeys } from '../../../src/app/outgoing/delivery-record.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import type { Entry, OpenedStore } from '../../../src/app/store/store.ts'
import { type Client, createClient } from '../../../src/client/client.ts'
import { type AppServer, startAppServer } from '../../support/app/app-server.ts'
import { type Receiver, startReceiver } from '../../support/app/webhook-receiver.ts'

export const HOOK = 'https://hooks.example.com/in'

export interface WebhookWorld {
  readonly app: AppServer
  readonly receiver: Receiver
  /** With a key of the scope `admin`. */
  readonly admin: Client
  readonly adminKey: string
  /** Handles the entries that are due at the time of the clock until none is left, as the timer does. */
  deliver(): Promise<void>
  /** Events that the receiver has got, in their order. */
  events(): { readonly type: string; readonly job: string; readonly status: string }[]
  /** Sets the clock to the next time at which a webhook is looked at. */
  skipToNext(): Promise<void>
}

export async function webhookWorld(): Promise<WebhookWorld> {
  const receiver = await startReceiver()
  const app = await startAppServer({ transport: receiver.transport })
  const adminKey = await app.newKey({ scopes: ['admin'], name: 'hooks' })
  const admin = createClient({ url: app.url, apiKey: adminKey, retries: 0 })
  const due = async (prefix: 'outbox/' | 'sending/'): Promise<Entry[]> =>
    (await app.store.list({ prefix, limit: 1000 })).filter(({ key }) => timeOf(key) <= app.clock.at)

  return {
    app,
    receiver,
    admin,
    adminKey,
    async deliver() {
      for (;;) {
        const events = await due(outboxKeys.queue())
        for (const entry of events) await fanOut(app.parts, accountOf(entry), entry)
        const webhooks = await due(deliveryKeys.queue())
        if (webhooks.length === 0) return
        await Promise.all(
          webhooks.map((entry) =>
            sendDue(
              app.parts,
              { accountId: accountOf(entry), webhook: entry.key.split('/')[4] ?? '' },
              entry,
            ),
          ),
        )
      }
    },
    events: () =>
      receiver.received.map(({ body }) => {
        const { type, data } = JSON.parse(body)
        return { type, job: data.job.id, status: data.job.status }
      }),
    async skipToNext() {
      const [next] = await app.store.list({ prefix: deliveryKeys.queue(), limit: 1 })
      if (next === undefined) throw new Error('nothing is to be sent')
      app.clock.at = Math.max(app.clock.at, timeOf(next.key))
    },
  }
}

const timeOf = (key: string): number => Number(key.split('/')[1])
const accountOf = ({ key }: Entry): number => Number(key.split('/')[3])

/** Another project of the account. Returns its id. */
export async function addProject({ store, project }: AppServer): Promise<string> {
  const record = JSON.parse((await store.get(projectKeys.record(project))) ?? '')
  const id = `${project}z`
  const value = JSON.stringify({ ...record, id, repositoryId: 9999, name: 'other' })
  const set = [
    { key: projectKeys.record(id), value },
    { key: `account-project/${record.accountId}/${id}`, value: id },
  ]
  await store.commit({ set })
  return id
}

/** Every key of the store, to compare what a commit has written. */
export async function allKeys(store: OpenedStore): Promise<Set<string>> {
  const keys = new Set<string>()
  for await (const some of store.keys('')) for (const key of some) keys.add(key)
  return keys
}
