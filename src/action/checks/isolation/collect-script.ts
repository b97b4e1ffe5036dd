/**
 * Perl. Prints what the last command has left of the files that were named, as a plain user who sees the project as the
 * command did, read only, and in `/base` as it was before. Of a regular file it prints path, executable bit and bytes; of
 * anything else only what it is. A record is `kind number NUL path NUL`, and the bytes of a file follow its record.
 *
 * Sizes are what the file system claims, so that a file with holes is not read. Directories are listed without following
 * links. No process of a command is left that could change anything meanwhile.
 */
export const COLLECT_SCRIPT = `
my %exact = map { $_ => 1 } split /\\n/, $ENV{EXACT};
my @patterns = map { my $text = $_; utf8::decode($text); qr/$text/s } split /\\n/, $ENV{PATTERNS};
my ($entries, $files, $bytes, $most) = @ENV{qw(MOST_ENTRIES MOST_FILES MOST_BYTES MOST_FILE_BYTES)};
binmode STDOUT;
sub report { my ($kind, $number, $path) = @_; print "$kind $number\\0$path\\0" }
my $searched = 0;
sub finish { report('end', $searched, $_[0]); close STDOUT or exit 1; exit 0 }

sub is_wanted {
  my ($path) = @_;
  my $text = $path;
  utf8::decode($text);
  for my $pattern (@patterns) { return 1 if $text =~ $pattern }
  return 0;
}

my %real = ('/project' => 1, '/base' => 1);
sub above { $_[0] =~ m{^(.*)/}s ? $1 : '' }
sub is_real {
  my ($folder) = @_;
  $real{$folder} //= is_real(above($folder)) && !-l $folder ? 1 : 0;
}

sub is_same {
  my ($path, @stat) = @_;
  return 0 unless is_real(above("/base/$path"));
  my @base = lstat "/base/$path" or return 0;
  return -l _ && readlink("/project/$path") eq readlink("/base/$path") if ($stat[2] & 0170000) == 0120000;
  return 0 unless -f _ && $base[7] == $stat[7] && ($base[2] & 0100) == ($stat[2] & 0100);
  open(my $new, '<:raw', "/project/$path") or return 0;
  open(my $old, '<:raw', "/base/$path") or return 0;
  for (;;) {
    my $count = read $new, my $one, 65536;
    read $old, my $other, 65536;
    return 0 if !defined $count || $one ne $other;
    return 1 if $count == 0;
  }
}

my @folders;
sub visit {
  my ($path) = @_;
  finish('entries') if $entries-- <= 0;
  my @stat = lstat "/project/$path";
  if (!@stat) {
    # ENOENT, ENOTDIR
    report('closed', 0, $path) unless $! == 2 || $! == 20;
    return;
  }
  if (-d _) {
    if (length $path > 1000) { report('closed', 0, $path) } else { push @folders, $path }
    return;
  }
  my ($is_file, $is_link) = (-f _, -l _);
  return unless is_wanted($path);
  if (!$exact{$path} && ($is_file || $is_link) && is_same($path, @stat)) { report('same', 0, $path); return }
  if (!$is_file) { report($is_link ? 'link' : 'special', 0, $path); return }
  if ($stat[7] > $most) { report('large', $stat[7], $path); return }
  $bytes -= $stat[7];
  finish('bytes') if $bytes < 0;
  finish('files') if $files-- <= 0;
  my $read;
  if (open(my $file, '<:raw', "/project/$path")) { local $/; $read = <$file> // '' }
  if (!defined $read || length $read != $stat[7]) { report('closed', 0, $path); return }
  report($stat[2] & 0100 ? 'executable' : 'plain', length $read, $path);
  print $read;
}

my @starts = split /\\n/, $ENV{STARTS}, -1;
# An empty text has no parts.
@starts = ('') unless @starts;
for my $start (@starts) {
  visit($start) if is_real(above("/project/$start"));
  $searched++;
}
while (@folders) {
  my $folder = pop @folders;
  my $handle;
  unless (opendir $handle, "/project/$folder") { report('closed', 0, $folder); next }
  my @names = sort grep { !/^\\.(?:\\.|git)?\\z/s } readdir $handle;
  closedir $handle;
  visit($folder eq '' ? $_ : "$folder/$_") for @names;
}
finish('all');
`
