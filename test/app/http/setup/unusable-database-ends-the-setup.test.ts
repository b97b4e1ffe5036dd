import { expect, test } from 'vitest'
import { setupScene, tokenOf } from '../../../support/app/setup-process.ts'

test.each([
  ['mysql://127.0.0.1/prentice', 'DATABASE_URL: '],
  ['redis://127.0.0.1:1', 'DATABASE_URL: PostgreSQL and Redis need KEY_PEPPER'],
  ['sqlite:/proc/prentice.db', 'DATABASE_URL: '],
])('no App is registered for a server whose database cannot be opened: %s', async (DATABASE_URL, why) => {
  const { start } = await setupScene()
  const command = await start({ DATABASE_URL })
  const ended = command.ended.then(({ code, stderr }) => ({ code, stderr }))
  expect(await Promise.race([ended, tokenOf(command)])).toEqual({
    code: 1,
    stderr: expect.stringContaining(`Prentice cannot start.\n\n  ${why}`),
  })
})
