import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findAction } from '../../src/cli/init/find-action.ts'
import { openGh } from '../../src/cli/init/gh.ts'
import { describeWithGh, type InitScene, initScene, PLACE, ROOT } from './init-scene.ts'

const SHA = 'b'.repeat(40)

/** Not synchronously: the server that it asks is in this process. */
const gitIn =
  (root: string) =>
  (...args: readonly string[]) =>
    promisify(execFile)('git', ['-C', root, ...args], { env: { ...process.env, GIT_TERMINAL_PROMPT: '0' } })

describeWithGh('what `uses:` names exists, at a commit', () => {
  async function find(
    named: string | undefined,
    prepare: (scene: InitScene, root: string) => unknown = () => undefined,
  ) {
    const scene = await initScene()
    const root = join(scene.folder, 'root')
    mkdirSync(root)
    const url = `git+https://${scene.host}/tools/prentice.git`
    writeFileSync(join(root, 'package.json'), JSON.stringify({ version: '1.2.3', repository: { url } }))
    await prepare(scene, root)
    const gh = openGh({ environment: scene.environment, signal: new AbortController().signal }, scene.host)
    const [repository = '', sha = ''] = scene.action.split('@')
    return { found: await findAction(gh, named, root), own: { repository, sha }, scene }
  }

  test('a branch or a tag becomes its commit, and its name the comment', async () => {
    const { found, own } = await find('tools/prentice@main')
    expect(found).toEqual({ kind: 'found', action: { ...own, version: 'main' }, note: null })
  })

  test('without a name, a checkout names its repository and its commit', async () => {
    const { found, own } = await find(undefined, async ({ host, github, environment }, root) => {
      const git = gitIn(root)
      const basic = Buffer.from(`x-access-token:${environment.GH_ENTERPRISE_TOKEN}`).toString('base64')
      await git('init', '--quiet')
      await git('remote', 'add', 'origin', `https://${host}/tools/prentice.git`)
      const header = `http.extraheader=AUTHORIZATION: basic ${basic}`
      await git('-c', header, 'fetch', '--quiet', `${github.serverUrl}/tools/prentice.git`, 'main')
      await git('checkout', '--quiet', 'FETCH_HEAD')
    })
    expect(found).toEqual({ kind: 'found', action: { ...own, version: null }, note: null })
  })

  test('a commit that nobody has pushed is named as missing', async () => {
    const { found } = await find(undefined, async ({ host }, root) => {
      const git = gitIn(root)
      await git('init', '--quiet')
      await git('remote', 'add', 'origin', `https://${host}/tools/prentice.git`)
      await git(
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@example.com',
        'commit',
        '--allow-empty',
        '-m',
        'Local',
      )
    })
    // On github.com, it is missing; another server may take it from there.
    expect(found).toMatchObject({
      kind: 'found',
      note: expect.stringMatching(/does not show tools\/prentice@.* so that nothing has checked it/),
    })
  })

  test('a package names its version', async () => {
    const { found } = await find(undefined)
    expect(found).toEqual({
      kind: 'missing',
      why: expect.stringMatching(
        /^localhost:\d+ has no tools\/prentice@v1\.2\.3 \(.*\): push it there, or name it with --action owner\/name@ref$/,
      ),
    })
  })

  test('for a private action, the message names the setting that lets other repositories use it', async () => {
    const text = readFileSync(join(ROOT, 'action.yml'), 'utf8')
    const { found } = await find('acme/widgets@main', ({ github }) =>
      github.commitFile({ ...PLACE, branch: 'main', path: 'action.yml', text, message: 'Add' }),
    )
    expect(found).toMatchObject({
      note: expect.stringMatching(/acme\/widgets is private: let other repositories use it/),
    })
  })

  test('another action with the same name is refused', async () => {
    const text = 'name: Prentice\nruns:\n  using: node24\n  main: steal.js\n'
    const { found } = await find('acme/widgets@main', ({ github }) =>
      github.commitFile({ ...PLACE, branch: 'main', path: 'action.yml', text, message: 'Add' }),
    )
    expect(found).toMatchObject({ kind: 'missing', why: expect.stringContaining('is not the action') })
  })

  test.each([
    ['github.com', 'missing'],
    ['ghe.example.com', 'found'],
  ])('a commit that %s does not have is %s', async (host, kind) => {
    const none = { status: 404, headers: new Map(), body: { message: 'Not Found' } }
    const gh = { host, tokenVariable: null, call: async () => none, setSecret: async () => undefined }
    expect(await findAction(gh, `acme/prentice@${SHA} # v1`)).toMatchObject({ kind })
  })
})
