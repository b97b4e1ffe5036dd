import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { beginHold, releaseHold } from '../../src/app/limits/hold.ts'
import { type AppServer, startAppServer } from '../support/app/app-server.ts'
import { seatedRunner } from '../support/app/claimed-runner.ts'
import { RETENTION } from '../support/app/retention.ts'
import { startClientProxy } from '../support/client-proxy.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { commandLine, type RunSettings } from './command-line.ts'

/** The command line of somebody who is signed in to this server, in a clone of its repository. */
async function signedIn(app: AppServer) {
  const scene = await commandLine()
  const git = (...args: string[]) => execFileSync('git', ['-C', scene.folder, ...args], { stdio: 'pipe' })
  git('init', '-q')
  git('remote', 'add', 'origin', 'git@github.com:acme/docs.git')
  const environment = { PRENTICE_URL: app.url, PRENTICE_API_KEY: app.key }
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  return {
    ...scene,
    prentice: (args: readonly string[], settings: RunSettings = {}) =>
      scene.run(args, { environment, ...settings }),
    runnerOf: (id: string, seat?: Parameters<typeof seatedRunner>[2]) =>
      seatedRunner(deps, { project: app.project, job: id }, seat),
  }
}

test('a job is created, shown, continued, cancelled and archived', async () => {
  const app = await startAppServer()
  const { prentice } = await signedIn(app)
  const created = await prentice(['run', 'Fix', 'it', '--model', 'anthropic/one', '--draft', '--json'])
  expect(created).toMatchObject({ code: 0, notes: '' })
  const { id, ...job } = JSON.parse(created.out)
  expect(job).toMatchObject({
    status: 'active',
    model: 'anthropic/one',
    projectId: app.project,
    reason: null,
  })

  expect((await prentice(['message', id, 'And that'])).out).toBe(`${id}\tactive\t\n`)
  expect((await prentice(['cancel', id.slice(-10)])).out).toBe(`${id}\tfailed\t\n`)
  expect((await prentice(['retry', id])).out).toBe(`${id}\tactive\t\n`)
  expect((await prentice(['archive', `${app.project}/${id}`])).out).toBe(`${id}\tarchived\t\n`)
  expect((await prentice(['list', '--status', 'archived'])).out).toMatch(
    new RegExp(`^${id}\tarchived\tacme/docs\t2027-\\S+Z\t\tFix it\n$`),
  )
  expect((await prentice(['list', '--search', 'nothing'])).notes).toMatch(
    /no such jobs of https:\/\/github.com\/acme\/docs/,
  )
  expect((await prentice(['unarchive', id])).code).toBe(0)
  const viewed = JSON.parse((await prentice(['view', id, '--json'])).out)
  expect(viewed).toMatchObject({
    id,
    status: 'failed',
    reason: 'cancelled',
    runs: [{ number: 1 }, { number: 2 }],
  })
  const shown = (await prentice(['view', id], { isTerminal: true })).out
  expect(shown).toContain('Fix it')
  expect(shown).toContain('message 2: And that')
  expect(shown).toContain('Send a message to continue, or')
})

test('a prompt comes from arguments, a pipe or a file, and only from one of them', async () => {
  const app = await startAppServer()
  const { prentice } = await signedIn(app)
  const titles = async () =>
    JSON.parse((await prentice(['list', '--json'])).out).map(({ title }: { title: string }) => title)
  await prentice(['run', '-'], { input: 'From a pipe\n' })
  expect(await titles()).toEqual(['From a pipe'])
  expect((await prentice(['run', 'x', '--file', 'y'])).notes).toContain('not both')
  expect((await prentice(['run'])).notes).toContain('the prompt is missing')
  expect((await prentice(['run', '--file', '/nowhere'])).notes).toContain(
    'the prompt file /nowhere cannot be read (ENOENT): name an existing file',
  )
})

test('--wait prints the result, and its exit code tells how the job ended', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const start = async () => String(JSON.parse((await prentice(['run', 'x', '--json'])).out).id)

  const good = await start()
  const watching = prentice(['watch', good, '--json'])
  const runner = await runnerOf(good)
  await runner.report(
    { type: 'stage', stage: 'agent' },
    { type: 'tool', step: 1, tool: 'read', target: 'a.md', ok: true },
  )
  await runner.finish('done')
  const watched = await watching
  expect([watched.code, JSON.parse(watched.out)]).toMatchObject([0, { id: good, status: 'completed' }])
  expect(watched.notes).toMatch(/^(job active\n)?\S+Z stage agent\n\S+Z read a\.md\njob completed\n$/)
  expect((await prentice(['view', good, '--log'])).out).toMatch(
    /^\S+\tstage agent\n\S+\tread a\.md\njob completed\n$/,
  )

  const bad = await start()
  await (await (await runnerOf(bad)).fail('no answer')).confirm()
  const failed = await prentice(['watch', bad])
  expect(failed).toMatchObject({
    code: 1,
    out: `${bad}\tfailed\t\n`,
    notes: expect.stringContaining('no answer'),
  })

  const ended = await start()
  await prentice(['cancel', ended])
  expect((await prentice(['watch', ended])).code).toBe(2)
})

test('--mode asks for an answer, which is printed when the job ends', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', '--mode', 'ask', 'Where?', '--json'])).out)
  await (await runnerOf(id)).finish('In **README.md**,\nline 3.')
  const watched = await prentice(['watch', id])
  expect([watched.code, watched.notes]).toEqual([0, 'job completed\nIn **README.md**,\nline 3.\n'])
  await prentice(['message', id, '--mode', 'plan', 'Fix it'])
  await (await runnerOf(id)).finish('The plan.')
  const { runs } = JSON.parse((await prentice(['view', id, '--json'])).out)
  expect(runs).toMatchObject([{ mode: 'ask' }, { mode: 'plan', summary: 'The plan.' }])
  const shown = (await prentice(['view', id], { isTerminal: true })).out
  expect(shown).toContain('line 3.')
  expect(shown).not.toContain('without changing a file')
  const wrong = await prentice(['run', '--mode', 'audit', 'x'])
  expect(wrong.code).toBe(1)
  expect(wrong.notes).toContain('Allowed choices are ask, plan, review')
})

test('a review is printed with its findings and its address when the job ends, and by view', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const start = ['run', '--mode', 'review', '--ref', 'feature', 'Review it', '--json']
  const { id } = JSON.parse((await prentice(start)).out)
  const runner = await runnerOf(id, { review: { pullRequest: 5, headSha: 'b'.repeat(40) } })
  await runner.finish('I read two files.', {
    review: 70,
    findings: [
      { path: 'src/a.ts', startLine: 3, line: 4, text: 'Never \u001b[2Jtrue.', suggestion: 'if (a)\n  b()' },
      { path: 'src/\u202eb.ts', line: 9, text: 'Says nothing.', suggestion: '' },
      { path: 'c.ts', line: 1, text: 'Two\nlines.' },
    ],
  })
  const url = 'https://github.com/acme/docs/pull/5#pullrequestreview-70'
  const lines = [
    'I read two files.',
    'src/a.ts:3-4',
    '  Never [2Jtrue.',
    '  Suggestion:',
    '  if (a)',
    '    b()',
    'src/ b.ts:9',
    '  Says nothing.',
    '  Suggestion: delete this',
    'c.ts:1',
    '  Two',
    '  lines.',
    url,
  ]
  const watched = await prentice(['watch', id])
  expect([watched.code, watched.notes]).toEqual([0, `job completed\n${lines.join('\n')}\n`])
  expect(watched.out).toBe(`${id}\tcompleted\t\n`)
  expect((await prentice(['view', id])).out).toContain(lines.map((line) => `  ${line}\n`).join(''))
})

test('a review that found nothing or was not posted says so', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', '--mode', 'review', '--ref', 'next', 'x', '--json'])).out)
  const runner = await runnerOf(id, { review: { pullRequest: 5, headSha: 'b'.repeat(40) } })
  await runner.finish('Fine.', { findings: [] })
  const said = ['Fine.', 'No findings.', 'No review was posted on #5.']
  expect((await prentice(['watch', id])).notes).toBe(`job completed\n${said.join('\n')}\n`)
})

test('view says once why nothing was changed', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', 'x', '--questions', '--json'])).out)
  await (await runnerOf(id)).ask({ text: 'Which?', choices: ['Red', 'Blue'] })
  expect((await prentice(['view', id])).out).toMatch(/\/1\n {2}Prentice has a question: Which\?\n/)
  await prentice(['message', id, '1'])
  const runner = await runnerOf(id)
  await runner.finish('It is red.', {
    why: 'The agent finished without changing a file: It is red. Ask again.',
  })
  expect((await prentice(['view', id])).out.match(/It is red\./g)).toHaveLength(1)
})

test('--output-schema asks for an output, which --wait and view print', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf, folder } = await signedIn(app)
  await writeFile(`${folder}/schema.json`, '{"type":"object","required":["port"]}')
  await writeFile(`${folder}/broken.json`, '{"type":')
  await writeFile(`${folder}/outward.json`, '{"$ref":"https://x.example/s"}')
  const schema = (file: string) => ['run', 'Which port?', '--output-schema', `${folder}/${file}`]
  expect(await prentice(schema('none.json'))).toMatchObject({
    code: 1,
    notes: expect.stringContaining('none.json cannot be read (ENOENT)'),
  })
  expect((await prentice(schema('broken.json'))).notes).toContain('broken.json is not JSON')
  expect((await prentice(schema('outward.json'))).notes).toContain(
    '`outputSchema.$ref` must lead within this schema',
  )
  const [id = ''] = (await prentice(schema('schema.json'))).out.split('\t')
  const waiting = prentice(['watch', id, '--json'])
  await (await runnerOf(id)).finish('It is 80.', { output: { port: 80 } })
  const { out, notes } = await waiting
  expect(JSON.parse(out)).toMatchObject({ status: 'completed', output: { port: 80 } })
  expect(notes).toContain('Output: {\n  "port": 80\n}')
  expect(JSON.parse((await prentice(['view', id, '--json'])).out).runs[0].output).toEqual({ port: 80 })
  expect((await prentice(['view', id], { isTerminal: true })).out).toContain(
    '  Output: {\n    "port": 80\n  }',
  )
})

test('--questions lets a run end with a question, which is printed with the exit code 3, and a message answers it', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', '--questions', 'Add a logo', '--json'])).out)
  await (await runnerOf(id)).ask({ text: 'Which \u001b[31mlogo?', choices: ['Red', 'Blue'] })
  const watched = await prentice(['watch', id])
  expect(watched.code).toBe(3)
  expect(watched.notes).not.toContain('\u001b')
  expect(watched.notes).toMatch(
    /Prentice has a question: Which +\[31mlogo\?\n\n1\. Red\n2\. Blue\n\nAnswer it:/,
  )
  const { reason, runs } = JSON.parse((await prentice(['view', id, '--json'])).out)
  expect([reason, runs[0].question]).toEqual([
    'input-required',
    { text: 'Which \u001b[31mlogo?', choices: ['Red', 'Blue'] },
  ])
  await prentice(['message', id, '2'])
  await (await runnerOf(id)).finish('The blue one was there.')
  expect((await prentice(['watch', id])).code).toBe(0)
})

test('message --wait shows the run that the message begins, and nothing of earlier runs', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', 'x', '--json'])).out)
  const first = await runnerOf(id)
  await first.report({ type: 'tool', step: 1, tool: 'read', target: 'old.md', ok: true })
  await first.finish('done')
  const waiting = prentice(['message', id, 'And that', '--wait'])
  await expect
    .poll(async () => (await app.call('GET', `/v2/agent/${app.project}/job/${id}`)).json.status)
    .toBe('active')
  await prentice(['cancel', id])
  const said = await waiting
  expect(said.code).toBe(2)
  expect(said.notes).not.toContain('old.md')
})

test('a job without a change says why', async () => {
  const app = await startAppServer()
  const { run, runnerOf, prentice } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', 'x', '--json'])).out)
  await (await runnerOf(id)).finish('done')
  const why = { code: 'no-change', message: 'The agent finished without changing a file: done' }
  const network = await startClientProxy(app.url, ({ path }) =>
    path.endsWith('/runs')
      ? { kind: 'answer', status: 200, text: JSON.stringify({ runs: [{ number: 1, reason: why }] }) }
      : null,
  )
  const environment = { PRENTICE_URL: network.url, PRENTICE_API_KEY: app.key }
  const { code, notes } = await run(['watch', `${app.project}/${id}`], { environment })
  expect([code, notes]).toEqual([0, `job completed\n${why.message}\n`])
})

test('Ctrl-C leaves the job running and says how to come back', async () => {
  const app = await startAppServer()
  const { prentice } = await signedIn(app)
  const stop = new AbortController()
  const { code, out, notes } = await prentice(['run', 'x', '--wait'], {
    signal: stop.signal,
    onNote: (text) => text.includes('job active') && stop.abort(),
  })
  const [{ id }] = JSON.parse((await prentice(['list', '--json'])).out)
  expect([code, out]).toEqual([2, ''])
  expect(notes).toContain(`prentice watch ${app.project}/${id}`)
  expect((await prentice(['view', `${app.project}/${id}`, '--json'])).out).toContain('"status": "active"')
})

test('a job that waits because its account is paused says since when, who and why', async () => {
  const app = await startAppServer()
  const { prentice } = await signedIn(app)
  const [scope, by] = [{ kind: 'account', id: 77 } as const, { by: 'olga', why: 'the \u001b[31mmodel bill' }]
  await beginHold(app.store, scope, by, app.clock.at, {})
  const since = new Date(app.clock.at).toISOString()
  const stop = new AbortController()
  const { notes } = await prentice(['run', 'x', '--wait'], {
    signal: stop.signal,
    onNote: (text) => text.includes('job active') && stop.abort(),
  })
  const line = `olga has paused the account on the server, since ${since}: the  [31mmodel bill. The run starts when an operator resumes it.`
  expect(notes).toContain(`${line}\n`)
  const [{ id }] = JSON.parse((await prentice(['list', '--json'])).out)
  expect((await prentice(['view', id], { isTerminal: true })).out).toContain(line)
  const [run] = JSON.parse((await prentice(['view', id, '--json'])).out).runs
  expect(run.paused).toEqual({ scope: 'account', since, by: 'olga', reason: 'the \u001b[31mmodel bill' })

  await releaseHold(app.store, scope, app.clock.at, {})
  const [resumed] = JSON.parse((await prentice(['view', id, '--json'])).out).runs
  expect(resumed).not.toHaveProperty('paused')
})

test('a patch is printed byte for byte, by default that of the last run that has one', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', 'x', '--json'])).out)
  const runner = await runnerOf(id)
  await runner.keepPatch('--- \u001b[31ma patch')
  await (await runner.fail('no answer')).confirm()
  expect((await prentice(['patch', id])).out).toBe('--- \u001b[31ma patch')
  expect((await prentice(['patch', id], { isTerminal: true })).out).toBe('--- [31ma patch')
  expect(await prentice(['patch', id, '--run', '2'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('no run "2"'),
  })
})

/** Tabs and line breaks are ours. */
const CONTROLS = /(?![\t\n])[\p{Cc}\u202e]/u

test('text from others cannot control the terminal', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', 'x\u001b]0;title\u0007 \u202eevil', '--json'])).out)
  const runner = await runnerOf(id)
  await runner.report({ type: 'note', text: 'a\u001b[2Jb\u009b31m' })
  await runner.finish('done \u001b[31m')
  const environment = { PRENTICE_URL: app.url, PRENTICE_API_KEY: app.key, NO_COLOR: '1' }
  for (const args of [
    ['list'],
    ['view', id],
    ['view', id, '--log'],
    ['view', id, '--log', '--json'],
    ['view', id, '--json'],
    ['list', '--json'],
  ]) {
    const { out, notes } = await prentice(args, { isTerminal: true, environment })
    expect([args, CONTROLS.test(out + notes)]).toEqual([args, false])
  }
})

test('the repository comes from the folder or from --repo', async () => {
  const app = await startAppServer()
  const { prentice, run, folder } = await signedIn(app)
  const environment = { PRENTICE_URL: app.url, PRENTICE_API_KEY: app.key }
  expect((await prentice(['run', 'x', '--repo', 'acme/other'])).notes).toMatch(
    /covers no project acme\/other/,
  )
  expect((await run(['run', 'x'], { environment, folder: '/' })).notes).toMatch(
    /this folder is not a clone of a repository on GitHub: name a repository with --repo owner\/name/,
  )
  execFileSync('git', ['-C', folder, 'remote', 'set-url', 'origin', 'https://gitlab.example/acme/docs'])
  expect((await prentice(['run', 'x'])).notes).toMatch(
    /gitlab\.example\/acme\/docs, which is not on the GitHub of the server: name a repository with --repo/,
  )
  expect((await prentice(['view', 'job_01m7xk4ymke8m8qhxhtq1qmf80'])).notes).toMatch(
    /among the jobs of your projects/,
  )
  execFileSync('git', ['-C', folder, 'remote', 'set-url', 'origin', 'https://me:secret@x/docs'])
  const unusable = (await prentice(['run', 'x'])).notes
  expect(unusable).toMatch(/its remote origin has no URL of a repository: name a repository with --repo/)
  expect(unusable).not.toContain('secret')
  execFileSync('git', ['-C', folder, 'remote', 'rename', 'origin', 'fork'])
  execFileSync('git', ['-C', folder, 'remote', 'add', 'upstream', 'https://github.com/acme/docs'])
  expect((await prentice(['run', 'x'])).notes).toMatch(
    /has no remote called origin, but fork, upstream: name/,
  )
  for (const name of ['fork', 'upstream']) execFileSync('git', ['-C', folder, 'remote', 'remove', name])
  for (const number of ['#2', '2'])
    expect((await prentice(['view', number])).notes).toMatch(/#?2 of which repository\? Name it with --repo/)
})

test.each(['git@github-work:acme/docs.git', 'ssh://git@github-work/acme/docs.git'])(
  'the host of a remote is the one that the configuration of ssh names: %s',
  async (remote) => {
    const app = await startAppServer()
    const { prentice, folder } = await signedIn(app)
    execFileSync('git', ['-C', folder, 'remote', 'set-url', 'origin', remote])
    // As ssh prints it; its own configuration is in the home of the user, whatever HOME says.
    const programs = await temporaryFolder()
    await writeFile(
      join(programs, 'ssh'),
      '#!/bin/sh\n[ "$*" = "-G -- github-work" ] && echo user git && echo hostname ssh.github.com && echo port 443\n',
      { mode: 0o755 },
    )
    const { PATH } = process.env
    onTestFinished(() => {
      process.env.PATH = PATH
    })
    process.env.PATH = `${programs}:${PATH}`
    expect(JSON.parse((await prentice(['run', 'x', '--json'])).out)).toMatchObject({
      source: { repository: 'https://github.com/acme/docs' },
    })
    process.env.PATH = PATH
    await writeFile(join(programs, 'ssh'), '#!/bin/sh\nexit 255\n')
    process.env.PATH = `${programs}:${PATH}`
    expect((await prentice(['run', 'x', '--json'])).notes).toMatch(
      /github-work\/acme\/docs, which is not on the GitHub of the server: name a repository with --repo/,
    )
  },
)

test('the pull request or the workflow run is opened in the browser', async () => {
  const app = await startAppServer()
  const { prentice, runnerOf, opened } = await signedIn(app)
  const { id } = JSON.parse((await prentice(['run', 'x', '--json'])).out)
  expect((await prentice(['view', id, '--web'])).notes).toMatch(/no pull request and no workflow run yet/)
  await runnerOf(id)
  expect((await prentice(['view', id, '--web'])).code).toBe(0)
  expect(opened).toEqual(['https://x/1'])
})

test('help explains the subcommand that it names', async () => {
  const { run } = await commandLine()
  const helped = await run(['help', 'batch', 'create'])
  expect([helped.code, helped.out]).toEqual([
    0,
    expect.stringMatching(/^Usage: prentice batch create [\s\S]* --first /),
  ])
  expect((await run(['help', 'batch'])).out).toMatch(/^Usage: prentice batch \[options\]/)
})

test('a batch is created, shown, listed and cancelled', async () => {
  const app = await startAppServer()
  const { prentice } = await signedIn(app)
  const scope = await prentice(['batch', 'create', 'Fix it'])
  expect([scope.code, scope.notes]).toEqual([1, expect.stringContaining('either the files with --each, or')])
  const both = await prentice(['batch', 'create', 'Fix it', '--all', '--repo', 'acme/docs'])
  expect([both.code, both.notes]).toEqual([1, expect.stringContaining('--repo is for --each')])
  const per = await prentice(['batch', 'create', 'Fix it', '--all', '--per', '12'])
  expect([per.code, per.notes]).toEqual([1, expect.stringContaining('--per is for the files of --each')])
  const created = await prentice([
    'batch',
    'create',
    'Fix it',
    '--repos',
    'acme/docs, acme/docs,',
    '--first',
    '1',
    '--max-cost-usd',
    '2.50',
    '--json',
  ])
  const { id, ...batch } = JSON.parse(created.out)
  expect(batch).toMatchObject({ status: 'planning', first: 1, limitUsd: 2.5, projectId: null })
  expect((await prentice(['batch', 'list'])).out).toMatch(
    new RegExp(`^${id}\\tplanning\\t\\S+\\t0\\t0\\t0.00\\tFix it\\n$`),
  )
  expect((await prentice(['batch', 'continue', id, '--limit', '3'])).code).toBe(0)
  expect((await prentice(['batch', 'cancel', id])).out).toBe(`${id}\tcancelled\t0\t0\t0\t0\tFix it\n`)
  const viewed = await prentice(['batch', 'view', id, '--json'])
  expect([viewed.code, JSON.parse(viewed.out)]).toMatchObject([
    2,
    { status: 'cancelled', limitUsd: 3, report: [] },
  ])
  expect((await prentice(['batch', 'watch', id])).notes).toContain(`${id}\tcancelled`)
  const files = await prentice([
    'batch',
    'create',
    'Fix it',
    '--each',
    'docs/*.md',
    '--each',
    '!docs/a.md',
    '--per',
    '2',
    '--json',
  ])
  expect(JSON.parse(files.out)).toMatchObject({
    each: ['docs/*.md', '!docs/a.md'],
    per: 2,
    projectId: app.project,
  })
})

test('--limit of a batch, the former name of --max-cost-usd, still limits its cost', async () => {
  const { prentice } = await signedIn(await startAppServer())
  const { out } = await prentice(['batch', 'create', 'Fix it', '--all', '--limit', '2.50', '--json'])
  expect(JSON.parse(out).limitUsd).toBe(2.5)
})
