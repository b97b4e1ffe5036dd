import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ALL_TASKS } from './all-tasks.ts'
import { doAll } from './support/do-all.ts'
import { type Done, judge } from './support/do-task.ts'
import { untouched } from './support/mutate-result.ts'
import { type OpenTasks, openTasks } from './support/open-tasks.ts'
import { CATEGORIES, type Work } from './support/task.ts'

const results = new Map(ALL_TASKS.map(({ name }) => [name, Promise.withResolvers<Done>()]))
const told: string[] = []
const stop = new AbortController()
let open: OpenTasks
let all: Promise<void>

beforeAll(async () => {
  open = await openTasks({ tasks: ALL_TASKS, model: null, log: (line) => told.push(line) })
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

test('a job that failed has done no task, whatever it left', async () => {
  const failure = 'The model is not known'
  for (const task of ALL_TASKS) {
    const { work } = await workOn(task.name)
    expect(await judge(task, { ...work, status: 'failed', failure })).toBe(failure)
  }
})

test('there are forty, each in a file of its name, of every category, and none is left out', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => /^(?!run|all-tasks)[\w-]+\.ts$/.test(name))
  expect(ALL_TASKS.map(({ name }) => `${name}.ts`).toSorted()).toEqual(files.toSorted())
  expect(ALL_TASKS.length).toBeGreaterThanOrEqual(40)
  expect(new Set(ALL_TASKS.map(({ category }) => category))).toEqual(new Set(CATEGORIES))
  expect(new Set(ALL_TASKS.map(({ prompts }) => prompts[0])).size).toBe(ALL_TASKS.length)
})

test('every wire format takes its turn, and neither app nor sandbox complain', async () => {
  const models = await Promise.all(ALL_TASKS.map(async ({ name }) => (await workOn(name)).model))
  expect(new Set(models.map((model) => model.split('/')[0])).size).toBe(4)
  expect(told).toEqual([])
})
