import { test } from 'vitest'

/**
 * A test of what is in `deploy/`, which needs a program or rights that a machine may lack. Then it is skipped; with
 * MUST_TEST_DEPLOY=1, as in CI, it fails instead.
 */
export const unlessMissing = (isMissing: boolean) =>
  test.skipIf(isMissing && process.env.MUST_TEST_DEPLOY !== '1')
