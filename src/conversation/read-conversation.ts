import type { Material } from '../contract/runner-protocol/material.ts'
import { cutHead } from '../contract/text.ts'
import { findMentions, mayMention } from '../mention/find-mention.ts'
import { visibleText } from '../mention/visible-text.ts'
import { asOneLine, shorten } from '../sanitize/neutralize.ts'
import { type Author, type Conversation, isOpen, type PullRequestTalk, type Text } from './conversation.ts'

/** The request whose conversation is read. Times are epoch milliseconds. */
export interface AskedFor {
  /** When it was made: what was written or edited later does not count. */
  readonly at: number
  /** The comment or review that is the request; `null`: the request is neither. */
  readonly source: Place | null
  /** The previous request, whose run has read everything older; `null`: none. */
  readonly since: { readonly at: number; readonly source: Place | null } | null
}

export interface Reader {
  readonly asked: AskedFor
  /** `writers`: only texts of those who may ask for work now. */
  readonly heard: 'writers' | 'everyone'
  /** Name of the App in mentions; `null`: it has none. */
  readonly slug: string | null
  /** Whether Prentice wrote it. */
  readonly isOwn: (text: Text) => boolean
  /** Whether the author may ask for work now. */
  readonly mayAsk: (author: Author & { readonly id: number }) => Promise<boolean>
  /** The changes of a pull request; `null`: the agent has them and its description otherwise. */
  readonly diff: string | null
  /** Lets other work of the process continue. Comments are long, and there can be hundreds. */
  readonly nextTurn: () => Promise<void>
}

export interface ReadConversation {
  readonly material: Material
  /** The parts that nobody with write access wrote, for people; `null`: none. */
  readonly outside: string | null
  /** What was read, the newest first: people attach images. */
  readonly texts: readonly { readonly place: Place; readonly text: string }[]
}

interface Place {
  readonly kind: 'comment' | 'review' | 'review-comment'
  readonly id: number
}

/** How many characters of it go into the context of the agent: the beginning and the end. A file has the rest. */
const EXCERPT = 24_000
const MAX_TEXT = 16_000
const MAX_TOTAL = 200_000
/** Of comments, reviews and threads together. */
const MAX_FIRST = 100
const MAX_NEWEST = 200
/** Each is a request to GitHub. */
const MAX_AUTHORS = 20

type Why = 'hidden' | 'edited' | 'strangers' | 'unread'

const WHY: Readonly<Record<Why, string>> = {
  hidden: 'hidden on GitHub',
  edited: 'edited after the request',
  strangers: 'by people without write access',
  unread: 'too many or too long',
}

/**
 * What the agent reads of a conversation: what stood there at the request, by those who may ask for work now. It is data,
 * with its author, their right and the time. `null`: nothing is left of it.
 */
export async function readConversation(
  conversation: Conversation,
  reader: Reader,
): Promise<ReadConversation | null> {
  const { pullRequest: pull, number } = conversation
  const { source, since } = reader.asked
  const asked = {
    ...momentOf(conversation, reader.asked),
    ...{ source, since: since && momentOf(conversation, since) },
  }
  const left = new Map<Why, number>(conversation.unread === 0 ? [] : [['unread', conversation.unread]])
  const leaveOut = (why: Why, count = 1) => left.set(why, (left.get(why) ?? 0) + count)
  const stood = textsOf(conversation).filter((text) => stoodThere(text, asked, reader, leaveOut))
  const candidates =
    stood.length <= MAX_FIRST + MAX_NEWEST
      ? stood
      : [...stood.slice(0, MAX_FIRST), ...stood.slice(-MAX_NEWEST)]
  if (candidates.length < stood.length) leaveOut('unread', stood.length - candidates.length)
  const opened = [
    ...(reader.diff === null || pull === undefined ? [] : [pull.opened]),
    ...(pull?.closes ?? []),
  ]
  const writers = await findWriters([...candidates, ...opened], reader)
  const isHeard = ({ author }: { readonly author: Author | null }): boolean =>
    reader.heard === 'everyone' || isWriter(author, writers)
  const heard = candidates.filter(isHeard)
  if (heard.length < candidates.length) leaveOut('strangers', candidates.length - heard.length)
  // Only now: this takes milliseconds for each, and strangers can write thousands.
  const read = new Map<Text, Said>()
  for (const text of heard) {
    await reader.nextTurn()
    const said = whatItSays(text, asked, reader)
    if (said !== null) read.set(text, said)
  }
  const parts = [
    ...(pull === undefined ? [] : await describePull(pull, { ...reader, number, asked, isHeard })),
    ...describeTexts(conversation, read, writers),
  ]
  const fitting = fitIn(parts)
  if (fitting.dropped > 0) leaveOut('unread', fitting.dropped)
  if (parts.length === 0) return null
  const what = pull === undefined ? 'issue' : 'pull request'
  const of = `the conversation on ${what} #${number}: ${countOf(read.size, 'comment')}${describeLeft(left)}`
  const outside = [
    ...([...read.keys()].some(({ author }) => !isWriter(author, writers)) ? ['comments'] : []),
    ...(pull !== undefined && checksOf(pull, reader.slug).length > 0 ? ['names of checks'] : []),
  ]
  return {
    material: { of, text: fitting.texts.join('\n\n'), excerpt: EXCERPT },
    outside: outside.length === 0 ? null : `${outside.join(' and ')} on ${what} #${number}`,
    texts: [...read].toReversed().flatMap(([{ url }, { shown }]) => {
      const place = placeOf(url)
      return place === null ? [] : [{ place, text: shown }]
    }),
  }
}

const countOf = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? '' : 's'}`

const describeLeft = (left: ReadonlyMap<Why, number>): string =>
  left.size === 0 ? '' : `; left out: ${[...left].map(([why, count]) => `${count} ${WHY[why]}`).join(', ')}`

/** Comments, reviews and the threads that are still open, in the order of their time. */
const textsOf = ({ comments, pullRequest: pull }: Conversation): readonly Text[] =>
  [
    ...comments,
    ...(pull?.reviews.filter(({ body }) => body !== '') ?? []),
    ...(pull?.threads.filter(isOpen).flatMap((thread) => thread.comments) ?? []),
  ].toSorted((a, b) => a.at - b.at)

/** When a request was made. GitHub's times have no milliseconds: its lists say what came later in the same second. */
interface Moment {
  readonly at: number
  readonly later: ReadonlySet<Text>
}

/** By GitHub's clock, as the times of the texts; the webhook arrives later. */
function momentOf(
  { comments, pullRequest: pull }: Conversation,
  { at, source }: Pick<AskedFor, 'at' | 'source'>,
): Moment {
  const threads = pull?.threads.map((thread) => thread.comments) ?? []
  for (const texts of source === null ? [] : [comments, pull?.reviews ?? [], ...threads]) {
    const place = texts.findIndex(({ url }) => source !== null && isSource(url, source))
    const request = texts[place]
    if (request !== undefined) return { at: Math.min(at, request.at), later: new Set(texts.slice(place + 1)) }
  }
  return { at, later: new Set() }
}

const isAfter = (text: Text, { at, later }: Moment): boolean => text.at > at || later.has(text)

const FRAGMENT = {
  comment: '#issuecomment-',
  review: '#pullrequestreview-',
  'review-comment': '#discussion_r',
} as const

function placeOf(url: string): Place | null {
  for (const kind of ['comment', 'review', 'review-comment'] as const) {
    const [, id] = url.split(FRAGMENT[kind])
    if (id !== undefined && /^\d{1,15}$/.test(id)) return { kind, id: Number(id) }
  }
  return null
}

const isSource = (url: string, { kind, id }: NonNullable<AskedFor['source']>): boolean =>
  url.endsWith(`${FRAGMENT[kind]}${id}`)

interface Asked extends Moment {
  readonly source: Place | null
  readonly since: Moment | null
}

/** Whether a text counts, apart from its author's right and from what it says. */
function stoodThere(
  text: Text,
  asked: Asked,
  { isOwn }: Pick<Reader, 'isOwn'>,
  leaveOut: (why: Why) => void,
): boolean {
  const { at, since, source } = asked
  if (isAfter(text, asked) || (since !== null && !isAfter(text, since)) || isOwn(text)) return false
  if (source !== null && isSource(text.url, source) && !/^ {0,3}>/m.test(text.body)) return false
  const why = text.isMinimized ? 'hidden' : wasEdited(text, at) ? 'edited' : null
  if (why !== null) leaveOut(why)
  return why === null
}

interface Said {
  /** What GitHub displays of it, at most its first 16,000 characters. */
  readonly shown: string
  /** The same for the agent. */
  readonly lines: string
}

/**
 * `null`: nothing, or it is another request, which is a prompt. The request itself counts if it quotes: what it quotes is its
 * author's word.
 */
function whatItSays(
  { body, url }: Text,
  { source }: Pick<Asked, 'source'>,
  { slug }: Pick<Reader, 'slug'>,
): Said | null {
  const head = cutHead(body, MAX_TEXT)
  const shown = shownOf(body)
  const isRequest = source !== null && isSource(url, source)
  if (shown === '' || (!isRequest && mayMention(head) && findMentions(head, slug).length > 0)) return null
  return { shown, lines: indent(body, shown) }
}

/** An edit in the second of the request may have followed it. */
const wasEdited = ({ editedAt }: { readonly editedAt: number | null }, at: number): boolean =>
  editedAt !== null && editedAt >= Math.floor(at / 1000) * 1000

/**
 * The ids of the authors who may ask for work now. GitHub is asked about twenty: first those of whom it says that they belong
 * to the repository, so that they do not wait behind strangers, and in either group those who wrote last.
 */
async function findWriters(
  texts: readonly { readonly author: Author | null; readonly isMember: boolean }[],
  { mayAsk }: Reader,
): Promise<ReadonlySet<number>> {
  const authors = new Map<number, Author & { readonly id: number }>()
  const [members, others] = [
    texts.filter(({ isMember }) => isMember),
    texts.filter(({ isMember }) => !isMember),
  ]
  for (const { author } of [...members.toReversed(), ...others.toReversed()])
    if (author !== null && author.id !== null && authors.size < MAX_AUTHORS)
      authors.set(author.id, { ...author, id: author.id })
  // Together: one after the other would take longer than a runner waits for its claim.
  const found = await Promise.all(
    [...authors.values()].map(async (one) => ((await mayAsk(one)) ? [one.id] : [])),
  )
  return new Set(found.flat())
}

const isWriter = (author: Author | null, writers: ReadonlySet<number>): boolean =>
  author !== null && author.id !== null && writers.has(author.id)

/** Without the App's own check runs. */
const checksOf = ({ checks }: PullRequestTalk, slug: string | null) =>
  checks.filter(({ app }) => app === null || app !== slug)

async function describePull(
  pull: PullRequestTalk,
  {
    number,
    asked: { at },
    diff,
    slug,
    isHeard,
    nextTurn,
  }: {
    readonly number: number
    readonly asked: Pick<Asked, 'at'>
    readonly isHeard: (text: { readonly author: Author | null }) => boolean
  } & Pick<Reader, 'diff' | 'slug' | 'nextTurn'>,
): Promise<string[]> {
  const describe = async (what: string, { title, body }: PullRequestTalk['opened']): Promise<string> => {
    await nextTurn()
    return `${what}: ${oneLine(title)}\n${indent(body, shownOf(body))}`
  }
  const counts = (text: PullRequestTalk['opened']) => isHeard(text) && !wasEdited(text, at)
  const parts: string[] = []
  if (diff !== null && counts(pull.opened)) parts.push(await describe(`Pull request #${number}`, pull.opened))
  if (diff !== null && diff !== '') parts.push(diff)
  for (const issue of pull.closes.filter(counts))
    parts.push(await describe(`It closes issue #${issue.number}`, issue))
  const checks = checksOf(pull, slug).map(({ name, result }) => `- ${oneLine(name)}: ${oneLine(result)}`)
  return checks.length === 0 ? parts : [...parts, `Checks of its head:\n${checks.join('\n')}`]
}

const oneLine = (text: string): string => shorten(asOneLine(text), 200)

const shownOf = (body: string): string => cutHead(visibleText(cutHead(body, MAX_TEXT)), MAX_TEXT)

/** The lines of a text never look like the line that names its author. */
const indent = (body: string, shown: string): string =>
  `${shown}${body.length <= MAX_TEXT ? '' : ' …'}`.replace(/^/gm, '  ')

function describeTexts(
  { comments, pullRequest: pull }: Conversation,
  read: ReadonlyMap<Text, Said>,
  writers: ReadonlySet<number>,
): string[] {
  const say = (text: Text, did: string) => {
    const right = isWriter(text.author, writers) ? 'write access' : 'no write access'
    const time = new Date(text.at).toISOString().slice(0, 16).replace('T', ' ')
    return `@${oneLine(text.author?.login ?? 'ghost')} (${right}) ${did}, ${time} UTC:\n`
  }
  const own = (texts: readonly Text[], did: (text: Text) => string) =>
    texts.flatMap((text) => {
      const said = read.get(text)
      return said === undefined ? [] : [{ at: text.at, text: say(text, did(text)) + said.lines }]
    })
  const threads = (pull?.threads ?? []).flatMap((thread) => {
    const [first] = thread.comments
    const place = `${oneLine(thread.path)}${thread.line === null ? '' : `, line ${thread.line}`}`
    const state = thread.isResolved ? 'resolved' : 'outdated'
    if (!isOpen(thread)) return [{ at: first?.at ?? 0, text: `Thread at ${place}: ${state}, not shown.` }]
    const said = own(thread.comments, () => 'said')
    const texts = said.map(({ text }) => text)
    return texts.length === 0
      ? []
      : [{ at: first?.at ?? 0, text: `Thread at ${place}:\n${texts.join('\n')}` }]
  })
  const reviews = new Map((pull?.reviews ?? []).map((review) => [review.url, review.state]))
  return [
    ...own(comments, () => 'commented'),
    ...own(pull?.reviews ?? [], ({ url }) => `reviewed (${oneLine(reviews.get(url) ?? '')})`),
    ...threads,
  ]
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
}

/** As many of the first and of the last as there is room for. */
function fitIn(texts: readonly string[]): { readonly texts: readonly string[]; readonly dropped: number } {
  let room = MAX_TOTAL
  let [from, to] = [0, texts.length]
  for (let turn = 0; from < to; turn += 1) {
    const next = (turn % 2 === 0 ? texts[from] : texts[to - 1]) ?? ''
    if (next.length > room) break
    room -= next.length
    if (turn % 2 === 0) from += 1
    else to -= 1
  }
  return { texts: [...texts.slice(0, from), ...texts.slice(to)], dropped: to - from }
}
