import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import type { Github } from '../../../src/app/github/github.ts'
import type { OrganisationFile } from '../../../src/app/github/repository.ts'
import { listAudit } from '../../../src/app/jobs/list-audit.ts'
import { parseOrganisation } from '../../../src/app/projects/organisation-settings.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import { refreshProject } from '../../../src/app/projects/refresh-project.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { EVERYTHING } from '../audit/everything.ts'
import { onboardingScene } from '../onboarding/onboarding-scene.ts'

const MINUTES = 60_000
const LOW: OrganisationFile = { kind: 'file', text: 'limits: { steps: 10 }\n' }
const INVALID: OrganisationFile = { kind: 'file', text: 'checks: [npm test]\n' }

/** A project whose repository wants 50 steps, in an account whose file a test sets. */
async function scene(first: OrganisationFile | 'outage') {
  let file = first
  let asked = 0
  const world = await useCases(
    dispatchingGithub([], {
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: 'limits: { steps: 50 }\ndraft: true\n' }],
        instructions: [],
      }),
      readOrganisationFile: async () => {
        asked += 1
        if (file === 'outage') throw new GithubUnavailable('GitHub responded with 502', 0)
        return file
      },
    } satisfies Partial<Github>),
  )
  const warnings: object[] = []
  const log = Object.assign(world.log, { warn: (fields: object) => void warnings.push(fields) })
  const steps = async () => {
    const project = await loadProject(world.store, 'prj_ya')
    if (project === null) throw new Error('the project is missing')
    return (await refreshProject({ ...world, log }, project)).config.limits.steps
  }
  return {
    asked: () => asked,
    steps,
    warnings,
    /** Every entry of the audit log, as an owner of the account sees it. */
    async audited() {
      const owner = { accountId: 77, isOwner: true, covers: () => true }
      return (await listAudit(world.store, owner, EVERYTHING)).entries
    },
    /** The steps of a run after GitHub shows another file, and after some minutes. */
    after: (next: OrganisationFile | 'outage', minutes = 5) => {
      file = next
      world.clock.at += minutes * MINUTES
      return steps()
    },
  }
}

test('a limit of the organisation holds, and a change reaches its projects in five minutes', async () => {
  const { steps, after, asked } = await scene(LOW)
  expect(await steps()).toBe(10)
  expect(await after({ kind: 'file', text: 'limits: { steps: 20 }\n' }, 4.9)).toBe(10)
  expect(await after({ kind: 'file', text: 'limits: { steps: 20 }\n' }, 0.1)).toBe(20)
  expect(await after({ kind: 'absent' })).toBe(50)
  expect(asked()).toBe(3)
})

test('a clock that was set back does not keep an old file', async () => {
  const { steps, after } = await scene(LOW)
  expect(await steps()).toBe(10)
  expect(await after({ kind: 'file', text: 'limits: { steps: 20 }\n' }, -60)).toBe(20)
})

test('without a file of the organisation, that of the repository holds', async () => {
  const { steps, after } = await scene({ kind: 'absent' })
  expect(await steps()).toBe(50)
  expect(await after(LOW)).toBe(10)
})

test.each<[string, OrganisationFile | 'outage']>([
  ['is invalid', INVALID],
  ['is too large', { kind: 'file', text: null }],
  ['cannot be read', { kind: 'hidden' }],
  ['is asked for during an outage', 'outage'],
])('the last valid file holds while the newest %s', async (_, next) => {
  const { steps, after } = await scene(LOW)
  expect(await steps()).toBe(10)
  expect(await after(next)).toBe(10)
  expect(await after(next, 60)).toBe(10)
  expect(await after({ kind: 'file', text: 'limits: { steps: 20 }\n' })).toBe(20)
})

test('each new problem is logged, and an entry of the audit log, once', async () => {
  const { steps, after, audited, warnings } = await scene(LOW)
  await steps()
  for (const next of [INVALID, INVALID, LOW, INVALID]) await after(next)
  const why =
    'prentice.yml: line 1, column 1: checks is a setting of single repositories, not of an organisation'
  const entry = {
    action: 'settings.refused',
    by: { kind: 'server', name: 'the settings of the organisation' },
    project: null,
    subject: { name: 'acme/.github' },
    detail: why,
  }
  expect(await audited()).toMatchObject([entry, entry])
  expect(warnings).toMatchObject([{ problem: why }, { problem: why }])
})

test('without a valid file so far, an invalid one refuses the run and says what is wrong', async () => {
  const { steps, after } = await scene(INVALID)
  const why =
    'in the repository .github of the account, prentice.yml: line 1, column 1: checks is a setting of single repositories, not of an organisation'
  for (let times = 0; times < 2; times++)
    await expect(steps()).rejects.toMatchObject({
      reason: { code: 'config-invalid', message: expect.stringContaining(why) },
    })
  expect(await after(LOW)).toBe(10)
})

test('without an answer so far, an outage delays the run', async () => {
  const { steps } = await scene('outage')
  await expect(steps()).rejects.toBeInstanceOf(GithubUnavailable)
})

test('GitHub shows a file, a missing file, and a hidden repository', async () => {
  const { github, port, createRepository, commit } = await onboardingScene()
  const [installation] = await port.listInstallations()
  const account = { installationId: installation?.id ?? 0, owner: 'acme' }
  const read = () => port.readOrganisationFile(account)
  expect(await read()).toEqual({ kind: 'hidden' })
  await createRepository('.github')
  expect(await read()).toEqual({ kind: 'absent' })
  await commit('.github', 'prentice.yml', 'draft: true\n')
  expect(await read()).toEqual({ kind: 'file', text: 'draft: true\n' })
  github.failNext(/contents/, 404)
  await expect(read()).rejects.toThrow('GitHub lists prentice.yml and does not show it')
  expect(await read()).toEqual({ kind: 'file', text: 'draft: true\n' })
})

test('the file of a repository that was .github of the account is not read', async () => {
  const { github, port, commit } = await onboardingScene()
  const [installation] = await port.listInstallations()
  const account = { installationId: installation?.id ?? 0, owner: 'acme' }
  const read = () => port.readOrganisationFile(account)
  const gone = { kind: 'hidden' }
  await github.createRepository({ owner: 'acme', name: '.github', private: false })
  await commit('.github', 'prentice.yml', 'draft: true\n')
  // GitHub redirects the former names.
  github.renameRepository({ owner: 'acme', name: '.github', to: 'old' })
  expect(await read()).toEqual(gone)
  github.createAccount({ login: 'evil', type: 'Organization' })
  github.transferRepository({ owner: 'acme', name: 'old', to: 'evil', newName: '.github' })
  expect(await read()).toEqual(gone)
})

test('a file that only a newer server can parse is named by its path, not by its content', () => {
  const text = 'limits: { steps: 10 }\nofNewerServer: true\n'
  const { problem, isKnown } = parseOrganisation(JSON.stringify({ readAt: 1, text, problem: null }))
  expect({ problem, isKnown }).toEqual({ problem: expect.stringMatching(/^prentice\.yml\b/), isKnown: false })
  expect(problem).not.toContain('steps: 10')
})
