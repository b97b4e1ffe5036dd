import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const escapeUserInput = codeTask({
  name: 'escape-user-input',
  category: 'fix',
  prompt:
    'renderComment puts the name and the text of a comment into HTML as they are. Escape both, so that a comment cannot contain markup. Line breaks of the text should still become <br>.',
  path: 'src/render-comment.ts',
  files: {
    'src/render-comment.ts': block`
      export interface Comment {
        readonly name: string
        readonly text: string
      }

      /** A comment as HTML. */
      export function renderComment({ name, text }: Comment): string {
        return \`<p title="\${name}">\${text.replaceAll('\n', '<br>')}</p>\`
      }
      `,
  },
  edits: [
    [
      `/** A comment as HTML. */`,
      `const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** A comment as HTML. */`,
    ],
    [`title="\${name}">\${text.replaceAll(`, `title="\${escape(name)}">\${escape(text).replaceAll(`],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { renderComment } from '../src/render-comment.ts'

    test('markup is text', () => {
      assert.equal(
        renderComment({ name: 'A "B" & C', text: '<b>x</b>\n&lt;' }),
        '<p title="A &quot;B&quot; &amp; C">&lt;b&gt;x&lt;/b&gt;<br>&amp;lt;</p>',
      )
    })
    `,
  mistakes: {
    'the name is not escaped': [`escape(name)`, `name`],
    'line breaks are escaped, too': [
      `escape(text).replaceAll('\\n', '<br>')`,
      `escape(text.replaceAll('\\n', '<br>'))`,
    ],
    'quotes stay': [`/[&<>"']/g`, `/[&<>]/g`],
  },
})
