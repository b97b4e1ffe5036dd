import { type Chunk, isRecord, repairUsage, type StreamRepair } from './repair-stream.ts'

/** https://docs.claude.com/en/docs/build-with-claude/streaming: "new event types may be added". */
const EVENTS = new Set([
  ...['message_start', 'message_delta', 'message_stop', 'ping', 'error'],
  ...['content_block_start', 'content_block_delta', 'content_block_stop'],
])
const DELTAS = new Set([
  ...['text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta'],
  ...['citations_delta', 'compaction_delta'],
])
/** Those that an answer may have to what we ask. */
const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use', 'compaction', 'fallback'])

/** Leaves out events, blocks and deltas that the package does not know, and completes the counts. */
export function repairAnthropicStream(): StreamRepair {
  const unknown = new Set<unknown>()
  let isComplete = false
  return {
    ends: new Set(['message_stop']),
    // With its stop reason, a message is complete.
    completeAtEnd: () => (isComplete ? { type: 'message_stop' } : null),
    repairChunk(chunk) {
      if (isComplete && chunk.type === 'ping') return { type: 'message_stop' }
      if (!EVENTS.has(String(chunk.type))) return null
      switch (chunk.type) {
        case 'message_start':
          return isRecord(chunk.message) ? { ...chunk, message: withCounts(chunk.message) } : chunk
        case 'message_delta':
          isComplete ||= isRecord(chunk.delta) && typeof chunk.delta.stop_reason === 'string'
          return withCounts(chunk)
        case 'content_block_start':
          if (isRecord(chunk.content_block) && BLOCKS.has(String(chunk.content_block.type))) return chunk
          unknown.add(chunk.index)
          return null
        case 'content_block_delta':
          return !unknown.has(chunk.index) && isRecord(chunk.delta) && DELTAS.has(String(chunk.delta.type))
            ? chunk
            : null
        case 'content_block_stop':
          return unknown.has(chunk.index) ? null : chunk
        default:
          return chunk
      }
    },
  }
}

function withCounts(holder: Chunk): Chunk {
  const given = repairUsage(holder.usage) ?? {}
  const isDelta = 'delta' in holder
  const usage = { ...(!isDelta && { input_tokens: 0 }), output_tokens: 0, ...given }
  return JSON.stringify(usage) === JSON.stringify(holder.usage) ? holder : { ...holder, usage }
}
