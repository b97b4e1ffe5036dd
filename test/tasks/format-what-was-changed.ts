import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const PATH = 'config/routes.conf'
const FORMATTER = 'tools/format.pl'
const ADDED = '/admin/maintenance/health health.show GET'

const FORMAT = block`
  # Aligns the columns of config/routes.conf. With --check, fails where that would change it.
  use strict;
  use warnings;

  my $path = 'config/routes.conf';
  open(my $in, '<', $path) or die "$path: $!\n";
  my $before = join '', <$in>;
  close $in;

  my @rows = map { /^\s*(#|$)/ ? [$_] : [split] } split /\n/, $before;
  my @widths;
  for my $row (grep { @$_ > 1 } @rows) {
      for my $at (0 .. $#$row - 1) {
          my $length = length $row->[$at];
          $widths[$at] = $length if $length > ($widths[$at] // 0);
      }
  }
  my $after = join '', map {
      my $row = $_;
      join('  ', map { $_ < $#$row ? sprintf('%-*s', $widths[$_], $row->[$_]) : $row->[$_] } 0 .. $#$row) . "\n"
  } @rows;

  if (@ARGV && $ARGV[0] eq '--check') {
      die "$path is not formatted: run perl tools/format.pl\n" if $after ne $before;
      exit 0;
  }
  open(my $out, '>', $path) or die "$path: $!\n";
  print $out $after;
  close $out;
  `

const TESTS = block`
  use strict;
  use warnings;
  use Test::More tests => 3;

  is(system('perl', 'tools/format.pl', '--check'), 0, 'the routes are formatted');
  open(my $in, '<', 'config/routes.conf') or die;
  my @routes = map { [split] } grep { !/^\s*(#|$)/ } <$in>;
  is(scalar(grep { @$_ != 3 } @routes), 0, 'each route has three columns');
  my %seen;
  is(scalar(grep { $seen{$_->[0]}++ } @routes), 0, 'no path is there twice');
  `

/** The new path is the longest, so that each line changes. */
export const formatWhatWasChanged = projectTask({
  name: 'format-what-was-changed',
  category: 'commands',
  prompt:
    'Add a route: GET /admin/maintenance/health goes to health.show. It belongs after /admin. Format the file as CI demands it.',
  files: {
    'CONTRIBUTING.md': 'CI runs `prove`. Format routes with `perl tools/format.pl`.\n',
    [PATH]: block`
      # path  action  method
      /             home.show      GET

      # for operators
      /admin        admin.show     GET
      /admin/users  users.index    GET
      /admin/login  session.start  POST
      `,
    [FORMATTER]: FORMAT,
    't/routes.t': TESTS,
  },
  needs: ['prove'],
  tests: `perl t/routes.t && tr -s ' ' <${PATH} | grep -qx '${ADDED}' && tr -s ' ' <${PATH} | sed -n '/admin.show/{n;p;}' | grep -q health && [ "$(wc -l <${PATH})" = 8 ]`,
  hidden: { 't/routes.t': TESTS, [FORMATTER]: FORMAT },
  changes: [PATH],
  script: [
    [read(PATH), read('CONTRIBUTING.md')],
    [
      edit(
        PATH,
        '/admin        admin.show     GET\n',
        '/admin        admin.show     GET\n/admin/maintenance/health health.show GET\n',
      ),
    ],
    [run('perl tools/format.pl && prove && cat config/routes.conf', PATH)],
    [finish('Route /admin/maintenance/health', 'The route is there, and the columns are aligned.')],
  ],
  mistakes: {
    'the new line is not aligned': (work) =>
      withFile(work, PATH, (text) => text.replace(/^(\/admin\/maintenance\/health) +/m, '$1 ')),
    'only the new line is formatted': (work) =>
      withFile(work, PATH, (text) => text.replace(/^\/admin +/m, '/admin        ')),
    'the comments are gone': (work) => withFile(work, PATH, (text) => text.replace(/^#.*\n/gm, '')),
    'the formatter was changed instead': (work) =>
      withFile(work, FORMATTER, (text) => text.replace("'%-*s'", "'%*s'")),
  },
})
