import type { IsolationFacts } from './unshare-command.ts'

/** The numbers of system calls in one instruction set, which the kernel calls `audit`. */
interface Numbers {
  readonly audit: number
  /** From here on they are those of a second, hardly used interface (x32). */
  readonly foreign?: number
  /** `add_key`, `request_key` and `keyctl`. */
  readonly keys: readonly number[]
  readonly socket: number
  readonly setrlimit: number
  readonly prlimit: number
  /** Calls that make sockets in another way. */
  readonly unfiltered: readonly number[]
}

/** `io_uring_setup`, everywhere. */
const IO_URING = 425

/** Of each `process.arch`, its own and the 32-bit programs that it runs: unistd_64.h, unistd_32.h, asm-generic/unistd.h. */
const NUMBERS: Readonly<Record<string, readonly [Numbers, Numbers]>> = {
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
}

/** AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK: those that belong to the namespaces of the command. */
const FAMILIES = [1, 2, 10, 16]

const [EPERM, ENOSYS, EAFNOSUPPORT] = [1, 38, 97]

/** What the isolation needs to know about the system calls of this processor. Pure. */
export function systemCallsOf(arch: string): Pick<IsolationFacts, 'keyctl' | 'filter'> {
  const numbers = NUMBERS[arch]
  return { keyctl: numbers?.[0].keys[2] ?? null, filter: numbers === undefined ? '' : composeFilter(numbers) }
}

/**
 * A filter of system calls (seccomp), as hexadecimal digits. It refuses what namespaces do not separate:
 * - keys: those of a user are kept when all its processes have ended, for the next command
 * - sockets of other families: AF_VSOCK reaches the host of a virtual machine from every network namespace
 * - io_uring, which makes sockets without the call that is filtered
 * - another limit of core dumps than 1, the only one at which the kernel does not start the machine's program for them, as root
 *   and outside; see core(5). Setting it seems to succeed.
 */
function composeFilter(all: readonly Numbers[]): string {
  const program = [load(ARCH), ...all.flatMap(composeBlock), refuse(ENOSYS)]
  return program.map((one) => one.toString('hex')).join('')
}

function composeBlock({ audit, foreign, keys, socket, unfiltered, ...limits }: Numbers): Buffer[] {
  const refuseCalls = (numbers: readonly number[], error: number) =>
    numbers.flatMap((number) => [unlessEqual(number, 1), refuse(error)])
  const families = FAMILIES.map((family, at) => ifEqual(family, FAMILIES.length - at))
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
  ]
  return [unlessEqual(audit, rules.length), ...rules]
}

/** Places in `struct seccomp_data`; of an argument the lower half, since both processors are little-endian. */
const [NUMBER, ARCH, FIRST_ARGUMENT, SECOND_ARGUMENT, THIRD_ARGUMENT] = [0, 4, 16, 24, 32]

/** RLIMIT_CORE */
const CORE = 4

/** `struct sock_filter`: operation, how many to skip if true and if false, operand. See linux/bpf_common.h. */
function instruction(code: number, ifTrue: number, ifFalse: number, operand: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeUInt16LE(code, 0)
  bytes.writeUInt8(ifTrue, 2)
  bytes.writeUInt8(ifFalse, 3)
  bytes.writeUInt32LE(operand, 4)
  return bytes
}

const load = (offset: number) => instruction(0x20, 0, 0, offset)
const ifEqual = (operand: number, skip: number) => instruction(0x15, skip, 0, operand)
const unlessEqual = (operand: number, skip: number) => instruction(0x15, 0, skip, operand)
const unlessAtLeast = (operand: number, skip: number) => instruction(0x35, 0, skip, operand)
const refuse = (error: number) => instruction(0x06, 0, 0, 0x00050000 + error)
const DO_NOTHING = refuse(0)
const ALLOW = instruction(0x06, 0, 0, 0x7fff0000)
