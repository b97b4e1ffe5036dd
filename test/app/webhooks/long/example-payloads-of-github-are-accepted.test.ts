import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'

interface ExampleEvent {
  readonly name: string
  readonly examples: readonly Readonly<Record<string, unknown>>[]
}

/** Real payloads of every event: https://github.com/octokit/webhooks. */
const EVENTS = createRequire(import.meta.url)('@octokit/webhooks-examples/api.github.com') as ExampleEvent[]

const OWNER = { id: 77, login: 'acme', type: 'Organization' }

/** The same, as if it were about the project of the server. */
const readdressed = (payload: ExampleEvent['examples'][number]) => {
  const { repository, installation } = payload
  return {
    ...payload,
    ...(typeof repository === 'object' && {
      repository: { ...repository, id: 1234, name: 'docs', full_name: 'acme/docs', owner: OWNER },
    }),
    installation: { account: OWNER, ...(typeof installation === 'object' && installation), id: 1 },
  }
}

test('no example payload of GitHub is an error, and none starts a job', async () => {
  const app = await startAppServer()
  // Some of these take the project away, so they come last.
  const takesAway = ({ name }: ExampleEvent) => Number(/^(installation|repository)/.test(name))
  const events = EVENTS.toSorted((one, other) => takesAway(one) - takesAway(other))
  const payloads = events.flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })))
  expect(payloads.length).toBeGreaterThan(300)
  const refused: unknown[] = []
  for (const [n, { name, payload }] of payloads.entries()) {
    for (const [as, sent] of [
      ['as it is', payload],
      ['for the project', readdressed(payload)],
    ] as const) {
      const { status } = await app.webhook(name, sent, { delivery: `${n} ${as}` })
      if (status !== 200) refused.push({ name, action: payload.action, as, status })
    }
  }
  expect(refused).toEqual([])
  const { json } = await app.call('GET', '/v2/jobs')
  expect(json).toMatchObject({ jobs: [] })
})
