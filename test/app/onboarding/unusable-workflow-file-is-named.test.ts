import { expect, test } from 'vitest'
import { onboardingScene } from './onboarding-scene.ts'

const WORKFLOW = '.github/workflows/prentice.yml'

test('a repository whose workflow file the server cannot use is reported with the reason', async () => {
  const { createRepository, commit, run, deps } = await onboardingScene()
  await createRepository('pets')
  const usable = `name: Prentice
run-name: Prentice \${{ inputs.run }}
on: { workflow_dispatch: { inputs: { run: {}, prompt: {} } } }
permissions: { id-token: write }
jobs:
  prentice:
    runs-on: ubuntu-latest
    steps:
      - uses: acme/prentice@${deps.config.actionRef.ref}
        with: { run: '\${{ inputs.run }}', prompt: '\${{ inputs.prompt }}', app-url: ${deps.config.publicUrl} }
`
  await commit('pets', WORKFLOW, usable)
  const line = { kind: 'nothing', subject: 'acme/pets', text: 'it has the workflow file' }
  expect(await run()).toEqual([line])
  await commit('pets', WORKFLOW, usable.replace('acme/prentice@', 'your-org/prentice@'))
  expect(await run()).toEqual([
    {
      kind: 'failed',
      subject: 'acme/pets',
      text: expect.stringMatching(
        /^it has a workflow file that this server cannot use: `uses` is "your-org\/prentice@\w+" and should name acme\/prentice$/,
      ),
    },
  ])
})
