import { expect, test } from 'vitest'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { messageKeys } from '../../../../src/app/job-store/messages.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { changedBeforeCommit } from '../../../support/app/changing-store.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const SERVER = { name: 'docs', url: 'https://mcp.example.com/mcp', tools: ['search'] }
const SETTINGS = `mcp: [${JSON.stringify(SERVER)}]\nci: hold\n`
const COMMENT: Origin = { kind: 'github', id: 501, login: 'ana', issue: 1, via: 'comment', source: 1 }

interface Given {
  readonly features?: readonly string[]
  readonly isPublic?: boolean
  readonly origin?: Origin
}

/** A run of a project that names a server, as its runner claims it. */
async function claiming({ features = FEATURES, isPublic = false, origin }: Given = {}) {
  const world = await useCases(
    dispatchingGithub([], {
      readDefaultHead: async () => ({ ...DEFAULT_HEAD, private: !isPublic }),
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: SETTINGS }],
        instructions: [],
      }),
    }),
  )
  const work = { ...(await world.workRequest()), ...(origin && { origin }) }
  const job = await createJob(world, { ...work, prompt: 'x', ref: null, model: null, draft: null })
  if (job.kind !== 'accepted') throw new Error(job.kind)
  await dispatchRun(world, await world.job(job.id))
  const claimant = identity({ repositoryVisibility: isPublic ? 'public' : 'private' })
  const run = runId({ project: 'prj_ya', job: job.id, run: 1 })
  return {
    ...{ world, job: job.id },
    async claim(store: Store = world.store) {
      const request = { run, protocol: 1, features: [...features] }
      const claim = await claimRun({ ...world, store }, claimant, SECRET, request)
      if (claim.kind !== 'claimed') throw new Error(JSON.stringify(claim))
      return claim.assignment
    },
  }
}

async function claimed(given: Given = {}) {
  const { world, job, claim } = await claiming(given)
  const { mcp, outside, warnings } = await claim()
  return { mcp, outside, warnings, recorded: (await world.job(job)).outside }
}

const RESULTS = 'results of the MCP server docs'

test('the runner gets the servers, and their results count as untrusted text in every later turn', async () => {
  expect(await claimed()).toEqual({
    mcp: [SERVER],
    outside: { read: [RESULTS], holdCi: true },
    warnings: undefined,
    recorded: [RESULTS],
  })
})

test('an older action does not get them, and works without', async () => {
  const features = FEATURES.filter((name) => name !== 'mcp')
  expect(await claimed({ features })).toEqual({
    warnings: ['mcp: update the action in the workflow file, which cannot ask MCP servers yet'],
  })
})

test('a job whose prompts are confidential asks no server', async () => {
  expect(await claimed({ isPublic: true })).toEqual({
    warnings: ['mcp: a job whose prompts are confidential asks no MCP server'],
  })
  expect(await claimed({ isPublic: true, origin: COMMENT })).toMatchObject({ mcp: [SERVER] })
})

/** The store, which notes the keys that are read. */
function noting(store: Store, keys: string[]): Store {
  return {
    ...store,
    get(key) {
      keys.push(key)
      return store.get(key)
    },
    getMany(many) {
      keys.push(...many)
      return store.getMany(many)
    },
  }
}

test('a claim reads the settings and the messages once', async () => {
  const { world, job, claim } = await claiming()
  const keys: string[] = []
  expect(await claim(noting(world.store, keys))).toMatchObject({ mcp: [SERVER], prompts: [{ text: 'x' }] })
  const once = [projectKeys.record('prj_ya'), messageKeys.record(job, 1)]
  expect(keys.filter((key) => once.includes(key)).sort()).toEqual(once.sort())
})

test('a confidential prompt that arrives during the claim keeps the run from asking a server', async () => {
  const { world, job, claim } = await claiming({ isPublic: true, origin: COMMENT })
  const store = changedBeforeCommit(world.store, 1, () => world.message(job, 'more'))
  const { mcp, prompts } = await claim(store)
  expect(prompts.map(({ text }) => text)).toEqual(['x', 'more'])
  expect(mcp).toBeUndefined()
})
