import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import type { Probot } from 'probot'
import { onCheckRun } from './events/check-run.ts'
import { onIssueComment, onIssueLabel, onReview } from './events/comments-labels-reviews.ts'
import type { EventWork, GithubEvents } from './events/event-work.ts'
import { onAccessChange, onInstallation, onRepository } from './events/installation.ts'
import { onOtherReviewer } from './events/other-reviewer.ts'
import { onPullRequest } from './events/pull-request.ts'
import { onPush } from './events/push.ts'
import { onWorkflowRun } from './events/workflow-run.ts'
import { PAYLOAD_LIMIT, readPayload } from './read-payload.ts'
import { verifyWebhook } from './verify-webhook.ts'

export const receivedKeys = {
  delivery: (guid: string) => `delivery/${guid}`,
}

type WebhookOutcome = 'handled' | 'repeated' | 'refused' | 'failed'

/** Answers a webhook. */
export type ReceiveWebhook = (
  request: IncomingMessage,
  response: ServerResponse,
  /** Called once the signature has the right form. */
  readBody: () => Promise<Buffer>,
) => Promise<WebhookOutcome>

/** GitHub redelivers for three days: https://docs.github.com/en/webhooks/testing-and-troubleshooting-webhooks/redelivering-webhooks */
const REMEMBERED_MS = 3 * 24 * 3600 * 1000
/** GitHub gives up on a delivery after 10 s. */
const PATIENCE_MS = 9_000

/** What Probot's handlers receive. */
type GithubEvent = Parameters<Probot['webhooks']['receive']>[0]

/**
 * Checks the signature, calls the handlers, and does nothing for a delivery that was handled before. Probot's own
 * middleware would hash and parse the body once more, in one piece.
 */
export async function receiveWebhooks(
  deps: EventWork & { readonly webhookSecret: string },
  probot: Probot,
): Promise<ReceiveWebhook> {
  const handled = await load(deps, probot)
  const logForged = createForgedWebhookLog(deps)

  return async (request, response, readBody) => {
    const body = await verifyWebhook(deps.webhookSecret, request, readBody)
    // Probot would log the whole payload of a forged webhook, five times.
    if (body === null) {
      logForged()
      return refuse(response, 400, 'the signature of the webhook is missing or does not match')
    }
    const delivery = deliveryIdOf(request)
    const key = delivery === null ? null : receivedKeys.delivery(delivery)
    if (key !== null && (await deps.store.get(key)) !== undefined) {
      sendText(response, 200, 'ok: it was handled before\n')
      return 'repeated'
    }
    const { 'content-type': type = '', 'x-github-event': name, 'x-github-delivery': id } = request.headers
    if (!/^\s*application\/json\s*(?:;|$)/.test(type))
      return refuse(response, 415, 'the content type of the webhook must be application/json')
    if (typeof name !== 'string' || typeof id !== 'string')
      return refuse(response, 400, 'the header X-GitHub-Event or X-GitHub-Delivery is missing')
    if (handled.has(name)) {
      const about = { event: name, delivery }
      if (body.length > PAYLOAD_LIMIT) {
        deps.log.warn({ ...about, bytes: body.length }, 'a webhook is refused: its payload is too large')
        return refuse(response, 413, `the payload of this event is larger than ${PAYLOAD_LIMIT} bytes`)
      }
      const read = await readPayload(name, body)
      if (read.kind === 'unreadable') {
        deps.log.warn(
          { ...about, unreadable: read.why },
          'a webhook is refused: its payload is not as GitHub describes',
        )
        return refuse(response, 400, 'the payload is not as GitHub describes it')
      }
      const event = { id, name, payload: read.payload } as GithubEvent
      if (!(await callHandlers(probot, event, response))) return 'failed'
    } else sendText(response, 200, 'ok\n')
    if (key !== null) await remember(deps, key)
    return 'handled'
  }
}

/** Sends the response. False: a handler has failed. */
async function callHandlers(probot: Probot, event: GithubEvent, response: ServerResponse): Promise<boolean> {
  const late = setTimeout(() => sendText(response, 202, 'still processing\n'), PATIENCE_MS)
  try {
    await probot.webhooks.receive(event)
    if (!response.headersSent) sendText(response, 200, 'ok\n')
    return true
  } catch {
    // Probot has logged the error.
    if (!response.headersSent) sendError(response, 500, 'an error of the server, which its log describes')
    return false
  } finally {
    clearTimeout(late)
  }
}

/** Adds the handlers to Probot. The names of the events that have one. */
async function load(deps: EventWork, probot: Probot): Promise<ReadonlySet<string>> {
  const names = new Set<string>()
  const on: GithubEvents['on'] = (event, handler) => {
    for (const one of [event].flat()) names.add(one.split('.', 1)[0] ?? one)
    probot.on(event, handler)
  }
  await probot.load(() => webhookHandlers({ on }, deps))
  return names
}

function refuse(response: ServerResponse, status: number, error: string): 'refused' {
  sendError(response, status, error)
  return 'refused'
}

function sendError(response: ServerResponse, status: number, error: string): void {
  const body = JSON.stringify({ error })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  response.writeHead(status, headers).end(body)
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain' }).end(text)
}

/** After the fact: if this fails, the handlers are called again, and they only look at what is. */
async function remember({ store, now, log }: EventWork, key: string): Promise<void> {
  try {
    await store.commit({ set: [{ key, value: '', expiresAt: now() + REMEMBERED_MS }] })
  } catch (err) {
    log.warn({ err }, 'a handled webhook could not be noted')
  }
}

/** Strangers can send any number of webhooks, so they get one line in this time. */
const INTERVAL_MS = 10 * 60_000

/** Returns what to call for each webhook whose signature is missing or wrong. */
function createForgedWebhookLog(deps: { readonly log: Logger; readonly now: () => number }): () => void {
  let refused = 0
  let loggedAt = Number.NEGATIVE_INFINITY
  return () => {
    refused++
    const at = deps.now()
    if (at - loggedAt < INTERVAL_MS) return
    loggedAt = at
    deps.log.warn(
      { refused },
      'webhooks are refused because their signature is missing or wrong: if GitHub sent them, WEBHOOK_SECRET is not the secret on the settings page of the GitHub App',
    )
    refused = 0
  }
}

/**
 * The Probot function: which events matter, one file each. A new event also goes into `default_events` of app.yml and into
 * the event names of `metrics.ts`.
 */
export function webhookHandlers(events: GithubEvents, deps: EventWork): void {
  onInstallation(events, deps)
  onWorkflowRun(events, deps)
  onRepository(events, deps)
  onPullRequest(events, deps)
  onPush(events, deps)
  onCheckRun(events, deps)
  onIssueComment(events, deps)
  onIssueLabel(events, deps)
  onReview(events, deps)
  onOtherReviewer(events, deps)
  onAccessChange(events, deps)
}

/** GitHub's GUID of a webhook, which a redelivery has again; `null` if it is not of that form. */
export function deliveryIdOf({ headers }: IncomingMessage): string | null {
  const guid = headers['x-github-delivery']
  return typeof guid === 'string' && /^[\w-]{1,64}$/.test(guid) ? guid : null
}
