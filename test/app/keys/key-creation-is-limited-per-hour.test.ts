import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { personInDashboard } from '../../../src/app/audit/actor.ts'
import { createKey } from '../../../src/app/keys/create-key.ts'
import { listKeys } from '../../../src/app/keys/key-record.ts'
import { rotateKey } from '../../../src/app/keys/rotate-key.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { testRandom } from '../../support/random.ts'
import { HOUR, keysWorld, made, WANTED } from './keys-world.ts'

it('the eleventh key within an hour is refused, with the time of the next one', async () => {
  const deps = await keysWorld()
  const start = deps.clock.at
  for (let n = 0; n < 10; n++) {
    await made(deps)
    deps.clock.at += 60_000
  }
  expect(await createKey(deps, WANTED, A_TEST)).toEqual({
    kind: 'limited',
    againAt: start + HOUR,
    of: 'member',
  })
  deps.clock.at = start + HOUR - 1000
  expect((await createKey(deps, WANTED, A_TEST)).kind).toBe('limited')
  deps.clock.at = start + HOUR
  expect((await createKey(deps, WANTED, A_TEST)).kind).toBe('added')
  expect(await createKey(deps, WANTED, A_TEST)).toEqual({
    kind: 'limited',
    againAt: start + HOUR + 60_000,
    of: 'member',
  })
})

it('rotations count, and a refused rotation does not change the old key', async () => {
  const deps = await keysWorld()
  const { record } = await made(deps)
  for (let n = 0; n < 8; n++) await made(deps)
  const rotate = (id: string) => rotateKey(deps, { accountId: 7, id, grace: '0' }, A_TEST)
  const rotated = await rotate(record.id)
  if (rotated.kind !== 'rotated') throw new Error(rotated.kind)
  expect(await rotate(rotated.record.id)).toEqual({
    kind: 'limited',
    againAt: deps.clock.at + HOUR,
    of: 'member',
  })
  expect(await listKeys(deps, 7)).toContainEqual(rotated.record)
})

it('each account has its own limit', async () => {
  const deps = await keysWorld()
  for (let n = 0; n < 10; n++) await made(deps)
  expect((await createKey(deps, { ...WANTED, accountId: 70 }, A_TEST)).kind).toBe('added')
})

it('a member who has used up the share leaves others theirs, and all members together leave owners theirs', async () => {
  const deps = await keysWorld()
  const person = (id: number) => personInDashboard({ id, login: `person-${id}` }, '203.0.113.7')
  const create = (id: number, byOwner = false) => createKey(deps, { ...WANTED, byOwner }, person(id))
  for (const id of [1, 2, 3, 4]) {
    for (let n = 0; n < 10; n++) expect((await create(id)).kind).toBe('added')
    expect(await create(id)).toMatchObject({ kind: 'limited', of: 'member' })
  }
  expect(await create(5)).toMatchObject({ kind: 'limited', of: 'members' })
  expect((await create(6, true)).kind).toBe('added')
  expect((await listKeys(deps, 7))[0]).not.toHaveProperty('byOwner')
})

it('is exact when two servers create keys simultaneously', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const url = `sqlite:${join(folder, 'p.db')}`
  const one = await keysWorld(url)
  const other = {
    ...(await keysWorld(url)),
    newKeyId: () => `other_${crypto.randomUUID()}`,
    secretInt: testRandom('other').integer,
  }
  const all = Array.from({ length: 30 }, (_, n) => createKey(n % 2 === 0 ? one : other, WANTED, A_TEST))
  const outcomes = await Promise.all(all)
  expect(outcomes.filter(({ kind }) => kind === 'added')).toHaveLength(10)
  expect(outcomes.filter(({ kind }) => kind === 'limited')).toHaveLength(20)
  expect(await listKeys(one, 7)).toHaveLength(10)
})
