import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { describeWithGh, ROOT } from '../cli/init-scene.ts'
import { startTestWorld } from '../support/world/world.ts'

describeWithGh('a sandbox on which init is tried', () => {
  test('its variables lead a shell with init to the first pull request', async () => {
    const world = await startTestWorld(undefined, { dialect: 'enterprise', offersInit: true })
    if (world.init === null) throw new Error('the sandbox does not offer it')
    const { environmentFile, repository } = world.init
    expect((await stat(environmentFile)).mode & 0o777).toBe(0o600)
    const flags = `--yes --secret ANTHROPIC_API_KEY --repo ${repository}`
    const command = `. ${environmentFile} && node ${ROOT}src/cli/main.ts init ${flags} "$0"`
    const { PATH = '' } = process.env
    const { stdout } = await promisify(execFile)(
      'sh',
      ['-c', command, 'Replace "dog" with "cat" in README.md'],
      { env: { PATH, HOME: world.directory } },
    )
    expect(stdout).toMatch(/^http:\S+\/newcomers\/first-repo\/pull\/2\n$/)
    const [, host = ''] = /GH_HOST='([^']+)'/.exec(await readFile(environmentFile, 'utf8')) ?? []
    await world.close()
    await expect(fetch(`https://${host}`)).rejects.toThrow()
  })
})
