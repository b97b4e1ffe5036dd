import { expect, test } from 'vitest'
import { scene } from './github-scene.ts'

test('an exception has its own rates and its own counts', async () => {
  const { github, call, token } = await scene()
  const match = /^POST \/\S+\/dispatches$/
  const faults = github.randomFaults({
    seed: 7,
    rates: {},
    except: [{ name: 'dispatch', match, rates: { failed: 0.5, failedAfter: 0.2 } }],
  })
  const dispatches = '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches'
  const statuses: number[] = []
  for (let n = 0; n < 40; n++) {
    const answer = await call('POST', dispatches, token, { ref: 'main', inputs: { run: `r${n}` } })
    statuses.push(answer.status)
    expect((await call('GET', '/repos/acme/widgets', token)).status).toBe(200)
  }
  const failed = statuses.filter((status) => status >= 500).length
  const counts = faults.counts()
  expect(Object.keys(counts).sort()).toEqual(['dispatch failed', 'dispatch failedAfter'])
  expect(Object.values(counts).reduce((a, b) => a + b, 0)).toBe(failed)
  expect(failed).toBeGreaterThan(20)
  expect(failed).toBeLessThan(36)
  faults.stop()
  expect((await call('POST', dispatches, token, { ref: 'main', inputs: { run: 'x' } })).status).toBeLessThan(
    300,
  )
})
