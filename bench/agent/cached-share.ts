import { createHash } from 'node:crypto'
import { z } from 'zod'

/** In tokens, estimated as four characters each. */
export interface CachedShare {
  /** In all requests together. */
  readonly all: number
  readonly cached: number
  /** In a request that begins as an earlier one: what a cache could have at best. */
  readonly repeated: number
}

/** For most models, neither provider caches a shorter prefix. In tokens. */
const MIN_PREFIX = 1024
/** OpenAI caches prefixes in multiples of this number of tokens. */
const GRANULARITY = 128
/** The number of blocks before a breakpoint in which Anthropic looks for a cached prefix. */
const LOOK_BACK = 20

const tokensOf = (text: string): number => Math.floor(text.length / 4)

const Block = z.looseObject({ cache_control: z.unknown().optional() })
const Messages = z.object({
  tools: z.array(Block),
  system: z.array(Block),
  messages: z.array(z.object({ role: z.string(), content: z.array(Block) })),
})

/** Anthropic caches the prefix up to each breakpoint, and finds it within a few blocks before a later breakpoint. Pure. */
export function cachedByAnthropic(bodies: readonly string[]): CachedShare {
  const cache = new Set<string>()
  const sent = new Set<string>()
  return sum(
    bodies.map((body) => {
      const { tools, system, messages } = Messages.parse(JSON.parse(body))
      const blocks = [
        ...tools.map((block) => ({ role: 'tools', block })),
        ...system.map((block) => ({ role: 'system', block })),
        ...messages.flatMap(({ role, content }) => content.map((block) => ({ role, block }))),
      ]
      const texts = blocks.map(
        ({ role, block: { cache_control: _, ...rest } }) => role + JSON.stringify(rest),
      )
      const prefixes = prefixesOf(texts)
      const marked = blocks.flatMap(({ block }, index) => (block.cache_control === undefined ? [] : [index]))
      const repeated = prefixes.findLast(({ hash }) => sent.has(hash))?.tokens ?? 0
      for (const { hash } of prefixes) sent.add(hash)
      const found = marked
        .flatMap((index) => Array.from({ length: LOOK_BACK + 1 }, (_, back) => index - back))
        .flatMap((index) => prefixes[index] ?? [])
        .filter(({ hash }) => cache.has(hash))
      for (const { hash, tokens } of marked.flatMap((index) => prefixes[index] ?? [])) {
        if (tokens >= MIN_PREFIX) cache.add(hash)
      }
      return {
        all: prefixes.at(-1)?.tokens ?? 0,
        cached: Math.max(0, ...found.map(({ tokens }) => tokens)),
        repeated,
      }
    }),
  )
}

/** Hashes of all prefixes. The prefixes of 200 steps themselves would fill the memory. */
function prefixesOf(texts: readonly string[]): { hash: string; tokens: number }[] {
  let hash = ''
  let length = 0
  return texts.map((text) => {
    hash = createHash('sha256').update(`${hash}\n${text}`).digest('hex')
    length += text.length + 1
    return { hash, tokens: Math.floor(length / 4) }
  })
}

const Responses = z.object({ tools: z.array(z.unknown()), input: z.array(z.unknown()) })

/** OpenAI finds the longest prefix of an earlier request without breakpoints. Pure. */
export function cachedByOpenai(bodies: readonly string[]): CachedShare {
  const texts = bodies.map((body) => {
    const { tools, input } = Responses.parse(JSON.parse(body))
    return [...tools, ...input].map((item) => JSON.stringify(item)).join('\n')
  })
  return sum(
    texts.map((text, index) => {
      const common = Math.max(0, ...texts.slice(0, index).map((earlier) => commonLength(earlier, text)))
      const tokens = Math.floor(common / 4 / GRANULARITY) * GRANULARITY
      const repeated = Math.floor(common / 4)
      return { all: tokensOf(text), cached: tokens >= MIN_PREFIX ? tokens : 0, repeated }
    }),
  )
}

/** Characters per comparison. */
const BLOCK = 4096

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.startsWith(other.slice(length, length + BLOCK), length)) length += BLOCK
  while (length < most && one[length] === other[length]) length += 1
  return Math.min(length, most)
}

const sum = (parts: readonly CachedShare[]): CachedShare => ({
  all: parts.reduce((total, part) => total + part.all, 0),
  cached: parts.reduce((total, part) => total + part.cached, 0),
  repeated: parts.reduce((total, part) => total + part.repeated, 0),
})
