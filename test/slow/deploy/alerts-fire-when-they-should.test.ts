import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { unlessMissing } from './unless-missing.ts'

const promtool = (...args: string[]) => spawnSync('promtool', args, { encoding: 'utf8' })
/** In Debian's package prometheus. */
const missing = promtool('--version').error !== undefined

unlessMissing(missing)('each alert fires in the situation it is for, and none while all is well', () => {
  const { status, stdout, stderr } = promtool(
    'test',
    'rules',
    fileURLToPath(new URL('alerts.test.yaml', import.meta.url)),
  )
  expect({ status, output: stdout + stderr }).toMatchObject({ status: 0 })
})
