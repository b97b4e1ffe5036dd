import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readHostFacts } from '../../../../src/action/checks/isolation/host-facts.ts'

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'prentice-runner-')))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const path of ['runner/_work/_temp', 'runner/_work/app/app', 'home', 'action/dist', 'tools'])
    await mkdir(join(root, path), { recursive: true })
})

/** As on a runner: its own folder holds `_work`, which holds `_temp` and the checkouts. */
const readFacts = (over: Partial<Parameters<typeof readHostFacts>[0]> = {}) =>
  readHostFacts({
    environment: { HOME: join(root, 'home'), RUNNER_TOOL_CACHE: join(root, 'tools') },
    workspace: join(root, 'runner/_work/app/app'),
    temp: join(root, 'runner/_work/_temp'),
    program: join(root, 'action/dist/index.js'),
    isRoot: true,
    arch: 'x64',
    chance: 0,
    ...over,
  })

const inRoot = (...paths: string[]) => paths.map((path) => join(root, path))

test('the folders of the runner, the workspace, the home and the action are hidden, the tools are shown', async () => {
  const facts = await readFacts()
  expect(facts.hidden).toEqual(
    inRoot('runner/_work/_temp', 'runner/_work', 'runner', 'runner/_work/app/app', 'home', 'action/dist'),
  )
  expect(facts.shown).toEqual(inRoot('tools'))
})

test('a link is followed, and what is missing or unknown is left out', async () => {
  await symlink(join(root, 'home'), join(root, 'link'))
  const environment = { HOME: join(root, 'link'), RUNNER_TOOL_CACHE: join(root, 'missing') }
  const facts = await readFacts({ environment, program: undefined })
  expect(facts.hidden.slice(-1)).toEqual(inRoot('home'))
  expect(facts.hidden).toHaveLength(5)
  expect(facts.shown).toEqual([])
})

test('neither the root nor a folder of the root is hidden, since the system is in them', async () => {
  const { hidden } = await readFacts({
    temp: '/usr/bin',
    workspace: '/',
    environment: {},
    program: undefined,
  })
  expect(hidden).toEqual([await realpath('/usr/bin')])
  expect((await readFacts({ environment: { RUNNER_TOOL_CACHE: '/' } })).shown).toEqual([])
})

test('programs of root are those of the system, not those that a step can replace', async () => {
  expect((await readFacts()).toolPath).toBe('/usr/sbin:/usr/bin:/sbin:/bin')
})

test.each([
  [0, 65_100],
  [0.9999999, 65_499],
])('chance %d gives the user %d', async (chance, user) => {
  expect((await readFacts({ chance })).user).toBe(user)
})

test.each([
  ['x64', 250],
  ['arm64', 219],
  ['ppc64', null],
])('on %s, keyctl is the system call %j', async (arch, keyctl) => {
  expect((await readFacts({ arch })).keyctl).toBe(keyctl)
})

test('root runs commands as it is, and others use sudo without a question', async () => {
  expect((await readFacts()).asRoot).toEqual([])
  expect((await readFacts({ isRoot: false })).asRoot).toEqual(['sudo', '-n', '--'])
})
