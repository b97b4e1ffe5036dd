export const id = 747;
export const ids = [747];
export const modules = {

/***/ 560:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  w: () => (/* binding */ findRoot),
  a: () => (/* binding */ readHostFacts)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ../../lib/action/checks/isolation/system-calls.js
/** `io_uring_setup`, everywhere. */
const IO_URING = 425;
/** Of each `process.arch`, its own and the 32-bit programs that it runs: unistd_64.h, unistd_32.h, asm-generic/unistd.h. */
const NUMBERS = {
    x64: [
        {
            ...{ audit: 0xc000003e, foreign: 0x40000000 },
            ...{ keys: [248, 249, 250], socket: 41, setrlimit: 160, prlimit: 302, unfiltered: [IO_URING] },
        },
        // 102: socketcall, whose arguments no filter can see.
        {
            audit: 0x40000003,
            keys: [286, 287, 288],
            socket: 359,
            setrlimit: 75,
            prlimit: 340,
            unfiltered: [102, IO_URING],
        },
    ],
    arm64: [
        {
            audit: 0xc00000b7,
            keys: [217, 218, 219],
            socket: 198,
            setrlimit: 164,
            prlimit: 261,
            unfiltered: [IO_URING],
        },
        {
            audit: 0x40000028,
            keys: [309, 310, 311],
            socket: 281,
            setrlimit: 75,
            prlimit: 369,
            unfiltered: [102, IO_URING],
        },
    ],
};
/** AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK: those that belong to the namespaces of the command. */
const FAMILIES = [1, 2, 10, 16];
const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97];
/** What the isolation needs to know about the system calls of this processor. Pure. */
function systemCallsOf(arch) {
    const numbers = NUMBERS[arch];
    return { keyctl: numbers?.[0].keys[2] ?? null, filter: numbers === undefined ? '' : composeFilter(numbers) };
}
/**
 * A filter of system calls (seccomp), as hexadecimal digits. It refuses what namespaces do not separate:
 * - keys: those of a user are kept when all its processes have ended, for the next command
 * - sockets of other families: AF_VSOCK reaches the host of a virtual machine from every network namespace
 * - io_uring, which makes sockets without the call that is filtered
 * - another limit of core dumps than 1, the only one at which the kernel does not start the machine's program for them, as root
 *   and outside; see core(5). Setting it seems to succeed.
 */
function composeFilter(all) {
    const program = [load(ARCH), ...all.flatMap(composeBlock), refuse(ENOSYS)];
    return program.map((one) => one.toString('hex')).join('');
}
function composeBlock({ audit, foreign, keys, socket, unfiltered, ...limits }) {
    const refuseCalls = (numbers, error) => numbers.flatMap((number) => [unlessEqual(number, 1), refuse(error)]);
    const families = FAMILIES.map((family, at) => ifEqual(family, FAMILIES.length - at));
    const rules = [
        load(NUMBER),
        ...(foreign === undefined ? [] : [unlessAtLeast(foreign, 1), refuse(ENOSYS)]),
        ...refuseCalls(keys, EPERM),
        ...refuseCalls(unfiltered, ENOSYS),
        ...[
            unlessEqual(socket, FAMILIES.length + 3),
            load(FIRST_ARGUMENT),
            ...families,
            refuse(EAFNOSUPPORT),
            ALLOW,
        ],
        ...[unlessEqual(limits.setrlimit, 4), load(FIRST_ARGUMENT), unlessEqual(CORE, 1), DO_NOTHING, ALLOW],
        ...[unlessEqual(limits.prlimit, 7), load(SECOND_ARGUMENT), unlessEqual(CORE, 5)],
        // Without a new limit, it only asks for the present one.
        ...[load(THIRD_ARGUMENT), unlessEqual(0, 2), load(THIRD_ARGUMENT + 4), ifEqual(0, 1), DO_NOTHING],
        ALLOW,
    ];
    return [unlessEqual(audit, rules.length), ...rules];
}
/** Places in `struct seccomp_data`; of an argument the lower half, since both processors are little-endian. */
const [NUMBER, ARCH, FIRST_ARGUMENT, SECOND_ARGUMENT, THIRD_ARGUMENT] = [0, 4, 16, 24, 32];
/** RLIMIT_CORE */
const CORE = 4;
/** `struct sock_filter`: operation, how many to skip if true and if false, operand. See linux/bpf_common.h. */
function instruction(code, ifTrue, ifFalse, operand) {
    const bytes = Buffer.alloc(8);
    bytes.writeUInt16LE(code, 0);
    bytes.writeUInt8(ifTrue, 2);
    bytes.writeUInt8(ifFalse, 3);
    bytes.writeUInt32LE(operand, 4);
    return bytes;
}
const load = (offset) => instruction(0x20, 0, 0, offset);
const ifEqual = (operand, skip) => instruction(0x15, skip, 0, operand);
const unlessEqual = (operand, skip) => instruction(0x15, 0, skip, operand);
const unlessAtLeast = (operand, skip) => instruction(0x35, 0, skip, operand);
const refuse = (error) => instruction(0x06, 0, 0, 0x00050000 + error);
const DO_NOTHING = refuse(0);
const ALLOW = instruction(0x06, 0, 0, 0x7fff0000);

;// CONCATENATED MODULE: ../../lib/action/checks/isolation/host-facts.js



/** Without `/usr/local`, since every step can write there on hosted runners. */
const TOOL_PATH = '/usr/sbin:/usr/bin:/sbin:/bin';
/** User ids that Debian reserves and does not assign. A runner in a container may have no ids above 65,535. */
const FIRST_USER = 65_100;
const USERS = 400;
/** How to run a command as root. */
const findRoot = (isRoot) => ({
    asRoot: isRoot ? [] : ['sudo', '-n', '--'],
    toolPath: TOOL_PATH,
});
async function readHostFacts({ environment, workspace, temp, program, others = [], isRoot, arch, chance, }) {
    // `_temp` is in the runner's work folder, next to checkouts, actions and tools. The work folder is usually in the
    // runner's own folder.
    const runner = [temp, (0,external_node_path_.dirname)(temp), (0,external_node_path_.dirname)((0,external_node_path_.dirname)(temp))];
    const hidden = [...runner, workspace, environment.HOME, program && (0,external_node_path_.dirname)(program), ...others];
    return {
        ...findRoot(isRoot),
        ...systemCallsOf(arch),
        user: FIRST_USER + Math.floor(chance * USERS),
        hidden: (await findReal(hidden)).filter((path) => path.split('/').length > 2),
        shown: await findReal([environment.RUNNER_TOOL_CACHE]),
    };
}
/** Without missing paths and without `/`. */
async function findReal(paths) {
    const found = await Promise.all(paths.map((path) => (path ? (0,promises_.realpath)(path).catch(() => null) : Promise.resolve(null))));
    return [...new Set(found.filter((path) => path !== null))].filter((path) => path !== '/');
}


/***/ }),

/***/ 2765:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DI: () => (/* binding */ LAYERS_SCRIPT),
/* harmony export */   DR: () => (/* binding */ LIFELINE_SCRIPT),
/* harmony export */   NH: () => (/* binding */ ENTRY_SCRIPT),
/* harmony export */   T3: () => (/* binding */ CELL_SCRIPT),
/* harmony export */   T8: () => (/* binding */ INHERITANCE_SCRIPT),
/* harmony export */   fp: () => (/* binding */ REMOVE_SCRIPT)
/* harmony export */ });
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
const LIFELINE_SCRIPT = `
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
`;
/**
 * Process 1 of the new namespaces. Builds an empty root file system, adds the system's programs (read only) and the folders
 * of this run, makes it the root, and runs the command there as another user.
 *
 * It stays as root and waits. When it ends, the kernel kills every process that the command has left. Paths are relative
 * because \`:\` and \`,\` in the store's path have a meaning in overlay's options. The last chroot is needed because the
 * kernel lets no process in a chroot create a user namespace, in which the process would have every capability. `$0` is the
 * name of a cgroup that no other run uses.
 */
const CELL_SCRIPT = `
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
`;
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
const ENTRY_SCRIPT = `
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
`;
/**
 * Prints what a process has inherited: the serial number of its session keyring (`none`: keyrings cannot be used here),
 * and the descriptors that stay open once the folder of them is closed.
 */
const INHERITANCE_SCRIPT = `
my $keyring = syscall($ARGV[0] + 0, 0, -3, 0);
print 'Keyring ', $keyring != -1 ? $keyring : $! == 38 || $! == 1 ? 'none' : "unknown ($!)", "\\n";
opendir(my $folder, '/proc/self/fd') or die "The open descriptors could not be listed: $!\\n";
my @numbers = sort grep { /^[0-9]+$/ } readdir $folder;
closedir $folder;
for my $number (@numbers) {
  print "Descriptor $number\\n" if -l "/proc/self/fd/$number";
}
`;
/**
 * Prepares the layers of a phase, as root: an empty upper layer, and below it the files of the tree. No isolated command
 * runs now, and none has written to `tree`: its links are those of the repository. `-h`: they are not followed.
 */
const LAYERS_SCRIPT = `
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
`;
/**
 * Removes the files that a list names from a folder, and then the folders that this leaves empty, as git does. Fails if a
 * file is still there.
 */
const REMOVE_SCRIPT = `
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
`;


/***/ }),

/***/ 3826:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   PK: () => (/* binding */ openOverlayFolder),
/* harmony export */   sL: () => (/* binding */ removeWithChecks)
/* harmony export */ });
/* unused harmony exports isBeyondNode, runAsRoot */
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var node_util__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7975);
/* harmony import */ var _isolation_script_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2765);
/* harmony import */ var _unshare_command_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2659);






/** `parent`: a folder that only this user and root can enter. */
async function openOverlayFolder(facts, parent, files) {
    const store = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.realpath)(parent), 'checks');
    const [incoming, removed] = [(0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(store, 'incoming'), (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(store, 'removed')];
    for (const name of ['blank', 'cell', 'tree'])
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(store, name), { recursive: true });
    /** The tree that `tree` has; `undefined`: it may have a part of one. */
    let present = null;
    /** Returns what is to be done with the exported files. */
    async function exportFiles(tree, from) {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)(incoming);
        if (typeof from === 'string') {
            const paths = await files.exportChanges({ from, to: tree }, incoming);
            await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)(removed, Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1'));
            return 'update';
        }
        await files.exportTree(tree, incoming);
        return 'replace';
    }
    return {
        store,
        async begin(phase, tree, signal) {
            const before = present;
            const isKept = tree === null || tree === before;
            // Before the export, which needs the space. As root, since the files of an earlier phase belong to the other user.
            if (!isKept)
                await runAsRoot(facts, ['rm', '-rf', '--', (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(store, phase), incoming, removed], signal);
            present = undefined;
            const how = isKept ? 'keep' : await exportFiles(tree, before);
            // In a namespace of its own, so that no program of the script outlives an abort.
            await runAsRoot(facts, [
                ...['unshare', '--pid', '--fork', '--kill-child', '--'],
                ...['sh', '-c', _isolation_script_js__WEBPACK_IMPORTED_MODULE_5__/* .LAYERS_SCRIPT */ .DI, 'sh', store, phase, String(facts.user), how, _isolation_script_js__WEBPACK_IMPORTED_MODULE_5__/* .REMOVE_SCRIPT */ .fp],
            ], signal);
            present = how === 'keep' ? before : tree;
        },
    };
}
/**
 * Removes a folder that isolated commands wrote to. Their files belong to another user, and may have paths that are too
 * long for Node.js.
 */
async function removeWithChecks(facts, folder) {
    try {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(folder, { recursive: true, force: true });
    }
    catch (error) {
        if (!isBeyondNode(error))
            throw error;
        await runAsRoot(facts, ['rm', '-rf', '--', folder]);
    }
}
/** Whether root, with a program that changes its folder, may be able to remove it. Pure. */
const isBeyondNode = (error) => error instanceof Error &&
    'code' in error &&
    ['EACCES', 'EPERM', 'ENAMETOOLONG'].some((code) => code === error.code);
const start = (0,node_util__WEBPACK_IMPORTED_MODULE_3__.promisify)(node_child_process__WEBPACK_IMPORTED_MODULE_0__.execFile);
/**
 * Runs a system program as root. Rejects with its message if it fails or is missing, and if it is aborted: the program is
 * then killed by closing its standard input, see `LIFELINE_SCRIPT`.
 */
async function runAsRoot(facts, words, signal) {
    signal?.throwIfAborted();
    const { file, args } = (0,_unshare_command_js__WEBPACK_IMPORTED_MODULE_4__/* .rootCommand */ .S3)(facts, ['sh', '-c', _isolation_script_js__WEBPACK_IMPORTED_MODULE_5__/* .LIFELINE_SCRIPT */ .DR, 'sh', ...words]);
    const running = start(file, [...args], { cwd: '/', env: { PATH: '/usr/bin:/bin' } });
    const { stdin } = running.child;
    // The process may end before its pipe is closed.
    stdin?.on('error', () => undefined);
    const stop = () => stdin?.end();
    signal?.addEventListener('abort', stop, { once: true });
    try {
        await running;
    }
    catch (error) {
        signal?.throwIfAborted();
        throw new Error(`${words[0]} as root: ${messageOf(error, file)}`, { cause: error });
    }
    finally {
        signal?.removeEventListener('abort', stop);
        stdin?.destroy();
    }
}
function messageOf(error, file) {
    if (!(error instanceof Error))
        return String(error);
    if ('code' in error && error.code === 'ENOENT')
        return `there is no ${file} on this runner`;
    const stderr = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : '';
    return (stderr || error.message).split('\n', 1)[0] ?? '';
}


/***/ }),

/***/ 2659:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   EX: () => (/* binding */ composeEnvironment),
/* harmony export */   S3: () => (/* binding */ rootCommand),
/* harmony export */   Ye: () => (/* binding */ unshareCommand)
/* harmony export */ });
/* harmony import */ var node_crypto__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7598);
/* harmony import */ var _isolation_script_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2765);


/**
 * The layers of each phase, as names inside the store. An earlier lower layer is above a later one. Without an upper layer
 * all is read only, and in place of a home there is `/base`, the project as it was before the last command.
 */
const LAYERS = {
    setup: { project: 'tree', home: 'blank', upper: 'setup' },
    round: { project: 'tree:setup/project', home: 'setup/home', upper: 'round' },
    collect: { project: 'round/project:tree:setup/project', home: 'tree:setup/project', upper: 'none' },
};
const NAMESPACES = ['--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts'];
/** The command line that runs a command isolated. Pure. */
function unshareCommand(facts, command) {
    const { project, home, upper } = LAYERS[command.phase];
    const { processes, fileBytes, memoryBytes = '' } = command.bounds;
    // Another run may have drawn the same user id, and remove a group of the same name. The store is of this run only.
    const group = `prentice-${facts.user}-${(0,node_crypto__WEBPACK_IMPORTED_MODULE_0__.hash)('sha256', command.store).slice(0, 8)}`;
    const network = command.phase === 'setup' ? 'host' : 'none';
    const unshare = ['unshare', ...NAMESPACES, ...(network === 'none' ? ['--net'] : []), '--'];
    const cell = [
        ...[command.store, String(facts.user), network, project, home, upper],
        ...[processes, fileBytes, memoryBytes].map(String),
        ...[_isolation_script_js__WEBPACK_IMPORTED_MODULE_1__/* .ENTRY_SCRIPT */ .NH, String(facts.keyctl), facts.filter, command.run],
        ...facts.hidden,
        'shown',
        ...facts.shown,
        'environment',
        ...command.environment,
    ];
    return rootCommand(facts, [
        ...['sh', '-c', _isolation_script_js__WEBPACK_IMPORTED_MODULE_1__/* .LIFELINE_SCRIPT */ .DR, group, ...unshare],
        ...['sh', '-c', _isolation_script_js__WEBPACK_IMPORTED_MODULE_1__/* .CELL_SCRIPT */ .T3, group, ...cell],
    ]);
}
/** The command line that runs a command as root, without the environment of this process. Pure. */
function rootCommand(facts, words) {
    const [file = '', ...args] = [
        ...facts.asRoot,
        ...['/usr/bin/env', '-i', `PATH=${facts.toolPath}`, 'LC_ALL=C'],
        ...words,
    ];
    return { file, args };
}
/** Locations of toolchains that earlier steps of the workflow set. */
const TOOLCHAINS = ['JAVA_HOME', 'GOROOT', 'DOTNET_ROOT'];
const CERTIFICATES = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE'];
const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'no_proxy', 'NO_PROXY'];
/** The complete environment of an isolated command, as `NAME=value`. Pure. */
function composeEnvironment(environment, phase) {
    const passed = [...TOOLCHAINS, ...(phase === 'setup' ? [...CERTIFICATES, ...PROXIES] : [])];
    return [
        `PATH=${environment.PATH ?? '/usr/local/bin:/usr/bin:/bin'}`,
        'HOME=/home/checks',
        'USER=checks',
        'LOGNAME=checks',
        'SHELL=/bin/sh',
        'TMPDIR=/tmp',
        'LANG=C.UTF-8',
        'CI=true',
        'NO_COLOR=1',
        ...passed.flatMap((name) => {
            const value = environment[name];
            return value === undefined || holdsCredentials(value) ? [] : [`${name}=${value}`];
        }),
    ];
}
/** The URL of a proxy may contain a password. */
const holdsCredentials = (value) => value.includes('@');


/***/ }),

/***/ 2137:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ne: () => (/* binding */ openLog),
/* harmony export */   hh: () => (/* binding */ commandsOfProcess)
/* harmony export */ });
/* unused harmony export logLine */
/* harmony import */ var _actions_core__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2322);

/** `redact` replaces the secrets in a text. */
function openLog(redact, commands) {
    const line = (text) => logLine(redact(text));
    return {
        info: (text) => commands.info(line(text)),
        notice: (text) => commands.notice(line(text)),
        warning: (text) => commands.warning(line(text)),
        failure: (text) => commands.setFailed(line(text)),
        group: (title, work) => commands.group(line(title), work),
    };
}
/**
 * Turns any text into one line without workflow commands. The runner reads commands from the log: `::` at the start of
 * a line, after spaces, and in an older syntax `##[` anywhere in it. Text of a model or a server must not become one, so
 * line breaks and control characters are removed and both prefixes are broken up.
 */
function logLine(text) {
    return text
        .replace(CONTROL, ' ')
        .trim()
        .replace(/^:(?=:)/, ': ')
        .replaceAll('##[', '# #[')
        .slice(0, MAX_LENGTH);
}
/** C0, DEL, C1, and the separators and direction characters that a terminal or browser acts on. */
const CONTROL = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;
const MAX_LENGTH = 1000;
/** Through the standard output and the file commands of this process. */
const commandsOfProcess = {
    info: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .info */ .pq,
    notice: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .notice */ .lm,
    warning: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .warning */ .$e,
    setFailed: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setFailed */ .C1,
    group: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .group */ .Os,
    setSecret: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setSecret */ .Pq,
    setOutput: _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .setOutput */ .uH,
    async writeSummary(markdown) {
        await _actions_core__WEBPACK_IMPORTED_MODULE_0__/* .summary */ .z.addRaw(markdown).write();
    },
};


/***/ }),

/***/ 4085:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C9: () => (/* binding */ Stopped),
/* harmony export */   ZI: () => (/* binding */ stopOnSignals),
/* harmony export */   zH: () => (/* binding */ runUntilAborted)
/* harmony export */ });
/* unused harmony export stoppedBy */
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);

/** Why a run was stopped; the reason of its abort signal. */
class Stopped extends Error {
    /** Who stopped it, as the message names it. */
    by;
    /** True: the runner kills this process within seconds. */
    isHurried;
    constructor(by, isHurried) {
        super(`stopped by ${by}`);
        this.name = 'Stopped';
        this.by = by;
        this.isHurried = isHurried;
    }
}
/** The result of the work. After an abort, the work has `graceMs` to end by itself; then it is no longer awaited. */
async function runUntilAborted(work, signal, graceMs) {
    const over = new AbortController();
    const stopped = async () => {
        await aborted(signal, over.signal);
        await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(graceMs, undefined, { signal: over.signal });
        throw signal.reason;
    };
    try {
        return await Promise.race([work, stopped()]);
    }
    finally {
        over.abort();
    }
}
function aborted(signal, until) {
    return new Promise((resolve) => {
        if (signal.aborted)
            resolve();
        else
            signal.addEventListener('abort', () => resolve(), { once: true, signal: until });
    });
}
/** A cancelled job gets SIGINT, SIGTERM 7.5 s later, and is killed 2.5 s after that. */
function stopOnSignals() {
    const stop = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM']) {
        process.on(signal, () => stop.abort(stoppedBy(signal)));
    }
    return stop;
}
const stoppedBy = (signal) => new Stopped(`the runner (${signal})`, true);


/***/ }),

/***/ 3145:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ES: () => (/* binding */ wellFormed),
/* harmony export */   KW: () => (/* binding */ describeMoney),
/* harmony export */   P8: () => (/* binding */ showPath),
/* harmony export */   US: () => (/* binding */ stackOf),
/* harmony export */   ZD: () => (/* binding */ escapeHtml),
/* harmony export */   bD: () => (/* binding */ messageOf),
/* harmony export */   cb: () => (/* binding */ showPaths),
/* harmony export */   pq: () => (/* binding */ countOf),
/* harmony export */   rT: () => (/* binding */ truncateLine),
/* harmony export */   xv: () => (/* binding */ truncate)
/* harmony export */ });
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9027);

/**
 * Money for a person: at least cents and two digits that say something, since a step mostly costs less than a cent, and
 * no more digits than an estimate has. Programs get the number itself.
 */
function describeMoney(usd) {
    if (Number.isInteger(usd))
        return `${usd} USD`;
    if (usd < MIN_COUNT)
        return `under ${MIN_COUNT} USD`;
    const digits = Math.max(2, 1 - Math.floor(Math.log10(usd)));
    return `${usd.toFixed(digits)} USD`;
}
const MIN_COUNT = 0.0001;
/** `1 step`, `2 steps`. */
const countOf = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Formats text as the page of the run shows it. Secrets are also searched for in this form. Pure. */
const escapeHtml = (text) => text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? mark);
/** Keeps head and tail of a text longer than `maxLength` characters and says how much is missing between them. Pure. */
function truncate(text, maxLength) {
    if (text.length <= maxLength)
        return text;
    const half = Math.floor(maxLength / 2);
    const head = (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutHead */ .fz)(text, half);
    const tail = (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutTail */ .BO)(text, half);
    return `${head}\n[… ${text.length - head.length - tail.length} characters left out …]\n${tail}`;
}
/** Cuts to one short text. What leaves the runner has no secret in it by then. */
const truncateLine = (text, maxLength) => text.length <= maxLength ? text : `${text.slice(0, maxLength - 1).toWellFormed()}…`;
function wellFormed(value) {
    if (typeof value === 'string')
        return value.toWellFormed();
    if (Array.isArray(value))
        return value.map((item) => wellFormed(item));
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
        return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toWellFormed(), wellFormed(item)]));
}
/** A path for a message: quoted where it holds what would break the line. */
function showPath(path) {
    return /[\p{Cc}\p{Cf}"\\]/u.test(path) ? JSON.stringify(path) : path;
}
/** At most five paths by name. */
function showPaths(paths) {
    const named = paths.slice(0, 5).map(showPath).join(', ');
    return paths.length > 5 ? `${named} and ${paths.length - 5} more` : named;
}
/** What was thrown, as a text. */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
/** What was thrown, with where it came from: for the log. */
const stackOf = (error) => error instanceof Error ? (error.stack ?? error.message) : String(error);


/***/ }),

/***/ 9027:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BO: () => (/* binding */ cutTail),
/* harmony export */   K9: () => (/* binding */ groupDigits),
/* harmony export */   bG: () => (/* binding */ decodeMarked),
/* harmony export */   fz: () => (/* binding */ cutHead)
/* harmony export */ });
/** A character that may occur in a password, a token or a path. */
const SECRET_CHARACTER = /[!#-&*-:=-Z\\^_a-z|~]/;
/** No secret is longer: a longer sequence is cut like any other text, or nothing would be left of it. */
const MAX_SECRET_LENGTH = 4096;
/**
 * The beginning of a text, at most `most` characters. A sequence of characters that may be a secret is never cut in the
 * middle: redaction, which follows later, would not recognise one half of a secret. Pure.
 */
function cutHead(text, most) {
    const place = Math.max(0, Math.floor(most));
    return text.length <= place ? text : text.slice(0, runAround(text, place).start).toWellFormed();
}
/** The end of a text, cut in the same way. Pure. */
function cutTail(text, most) {
    const place = text.length - Math.max(0, Math.floor(most));
    return place <= 0 ? text : text.slice(runAround(text, place).end).toWellFormed();
}
/** The possible secret that spans this place, or else the place itself. */
function runAround(text, place) {
    const isPart = (at) => SECRET_CHARACTER.test(text.charAt(at));
    if (!isPart(place - 1) || !isPart(place))
        return { start: place, end: place };
    let [start, end] = [place - 1, place + 1];
    while (isPart(start - 1) && end - start < MAX_SECRET_LENGTH)
        start -= 1;
    while (isPart(end) && end - start < MAX_SECRET_LENGTH)
        end += 1;
    return end - start < MAX_SECRET_LENGTH ? { start, end } : { start: place, end: place };
}
/**
 * A whole number with commas: `1,000`. Not by `toLocaleString`, whose first call takes 13 ms: schemas have numbers in their
 * texts, so every start would pay for it.
 */
const groupDigits = (count) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
/**
 * The text of a file in UTF-8, or in UTF-16 if it has a byte order mark, as Windows PowerShell writes it. The mark is no part
 * of it. Pure.
 */
function decodeMarked(bytes) {
    const [first, second] = bytes;
    const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
    return new TextDecoder(isWide ? `utf-16${first === 0xff ? 'le' : 'be'}` : 'utf-8').decode(bytes);
}


/***/ })

};
