/**
 * Prepares the layers of a phase, as root: an empty upper layer, and below it the files of the tree. No isolated command
 * runs now, and none has written to `tree`: its links are those of the repository. `-h`: they are not followed.
 */
export const LAYERS_SCRIPT = `
set -eu
umask 022
store=$1 phase=$2 user=$3 how=$4 remove=$5
cd -- "$store"
for name in project project-work home home-work tmp; do mkdir -p -- "$phase/$name"; done
chown -R -- "$user:$user" "$phase"
[ "$how" != keep ] || exit 0
chown -hR -- "$user:$user" incoming
if [ "$how" = replace ]; then
  rm -rf -- tree
  mv -- incoming tree
  exit 0
fi
/usr/bin/perl -e "$remove" removed tree
cp -a -- incoming/. tree/
rm -rf -- incoming removed
`

/**
 * Removes the files that a list names from a folder, and then the folders that this leaves empty, as git does. Fails if a
 * file is still there.
 */
export const REMOVE_SCRIPT = `
my ($list, $folder) = @ARGV;
open(my $handle, '<', $list) or die "$list: $!\\n";
local $/ = "\\0";
my @paths = map { chomp; $_ } <$handle>;
chdir $folder or die "$folder: $!\\n";
for my $path (@paths) {
  my $done = -d $path && ! -l $path ? rmdir $path : unlink $path;
  die "$path: $!\\n" unless $done;
}
for my $path (@paths) {
  while ($path =~ s{/[^/]*\\z}{}) { last unless rmdir $path }
}
`
