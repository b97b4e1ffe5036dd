import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeKey } from '../../../../src/app/keys/find-key.ts'
import { testRandom } from '../../../support/random.ts'
import { keysCli } from './keys-cli.ts'

const page = readFileSync(new URL('../../../../docs/keys.md', import.meta.url), 'utf8')
const blocks = (language: string): string[] =>
  [...page.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, text = '']) =>
    name === language ? [text] : [],
  )

const EXAMPLE = 'prn_0000000000000000000000000000002ngFV1'
const makeKeys = () => {
  const { integer } = testRandom()
  return Array.from({ length: 2000 }, () => makeKey(integer))
}
const ID = /key_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

interface Shown {
  readonly args: readonly string[]
  readonly output: string
}

/** The command lines of the page, each with what it prints. */
const shown = (): Shown[] =>
  blocks('console')
    .flatMap((block) => block.split(/^\$ npm run -s keys -- /m).slice(1))
    .map((text) => {
      const [line = '', ...output] = text.split('\n')
      return { args: line.split(' '), output: output.join('\n') }
    })

/** What differs from one run to the next, made equal. */
const shapeOf = (output: string): string =>
  output
    .replace(ID, 'ID')
    .replace(/prn_[0-9A-Za-z]{36}/g, 'KEY')
    .replace(/prn_\w{4}…\w{4}/g, 'ENDS')
    .replace(/"prn_\w{4}","last4":"\w{4}"/g, '"ENDS"')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\dZ/g, 'MINUTE')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'DATE')

it('the command lines of the page print what it shows', async () => {
  const { keys } = await keysCli([{ id: 7, login: 'your-org' }])
  const realIds = new Map<string, string>()
  expect(shown()).toHaveLength(7)
  for (const { args, output } of shown()) {
    const ended = await keys(...args.map((arg) => realIds.get(arg) ?? arg))
    const printed = ended.out + ended.err
    expect([args, ended.code, shapeOf(printed)]).toEqual([args, 0, shapeOf(output)])
    const told = output.match(ID) ?? []
    printed.match(ID)?.forEach((id, index) => {
      realIds.set(told[index] ?? '', id)
    })
  }
})

it('the regular expression of the page finds every key in any text, and nothing longer', () => {
  const [text = ''] = blocks('text')
  const pattern = new RegExp(text.trim(), 'g')
  for (const key of makeKeys()) {
    expect(`KEY="${key}"; curl -H 'Authorization: Bearer ${key}'`.match(pattern)).toEqual([key, key])
  }
  for (const other of [`${EXAMPLE}0`, `x${EXAMPLE}`, `_${EXAMPLE}`, EXAMPLE.slice(0, -1)]) {
    expect(other.match(pattern)).toBeNull()
  }
})

it('the gitleaks rule of the page has the same expression, and an entropy between the example and every key', () => {
  const [rule = ''] = blocks('toml')
  const value = (name: string): string => new RegExp(`^${name} = (.*)$`, 'm').exec(rule)?.[1] ?? ''
  expect(value('regex')).toBe(`'''${blocks('text')[0]?.trim()}'''`)
  const entropy = Number(value('entropy'))
  const keys = makeKeys()
  expect(Math.min(...keys.map(bitsPerCharacter))).toBeGreaterThan(4)
  expect(entropy).toBeLessThan(4)
  expect(bitsPerCharacter(EXAMPLE)).toBeLessThan(entropy)
  // gitleaks looks for keywords in the text in lower case, and for the expression only where it finds one.
  const keywords: string[] = JSON.parse(value('keywords'))
  expect(keywords.every((word) => word === word.toLowerCase())).toBe(true)
  expect(keys.every((key) => keywords.some((word) => key.toLowerCase().includes(word)))).toBe(true)
})

it('the pattern of the page for GitHub’s secret scanning finds every key', () => {
  const field = (name: string): string =>
    new RegExp(`^\\| ${name} \\| \`(.*)\` \\|$`, 'm').exec(page)?.[1]?.replaceAll('\\|', '|') ?? ''
  const start = field('Before secret').replace('\\A', '^')
  const end = field('After secret').replace('\\z', '$')
  const pattern = new RegExp(`(?:${start})(${field('Secret format')})(?:${end})`)
  for (const key of makeKeys()) {
    expect([pattern.exec(key)?.[1], pattern.exec(`a: ${key}\n`)?.[1]]).toEqual([key, key])
  }
  expect(pattern.test(`x_${EXAMPLE}`)).toBe(false)
})

it('the page shows only the example key, which is never issued', () => {
  const found = page.match(/prn_[0-9A-Za-z]{5,}/g) ?? []
  expect(new Set(found)).toEqual(new Set([EXAMPLE]))
})

/** Shannon entropy, as gitleaks computes it. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>()
  for (const letter of text) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => {
    const share = count / text.length
    return sum - share * Math.log2(share)
  }, 0)
}
