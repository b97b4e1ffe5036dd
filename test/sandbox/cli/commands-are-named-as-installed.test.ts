import { expect, test } from 'vitest'
import { commandIn } from '../../../sandbox/cli/command-of.ts'

test.each([
  ['checkout', 'npm run sandbox -- --help'],
  ['package', 'prentice sandbox --help'],
] as const)('in a %s, messages name %s', (kind, command) => {
  expect(commandIn(kind, 'sandbox', '--help')).toBe(command)
})
