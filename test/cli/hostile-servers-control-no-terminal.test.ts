import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { HOOK, webhookWorld } from '../app/outgoing/webhook-world.ts'
import { commandLine } from './command-line.ts'

/** Sets the clipboard, clears the screen, turns text around, and begins lines and fields that nobody wrote. */
const EVIL = '\u001b]52;c;eA==\u0007\u009b2J\u202e\nforged\tforged'
/** Tabs and line breaks are ours. */
const CONTROLS = /(?![\t\n])[\p{Cc}\u202e]/u
/** Texts that have a form of their own, which the command line reads. */
const READ = /^(?:https?:|\d{4}-\d\d-\d\d)/

/** A server whose every text is hostile. */
async function hostile(url: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = (await text(request)).replaceAll(JSON.stringify(EVIL).slice(1, -1), '')
    // The client names what it got.
    const path = request.url?.replaceAll(encodeURIComponent(EVIL), '')
    const answer = await fetch(`${url}${path}`, {
      method: request.method ?? 'GET',
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': request.headers['content-type'] ?? 'application/json',
      },
      ...(body !== '' && { body }),
    })
    const told = await answer.text()
    const evil = (_: string, value: unknown) =>
      typeof value === 'string' && !READ.test(value) ? `${value}${EVIL}` : value
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(told === '' ? '' : JSON.stringify(JSON.parse(told, evil)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('whatever a server says, it writes no control characters, lines or fields of its own', async () => {
  const { app, adminKey, deliver } = await webhookWorld()
  const { run } = await commandLine()
  const environment = { PRENTICE_URL: await hostile(app.url), PRENTICE_API_KEY: adminKey, NO_COLOR: '1' }
  const shown: Record<string, string[]> = {}
  const call = async (args: readonly string[], isTerminal = false) => {
    const { code, out, notes } = await run(args, { environment, isTerminal })
    expect([args, code, CONTROLS.test(out + notes)]).toEqual([args, 0, false])
    shown[args.join(' ')] = out.split('\n')
    return out
  }
  const webhook = await call(['webhooks', 'create', HOOK, '--name', 'ci'])
  expect(webhook.match(/\n/g)).toHaveLength(1)
  expect(webhook.match(/\t/g)).toHaveLength(1)
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Fix it' } })
  await deliver()
  const found = JSON.parse((await run(['list', '--all', '--json'], { environment })).out)
  const job = `${found[0].projectId.split('\u001b')[0]}/${found[0].id.split('\u001b')[0]}`
  const name = (webhook.split(' ')[0] ?? '').trim()
  const lists = [['list', '--all'], ['projects'], ['webhooks', 'list'], ['webhooks', 'deliveries', name]]
  for (const args of [
    ...lists,
    ['cancel', job],
    ['view', job],
    ['list', '--all', '--json'],
    ['webhooks', 'rotate', name],
    ['batch', 'create', 'Fix', '--all'],
    ['batch', 'list'],
    ['models'],
    ['usage', '--by', 'model'],
  ])
    for (const isTerminal of [true, false]) await call(args, isTerminal)
  // For programs: one line, and as many fields as there are columns.
  for (const [args, fields] of [
    ['list --all', 6],
    ['projects', 3],
    ['webhooks list', 7],
    ['models', 6],
  ] as const)
    for (const line of shown[args]?.slice(0, -1) ?? []) expect(line.split('\t'), args).toHaveLength(fields)
})
