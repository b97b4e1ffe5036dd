import { expect, test } from 'vitest'
import type { AttachmentPlace } from '../../../../src/app/github/conversation.ts'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { findImages } from '../../../../src/app/runs/assignment/find-images.ts'
import { reason } from '../../../../src/contract/reasons.ts'

const REPOSITORY = { id: 1234, installationId: 1, owner: 'acme', name: 'docs' }
const ANA = { kind: 'github', via: 'comment', id: 501, login: 'ana', issue: 12, source: 900 } as const
const KEY = { kind: 'key', id: 'key_1', name: 'ci' } as const
const id = (n: number): string => `50282090-adfd-4ddb-9e27-${String(n).padStart(12, '0')}`
const image = (n: number): string => `https://github.com/user-attachments/assets/${id(n)}`
const signed = (n: number): string =>
  `https://private-user-images.githubusercontent.com/501/7-${id(n)}.png?jwt=x`

const message = (number: number, text: string, over: object = {}) => ({
  number,
  message: { text, at: 0, origin: ANA, ...over },
})

/** A GitHub that shows these images everywhere. */
function githubWith(...shown: readonly number[]) {
  const asked: AttachmentPlace[] = []
  const github = {
    async listSignedAttachments(_: unknown, place: AttachmentPlace) {
      asked.push(place)
      return shown.map(signed)
    },
  }
  return { asked, deps: { github, serverUrl: 'https://github.com' } }
}

test('the runner gets the images of the comments of the turn, and of the issue', async () => {
  const { asked, deps } = githubWith(1, 2, 3)
  const issue = { title: 'Typo', body: `![](${image(1)})`, author: 'ana' }
  const messages = [message(1, `see ${image(2)}`, { issue }), message(2, `and ${image(3)}, ${image(1)}`)]
  const later = await findImages(deps, REPOSITORY, { messages, first: 2 })
  expect(later.images).toEqual([
    { of: 'prompt 2', url: image(3), signedUrl: signed(3) },
    { of: 'prompt 2', url: image(1), signedUrl: signed(1) },
  ])
  const { images } = await findImages(deps, REPOSITORY, { messages, first: 1 })
  expect(images?.map(({ of }) => of)).toEqual(['prompt 1', 'prompt 2', 'prompt 2'])
  expect(asked[0]).toEqual({ kind: 'comment', id: 900 })
})

test('the runner gets the images of an issue that no comment shows', async () => {
  const { asked, deps } = githubWith(1)
  const issue = { title: 'Typo', body: `![](${image(1)})`, author: 'ana' }
  const found = await findImages(deps, REPOSITORY, { messages: [message(1, 'see', { issue })], first: 1 })
  expect(found.images).toEqual([{ of: 'the issue', url: image(1), signedUrl: signed(1) }])
  expect(asked).toEqual([{ kind: 'issue', number: 12 }])
  const overHttp = [message(1, 'see', { issue, origin: KEY })]
  expect(await findImages(deps, REPOSITORY, { messages: overHttp, first: 1 })).toEqual({})
})

test('the runner gets at most ten images of all texts together', async () => {
  const { deps } = githubWith()
  const six = (from: number) => Array.from({ length: 6 }, (_, n) => image(from + n)).join(' ')
  const messages = [message(1, six(0)), message(2, six(6))]
  expect((await findImages(deps, REPOSITORY, { messages, first: 1 })).images).toHaveLength(10)
})

test.each([
  [
    { via: 'review', source: 70 },
    { kind: 'review', pull: 12, id: 70 },
  ],
  [
    { via: 'review-comment', source: 5 },
    { kind: 'review-comment', pull: 12, id: 5 },
  ],
  [
    { via: 'label', source: null },
    { kind: 'issue', number: 12 },
  ],
  [
    { via: 'label', source: 5 },
    { kind: 'issue', number: 12 },
  ],
  [
    { via: 'comment', source: null },
    { kind: 'issue', number: 12 },
  ],
] as const)('the text of %o is read as %o', async (over, place) => {
  const { asked, deps } = githubWith(1)
  const messages = [message(1, image(1), { origin: { ...ANA, ...over } })]
  await findImages(deps, REPOSITORY, { messages, first: 1 })
  expect(asked).toEqual([place])
})

test('the runner gets at most ten images, each once', async () => {
  const { deps } = githubWith()
  const many = Array.from({ length: 30 }, (_, n) => image(n)).join(' ')
  const { images } = await findImages(deps, REPOSITORY, { messages: [message(1, many)], first: 1 })
  expect(images).toHaveLength(10)
})

test('GitHub is asked only about texts with an image, and never about prompts over HTTP', async () => {
  const { asked, deps } = githubWith(1)
  const messages = [message(1, 'fix it'), message(2, image(1), { origin: KEY })]
  expect(await findImages(deps, REPOSITORY, { messages, first: 1 })).toEqual({})
  expect(asked).toEqual([])
})

test('an image that was added to the text later is ignored, and one that was removed has no signed address', async () => {
  const { deps } = githubWith(2)
  const found = await findImages(deps, REPOSITORY, { messages: [message(1, image(1))], first: 1 })
  expect(found.images).toEqual([{ of: 'prompt 1', url: image(1) }])
})

test('a refusal of GitHub leaves the signed addresses out', async () => {
  const refuse = async (): Promise<string[]> => {
    throw new GithubRefused(reason('permission-missing', 'issues'))
  }
  const deps = { github: { listSignedAttachments: refuse }, serverUrl: 'https://github.com' }
  const found = await findImages(deps, REPOSITORY, { messages: [message(1, image(1))], first: 1 })
  expect(found.images).toEqual([{ of: 'prompt 1', url: image(1) }])
})

test('an outage of GitHub does not count as a refusal', async () => {
  const fail = () => Promise.reject(new GithubUnavailable('502', 0))
  const deps = { github: { listSignedAttachments: fail }, serverUrl: 'https://github.com' }
  const asked = findImages(deps, REPOSITORY, { messages: [message(1, image(1))], first: 1 })
  await expect(asked).rejects.toThrow(GithubUnavailable)
})
