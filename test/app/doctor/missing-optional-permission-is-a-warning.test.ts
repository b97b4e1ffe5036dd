import { expect, test } from 'vitest'
import { readManifest } from '../../../src/app/config/registration.ts'
import { checkApp } from '../../../src/app/doctor/check-app.ts'

const manifest = {
  ...readManifest(),
  default_permissions: { checks: 'write', contents: 'write', issues: 'write', metadata: 'read' },
  default_events: [],
}

const findings = (permissions: Record<string, string>) =>
  checkApp(
    { readApp: async () => ({ slug: 'prentice-acme', clientId: null, permissions, events: [] }) },
    manifest,
    'https://github.com/organizations/acme/settings',
  )

test('without checks and issues, the doctor says what does not work', async () => {
  const [, permissions] = await findings({ contents: 'write', metadata: 'read' })
  expect(permissions).toMatchObject({
    status: 'warn',
    text: 'the App lacks checks: write, issues: write: commits have no check run; comments on issues and labels start no jobs, and jobs have no comment',
  })
})

test('a permission without which nothing works is a failure', async () => {
  const [, permissions] = await findings({ metadata: 'read' })
  expect(permissions).toMatchObject({
    status: 'fail',
    text: 'the App lacks checks: write, contents: write, issues: write',
  })
})
