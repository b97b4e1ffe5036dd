import { expect, test } from 'vitest'
import { PROTECTED_PATHS } from '../../../../src/settings/protected-paths.ts'

const tools = PROTECTED_PATHS.flatMap((group) => group.tools)

test('every group explains its protection in separate sentences', () => {
  for (const { why } of PROTECTED_PATHS) expect(why).toMatch(/^[A-Z].{20,}\.$/)
  expect(new Set(PROTECTED_PATHS.map(({ why }) => why)).size).toBe(PROTECTED_PATHS.length)
})

test('every tool has a unique name, a source and a glob', () => {
  for (const [name, source, ...globs] of tools) {
    expect(name).toMatch(/^\S.*\S$/)
    expect([name, source]).toEqual([name, expect.stringMatching(/\S/)])
    expect([name, globs.length]).not.toEqual([name, 0])
  }
  expect(new Set(tools.map(([name]) => name)).size).toBe(tools.length)
})
