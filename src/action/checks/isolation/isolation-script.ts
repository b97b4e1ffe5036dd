/**
 * The scripts of the isolation. The first two run as root, the last as the user of the command. Texts from outside reach
 * them only as positional parameters; no script text is built from them.
 */

/**
 * Runs `"$@"` (unshare) until it ends or standard input is closed. Standard input is a pipe that the action holds open:
 * the action cannot signal a process of root, and the pipe is also closed if the action is killed.
 *
 * What it prints goes through `cat`, because the output that Node gives to a process is a socket, and Linux cannot open a
 * socket by its path, such as /dev/stderr. Descriptor 4 leads the exit code past `cat`, which ends when the last process
 * that could print has ended. `$0` may be the cgroup of the command, which is empty then.
 */
export const LIFELINE_SCRIPT = `
exec 3<&0 </dev/null 5>&1
code=$({ {
  "$@" 3<&- 4>&- 5>&- &
  inside=$!
  (read -r _ <&3; kill -KILL "$inside") >/dev/null 2>&1 4>&- 5>&- &
  lifeline=$!
  exec 3<&-
  wait "$inside"
  code=$?
  kill -KILL "$lifeline" 2>/dev/null
  echo "$code" >&4
} 5>&- | cat >&5 3<&- 4>&-; } 4>&1)
case $0 in
  prentice-*) rmdir "/sys/fs/cgroup/memory/$0" "/sys/fs/cgroup/$0" 2>/dev/null ;;
esac
exit "$code"
`

/**
 * Process 1 of the new namespaces. Builds an empty root file system, adds the system's programs (read only) and the folders
 * of this run, makes it the root, and runs the command there as another user.
 *
 * It stays as root and waits. When it ends, the kernel kills every process that the command has left. Paths are relative
 * because \`:\` and \`,\` in the store's path have a meaning in overlay's options. The last chroot is needed because the
 * kernel lets no process in a chroot create a user namespace, in which the process would have every capability. `$0` is the
 * name of a cgroup that no other run uses.
 */
export const CELL_SCRIPT = `
set -eu
umask 022
store=$1 user=$2 network=$3 project=$4 home=$5 upper=$6 processes=$7 bytes=$8 memory=$9
entry=\${10} keyctl=\${11} filter=\${12} command=\${13}
shift 13
cd -- "$store"
exec 4>begun
# One process for several mounts, of paths without spaces. \`mount\` reads no pipe.
mount_table() {
  printf %s "$table" >"$store/mounts"
  mount -a -T "$store/mounts"
}
[ "$network" = host ] || ip link set lo up

# Version 1 of cgroups, or version 2. Where neither can be used, memory is not limited.
group=
for parent in /sys/fs/cgroup/memory /sys/fs/cgroup; do
  one=$parent/$0
  [ -n "$memory" ] && [ -z "$group" ] && [ -e "$parent/cgroup.procs" ] && mkdir -p "$one" 2>/dev/null || continue
  for name in memory.limit_in_bytes memory.max; do
    if [ -e "$one/$name" ] && echo "$memory" 2>/dev/null >"$one/$name"; then group=$one; fi
  done
  [ -n "$group" ] || rmdir "$one"
done
if [ -n "$group" ]; then
  if [ -e "$group/memory.swap.max" ]; then echo 0 >"$group/memory.swap.max"; fi
  if [ -e "$group/memory.memsw.limit_in_bytes" ]; then echo "$memory" >"$group/memory.memsw.limit_in_bytes"; fi
  if [ -e "$group/memory.oom.group" ]; then echo 1 >"$group/memory.oom.group"; fi
  exec 6>"$group/cgroup.procs"
fi

mount -t tmpfs -o mode=0755,size=8m,nosuid,nodev cell cell
cd cell
links= folders= table=
for path in /usr /bin /sbin /lib /lib32 /lib64 /libx32 /etc /opt /var/lib/gems; do
  if [ -L "$path" ]; then
    links="$links $path"
  elif [ -d "$path" ]; then
    folders="$folders .$path"
    table="$table$path .$path none bind,ro,nosuid,nodev
"
  fi
done
mkdir -p proc dev/shm tmp project home/checks run var/lib cell old $folders
[ -z "$links" ] || cp -P --parents $links .
mount_table
while [ "$1" != shown ]; do
  if [ -d ".$1" ]; then mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev hidden ".$1"; fi
  shift
done
shift
while [ "$1" != environment ]; do
  if [ -d "$1" ] && mkdir -p ".$1"; then mount -o bind,ro,nosuid,nodev "$1" ".$1"; fi
  shift
done
shift

table='shm cell/dev/shm tmpfs mode=1777,size=256m,nosuid,nodev
proc cell/proc proc nosuid,nodev,noexec
cell/run/passwd cell/etc/passwd none bind,ro
cell/run/group cell/etc/group none bind,ro
'
for name in null zero full random urandom; do
  : >"dev/$name"
  table="$table/dev/$name cell/dev/$name none bind
"
done
ln -s /proc/self/fd dev/fd
ln -s fd/0 dev/stdin
ln -s fd/1 dev/stdout
ln -s fd/2 dev/stderr
ln -s /tmp var/tmp
printf 'root:x:0:0::/:/bin/sh\\nchecks:x:%s:%s::/home/checks:/bin/sh\\n' "$user" "$user" >run/passwd
printf 'root:x:0:\\nchecks:x:%s:\\n' "$user" >run/group
for name in hosts resolv.conf; do
  real=$(readlink -e "/etc/$name") || continue
  case $real in
    "/etc/$name") table="$table$real cell$real none bind,ro
" ;;
    /etc/*) mount -o bind,ro "$real" ".$real" ;;
    *) mkdir -p ".\${real%/*}" && cp -- "$real" ".$real" ;;
  esac
done
if [ "$upper" = none ]; then
  mkdir base
  table="\${table}project cell/project overlay ro,nosuid,nodev,lowerdir=$project
base cell/base overlay ro,nosuid,nodev,lowerdir=$home
"
else
  table="\${table}project cell/project overlay nosuid,nodev,lowerdir=$project,upperdir=$upper/project,workdir=$upper/project-work
home cell/home/checks overlay nosuid,nodev,lowerdir=$home,upperdir=$upper/home,workdir=$upper/home-work
$upper/tmp cell/tmp none bind,nosuid,nodev
"
fi
cd ..
mount_table

cd cell
pivot_root . old
cd /
umount -l /old
rmdir /old
mount -o remount,ro /
mount --rbind / /cell
[ -x /usr/bin/perl ] || { echo 'there is no /usr/bin/perl on this runner' >&2; exit 1; }
# Only the owner of a pipe can open it by its path.
chown "$user" /proc/self/fd/1
code=0
(
  # 0 is the process that writes.
  if [ -n "$group" ]; then echo 0 >&6 || exit 1; fi
  printf begun >&4
  # The probe would find 5, if ENTRY_SCRIPT did not close it.
  exec 2>&1 4>&- 5</dev/null
  echo 1000 >/proc/self/oom_score_adj
  exec prlimit --nproc="$processes:$processes" --fsize="$bytes:$bytes" --core=1:1 nice -n 10 chroot /cell \\
    setpriv --reuid "$user" --regid "$user" --clear-groups --inh-caps=-all --ambient-caps=-all \\
    --bounding-set=-all --no-new-privs env -i "$@" /usr/bin/perl -e "$entry" "$keyctl" "$filter" "$command"
) || code=$?
exit "$code"
`

/**
 * Perl, which every Debian and Ubuntu has: a shell can neither call the kernel nor name every descriptor. Becomes the
 * command, without what this process has inherited of the runner:
 * - Its session keyring, whose keys every process that holds it may read and change. `keyctl(1, 0)` joins a new one;
 *   `keyctl(0, -3, 0)` is the present one. If the kernel has no keyrings (38, ENOSYS), or a filter of system calls
 *   forbids them (1, EPERM), there is none to share.
 * - Descriptors above 2: of files, sockets and pipes that some process before left open.
 * - System calls that reach what no namespace separates, see `systemCallsOf`. 22 is PR_SET_SECCOMP, 2 a filter; `prctl` has
 *   the number 167 on arm64, where `keyctl` has 219.
 */
export const ENTRY_SCRIPT = `
my ($keyctl, $filter, $command) = @ARGV;
sub keyring { syscall($keyctl + 0, 0, -3, 0) }
my $inherited = keyring();
if ($inherited != -1 || ($! != 38 && $! != 1)) {
  die "The command could not get its own session keyring: $!\\n" if syscall($keyctl + 0, 1, 0) == -1;
  die "The command kept the session keyring of the runner\\n" if keyring() == $inherited;
}
opendir(my $folder, '/proc/self/fd') or die "The open descriptors could not be listed: $!\\n";
my @numbers = grep { /^[0-9]+$/ && $_ > 2 } readdir $folder;
closedir $folder;
for my $number (@numbers) {
  if (open(my $handle, '<&=', $number + 0)) { close $handle }
}
my $code = pack 'H*', $filter;
my $program = pack 'S x![P] P', length($code) / 8, $code;
my $prctl = $keyctl == 219 ? 167 : 157;
syscall($prctl, 22, 2, $program, 0, 0) == 0 or die "The system calls of the command could not be filtered: $!\\n";
chdir '/project' or die "/project: $!\\n";
$ENV{PWD} = '/project';
exec 'sh', '-e', '-c', $command;
die "sh: $!\\n";
`

/**
 * Prints what a process has inherited: the serial number of its session keyring (`none`: keyrings cannot be used here),
 * and the descriptors that stay open once the folder of them is closed.
 */
export const INHERITANCE_SCRIPT = `
my $keyring = syscall($ARGV[0] + 0, 0, -3, 0);
print 'Keyring ', $keyring != -1 ? $keyring : $! == 38 || $! == 1 ? 'none' : "unknown ($!)", "\\n";
opendir(my $folder, '/proc/self/fd') or die "The open descriptors could not be listed: $!\\n";
my @numbers = sort grep { /^[0-9]+$/ } readdir $folder;
closedir $folder;
for my $number (@numbers) {
  print "Descriptor $number\\n" if -l "/proc/self/fd/$number";
}
`

/**
 * Prepares the layers of a phase, as root: an empty upper layer, and below it the files of the tree. No isolated command
 * runs now, and none has written to `tree`: its links are those of the repository. `-h`: they are not followed.
 */
export const LAYERS_SCRIPT = `
set -eu
umask 022
store=$1 phase=$2 user=$3 how=$4 remove=$5
cd -- "$store"
rm -rf -- "$phase"
mkdir -- "$phase" "$phase/project" "$phase/project-work" "$phase/home" "$phase/home-work" "$phase/tmp"
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
