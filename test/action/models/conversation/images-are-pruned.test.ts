import type { ModelMessage } from 'ai'
import { expect, it } from 'vitest'
import { sizeOfMessage } from '../../../../src/action/models/conversation/compact.ts'
import { openMessageHistory } from '../../../../src/action/models/conversation/message-history.ts'
import { countImages, IMAGE_SIZE } from '../../../../src/action/models/conversation/prune-messages.ts'

/** As large as the file system allows, which is not what the model pays for. */
const DATA = 'A'.repeat(1_000_000)
const shown = (caption: string): ModelMessage => ({
  role: 'user',
  content: [
    { type: 'text', text: caption },
    { type: 'file', data: DATA, mediaType: 'image/png' },
  ],
})
const step = (id: string): ModelMessage[] => [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: id, toolName: 'read', input: { path: id } }],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName: 'read', output: { type: 'text', value: id } }],
  },
  shown(id),
]

it('counts an image by what it costs, not by its bytes', () => {
  expect(sizeOfMessage(shown('a'))).toBeGreaterThan(IMAGE_SIZE)
  expect(sizeOfMessage(shown('a'))).toBeLessThan(IMAGE_SIZE + 200)
})

it('never shows more than 20 images, keeps the newest, and notes where one was removed', () => {
  let forgotten = 0
  const history = openMessageHistory({ fixedSize: 0, window: 1_000_000, onForgotten: () => (forgotten += 1) })
  history.add({ role: 'user', content: 'Look at all images.' }, 'pinned')
  for (let count = 1; count <= 40; count += 1) {
    for (const message of step(`${count}.png`)) history.add(message, 'droppable')
    expect(history.prune()).toBe(true)
    const messages = history.messages([])
    const images = messages.reduce((sum, message) => sum + countImages(message), 0)
    expect(images).toBeLessThanOrEqual(20)
    expect(countImages(messages.at(-1) ?? shown(''))).toBe(1)
  }
  expect(forgotten).toBeGreaterThan(0)
  expect(JSON.stringify(history.messages([]))).toContain('Read the image again if you need it.')
})

it('drops all images when the provider refuses the request', () => {
  const history = openMessageHistory({ fixedSize: 0, window: 1_000_000 })
  expect(history.dropImages()).toBe(false)
  history.add(shown('a.png'), 'droppable')
  expect(history.dropImages()).toBe(true)
  expect(JSON.stringify(history.messages([]))).not.toContain(DATA)
  expect(history.dropImages()).toBe(false)
})
