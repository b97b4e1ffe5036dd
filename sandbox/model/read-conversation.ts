import { isRecord, recordsIn, stringIn } from './narrow-json.ts'

/** A tool call of an earlier answer, with its result. */
export interface ToolCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** `null`: no result. */
  readonly result: { readonly text: string; readonly isError: boolean } | null
}

export interface FramedPrompt {
  readonly text: string
  /** It is an issue or a log, to which the prompt refers. */
  readonly isReferred: boolean
  /** The number of tool calls before the prompt appeared. */
  readonly callsBefore: number
}

export interface Conversation {
  /** In order of first appearance. */
  readonly prompts: readonly FramedPrompt[]
  readonly calls: readonly ToolCall[]
  /** Paths of the files with conflicts that the merge of the base has left. */
  readonly conflicts: readonly string[]
  /** The only files that the job may change; empty: all. */
  readonly files: readonly string[]
  /** The JSON Schema of the output that `finish` takes; `null`: none is asked for. */
  readonly outputSchema: unknown
  /** The changes of the pull request that it reviews, with the numbers of lines; `null`: it reviews none. */
  readonly changes: string | null
  /** The tools it may call; empty if `tool_choice` forbids all. */
  readonly tools: readonly string[]
  /** The one tool that `tool_choice` requires. */
  readonly forcedTool: string | null
}

/** The delimiters of a run contain a nonce that the first message names. Other texts cannot know it. */
const NONCE = /^The nonce of this run is (\w+)\.$/m
const framesWith = (suffix: string): RegExp =>
  new RegExp(`<prompt${suffix} number="(\\d+)">\\n([\\s\\S]*?)\\n</prompt${suffix}>`, 'g')
/** A prompt that leaves it to the issue to say what to do. */
const RESOLVE = /^Resolve issue #(\d+)\.$/
/** A prompt that leaves it to the plan of an earlier turn. */
const CARRY_OUT = /^(?:Carry out the plan|Go ahead)\b/
const planWith = (suffix: string): RegExp =>
  new RegExp(`<data${suffix} of="the plan of an earlier turn"[^\\n]*>\\n([\\s\\S]*?)\\n</data${suffix}>`)
/** A prompt that leaves it to the logs of failed jobs, or the report of a failed check, to say what to fix. */
const FIX = /^A check of the pull request failed: /
const logsWith = (suffix: string): RegExp =>
  new RegExp(
    `<data${suffix} of="(?:the end of the log of a failed job|the report of a failed check)"[^\\n]*>\\n(?:Job|Check): [^\\n]*\\n([\\s\\S]*?)\\n</data${suffix}>`,
    'g',
  )
const issueWith = (suffix: string, number: string): RegExp =>
  new RegExp(`<data${suffix} issue="#${number}"[^\\n]*>\\n([\\s\\S]*?)\\n</data${suffix}>`)
const saidOn = (suffix: string, number: string): RegExp =>
  new RegExp(
    `<data${suffix} of="the conversation on issue #${number}:[^\\n]*>\\n([\\s\\S]*?)\\n</data${suffix}>`,
  )
const conflictsWith = (suffix: string): RegExp =>
  new RegExp(`^<data${suffix} of="a conflict" path=("[^\\n]*")>$`, 'gm')
const filesWith = (suffix: string): RegExp =>
  new RegExp(`^<data${suffix} of="the files">\\n([\\s\\S]*?)\\n</data${suffix}>$`, 'm')
const schemaWith = (suffix: string): RegExp =>
  new RegExp(
    `<instructions${suffix} of="the output schema"[^\\n]*>\\n([\\s\\S]*?)\\n</instructions${suffix}>`,
  )
const changesWith = (suffix: string): RegExp =>
  new RegExp(
    `<data${suffix} of="the changes of pull request #\\d+"[^\\n]*>\\n([\\s\\S]*?)\\n</data${suffix}>`,
  )
const RESULT = /^<data-(\w+)[^\n]*>\n([\s\S]*)\n<\/data-\1>$/

/** Reads the body of an Anthropic Messages request. Prompts are taken from user text only, never from tool results. */
export function readConversation(body: Readonly<Record<string, unknown>>): Conversation {
  const messages = recordsIn(body.messages)
  const named = NONCE.exec(textOf(messages[0]?.content))?.[1]
  const suffix = named === undefined ? '' : `-${named}`
  const frames = framesWith(suffix)
  const prompts = new Map<string, FramedPrompt>()
  const uses: Record<string, unknown>[] = []
  const results = new Map<string, Record<string, unknown>>()
  for (const message of messages) {
    if (message.role === 'user') {
      for (const frame of textOf(message.content).matchAll(frames)) {
        const [, number = '', given = ''] = frame
        const referred = referredText(given, textOf(message.content), suffix)
        const text = referred ?? given
        if (!prompts.has(number))
          prompts.set(number, { text, isReferred: referred !== null, callsBefore: uses.length })
      }
    }
    for (const block of recordsIn(message.content)) {
      if (block.type === 'tool_use') uses.push(block)
      if (block.type === 'tool_result') results.set(stringIn(block.tool_use_id), block)
    }
  }
  const conflicts = textOf(messages[0]?.content).matchAll(conflictsWith(suffix))
  const [, files] = filesWith(suffix).exec(textOf(messages[0]?.content)) ?? []
  return {
    conflicts: [...conflicts].map(([, path = '']) => String(JSON.parse(path))),
    changes: takesFindings(body) ? (changesWith(suffix).exec(textOf(messages[0]?.content))?.[1] ?? '') : null,
    files: files?.split('\n').map((path) => String(JSON.parse(path))) ?? [],
    outputSchema: parseSchema(schemaWith(suffix).exec(textOf(messages[0]?.content))?.[1]),
    prompts: [...prompts.values()],
    calls: uses.map((use) => readCall(use, results.get(stringIn(use.id)))),
    ...readTools(body),
  }
}

/** One that is cut becomes a schema that everything matches. */
function parseSchema(text: string | undefined): unknown {
  if (text === undefined) return null
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
const takesFindings = (body: Readonly<Record<string, unknown>>): boolean =>
  recordsIn(body.tools).some(
    ({ name, input_schema: schema }) =>
      name === 'finish' && isRecord(schema) && isRecord(schema.properties) && 'findings' in schema.properties,
  )

/** What a prompt leaves it to, in the data of the same message; `null`: it says itself what to do. */
function referredText(prompt: string, message: string, suffix: string): string | null {
  const issue = RESOLVE.exec(prompt)?.[1]
  if (issue !== undefined) {
    const texts = [issueWith(suffix, issue), saidOn(suffix, issue)].flatMap(
      (pattern) => pattern.exec(message)?.[1] ?? [],
    )
    return texts.length === 0 ? null : texts.join('\n')
  }
  if (CARRY_OUT.test(prompt)) return planWith(suffix).exec(message)?.[1] ?? null
  if (!FIX.test(prompt)) return null
  return [...message.matchAll(logsWith(suffix))].map(([, log = '']) => log).join('\n')
}

function readCall(use: Record<string, unknown>, result: Record<string, unknown> | undefined): ToolCall {
  return {
    name: stringIn(use.name),
    input: isRecord(use.input) ? use.input : {},
    result: result
      ? { text: textOf(result.content).replace(RESULT, '$2'), isError: result.is_error === true }
      : null,
  }
}

function readTools(body: Readonly<Record<string, unknown>>): Pick<Conversation, 'tools' | 'forcedTool'> {
  const choice = isRecord(body.tool_choice) ? body.tool_choice : {}
  return {
    tools: choice.type === 'none' ? [] : recordsIn(body.tools).map((tool) => stringIn(tool.name)),
    forcedTool: choice.type === 'tool' ? stringIn(choice.name) : null,
  }
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  const texts = recordsIn(content).filter((block) => block.type === 'text')
  return texts.map((block) => stringIn(block.text)).join('\n')
}
