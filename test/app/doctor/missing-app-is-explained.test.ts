import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../support/processes/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

async function doctor(environment: Record<string, string>): Promise<string> {
  const command = await runCommand('src/app/doctor/cli.ts', [], environment)
  onTestFinished(() => command.remove())
  return (await command.ended).stdout
}

test('a server without a GitHub App is told how to register one, instead of three missing variables', async () => {
  const found = await doctor({ PUBLIC_URL: 'https://prentice.example.com' })
  expect(found).toMatch(/^fail {2}GitHub App .* open \/setup on it to register one;.*\n$/)
})

test('another mistake beside the file of credentials is not taken for a missing App', async () => {
  const path = join(await temporaryFolder(), 'credentials.env')
  await writeFile(path, 'APP_ID=12\nPRIVATE_KEY=x\nWEBHOOK_SECRET=y\n')
  const found = await doctor({ PUBLIC_URL: 'ftp://prentice.example.com', CREDENTIALS_FILE: path })
  expect(found).toContain('PUBLIC_URL: ')
  expect(found).not.toContain('/setup')
})
