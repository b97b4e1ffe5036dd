import { expect, test } from 'vitest'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { readMessages } from '../../../../src/app/job-store/messages.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { loadProject } from '../../../../src/app/projects/project.ts'
import { findConversation, NO_CONVERSATION } from '../../../../src/app/runs/assignment/find-conversation.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import type { Conversation } from '../../../../src/conversation/conversation.ts'
import { changedBeforeCommit } from '../../../support/app/changing-store.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const COMMENT: Origin = { kind: 'github', id: 501, login: 'ana', issue: 7, via: 'comment', source: 3 }
const say = (n: number, login: string, body: string) => ({
  ...{
    author: { id: 500 + login.length, login },
    body,
    at: n,
    editedAt: null,
    isMember: true,
    isMinimized: false,
  },
  url: `https://github.com/acme/docs/issues/7#issuecomment-${n}`,
})
const CONVERSATION: Conversation = {
  number: 7,
  comments: [say(1, 'ana', 'it is the cat'), say(2, 'mallory', 'it is the dog')],
  unread: 0,
}

interface Given {
  readonly features?: readonly string[]
  readonly isPublic?: boolean
  readonly origin?: Origin
  readonly settings?: string
  readonly github?: Partial<Github>
}

/** A run that was asked for on issue 7, as its runner claims it. */
async function claiming({ features = FEATURES, isPublic = false, ...given }: Given = {}) {
  const { settings = '', origin = COMMENT, github = {} } = given
  const asked: number[] = []
  const world = await useCases(
    dispatchingGithub([], {
      readDefaultHead: async () => ({ ...DEFAULT_HEAD, private: !isPublic }),
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: settings }],
        instructions: [],
      }),
      async readConversation(_, number) {
        asked.push(number)
        return CONVERSATION
      },
      permissionOf: async (_, login) => ({
        ...{ userId: 500 + login.length, roleName: 'x' },
        permission: login === 'ana' ? 'write' : 'read',
      }),
      ...github,
    }),
  )
  const work = { ...(await world.workRequest()), origin }
  const job = await createJob(world, { ...work, prompt: 'x', ref: null, model: null, draft: null })
  if (job.kind !== 'accepted') throw new Error(job.kind)
  await dispatchRun(world, await world.job(job.id))
  const claimant = identity({ repositoryVisibility: isPublic ? 'public' : 'private' })
  const run = runId({ project: 'prj_ya', job: job.id, run: 1 })
  return {
    ...{ world, job: job.id, asked },
    async claim(store: Store = world.store) {
      const request = { run, protocol: 1, features: [...features] }
      const claim = await claimRun({ ...world, store }, claimant, SECRET, request)
      if (claim.kind !== 'claimed') throw new Error(JSON.stringify(claim))
      return claim.assignment
    },
  }
}

const MATERIAL = {
  of: 'the conversation on issue #7: 1 comment; left out: 1 by people without write access',
  text: '@ana (write access) commented, 1970-01-01 00:00 UTC:\n  it is the cat',
  excerpt: 24_000,
}

test('the runner gets what people with write access said', async () => {
  const { claim, asked } = await claiming()
  const { material, outside, warnings } = await claim()
  expect({ material, outside, warnings }).toEqual({ material: [MATERIAL] })
  expect(asked).toEqual([7])
})

test('texts of everyone are untrusted text, in every later turn', async () => {
  const { claim, world, job } = await claiming({ settings: 'triggers: { issue-text: everyone }\nci: hold\n' })
  const { material, outside } = await claim()
  expect(material?.[0]?.text).toContain('@mallory (no write access)')
  expect(outside).toEqual({ read: ['comments on issue #7'], holdCi: true })
  expect((await world.job(job)).outside).toEqual(['comments on issue #7'])
})

test('images in the texts of the conversation reach the runner', async () => {
  const image = 'https://github.com/user-attachments/assets/11111111-2222-3333-4444-555555555555'
  const comments = [say(1, 'ana', `![a](${image})`), say(2, 'mallory', `![b](${image.replace('1', '9')})`)]
  const places: unknown[] = []
  const { claim } = await claiming({
    github: {
      readConversation: async () => ({ ...CONVERSATION, comments }),
      async listSignedAttachments(_, place) {
        places.push(place)
        return []
      },
    },
  })
  expect((await claim()).images).toEqual([{ of: 'the conversation', url: image }])
  expect(places).toEqual([{ kind: 'comment', id: 1 }])
})

test('a repeated claim adds no untrusted text to what the first one recorded', async () => {
  let people = [CONVERSATION.comments[0]]
  const { claim } = await claiming({
    settings: 'triggers: { conversation: everyone }\n',
    github: {
      readConversation: async () => ({ ...CONVERSATION, comments: people.flatMap((one) => one ?? []) }),
    },
  })
  expect((await claim()).material).toHaveLength(1)
  people = [...CONVERSATION.comments]
  const again = await claim()
  expect({ material: again.material, outside: again.outside }).toEqual({})
})

test.each<[string, Given]>([
  ['an API key asked', { origin: { kind: 'key', id: 'k', name: 'n' } }],
  ['the action cannot read material', { features: FEATURES.filter((name) => name !== 'material') }],
  ['the prompt is confidential', { isPublic: true, origin: { kind: 'key', id: 'k', name: 'n' } }],
])('GitHub is not asked if %s', async (_, given) => {
  const { claim, asked } = await claiming(given)
  expect((await claim()).material).toBeUndefined()
  expect(asked).toEqual([])
})

test('a confidential prompt that arrives during the claim keeps the conversation away', async () => {
  const { world, job, claim } = await claiming({ isPublic: true })
  const { prompts, material } = await claim(
    changedBeforeCommit(world.store, 1, () => world.message(job, 'more')),
  )
  expect(prompts).toHaveLength(2)
  expect(material).toBeUndefined()
})

test.each([
  ['refuses', new GithubRefused(reason('permission-missing', 'no'))],
  ['does not answer', new GithubUnavailable('GitHub did not respond', 1)],
])('if GitHub %s, the run works without the conversation', async (_, error) => {
  const fail = () => Promise.reject(error)
  for (const github of [{ readConversation: fail }, { permissionOf: fail }]) {
    const { claim } = await claiming({ github })
    const { material, warnings } = await claim()
    expect(material).toBeUndefined()
    expect(warnings).toEqual([`the conversation on #7 is left out: ${error.message}`])
  }
})

test.each(['readConversation', 'permissionOf'] as const)(
  'if GitHub does not answer %s in time, the run works without the conversation',
  async (method) => {
    const { world, job } = await claiming({ github: { [method]: () => new Promise(() => {}) } })
    const record = await world.job(job)
    const project = await loadProject(world.store, record.project)
    if (project === null) throw new Error('the project is gone')
    const found = await findConversation(
      world,
      record,
      project,
      await readMessages(world.store, job, 1, 1),
      undefined,
      20,
    )
    expect(found).toEqual({
      ...NO_CONVERSATION,
      warnings: ['the conversation on #7 is left out: GitHub took longer than 0.02 seconds to show it'],
    })
  },
)
