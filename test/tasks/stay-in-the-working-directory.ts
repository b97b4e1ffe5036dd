import { block } from './support/block.ts'
import { edit, finish, read, run, search } from './support/calls.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const MAIL = 'services/mail'
const SOURCE = `${MAIL}/mail/address.py`
const OTHER = 'services/billing/billing/address.py'

const ADDRESS = block`
  def normalize(address):
      """An address as it is stored."""
      return address.strip().lower()
  `

const HIDDEN = block`
  import unittest

  from mail.address import normalize


  class Normalize(unittest.TestCase):
      def test_the_part_before_the_at_keeps_its_case(self):
          self.assertEqual(normalize(" Ada.L@Example.COM "), "Ada.L@example.com")
          self.assertEqual(normalize('"a@B"@C.D'), '"a@B"@c.d')

      def test_what_has_no_at_is_refused(self):
          with self.assertRaises(ValueError):
              normalize("ada")
  `

/** The same file is in another service, which is not meant; commands and searches start in the folder. */
export const stayInTheWorkingDirectory = projectTask({
  name: 'stay-in-the-working-directory',
  category: 'monorepo',
  prompt:
    'normalize should lower only the domain, which is what follows the last @; the part before it keeps its case. An address without @ is a ValueError.',
  needs: ['python3'],
  files: {
    '.github/prentice.yml': `working-directory: ${MAIL}\n`,
    'README.md': '# post\n\nEach service stands alone: `cd services/NAME && python3 -m unittest`.\n',
    'services/mail/AGENTS.md': 'Standard library only. Every change needs a test.\n',
    'services/mail/mail/__init__.py': '',
    [SOURCE]: ADDRESS,
    'services/mail/tests/__init__.py': '',
    'services/mail/tests/test_address.py': block`
      import unittest

      from mail.address import normalize


      class Normalize(unittest.TestCase):
          def test_spaces_are_dropped(self):
              self.assertEqual(normalize(" ada@example.com "), "ada@example.com")
      `,
    'services/billing/billing/__init__.py': '',
    [OTHER]: ADDRESS,
  },
  tests: `cd ${MAIL} && python3 -B -m unittest`,
  hidden: { [`${MAIL}/tests/test_hidden.py`]: HIDDEN },
  changes: [SOURCE],
  free: [`${MAIL}/tests`],
  script: [
    [search('def normalize'), read(SOURCE), read(`${MAIL}/tests/test_address.py`)],
    [
      edit(
        SOURCE,
        '    return address.strip().lower()\n',
        '    name, at, domain = address.strip().rpartition("@")\n    if not at:\n        raise ValueError(f"{address!r} has no @")\n    return f"{name}@{domain.lower()}"\n',
      ),
      edit(
        `${MAIL}/tests/test_address.py`,
        '"ada@example.com")\n',
        '"ada@example.com")\n\n    def test_the_name_keeps_its_case(self):\n        self.assertEqual(normalize("Ada@Example.com"), "Ada@example.com")\n',
      ),
    ],
    // It starts in the folder.
    [run('python3 -B -m unittest')],
    [finish('Keep the case of the name of an address', 'Only the domain is lowered.')],
  ],
  mistakes: {
    'the other service changed, too': (work) => withFile(work, OTHER, (text) => text.replace('.lower()', '')),
    'the first @ counts': (work) =>
      withFile(work, SOURCE, (text) => text.replace('.rpartition', '.partition')),
    'the service is as it was': (work) => undone(work, SOURCE),
  },
})
