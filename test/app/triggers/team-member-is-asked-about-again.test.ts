import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { createCheckSender } from '../../../src/app/triggers/check-sender.ts'

const REPOSITORY = { installationId: 1, id: 1234, owner: 'acme', name: 'docs' }
const ANA = { id: 501, login: 'ana' }
const NAMED = { teams: ['acme/writers'], bots: [] }

/** Ana may read, and GitHub answers so about the team. */
function senders(isInTeam: () => boolean) {
  const clock = { at: 1_000_000 }
  const check = createCheckSender({
    now: () => clock.at,
    github: {
      permissionOf: async () => ({ userId: ANA.id, permission: 'read', roleName: 'read' }),
      isTeamMember: async () => isInTeam(),
    },
  })
  const ask = (isMember: boolean, named = NAMED) => check(REPOSITORY, ANA, { isMember, named })
  return { clock, ask }
}

test('a member of the organisation may ask although GitHub does not know the team member for a moment', async () => {
  let isInTeam = false
  const { clock, ask } = senders(() => isInTeam)
  await expect(ask(true)).rejects.toMatchObject({ retryAt: clock.at + 60_000 })
  isInTeam = true
  clock.at += 60_000
  expect(await ask(true)).toEqual({ kind: 'may-ask' })
})

test('whom GitHub does not know a minute later is a stranger', async () => {
  const { clock, ask } = senders(() => false)
  await expect(ask(true)).rejects.toBeInstanceOf(GithubUnavailable)
  clock.at += 60_000
  expect(await ask(true)).toEqual({ kind: 'stranger' })
})

test('GitHub is asked again only about members of teams that the settings name', async () => {
  expect(await senders(() => false).ask(false)).toEqual({ kind: 'stranger' })
  expect(await senders(() => false).ask(true, { teams: [], bots: [] })).toEqual({ kind: 'stranger' })
})
