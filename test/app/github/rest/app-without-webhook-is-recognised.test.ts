import { expect, it } from 'vitest'
import { checkWebhook } from '../../../../src/app/doctor/check-app.ts'
import { inspectApp } from '../../../../src/app/github/rest/inspect-app.ts'
import { message, NOW, world } from '../github-world.ts'

const PUBLIC_URL = 'https://prentice.example.com'

function doctor() {
  const { api, octokits } = world({ token: false })
  const inspection = inspectApp({ octokits, apiUrl: 'https://api.github.com', now: () => NOW })
  return { api, check: () => checkWebhook(inspection, PUBLIC_URL) }
}

it('the doctor reports an App without a webhook, and names no repository', async () => {
  const { api, check } = doctor()
  api.get('/app/hook/config').reply(404, message('Not Found'))
  api.get('/app/hook/deliveries?per_page=30').reply(404, message('Not Found'))
  const findings = await check()
  expect(findings).toMatchObject([
    {
      check: 'webhook',
      status: 'fail',
      text: 'the App has no webhook',
      todo: `activate it and set the Webhook URL to ${PUBLIC_URL}/api/github/webhooks on the settings page of the App`,
    },
    { check: 'deliveries', status: 'warn' },
  ])
  expect(JSON.stringify(findings)).not.toContain('repository')
})

it('any other refusal is reported with the message of GitHub', async () => {
  const { api, check } = doctor()
  api.get('/app/hook/config').reply(403, message('Resource not accessible by integration'))
  await expect(check()).rejects.toThrow('Resource not accessible by integration')
})
