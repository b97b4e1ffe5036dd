import { expect, test } from 'vitest'
import { judgeGranted } from '../../../src/app/doctor/check-app.ts'

const needed = { contents: 'write', checks: 'write', issues: 'write', metadata: 'read' }
const judge = (granted: Record<string, string>) =>
  judgeGranted({ who: 'acme', granted, needed, todo: 'accept them' })

test.each([
  [{ ...needed, metadata: 'write', administration: 'admin' }, null],
  [
    { ...needed, contents: 'read' },
    { check: 'permissions', status: 'fail', text: 'acme lacks contents: write', todo: 'accept them' },
  ],
  [
    { contents: 'write', metadata: 'read' },
    {
      check: 'permissions',
      status: 'warn',
      text: 'acme lacks checks: write, issues: write: commits have no check run; comments on issues and labels start no jobs, and jobs have no comment',
      todo: 'accept them',
    },
  ],
  [{ metadata: 'read' }, { status: 'fail' }],
])('an installation that has granted %j', (granted, finding) => {
  const found = judge(granted)
  if (finding === null) expect(found).toBeNull()
  else expect(found).toMatchObject(finding)
})
