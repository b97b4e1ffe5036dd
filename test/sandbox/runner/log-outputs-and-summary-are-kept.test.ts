import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runnerScene } from './runner-scene.ts'

test('secrets and masked values are *** in the log', async () => {
  const scene = await runnerScene(`
    console.log('key ' + process.env.MODEL_KEY + ' token ' + process.env.INPUT_TOKEN)
    console.log('::add-mask::late')
    console.error('late secret')
  `)
  await scene.queue().concluded
  const log = scene.runner.runs()[0]?.log ?? []
  expect(log).toContain('key *** token ***')
  expect(log).toContain('*** secret')
  expect(log).toContain('  MODEL_KEY: ***')
  expect(log.join('\n')).not.toMatch(/sk-very-secret|late|ghs_workflow/)
})

test('groups and annotations look as on GitHub', async () => {
  const scene = await runnerScene(`
    console.log('::group::Claim the run')
    console.log('::endgroup::')
    console.log('::error file=a.ts,title=Bad%3A thing::went wrong%0Atwice')
    console.log('::stop-commands::pause')
    console.log('::error::not a command')
    console.log('::pause::')
    console.log('::notice::over')
  `)
  await scene.queue().concluded
  const run = scene.runner.runs()[0]
  expect(run?.log).toEqual(
    expect.arrayContaining(['##[group]Claim the run', '##[endgroup]', '::error::not a command']),
  )
  expect(run?.annotations).toEqual([
    { level: 'error', message: 'went wrong\ntwice', properties: { file: 'a.ts', title: 'Bad: thing' } },
    { level: 'notice', message: 'over', properties: {} },
  ])
})

test('outputs, summary and exit code are kept, on failure too', async () => {
  const scene = await runnerScene(`
    import { appendFileSync } from 'node:fs'
    appendFileSync(process.env.GITHUB_OUTPUT, 'plain=a=b\\nlong<<X\\none\\ntwo\\nX\\n')
    appendFileSync(process.env.GITHUB_STEP_SUMMARY, '# Done with sk-very-secret')
    process.exit(3)
  `)
  expect(await scene.queue().concluded).toBe('failure')
  expect(scene.runner.runs()[0]).toMatchObject({
    exitCode: 3,
    conclusion: 'failure',
    outputs: { plain: 'a=b', long: 'one\ntwo' },
    summary: '# Done with ***',
  })
})

test('a file command without its delimiter fails the step', async () => {
  const scene = await runnerScene(`
    import { appendFileSync } from 'node:fs'
    appendFileSync(process.env.GITHUB_OUTPUT, 'open<<X\\nnever closed\\n')
  `)
  expect(await scene.queue().concluded).toBe('failure')
  expect(scene.runner.runs()[0]?.log).toContain('##[error]Matching delimiter not found in GITHUB_OUTPUT')
})

test('the post script runs last, with the saved state', async () => {
  const scene = await runnerScene(
    `import { appendFileSync } from 'node:fs'
     appendFileSync(process.env.GITHUB_STATE, 'branch=topic\\n')
     console.log('main')
     process.exit(1)`,
    { post: 'console.log("post of " + process.env.STATE_branch)' },
  )
  expect(await scene.queue().concluded).toBe('failure')
  const log = scene.runner.runs()[0]?.log ?? []
  expect(log.slice(log.indexOf('main'))).toEqual([
    'main',
    '##[error]Process completed with exit code 1.',
    'Post job cleanup.',
    'post of topic',
  ])
})

test('no files stay on disk', async () => {
  const scene = await runnerScene(`import { writeFileSync } from 'node:fs'; writeFileSync('left.txt', 'x')`)
  await scene.queue().concluded
  const runs = join(scene.directory, 'runs')
  expect(existsSync(runs) ? readdirSync(runs) : []).toEqual([])
})
