import { block } from './support/block.ts'
import { check, edit, finish, read } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'lib/Duration.pm'
const TEST = 't/duration.t'

const TESTS = block`
  use strict;
  use warnings;
  use lib 'lib';
  use Test::More;
  use Duration qw(show_duration);

  is(show_duration(59), '59 s', 'seconds');
  is(show_duration(61), '1 min 1 s', 'minutes');
  is(show_duration(3599), '59 min 59 s', 'almost an hour');
  is(show_duration(3600), '1 h', 'an hour');
  is(show_duration(3661), '1 h 1 min 1 s', 'all of them');
  done_testing();
  `

export const fixWhatACheckReports = projectTask({
  name: 'fix-what-a-check-reports',
  category: 'commands',
  prompt: 'The check "Unit tests" is red on main. Please find out why and fix it; the tests are right.',
  files: {
    '.github/prentice.yml': 'checks:\n  - { name: Unit tests, run: prove -l }\n',
    'README.md': '# Duration\n\nShows durations. `prove -l` runs the tests.\n',
    [SOURCE]: block`
      package Duration;
      use strict;
      use warnings;
      use Exporter 'import';
      our @EXPORT_OK = qw(show_duration);

      # Seconds as a person reads them; parts that are zero are left out.
      sub show_duration {
          my ($seconds) = @_;
          my @units = (['h', 3600], ['min', 60], ['s', 1]);
          my @parts;
          for my $unit (@units) {
              my ($name, $length) = @$unit;
              my $count = int($seconds / $length);
              push @parts, "$count $name" if $count > 0;
          }
          return @parts ? join(' ', @parts) : '0 s';
      }

      1;
      `,
    [TEST]: TESTS,
  },
  needs: ['prove'],
  tests: `prove -l && perl -Ilib -MDuration=show_duration -e 'print join ",", map { show_duration($_) } 0, 7200, 86_399, 3605' | grep -qx '0 s,2 h,23 h 59 min 59 s,1 h 5 s'`,
  hidden: { [TEST]: TESTS },
  changes: [SOURCE],
  free: ['t'],
  script: [
    [check('Unit tests'), read(SOURCE)],
    [edit(SOURCE, '$count > 0;\n', '$count > 0;\n        $seconds -= $count * $length;\n')],
    [check('Unit tests')],
    [finish('Count each second of a duration once', 'A unit left its seconds to the smaller ones.')],
  ],
  mistakes: {
    'only minutes are right': (work) =>
      withFile(work, SOURCE, (text) =>
        text.replace('$seconds -= $count * $length;', '$seconds %= 60 if $length == 60;'),
      ),
    'the check was taken out of the settings': (work) =>
      withFile(work, '.github/prentice.yml', () => 'checks: []\n'),
  },
})
