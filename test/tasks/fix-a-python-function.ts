import { block } from './support/block.ts'
import { edit, finish, read, run, search } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const PATH = 'tagger/tags.py'

const HIDDEN = block`
  import unittest

  from tagger import collect_tags, count_tags


  class Tags(unittest.TestCase):
      def test_each_call_starts_from_an_empty_list(self):
          self.assertEqual(collect_tags("#a"), ["a"])
          self.assertEqual(collect_tags("#b"), ["b"])

      def test_an_empty_list_is_added_to(self):
          tags = []
          self.assertIs(collect_tags("#a #a", tags), tags)
          self.assertEqual(tags, ["a"])

      def test_count_tags_is_as_before(self):
          self.assertEqual(count_tags(["#A #a"]), {"a": 2})
          self.assertEqual(count_tags(["#A #a"], False), {"A": 1, "a": 1})
  `

export const fixAPythonFunction = projectTask({
  name: 'fix-a-python-function',
  category: 'fix',
  prompt:
    'collect_tags remembers the tags of earlier calls when it is called without the second argument. It should start from an empty list each time, and go on adding to a list that it is given.',
  needs: ['python3'],
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
    'tests/__init__.py': '',
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
  tests: 'python3 -B -m unittest',
  hidden: { 'tests/test_hidden.py': HIDDEN },
  changes: [PATH],
  free: ['tests'],
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
    [run('python3 -B -m unittest')],
    [finish('Start collect_tags from an empty list', 'The default list was shared by all calls.')],
  ],
  mistakes: {
    'an empty list that was given is forgotten': (work) =>
      withFile(work, PATH, (text) => text.replace('if tags is None:', 'if not tags:')),
    'the default is shared as before': (work) =>
      withFile(work, PATH, (text) => text.replace('tags=None', 'tags=list()')),
    'the other function lost its default': (work) =>
      withFile(work, PATH, (text) => text.replace('lower=True', 'lower')),
  },
})
