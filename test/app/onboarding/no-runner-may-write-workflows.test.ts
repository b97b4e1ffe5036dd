import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createProbot } from '../../../src/app/github/request/create-probot.ts'
import { createGithub } from '../../../src/app/github/rest/octokit-github.ts'
import { onboardingScene } from './onboarding-scene.ts'

const Sha = z.object({ sha: z.string() })
const root = join(import.meta.dirname, '../../..')

test('no token for a runner can write a workflow file, also where the installation has granted it', async () => {
  const scene = await onboardingScene({ mayWriteWorkflows: true })
  const { github: sandbox, app } = scene
  await scene.createRepository('widgets')
  const base = await scene.commit('widgets', 'README.md', 'two\n')
  const { octokits } = createProbot({
    appId: app.appId,
    privateKey: app.privateKeyPem,
    webhookSecret: 'a secret',
    apiUrl: sandbox.apiUrl,
    apiVersion: '2022-11-28',
    log: pino({ level: 'silent' }),
  })
  const github = createGithub({ octokits, now: Date.now, webUrl: sandbox.serverUrl })
  const installation = await github.findInstallation('acme', 'widgets')
  const [repository] = await github.listRepositories(installation?.id ?? 0)
  const ref = {
    installationId: installation?.id ?? 0,
    id: repository?.id ?? 0,
    owner: 'acme',
    name: 'widgets',
  }

  /** Commits a file with the token and makes a branch of it. */
  const publish = async (token: string, path: string): Promise<number> => {
    const git = '/repos/acme/widgets/git'
    const entry = { path, mode: '100644', type: 'blob', content: 'on: push\n' }
    const tree = await scene.call('POST', `${git}/trees`, { base_tree: base, tree: [entry] }, token)
    if (tree.status !== 201) return tree.status
    const { sha } = Sha.parse(await tree.json())
    const made = await scene.call(
      'POST',
      `${git}/commits`,
      { message: 'x', tree: sha, parents: [base] },
      token,
    )
    const commit = Sha.parse(await made.json())
    const branch = { ref: `refs/heads/b${commit.sha}`, sha: commit.sha }
    return (await scene.call('POST', `${git}/refs`, branch, token)).status
  }

  const tokens: Record<string, string> = {
    mintContextToken: await github.mintContextToken([ref]),
    mintFetchToken: (await github.mintFetchToken(ref)).token,
    mintPushToken: (await github.mintPushToken(ref)).token,
  }
  const mints = Object.keys(github).filter((name) => name.startsWith('mint'))
  expect(mints).toEqual(Object.keys(tokens))
  const statuses: Record<string, number[]> = {}
  for (const [name, token] of Object.entries(tokens))
    statuses[name] = [await publish(token, 'a.txt'), await publish(token, '.github/workflows/evil.yml')]
  expect(statuses).toEqual({
    mintContextToken: [403, 403],
    mintFetchToken: [403, 403],
    mintPushToken: [201, 403],
  })
})

test('only the onboarding and merges of the base ask GitHub for the permission to write workflows, and app.yml does not', () => {
  const asking = globSync('src/{action,contract,app/github,app/runs}/**/*.ts', { cwd: root }).filter((path) =>
    /workflows: '(write|read)'/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(asking.sort()).toEqual([
    'src/app/github/rest/merging.ts',
    'src/app/github/rest/onboard.ts',
    'src/app/github/rest/tokens.ts',
  ])
  expect(readFileSync(join(root, 'app.yml'), 'utf8')).not.toMatch(/^\s*workflows:/m)
})
