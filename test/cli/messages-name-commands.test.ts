import { expect, test } from 'vitest'
import { inTermsOfCommands } from '../../src/cli/output/words.ts'
import { Reason, reason } from '../../src/contract/reasons.ts'
import { webhookWorld } from '../app/outgoing/webhook-world.ts'
import { commandLine } from './command-line.ts'

test.each([
  ['then retry the job (`POST …/retry`).', 'then retry the job (`prentice retry`).'],
  [
    'there is no batch "x"; GET /v2/batches lists them',
    'there is no batch "x"; `prentice batch list` lists them',
  ],
  ['GET /v2/webhooks lists them', '`prentice webhooks list` lists them'],
  ['`GET /v2/projects` lists them', '`prentice projects` lists them'],
  [
    '`ref` is missing: with `mode` `review`, name the branch',
    '`--ref` is missing: with `--mode review`, name the branch',
  ],
  [
    'create a new job with another `model`, or set `model` in the settings',
    'create a new job with another `--model`, or set `model` in the settings',
  ],
  ['continue the batch with a higher `limitUsd`', 'continue the batch with a higher `--max-cost-usd`'],
  ['create batches with `projectIds`', 'create batches with `--repos`'],
  ['fetch https://example.com/v2/projects', 'fetch https://example.com/v2/projects'],
  ['GET /v2/projects/17 is a resource', 'GET /v2/projects/17 is a resource'],
])('%j is told as %j', (told, shown) => {
  expect(inTermsOfCommands(told)).toBe(shown)
})

test.each(Reason.shape.code.options)('the reason %s names no call of the API', (code) => {
  expect(inTermsOfCommands(reason(code, 'detail').message)).not.toMatch(/\b(GET|POST|DELETE) |\/v2\b/)
})

test('an error of the server names the command that lists the existing ones', async () => {
  const { app, adminKey } = await webhookWorld()
  const { run } = await commandLine()
  const environment = { PRENTICE_URL: app.url, PRENTICE_API_KEY: adminKey }
  for (const [words, list] of [
    ['batch view bat_00001', 'prentice batch list'],
    ['webhooks delete wh_00001', 'prentice webhooks list'],
  ] as const) {
    const { code, notes } = await run(words.split(' '), { environment })
    expect(code).toBe(1)
    expect(notes).toContain(`\`${list}\` lists them`)
  }
})
