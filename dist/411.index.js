export const id = 411;
export const ids = [411];
export const modules = {

/***/ 50:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ connectIssues),
/* harmony export */   i: () => (/* binding */ hasStatus)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(669);
/* harmony import */ var _conversation_conversation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(80);
/* harmony import */ var _net_without_redirects_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3135);
/* harmony import */ var _github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7347);
/* harmony import */ var _github_retries_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4422);





const Right = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ permission: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), user: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }).nullish() });
const Reaction = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ user: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }).nullish() });
const Created = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() });
const Entry = zod__WEBPACK_IMPORTED_MODULE_4__/* .union */ .KCZ([
    zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_4__/* .literal */ .euz('file'), content: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }),
    zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_4__/* ["enum"] */ .k5n(['dir', 'symlink', 'submodule']) }),
    zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .unknown */ .L5J()),
]);
const RunFields = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr(),
    display_title: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    status: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullable(),
    conclusion: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullable(),
    event: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    actor: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr(), login: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }).nullish(),
});
const asRun = (run) => ({
    id: run.id,
    title: run.display_title,
    isOver: run.status === 'completed',
    isSkipped: run.conclusion === 'skipped',
    hasSucceeded: run.conclusion === 'success',
    event: run.event,
    actor: run.actor ?? null,
});
const Runs = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ workflow_runs: zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(RunFields.transform(asRun)) });
const RunWithFile = RunFields.extend({ path: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }).transform(({ path, ...run }) => ({
    ...asRun(run),
    // Of some runs, GitHub adds `@` and the ref.
    file: path.split('@')[0]?.split('/').at(-1) ?? '',
}));
const Pull = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    html_url: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    state: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    base: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), repo: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }) }),
    /** No repository: the fork was deleted. */
    head: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), repo: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }).nullish() }),
})
    .transform(({ html_url: url, state, base, head }) => ({
    url,
    isOpen: state === 'open',
    base: base.ref,
    branch: head.ref,
    isOwn: head.repo?.id === base.repo.id,
}));
const Comment = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    body: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullish(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    issue_url: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    user: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr(), login: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), type: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }).nullish(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    performed_via_github_app: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ slug: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullish() }).nullish(),
})
    .transform(({ body, user, performed_via_github_app: app, ...given }) => ({
    body: body ?? '',
    url: given.html_url,
    user: user ?? null,
    issue: Number(given.issue_url.split('/').at(-1)),
    isEdited: given.updated_at !== given.created_at,
    app: app ? (app.slug ?? '') : null,
}));
const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** More comments than people read. Those after them are not looked at. */
const MAX_PAGES = 20;
/** GitHub lists no more runs than those of ten pages. */
const MAX_PAGES_OF_RUNS = 10;
/** What the action asks and tells GitHub about issues, pull requests and workflow runs. Rejects if GitHub refuses. */
function connectIssues({ apiUrl, token, owner, name, repositoryId, signal, }) {
    const { actions, issues, pulls, reactions, repos } = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .connectGithubWithRetries */ .I7)({
        apiUrl,
        token,
        repositoryId,
    });
    const common = (stop = signal) => {
        const timeout = AbortSignal.timeout(TIMEOUT_MS);
        return {
            owner,
            repo: name,
            request: { signal: stop === null ? timeout : AbortSignal.any([timeout, stop]) },
        };
    };
    return {
        /** Whether this person, by id and login, has write access now. */
        async mayWrite({ id, login }) {
            const found = await orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Right, await repos.getCollaboratorPermissionLevel({ ...common(), username: login })));
            // A login may be somebody else's by now. `maintain` is told as write, and `triage` as read.
            return found?.user?.id === id && (found.permission === 'admin' || found.permission === 'write');
        },
        /**
         * Shows that the comment was read. Returns the id of the account that the token stands for, which GitHub tells an
         * installation token nowhere else in its REST API; `null`: it does not say, as in a locked conversation, which takes
         * comments of people with write access, but no reactions.
         */
        async react(comment) {
            const reaction = { ...common(), comment_id: comment, content: 'eyes' };
            try {
                return (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Reaction, await reactions.createForIssueComment(reaction)).user?.id ?? null;
            }
            catch (error) {
                if (hasStatus(error, 403))
                    return null;
                if (hasStatus(error, 404))
                    return 'deleted';
                throw error;
            }
        },
        /** What people said on an issue or a pull request; `null`: it does not exist. */
        async readConversation(number) {
            const ask = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .connectGraphql */ .qd)({ apiUrl, token }, AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]));
            return repositoryId === null ? null : (0,_conversation_conversation_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchConversation */ .ik)(ask, { id: repositoryId, owner, name, number });
        },
        /** `retry`: how a rate limit is waited for. */
        comment: (issue, body, retry) => retryRateLimits(retry, async () => {
            const created = await issues.createComment({ ...common(), issue_number: issue, body });
            return (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Created, created).id;
        }),
        /** Also after the run was stopped. `retry`: how a rate limit is waited for; `null`: it is not. */
        updateComment: (comment, body, retry) => retryRateLimits(retry, async () => {
            await issues.updateComment({ ...common(null), comment_id: comment, body });
        }),
        /** A file of the default branch; `null`: there is none. */
        async readFile(path) {
            const found = await orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Entry, await repos.getContent({ ...common(), path })));
            const isFile = found !== null && !Array.isArray(found) && found.type === 'file';
            return isFile ? Buffer.from(found.content, 'base64').toString('utf8') : null;
        },
        /** Oldest first. */
        async listComments(issue) {
            const found = [];
            for (let page = 1; page <= MAX_PAGES; page += 1) {
                const listed = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(Comment), await issues.listComments({ ...common(), issue_number: issue, per_page: PAGE, page }));
                found.push(...listed);
                if (listed.length < PAGE)
                    break;
            }
            return found;
        },
        /** `null`: it was deleted. */
        async readComment(comment) {
            return orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Comment, await issues.getComment({ ...common(), comment_id: comment })));
        },
        /** `null`: GitHub no longer has the workflow run. */
        async readRun(id) {
            return orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(RunWithFile, await actions.getWorkflowRun({ ...common(), run_id: id })));
        },
        async readPull(number) {
            return { number, ...(0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Pull, await pulls.get({ ...common(), pull_number: number })) };
        },
        /** Runs of a workflow since a time, the newest first. `file`: its name in `.github/workflows`. */
        async listRuns(file, since) {
            const created = `>=${since.toISOString().slice(0, 19)}Z`;
            const found = [];
            for (let page = 1; page <= MAX_PAGES_OF_RUNS; page += 1) {
                const query = { ...common(), workflow_id: file, created, per_page: PAGE, page };
                const { workflow_runs: runs } = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Runs, await actions.listWorkflowRuns(query));
                found.push(...runs);
                if (runs.length < PAGE)
                    break;
            }
            return found;
        },
        async cancelRun(id) {
            await actions.cancelWorkflowRun({ ...common(), run_id: id });
        },
    };
}
/** A request that a rate limit refuses has done nothing, so that it can be sent again. */
async function retryRateLimits(retry, send) {
    const retries = retry === null ? null : (0,_github_retries_js__WEBPACK_IMPORTED_MODULE_3__/* .openRetries */ .x)(retry);
    for (;;) {
        try {
            return await send();
        }
        catch (error) {
            const verdict = (0,_github_retries_js__WEBPACK_IMPORTED_MODULE_3__/* .classifyError */ .f)(error, retry?.now() ?? 0);
            if (verdict.kind !== 'rate-limit' || !(await retries?.wait(verdict)))
                throw error;
        }
    }
}
async function orAbsent(read) {
    try {
        return await read();
    }
    catch (error) {
        if (hasStatus(error, 404))
            return null;
        throw error;
    }
}
/** What GitHub redirects to another repository is not found in this one. */
const hasStatus = (error, status) => (0,_net_without_redirects_js__WEBPACK_IMPORTED_MODULE_1__/* .redirectOf */ .Yx)(error) !== null
    ? status === 404
    : typeof error === 'object' && error !== null && 'status' in error && error.status === status;


/***/ }),

/***/ 5256:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   writePendingComment: () => (/* binding */ writePendingComment)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(669);
/* harmony import */ var _connect_issues_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(50);
/* harmony import */ var _workflow_run_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3986);



/**
 * What the comment about a run is to say if nothing else is written there. The runner keeps it for the post step, which also
 * runs after a main step that was killed, for example because the memory of the runner was full.
 */
const PendingComment = zod__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({ comment: zod__WEBPACK_IMPORTED_MODULE_2__/* .int */ .Whr(), body: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP() });
const TIMEOUT_MS = 30_000;
/** In the post step: writes what the main step could not. `state`: as JSON. Rejects if GitHub refuses. */
async function writePendingComment(state, environment) {
    const { comment, body } = PendingComment.parse(JSON.parse(state));
    const [owner = '', name = ''] = (environment.GITHUB_REPOSITORY ?? '').split('/');
    const issues = (0,_connect_issues_js__WEBPACK_IMPORTED_MODULE_0__/* .connectIssues */ .R)({
        apiUrl: environment.GITHUB_API_URL ?? '',
        token: environment['INPUT_GITHUB-TOKEN'] ?? '',
        ...{ owner, name, repositoryId: (0,_workflow_run_js__WEBPACK_IMPORTED_MODULE_1__/* .idOfRepository */ .$v)(environment) },
        signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await issues.updateComment(comment, body, null);
}


/***/ }),

/***/ 3986:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $v: () => (/* binding */ idOfRepository),
/* harmony export */   Nu: () => (/* binding */ readRepository),
/* harmony export */   vD: () => (/* binding */ allowedEvent),
/* harmony export */   wd: () => (/* binding */ readOwnRun)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(669);
/* harmony import */ var _github_connect_github_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7347);
/* harmony import */ var _github_retries_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4422);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1167);




const EVENTS = ['issue_comment', 'issues', 'schedule', 'workflow_dispatch'];
/**
 * Of these events only people with write access decide what runs, and the workflow file is that of the default branch.
 * On others, such as `pull_request_target`, strangers could choose the prompt or what is checked out.
 */
function allowedEvent({ GITHUB_EVENT_NAME: name = '' }) {
    const known = EVENTS.find((event) => event === name);
    if (known !== undefined)
        return known;
    throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .fail */ .fJ)('input-invalid', `without \`app-url\`, the action does not run on the event \`${name}\`: use ${EVENTS.join(', ')}`);
}
/** Throws if the run is not of the workflow file of the default branch. */
function readOwnRun(environment, defaultBranch) {
    const { GITHUB_WORKFLOW_REF: workflow = '', GITHUB_RUN_ID: id = '' } = environment;
    const { GITHUB_SERVER_URL: server = '', GITHUB_REPOSITORY: repository = '' } = environment;
    if (workflow === '') {
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .fail */ .fJ)('input-invalid', 'without `app-url`, the action needs the runner of GitHub Actions, which sets GITHUB_WORKFLOW_REF; try it locally with the command `try`');
    }
    const [path = '', ref = ''] = workflow.split(/@(?=refs\/)/);
    if (ref !== `refs/heads/${defaultBranch}`) {
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .fail */ .fJ)('input-invalid', `without \`app-url\`, the workflow must run from the default branch ${defaultBranch}, and this one runs from ${ref || 'no branch'}`);
    }
    return {
        id: Number(id),
        file: path.split('/').at(-1) ?? '',
        url: `${server}/${repository}/actions/runs/${id}`,
    };
}
const Answer = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr(),
    name: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(),
    owner: zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ login: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP() }),
    html_url: zod__WEBPACK_IMPORTED_MODULE_3__/* .url */ .OZ5(),
    private: zod__WEBPACK_IMPORTED_MODULE_3__/* .boolean */ .zMY(),
    default_branch: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(),
});
const TIMEOUT_MS = 20_000;
/** The runner names the repository as it was when the workflow run was created; its id stays. `null`: not told. */
const idOfRepository = ({ GITHUB_REPOSITORY_ID: id }) => id !== undefined && /^[1-9]\d*$/.test(id) ? Number(id) : null;
/**
 * Reads the repository from GitHub. The event's payload cannot be used: a scheduled run has none, and a re-run has that
 * of the first attempt.
 */
async function readRepository(deps) {
    const [owner = '', repo = ''] = deps.repository.split('/');
    const signal = AbortSignal.any([deps.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const { repos } = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_0__/* .connectGithubWithRetries */ .I7)({ ...deps, repositoryId: idOfRepository(deps.environment) });
    const answer = await repos.get({ owner, repo, request: { signal } }).catch((error) => {
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .fail */ .fJ)('fetch-failed', describe((0,_github_retries_js__WEBPACK_IMPORTED_MODULE_1__/* .classifyError */ .f)(error, Date.now()), deps.repository), error);
    });
    return (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_0__/* .readAnswer */ .JN)(Answer, answer);
}
const describe = (verdict, repository) => verdict.kind === 'refused'
    ? `GitHub responded with HTTP ${verdict.status} for ${repository}; the token needs \`contents: write\` and \`pull-requests: write\``
    : `GitHub did not respond to the request for ${repository} (${verdict.detail})`;


/***/ }),

/***/ 5119:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Om: () => (/* binding */ COMMENT_COMMAND),
/* harmony export */   Xb: () => (/* binding */ ACTION_USER_AGENT),
/* harmony export */   _K: () => (/* binding */ API_VERSION_HEADER),
/* harmony export */   _L: () => (/* binding */ DEFAULT_API_VERSION)
/* harmony export */ });
/* unused harmony exports API_VERSIONS, SERVER_USER_AGENT, WORKFLOW_FILE, RUN_INPUT, displayTitle */
/** What server and action agree on about GitHub. */
/**
 * Versions of GitHub's REST API that server and action support:
 * https://docs.github.com/en/rest/about-the-rest-api/api-versions
 */
const API_VERSIONS = (/* unused pure expression or super */ null && (['2022-11-28', '2026-03-10']));
/** Supported everywhere: by github.com until March 2028 at least, and by each Enterprise Server. */
const DEFAULT_API_VERSION = '2022-11-28';
const API_VERSION_HEADER = 'x-github-api-version';
/** GitHub refuses requests without a user agent. */
const SERVER_USER_AGENT = 'prentice';
const ACTION_USER_AGENT = 'prentice-action';
/** The workflow file in the project's repository, in `.github/workflows`. */
const WORKFLOW_FILE = 'prentice.yml';
/**
 * Name of the workflow input that carries the id of the run. The dispatch carries nothing else, because GitHub prints inputs
 * in logs that may be public.
 */
const RUN_INPUT = 'run';
/** The `run-name` of the workflow. It identifies a workflow run if the response to its dispatch was lost. */
const displayTitle = (run) => `Prentice ${run}`;
/** Begins a line of a comment on GitHub that asks for work. */
const COMMENT_COMMAND = '/prentice';


/***/ })

};
