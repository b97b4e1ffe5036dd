import { expect, test } from 'vitest'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { inspectApp } from '../../../src/app/github/rest/inspect-app.ts'

type Deps = Parameters<typeof inspectApp>[0]

test('the clock check names the address that it cannot reach, and why', async () => {
  const apiUrl = `http://127.0.0.1:${await pickPort(0)}`
  const octokits = { apiVersion: '2022-11-28' } as Deps['octokits']
  await expect(inspectApp({ octokits, apiUrl, now: Date.now } as Deps).readClockSkew()).rejects.toThrow(
    `${apiUrl} cannot be reached: connect ECONNREFUSED`,
  )
})
