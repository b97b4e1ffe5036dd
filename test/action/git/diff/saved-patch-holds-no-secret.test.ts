import { expect, test } from 'vitest'
import { redactPatch } from '../../../../src/action/git/diff/patch.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'

const KEY = 'sk-ant-api03-xV9qL2mZ7tR4wN8cB1kJ6hG3fD5sA0pQ_eY-uI'
const patchOf = (...added: string[]) =>
  Buffer.from(
    [
      'diff --git a/a b/a',
      '--- a/a',
      '+++ b/a',
      '@@ -1,1 +1,9 @@',
      ' old',
      ...added.map((line) => `+${line}`),
      '',
    ].join('\n'),
  )
const clean = (...added: string[]) => redactPatch(patchOf(...added), indexSecrets([KEY]))

test('a secret on one line is taken out, and every other byte stays', () => {
  expect(clean(`key = ${KEY}`, 'more')).toEqual(patchOf('key = ***', 'more'))
  const latin1 = Buffer.concat([patchOf('a'), Buffer.from([0x2b, 0xe4, 0x0a])])
  expect(redactPatch(latin1, indexSecrets([KEY]))).toEqual(latin1)
})

test.each([
  ['in short pieces', KEY.replace(/.{6}/g, '$&\n').split('\n')],
  ['in wrapped base64', Buffer.from(KEY).toString('base64').replace(/.{10}/g, '$&\n').split('\n')],
  ['letter by letter', [...KEY]],
])('with one that is spread over lines, %s, there is no patch', (_, lines) => {
  expect(clean('before', ...lines, 'after')).toBeNull()
})
