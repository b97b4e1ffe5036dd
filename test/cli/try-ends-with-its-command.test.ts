import { expect, test } from 'vitest'
import { runCommand } from '../support/processes/command.ts'
import { MODEL, tryScene } from './try-scene.ts'

const PROMPT = 'Wait 300 seconds\nReplace "dog" with "cat" in README.md'

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends the run, and nothing is left', async (signal) => {
  const { model, clone, git, environment } = await tryScene()
  const wait = model.holdWait()
  const command = await runCommand(
    'src/cli/main.ts',
    ['try', '--apply', '--dir', clone, '--model', MODEL, PROMPT],
    {
      ANTHROPIC_BASE_URL: environment.ANTHROPIC_BASE_URL ?? '',
    },
  )
  await wait.arrived
  command.kill(signal)
  const { code, stdout, stderr } = await command.ended
  expect(stderr).toContain('Interrupted. Nothing was kept.')
  expect(stderr).not.toMatch(/runner|pushed/)
  expect([code, stdout]).toEqual([2, ''])
  expect([await command.leftovers(), git('status', '--porcelain')]).toEqual([[], ''])
  await command.remove()
})

test('a command line that is killed takes the agent and its files along', async () => {
  const { model, clone, environment } = await tryScene()
  const wait = model.holdWait()
  const command = await runCommand('src/cli/main.ts', ['try', '--dir', clone, '--model', MODEL, PROMPT], {
    ANTHROPIC_BASE_URL: environment.ANTHROPIC_BASE_URL ?? '',
  })
  await wait.arrived
  command.kill('SIGKILL')
  await command.ended
  await expect.poll(command.leftovers).toEqual([])
  await command.remove()
})
