import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { TokenRefused } from '../../../src/app/github/people.ts'
import { createOauth } from '../../../src/app/github/sign-in/oauth.ts'
import { answerJson, listen } from '../../fakes/listen.ts'

const oauthAt = (serverUrl: string) =>
  createOauth({
    serverUrl,
    publicUrl: 'https://prentice.example',
    clientId: async () => 'Iv1',
    clientSecret: 'secret',
    people: { readPerson: () => Promise.reject(new Error('not asked')) },
    now: () => 1_000,
    onFailure: () => {},
  })

test('a GitHub that cannot be reached, or fails, does not end the session', async () => {
  await expect(oauthAt('http://127.0.0.1:1').refresh('old')).rejects.toThrow(GithubUnavailable)
  const failing = await listen((_, response) => {
    response.writeHead(502).end('bad gateway')
  })
  await expect(oauthAt(failing).refresh('old')).rejects.toThrow(GithubUnavailable)
})

test('a refresh token that GitHub refuses ends it', async () => {
  const refusing = await listen((_, response) => answerJson(response, 200, { error: 'bad_refresh_token' }))
  await expect(oauthAt(refusing).refresh('old')).rejects.toThrow(TokenRefused)
})
