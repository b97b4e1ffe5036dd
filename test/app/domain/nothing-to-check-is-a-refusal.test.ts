import { expect, test } from 'vitest'
import { pathPolicy } from '../../../src/action/git/policy/path-policy.ts'
import { chooseTools } from '../../../src/action/mcp/choose-tools.ts'
import { isSeen } from '../../../src/app/batches/list-batches.ts'
import { mayManage } from '../../../src/app/http/dashboard/frame/guard.ts'
import { covers, type KeyRecord } from '../../../src/app/keys/key-record.ts'
import { permitsAll } from '../../../src/app/keys/permits-all.ts'
import { findMcp, showsPrompt } from '../../../src/app/runs/assignment/assigned-settings.ts'
import { confirmRights } from '../../../src/app/sessions/people.ts'
import { namesBot } from '../../../src/mention/named-bots.ts'
import { narrowPaths } from '../../../src/settings/apply-organisation.ts'

const ACME = { id: 77, login: 'acme', type: 'Organization', installationId: 1, isOwner: true } as const
const ACCESS = {
  ...{ checkedAt: 0, singleSignOn: [], suspended: [], accounts: [ACME] },
  repositories: new Map([[1, { accountId: 77, name: 'docs', right: 'admin' } as const]]),
}
const KEY = { accountId: 77, projectIds: [] as string[] }
const DOCS = { id: 'prj_1', accountId: 77 }
type Batch = Parameters<typeof isSeen>[1]

test.each<[string, boolean]>([
  ['no permission', permitsAll([], () => true)],
  ['no project of a key', covers(KEY as unknown as KeyRecord, DOCS)],
  [
    'no project of a key that is made',
    mayManage({ account: { ...ACME, isOwner: false }, access: ACCESS }, []),
  ],
  [
    'no project of a batch',
    isSeen(KEY, { accountId: 77, scope: { kind: 'projects', projects: [] } } as unknown as Batch),
  ],
  ['no prompt that GitHub shows', showsPrompt({ showPrompt: false }, false, [])],
  [
    'no server that may be asked',
    findMcp({ mcp: [] }, { features: undefined, isShown: true }).servers.length > 0,
  ],
  [
    'no tool of a server',
    chooseTools([{ name: 'a', inputSchema: {}, annotations: { readOnlyHint: true } }], []).tools.length > 0,
  ],
  ['no bot that may ask', namesBot([], 'renovate')],
])('%s is a refusal', (_, permitted) => {
  expect(permitted).toBe(false)
})

test('a change has no right that was not asked for', async () => {
  const people = { readRight: async () => 'admin' as const, isOwner: async () => true }
  const confirmed = async (claimed: Parameters<typeof confirmRights>[3]) =>
    (await confirmRights(people, 'token', ACCESS, claimed)).access
  const none = await confirmed({ projects: [], account: null })
  expect([none.repositories.size, none.accounts[0]?.isOwner]).toEqual([0, false])
  const owner = await confirmed({ projects: [], account: ACME })
  expect([owner.repositories.size, owner.accounts[0]?.isOwner]).toEqual([0, true])
  const docs = { repositoryId: 1, owner: 'acme', name: 'docs' }
  const admin = await confirmed({ projects: [docs], account: null })
  expect([admin.repositories.get(1)?.right, admin.accounts[0]?.isOwner]).toEqual(['admin', false])
})

/** The lists where empty means that there is no restriction, and how nothing is written instead. */
test('an empty list of allowed paths restricts nothing, and a list of no file permits nothing', () => {
  const rules = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [] }
  expect(pathPolicy(rules, [])('src/a.ts')).toBe(null)
  expect(pathPolicy({ ...rules, files: [] }, [])('src/a.ts')?.verdict).toBe('other-file')
  const { allow = [] } = narrowPaths({ allow: ['docs/**'] }, { allow: ['src/**'] }) ?? {}
  expect(pathPolicy({ ...rules, allowedPaths: allow }, [])('src/a.ts')?.verdict).toBe('outside')
  expect(pathPolicy({ ...rules, allowedPaths: allow }, [])('docs/a.md')?.verdict).toBe('outside')
})
