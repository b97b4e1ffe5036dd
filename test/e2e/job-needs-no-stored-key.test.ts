import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal } from '../support/world/jobs.ts'
import { holdWait, startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
const lines: string[] = []
beforeAll(async () => {
  world = await startTestWorld(undefined, { keyless: true, onRunLine: (_, line) => lines.push(line) })
})
afterAll(() => world?.close())

test('the action exchanges the OIDC token of its workflow for a token of the model', async () => {
  const wait = holdWait(world)
  const { id } = await createJob(world, 'Replace "dog" with "cat" in README.md\nWait 1 seconds')
  await wait.arrived
  expect(await filesWith(world.model?.exchanges()[0]?.token ?? '')).toEqual([])
  expect(await filesWith('# Pets')).not.toEqual([])
  wait.release()
  const { job } = await pollUntilFinal(world, id)
  expect(job).toMatchObject({ status: 'completed', prLink: expect.any(String) })

  const exchanges = world.model?.exchanges() ?? []
  expect(exchanges).toHaveLength(1)
  const [exchange] = exchanges
  expect(exchange).toMatchObject({
    provider: 'anthropic',
    claims: {
      aud: 'https://api.anthropic.com',
      job_workflow_ref: `${world.repository}/.github/workflows/prentice.yml@refs/heads/main`,
    },
  })
  const requests = world.model?.requests() ?? []
  expect(requests.length).toBeGreaterThan(1)
  for (const { headers } of requests) {
    expect(headers.authorization).toBe(`Bearer ${exchange?.token}`)
    expect(headers).not.toHaveProperty('x-api-key')
  }
  // The log is as the runner shows it, with masks applied.
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).not.toContain(exchange?.token)
})

/** The files of the world, those of the runner and the workspace included, in which a text stands. */
async function filesWith(text: string): Promise<string[]> {
  expect(text).not.toBe('')
  const grep = promisify(execFile)('grep', ['-rlFa', '-e', text, dirname(world.operatorFile)])
  const found = await grep.catch((error: { code?: unknown; stdout?: string }) => {
    // Nothing is found, or a file has gone meanwhile.
    if (error.code !== 1 && error.code !== 2) throw error
    return { stdout: error.stdout ?? '' }
  })
  return found.stdout.split('\n').filter((path) => path !== '')
}
