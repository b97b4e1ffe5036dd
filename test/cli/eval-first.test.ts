import { expect, test } from 'vitest'
import { evalScene } from './eval-scene.ts'
test('works', async () => {
  const scene = await evalScene()
  await scene.merge({
    title: 'Add two', issue: 'Replace "+ 1" with "+ 2" in src/price.sh',
    files: { 'src/price.sh': 'echo $(($1 + 2)) # marker\n', 'test/price.test.sh': 'test "$(sh src/price.sh 1)" = 3\n' },
  })
  const t = Date.now()
  const ran = await scene.run(['--json'])
  const { writeFileSync } = await import('node:fs')
  writeFileSync('/tmp/eval-out.txt', `${ran.notes}\n${ran.out}\n${Date.now() - t} ${scene.leftovers()} ${scene.html()}`)
  expect(ran.code).toBe(0)
})
