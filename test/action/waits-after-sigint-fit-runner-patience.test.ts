import { expect, test } from 'vitest'
import { GITHUB_CANCEL_TIMEOUTS } from '../../sandbox/runner/run-process.ts'
import { HURRIED } from '../../src/action/control-plane/server/connect-to-server.ts'
import { GRACE_MS } from '../../src/action/stages/end-run.ts'

test('the waits between SIGINT and the end leave a second before the runner sends SIGTERM', () => {
  expect(GRACE_MS + HURRIED.timeoutMs).toBeLessThanOrEqual(GITHUB_CANCEL_TIMEOUTS.untilSigtermMs - 1000)
})
