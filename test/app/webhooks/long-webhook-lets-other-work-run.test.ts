import { createHmac } from 'node:crypto'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readPayload } from '../../../src/app/webhooks/read-payload.ts'
import { verifyWebhook } from '../../../src/app/webhooks/verify-webhook.ts'
import { countTurns } from '../../support/count-turns.ts'

const MIB = 1024 * 1024
const SECRET = 'a long enough secret'

async function verify(body: Buffer, secret: string): Promise<{ text: string | undefined; turns: number }> {
  const request = new IncomingMessage(new Socket())
  request.headers['x-hub-signature-256'] = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  const { value, turns } = await countTurns(() => verifyWebhook(SECRET, request, async () => body))
  return { text: value?.toString(), turns }
}

test('other work has a turn after each mebibyte of a body whose signature is checked', async () => {
  const body = Buffer.alloc(24 * MIB + 1, 'a')
  const forged = await verify(body, 'guess')
  expect([forged.text, forged.turns >= 24]).toEqual([undefined, true])
  const signed = await verify(body, SECRET)
  expect([signed.text === body.toString(), signed.turns >= 24]).toEqual([true, true])
})

test('a body of one mebibyte is checked without a wait', async () => {
  expect(await verify(Buffer.alloc(MIB, 'a'), SECRET)).toEqual({ text: 'a'.repeat(MIB), turns: 0 })
})

test('other work has a turn after a long payload is decoded, after it is parsed, and after it is checked', async () => {
  const payload = {
    ref: 'refs/heads/main',
    repository: { id: 1, default_branch: 'main' },
    note: 'a'.repeat(MIB),
  }
  const read = await countTurns(() => readPayload('push', Buffer.from(JSON.stringify(payload))))
  expect(read).toEqual({ value: { kind: 'read', payload }, turns: 3 })
})
