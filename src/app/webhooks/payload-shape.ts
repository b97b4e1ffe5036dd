import { z } from 'zod'

const Id = z.int().nonnegative()
const Account = z.object({ id: Id, login: z.string() })
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
    requested_action: z.object({ identifier: z.string() }).nullish(),
    sender: z.object({ id: Id, login: z.string(), type: z.string().optional() }),
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
export function whyUnreadable(event: string, payload: unknown): string | null {
  const shape = Object.hasOwn(SHAPES, event) ? SHAPES[event] : z.looseObject({})
  const read = shape?.safeParse(payload)
  return read === undefined || read.success ? null : z.prettifyError(read.error).slice(0, 500)
}
