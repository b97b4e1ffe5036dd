import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { type SandboxGithub, startSandboxGithub } from '../../../sandbox/github/github.ts'
import { withContextToken } from '../../../src/action/context/read-context.ts'
import type { ControlPlane } from '../../../src/action/control-plane/control-plane.ts'
import { openRepository } from '../../../src/action/git/process/repository.ts'
import type { Log } from '../../../src/action/log/log.ts'
import type { ModelHandle } from '../../../src/action/models/providers/open-model.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { composeWorkspace } from '../../../src/action/stages/compose-workspace.ts'
import type { RunContext } from '../../../src/action/stages/run-context.ts'
import type { Workspace } from '../../../src/action/workspace/workspace.ts'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import { realGit } from '../../support/action/real-git.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** git knows it in every repository. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

const RULES = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 9, maxBytes: 9999 }

let github: SandboxGithub
let mint: (names: readonly string[]) => Promise<string>
beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'prentice-context-'))
  github = await startSandboxGithub({ dialect: 'github', directory })
  github.createAccount({ login: 'acme', type: 'Organization' })
  const ids = new Map<string, number>()
  for (const [name, path, text] of [
    ['api', 'src/pets.ts', 'export const pets = 1\n'],
    ['secret', 'plan.md', 'pets\n'],
  ] as const) {
    ids.set(name, (await github.createRepository({ owner: 'acme', name, private: true })).id)
    await github.commitFile({ owner: 'acme', name, branch: 'main', path, text, message: 'Start' })
  }
  const app = github.registerApp({
    ...{ slug: 'prentice', webhookUrl: '', webhookSecret: 'x', events: [] },
    permissions: { contents: 'write' },
  })
  const installationId = github.installApp({ appId: app.appId, account: 'acme', repositories: 'all' })
  const log = pino({ level: 'silent' })
  const { octokits } = createProbot({
    ...{ appId: app.appId, privateKey: app.privateKeyPem, webhookSecret: 'x', log },
    ...{ apiUrl: github.apiUrl, apiVersion: '2022-11-28' as const },
  })
  const port = createGithub({ octokits, webUrl: github.serverUrl, now: Date.now })
  mint = (names) =>
    port.mintContextToken(
      names.map((name) => ({ installationId, id: ids.get(name) ?? 0, owner: 'acme', name })),
    )
  return async () => {
    await github.close()
    rmSync(directory, { recursive: true, force: true })
  }
})

interface Given {
  readonly token: string
  readonly names?: readonly string[]
}

/** A run whose work tree holds one file. */
async function given({ token, names = ['api'] }: Given) {
  const root = temporaryFolder()
  const workspace = join(root, 'workspace')
  const scratch = join(root, 'scratch')
  for (const folder of [workspace, scratch]) mkdirSync(folder)
  const git = realGit(workspace)
  const repository = await openRepository({
    ...{ gitDir: join(scratch, 'prentice-git'), workTree: workspace },
    ...{ remote: `${github.serverUrl}/acme/docs.git`, environment: process.env },
  })
  await git(['init', '-q'])
  const told: string[] = []
  const logged = (text: string) => void told.push(text)
  const assignment = {
    ...{ base: 'main', branch: 'x', fetchToken: 'x' },
    repository: { url: `${github.serverUrl}/acme/docs` },
    context: { token, repositories: names.map((name) => ({ owner: 'acme', name, branch: 'main' })) },
  }
  const job = {
    ...{ workspace, scratch, apiUrl: github.apiUrl, now: Date.now },
    environment: process.env,
    secrets: openSecrets([token], () => {}),
    signal: new AbortController().signal,
    log: { group: (_: string, run: () => unknown) => run(), info: logged, warning: logged } as unknown as Log,
    controlPlane: { assignment, report: () => {} } as unknown as ControlPlane,
  } as unknown as RunContext
  const open = async (): Promise<Workspace> => {
    const context = await withContextToken(job, (readContext) => readContext())
    const checkout = {
      ok: true,
      repository,
      baseSha: EMPTY_TREE,
      startSha: EMPTY_TREE,
      branchHead: null,
      merge: null,
    } as const
    const { workspace } = await composeWorkspace(job, {
      ...{ rules: RULES, context, workingDirectory: null, model: { window: 200_000 } as ModelHandle },
      checkout: { ...checkout, untrackedBefore: new Set<string>() } as never,
    })
    return workspace
  }
  return { open, told, scratch, workspace }
}

const statusOf = async (token: string): Promise<number> =>
  (
    await fetch(`${github.apiUrl}/installation/repositories`, {
      headers: { authorization: `Bearer ${token}` },
    })
  ).status

test('the agent lists, searches and reads another repository, whose token has ended by then', async () => {
  const token = await mint(['api'])
  expect(await statusOf(token)).toBe(200)
  const workspace = await (await given({ token })).open()
  expect(await statusOf(token)).toBe(401)
  expect((await workspace.list({ path: '/context' })).text).toBe('/context/acme/api')
  expect((await workspace.list({ path: '/context/Acme/api' })).text).toContain('src/pets.ts')
  const found = await workspace.search({ path: '/context/acme/api/src', pattern: 'pets' })
  expect(found.text).toMatch(/^In \/context\/acme\/api:\n.*src\/pets\.ts:1:/s)
  const read = await workspace.read({ path: '/context/acme/api/src/pets.ts' })
  expect(read).toMatchObject({ ok: true, text: expect.stringContaining('export const pets = 1') })
})

test('no file of a context repository can be changed, and no file outside can be read', async () => {
  const scene = await given({ token: await mint(['api']) })
  const workspace = await scene.open()
  const path = '/context/acme/api/src/pets.ts'
  const results = [
    await workspace.write({ path, text: 'x' }),
    await workspace.edit({ path, old: 'pets', new: 'dogs' }),
    await workspace.delete({ path }),
    await workspace.move({ from: path, to: 'stolen.ts' }),
    await workspace.move({ from: 'a.md', to: path }),
    await workspace.applyPatch({ patch: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` }),
    await workspace.read({ path: '/context/acme/secret/plan.md' }),
    await workspace.read({ path: '/context/acme/api/../../../../etc/passwd' }),
    await workspace.read({ path: '/context/acme/api/.git/config' }),
    await workspace.list({ path: '/context/acme' }),
  ]
  symlinkSync('/etc', join(scene.scratch, 'context/0/tree/etc'))
  results.push(await workspace.read({ path: '/context/acme/api/etc/passwd' }))
  expect(results.map(({ ok }) => ok)).toEqual(results.map(() => false))
  expect((await workspace.read({ path })).text).toContain('export const pets = 1')
})

test('a token reads only the repositories that it was made for; one that it does not read is left out', async () => {
  const scene = await given({ token: await mint(['api']), names: ['secret', 'api'] })
  const workspace = await scene.open()
  expect((await workspace.list({ path: '/context' })).text).toBe('/context/acme/api')
  expect(scene.told.join('\n')).toMatch(/acme\/secret cannot be read: /)
})

test('a repository that cannot be checked out is left out, and the others are read', async () => {
  const scene = await given({ token: await mint(['api', 'secret']), names: ['secret', 'api'] })
  mkdirSync(join(scene.scratch, 'context/0'), { recursive: true })
  writeFileSync(join(scene.scratch, 'context/0/tree'), 'in the way')
  const workspace = await scene.open()
  expect((await workspace.list({ path: '/context' })).text).toBe('/context/acme/api')
  expect(scene.told.join('\n')).toMatch(/acme\/secret cannot be read: .*EEXIST/)
})

test('a run whose token GitHub does not end has no agent', async () => {
  const scene = await given({ token: await mint(['api']) })
  github.failNext(/^DELETE \/installation\/token/, 403)
  await expect(scene.open()).rejects.toMatchObject({ reason: { code: 'fetch-failed' } })
})
