import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { block } from './support/block.ts'
import { edit, finish, read, search } from './support/calls.ts'
import { changesOnly, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'tagger/tags.py'

/** Prints for each function its parameters with their defaults; reads the program and does not run it. */
const OUTLINE = `
import ast, json, sys
functions = [node for node in ast.walk(ast.parse(sys.stdin.read())) if isinstance(node, ast.FunctionDef)]
print(json.dumps({node.name: ast.unparse(node.args) for node in functions}))
`

/** `null`: there is no Python on this machine. Throws where the program has an error. */
async function outline(program: string): Promise<Record<string, string> | null> {
  const { promise, resolve, reject } = Promise.withResolvers<Record<string, string> | null>()
  const child = execFile('python3', ['-I', '-S', '-c', OUTLINE], (error, stdout, stderr) => {
    if (error === null) resolve(JSON.parse(stdout))
    else if (error.code === 'ENOENT') resolve(null)
    else reject(new Error(`Python cannot read it: ${stderr.trim().split('\\n').at(-1)}`))
  })
  child.stdin?.on('error', () => undefined).end(program)
  return promise
}

export const fixAPythonFunction: Task = {
  name: 'fix-a-python-function',
  category: 'fix',
  prompts: [
    'collect_tags remembers the tags of earlier calls when it is called without the second argument. It should start from an empty list each time, and go on adding to a list that it is given.',
  ],
  files: {
    'README.md': '# tagger\n\nFinds hashtags. No dependencies, Python 3.9 and newer.\n',
    'tagger/__init__.py':
      'from .tags import collect_tags, count_tags\n\n__all__ = ["collect_tags", "count_tags"]\n',
    [PATH]: block`
      """Hashtags in texts."""

      import re

      TAG = re.compile(r"#(\w+)")


      def collect_tags(text, tags=[]):
          """Adds the tags of a text to \`tags\` and returns it."""
          for tag in TAG.findall(text):
              if tag not in tags:
                  tags.append(tag)
          return tags


      def count_tags(texts, lower=True):
          """How often each tag occurs."""
          counts = {}
          for text in texts:
              for tag in TAG.findall(text.lower() if lower else text):
                  counts[tag] = counts.get(tag, 0) + 1
          return counts
      `,
    'tests/test_tags.py': block`
      import unittest

      from tagger import collect_tags


      class CollectTags(unittest.TestCase):
          def test_adds_to_a_list(self):
              tags = ["a"]
              self.assertIs(collect_tags("#b #a", tags), tags)
              self.assertEqual(tags, ["a", "b"])
      `,
  },
  script: [
    [search('collect_tags'), read(PATH), read('tests/test_tags.py')],
    [
      edit(
        PATH,
        'def collect_tags(text, tags=[]):\n    """Adds the tags of a text to `tags` and returns it."""\n',
        'def collect_tags(text, tags=None):\n    """Adds the tags of a text to `tags`, by default a new list, and returns it."""\n    if tags is None:\n        tags = []\n',
      ),
      edit(
        'tests/test_tags.py',
        '        self.assertEqual(tags, ["a", "b"])\n',
        '        self.assertEqual(tags, ["a", "b"])\n\n    def test_starts_anew_each_time(self):\n        self.assertEqual(collect_tags("#a"), ["a"])\n        self.assertEqual(collect_tags("#b"), ["b"])\n',
      ),
    ],
    [finish('Start collect_tags from an empty list', 'The default list was shared by all calls.')],
  ],
  async check(work) {
    changesOnly(work, (path) => path === PATH || path.startsWith('tests/'))
    const program = textOf(work.after, PATH)
    const before = textOf(work.before, PATH)
    const [, body = ''] = /^def collect_tags\([^)]*\).*:\n([\s\S]*?)\n\n\n/m.exec(program) ?? []
    assert.match(program, /^def collect_tags\(text.*, tags.*=\s*None\)/m, 'the default is still a list')
    assert.match(
      body,
      /if tags is (not )?None|tags is None|None is tags/,
      'nothing asks whether a list was given',
    )
    assert.doesNotMatch(body, /tags = tags or|if not tags:/, 'an empty list that was given is not added to')
    assert.equal(
      program.slice(program.indexOf('def count')),
      before.slice(before.indexOf('def count')),
      'count_tags changed',
    )
    const functions = await outline(program)
    if (functions !== null) assert.deepEqual(Object.keys(functions), ['collect_tags', 'count_tags'])
  },
  mistakes: {
    'an empty list that was given is forgotten': (work) =>
      withFile(work, PATH, (text) => text.replace('if tags is None:', 'if not tags:')),
    'the default is shared as before': (work) =>
      withFile(work, PATH, (text) => text.replace('tags=None', 'tags=list()')),
    'the other function lost its default': (work) =>
      withFile(work, PATH, (text) => text.replace('lower=True', 'lower')),
  },
}
