import { expect, test } from 'vitest'
import { startAppServer } from '../../support/app/app-server.ts'
import { type Json, openDescription } from './description.ts'

/** It does 14,000 requests. */
const MINUTES = 900_000

const VERSIONS = ['api.github.com', 'ghes-3.17', 'ghes-3.19'] as const

/** Of the two parts of the name in the description: `pull-request-review-comment-created`. */
const EVENT =
  /^(check-run|check-suite|github-app-authorization|installation-repositories|installation|issue-comment|issues|pull-request-review-comment|pull-request-review|pull-request|push|repository|workflow-run)/

test.each(VERSIONS)(
  'the server handles every webhook that %s describes',
  async (version) => {
    const opened = openDescription(version)
    const app = await startAppServer()
    const faults: string[] = []
    let count = 0
    for (const name of Object.keys(opened.description.webhooks)) {
      const event = EVENT.exec(name)?.[0].replaceAll('-', '_') ?? name
      const base = opened.sample(['webhooks', name])
      const send = async (body: Json) => (await app.webhook(event, Object(body))).status
      const first = await send(base)
      if (first !== 200) faults.push(`${name}: ${first}`)
      /** What is needed is looked into, and what is near the root. */
      const enter = async ([withNull = null, omitted = null]: readonly Json[], depth: number) =>
        depth < 2 || (await send(withNull)) !== 200 || (await send(omitted)) !== 200
      for await (const { what, text, isDescribed, isLong } of opened.vary(['webhooks', name], base, enter)) {
        count += 1
        const status = await send(JSON.parse(text))
        const isRight = status === 200 || (status === 400 && (!isDescribed || isLong))
        if (!isRight) faults.push(`${name}: ${what}: ${status}`)
      }
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(1000)
  },
  MINUTES,
)
