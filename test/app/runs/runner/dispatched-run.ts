import { expect } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import type { UseCases } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

export const NOWHERE = 'run_ya_01m813nj13ecwv0dmt5mn17fnk_1'
export const OTHER = 't'.repeat(43)

/** A job whose run was dispatched, and not claimed. */
export async function dispatched(over: Partial<Github> = {}, prompt = 'x') {
  const world = await useCases(dispatchingGithub([], over))
  const { id } = await world.newJob(prompt)
  await dispatchRun(world, await world.job(id))
  const key = { project: 'prj_ya', job: id, run: 1 }
  return { world, key, run: runId(key), job: () => world.job(id) }
}

export async function changeProject({ store }: UseCases, changes: object): Promise<void> {
  const place = projectKeys.record('prj_ya')
  const project = JSON.parse((await store.get(place)) ?? '')
  await store.commit({ set: [{ key: place, value: JSON.stringify({ ...project, ...changes }) }] })
}

export const refused = (why: string, message: string | RegExp) => ({
  kind: 'refused',
  why,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
})
