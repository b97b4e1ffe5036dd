import { expect, onTestFinished, test, vi } from 'vitest'
import { projectIdOf, projectKeys } from '../../../src/app/projects/project.ts'
import { receivedKeys } from '../../../src/app/webhooks/receive.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { until } from '../../support/world/jobs.ts'

const installed = {
  action: 'created',
  installation: { id: 2, account: { id: 77, login: 'acme', type: 'Organization' } },
  repositories: [{ id: 500, name: 'site', private: false }],
  sender: { id: 1, login: 'ann' },
}

test('GitHub gets a response after nine seconds, and the handlers finish after it', async () => {
  const { promise: blocked, resolve: unblock } = Promise.withResolvers<void>()
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  let isSlow = false
  const app = await startAppServer({
    store: (store) => ({
      ...store,
      async commit(commit) {
        if (isSlow) {
          reach()
          await blocked
        }
        return store.commit(commit)
      },
    }),
  })
  isSlow = true
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const answer = app.webhook('installation', installed, { delivery: 'one' })
  await reached
  await vi.advanceTimersByTimeAsync(9_000)
  vi.useRealTimers()
  expect((await answer).status).toBe(202)
  unblock()
  await until(
    'the delivery to be noted',
    async () => (await app.store.get(receivedKeys.delivery('one'))) ?? null,
  )
  expect(await app.store.get(projectKeys.record(projectIdOf(500)))).toBeDefined()
})
