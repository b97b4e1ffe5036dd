import { expect, test } from 'vitest'
import type { ZodType } from 'zod'
import { ChecksPlan } from '../../src/contract/checks.ts'
import { RecordedEvent } from '../../src/contract/events.ts'
import { CreateJobBody } from '../../src/contract/job.ts'
import { Reason, reason } from '../../src/contract/reasons.ts'
import { Usage } from '../../src/contract/run.ts'
import { Limits } from '../../src/contract/runner-protocol/assignment.ts'
import {
  ClaimRequest,
  EventsRequest,
  NumberedPrompt,
  RegisterRequest,
} from '../../src/contract/runner-protocol/protocol.ts'
import { PublishRules, PushTokenRequest } from '../../src/contract/runner-protocol/publish.ts'
import { PATCH_LIMIT, PatchDescription, ResultRequest } from '../../src/contract/runner-protocol/result.ts'
import { cutHead, cutTail } from '../../src/contract/text.ts'

const text = (length: number): string => 'x'.repeat(length)

const event = (more: object) => ({ seq: 1, at: '2026-11-20T12:00:00Z', event: more })
const note = event({ type: 'note', text: 'x' })
const step = { type: 'step', step: 1, inputTokens: 0, outputTokens: 0, costUsd: 0 }
const tool = { type: 'tool', step: 1, tool: 'read', target: 'a', ok: true }
const usage = { steps: 1, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 }
const answer = { step: 1, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 }
const result = { outcome: 'no-change', acknowledged: 0, summary: null, usage: null, headSha: null }
const patch = { title: 'x', body: 'x', commitMessage: 'x', endedBy: null }
const claim = { run: 'run_a_b_1', protocol: 1 }
const register = { protocol: 1, prompt: 'x' }
const rules = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 1, maxBytes: 1 }
const plan = { files: 0, additions: 0, deletions: 0 }
const published = { headSha: 'a'.repeat(40), pullRequest: 1 }
const limits = { steps: 1, seconds: 1, costUsd: 1 }
const checks = { commands: [{ name: 'a', run: 'b', seconds: 1 }], rounds: 0, setup: [] }
const command = (more: object) => ({ ...checks, commands: [{ name: 'a', run: 'b', seconds: 1, ...more }] })

/** Longest and largest, and the least where that is not empty or zero. */
test.each<[string, ZodType, number, (size: number) => unknown]>([
  ['the id of a claimed run', ClaimRequest, 200, (size) => ({ ...claim, run: text(size) })],
  ['a feature', ClaimRequest, 64, (size) => ({ ...claim, features: [text(size)] })],
  ['features', ClaimRequest, 100, (size) => ({ ...claim, features: Array(size).fill('x') })],
  ['a registered prompt', RegisterRequest, 500_000, (size) => ({ ...register, prompt: text(size) })],
  ['a registered model', RegisterRequest, 200, (size) => ({ ...register, model: text(size) })],
  ['a registered ref', RegisterRequest, 255, (size) => ({ ...register, ref: text(size) })],
  ['the prompt of a job', CreateJobBody, 500_000, (size) => ({ prompt: text(size) })],
  ['the ref of a job', CreateJobBody, 255, (size) => ({ prompt: 'x', ref: text(size) })],
  ['the model of a job', CreateJobBody, 200, (size) => ({ prompt: 'x', model: text(size) })],
  ['events', EventsRequest, 500, (size) => ({ events: Array(size).fill(note), acknowledged: 0 })],
  ['a note', RecordedEvent, 1000, (size) => event({ type: 'note', text: text(size) })],
  ['the name of a tool', RecordedEvent, 64, (size) => event({ ...tool, tool: text(size) })],
  ['the target of a tool', RecordedEvent, 300, (size) => event({ ...tool, target: text(size) })],
  ['the cost of a step', RecordedEvent, 10_000, (size) => event({ ...step, costUsd: size })],
  ['the cost of a run', Usage, 10_000, (size) => ({ ...usage, costUsd: size })],
  ['a summary', ResultRequest, 10_000, (size) => ({ ...result, summary: text(size) })],
  ['an obstacle', ResultRequest, 2000, (size) => ({ ...result, obstacle: text(size) })],
  ['answers', ResultRequest, 1000, (size) => ({ ...result, perStep: Array(size).fill(answer) })],
  ['the title of a patch', PatchDescription, 1000, (size) => ({ ...patch, title: text(size) })],
  ['the body of a patch', PatchDescription, 60_000, (size) => ({ ...patch, body: text(size) })],
  ['the message of a commit', PatchDescription, 10_000, (size) => ({ ...patch, commitMessage: text(size) })],
  ['the message of a reason', Reason, 4000, (size) => ({ code: 'cancelled', message: text(size) })],
  ['the name of a check', ChecksPlan, 100, (size) => command({ name: text(size) })],
  ['a check', ChecksPlan, 4000, (size) => command({ run: text(size) })],
])('%s: %i are taken, one more is refused', (_, schema, most, value) => {
  expect(schema.safeParse(value(most)).success).toBe(true)
  expect(schema.safeParse(value(most + 1)).success).toBe(false)
})

test.each<[string, ZodType, (size: number) => unknown]>([
  ['the id of a claimed run', ClaimRequest, (size) => ({ ...claim, run: text(size) })],
  ['the ref of a job', CreateJobBody, (size) => ({ prompt: 'x', ref: text(size) })],
  ['the model of a job', CreateJobBody, (size) => ({ prompt: 'x', model: text(size) })],
  ['a protocol version', ClaimRequest, (size) => ({ ...claim, protocol: size })],
  ['a registered prompt', RegisterRequest, (size) => ({ ...register, prompt: text(size) })],
  ['a registered model', RegisterRequest, (size) => ({ ...register, model: text(size) })],
  ['a registered ref', RegisterRequest, (size) => ({ ...register, ref: text(size) })],
  ['the version of a register', RegisterRequest, (size) => ({ ...register, protocol: size })],
  ['the number of a prompt', NumberedPrompt, (size) => ({ number: size, text: 'x' })],
  ['the most files', PublishRules, (size) => ({ ...rules, maxFiles: size })],
  ['the most bytes', PublishRules, (size) => ({ ...rules, maxBytes: size })],
  [
    'a pull request',
    ResultRequest,
    (size) => ({ ...result, outcome: 'published', published: { ...published, pullRequest: size } }),
  ],
  ['the step of a tool', RecordedEvent, (size) => event({ ...tool, step: size })],
  ['the step of an answer', ResultRequest, (size) => ({ ...result, perStep: [{ ...answer, step: size }] })],
  ['the number of an event', RecordedEvent, (size) => ({ ...note, seq: size })],
  ['the number of a step', RecordedEvent, (size) => event({ ...step, step: size })],
  ['the number of a message', RecordedEvent, (size) => event({ type: 'message', number: size })],
  ['the most steps', Limits, (size) => ({ ...limits, steps: size })],
  ['the most seconds', Limits, (size) => ({ ...limits, seconds: size })],
  ['the most tokens', Limits, (size) => ({ ...limits, tokens: size })],
  ['the name of a check', ChecksPlan, (size) => command({ name: text(size) })],
  ['a check', ChecksPlan, (size) => command({ run: text(size) })],
  ['the seconds of a check', ChecksPlan, (size) => command({ seconds: size })],
  ['checks', ChecksPlan, (size) => ({ ...checks, commands: Array(size).fill(checks.commands[0]) })],
])('%s: one is taken, none is refused', (_, schema, value) => {
  expect(schema.safeParse(value(1)).success).toBe(true)
  expect(schema.safeParse(value(0)).success).toBe(false)
})

test.each<[string, ZodType, (size: number) => unknown]>([
  ['the steps of a run', Usage, (size) => ({ ...usage, steps: size })],
  ['the tokens that a run read', Usage, (size) => ({ ...usage, inputTokens: size })],
  ['those of them that were cached', Usage, (size) => ({ ...usage, cachedInputTokens: size })],
  ['the tokens that a run wrote', Usage, (size) => ({ ...usage, outputTokens: size })],
  ['the cost of a run', Usage, (size) => ({ ...usage, costUsd: size })],
  ['the answers that broke off', Usage, (size) => ({ ...usage, brokenOff: size })],
  ['the answers that were estimated', Usage, (size) => ({ ...usage, estimated: size })],
  ['the last message taken', EventsRequest, (size) => ({ events: [], acknowledged: size })],
  ['the last message of a push token', PushTokenRequest, (size) => ({ acknowledged: size, plan })],
  ['the last message of a result', ResultRequest, (size) => ({ ...result, acknowledged: size })],
  ['planned files', PushTokenRequest, (size) => ({ acknowledged: 0, plan: { ...plan, files: size } })],
  [
    'planned additions',
    PushTokenRequest,
    (size) => ({ acknowledged: 0, plan: { ...plan, additions: size } }),
  ],
  [
    'planned deletions',
    PushTokenRequest,
    (size) => ({ acknowledged: 0, plan: { ...plan, deletions: size } }),
  ],
  ['the tokens that a step read', RecordedEvent, (size) => event({ ...step, inputTokens: size })],
  ['those of them that were cached', RecordedEvent, (size) => event({ ...step, cachedInputTokens: size })],
  ['the tokens that a step wrote', RecordedEvent, (size) => event({ ...step, outputTokens: size })],
  ['the cost of a step', RecordedEvent, (size) => event({ ...step, costUsd: size })],
  ['the rounds of checks', ChecksPlan, (size) => ({ ...checks, rounds: size })],
])('%s may be 0 and is never negative', (_, schema, value) => {
  expect(schema.safeParse(value(0)).success).toBe(true)
  expect(schema.safeParse(value(-1)).success).toBe(false)
})

test('a run of up to 4,095 characters that may be a secret is not cut through', () => {
  const before = 'words before '
  const cutInside = (run: number) => cutHead(`${before}${text(run)} and after`, before.length + 10)
  expect(cutInside(4_095)).toBe(before)
  expect(cutInside(4_096)).toBe(before + text(10))
})

test('a text cut to zero characters is empty', () => {
  expect([cutHead('a b', 0), cutHead('a b', -1), cutTail('a b', 0), cutTail('a b', -1)]).toEqual([
    '',
    '',
    '',
    '',
  ])
})

test('the message of a reason never exceeds the limit of the protocol', () => {
  expect(Reason.safeParse(reason('model-refused', 'word '.repeat(10_000))).success).toBe(true)
})

test('a saved patch has at most 10 MiB', () => {
  expect(PATCH_LIMIT).toBe(10_485_760)
})

test.each([
  ['model-refused', 600],
  ['config-invalid', 2_500],
] as const)('the detail of %s is cut after %i characters', (code, most) => {
  const detail = 'a '.repeat(most / 2)
  expect(reason(code, detail).message).not.toContain('a …')
  expect(reason(code, `${detail}b`).message).toContain(`${detail}…`)
})
