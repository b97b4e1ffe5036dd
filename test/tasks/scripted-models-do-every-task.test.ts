import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test as plainTest } from 'vitest'
import { ALL_TASKS } from './all-tasks.ts'
import { doAll } from './support/do-all.ts'
import { type Done, judge } from './support/do-task.ts'
import { findMissing, findMissingProgram } from './support/find-missing.ts'
import { untouched } from './support/mutate-result.ts'
import { type OpenTasks, openTasks } from './support/open-tasks.ts'
import { CATEGORIES, type Work } from './support/task.ts'

/** Why a task cannot be done on this machine. */
const missing = new Map<string, string>()
for (const task of ALL_TASKS) {
  const what = await findMissing(task)
  if (what !== null) missing.set(task.name, what)
}
const POSSIBLE = ALL_TASKS.filter(({ name }) => !missing.has(name))
const results = new Map(POSSIBLE.map(({ name }) => [name, Promise.withResolvers<Done>()]))
const told: string[] = []
const stop = new AbortController()
let open: OpenTasks
let all: Promise<void>

beforeAll(async () => {
  open = await openTasks({ tasks: POSSIBLE, model: null, log: (line) => told.push(line) })
  all = doAll(open.tasks, (done) => results.get(done.task)?.resolve(done), stop.signal)
})
afterAll(async () => {
  stop.abort()
  await all
  await open?.close()
})

const workOn = async (name: string): Promise<Done & { readonly work: Work }> => {
  const done = await results.get(name)?.promise
  if (!done?.work) throw new Error(`${name}: ${done?.why}`)
  return { ...done, work: done.work }
}

describe.each(ALL_TASKS)('$name', (task) => {
  const test = plainTest.skipIf(missing.has(task.name))

  test('is done', async () => {
    const { why, usage } = await workOn(task.name)
    expect(why).toBeNull()
    expect(usage.steps).toBe(task.script.length)
  })

  test('is not done by doing nothing', async () => {
    const { work } = await workOn(task.name)
    expect(await judge(task, untouched(work))).toEqual(expect.any(String))
  })

  test.each(Object.entries(task.mistakes))('is not done where %s', async (_, spoil) => {
    const { work } = await workOn(task.name)
    expect(await judge(task, spoil(work))).toEqual(expect.any(String))
  })
})

plainTest('a job that failed has done no task, whatever it left', async () => {
  const failure = 'The model is not known'
  for (const task of POSSIBLE) {
    const { work } = await workOn(task.name)
    expect(await judge(task, { ...work, status: 'failed', failure })).toBe(failure)
  }
})

plainTest('there are sixty, each in a file of its name, of every category, and none is left out', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!run|all-tasks)[\w-]+\.ts$/.test(name))
  expect(ALL_TASKS.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
  expect(ALL_TASKS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(ALL_TASKS.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  expect(new Set(ALL_TASKS.map(({ prompts }) => prompts[0])).size).toBe(ALL_TASKS.length)
})

plainTest.runIf(process.env.MUST_TEST_TASKS === '1')('the programs of all tasks are installed', () => {
  const uninstalled = ALL_TASKS.map((task) => [task.name, findMissingProgram(task)] as const)
  expect(uninstalled.filter(([, program]) => program !== null)).toEqual([])
})

plainTest('every wire format takes its turn, and neither app nor sandbox complain', async () => {
  const models = await Promise.all(POSSIBLE.map(async ({ name }) => (await workOn(name)).model))
  expect(new Set(models.map((model) => model.split('/')[0])).size).toBe(4)
  expect(told).toEqual([])
})
