import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { type Command, type Ended, runCommand } from '../../support/processes/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

async function backUp(database: string, ...args: string[]): Promise<Ended> {
  const command = await runCommand('src/app/ops/backup.ts', args, { DATABASE_URL: `sqlite:${database}` })
  commands.push(command)
  return command.ended
}

test('a copy that is made while jobs are created contains every job from before it', async () => {
  const app = await startAppServer({ rateLimit: 0 })
  const copy = join(temporaryFolder(), 'copy.db')
  const bodies = new Map<string, string>()
  const create = async (): Promise<void> => {
    const body = { prompt: 'x'.repeat(20_000) }
    const { status, headers, text } = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
    expect(status).toBe(201)
    bodies.set(headers.get('location') ?? '', text)
  }
  for (let n = 0; n < 10; n++) await Promise.all(Array.from({ length: 10 }, create))
  const before = new Map(bodies)

  let isOver = false
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) await create()
  })
  await expect.poll(() => bodies.size).toBeGreaterThan(before.size)
  const begun = bodies.size
  const { code, stdout, stderr } = await backUp(app.database, copy)
  const ended = bodies.size
  isOver = true
  await Promise.all(load)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/^\S+copy\.db: \d+ entries, checked\n$/)
  expect(ended).toBeGreaterThan(begun)

  const restored = await startAppServer({ rateLimit: 0, database: copy })
  for (const [path, body] of before) {
    const answer = await restored.call('GET', path, { key: app.key })
    expect([path, answer.status, answer.text]).toEqual([path, 200, body])
  }
  const after = await restored.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  expect(after.status).toBe(201)
})

test('only the owner may read the copy of a backup, and no temporary file is left next to it', async () => {
  const folder = temporaryFolder()
  const database = join(folder, 'p.db')
  await (await openStore(`sqlite:${database}`)).close()
  expect((await backUp(database, join(folder, 'copy.db'))).code).toBe(0)
  expect(statSync(join(folder, 'copy.db')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder).filter((name) => name.startsWith('copy'))).toEqual(['copy.db'])
})

test('a backup refuses to overwrite a file', async () => {
  const folder = temporaryFolder()
  const database = join(folder, 'p.db')
  await (await openStore(`sqlite:${database}`)).close()
  const taken = join(folder, 'taken.db')
  writeFileSync(taken, 'mine')
  const { code, stderr } = await backUp(database, taken)
  expect([code, stderr]).toEqual([
    1,
    `error: ${taken} already exists, and a backup never overwrites a file: name another one\n`,
  ])
  expect(statSync(taken).size).toBe(4)
})

test('a copy in a missing folder is refused, and the message names the fix', async () => {
  const folder = temporaryFolder()
  const database = join(folder, 'p.db')
  await (await openStore(`sqlite:${database}`)).close()
  const file = join(folder, 'copies', 'copy.db')
  expect(await backUp(database, file)).toMatchObject({
    code: 1,
    stderr: `error: ${file} cannot be created (ENOENT): name a file in an existing folder that this user can write to\n`,
  })
})

test('a backup creates no missing database, and names each wrong argument', async () => {
  const folder = temporaryFolder()
  const missing = await backUp(join(folder, 'p.db'), join(folder, 'copy.db'))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('there is no database')])
  expect(existsSync(join(folder, 'p.db'))).toBe(false)
  const noFile = await backUp(folder, join(folder, 'copy.db'))
  expect([noFile.code, noFile.stderr]).toEqual([
    1,
    `error: there is no database ${folder} to copy; check DATABASE_URL\n`,
  ])
  expect((await backUp(join(folder, 'p.db'))).code).toBe(2)
})

test('a damaged database is not copied', async () => {
  const folder = temporaryFolder()
  const database = join(folder, 'p.db')
  writeFileSync(database, 'This is a text.\n'.repeat(100))
  expect(await backUp(database, join(folder, 'copy.db'))).toMatchObject({
    code: 1,
    stderr: `error: ${database} cannot be copied: file is not a database\n`,
  })
  expect(readdirSync(folder)).toEqual(['p.db'])
})
