import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'rent/due.py'

const HIDDEN = block`
  import datetime
  import unittest

  from rent.due import due_dates

  day = datetime.date


  class Due(unittest.TestCase):
      def test_short_months_end_earlier(self):
          dates = due_dates(day(2027, 11, 30), 5)
          self.assertEqual(dates, [day(2027, 11, 30), day(2027, 12, 30), day(2028, 1, 30), day(2028, 2, 29), day(2028, 3, 30)])

      def test_the_last_day_comes_back(self):
          self.assertEqual(due_dates(day(2026, 1, 31), 3), [day(2026, 1, 31), day(2026, 2, 28), day(2026, 3, 31)])

      def test_none(self):
          self.assertEqual(due_dates(day(2026, 1, 31), 0), [])
  `

export const countMonthsInPython = projectTask({
  name: 'count-months-in-python',
  category: 'fix',
  prompt:
    'due_dates crashes for a contract that starts on the 31st. In a month without that day, rent is due on its last day; the month after, it is due on the 31st again.',
  needs: ['python3'],
  files: {
    'rent/__init__.py': '',
    [SOURCE]: block`
      """When rent is due."""


      def due_dates(start, count):
          """The first dates on which rent is due: the same day of each month."""
          dates = []
          for index in range(count):
              months = start.month - 1 + index
              dates.append(start.replace(year=start.year + months // 12, month=months % 12 + 1))
          return dates
      `,
    'tests/__init__.py': '',
    'tests/test_due.py': block`
      import datetime
      import unittest

      from rent.due import due_dates


      class Due(unittest.TestCase):
          def test_the_year_ends(self):
              dates = due_dates(datetime.date(2026, 12, 15), 2)
              self.assertEqual(dates, [datetime.date(2026, 12, 15), datetime.date(2027, 1, 15)])
      `,
  },
  tests: 'python3 -B -m unittest',
  hidden: { 'tests/test_hidden.py': HIDDEN },
  changes: [SOURCE],
  free: ['tests'],
  script: [
    [read(SOURCE), read('tests/test_due.py')],
    [
      edit(SOURCE, '"""When rent is due."""\n', '"""When rent is due."""\n\nimport calendar\n'),
      edit(
        SOURCE,
        '        dates.append(start.replace(year=start.year + months // 12, month=months % 12 + 1))\n',
        '        year, month = start.year + months // 12, months % 12 + 1\n        day = min(start.day, calendar.monthrange(year, month)[1])\n        dates.append(start.replace(year=year, month=month, day=day))\n',
      ),
    ],
    [run('python3 -B -m unittest')],
    [finish('Make rent due on the last day of short months', 'The 31st comes back in the month after.')],
  ],
  mistakes: {
    'no month has more than 28 days': (work) =>
      withFile(work, SOURCE, (text) => text.replace('calendar.monthrange(year, month)[1]', '28')),
    'leap years are forgotten': (work) =>
      withFile(work, SOURCE, (text) => text.replace('monthrange(year, month)', 'monthrange(2027, month)')),
  },
})
