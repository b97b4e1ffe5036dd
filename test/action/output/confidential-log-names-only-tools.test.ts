import { expect, test } from 'vitest'
import { logEvent } from '../../../src/action/stages/open-agent-host.ts'
import type { AgentEvent } from '../../../src/contract/events.ts'

const called = (tool: string, target: string, ok = true): AgentEvent => ({
  type: 'tool',
  step: 1,
  tool,
  target,
  ok,
})

test.each([
  [called('search', 'what the prompt says'), '  ✓ search what the prompt says', '  ✓ search'],
  [called('read', 'what/the/prompt.says', false), '  ✗ read what/the/prompt.says', '  ✗ read'],
  [called('finish', ''), '  ✓ finish ', '  ✓ finish'],
  [called('what the prompt says', '', false), '  ✗ what the prompt says ', '  ✗ an unknown tool'],
  [{ type: 'note', text: 'what the prompt says' }, '  what the prompt says', null],
  [{ type: 'message', number: 2 }, 'The agent received message 2', 'The agent received message 2'],
] satisfies [AgentEvent, string, string | null][])('%j', (event, open, discreet) => {
  expect(logEvent(event, false)).toBe(open)
  expect(logEvent(event, true)).toBe(discreet)
})
