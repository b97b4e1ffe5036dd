import { afterAll, beforeAll, expect, test } from 'vitest'
import { samples } from '../app/metrics/samples.ts'
import { createJob, pollUntilFinal } from '../support/world/jobs.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'
let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld(undefined, { appEnvironment: { METRICS_TOKEN } })
})
afterAll(() => world?.close())

test('a whole job shows in the numbers: its run, its delays, its tokens and what GitHub was asked', async () => {
  const { id } = await createJob(world, 'Replace "dog" with "cat" in README.md')
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  const answer = await fetch(`${world.baseUrl}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const text = await answer.text()
  const of = (name: string) => samples(text, name)

  expect(of('prentice_jobs_created_total')).toEqual({ '': 1 })
  expect(of('prentice_job_status_total')).toEqual({ 'status="active"': 1, 'status="completed"': 1 })
  expect(of('prentice_runs_ended_total')).toEqual({ 'state="succeeded",reason=""': 1 })
  for (const name of ['dispatch_delay', 'claim_delay', 'work', 'confirmation_delay']) {
    expect([name, of(`prentice_${name}_seconds_count`)]).toEqual([name, { '': 1 }])
  }
  expect(of('prentice_model_tokens_total')['kind="input"']).toBeGreaterThan(0)
  expect(of('prentice_model_tokens_total')['kind="output"']).toBeGreaterThan(0)
  expect(Object.keys(of('prentice_runs'))).toHaveLength(8)
  expect(of('prentice_runs')).toMatchObject({ 'state="queued"': 0, 'state="running"': 0 })
  // The price of the scripted model is not known.
  expect(of('prentice_model_cost_usd_total')).toEqual({ '': 0 })
  const webhooks = of('prentice_webhooks_total')
  expect(webhooks['event="push",outcome="handled"']).toBeGreaterThan(0)
  expect(webhooks['event="workflow_run",outcome="handled"']).toBeGreaterThan(0)

  const asked = of('prentice_github_requests_total')
  expect(Object.keys(asked).filter((labels) => labels.includes('"other"'))).toEqual([])
  const dispatch = '/repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches'
  expect(asked[`method="POST",route="${dispatch}",status="200"`]).toBe(1)
  const token = '/app/installations/{installation_id}/access_tokens'
  expect(asked[`method="POST",route="${token}",status="201"`]).toBeGreaterThan(1)
  const left = of('prentice_github_rate_limit_remaining')
  expect(Object.keys(left).sort()).toEqual([
    'account="app",resource="core"',
    'account="sandbox-org",resource="core"',
  ])

  const answered = of('prentice_http_requests_total')
  expect(answered['route="/runner/v1/claim",method="POST",status="200"']).toBe(1)
  expect(answered['route="/runner/v1/runs/:run/result",method="POST",status="200"']).toBe(1)
  expect(text).not.toContain(id)
})
