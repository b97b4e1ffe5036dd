import { expect, it } from 'vitest'
import { ALL_TOOLS, toolsFor } from '../../../../src/action/agent/tools/toolset.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const namesFor = (model: string) => toolsFor(model, { plan: true }).specs.map(({ name }) => name)

it.each([
  'openai/gpt-4.1',
  'openai/gpt-4.1-mini',
  'openai/gpt-5',
  'openai/gpt-5.2-codex',
  'openai/gpt-6.1-sol',
  'openai/o3',
  'openai/o4-mini',
  'openai/codex-mini-latest',
  'openai-compatible/openai/gpt-5-mini',
  'openai-compatible/gpt-oss-120b',
])('%s patches', (model) => {
  expect(namesFor(model)).toContain('apply_patch')
  expect(namesFor(model)).not.toContain('multi_edit')
})

it.each([
  'anthropic/claude-sonnet-4-5',
  'google/gemini-2.5-pro',
  'openai/gpt-4o',
  'openai/gpt-4-turbo',
  'openai/o1',
  'openai-compatible/llama',
  'openai-compatible/qwen/qwen3-coder',
  'openai-compatible/not-gpt-5',
])('%s quotes', (model) => {
  expect(namesFor(model)).toContain('multi_edit')
  expect(namesFor(model)).not.toContain('apply_patch')
})

it('all models get the same tools in the same order', () => {
  const order = ALL_TOOLS.map(({ name }) => name)
  for (const model of ['openai/gpt-5', 'anthropic/claude-sonnet-4-5']) {
    const names = namesFor(model)
    expect(names).toEqual(order.filter((name) => names.includes(name)))
    for (const name of [
      'list',
      'search',
      'read',
      'edit',
      'write',
      'move',
      'make_executable',
      'delete',
      'plan',
      'finish',
    ]) {
      expect(names).toContain(name)
    }
  }
})

it.each([
  ['multi_edit', { path: 'a.txt', edits: [{ old: 'one', new: '1' }] }, 'a.txt'],
  [
    'apply_patch',
    { patch: '*** Begin Patch\n*** Update File: a.txt\n-one\n+1\n*** Delete File: b.txt\n*** End Patch' },
    'a.txt, b.txt',
  ],
  ['move', { from: 'b.txt', to: 'c.txt' }, 'b.txt to c.txt'],
  ['make_executable', { path: 'run.sh' }, 'run.sh'],
])('%s does what it is asked and says on what', async (name, input, target) => {
  const files = { 'a.txt': 'one\n', 'b.txt': 'b\n', 'run.sh': '#!/bin/sh\n' }
  await using tree = await openTree(files, { mayMakeExecutable: true })
  const models = ['openai/gpt-5', 'anthropic/claude-sonnet-4-5']
  const tool = models.flatMap((model) => toolsFor(model).workspace).find((one) => one.name === name)
  expect(await tool?.call(input, tree.workspace)).toMatchObject({ ok: true, target })
})

it.each([
  ['multi_edit', { path: 'a.txt', edits: [] }, /`edits`/],
  ['multi_edit', { path: 'a.txt', edits: 'one' }, /`edits`/],
  ['multi_edit', { path: 'a.txt', edits: [{ old: 'a' }] }, /`edits\.0\.new`/],
  ['apply_patch', {}, /`patch`/],
  ['move', { from: 'a.txt' }, /`to`/],
])('%s says what is wrong with its input', async (name, input, why) => {
  await using tree = await openTree({ 'a.txt': 'one\n' })
  const models = ['openai/gpt-5', 'anthropic/claude-sonnet-4-5']
  const tool = models.flatMap((model) => toolsFor(model).workspace).find((one) => one.name === name)
  expect(await tool?.call(input, tree.workspace)).toMatchObject({
    ok: false,
    text: expect.stringMatching(why),
  })
})
