import { expect, test } from 'vitest'
import { commandIn, operatorCommandIn } from '../../../sandbox/cli/command-of.ts'

test.each([
  ['checkout', 'npm run sandbox -- --help', 'npm run doctor'],
  ['package', 'prentice sandbox --help', 'prentice server doctor'],
] as const)('in a %s, messages name %s', (kind, command, operator) => {
  expect(commandIn(kind, 'sandbox', '--help')).toBe(command)
  expect(operatorCommandIn(kind, 'doctor')).toBe(operator)
})
