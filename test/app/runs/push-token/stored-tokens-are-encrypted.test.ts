import { expect, test } from 'vitest'
import { issuePushToken, revokePushToken } from '../../../../src/app/runs/push-token.ts'
import { createTokenCipher } from '../../../../src/app/store/token-cipher.ts'
import { claimedRun, identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const cipher = createTokenCipher('a private key')

test('a token is decrypted only with the same private key, and is never encrypted to the same text twice', () => {
  const [one, other] = [cipher.encrypt('ghs_ü'), cipher.encrypt('ghs_ü')]
  expect([cipher.decrypt(one), createTokenCipher('a private key').decrypt(other)]).toEqual(['ghs_ü', 'ghs_ü'])
  expect(one).not.toBe(other)
  expect(one).not.toContain('ghs_')
  expect(() => createTokenCipher('another key').decrypt(one)).toThrow()
})

test('a token that an earlier process stored is decrypted', () => {
  expect(cipher.decrypt('ErKQu-uT9xVA2rjl.MOqSDzn-BMsvlKAg1az_Xg.U4dYaWMK')).toBe('ghs_ü')
})

test.each(['', 'a', 'a.b', '.', '..'])('%j is not accepted as an encrypted token', (text) => {
  expect(() => cipher.decrypt(text)).toThrow()
})

test('a text without three parts is refused with that reason', () => {
  const [nonce, tag] = cipher.encrypt('x').split('.')
  for (const text of ['', String(nonce), `${nonce}.${tag}`])
    expect(() => cipher.decrypt(text)).toThrow('not an encrypted token')
})

test('a token that was encrypted with another key is not revoked, which is logged', async () => {
  const revoked: string[] = []
  const warned: unknown[] = []
  const deps = {
    github: dispatchingGithub([], { revokeToken: async (token) => void revoked.push(token) }),
    tokenCipher: cipher,
    log: { warn: (...line: unknown[]) => warned.push(line) } as never,
  }
  await revokePushToken(deps, cipher.encrypt('ghs_1'), 'job_1')
  await revokePushToken(deps, createTokenCipher('another key').encrypt('ghs_2'), 'job_1')
  expect(revoked).toEqual(['ghs_1'])
  expect(warned).toEqual([
    [
      { job: 'job_1', err: expect.any(Error) },
      'a push token was encrypted with another private key; it expires within the hour',
    ],
  ])
})

test('a broken connection does not count as a refusal, and two simultaneous requests both get a token', async () => {
  const asked = { acknowledged: 1, plan: { files: 1, bytes: 1 } } as never
  let minted = 0
  const revoked: string[] = []
  let isBroken = true
  const github = dispatchingGithub([], {
    mintPushToken: async () => {
      if (isBroken) throw new Error('broken off')
      return { token: `ghs_${++minted}`, owner: 'acme', name: 'docs' } as never
    },
    revokeToken: async (token) => void revoked.push(token),
  })
  const world = await useCases(github)
  const { run, job } = await claimedRun(world)
  await expect(issuePushToken(world, identity(), run, SECRET, asked)).rejects.toThrow('broken off')
  isBroken = false
  const issue = () => issuePushToken(world, identity(), run, SECRET, asked)
  const issued = await Promise.all([issue(), issue()])
  expect(issued.map(({ kind }) => kind)).toEqual(['issued', 'issued'])
  const last = world.tokenCipher.decrypt((await job()).run.encryptedToken ?? '')
  expect(revoked).not.toContain(last)
  expect(revoked).toHaveLength(minted - 1)
})
