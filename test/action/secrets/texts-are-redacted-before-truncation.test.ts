import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { keepHeadAndTail } from '../../../src/action/checks/isolation/head-and-tail.ts'
import { openConfidentiality } from '../../../src/action/confidential/confidentiality.ts'
import { commandsOfProcess } from '../../../src/action/log/log.ts'
import type { RunOutcome } from '../../../src/action/outcome/outcome.ts'
import { writeOutputs } from '../../../src/action/run-action.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { openAgentHost } from '../../../src/action/stages/open-agent-host.ts'
import { noChangeOutcome } from '../../../src/action/stages/plan.ts'
import type { AgentEvent } from '../../../src/contract/events.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { call, finish, runScript, say } from '../../support/action/scripted-run.ts'

/** Words, of which only the whole gives it away, and marks that HTML and Markdown escape. */
const PHRASE = 'correct_horse<battery>&"staple"_again'
const TOKEN = 'ghp_0123456789abcdefABCDEF0123456789abcd'
const secrets = openSecrets([PHRASE], () => {})
const confidentiality = openConfidentiality({ showPrompt: true, prompts: [], earlier: [] })
const silent = { info() {}, notice() {}, warning() {}, failure() {} }
const log = { ...silent, group: <T>(_: string, work: () => Promise<T>) => work() }

describe('an event', () => {
  const heard = (event: AgentEvent): AgentEvent | undefined => {
    const reported: AgentEvent[] = []
    const controlPlane = { report: (one: AgentEvent) => void reported.push(one), takeMessages: () => [] }
    const signal = new AbortController().signal
    openAgentHost({ controlPlane, confidentiality, log, secrets, signal, now: Date.now }, null).onEvent(event)
    return reported[0]
  }

  test.each([PHRASE, TOKEN])('contains no part of a secret at its end: %s', (secret) => {
    const half = Math.floor(secret.length / 2)
    const text = `${'x'.repeat(1000 - half)} ${secret} and more`
    const note = heard({ type: 'note', text })
    expect(JSON.stringify(note)).not.toMatch(/correct_|ghp_/)
    expect(note).toMatchObject({ text: expect.stringMatching(/^x+ \*/) })
    const target = `${'d/'.repeat(150 - half / 2)}${secret}/${secret}`
    const tool = heard({ type: 'tool', step: 1, tool: `${'t'.repeat(50)} ${secret}`, target, ok: true })
    expect(JSON.stringify(tool)).not.toMatch(/correct_|ghp_/)
    expect(tool).toMatchObject({
      tool: expect.stringMatching(/^.{1,64}$/),
      target: expect.stringMatching(/^.{1,300}$/),
    })
  })

  test('comes whole from the agent, whatever the model said', async () => {
    const said = `${'x '.repeat(495)}${PHRASE} ${TOKEN}`
    const { events } = await runScript({ turns: [say(said), call(['t'.repeat(60), {}]), finish()] })
    expect(events).toContainEqual({ type: 'note', text: said })
    const { events: calls } = await runScript({
      turns: [call(['search', { pattern: `${'x '.repeat(145)}${PHRASE}` }]), finish()],
    })
    expect(calls.map((event) => heard(event)).filter((event) => /corr/.test(JSON.stringify(event)))).toEqual(
      [],
    )
  })
})

describe('the page of the run', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('shows no secret that its escapes would hide, or its cuts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'summary-'))
    for (const name of ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY']) {
      writeFileSync(join(folder, name), '')
      vi.stubEnv(name, join(folder, name))
    }
    const text = `${'x '.repeat(1990)}${TOKEN} ${PHRASE}`
    const output = `${PHRASE} ${TOKEN} ${'y '.repeat(1000 - 10)}`
    const results = [{ name: 'Tests', passed: false, detail: 'exit code 1', seconds: 1, output }]
    const end: RunOutcome = {
      ending: { outcome: 'failed', reason: reason('action-failed', `a ${PHRASE} b`), published: null },
      ...{
        summary: text,
        usage: null,
        perStep: [],
        patchPath: null,
        transcriptPath: null,
        patchDescription: null,
      },
      notices: [],
      files: [`docs/${TOKEN}.md`, `${PHRASE}.txt`],
      checks: { kind: 'ran', results },
    }
    await writeOutputs(
      { kind: 'unclaimed', end },
      { commands: commandsOfProcess, log, explain: (shown) => shown, redact: secrets.redact },
    )
    const page = readFileSync(join(folder, 'GITHUB_STEP_SUMMARY'), 'utf8')
    rmSync(folder, { recursive: true })
    expect(page).not.toMatch(/correct|horse|staple|ghp|abcdef/)
    expect(page).toContain('<code>docs/&#42;&#42;&#42;.md</code>')
  })
})

test('a refused path is named without the secret in it', () => {
  const refusedPaths = [
    { path: `.github/workflows/${PHRASE}.yml`, verdict: 'protected' as const, link: null },
  ]
  const outcome = {
    ...{
      reason: null,
      publishable: true,
      title: '',
      body: '',
      commitMessage: '',
      files: [],
      summary: 'Nothing.',
    },
    usage: { steps: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: null },
    ...{ perStep: [], acknowledged: 1 },
  }
  const ending = noChangeOutcome(
    { secrets, confidentiality },
    { outcome, refusedPaths, isSaved: false },
    null,
  )
  expect(ending).toMatchObject({ obstacle: expect.stringContaining('.github/workflows/***') })
  expect(JSON.stringify(ending)).not.toContain('horse')
})

test('a long output of a check is forgotten up to where a word begins', () => {
  const ends = keepHeadAndTail(20, 20)
  ends.add(Buffer.from(`head ${TOKEN} ${'x '.repeat(100)}${TOKEN} tail`))
  expect(ends.text()).toMatch(/^head \n\[… \d+ bytes left out …\]\n tail$/)
})
