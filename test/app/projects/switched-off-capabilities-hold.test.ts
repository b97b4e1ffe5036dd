import { expect, test } from 'vitest'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { CAPABILITIES, type Capability } from '../../../src/settings/capabilities.ts'
import { parseOrganisationSettings } from '../../../src/settings/organisation-settings.ts'
import { describeInvalid } from '../../../src/settings/parse-settings.ts'
import { settingsFile } from '../../support/settings-file.ts'
import { comment, triggerWorld } from '../triggers/trigger-world.ts'

const REPOSITORY = `
feedback: { comment: true, check-run: true }
triggers: { labels: [a], reviews: all, teams: [acme/docs], bots: [renovate] }
watch: [{ repository: acme/api, prompt: Do it. }]
context: [acme/api]
mcp: [{ name: docs, url: 'https://mcp.example.com/', tools: [search] }]
`

const organisation = (off: readonly Capability[]) =>
  `capabilities: { ${off.map((name) => `${name}: false`).join(', ')} }\n`

function configWith(off: readonly Capability[]) {
  const parsed = parseOrganisationSettings(organisation(off))
  if (parsed.kind === 'invalid') throw new Error(describeInvalid(parsed))
  const config = parseProjectConfig(settingsFile(REPOSITORY), { settings: parsed.settings, version: 'x' })
  if (config.kind === 'invalid') throw new Error(config.detail)
  return config.config
}

test('a repository cannot switch on what its organisation has switched off', () => {
  const all = configWith(CAPABILITIES)
  expect(all.feedback).toMatchObject({ comment: false, checkRun: false })
  expect(all.triggers).toMatchObject({ labels: [], teams: [], bots: [] })
  expect([all.watch, all.context, all.mcp]).toEqual([undefined, undefined, undefined])
  expect(all.off).toEqual(CAPABILITIES)
})

test('a capability that is switched off does not affect the others', () => {
  const none = configWith([])
  for (const name of CAPABILITIES) {
    const { off, ...config } = configWith([name])
    const after = new Map<string, unknown>(Object.entries(config))
    const changed = Object.entries(none).flatMap(([key, value]) =>
      JSON.stringify(value) === JSON.stringify(after.get(key)) ? [] : [key],
    )
    expect([name, off, changed]).toEqual([name, [name], CHANGES[name]])
  }
})

const CHANGES: Readonly<Record<Capability, string[]>> = {
  comments: [],
  labels: ['triggers'],
  reviews: [],
  teams: ['triggers'],
  bots: ['triggers'],
  watch: ['watch'],
  context: ['context'],
  mcp: ['mcp'],
  'job-comments': ['feedback'],
  'check-runs': ['feedback'],
  onboarding: [],
}

test('a repository cannot have the key', () => {
  const parsed = parseProjectConfig(settingsFile('capabilities: { comments: true }\n'))
  expect(parsed).toMatchObject({
    kind: 'invalid',
    detail: expect.stringContaining('belongs to the settings of the organisation'),
  })
})

test('comments are ignored within five minutes, without a question about their author', async () => {
  let text = ''
  const world = await triggerWorld({ github: { readOrganisationFile: async () => ({ kind: 'file', text }) } })
  await world.receive(comment('/prentice one'))
  await world.work()
  text = organisation(['comments'])
  world.clock.at += 5 * 60_000
  world.told.length = 0
  await world.receive(comment('/prentice two', { comment: 901, at: world.clock.at }))
  await world.work()
  expect(world.told).toEqual([])
  expect((await world.asked()).map(({ messages }) => messages.length)).toEqual([1])
})
