import type { CallToolResult } from '@ai-sdk/mcp'
import { readImage } from '../workspace/files/read-image.ts'
import type { ToolResult } from '../workspace/files/tool-result.ts'

interface Described {
  readonly text: string
  readonly image?: ToolResult['image']
}

/** What a server answered, as one text and at most one image. What the model cannot read is named. */
export async function describeResult(
  result: CallToolResult,
  imageTypes: readonly string[],
): Promise<Described> {
  const content = Array.isArray(result.content) ? (result.content as readonly Part[]) : []
  const parts = await Promise.all(content.map((part) => describePart(part, imageTypes)))
  const first = parts.findIndex(({ image }) => image !== undefined)
  const lines = parts.map(({ text, image }, index) =>
    image === undefined || index === first ? text : `[another image, which is left out] ${text}`,
  )
  if (lines.join('').trim() === '') lines.push(describeStructured(result))
  const { image } = parts[first] ?? {}
  return { text: lines.join('\n'), ...(image && { image }) }
}

/** `structuredContent` repeats the text, if there is one. */
function describeStructured(result: CallToolResult): string {
  const { structuredContent, toolResult } = result as Record<string, unknown>
  return JSON.stringify(structuredContent ?? toolResult) ?? 'The server returned nothing.'
}

interface Part {
  readonly type: string
  readonly [field: string]: unknown
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

async function describePart(part: Part, imageTypes: readonly string[]): Promise<Described> {
  switch (part.type) {
    case 'text':
      return { text: asText(part.text) }
    case 'image':
      return describeImage(asText(part.data), imageTypes)
    case 'resource': {
      const { uri, text } = (part.resource ?? {}) as Record<string, unknown>
      return { text: typeof text === 'string' ? text : `[${asText(uri)}: binary data, which is left out]` }
    }
    case 'resource_link':
      return { text: [part.uri, part.name, part.description].map(asText).join(' ').trim() }
    default:
      return { text: `[${part.type}, which is left out]` }
  }
}

/** A response is smaller than what would need to be scaled. */
async function describeImage(data: string, imageTypes: readonly string[]): Promise<Described> {
  const read = await readImage('The result', Buffer.from(data, 'base64'), { types: imageTypes, scale: null })
  return read ?? { text: '[an image in a format that is not known]' }
}
