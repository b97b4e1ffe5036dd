import { createHash } from 'node:crypto'
import { z } from 'zod'

/** In tokens of four characters, about. */
export interface CachedPart {
  /** Of all requests together. */
  readonly all: number
  readonly cached: number
}

/** Tokens below which neither provider caches a beginning (for most models). */
const LEAST = 1024
/** OpenAI caches in steps of so many tokens. */
const STEP = 128
/** So many blocks before a breakpoint are looked at for an earlier one. */
const LOOK_BACK = 20

const tokensOf = (text: string): number => Math.floor(text.length / 4)

const Block = z.looseObject({ cache_control: z.unknown().optional() })
const Messages = z.object({
  tools: z.array(Block),
  system: z.array(Block),
  messages: z.array(z.object({ role: z.string(), content: z.array(Block) })),
})

/** Anthropic keeps the beginning up to each breakpoint, and finds it again shortly before a later one. Pure. */
export function cachedByAnthropic(bodies: readonly string[]): CachedPart {
  const kept = new Set<string>()
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
      const beginnings = beginningsOf(texts)
      const marked = blocks.flatMap(({ block }, index) => (block.cache_control === undefined ? [] : [index]))
      const found = marked
        .flatMap((index) => Array.from({ length: LOOK_BACK + 1 }, (_, back) => index - back))
        .flatMap((index) => beginnings[index] ?? [])
        .filter(({ hash }) => kept.has(hash))
      for (const { hash, tokens } of marked.flatMap((index) => beginnings[index] ?? [])) {
        if (tokens >= LEAST) kept.add(hash)
      }
      return {
        all: beginnings.at(-1)?.tokens ?? 0,
        cached: Math.max(0, ...found.map(({ tokens }) => tokens)),
      }
    }),
  )
}

/** Of the first text, of the first two, and so on. As texts they would fill the memory in 200 steps. */
function beginningsOf(texts: readonly string[]): { hash: string; tokens: number }[] {
  let hash = ''
  let length = 0
  return texts.map((text) => {
    hash = createHash('sha256').update(`${hash}\n${text}`).digest('hex')
    length += text.length + 1
    return { hash, tokens: Math.floor(length / 4) }
  })
}

const Responses = z.object({ tools: z.array(z.unknown()), input: z.array(z.unknown()) })

/** OpenAI finds by itself the longest beginning that an earlier request had. Pure. */
export function cachedByOpenai(bodies: readonly string[]): CachedPart {
  const texts = bodies.map((body) => {
    const { tools, input } = Responses.parse(JSON.parse(body))
    return [...tools, ...input].map((item) => JSON.stringify(item)).join('\n')
  })
  return sum(
    texts.map((text, index) => {
      const common = Math.max(0, ...texts.slice(0, index).map((earlier) => commonLength(earlier, text)))
      const tokens = Math.floor(common / 4 / STEP) * STEP
      return { all: tokensOf(text), cached: tokens >= LEAST ? tokens : 0 }
    }),
  )
}

/** So much is compared at once. */
const BLOCK = 4096

function commonLength(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  let length = 0
  while (length < most && one.startsWith(other.slice(length, length + BLOCK), length)) length += BLOCK
  while (length < most && one[length] === other[length]) length += 1
  return Math.min(length, most)
}

const sum = (parts: readonly CachedPart[]): CachedPart => ({
  all: parts.reduce((total, part) => total + part.all, 0),
  cached: parts.reduce((total, part) => total + part.cached, 0),
})
