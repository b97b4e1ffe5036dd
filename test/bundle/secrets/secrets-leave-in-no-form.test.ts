import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READ_TOKEN } from '../../fakes/github/one-repository.ts'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { allThatLeft } from '../../support/whole-run/collect-outputs.ts'
import type { Call } from '../../support/whole-run/scene.ts'
import { openWorld } from '../support/bundle-world.ts'

/** Made here and valid nowhere. */
const KEY = 'tZ4q-9Lw2VbN7xR1mK8cJ5hG0fD3sAe6PyU'
const SECRETS = [KEY, READ_TOKEN]
/** What a model that has got hold of a secret may make of it. */
const dressesOf = (secret: string): string[] => [
  secret,
  Buffer.from(secret).toString('base64'),
  Buffer.from(`a${secret}`).toString('base64url'),
  Buffer.from(`ab${secret}`).toString('base64'),
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('hex').toUpperCase(),
  [...secret].reverse().join(''),
  [...secret].join(' '),
  [...secret].join('\u200d'),
]
const DRESSES = [
  ...SECRETS.flatMap(dressesOf),
  KEY.slice(6, 20),
  Buffer.from(KEY.slice(6, 20)).toString('base64'),
]

/** Where the middle of a secret still stands, in a text without white space and characters that do not show. */
function tracesIn(text: string): string[] {
  const bare = text.replace(/[\s\u200b-\u200d]/g, '')
  const middles = DRESSES.map((dress) => dress.replace(/[\s\u200d]/g, '')).map((dress) =>
    dress.slice(Math.floor(dress.length / 2) - 6, Math.floor(dress.length / 2) + 6),
  )
  return middles.filter((middle) => bare.includes(middle))
}

const told = DRESSES.join('\n\n')
const env = { DEPLOY_TOKEN: KEY }

test('no text or call of the model reveals a secret', async () => {
  const calls: Call[] = [
    ...DRESSES.map((dress) => ({ tool: 'search', input: { pattern: dress, [dress]: dress }, say: dress })),
    { tool: 'read', input: { path: KEY } },
    { tool: `x${KEY}`, input: { path: told } },
    greetTheMoon,
    finish({
      title: `Greet ${KEY}`,
      body: told,
      commit_message: `Greet ${DRESSES[1]}\n\n${told}`,
      summary: told,
    }),
  ]
  const world = await openWorld({
    calls,
    app: { assignment: { showPrompt: true, limits: { steps: 60, seconds: 60, costUsd: 5 } } },
  })
  const run = await world.start({ env }).ended
  expect(run.code).toBe(0)
  const places = allThatLeft(world, run)
  expect(places.pulls).toContain('Greet ***')
  expect(places.transcript).toContain('x***')
  for (const [place, text] of Object.entries(places))
    expect({ place, traces: tracesIn(text) }).toEqual({ place, traces: [] })
})

test('a file with a secret is not pushed, and the saved patch contains no secret', async () => {
  const calls: Call[] = [
    ...DRESSES.map((dress, at) => ({
      tool: 'write',
      input: { path: `a${at}.txt`, text: `fine\n${dress}\n` },
    })),
    { tool: 'write', input: { path: `named-${KEY}.txt`, text: 'fine\n' } },
    finish(),
  ]
  const limits = { steps: 60, seconds: 60, costUsd: 5 }
  const rules = {
    allowedPaths: [],
    unprotectedPaths: [],
    protectedPaths: [],
    maxFiles: 100,
    maxBytes: 1_000_000,
  }
  const world = await openWorld({ calls, app: { assignment: { showPrompt: true, limits, rules } } })
  const run = await world.start({ env }).ended
  expect(run.outputs).toMatchObject({ status: 'failed', reason: 'secret-found' })
  const places = {
    ...allThatLeft(world, run),
    patch: readFileSync(run.outputs['patch-path'] ?? '', 'utf8'),
  }
  expect(world.github.git('branch', '--format=%(refname:short)')).toBe('main')
  expect(places.patch).toContain('+***')
  for (const [place, text] of Object.entries(places))
    expect({ place, traces: tracesIn(text) }).toEqual({ place, traces: [] })
})

test('a secret in the workspace does not reach the model', async () => {
  const world = await openWorld({
    calls: [
      { tool: 'read', input: { path: '.env' } },
      { tool: 'search', input: { pattern: 'DEPLOY' } },
      finish({ summary: 'Nothing.' }),
    ],
  })
  mkdirSync(join(world.folder, 'work'), { recursive: true })
  writeFileSync(
    join(world.folder, 'work/.env'),
    `DEPLOY_TOKEN=${KEY}\nCOPY=${Buffer.from(KEY).toString('base64')}\n`,
  )
  await world.start({ env }).ended
  const sent = JSON.stringify(world.model.getRequests().map(({ body }) => body))
  expect(sent).toContain('DEPLOY_TOKEN=***')
  expect(tracesIn(sent)).toEqual([])
})
