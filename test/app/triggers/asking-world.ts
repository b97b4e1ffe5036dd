import type { Github } from '../../../src/app/github/github.ts'
import { triggerKeys } from '../../../src/app/job-store/idempotency.ts'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { workOnTrigger } from '../../../src/app/triggers/work-on-trigger.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'

export const ANA = { id: 501, login: 'ana', type: 'User' }
export const MALLORY = { id: 666, login: 'mallory', type: 'User' }

const REPOSITORY = { id: 1234, name: 'docs', owner: { id: 77, login: 'acme' } }
const COMMON = { repository: REPOSITORY, sender: ANA, installation: { id: 1 } }
const ISSUE = {
  number: 12,
  title: 'Typo',
  body: 'It says teh.',
  user: ANA,
  updated_at: '2027-01-15T08:00:00Z',
}

export const commented = (body: string, over: object = {}, more: object = {}) =>
  [
    'issue_comment',
    {
      ...COMMON,
      ...{ action: 'created', issue: ISSUE },
      comment: { id: 900, body, user: ANA, author_association: 'MEMBER', ...over },
      ...more,
    },
  ] as const

const PULL = { number: 18, user: { id: 41 } }

export const reviewed = (body: string, over: object = {}, more: object = {}) =>
  [
    'pull_request_review',
    {
      ...{ ...COMMON, action: 'submitted', pull_request: PULL },
      review: { id: 70, body, user: ANA, author_association: 'MEMBER', ...over },
      ...more,
    },
  ] as const

export const lineCommented = (body: string, over: object = {}, more: object = {}) =>
  [
    'pull_request_review_comment',
    {
      ...{ ...COMMON, action: 'created', pull_request: PULL },
      comment: {
        ...{ id: 5, body, user: ANA, author_association: 'MEMBER', pull_request_review_id: 70 },
        ...over,
      },
      ...more,
    },
  ] as const

export const labelled = (label: string, more: object = {}) =>
  ['issues', { ...COMMON, action: 'labeled', issue: ISSUE, label: { name: label }, ...more }] as const

/** A server that GitHub sends signed webhooks, on which Ana may write and which answers as a comment or a reaction. */
export async function askingWorld({
  settings = '',
  github = {},
}: {
  readonly settings?: string
  readonly github?: Partial<Github>
} = {}) {
  const answers: string[] = []
  const reactions: string[] = []
  const app = await startAppServer({
    github: dispatchingGithub([], {
      permissionOf: async (_, login) => {
        const mayWrite = login === ANA.login
        const permission = mayWrite ? 'write' : 'read'
        return { userId: mayWrite ? ANA.id : MALLORY.id, permission, roleName: permission }
      },
      async react(_, subject) {
        reactions.push(`${subject.kind} ${subject.id}`)
        return { kind: 'written', id: 1 }
      },
      async createComment(_, issue, text) {
        answers.push(`#${issue}: ${text}`)
        return { kind: 'written', id: 1 }
      },
      findOwnComment: async () => null,
      ...github,
    }),
  })
  const parsed = parseProjectConfig([{ path: '.github/prentice.yml', text: settings }])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  await changeProject(app.store, app.project, (project) => ({ ...project, config: parsed.config }))

  /** Works on what is due, as the timers do. */
  async function work(): Promise<void> {
    for (const entry of await app.store.list({ prefix: triggerKeys.queue(), limit: 1000 })) {
      const key = parseQueueKey(entry.key)
      if (key !== null && key.at <= app.clock.at) await workOnTrigger(app.parts, key, entry)
    }
  }
  return {
    app,
    /** Comments of the App, each with the number of its issue. */
    answers,
    reactions,
    work,
    /** GitHub sends these webhooks, and the server works on what they leave. */
    async send(...webhooks: (readonly [string, object])[]): Promise<void> {
      for (const [event, payload] of webhooks) {
        const response = await app.webhook(event, payload)
        if (response.status !== 200) throw new Error(`the webhook is answered with ${response.status}`)
      }
      await work()
    },
    /** The prompts of each job of the project, oldest job first. */
    async prompts(): Promise<string[][]> {
      const { json } = await app.call('GET', `/v2/agent/${app.project}/jobs`)
      const jobs = (json.jobs as { id: string }[]).toReversed()
      return Promise.all(
        jobs.map(async ({ id }) => {
          const { json: read } = await app.call('GET', `/v2/agent/${app.project}/job/${id}/messages`)
          return (read.messages as { prompt: string }[]).map(({ prompt }) => prompt)
        }),
      )
    },
  }
}
