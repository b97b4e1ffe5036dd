import type { Call } from './scene.ts'

/** Ends the work. */
export const finish = (
  more: Partial<Record<'title' | 'body' | 'commit_message' | 'summary', string>> = {},
): Call => ({
  tool: 'finish',
  input: {
    title: 'Greet the moon',
    body: 'The greeting now names the moon.',
    files: [{ path: 'hello.txt', why: 'Names the moon' }],
    commit_message: 'Greet the moon',
    summary: 'Changed the greeting.',
    ...more,
  },
})

/** The smallest change to the seeded repository. */
export const greetTheMoon: Call = { tool: 'edit', input: { path: 'hello.txt', old: 'world', new: 'moon' } }
