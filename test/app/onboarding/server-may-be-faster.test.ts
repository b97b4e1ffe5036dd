import { expect, test } from 'vitest'
import { onboardingScene } from './onboarding-scene.ts'

test('a pull request that the server opens meanwhile is no failure', async () => {
  const { createRepository, run } = await onboardingScene()
  await createRepository('pets')
  const pause = async () => void (await run())
  expect(await run({ pause })).toEqual([
    { kind: 'nothing', subject: 'acme/pets', text: 'its pull request is open and up to date' },
  ])
})
