import { setImmediate as nextTurn } from 'node:timers/promises'
import { z } from 'zod'

/**
 * The largest payload that is read. GitHub caps payloads at 25 MiB, and only lists of repositories and of pushed files
 * are that long: 10 MiB are 70,000 repositories. To parse more would stop the event loop for more than 50 ms.
 */
export const PAYLOAD_LIMIT = 10 * 1024 * 1024
/** A longer payload is read in several turns of the event loop. */
const LONG = 256 * 1024

type ReadPayload =
  | { readonly kind: 'read'; readonly payload: object }
  /** `why`: for the log. */
  | { readonly kind: 'unreadable'; readonly why: string }

/** The payload of an event that has handlers, if it has what they read. Parsed once. */
export async function readPayload(event: string, body: Buffer): Promise<ReadPayload> {
  const otherWork = async (): Promise<void> => (body.length > LONG ? nextTurn() : undefined)
  const text = body.toString('utf8')
  await otherWork()
  const payload = parseJson(text)
  await otherWork()
  const why = whyUnreadable(event, payload)
  await otherWork()
  return why === null ? { kind: 'read', payload: Object(payload) } : { kind: 'unreadable', why }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const Id = z.int().nonnegative()
const Account = z.object({ id: Id, login: z.string() })
const Sender = Account.extend({ type: z.string().optional() })
const Repository = z.object({ id: Id })
const SeenRepository = z.object({ id: Id, name: z.string(), private: z.boolean() })
const Installation = z.object({ id: Id })
const PullRequest = z.object({ number: Id, user: z.object({ id: Id }).nullish() })
const Conversation = z.object({ repository: Repository, pull_request: PullRequest })

/** What the handlers read of each event without a check of their own. */
const SHAPES: Readonly<Record<string, z.ZodType>> = {
  check_run: z.object({
    repository: Repository,
    check_run: z.object({ external_id: z.string().nullish() }),
    requested_action: z.object({ identifier: z.string().nullish() }).nullish(),
    sender: Sender,
  }),
  check_suite: z.object({
    repository: Repository,
    check_suite: z.object({ head_sha: z.string(), pull_requests: z.array(z.object({ number: Id })) }),
    sender: Sender,
  }),
  github_app_authorization: z.object({ sender: Account }),
  installation: z.object({
    installation: Installation,
    repositories: z.array(SeenRepository).optional(),
  }),
  installation_repositories: z.object({
    installation: Installation,
    repositories_added: z.array(SeenRepository.partial()),
    repositories_removed: z.array(Repository.partial()),
  }),
  pull_request: Conversation,
  pull_request_review: Conversation,
  pull_request_review_comment: Conversation,
  push: z.object({ ref: z.string(), repository: Repository.extend({ default_branch: z.string() }) }),
  repository: z.object({
    repository: SeenRepository.extend({ owner: Account }),
    installation: Installation.optional(),
  }),
  workflow_run: z.object({
    repository: Repository,
    workflow_run: z.object({ id: Id, display_title: z.string().nullish() }),
  }),
}

/** What a payload lacks that its handlers read, for the log; `null`: nothing, or no handler reads it. Pure. */
function whyUnreadable(event: string, payload: unknown): string | null {
  const shape = Object.hasOwn(SHAPES, event) ? SHAPES[event] : z.looseObject({})
  const read = shape?.safeParse(payload)
  return read === undefined || read.success ? null : z.prettifyError(read.error).slice(0, 500)
}
