import { createPrivateKey, createPublicKey, diffieHellman, timingSafeEqual } from 'node:crypto'

/** An X25519 key pair with which clients seal secrets for this GitHub; 32 bytes each. */
export interface SealingKey {
  readonly publicKey: Buffer
  readonly privateKey: Buffer
}

/**
 * Opens what libsodium's `crypto_box_seal` has sealed, as clients do with the secrets of Actions; `null`: it is not for this
 * key. Node has X25519 only, so XSalsa20, Poly1305 and BLAKE2b are below.
 * https://libsodium.gitbook.io/doc/public-key_cryptography/sealed_boxes
 */
export function openSealedBox(sealed: Buffer, { publicKey, privateKey }: SealingKey): Buffer | null {
  if (sealed.length < KEY_BYTES + TAG_BYTES) return null
  const ephemeral = sealed.subarray(0, KEY_BYTES)
  const tag = sealed.subarray(KEY_BYTES, KEY_BYTES + TAG_BYTES)
  const cipher = sealed.subarray(KEY_BYTES + TAG_BYTES)
  const nonce = blake2b(Buffer.concat([ephemeral, publicKey]), 24)
  const shared = diffieHellman({
    privateKey: asPrivateKey(privateKey),
    publicKey: asPublicKey(ephemeral),
  })
  const boxKey = hsalsa20(shared, Buffer.alloc(16))
  const stream = xsalsa20(boxKey, nonce, 32 + cipher.length)
  if (!timingSafeEqual(poly1305(cipher, stream.subarray(0, 32)), tag)) return null
  return Buffer.from(cipher.map((byte, index) => byte ^ (stream[32 + index] ?? 0)))
}

const KEY_BYTES = 32
const TAG_BYTES = 16
/** The ASN.1 that stands before the bytes of an X25519 key: https://www.rfc-editor.org/rfc/rfc8410 */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex')

const asPrivateKey = (privateKey: Buffer) =>
  createPrivateKey({ format: 'der', type: 'pkcs8', key: Buffer.concat([PRIVATE_PREFIX, privateKey]) })

const asPublicKey = (publicKey: Buffer) =>
  createPublicKey({ format: 'der', type: 'spki', key: Buffer.concat([PUBLIC_PREFIX, publicKey]) })

export const sealingKeyOf = (privateKey: Buffer): SealingKey => {
  const spki = createPublicKey(asPrivateKey(privateKey)).export({ format: 'der', type: 'spki' })
  return { privateKey, publicKey: spki.subarray(PUBLIC_PREFIX.length) }
}

const SIGMA = Buffer.from('expand 32-byte k')

const rotate32 = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits))

/** The words of each quarter-round: the columns, then the rows. */
const QUARTERS = [
  ...[[0, 4, 8, 12] as const, [5, 9, 13, 1] as const, [10, 14, 2, 6] as const, [15, 3, 7, 11] as const],
  ...[[0, 1, 2, 3] as const, [5, 6, 7, 4] as const, [10, 11, 8, 9] as const, [15, 12, 13, 14] as const],
]

/** https://cr.yp.to/snuffle/spec.pdf: twenty rounds on sixteen words. */
function salsaRounds(input: Uint32Array): Uint32Array {
  const x = input.slice()
  const mix = (to: number, one: number, other: number, bits: number): void => {
    x[to] = (x[to] ?? 0) ^ rotate32(((x[one] ?? 0) + (x[other] ?? 0)) | 0, bits)
  }
  for (let round = 0; round < 10; round += 1)
    for (const [a, b, c, d] of QUARTERS) {
      mix(b, a, d, 7)
      mix(c, b, a, 9)
      mix(d, c, b, 13)
      mix(a, d, c, 18)
    }
  return x
}

/** The sixteen words: constants on the diagonal, the key, and sixteen bytes of input. */
function salsaState(key: Buffer, input: Buffer): Uint32Array {
  const word = (bytes: Buffer, index: number): number => bytes.readUInt32LE(index * 4)
  const key16 = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => word(key, index))
  const [k0 = 0, k1 = 0, k2 = 0, k3 = 0, ...others] = key16
  const [i0 = 0, i1 = 0, i2 = 0, i3 = 0] = [0, 1, 2, 3].map((index) => word(input, index))
  const [s0 = 0, s1 = 0, s2 = 0, s3 = 0] = [0, 1, 2, 3].map((index) => word(SIGMA, index))
  return Uint32Array.from([s0, k0, k1, k2, k3, s1, i0, i1, i2, i3, s2, ...others, s3])
}

const bytesOf = (words: Iterable<number>): Buffer => {
  const all = [...words]
  const bytes = Buffer.alloc(all.length * 4)
  for (const [index, word] of all.entries()) bytes.writeUInt32LE(word >>> 0, index * 4)
  return bytes
}

function hsalsa20(key: Buffer, input: Buffer): Buffer {
  const mixed = salsaRounds(salsaState(key, input))
  return bytesOf([0, 5, 10, 15, 6, 7, 8, 9].map((index) => mixed[index] ?? 0))
}

/** The first bytes of the key stream. */
function xsalsa20(key: Buffer, nonce: Buffer, length: number): Buffer {
  const subkey = hsalsa20(key, nonce.subarray(0, 16))
  const blocks: Buffer[] = []
  for (let block = 0; block * 64 < length; block += 1) {
    const input = Buffer.alloc(16)
    nonce.copy(input, 0, 16)
    input.writeUInt32LE(block, 8)
    const state = salsaState(subkey, input)
    const mixed = salsaRounds(state)
    blocks.push(bytesOf(mixed.map((word, index) => (word + (state[index] ?? 0)) >>> 0)))
  }
  return Buffer.concat(blocks).subarray(0, length)
}

const numberLE = (bytes: Uint8Array): bigint => BigInt(`0x0${Buffer.from(bytes).reverse().toString('hex')}`)

/** https://www.rfc-editor.org/rfc/rfc8439#section-2.5 */
function poly1305(message: Buffer, key: Buffer): Buffer {
  const prime = (1n << 130n) - 5n
  const r = numberLE(key.subarray(0, 16)) & 0x0ffffffc0ffffffc0ffffffc0fffffffn
  let sum = 0n
  for (let at = 0; at < message.length; at += 16) {
    const block = Buffer.concat([message.subarray(at, at + 16), Buffer.from([1])])
    sum = ((sum + numberLE(block)) * r) % prime
  }
  const tag = BigInt.asUintN(128, sum + numberLE(key.subarray(16, 32)))
  return Buffer.from(tag.toString(16).padStart(32, '0'), 'hex').reverse()
}

const IV = [
  ...[0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n],
  ...[0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n],
]
/** Which words of the block each round takes: https://www.rfc-editor.org/rfc/rfc7693#section-2.7 */
const ORDER = [
  ...['0123456789abcdef', 'ea489fd61c02b753', 'b8c052fdae367194', '7931dcbe265a40f8', '905724afe1bc683d'],
  ...['2c6a0b834d75fe19', 'c51fed4a0763928b', 'db7ec13950f4862a', '6fe9b308c2d714a5', 'a2847615fb9e3cd0'],
]
const COLUMNS = ['048c', '159d', '26ae', '37bf', '05af', '16bc', '278d', '349e']

const rotate64 = (value: bigint, bits: bigint): bigint =>
  BigInt.asUintN(64, (value >> bits) | (value << (64n - bits)))

/** https://www.rfc-editor.org/rfc/rfc7693, without a key, of at most one block. */
function blake2b(message: Buffer, length: number): Buffer {
  if (message.length > 128) throw new Error('sandbox: only one block is hashed')
  const h = IV.map((word, index) => (index === 0 ? word ^ 0x01010000n ^ BigInt(length) : word))
  const block = Buffer.concat([message, Buffer.alloc(128 - message.length)])
  const m = Array.from({ length: 16 }, (_, index) => block.readBigUInt64LE(index * 8))
  const v = [...h, ...IV]
  const xor = (index: number, value: bigint): void => {
    v[index] = BigInt.asUintN(64, (v[index] ?? 0n) ^ value)
  }
  xor(12, BigInt(message.length))
  xor(14, 0xffffffffffffffffn)
  for (let round = 0; round < 12; round += 1) {
    const words = [...(ORDER[round % 10] ?? '')].map((digit) => m[Number.parseInt(digit, 16)] ?? 0n)
    for (const [index, column] of COLUMNS.entries()) {
      const [a = 0, b = 0, c = 0, d = 0] = [...column].map((digit) => Number.parseInt(digit, 16))
      const half = (word: bigint, first: bigint, second: bigint): void => {
        v[a] = BigInt.asUintN(64, (v[a] ?? 0n) + (v[b] ?? 0n) + word)
        v[d] = rotate64((v[d] ?? 0n) ^ (v[a] ?? 0n), first)
        v[c] = BigInt.asUintN(64, (v[c] ?? 0n) + (v[d] ?? 0n))
        v[b] = rotate64((v[b] ?? 0n) ^ (v[c] ?? 0n), second)
      }
      half(words[index * 2] ?? 0n, 32n, 24n)
      half(words[index * 2 + 1] ?? 0n, 16n, 63n)
    }
  }
  const hash = Buffer.alloc(64)
  for (const [index, word] of h.entries())
    hash.writeBigUInt64LE(word ^ (v[index] ?? 0n) ^ (v[index + 8] ?? 0n), index * 8)
  return hash.subarray(0, length)
}
