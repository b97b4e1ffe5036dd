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

test('a pull request that the server opens meanwhile takes no place of the wave', async () => {
  const { createRepository, run, call } = await onboardingScene()
  await createRepository('birds')
  await createRepository('pets')
  let pauses = 0
  const pause = async () => {
    pauses += 1
    if (pauses === 1) await run({ matches: ({ name }) => name === 'birds' })
  }
  const lines = await run({ wave: 1, pause })
  expect(lines.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    'nothing acme/birds',
    'opened acme/pets',
  ])
  expect((await call('GET', '/repos/acme/pets/pulls/1')).status).toBe(200)
})
