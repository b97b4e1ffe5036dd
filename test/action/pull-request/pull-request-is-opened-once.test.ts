import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openPullRequest } from '../../../src/action/pull-request/open-pull-request.ts'

const HOUR = 3_600_000

type Answer = { status: number; body?: unknown; headers?: Record<string, string> } | 'lost'

const PULL = {
  number: 12,
  html_url: 'https://github.com/acme/shop/pull/12',
  title: 'Title of an earlier turn',
  body: 'Of an earlier turn',
  head: { ref: 'prentice/abc' },
  base: { ref: 'main' },
}
const invalid = (error: object) => ({
  status: 422,
  body: { message: 'Validation Failed', errors: [{ resource: 'PullRequest', ...error }] },
})

/** GitHub's two operations, answering list and create from a script; the last answer repeats. */
async function givenGitHub({
  list = [{ status: 200, body: [] }],
  create = [],
}: {
  list?: Answer[]
  create?: Answer[]
}) {
  const requests: string[] = []
  const bodies: unknown[] = []
  const http = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push(`${request.method} ${decodeURIComponent(request.url ?? '')}`)
    if (request.method === 'POST') bodies.push(JSON.parse(Buffer.concat(chunks).toString()))
    const script = request.method === 'POST' ? create : list
    const answer = script.length > 1 ? script.shift() : script[0]
    if (request.headers.authorization !== 'token ghs_push') {
      response.writeHead(401).end()
    } else if (answer === 'lost' || answer === undefined) {
      response.destroy()
    } else {
      response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
      response.end(JSON.stringify(answer.body ?? { message: 'Something' }))
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.close()
    http.closeAllConnections()
  })
  const pauses: number[] = []
  const waits: string[] = []
  let clock = 0
  const open = (more: Partial<Parameters<typeof openPullRequest>[0]> = {}) =>
    openPullRequest({
      apiUrl: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
      token: 'ghs_push',
      owner: 'acme',
      name: 'shop',
      known: null,
      base: 'main',
      branch: 'prentice/abc',
      title: 'Title',
      body: 'Body',
      draft: false,
      draftNote: null,
      now: () => clock,
      deadline: HOUR,
      async pause(milliseconds) {
        pauses.push(milliseconds)
        clock += milliseconds
      },
      onWait: (text) => waits.push(text),
      ...more,
    })
  return { open, requests, bodies, pauses, waits }
}

const OPENED = {
  ok: true,
  pullRequest: { number: 12, url: PULL.html_url, created: true, title: 'Title', body: 'Body' },
}
const REUSED = {
  ok: true,
  pullRequest: { number: 12, url: PULL.html_url, created: false, title: PULL.title, body: PULL.body },
}

test('the pull request is created as requested', async () => {
  const { open, requests, bodies } = await givenGitHub({ create: [{ status: 201, body: PULL }] })
  expect(await open({ draft: true })).toEqual(OPENED)
  expect(requests).toEqual([
    'GET /repos/acme/shop/pulls?state=open&head=acme:prentice/abc',
    'POST /repos/acme/shop/pulls',
  ])
  expect(bodies).toEqual([{ base: 'main', head: 'prentice/abc', title: 'Title', body: 'Body', draft: true }])
})

test('an open pull request of the same branch is reused, with its text unchanged', async () => {
  const other = { ...PULL, number: 3, head: { ref: 'else' } }
  const { open, requests } = await givenGitHub({ list: [{ status: 200, body: [other, PULL] }] })
  expect(await open()).toEqual(REUSED)
  expect(requests).toHaveLength(1)
})

const backport = { ...PULL, number: 3, base: { ref: 'release' } }

test('the pull request that the run continues is reused, whatever its base is by now', async () => {
  const { open, requests } = await givenGitHub({ list: [{ status: 200, body: [PULL, backport] }] })
  expect(await open({ known: 3 })).toMatchObject({ ok: true, pullRequest: { number: 3, created: false } })
  expect(requests).toHaveLength(1)
})

test('a pull request of the same branch with another base does not prevent a new one', async () => {
  const { open } = await givenGitHub({
    list: [{ status: 200, body: [backport] }],
    create: [{ status: 201, body: PULL }],
  })
  expect(await open()).toEqual(OPENED)
})

test('a pull request that someone opened in between is reused', async () => {
  const { open } = await givenGitHub({
    list: [
      { status: 200, body: [] },
      { status: 200, body: [PULL] },
    ],
    create: [invalid({ code: 'custom', message: 'A pull request already exists for acme:prentice/abc.' })],
  })
  expect(await open()).toEqual(REUSED)
})

test('after a lost response, the pull request is looked for before it is created again', async () => {
  const { open, requests } = await givenGitHub({
    list: [
      { status: 200, body: [] },
      { status: 200, body: [PULL] },
    ],
    create: ['lost'],
  })
  expect(await open()).toEqual(REUSED)
  expect(requests.filter((request) => request.startsWith('POST'))).toHaveLength(1)
})

test('an ordinary pull request is opened if GitHub refuses drafts', async () => {
  const { open, bodies } = await givenGitHub({
    create: [
      { status: 422, body: { message: 'Draft pull requests are not supported in this repository.' } },
      { status: 201, body: PULL },
    ],
  })
  expect(await open({ draft: true })).toEqual(OPENED)
  expect(bodies).toMatchObject([{ draft: true }, { draft: false }])
})

test('a failing GitHub is asked four times at most', async () => {
  const { open, requests, pauses } = await givenGitHub({ list: [{ status: 502 }] })
  const answer = await open()
  expect(answer).toMatchObject({ ok: false, reason: { code: 'pull-request-refused' } })
  expect(answer.ok || answer.reason.message).toContain('502')
  expect(requests).toHaveLength(4)
  expect(pauses).toEqual([1000, 2000, 4000])
})

test('a branch that GitHub does not know yet and a limit with a time are retried', async () => {
  const { open, pauses } = await givenGitHub({
    create: [
      invalid({ field: 'head', code: 'invalid' }),
      { status: 403, headers: { 'retry-after': '7' } },
      { status: 201, body: PULL },
    ],
  })
  expect(await open()).toEqual(OPENED)
  expect(pauses).toEqual([1000, 7000])
})

const SECONDARY = { message: 'You have exceeded a secondary rate limit. Please wait a few minutes.' }
const DATE = { date: 'Sun, 01 Mar 2026 12:00:00 GMT' }
const RESET = String(Date.parse('2026-03-01T12:10:00Z') / 1000)

test.each<[string, Answer[], number[]]>([
  [
    'without a time: a minute, then twice as long each time',
    [1, 2, 3, 4, 5].map(() => ({ status: 403, body: SECONDARY })),
    [60_000, 120_000, 240_000, 480_000, 960_000],
  ],
  [
    'by a 429 without a word',
    [1, 2].map(() => ({ status: 429, body: { message: 'Something' } })),
    [60_000, 120_000],
  ],
  [
    'with a time, however often',
    [1, 2, 3, 4, 5, 6].map(() => ({ status: 403, headers: { 'retry-after': '90' } })),
    [90_000, 90_000, 90_000, 90_000, 90_000, 90_000],
  ],
  [
    'by a spent quota: until its reset',
    [
      {
        status: 403,
        body: { message: 'API rate limit exceeded' },
        headers: { ...DATE, 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': RESET },
      },
    ],
    [601_000],
  ],
])('a limit is waited for %s', async (_, limited, expected) => {
  const { open, pauses, waits } = await givenGitHub({ create: [...limited, { status: 201, body: PULL }] })
  expect(await open()).toEqual(OPENED)
  expect(pauses).toEqual(expected)
  expect(waits).toHaveLength(expected.length)
  expect(waits[0]).toMatch(/^GitHub limits the rate of requests\. The next attempt is in \d+ seconds?\.$/)
})

test('a limit that lasts longer than the run may is not waited for', async () => {
  const { open, pauses } = await givenGitHub({ create: [{ status: 403, body: SECONDARY }] })
  const answer = await open({ deadline: 400_000 })
  expect(answer).toMatchObject({ ok: false, reason: { code: 'pull-request-refused' } })
  expect(answer.ok || answer.reason.message).toContain('rate limit')
  expect(pauses).toEqual([60_000, 120_000])
})

test('a wait ends when the run does', async () => {
  const stop = new AbortController()
  const { open } = await givenGitHub({ create: [{ status: 403, body: SECONDARY }] })
  const opening = open({
    signal: stop.signal,
    pause: undefined,
    onWait: () => stop.abort(new Error('cancelled')),
  })
  await expect(opening).rejects.toThrow('cancelled')
})

test.each([
  [403, { message: 'Resource not accessible by integration' }, 'Resource not accessible by integration'],
  [
    422,
    invalid({ code: 'custom', message: 'No commits between main and prentice/abc' }).body,
    'No commits between',
  ],
])('a %i is told in the words of GitHub', async (status, body, words) => {
  const { open, requests } = await givenGitHub({ create: [{ status, body }] })
  const answer = await open()
  expect(answer).toMatchObject({ ok: false, reason: { code: 'pull-request-refused' } })
  expect(answer.ok || answer.reason.message).toContain(words)
  expect(requests).toHaveLength(2)
})

test('a request to GitHub ends when the run ends', async () => {
  const { open } = await givenGitHub({})
  await expect(open({ signal: AbortSignal.abort(new Error('cancelled')) })).rejects.toThrow('cancelled')
})

test('why it is a draft stands above the body of a draft, and of no other', async () => {
  const draftNote = '**Draft.** Checks failed.'
  const created = { status: 201, body: { ...PULL, body: 'Body' } }
  const draft = await givenGitHub({ create: [created] })
  expect(await draft.open({ draft: true, draftNote })).toMatchObject({
    pullRequest: { body: `${draftNote}\n\nBody` },
  })
  expect(draft.bodies).toMatchObject([{ draft: true, body: `${draftNote}\n\nBody` }])

  const refused = invalid({
    code: 'custom',
    message: 'Draft pull requests are not supported in this repository.',
  })
  const ordinary = await givenGitHub({ create: [refused, created] })
  expect(await ordinary.open({ draft: true, draftNote })).toMatchObject({ pullRequest: { body: 'Body' } })
  expect(ordinary.bodies[1]).toMatchObject({ draft: false, body: 'Body' })
})
