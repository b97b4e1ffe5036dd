import { expect, test } from 'vitest'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import { parseProjectConfig } from '../../../../src/app/projects/parse-project-config.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { requestKeys } from '../../../../src/app/triggers/trigger-request.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

const ana = { id: 501, login: 'ana', type: 'User' }
const repository = { id: 1234, name: 'docs', owner: { id: 77, login: 'acme' } }
const common = { repository, sender: ana, installation: { id: 1 } }

const issue = {
  number: 12,
  title: 'Typo',
  body: 'It says teh.',
  user: ana,
  updated_at: '2027-01-15T08:00:00Z',
}
const text = { id: 900, body: '/prentice fix it', user: ana, author_association: 'MEMBER' }

const commented = (over: object = {}, action = 'created', more: object = {}) =>
  ['issue_comment', { ...common, action, issue, comment: { ...text, ...over }, ...more }] as const

const commentedBy = (user: object, over: object = {}) =>
  commented({ user, ...over }, 'created', { sender: user })

const pull = { number: 18, user: { id: 41 } }
const reviewed = (over: object = {}, more: object = {}) => {
  const review = { id: 70, body: null, user: ana, author_association: 'MEMBER', ...over }
  return [
    'pull_request_review',
    { ...common, action: 'submitted', pull_request: pull, review, ...more },
  ] as const
}
const lineCommented = (over: object = {}, action = 'created') => {
  const comment = { ...text, id: 5, pull_request_review_id: 70, ...over }
  return ['pull_request_review_comment', { ...common, action, pull_request: pull, comment }] as const
}
const labeled = (more: object = {}, action = 'labeled') =>
  ['issues', { ...common, action, issue, label: { name: 'prentice' }, ...more }] as const

type Webhook = readonly [string, object]

async function stored(app: AppServer, ...webhooks: Webhook[]): Promise<object[]> {
  for (const [event, payload] of webhooks) expect((await app.webhook(event, payload)).status).toBe(200)
  const prefix = requestKeys.of(app.project)
  return (await app.store.list({ prefix, limit: 100 })).map(({ value }) => JSON.parse(value))
}

const sender = { id: 501, login: 'ana' }

test('comments, reviews and labels are stored with what the payload says', async () => {
  const app = await startAppServer()
  const at = app.clock.at
  const written = { number: 12, title: 'Typo', body: 'It says teh.', author: sender }
  const common = { sender, isMember: true, at }
  expect(
    await stored(app, commented(), reviewed({ body: '@prentice-acme ok' }), labeled(), labeled()),
  ).toEqual([
    {
      kind: 'comment',
      comment: 900,
      text: text.body,
      issue: written,
      isPullRequest: false,
      openedBy: 501,
      ...common,
    },
    { kind: 'label', label: 'prentice', labeledAt: 1_800_000_000_000, issue: written, ...common },
    {
      kind: 'review',
      review: 70,
      comment: null,
      text: '@prentice-acme ok',
      pullRequest: 18,
      openedBy: 41,
      ...common,
    },
  ])
})

test('a review and its comments are one request, in either order', async () => {
  for (const order of [1, -1]) {
    const app = await startAppServer()
    const webhooks = [reviewed({ body: '/prentice' }), lineCommented(), lineCommented({ id: 6 })]
    expect(await stored(app, ...(order === 1 ? webhooks : webhooks.toReversed()))).toMatchObject([
      { kind: 'review', review: 70 },
    ])
  }
})

test('a review without a mention is stored for a pull request of the App only', async () => {
  const app = await startAppServer()
  expect(await stored(app, reviewed({ body: 'Looks odd' }))).toEqual([])
  await app.store.commit({ set: [{ key: jobKeys.ofPullRequest(1234, 18), value: '{}' }] })
  expect(await stored(app, reviewed({ body: 'Looks odd' }))).toMatchObject([{ text: 'Looks odd' }])
})

test('a comment in a pull request, and one on the issue of a bot', async () => {
  const app = await startAppServer()
  const bot = { id: 9, login: 'dependabot[bot]', type: 'Bot' }
  const onPull = { ...issue, user: bot, body: null, pull_request: { url: 'x' } }
  expect(await stored(app, commented({}, 'created', { issue: onPull }))).toMatchObject([
    {
      isPullRequest: true,
      issue: { author: { id: 9, login: 'dependabot[bot]' }, body: '' },
    },
  ])
})

test.each<[string, Webhook]>([
  ['an edited comment', commented({}, 'edited', { changes: {} })],
  ['a deleted comment', commented({}, 'deleted')],
  ['a comment without a mention', commented({ body: 'Thanks, looks good' })],
  ['a comment of a bot', commentedBy({ ...ana, type: 'Bot' })],
  ['a comment of a bot', commentedBy({ ...ana, login: 'renovate[bot]', type: 'Bot' })],
  ['a comment of the App', commentedBy({ id: 41, login: 'x[bot]', type: 'Bot' })],
  ['a comment of an organisation', commentedBy({ ...ana, type: 'Organization' })],
  ['a comment through another app', commented({ performed_via_github_app: { id: 3 } })],
  ['a comment in an unknown repository', commented({}, 'created', { repository: { ...repository, id: 5 } })],
  ['a review through another app', reviewed({ body: '/prentice', performed_via_github_app: { id: 3 } })],
  ['a comment of somebody else than the sender', commented({ user: { ...ana, id: 502 } })],
  ['a comment of a deleted account', commented({ user: null })],
  ['a review of somebody else than the sender', reviewed({ body: '/prentice', user: { ...ana, id: 502 } })],
  ['a comment of a review of somebody else', lineCommented({ user: { ...ana, id: 502 } })],
  ['an edited comment of a review', lineCommented({}, 'edited')],
  ['a comment of a review without a mention', lineCommented({ body: 'Why?' })],
  ['a removed label', labeled({}, 'unlabeled')],
  ['an opened issue that mentions the App', labeled({ label: undefined }, 'opened')],
  ['a label of a bot', labeled({ sender: { ...ana, type: 'Bot' } })],
])('%s is not stored', async (_, webhook) => {
  expect(await stored(await startAppServer(), webhook)).toEqual([])
})

test('a forged comment is refused', async () => {
  const app = await startAppServer()
  const [event, payload] = commented()
  expect((await app.webhook(event, payload, { secret: 'guessed' })).status).toBe(400)
  expect(await stored(app)).toEqual([])
})

const RENOVATE = { id: 9, login: 'renovate[bot]', type: 'Bot' }

async function serverWith(settings: string): Promise<AppServer> {
  const app = await startAppServer()
  const key = projectKeys.record(app.project)
  const project = JSON.parse((await app.store.get(key)) ?? '')
  const parsed = parseProjectConfig([{ path: '.github/prentice.yml', text: settings }])
  const config = parsed.kind === 'valid' ? parsed.config : null
  await app.store.commit({ set: [{ key, value: JSON.stringify({ ...project, config }) }] })
  return app
}

test('a named bot may ask, and so may a person through a named App', async () => {
  const app = await serverWith('triggers: { bots: [Renovate] }')
  const viaIt = { performed_via_github_app: { id: 3, slug: 'renovate' } }
  const ofBot = commented({ id: 901, user: RENOVATE, ...viaIt }, 'created', { sender: RENOVATE })
  expect(await stored(app, commented(viaIt), ofBot, labeled({ sender: RENOVATE }))).toMatchObject([
    { kind: 'comment', comment: 900, sender, app: 'renovate' },
    { kind: 'comment', comment: 901, sender: { id: 9, login: 'renovate[bot]', type: 'Bot' }, isMember: true },
    { kind: 'label', sender: { id: 9, login: 'renovate[bot]' } },
  ])
})

test('a bot counts by its type: one without `[bot]` in its login may be named', async () => {
  const copilot = { id: 10, login: 'Copilot', type: 'Bot' }
  const app = await serverWith('triggers: { bots: [copilot] }')
  expect(await stored(app, commentedBy(copilot))).toMatchObject([{ sender: copilot, isMember: true }])
  const person = { ...copilot, id: 11, type: 'User' }
  const other = await serverWith('triggers: { bots: [copilot] }')
  expect(await stored(other, commentedBy(person, { author_association: 'NONE' }))).toMatchObject([
    { sender: { id: 11, login: 'Copilot' }, isMember: false },
  ])
})

test.each<[string, Webhook]>([
  ['another bot', commentedBy({ ...RENOVATE, login: 'renovate-2[bot]' })],
  ['the bot through another App', commentedBy(RENOVATE, { performed_via_github_app: { slug: 'x' } })],
  ['a person with the login of the bot', commentedBy({ ...RENOVATE, type: 'User' })],
  ['a person through an App without a name', commented({ performed_via_github_app: { id: 3 } })],
])('the name of a bot lets %s not ask', async (_, webhook) => {
  expect(await stored(await serverWith('triggers: { bots: [renovate] }'), webhook)).toEqual([])
})

test('switched off, nothing is stored', async () => {
  const app = await serverWith('triggers: { comments: false }')
  expect(await stored(app, commented(), labeled())).toEqual([])
})

test('a payload that lacks what GitHub describes is no failure of the server', async () => {
  const app = await startAppServer()
  const [event, payload] = commented({ body: undefined })
  expect((await app.webhook(event, payload)).status).toBeLessThan(500)
})
