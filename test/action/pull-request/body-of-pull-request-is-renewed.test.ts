import { expect, onTestFinished, test } from 'vitest'
import { updateText } from '../../../src/action/pull-request/open-pull-request.ts'
import { answerJson, listen, readBody } from '../../fakes/listen.ts'

const MINUTE = 60_000

interface Answer {
  readonly status: number
  readonly message?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** GitHub, with these answers to requests for a new body, and after them success. */
async function givenGitHub(answers: Answer[]) {
  const bodies: unknown[] = []
  const apiUrl = await listen(async (request, response) => {
    bodies.push(JSON.parse(await readBody(request)))
    const { status, message = 'Something', headers = {} } = answers.shift() ?? { status: 200 }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    answerJson(response, status, { message })
  })
  const pauses: number[] = []
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  let clock = 0
  const update = () =>
    updateText(
      {
        ...{ apiUrl, token: 'ghs_push', owner: 'acme', name: 'shop', signal: stop.signal },
        ...{ now: () => clock, deadline: 5 * MINUTE, onWait() {} },
        async pause(milliseconds) {
          pauses.push(milliseconds)
          clock += milliseconds
        },
      },
      { number: 12, body: 'New' },
    )
  return { update, bodies, pauses, stop }
}

test('a request is retried during an outage', async () => {
  const { update, bodies, pauses } = await givenGitHub([{ status: 502 }, { status: 500 }])
  await update()
  expect(bodies).toEqual([{ body: 'New' }, { body: 'New' }, { body: 'New' }])
  expect(pauses).toEqual([1000, 2000])
})

test('a request is retried after a rate limit, up to the deadline', async () => {
  const limit = { status: 403, message: 'You have exceeded a secondary rate limit' }
  const short = await givenGitHub([limit])
  await short.update()
  expect(short.pauses).toEqual([MINUTE])

  const long = await givenGitHub([{ ...limit, headers: { 'retry-after': '301' } }])
  await expect(long.update()).rejects.toThrow('secondary rate limit')
  expect(long.pauses).toEqual([])
})

test('a refusal is final', async () => {
  const { update, bodies } = await givenGitHub([{ status: 422, message: 'body is too long' }])
  await expect(update()).rejects.toThrow('body is too long')
  expect(bodies).toHaveLength(1)
})
