import { expect, test } from 'vitest'
import { composeAssignment } from '../../../src/action/control-plane/standalone/compose-assignment.ts'
import { readInputs } from '../../../src/action/start/inputs.ts'

const addressOn = (server: string): string =>
  composeAssignment({
    inputs: readInputs({}),
    ...{ prompt: 'x', model: 'anthropic/x', token: 'ghs_token', id: 'abc', work: null },
    repository: {
      ...{ id: 1, name: 'r', owner: { login: 'o' }, html_url: `${server}/o/r`, private: true },
      default_branch: 'main',
    },
  }).author.email

test.each([
  ['https://github.com', '41898282+github-actions[bot]@users.noreply.github.com'],
  // Its number there is another one, so the address has none.
  ['https://ghes.acme.example:8443', 'github-actions[bot]@users.noreply.ghes.acme.example'],
  ['https://acme.ghe.com', 'github-actions[bot]@users.noreply.acme.ghe.com'],
])('on %s the commit is by %s', (server, address) => {
  expect(addressOn(server)).toBe(address)
})
