import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { accountEntry, projectEntries } from '../../support/app/project-entries.ts'
import { type Command, type Ended, runCommand } from '../../support/processes/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

/** The command on a database where the App is installed on two accounts. */
async function projectsCli(): Promise<(...args: string[]) => Promise<Ended>> {
  const url = `sqlite:${join(temporaryFolder(), 'p.db')}`
  const store = await openStore(url)
  await store.commit({
    set: [
      ...[accountEntry({ id: 77, login: 'acme' }), accountEntry({ id: 88, login: 'Umbrella' })],
      ...projectEntries({ id: 'prj_ya', accountId: 77, owner: 'acme', name: 'docs' }),
      ...projectEntries({ id: 'prj_yb', accountId: 77, owner: 'acme', name: 'site' }),
      ...projectEntries({ id: 'prj_yc', accountId: 77, owner: 'acme', name: 'gone', installationId: null }),
      ...projectEntries({ id: 'prj_9', accountId: 88, owner: 'Umbrella', name: 'app' }),
    ],
  })
  await store.close()
  return async (...args) => {
    const command = await runCommand('src/app/ops/list-projects.ts', args, { DATABASE_URL: url })
    commands.push(command)
    return command.ended
  }
}

test('prints one line for each project, with id and repository', async () => {
  const projects = await projectsCli()
  expect(await projects()).toEqual({
    code: 0,
    stderr: '',
    stdout: 'prj_ya  acme/docs\nprj_yb  acme/site\nprj_9   Umbrella/app\n',
  })
})

test('prints the projects of one account, and JSON', async () => {
  const projects = await projectsCli()
  expect((await projects('--account', 'umbrella')).stdout).toBe('prj_9  Umbrella/app\n')
  const { stdout } = await projects('--account', 'UMBRELLA', '--json')
  expect(JSON.parse(stdout)).toEqual([{ id: 'prj_9', repository: 'Umbrella/app' }])
})

test('says on standard error what to do if there is no project', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'p.db')}`
  await (await openStore(url)).close()
  const command = await runCommand('src/app/ops/list-projects.ts', [], { DATABASE_URL: url })
  commands.push(command)
  expect(await command.ended).toEqual({
    code: 0,
    stdout: '',
    stderr: 'There are no projects: install the GitHub App on a repository while the server runs.\n',
  })
})

test('refuses an unknown account and unknown arguments', async () => {
  const projects = await projectsCli()
  const unknown = await projects('--account', 'other')
  expect(unknown).toMatchObject({ code: 1, stdout: '' })
  expect(unknown.stderr).toContain('Known accounts: acme, Umbrella.')
  const wrong = await projects('--all')
  expect(wrong).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('npm run projects') })
  expect(wrong.stderr).toMatch(/^error: Unknown option '--all'/)
})
