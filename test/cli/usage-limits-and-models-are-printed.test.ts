import { expect, test } from 'vitest'
import { startAppServer } from '../support/app/app-server.ts'
import { seatedRunner } from '../support/app/claimed-runner.ts'
import { RETENTION } from '../support/app/retention.ts'
import { commandLine } from './command-line.ts'

test('usage, limits and models are printed for people and for programs', async () => {
  const app = await startAppServer()
  const { run } = await commandLine()
  const environment = { PRENTICE_URL: app.url, PRENTICE_API_KEY: app.key }
  const repo = ['--repo', 'acme/docs']
  const created = await run(['run', 'Fix it', '--model', 'anthropic/one', ...repo], { environment })
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  await (await seatedRunner(deps, { project: app.project, job: created.out.split('\t')[0] ?? '' })).finish(
    'x',
  )

  const prentice = (args: readonly string[], isTerminal = false) =>
    run(args, { environment: { ...environment, NO_COLOR: '1' }, isTerminal })
  const today = new Date(app.clock.at).toISOString().slice(0, 10)
  const counts = /^(\S+)\t1\t1\t0\t0\t\d+\t\d+\t\d+\.\d\d\n$/
  const groupOf = async (...args: string[]) => counts.exec((await prentice(['usage', ...args])).out)?.[1]
  expect(await groupOf('--days', '1')).toBe(today)
  expect(await groupOf('--by', 'project', ...repo)).toBe('acme/docs')
  expect((await prentice(['usage', '--by', 'model'])).out).toMatch(/^anthropic\/one\t1\t1\t/m)
  expect((await prentice(['usage', '--days', '2'], true)).out).toMatch(/^DAY +JOBS[\s\S]*^total +1 +1 +0/m)
  expect((await prentice(['usage', '--by', 'week'])).notes).toContain('day, project, model')

  expect((await prentice(['limits', ...repo])).out).toMatch(
    /^requests\t99\t100\t\d+\nday\t\d+\.\d\d\t\d+\.\d\d\t\d+\n/,
  )
  expect((await prentice(['limits', ...repo], true)).out).toMatch(
    /^LIMIT +LEFT +OF +RESETS IN\nrequests +99 +100/,
  )
  expect((await prentice(['limits'])).notes).toContain('name a repository with --repo')

  const models = (await prentice(['models'])).out
  expect(models).toMatch(/^\S+\t\t\t\t\d+\tdefault$/m)
  expect(models).toMatch(/^anthropic\/\S+\t\d+\.\d\d\t\d+\.\d\d\t\d+\.\d\d\t\d+\t$/m)
  const known = JSON.parse((await prentice(['models', '--json'])).out)
  expect(known.models).toHaveLength(models.trimEnd().split('\n').length)
})
