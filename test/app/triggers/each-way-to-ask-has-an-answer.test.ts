import { expect, test } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import { jobKeys } from '../../../src/app/job-store/job-record.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { ANA, askingWorld, commented, labelled, lineCommented, MALLORY, reviewed } from './asking-world.ts'

const HOUR_MS = 3_600_000
const BOT = { id: 9, login: 'renovate[bot]', type: 'Bot' }
const ITSELF = { id: 41, login: 'prentice[bot]', type: 'Bot' }

type Webhook = readonly [string, object]
type World = Awaited<ReturnType<typeof askingWorld>>

/** Somebody asks, with a text where the way to ask has one. `association`: as GitHub signs it. */
type Way = (text: string, by?: object, association?: string) => Webhook

const WAYS: Readonly<Record<string, Way>> = {
  'a comment on an issue': (text, by = ANA, association = 'MEMBER') =>
    commented(text, { user: by, author_association: association }, { sender: by }),
  'a comment on a pull request': (text, by = ANA, association = 'MEMBER') =>
    commented(
      text,
      { user: by, author_association: association },
      {
        sender: by,
        issue: { number: 18, title: 'Its own', body: '', user: ITSELF, pull_request: { url: 'x' } },
      },
    ),
  'a review': (text, by = ANA, association = 'MEMBER') =>
    reviewed(text, { user: by, author_association: association }, { sender: by }),
  'a comment of a review': (text, by = ANA, association = 'MEMBER') =>
    lineCommented(text, { user: by, author_association: association }, { sender: by }),
  'a label': (_, by = ANA) => labelled('prentice', { sender: by }),
}

const COMMENTS = Object.entries(WAYS).filter(([name]) => name !== 'a label')

/** Pull request #18 is of a job whose run is open. */
async function given(options: Parameters<typeof askingWorld>[0] = {}): Promise<World> {
  const world = await askingWorld({
    ...options,
    github: {
      readReview: async () => ({
        ...{ id: 70, authorId: ANA.id, state: 'commented', body: '/prentice use tabs', comments: [] },
      }),
      ...options.github,
    },
  })
  const created = await world.app.call('POST', '/v2/agent/prj_ya/job', { body: { prompt: 'over HTTP' } })
  const job = created.headers.get('location')?.split('/').at(-1) ?? ''
  const value = JSON.stringify({ project: 'prj_ya', job })
  await world.app.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value }] })
  world.app.clock.at += 1_000
  return world
}

const seen = ({ answers, reactions }: World) => [...answers, ...reactions]

test.each(Object.entries(WAYS))('%s of somebody who may ask gets a reaction', async (_, ask) => {
  const world = await given()
  await world.send(ask('/prentice use tabs'))
  expect([world.answers, world.reactions]).toEqual([[], [expect.any(String)]])
  expect((await world.prompts()).flat()).toHaveLength(2)
})

/** What somebody who may ask is answered. */
const ANSWERED: readonly (readonly [string, string, string])[] = [
  ['a word that resembles a command', '/prentice stpo', 'Did you mean'],
  ['a command that there is nothing to do for', '/prentice retry', ''],
  ['a text that is too long', `/prentice ${'é'.repeat(40_000)}`, 'longer than 64 KiB'],
  ['more requests than five', '/prentice status\n'.repeat(6), 'Only the first 5'],
  ['help', '/prentice help', '/prentice stop'],
]

test.each(
  COMMENTS.flatMap(([way, ask]) =>
    ANSWERED.map(([what, text, part]) => [way, what, ask, text, part] as const),
  ),
)('%s with %s is answered in one comment', async (_, __, ask, text, part) => {
  const world = await given()
  await world.send(ask(text))
  expect(world.answers).toEqual([expect.stringContaining(part)])
})

test('a label on an issue that has a job already is answered', async () => {
  const world = await given()
  await world.send(labelled('prentice'))
  await world.send(labelled('prentice', { issue: issueAt('2027-01-15T09:00:00Z') }))
  expect(world.answers).toEqual([expect.stringContaining('has a job already')])
})

const issueAt = (at: string) => ({
  number: 12,
  title: 'Typo',
  body: 'It says teh.',
  user: ANA,
  updated_at: at,
})

/** Nobody answers these: anybody could make the App write comments, or it would answer itself. */
const SILENT: readonly (readonly [string, object, string])[] = [
  ['a stranger', MALLORY, ''],
  ['a stranger whom GitHub calls a member', { ...MALLORY, id: 667 }, ''],
  ['a bot that the settings do not name', BOT, ''],
  ['the App itself', ITSELF, 'triggers: { bots: [prentice] }'],
  ['somebody who may ask, where comments are switched off', ANA, 'triggers: { comments: false }'],
]

test.each(
  Object.entries(WAYS).flatMap(([way, ask]) =>
    SILENT.map(([who, by, settings]) => [way, who, ask, by, settings] as const),
  ),
)('%s of %s gets no answer', async (_, __, ask, by, settings) => {
  const world = await given({ settings })
  await world.send(ask('/prentice stpo', by))
  expect([seen(world), (await world.prompts()).flat()]).toEqual([[], ['over HTTP']])
})

test.each(COMMENTS)('%s without a mention gets no answer', async (_, ask) => {
  const world = await given()
  await world.send(ask('Thanks @rob, this `/prentice stop` is good.'))
  expect(seen(world)).toEqual([])
})

/** GitHub cannot say for an hour who may write. */
async function unsureFor(
  ask: Way,
  by: object,
  association: string,
  error: (world: World) => Error,
): Promise<World> {
  let isUnsure = true
  const permissionOf: Github['permissionOf'] = async () => {
    if (isUnsure) throw error(world)
    return { userId: ANA.id, permission: 'write', roleName: 'write' }
  }
  const world: World = await given({ github: { permissionOf } })
  await world.send(ask('/prentice use tabs', by, association))
  for (let minute = 0; minute < 61; minute++) {
    world.app.clock.at += 60_000
    await world.work()
  }
  isUnsure = false
  return world
}

const unavailable = ({ app }: World) => new GithubUnavailable('down', app.clock.at + 30_000)
const refused = () => new GithubRefused(reason('permission-missing', 'members'))

test.each(
  COMMENTS.flatMap(([way, ask]) =>
    ['OWNER', 'MEMBER', 'COLLABORATOR'].map((association) => [way, association, ask] as const),
  ),
)(
  '%s of an %s whose right stays unknown for an hour is answered, and starts nothing',
  async (_, association, ask) => {
    const world = await unsureFor(ask, ANA, association, unavailable)
    expect(world.answers).toEqual([expect.stringContaining('GitHub did not say whether you may ask')])
    expect((await world.prompts()).flat()).toEqual(['over HTTP'])
  },
)

test.each(COMMENTS)('%s of a member whose right GitHub refuses to tell is answered', async (_, ask) => {
  const world = await unsureFor(ask, ANA, 'MEMBER', refused)
  expect(world.answers).toEqual([expect.stringContaining('GitHub did not say whether you may ask')])
})

// The webhook of a label has no signed association of the person who added it.
test.each([
  ...COMMENTS.map(([way, ask]) => [way, ask, 'CONTRIBUTOR'] as const),
  ['a label', WAYS['a label'], ''] as const,
])(
  '%s of somebody whom GitHub calls no member gets no answer, if the right stays unknown',
  async (_, ask, association) => {
    const world = await unsureFor(ask as Way, ANA, association, unavailable)
    expect(seen(world)).toEqual([])
  },
)

test('somebody who may ask is told why GitHub refuses what the request needs', async () => {
  const world = await given({
    settings: 'triggers: { pull-requests: all }',
    github: {
      readPullRequest: () => Promise.reject(new GithubRefused(reason('permission-missing', 'pull_requests'))),
    },
  })
  const issue = { number: 19, title: 'Of Bob', body: '', user: MALLORY, pull_request: { url: 'x' } }
  await world.send(commented('/prentice use tabs', {}, { issue }))
  expect(world.answers).toEqual([expect.stringContaining('pull_requests')])
})

test('somebody who was confirmed is told when GitHub is down for an hour afterwards', async () => {
  const world: World = await given({
    settings: 'triggers: { pull-requests: all }',
    github: { readPullRequest: () => Promise.reject(unavailable(world)) },
  })
  const issue = { number: 19, title: 'Of Bob', body: '', user: MALLORY, pull_request: { url: 'x' } }
  await world.send(commented('/prentice use tabs', { author_association: 'NONE' }, { issue }))
  world.app.clock.at += HOUR_MS
  await world.work()
  expect(world.answers).toEqual([expect.stringContaining('GitHub did not answer for an hour')])
})

test('after twenty answers on an issue in an hour, a request gets a reaction instead', async () => {
  const world = await given()
  for (let id = 0; id < 22; id++) await world.send(commented('/prentice help', { id: 1_000 + id }))
  expect([world.answers.length, world.reactions]).toEqual([20, ['comment 1020', 'comment 1021']])
  world.app.clock.at += HOUR_MS
  await world.send(commented('/prentice help', { id: 2_000 }))
  expect(world.answers).toHaveLength(21)
})
