import type { ReactionSubject } from '../../../src/app/github/conversation.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { triggerKeys } from '../../../src/app/job-store/idempotency.ts'
import { readMessages } from '../../../src/app/job-store/messages.ts'
import { listJobs } from '../../../src/app/jobs/list-jobs.ts'
import { createLog } from '../../../src/app/log/create-log.ts'
import { type ProjectConfig, parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { createCheckSender } from '../../../src/app/triggers/check-sender.ts'
import {
  type CommentRequest,
  receiveRequest,
  type TriggerRequest,
} from '../../../src/app/triggers/trigger-request.ts'
import { workOnTrigger } from '../../../src/app/triggers/work-on-trigger.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

export const ANA = { id: 501, login: 'ana' }
export const MALLORY = { id: 666, login: 'mallory' }

export const WRITTEN = { kind: 'written', id: 1 } as const

const WRITERS = new Map([[ANA.login, ANA.id]])

/** What reached GitHub, in order. */
export type Told =
  | { readonly permission: string }
  | { readonly team: string }
  | { readonly reaction: ReactionSubject }
  | { readonly issue: number; readonly comment: string }

/** The use cases with the triggers, and a GitHub on which Ana may write. */
export async function triggerWorld(
  over: {
    github?: Partial<Github>
    settings?: string
    rateLimit?: number
    dailyCostUsd?: number
    /** What the store and GitHub are used through. */
    through?: <T extends object>(part: T) => T
  } = {},
) {
  const told: Told[] = []
  const github = dispatchingGithub([], {
    identity: async () => ({
      slug: 'prentice-acme',
      clientId: 'Iv1',
      botId: 41,
      botLogin: 'x[bot]',
      botEmail: '41+x@y',
    }),
    async permissionOf(_, login) {
      told.push({ permission: login })
      const userId = WRITERS.get(login) ?? MALLORY.id
      const roleName = WRITERS.has(login) ? 'maintain' : 'triage'
      return { userId, permission: WRITERS.has(login) ? 'write' : 'read', roleName }
    },
    async isTeamMember({ owner }, team, login) {
      told.push({ team: `${owner}/${team}` })
      return team === 'docs' && login === MALLORY.login
    },
    async react(_, reaction) {
      told.push({ reaction })
      return WRITTEN
    },
    async createComment(_, issue, comment) {
      told.push({ issue, comment })
      return WRITTEN
    },
    ...over.github,
  })
  const used = await useCases(github)
  const { through = (part) => part } = over
  const logged: string[] = []
  const { rateLimit = 0, dailyCostUsd = 50 } = over
  const world = {
    ...used,
    ...createLog('debug', { write: (line: string) => void logged.push(line) }),
    ...{ store: through(used.store), github: through(used.github), rateLimit, dailyCostUsd },
  }
  const { store } = used
  await changeProject(store, 'prj_ya', (project) => ({ ...project, config: config(over.settings) }))
  let checkSender = createCheckSender(world)
  const project = { id: 'prj_ya', repositoryId: 1234 }
  const due = () => store.list({ prefix: triggerKeys.queue(), limit: 1000 })

  return {
    ...used,
    rateLimit,
    dailyCostUsd,
    /** Another server takes over, which remembers nothing. */
    restart() {
      checkSender = createCheckSender(world)
    },
    told,
    logged,
    due,
    receive: (request: TriggerRequest) => receiveRequest(world, project, request),
    /** Works on what is due, as the timers do. */
    async work(): Promise<void> {
      for (const entry of await due()) {
        const key = parseQueueKey(entry.key)
        if (key !== null && key.at <= world.clock.at)
          await workOnTrigger({ ...world, checkSender }, key, entry)
      }
    },
    /** The jobs of the project, oldest first, with their prompts. */
    async asked() {
      const { bodies } = await listJobs(store, { id: 'prj_ya', accountId: 77 }, LIST)
      const ids = bodies.map((body): string => JSON.parse(body).id).reverse()
      return Promise.all(
        ids.map(async (id) => {
          const job = await world.job(id)
          const messages = await readMessages(store, id, 1, job.messages)
          return { job, messages: messages.map(({ message }) => message) }
        }),
      )
    },
  }
}

const LIST = { status: null, limit: 100, after: null }

function config(settings = ''): ProjectConfig {
  const parsed = parseProjectConfig([{ path: '.github/prentice.yml', text: settings }])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  return parsed.config
}

export const AT = Date.parse('2026-11-20T12:00:00Z')

/** Ana's comment on her issue #12. */
export const comment = (text: string, over: Partial<CommentRequest> = {}): CommentRequest => ({
  kind: 'comment',
  comment: 900,
  text,
  issue: { number: 12, title: 'Typo in README', body: 'It says teh.', author: ANA },
  isPullRequest: false,
  openedBy: ANA.id,
  sender: ANA,
  isMember: true,
  at: AT,
  ...over,
})
