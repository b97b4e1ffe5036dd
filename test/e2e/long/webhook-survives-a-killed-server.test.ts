import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { WebhookPayload } from '../../../src/contract/webhook.ts'
import { startConnectProxy } from '../../support/app/connect-proxy.ts'
import { startReceiver } from '../../support/app/webhook-receiver.ts'
import { command } from '../../support/processes/run-to-end.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { trustedCertificate } from '../../support/trusted-certificate.ts'
import { createJob, lastRunOf, pollUntilFinal, until } from '../../support/world/jobs.ts'
import { untilWorkflowRunEnds } from '../../support/world/on-github.ts'
import { serverEnvironment } from '../../support/world/server-environment.ts'
import { FILES, startTestWorld, type TestWorld } from '../../support/world/world.ts'

/** After 5 s. On a machine that is so slow that two more attempts are refused before the kill, after two minutes. */
const RETRIED_WITHIN_MS = 150_000

const HOST = 'hooks.example.com'

/** Only the first of these webhooks exists. */
const SETTINGS = 'notify: [{ webhook: team-chat, events: [job.completed] }, { webhook: nobody }]\n'

/** DNS for the server: the name is that of a machine in the network of the operator. */
const NAME_ON_LOOPBACK = `--import=data:text/javascript,${encodeURIComponent(`
import { promises } from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
const { lookup } = promises
promises.lookup = async (host, options) =>
  host === '${HOST}' ? [{ address: '127.0.0.1', family: 4 }] : lookup(host, options)
syncBuiltinESMExports()
`)}`

async function newAdminKey(world: TestWorld): Promise<string> {
  const cli = join(import.meta.dirname, '../../../src/app/keys/cli/cli.ts')
  const args = [cli, 'create', '--account', 'sandbox-org', '--name', 'hooks', '--scopes', 'admin', '--json']
  const { stdout } = await command(process.execPath, args, await serverEnvironment(world))
  return JSON.parse(stdout).key
}

test('a server that is killed after a job has ended delivers its event when it is back: signed, and to the chat that the settings name', async () => {
  const receiver = await startReceiver()
  const proxy = await startConnectProxy(receiver.port, { isOpen: false })
  const certificate = join(temporaryFolder(), 'ca.pem')
  writeFileSync(certificate, trustedCertificate().cert)
  const world = await startTestWorld(
    { ...FILES, '.github/prentice.yml': SETTINGS },
    {
      appEnvironment: {
        NODE_EXTRA_CA_CERTS: certificate,
        NODE_OPTIONS: NAME_ON_LOOPBACK,
        WEBHOOK_RANGES: '127.0.0.0/8',
        HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`,
      },
    },
  )
  try {
    const { webhooks } = createClient({ url: world.baseUrl, apiKey: await newAdminKey(world) })
    const { id, secret } = await webhooks.create({ url: `https://${HOST}/in`, events: ['job.completed'] })
    const chat = {
      url: `https://${HOST}/chat`,
      format: 'slack',
      name: 'team-chat',
      onlyWhenNamed: true,
    } as const
    const { id: chatId } = await webhooks.create(chat)
    const deliveries = async (of = id) => (await webhooks.deliveries(of).first()).items
    const job = await createJob(world, 'Create first.md with "x"')
    expect((await pollUntilFinal(world, job.id)).job.status).toBe('completed')
    const refused = await until('an attempt', async () => {
      const [one] = await deliveries()
      return one !== undefined && one.attempts.length > 0 ? one : null
    })
    expect(refused).toMatchObject({ type: 'job.completed', jobId: job.id, status: 'pending' })
    expect(refused.attempts[0]?.error).toBe('the proxy of this server refused the connection (503)')

    await world.stopApp('SIGKILL')
    proxy.isOpen = true
    expect(receiver.received).toEqual([])
    await world.startApp()

    const isDelivered = async (of = id) => {
      const [one] = await deliveries(of)
      return one?.status === 'delivered' ? one : null
    }
    const delivered = await until('the delivery', () => isDelivered(), { withinMs: RETRIED_WITHIN_MS })
    expect(delivered.id).toBe(refused.id)
    await until('the message', () => isDelivered(chatId), { withinMs: RETRIED_WITHIN_MS })
    expect(await deliveries(chatId)).toMatchObject([{ type: 'job.completed', jobId: job.id }])
    expect(receiver.received).toHaveLength(2)
    const [message] = receiver.received.filter(({ headers }) => headers['webhook-id'] === undefined)
    expect(JSON.parse(message?.body ?? '').text).toContain('“Create first.md with "x"”')
    const signed = receiver.received.find(({ headers }) => headers['webhook-id'] !== undefined)
    const { headers, body, servername } = signed ?? { headers: {}, body: '', servername: '' }
    expect([headers['webhook-id'], servername]).toEqual([refused.id, HOST])
    const event = new Webhook(secret).verify(body, headers as Record<string, string>)
    expect(WebhookPayload.parse(event)).toMatchObject({
      type: 'job.completed',
      data: { job: { id: job.id, status: 'completed', prLink: expect.stringContaining('/pull/') } },
    })
    // The address that was checked, not the name.
    expect(new Set(proxy.asked)).toEqual(new Set(['127.0.0.1:443']))
    const { log } = await untilWorkflowRunEnds(world, await lastRunOf(world, job.id))
    expect(log.join('\n')).toContain('notify: no webhook called "nobody" covers this project')
  } finally {
    await world.close()
  }
}, 300_000)
