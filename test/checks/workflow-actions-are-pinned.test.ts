import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { DEFAULT_ACTION_REF } from '../../src/app/config/action-ref.ts'

const root = new URL('../../', import.meta.url)
const folder = new URL('.github/workflows/', root)

const Workflow = z.looseObject({
  on: z.looseObject({}),
  permissions: z.record(z.string(), z.enum(['read', 'write', 'none'])),
  jobs: z.record(
    z.string(),
    z.looseObject({
      uses: z.string().optional(),
      'timeout-minutes': z.number(),
      steps: z.array(z.looseObject({ uses: z.string().optional() })).default([]),
    }),
  ),
})

const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(new URL(name, folder), 'utf8'),
}))

/** Every action and reusable workflow that a workflow uses, and those that no commit and version pin. */
function usesOf(text: string): { all: string[]; unpinned: string[] } {
  const jobs = Object.values(Workflow.parse(parse(text)).jobs)
  const all = jobs
    .flatMap(({ uses, steps }) => [uses, ...steps.map((step) => step.uses)])
    .filter((it) => it !== undefined)
  const pinned = new Set(
    [...text.matchAll(/\buses: ([\w./-]+@[0-9a-f]{40}) # v\d+\.\d+\.\d+$/gm)].map(([, uses]) => uses),
  )
  return { all, unpinned: all.filter((uses) => !pinned.has(uses)) }
}

test('there are workflows to check', () => {
  expect(workflows.map(({ name }) => name)).toEqual(expect.arrayContaining(['ci.yml', 'release.yml']))
})

test.each(workflows)('$name pins every action to a commit, and names its version', ({ text }) => {
  const { all, unpinned } = usesOf(text)
  expect(all).not.toEqual([])
  expect(unpinned).toEqual([])
})

const ZERO_SHA = '0'.repeat(40)
test.each([
  ['workflow.yml', `OWNER/NAME@${ZERO_SHA} # VERSION`],
  ['reusable-workflow.yml', `OWNER/NAME@${ZERO_SHA} # VERSION`],
  ['calling-workflow.yml', `OWNER/NAME/.github/workflows/prentice-reusable.yml@${ZERO_SHA}`],
])('the template %s is pinned the same way, to a commit that cannot exist', (name, expected) => {
  const text = readFileSync(new URL(`docs/${name}`, root), 'utf8')
  const uses = [...text.matchAll(/^ +(?:- )?uses: (.*)$/gm)].map(([, value]) => value)
  expect(uses).toEqual([expected])
})

test('one file of the product says where the action lives, and one page documents it', () => {
  const git = spawnSync('git', ['grep', '--untracked', '-lF', DEFAULT_ACTION_REF], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(git.stdout.trim().split('\n')).toEqual(['docs/configuration.md', 'src/app/config/action-ref.ts'])
})

test.each(workflows)('$name gives its token no permission to write unless a job asks for it', ({ text }) => {
  const { permissions } = Workflow.parse(parse(text))
  expect(Object.values(permissions)).not.toContain('write')
})

const SHA = '3d3c42e5aac5ba805825da76410c181273ba90b1'

test.each([
  ['a tag', 'actions/checkout@v7'],
  ['a tag with a comment', 'actions/checkout@v7 # v7.0.1'],
  ['a short commit', `actions/checkout@${SHA.slice(0, 12)} # v7.0.1`],
  ['a commit without a version', `actions/checkout@${SHA}`],
  ['a commit with a major version only', `actions/checkout@${SHA} # v7`],
])('%s is no pin', (_, uses) => {
  const workflow = `on: {}\npermissions: {}\njobs:\n  a:\n    timeout-minutes: 1\n    steps:\n      - uses: ${uses}\n`
  expect(usesOf(workflow).unpinned).toHaveLength(1)
})

test('a reusable workflow has to be pinned like an action', () => {
  const workflow =
    'on: {}\npermissions: {}\njobs:\n  a:\n    timeout-minutes: 1\n    uses: a/b/.github/workflows/c.yml@main\n'
  expect(usesOf(workflow).unpinned).toEqual(['a/b/.github/workflows/c.yml@main'])
})
