export const id = 623;
export const ids = [623];
export const modules = {

/***/ 5456:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M: () => (/* binding */ UNDESCRIBED_TITLE),
/* harmony export */   Z: () => (/* binding */ UNDESCRIBED)
/* harmony export */ });
/** The title of a pull request whose agent could not describe its work before the run ended. */
const UNDESCRIBED_TITLE = 'Unfinished work by Prentice';
/** Begins its body, which is one line. */
const UNDESCRIBED = 'The run ended before the agent could describe its work.';


/***/ }),

/***/ 4004:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runJob: () => (/* binding */ runJob)
});

// EXTERNAL MODULE: ../../lib/action/confidential/confidentiality.js
var confidential_confidentiality = __webpack_require__(1287);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/contract/branch-name.js
var branch_name = __webpack_require__(8210);
// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/action/git/checkout/checkout.js + 1 modules
var checkout = __webpack_require__(4676);
// EXTERNAL MODULE: ../../lib/action/git/checkout/disk-space.js
var disk_space = __webpack_require__(1998);
// EXTERNAL MODULE: ../../lib/action/git/checkout/fetch-branches.js
var fetch_branches = __webpack_require__(4379);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var process_repository = __webpack_require__(4523);
// EXTERNAL MODULE: ../../lib/action/github/connect-github.js
var connect_github = __webpack_require__(7347);
// EXTERNAL MODULE: ../../lib/action/github/retries.js
var github_retries = __webpack_require__(4422);
// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
;// CONCATENATED MODULE: ../../lib/action/context/read-context.js












/**
 * Does the work of a run up to its publication. The token of the context repositories ends with it at the latest, whether
 * the work reads them or not.
 */
async function withContextToken(job, work) {
    const { context } = job.controlPlane.assignment;
    if (context === undefined)
        return work(async () => new Map());
    const { token } = context;
    /** GitHub has revoked the token, or refused to. */
    let isAnswered = false;
    const revoke = async (how) => {
        const failure = await revokeToken({ ...revocation(job, token), ...how });
        isAnswered = true;
        return failure === null ? null : `${NOT_REVOKED}: ${job.secrets.redact(failure)}`;
    };
    const revokeOrFail = async () => {
        const failure = isAnswered ? null : await revoke({ signal: job.signal });
        if (failure !== null)
            throw new run_failure/* RunFailure */.ae((0,reasons/* reason */.l)('fetch-failed', failure));
    };
    try {
        const result = await work(() => job.log.group('Fetch the context repositories', async () => {
            const read = await fetchContext(job, context);
            await revokeOrFail();
            return read;
        }));
        await revokeOrFail();
        return result;
    }
    catch (error) {
        // The run ends. A runner that is cancelled has a few seconds for this.
        const failure = isAnswered ? null : await revoke({ deadline: job.now() });
        if (failure !== null)
            job.log.warning(failure);
        throw error;
    }
}
const NOT_REVOKED = 'the token of the context repositories could not be revoked';
/** How long a rate limit is waited for. */
const PATIENCE_MS = 60_000;
const revocation = ({ apiUrl, now, log }, token) => ({
    ...{ apiUrl, token, now, onWait: log.info, deadline: now() + PATIENCE_MS },
});
const REVOCATION_TIMEOUT_MS = 5_000;
/** Ends an installation token. `null`: done; otherwise why GitHub did not, in words. */
async function revokeToken({ apiUrl, token, ...options }) {
    const { apps } = (0,connect_github/* connectGithub */.Sv)({ apiUrl, token });
    const retries = (0,github_retries/* openRetries */.x)(options);
    for (;;) {
        try {
            await apps.revokeInstallationAccessToken({
                request: { signal: AbortSignal.timeout(REVOCATION_TIMEOUT_MS) },
            });
            return null;
        }
        catch (error) {
            const verdict = (0,github_retries/* classifyError */.f)(error, options.now());
            // It has expired, or an earlier request whose response was lost has ended it.
            if (verdict.kind === 'refused' && verdict.status === 401)
                return null;
            if (verdict.kind === 'refused' || !(await retries.wait(verdict)))
                return verdict.detail;
        }
    }
}
async function fetchContext(job, { token, repositories }) {
    const { environment, signal } = job;
    const read = new Map();
    for (const [index, { owner, name, branch }] of repositories.entries()) {
        const remote = new URL(`/${owner}/${name}.git`, job.controlPlane.assignment.repository.url).href;
        const folder = (0,external_node_path_.join)(job.scratch, 'context', String(index));
        const fetched = await checkOutToRead({ remote, branch, token, folder, environment, signal }).catch((error) => {
            signal.throwIfAborted();
            return { ok: false, reason: (0,reasons/* reason */.l)('fetch-failed', (0,format/* messageOf */.bD)(error)) };
        });
        if (fetched.ok)
            read.set(`${owner}/${name}`, fetched);
        else
            note(job, `${owner}/${name} cannot be read: ${fetched.reason.message}`);
    }
    return read;
}
function note({ controlPlane, log, secrets }, text) {
    const clean = secrets.redact(text);
    controlPlane.report({ type: 'note', text: clean });
    log.warning(clean);
}
/** The head of a branch of another repository, in a new folder outside the workspace. */
async function checkOutToRead(given) {
    const { remote, branch, token, folder, environment, signal } = given;
    const workTree = (0,external_node_path_.join)(folder, 'tree');
    await (0,promises_.mkdir)(workTree, { recursive: true });
    const repository = await (0,process_repository/* openRepository */.h_)({
        ...{ gitDir: (0,external_node_path_.join)(folder, 'git'), workTree, remote, environment, signal },
    });
    if ((0,branch_name/* whyNoBranchName */.v)(branch) !== null)
        return { ok: false, reason: (0,reasons/* reason */.l)('ref-not-found', (0,format/* showPath */.P8)(branch)) };
    const failure = await (0,fetch_branches/* fetchBranches */.r4)({ repository, token }, [branch]);
    if (failure !== null)
        return { ok: false, reason: failure };
    const sha = await (0,fetch_branches/* readFetched */.oC)(repository, branch);
    const measured = await (0,disk_space/* measureFiles */.o)(repository, sha);
    if (!measured.ok)
        return measured;
    await (0,checkout/* writeFiles */.hV)(repository, sha);
    await (0,checkout/* markLargeFiles */.Ms)(repository, measured.files);
    return { ok: true, repository, sha };
}

// EXTERNAL MODULE: ../../lib/action/stages/agent.js + 51 modules
var agent = __webpack_require__(1447);
// EXTERNAL MODULE: ../../lib/action/stages/checks.js + 6 modules
var stages_checks = __webpack_require__(782);
// EXTERNAL MODULE: ../../lib/action/stages/earlier-work.js
var earlier_work = __webpack_require__(4616);
// EXTERNAL MODULE: ../../lib/action/stages/end-run.js
var end_run = __webpack_require__(6929);
// EXTERNAL MODULE: ../../lib/contract/question.js
var contract_question = __webpack_require__(8588);
// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
// EXTERNAL MODULE: ../../lib/action/pull-request/sanitize.js
var sanitize = __webpack_require__(8297);
// EXTERNAL MODULE: ../../lib/action/stages/save-patch.js
var save_patch = __webpack_require__(76);
;// CONCATENATED MODULE: ../../lib/action/stages/end-with-question.js






/** Saves what the agent has changed so far, for the run that gets the answer. Nothing is published. */
async function endWithQuestion(job, checkout, { question: given, notes }, note) {
    const { secrets, controlPlane, confidentiality } = job;
    const { repository } = controlPlane.assignment;
    const clean = (text) => (0,sanitize/* sanitize */.a)(text, { secrets, repositoryUrl: repository.url });
    const question = (0,contract_question/* cutQuestion */.BF)({ text: clean(given.text), choices: given.choices.map(clean) });
    const saved = await (0,save_patch/* savePatch */.a)(job, checkout);
    note({ files: saved?.files ?? [] });
    return {
        outcome: 'no-change',
        headSha: checkout.branchHead,
        // A model wrote the question, from the prompts.
        reason: confidentiality.isOn ? (0,reasons/* reason */.l)('input-required') : (0,contract_question/* questionReason */.FY)(question),
        obstacle: null,
        question: {
            ...question,
            ...(saved?.isWhole && { notes: (0,contract_text/* cutTail */.BO)(secrets.redact(notes), earlier_work/* NOTES_LIMIT */.Sl) }),
        },
    };
}

// EXTERNAL MODULE: ../../lib/action/stages/merge-base.js + 1 modules
var merge_base = __webpack_require__(4633);
// EXTERNAL MODULE: ../../lib/action/stages/plan.js + 2 modules
var plan = __webpack_require__(3696);
// EXTERNAL MODULE: ../../lib/action/stages/prepare.js
var prepare = __webpack_require__(3847);
// EXTERNAL MODULE: ../../lib/action/git/diff/find-filters.js
var find_filters = __webpack_require__(9824);
;// CONCATENATED MODULE: ../../lib/action/git/diff/new-links.js
/** A URL with its scheme, or without one in an attribute or a style. */
const ADDRESS = /(?:\b(?:https?|ftp|wss?):\\?\/\\?\/|(?<=(?:src|href|srcset|action|data|url\()\s{0,3}=?\s{0,3}["']?)\/\/|\b(?=www\.[a-z0-9]))(?:[^\s/?#"'<>@]{1,100}@)?(?<host>[^\s/?#"'<>()[\]{}|\\^`,;@]{1,253})(?<rest>[^\s"'<>)\]}]{0,300})/giu;
/** Contexts in which a browser or a runtime executes the response: within a tag, and directly before the address. */
const SCRIPT_TAG = /<(?:script|iframe|frame|object|embed|link|base|form)\b/i;
const BEFORE_SCRIPT = /(?:\b(?:import|from|importScripts|require)\b|@import)[\s(]*(?:url\()?["'`]?$/i;
const IMAGE_TAG = /<(?:img|image|source|video|audio|picture|input|track|use)\b/i;
const BEFORE_IMAGE = /$(?<=!\[[^\]]*\]\(\s*<?|url\(\s*["']?)/i;
const SCRIPT = /\.(?:[cm]?js|wasm)(?:$|[?#])/i;
const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp)(?:$|[?#])/i;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0)(?::\d+)?$/;
const HOST = /^[\p{L}\p{N}.-]+(?::\d+)?$/u;
const LOOK_BEFORE = 300;
/** The external hosts that the added lines name, each once per line and kind. Pure. */
function findNewLinks(changes) {
    return changes.flatMap(({ path, addedLines }) => (addedLines ?? []).flatMap(({ number, text }) => /\/\\?\/|www\./i.test(text) ? findInLine(text).map((found) => ({ ...found, path, line: number })) : []));
}
function findInLine(text) {
    const found = new Map();
    for (const match of text.matchAll(ADDRESS)) {
        const host = (match.groups?.host ?? '').toLowerCase().replace(/(?<![.:])[.:]+$/, '');
        // Others are placeholders such as `${host}`, or local.
        if (!HOST.test(host) || LOOPBACK.test(host))
            continue;
        const before = text.slice(Math.max(0, match.index - LOOK_BEFORE), match.index);
        const kind = kindOf(before, match.groups?.rest ?? '');
        found.set(`${kind} ${host}`, { kind, host });
    }
    return [...found.values()];
}
function kindOf(before, rest) {
    const tag = before.slice(before.lastIndexOf('>') + 1);
    if (SCRIPT_TAG.test(tag) || BEFORE_SCRIPT.test(before) || SCRIPT.test(rest))
        return 'script';
    return IMAGE_TAG.test(tag) || BEFORE_IMAGE.test(before) || IMAGE.test(rest) ? 'image' : 'link';
}
const SEARCH_LIMITS = { timeoutMs: 20_000, maxBytes: 4 * 1024 * 1024 };
const MAX_HOSTS = 200;
/** Safe in a pattern once its dots are escaped. */
const PLAIN_HOST = /^[a-z0-9.-]+(?::\d+)?$/;
/**
 * The hosts that a text file of the commit names in a URL. A host that the search does not find within its limits counts
 * as not named.
 */
async function findLinkedHosts({ git }, commit, hosts) {
    const wanted = [...new Set(hosts)].filter((host) => PLAIN_HOST.test(host)).slice(0, MAX_HOSTS);
    if (wanted.length === 0)
        return new Set();
    const anyHost = wanted.map((host) => host.replaceAll('.', '\\.')).join('|');
    const pattern = `//(${anyHost})([^a-z0-9.:-]|[.:]([^a-z0-9]|$)|$)`;
    const { stdout } = await git(['grep', '-hoIiE', '--no-color', '--no-textconv', '-e', pattern, commit, '--'], SEARCH_LIMITS);
    const named = stdout
        .toLowerCase()
        .split('\n')
        .map((found) => /^\/\/([a-z0-9.-]+(?::\d+)?)/.exec(found)?.[1]?.replace(/\.$/, ''));
    const known = new Set(named);
    return new Set(wanted.filter((host) => known.has(host)));
}

// EXTERNAL MODULE: ../../lib/action/git/diff/read-changes.js
var read_changes = __webpack_require__(8669);
// EXTERNAL MODULE: ../../lib/sanitize/neutralize.js
var neutralize = __webpack_require__(9296);
// EXTERNAL MODULE: ../../lib/action/checks/checks-report.js
var checks_report = __webpack_require__(5972);
// EXTERNAL MODULE: ../../lib/contract/describe-run.js
var describe_run = __webpack_require__(2641);
;// CONCATENATED MODULE: ../../lib/action/pull-request/sections.js







/** No text of a model can contain them, since HTML comments of a model are broken up. */
const delimitersOf = (name) => ({ start: `<!-- prentice:${name} -->`, end: `<!-- /prentice:${name} -->` });
/** Adds delimiters to a section, so that it can be found again. */
function wrapSection(name, paragraphs) {
    const { start, end } = delimitersOf(name);
    return [start, ...paragraphs, end].join('\n\n');
}
/** What stands between the delimiters; `null`: the body has no such section. Pure. */
function readSection(body, name) {
    const { start, end } = delimitersOf(name);
    const [, rest] = body.split(start, 2);
    return rest?.includes(end) ? (rest.split(end, 1)[0] ?? null) : null;
}
const hasSection = (body, name) => body.includes(delimitersOf(name).start);
/** The body with this section in place of that of an earlier turn, or at the end; `null` removes it. Pure. */
function replaceSection(body, name, section) {
    const delimiters = delimitersOf(name);
    const start = body.indexOf(delimiters.start);
    const end = body.indexOf(delimiters.end, start);
    if (start < 0 || end < 0)
        return section === null ? body : `${body.trimEnd()}\n\n${section}\n`;
    const rest = body.slice(end + delimiters.end.length);
    const before = body.slice(0, start);
    return section === null ? before + rest.trimStart() : before + section + rest;
}
/** Of a path, the name of a source, or why a file changed. */
const LINE_LENGTH = 200;
/** A text of a model or of people as one line. */
const oneLine = (text, cleaning, most = LINE_LENGTH) => (0,neutralize/* shorten */.ml)((0,sanitize/* sanitize */.a)((0,neutralize/* asOneLine */.vF)(text), cleaning), most);
/** As code, so that nothing in it is a link. */
const asCode = (line) => `\`${line.replaceAll('`', "'")}\``;
const MAX_FILES_SHOWN = 40;
/** The section of the pull request that says why each file changed, in one line; `null`: nobody said. Pure. */
function filesSection({ paths, notes, body, ...cleaning }) {
    const code = (path) => asCode(oneLine(path, cleaning));
    const earlier = readLines(body);
    const newest = new Map(notes.map(({ path, why }) => [path, oneLine(why, cleaning)]));
    const lines = paths.flatMap((path) => {
        const why = newest.get(path) || earlier.get(code(path));
        return why === undefined ? [] : [`- ${code(path)}: ${why}`];
    });
    if (lines.length === 0)
        return null;
    const left = paths.length - Math.min(lines.length, MAX_FILES_SHOWN);
    const more = left === 0 ? [] : [`- and ${left} more ${left === 1 ? 'file' : 'files'}`];
    return wrapSection('files', ['**Files**', [...lines.slice(0, MAX_FILES_SHOWN), ...more].join('\n')]);
}
const MAX_LEFT_SHOWN = 20;
/**
 * The section of the pull request about the files of the job that it does not change; `null`: it changes all of them, or the
 * job is for any. Pure.
 */
function leftSection({ files, paths }, cleaning) {
    const changed = new Set(paths);
    const left = files?.filter((path) => !changed.has(path)) ?? [];
    if (files === undefined || left.length === 0)
        return null;
    const lines = left.slice(0, MAX_LEFT_SHOWN).map((path) => `- ${asCode(oneLine(path, cleaning))}`);
    const more = left.length > MAX_LEFT_SHOWN ? [`- and ${left.length - MAX_LEFT_SHOWN} more`] : [];
    return wrapSection('left', [
        `**Not changed:** ${left.length} of the ${(0,format/* countOf */.pq)(files.length, 'file')} of this job`,
        [...lines, ...more].join('\n'),
    ]);
}
const readLines = (body) => new Map([...(readSection(body ?? '', 'files') ?? '').matchAll(/^- (`[^`\n]+`): (.+)$/gm)].map(([, path = '', why = '']) => [path, why.trim()]));
/** Names the untrusted text that the agent has read, which nobody with write access wrote; `null`: there is none. */
function outsideSection(outside, cleaning) {
    if (outside === undefined)
        return null;
    const lines = outside.read.map((name) => `- ${oneLine(name, cleaning)}`);
    return wrapSection('outside', [
        '**The agent has read untrusted text: nobody with write access to this repository wrote it.** Review the change with that in mind.',
        lines.join('\n'),
        ...(outside.holdCi ? [HELD] : []),
    ]);
}
const HELD = '**CI is held:** workflows for pushes and pull requests do not run on the commits of Prentice. After your review, push a commit, for example with `git commit --allow-empty -m "Run CI"`, to start them.';
/** The pull requests of other repositories because of which this one was made, as links; `null`: none. */
function sourcesSection(sources, serverUrl) {
    if (sources.length === 0)
        return null;
    const lines = sources.map(({ repository, number }) => `- [${repository}#${number}](${new URL(`/${repository}/pull/${number}`, serverUrl).href})`);
    return wrapSection('sources', ['**Merged pull requests that led to this one**', lines.join('\n')]);
}
const MAX_LFS_SHOWN = 20;
/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
const LINE_OF_POINTER = /^(?:version https:\/\/git-lfs\.github\.com\/spec\/|ext-|oid sha256:|size \d+$)/;
/** Changed files that are not pointers. A file that was only moved adds no line. Pure. */
const withoutPointers = (changes) => changes.filter(({ addedLines }) => addedLines?.some(({ text }) => !LINE_OF_POINTER.test(text)));
/** The section of the pull request about files that belong in Git LFS; `null`: there are none. Pure. */
function lfsSection(paths, cleaning) {
    if (paths.length === 0)
        return null;
    const left = paths.length > MAX_LFS_SHOWN ? [`- and ${paths.length - MAX_LFS_SHOWN} more`] : [];
    return wrapSection('lfs', [
        '**Not in Git LFS:** `.gitattributes` assigns these files to Git LFS, but Prentice has committed them as ordinary files. To move them there, check out the branch with Git LFS installed, run `git add --renormalize .`, commit and push.',
        [...paths.slice(0, MAX_LFS_SHOWN).map((path) => `- ${asCode(oneLine(path, cleaning))}`), ...left].join('\n'),
    ]);
}
const MAX_REFERENCES_SHOWN = 20;
const PART_LENGTH = 150;
const RANK = { script: 0, image: 1, link: 2 };
/**
 * The section of the pull request about new external references, for a person to review. They are written as code, so that
 * none is a link. `null`: there are none.
 */
function referencesSection({ references, named, ...cleaning }) {
    const own = new URL(cleaning.repositoryUrl).host;
    const news = references.filter(({ kind, host }) => kind === 'script' || (host !== own && !named.has(host)));
    if (news.length === 0)
        return null;
    const groups = [...Map.groupBy(news, ({ kind, host }) => `${kind} ${host}`).values()].toSorted(([a], [b]) => RANK[a?.kind ?? 'link'] - RANK[b?.kind ?? 'link']);
    const clean = (text) => oneLine(text, cleaning, PART_LENGTH);
    const lines = groups.slice(0, MAX_REFERENCES_SHOWN).map((group) => {
        const [first] = group;
        const place = `${clean(first?.path ?? '')}:${first?.line ?? 0}`;
        const more = group.length > 1 ? ` and ${group.length - 1} more` : '';
        return `- ${first?.kind ?? 'link'} ${asCode(clean(first?.host ?? ''))} in ${asCode(place)}${more}`;
    });
    const left = groups.length > MAX_REFERENCES_SHOWN ? [`- and ${groups.length - MAX_REFERENCES_SHOWN} more hosts`] : [];
    return wrapSection('references', [
        '**New external references**, which the base branch does not have',
        [...lines, ...left].join('\n'),
    ]);
}
/** What the model of the last run used, and which conversations it read; `null`: it was not called. Pure. */
function usageSection({ steps, inputTokens, outputTokens, costUsd, models }, { model, read }) {
    if (steps === 0)
        return null;
    const cost = costUsd === null ? [] : [`about ${(0,format/* describeMoney */.KW)(costUsd)}`];
    const tokens = `${(0,contract_text/* groupDigits */.K9)(inputTokens)} tokens read, ${(0,contract_text/* groupDigits */.K9)(outputTokens)} written`;
    const names = (0,describe_run/* answeredBy */.dd)(model, models).map(asCode).join(', then ');
    const parts = [names, (0,format/* countOf */.pq)(steps, 'step'), tokens, ...cost];
    return wrapSection('usage', [
        `**Usage**: ${parts.join(' · ')}`,
        ...(read.length === 0 ? [] : [`**Read**: ${read.join('; ')}`]),
    ]);
}
/** Only these are told: what a provider says about a failure, for example about the account, is not for the pull request. */
const ENDED_BY_LIMIT = new Set([
    'step-limit',
    'time-limit',
    'cost-limit',
    'token-limit',
    'agent-stuck',
]);
/** Says above the body that the work is unfinished; `null`: it is finished, or the body itself says so. Pure. */
function unfinishedSection({ ended, body }, cleaning) {
    if (ended === null || !ENDED_BY_LIMIT.has(ended.code))
        return null;
    const what = (0,sanitize/* sanitize */.a)((0,neutralize/* asOneLine */.vF)((0,reasons/* splitReason */.Vj)(ended).what), cleaning);
    return body.includes(what) ? null : wrapSection('state', [`**Unfinished:** ${what}`]);
}
/** Says above the body of a draft that it is one because of the checks; `null`: none failed. Pure. */
function failedChecksSection(report) {
    if (report === null || (0,checks_report/* failuresOf */.dJ)(report).length === 0)
        return null;
    return wrapSection('state', [report.kind === 'ran' ? FAILED : SETUP_FAILED]);
}
const FAILED = '**Draft: checks of the project failed.** Their results are below.';
const SETUP_FAILED = '**Draft: the checks of the project did not run, because their setup failed.** Its result is below.';
/** The body of an earlier turn with the newest state. Where a person has removed it, only unfinished work is told. Pure. */
function renewState(body, { unfinished, failed }) {
    if (hasSection(body, 'state'))
        return replaceSection(body, 'state', unfinished ?? failed);
    return unfinished === null ? body : `${unfinished}\n\n${body}`;
}

;// CONCATENATED MODULE: ../../lib/action/pull-request/checks-section.js




const MAX_FAILURES = 4;
const TAIL_LENGTH = 2500;
/** The section of the pull request about the checks, in Markdown. Each output is in its own code fence. */
function checksSection({ report, sha, isAsChecked, ...cleaning }) {
    const clean = (text) => (0,sanitize/* sanitize */.a)(text, cleaning);
    const lines = (0,checks_report/* listReport */.LC)(report).map((line) => clean((0,neutralize/* asOneLine */.vF)(line)).replaceAll('`', "'"));
    const about = `**Checks** at ${sha.slice(0, 12)}${isAsChecked ? '' : ', before it was rebased on changes by others'}`;
    const failures = (0,checks_report/* failuresOf */.dJ)(report)
        .filter(({ output }) => output.trim() !== '')
        .slice(0, MAX_FAILURES);
    return wrapSection('checks', [
        about,
        lines.map((line) => `- \`${line}\``).join('\n'),
        ...failures.map((result) => showOutput(result, clean)),
    ]);
}
function showOutput({ name, output }, clean) {
    const text = tailOf(clean(output).trim());
    const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
    const fence = '`'.repeat(longest + 1);
    const title = escapeHtml(clean((0,neutralize/* asOneLine */.vF)(name)));
    return [
        `<details><summary>${title}: end of the output</summary>`,
        '',
        `${fence}text`,
        text,
        fence,
        '',
        '</details>',
    ].join('\n');
}
/** Starts with a whole line if there is one. */
function tailOf(text) {
    if (text.length <= TAIL_LENGTH)
        return text;
    const tail = text.slice(-TAIL_LENGTH).toWellFormed();
    return `…\n${tail.slice(tail.indexOf('\n') + 1)}`;
}
const escapeHtml = (text) => text.replace(/[^\p{L}\p{N}\u200b ./:-]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);

// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
;// CONCATENATED MODULE: ../../lib/action/pull-request/open-pull-request.js





const Created = schemas/* object */.Ikc({ number: schemas/* int */.Whr(), html_url: schemas/* string */.YjP() });
const Found = Created.extend({
    title: schemas/* string */.YjP(),
    body: schemas/* string */.YjP().nullish(),
    head: schemas/* object */.Ikc({ ref: schemas/* string */.YjP() }),
    base: schemas/* object */.Ikc({ ref: schemas/* string */.YjP() }),
});
const TIMEOUT_MS = 10_000;
/**
 * Opens the pull request, or finds the open one. A request whose response was lost may have worked, so every attempt looks
 * first. A retry never creates a second pull request.
 */
async function openPullRequest(options) {
    const retries = (0,github_retries/* openRetries */.x)(options);
    let { draft } = options;
    for (;;) {
        try {
            return { ok: true, pullRequest: (await find(options)) ?? (await create(options, draft)) };
        }
        catch (error) {
            options.signal?.throwIfAborted();
            const verdict = (0,github_retries/* classifyError */.f)(error, options.now());
            const remedy = verdict.kind === 'refused' ? findRemedy(verdict, draft) : verdict;
            if (remedy === 'without-draft')
                draft = false;
            else if (remedy === null || !(await retries.wait(remedy))) {
                return { ok: false, reason: (0,reasons/* reason */.l)('pull-request-refused', describeRefusal(verdict, options.base)) };
            }
        }
    }
}
/** What may help after a refusal of GitHub; `null`: nothing. Pure. */
function findRemedy({ status, detail }, draft) {
    if (status !== 422)
        return null;
    // Private repositories on a free plan have no drafts.
    if (draft && /draft/i.test(detail))
        return 'without-draft';
    const isOpenedMeanwhile = /already exists/i.test(detail);
    // For a moment after the push, this part of GitHub may not know the new branch.
    const isBranchUnknown = /"field":"head","code":"invalid"|sha can't be blank/i.test(detail);
    return isOpenedMeanwhile || isBranchUnknown ? { kind: 'transient', detail } : null;
}
/** GitHub names only the field. Pure. */
const describeRefusal = ({ detail }, base) => /"field":"base","code":"invalid"/i.test(detail)
    ? `its base ${base} no longer exists, since it was renamed or deleted`
    : (0,neutralize/* asOneLine */.vF)(detail);
/** Replaces the body of a pull request, and its title if one is given. Rejects if GitHub refuses, or still fails after the retries. */
async function updateText(options, { number, ...text }) {
    const { pulls, repository } = connect(options);
    const retries = (0,github_retries/* openRetries */.x)(options);
    for (;;) {
        try {
            await pulls.update({ ...repository(), pull_number: number, ...text });
            return;
        }
        catch (error) {
            options.signal?.throwIfAborted();
            const verdict = (0,github_retries/* classifyError */.f)(error, options.now());
            if (verdict.kind === 'refused' || !(await retries.wait(verdict)))
                throw error;
        }
    }
}
/** The base of a known one may have changed: by a person, or by GitHub after the branch that it targets was merged. */
async function find(options) {
    const { known, base, branch, owner } = options;
    const { pulls, repository } = connect(options);
    const listed = (0,connect_github/* readAnswer */.JN)(schemas/* array */.YOg(Found), await pulls.list({ ...repository(), state: 'open', head: `${owner}:${branch}` }));
    // GitHub ignores an invalid `head` and then lists every open pull request.
    const open = listed.filter(({ head }) => head.ref === branch);
    const found = open.find(({ number }) => number === known) ?? open.find((pull) => pull.base.ref === base);
    if (found === undefined)
        return null;
    return {
        number: found.number,
        url: found.html_url,
        created: false,
        title: found.title,
        body: found.body ?? '',
    };
}
async function create(options, draft) {
    const { base, branch, title, draftNote } = options;
    const body = draft && draftNote !== null ? `${draftNote}\n\n${options.body}` : options.body;
    const { pulls, repository } = connect(options);
    const { number, html_url: url } = (0,connect_github/* readAnswer */.JN)(Created, await pulls.create({ ...repository(), base, head: branch, title, body, draft }));
    return { number, url, created: true, title, body };
}
function connect({ apiUrl, token, owner, name, repositoryId, signal }) {
    const { pulls } = (0,connect_github/* connectGithub */.Sv)({ apiUrl, token, repositoryId });
    const repository = () => ({
        owner,
        repo: name,
        request: { signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]) },
    });
    return { pulls, repository };
}

// EXTERNAL MODULE: ../../lib/sanitize/close-fences.js
var close_fences = __webpack_require__(3018);
// EXTERNAL MODULE: ../../lib/action/agent/agent-host.js
var agent_host = __webpack_require__(5456);
;// CONCATENATED MODULE: ../../lib/action/pull-request/pull-request-text.js





const TITLE_LIMIT = 120;
/** GitHub's limit is 65,536 characters; the margin allows for its way of counting. */
const BODY_LIMIT = 60_000;
/** Of the quoted prompt: the marks of its lines count, since a prompt of short lines would double. */
const PROMPT_LIMIT = 10_000;
function pullRequestText(input) {
    const clean = (text) => (0,sanitize/* sanitize */.a)(text, input);
    const task = clean((0,neutralize/* asOneLine */.vF)(taskOf(input.onlyFiles)));
    const said = clean((0,neutralize/* asOneLine */.vF)(input.title));
    const title = said === '' || task === ''
        ? (0,neutralize/* shorten */.ml)(said, TITLE_LIMIT)
        : `${(0,neutralize/* shorten */.ml)(said, TITLE_LIMIT - task.length - 1)} ${task}`;
    const prompt = input.showPrompt ? (0,neutralize/* shorten */.ml)(quote(clean(input.prompts.join('\n\n'))), PROMPT_LIMIT) : null;
    const footer = `---\nMade by Prentice, job \`${input.job}\`.${howToContinue(input.commentCommand)}`;
    const promptSection = prompt === null ? null : `**Prompt**\n\n${prompt}`;
    const closes = input.closes === null ? null : `Closes #${input.closes}`;
    const ending = [
        input.files,
        input.left ?? null,
        closes,
        input.outside ?? null,
        input.sources,
        input.lfs ?? null,
        input.references,
        input.checks,
        promptSection,
        input.usage,
        footer,
    ]
        .filter((part) => part !== null)
        .join('\n\n');
    const limit = BODY_LIMIT - ending.length - FENCE_ROOM;
    const body = (0,close_fences/* closeFences */.F)((0,neutralize/* shorten */.ml)(clean(input.body).trim(), limit), neutralize/* BREAK */.sP);
    return {
        title: title || `Changes of ${input.job}`,
        body: [...(body === '' ? [] : [body]), ending].join('\n\n'),
        description: body,
    };
}
const MOST_OF_TASK = 60;
/**
 * The part of a batch that the pull request is for: the models of its jobs, which all have the same prompt, often write the
 * same title. Pure.
 */
function taskOf(files = []) {
    const [first] = files;
    if (first === undefined)
        return '';
    const names = first.split('/');
    const shared = names.slice(0, -1).filter((_, at) => {
        const start = `${names.slice(0, at + 1).join('/')}/`;
        return files.every((path) => path.startsWith(start));
    });
    const place = files.length === 1 ? first : shared.join('/');
    const shown = place.length > MOST_OF_TASK ? `…${place.slice(-MOST_OF_TASK).toWellFormed()}` : place;
    const count = files.length === 1
        ? ''
        : `${shown === '' ? `${names.at(-1)} and ${files.length - 1} more` : `, ${files.length} files`}`;
    return `(${shown}${count})`;
}
const howToContinue = (command) => command === null ? '' : ` To change it, begin a comment with \`${command}\` and say what to change.`;
function quote(text) {
    return text
        .trim()
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n');
}
const FENCE_ROOM = 100;
/** The body of an earlier turn with the newest sections. Pure. */
function renewSections(body, { files, left = null, lfs = null, checks, outside = null, references, sources, usage }) {
    // A person may have removed it.
    const listed = hasSection(body, 'files') ? replaceSection(body, 'files', files) : body;
    const warned = outside === null ? listed : replaceSection(listed, 'outside', outside);
    const named = sources === null ? warned : replaceSection(warned, 'sources', sources);
    const renewed = replaceSection(replaceSection(replaceSection(named, 'left', left), 'lfs', lfs), 'references', references);
    const checked = checks === null ? renewed : replaceSection(renewed, 'checks', checks);
    return usage !== null && hasSection(body, 'usage') ? replaceSection(checked, 'usage', usage) : checked;
}
/**
 * Title and body of a pull request, with the newest description in place of that of a run that ended before its agent could
 * describe the work. All that anybody else wrote stays. Pure.
 */
function renewDescription(shown, newest) {
    if (!shown.body.startsWith(agent_host/* UNDESCRIBED */.Z))
        return { title: renewTitle(shown, newest), body: shown.body };
    const rest = shown.body.replace(/^.*/, '').trimStart();
    return {
        title: renewTitle(shown, newest),
        body: [newest.body, rest].filter((part) => part !== '').join('\n\n'),
    };
}
const renewTitle = (shown, newest) => shown.title === agent_host/* UNDESCRIBED_TITLE */.M || shown.title.startsWith(`${agent_host/* UNDESCRIBED_TITLE */.M} (`)
    ? newest.title
    : shown.title;

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ../../lib/action/confidential/confidential-words.js
var confidential_words = __webpack_require__(3947);
// EXTERNAL MODULE: ../../lib/action/git/diff/diff-text.js
var diff_text = __webpack_require__(5008);
// EXTERNAL MODULE: ../../lib/action/git/push/commit-maker.js
var commit_maker = __webpack_require__(3216);
// EXTERNAL MODULE: ../../lib/action/git/process/spawn-git.js
var spawn_git = __webpack_require__(5577);
;// CONCATENATED MODULE: ../../lib/action/git/push/publish.js







/** Commits the judged tree with git or through the API, and moves the branch. */
const publish = (input) => publishWith(input, (commit, expected) => commitAndDeliver({ ...input, ...commit }, expected));
/** Publishes the judged tree. If the branch has moved, the commit is rebased once; nothing is overwritten. */
async function publishWith(input, deliver) {
    const first = await deliver(input, input.branchHead);
    if (first.kind !== 'moved')
        return publicationOf(first, input.branch);
    if (first.tip === null)
        return publishOnBase(input, deliver);
    const failure = await (0,fetch_branches/* fetchBranches */.r4)(input, [input.branch]);
    if (failure)
        return failed(failure);
    const tip = await (0,fetch_branches/* readFetched */.oC)(input.repository, input.branch);
    const [start = tip, ...others] = input.parents;
    const rebased = await rebaseTree({ ...input, start, tip });
    if (!rebased.ok)
        return failed((0,reasons/* reason */.l)('branch-moved', rebased.conflicts));
    if (rebased.tree === null)
        return { ok: true, headSha: tip };
    return publicationOf(await deliver({ ...input, tree: rebased.tree, parents: [tip, ...others] }, tip), input.branch);
}
/**
 * Makes a branch again that was deleted, for example after its pull request was merged. Its old commits are not pushed again:
 * after a squash merge they would conflict. One commit on the base holds all the work that the base lacks.
 */
async function publishOnBase(input, deliver) {
    const { repository, base, baseSha, parents, branchHead } = input;
    if (parents.length > 1 || branchHead === null)
        return failed((0,reasons/* reason */.l)('branch-moved', 'it was deleted'));
    const failure = await (0,fetch_branches/* fetchBranches */.r4)(input, [base]);
    if (failure)
        return failed(failure);
    const tip = await (0,fetch_branches/* readFetched */.oC)(repository, base);
    const meeting = await (0,fetch_branches/* meetBranches */.gM)({ ...input, heads: [baseSha, branchHead] });
    if (meeting.kind === 'failed')
        return failed(meeting.reason);
    const [forkedFrom, ...others] = meeting.kind === 'met' ? meeting.ancestors : [];
    if (forkedFrom === undefined || others.length > 0)
        return failed((0,reasons/* reason */.l)('branch-moved', `it was deleted, and it is not known where it left ${base}`));
    const earlierWork = await rebaseTree({ ...input, start: forkedFrom, tree: `${branchHead}^{tree}`, tip });
    const isMerged = earlierWork.ok && earlierWork.tree === null;
    const rebased = await rebaseTree({ ...input, start: isMerged ? branchHead : forkedFrom, tip });
    if (!rebased.ok || rebased.tree === null) {
        const why = rebased.ok
            ? `${base} has the same changes`
            : `${base} has other changes of ${rebased.conflicts}`;
        return failed((0,reasons/* reason */.l)('branch-moved', `it was deleted, and ${why}`));
    }
    return publicationOf(await deliver({ ...input, tree: rebased.tree, parents: [tip] }, null), input.branch);
}
/** Waits between the attempts: a minute in all, which GitHub asks for after too many requests. */
const PAUSES = [1000, 4000, 15_000, 40_000];
/** Tries until the result is known. After a failure, the head of the remote branch shows whether the commit arrived. */
async function commitAndDeliver(input, expected) {
    const { branch, maker, pause = external_node_timers_promises_.setTimeout } = input;
    const made = await maker.make(input);
    if (!made.ok)
        return { kind: 'refused', detail: made.detail };
    for (let attempt = 0;; attempt += 1) {
        const result = await maker.deliver(made.sha, expected);
        if (result.kind === 'pushed')
            return { kind: 'delivered', headSha: made.sha };
        const found = await (0,fetch_branches/* readRemoteHeads */.eX)(input, [branch]);
        if (found.ok) {
            const tip = found.heads.get(branch) ?? null;
            if (tip === made.sha)
                return publish_confirm(input, tip);
            if (tip !== expected)
                return { kind: 'moved', tip, detail: result.detail };
        }
        const wait = PAUSES[attempt];
        if (result.kind === 'refused' || wait === undefined)
            return { kind: 'refused', detail: result.detail };
        await pause(wait);
    }
}
/** The response was lost. A commit that was made through the API may be on GitHub alone, but the next stages read it. */
async function publish_confirm(input, headSha) {
    const { code } = await input.repository.git(['cat-file', '-e', headSha]);
    const failure = code === 0 ? null : await (0,fetch_branches/* fetchBranches */.r4)(input, [input.branch]);
    return failure === null
        ? { kind: 'delivered', headSha }
        : { kind: 'refused', detail: `the branch is at ${headSha}, but ${failure.message}` };
}
const failed = (why, needsSignature = false) => ({
    ok: false,
    reason: why,
    needsSignature,
});
/** In the words of GH006 (branch protection) and GH013 (ruleset). */
const NEEDS_SIGNATURE = /commits must have verified signatures/i;
function publicationOf(delivery, branch) {
    switch (delivery.kind) {
        case 'delivered':
            return { ok: true, headSha: delivery.headSha };
        case 'moved':
            return failed((0,reasons/* reason */.l)('branch-moved', `the branch moved a second time (${delivery.detail})`));
        case 'refused': {
            const { detail } = delivery;
            return failed((0,reasons/* reason */.l)('push-refused', nameRefusal(branch, detail)), NEEDS_SIGNATURE.test(detail));
        }
    }
}
/**
 * A rule that covers the working branch itself, in the words of GH006, GH013 and the API. A rule about commits or files is
 * none: there, GitHub's words say what to do.
 */
const COVERS_BRANCH = /through a pull request|creations? being restricted|updates? being restricted|not authorized to push|status checks? (?:(?!status check).)*expected|protected ref|branch name must/i;
/** What to do comes first, because GitHub's words may be cut. */
function nameRefusal(branch, detail) {
    // The App does not ask for that permission: anyone who can change workflows can read every secret of the repository.
    if (/without `workflows` permission/.test(detail))
        return `the GitHub App deliberately has no \`workflows\` permission, so a person has to change workflow files (GitHub: ${detail})`;
    if (COVERS_BRANCH.test(detail))
        return `a branch protection or a ruleset covers ${branch}, so leave the working branches out of its pattern, or let the account that pushes bypass it (GitHub: ${detail})`;
    return `GitHub refused it: ${detail.replace(/\.$/, '')}`;
}
/**
 * Our change on top of the new head. With a history of depth 1 git has no common ancestor of the two, so the merge uses
 * commits of both trees with `start` as parent. They are never pushed.
 */
async function rebaseTree({ repository, start, tree, tip, author }) {
    const tipTree = (await (0,process_repository/* must */.sb)(repository.git(['rev-parse', `${tip}^{tree}`]))).stdout.trim();
    const commit = (of) => (0,commit_maker/* commitTree */.S)(repository, { tree: of, parents: [start], message: 'For the merge', author });
    const [theirs, ours] = [await commit(tipTree), await commit(tree)];
    const merge = await repository.git(['merge-tree', '--write-tree', '-z', '--name-only', theirs, ours]);
    if (merge.code > 1)
        throw new Error(`git merge-tree failed; it needs git 2.38 or newer: ${(0,spawn_git/* oneLine */.TN)(merge.stderr)}`);
    // tree NUL file NUL … file NUL NUL messages
    const [merged = '', ...files] = (merge.stdout.split('\0\0')[0] ?? '').split('\0');
    if (merge.code === 1)
        return { ok: false, conflicts: (0,format/* showPaths */.cb)([...new Set(files)]) };
    return { ok: true, tree: merged === tipTree ? null : merged };
}

// EXTERNAL MODULE: external "node:buffer"
var external_node_buffer_ = __webpack_require__(4573);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
// EXTERNAL MODULE: ../../lib/action/git/diff/change.js
var change = __webpack_require__(1961);
// EXTERNAL MODULE: ../../lib/action/git/merge/tree-files.js + 1 modules
var tree_files = __webpack_require__(850);
;// CONCATENATED MODULE: ../../lib/action/github/commit-through-api.js









// Egress: uploads the tree that `planPublish` has judged, with what `commitMessage` has cleaned.
/**
 * Commits through GitHub's Git database API. GitHub signs a commit of an App or of the workflow's token if it names no
 * author and no committer. https://docs.github.com/en/rest/git/commits#create-a-commit
 */
function createApiMaker(options) {
    const database = openGitDatabase(options);
    const { git, request, common } = database;
    const { branch, repository } = options;
    return {
        async make({ tree, parents, message }) {
            const uploaded = await uploadTree(database, parents, tree);
            if (!uploaded.ok)
                return uploaded;
            const made = await request(Commit, () => git.createCommit({ ...common(), message, tree: uploaded.sha, parents: [...parents] }));
            if (!made.ok)
                return { ok: false, detail: made.verdict.detail };
            const { sha, verification } = made.value;
            if (verification?.verified)
                return { ok: true, sha };
            const why = verification?.reason ?? 'it does not say why';
            return { ok: false, detail: `GitHub did not sign the commit (${why})` };
        },
        async deliver(sha, expected) {
            const moved = await request(schemas/* unknown */.L5J(), () => expected === null
                ? git.createRef({ ...common(), ref: `refs/heads/${branch}`, sha })
                : git.updateRef({ ...common(), ref: `heads/${branch}`, sha, force: false }));
            if (!moved.ok) {
                const { kind, detail } = moved.verdict;
                return { kind: kind === 'refused' ? 'refused' : 'unknown', detail };
            }
            // The pull request is described from the commit, which only GitHub has so far.
            const failure = await (0,fetch_branches/* fetchBranches */.r4)({ repository, token: options.token }, [branch]);
            return failure === null ? { kind: 'pushed' } : { kind: 'unknown', detail: failure.message };
        },
    };
}
const Named = schemas/* object */.Ikc({ sha: schemas/* string */.YjP() });
const Commit = Named.extend({
    verification: schemas/* object */.Ikc({ verified: schemas/* boolean */.zMY(), reason: schemas/* string */.YjP().nullish() }).nullish(),
});
const commit_through_api_TIMEOUT_MS = 30_000;
/** GitHub's Git database API: https://docs.github.com/en/rest/git */
function openGitDatabase(access) {
    const { git } = (0,connect_github/* connectGithub */.Sv)(access);
    const { owner, name, repository, signal, now } = access;
    return {
        git,
        repository,
        common: () => ({
            owner,
            repo: name,
            request: { signal: AbortSignal.any([AbortSignal.timeout(commit_through_api_TIMEOUT_MS), ...(signal ? [signal] : [])]) },
        }),
        /** Retries a request that may be repeated without harm. */
        async request(schema, send) {
            const retries = (0,github_retries/* openRetries */.x)(access);
            for (;;) {
                try {
                    return { ok: true, value: (0,connect_github/* readAnswer */.JN)(schema, await send()) };
                }
                catch (error) {
                    signal?.throwIfAborted();
                    const verdict = (0,github_retries/* classifyError */.f)(error, now());
                    if (verdict.kind !== 'refused' && (await retries.wait(verdict)))
                        continue;
                    return {
                        ok: false,
                        verdict: verdict.kind === 'rate-limit' ? { ...verdict, kind: 'transient' } : verdict,
                    };
                }
            }
        },
    };
}
/**
 * Makes a tree on GitHub, from what differs from the first of these commits, which GitHub has. `sha` is that of the tree.
 */
async function uploadTree(database, [base = '', ...others], tree) {
    const { repository, git, request, common } = database;
    const entries = [];
    const changes = await listChanges(repository, base, tree);
    const knownIds = new Set(changes.map(({ oldId }) => oldId));
    for (const other of others)
        for (const { id } of (await (0,tree_files/* listFiles */.CS)(repository, other)).values())
            knownIds.add(id);
    for (const change of changes) {
        const entry = await entryOf(database, change, knownIds);
        if (!entry.ok)
            return { ok: false, detail: entry.verdict.detail };
        entries.push(entry.value);
    }
    const baseTree = (await (0,process_repository/* must */.sb)(repository.git(['rev-parse', `${base}^{tree}`]))).stdout.trim();
    if (entries.length === 0)
        return { ok: true, sha: baseTree };
    const made = await request(Named, () => git.createTree({ ...common(), base_tree: baseTree, tree: entries }));
    if (!made.ok)
        return { ok: false, detail: made.verdict.detail };
    // What is published is what was judged, byte for byte.
    return made.value.sha === tree
        ? { ok: true, sha: tree }
        : { ok: false, detail: 'GitHub made another tree of the files than git' };
}
/**
 * An entry of the new tree. A text is sent with the tree; other bytes need a separate request. What GitHub has, such
 * as the content of a moved file or of a file of the base, is not sent: it may be larger than a request.
 */
async function entryOf({ repository, git, request, common }, { path, newMode, newId }, knownIds) {
    const mode = MODES.find((known) => known === newMode) ?? '100644';
    const entry = { path: (0,list_paths/* pathAsText */.rx)(path), type: mode === SUBMODULE ? 'commit' : 'blob' };
    if (newMode === null)
        return { ok: true, value: { ...entry, mode, sha: null } };
    if (mode === SUBMODULE || knownIds.has(newId))
        return { ok: true, value: { ...entry, mode, sha: newId } };
    const { stdout } = await (0,process_repository/* must */.sb)(repository.gitBytes(['cat-file', 'blob', newId]));
    if (isPlainText(stdout))
        return { ok: true, value: { ...entry, mode, content: stdout.toString('utf8') } };
    const blob = { content: stdout.toString('base64'), encoding: 'base64' };
    const made = await request(Named, () => git.createBlob({ ...common(), ...blob }));
    return made.ok ? { ok: true, value: { ...entry, mode, sha: made.value.sha } } : made;
}
const SUBMODULE = '160000';
/** The last two come from the base of a merge only. */
const MODES = ['100644', '100755', '120000', SUBMODULE];
async function listChanges({ gitBytes }, base, tree) {
    const args = ['diff-tree', '-r', '--raw', '--no-abbrev', '--no-renames', '-z', `${base}^{tree}`, tree];
    return (0,change/* parseSummary */.W)(await (0,list_paths/* listPaths */.Pe)(gitBytes, args)).raw;
}
/** JSON carries it unchanged. */
const isPlainText = (bytes) => (0,external_node_buffer_.isUtf8)(bytes) && !bytes.includes(0) && !bytes.subarray(0, 3).equals(BYTE_ORDER_MARK);
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

;// CONCATENATED MODULE: ../../lib/action/github/commit-through-server.js





/**
 * Has the server commit a merge that changes workflow files. The runner puts the other files on GitHub, in a tree that
 * no commit and no branch has.
 */
function deliverThroughServer(deps) {
    const { repository, branch, commitMerge, pause = external_node_timers_promises_.setTimeout } = deps;
    const database = openGitDatabase(deps);
    return async ({ tree: result, parents, message }, expected) => {
        const [head = '', base = ''] = parents;
        const withoutWorkflows = await (0,tree_files/* withWorkflowsOf */.AP)(repository, result, head);
        const uploaded = await uploadTree(database, parents, withoutWorkflows);
        if (!uploaded.ok)
            return { kind: 'refused', detail: uploaded.detail };
        for (let attempt = 0;; attempt += 1) {
            const answer = await commitMerge({ head, base, tree: uploaded.sha, result, message });
            if (answer.outcome === 'committed')
                return publish_confirm(deps, answer.headSha);
            const found = await (0,fetch_branches/* readRemoteHeads */.eX)(deps, [branch]);
            const detail = 'the server found another head';
            if (!found.ok)
                return { kind: 'refused', detail };
            const tip = found.heads.get(branch) ?? null;
            if (tip !== expected)
                return { kind: 'moved', tip, detail };
            // GitHub's API is behind git.
            const wait = PAUSES[attempt];
            if (wait === undefined)
                return { kind: 'refused', detail };
            await pause(wait);
        }
    };
}

// EXTERNAL MODULE: ../../lib/action/secrets/secrets.js + 1 modules
var secrets = __webpack_require__(8198);
;// CONCATENATED MODULE: ../../lib/action/pull-request/commit-message.js



/**
 * Two empty lines precede the trailers, of which it is the last:
 * https://docs.github.com/en/actions/how-tos/manage-workflow-runs/skip-workflow-runs
 */
const SKIP_CHECKS = 'skip-checks: true';
const SUBJECT_LIMIT = 120;
const MESSAGE_LIMIT = 10_000;
/** Trailers that name people or instruct GitHub. The model may not write them. */
const ATTRIBUTION_TRAILER = /^\s*(?:[a-z][a-z-]*-by|on-behalf-of|(?:skip|request)-checks)\s*:/i;
/** A line that git reads as a trailer: a key and a colon, or the continuation of the line before. */
const TRAILER = /^(?:[a-z\d-]+[^\S\n]*:|\s)/i;
const KEY_END = /^[a-z\d-]+(?=[^\S\n]*:(?!\/\/))/i;
/** Composes the commit message. It is sanitized, because closing keywords and mentions also work in merged commits. */
function commitMessage({ message, job, coAuthor, holdCi, ...cleaning }) {
    const clean = (text) => (0,sanitize/* sanitize */.a)(text, cleaning);
    const known = (0,secrets/* redactSecrets */.f)((0,neutralize/* withoutHiddenCharacters */.Pq)(message), cleaning.secrets);
    const [first = '', ...rest] = known.trim().split('\n');
    const subject = (0,neutralize/* shorten */.ml)(clean((0,neutralize/* asOneLine */.vF)(first)), SUBJECT_LIMIT) || `Changes of ${job}`;
    const lines = rest.filter((line) => !ATTRIBUTION_TRAILER.test(line));
    const body = withoutTrailers((0,neutralize/* shorten */.ml)(clean(lines.join('\n')).trim(), MESSAGE_LIMIT));
    const author = coAuthor === null ? [] : [`Co-authored-by: ${identity(coAuthor)}`];
    const trailers = [...author, ...(holdCi ? [SKIP_CHECKS] : [])].join('\n');
    const text = [subject, body].filter((part) => part !== '').join('\n\n');
    if (trailers === '')
        return `${text}\n`;
    return `${text}${holdCi ? '\n\n\n' : '\n\n'}${trailers}\n`;
}
/** With this line, git accepts other text among the trailers. */
const CHERRY_PICKED = '(cherry picked from commit ';
/** A last paragraph of trailers would have an effect: for git, and for tools that close or link issues. */
function withoutTrailers(body) {
    const lines = body.split('\n');
    const start = lines.findLastIndex((line) => line.trim() === '') + 1;
    const last = lines.slice(start);
    if (!last.every((line) => TRAILER.test(line)) && !last.some((line) => line.startsWith(CHERRY_PICKED)))
        return body;
    return lines.map((line, at) => (at < start ? line : line.replace(KEY_END, '$&\u200b'))).join('\n');
}
/** A name must not end the line of the trailer or the email address. */
function identity({ name, email }) {
    const clean = (text) => (0,neutralize/* asOneLine */.vF)(text).replace(/[<>]/g, '');
    return `${clean(name)} <${clean(email)}>`;
}

// EXTERNAL MODULE: ../../lib/action/stages/run-context.js
var run_context = __webpack_require__(9879);
;// CONCATENATED MODULE: ../../lib/action/stages/push.js










/** Pushes the change. The push token exists only from here on, when nothing under the model's control is still running. */
async function push(job, checkout, given) {
    const { controlPlane, signal, secrets, log } = job;
    const { job: id, branch, coAuthor, outside, repository } = controlPlane.assignment;
    const { planned, rules } = given;
    const access = await controlPlane.getPushAccess(planned.size, retryOptions(job).deadline);
    // The run may have been stopped while the server was asked.
    signal.throwIfAborted();
    const message = commitMessage({
        message: messageFor(checkout, planned.words.commitMessage),
        job: id,
        coAuthor,
        holdCi: outside?.holdCi === true,
        secrets,
        repositoryUrl: repository.url,
    });
    const commit = { tree: planned.tree, parents: checkout.merge?.parents ?? [checkout.startSha], message };
    const published = await publishCommit(job, checkout, { commit, access, rules });
    if (!published.ok)
        throw new run_failure/* RunFailure */.ae(published.reason);
    const { headSha } = published;
    log.info(`${branch} is at ${headSha}`);
    return { headSha, words: planned.words, ...access };
}
/** The commit message. The message of a merge begins as git would begin it. */
const messageFor = ({ merge }, message) => merge === null
    ? message
    : [`Merge branch '${merge.base}' into ${merge.branch}`, message.trim()]
        .filter((part) => part !== '')
        .join('\n\n');
/**
 * Pushes an unsigned commit, unless the project wants signed ones or GitHub accepts no others. A merge that changes workflow
 * files is the server's to commit.
 */
async function publishCommit(job, checkout, given) {
    const { apiUrl, log, signal } = job;
    const { base, branch, author } = job.controlPlane.assignment;
    const { token } = given.access;
    const repository = followRename(job, checkout.repository, given.access.repository);
    const pause = (ms) => (0,external_node_timers_promises_.setTimeout)(ms, undefined, { signal });
    const common = {
        ...given.commit,
        repository,
        token,
        base,
        branch,
        author,
        baseSha: checkout.baseSha,
        branchHead: checkout.branchHead,
        pause,
    };
    const api = { repository, token, branch, apiUrl, ...given.access.repository, ...retryOptions(job) };
    if (checkout.merge?.changesWorkflows === true)
        return publishWith(common, deliverThroughServer({
            ...api,
            pause,
            commitMerge: (request) => job.controlPlane.commitMerge(request, api.deadline),
        }));
    const publishSigned = () => publish({ ...common, maker: createApiMaker(api) });
    if (given.rules.signedCommits === true)
        return publishSigned();
    const pushed = await publish({ ...common, maker: (0,commit_maker/* createPushMaker */.p)(common) });
    if (pushed.ok || !pushed.needsSignature)
        return pushed;
    log.info('GitHub accepts only signed commits here: the commit is made through its API.');
    return publishSigned();
}
/** After a limit has ended the agent, a rate limit is still waited for this long. */
const LEAST_WAIT_MS = 300_000;
/** A rate limit of GitHub is waited for as long as the run has time. If that is not enough, the work is saved. */
function retryOptions(job) {
    const { controlPlane, claimedAt, now, signal } = job;
    const endsAt = claimedAt + controlPlane.assignment.limits.seconds * 1000;
    const onWait = (text) => (0,run_context/* reportNote */.NN)(job, text);
    return { now, onWait, signal, deadline: Math.max(endsAt, now() + LEAST_WAIT_MS) };
}
/** A push follows no redirect, which could take the token elsewhere. A new name on the same host is safe. */
function followRename({ controlPlane, log }, repository, now) {
    const { owner, name, url } = controlPlane.assignment.repository;
    if (now.owner === owner && now.name === name)
        return repository;
    log.info(`The repository is called ${now.owner}/${now.name} now`);
    return repository.at(new URL(`/${now.owner}/${now.name}.git`, url).href);
}
/**
 * For a saved patch that the branch already holds: an earlier run pushed it, and only the pull request is missing.
 * `null`: there is no branch.
 */
async function resumePushed(job, checkout, { outcome }) {
    const { controlPlane, confidentiality, signal, log } = job;
    const { branchHead } = checkout;
    if (branchHead === null)
        return null;
    const text = await (0,diff_text/* readDiffText */.n)(checkout, { tree: branchHead, changes: [] });
    const words = confidentiality.isOn
        ? (0,confidential_words/* confidentialWords */.m)(outcome, { files: [], text }, confidentiality)
        : outcome;
    const size = { files: 0, additions: 0, deletions: 0 };
    const access = await controlPlane.getPushAccess(size, retryOptions(job).deadline);
    signal.throwIfAborted();
    log.info('The branch already holds the work.');
    return { headSha: branchHead, words, ...access };
}

;// CONCATENATED MODULE: ../../lib/action/stages/pull-request.js











/** Opens the pull request, or finds the one of an earlier turn and renews the sections of its body. */
async function publishPullRequest(job, proposal) {
    const { controlPlane, apiUrl, secrets, signal, log } = job;
    const { assignment } = controlPlane;
    const { branch, base, showPrompt, prompts } = assignment;
    const { pushed, work } = proposal;
    const cleaning = { secrets, repositoryUrl: assignment.repository.url };
    const changes = await readPublished(proposal);
    const files = { ...cleaning, paths: changes.map(({ path }) => path), notes: pushed.words.files };
    const sections = {
        ...(await writeSections(proposal, changes, cleaning)),
        files: filesSection({ ...files, body: null }),
        left: leftSection({ files: assignment.rules.files, paths: files.paths }, cleaning),
        lfs: await writeLfs(job, proposal, changes),
        outside: outsideSection(assignment.outside, cleaning),
        sources: sourcesSection(assignment.sources ?? [], assignment.repository.url),
        usage: usageSection(work.outcome.usage, { model: assignment.model, read: readByAgent(assignment) }),
    };
    const { title, body: words } = pushed.words;
    const text = pullRequestText({
        ...{ title, body: words, showPrompt, ...sections, ...cleaning },
        job: assignment.job,
        onlyFiles: assignment.rules.files,
        prompts: prompts.map((prompt) => prompt.text),
        closes: assignment.issue?.number ?? null,
        commentCommand: assignment.commentCommand ?? null,
    });
    const { id: repositoryId } = assignment.repository;
    const access = { apiUrl, token: pushed.token, ...pushed.repository, repositoryId, signal };
    // A run that a limit has ended is not complete.
    const ended = work.outcome.reason;
    const isDraftAnyway = assignment.draft || ended !== null;
    const failed = proposal.draftOnFailure ? failedChecksSection(proposal.checked?.report ?? null) : null;
    const draft = isDraftAnyway || failed !== null;
    const unfinishedOf = (body) => unfinishedSection({ ended, body }, cleaning);
    const unfinished = unfinishedOf(text.body);
    const { pullRequest } = (0,run_context/* orFail */.M7)(await openPullRequest({
        ...{ ...access, ...retryOptions(job), base, branch, draft },
        title: text.title,
        body: unfinished === null ? text.body : `${unfinished}\n\n${text.body}`,
        draftNote: isDraftAnyway ? null : failed,
        known: assignment.pullRequest?.number ?? null,
    }));
    const { number, url, created } = pullRequest;
    log.info(`${created ? 'Opened' : 'Found'} ${url}`);
    if (!created) {
        const described = renewDescription(pullRequest, { title: text.title, body: text.description });
        const renewed = renewSections(described.body, {
            ...sections,
            files: filesSection({ ...files, body: pullRequest.body }),
        });
        const body = renewState(renewed, { unfinished: unfinishedOf(described.body), failed });
        await updatePullRequest(job, access, { earlier: pullRequest, newest: { title: described.title, body } });
    }
    return { branch, headSha: pushed.headSha, pullRequest: { number, url } };
}
/** The material that is not named as untrusted text. */
const readByAgent = ({ material = [], outside }) => material.flatMap(({ of }) => (outside?.read.includes(of) ? [] : [of]));
async function updatePullRequest(job, access, given) {
    const { log, secrets } = job;
    const { earlier, newest } = given;
    const { number } = earlier;
    const { title, body } = newest;
    if (title === earlier.title && body === earlier.body)
        return;
    // The commits are there, so this is not worth the rest of the time.
    const retry = { ...retryOptions(job), deadline: job.now() + LEAST_WAIT_MS };
    const change = { number, body, ...(title !== earlier.title && { title }) };
    await updateText({ ...access, ...retry }, change).catch((error) => {
        log.warning(secrets.redact(`The checks, references and usage in the pull request are those of an earlier turn, since its body could not be updated: ${(0,format/* messageOf */.bD)(error)}`));
    });
}
async function writeSections({ checkout, checked, pushed: { headSha } }, changes, cleaning) {
    const { repository } = checkout;
    return {
        checks: checked === null
            ? null
            : checksSection({
                ...cleaning,
                report: checked.report,
                sha: headSha,
                isAsChecked: await haveSameTree(repository, checked.tree, headSha),
            }),
        references: await writeReferences(checkout, changes, cleaning),
    };
}
/** What the pull request changes. By the tree, which the plan has mostly compared already. */
const readPublished = async ({ checkout: { repository, baseSha }, pushed: { headSha }, }) => (0,read_changes/* readDifference */.q)(repository, baseSha, await treeOf(repository, headSha));
/** External hosts that the pull request is the first to name. */
async function writeReferences({ repository, baseSha }, changes, cleaning) {
    const references = findNewLinks(changes);
    const hosts = references.map(({ host }) => host);
    const named = await findLinkedHosts(repository, baseSha, hosts);
    return referencesSection({ ...cleaning, references, named });
}
/** Files that are published as they are, although the repository keeps such files in Git LFS. */
async function writeLfs({ controlPlane, secrets, log, confidentiality }, { checkout: { repository }, pushed: { headSha } }, changes) {
    const paths = withoutPointers(changes).map(({ path }) => path);
    const findFilters = await (0,find_filters/* openFilters */._w)(repository, [headSha]);
    const filters = await findFilters(paths);
    const found = paths.filter((path) => filters.get(path) === find_filters/* LFS */.kV);
    if (found.length > 0)
        log.warning(confidentiality.redactQuotes(secrets.redact(`Not in Git LFS, although .gitattributes assigns them to it: ${(0,format/* showPaths */.cb)(found)}. The pull request says what to do.`)));
    return lfsSection(found, { secrets, repositoryUrl: controlPlane.assignment.repository.url });
}
async function haveSameTree(repository, ...ids) {
    const trees = await Promise.all(ids.map((id) => treeOf(repository, id)));
    return new Set(trees).size === 1;
}
const treeOf = async ({ git }, id) => (await (0,process_repository/* must */.sb)(git(['rev-parse', '--verify', `${id}^{tree}`]))).stdout.trim();

// EXTERNAL MODULE: ../../lib/action/stages/read-settings.js
var read_settings = __webpack_require__(2794);
// EXTERNAL MODULE: ../../lib/action/stages/show-images.js + 1 modules
var show_images = __webpack_require__(6457);
;// CONCATENATED MODULE: ../../lib/action/run-job.js
















/** A claimed run, from its first stage to the report of its end. */
async function runJob(environment, controlPlane) {
    const { assignment } = controlPlane;
    const confidentiality = (0,confidential_confidentiality/* openConfidentiality */.d)(assignment);
    const claimedAt = environment.now();
    const job = { ...environment, controlPlane, confidentiality, claimedAt };
    const end = await (0,end_run/* endRun */.lb)(job, (note) => runStages(job, note));
    const isReported = await job.log.group('Report the result', () => (0,end_run/* reportEnd */.wZ)(job, end));
    return { end, assignment, confidentiality, isReported };
}
async function runStages(job, note) {
    const { checkout, settings, checks, work } = await withContextToken(job, (readContext) => doWork(job, readContext, note));
    const { rules } = settings;
    const { outcome, isSaved } = work;
    (0,earlier_work/* failIfParked */.dZ)(job, outcome, note);
    if (outcome.asked !== undefined)
        return endWithQuestion(job, checkout, outcome.asked, note);
    (0,agent/* failUnlessPublishable */.O)(outcome);
    const { mode } = job.controlPlane.assignment;
    if (mode !== undefined)
        return (0,plan/* answerOutcome */.Js)(mode, outcome, checkout.branchHead);
    (0,merge_base/* failUnlessResolved */.vg)(checkout, outcome);
    const { plan: planned, files } = await (0,run_context/* runStage */.Si)(job, 'plan', () => (0,plan/* plan */.et)(job, checkout, { rules, outcome }));
    note({ files });
    if (planned.kind === 'refused')
        throw new run_failure/* RunFailure */.ae(planned.reason);
    // An earlier run has pushed a saved patch that leaves nothing to publish: only its pull request is missing.
    const tree = planned.kind === 'publish' ? planned.tree : isSaved ? checkout.branchHead : null;
    const checked = checks === null || tree === null ? null : await (0,stages_checks/* runChecks */.JT)(job, checks, { tree, outcome });
    note({ checks: checked?.report ?? null });
    const { branchHead } = checkout;
    if (planned.kind === 'nothing' && !isSaved)
        return (0,plan/* noChangeOutcome */.ux)(job, work, branchHead);
    const pushed = await (0,run_context/* runStage */.Si)(job, 'push', () => planned.kind === 'publish' ? push(job, checkout, { planned, rules }) : resumePushed(job, checkout, work));
    if (pushed === null)
        return (0,plan/* noChangeOutcome */.ux)(job, work, branchHead);
    note({ pushed: { branch: job.controlPlane.assignment.branch, headSha: pushed.headSha } });
    const draftOnFailure = settings.checks?.draftOnFailure ?? true;
    const published = await (0,run_context/* runStage */.Si)(job, 'pull-request', () => publishPullRequest(job, { checkout, work, checked, pushed, draftOnFailure }));
    const { reason } = outcome;
    return reason === null ? { outcome: 'published', published } : { outcome: 'failed', reason, published };
}
/** All that comes before the change is judged: a merge, a saved patch or the agent makes it. */
async function doWork(job, readContext, note) {
    const images = (0,show_images/* startFetchingImages */.J_)(job);
    const preparing = (0,run_context/* runStage */.Si)(job, 'prepare', () => (0,prepare/* prepare */.i)(job));
    const fetched = preparing.then(({ checkout }) => {
        note({ checkout });
        return checkout;
    });
    const reading = (0,read_settings/* readSettings */.sb)(job, fetched);
    const opening = (0,stages_checks/* openRunner */.NH)(job, fetched, reading);
    // All end before the folders of the run are removed.
    await Promise.allSettled([fetched, reading, opening]);
    const prepared = await preparing;
    const { checkout } = prepared;
    const settings = await reading;
    for (const warning of settings.warnings)
        job.log.warning(warning);
    const commands = await (0,stages_checks/* setUpCommands */.gf)(job, checkout, settings, await opening);
    const work = (0,merge_base/* mergeWithoutAgent */.mB)(job, checkout) ??
        (await (0,earlier_work/* applySavedPatch */.Qp)(job, checkout)) ??
        (await (0,run_context/* runStage */.Si)(job, 'agent', () => (0,agent/* runAgentStage */.P)(job, { ...prepared, settings, commands, readContext, images }, note)));
    note({ outcome: work.outcome });
    return { checkout, settings, checks: commands.checks, work };
}


/***/ })

};
