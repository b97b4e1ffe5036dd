import { expect, test } from 'vitest'
import { message, REPOSITORY, world } from '../github-world.ts'

const REPO = '/repos/acme/hello'
const ACCEPT = { reqheaders: { accept: 'application/vnd.github.full+json' } }
const SIGNED = 'https://private-user-images.githubusercontent.com/501/1-aa.png?jwt=x&v=2'
const HTML = `<p><a href="${SIGNED.replace('&', '&amp;')}"><img src="https://evil.example/1-aa.png?jwt=x"></a>
<img src="https://private-user-images.githubusercontent.com/501/2-bb.png"></p>`

test.each([
  ['issue', { kind: 'issue', number: 12 }, `${REPO}/issues/12`],
  ['comment', { kind: 'comment', id: 900 }, `${REPO}/issues/comments/900`],
] as const)('the signed addresses of an %s are listed', async (_, place, path) => {
  const { api, github } = world()
  api.get(path).matchHeader('accept', ACCEPT.reqheaders.accept).reply(200, { body_html: HTML })
  expect(await github.listSignedAttachments(REPOSITORY, place)).toEqual([SIGNED])
})

test('the signed addresses of a review and of all its comments are listed', async () => {
  const { api, github } = world()
  const review = `${REPO}/pulls/18/reviews/70`
  api.get(`${REPO}/pulls/comments/5`).reply(200, { pull_request_review_id: 70 })
  api.get(review).reply(200, { body_html: '' })
  api.get(`${review}/comments?per_page=100`).reply(200, [{ body_html: null }, { body_html: HTML }])
  const place = { kind: 'review-comment', pull: 18, id: 5 } as const
  expect(await github.listSignedAttachments(REPOSITORY, place)).toEqual([SIGNED])
})

test('a deleted text has no signed addresses', async () => {
  const { api, github } = world()
  api.get(`${REPO}/issues/comments/900`).reply(404, message('Not Found'))
  expect(await github.listSignedAttachments(REPOSITORY, { kind: 'comment', id: 900 })).toEqual([])
})
