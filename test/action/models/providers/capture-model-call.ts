import { APICallError, jsonSchema } from 'ai'
import { type OpenOptions, openModel } from '../../../../src/action/models/providers/open-model.ts'
import { streamAnswer } from '../../../../src/action/models/request/stream-answer.ts'
import { listen, readBody } from '../../../fakes/listen.ts'

const KEYS = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'k' }

interface ModelCall {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** What the model makes of the effort that was asked for. */
  readonly effortNote: string | null
}

/** The one request that a question becomes; `at`: path of the base URL. */
export async function captureModelCall(
  name: string,
  {
    at = '',
    force = null,
    ...options
  }: OpenOptions & { readonly at?: string; readonly force?: string | null } = {},
): Promise<ModelCall> {
  const calls: Pick<ModelCall, 'path' | 'body'>[] = []
  const origin = await listen(async (request, response) => {
    calls.push({ path: request.url ?? '', body: JSON.parse(await readBody(request)) })
    response.writeHead(404).end('{}')
  })
  const URLS = ['ANTHROPIC', 'OPENAI', 'OPENAI_COMPATIBLE', 'GOOGLE_GENERATIVE_AI'].map((provider) => [
    `${provider}_BASE_URL`,
    origin + at,
  ])
  const opened = await openModel(name, { ...KEYS, ...Object.fromEntries(URLS) }, options)
  if (!opened.ok) throw new Error(opened.reason.message)
  if (calls.length > 0) throw new Error('the model was asked before there was a question')
  const tool = { description: 'Ends.', inputSchema: jsonSchema({ type: 'object' }) }
  await streamAnswer({
    model: opened.model,
    system: { role: 'system', content: 'Help.' },
    messages: [{ role: 'user', content: 'Hello' }],
    tools: { finish: tool },
    endpoint: { reasoning: 'kept', turns: 'free' },
    cacheKey: 'c',
    force,
    signal: AbortSignal.timeout(60_000),
    now: () => 0,
    onBrokenOff: () => undefined,
  }).catch((error: unknown) => {
    if (!APICallError.isInstance(error)) throw error
  })
  const [call] = calls
  if (call === undefined || calls.length > 1) throw new Error(`${calls.length} calls instead of one`)
  return { ...call, effortNote: opened.model.effortNote }
}
