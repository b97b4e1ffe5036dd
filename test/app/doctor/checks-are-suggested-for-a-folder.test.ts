import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type Command, type Ended, runCommand } from '../../support/processes/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

async function doctor(...args: string[]): Promise<Ended> {
  const command = await runCommand('src/app/doctor/cli.ts', args, {})
  commands.push(command)
  return command.ended
}

test('the settings of a folder are printed as YAML and as JSON', async () => {
  const folder = await temporaryFolder()
  await writeFile(join(folder, 'go.mod'), 'module example.com/a\n')
  const { code, stdout } = await doctor('--suggest', folder)
  expect(stdout).toBe(
    '# .github/prentice.yml\nsetup:\n  - go mod download\nchecks:\n  - go vet ./...\n  - go test ./...\n',
  )
  expect(code).toBe(0)
  expect(JSON.parse((await doctor('--json', '--suggest', folder)).stdout)).toEqual({
    setup: ['go mod download'],
    checks: ['go vet ./...', 'go test ./...'],
  })
})

test('an empty folder and a missing one are refused with the next step', async () => {
  const folder = await temporaryFolder()
  expect(await doctor('--suggest', folder)).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`${folder} has no manifest from which checks can be suggested`),
  })
  expect(await doctor('--suggest', '/no/such/folder')).toMatchObject({
    code: 1,
    stderr: 'error: /no/such/folder cannot be read (ENOENT): name the folder of a checkout\n',
  })
})
