export const id = 797;
export const ids = [797];
export const modules = {

/***/ 2797:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  answerNotBegun: () => (/* binding */ answerNotBegun),
  connectStandalone: () => (/* binding */ connectStandalone)
});

// EXTERNAL MODULE: ../../lib/action/github/retries.js
var retries = __webpack_require__(4422);
// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/admit-trigger.js + 1 modules
var admit_trigger = __webpack_require__(986);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/compose-assignment.js
var compose_assignment = __webpack_require__(6265);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/connect-issues.js
var connect_issues = __webpack_require__(50);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/last-run.js
var last_run = __webpack_require__(7515);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/may-ask.js + 1 modules
var may_ask = __webpack_require__(8380);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
// EXTERNAL MODULE: ../../lib/mention/find-mention.js
var find_mention = __webpack_require__(3244);
;// CONCATENATED MODULE: ../../lib/action/control-plane/standalone/read-trigger.js




const Person = schemas/* object */.Ikc({ id: schemas/* int */.Whr(), login: schemas/* string */.YjP(), type: schemas/* string */.YjP() });
const Issue = schemas/* object */.Ikc({
    number: schemas/* int */.Whr().min(1),
    title: schemas/* string */.YjP(),
    body: schemas/* string */.YjP().nullable(),
    user: Person.nullable(),
    pull_request: schemas/* unknown */.L5J().optional(),
});
/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issue_comment */
const Commented = schemas/* object */.Ikc({
    action: schemas/* string */.YjP(),
    comment: schemas/* object */.Ikc({
        id: schemas/* int */.Whr(),
        body: schemas/* string */.YjP(),
        user: Person.nullable(),
        performed_via_github_app: schemas/* object */.Ikc({ slug: schemas/* string */.YjP().optional() }).nullish(),
    }),
    issue: Issue,
});
/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#issues */
const Labelled = schemas/* object */.Ikc({
    action: schemas/* string */.YjP(),
    label: schemas/* object */.Ikc({ name: schemas/* string */.YjP() }).nullish(),
    sender: Person,
    issue: Issue,
});
const none = (why) => ({ kind: 'none', why });
/** The texts are those of the event, as they stood then. Later edits do not count. Pure. */
function findTrigger(event, payload) {
    return event === 'issues' ? findLabel(Labelled.parse(payload)) : findComment(Commented.parse(payload));
}
function findComment({ action, comment, issue }) {
    const { id, body, user } = comment;
    if (action !== 'created')
        return none('The comment is not new.');
    if (user === null)
        return none('The author of the comment is gone.');
    const mentions = (0,find_mention/* findMentions */.d6)(body, null);
    if (mentions.length === 0)
        return none('The comment does not mention Prentice.');
    const via = comment.performed_via_github_app;
    const app = via ? (via.slug ?? '') : null;
    return { kind: 'request', by: user, app, issue, comment: id, label: null, mentions };
}
function findLabel({ action, label, sender, issue }) {
    if (action !== 'labeled' || !label)
        return none('No label was added.');
    if (issue.pull_request)
        return none('A label on a pull request starts no work.');
    const mentions = [{ kind: 'prompt', text: '' }];
    return { kind: 'request', by: sender, app: null, issue, comment: null, label: label.name, mentions };
}
/** The payload of the event, as the runner stores it. */
async function readPayload(path) {
    try {
        return JSON.parse(await (0,promises_.readFile)(path ?? '', 'utf8'));
    }
    catch (error) {
        throw (0,run_failure/* fail */.fJ)('input-invalid', 'GITHUB_EVENT_PATH names no readable file', error);
    }
}

// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/replies.js
var replies = __webpack_require__(1147);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/report-comment.js
var report_comment = __webpack_require__(3637);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/workflow-run.js
var workflow_run = __webpack_require__(3986);
;// CONCATENATED MODULE: ../../lib/action/control-plane/standalone/standalone.js












/** Without a server: the workflow's own token is used for everything. */
async function connectStandalone(mode, run) {
    try {
        return await connect(mode, run);
    }
    catch (error) {
        const verdict = (0,retries/* classifyError */.f)(error, run.now());
        if (verdict.kind !== 'refused' || verdict.status !== 403)
            throw error;
        throw (0,run_failure/* fail */.fJ)('input-invalid', `the token of the workflow lacks a permission, see its template in docs/standalone.yml (${verdict.detail})`, error);
    }
}
async function connect(mode, run) {
    const { token } = mode;
    const { inputs, environment, now } = run;
    const event = (0,workflow_run/* allowedEvent */.vD)(environment);
    const { repository, own, issues } = await connectRepository(run, token);
    const maxRunsPerDay = inputs['max-runs-per-day'];
    const admit = {
        issues,
        own,
        now,
        maxRunsPerDay,
        serverUrl: new URL(repository.html_url).origin,
        log: run.log,
    };
    let work = null;
    if (event === 'issue_comment' || event === 'issues') {
        const payload = await readPayload(environment.GITHUB_EVENT_PATH);
        const admission = await (0,admit_trigger/* admitTrigger */.o0)(admit, findTrigger(event, payload));
        if (admission.kind === 'ignored')
            return { kind: 'taken', note: admission.why };
        if (admission.kind === 'answered') {
            await issues.comment(admission.place, (0,last_run/* markAnswer */.cI)(admission.text), retryOptions(run));
            return { kind: 'taken', note: `Answered in a comment on #${admission.place}.` };
        }
        work = admission.work;
        if (admission.text !== null)
            await issues.comment(work.place, (0,last_run/* markAnswer */.cI)(admission.text), retryOptions(run));
    }
    else if (await (0,admit_trigger/* isCapReached */.Do)(admit))
        return { kind: 'taken', note: (0,replies/* CAP_REACHED */.cO)(maxRunsPerDay) };
    const { model, prompt } = mode;
    const assignment = (0,compose_assignment/* composeAssignment */.Mm)({
        ...{ inputs, model, token, repository, work },
        prompt: work?.prompt ?? prompt ?? '',
        id: run.id,
    });
    const { base, branch } = assignment;
    const pull = work?.pull?.number ?? null;
    const facts = {
        ...{ repositoryUrl: assignment.repository.url, base, branch, pull, logUrl: own.url },
        mode: assignment.mode,
        closes: assignment.issue?.number ?? null,
    };
    const show = work === null ? null : await openReport(issues, work, { facts, id: own.id, run });
    const controlPlane = {
        assignment,
        report: () => { },
        takeMessages: () => [],
        findSettings: async (read) => (0,compose_assignment/* resolveSettings */.Mo)(await read()),
        findInstructions: (read, rules) => read(rules.protectedPaths),
        getPushAccess: async () => ({ token, repository: await readName(token, run, assignment.repository) }),
        // No prompt asks for an update.
        commitMerge: () => Promise.reject(new Error('standalone mode merges no base')),
        savePatch: async () => { },
        async finish(end, isHurried) {
            // Nobody asked in a place where a comment could say so.
            const compare = show === null ? (0,report_comment/* describeForbidden */.FM)(end, facts) : null;
            if (compare !== null)
                run.log.warning(compare);
            await show?.((0,report_comment/* endedComment */.Ah)(end, facts), isHurried ? null : retryOptions(run)).catch((error) => {
                run.log.warning(`GitHub refuses the comment about the end of the run: ${(0,format/* messageOf */.bD)(error)}`);
            });
        },
    };
    return { kind: 'claimed', controlPlane };
}
async function connectRepository({ apiUrl, repository: name, signal, environment, }, token) {
    const repository = await (0,workflow_run/* readRepository */.Nu)({ apiUrl, repository: name, token, signal, environment });
    const issues = (0,connect_issues/* connectIssues */.R)({
        ...{ apiUrl, token, signal },
        owner: repository.owner.login,
        name: repository.name,
        repositoryId: repository.id,
    });
    return { repository, own: (0,workflow_run/* readOwnRun */.wd)(environment, repository.default_branch), issues };
}
/** The current name of the repository, since a push follows no redirect. `known`: its name at the start. */
async function readName(token, { apiUrl, repository, signal, environment }, known) {
    try {
        const { owner, name } = await (0,workflow_run/* readRepository */.Nu)({ apiUrl, repository, token, signal, environment });
        return { owner: owner.login, name };
    }
    catch {
        // The push may work nevertheless, and says why if it does not.
        signal.throwIfAborted();
        return known;
    }
}
/** Without its comments, nobody knows whether a run has begun, or how it ended. */
const retryOptions = ({ now, signal, log }) => ({
    ...{ now, signal, onWait: log.info },
    deadline: now() + LONGEST_WAIT_MS,
});
const LONGEST_WAIT_MS = 300_000;
/** Tells people where they asked that the run has begun. Returns what replaces that text. */
async function openReport(issues, { place, source }, { facts, id, run }) {
    const { rememberComment, now } = run;
    const mark = (text) => (0,last_run/* markReport */.Q_)(text, { run: id, source });
    const comment = await issues.comment(place, mark((0,report_comment/* workingComment */.tg)(facts)), retryOptions(run));
    rememberComment({ comment, body: mark((0,report_comment/* lostComment */.wT)(facts)) });
    return async (text, retry) => {
        const body = mark(text);
        rememberComment({ comment, body });
        try {
            await issues.updateComment(comment, body, retry);
        }
        catch (error) {
            // It was deleted, for example.
            if ((0,retries/* classifyError */.f)(error, now()).kind === 'refused')
                rememberComment(null);
            throw error;
        }
        rememberComment(null);
    };
}
/**
 * Says where somebody asked why no run can begin, for example because of a wrong input. Strangers get no answer. A failure is
 * logged as a warning, since the run already has a reason.
 */
async function answerNotBegun(run, why) {
    const { environment, log } = run;
    const { GITHUB_EVENT_NAME: event = '', GITHUB_REPOSITORY: repository = '' } = environment;
    const token = environment['INPUT_GITHUB-TOKEN']?.trim() ?? '';
    const hasServer = (environment['INPUT_APP-URL'] ?? '').trim() !== '';
    if (hasServer || token === '' || (event !== 'issue_comment' && event !== 'issues'))
        return;
    try {
        await answer(run, { event, token, repository, why });
    }
    catch (error) {
        log.warning(`No comment says why the run could not begin: ${(0,format/* messageOf */.bD)(error)}`);
    }
}
async function answer(run, { event, token, repository: name, why, }) {
    const trigger = findTrigger(event, await readPayload(run.environment.GITHUB_EVENT_PATH));
    if (trigger.kind === 'none')
        return;
    const { repository, own, issues } = await connectRepository({ ...run, repository: name }, token);
    if ((await (0,may_ask/* checkRequester */.lJ)(issues, trigger)).kind === 'ignored')
        return;
    const { number, pull_request: pull } = trigger.issue;
    const facts = { repositoryUrl: repository.html_url, pull: pull ? number : null, logUrl: own.url };
    await issues.comment(number, (0,last_run/* markAnswer */.cI)((0,report_comment/* notBegunComment */.u0)(why, facts)), retryOptions(run));
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


/***/ })

};
