import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from '../../../support/processes/command.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { onboardingScene, SHA } from '../onboarding-scene.ts'

async function onboard(environment: Record<string, string>, ...args: string[]) {
  const command = await runCommand('src/app/onboarding/cli.ts', args, environment)
  onTestFinished(() => command.remove())
  return command.ended
}

test('the command prints a line for each repository, and what is left', async () => {
  const scene = await onboardingScene()
  const environment = {
    APP_ID: String(scene.app.appId),
    PRIVATE_KEY: scene.app.privateKeyPem,
    WEBHOOK_SECRET: 'a secret of the tests',
    PUBLIC_URL: 'https://prentice.example.com',
    ALLOWED_ACCOUNTS: 'acme',
    ACTION_REF: `acme/prentice@${SHA} # v1.2.3`,
    GITHUB_SERVER_URL: scene.github.serverUrl,
    GITHUB_API_URL: scene.github.apiUrl,
  }
  expect(await onboard(environment)).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('install it from its page on GitHub'),
  })
  for (const name of ['a', 'b', 'other']) await scene.createRepository(name)
  expect(await onboard(environment, '--match', 'acme/?', '--wave', '1')).toEqual({
    code: 0,
    stdout: `opened         acme/a  ${scene.github.serverUrl}/acme/a/pull/1\nwaiting        acme/b  for the next wave\n`,
    stderr: '1 opened, 1 waiting\nrun the same command again for the next wave\n',
  })
  expect(await onboard(environment, '--dry-run')).toEqual({
    code: 0,
    stdout: [
      'nothing        acme/a  its pull request is open and up to date',
      `would-open     acme/b  ${scene.github.serverUrl}/acme/b`,
      `would-open     acme/other  ${scene.github.serverUrl}/acme/other`,
      '',
    ].join('\n'),
    stderr: '1 nothing, 2 would-open\n',
  })
  const file = join(temporaryFolder(), 'damaged.db')
  writeFileSync(file, 'This is a text.\n'.repeat(100))
  // It may name a runner repository, with which no repository needs a pull request.
  expect(await onboard({ ...environment, DATABASE_URL: `sqlite:${file}` })).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(file),
  })
  const tag = await onboard({ ...environment, ACTION_REF: 'acme/prentice@v1' })
  expect(tag).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('set it to a full commit SHA'),
  })
  // The App sees this repository, which has no such commit.
  expect(await onboard({ ...environment, ACTION_REF: `acme/a@${SHA}` }, '--dry-run')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining(`ACTION_REF: acme/a has no action.yml at ${SHA}`),
  })
})

test.each([['--wave', '0'], ['--wave', 'all'], ['--wave', '101'], ['everything'], ['--matches', 'a']])(
  '%s %s is a wrong argument',
  async (...args) => {
    const { code, stderr } = await onboard({}, ...args)
    expect(code).toBe(2)
    expect(stderr).toContain('usage: npm run onboard')
  },
)
