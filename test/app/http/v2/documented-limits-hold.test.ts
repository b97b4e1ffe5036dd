import { readFileSync } from 'node:fs'
import { createServer, maxHeaderSize } from 'node:http'
import { expect, test } from 'vitest'
import { readConfig } from '../../../../src/app/config/read-config.ts'
import { MAX_CONNECTIONS } from '../../../../src/app/http/server/server.ts'
import { BODY_LIMIT, MAX_VALUES } from '../../../../src/app/http/shared/json-body.ts'
import {
  ALL_LARGE_BODIES,
  LARGE_BODIES_OF_GROUP,
  LARGE_BODIES_OF_MEMBER,
} from '../../../../src/app/http/shared/read-body.ts'
import {
  MAX_OF_BUSY_ACCOUNTS,
  MAX_PER_ACCOUNT,
  MAX_PER_MEMBER,
  MAX_STREAMS,
} from '../../../../src/app/http/v2/events/open-streams.ts'
import { MAX_WAITING } from '../../../../src/app/jobs/send-message.ts'
import { MAX_BYTES, MAX_EVENTS } from '../../../../src/app/runs/record-events.ts'
import { PROMPT_LIMIT } from '../../../../src/contract/job.ts'
import { makePrivateKey } from '../../../support/app/private-key.ts'

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const number = (value: number): string => value.toLocaleString('en')

function defaults() {
  const read = readConfig({
    APP_ID: '1',
    PRIVATE_KEY: makePrivateKey(),
    WEBHOOK_SECRET: 'a secret of the tests',
    PUBLIC_URL: 'https://prentice.example.com',
    ALLOWED_ACCOUNTS: 'acme',
  })
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  return read.config
}

const mib = (bytes: number): string => `${bytes / 2 ** 20} MiB`

test('each documented limit is the default of the server', () => {
  const table = /## Limits\n\n([\s\S]*?)\n\n/.exec(page)?.[1] ?? ''
  const told = table.split('\n').map((row) => row.split(' | ')[1])
  const { rateLimit, dailyCostUsd, runsAtOnce, limits } = defaults()
  const { requestTimeout, headersTimeout } = createServer()
  const run = `${limits.steps} steps, ${limits.seconds / 60} minutes, ${limits.costUsd} US dollars, ${number(limits.tokens ?? 0)} tokens`
  expect(told.slice(2)).toEqual([
    `${rateLimit} in any 3,600 seconds (\`RATE_LIMIT\` of the server; 0 is off)`,
    `${MAX_WAITING}`,
    `${dailyCostUsd} US dollars (\`DAILY_COST_USD\`)`,
    `${runsAtOnce} (\`RUNS_AT_ONCE\`)`,
    `${run} (\`RUN_STEPS\`, \`RUN_MINUTES\`, \`RUN_COST_USD\`, \`RUN_TOKENS\`, or the project settings)`,
    `about ${number(MAX_EVENTS)}, or ${MAX_BYTES / 1e6} MB`,
    `${number(MAX_PER_ACCOUNT)} of an account, ${number(MAX_PER_MEMBER)} of a member (also an owner) in all accounts, ${number(MAX_STREAMS)} of a server, the last ${number(MAX_STREAMS - MAX_OF_BUSY_ACCOUNTS)} for accounts with fewer than 100`,
    number(MAX_CONNECTIONS),
    `1 to ${number(PROMPT_LIMIT)} characters, at least one of them visible`,
    `${BODY_LIMIT / 2 ** 20} MiB`,
    `${mib(ALL_LARGE_BODIES)} of a server, ${mib(LARGE_BODIES_OF_GROUP)} of an account, ${mib(LARGE_BODIES_OF_MEMBER)} of a member with their API keys, or of the runs of a project`,
    number(MAX_VALUES),
    `${maxHeaderSize / 1024} KB, 1,000 headers`,
    `${requestTimeout / 60_000} minutes, its headers ${headersTimeout / 60_000}`,
  ])
})
