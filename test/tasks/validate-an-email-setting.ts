import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const validateAnEmailSetting = codeTask({
  name: 'validate-an-email-setting',
  category: 'feature',
  prompt:
    'readSettings accepts anything as the reply address. It should throw a RangeError that quotes the value if there is not exactly one @ with something before it and a dot somewhere behind it. No address at all is fine.',
  path: 'src/read-settings.ts',
  files: {
    'src/read-settings.ts': block`
      export interface Settings {
        readonly replyTo: string | null
      }

      export function readSettings(values: Readonly<Record<string, string>>): Settings {
        return { replyTo: values.replyTo ?? null }
      }
      `,
  },
  edits: [
    [
      `  return { replyTo: values.replyTo ?? null }`,
      `  const { replyTo = null } = values
  if (replyTo !== null && !/^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/.test(replyTo))
    throw new RangeError(\`"\${replyTo}" is not an address\`)
  return { replyTo }`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { readSettings } from '../src/read-settings.ts'

    test('addresses', () => {
      assert.deepEqual(readSettings({}), { replyTo: null })
      assert.deepEqual(readSettings({ replyTo: 'a.b+c@mail.example.com' }), { replyTo: 'a.b+c@mail.example.com' })
      for (const wrong of ['', 'a', '@b.c', 'a@b', 'a@b@c.d', 'a@']) {
        assert.throws(() => readSettings({ replyTo: wrong }), (error) => error instanceof RangeError && error.message.includes(wrong))
      }
    })
    `,
  mistakes: {
    'an address is required': [`replyTo !== null && `, ``],
    'two @ are accepted': [`/^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$/`, `/^.+@.+\\..+$/`],
    'it is another kind of error': [`RangeError`, `Error`],
  },
})
