import { expect, test } from 'vitest'
import { cutTimeline, foldTimeline } from '../../../../../src/app/http/dashboard/job/timeline.ts'
import type { KeptEvent } from '../../../../../src/app/job-store/read-progress.ts'
import type { AgentEvent } from '../../../../../src/contract/events.ts'
import { jobScene, step, tool } from './job-scene.ts'

const note = (text: string) => ({ type: 'note', text }) as const
const stage = (name: 'prepare' | 'agent' | 'plan') => ({ type: 'stage', stage: name }) as const

const folded = (...events: AgentEvent[]) =>
  foldTimeline(
    events.map((event, at): KeptEvent => ({ run: 1, seq: at + 1, at: '2027-01-15T08:00:00.000Z', event })),
  )

test('a timeline within the limit is whole, with its empty stages', () => {
  const stages = folded(stage('prepare'), stage('agent'), step(1), tool(1, 'a.ts'), stage('plan'))
  expect(cutTimeline(stages, 1)).toEqual({ stages, hidden: 0 })
})

test('a longer one begins with a whole step or line, and hides the stages before it', () => {
  const stages = folded(
    ...[stage('prepare'), note('one'), stage('agent')],
    ...[step(1), tool(1, 'a.ts'), tool(1, 'b.ts')],
    ...[step(2), tool(2, 'c.ts'), tool(2, 'd.ts'), note('two')],
  )
  const cut = cutTimeline(stages, 2)
  expect(cut.hidden).toBe(3)
  expect(cut.stages.map(({ stage: name, entries }) => [name, entries.length])).toEqual([['agent', 2]])
  expect(cutTimeline(stages, 4)).toMatchObject({ hidden: 1, stages: [{ stage: 'agent' }] })
  expect(cutTimeline(stages, 6)).toEqual({ stages, hidden: 0 })
})

test('the page of a long run shows its newest 200 lines, and leads to all of them', async () => {
  const { app, path, runner } = await jobScene()
  const lines = Array.from({ length: 249 }, (_, at) => note(`Note ${at}.`))
  await (await runner()).report(stage('agent'), tool(1, 'a.ts', false), ...lines)
  const rita = await app.signIn('rita')
  const { text } = await rita.get(path)
  expect(text.match(/class="line /g)).toHaveLength(200)
  expect(text).toContain('Show 50 earlier lines')
  const whole =
    /id="earlier" href="\/dashboard([^"#]*)#L1-52"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(text).toContain(`id="first-failure" href="/dashboard${whole.replace('&', '&amp;')}#L1-2"`)
  expect(text).toContain('/events?after=1-251')
  const all = (await rita.get(whole)).text
  expect(all.match(/class="line /g)).toHaveLength(250)
  expect(all).not.toContain('id="earlier"')
  expect(all).toContain('id="first-failure" href="#L1-2"')
})
