import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { startAppServer } from '../../support/app/app-server.ts'

const MIB = 1024 * 1024

test('a body with a wrong signature is not decoded: bytes that are not UTF-8 would take 400 ms', async () => {
  const app = await startAppServer()
  const body = Buffer.alloc(8 * MIB, 0xff)
  const forged = `sha256=${createHmac('sha256', 'guess').update(body).digest('hex')}`
  const decode = vi.spyOn(Buffer.prototype, 'toString')
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'ping',
    'x-hub-signature-256': forged,
  }
  const { status } = await fetch(`${app.url}/api/github/webhooks`, { method: 'POST', headers, body })
  expect(status).toBe(400)
  expect(decode.mock.contexts.filter(({ length }) => length >= MIB)).toEqual([])
})
