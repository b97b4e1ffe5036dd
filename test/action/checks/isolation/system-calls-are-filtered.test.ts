import { expect, test } from 'vitest'
import { systemCallsOf } from '../../../../src/action/checks/isolation/system-calls.ts'

/** Of the kernel's headers: audit.h, unistd_64.h, unistd_32.h and asm-generic/unistd.h. */
const [X86_64, I386, AARCH64, ARM] = [0xc000003e, 0x40000003, 0xc00000b7, 0x40000028]
const [AF_UNSPEC, AF_UNIX, AF_INET, AF_AX25, AF_INET6, AF_NETLINK, AF_PACKET, AF_VSOCK] = [
  ...[0, 1, 2, 3, 10, 16, 17, 40],
] as const
const [RLIMIT_CORE, RLIMIT_NOFILE] = [4, 7]

const ALLOWED = 'allowed'
const DONE = 'not done, as if it had succeeded'
const refused = (error: number) => `refused with ${error}`
const [EPERM, ENOSYS, EAFNOSUPPORT] = [refused(1), refused(38), refused(97)]

interface SystemCall {
  readonly arch: number
  readonly number: number
  readonly args?: readonly (number | bigint)[]
}

/** What the kernel does with a call under a filter: the four instructions that filters here consist of. */
function judge(filter: string, { arch, number, args = [] }: SystemCall): string {
  const data = Buffer.alloc(64)
  data.writeUInt32LE(number, 0)
  data.writeUInt32LE(arch, 4)
  for (const [at, value] of args.entries()) data.writeBigUInt64LE(BigInt(value), 16 + 8 * at)
  const program = Buffer.from(filter, 'hex')
  let loaded = 0
  for (let at = 0; at < program.length; at += 8) {
    const operand = program.readUInt32LE(at + 4)
    const skip = (isTrue: boolean) => 8 * program.readUInt8(at + (isTrue ? 2 : 3))
    switch (program.readUInt16LE(at)) {
      case 0x20:
        loaded = data.readUInt32LE(operand)
        break
      case 0x15:
        at += skip(loaded === operand)
        break
      case 0x35:
        at += skip(loaded >= operand)
        break
      case 0x06:
        if (operand === 0x7fff0000) return ALLOWED
        if (operand >>> 16 !== 5) throw new Error(`an unknown action: ${operand.toString(16)}`)
        return operand === 0x00050000 ? DONE : refused(operand & 0xffff)
      default:
        throw new Error(`an unknown instruction at ${at}`)
    }
  }
  throw new Error('the kernel refuses a filter without an end')
}

/** The 64-bit programs of a processor, and its 32-bit ones. */
const KINDS = [
  {
    ...{ name: 'x64', cpu: 'x64', arch: X86_64, read: 0, keys: [248, 249, 250], socket: 41 },
    ...{ setrlimit: 160, prlimit: 302, unknown: [425] },
  },
  {
    ...{ name: 'i386 on x64', cpu: 'x64', arch: I386, read: 3, keys: [286, 287, 288], socket: 359 },
    ...{ setrlimit: 75, prlimit: 340, unknown: [102, 425] },
  },
  {
    ...{ name: 'arm64', cpu: 'arm64', arch: AARCH64, read: 63, keys: [217, 218, 219], socket: 198 },
    ...{ setrlimit: 164, prlimit: 261, unknown: [425] },
  },
  {
    ...{ name: 'arm on arm64', cpu: 'arm64', arch: ARM, read: 3, keys: [309, 310, 311], socket: 281 },
    ...{ setrlimit: 75, prlimit: 369, unknown: [102, 425] },
  },
]

const judging = ({ cpu, arch }: { cpu: string; arch: number }) => {
  const { filter } = systemCallsOf(cpu)
  return (number: number, ...args: (number | bigint)[]) => judge(filter, { arch, number, args })
}

test.each(KINDS)('$name: keys, io_uring and calls that no filter can judge are refused', (kind) => {
  const of = judging(kind)
  for (const number of kind.keys) expect(of(number)).toBe(EPERM)
  for (const number of kind.unknown) expect(of(number)).toBe(ENOSYS)
  for (const number of [kind.read, ...kind.keys.map((key) => key + 3)]) expect(of(number)).toBe(ALLOWED)
})

test.each(KINDS)('$name: sockets are those that the namespaces separate', (kind) => {
  const of = judging(kind)
  for (const family of [AF_UNIX, AF_INET, AF_INET6, AF_NETLINK]) expect(of(kind.socket, family)).toBe(ALLOWED)
  for (const family of [AF_UNSPEC, AF_AX25, AF_PACKET, AF_VSOCK])
    expect(of(kind.socket, family)).toBe(EAFNOSUPPORT)
  // Another call with the same argument is not one for a socket.
  expect(of(kind.read, AF_VSOCK)).toBe(ALLOWED)
})

test.each(KINDS)('$name: the limit of core dumps stays, and seems to be set', (kind) => {
  const of = judging(kind)
  expect(of(kind.setrlimit, RLIMIT_CORE, 1)).toBe(DONE)
  expect(of(kind.setrlimit, RLIMIT_NOFILE, 1)).toBe(ALLOWED)
  // prlimit(pid, resource, new limit, old limit): without a new one, it asks.
  expect(of(kind.prlimit, 0, RLIMIT_CORE, 0, 0x1000)).toBe(ALLOWED)
  expect(of(kind.prlimit, 0, RLIMIT_CORE, 0x1000)).toBe(DONE)
  expect(of(kind.prlimit, 0, RLIMIT_CORE, 0x7f00_0000_0000n)).toBe(DONE)
  expect(of(kind.prlimit, RLIMIT_CORE, RLIMIT_NOFILE, 0x1000)).toBe(ALLOWED)
})

test('the second interface of x64 is refused, and so is an instruction set that is not known', () => {
  const of = judging({ cpu: 'x64', arch: X86_64 })
  expect(of(0x40000000)).toBe(ENOSYS)
  expect(of(0x40000000 + 41, AF_UNIX)).toBe(ENOSYS)
  expect(of(0x3fffffff)).toBe(ALLOWED)
  const { filter } = systemCallsOf('x64')
  expect(judge(filter, { arch: AARCH64, number: 63 })).toBe(ENOSYS)
})

test('a processor whose numbers are not known has no filter', () => {
  expect(systemCallsOf('ppc64')).toEqual({ keyctl: null, filter: '' })
  expect([systemCallsOf('x64').keyctl, systemCallsOf('arm64').keyctl]).toEqual([250, 219])
})
