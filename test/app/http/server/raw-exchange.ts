import { expect } from 'vitest'
import type { AppServer } from '../../../support/app/app-server.ts'
import { type RawAnswer, rawConnection } from '../../../support/app/raw-connection.ts'

/** A job on both of its ways: the plain handler of the polled get, and the described route. */
export async function aJob(app: AppServer) {
  const jobs = `/v2/agent/${app.project}/job`
  const { json } = await app.call('POST', jobs, { body: { prompt: 'x' } })
  const plain = `${jobs}/${json.id}`
  // A percent sign sends the same path through the described route.
  return { plain, described: plain.replace('/job/', '/%6Aob/'), jobs }
}

export const head = (app: AppServer, requestLine: string, ...more: string[]): string =>
  [`${requestLine} HTTP/1.1`, 'Host: prentice', `Authorization: Bearer ${app.key}`, ...more, '', ''].join(
    '\r\n',
  )

export async function exchange(app: AppServer, bytes: string): Promise<RawAnswer> {
  const connection = await rawConnection(app.url, () => bytes.startsWith('HEAD'))
  await connection.send(bytes)
  const [answer, another] = await connection.answers(1)
  connection.drop()
  expect(another).toBeUndefined()
  if (answer === undefined) throw new Error(`no answer to ${bytes.slice(0, 200)}`)
  return answer
}

export function expectRefusal({ status, headers, body }: RawAnswer, expected: number): void {
  expect([status, JSON.parse(body)]).toEqual([expected, { error: expect.stringMatching(/^\S.{9,}\S$/) }])
  expect(headers['content-type']).toBe('application/json')
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
}
