export const id = 594;
export const ids = [594,247];
export const modules = {

/***/ 5972:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   GI: () => (/* binding */ describeForModel),
/* harmony export */   LC: () => (/* binding */ listReport),
/* harmony export */   OE: () => (/* binding */ allPassed),
/* harmony export */   dJ: () => (/* binding */ failuresOf),
/* harmony export */   dy: () => (/* binding */ describeResult),
/* harmony export */   h6: () => (/* binding */ showSeconds),
/* harmony export */   j8: () => (/* binding */ withTexts)
/* harmony export */ });
/* harmony import */ var _contract_describe_run_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2641);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3145);


/** The report with `change` applied to each of its texts. */
function withTexts(report, change) {
    const changed = (result) => ({
        ...result,
        name: change(result.name),
        output: change(result.output),
    });
    if (report.kind === 'ran') {
        const { tests } = report;
        const results = report.results.map(changed);
        if (tests === undefined)
            return { kind: 'ran', results };
        const why = tests.why === null ? null : change(tests.why);
        return { kind: 'ran', results, tests: { ...tests, why, checks: tests.checks.map(change) } };
    }
    return { ...report, why: change(report.why), setup: report.setup && changed(report.setup) };
}
const allPassed = (report) => report.kind === 'ran' && report.results.every(({ passed }) => passed);
const OUTPUT_LENGTH = 8000;
const ALL_OUTPUT_LENGTH = 20_000;
/** `✓ Tests: passed after 12 s` */
const describeResult = ({ name, passed, detail, seconds }) => `${passed ? '✓' : '✗'} ${name}: ${passed ? 'passed' : detail} after ${showSeconds(seconds)}`;
const showSeconds = (seconds) => seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
/** For people, one line per command, without its output, and one for the tests of the change. */
function listReport(report) {
    if (report.kind === 'ran') {
        const tests = report.tests === undefined ? [] : [(0,_contract_describe_run_js__WEBPACK_IMPORTED_MODULE_1__/* .describeEvidence */ .RQ)(report.tests)];
        return [...report.results.map(describeResult), ...tests];
    }
    const setup = report.setup === null ? [] : [describeResult(report.setup)];
    return [`The checks did not run: ${report.why}.`, ...setup];
}
/** The commands that failed. */
const failuresOf = (report) => report.kind === 'ran'
    ? report.results.filter(({ passed }) => !passed)
    : report.setup === null
        ? []
        : [report.setup];
/** For the model, when its work is sent back. `text` is ours; `data` has the output of the commands. Pure. */
function describeForModel(report, redact) {
    const failures = failuresOf(report);
    const most = Math.min(OUTPUT_LENGTH, Math.floor(ALL_OUTPUT_LENGTH / Math.max(1, failures.length)));
    return {
        text: ["Not finished: the project's checks ran on your change, and not all passed.", NEXT_STEPS].join(' '),
        data: [
            ...listReport(report).map(redact),
            ...failures.map(({ name, output }) => `\n== ${redact(name)} ==\n${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .truncate */ .xv)(redact(output).trim(), most)}`),
        ].join('\n'),
    };
}
const NEXT_STEPS = 'They run on a copy without network access, with the dependencies of the base commit installed. Fix what your change broke, then finish again. If a failure has another cause or cannot be fixed here, finish again and say so in the body.';


/***/ }),

/***/ 4906:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Z: () => (/* binding */ findIdTokenEndpoint),
/* harmony export */   n: () => (/* binding */ mintIdToken)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(669);
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5119);


const Answer = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({ value: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1) });
/** `null`: the workflow lacks `id-token: write`, and GitHub sets neither variable. */
function findIdTokenEndpoint(env) {
    const url = env.ACTIONS_ID_TOKEN_REQUEST_URL;
    const token = env.ACTIONS_ID_TOKEN_REQUEST_TOKEN;
    return url && token ? { url, token } : null;
}
/**
 * Mints a token for one request; the server accepts each token once. Not through `@actions/core`, which reads the two
 * variables from the environment: they have been removed from it.
 */
async function mintIdToken(endpoint, audience, signal) {
    const response = await fetch(`${endpoint.url}&audience=${encodeURIComponent(audience)}`, {
        headers: {
            accept: 'application/json',
            authorization: `Bearer ${endpoint.token}`,
            'user-agent': _contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .ACTION_USER_AGENT */ .Xb,
        },
        redirect: 'error',
        signal,
    });
    if (!response.ok) {
        await response.body?.cancel();
        throw new Error(`GitHub issued no OIDC token (HTTP ${response.status})`);
    }
    return Answer.parse(await response.json()).value;
}


/***/ }),

/***/ 2843:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ rewordReason),
/* harmony export */   j: () => (/* binding */ rewordEnd)
/* harmony export */ });
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5119);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);
/* harmony import */ var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9057);
/* harmony import */ var _start_inputs_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9452);




const RETRY = /\bretry the job \(`POST …\/retry`\)/gi;
const MESSAGE = /\bsend a message\b/gi;
const OTHER_MODEL = /\bcreate a new job with another `model`(, in the form `provider\/model`)?/gi;
const OTHER_REF = /\bcreate a new job with another `ref`/gi;
const DIRECTORY = /\bcreate a new job with `workingDirectory` set to an existing folder, or (fix `working-directory` in the settings)/gi;
/** Only a server parks jobs. */
const PARKED = / A parked job continues by itself\./g;
/** Reasons are written for callers of the server's API. Pure. */
function rewordReason({ hasAsked, canRepeat, pull }, text) {
    const again = hasAsked ? `comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_3__/* .COMMENT_COMMAND */ .Om}\` with what to do` : 'run the workflow again';
    const repeat = canRepeat ? `comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_3__/* .COMMENT_COMMAND */ .Om} retry\`` : again;
    const write = `write a \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_3__/* .COMMENT_COMMAND */ .Om}\` comment`;
    const message = pull !== null ? `${write} on #${pull}` : hasAsked ? write : 'run the workflow again with a prompt';
    return text
        .replace(PARKED, '')
        .replace(RETRY, (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .withCaseOf */ .Iv)(repeat))
        .replace(MESSAGE, (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .withCaseOf */ .Iv)(message))
        .replace(OTHER_MODEL, (old, form = '') => `${(0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .withCaseOf */ .Iv)('set another `model` in the workflow file')(old)}${form}, then ${again}`)
        .replace(OTHER_REF, (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .withCaseOf */ .Iv)('set another `ref` in the workflow file'))
        .replace(DIRECTORY, (old, fix) => `${(0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .withCaseOf */ .Iv)(fix)(old)}, then ${repeat}`);
}
/** The end of a run for the log and the summary of its workflow run; unchanged if there is a server. Pure. */
function rewordEnd({ environment, isClaimed }, end) {
    const { ending } = end;
    if ((environment['INPUT_APP-URL'] ?? '').trim() !== '' || ending.outcome === 'published')
        return end;
    const hasAsked = _start_inputs_js__WEBPACK_IMPORTED_MODULE_2__/* .ASKING_EVENTS */ .I.has(environment.GITHUB_EVENT_NAME ?? '');
    const pull = (0,_outcome_outcome_js__WEBPACK_IMPORTED_MODULE_1__/* .publishedOf */ .KG)(ending)?.pullRequest.number ?? null;
    const reader = { hasAsked, canRepeat: hasAsked && isClaimed, pull };
    const { code, message } = ending.reason;
    return { ...end, ending: { ...ending, reason: { code, message: rewordReason(reader, message) } } };
}


/***/ }),

/***/ 4091:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L: () => (/* binding */ openScaler)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var _workspace_files_read_image_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2934);



/** An image of 50,000,000 pixels takes 5 seconds and 0.8 GB on a slow machine. */
const BOUNDS = { cpuSeconds: 40, kibibytes: 2 * 2 ** 20 };
/** A busy machine gives a process little of its CPU time. */
const PATIENCE_MS = 120_000;
/** More than the longer side of what any provider shows to its models. */
const EDGE = 2000;
/** Scales an image in a process of its own, which has no secret, and ends at its bounds of time and memory. Never rejects. */
function openScaler(options) {
    return async (bytes) => {
        const output = await scaleIn(bytes, options).catch(() => null);
        const header = output === null ? null : (0,_workspace_files_read_image_js__WEBPACK_IMPORTED_MODULE_2__/* .readImageHeader */ .n6)(output);
        return output === null || header === null ? null : toScaled(output, header);
    };
}
const toScaled = (bytes, { mediaType, width, height }) => ({
    ...{ bytes, mediaType, width, height },
});
/** The work folder of a runner may be a link to another disk, and Node permits real paths only. */
async function scaleIn(bytes, options) {
    const [program, folder] = await Promise.all([(0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.realpath)(options.program), (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.realpath)(options.folder)]);
    return decode(bytes, { ...options, program, folder });
}
/** Lowers the limits of the process before the program starts. The heap of Node and of WebAssembly is data. */
const LIMITED = 'ulimit -c 0; ulimit -t "$1"; ulimit -d "$2"; shift 2; exec "$@"';
/** What the program prints; `null`: it failed, or was ended. */
function decode(bytes, { program, folder, signal, bounds = BOUNDS }) {
    const fence = ['--permission', `--allow-fs-read=${folder}`];
    const limits = [bounds.cpuSeconds, bounds.kibibytes, process.execPath].map(String);
    const { promise, resolve } = Promise.withResolvers();
    const child = (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('/bin/sh', ['-c', LIMITED, 'sh', ...limits, ...fence, program, String(EDGE), String(_workspace_files_read_image_js__WEBPACK_IMPORTED_MODULE_2__/* .IMAGE_LIMITS */ .Xq.bytes)], {
        env: {},
        cwd: folder,
        stdio: ['pipe', 'pipe', 'ignore'],
        signal,
        timeout: PATIENCE_MS,
        killSignal: 'SIGKILL',
    });
    const chunks = [];
    let length = 0;
    child.stdout.on('data', (chunk) => {
        length += chunk.length;
        if (length > _workspace_files_read_image_js__WEBPACK_IMPORTED_MODULE_2__/* .IMAGE_LIMITS */ .Xq.bytes)
            child.kill('SIGKILL');
        else
            chunks.push(chunk);
    });
    child.on('error', () => resolve(null));
    child.on('close', (code) => resolve(code === 0 && length <= _workspace_files_read_image_js__WEBPACK_IMPORTED_MODULE_2__/* .IMAGE_LIMITS */ .Xq.bytes ? Buffer.concat(chunks) : null));
    // It ends without reading all if it reaches a limit.
    child.stdin.on('error', () => { }).end(bytes);
    return promise;
}


/***/ }),

/***/ 5139:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O: () => (/* binding */ secretsInBinding),
/* harmony export */   o: () => (/* binding */ readHeaderBindings)
/* harmony export */ });
const VARIABLE = /^PRENTICE_MCP_/;
/** `https://mcp.example.com Authorization: Bearer abc` */
const FORMAT = /^(\S+)(?:\s+([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*))?$/s;
/** The client, or the connection, decides what these say. */
const RESERVED = /^(?:host|accept|connection|transfer-encoding|upgrade|te|trailer|content-.*|mcp-.*|proxy-.*)$/i;
/** The values of headers come from here only. What the settings name gets those of its origin, and no others. Pure. */
function readHeaderBindings(environment) {
    const bindings = [];
    const problems = [];
    for (const [variable, given = ''] of Object.entries(environment)) {
        if (!VARIABLE.test(variable) || given.trim() === '')
            continue;
        const read = readBinding(variable, given.trim());
        if (typeof read === 'string')
            problems.push(`${variable} ${read}`);
        else
            bindings.push(read);
    }
    return { bindings, problems };
}
function readBinding(variable, given) {
    const [, address = '', name, value = ''] = FORMAT.exec(given) ?? [];
    const origin = originOf(address);
    if (origin === null)
        return 'must begin with the origin that it is for, such as https://mcp.example.com';
    if (name === undefined)
        return { variable, origin, header: null };
    if (RESERVED.test(name))
        return `must not set the header ${name}`;
    const text = value.trim();
    if (/[^\t\x20-\x7e\x80-\xff]/.test(text))
        return 'has a value that no header can have';
    if (/^(?:|bearer|basic|token)$/i.test(text))
        return 'has a header without a value: is its secret set?';
    return { variable, origin, header: { name, value: text } };
}
/**
 * What of a variable must stay secret: the value of its header, and the part after the scheme. Where no header is understood,
 * everything but an origin counts as its value: a name that was forgotten does not make a token public. Pure.
 */
function secretsInBinding(variable, value) {
    if (!VARIABLE.test(variable))
        return [];
    const given = value.trim();
    const header = FORMAT.exec(given)?.[3]?.trim();
    const secret = header ?? (isOrigin(given) ? '' : given.replace(/^\S+\s+/, (first) => (isOrigin(first) ? '' : first)));
    return [secret, secret.split(/\s/).at(-1) ?? ''];
}
const isOrigin = (text) => originOf(text.trim()) !== null;
/** `https://mcp.example.com`, without a path, a user or anything else; `null`: it is no such text. */
function originOf(address) {
    const url = URL.parse(address);
    return url?.protocol === 'https:' && url.origin === address.replace(/\/$/, '').toLowerCase()
        ? url.origin
        : null;
}


/***/ }),

/***/ 90:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ secretsInHeaders),
/* harmony export */   G: () => (/* binding */ readCustomHeaders)
/* harmony export */ });
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);

/** `ANTHROPIC_CUSTOM_HEADERS` and its siblings. */
const VARIABLE = /_CUSTOM_HEADERS$/;
/** One header in each line, as the providers' own tools write them. */
const LINE = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/;
/** The connection, the request or the key of the model decides what these say. */
const RESERVED = /^(?:host|authorization|connection|transfer-encoding|upgrade|te|trailer|expect|keep-alive|content-.*|proxy-.*|x-api-key|x-goog-api-key)$/i;
const linesOf = (text) => text.split(/\r?\n/).map((line) => line.trim());
/** The headers that a variable adds to every request to the model. A message has no value of a header. Pure. */
function readCustomHeaders(variable, text) {
    const headers = [];
    for (const [index, line] of linesOf(text ?? '').entries()) {
        if (line === '')
            continue;
        const [, name = '', value = ''] = LINE.exec(line) ?? [];
        const problem = problemOf(name, value);
        if (problem !== null)
            return (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .reason */ .l)('input-invalid', `line ${index + 1} of the environment variable ${variable} ${problem}`);
        headers.push([name, value]);
    }
    return headers;
}
function problemOf(name, value) {
    if (name === '')
        return 'is not a header: write each on a line of its own, as `Name: value`';
    if (RESERVED.test(name))
        return `must not set the header ${name}`;
    if (value === '')
        return `sets ${name} without a value: is its secret set?`;
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value))
        return `gives ${name} a value that no header can have`;
    return null;
}
/** Values that gateways expect and that tell nothing. As secrets, they would be replaced within ordinary texts. */
const PUBLIC_VALUES = new Set([
    ...['anthropic', 'azure-openai', 'bedrock', 'openrouter', 'vertex-ai', 'no-cache', 'no-store'],
    ...['prentice', 'production', 'development', 'engineering', 'application/json'],
]);
/** What of a variable must stay secret: each value, and the part behind a scheme such as `Bearer`. Pure. */
const secretsInHeaders = (variable, text) => VARIABLE.test(variable)
    ? linesOf(text).flatMap((line) => {
        // All of a line that is no header: a name that was forgotten does not make a token public.
        const value = LINE.exec(line)?.[2] ?? line;
        return PUBLIC_VALUES.has(value.toLowerCase()) ? [] : [value, value.split(/\s/).at(-1) ?? ''];
    })
    : [];


/***/ }),

/***/ 3759:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ isPlaceholderKey)
/* harmony export */ });
/**
 * What people give as the key of a local server, which checks none. Shorter words, such as `ollama`, `EMPTY` and `none`, are
 * too short for a secret anyway. Sources: the manuals of LM Studio (https://lmstudio.ai/docs/app/api/endpoints/openai),
 * llama.cpp and llamafile (https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md), LangChain, and what
 * users of other servers report, such as https://github.com/MervinPraison/PraisonAI/pull/535.
 */
const PLACEHOLDERS = new Set([
    ...['lm-studio', 'lm_studio', 'llamafile', 'llama.cpp', 'llama-cpp'],
    ...['not-needed', 'not_needed', 'not needed', 'sk-not-needed', 'not-required', 'not_required', 'notneeded'],
    ...['no-key-required', 'no-key-needed', 'sk-no-key-required', 'sk-no-key', 'no-api-key', 'no_api_key'],
    ...[
        'dummy-key',
        'dummy_key',
        'dummy-api-key',
        'sk-dummy',
        'fake-key',
        'fake_key',
        'fake-api-key',
        'test-key',
    ],
    ...['local-key', 'local_key', 'placeholder', 'anything', 'whatever', 'undefined'],
]);
/** The hosts of the providers themselves. They know no such key, so that one there is a mistake, and perhaps a password. */
const PROVIDER_HOST = /(?:^|\.)(?:anthropic\.com|openai\.com|googleapis\.com)\.?$/;
/** Whether a model's key is a word that tells nothing: at a base URL other than the provider's own. Pure. */
function isPlaceholderKey(key, baseUrl) {
    const host = URL.parse(baseUrl?.trim() ?? '')?.hostname ?? '';
    return PLACEHOLDERS.has(key.toLowerCase()) && host !== '' && !PROVIDER_HOST.test(host);
}


/***/ }),

/***/ 8622:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   c: () => (/* binding */ NO_PROGRESS),
/* harmony export */   v: () => (/* binding */ describeRun)
/* harmony export */ });
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9057);

const NO_PROGRESS = {
    checkout: null,
    outcome: null,
    transcriptPath: null,
    files: [],
    checks: null,
    notices: [],
    parking: null,
    pushed: null,
};
/** The ending with everything that is known about the run. Pure. */
function describeRun(progress, ending, saved) {
    const { outcome, transcriptPath, files, checks, notices, parking, pushed } = progress;
    const isWhole = saved?.isWhole ?? false;
    return {
        ...{ ending, transcriptPath, checks, notices },
        files: saved?.files ?? files,
        summary: outcome?.summary ?? null,
        ...(outcome?.output !== undefined && { output: outcome.output }),
        usage: outcome?.usage ?? null,
        perStep: outcome?.perStep ?? [],
        patchPath: saved?.path ?? null,
        patchDescription: isWhole && outcome !== null && parking === null ? (0,_outcome_js__WEBPACK_IMPORTED_MODULE_0__/* .describePatch */ .KT)(ending, outcome) : null,
        // Without its patch, the next run would do the work, and pay for it, again.
        ...(parking !== null && (saved === null || isWhole) && { parking }),
        ...(pushed !== null && { pushed }),
    };
}


/***/ }),

/***/ 1870:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  _: () => (/* binding */ findWellKnownSecrets)
});

// UNUSED EXPORTS: SECRET_PATTERNS

;// CONCATENATED MODULE: ../../lib/action/secrets/private-keys.js
/** A space, also as URLs and JSON write it. */
const SPACE = /(?: |\+|%20|\\u0020)/.source;
const MARK = new RegExp(`-----(BEGIN|END)(?:${SPACE}[A-Z0-9]{1,20}){0,4}${SPACE}PRIVATE${SPACE}KEY(?:${SPACE}BLOCK)?-----`, 'g');
/** A part of the key itself, on one line. Encoders escape `+` and `/`. */
const BODY = /(?:[A-Za-z0-9+/]|\\\/|%2[BFbf]|\\u002[BFbf]|&#(?:4[37]|x2[BFbf]);){40,}/g;
/** The last line, shorter than the others. */
const LAST_LINE = /(?:\\[nr]|%0[ADad]|\s|["'])*(?:[A-Za-z0-9+/]|%2[BFbf]){1,39}(?:=|%3[Dd]){0,2}/y;
/** Up to four lines of headers (Proc-Type, DEK-Info, Version) may be between the first line and the key. */
const MAX_HEADERS = 4;
const LONGEST_HEADERS = 500;
/** Between two lines of the key: line ends, indentation, quotes. */
const LONGEST_GAP = 100;
/** No key is longer. */
const LONGEST_KEY = 32_768;
/**
 * The private keys in a text, also those of which a cut left only the beginning or the end. The first line alone is no key: it
 * appears in texts about keys. Pure.
 */
function findPrivateKeys(text) {
    const marks = [...text.matchAll(MARK)].map(({ index, 0: line, 1: side }) => ({
        ...{ start: index, end: index + line.length },
        isHead: side === 'BEGIN',
    }));
    const keys = [];
    for (const [at, { start, end, isHead }] of marks.entries()) {
        const before = Math.max(keys.at(-1)?.end ?? 0, marks[at - 1]?.end ?? 0, start - LONGEST_KEY);
        const next = marks[at + 1];
        if (isHead) {
            const last = lastOf(text, end, Math.min(next?.start ?? text.length, end + LONGEST_KEY));
            if (last !== null)
                keys.push({ start, end: next?.isHead === false ? next.end : last });
        }
        else if ((keys.at(-1)?.end ?? 0) < end) {
            const first = firstOf(text, before, start);
            if (first !== null)
                keys.push({ start: first, end });
        }
    }
    return keys;
}
/** Where the key ends that begins before `to`; `null`: there is none. */
function lastOf(text, from, to) {
    const part = text.slice(from, to);
    let last = null;
    for (const { index, 0: body } of part.matchAll(BODY)) {
        const gap = part.slice(last ?? 0, index);
        if (last === null ? !areHeaders(gap) : gap.length > LONGEST_GAP)
            break;
        last = index + body.length;
    }
    if (last === null)
        return null;
    LAST_LINE.lastIndex = last;
    return from + last + (LAST_LINE.exec(part)?.[0].length ?? 0);
}
/** Three dots after the first line are what a manual shows instead of the key. */
const areHeaders = (gap) => gap.length <= LONGEST_HEADERS &&
    gap.split('\n').length <= MAX_HEADERS + 2 &&
    !/^(?:\\[nr]|[^A-Za-z0-9.…\\])*(?:\.{3}|…)/.test(gap);
/** Where the key begins that ends at `to`; `null`: there is none. */
function firstOf(text, from, to) {
    let first = to;
    for (const { index, 0: body } of [...text.slice(from, to).matchAll(BODY)].reverse()) {
        if (first - (from + index + body.length) > LONGEST_GAP)
            break;
        first = from + index;
    }
    return first === to ? null : first;
}

// EXTERNAL MODULE: ../../lib/action/secrets/secret-encodings.js
var secret_encodings = __webpack_require__(4993);
;// CONCATENATED MODULE: ../../lib/action/secrets/find-secrets.js


/** A character of base64, also as URLs and JSON escape it. */
const BASE64 = /(?:[A-Za-z0-9+/]|%2[BFbf]|\\{1,3}(?:\/|u002[BFbf]))/.source;
const SLASH = /(?:\\{0,3}\/|%2[Ff]|\\{1,3}u002[Ff])/.source;
const EQUALS = /(?:=|%3[Dd]|\\{1,3}u003[Dd])/.source;
/**
 * The formats of gitleaks 8.30 (https://github.com/gitleaks/gitleaks/blob/v8.30.0/config/gitleaks.toml, MIT) and
 * secretlint 13.0 (https://github.com/secretlint/secretlint, MIT) whose prefix is distinctive enough by itself. Those that
 * neither lists are of services that scan for them, too: GitHub names the kinds
 * (https://docs.github.com/en/code-security/reference/secret-security/supported-secret-scanning-patterns).
 *
 * None asks for a word boundary before the prefix: in the text of a program, `\n`, `\u003d` or `%3D` may precede a key, and
 * end in a word character. A boundary after a key is there only where the same characters are ordinary data. It is no
 * punctuation: emphasis of Markdown, or the end of a sentence, may follow a key.
 */
const SECRET_PATTERNS = [
    { kind: 'a GitHub token', pattern: /gh[opru]_([A-Za-z0-9]{36,255})/g },
    // Since 2026 an installation token is `ghs_<app id>_<JWT>`, of variable length and with dots:
    // https://github.blog/changelog/2026-05-15-github-app-installation-tokens-per-request-override-header/
    { kind: 'a GitHub installation token', pattern: /ghs_([A-Za-z0-9._-]{36,})/g },
    { kind: 'a GitHub fine-grained token', pattern: /github_pat_([A-Za-z0-9]{22}_[A-Za-z0-9]{59})/g },
    { kind: 'a Prentice key', pattern: /prn_([0-9A-Za-z]{36})/g },
    // In base32 and in words, four letters are frequent.
    { kind: 'an AWS access key', pattern: /(?:AKIA|ASIA|ABIA|ACCA)([A-Z2-7]{16})(?![A-Z0-9])/g },
    { kind: 'an Anthropic key', pattern: /sk-ant-(?:[a-z]{2,9}\d\d-)?([A-Za-z0-9_-]{24,})/g },
    { kind: 'an OpenAI key', pattern: /sk-(?:proj|svcacct|admin)-([A-Za-z0-9_-]{32,})/g },
    { kind: 'an OpenAI key', pattern: /sk-([A-Za-z0-9]{48})(?![A-Za-z0-9])/g },
    { kind: 'an OpenRouter key', pattern: /sk-or-v1-([0-9a-f]{64})/g },
    // In base64, four letters are frequent.
    { kind: 'a Google API key', pattern: /AIza([A-Za-z0-9_-]{35})(?![A-Za-z0-9])/g },
    { kind: 'a Groq key', pattern: /gsk_([A-Za-z0-9]{48,})/g },
    { kind: 'an xAI key', pattern: /xai-([A-Za-z0-9]{80})/g },
    { kind: 'a Perplexity key', pattern: /pplx-([A-Za-z0-9]{48})/g },
    { kind: 'a Hugging Face token', pattern: /hf_([A-Za-z]{34})(?![A-Za-z])/g },
    { kind: 'a Slack token', pattern: /xox[abceoprs]-([0-9A-Za-z]{8,}-[A-Za-z0-9-]{10,})/g },
    { kind: 'a Slack token', pattern: /xox[bep]-\d-([A-Za-z0-9]{100,})/g },
    { kind: 'a Slack token', pattern: /xapp-\d-([A-Z0-9]{8,}-\d{8,}-[0-9a-f]{32,})/g },
    // A cookie, often in percent encoding.
    { kind: 'a Slack token', pattern: /xoxd-((?:[A-Za-z0-9+/_-]|%2[BF]){40,})(?:%3D){0,2}/g },
    {
        kind: 'a Slack webhook',
        pattern: new RegExp(`hooks\\.slack\\.com${SLASH}(?:services|workflows|triggers)${SLASH}((?:${BASE64}){43,})`, 'g'),
    },
    {
        kind: 'a GitLab token',
        pattern: /gl(?:pat|dt|cbt|ptt|rtr?|ft|imt|ffct|oas|soat|agent)-([A-Za-z0-9_.-]{20,})/g,
    },
    { kind: 'an npm token', pattern: /npm_([A-Za-z0-9]{36})/g },
    { kind: 'a PyPI token', pattern: /pypi-AgEIcHlwaS5vcmc([A-Za-z0-9_-]{50,})/g },
    { kind: 'a RubyGems token', pattern: /rubygems_([0-9a-f]{48})/g },
    { kind: 'a Docker token', pattern: /dckr_[op]at_([A-Za-z0-9_-]{27,})/g },
    { kind: 'a Stripe key', pattern: /[rs]k_live_([A-Za-z0-9]{24,})/g },
    { kind: 'a SendGrid key', pattern: /SG\.([A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43})/g },
    { kind: 'a DigitalOcean token', pattern: /do[opr]_v1_([0-9a-f]{64})/g },
    { kind: 'a Shopify token', pattern: /shp(?:at|ca|pa|ss)_([0-9A-Fa-f]{32})/g },
    { kind: 'a Databricks token', pattern: /dapi([0-9a-f]{32})(?![0-9a-f])/g },
    { kind: 'a Vault token', pattern: /hv[bsr]\.([A-Za-z0-9_-]{90,})/g },
    { kind: 'a Vault token', pattern: /hv[bsr]\.([A-Za-z0-9]{24})(?![_-]?[A-Za-z0-9])/g },
    { kind: 'a Linear key', pattern: /lin_api_([A-Za-z0-9]{40})/g },
    { kind: 'a Notion token', pattern: /ntn_(\d{11}[A-Za-z0-9]{35})/g },
    { kind: 'a Postman key', pattern: /PMAK-([0-9a-f]{24}-[0-9a-f]{34})/g },
    { kind: 'a Figma token', pattern: /figd_([A-Za-z0-9_-]{40,})/g },
    { kind: 'a Cloudflare token', pattern: /cf(?:k|ut|at)_([A-Za-z0-9]{40}[0-9a-f]{8})/g },
    // In base64, four letters are frequent.
    { kind: 'an Amazon Bedrock key', pattern: new RegExp(`ABSK((?:${BASE64}){109,269})(?!${BASE64})`, 'g') },
    { kind: 'a Google client secret', pattern: /GOCSPX-([A-Za-z0-9_-]{28})/g },
    { kind: 'a Google access token', pattern: /ya29\.(?:[a-z]\.)?([A-Za-z0-9_-]{60,})/g },
    {
        kind: 'a client secret of Microsoft Entra',
        pattern: /[A-Za-z0-9_~.]{3}\dQ~([A-Za-z0-9_~.-]{31,34})(?![A-Za-z0-9])/g,
    },
    {
        kind: 'a key of Azure Storage',
        pattern: new RegExp(`AccountKey${EQUALS}((?:${BASE64}){86})${EQUALS}{2}`, 'g'),
    },
    { kind: 'an NVIDIA key', pattern: /nvapi-([A-Za-z0-9_-]{64})/g },
    { kind: 'a Replicate token', pattern: /r8_([A-Za-z0-9]{37})(?![A-Za-z0-9])/g },
    { kind: 'a Grafana token', pattern: /glsa_([A-Za-z0-9]{32}_[0-9A-Fa-f]{8})/g },
    { kind: 'a Grafana token', pattern: /glc_eyJ([A-Za-z0-9+/]{29,})/g },
    {
        kind: 'a Sentry token',
        pattern: new RegExp(`sntrys_eyJ((?:${BASE64}){50,}${EQUALS}{0,2}_(?:${BASE64}){43})`, 'g'),
    },
    { kind: 'a Sentry token', pattern: /sntryu_([0-9a-f]{64})/g },
    { kind: 'a Pulumi token', pattern: /pul-([0-9a-f]{40})(?![0-9a-f])/g },
    { kind: 'a 1Password token', pattern: /ops_eyJ([A-Za-z0-9+/]{250,})/g },
    { kind: 'a Doppler token', pattern: /dp\.(?:pt|ct|sa|scim|audit)\.([A-Za-z0-9]{40,44})/g },
    { kind: 'a Doppler token', pattern: /dp\.st\.(?:[a-z0-9_-]{2,35}\.)?([A-Za-z0-9]{40,44})/g },
    { kind: 'a PlanetScale key', pattern: /pscale_(?:tkn|pw|oauth)_([A-Za-z0-9_.-]{32,64})/g },
    { kind: 'an Atlassian token', pattern: new RegExp(`ATATT3((?:[A-Za-z0-9_-]|${EQUALS}){186})`, 'g') },
    // The characters of Bech32.
    { kind: 'an age key', pattern: /AGE-SECRET-KEY-1([02-9AC-HJ-NP-Z]{58})/g },
    { kind: 'a New Relic key', pattern: /NRAK-([A-Z0-9]{27})/g },
    { kind: 'a Brevo key', pattern: /xkeysib-([0-9a-f]{64}-[A-Za-z0-9]{16})/g },
    { kind: 'a GitLab token', pattern: /GR1348941([A-Za-z0-9_-]{20})/g },
    { kind: 'a HCP Terraform token', pattern: /[A-Za-z0-9]{14}\.atlasv1\.([A-Za-z0-9_-]{60,70})/g },
    { kind: 'an Alibaba Cloud access key', pattern: /LTAI([A-Za-z0-9]{20})(?![A-Za-z0-9+/])/g },
    { kind: 'a Sourcegraph token', pattern: /sgp_(?:[0-9a-fA-F]{16}_|local_)?([0-9a-fA-F]{40})/g },
    { kind: 'a Tailscale key', pattern: /tskey-[a-z]{2,20}-([A-Za-z0-9]{8,40}-[A-Za-z0-9]{16,60})/g },
    { kind: 'a Supabase token', pattern: /sbp_([0-9a-f]{40})/g },
    { kind: 'a Clojars token', pattern: /CLOJARS_([A-Za-z0-9]{60})/gi },
];
/** Where a text has what looks like a secret of a well-known kind, by its start. Samples are left out. Pure. */
function findWellKnownSecrets(text) {
    const tokens = new Map();
    for (const one of withoutSampleWord(text).flatMap((each) => SECRET_PATTERNS.flatMap((p) => findTokens(each, p)))) {
        const id = `${one.start} ${one.kind}`;
        if (one.end > (tokens.get(id)?.end ?? 0))
            tokens.set(id, one);
    }
    const keys = findPrivateKeys(text).map((span) => ({ kind: 'a private key', ...span }));
    return [...tokens.values(), ...keys].toSorted((a, b) => a.start - b.start);
}
/**
 * The text, and what is left if the word that ends a sample is none of a key, with and without a character before it: a whole
 * key with the word behind it is no sample.
 */
const withoutSampleWord = (text) => text.includes(SAMPLE_WORD)
    ? [
        text,
        ...[/EXAMPLE/g, /[-_]EXAMPLE/g].map((word) => text.replace(word, (found) => ' '.repeat(found.length))),
    ]
    : [text];
const SAMPLE_WORD = 'EXAMPLE';
const LONGEST_PREFIX = 'hooks.slack.com%2Fworkflows%2F'.length;
function findTokens(text, { kind, pattern }) {
    const found = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const { index: start, 0: token, 1: body = '' } = match;
        const end = start + token.length;
        if (!isSample(body))
            found.push({ kind, start, end });
        // Its last characters may be the first of the next one, if nothing is between them.
        pattern.lastIndex = Math.max(start + 1, end - LONGEST_PREFIX);
    }
    return found;
}
/** Of so many different characters, a text is a placeholder. A short text has few by chance. */
const FEW_CHARACTERS = 7;
const FEW_IN_SHORT = 1 / 3;
/**
 * Random text changes between cases and digits at least once in so many characters; words do not. The body of an AWS key is
 * shorter, and may have letters only.
 */
const WORDS_LENGTH = 17;
/** Whether it is a placeholder (`xxxx…`), words (`highs_and_lows…`), or a key of a manual, which ends in EXAMPLE. */
function isSample(body) {
    const characters = new Set(body).size;
    if (body.endsWith(SAMPLE_WORD) || characters <= Math.min(FEW_CHARACTERS, body.length * FEW_IN_SHORT))
        return true;
    return (0,secret_encodings/* classChangesIn */.Dm)(body) < Math.min(secret_encodings/* MIN_CLASS_CHANGES */.i9, Math.floor(body.length / WORDS_LENGTH));
}


/***/ }),

/***/ 4993:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dm: () => (/* binding */ classChangesIn),
/* harmony export */   EZ: () => (/* binding */ looksRandom),
/* harmony export */   Ze: () => (/* binding */ secretLinesOf),
/* harmony export */   a_: () => (/* binding */ encodingsOf),
/* harmony export */   i9: () => (/* binding */ MIN_CLASS_CHANGES),
/* harmony export */   vb: () => (/* binding */ MIN_SECRET_LENGTH)
/* harmony export */ });
/* harmony import */ var _text_fold_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8865);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3145);


/** Shorter values are words like `true`: nothing could tell them from ordinary text. */
const MIN_SECRET_LENGTH = 8;
/** For a secret that looks random, this many characters are a find; encoded, it takes more. */
const PIECE = 12;
const PIECE_IN_BASE64 = 15;
/**
 * The encodings of a secret: plain and reversed, base64 (both alphabets, each of the three possible offsets),
 * hexadecimal in either case, percent encoding, JSON and HTML escapes. For a secret of several lines, also each line.
 */
function encodingsOf(secret) {
    return [...new Set([secret.trim(), ...secretLinesOf(secret)])].flatMap(encodingsOfPart);
}
/** The lines that are secret by themselves. In PEM, all keys have the same first line and the same last. */
const secretLinesOf = (secret) => secret
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length >= MIN_SECRET_LENGTH && !/^-----(?:BEGIN|END) [A-Z0-9 ]+-----$/.test(line));
function encodingsOfPart(part) {
    const secretStart = findSecretStart(part);
    const secret = part.slice(secretStart);
    // Pieces of a passphrase are ordinary words.
    const isFoundByPiece = looksRandom(secret);
    const encodings = new Map();
    for (const { text, piece, isPlain = false } of encodeAll(secret)) {
        const { units } = (0,_text_fold_js__WEBPACK_IMPORTED_MODULE_1__/* .foldText */ .TH)(isPlain ? part.slice(0, secretStart) + text : text);
        const start = isPlain ? secretStart : 0;
        const length = units.length - start;
        if (length < MIN_SECRET_LENGTH || encodings.has(text))
            continue;
        const least = isFoundByPiece ? Math.min(piece, length) : length;
        encodings.set(text, { units, secretStart: start, least, isPlain });
    }
    return [...encodings.values()];
}
function encodeAll(secret) {
    const bytes = Buffer.from(secret);
    const hex = bytes.toString('hex');
    const percents = hex.replace(/../g, '%$&');
    const inUri = encodeURIComponent(secret);
    const base64 = [0, 1, 2].map((offset) => base64At(bytes, offset));
    return [
        { text: secret, piece: PIECE, isPlain: true },
        // As in a patch, which is read byte by byte.
        { text: bytes.toString('latin1'), piece: PIECE, isPlain: true },
        { text: [...secret].reverse().join(''), piece: PIECE },
        { text: JSON.stringify(secret).slice(1, -1), piece: PIECE, isPlain: true },
        { text: (0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .escapeHtml */ .ZD)(secret), piece: PIECE, isPlain: true },
        ...[inUri, inUri.replace(/%../g, (code) => code.toLowerCase())].map((text) => ({
            ...{ text, piece: PIECE, isPlain: true },
        })),
        ...[percents, percents.toUpperCase()].map((text) => ({ text, piece: 3 * PIECE })),
        ...[hex, hex.toUpperCase()].map((text) => ({ text: text.replace(/../g, '\\x$&'), piece: 4 * PIECE })),
        ...[hex, hex.toUpperCase()].map((text) => ({ text, piece: 2 * PIECE })),
        ...base64.flatMap((text) => [
            { text, piece: PIECE_IN_BASE64 },
            { text: text.replaceAll('+', '-').replaceAll('/', '_'), piece: PIECE_IN_BASE64 },
        ]),
    ];
}
/** In a JSON Web Token, also after `ghs_<number>_`, only the signature is secret: many tokens share the rest. */
const findSecretStart = (secret) => /^(?:ghs_\d+_)?eyJ[\w-]+\.[\w-]+\.(?=[\w-]{16,}$)/.exec(secret)?.[0].length ?? 0;
/** The characters that do not depend on the bytes before and after. */
function base64At(bytes, offset) {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .replace(/=+$/, '');
    const firstOwn = Math.ceil((offset * 8) / 6);
    const lastOwn = Math.floor(((offset + bytes.length) * 8) / 6);
    return whole.slice(firstOwn, lastOwn);
}
/** Of text that looks random. */
const MIN_CLASS_CHANGES = 4;
/** Upper case, lower case and digits alternate, as they do in no word and no number. */
const looksRandom = (text) => classChangesIn(text) >= MIN_CLASS_CHANGES;
/** How often upper case, lower case and digits follow each other. */
const classChangesIn = (text) => text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0;


/***/ }),

/***/ 8198:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  c: () => (/* binding */ openSecrets),
  f: () => (/* binding */ redactSecrets)
});

// EXTERNAL MODULE: ../../lib/action/secrets/find-secrets.js + 1 modules
var find_secrets = __webpack_require__(1870);
// EXTERNAL MODULE: ../../lib/action/secrets/secret-encodings.js
var secret_encodings = __webpack_require__(4993);
// EXTERNAL MODULE: ../../lib/action/text/fold.js
var fold = __webpack_require__(8865);
;// CONCATENATED MODULE: ../../lib/action/secrets/secret-index.js


/** Each encoding is indexed by all its substrings of this length. */
const GRAM = 4;
/** The shortest encoding has eight characters, so one of its substrings starts at every fifth position of a match. */
const STRIDE = 5;
function indexSecrets(values = []) {
    const known = new Set();
    const places = new Map();
    const add = (secret) => {
        if (known.has(secret))
            return;
        known.add(secret);
        for (const encoding of (0,secret_encodings/* encodingsOf */.a_)(secret))
            addPlaces(places, encoding);
    };
    for (const value of values)
        add(value);
    const find = (text) => (places.size === 0 ? [] : findIn(text, places));
    return { add, find, redactKnown: (text) => replaceSpans(text, find(text)) };
}
function addPlaces(places, encoding) {
    for (let index = encoding.secretStart; index + GRAM <= encoding.units.length; index += 1) {
        const gram = gramAt(encoding.units, index);
        places.set(gram, { encoding, index, next: places.get(gram) });
    }
}
/** Four characters as one number. Others may have the same number, so it only says where to look. */
const gramAt = (units, index) => ((units[index] ?? 0) ^
    ((units[index + 1] ?? 0) << 8) ^
    ((units[index + 2] ?? 0) << 16) ^
    ((units[index + 3] ?? 0) << 24)) |
    0;
function findIn(text, places) {
    const { units, at } = (0,fold/* foldText */.TH)(text);
    const plain = [];
    const encoded = [];
    for (let index = 0; index + GRAM <= units.length; index += STRIDE) {
        for (let place = places.get(gramAt(units, index)); place !== undefined; place = place.next) {
            const shared = extend(units, index, place);
            if (shared === null)
                continue;
            const start = at[shared.start] ?? 0;
            const span = { start, end: (at[shared.end - 1] ?? start) + 1 };
            if (place.encoding.isPlain)
                plain.push(span);
            else
                encoded.push(span);
        }
    }
    return mergeSpans([...plain, ...widenAll(text, mergeSpans(encoded))]);
}
function widenAll(text, spans) {
    const wide = [];
    for (const span of spans) {
        const done = wide.at(-1)?.end ?? 0;
        if (span.end > done)
            wide.push(widen(text, span));
    }
    return wide;
}
/** Extends a span over the rest of the encoded text: its outer characters mix bits of the secret and of its neighbours. */
function widen(text, { start, end }) {
    let [first, last] = [start, end];
    while (/[\w+/-]/.test(text.charAt(first - 1)) && !isDiffPrefix(text, first - 1))
        first -= 1;
    while (/[\w+/=-]/.test(text.charAt(last)))
        last += 1;
    return { start: first, end: last };
}
const isDiffPrefix = (text, index) => /[+-]/.test(text.charAt(index)) && (index === 0 || text.charAt(index - 1) === '\n');
/** The longest common substring of text and encoding around one that they share; `null`: too short or too ordinary. */
function extend(units, found, { encoding, index }) {
    const shared = (offset) => {
        const own = encoding.units[index + offset];
        return own !== undefined && own === units[found + offset];
    };
    let before = 0;
    while (shared(before - 1))
        before -= 1;
    let after = 0;
    while (shared(after))
        after += 1;
    const first = Math.max(index + before, encoding.secretStart);
    const length = index + after - first;
    if (length < encoding.least)
        return null;
    const isDistinctive = !encoding.isPlain ||
        length === encoding.units.length - encoding.secretStart ||
        (0,secret_encodings/* looksRandom */.EZ)(String.fromCharCode(...encoding.units.subarray(first, index + after)));
    return isDistinctive ? { start: found + before, end: found + after } : null;
}
/** In order, without overlaps. */
function mergeSpans(spans) {
    const merged = [];
    for (const span of spans.toSorted((a, b) => a.start - b.start)) {
        const last = merged.at(-1);
        if (last !== undefined && span.start <= last.end) {
            merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
        }
        else
            merged.push(span);
    }
    return merged;
}
/** `spans`: in order, without overlaps. */
function replaceSpans(text, spans) {
    let clean = '';
    let done = 0;
    for (const { start, end } of spans) {
        clean += `${text.slice(done, start)}***`;
        done = end;
    }
    return clean + text.slice(done);
}

;// CONCATENATED MODULE: ../../lib/action/secrets/secrets.js



/**
 * `mask` tells the runner to replace a text in the log. It is called for each secret. Values that are too short to be
 * recognized are neither redacted nor masked: each letter of the log might be one.
 */
function openSecrets(values, mask) {
    const known = indexSecrets();
    const added = new Set();
    const add = (secret) => {
        if (secret.trim().length < secret_encodings/* MIN_SECRET_LENGTH */.vb || added.has(secret))
            return;
        added.add(secret);
        known.add(secret);
        for (const text of masksOf(secret))
            mask(text);
    };
    for (const value of values)
        add(value);
    return { ...known, add, redact: (text) => redactSecrets(text, known) };
}
/**
 * The value, its base64, and the base64 that `Authorization: basic` carries for git. A value of several lines is masked line by
 * line: the runner would mask each line, also one like `{` (https://github.com/Azure/login/issues/113).
 */
const masksOf = (secret) => [
    ...(secret.trim().includes('\n') ? (0,secret_encodings/* secretLinesOf */.Ze)(secret) : [secret]),
    base64(secret),
    base64(`x-access-token:${secret}`),
];
const base64 = (text) => Buffer.from(text).toString('base64');
/** The text with the known secrets, and whatever looks like a secret of a well-known kind, replaced. */
function redactSecrets(text, known) {
    const redacted = known.redactKnown(text);
    return replaceSpans(redacted, mergeSpans((0,find_secrets/* findWellKnownSecrets */._)(redacted)));
}


/***/ }),

/***/ 9452:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ ASKING_EVENTS),
/* harmony export */   Ko: () => (/* binding */ readInputs),
/* harmony export */   jO: () => (/* binding */ chooseMode)
/* harmony export */ });
/* unused harmony export Inputs */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(6416);
/* harmony import */ var _contract_job_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8909);
/* harmony import */ var _contract_model_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1135);
/* harmony import */ var _contract_runner_protocol_assignment_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(682);
/* harmony import */ var _contract_runner_protocol_protocol_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1158);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1167);






const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** GitHub passes an input that is not set as an empty string. */
const optional = zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()
    .trim()
    .transform((text) => (text === '' ? null : text));
const flag = zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()
    .trim()
    .toLowerCase()
    .pipe(zod__WEBPACK_IMPORTED_MODULE_5__/* ["enum"] */ .k5n(['', 'true', 'false'], { error: 'must be `true` or `false`' }))
    .transform((text) => text === 'true');
const effort = zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()
    .trim()
    .toLowerCase()
    .pipe(zod__WEBPACK_IMPORTED_MODULE_5__/* ["enum"] */ .k5n(['', ..._contract_model_js__WEBPACK_IMPORTED_MODULE_1__/* .EFFORTS */ .ig], { error: `must be one of ${_contract_model_js__WEBPACK_IMPORTED_MODULE_1__/* .EFFORTS */ .ig.join(', ')}` }))
    .transform((text) => (text === '' ? null : text));
const limit = (fallback, whole) => zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()
    .trim()
    .transform((text) => (text === '' ? fallback : Number(text)))
    .refine((value) => value > 0 && Number.isFinite(value) && (!whole || Number.isInteger(value)), {
    error: `must be a ${whole ? 'whole ' : ''}number above 0`,
});
const appUrl = optional.transform((text, context) => {
    if (text === null)
        return null;
    const url = URL.parse(text);
    if (url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.has(url.hostname))) {
        // The server compares the audience of the OIDC token as a string, so it has no slash at the end.
        return (url.origin + url.pathname).replace(/\/+$/, '');
    }
    context.addIssue({ code: 'custom', message: 'must be an https:// URL' });
    return zod__WEBPACK_IMPORTED_MODULE_6__/* .NEVER */ .tm;
});
const prompt = zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()
    .max(_contract_job_js__WEBPACK_IMPORTED_MODULE_0__/* .PROMPT_LIMIT */ .lt, { error: `must have at most ${_contract_job_js__WEBPACK_IMPORTED_MODULE_0__/* .PROMPT_LIMIT */ .lt} characters` })
    .transform((text) => (text.trim() === '' ? null : text));
/** Separated by commas or white space. */
const models = zod__WEBPACK_IMPORTED_MODULE_5__/* .string */ .YjP()
    .transform((text) => text.split(/[\s,]+/).filter((name) => name !== ''))
    .refine((names) => names.length <= _contract_model_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_FALLBACKS */ .Bi, { error: `must name at most ${_contract_model_js__WEBPACK_IMPORTED_MODULE_1__/* .MAX_FALLBACKS */ .Bi} models` })
    .superRefine((names, context) => {
    for (const name of names.filter((one) => (0,_contract_model_js__WEBPACK_IMPORTED_MODULE_1__/* .parseModelName */ .s_)(one) === null))
        context.addIssue({ code: 'custom', message: `names ${name}, which is not \`provider/model\`` });
});
/** The inputs, by their names in action.yml. */
const Inputs = zod__WEBPACK_IMPORTED_MODULE_5__/* .object */ .Ikc({
    run: optional,
    'app-url': appUrl,
    prompt,
    model: optional,
    'fallback-models': models,
    effort,
    ref: optional,
    draft: flag,
    'github-token': optional,
    'max-steps': limit(100, true),
    'max-minutes': limit(30, false),
    'max-cost-usd': limit(5, false),
    'max-tokens': limit(_contract_runner_protocol_assignment_js__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULT_TOKENS */ .nD, true),
    'max-runs-per-day': limit(20, true),
});
/** The runner passes an input as `INPUT_` and its name in upper case, hyphens included. */
function readInputs(env) {
    const given = Object.fromEntries(Object.keys(Inputs.shape).map((name) => [name, env[`INPUT_${name.toUpperCase()}`] ?? '']));
    const parsed = Inputs.safeParse(given);
    if (parsed.success)
        return parsed.data;
    const lines = parsed.error.issues.map((issue) => `input \`${issue.path.join('.')}\` ${issue.message}`);
    throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .fail */ .fJ)('input-invalid', lines.join('; '), parsed.error);
}
/** Events that say themselves what to do. */
const ASKING_EVENTS = new Set(['issue_comment', 'issues']);
/** `event`: the name of the event that started the workflow. */
function chooseMode(inputs, event) {
    const appUrl = inputs['app-url'];
    if (inputs.run !== null) {
        if (appUrl === null)
            throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .fail */ .fJ)('input-invalid', '`run` is set but `app-url` is empty: name your server');
        return { kind: 'claim', appUrl, run: inputs.run };
    }
    const { prompt } = inputs;
    if (appUrl === null && ASKING_EVENTS.has(event))
        return standalone(inputs, null);
    if (prompt === null) {
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .fail */ .fJ)('input-invalid', '`run` and `prompt` are both empty: to start by hand, say what to do in `prompt`');
    }
    if (appUrl !== null)
        return { kind: 'register', appUrl, request: registration(inputs, prompt) };
    return standalone(inputs, prompt);
}
function standalone(inputs, prompt) {
    if (inputs.model === null) {
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .fail */ .fJ)('input-invalid', '`model` is empty: without `app-url`, name it as `provider/model`');
    }
    if (inputs['github-token'] === null) {
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .fail */ .fJ)('input-invalid', '`github-token` is empty: leave it out to use the token of the workflow');
    }
    return { kind: 'standalone', prompt, model: inputs.model, token: inputs['github-token'] };
}
function registration(inputs, prompt) {
    return {
        protocol: _contract_runner_protocol_protocol_js__WEBPACK_IMPORTED_MODULE_3__/* .PROTOCOL_VERSION */ .WP,
        prompt,
        ...(inputs.model !== null && { model: inputs.model }),
        ...(inputs['fallback-models'].length > 0 && { fallbackModels: inputs['fallback-models'] }),
        ...(inputs.ref !== null && { ref: inputs.ref }),
        ...(inputs.draft && { draft: true }),
    };
}


/***/ }),

/***/ 1222:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ monotonicClock)
/* harmony export */ });
/**
 * Milliseconds since 1970, by a clock that only goes forward. The clock of the machine may be set while a job runs, for
 * example after the machine was paused, and must not shorten or extend the run.
 */
const monotonicClock = () => Math.round(performance.timeOrigin + performance.now());


/***/ }),

/***/ 1589:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ readEnvironment)
/* harmony export */ });
/* harmony import */ var _mcp_header_bindings_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5139);
/* harmony import */ var _models_providers_custom_headers_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(90);
/* harmony import */ var _models_providers_placeholder_key_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3759);
/* harmony import */ var _secrets_secret_encodings_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4993);




/**
 * Names of secrets: GitHub tokens, keys of model providers, and others that the job's `env:` sets. Not every `…_KEY`: the
 * value of a CACHE_KEY may be an ordinary text, and a change that contains a secret is refused.
 */
const SECRET_NAME = /(^|_)(TOKEN|API_?KEY|ACCESS_KEY|PRIVATE_KEY|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;
/** Passwords in other URLs are often ordinary words, for example that of a test database, which many files contain. */
const PROXY_NAME = /^(https?|all)_proxy$/i;
/**
 * Copies the environment and deletes from `env` all inputs, the variables of the runner's services and all secrets, so
 * that no child process inherits them. With `ACTIONS_ID_TOKEN_REQUEST_*` alone, a process can mint OIDC tokens for any
 * audience.
 */
function readEnvironment(env) {
    const all = { ...env };
    const secrets = new Set();
    for (const [name, value] of Object.entries(all)) {
        const secret = isSecret(name);
        const isProxy = PROXY_NAME.test(name);
        const binding = [...(0,_mcp_header_bindings_js__WEBPACK_IMPORTED_MODULE_3__/* .secretsInBinding */ .O)(name, value ?? ''), ...(0,_models_providers_custom_headers_js__WEBPACK_IMPORTED_MODULE_0__/* .secretsInHeaders */ .F)(name, value ?? '')];
        const found = secret ? [value?.trim() ?? ''] : isProxy ? passwordsIn(value ?? '') : binding;
        for (const text of found) {
            if (text.length >= _secrets_secret_encodings_js__WEBPACK_IMPORTED_MODULE_2__/* .MIN_SECRET_LENGTH */ .vb && !(0,_models_providers_placeholder_key_js__WEBPACK_IMPORTED_MODULE_1__/* .isPlaceholderKey */ .P)(text, baseUrlOf(name, all)))
                secrets.add(text);
        }
        if (secret || /^(INPUT|ACTIONS|PRENTICE_MCP)_|_CUSTOM_HEADERS$/i.test(name))
            delete env[name];
    }
    return { all, secrets: [...secrets] };
}
/** Where a key goes: `OPENAI_BASE_URL` for `OPENAI_API_KEY`. */
const baseUrlOf = (name, all) => name.endsWith('_API_KEY') ? all[name.replace(/API_KEY$/, 'BASE_URL')] : undefined;
/** As written in the URL, and decoded. */
function passwordsIn(value) {
    const password = URL.parse(value.trim())?.password ?? '';
    try {
        return [password, decodeURIComponent(password)];
    }
    catch {
        // A percent sign that starts no escape.
        return [password];
    }
}
function isSecret(name) {
    return SECRET_NAME.test(name) || name.toUpperCase() === 'INPUT_GITHUB-TOKEN';
}


/***/ }),

/***/ 247:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

__webpack_require__.r(__webpack_exports__);
/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   useProxy: () => (/* binding */ useProxy)
/* harmony export */ });
/* harmony import */ var node_http__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7067);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1167);


const PROXY_NAME = /^https?_proxy$/i;
/**
 * Makes `fetch` use the proxy of the environment, from Node 24.14 on; an older runner works only without one. A proxy
 * without a scheme is one of http, as for curl and so for git. Node refuses it.
 */
function useProxy(environment) {
    const proxies = Object.entries(environment)
        .filter(([name]) => PROXY_NAME.test(name))
        .map(([name, value = '']) => [name, withScheme(value.trim())]);
    const wrong = proxies.find(([, value]) => value !== '' && URL.parse(value) === null);
    // Without its value, which may hold a password.
    if (wrong !== undefined)
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .fail */ .fJ)('input-invalid', `the environment variable ${wrong[0]} is not the URL of a proxy; write it like http://proxy.example:8080`);
    node_http__WEBPACK_IMPORTED_MODULE_0__.setGlobalProxyFromEnv?.({ ...environment, ...Object.fromEntries(proxies) });
}
const withScheme = (value) => value === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;


/***/ }),

/***/ 8865:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   TH: () => (/* binding */ foldText),
/* harmony export */   pv: () => (/* binding */ foldLetters),
/* harmony export */   tu: () => (/* binding */ foldPath)
/* harmony export */ });
/**
 * One spelling for all paths that some file system treats as the same. macOS and Windows ignore letter case, macOS ignores
 * invisible characters, Windows ignores trailing dots and spaces and everything after a colon. Pure.
 */
const foldPath = (path) => path.split('/').map(foldName).join('/');
function foldName(name) {
    const [bare = ''] = foldLetters(name).split(':');
    const folded = bare.replace(/(?<![. ])[. ]+$/, '');
    return folded === '' ? name : folded;
}
/** The same for the letters of a glob, whose punctuation has a meaning. Pure. */
const foldLetters = (text) => text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    // Upper case first, then lower case: this also unifies letters that share a capital (ſ and s).
    .toUpperCase()
    .toLowerCase();
const SKIPPED = /[\s\p{Default_Ignorable_Code_Point}]/u;
/** The high half of the tags and further variation selectors, none of which shows. */
const TAGS = 0xdb40;
/** White space, zero bytes (UTF-16 puts one beside every letter) and characters that do not show are passed over. */
function foldText(text) {
    const units = new Uint16Array(text.length);
    const at = new Uint32Array(text.length);
    let length = 0;
    for (let index = 0; index < text.length; index += 1) {
        const unit = text.charCodeAt(index);
        if (unit === TAGS)
            index += 1;
        else if (unit > 32 && (unit < 127 || !SKIPPED.test(text.charAt(index)))) {
            units[length] = unit;
            at[length] = index;
            length += 1;
        }
    }
    return { units: units.subarray(0, length), at: at.subarray(0, length) };
}


/***/ }),

/***/ 2934:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   AM: () => (/* binding */ readImage),
/* harmony export */   Xq: () => (/* binding */ IMAGE_LIMITS),
/* harmony export */   n6: () => (/* binding */ readImageHeader)
/* harmony export */ });
/* harmony import */ var _tool_result_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(948);

/** Of what a model is shown. */
const IMAGE_LIMITS = {
    /** Anthropic accepts 5 MB of base64 (https://docs.claude.com/en/docs/build-with-claude/vision); others accept more. */
    bytes: 3_750_000,
    /** The same page. Providers scale larger images down before they show them to the model. */
    edge: 8000,
};
/** Of what is decoded: a camera has 50,000,000, a screen with 8K has 33,000,000. A small file can claim any number. */
const MAX_PIXELS = 50_000_000;
const NAMES = {
    'image/png': 'a PNG image',
    'image/jpeg': 'a JPEG image',
    'image/gif': 'a GIF image',
    'image/webp': 'a WebP image',
};
/** The image in `bytes`, for a model that accepts images; `null`: they are no image. */
async function readImage(name, bytes, { types, scale }) {
    const header = readImageHeader(bytes);
    if (header === null)
        return null;
    const { mediaType, width, height } = header;
    const what = `${name} is ${NAMES[mediaType]} of ${width} × ${height} pixels and ${bytes.length} bytes`;
    const obstacle = findObstacle(header, bytes.length, types);
    if (obstacle === null)
        return { ...(0,_tool_result_js__WEBPACK_IMPORTED_MODULE_0__/* .done */ .V)(`${what}. It follows.`), image: toImage(mediaType, bytes) };
    if (scale === null || !types.includes('image/png'))
        return (0,_tool_result_js__WEBPACK_IMPORTED_MODULE_0__/* .refused */ .J)(`${what}. ${obstacle}`);
    if (width * height > MAX_PIXELS)
        return (0,_tool_result_js__WEBPACK_IMPORTED_MODULE_0__/* .refused */ .J)(`${what}. ${obstacle} It has too many pixels to be scaled: at most ${MAX_PIXELS} are.`);
    const scaled = await scale(bytes);
    if (scaled === null || !types.includes(scaled.mediaType))
        return (0,_tool_result_js__WEBPACK_IMPORTED_MODULE_0__/* .refused */ .J)(`${what}. ${obstacle} It could not be decoded and scaled.`);
    const frame = mediaType === 'image/gif' ? 'Its first frame' : 'It';
    return {
        ...(0,_tool_result_js__WEBPACK_IMPORTED_MODULE_0__/* .done */ .V)(`${what}. ${frame} follows as ${NAMES[scaled.mediaType]} of ${scaled.width} × ${scaled.height} pixels.`),
        image: toImage(scaled.mediaType, scaled.bytes),
    };
}
const toImage = (mediaType, bytes) => ({ mediaType, data: bytes.toString('base64') });
function findObstacle({ mediaType, width, height }, length, types) {
    if (!types.includes(mediaType))
        return 'You cannot see images of this type.';
    return length > IMAGE_LIMITS.bytes || width > IMAGE_LIMITS.edge || height > IMAGE_LIMITS.edge
        ? `It is too large to be shown: at most ${IMAGE_LIMITS.bytes} bytes and ${IMAGE_LIMITS.edge} pixels on each side are.`
        : null;
}
/**
 * Reads the format and the size of an image without decoding it; `null`: it is none of these formats, or it ends before its
 * size. Pure.
 */
function readImageHeader(bytes) {
    const header = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
    return header !== null && header.width > 0 && header.height > 0 ? header : null;
}
const startsWith = (bytes, text, at = 0) => bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'));
/** https://www.w3.org/TR/png-3/#11IHDR */
function readPng(bytes) {
    if (!startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12) || bytes.length < 24)
        return null;
    return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
/** https://www.w3.org/Graphics/GIF/spec-gif89a.txt */
function readGif(bytes) {
    if (!(startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) || bytes.length < 10)
        return null;
    return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}
/** https://developers.google.com/speed/webp/docs/riff_container: simple, lossless and extended files. */
function readWebp(bytes) {
    if (!startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8) || bytes.length < 30)
        return null;
    const mediaType = 'image/webp';
    switch (bytes.toString('latin1', 12, 16)) {
        case 'VP8 ':
            return { mediaType, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
        case 'VP8L': {
            const bits = bytes.readUInt32LE(21);
            return { mediaType, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
        }
        case 'VP8X':
            return { mediaType, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
        default:
            return null;
    }
}
/** https://www.w3.org/Graphics/JPEG/itu-t81.pdf, table B.1: the frame header stands after any number of other segments. */
function readJpeg(bytes) {
    if (!startsWith(bytes, '\xff\xd8\xff'))
        return null;
    for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
        const marker = bytes[at + 1] ?? 0;
        if (marker === 0xff)
            at += 1;
        else if (isFrame(marker))
            return {
                mediaType: 'image/jpeg',
                width: bytes.readUInt16BE(at + 7),
                height: bytes.readUInt16BE(at + 5),
            };
        else
            at += 2 + Math.max(2, bytes.readUInt16BE(at + 2));
    }
    return null;
}
/** DHT, JPG and DAC stand between the frame markers. */
const isFrame = (marker) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);


/***/ }),

/***/ 948:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   J: () => (/* binding */ refused),
/* harmony export */   V: () => (/* binding */ done)
/* harmony export */ });
const done = (text) => ({ ok: true, text });
const refused = (text) => ({ ok: false, text });


/***/ }),

/***/ 2641:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mw: () => (/* binding */ describeFallback),
/* harmony export */   RQ: () => (/* binding */ describeEvidence),
/* harmony export */   dd: () => (/* binding */ answeredBy),
/* harmony export */   eV: () => (/* binding */ describeRetry)
/* harmony export */ });
/** A retry in one line, with times of day in UTC. Pure. */
function describeRetry({ host, why, retry, next, until }) {
    const time = (at) => new Date(at).toISOString().slice(11, 19);
    const end = until === null ? '' : `, gives up at ${time(until)}`;
    return `cannot reach the model at ${host} (${why}); retry ${retry} at ${time(next)}${end} UTC`;
}
/** One model takes over from another, in one line. Pure. */
const describeFallback = ({ from, to, why }) => `${from} is not available (${why}); ${to} continues`;
/** One line for people. Its names are text from outside. Pure. */
function describeEvidence({ result, files, checks, why }) {
    const alone = `with only its ${files === 1 ? 'test file' : `${files} test files`}`;
    const names = checks.join(', ');
    switch (result) {
        case 'fails-without-change':
            return `Tests of the change: without it, ${alone}, this fails: ${names} (reported by the runner)`;
        case 'does-not-build-without-change':
            return `Tests of the change: without it, ${alone}, this does not build, which shows nothing: ${names} (reported by the runner)`;
        case 'passes-without-change':
            return `Tests of the change: without it, ${alone}, all checks pass, too (reported by the runner)`;
        case 'unknown':
            return `Tests of the change: whether they fail without it is unknown: ${why ?? 'no reason was given'}`;
    }
}
/** The models that answered in a run of `model`, in their order. Pure. */
function answeredBy(model, used = []) {
    const [first, ...others] = used.filter(({ steps }) => steps > 0).map((one) => one.model);
    return first === undefined ? [model] : [first, ...others];
}


/***/ }),

/***/ 5481:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $d: () => (/* binding */ PLAN_ITEM_LENGTH),
/* harmony export */   go: () => (/* binding */ MAX_PLAN_ITEMS),
/* harmony export */   jA: () => (/* binding */ RecordedEvent)
/* harmony export */ });
/* unused harmony exports Stage, AgentEvent, JobEvent */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3477);
/* harmony import */ var _run_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1971);


/** The stages of the action, in their order. */
const Stage = zod__WEBPACK_IMPORTED_MODULE_1__/* ["enum"] */ .k5n(['claim', 'prepare', 'agent', 'plan', 'push', 'pull-request', 'result']);
const MAX_PLAN_ITEMS = 20;
const PLAN_ITEM_LENGTH = 200;
const PlanItem = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(PLAN_ITEM_LENGTH), done: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY() });
/** Progress of a run, short and without file contents. */
const AgentEvent = zod__WEBPACK_IMPORTED_MODULE_1__/* .discriminatedUnion */ .gMt('type', [
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('stage'), stage: Stage }),
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('tool'),
        step: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1),
        tool: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(64),
        /** The argument of the call, usually a path; of a refused `finish`, why. */
        target: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(300),
        ok: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY(),
    }),
    /** A model call ended. Tokens are totals of the run so far. */
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('step'),
        step: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1),
        inputTokens: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0),
        /** Part of `inputTokens` that the provider had in its cache. */
        cachedInputTokens: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0).optional(),
        outputTokens: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0),
        costUsd: zod__WEBPACK_IMPORTED_MODULE_1__/* .number */ .aig().min(0).max(_run_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_USD */ .Kd).nullable(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('note'), text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(1000) }),
    /** The checklist of the agent; it replaces the one before. */
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('plan'), items: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(PlanItem).max(MAX_PLAN_ITEMS) }),
    /** The running agent read a message of the caller. */
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('message'), number: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1) }),
    /** The model cannot be asked for now. Reported only to a server with the feature `retries`. */
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('retry'),
        host: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(253),
        why: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(200),
        retry: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1),
        next: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(),
        until: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().nullable(),
    }),
    /** Another model takes over. Reported only to a server with the feature `fallback-models`. */
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        type: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('fallback'),
        from: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(300),
        to: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(300),
        why: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().max(200),
    }),
]);
/** `seq` counts from 1 within a run, without gaps. */
const RecordedEvent = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ seq: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1), at: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$(), event: AgentEvent });
const [stage, tool, step, note, plan, message, retry, fallback] = AgentEvent.options;
const PLACE = {
    run: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1).describe('Number of the run.'),
    seq: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr()
        .min(1)
        .describe('Position of the event in the run, from 1. The id of the event is `<run>-<seq>`.'),
    at: zod__WEBPACK_IMPORTED_MODULE_2__/* .datetime */ .w$().describe('When the event happened, by the clock of the runner.'),
};
/** The data of each event of a stream, except `job`, whose data is the job. */
const JobEvent = zod__WEBPACK_IMPORTED_MODULE_1__/* .discriminatedUnion */ .gMt('type', [
    stage.extend({
        ...PLACE,
        stage: stage.shape.stage.describe('The stage that the run enters. `claim` is reserved: no run reports it.'),
    }),
    tool.extend({
        ...PLACE,
        step: tool.shape.step.describe('The step that called the tool.'),
        tool: tool.shape.tool.describe('Name of the tool.'),
        target: tool.shape.target.describe('What the tool was used on, usually a path.'),
        ok: tool.shape.ok.describe('Whether the call succeeded.'),
    }),
    step.extend({
        ...PLACE,
        step: step.shape.step.describe('Number of the model call that has ended, from 1.'),
        inputTokens: step.shape.inputTokens.describe('Tokens of the run so far.'),
        cachedInputTokens: step.shape.cachedInputTokens.describe('Part of `inputTokens` that was read from the cache of the provider.'),
        outputTokens: step.shape.outputTokens.describe('Tokens of the run so far.'),
        costUsd: step.shape.costUsd.describe('Estimated cost of the run so far, in US dollars; `null` if the price is unknown.'),
    }),
    note.extend({
        ...PLACE,
        text: note.shape.text.describe('A remark of the agent or of the action.'),
    }),
    plan.extend({
        ...PLACE,
        items: plan.shape.items.describe('The checklist of the agent, in order. It replaces the one of an earlier event. Its texts come from the model.'),
    }),
    message.extend({
        ...PLACE,
        number: message.shape.number.describe('Number of the prompt that the agent read while it worked: 1 is the prompt of the job, 2 the first message.'),
    }),
    retry.extend({
        ...PLACE,
        host: retry.shape.host.describe('The server of the model, which cannot be reached or refuses the request for now.'),
        why: retry.shape.why.describe('What it said, or why it was not reached.'),
        retry: retry.shape.retry.describe('Number of the next retry of this request, from 1.'),
        next: retry.shape.next.describe('When that retry is made.'),
        until: retry.shape.until.describe('When the action gives up; `null` if that depends on the number of tries.'),
    }),
    fallback.extend({
        ...PLACE,
        from: fallback.shape.from.describe('The model that is down, out of quota or retired.'),
        to: fallback.shape.to.describe('The model that continues, until the run ends.'),
        why: fallback.shape.why.describe('What the provider of the first said.'),
    }),
])
    .meta({ id: 'JobEvent' });


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


/***/ }),

/***/ 682:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  In: () => (/* binding */ Assignment),
  nD: () => (/* binding */ DEFAULT_TOKENS),
  Lb: () => (/* binding */ MAX_MCP_SERVERS)
});

// UNUSED EXPORTS: CommitIdentity, EarlierTurn, Instruction, Limits, McpServer

// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
// EXTERNAL MODULE: ../../lib/contract/checks.js
var checks = __webpack_require__(6749);
// EXTERNAL MODULE: ../../lib/contract/job.js
var job = __webpack_require__(8909);
// EXTERNAL MODULE: ../../lib/contract/model.js
var model = __webpack_require__(1135);
;// CONCATENATED MODULE: ../../lib/contract/runner-protocol/material.js

/** The issue that a job was asked for on. */
const AssignedIssue = schemas/* object */.Ikc({
    number: schemas/* int */.Whr().min(1),
    /** The text at that time. It is data, regardless of its author. Absent: the settings leave it out. */
    text: schemas/* object */.Ikc({ title: schemas/* string */.YjP(), body: schemas/* string */.YjP(), author: schemas/* string */.YjP() }).optional(),
});
/** A text that comes with the prompts. It is data, regardless of its author. */
const Material = schemas/* object */.Ikc({
    /** What it is, for example `the changes of acme/api#12`. */
    of: schemas/* string */.YjP().min(1).max(200),
    text: schemas/* string */.YjP(),
    /** Most characters of it that stand in the context, of its beginning and its end. Absent: its share of the room. */
    excerpt: schemas/* int */.Whr().min(1).optional(),
});
/** Most images of an assignment. */
const MAX_ATTACHED_IMAGES = 10;
/**
 * An image in the issue that the job is for, or in a comment or a review that asked. It stood there before the request, and
 * its author is one whose text the agent gets. It is data, regardless of its author. It may be a video or a missing file.
 */
const AttachedImage = schemas/* object */.Ikc({
    /** Where it stands, for example `the issue` or `prompt 2`. */
    of: schemas/* string */.YjP().min(1).max(100),
    /** As the text has it, at one of GitHub's addresses for attachments. */
    url: schemas/* url */.OZ5().max(500),
    /**
     * Where GitHub serves it without a session, for about five minutes after the claim. Absent: GitHub did not say; a public
     * repository's images are at `url`, too.
     */
    signedUrl: schemas/* url */.OZ5().max(4000).optional(),
});
/** A pull request of another repository because of which there is work. */
const Source = schemas/* object */.Ikc({
    repository: schemas/* string */.YjP().regex(/^[\w-]+\/[\w.-]+$/),
    number: schemas/* int */.Whr().min(1),
});
/** Other repositories that the agent may read. */
const Context = schemas/* object */.Ikc({
    /** Reads the contents of these repositories. The action revokes it before the agent starts. */
    token: schemas/* string */.YjP(),
    repositories: schemas/* array */.YOg(schemas/* object */.Ikc({
        owner: schemas/* string */.YjP().regex(/^[\w-]+$/),
        name: schemas/* string */.YjP().regex(/^(?!\.{1,2}$)[\w.-]+$/),
        /** The default branch. */
        branch: schemas/* string */.YjP().min(1),
    }))
        .min(1)
        .max(10),
});

// EXTERNAL MODULE: ../../lib/contract/runner-protocol/protocol.js
var protocol = __webpack_require__(1158);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/publish.js
var publish = __webpack_require__(5783);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/result.js
var result = __webpack_require__(5283);
;// CONCATENATED MODULE: ../../lib/contract/runner-protocol/assignment.js








/** The default token limit: more than a hundred large steps. */
const DEFAULT_TOKENS = 10_000_000;
const Limits = schemas/* object */.Ikc({
    steps: schemas/* int */.Whr().min(1),
    seconds: schemas/* int */.Whr().min(1),
    costUsd: schemas/* number */.aig().positive(),
    /** Follows "its limit of 4 USD" in a sentence: which budget has only that left. Absent: the settings name the limit. */
    costBudget: schemas/* string */.YjP().max(300).optional(),
    /** Total of the tokens that the model reads and writes. Absent from an older app. */
    tokens: schemas/* int */.Whr().min(1).optional(),
});
/** An instruction file from the default branch. */
const Instruction = schemas/* object */.Ikc({ path: schemas/* string */.YjP(), text: schemas/* string */.YjP() });
/** Prompts and outcome of an earlier run of the same job. */
const EarlierTurn = schemas/* object */.Ikc({
    prompts: schemas/* array */.YOg(schemas/* string */.YjP()),
    outcome: schemas/* string */.YjP(),
    summary: schemas/* string */.YjP().nullable(),
});
/**
 * The incomplete work of an earlier run of the same prompts, which ended because the quota of the model was used up, or with a
 * question.
 */
const UnfinishedWork = schemas/* object */.Ikc({
    /** For `git apply`, in base64. */
    patch: schemas/* string */.YjP(),
    /** What that run had done, for the agent. Data: text that the agent read may have shaped it. */
    notes: schemas/* string */.YjP(),
});
const CommitIdentity = schemas/* object */.Ikc({ name: schemas/* string */.YjP(), email: schemas/* string */.YjP() });
/** An MCP server that the agent may ask, from the settings of the project. */
const McpServer = schemas/* object */.Ikc({
    name: schemas/* string */.YjP().min(1).max(20),
    url: schemas/* url */.OZ5(),
    /** The tools that the agent may call. */
    tools: schemas/* array */.YOg(schemas/* string */.YjP().min(1).max(128)).min(1),
});
const MAX_MCP_SERVERS = 5;
/** Everything that a run needs. A repeated claim with the same secret gets the same response and a new fetch token. */
const Assignment = schemas/* object */.Ikc({
    /** Features of the server. */
    features: protocol/* Features */.O5.optional(),
    run: schemas/* string */.YjP(),
    job: schemas/* string */.YjP(),
    number: schemas/* int */.Whr().min(1),
    repository: schemas/* object */.Ikc({
        id: schemas/* int */.Whr(),
        owner: schemas/* string */.YjP(),
        name: schemas/* string */.YjP(),
        /** Web URL; `<url>.git` is the remote. */
        url: schemas/* url */.OZ5(),
        private: schemas/* boolean */.zMY(),
    }),
    /** The branch that a new working branch starts from, and that the pull request targets. */
    base: schemas/* string */.YjP(),
    /** What names the base: the `ref` of the job, the settings of the project, or neither. Absent: the pull request alone. */
    baseFrom: schemas/* enum */.k5n(['job', 'config', 'default-branch']).optional(),
    /** The agent follows the instruction files of this branch, whatever the base. Absent: only those of the root. */
    defaultBranch: schemas/* string */.YjP().optional(),
    /** The working branch; it may exist already. */
    branch: schemas/* string */.YjP(),
    /**
     * The base is merged into the working branch, as part of the work. `alone`: the prompts ask for nothing else, so that
     * the agent is needed for conflicts only. `mergesWorkflows`: whether the server commits a merge whose base changes workflow
     * files, for which the App needs an optional permission; absent from an older app. Absent: it is not merged.
     */
    update: schemas/* object */.Ikc({ alone: schemas/* boolean */.zMY(), mergesWorkflows: schemas/* boolean */.zMY().optional() }).optional(),
    /** The open pull request of an earlier turn. */
    pullRequest: schemas/* object */.Ikc({ number: schemas/* int */.Whr().min(1), url: schemas/* url */.OZ5() }).nullable(),
    prompts: schemas/* array */.YOg(protocol/* NumberedPrompt */.VD).min(1),
    /** The agent reads and answers: the run changes nothing. Absent: it makes a change. */
    mode: job/* Mode */.Kt.optional(),
    /** JSON Schema that the output of the run must satisfy. Absent: none is asked for. */
    outputSchema: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).optional(),
    /** The agent may end the run with a question. Absent: it may not, or the action does not announce the feature. */
    questions: schemas/* literal */.euz(true).optional(),
    /**
     * What the mode `review` is about. The agent reads the head of the pull request, which may be in a fork; its changes are among
     * the material. Absent: another mode, or none.
     */
    review: schemas/* object */.Ikc({ pullRequest: schemas/* int */.Whr().min(1) }).optional(),
    earlier: schemas/* array */.YOg(EarlierTurn),
    /** The pull request closes it. Absent: the job was not asked for on an issue. */
    issue: AssignedIssue.optional(),
    /** Absent: there is none, or the action does not announce the feature. */
    material: schemas/* array */.YOg(Material).optional(),
    /** Absent: there is none, or the action does not announce the feature. A repeated claim gets new signed URLs. */
    images: schemas/* array */.YOg(AttachedImage).max(MAX_ATTACHED_IMAGES).optional(),
    /** The pull request links them. Absent: none. */
    sources: schemas/* array */.YOg(Source).optional(),
    /** Absent: none, or the action does not announce the feature. */
    context: Context.optional(),
    /**
     * What the agent reads that nobody with write access wrote, in any turn of the job. `holdCi`: the commits do not start CI.
     * Absent: nothing.
     */
    outside: schemas/* object */.Ikc({ read: schemas/* array */.YOg(schemas/* string */.YjP().max(300)).max(20), holdCi: schemas/* boolean */.zMY() }).optional(),
    /** Begins a comment that continues the job. Absent: the settings switch comments off, or an older app. */
    commentCommand: schemas/* string */.YjP()
        .regex(/^\/[a-z]{1,40}$/)
        .optional(),
    /** If it still applies, it is published unchanged, and the agent does not run. */
    savedPatch: result/* SavedPatch */._t.optional(),
    /** The agent continues from it. */
    unfinishedWork: UnfinishedWork.optional(),
    model: schemas/* string */.YjP().min(1),
    /** Continue in this order where the model is not available. Absent: none, or the action does not announce the feature. */
    fallbackModels: schemas/* array */.YOg(schemas/* string */.YjP().min(1)).max(model/* MAX_FALLBACKS */.Bi).optional(),
    /** Absent: the default of the model. */
    effort: model/* Effort */.Pg.optional(),
    draft: schemas/* boolean */.zMY(),
    /** Folder in which the agent works. Absent: the root. */
    workingDirectory: schemas/* string */.YjP().min(1).optional(),
    limits: Limits,
    rules: publish/* PublishRules */.RB,
    instructions: schemas/* array */.YOg(Instruction),
    /** Checks from the default branch; absent: none. */
    checks: checks/* ChecksPlan */.LC.optional(),
    /** Absent: the agent may run no commands but the checks. */
    commands: checks/* CommandsPlan */.Oc.optional(),
    /** Absent: there are none, or the action does not announce the feature. */
    mcp: schemas/* array */.YOg(McpServer).min(1).max(MAX_MCP_SERVERS).optional(),
    /** Warnings about the settings file of the project and about the request, for the log of the run. */
    warnings: schemas/* array */.YOg(schemas/* string */.YjP()).optional(),
    /** Author of the commit: the app's bot. */
    author: CommitIdentity,
    /** The requester, if it is a GitHub account. */
    coAuthor: CommitIdentity.nullable(),
    /** False: the prompt must appear nowhere on GitHub (not in the log, summary, commit or pull request). */
    showPrompt: schemas/* boolean */.zMY(),
    /** Read-only token for this repository, for the fetch. */
    fetchToken: schemas/* string */.YjP(),
});


/***/ }),

/***/ 1158:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $7: () => (/* binding */ runnerPaths),
/* harmony export */   $R: () => (/* binding */ Sha),
/* harmony export */   Bs: () => (/* binding */ RUN_SECRET_HEADER),
/* harmony export */   Gv: () => (/* binding */ FEATURES),
/* harmony export */   Hq: () => (/* binding */ REASON_HEADER),
/* harmony export */   O5: () => (/* binding */ Features),
/* harmony export */   VD: () => (/* binding */ NumberedPrompt),
/* harmony export */   WP: () => (/* binding */ PROTOCOL_VERSION),
/* harmony export */   bk: () => (/* binding */ RegisterResponse),
/* harmony export */   zi: () => (/* binding */ EventsResponse)
/* harmony export */ });
/* unused harmony exports OLDEST_PROTOCOL_VERSION, ClaimRequest, RegisterRequest, EventsRequest */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(669);
/* harmony import */ var _events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5481);
/* harmony import */ var _job_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8909);
/* harmony import */ var _model_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1135);




/**
 * The internal protocol between the action and the app, under `/runner/v1`.
 *
 * claim, register, push-token and merge carry `Authorization: Bearer <OIDC token>` for the audience PUBLIC_URL; every call
 * carries the run secret in its own header. The action generates that secret and keeps it in memory only; the app keeps
 * its SHA-256. Errors are `{"error": "<message>"}`: 401 invalid token, 403 not the workflow of this run,
 * 404 unknown run, 409 not possible now, for example
 * claimed by another runner, 410 the run has ended, 413 too large or over a quota, 422 GitHub refuses what the run needs, 426 the
 * action or the app is too old, 429 too many tokens, 503 to be repeated.
 *
 * Only a change that an older side would misread raises the version. Other changes are optional fields, or features
 * that both sides announce. The server serves every version from the oldest to its own.
 */
const PROTOCOL_VERSION = 1;
const OLDEST_PROTOCOL_VERSION = 1;
/** Optional parts of the protocol. Each side announces the features that it supports and ignores unknown names. */
const FEATURES = [
    /** Runs the checks of the project and reports their results. */
    'checks',
    /** Publishes a saved patch without the agent. */
    'saved-patch',
    /** Reads the issue that a job is for, as data, and closes it with the pull request. */
    'issue',
    /** Gives the agent texts that come with the prompts, as data, and names their sources in the pull request. */
    'material',
    /** Keeps the work of a run whose model has no quota left, and continues it in a later run. */
    'parked-runs',
    /** Reports the checklist of the agent as an event. */
    'plan',
    /** Merges the base into the working branch. */
    'update',
    /** Says what the agent read from outside, and makes commits that do not start CI. */
    'outside',
    /** Gives the agent other repositories to read. */
    'context',
    /** Lets the agent ask MCP servers. */
    'mcp',
    /** Gives the agent the images of issues, comments and reviews, as data. */
    'images',
    /** Changes no file but those that the assignment names. */
    'files',
    /** Answers or plans, and changes nothing. */
    'mode',
    /** Reports as an event that the model cannot be reached, and when it is asked again. */
    'retries',
    /** Returns an output that satisfies the schema of the job. */
    'output',
    /** Ends a run with a question in place of a change, if the assignment allows it. */
    'questions',
    /** Continues with another model where one is not available, and says which models answered. */
    'fallback-models',
    /** Reviews a pull request, and reports findings. */
    'review',
];
const Features = zod__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().max(64)).max(100);
const RUN_SECRET_HEADER = 'prentice-run-secret';
/** Sent with 422 and 426: the code of the reason for the end of the run. The error is the message of that reason. */
const REASON_HEADER = 'prentice-reason';
const runnerPaths = {
    claim: () => '/runner/v1/claim',
    register: () => '/runner/v1/register',
    events: (run) => `/runner/v1/runs/${encodeURIComponent(run)}/events`,
    pushToken: (run) => `/runner/v1/runs/${encodeURIComponent(run)}/push-token`,
    merge: (run) => `/runner/v1/runs/${encodeURIComponent(run)}/merge`,
    patch: (run) => `/runner/v1/runs/${encodeURIComponent(run)}/patch`,
    result: (run) => `/runner/v1/runs/${encodeURIComponent(run)}/result`,
};
/** A commit or a tree, in SHA-1 or SHA-256. */
const Sha = zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/);
/** One prompt of the job; numbers count from 1 within the job. */
const NumberedPrompt = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ number: zod__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr().min(1), text: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP() });
const ClaimRequest = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    run: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().min(1).max(200),
    protocol: zod__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr().min(1),
    /** Features of the action. */
    features: Features.optional(),
});
/** A manual or scheduled workflow run first registers its job, once per workflow run, and then claims it. */
const RegisterRequest = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    protocol: zod__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr().min(1),
    prompt: _job_js__WEBPACK_IMPORTED_MODULE_1__/* .PromptText */ .ic,
    model: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().min(1).max(200).optional(),
    /** An older app ignores them. */
    fallbackModels: zod__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().min(1).max(200)).max(_model_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_FALLBACKS */ .Bi).optional(),
    ref: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP().min(1).max(255).optional(),
    draft: zod__WEBPACK_IMPORTED_MODULE_3__/* .boolean */ .zMY().optional(),
});
const RegisterResponse = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({ run: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP(), job: zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP() });
/** Also the heartbeat: the action sends it at least every 30 s while the agent works, even without events. */
const EventsRequest = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    events: zod__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(_events_js__WEBPACK_IMPORTED_MODULE_0__/* .RecordedEvent */ .jA).max(500),
    /** Highest number of a prompt that the agent has read. */
    acknowledged: zod__WEBPACK_IMPORTED_MODULE_3__/* .int */ .Whr().min(0),
});
const EventsResponse = zod__WEBPACK_IMPORTED_MODULE_3__/* .object */ .Ikc({
    /** Prompts above `acknowledged`. */
    messages: zod__WEBPACK_IMPORTED_MODULE_3__/* .array */ .YOg(NumberedPrompt),
    /** True: the app has ended the run, for example after a cancellation. The action stops and pushes nothing. */
    stop: zod__WEBPACK_IMPORTED_MODULE_3__/* .boolean */ .zMY(),
});


/***/ }),

/***/ 5783:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   RB: () => (/* binding */ PublishRules),
/* harmony export */   SG: () => (/* binding */ MergeResponse),
/* harmony export */   x: () => (/* binding */ PushTokenResponse)
/* harmony export */ });
/* unused harmony exports PushTokenRequest, MergeRequest */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _protocol_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1158);


/** What a run may publish. Paths are relative to the root, and are globs as in .gitignore unless stated otherwise. */
const PublishRules = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    /** Empty: every path that is not protected. */
    allowedPaths: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()),
    /** Paths that are protected by default, and that the project unprotects. */
    unprotectedPaths: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()),
    /** Paths that are protected in addition: the instruction files of the project. Literal, not globs. */
    protectedPaths: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()),
    /** The only paths that may change, provided that all other rules allow them. Literal, not globs. Absent: all. */
    files: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1)).min(1).max(1_000).optional(),
    maxFiles: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1),
    /** Maximum total size of all changed files. */
    maxBytes: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1),
    /** Whether scripts may become executable. Absent: no. */
    executableScripts: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
    /** Whether commits are made through GitHub's API, which signs them. Absent: only if a rule requires it. */
    signedCommits: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
});
/** Sent after the agent has ended. From then on, prompts above `acknowledged` open the next run. */
const PushTokenRequest = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    acknowledged: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0),
    plan: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ files: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0), additions: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0), deletions: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(0) }),
});
/** Both become part of a URL, so neither may contain anything that changes its path. */
const RepositoryName = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    owner: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^[\w-]+$/),
    name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().regex(/^(?!\.{1,2}$)[\w.-]+$/),
});
const PushTokenResponse = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    /** Contents and pull requests of one repository; at most an hour, revoked when the run ends. */
    token: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
    /**
     * The current name: the repository may have been renamed since the claim, and a push follows no redirect. Absent from
     * an older app.
     */
    repository: RepositoryName.optional(),
});
/**
 * Sent after the push token was issued, if the base changes workflow files, which no token of a runner may push: the server
 * commits the merge and moves the branch. Idempotent.
 */
const MergeRequest = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    /** The head of the working branch, and the commit of the base. Both become parents of the merge. */
    head: _protocol_js__WEBPACK_IMPORTED_MODULE_0__/* .Sha */ .$R,
    base: _protocol_js__WEBPACK_IMPORTED_MODULE_0__/* .Sha */ .$R,
    /** A tree on GitHub: what is published, but with the workflow files of `head`. */
    tree: _protocol_js__WEBPACK_IMPORTED_MODULE_0__/* .Sha */ .$R,
    /** What is published. The server makes this tree with the workflow files that it merged itself, and compares. */
    result: _protocol_js__WEBPACK_IMPORTED_MODULE_0__/* .Sha */ .$R,
    /** Of the commit. */
    message: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).max(100_000),
});
const MergeResponse = zod__WEBPACK_IMPORTED_MODULE_1__/* .discriminatedUnion */ .gMt('outcome', [
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ outcome: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('committed'), headSha: _protocol_js__WEBPACK_IMPORTED_MODULE_0__/* .Sha */ .$R }),
    /** The branch has another head. Nothing was published. */
    zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ outcome: zod__WEBPACK_IMPORTED_MODULE_1__/* .literal */ .euz('moved') }),
]);


/***/ }),

/***/ 5283:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $L: () => (/* binding */ PATCH_LIMIT),
/* harmony export */   KX: () => (/* binding */ MAX_FILE_NOTES),
/* harmony export */   Nt: () => (/* binding */ ResultResponse),
/* harmony export */   WU: () => (/* binding */ LONGEST_PARKING_SECONDS),
/* harmony export */   _t: () => (/* binding */ SavedPatch)
/* harmony export */ });
/* unused harmony exports FileNote, PatchDescription, Parking, ResultRequest */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(669);
/* harmony import */ var _checks_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6749);
/* harmony import */ var _output_output_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3193);
/* harmony import */ var _question_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8588);
/* harmony import */ var _reasons_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3523);
/* harmony import */ var _review_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5936);
/* harmony import */ var _run_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1971);
/* harmony import */ var _protocol_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(1158);








/** Maximum size of a patch that the app stores, in bytes. */
const PATCH_LIMIT = 10 * 1024 * 1024;
/** Why a file changed, in the agent's words. */
const FileNote = zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(_run_js__WEBPACK_IMPORTED_MODULE_5__/* .CHANGED_FILE_LENGTH */ .vu), why: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(300) });
const MAX_FILE_NOTES = 50;
/** The agent's texts for its change. With them a saved patch can be published without another call of the model. */
const PatchDescription = zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({
    title: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(1000),
    body: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(60_000),
    commitMessage: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(10_000),
    /** Absent: none, or from an older action. */
    files: zod__WEBPACK_IMPORTED_MODULE_7__/* .array */ .YOg(FileNote).max(MAX_FILE_NOTES).optional(),
    /** The reason that ended the agent's work; `null` if the agent finished. */
    endedBy: _reasons_js__WEBPACK_IMPORTED_MODULE_3__/* .ReportedReason */ .Kj.nullable(),
});
/** The work of an earlier run of the same prompts, which could not be published. */
const SavedPatch = PatchDescription.extend({
    /** For `git apply`, in base64, because a changed file may contain any bytes. */
    patch: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP(),
    summary: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP(),
    /** Absent: the job has no schema for one. */
    output: _output_output_js__WEBPACK_IMPORTED_MODULE_1__/* .Output */ .k7.optional(),
});
const ResultBase = {
    acknowledged: zod__WEBPACK_IMPORTED_MODULE_7__/* .int */ .Whr().min(0),
    summary: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(10_000).nullable(),
    usage: _run_js__WEBPACK_IMPORTED_MODULE_5__/* .Usage */ ._U.nullable(),
    /** One entry for each answer, in order. Absent from an older action; an older app ignores it. */
    perStep: zod__WEBPACK_IMPORTED_MODULE_7__/* .array */ .YOg(_run_js__WEBPACK_IMPORTED_MODULE_5__/* .AnswerUsage */ .eb).max(_run_js__WEBPACK_IMPORTED_MODULE_5__/* .MAX_ANSWERS */ .rf).optional(),
    /** Absent: none ran or were to run. */
    checks: _checks_js__WEBPACK_IMPORTED_MODULE_0__/* .ChecksOutcome */ .ew.optional(),
    /** Absent: the run ended before its change was read. */
    changedFiles: _run_js__WEBPACK_IMPORTED_MODULE_5__/* .ChangedFiles */ .Kt.optional(),
    /** Satisfies the schema of the job. Absent: it has none, or the agent returned none. */
    output: _output_output_js__WEBPACK_IMPORTED_MODULE_1__/* .Output */ .k7.optional(),
};
const Published = zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({ headSha: _protocol_js__WEBPACK_IMPORTED_MODULE_6__/* .Sha */ .$R, pullRequest: zod__WEBPACK_IMPORTED_MODULE_7__/* .int */ .Whr().min(1) });
/** The longest time for which a run is parked. */
const LONGEST_PARKING_SECONDS = 86_400;
/** The quota of the model is used up, and the next run of the same prompts can continue later. */
const Parking = zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({
    /** Until the provider answers again, counted from the report; `null`: it did not say. */
    seconds: zod__WEBPACK_IMPORTED_MODULE_7__/* .int */ .Whr().min(0).max(LONGEST_PARKING_SECONDS).nullable(),
    /** For the agent of the next run, if this run saved a patch. */
    notes: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(10_000),
});
/** The end of a run, as the runner reports it. Idempotent: the first report counts. */
const ResultRequest = zod__WEBPACK_IMPORTED_MODULE_7__/* .discriminatedUnion */ .gMt('outcome', [
    zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({ outcome: zod__WEBPACK_IMPORTED_MODULE_7__/* .literal */ .euz('published'), ...ResultBase, published: Published }),
    zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({
        outcome: zod__WEBPACK_IMPORTED_MODULE_7__/* .literal */ .euz('no-change'),
        ...ResultBase,
        /** Head of the working branch, if the branch exists. It must not have moved. */
        headSha: _protocol_js__WEBPACK_IMPORTED_MODULE_6__/* .Sha */ .$R.nullable(),
        /** What prevented a change, for example paths that the agent may not write. */
        obstacle: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(2000).optional(),
        /** Present if the run ended with a question. Its changes, if it made any, are saved. */
        question: _question_js__WEBPACK_IMPORTED_MODULE_2__/* .Question */ .vN.extend({
            /** For the agent of the next run. Absent: there are no changes, or they could not be saved whole. */
            notes: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP().max(10_000).optional(),
        }).optional(),
        /** Of a review. Absent: none, or another mode. */
        findings: zod__WEBPACK_IMPORTED_MODULE_7__/* .array */ .YOg(_review_js__WEBPACK_IMPORTED_MODULE_4__/* .Finding */ .wI).max(_review_js__WEBPACK_IMPORTED_MODULE_4__/* .MAX_FINDINGS */ .Mt).optional(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({
        outcome: zod__WEBPACK_IMPORTED_MODULE_7__/* .literal */ .euz('failed'),
        ...ResultBase,
        reason: _reasons_js__WEBPACK_IMPORTED_MODULE_3__/* .ReportedReason */ .Kj,
        /** A run that ends at a limit, or with a failure of the model, still publishes its changes, as a draft. */
        published: Published.nullable(),
        /** Present if the complete work was saved as a patch, and a later attempt to publish it may succeed. */
        patchDescription: PatchDescription.optional(),
        /** Present if the quota of the model is used up for a known time, or for an unknown one that ends by itself. */
        parking: Parking.optional(),
    }),
    zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({ outcome: zod__WEBPACK_IMPORTED_MODULE_7__/* .literal */ .euz('cancelled'), ...ResultBase }),
]);
const ResultResponse = zod__WEBPACK_IMPORTED_MODULE_7__/* .object */ .Ikc({ recorded: zod__WEBPACK_IMPORTED_MODULE_7__/* .boolean */ .zMY(), note: zod__WEBPACK_IMPORTED_MODULE_7__/* .string */ .YjP() });


/***/ })

};
