import { z } from 'zod'
import { ListedJob } from './list-responses.ts'

/** What a webhook may ask for. */
export const WEBHOOK_EVENTS = [
  'job.created',
  'job.updated',
  'job.completed',
  'job.failed',
  'job.archived',
  'message.created',
] as const
/** Of an event that somebody sends to try a receiver. Its job does not exist. */
export const TEST_EVENT = 'webhook.test'
export const WebhookEvent = z.enum(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` })
export type WebhookEvent = z.infer<typeof WebhookEvent>

/** `standard` is signed JSON; the others are what the chat of that name shows as a message. */
export const WebhookFormat = z.enum(['standard', 'slack', 'teams'], {
  error: 'must be one of standard, slack, teams',
})
export type WebhookFormat = z.infer<typeof WebhookFormat>

const text = (max: number) =>
  z
    .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` })

/** Body of `POST /v2/webhooks`. Unknown fields are ignored. */
export const NewWebhook = z
  .object(
    {
      url: text(2000)
        .superRefine((url, context) => {
          const message = describeReceiverUrlProblems(url)
          if (message !== null) context.addIssue({ code: 'custom', message })
        })
        .describe('URL to which events are sent: https, port 443.'),
      name: text(100)
        .default('webhook')
        .describe('For people, and for `notify` in the settings of projects.'),
      format: WebhookFormat.default('standard').describe(
        '`standard`: signed JSON. `slack`, `teams`: a message for an incoming webhook of Slack or Teams.',
      ),
      events: z
        .array(WebhookEvent, { error: `must be a list of ${WEBHOOK_EVENTS.join(', ')}` })
        .min(1, { error: 'must not be empty' })
        .default([...WEBHOOK_EVENTS])
        .describe('Events to send. Default: all of them.'),
      projectIds: z
        .array(z.string(), { error: 'must be a list of project ids' })
        .min(1, { error: 'must not be empty' })
        .max(100, { error: 'must have at most 100 entries' })
        .optional()
        .describe('Send only events of these projects. Default: all projects that the API key covers.'),
      onlyWhenNamed: z
        .boolean({ error: 'must be true or false' })
        .default(false)
        .describe(
          'Send only events of projects whose settings name the webhook under `notify`, and of its events only those that they choose.',
        ),
    },
    { error: 'must be a JSON object' },
  )
  .meta({ id: 'NewWebhook' })
export type NewWebhook = z.infer<typeof NewWebhook>

const { url, name, events, onlyWhenNamed } = NewWebhook.shape

/** Body of `PATCH /v2/webhooks/{webhookId}`. What is absent stays. Unknown fields are ignored. */
export const WebhookEdit = z
  .object(
    {
      url: url.optional(),
      name: name
        .unwrap()
        .optional()
        .describe(name.description ?? ''),
      events: events.unwrap().optional().describe('Events to send.'),
      onlyWhenNamed: onlyWhenNamed
        .unwrap()
        .optional()
        .describe(onlyWhenNamed.description ?? ''),
    },
    { error: 'must be a JSON object' },
  )
  .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'must have at least one of url, name, events, onlyWhenNamed',
  })
  .meta({ id: 'WebhookEdit' })
export type WebhookEdit = z.infer<typeof WebhookEdit>

export const WebhookView = z
  .strictObject({
    id: z.string().describe('Id of the webhook.'),
    name: z.string(),
    url: z
      .string()
      .describe(
        'URL to which events are sent, without its query and, for Slack and Teams, without its path, because they are secret.',
      ),
    format: z.string().describe('`standard`, `slack` or `teams`.'),
    events: z.array(z.string()),
    projectIds: z
      .array(z.string())
      .nullable()
      .describe('`null`: all projects that the API key covers, or, for a person, all of the account.'),
    onlyWhenNamed: z
      .boolean()
      .describe('Whether it sends only what the settings of projects ask for with `notify`.'),
    keyId: z
      .string()
      .describe(
        'The API key that created it. The webhook covers no more projects than that key, and ends with it. Empty: see `person`.',
      ),
    person: z
      .strictObject({
        id: z.int().describe("GitHub's numeric id."),
        login: z.string(),
      })
      .nullable()
      .describe(
        'The person who created it in the dashboard or took it over there. It covers only projects that they may administer. `null`: it belongs to an API key.',
      ),
    endsAt: z.iso
      .datetime()
      .nullable()
      .describe(
        'When its API key expires. To keep the webhook, rotate the key, or take the webhook over in the dashboard. `null`: it does not, or it has ended.',
      ),
    createdAt: z.iso.datetime(),
    status: z
      .string()
      .describe('`active`; `failing`: the last delivery failed; `disabled`: see `disabledReason`.'),
    disabledReason: z.string().nullable().describe('Why it is off, and what to do; `null` if it is on.'),
    failingSince: z.iso
      .datetime()
      .nullable()
      .describe('Since when deliveries have failed; `null`: the last one succeeded.'),
    secretExpiresAt: z.iso
      .datetime()
      .nullable()
      .describe('Until when deliveries are signed with the previous secret, too; `null`: there is none.'),
  })
  .meta({ id: 'Webhook' })
export type WebhookView = z.infer<typeof WebhookView>

/** Response of create and rotate: the only ones with the secret. */
export const WebhookWithSecret = z.strictObject({
  ...WebhookView.shape,
  secret: z
    .string()
    .describe(
      '`whsec_…`, with which deliveries are signed (https://www.standardwebhooks.com). It is not shown again.',
    ),
})
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>

export const WebhookList = z.strictObject({ webhooks: z.array(WebhookView) })
export type WebhookList = z.infer<typeof WebhookList>

const Attempt = z.strictObject({
  at: z.iso.datetime().describe('When it began.'),
  status: z.int().nullable().describe('Status of the response; `null`: there was none.'),
  error: z.string().nullable().describe('Why it failed; `null` if it succeeded.'),
  milliseconds: z.int().min(0),
})

export const DeliveryView = z
  .strictObject({
    id: z.string().describe('Id of the event, as in the header `webhook-id`.'),
    type: z.string().describe('The event.'),
    projectId: z.string(),
    jobId: z.string(),
    createdAt: z.iso.datetime().describe('When the event happened.'),
    status: z.string().describe('`pending`, `delivered`, or `failed`: no longer retried, after 24 hours.'),
    nextAttemptAt: z.iso.datetime().nullable().describe('`null`: there will be none.'),
    attempts: z
      .array(Attempt)
      .describe('The last ten, oldest first. The server does not store the body of a response.'),
  })
  .meta({ id: 'Delivery' })
export type DeliveryView = z.infer<typeof DeliveryView>

export const DeliveryList = z.strictObject({
  deliveries: z.array(DeliveryView),
  nextCursor: z.string().nullable().describe('Where the next page starts; `null` on the last page.'),
})
export type DeliveryList = z.infer<typeof DeliveryList>

/** Body of a delivery in the format `standard`. Receivers ignore fields and types that they do not know. */
export const WebhookPayload = z
  .strictObject({
    type: z
      .enum([...WEBHOOK_EVENTS, TEST_EVENT])
      .describe('What happened. `webhook.test`: somebody tries the receiver; the job does not exist.'),
    timestamp: z.iso.datetime().describe('When the event happened.'),
    data: z.strictObject({
      job: ListedJob,
      message: z
        .strictObject({ number: z.int().min(2).describe('As in `GET …/messages`, which has its text.') })
        .optional()
        .describe('Of `message.created`.'),
    }),
  })
  .meta({ id: 'WebhookPayload' })
export type WebhookPayload = z.infer<typeof WebhookPayload>

/**
 * Why a receiver may not have this URL, as far as the text tells; the address of the host is checked when it is called.
 * `null`: it may.
 */
function describeReceiverUrlProblems(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.hostname === '') return 'must be a URL such as https://example.com/prentice'
  const { protocol, port, hostname, username, password, hash } = url
  const demands = [
    ...(protocol === 'https:' ? [] : [`use https instead of ${protocol.slice(0, -1)}`]),
    ...(port === '' ? [] : [`use port 443 instead of ${port}`]),
    ...(isFullName(hostname) ? [] : [`have a full host name instead of ${hostname}`]),
    ...(username === '' && password === '' ? [] : ['contain no user or password']),
    ...(hash === '' ? [] : ['contain no `#`']),
  ]
  return demands.length === 0 ? null : `must ${demands.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`
}

/** The parser writes an IPv4 address of any notation as four numbers. */
const isFullName = (hostname: string): boolean =>
  !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname) && hostname.includes('.')
