import { spawnSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { evalScene } from './eval-scene.ts'
test('perf', { timeout: 1000_000 }, async () => {
  const scene = await evalScene()
  const N = Number(process.env.N ?? 4)
  for (let i = 0; i < N; i++)
    await scene.merge({
      title: `Add ${i}`, description: `Create src/f${i}.sh with "echo ${i}"`,
      files: { [`src/f${i}.sh`]: `echo ${i} # marker\n`, [`test/f${i}.test.sh`]: `test "$(sh src/f${i}.sh)" = ${i}\n` },
    })
  const env = { ...process.env, ...scene.environment, PATH: '/tmp/shim:' + process.env.PATH }; spawnSync('rm', ['-f', '/tmp/shim/log'])
  const child = spawn('bash', ['-c', `time node ${process.cwd()}/src/cli/main.ts eval --model anthropic/claude-sonnet-5-5 --yes --output ../report.html`], { cwd: scene.clone, env })
  let out = ''
  child.stdout.on('data', (d) => { out += d }); child.stderr.on('data', (d) => { out += d })
  await once(child, 'close')
  writeFileSync('/tmp/eval-perf.txt', out)
})
