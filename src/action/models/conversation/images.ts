import type { FilePart, ModelMessage, TextPart, UserModelMessage } from 'ai'

/**
 * What an image counts as, in characters of text. The newest models of Anthropic use up to 4,784 tokens for one:
 * https://docs.claude.com/en/docs/build-with-claude/vision. No more than twenty images then fit into a conversation, for
 * which the same page allows 8,000 pixels on each side.
 */
export const IMAGE_SIZE = 15_000

type Part = Exclude<UserModelMessage['content'], string>[number]
type ImagePart = FilePart

const isImage = (part: Part): part is ImagePart => part.type === 'file'

/** How many images the message shows. Pure. */
export const countImages = (message: ModelMessage): number =>
  message.role === 'user' && typeof message.content !== 'string' ? message.content.filter(isImage).length : 0

/** The message with an empty text in the place of each image, or with what `replace` returns. Pure. */
export function withoutImages(
  message: ModelMessage,
  replace: (part: ImagePart) => ImagePart | TextPart = () => ({ type: 'text', text: '' }),
): ModelMessage {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  return { ...message, content: message.content.map((part) => (isImage(part) ? replace(part) : part)) }
}
