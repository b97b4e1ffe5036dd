import type { Logger } from 'pino'

/** Strangers can send any number of webhooks, so they get one line in this time. */
const INTERVAL_MS = 10 * 60_000

/** Returns what to call for each webhook whose signature is missing or wrong. */
export function createForgedWebhookLog(deps: {
  readonly log: Logger
  readonly now: () => number
}): () => void {
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
