import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { startSandboxGithub } from '../../../sandbox/github/github.ts'
import { readPublicly } from '../../../src/app/github/rest/read-publicly.ts'
import {
  createActionInspection,
  inspectAction,
  judgeActionFile,
} from '../../../src/app/onboarding/inspect-action.ts'
import { PROTOCOL_VERSION } from '../../../src/contract/runner-protocol/protocol.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { onboardingScene } from './onboarding-scene.ts'

const ACTION = readFileSync(new URL('../../../action.yml', import.meta.url), 'utf8')
const OTHER =
  'name: Checkout\ninputs: { ref: { required: false } }\nruns: { using: node24, main: index.js }\n'

const judge = (text: string) => judgeActionFile(text, { uses: 'acme/prentice@v1', isPrivate: false })

test('our own action.yml is ours, and says the protocol of this server', () => {
  expect(judge(ACTION)).toEqual({ kind: 'ok', isPrivate: false })
})

test.each([
  ['another action', OTHER, 'wrong', 'another action, not Prentice'],
  ['a text that is no YAML', '{', 'wrong', 'another action, not Prentice'],
  ['an empty file', '', 'wrong', 'another action, not Prentice'],
  ['a file that is too large', `${ACTION}#${' '.repeat(64 * 1024)}`, 'wrong', 'another action, not Prentice'],
  ['a newer version', protocol(String(PROTOCOL_VERSION + 1)), 'wrong', 'newer than this server'],
  ['a version that is not served any more', protocol('0'), 'unverified', 'which protocol'],
  ['a file without a version', ACTION.replace(/^# Protocol: .*$/m, ''), 'unverified', 'which protocol'],
  ['a version that is no number', protocol('one'), 'unverified', 'which protocol'],
])('%s is not taken for the action of this server', (_, text, kind, why) => {
  expect(judge(text)).toEqual({ kind, why: expect.stringContaining(why) })
})

function protocol(version: string): string {
  return ACTION.replace(/^# Protocol: .*$/m, `# Protocol: ${version}`)
}

/** A GitHub with a public and a private repository of `tools`, and the App of `acme`, which cannot see the private one. */
async function withActions() {
  const scene = await onboardingScene()
  const { github } = scene
  github.createAccount({ login: 'tools', type: 'Organization' })
  const write = async (owner: string, name: string, text: string) => {
    await github.createRepository({ owner, name, private: name === 'private' })
    return github.commitFile({ owner, name, branch: 'main', path: 'action.yml', text, message: 'Write' })
  }
  const sha = await write('tools', 'prentice', ACTION)
  const other = await write('tools', 'other', OTHER)
  const hidden = await write('tools', 'private', ACTION)
  const own = await write('acme', 'private', ACTION)
  await scene.createRepository('docs')
  const [installation] = await scene.port.listInstallations()
  const config = { serverUrl: 'https://github.com', apiUrl: github.apiUrl, apiVersion: '2022-11-28' as const }
  const clock = { at: 0 }
  const inspect = createActionInspection({
    ...{ github: { ...scene.deps.github, ...scene.port }, config },
    now: () => clock.at,
  })
  return {
    ...{ github, config, sha, other, hidden, own, clock },
    asApp: (repository: string, ref: string) =>
      inspect({ repository, ref, version: null }, installation?.id ?? null),
    publicly: (repository: string, ref: string, serverUrl = config.serverUrl) =>
      inspectAction(readPublicly(config), { repository, ref }, serverUrl),
  }
}

test('an action that exists is found by its commit and its branch, by the App and without one', async () => {
  const { sha, own, asApp, publicly } = await withActions()
  for (const look of [asApp, publicly])
    for (const ref of [sha, 'main'])
      expect(await look('tools/prentice', ref)).toEqual({ kind: 'ok', isPrivate: false })
  expect(await asApp('acme/private', own)).toEqual({ kind: 'ok', isPrivate: true })
})

test('a file that GitHub says is absent is an error, and one that it does not show is a warning', async () => {
  const { sha, other, hidden, asApp, publicly } = await withActions()
  for (const look of [asApp, publicly]) {
    expect(await look('tools/prentice', 'v9')).toEqual({
      kind: 'wrong',
      why: 'tools/prentice has no action.yml at v9: push that commit or tag, or name another',
    })
    expect(await look('tools/prentice', 'c'.repeat(40))).toMatchObject({ kind: 'wrong' })
    expect(await look('nobody/prentice', sha)).toEqual({
      kind: 'wrong',
      why: 'there is no account nobody on github.com',
    })
    expect(await look('tools/other', other)).toMatchObject({ kind: 'wrong' })
    for (const name of ['private', 'missing'])
      expect(await look(`tools/${name}`, hidden)).toEqual({
        kind: 'unverified',
        why: expect.stringContaining('is private, was renamed, or does not exist'),
      })
  }
  // Through GitHub Connect, an Enterprise Server takes actions from github.com.
  expect(await publicly('nobody/prentice', sha, 'https://github.acme.example')).toEqual({
    kind: 'unverified',
    why: 'github.acme.example does not show nobody/prentice; it may take the action from github.com',
  })
})

test('a GitHub that does not answer, or answers something else, is a doubt', async () => {
  const github = await startSandboxGithub({ dialect: 'github', directory: await temporaryFolder() })
  onTestFinished(() => github.close())
  for (const apiUrl of ['http://127.0.0.1:9', `${github.serverUrl}/login`]) {
    const reader = readPublicly({ apiUrl, apiVersion: '2022-11-28' })
    const ref = { repository: 'acme/prentice', ref: 'v1' }
    const found = await inspectAction(reader, ref, 'https://github.acme.example')
    expect(found).toMatchObject({ kind: 'unverified', why: expect.stringContaining('github.acme.example') })
  }
})

test('the App asks once about an action that exists, and again about one that is missing', async () => {
  const { github, sha, asApp, clock } = await withActions()
  const asked = async (work: () => Promise<unknown>) => {
    const before = github.requests().length
    await work()
    return github.requests().length - before
  }
  expect(await asked(() => asApp('tools/prentice', sha))).toBeGreaterThan(0)
  expect(await asked(() => asApp('Tools/Prentice', sha))).toBe(0)
  clock.at += 11 * 60_000
  expect(await asked(() => asApp('tools/prentice', sha))).toBeGreaterThan(0)
  await asApp('tools/prentice', 'v1')
  expect(await asked(() => asApp('tools/prentice', 'v1'))).toBeGreaterThan(0)
})
