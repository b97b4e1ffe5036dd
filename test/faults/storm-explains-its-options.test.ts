import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const storm = (...args: string[]) => {
  const program = join(import.meta.dirname, 'long/run.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}

test('--help lists the options of the storm', () => {
  const { status, stdout, stderr } = storm('--help')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  for (const option of ['minutes', 'seed', 'servers', 'callers', 'dispatch-errors', 'store', 'json'])
    expect(stdout).toContain(`--${option}`)
})

test.each([
  ['--nonsense', "Unknown option '--nonsense'"],
  ['--minutes=0', '--minutes 0: give a number above 0'],
  ['--dispatch-errors=101', '--dispatch-errors 101: give a percentage from 0 to 100'],
  ['--store=mysql', '--store mysql: give sqlite, postgres or redis'],
])('%s is refused before anything starts, with the usage', (argument, problem) => {
  const { status, stdout, stderr } = storm(argument)
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
  expect(stderr).toMatch(/^error: /)
  expect(stderr).toContain(problem)
  expect(stderr).toContain('usage: npm run faults')
})
