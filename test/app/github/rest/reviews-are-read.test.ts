import { expect, test } from 'vitest'
import { message, REPOSITORY, world } from '../github-world.ts'

const REPO = '/repos/acme/hello'
const REVIEW = `${REPO}/pulls/18/reviews/70`

const comment = (over: object) => ({
  ...{ id: 1, user: { id: 501 }, body: 'Why two?', path: 'a.md', diff_hunk: '@@ -1 +1 @@\n+two' },
  updated_at: '2029-12-31T23:59:00Z',
  ...over,
})

test('a review is read with its comments, whatever GitHub leaves out', async () => {
  const { api, github } = world()
  api.get(REVIEW).reply(200, { id: 70, user: { id: 501 }, body: null, state: 'CHANGES_REQUESTED' })
  api
    .get(`${REVIEW}/comments?per_page=100`)
    .reply(200, [
      comment({ line: 3, original_line: 2 }),
      comment({ id: 2, line: null, original_line: 2 }),
      comment({ id: 3, user: null, in_reply_to_id: 1 }),
    ])
  const read = {
    ...{ authorId: 501, body: 'Why two?', path: 'a.md', hunk: '@@ -1 +1 @@\n+two' },
    updatedAt: Date.UTC(2029, 11, 31, 23, 59),
  }
  expect(await github.readReview(REPOSITORY, 18, 70)).toEqual({
    ...{ id: 70, authorId: 501, body: '', state: 'changes_requested' },
    comments: [
      { ...read, id: 1, line: 3, thread: 1 },
      { ...read, id: 2, line: 2, thread: 2 },
      { ...read, id: 3, authorId: null, line: null, thread: 1 },
    ],
  })
})

test('a page of long comments is requested again in smaller pages', async () => {
  const { api, github } = world()
  const long = 'x'.repeat(65_536)
  const all = Array.from({ length: 130 }, (_, at) =>
    comment({ id: at + 1, line: 1, body: at < 100 ? long : 'short' }),
  )
  api.get(REVIEW).reply(200, { id: 70, user: { id: 501 }, body: '', state: 'COMMENTED' })
  const sizes: number[] = []
  api
    .get(`${REVIEW}/comments`)
    .query(true)
    .times(8)
    .reply(({ url }: Request) => {
      const { searchParams } = new URL(url)
      const [size, page] = [Number(searchParams.get('per_page')), Number(searchParams.get('page') ?? 1)]
      sizes.push(size)
      const next = `https://api.github.com${REVIEW}/comments?per_page=${size}&page=${page + 1}`
      const rest = all.slice(size * (page - 1))
      return [200, rest.slice(0, size), rest.length > size ? { link: `<${next}>; rel="next"` } : {}]
    })
  const read = await github.readReview(REPOSITORY, 18, 70)
  expect(read?.comments.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  expect(sizes).toEqual([100, ...Array<number>(7).fill(20)])
})

test('a review that was deleted is null, and one of a lost repository is a refusal', async () => {
  const { api, github } = world()
  api
    .get(REVIEW)
    .reply(404, message('Not Found'))
    .get(REPO)
    .reply(200, {
      ...{ id: REPOSITORY.id, name: 'hello', private: true, default_branch: 'main', archived: false },
      ...{ html_url: 'https://github.com/acme/hello', owner: { id: 7, login: 'acme' } },
    })
  expect(await github.readReview(REPOSITORY, 18, 70)).toBeNull()
  api.get(REVIEW).reply(404, message('Not Found')).get(REPO).reply(404, message('Not Found'))
  await expect(github.readReview(REPOSITORY, 18, 70)).rejects.toMatchObject({ name: 'GithubRefused' })
})

test.each([
  ['issue', `${REPO}/issues/12/reactions`],
  ['comment', `${REPO}/issues/comments/12/reactions`],
  ['review-comment', `${REPO}/pulls/comments/12/reactions`],
] as const)('a reaction to a %s', async (kind, path) => {
  const { api, github } = world()
  api.post(path, { content: 'eyes' }).reply(201, { id: 5 })
  expect(await github.react(REPOSITORY, { kind, id: 12 }, 'eyes')).toEqual({ kind: 'written', id: 5 })
  api.post(path).reply(403, message('Resource not accessible by integration'))
  expect(await github.react(REPOSITORY, { kind, id: 12 }, 'eyes')).toMatchObject({ kind: 'not-granted' })
})

test('the threads that the App has answered with a text', async () => {
  const { api, github } = world()
  const reply = (id: number, user: number, body: string) => ({
    ...{ id, user: { id: user }, body, in_reply_to_id: id - 10, path: 'a.md', diff_hunk: '', line: 1 },
    updated_at: '2026-11-20T12:00:00Z',
  })
  api.get('/app').reply(200, { slug: 'prentice', client_id: 'Iv23liprentice' })
  api.get('/app/installations?per_page=100').reply(200, [{ id: 11, account: { id: 7, login: 'acme' } }])
  api.get('/users/prentice%5Bbot%5D').reply(200, { id: 41 })
  const query = { since: '2026-11-20T11:59:00.000Z', per_page: 100 }
  const found = [reply(11, 41, 'See c0ffee'), reply(12, 501, 'See c0ffee'), reply(13, 41, 'See b00')]
  api.get(`${REPO}/pulls/18/comments`).query(query).reply(200, found)
  const search = { text: 'See c0ffee', since: new Date('2026-11-20T11:59:00Z') }
  expect(await github.listAnsweredThreads(REPOSITORY, 18, search)).toEqual([1])
})

test('an answer in a thread', async () => {
  const { api, github } = world()
  api.post(`${REPO}/pulls/18/comments/1/replies`, { body: 'See c0ffee' }).reply(201, { id: 9 })
  expect(await github.replyInThread(REPOSITORY, 18, 1, 'See c0ffee')).toEqual({ kind: 'written', id: 9 })
})
