import { APICallError } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createDelimiters } from '../../src/action/agent/prompt/delimiters.ts'
import { keepHeadAndTail } from '../../src/action/checks/isolation/head-and-tail.ts'
import { redactQuotes } from '../../src/action/confidential/confidentiality.ts'
import { readFrontmatter } from '../../src/action/git/checkout/task-files.ts'
import { parseAddedLines } from '../../src/action/git/diff/change.ts'
import { findNewLinks } from '../../src/action/git/diff/new-links.ts'
import { markerLines } from '../../src/action/git/policy/find-markers.ts'
import { isFull, oneLine } from '../../src/action/git/process/spawn-git.ts'
import { logLine } from '../../src/action/log/log.ts'
import { repairChatStream } from '../../src/action/models/providers/repair-chat-stream.ts'
import { repairStream } from '../../src/action/models/providers/repair-stream.ts'
import { classifyModelError } from '../../src/action/models/request/classify-model-error.ts'
import { normalizeMessages } from '../../src/action/models/request/normalize-messages.ts'
import { readRetryAfter } from '../../src/action/models/request/read-retry-after.ts'
import { stripReasoning } from '../../src/action/models/request/stream-answer.ts'
import { levelsIn } from '../../src/action/models/tool-calls/deep-inputs.ts'
import { repairJson } from '../../src/action/models/tool-calls/repair-json.ts'
import { repairToolCall } from '../../src/action/models/tool-calls/repair-tool-call.ts'
import { repairToolInput } from '../../src/action/models/tool-calls/repair-tool-input.ts'
import { commitMessage } from '../../src/action/pull-request/commit-message.ts'
import { replaceSection } from '../../src/action/pull-request/sections.ts'
import { withoutPaths } from '../../src/action/stages/open-agent-host.ts'
import { UTF_8 } from '../../src/action/text/encoding/codec.ts'
import { parseEditorConfig } from '../../src/action/text/encoding/editorconfig.ts'
import { toGlobPattern } from '../../src/action/workspace/browse/keep-patterns.ts'
import { toPathspecs } from '../../src/action/workspace/browse/to-pathspecs.ts'
import { replaceText } from '../../src/action/workspace/edit/replace-text.ts'
import { isGitDirectory } from '../../src/action/workspace/files/normalize-path.ts'
import { applyHunks } from '../../src/action/workspace/patch/apply-hunks.ts'
import { parseV4a } from '../../src/action/workspace/patch/parse-v4a.ts'
import { titleOf } from '../../src/app/domain/job-view.ts'
import { classifyError as classifyRefusal } from '../../src/app/github/request/classify-error.ts'
import { drawHunks } from '../../src/app/http/dashboard/job/draw-diff.ts'
import { readPath, splitPatch } from '../../src/app/http/dashboard/job/patch.ts'
import { readPairs } from '../../src/app/http/dashboard/jobs/job-filter.ts'
import { hasMoreValues } from '../../src/app/http/shared/json-body.ts'
import { withoutKeys } from '../../src/app/keys/find-key.ts'
import { cleanLog } from '../../src/app/triggers/reports/ci-failure.ts'
import { reviewPrompt } from '../../src/app/triggers/submitted-review.ts'
import { describeMerge } from '../../src/app/triggers/watch/describe-merge.ts'
import { createFrameReader } from '../../src/client/open-stream.ts'
import { cutHead } from '../../src/contract/text.ts'
import { readConversation } from '../../src/conversation/read-conversation.ts'
import { findAttachments } from '../../src/mention/find-attachments.ts'
import { findMentions } from '../../src/mention/find-mention.ts'
import { visibleText } from '../../src/mention/visible-text.ts'
import { parseRemote } from '../../src/net/git-remote.ts'
import { closeFences } from '../../src/sanitize/close-fences.ts'
import { asOneLine, neutralize, shorten } from '../../src/sanitize/neutralize.ts'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { suggestCommands, writeSuggestion } from '../../src/settings/suggest-commands.ts'

interface Scanner {
  readonly scan: (text: string) => unknown
  /** All that the scanner looks for, and what may stand between. */
  readonly tokens: readonly string[]
  /** Characters that its text may have. */
  readonly most: number
  /** An eighth of a text takes about as long as the whole. */
  readonly isFlat?: boolean
}

/** Of a comment, an issue, a file of settings. */
const COMMENT = 64 * 1024
const PROMPT = 500_000
/** Of what a model writes, and of a file. Larger ones take longer, and tell no more. */
const FILE = 256 * 1024
const PATCH = 10 * 1024 * 1024

const repositoryUrl = 'https://github.com/o/r'
const secrets = { redactKnown: (text: string): string => text }
const MARKDOWN = [
  ...['<?', '?>', '<!a', '<![CDATA[', '<!--', '-->', '<pre>', '</pre', '<a ', '>', '"', '@a x', '`', '\\'],
  ...['~~~\n', '- ', '1. ', '](', '](a', '(b)', '![', '[a]:', ' ', '\n', 'https://'],
]
const LINES = ['x\n', ' a\n', '\t', '\r\n', '\r', ' ', '\u00a0', '“', 'x', '1\t', '```\n', '...']
const PATCH_LINES = [
  ...[
    '*** Begin Patch\n',
    '*** End Patch\n',
    '*** Update File: a\n',
    '*** Add File: b\n',
    '*** Move to: c\n',
  ],
  ...[
    '*** End of File\n',
    '@@ x\n',
    '@@\n',
    '+a\n',
    '-a\n',
    ' a\n',
    '\n',
    '```\n',
    'apply_patch <<EOF\n',
    'EOF\n',
    '*',
  ],
]
const UNIFIED = ['diff --git a/x b/x\n', '--- a/x\n', '@@ -1 +1 @@\n', '+a b\n', '-a\n', '"', '\\', ' ', '\n']
const PATHS = ['/', '.', '..', ' ', '\\', ':', '~1', '\u200b', 'a', '*', '?', '[', '{a,b}', '{', ',']

/** In pieces, as it arrives. */
const piecesOf = (text: string): string[] => text.match(/[\s\S]{1,64}/g) ?? []

const readFrames = (text: string): void => {
  const reader = createFrameReader()
  for (const piece of piecesOf(text)) reader.read(piece)
}

const readRepaired = async (text: string): Promise<string> => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of piecesOf(text)) controller.enqueue(Buffer.from(piece))
      controller.close()
    },
  })
  const access = { fetch: async () => new Response(body), log: () => undefined }
  const response = await repairStream(access, repairChatStream)('https://example.com')
  return response.text()
}

/** A provider's refusal of a request in which the same words stand. */
const refusalOf = (responseBody: string) =>
  new APICallError({
    ...{ message: responseBody, url: 'https://example.com', statusCode: 400 },
    ...{ responseBody, requestBodyValues: { messages: [responseBody] } },
  })

const refusal = (message: string) => ({
  ...{ status: 403, message, headers: {}, cause: null },
  ...{ onToken: false, of: { byApp: false, about: null }, notSent: false, redirect: null },
})

const edit = (old: string) => ({ old, new: 'new', all: true })
const hunk = (...headers: string[]) => ({
  headers,
  lines: [
    { kind: 'removed', text: 'a' },
    { kind: 'added', text: 'b' },
  ] as const,
  atEnd: false,
})

const wireNames = (name: string) =>
  normalizeMessages(
    [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: name, toolName: name, input: {} }] }],
    { provider: 'anthropic', isGemini: false, reasoning: 'kept', turns: 'free' },
  )

const INPUT = z.object({
  path: z.string(),
  lines: z.array(z.string()).optional(),
  all: z.boolean().optional(),
})

const conversationWith = (body: string) => {
  const text = { author: null, body, at: 0, editedAt: null, isMember: false, isMinimized: false, url: '' }
  return { number: 1, comments: [text], unread: 0 }
}
const EVERYONE = {
  ...({ asked: { at: 1, source: null, since: null }, heard: 'everyone', slug: 'a', diff: null } as const),
  ...{ isOwn: () => false, mayAsk: async () => false, nextTurn: async () => {} },
}

const SCANNERS: Readonly<Record<string, Scanner>> = {
  'a conversation': {
    scan: (body) => readConversation(conversationWith(body), EVERYONE),
    tokens: ['<!--', '-->', '@a x', '/prentice', '`', '\\', '<?', '> ', '\n', ' ', '\u200b', 'x'],
    most: COMMENT,
  },
  'a text for a model': {
    scan: visibleText,
    tokens: [
      '<!--',
      '-->',
      '`',
      '```',
      '\n',
      '\n\n',
      '<a ',
      '\u{1f3f4}',
      '\u{e0067}',
      '\u{e007f}',
      '\u200b',
      'x',
    ],
    most: COMMENT,
  },
  'a comment': { scan: (text) => findMentions(text, 'a'), tokens: MARKDOWN, most: COMMENT },
  'a review': {
    scan: (body) => reviewPrompt({ body, state: 'commented', comments: [] }, { pullRequest: 1, slug: 'a' }),
    tokens: ['`', '<?', '@a ', '\n'],
    most: COMMENT,
  },
  'attachments of a prompt': {
    scan: (text) => findAttachments(text, 'https://github.com'),
    tokens: ['<!--', '-->', 'https://github.com/', 'user-attachments/assets/', 'a/', '0123abcd-', ' '],
    most: PROMPT,
  },
  'words of a model for GitHub': {
    scan: (text) => neutralize(text, repositoryUrl),
    tokens: [
      ...[
        'https://',
        'www.',
        'a',
        '/issues/',
        `${repositoryUrl}/`,
        '..',
        '\\',
        '#1',
        '@a',
        '&#64;',
        '![',
        '](',
        '<a',
      ],
      ...['```', 'mermaid', '[skip ci', '-by', ' ', '\n', '-1', 'A1', 'fixes ', 'eng-1, ', '/', 'bors '],
    ],
    most: COMMENT,
  },
  'code fences': {
    scan: (text) => closeFences(text, '|'),
    tokens: ['```', '~~~~\n', ' ```\n', '  ~~~a\n', '`', '\n', ' ', '- ', '1. ', 'a'],
    most: COMMENT,
  },
  'a text in one line': {
    scan: (text) => shorten(asOneLine(text), 100),
    tokens: [' ', '\n', '\r', '\u200b', 'a', '\ud800'],
    most: PROMPT,
  },
  'the title of a prompt': { scan: titleOf, tokens: [' ', '\n', '\u200b', '\u200e', 'a'], most: PROMPT },
  'a cut text': {
    scan: (text) => cutHead(text, text.length / 2),
    tokens: ['a', ' ', '='],
    most: PROMPT,
  },
  settings: {
    scan: (text) => parseSettings([{ path: 'prentice.yml', text }]),
    tokens: [
      '- ',
      'a: ',
      '\n',
      '  ',
      "'",
      '"',
      '[',
      '}',
      ',',
      '&a ',
      '*a ',
      '!t ',
      '|\n',
      '#',
      '? ',
      '---\n',
      '\\',
    ],
    most: COMMENT,
    isFlat: true,
  },
  'a glob of the settings': {
    scan: (text) => parseSettings([{ path: 'prentice.yml', text: `paths:\n  allow:\n    - "${text}a"` }]),
    tokens: ['/', '.', '*', '!', ' ', 'a'],
    most: COMMENT - 100,
  },
  manifests: {
    scan: (text) =>
      suggestCommands({
        names: ['pyproject.toml', 'package.json', 'Makefile'],
        texts: { 'pyproject.toml': text, 'package.json': text, Makefile: text },
      }),
    tokens: ['ruff', '"', '[', ']', '[project.optional-dependencies]\n', ' ', '\n', '=', ':', '.'],
    most: COMMENT,
  },
  'a command in YAML': {
    scan: (text) => writeSuggestion({ setup: [], checks: [`${text}"`] }),
    tokens: ['a', '/', ' ', ':', '-'],
    most: COMMENT,
  },
  'a log of CI': {
    scan: cleanLog,
    tokens: ['\u001b[', '\u001b]', '\u0007', '0', ' ', '\n', '2026-01-01T00:00:00.0', 'Z', 'm'],
    most: COMMENT,
  },
  'a refusal of GitHub': {
    scan: (message) => classifyRefusal(refusal(message), 0),
    tokens: ['repository ', 'disabled', 'access ', 'installation ', ' ', '\n'],
    most: COMMENT,
  },
  'a merge': {
    scan: (body) => describeMerge({ title: body, body }, []),
    tokens: [' ', '\r', '\u200b', 'a'],
    most: COMMENT,
  },
  'a body of JSON': {
    scan: (text) => hasMoreValues(text, 20_000),
    tokens: ['"', '\\', '[', '{', ',', 'a'],
    most: 4 * 1024 * 1024,
  },
  'metadata in a form': { scan: readPairs, tokens: [',', '=', 'a', ' ', '\n'], most: COMMENT },
  'keys in a text': { scan: withoutKeys, tokens: ['prn_', '%70', '%', 'a'], most: PROMPT },
  'the files of a patch': { scan: splitPatch, tokens: UNIFIED, most: PATCH },
  'a file of a patch': {
    scan: (text) => [readPath(text), drawHunks(`${UNIFIED[0]}${text}`)],
    tokens: UNIFIED,
    most: PATCH,
  },
  'a stream of events': {
    scan: readFrames,
    tokens: ['data: ', 'id:', ':', '\r', '\n', 'a'],
    most: 1_000_000,
  },
  'a remote': { scan: parseRemote, tokens: ['@', ':', '/', '.git', 'a'], most: COMMENT },

  'added lines': { scan: parseAddedLines, tokens: UNIFIED, most: PATCH },
  'markers of conflicts': {
    scan: markerLines,
    tokens: ['<<<<<<<', '>>>>>>> ', '=======', '\r', '\n', ' '],
    most: FILE,
  },
  'links in an added line': {
    scan: (text) =>
      findNewLinks([
        {
          ...{ path: 'a', oldPath: null, kind: 'added', oldMode: null, newMode: null },
          ...{ oldSize: 0, newSize: 0, additions: 1, deletions: 0, addedLines: [{ number: 1, text }] },
        },
      ]),
    tokens: [
      'http://',
      'a.b',
      '![',
      '](',
      '<',
      '>',
      '<img ',
      '<form ',
      'src="',
      '//',
      'url(',
      'import ',
      '.',
      '@',
      ' ',
    ],
    most: FILE,
  },
  'a name of a file': { scan: (name) => isGitDirectory(`${name}a`), tokens: PATHS, most: COMMENT },
  'a glob of the agent': {
    scan: (path) => toPathspecs({ path, isGlob: true }),
    tokens: ['{a,b}', '{', '}', ',', '*', '/'],
    most: 4096,
  },
  'a path for a glob': {
    scan: (path) => new RegExp(toGlobPattern('**/a*/**/*b*/*.c'), 'su').test(path),
    tokens: ['a', 'b', '/', '.c', '\n'],
    most: COMMENT,
  },
  'an .editorconfig': {
    scan: (text) => parseEditorConfig(text).charsetOf('a/b.c'),
    tokens: ['root', '=', ' ', '\n', '[*.c]\n', 'charset', '[', '{a,b}', '*'],
    most: COMMENT,
  },
  'a section of .editorconfig': {
    scan: (text) =>
      parseEditorConfig(`[${text.slice(0, 4000)}]\ncharset=a\n`.repeat(text.length / 4096)).charsetOf(
        'a/b.c',
      ),
    tokens: ['[', ']', '!', '{a,b}', '*', '**/', '\\', '/'],
    most: COMMENT,
  },
  'broken UTF-8': {
    scan: (text) => UTF_8.decode(Buffer.from(text, 'latin1')),
    tokens: ['\xf0', '\x80', 'a', '\xc3\xa4'],
    most: FILE,
  },
  'an old text in a file': {
    scan: (text) => replaceText('x\n a\n  x y z\n'.repeat(200), edit(text)),
    tokens: LINES,
    most: FILE,
    isFlat: true,
  },
  'a file with an old text': {
    scan: (text) => replaceText(text, edit('x\n a\n  another line of text\n')),
    tokens: LINES,
    most: FILE,
  },
  'a patch of a model': { scan: parseV4a, tokens: PATCH_LINES, most: FILE },
  'hunks of a model': {
    scan: (text) => parseV4a(`*** Begin Patch\n*** Update File: a\n${text}`),
    tokens: PATCH_LINES,
    most: FILE,
  },
  'a file with headers': {
    scan: (text) => applyHunks(text, [hunk('x', 'x', ') x')]),
    tokens: ['x\n', 'a\n', '\n', ' ', '\t', '# x\n', '## x\n', '{\n', ') x\n', 'xx'],
    most: COMMENT,
  },
  'the message of an exception': {
    scan: withoutPaths,
    tokens: ["'", '"', '/', '\\', 'C:', 'file://', '(', ' ', 'x', '\n'],
    most: FILE,
  },
  'a stream of a model': {
    scan: readRepaired,
    tokens: ['data: ', '{', '"arguments"', ':', ' ', '\n', '\n\n', 'data: {}\n\n'],
    most: COMMENT,
  },
  'the reasoning of a model': {
    scan: stripReasoning,
    tokens: ['<think>', '</think>', '<thought>', '[THINK]', '[/THINK]', '`', ' ', '\n'],
    most: FILE,
  },
  'an error of a model': {
    scan: (message) => [
      classifyModelError(message, 0),
      readRetryAfter(
        { responseHeaders: { 'x-ratelimit-reset-a': message, 'x-ratelimit-remaining-a': '0' } },
        0,
      ),
      readRetryAfter({ responseHeaders: {}, responseBody: message }, 0),
    ],
    tokens: [
      'try again in ',
      '1',
      '.',
      'ms',
      '"retryDelay":',
      '"',
      'request too large for ',
      '"quotaId":',
      ' ',
    ],
    most: COMMENT,
  },
  'a refusal of a model': {
    scan: (text) => [
      classifyModelError(refusalOf(text), 0),
      classifyModelError(refusalOf(JSON.stringify({ error: { message: text } })), 0),
      classifyModelError(refusalOf(`<html>${text}`), 0),
    ],
    tokens: [
      ...['input length ', 'exceeds', 'input ', ' exceeds the limit of ', '1', 'request too large for '],
      ...['reduce the length of the ', 'must have less than ', 'too many ', '<title', '>', '<', '{', '['],
      ...['"', "'", '`', '…', '...', '. ', ': ', ' ', '\n', '\\', 'thinking'],
    ],
    most: COMMENT,
  },
  'the name of a tool': { scan: wireNames, tokens: ['a', '1', '-', '_', '.', ' ', 'é'], most: COMMENT },
  'a call of a tool': {
    scan: (text) => [
      levelsIn(text),
      repairJson(text),
      repairToolCall({ name: text, input: text }, ['edit']),
      repairToolInput(text, z.toJSONSchema(INPUT)),
      repairToolInput({ path: text, lines: text, all: text }, z.toJSONSchema(INPUT)),
    ],
    tokens: ['{', '[', '"', ':', ',', '.', ' ', '\n', 'a', 'A-', '1', '```', '</tool_call>', '<|call|>'],
    most: FILE,
  },
  'quotes of a prompt': {
    scan: (text) => redactQuotes(text, { prompts: [text.slice(0, text.length / 2)], published: 'a' }),
    tokens: [' ', '>', 'a', 'b ', '\u200b', '\n'],
    most: COMMENT,
  },
  'a commit message': {
    scan: (message) => commitMessage({ message, job: 'job', coAuthor: null, secrets, repositoryUrl }),
    tokens: ['\n', ' ', 'a-', '-by', ':', 'skip-checks', '(cherry picked from commit '],
    most: COMMENT,
  },
  'the body of a pull request': {
    scan: (body) => replaceSection(body, 'files', 'new'),
    tokens: ['<!-- prentice:files -->', '<!-- /prentice:files -->', ' ', '\n'],
    most: COMMENT,
  },
  'the output of a check': {
    scan(text) {
      const kept = keepHeadAndTail(text.length, text.length)
      for (const piece of piecesOf(text)) kept.add(Buffer.from(piece))
      return kept.text()
    },
    tokens: ['\u001b[', '\u001b]', '\u0007', '0', ' ', '\r', '\n', 'a'],
    most: COMMENT,
  },
  'what git says': {
    scan: (text) => [oneLine(text), isFull(text)],
    tokens: ['remote:', ' ', '\r', '\n', 'no space left', 'a'],
    most: COMMENT,
  },
  'a line of the log': { scan: logLine, tokens: [':', '##[', ' ', '\n', '\u2028', 'a'], most: FILE },
  'a skill': { scan: readFrontmatter, tokens: ['---', '---\n', '\r', '\n', ' ', 'name: a\n'], most: COMMENT },
  'delimited data': {
    scan: (text) => createDelimiters('aab1').wrap('data', { of: text }, text),
    tokens: ['a', 'b', '1', '\u200b', ' '],
    most: FILE,
  },
}

/** Enough for a quadratic scan to take a tenth of a second and more. */
const PAIRS = 16 * 1024

/** Each token alone at full size, and each two of them: together, one before and one after the other. */
function* shapesOf({ tokens, most }: Scanner): Generator<(share: number) => string> {
  const many = (token: string, size: number): string => token.repeat(Math.max(1, size / token.length))
  for (const one of tokens) yield (share) => many(one, most * share)
  const less = Math.min(most, PAIRS)
  for (const one of tokens)
    for (const other of tokens.filter((token) => token !== one)) {
      yield (share) => many(one + other, less * share)
      yield (share) => one + many(other, less * share)
      yield (share) => many(one, less * share) + other
      yield (share) => many(one, (less * share) / 2) + many(other, (less * share) / 2)
    }
}

const sleeper = new Int32Array(new SharedArrayBuffer(4))

/** Milliseconds that this thread has used. The kernel counts in steps of 4 ms, and exactly when the thread has slept. */
function threadTime(): number {
  Atomics.wait(sleeper, 0, 0, 0.05)
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** Milliseconds of this thread, however busy the machine is, for a number of scans. */
async function cost(scan: Scanner['scan'], text: string, times: number): Promise<number> {
  // A text that was put together is copied into one piece when it is first read, which takes longer than some scans.
  text.charCodeAt(0)
  const before = threadTime()
  for (let time = 0; time < times; time += 1) await scan(text)
  return threadTime() - before
}

/**
 * Milliseconds that a scan of a text may take for whatever reason: 100 ns for each character, of which a megabyte that
 * falls out of each cache takes a tenth. A quadratic scan needs more from 16 KiB on, and minutes for a megabyte.
 */
const allowance = (length: number): number => 30 + length / 10_000
/**
 * A linear scan takes as long for two halves and for eight eighths as for the whole, a quadratic one a half and an eighth.
 * Caches and collections of garbage cost up to twice, and what a scanner does only from some length on is no growth.
 */
const GROWTH = { ofHalves: 1.5, ofEighths: 3 }
/** Garbage collection and other processes disturb some of them, not all. Only a suspicious text needs more than one. */
const TRIES = 12

/**
 * Whether a part takes so little that a quadratic scan of the whole would keep to the allowance, too. The next part is
 * as large as a linear scan needs it to show that.
 */
async function isQuick(scan: Scanner['scan'], shape: (share: number) => string): Promise<boolean> {
  const allowed = allowance(shape(1).length)
  let part = 1 / 8
  while (part < 2 / 3) {
    const took = await cost(scan, shape(part), 1)
    if (took < allowed * part ** 2) return true
    part = Math.max(2 * part, (1.2 * took) / (part * allowed))
  }
  return false
}

async function growsTooFast(
  { scan, isFlat = false }: Scanner,
  shape: (share: number) => string,
): Promise<boolean> {
  if (!isFlat && (await isQuick(scan, shape))) return false
  let [whole, halves, eighths] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]
  for (let tried = 0; tried < TRIES; tried += 1) {
    whole = Math.min(whole, await cost(scan, shape(1), 1))
    if (whole < allowance(shape(1).length)) return false
    halves = Math.min(halves, await cost(scan, shape(1 / 2), 2))
    if (whole < GROWTH.ofHalves * halves) return false
    eighths = Math.min(eighths, await cost(scan, shape(1 / 8), 8))
    if (whole < GROWTH.ofEighths * eighths) return false
  }
  return true
}

// No bound on a time: a text that takes long is compared with its halves and eighths.
test.each(Object.entries(SCANNERS))('%s', async (_, scanner) => {
  for (const shape of shapesOf(scanner))
    expect(await growsTooFast(scanner, shape), JSON.stringify(shape(1).slice(0, 60))).toBe(false)
})
