import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
const entryPoints = Object.values<string>(scripts).flatMap(
  (script) => /\bnode .*?(src\/(?!cli\/)\S+\.ts)/.exec(script)?.[1] ?? [],
)

test('every program of the server sets its umask before it does anything else', () => {
  expect(entryPoints).toEqual(expect.arrayContaining(['src/app/main.ts', 'src/app/keys/cli/cli.ts']))
  const lacking = entryPoints.filter((path) => {
    const [first] = readFileSync(path, 'utf8')
      .split('\n')
      .filter((line) => line !== '' && !/^(import|\}| {2}|\/\*\*| \*)/.test(line))
    return first !== 'setPrivateUmask()'
  })
  expect(lacking).toEqual([])
})
