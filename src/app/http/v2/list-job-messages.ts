import { createRoute } from '@hono/zod-openapi'
import { MessageList } from '../../../contract/list-responses.ts'
import { listMessages } from '../../jobs/list-messages.ts'
import type { Store } from '../../store/store.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { jsonPieces, lengthOf, sendPieces } from '../shared/json-response.ts'
import type { UnreadBytes } from './events/open-streams.ts'
import { API_KEY, describeRefusals, describeResponse } from './operation/describe-response.ts'
import { EXAMPLE_MESSAGE } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import {
  CursorQuery,
  linkHeader,
  pageLimit,
  readCursor,
  readQuery,
  writeCursor,
} from './operation/page-query.ts'
import { authorize, JobParameters, jobKeyOf, noSuchJob } from './operation/request-caller.ts'

const Query = CursorQuery.extend({ limit: pageLimit('messages') })

export const listJobMessagesRoute = ({
  access,
  store,
  unread,
}: {
  readonly access: CallerAccess
  readonly store: Store
  readonly unread: UnreadBytes
}): Operation => ({
  route: createRoute({
    operationId: 'listMessages',
    method: 'get',
    path: '/v2/agent/{projectId}/job/{id}/messages',
    summary: 'List the messages of a job',
    description:
      'Returns what the job was asked, oldest first: its prompt and the messages to it, who sent them, and which run worked on them. Continue with `cursor` while `nextCursor` is not null. A page with long texts may hold fewer messages than `limit`.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: JobParameters, query: Query },
    responses: {
      200: describeResponse({
        description: 'A page of messages.',
        schema: MessageList,
        headers: ['Link?'],
        example: { messages: [EXAMPLE_MESSAGE], nextCursor: null },
      }),
      ...describeRefusals([400, 401, 403, 404, 503]),
    },
  }),

  async handle(c) {
    const { project, key: apiKey } = await authorize(access, c)
    const key = jobKeyOf(c, project)
    const { limit, cursor } = readQuery(c, Query)
    const page = await listMessages(store, key, {
      limit,
      after: Number(readCursor(cursor, /^[1-9]\d{0,8}$/)),
    })
    if (page === null) throw noSuchJob(key.job)
    const nextCursor = page.next === null ? null : writeCursor(String(page.next))
    const list: MessageList = { messages: page.messages, nextCursor }
    const body = await jsonPieces(list)
    unread.hold(c, apiKey.accountId, lengthOf(body))
    return sendPieces(c, body, { 'cache-control': 'private, no-cache', ...linkHeader({ limit }, nextCursor) })
  },
})
