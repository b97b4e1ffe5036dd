export const id = 416;
export const ids = [416];
export const modules = {

/***/ 7347:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I7: () => (/* binding */ connectGithubWithRetries),
/* harmony export */   JN: () => (/* binding */ readAnswer),
/* harmony export */   Sv: () => (/* binding */ connectGithub),
/* harmony export */   qd: () => (/* binding */ connectGraphql)
/* harmony export */ });
/* harmony import */ var _actions_github__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1329);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(669);
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5119);
/* harmony import */ var _conversation_conversation_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(80);
/* harmony import */ var _net_without_redirects_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3135);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1167);
/* harmony import */ var _retries_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4422);







// Egress: opens connections; each caller says what it sends.
const Present = zod__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_5__/* .int */ .Whr(), name: zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP(), owner: zod__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP() }) })
    .transform(({ id, name, owner }) => ({ id, name, owner: owner.login }));
/**
 * What GitHub has answered, as far as it is used. Throws `fetch-failed`, with the request and the fields that are not as GitHub
 * describes them.
 */
function readAnswer(schema, { data, url }) {
    const read = schema.safeParse(data);
    if (read.success)
        return read.data;
    const [issue] = read.error.issues;
    const place = issue === undefined || issue.path.length === 0 ? '' : `\`${issue.path.join('.')}\`: `;
    const { pathname } = new URL(url);
    throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_3__/* .fail */ .fJ)('fetch-failed', `GitHub's response to ${pathname} is not as GitHub describes it: ${place}${issue?.message ?? ''}`, read.error);
}
/**
 * GitHub's REST API. What the action reads is the same in every version of it that GitHub serves. Requests use the `fetch` of
 * Node, like all others of the action, so that the bundle needs no second HTTP client.
 */
const connectGithub = (access) => createOctokit(access).rest;
/**
 * The same; requests that fail for a moment are sent again, up to the end of their signals. Those that create something are
 * not: GitHub may have done it.
 */
function connectGithubWithRetries(access) {
    const octokit = createOctokit(access);
    octokit.hook.wrap('request', async (send, options) => {
        const signal = options.request?.signal;
        const now = Date.now();
        // No rate limit is waited for.
        const retries = (0,_retries_js__WEBPACK_IMPORTED_MODULE_4__/* .openRetries */ .x)({
            now: () => now,
            deadline: now,
            onWait: () => { },
            ...(signal && { signal }),
        });
        for (;;) {
            try {
                return await send(options);
            }
            catch (error) {
                const verdict = (0,_retries_js__WEBPACK_IMPORTED_MODULE_4__/* .classifyError */ .f)(error, now);
                if (options.method === 'POST' || verdict.kind !== 'transient')
                    throw error;
                if (!(await retries.wait(verdict).catch(() => false)))
                    throw error;
            }
        }
    });
    return octokit.rest;
}
const GraphqlFailure = zod__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({
    name: zod__WEBPACK_IMPORTED_MODULE_5__/* .literal */ .euz('GraphqlResponseError'),
    errors: zod__WEBPACK_IMPORTED_MODULE_5__/* .array */ .YOg(_conversation_conversation_js__WEBPACK_IMPORTED_MODULE_1__/* .GraphqlError */ .ao),
    data: zod__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({}).loose(),
});
/** GitHub's GraphQL API: the data, or the part of it that the token may read. */
function connectGraphql(access, signal) {
    const { graphql } = createOctokit(access);
    return async (query, variables) => {
        try {
            return await graphql(query, { ...variables, request: { signal } });
        }
        catch (error) {
            const { data: failure } = GraphqlFailure.safeParse(error);
            if (failure === undefined || !(0,_conversation_conversation_js__WEBPACK_IMPORTED_MODULE_1__/* .isPartial */ .mt)(failure.errors))
                throw error;
            return failure.data;
        }
    };
}
function createOctokit({ apiUrl, token, repositoryId }) {
    const request = { fetch: (0,_net_without_redirects_js__WEBPACK_IMPORTED_MODULE_2__/* .withoutRedirects */ .mw)(fetch) };
    const octokit = (0,_actions_github__WEBPACK_IMPORTED_MODULE_0__/* .getOctokit */ .Q)(token, { baseUrl: apiUrl, userAgent: _contract_github_js__WEBPACK_IMPORTED_MODULE_6__/* .ACTION_USER_AGENT */ .Xb, request });
    octokit.hook.before('request', ({ headers }) => {
        headers[_contract_github_js__WEBPACK_IMPORTED_MODULE_6__/* .API_VERSION_HEADER */ ._K] = _contract_github_js__WEBPACK_IMPORTED_MODULE_6__/* .DEFAULT_API_VERSION */ ._L;
    });
    octokit.hook.wrap('request', async (send, options) => {
        const { owner, repo: name } = options;
        if (repositoryId == null || typeof owner !== 'string' || typeof name !== 'string')
            return send(options);
        const readById = async (id) => {
            const { data } = await octokit.request('GET /repositories/{id}', { id, request: options.request });
            return Present.safeParse(data).data ?? null;
        };
        // Hooks of Octokit share one object of options: https://github.com/gr2m/before-after-hook
        return (0,_net_without_redirects_js__WEBPACK_IMPORTED_MODULE_2__/* .atPresentName */ .AT)({ id: repositoryId, owner, name }, readById, async (at) => send(Object.assign(options, { owner: at.owner, repo: at.name })));
    });
    return octokit;
}


/***/ }),

/***/ 4422:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   f: () => (/* binding */ classifyError),
/* harmony export */   x: () => (/* binding */ openRetries)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);
/* harmony import */ var _net_without_redirects_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3135);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3145);



/**
 * What to do about a failed request. Octokit's RequestError has a `status`, which is 500 without `response` if GitHub was
 * not reached. It is recognized by its shape, because the bundle may have several versions of its class. Pure.
 */
function classifyError(error, now) {
    const redirect = (0,_net_without_redirects_js__WEBPACK_IMPORTED_MODULE_1__/* .redirectOf */ .Yx)(error);
    if (redirect !== null)
        return { kind: 'refused', status: redirect.status, detail: redirect.message };
    const status = field(error, 'status');
    const detail = (0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .messageOf */ .bD)(error);
    if (typeof status !== 'number')
        return { kind: 'transient', detail };
    if (status >= 500)
        return { kind: 'transient', detail: `${status} ${detail}` };
    const limit = status === 403 || status === 429 ? findLimit(error, { status, detail, now }) : null;
    return limit ?? { kind: 'refused', status, detail: `${status} ${detail}` };
}
/** GitHub counts whole seconds. */
const MARGIN_MS = 1000;
/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function findLimit(error, { status, detail, now }) {
    const header = (name) => field(field(field(error, 'response'), 'headers'), name);
    const retryAfter = numberOf(header('retry-after'));
    if (retryAfter !== null)
        return { kind: 'rate-limit', waitMs: retryAfter * 1000, detail };
    const reset = numberOf(header('x-ratelimit-reset'));
    if (numberOf(header('x-ratelimit-remaining')) === 0 && reset !== null) {
        // By GitHub's own clock: the one of the runner may differ.
        const date = Date.parse(String(header('date')));
        const waitMs = Math.max(0, reset * 1000 - (Number.isNaN(date) ? now : date)) + MARGIN_MS;
        return { kind: 'rate-limit', waitMs, detail };
    }
    // Any other 403 is a missing permission.
    const isLimit = status === 429 || /rate limit|abuse detection/i.test(detail);
    return isLimit ? { kind: 'rate-limit', waitMs: null, detail } : null;
}
function numberOf(value) {
    if (typeof value !== 'string' && typeof value !== 'number')
        return null;
    return /^\d+$/.test(String(value)) ? Number(value) : null;
}
function field(value, name) {
    return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
const TRANSIENT_WAITS_MS = [1000, 2000, 4000];
const FIRST_LIMIT_WAIT_MS = 60_000;
/**
 * The waits between the attempts of one operation. Failures are retried three times. A rate limit is waited for as long
 * as GitHub says, or else for a minute and then twice as long each time, up to the deadline.
 */
function openRetries({ now, deadline, onWait, signal, pause }) {
    let failures = 0;
    let unspecified = 0;
    const waitFor = async (milliseconds) => {
        try {
            await (pause === undefined
                ? (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setTimeout)(milliseconds, undefined, { ...(signal && { signal }) })
                : pause(milliseconds));
        }
        finally {
            signal?.throwIfAborted();
        }
        return true;
    };
    return {
        async wait(verdict) {
            if (verdict.kind === 'transient') {
                const milliseconds = TRANSIENT_WAITS_MS[failures];
                failures += 1;
                return milliseconds === undefined ? false : waitFor(milliseconds);
            }
            const milliseconds = verdict.waitMs ?? FIRST_LIMIT_WAIT_MS * 2 ** unspecified;
            if (verdict.waitMs === null)
                unspecified += 1;
            if (now() + milliseconds > deadline)
                return false;
            onWait(`GitHub limits the rate of requests. The next attempt is in ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .countOf */ .pq)(Math.ceil(milliseconds / 1000), 'second')}.`);
            return waitFor(milliseconds);
        },
    };
}


/***/ }),

/***/ 80:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   ao: () => (/* binding */ GraphqlError),
/* harmony export */   ik: () => (/* binding */ fetchConversation),
/* harmony export */   mt: () => (/* binding */ isPartial),
/* harmony export */   nT: () => (/* binding */ isOpen)
/* harmony export */ });
/* unused harmony exports COMMENTS_QUERY, PULL_REQUEST_QUERY, AnswerTooLarge */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3477);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);

// What people said on an issue or a pull request, as GitHub's GraphQL API has it: its REST API shows neither which comments
// are minimized nor which threads are resolved.
const ACTOR = 'author { __typename login ... on User { databaseId } ... on Bot { databaseId } } authorAssociation';
const TEXT = `${ACTOR} body createdAt publishedAt lastEditedAt isMinimized url`;
/** A page of the comments. https://docs.github.com/en/graphql/reference/objects#issuecomment */
const COMMENTS_QUERY = `query Comments($owner: String!, $name: String!, $number: Int!, $first: Int, $last: Int, $after: String, $before: String) {
  repository(owner: $owner, name: $name) {
    databaseId
    issueOrPullRequest(number: $number) {
      __typename
      ... on Issue { comments(first: $first, last: $last, after: $after, before: $before) { ...Page } }
      ... on PullRequest { comments(first: $first, last: $last, after: $after, before: $before) { ...Page } }
    }
  }
}
fragment Page on IssueCommentConnection {
  totalCount
  pageInfo { startCursor endCursor }
  nodes { ${TEXT} }
}`;
/** What a pull request has besides comments. https://docs.github.com/en/graphql/reference/objects#pullrequest */
const PULL_REQUEST_QUERY = `query PullRequest($owner: String!, $name: String!, $number: Int!, $reviews: Int!, $threads: Int!, $replies: Int!, $closes: Int!) {
  repository(owner: $owner, name: $name) {
    databaseId
    pullRequest(number: $number) {
      title body createdAt lastEditedAt ${ACTOR}
      reviews(last: $reviews) { totalCount nodes { ${TEXT} state submittedAt } }
      reviewThreads(last: $threads) {
        totalCount
        nodes { path line originalLine isResolved isOutdated comments(last: $replies) { totalCount nodes { ${TEXT} } } }
      }
      closingIssuesReferences(first: $closes) {
        nodes { number title body createdAt lastEditedAt ${ACTOR} repository { databaseId } }
      }
      commits(last: 1) {
        nodes { commit { statusCheckRollup { contexts(first: 50) {
          nodes { __typename ... on CheckRun { name status conclusion checkSuite { app { slug } } } ... on StatusContext { context state } }
        } } } }
      }
    }
  }
}`;
/** A time that cannot be compared would count as one before the request. */
const Time = zod__WEBPACK_IMPORTED_MODULE_0__/* .datetime */ .w$({ offset: true }).transform((text) => Date.parse(text));
/** `null`: the account was deleted. An organisation and a mannequin have no id here. */
const Author = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ __typename: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), login: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), databaseId: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().nullish() })
    .transform(({ __typename: type, login, databaseId: id }) => ({
    ...{ id: id ?? null, login },
    ...(type === 'Bot' && { type: 'Bot' }),
}))
    .nullable();
/** It proves no right: it says only who is worth a question. */
const IsMember = zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().transform((association) => MEMBERS.has(association));
const MEMBERS = new Set(['OWNER', 'MEMBER', 'COLLABORATOR']);
const written = {
    ...{ author: Author, authorAssociation: IsMember },
    ...{ body: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), createdAt: Time, lastEditedAt: Time.nullable() },
};
const asWritten = ({ createdAt: at, lastEditedAt: editedAt, authorAssociation: isMember, ...text }) => ({ ...text, at, editedAt, isMember });
/** Comments of a review are drafted: nobody else can read them before they are published. */
const Text = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ ...written, publishedAt: Time.nullish(), isMinimized: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(), url: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() })
    .transform(({ publishedAt, ...text }) => asWritten({ ...text, createdAt: publishedAt ?? text.createdAt }));
/** GitHub leaves out, as `null`, what the token may not read. */
const nodesOf = (node) => zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(node.nullable())
    .nullable()
    .transform((nodes) => (nodes ?? []).filter((one) => one !== null));
const Page = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    totalCount: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(),
    pageInfo: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ startCursor: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().nullable(), endCursor: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().nullable() }),
    nodes: nodesOf(Text),
});
const CommentsAnswer = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    repository: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        databaseId: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(),
        issueOrPullRequest: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ __typename: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), comments: Page }).nullable(),
    })
        .nullable(),
});
const Review = Text.and(zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ state: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), submittedAt: Time.nullable() })).transform(({ submittedAt, state, ...text }) => ({ ...text, at: submittedAt ?? text.at, state: state.toLowerCase() }));
const Thread = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    line: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().nullish(),
    originalLine: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().nullish(),
    isResolved: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(),
    isOutdated: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(),
    comments: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ totalCount: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(), nodes: nodesOf(Text) }),
})
    .transform(({ line, originalLine, comments, ...thread }) => ({
    ...thread,
    line: line ?? originalLine ?? null,
    comments: comments.nodes,
    unread: Math.max(0, comments.totalCount - comments.nodes.length),
}));
const Opened = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ title: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), ...written }).transform(asWritten);
const ClosedIssue = Opened.and(zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(), repository: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ databaseId: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr() }) }));
const Check = zod__WEBPACK_IMPORTED_MODULE_1__/* .union */ .KCZ([
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        ...{ name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), status: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), conclusion: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().nullable() },
        checkSuite: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ app: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ slug: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() }).nullable() }).nullish(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ context: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), state: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP() }),
])
    .transform((check) => 'name' in check
    ? {
        ...{ name: check.name, result: (check.conclusion ?? check.status).toLowerCase() },
        app: check.checkSuite?.app?.slug ?? null,
    }
    : { name: check.context, result: check.state.toLowerCase(), app: null });
const Checks = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    commit: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        statusCheckRollup: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ contexts: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ nodes: nodesOf(Check) }) }).nullable(),
    }),
})
    .transform(({ commit }) => commit.statusCheckRollup?.contexts.nodes ?? []);
const PullRequestAnswer = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    repository: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        databaseId: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(),
        pullRequest: Opened.and(zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
            reviews: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ totalCount: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(), nodes: nodesOf(Review) }).nullable(),
            reviewThreads: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ totalCount: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr(), nodes: nodesOf(Thread) }),
            closingIssuesReferences: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ nodes: nodesOf(ClosedIssue) }).nullable(),
            commits: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ nodes: nodesOf(Checks) }),
        })),
    })
        .nullable(),
});
/** Others are named, not quoted. */
const isOpen = ({ isResolved, isOutdated }) => !isResolved && !isOutdated;
/** What GitHub reports beside the data. https://spec.graphql.org/October2021/#sec-Errors */
const GraphqlError = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    type: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional(),
    path: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig()])).optional(),
    message: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
});
/**
 * Whether data that comes with these errors counts: something does not exist, or the token may not read a part of an issue
 * or a pull request. After anything else, such as a timeout within GitHub, `null` does not say that there is nothing.
 */
const isPartial = (errors) => errors.every(({ type, path = [] }) => type === 'NOT_FOUND' || (type === 'FORBIDDEN' && path.length > 2));
/** Thrown by `AskGraphql`: GitHub's answer is larger than the program reads at once. */
class AnswerTooLarge extends Error {
    name = 'AnswerTooLarge';
}
const PAGE = 100;
const MAX_COMMENTS = 300;
/** Pages of the newest comments. Two, unless they are so long that the pages are smaller. */
const MAX_NEWEST_PAGES = 10;
/** Of what a request asks for; each answer that is too large makes it a quarter. Anybody may write texts of 64 KiB. */
const SMALLEST_PART = 1 / 64;
/**
 * The conversation of an issue or a pull request: at most 300 comments, the first hundred and the newest. `null`: it does
 * not exist, or the name is another repository's by now. At most four requests, unless the texts are so long that answers are
 * too large: then fewer are read. Throws a ZodError if GitHub's answer has another shape.
 */
async function fetchConversation(ask, { id, owner, name, number, }) {
    const about = { owner, name, number };
    let part = 1;
    const most = (count) => Math.max(1, Math.floor(count * part));
    const askLess = async (query, sizes) => {
        for (;;)
            try {
                return await ask(query, { ...about, ...sizes() });
            }
            catch (error) {
                if (!(error instanceof AnswerTooLarge) || part <= SMALLEST_PART)
                    throw error;
                part /= 4;
            }
    };
    const page = async (sizes) => {
        const { repository } = CommentsAnswer.parse(await askLess(COMMENTS_QUERY, sizes));
        return repository?.databaseId === id ? repository.issueOrPullRequest : null;
    };
    const first = await page(() => ({ first: most(PAGE) }));
    if (first === null)
        return null;
    const { totalCount: total } = first.comments;
    const newest = [];
    let before = null;
    let left = Math.min(total, MAX_COMMENTS) - most(PAGE);
    for (let pages = 0; left > 0 && pages < MAX_NEWEST_PAGES; pages += 1) {
        const next = await page(() => ({ last: most(PAGE), ...(before !== null && { before }) }));
        left -= most(PAGE);
        newest.unshift(...(next?.comments.nodes ?? []));
        before = next?.comments.pageInfo.startCursor ?? null;
        if (before === null)
            break;
    }
    const comments = [...new Map([...first.comments.nodes, ...newest].map((one) => [one.url, one])).values()];
    const unread = Math.max(0, total - comments.length);
    if (first.__typename !== 'PullRequest')
        return { number, comments, unread };
    const { repository } = PullRequestAnswer.parse(await askLess(PULL_REQUEST_QUERY, () => ({
        ...{ reviews: most(PAGE), threads: most(50), replies: most(10), closes: most(5) },
    })));
    if (repository?.databaseId !== id)
        return null;
    const { reviews, reviewThreads, closingIssuesReferences, commits, ...opened } = repository.pullRequest;
    return {
        ...{ number, comments },
        unread: unread +
            Math.max(0, (reviews?.totalCount ?? 0) - most(PAGE)) +
            Math.max(0, reviewThreads.totalCount - most(50)) +
            reviewThreads.nodes.reduce((sum, thread) => sum + (isOpen(thread) ? thread.unread : 0), 0),
        pullRequest: {
            opened,
            reviews: reviews?.nodes ?? [],
            threads: reviewThreads.nodes,
            closes: (closingIssuesReferences?.nodes ?? []).filter(({ repository }) => repository.databaseId === id),
            checks: commits.nodes.flat(),
        },
    };
}


/***/ }),

/***/ 3135:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AT: () => (/* binding */ atPresentName),
/* harmony export */   Yx: () => (/* binding */ redirectOf),
/* harmony export */   mw: () => (/* binding */ withoutRedirects)
/* harmony export */ });
/* unused harmony export Redirected */
/**
 * A redirect, which nothing follows by itself: it would send the token and the request to where it points. GitHub answers so
 * for a former name of a repository, for an issue that was transferred, and for a file in another storage:
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects
 */
class Redirected extends Error {
    name = 'Redirected';
    status;
    /** An absolute address, which may be signed; `null`: none. */
    location;
    constructor(status, location) {
        super(`it has moved to another address (HTTP ${status}), which is not followed`);
        this.status = status;
        this.location = location;
    }
}
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** A repository that was renamed or moved, or an issue that was transferred. */
const MOVED = new Set([301, 307, 308]);
/** `fetch` that rejects with Redirected. */
const withoutRedirects = (fetching) => async (input, init) => {
    const response = await fetching(input, { ...init, redirect: 'manual' });
    if (!REDIRECTS.has(response.status))
        return response;
    await response.body?.cancel();
    const from = input instanceof Request ? input.url : String(input);
    throw new Redirected(response.status, URL.parse(response.headers.get('location') ?? '', from)?.href ?? null);
};
/** The redirect behind an error of Octokit, which wraps what `fetch` rejects with. */
const redirectOf = (error) => {
    if (error instanceof Redirected)
        return error;
    return error instanceof Error && error.cause instanceof Redirected ? error.cause : null;
};
/**
 * Sends a request about a repository, and if GitHub redirects it, once more under the present name of the repository with this
 * id. What is redirected under its present name is no longer in the repository, such as an issue that was transferred.
 * `readById`: `null` if GitHub shows no such repository.
 */
async function atPresentName(known, readById, send) {
    try {
        return await send(known);
    }
    catch (error) {
        if (!MOVED.has(redirectOf(error)?.status ?? 0))
            throw error;
        const present = await readById(known.id);
        if (present?.id !== known.id || isSameName(present, known))
            throw error;
        return send(present);
    }
}
/** GitHub ignores the case of names. */
const isSameName = (one, other) => `${one.owner}/${one.name}`.toLowerCase() === `${other.owner}/${other.name}`.toLowerCase();


/***/ }),

/***/ 5457:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ HttpClient)
/* harmony export */ });
/* unused harmony export BearerCredentialHandler */
// Replaces `@actions/http-client` in the bundle. `@actions/core` requests OIDC tokens with it, and the action requests its own
// with `fetch`. `@actions/github` asks it for an agent when it is loaded, and the action passes `fetch` instead.
class HttpClient {
  getAgent() {}

  getAgentDispatcher() {}

  getJson() {
    throw new Error('@actions/http-client is not part of this action: use fetch')
  }
}

class BearerCredentialHandler {}


/***/ }),

/***/ 5387:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h: () => (/* binding */ fetch)
/* harmony export */ });
// Replaces `undici` in the bundle: `@actions/github` sends requests with it unless it is passed another `fetch`, as here.
async function fetch() {
  throw new Error('undici is not part of this action: use the fetch of Node')
}


/***/ })

};
