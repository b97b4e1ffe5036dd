import type { IncomingMessage } from 'node:http'
import { ApiError } from './api-error.ts'
import type { Json } from './route.ts'

export const readText = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks).toString()
}

/** An empty body is an empty object. */
export const readJson = (text: string): Json => {
  if (text === '') return {}
  const value = parse(text)
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new ApiError(400, 'Body should be a JSON object')
  return Object.fromEntries(Object.entries(value))
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiError(400, 'Problems parsing JSON', {}, { cause })
  }
}
