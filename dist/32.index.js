export const id = 32;
export const ids = [32];
export const modules = {

/***/ 7633:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ly: () => (/* binding */ shareFor),
/* harmony export */   Q5: () => (/* binding */ readLengthFor),
/* harmony export */   SC: () => (/* binding */ weightedLength),
/* harmony export */   Xo: () => (/* binding */ outputLengthFor)
/* harmony export */ });
/** From this size on, a window has room for everything that is described and printed. */
const AMPLE_TOKENS = 128_000;
/** What each request begins with: the system prompt and the tools. */
const FIXED_TOKENS = 2000;
const MIN_TOKENS = 1000;
/** How much of what a model with an ample window is shown has room in this window, up to 1. Pure. */
const shareFor = (window) => Math.min(1, freeIn(window) / freeIn(AMPLE_TOKENS));
/** A quarter of a small window is for the answer. */
const freeIn = (window) => Math.max(MIN_TOKENS, window * 0.75 - FIXED_TOKENS);
/** Maximum length of one tool output, in characters: one file must not fill a small window. Pure. */
const outputLengthFor = (window) => Math.min(30_000, Math.floor(window / 2));
/** Maximum length of a file that is read in one piece: with the notes on it, it fits into one output. Pure. */
const readLengthFor = (window) => outputLengthFor(window) - 2000;
/** The length of a text in characters of English: a character of most other scripts takes more tokens. Pure. */
function weightedLength(text) {
    let length = text.length;
    for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        if (unit >= FIRST_OF_ASIA)
            length += 2;
        else if (unit >= FIRST_AFTER_LATIN)
            length += 1;
    }
    return length;
}
const FIRST_AFTER_LATIN = 0x250;
const FIRST_OF_ASIA = 0x800;


/***/ }),

/***/ 4870:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $: () => (/* binding */ createPublishReviewer),
/* harmony export */   o: () => (/* binding */ openReviews)
/* harmony export */ });
/**
 * Asks the reviewers in their order, up to the first that sends the work back; those that run nothing come first. Each
 * sends it back a bounded number of times, so that a run ends. A review that its deadline interrupts has found nothing:
 * the work is sent back, and the limit then ends the run.
 */
function openReviews(reviewers) {
    const sentBack = new Map();
    async function review(finish, signal) {
        for (const reviewer of reviewers) {
            const result = await reviewer.review(finish, signal);
            const soFar = sentBack.get(reviewer.name) ?? 0;
            if (result.kind === 'passed' || soFar >= reviewer.rounds)
                continue;
            sentBack.set(reviewer.name, soFar + 1);
            return result;
        }
        return { kind: 'passed' };
    }
    return {
        async review(finish, signal) {
            try {
                return await review(finish, signal);
            }
            catch (error) {
                if (!signal.aborted)
                    throw error;
                return {
                    ...{ kind: 'sent-back', why: 'the review was interrupted' },
                    text: 'Not finished: the review of the work was interrupted.',
                };
            }
        },
    };
}
/** What the model can do about it. Each answer starts a sentence. */
const WAYS_OUT = {
    'change-unsafe': 'It contains what is never published: undo that part.',
    'path-protected': 'It changes files that this project does not open to you: undo those changes.',
    'change-too-large': 'It is larger than the project allows: undo what the prompt does not need.',
    'secret-found': 'It contains what looks like a secret: replace that by a placeholder or by a reference to the configuration.',
};
const WHY_REFUSED = {
    'change-unsafe': 'the change contains what is never published',
    'path-protected': 'the change touches protected files',
    'change-too-large': 'the change is larger than the project allows',
    'secret-found': 'the change contains what looks like a secret',
};
/** Sends the work back if it would be refused once the agent has ended. `judge`: why it would be; `null`: it would not. */
const createPublishReviewer = (judge) => ({
    name: 'publish',
    rounds: 3,
    async review() {
        const refusal = await judge();
        if (refusal === null)
            return { kind: 'passed' };
        const text = `Not finished: the change cannot be published as it is. ${WAYS_OUT[refusal.code]} Then call finish again, and say in the body what is missing.`;
        return { kind: 'sent-back', text, why: WHY_REFUSED[refusal.code], data: refusal.detail };
    },
});


/***/ }),

/***/ 3905:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ askTool),
/* harmony export */   j: () => (/* binding */ Asked)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _contract_job_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8909);


const textOf = (most) => zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().trim().max(most).regex(_contract_job_js__WEBPACK_IMPORTED_MODULE_0__/* .VISIBLE */ .f9, { error: 'must have a visible character' });
/** Models number their choices, and so do we. */
const NUMBER = /^(?:\d|[A-Ea-e])[.)]\s+/;
const Choice = textOf(200).transform((text) => text.replace(/\s+/g, ' ').replace(NUMBER, ''));
const Asked = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    question: textOf(1000),
    choices: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(Choice)
        .min(2)
        .max(5)
        .refine((choices) => new Set(choices).size === choices.length, { error: 'must differ' }),
})
    .transform(({ question, choices }) => ({ text: question, choices }));
/** It ends the run, so the agent's loop handles it. */
const askTool = {
    name: 'ask',
    description: 'End the run with a question, only if a wrong guess would waste the time of the person who asked and the repository does not tell.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        question: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
        choices: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()).describe('2 to 5 short answers, the best first'),
    }),
};


/***/ }),

/***/ 4327:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ checkTool),
/* harmony export */   q: () => (/* binding */ runTool)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _models_tool_calls_tool_spec_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7714);


function defineCommandTool(definition) {
    const { name, description, input: schema } = definition;
    return {
        ...{ name, description, input: schema },
        async call(input, commands, signal) {
            const read = (0,_models_tool_calls_tool_spec_js__WEBPACK_IMPORTED_MODULE_0__/* .readInput */ .R5)(name, schema, input);
            if (!read.ok)
                return { ok: false, text: read.problem, target: '' };
            const { ok, text, ended } = await definition.run(read.input, commands, signal);
            const target = definition.target(read.input);
            return { ok, text, target: ended === undefined ? target : `${target} (${ended})` };
        },
    };
}
const checkTool = defineCommandTool({
    name: 'check',
    description: "Run one of the project's checks on your work so far. finish runs them all.",
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ name: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).optional().describe('Default: all of them') }),
    target: ({ name = 'all' }) => name,
    run: ({ name }, commands, signal) => commands.check({ name }, signal),
});
const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 600;
const runTool = defineCommandTool({
    name: 'run',
    description: 'Run a shell command on a copy of your work, without network or git. What it changes is lost, except the files that keep names.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        command: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).max(20_000),
        keep: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1))
            .max(50)
            .optional()
            .describe('Paths or globs: their changes become part of your work, unread'),
        seconds: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1).optional().describe(`Default ${DEFAULT_SECONDS}, most ${MAX_SECONDS}`),
    }),
    target: ({ command }) => command.trim().split('\n', 1)[0] ?? '',
    run: ({ command, keep = [], seconds = DEFAULT_SECONDS }, commands, signal) => commands.run({ command, keep, seconds: Math.min(seconds, MAX_SECONDS) }, signal),
});


/***/ }),

/***/ 6449:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   i6: () => (/* binding */ finishTool),
/* harmony export */   pG: () => (/* binding */ finishFromText),
/* harmony export */   z6: () => (/* binding */ endingOf)
/* harmony export */ });
/* unused harmony export Finish */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9043);
/* harmony import */ var _contract_review_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5936);
/* harmony import */ var _contract_run_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1971);
/* harmony import */ var _contract_runner_protocol_result_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5283);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9027);
/* harmony import */ var _output_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2855);






const WHY_LENGTH = 200;
const fields = {
    title: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP()
        .trim()
        .min(1)
        .max(200)
        .regex(/^[^\r\n]*$/, { error: 'must be one line' })
        .describe('Title of the pull request: one line, imperative, at most 72 characters if possible'),
    body: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().max(30_000).describe('Description of the pull request in Markdown: what changed and why'),
    files: zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), why: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }))
        .describe('Why each file changed, in one line'),
    commit_message: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().trim().min(1).max(5000).describe('Subject, empty line, body'),
    summary: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP()
        .trim()
        .min(1)
        .max(8000)
        .describe('For the person who asked: what was done, what was not, what to check'),
    no_change: zod__WEBPACK_IMPORTED_MODULE_4__/* .boolean */ .zMY().optional().describe('True if no file had to change'),
};
/** What is too long is cut: it is no reason to ask the model again. */
const FileNotes = fields.files.catch([]).transform((notes) => notes
    .filter(({ path, why }) => path.length <= _contract_run_js__WEBPACK_IMPORTED_MODULE_1__/* .CHANGED_FILE_LENGTH */ .vu && why.trim() !== '')
    .slice(0, _contract_runner_protocol_result_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_FILE_NOTES */ .KX)
    .map(({ path, why }) => ({ path, why: (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_5__/* .cutHead */ .fz)(why.trim(), WHY_LENGTH) })));
/** The text of the pull request and its commit. Without a commit message, the title is used. */
const Finish = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ ...fields, files: FileNotes, commit_message: fields.commit_message.optional() })
    .transform(({ commit_message, ...rest }) => ({ ...rest, commit_message: commit_message ?? rest.title }));
/** It ends the work, so the agent's loop handles it. */
const finishTool = {
    name: 'finish',
    description: 'End the work, when all of it is done and checked, or when nothing can be done.',
    // What the model is asked for is stricter than what is accepted.
    input: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc(fields),
};
const summaryOf = (what) => fields.summary.describe(what);
const ANSWER = summaryOf('The answer, in Markdown, for the person who asked, at most 8000 characters: the answer first, then the reasons, with paths and lines');
const PLAN = summaryOf('The plan, in Markdown, for the person who asked, at most 8000 characters, under the headings of the plan');
const CHANGE = { tool: finishTool, input: Finish };
const endingWith = (summary) => ({
    tool: {
        name: finishTool.name,
        description: 'End the work with its result, which the person reads.',
        input: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ summary }),
    },
    input: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ summary }).transform((read) => ({ ...NO_WORDS, ...read, no_change: true })),
});
/** Nothing is published, so nothing has to be described for it. */
const NO_WORDS = { title: '', body: '', files: [], commit_message: '' };
const REVIEW = summaryOf('For the author of the pull request, in Markdown, at most 3000 characters: what it does, and how good it is as a whole. Do not repeat the findings');
const findings = zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    path: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    line: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr().describe('Number in the new version of the file'),
    start_line: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr().optional().describe('First line, if it is about several'),
    text: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().describe('What is wrong, when it goes wrong, and what to do, at most 2000 characters'),
    suggestion: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP()
        .optional()
        .describe('Only with an exact fix: the new text of all lines from start_line to line, with their indentation and without any line around them'),
}))
    .describe(`At most ${_contract_review_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_FINDINGS */ .Mt}, the worst first; empty if nothing is wrong`);
/** What does not fit is cut or left out: it is no reason to ask the model again. */
const Findings = zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .unknown */ .L5J())
    .catch([])
    .transform((given) => given.flatMap(readFinding).slice(0, _contract_review_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_FINDINGS */ .Mt));
const Given = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    path: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().trim(),
    line: zod__WEBPACK_IMPORTED_MODULE_6__/* .number */ .ai(),
    start_line: zod__WEBPACK_IMPORTED_MODULE_6__/* .number */ .ai().nullish().catch(null),
    text: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().trim(),
    suggestion: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullish().catch(null),
});
function readFinding(given) {
    const read = Given.safeParse(given);
    if (!read.success)
        return [];
    const { start_line: startLine, suggestion, text, ...place } = read.data;
    const finding = _contract_review_js__WEBPACK_IMPORTED_MODULE_0__/* .Finding */ .wI.safeParse({
        ...{ ...place, text: (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_5__/* .cutHead */ .fz)(text, _contract_review_js__WEBPACK_IMPORTED_MODULE_0__/* .FINDING_LENGTH */ .hB) },
        ...(startLine != null && startLine !== place.line && { startLine }),
        ...(suggestion != null && suggestion.length <= _contract_review_js__WEBPACK_IMPORTED_MODULE_0__/* .FINDING_LENGTH */ .hB && { suggestion }),
    });
    return finding.success ? [finding.data] : [];
}
const REVIEWED = {
    tool: {
        name: finishTool.name,
        description: 'End the review with its result, which is posted on the pull request.',
        input: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ summary: REVIEW, findings }),
    },
    input: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ summary: REVIEW, findings: Findings })
        .transform((read) => ({ ...NO_WORDS, ...read, no_change: true })),
};
const ENDINGS = {
    ask: endingWith(ANSWER),
    plan: endingWith(PLAN),
    review: REVIEWED,
};
/** `hasOutput`: whether an output is asked for, which `OutputTaker` reads. Pure. */
function endingOf(mode, hasOutput = false) {
    const ending = mode === undefined ? CHANGE : ENDINGS[mode];
    if (!hasOutput)
        return ending;
    return { ...ending, tool: { ...ending.tool, input: ending.tool.input.extend({ output: _output_js__WEBPACK_IMPORTED_MODULE_3__/* .outputField */ .Ib }) } };
}
const TITLE_LENGTH = 72;
/**
 * Takes plain text in place of a call of finish. The model wrote it for the person who asked: if the task is
 * confidential, or has a mode, nothing of it is for the public. Pure.
 */
function finishFromText(text, { confidential, mode }) {
    const summary = (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_5__/* .cutHead */ .fz)(text.trim(), 8000);
    if (confidential || mode !== undefined)
        return { ...NO_WORDS, summary };
    const title = titleOf(summary);
    return { title, body: summary, files: [], commit_message: title, summary };
}
function titleOf(text) {
    const [first = ''] = text.split('\n');
    const plain = first.replace(/^[#*\s]+/, '').trim();
    const title = plain.length > TITLE_LENGTH ? `${(0,_contract_text_js__WEBPACK_IMPORTED_MODULE_5__/* .cutHead */ .fz)(plain, TITLE_LENGTH - 1).trimEnd()}…` : plain;
    return /^…?$/.test(title) ? 'Changes by Prentice' : title;
}


/***/ }),

/***/ 8340:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   D: () => (/* binding */ callMcp),
/* harmony export */   J: () => (/* binding */ mcpTool)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6416);
/* harmony import */ var _models_tool_calls_tool_spec_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7714);


const fields = {
    server: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
    tool: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
    arguments: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe("JSON object that fits the tool's schema"),
};
/**
 * One tool for all tools of all servers. Their names, descriptions and schemas are data of others: as definitions of tools
 * they would hide ours, be trusted like ours, and be refused by providers that accept only a part of JSON Schema.
 */
const mcpTool = {
    name: 'mcp',
    description: 'Call a read-only tool of an MCP server. The first message lists them.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc(fields),
};
const NOT_AN_OBJECT = 'must be a JSON object, as text';
/** Some models write the object itself. */
const Arguments = zod__WEBPACK_IMPORTED_MODULE_1__/* .union */ .KCZ([zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_1__/* .record */ .g1P(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J())])
    .optional()
    .transform((given, context) => {
    const value = typeof given === 'string' ? parseJson(given) : (given ?? {});
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
        return { ...value };
    context.addIssue({ code: 'custom', message: NOT_AN_OBJECT });
    return zod__WEBPACK_IMPORTED_MODULE_2__/* .NEVER */ .tm;
});
const Call = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ ...fields, arguments: Arguments })
    .transform(({ arguments: input, ...rest }) => ({ ...rest, input }));
/** `undefined`: it is not JSON. */
function parseJson(text) {
    if (text.trim() === '')
        return {};
    try {
        return JSON.parse(text);
    }
    catch {
        return undefined;
    }
}
/** Validates the input, then asks the server. `target`: which tool of which server, for events. */
async function callMcp(input, servers, signal) {
    const read = (0,_models_tool_calls_tool_spec_js__WEBPACK_IMPORTED_MODULE_0__/* .readInput */ .R5)(mcpTool.name, Call, input);
    if (!read.ok)
        return { ok: false, text: read.problem, target: '' };
    return { ...(await servers.call(read.input, signal)), target: `${read.input.server} ${read.input.tool}` };
}


/***/ }),

/***/ 2855:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IA: () => (/* binding */ LAST_MISS),
/* harmony export */   IP: () => (/* binding */ NO_MATCH),
/* harmony export */   Ib: () => (/* binding */ outputField),
/* harmony export */   c1: () => (/* binding */ openOutput)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(669);
/* harmony import */ var _contract_output_json_bounds_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(7150);
/* harmony import */ var _contract_output_output_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3193);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3523);
/* harmony import */ var _models_tool_calls_repair_json_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8298);





/**
 * A text, because providers accept different parts of JSON Schema as the input of a tool, and refuse the whole request if a
 * schema has another part.
 */
const outputField = zod__WEBPACK_IMPORTED_MODULE_3__/* .string */ .YjP()
    .describe('JSON text: the output that the first message asks for. It must match the output schema');
const MOST_TRIES = 3;
/** `take` counts the tries in a row that did not match. */
function openOutput(options) {
    const { isConfidential } = options;
    let misses = 0;
    const fail = (what) => (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__/* .reason */ .l)('output-invalid', isConfidential ? `the agent tried ${MOST_TRIES} times` : what);
    return {
        take(input) {
            const read = readOutput(input, options);
            misses = read.ok ? 0 : misses + 1;
            if (read.ok)
                return { kind: 'taken', output: read.output };
            const [first = ''] = read.problems;
            const failed = misses < MOST_TRIES ? null : fail(first);
            return { kind: 'missed', details: read.problems.join('\n'), failed };
        },
        missing: () => fail('the agent ended without calling `finish`'),
    };
}
const NO_MATCH = 'The output does not match the output schema, see below. Correct that, keep all the rest of it, and call finish again with all parameters.';
const LAST_MISS = 'The output does not match the output schema, and the run ends.';
function readOutput(input, { schema, redact }) {
    const given = typeof input === 'object' && input !== null ? Reflect.get(input, 'output') : undefined;
    if (given === undefined)
        return { ok: false, problems: ['`output` is missing'] };
    const judge = (value) => {
        const beyond = (0,_contract_output_json_bounds_js__WEBPACK_IMPORTED_MODULE_4__/* .whyOutOfBounds */ .R)(value, _contract_output_output_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTPUT_BOUNDS */ .of);
        if (beyond !== null)
            return { ok: false, problems: [`\`output\` ${beyond}`] };
        // The redacted output is what the caller gets, so it is the one that has to match.
        const output = redactValue(value, redact);
        const grown = (0,_contract_output_json_bounds_js__WEBPACK_IMPORTED_MODULE_4__/* .whyOutOfBounds */ .R)(output, _contract_output_output_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTPUT_BOUNDS */ .of);
        const problems = grown === null ? schema.findProblems(output) : [{ path: [], expected: grown }];
        if (problems.length === 0)
            return { ok: true, output };
        return {
            ok: false,
            problems: problems.map(({ path, expected }) => `\`${['output', ...path].join('.')}\` ${expected}`),
        };
    };
    // Some models write the value itself.
    if (typeof given !== 'string')
        return judge(given);
    const parsed = parseJson(given);
    const read = parsed.ok ? judge(parsed.value) : { ok: false, problems: [parsed.problem] };
    if (read.ok || STRUCTURE.test(given))
        return read;
    const asText = judge(given);
    return asText.ok ? asText : read;
}
/** A text that is to be a text begins in another way: what is no valid JSON is then a mistake. */
const STRUCTURE = /^\s*[[{"]/;
/** White space and escapes may make the text longer than what it holds. */
const LONGEST_TEXT = 8 * _contract_output_output_js__WEBPACK_IMPORTED_MODULE_0__/* .OUTPUT_BOUNDS */ .of.bytes;
function parseJson(text) {
    if (text.length > LONGEST_TEXT)
        return { ok: false, problem: `\`output\` has more than ${LONGEST_TEXT} characters` };
    try {
        return { ok: true, value: JSON.parse(text) };
    }
    catch (error) {
        if (!(error instanceof SyntaxError))
            throw error;
        const repaired = (0,_models_tool_calls_repair_json_js__WEBPACK_IMPORTED_MODULE_2__/* .repairJson */ .I)(text);
        if (repaired !== null)
            return { ok: true, value: JSON.parse(repaired) };
        return { ok: false, problem: `\`output\` is not valid JSON: ${error.message}` };
    }
}
function redactValue(value, redact) {
    if (typeof value === 'string')
        return redact(value);
    if (typeof value !== 'object' || value === null)
        return value;
    if (Array.isArray(value))
        return value.map((item) => redactValue(item, redact));
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, item]) => [redact(name), redactValue(item, redact)]));
}


/***/ }),

/***/ 9489:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Gw: () => (/* binding */ planTool),
/* harmony export */   cw: () => (/* binding */ Plan),
/* harmony export */   df: () => (/* binding */ describePlan)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _contract_events_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5481);


const Item = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().trim().min(1), done: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().default(false) });
/** What is longer than people are shown is cut. */
const Plan = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ items: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(Item).min(1) })
    .transform(({ items }) => ({ items: items.slice(0, _contract_events_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_PLAN_ITEMS */ .go) }));
/** It changes nothing and is for people, so the agent's loop handles it. */
const planTool = {
    name: 'plan',
    description: 'Show the person who asked a short checklist of your steps. Send all of it again when one is done; leave it out if there is one step only.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ items: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(), done: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY() })) }),
};
/** For the agent of a later run. Pure. */
const describePlan = ({ items }) => items.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text}`).join('\n');


/***/ }),

/***/ 186:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Jr: () => (/* binding */ toolsFor),
/* harmony export */   Wi: () => (/* binding */ ALL_TOOLS)
/* harmony export */ });
/* unused harmony export WORKSPACE_TOOLS */
/* harmony import */ var _ask_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3905);
/* harmony import */ var _command_tools_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4327);
/* harmony import */ var _finish_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6449);
/* harmony import */ var _mcp_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8340);
/* harmony import */ var _plan_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9489);
/* harmony import */ var _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(1531);






/** The tools for a model called `provider/model`. Pure. */
function toolsFor(model, { plan = false, check = false, run = false, mcp = false, ask = false, mode, output = false, } = {}) {
    const ending = (0,_finish_js__WEBPACK_IMPORTED_MODULE_2__/* .endingOf */ .z6)(mode, output).tool;
    const asked = mcp ? [_mcp_js__WEBPACK_IMPORTED_MODULE_3__/* .mcpTool */ .J] : [];
    if (mode !== undefined)
        return { workspace: READING_TOOLS, commands: [], specs: [...READING_TOOLS, ...asked, ending] };
    const name = model.slice(model.lastIndexOf('/') + 1);
    const family = FAMILIES.find(({ models }) => models.test(name));
    const workspace = WORKSPACE_TOOLS.filter((tool) => tool !== family?.without);
    const commands = COMMAND_TOOLS.filter((tool) => (check && tool === _command_tools_js__WEBPACK_IMPORTED_MODULE_1__/* .checkTool */ .P) || (run && tool === _command_tools_js__WEBPACK_IMPORTED_MODULE_1__/* .runTool */ .q));
    const optional = [...asked, ...(plan ? [_plan_js__WEBPACK_IMPORTED_MODULE_4__/* .planTool */ .Gw] : []), ...(ask ? [_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .askTool */ .C] : [])];
    return { workspace, commands, specs: [...workspace, ...commands, ...optional, ending] };
}
/** The first that matches. Of two ways to make several edits, a model gets the one it was trained on. */
const FAMILIES = [
    {
        why: 'Trained on the V4A patch format, from GPT-4.1 on. `edit` stays: for one change everywhere in a file, which a patch cannot express, and for the small sizes, which quote better than they patch.',
        models: /^(?:gpt-(?:4\.1|[5-9]|\d{2}|oss)|o[34](?:-|$)|codex)/i,
        without: _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .multiEditTool */ ._M,
    },
    {
        why: 'Claude, Gemini, open models, older GPT: trained on replacing quoted text. They lose the prefixes of patch lines.',
        models: /^/,
        without: _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .applyPatchTool */ .li,
    },
];
/** In a fixed order: a provider's cache holds only as long as the beginning of a request stays the same. */
const WORKSPACE_TOOLS = [
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .listTool */ .fw,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .searchTool */ .tD,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .readTool */ .Xg,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .editTool */ .zG,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .multiEditTool */ ._M,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .applyPatchTool */ .li,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .writeTool */ .E2,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .moveTool */ .AG,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .makeExecutableTool */ .v5,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .deleteTool */ .O_,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .gitLogTool */ .$$,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .gitShowTool */ .Qf,
    _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .gitDiffTool */ .Gr,
];
/** Those of a run that changes nothing. */
const READING_TOOLS = [_workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .listTool */ .fw, _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .searchTool */ .tD, _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .readTool */ .Xg, _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .gitLogTool */ .$$, _workspace_tools_js__WEBPACK_IMPORTED_MODULE_5__/* .gitShowTool */ .Qf];
/** Those that run commands. */
const COMMAND_TOOLS = [_command_tools_js__WEBPACK_IMPORTED_MODULE_1__/* .checkTool */ .P, _command_tools_js__WEBPACK_IMPORTED_MODULE_1__/* .runTool */ .q];
/** The tools of all models. `toolsFor` says which of them a model gets. */
const ALL_TOOLS = [
    ...WORKSPACE_TOOLS,
    ...COMMAND_TOOLS,
    _mcp_js__WEBPACK_IMPORTED_MODULE_3__/* .mcpTool */ .J,
    _plan_js__WEBPACK_IMPORTED_MODULE_4__/* .planTool */ .Gw,
    _ask_js__WEBPACK_IMPORTED_MODULE_0__/* .askTool */ .C,
    _finish_js__WEBPACK_IMPORTED_MODULE_2__/* .finishTool */ .i6,
];


/***/ }),

/***/ 1531:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $$: () => (/* binding */ gitLogTool),
/* harmony export */   AG: () => (/* binding */ moveTool),
/* harmony export */   E2: () => (/* binding */ writeTool),
/* harmony export */   Gr: () => (/* binding */ gitDiffTool),
/* harmony export */   O_: () => (/* binding */ deleteTool),
/* harmony export */   Qf: () => (/* binding */ gitShowTool),
/* harmony export */   Xg: () => (/* binding */ readTool),
/* harmony export */   _M: () => (/* binding */ multiEditTool),
/* harmony export */   fw: () => (/* binding */ listTool),
/* harmony export */   li: () => (/* binding */ applyPatchTool),
/* harmony export */   mu: () => (/* binding */ patchedPaths),
/* harmony export */   tD: () => (/* binding */ searchTool),
/* harmony export */   v5: () => (/* binding */ makeExecutableTool),
/* harmony export */   zG: () => (/* binding */ editTool)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _models_tool_calls_tool_spec_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(7714);


function defineTool(definition) {
    const { name, description, input: schema } = definition;
    return {
        ...{ name, description, input: schema },
        async call(input, workspace) {
            const read = (0,_models_tool_calls_tool_spec_js__WEBPACK_IMPORTED_MODULE_0__/* .readInput */ .R5)(name, schema, input);
            if (!read.ok)
                return { ok: false, text: read.problem, target: '' };
            return { ...(await definition.run(read.input, workspace)), target: definition.target(read.input) };
        },
    };
}
const listTool = defineTool({
    name: 'list',
    description: 'List files of the repository. Ignored files are left out; large folders are folded.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('Folder to look in; default: the root'),
        pattern: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).optional().describe('Glob like *.ts or src/**/*.test.ts'),
    }),
    target: ({ path = '.', pattern }) => (pattern === undefined ? path : `${path} ${pattern}`),
    run: (input, workspace) => workspace.list(input),
});
const searchTool = defineTool({
    name: 'search',
    description: 'Find lines in the files of the repository. Answers path:line:text.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        pattern: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).describe('Literal text, or a Perl regular expression with regex: true'),
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('File or folder to search; default: everything'),
        glob: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).optional().describe('Only in files like *.ts'),
        regex: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
        ignore_case: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
    }),
    target: ({ pattern, path, glob }) => [path, glob, pattern].filter((part) => part !== undefined).join(' '),
    run: ({ ignore_case: ignoreCase, ...input }, workspace) => workspace.search({ ...input, ignoreCase }),
});
const readTool = defineTool({
    name: 'read',
    description: 'Read a text file, or look at an image. Each line is shown as number, tab, text; number and tab are not part of the file.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
        from: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1).optional().describe('First line, from 1'),
        lines: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1).optional().describe('How many lines; default and most: 2000'),
        column: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr()
            .min(1)
            .optional()
            .describe('Where in the first line to begin, from 1: for the rest of a very long line'),
    }),
    target: ({ path }) => path,
    run: (input, workspace) => workspace.read(input),
});
const editTool = defineTool({
    name: 'edit',
    description: 'Replace text in a file. Copy `old` exactly as read shows it; it must be unique unless all is true.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
        old: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().describe('Text to replace, without line numbers'),
        new: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().describe('Text to put in its place'),
        all: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional().describe('Replace every match'),
    }),
    target: ({ path }) => path,
    run: (input, workspace) => workspace.edit(input),
});
const multiEditTool = defineTool({
    name: 'multi_edit',
    description: 'Make several edits of one file, in order, each on the result of those before it: all of them or, if one fails, none.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1),
        edits: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
            old: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
            new: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP(),
            all: zod__WEBPACK_IMPORTED_MODULE_1__/* .boolean */ .zMY().optional(),
        }))
            .min(1)
            .max(200)
            .describe('As for edit'),
    }),
    target: ({ path }) => path,
    run: (input, workspace) => workspace.multiEdit(input),
});
/** The grammar in short: models that get this tool were trained on the format. */
const applyPatchTool = defineTool({
    name: 'apply_patch',
    description: `Change files by a patch, all of it or, if any part fails, none:
*** Begin Patch
*** Update File: path
*** Move to: new path (optional)
@@ class or function around (optional)
 context line
-old line
+new line
*** Add File: path
+line
*** Delete File: path
*** End Patch
Show 3 lines of context above and below each change, more or an @@ line where that is not unique. *** End of File after a hunk ties it to the end.`,
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ patch: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1) }),
    target: ({ patch }) => patchedPaths(patch).join(', '),
    run: (input, workspace) => workspace.applyPatch(input),
});
const FILE_LINE = /^[ \t]*\*\*\*[ \t]*(?:(?:Add|Update|Delete)[ \t]+File|Move[ \t]+to):(.*)$/gim;
/** The paths that a patch names, each once, in order. Pure. */
const patchedPaths = (patch) => [
    ...new Set([...patch.matchAll(FILE_LINE)].map(([, path = '']) => path.trim()).filter((path) => path !== '')),
];
const writeTool = defineTool({
    name: 'write',
    description: 'Create a file with its folders, or replace all of an existing one, which you must have read. Change files with edits rather than by this.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1), text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().describe('The whole file') }),
    target: ({ path }) => path,
    run: (input, workspace) => workspace.write(input),
});
const moveTool = defineTool({
    name: 'move',
    description: 'Move or rename a file of any kind, or a folder with all of its files. The new path must be free.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ from: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1), to: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1) }),
    target: ({ from, to }) => `${from} to ${to}`,
    run: (input, workspace) => workspace.move(input),
});
const makeExecutableTool = defineTool({
    name: 'make_executable',
    description: 'Make a script that starts with #! executable. Only if the prompt asks for it.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1) }),
    target: ({ path }) => path,
    run: (input, workspace) => workspace.makeExecutable(input),
});
const deleteTool = defineTool({
    name: 'delete',
    description: 'Delete a file, a symbolic link, or a folder with all of its files.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1) }),
    target: ({ path }) => path,
    run: (input, workspace) => workspace.delete(input),
});
const gitLogTool = defineTool({
    name: 'git_log',
    description: 'List commits, newest first: hash, day, author, subject.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('Only commits that changed this file or folder'),
        count: zod__WEBPACK_IMPORTED_MODULE_1__/* .int */ .Whr().min(1).optional().describe('Default 20, most 200'),
    }),
    target: ({ path = '.' }) => path,
    run: (input, { history }) => history.log(input),
});
const gitShowTool = defineTool({
    name: 'git_show',
    description: 'Show one commit: its message and its diff.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
        commit: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(4).describe('Hash, as git_log shows it'),
        path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('Only the diff of this file or folder'),
    }),
    target: ({ commit, path }) => (path === undefined ? commit : `${commit} ${path}`),
    run: (input, { history }) => history.show(input),
});
const gitDiffTool = defineTool({
    name: 'git_diff',
    description: 'Show what this run has changed so far, as a diff.',
    input: zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({ path: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().optional().describe('Only this file or folder') }),
    target: ({ path = '.' }) => path,
    run: (input, { history }) => history.diff(input),
});


/***/ }),

/***/ 2811:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ kindOf),
/* harmony export */   L5: () => (/* binding */ unknown),
/* harmony export */   Z0: () => (/* binding */ judgeEvidence)
/* harmony export */ });
const unknown = (why) => ({ result: 'unknown', checks: [], why });
/**
 * What the checks show about the tests of a change on which all of them passed. `withTests`: on the base with its test files;
 * `base`: on the base. `null`: not needed, since all passed with the tests. Pure.
 */
function judgeEvidence({ withTests, base, }) {
    const failed = withTests.filter(({ passed }) => !passed);
    if (failed.length === 0)
        return { result: 'passes-without-change', checks: [], why: null };
    const red = base?.find(({ passed }) => !passed);
    if (base === null || base.length === 0)
        return unknown('the checks did not run on the base');
    if (red !== undefined)
        return unknown(`on the base, this does not pass either: ${red.name} (${red.detail})`);
    const byKind = (kind) => failed.filter((result) => kindOf(result) === kind).map(({ name }) => name);
    const proving = byKind('failed');
    if (proving.length > 0)
        return { result: 'fails-without-change', checks: proving, why: null };
    const unbuilt = byKind('unbuilt');
    if (unbuilt.length > 0)
        return { result: 'does-not-build-without-change', checks: unbuilt, why: null };
    const [first] = failed;
    return unknown(`without the change, this ended for another reason: ${first?.name} (${first?.detail})`);
}
/** From 126: a shell could not start it, or a signal ended it. */
const FIRST_CODE_OF_SHELL = 126;
/** What a failure was one of. Pure. */
function kindOf({ exitCode, output }) {
    if (exitCode === undefined || exitCode >= FIRST_CODE_OF_SHELL)
        return 'broken';
    if (MARKERS.some((marker) => output.includes(marker)))
        return 'unbuilt';
    // What was left out may have such a marker.
    return output.includes(' bytes left out …]\n') ? 'broken' : 'failed';
}
/**
 * What compilers, loaders and runners of tests print when tests could not be built, loaded or collected. No exit code tells that
 * from a failed test. A test that prints one of them gets less credit, never more.
 */
const MARKERS = [
    // TypeScript, JavaScript and their bundlers
    ...[
        'error TS',
        ' - error TS',
        'Cannot find module',
        'Cannot find package',
        'ERR_MODULE_NOT_FOUND',
        'SyntaxError',
    ],
    ...[
        'does not provide an export named',
        'Failed to resolve import',
        'No matching export',
        'Transform failed with',
    ],
    ...[
        'Module not found',
        'ERR_UNKNOWN_FILE_EXTENSION',
        'ERR_PACKAGE_PATH_NOT_EXPORTED',
        'Test suite failed to run',
    ],
    ...['No test files found', 'No tests found'],
    // Python
    ...[
        'ImportError',
        'ModuleNotFoundError',
        'ERROR collecting',
        'errors during collection',
        'error during collection',
    ],
    ...['IndentationError', 'no tests ran', 'unittest.loader._FailedTest', "fixture '"],
    // Go
    ...['[build failed]', '[setup failed]', "can't load package", 'no required module provides', 'undefined: '],
    // Rust, C and C++
    ...[
        'error[E',
        'error: could not compile',
        'error: cannot find',
        ': fatal error: ',
        'undefined reference to',
    ],
    ...['ninja: build stopped', 'error: linking with'],
    // Java, Kotlin, Scala, .NET, Swift
    ...[
        'COMPILATION ERROR',
        'Compilation failed',
        'compilation failed',
        ': error: ',
        'cannot find symbol',
        'error CS',
    ],
    ...['error FS', 'error MSB', 'Build FAILED', ':compileTest', ':compileTestKotlin', 'error: no such module'],
    // Ruby, PHP, Elixir
    ...[
        'LoadError',
        'NameError: uninitialized constant',
        'uninitialized constant',
        'error occurred outside of examples',
    ],
    ...['errors occurred outside of examples', 'PHP Parse error', 'PHP Fatal error', 'CompileError'],
];


/***/ }),

/***/ 2512:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Nh: () => (/* binding */ isStatic),
/* harmony export */   i: () => (/* binding */ openEvidence),
/* harmony export */   oy: () => (/* binding */ isDeleted),
/* harmony export */   qQ: () => (/* binding */ DOCUMENT)
/* harmony export */ });
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3145);
/* harmony import */ var _judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2811);
/* harmony import */ var _sort_changed_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2831);



/** Of all checks without the change, also if the agent finishes again after it was told that its tests show nothing. */
const MOST_ROUNDS = 2;
/** A change with more files is not one that a test can stand for. */
const MOST_FILES = 1000;
/** For the start of the commands, in addition to twice the time that they took on the change. */
const START_MS = 30_000;
/** For what comes after it: the last answer of the model, the push, the pull request. */
const RESERVE_MS = 60_000;
/** Seeks evidence for trees, once for each. Never rejects: without it, the work is as good as before. */
function openEvidence({ commands, globs, parts, runOn, }) {
    const known = new Map();
    let rounds = 0;
    /** All checks passed on the base with these test files. */
    let passedWith = null;
    async function seek({ tree, passed, signal }) {
        const base = await parts.findBase();
        if (base === null)
            return { ...(0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)('the commit where the change begins was not found'), files: 0 };
        const changed = await parts.listChanged(base, tree);
        if (changed.length > MOST_FILES)
            return null;
        const files = changed.map((entry) => ({ path: entry.text, entry }));
        const texts = [...commands.map(({ run }) => run), ...(await parts.readScripts(base))];
        const { tests, others, runners } = await (0,_sort_changed_files_js__WEBPACK_IMPORTED_MODULE_2__/* .sortChangedFiles */ .e)(files, { globs, commands: texts });
        const entries = tests.map(({ entry }) => entry);
        // Tests that were only deleted show nothing, and so does a change of nothing else.
        const isAlone = runners.length === 0 && others.every(({ path }) => DOCUMENT.test(path));
        if (entries.every(isDeleted) || isAlone)
            return null;
        if (commands.every(isStatic))
            return null;
        const [runner] = runners;
        const verdict = runner === undefined
            ? await run({ base, entries, passed, signal })
            : (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)(`the change also edits ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .showPath */ .P8)(runner)}, which may decide how tests run`);
        return { ...verdict, files: entries.length };
    }
    async function run({ base, entries, passed, signal, }) {
        if (rounds >= MOST_ROUNDS)
            return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)('the checks ran twice without the change before, for earlier states of it');
        const budgetMs = passed.reduce((sum, { seconds }) => sum + seconds, 0) * 2000 + START_MS;
        if (parts.leftMs() < budgetMs + RESERVE_MS)
            return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)('there was not enough time left to try');
        rounds += 1;
        parts.onStart();
        const until = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(budgetMs))]);
        const tooLong = () => (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)('the checks took longer without the change than with it');
        const withTests = await runOn(await parts.writeTree(base, entries), until);
        if (until.aborted)
            return tooLong();
        if (withTests.kind === 'not-run')
            return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)(`the checks did not run: ${withTests.why}`);
        // A check that runs no tests may well fail.
        const results = withTests.results.filter((_, at) => !isStatic(commands[at]));
        if (results.every((result) => result.passed)) {
            const other = withTests.results.find((result) => !result.passed);
            if (other !== undefined)
                return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)(`without the change, only this failed, which runs no tests: ${other.name}`);
            passedWith ??= { report: withTests, entries };
            return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .judgeEvidence */ .Z0)({ withTests: results, base: null });
        }
        // With the tests of an earlier state, the base passed: it needs no run of its own if the change still has all of them.
        const known = passedWith?.entries.every(({ path }) => entries.some((one) => one.path === path))
            ? passedWith.report
            : null;
        if (known === null && rounds >= MOST_ROUNDS)
            return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)('a third round of the checks would be needed, since tests of an earlier state are gone');
        if (known === null)
            rounds += 1;
        const baseReport = known ?? (await runOn(base, until));
        if (until.aborted)
            return tooLong();
        if (baseReport.kind === 'not-run')
            return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)(`the checks did not run on the base: ${baseReport.why}`);
        return (0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .judgeEvidence */ .Z0)({ withTests: results, base: baseReport.results });
    }
    return async (asked) => {
        const { tree, signal } = asked;
        const before = known.get(tree);
        if (before !== undefined)
            return before;
        let found;
        try {
            found = await seek(asked);
        }
        catch (error) {
            if (signal.aborted)
                return null;
            found = { ...(0,_judge_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5)(`it could not be tried (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_0__/* .messageOf */ .bD)(error)})`), files: 0 };
        }
        known.set(tree, found);
        return found;
    };
}
/** Paths of files that no test can be about. */
const DOCUMENT = /\.(?:md|mdx|rst|adoc)$|^(?:docs?|LICENSES?)\//i;
const isDeleted = ({ mode }) => /^0+$/.test(mode);
const RUNS_TESTS = /\b(?:npm|pnpm|yarn|bun|deno|cargo|go|mvnw?|gradlew?|dotnet|mix|make|rake|swift|just|task|nx|turbo|node|python3?)\b[^;&|\n]*test|pytest|vitest|\bjest\b|mocha|rspec|phpunit|\btox\b|\bnox\b|\bbats\b|nextest/i;
const RUNS_NO_TESTS = /lint|prettier|biome|format|fmt|\btsc\b|type-?check|mypy|pyright|\bruff\b|flake8|\bblack\b|isort|clippy|\bvet\b|rubocop|shellcheck|checkstyle|spotless|depcruise|\bknip\b|\baudit\b|\bbuild\b/i;
/** Whether a check only reads the code: that it fails on tests without their code is no news about them. */
const isStatic = (command) => command !== undefined && RUNS_NO_TESTS.test(command.run) && !RUNS_TESTS.test(command.run);


/***/ }),

/***/ 2831:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ sortChangedFiles)
/* harmony export */ });
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8500);
/* harmony import */ var _settings_match_name_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4250);
/* harmony import */ var _settings_match_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6209);



/** Globs of the usual names and folders of tests. */
const TESTS = [
    ...['test/', 'tests/', 'Test/', 'Tests/', '__tests__/', 'spec/', 'specs/', 'e2e/', 'testdata/'],
    ...[
        '__snapshots__/',
        '__fixtures__/',
        '__mocks__/',
        '*.Tests/',
        '*.UnitTests/',
        'androidTest/',
        'testFixtures/',
    ],
    ...[
        '*.test.*',
        '*.spec.*',
        '*.tests.*',
        '*.snap',
        '*-test.js',
        '*-test.ts',
        '*_test.*',
        '*_spec.*',
        '*_tests.*',
    ],
    ...['test_*.py', 'tests.py', 'test_*.rb', '*Test.java', '*Tests.java', '*IT.java', '*Test.kt', '*Tests.kt'],
    ...[
        '*Spec.groovy',
        '*Spec.scala',
        '*Test.scala',
        '*Test.cs',
        '*Tests.cs',
        '*Test.php',
        '*Tests.swift',
        '*.bats',
    ],
];
/** Globs of files that decide which tests run, and how. */
const RUNNERS = [
    ...[
        'package.json',
        '.npmrc',
        '.yarnrc*',
        'pnpm-workspace.yaml',
        'tsconfig*.json',
        'deno.json*',
        'bunfig.toml',
    ],
    ...[
        'vitest.*',
        'vite.config.*',
        'jest.config.*',
        'jest.setup.*',
        'babel.config.*',
        '.babelrc*',
        '.mocharc*',
    ],
    ...[
        '.swcrc',
        '.env*',
        'karma.conf.*',
        'playwright.config.*',
        'cypress.config.*',
        'ava.config.*',
        'setupTests.*',
    ],
    ...[
        'conftest.py',
        'pytest.ini',
        '.pytest.ini',
        'pytest.toml',
        '.pytest.toml',
        'tox.ini',
        'noxfile.py',
        'setup.cfg',
        'setup.py',
        'pyproject.toml',
    ],
    ...['.coveragerc', 'sitecustomize.py', 'usercustomize.py', '*.pth', 'manage.py'],
    ...['Makefile', 'makefile', 'GNUmakefile', '*.mk', 'justfile', 'Justfile', 'Taskfile.*', 'CMakeLists.txt'],
    ...['meson.build', 'BUILD', 'BUILD.bazel', '*.bzl', 'MODULE.bazel', 'WORKSPACE*'],
    ...[
        'Rakefile',
        '.rspec',
        'spec_helper.rb',
        'rails_helper.rb',
        'test_helper.rb',
        'Gemfile',
        'test_helper.exs',
        'mix.exs',
    ],
    ...[
        'go.mod',
        'go.work',
        'Cargo.toml',
        'build.rs',
        '.cargo/',
        'rust-toolchain*',
        'composer.json',
        'phpunit.xml*',
    ],
    ...[
        'pom.xml',
        'build.gradle*',
        'settings.gradle*',
        'gradle.properties',
        'gradlew',
        'junit-platform.properties',
    ],
    ...[
        '*.csproj',
        '*.fsproj',
        '*.sln',
        '*.props',
        '*.targets',
        '*.runsettings',
        'global.json',
        'xunit.runner.json',
    ],
    ...['.pnpmfile.cjs', '.pnp.*', '.taprc', 'nx.json', 'turbo.json', 'angular.json', 'project.json'],
    ...['web-test-runner.config.*', 'wdio.conf.*', 'nightwatch.conf.*', 'cucumber.*'],
    ...['nextest.toml', 'dart_test.yaml', 'pubspec.yaml', 'Package.swift', 'build.zig', 'testng.xml', '.mvn/'],
    ...['buildSrc/', '*.sbt', 'deps.edn', 'project.clj', 'tests.edn', 'rebar.config*', '*.cabal', '.proverc'],
    ...['*.slnx', 'testconfig.json', '*.cmake', 'CMakePresets.json'],
    // Dependencies, of which a file of the change would take the place.
    ...['node_modules/', '.venv/', 'venv/'],
    // Of projects that tests only read.
    ...['!fixtures/', '!__fixtures__/', '!testdata/'],
];
/** So many paths are matched in one turn of the event loop. */
const PATHS_OF_A_TURN = 50;
/**
 * Sorts the changed files of a change by what they are for a test. `commands`: texts that run the tests; a file that is not a test
 * and that they name decides how tests run.
 */
async function sortChangedFiles(files, { globs = TESTS, commands, }) {
    const isTest = (0,_settings_match_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .matchPaths */ .o)(globs);
    const isRunner = (0,_settings_match_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .matchPaths */ .o)(RUNNERS);
    const named = new Set(commands.flatMap((text) => text.split(/[\s"'`;&|()<>=$]+/).map(withoutDots)));
    const tests = [];
    const others = [];
    const runners = [];
    for (const [at, file] of files.entries()) {
        if (at % PATHS_OF_A_TURN === PATHS_OF_A_TURN - 1)
            await (0,node_timers_promises__WEBPACK_IMPORTED_MODULE_0__.setImmediate)();
        const { path } = file;
        if ((0,_settings_match_name_js__WEBPACK_IMPORTED_MODULE_2__/* .finish */ .O9)(isRunner(path)))
            runners.push(path);
        else if ((0,_settings_match_name_js__WEBPACK_IMPORTED_MODULE_2__/* .finish */ .O9)(isTest(path)))
            tests.push(file);
        else if (endsOf(path).some((end) => named.has(end)))
            runners.push(path);
        else
            others.push(file);
    }
    return { tests, others, runners };
}
/** A command may name a file from any folder above it. */
const endsOf = (path) => {
    const names = path.split('/').slice(-MAX_DEPTH);
    return [path, ...names.map((_, at) => names.slice(at).join('/'))];
};
const MAX_DEPTH = 16;
const withoutDots = (word) => word.replace(/^(?:\.{0,2}\/)+/, '');


/***/ }),

/***/ 6024:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _g: () => (/* binding */ openChecks),
/* harmony export */   cV: () => (/* binding */ LARGE_SHARE),
/* harmony export */   jU: () => (/* binding */ createChecksReviewer),
/* harmony export */   tl: () => (/* binding */ createEvidenceReviewer)
/* harmony export */ });
/* harmony import */ var _checks_report_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5972);
/* harmony import */ var _evidence_open_evidence_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(2512);
/* harmony import */ var _run_commands_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7318);



/** Of the output of a check that the agent asked for. */
const LARGE_SHARE = { head: 256 * 1024, tail: 768 * 1024 };
/** `place`: where they run, after their setup; a report: why they do not. `signal` aborts with the run. */
function openChecks({ plan, place, signal: runSignal, onResult, evidence = null, }) {
    if ('kind' in place)
        return neverRun(place);
    const known = new Map();
    const knownOne = new Map();
    const run = (commands, request) => (0,_run_commands_js__WEBPACK_IMPORTED_MODULE_2__/* .runCommands */ .aK)({ ...request, commands, phase: 'round', commandRunner: place, runSignal });
    const seek = evidence === null || plan.evidence === undefined
        ? null
        : (0,_evidence_open_evidence_js__WEBPACK_IMPORTED_MODULE_1__/* .openEvidence */ .i)({
            ...{ commands: plan.commands, globs: plan.evidence.tests, parts: evidence },
            runOn: (tree, signal) => run(plan.commands, { tree, signal, share: LARGE_SHARE }),
        });
    return {
        rounds: plan.rounds,
        names: plan.commands.map(({ name }) => name),
        recall: (tree) => known.get(tree) ?? null,
        async inspect(tree, signal) {
            const report = known.get(tree) ?? (await run(plan.commands, { tree, signal, onResult }));
            // Commands that were ended with the run say nothing about the tree.
            if (!signal.aborted)
                known.set(tree, report);
            return report;
        },
        async inspectOne(name, tree, signal) {
            const before = known.get(tree);
            const result = before?.kind === 'ran' ? before.results.find((one) => one.name === name) : undefined;
            if (result !== undefined)
                return { kind: 'ran', results: [result] };
            const key = `${tree} ${name}`;
            const commands = plan.commands.filter((command) => command.name === name);
            const report = knownOne.get(key) ?? (await run(commands, { tree, signal, share: LARGE_SHARE }));
            if (report.kind === 'ran' && !signal.aborted)
                knownOne.set(key, report);
            return report;
        },
        async findEvidence(tree, signal) {
            const report = known.get(tree);
            if (seek === null || report?.kind !== 'ran' || !(0,_checks_report_js__WEBPACK_IMPORTED_MODULE_0__/* .allPassed */ .OE)(report))
                return null;
            return seek({ tree, passed: report.results, signal });
        },
    };
}
/** No rounds, since there is nothing that the model could fix. */
const neverRun = (report) => ({
    rounds: 0,
    names: [],
    inspect: async () => report,
    inspectOne: async () => report,
    recall: () => report,
    findEvidence: async () => null,
});
/** Sends the work back to the model while the project's checks fail. `readTree`: the work as it would be published. */
const createChecksReviewer = (checks, { readTree, redact }) => ({
    name: 'checks',
    rounds: checks.rounds,
    async review(_finish, signal) {
        const report = await checks.inspect(await readTree(), signal);
        // Commands that were ended with the run say nothing about the work. Accepted, it would be checked again without a limit.
        signal.throwIfAborted();
        if (report.kind === 'not-run' || (0,_checks_report_js__WEBPACK_IMPORTED_MODULE_0__/* .allPassed */ .OE)(report))
            return { kind: 'passed' };
        return { kind: 'sent-back', why: 'a check failed', ...(0,_checks_report_js__WEBPACK_IMPORTED_MODULE_0__/* .describeForModel */ .GI)(report, redact) };
    },
});
/** Sends the work back once if its tests also pass without it. `readTree`: the work on which the checks have passed. */
const createEvidenceReviewer = (checks, readTree) => ({
    name: 'evidence',
    rounds: 1,
    async review(_finish, signal) {
        const found = await checks.findEvidence(await readTree(), signal);
        return found?.result === 'passes-without-change'
            ? { kind: 'sent-back', why: 'its tests also pass without it', text: TESTS_SHOW_NOTHING }
            : { kind: 'passed' };
    },
});
const TESTS_SHOW_NOTHING = "Not finished: the project's checks also pass with only the test files of your change, without the rest of it. So those tests do not show that the change is needed or works. Make a test fail without the change, then finish again. If that is not possible, or is not what was asked for, finish again as it is and say so in the body; you are told this once.";


/***/ }),

/***/ 7318:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   aK: () => (/* binding */ runCommands),
/* harmony export */   lA: () => (/* binding */ describeEnd),
/* harmony export */   po: () => (/* binding */ notIsolated),
/* harmony export */   s: () => (/* binding */ setUp)
/* harmony export */ });
/* harmony import */ var node_os__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8161);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3145);


/**
 * Runs commands of the settings on a tree, in order, since later commands use files of earlier ones. Setup ends at the
 * first failure; checks all run.
 */
async function runCommands(request) {
    const { phase, tree, commands, signal, runSignal, onResult, commandRunner } = request;
    try {
        await commandRunner.begin(phase, tree, signal);
    }
    catch (error) {
        runSignal.throwIfAborted();
        return signal.aborted ? OUT_OF_TIME : notStarted(error);
    }
    const results = [];
    for (const command of commands) {
        const done = await runCommand(request, command);
        if (done.kind === 'not-isolated')
            return notIsolated(done.why);
        onResult?.(done.result);
        results.push(done.result);
        if (phase === 'setup' && !done.result.passed)
            break;
    }
    return { kind: 'ran', results };
}
/** Runs the setup commands on the base. Returns why no check can run after them; `null`: all succeeded. */
async function setUp({ baseSha, signal, ...given }) {
    // The files of the base are not written for a command that may never run.
    if (given.commands.length === 0)
        return null;
    const report = await runCommands({ ...given, phase: 'setup', tree: baseSha, signal, runSignal: signal });
    if (report.kind === 'not-run')
        return report;
    const setup = report.results.find(({ passed }) => !passed);
    return setup === undefined ? null : { kind: 'not-run', why: 'their setup failed on the base', setup };
}
const notIsolated = (why) => ({
    kind: 'not-run',
    why: `this runner cannot isolate them (${why})`,
    setup: null,
});
const OUT_OF_TIME = {
    kind: 'not-run',
    why: 'the run was stopped or ran out of time before they could start',
    setup: null,
};
/** The work is not lost because of it. */
const notStarted = (error) => ({
    kind: 'not-run',
    why: `they could not be started (${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error)})`,
    setup: null,
});
/** Runs one command of the project's settings. */
async function runCommand({ commandRunner, phase, signal, share }, { name, run, seconds }) {
    const done = await commandRunner.run(phase, { run, seconds, signal, ...(share && { share }) });
    if (done.kind === 'not-isolated')
        return done;
    const { end, output } = done.run;
    const passed = end.kind === 'exited' && end.code === 0;
    const detail = describeEnd(end, seconds);
    const exitCode = end.kind === 'exited' ? { exitCode: end.code } : {};
    const result = { name, passed, detail, ...exitCode, seconds: done.run.seconds, output };
    return { kind: 'ended', result };
}
/** As the end of a sentence. Pure. */
function describeEnd(end, seconds) {
    switch (end.kind) {
        case 'exited':
            return `exit code ${end.code}${nameSignal(end.code)}`;
        case 'timeout':
            return `ended at its time limit of ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .countOf */ .pq)(seconds, 'second')}`;
        case 'aborted':
            return 'ended because the run was stopped or ran out of time';
        case 'flood':
            return 'ended because it printed too much';
        case 'disk':
            return 'ended because it filled the disk';
    }
}
/** A shell reports a program that a signal has ended as 128 and the number of the signal. Pure. */
function nameSignal(code) {
    const [name] = Object.entries(node_os__WEBPACK_IMPORTED_MODULE_0__.constants.signals).find(([, number]) => number === code - 128) ?? [];
    if (name === undefined)
        return '';
    return name === 'SIGKILL' ? ' (SIGKILL, for example because memory ran out)' : ` (${name})`;
}


/***/ }),

/***/ 3947:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   m: () => (/* binding */ confidentialWords)
/* harmony export */ });
/** The words without quotes of a confidential prompt. An empty title or subject is replaced by the changed files. Pure. */
function confidentialWords(words, shown, confidentiality) {
    const redact = (text) => confidentiality.redactQuotes(text, shown.text);
    const title = redact(words.title);
    const [subject = '', ...rest] = redact(words.commitMessage).trim().split('\n');
    return {
        title: hasWords(title) ? title : nameFiles(shown.files),
        body: redact(words.body),
        files: words.files.map(({ path, why }) => ({ path, why: redact(why) })),
        commitMessage: [hasWords(subject) ? subject : nameFiles(shown.files), ...rest].join('\n'),
    };
}
const hasWords = (text) => /[\p{L}\p{N}]/u.test(text);
function nameFiles(files) {
    const [first = 'files', second, ...more] = files;
    if (second === undefined)
        return `Change ${first}`;
    if (more.length === 0)
        return `Change ${first} and ${second}`;
    return `Change ${first}, ${second} and ${more.length} more`;
}


/***/ }),

/***/ 1287:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ openConfidentiality)
/* harmony export */ });
/* unused harmony export redactQuotes */
function openConfidentiality({ showPrompt, prompts, earlier, }) {
    const all = [...prompts.map(({ text }) => text), ...earlier.flatMap((turn) => turn.prompts)];
    return {
        isOn: !showPrompt,
        add: (prompt) => void all.push(prompt),
        redactQuotes: (text, published = '') => showPrompt ? text : redactQuotes(text, { prompts: all, published }),
    };
}
/** A quote has at least this many consecutive characters of a prompt; a run of white space counts as one. */
const MIN_QUOTE_LENGTH = 24;
/** Every quote has this many consecutive characters that are not passed over. */
const WINDOW = 12;
/** Characters that may stand between quoted words: white space, Markdown's quote and emphasis characters, invisible ones. */
const PASSED_OVER = /[\s>*_~`\p{Default_Ignorable_Code_Point}]/u;
/**
 * The text with every verbatim quote of a prompt replaced by an ellipsis, except for words that `published` has, too.
 * Shorter matches stay, since they are common phrases. Pure.
 */
function redactQuotes(original, { prompts, published }) {
    const text = original.normalize('NFC');
    const folded = fold(text);
    const windows = windowsOf(folded.text);
    const quoted = new Set(prompts.flatMap((prompt) => sharedWindows(fold(prompt.normalize('NFC')).text, windows)));
    if (quoted.size === 0)
        return original;
    for (const shown of sharedWindows(fold(published.normalize('NFC')).text, quoted))
        quoted.delete(shown);
    return replaceQuotes(text, folded, quoted);
}
function fold(text) {
    const at = [];
    let folded = '';
    let index = 0;
    for (const character of text) {
        if (!PASSED_OVER.test(character)) {
            const lower = character.toLowerCase();
            folded += lower;
            for (let unit = 0; unit < lower.length; unit += 1)
                at.push(index);
        }
        index += character.length;
    }
    return { text: folded, at };
}
const windowAt = (text, start) => text.slice(start, start + WINDOW);
function windowsOf(text) {
    const windows = new Set();
    for (let start = 0; start + WINDOW <= text.length; start += 1)
        windows.add(windowAt(text, start));
    return windows;
}
function sharedWindows(text, windows) {
    const shared = new Set();
    for (let start = 0; start + WINDOW <= text.length; start += 1) {
        const window = windowAt(text, start);
        if (windows.has(window))
            shared.add(window);
    }
    return [...shared];
}
/** A quote is a sequence of quoted windows, each one character after the last. */
function replaceQuotes(text, folded, quoted) {
    let clean = '';
    let done = 0;
    for (let start = 0; start + WINDOW <= folded.text.length; start += 1) {
        if (!quoted.has(windowAt(folded.text, start)))
            continue;
        let last = start;
        while (quoted.has(windowAt(folded.text, last + 1)))
            last += 1;
        const from = folded.at[start] ?? 0;
        const to = endOf(text, folded.at[last + WINDOW - 1] ?? 0);
        if (text.slice(from, to).replace(/\s+/g, ' ').length >= MIN_QUOTE_LENGTH) {
            clean += `${text.slice(done, Math.max(done, from))}…`;
            done = to;
        }
        start = last;
    }
    return clean + text.slice(done);
}
const endOf = (text, at) => at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);


/***/ }),

/***/ 4676:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vT: () => (/* binding */ fetchStart),
  Ms: () => (/* binding */ markLargeFiles),
  XW: () => (/* binding */ planWorkTree),
  hV: () => (/* binding */ writeFiles),
  dq: () => (/* binding */ writeWorkTree)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/contract/branch-name.js
var branch_name = __webpack_require__(8210);
// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var process_repository = __webpack_require__(4523);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
;// CONCATENATED MODULE: ../../lib/action/git/checkout/case-collisions.js





/** `git init` tests its own directory, which is usually on the same disk, and writes the setting if case is ignored. */
const readIgnoresCase = async ({ gitDir }) => /^\s*ignorecase = true$/m.test(await (0,promises_.readFile)((0,external_node_path_.join)(gitDir, 'config'), 'utf8'));
/**
 * Why the files of a commit cannot be told apart on the runner; `null`: they can. Of two files whose names differ only in
 * case, macOS keeps one, and the other would seem changed by the agent.
 */
async function checkCase(repository, commit, ignoresCase = readIgnoresCase) {
    if (!(await ignoresCase(repository)))
        return null;
    const paths = await (0,list_paths/* listPaths */.Pe)(repository.gitBytes, [
        'ls-tree',
        '-r',
        '-z',
        '--name-only',
        '--full-tree',
        commit,
    ]);
    const pair = findCollision(paths.map(list_paths/* pathAsText */.rx));
    return pair === null
        ? null
        : (0,reasons/* reason */.l)('input-invalid', `\`runs-on\` names a runner whose file system ignores case, and the repository has both ${(0,format/* showPath */.P8)(pair[0])} and ${(0,format/* showPath */.P8)(pair[1])}; use a runner with Linux`);
}
/** Two paths, of files or their folders, that differ only in case or in Unicode normalization, other than two folders. Pure. */
function findCollision(paths) {
    const files = new Map();
    for (const path of paths) {
        const other = files.get(fold(path));
        if (other !== undefined)
            return [other, path];
        files.set(fold(path), path);
    }
    for (const path of paths)
        for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
            const file = files.get(fold(path.slice(0, at)));
            if (file !== undefined)
                return [file, path];
        }
    return null;
}
const fold = (path) => path.normalize('NFC').toLowerCase();

// EXTERNAL MODULE: ../../lib/action/git/checkout/disk-space.js
var disk_space = __webpack_require__(1998);
// EXTERNAL MODULE: ../../lib/action/git/checkout/fetch-branches.js
var fetch_branches = __webpack_require__(4379);
// EXTERNAL MODULE: ../../lib/action/git/checkout/untracked-files.js
var untracked_files = __webpack_require__(2671);
;// CONCATENATED MODULE: ../../lib/action/git/checkout/checkout.js












/** Fetches the base, and the working branch if it exists, into a separate git directory. */
async function fetchStart(options) {
    const { base, branch, pullRequest } = options;
    const workspace = await (0,promises_.realpath)(options.workspace);
    const gitDir = (0,external_node_path_.join)(await (0,promises_.realpath)(options.scratch), 'prentice-git');
    if (isInside(workspace, gitDir))
        throw new Error(`the scratch folder ${gitDir} lies inside the workspace`);
    const repository = await (0,process_repository/* openRepository */.h_)({ ...options, gitDir, workTree: workspace });
    if (pullRequest !== undefined) {
        const fetched = await (0,fetch_branches/* fetchPullRequest */.dA)({ ...options, repository }, pullRequest);
        return fetched.ok ? { ok: true, repository, baseSha: fetched.headSha, branchHead: null } : fetched;
    }
    if ((0,branch_name/* whyNoBranchName */.v)(base) !== null)
        return { ok: false, reason: nameMissingBase(options) };
    if ((0,branch_name/* whyNoBranchName */.v)(branch) !== null)
        throw new Error(`${branch} is not a valid branch name`);
    const remote = { ...options, repository };
    const found = await (0,fetch_branches/* readRemoteHeads */.eX)(remote, [base, branch, ...foldersOf(branch)]);
    if (!found.ok)
        return found;
    const conflicting = foldersOf(branch).find((folder) => found.heads.has(folder));
    if (conflicting !== undefined)
        return { ok: false, reason: nameConflictingBranch(conflicting, branch) };
    if (!found.heads.has(base))
        return { ok: false, reason: nameMissingBase(options) };
    const existing = found.heads.has(branch) ? [base, branch] : [base];
    const failure = await (0,fetch_branches/* fetchBranches */.r4)(remote, [...new Set(existing)]);
    if (failure)
        return { ok: false, reason: failure };
    const [baseSha, branchHead] = await Promise.all([
        (0,fetch_branches/* readFetched */.oC)(repository, base),
        found.heads.has(branch) ? (0,fetch_branches/* readFetched */.oC)(repository, branch) : null,
    ]);
    return { ok: true, repository, baseSha, branchHead };
}
/** Writes the starting commit, or what a started merge has made so far, into the workspace. */
async function writeWorkTree(fetched, merge, options = {}) {
    const planned = await planWorkTree(fetched, merge, options);
    return planned.ok ? planned.write() : planned;
}
/** Finds out whether the workspace can hold the files, and then writes them. */
async function planWorkTree({ repository, baseSha, branchHead }, merge, options = {}) {
    const startSha = merge?.start ?? branchHead ?? baseSha;
    const written = merge?.tree ?? startSha;
    const [collision, measured] = await Promise.all([
        checkCase(repository, written, options.ignoresCase),
        (0,disk_space/* measureFiles */.o)(repository, written, options),
    ]);
    if (collision !== null)
        return { ok: false, reason: collision };
    if (!measured.ok)
        return measured;
    const write = async () => {
        const wasEmpty = await isEmpty(repository.workTree);
        try {
            await writeFiles(repository, written);
        }
        catch (error) {
            const obstacle = (await findReadOnly(repository)) ?? (await findTooLong(repository, written));
            if (obstacle === null)
                throw error;
            return { ok: false, reason: obstacle };
        }
        const leftovers = wasEmpty ? untracked_files/* NO_LEFTOVERS */.R6 : await (0,untracked_files/* removeLeftovers */.DA)(repository, options.jobFile);
        const untrackedBefore = wasEmpty ? untracked_files/* NOTHING_UNTRACKED */.wc : await (0,untracked_files/* listUntracked */.c7)(repository);
        await markLargeFiles(repository, measured.files, untrackedBefore);
        return { ok: true, leftovers, repository, baseSha, startSha, branchHead, merge, untrackedBefore };
    };
    return { ok: true, write };
}
/** Names the source of the branch name, which is where it can be fixed. */
function nameMissingBase({ base, baseFrom }) {
    const sources = {
        job: 'the `ref` of the job',
        config: 'the `base` in .github/prentice.yml',
        'default-branch': 'the default branch',
    };
    const source = baseFrom === undefined ? '' : `, ${sources[baseFrom]}`;
    // Variables of CI, such as GITHUB_REF, hold the full name.
    const name = /^refs\/heads\/(.+)/.exec(base)?.[1];
    const hint = name === undefined ? '' : ` (the name of a branch is without refs/heads/: ${(0,format/* showPath */.P8)(name)})`;
    return (0,reasons/* reason */.l)('ref-not-found', `${(0,format/* showPath */.P8)(base)}${source}${hint}`);
}
/** `a` and `a/b` of `a/b/c`. */
function foldersOf(branch) {
    const parts = branch.split('/').slice(0, -1);
    return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}
/** Branch names are stored like paths: `a` and `a/b` cannot both exist. The push would fail after the agent's work. */
const nameConflictingBranch = (existing, branch) => (0,reasons/* reason */.l)('push-refused', `the branch ${(0,format/* showPath */.P8)(existing)} exists, so a branch ${(0,format/* showPath */.P8)(branch)} cannot be created; rename or delete ${(0,format/* showPath */.P8)(existing)}`);
/** checkout-index replaces files, links and folders in the way, and leaves what the tree does not name. */
async function writeFiles({ git, workTree }, sha) {
    await (0,promises_.mkdir)(workTree, { recursive: true });
    await (0,process_repository/* must */.sb)(git(['read-tree', sha]));
    await (0,process_repository/* must */.sb)(git(['checkout-index', '--all', '--force', '--index', '--quiet']));
}
/** The first path of a commit for which this file system has no room: a name of more than 255 bytes, or a path of 4,095. */
async function findTooLong({ gitBytes, workTree }, commit) {
    const paths = await (0,list_paths/* listPaths */.Pe)(gitBytes, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit]);
    const isTooLong = (path) => workTree.length + 1 + path.length > 4095 || path.split('/').some((name) => name.length > 255);
    const path = paths.find(isTooLong);
    if (path === undefined)
        return null;
    return (0,reasons/* reason */.l)('input-invalid', `\`runs-on\` names a runner whose file system has no room for the name of a file in the repository, which begins with ${(0,format/* showPath */.P8)((0,list_paths/* pathAsText */.rx)(path.slice(0, 100)))}; shorten that name`);
}
/** In a container, the workspace belongs to the user of the runner. */
async function findReadOnly({ workTree }) {
    try {
        await (0,promises_.access)(workTree, promises_.constants.W_OK);
        return null;
    }
    catch (error) {
        return (0,reasons/* reason */.l)('input-invalid', `the user of this job may not write the workspace ${workTree} (${(0,format/* messageOf */.bD)(error)}); in a container, set \`options: --user root\``);
    }
}
/** Also if it does not exist yet. */
const isEmpty = async (folder) => (0,promises_.readdir)(folder).then((names) => names.length === 0, (error) => error.code === 'ENOENT');
function isInside(folder, path) {
    const from = (0,external_node_path_.relative)(folder, path);
    return from === '' || !(from.startsWith('..') || (0,external_node_path_.isAbsolute)(from));
}
/** git reads a whole file before it searches or compares it, and several simultaneously. */
const LARGE = 16 * 1024 * 1024;
const MAX_LARGE_FILES = 10_000;
/** Makes git treat files as binary that are too large to be searched or shown. */
async function markLargeFiles(repository, files, untracked = untracked_files/* NOTHING_UNTRACKED */.wc) {
    const tracked = files.filter(({ size }) => size > LARGE).map(({ path }) => path);
    const others = [...untracked.files].filter((path) => sizeOf(repository.workTree, path) > LARGE);
    const large = [...tracked, ...others].slice(0, MAX_LARGE_FILES);
    if (large.length > 0)
        await repository.treatAsBinary(large);
}
function sizeOf(workTree, path) {
    const absolute = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')]);
    const stats = (0,external_node_fs_.lstatSync)(absolute, { throwIfNoEntry: false });
    return stats?.isFile() ? stats.size : 0;
}


/***/ }),

/***/ 1998:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   o: () => (/* binding */ measureFiles)
/* harmony export */ });
/* unused harmony export spaceFor */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3523);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3145);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4523);
/* harmony import */ var _list_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5022);





const readFreeSpace = async (folder) => {
    const { bavail, bsize, files, ffree } = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.statfs)(folder);
    return { bytes: bavail * bsize, files: files === 0 ? null : ffree };
};
/** A few kilobytes of git trees can name more files than fit on any disk. */
const MAX_FILES = 2_000_000;
const MAX_MS = 60_000;
/** Of the listing, for each file. */
const BYTES_PER_FILE = 128;
const MAX_LIST_BYTES = 256 * 1024 * 1024;
/** Reserved for the runner itself. */
const SPARE = 256 * 1024 * 1024;
/**
 * The files of a commit, if they fit into the workspace. Measured before the first is written, since a runner with a full
 * disk cannot even report it.
 */
async function measureFiles(repository, commit, { readDiskSpace: read = readFreeSpace, mostFiles = MAX_FILES, longestMs = MAX_MS } = {}) {
    const { gitBytes, workTree } = repository;
    const listing = gitBytes(['ls-tree', '-r', '-z', '--full-tree', '--long', commit], {
        maxBytes: Math.min(mostFiles * BYTES_PER_FILE, MAX_LIST_BYTES),
        timeoutMs: longestMs,
    });
    // Cut, because of its length or its time.
    if ((await listing).cut)
        return refuse(`it has more than ${mostFiles} files, or their list is too long or takes too long`);
    const files = parseListing((await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_3__/* .must */ .sb)(listing)).stdout);
    const whole = { bytes: files.reduce((sum, { size }) => sum + spaceFor(size), 0), files: files.length };
    const room = await read(workTree);
    if (describeLack(whole, room) === null)
        return { ok: true, files };
    // An earlier step may have checked out the repository. Files that are replaced free their space.
    const lack = describeLack(await measureGrowth(workTree, files, longestMs), room);
    return lack === null ? { ok: true, files } : refuse(lack);
}
const refuse = (lack) => ({ ok: false, reason: (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__/* .reason */ .l)('runner-full', lack) });
/** Without submodules, which have no size. Throws if an object is missing, which git prints as a size of BAD. */
function parseListing(listing) {
    const files = [];
    for (const entry of listing.toString('latin1').split('\0')) {
        const [, size, path] = /^\d+ blob [0-9a-f]+ +(\w+)\t(.+)$/s.exec(entry) ?? [];
        if (path === undefined)
            continue;
        if (size === 'BAD')
            throw new Error(`git has no object of ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)((0,_list_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .pathAsText */ .rx)(path))}`);
        files.push({ path, size: Number(size) });
    }
    return files;
}
function describeLack(need, room) {
    if (need.bytes > room.bytes - SPARE) {
        return `its files take ${inMegabytes(need.bytes)} MB, and the disk has ${inMegabytes(room.bytes)} MB left, of which ${inMegabytes(SPARE)} MB are reserved`;
    }
    return room.files !== null && need.files > room.files
        ? `it has ${need.files} files, and the disk has room for ${room.files} more`
        : null;
}
const inMegabytes = (bytes) => Math.ceil(bytes / 1024 / 1024);
const BLOCK = 4096;
/** Index entry of a file. */
const PER_FILE = 300;
/** Unit of `Stats.blocks`, whatever the block size of the file system. */
const BLOCK_OF_STATS = 512;
/** Disk space of a file of this size. */
const spaceFor = (size) => Math.ceil(size / BLOCK) * BLOCK + PER_FILE;
/**
 * The peak growth of the work tree while the files of a commit are written one after the other. Each replaces the file
 * of that name. Files that are not looked at within `longestMs` count as new.
 */
async function measureGrowth(workTree, files, longestMs) {
    const findReplaced = openFinder(workTree, Date.now() + longestMs);
    const grown = { bytes: 0, files: 0 };
    const most = { bytes: 0, files: 0 };
    for (const { path, size } of files) {
        const replaced = await findReplaced(path);
        grown.bytes += spaceFor(size) - (replaced === null ? 0 : replaced.blocks * BLOCK_OF_STATS);
        grown.files += replaced === null ? 1 : 0;
        most.bytes = Math.max(most.bytes, grown.bytes);
        most.files = Math.max(most.files, grown.files);
    }
    return most;
}
/** Finds the file at a path below `root` whose space is freed when it is replaced. Paths byte for byte (latin1). */
function openFinder(root, until) {
    const folders = new Map([['', true]]);
    const look = async (path) => {
        if (Date.now() > until)
            return null;
        const place = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
        // Whatever the error is, the file frees no space.
        return (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(place).catch(() => null);
    };
    /** A link is replaced itself, not the files behind it. */
    async function isFolder(path) {
        const known = folders.get(path);
        if (known !== undefined)
            return known;
        const found = (await isFolder(parentOf(path))) && ((await look(path))?.isDirectory() ?? false);
        folders.set(path, found);
        return found;
    }
    return async (path) => {
        if (!(await isFolder(parentOf(path))))
            return null;
        const stats = await look(path);
        return stats?.isFile() && stats.nlink === 1 ? stats : null;
    };
}
const parentOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));


/***/ }),

/***/ 4379:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   dA: () => (/* binding */ fetchPullRequest),
/* harmony export */   eX: () => (/* binding */ readRemoteHeads),
/* harmony export */   gM: () => (/* binding */ meetBranches),
/* harmony export */   lH: () => (/* binding */ fetchedRef),
/* harmony export */   oC: () => (/* binding */ readFetched),
/* harmony export */   r4: () => (/* binding */ fetchBranches)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_timers_promises__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8500);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3523);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4523);
/* harmony import */ var _process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5577);






const PAUSES = [1000, 4000];
/** The ref of a fetched branch. */
const fetchedRef = (branch) => `refs/prentice/${branch}`;
/** The heads of those of the named branches that exist on the remote. */
async function readRemoteHeads({ repository, token, pause = node_timers_promises__WEBPACK_IMPORTED_MODULE_2__.setTimeout }, branches) {
    const refs = branches.map((branch) => `refs/heads/${branch}`);
    const git = repository.withToken(token);
    const answer = await withRetries(() => git(['ls-remote', repository.remote, ...refs]), pause);
    if (answer.code !== 0)
        return { ok: false, reason: (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_3__/* .reason */ .l)('fetch-failed', (0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .oneLine */ .TN)(answer.stderr)) };
    const heads = new Map();
    for (const line of answer.stdout.split('\n')) {
        const [sha, ref] = line.split('\t');
        // ls-remote also matches the end of a name.
        if (sha && ref && refs.includes(ref))
            heads.set(ref.slice('refs/heads/'.length), sha);
    }
    return { ok: true, heads };
}
/** Fetches the heads of existing branches. `null`: done. */
const fetchBranches = (options, branches) => fetchRefs(options, branches.map((branch) => `+refs/heads/${branch}:${fetchedRef(branch)}`));
/** The head of a pull request. GitHub keeps it in the repository also if the branch is in a fork. */
async function fetchPullRequest(options, number) {
    const ref = `refs/prentice-pull/${number}`;
    const failure = await fetchRefs(options, [`+refs/pull/${number}/head:${ref}`]);
    if (failure !== null)
        return { ok: false, reason: failure };
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(options.repository.git(['rev-parse', '--verify', `${ref}^{commit}`]));
    return { ok: true, headSha: stdout.trim() };
}
async function fetchRefs({ repository, token, depth = 1, deepen, pause = node_timers_promises__WEBPACK_IMPORTED_MODULE_2__.setTimeout }, refs) {
    const git = repository.withToken(token);
    const args = [
        'fetch',
        '--quiet',
        '--no-tags',
        '--no-recurse-submodules',
        '--no-write-fetch-head',
        deepen === undefined ? `--depth=${depth}` : `--deepen=${deepen}`,
        repository.remote,
        ...refs,
    ];
    const answer = await withRetries(() => git(args), pause);
    if (answer.code === 0)
        return null;
    return (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_3__/* .reason */ .l)((0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .isFull */ .uq)(answer.stderr) ? 'runner-full' : 'fetch-failed', (0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .oneLine */ .TN)(answer.stderr));
}
/** The head of a branch when it was last fetched. */
async function readFetched({ git }, branch) {
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(git(['rev-parse', '--verify', `${fetchedRef(branch)}^{commit}`]));
    return stdout.trim();
}
async function withRetries(run, pause) {
    for (const wait of PAUSES) {
        const answer = await run();
        if (answer.code === 0 || (0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .isFinalResponse */ .s3)(answer.stderr))
            return answer;
        await pause(wait);
    }
    return run();
}
/** The history is shallow. It is fetched to these depths until the branches meet. */
const DEPTHS = [101, 1001];
/** Fetches as much history as it takes to know where two fetched branches parted. */
async function meetBranches(input) {
    const { repository, base, branch } = input;
    for (const depth of [1, ...DEPTHS]) {
        if (depth > 1) {
            // The heads themselves: a branch may have moved meanwhile, or be deleted. `--deepen` leaves out what no ref reaches.
            const { heads } = input;
            const failure = heads
                ? await fetchRefs({ ...input, depth }, heads)
                : await fetchBranches({ ...input, depth }, [base, branch]);
            if (failure !== null)
                return { kind: 'failed', reason: failure };
        }
        const ancestors = await findAncestors(repository, input.heads ?? [fetchedRef(base), fetchedRef(branch)]);
        if (ancestors !== null)
            return { kind: 'met', ancestors };
    }
    return { kind: 'apart' };
}
/**
 * `null`: the history is too short to tell. A common commit counts only if the history of all newer ones is complete:
 * where it is cut off, a path to a newer common commit may be missing.
 */
async function findAncestors({ git, gitDir }, tips) {
    const { code, stdout } = await git(['merge-base', '--all', ...tips]);
    const ancestors = stdout.split('\n').filter((line) => line !== '');
    if (code !== 0 || ancestors.length === 0)
        return null;
    const cutOff = await readCutOff(gitDir);
    if (cutOff.size === 0)
        return ancestors;
    const newer = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(git(['rev-list', ...tips, '--not', ...ancestors]));
    return newer.stdout.split('\n').some((commit) => cutOff.has(commit)) ? null : ancestors;
}
/** Commits whose parents were not fetched. */
async function readCutOff(gitDir) {
    try {
        return new Set((await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'shallow'), 'utf8')).split('\n').filter((line) => line !== ''));
    }
    catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
            return new Set();
        throw error;
    }
}


/***/ }),

/***/ 5022:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Pe: () => (/* binding */ listPaths),
/* harmony export */   lG: () => (/* binding */ pathsAsInput),
/* harmony export */   rx: () => (/* binding */ pathAsText)
/* harmony export */ });
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4523);

const MAX_LIST_BYTES = 256 * 1024 * 1024;
/**
 * The paths that a `git … -z` command lists. For git, paths are bytes. Read as latin1, every byte is one character and
 * can be passed back to git unchanged.
 */
async function listPaths(git, args) {
    const { stdout, cut } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_0__/* .must */ .sb)(git(args, { maxBytes: MAX_LIST_BYTES }));
    if (cut)
        throw new Error(`git ${args[0]} lists more than ${MAX_LIST_BYTES} bytes of paths`);
    return stdout
        .toString('latin1')
        .split('\0')
        .filter((path) => path !== '');
}
/** Paths as standard input of a `git … -z --stdin` command. */
function pathsAsInput(paths) {
    return Buffer.from(paths.map((path) => `${path}\0`).join(''), 'latin1');
}
/** A path as text for rules and messages. */
function pathAsText(path) {
    return Buffer.from(path, 'latin1').toString('utf8');
}


/***/ }),

/***/ 9071:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CS: () => (/* binding */ listFiles),
/* harmony export */   CT: () => (/* binding */ readLinks),
/* harmony export */   D4: () => (/* binding */ exportTree),
/* harmony export */   K4: () => (/* binding */ exportChanges),
/* harmony export */   b4: () => (/* binding */ readBlobs),
/* harmony export */   fi: () => (/* binding */ listEntries),
/* harmony export */   gm: () => (/* binding */ readBlob),
/* harmony export */   n1: () => (/* binding */ followLinks),
/* harmony export */   nT: () => (/* binding */ listTree)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9027);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4523);
/* harmony import */ var _list_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5022);





const MAX_BYTES = 8 * 1024 * 1024;
/**
 * The entries of a tree or commit at these paths; a path with a trailing slash lists the folder, and with `isDeep` all that is
 * in it. Paths are literal. A symbolic link is not a file: `followLinks` finds what it leads to.
 */
async function listTree({ gitBytes }, commit, paths, { isDeep = false } = {}) {
    const args = ['ls-tree', '-z', '--full-tree', ...(isDeep ? ['-r'] : []), commit, '--', ...paths];
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitBytes(args, { maxBytes: MAX_BYTES }));
    return stdout
        .toString('latin1')
        .split('\0')
        .flatMap((entry) => {
        const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
        if (mode === undefined || id === undefined || path === undefined)
            return [];
        return [{ path: (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .pathAsText */ .rx)(path), id, kind: kindOf(mode) }];
    });
}
const kindOf = (mode) => mode === '120000' ? 'link' : mode === '160000' ? 'submodule' : mode === '040000' ? 'folder' : 'file';
/** Follows the symbolic links in paths and at their ends, but not out of the commit. What is not there is left out. */
async function followLinks({ gitBytes }, commit, paths) {
    const found = new Map();
    // git reads one line for each.
    const asked = paths.filter((path) => !path.includes('\n'));
    if (asked.length === 0)
        return found;
    const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--follow-symlinks'];
    const input = asked.map((path) => `${commit}:${path}\n`).join('');
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitBytes(args, { input, maxBytes: MAX_BYTES }));
    let at = 0;
    for (const path of asked) {
        const end = stdout.indexOf('\n', at);
        if (end < 0)
            throw new Error(`git cat-file said nothing of ${JSON.stringify(path)}`);
        const line = stdout.toString('utf8', at, end);
        at = end + 1;
        const [, id, kind] = /^([0-9a-f]+) (blob|tree)$/.exec(line) ?? [];
        if (id !== undefined)
            found.set(path, { id, kind: kind === 'blob' ? 'file' : 'folder' });
        // A second line, of so many bytes, has the path.
        const [, size] = /^(?:symlink|dangling|loop|notdir) (\d+)$/.exec(line) ?? [];
        if (size === undefined)
            continue;
        at += Number(size) + 1;
        found.set(path, { id: '', kind: 'link' });
    }
    return found;
}
/** All of a tree or commit, at any depth. `within`: only those of a folder. */
async function listEntries({ gitFixed }, tree, within) {
    const folder = within === undefined ? [] : ['--', `${within}/`];
    const listed = await (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .listPaths */ .Pe)(gitFixed, ['ls-tree', '-r', '-z', '--full-tree', tree, ...folder]);
    return listed.map((entry) => {
        const [, mode, id, path] = /^(\d+) \w+ ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
        if (mode === undefined || id === undefined || path === undefined)
            throw new Error(`git ls-tree printed an unexpected record: ${JSON.stringify(entry)}`);
        return { path, mode, id };
    });
}
/** The paths of all files of a tree or commit, without submodules. */
async function listFiles(repository, tree) {
    const entries = await listEntries(repository, tree);
    return entries.filter(({ mode }) => mode !== '160000').map(({ path }) => (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .pathAsText */ .rx)(path));
}
/** The symbolic links of each tree or commit; trees with the same links are one. */
async function readLinks(repository, trees) {
    const lists = new Map();
    for (const tree of new Set(trees)) {
        const links = (await listEntries(repository, tree)).filter(({ mode }) => mode === '120000');
        lists.set(JSON.stringify(links), links);
    }
    const ids = [...lists.values()].flatMap((links) => links.map(({ id }) => id));
    const targets = await readBlobs(repository, ids);
    return [...lists.values()].map((links) => links.map(({ path, id }) => ({
        path: (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .pathAsText */ .rx)(path),
        target: targets.get(id)?.toString('utf8') ?? '',
    })));
}
/** Whole blobs by id, by one command. */
async function readBlobs({ gitFixed }, ids, maxBytes = MAX_BYTES) {
    const blobs = new Map();
    if (ids.length === 0)
        return blobs;
    const input = [...new Set(ids), ''].join('\n');
    const { stdout, cut } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitFixed(['cat-file', '--batch'], { input, maxBytes }));
    if (cut)
        throw new Error(`the symbolic links, or the files of attributes, have more than ${maxBytes} bytes`);
    // `<id> blob <size> LF <content> LF`
    for (let at = 0; at < stdout.length;) {
        const end = stdout.indexOf('\n', at);
        const [id = '', , size] = stdout.toString('latin1', at, end).split(' ');
        const length = Number(size);
        if (!Number.isInteger(length))
            throw new Error(`git cat-file could not read ${id}`);
        blobs.set(id, stdout.subarray(end + 1, end + 1 + length));
        at = end + length + 2;
    }
    return blobs;
}
/** The beginning of a file's text, in UTF-8, or in UTF-16 with a byte order mark. */
async function readBlob({ gitBytes }, id, maxBytes) {
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitBytes(['cat-file', 'blob', id], { maxBytes }));
    return (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_4__/* .decodeMarked */ .bG)(stdout).replaceAll('\0', '');
}
/** Writes the files of a tree or commit into an empty folder, byte for byte and without `.git`. */
async function exportTree(repository, tree, folder) {
    const git = await openExportIndex(repository, tree);
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(git(['checkout-index', '--all', '--quiet', `--prefix=${folder}/`]));
}
/**
 * Writes the files that differ from an earlier tree into an empty folder. Returns the paths of that tree that must be
 * removed before, byte for byte (latin1).
 */
async function exportChanges(repository, { from, to }, folder) {
    const args = [
        'diff-tree',
        '-r',
        '-z',
        '--no-renames',
        '--name-status',
        '--ignore-submodules=none',
        from,
        to,
    ];
    const listed = await (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .listPaths */ .Pe)(repository.gitFixed, args);
    const entries = listed.flatMap((status, at) => at % 2 === 0 ? [{ status, path: listed[at + 1] ?? '' }] : []);
    const written = entries.filter(({ status }) => status !== 'D').map(({ path }) => path);
    const git = await openExportIndex(repository, to);
    const input = (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .pathsAsInput */ .lG)(written);
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(git(['checkout-index', '--quiet', '-z', '--stdin', `--prefix=${folder}/`], { input }));
    return entries.filter(({ status }) => status !== 'A').map(({ path }) => path);
}
async function openExportIndex(repository, tree) {
    const indexFile = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repository.gitDir, 'prentice-export-index');
    await repository.restoreConfig();
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(indexFile, { force: true });
    const git = repository.withIndex(indexFile);
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(git(['read-tree', tree]));
    return git;
}


/***/ }),

/***/ 8719:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   q: () => (/* binding */ writeTreeWith),
/* harmony export */   r: () => (/* binding */ listChangedEntries)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4523);
/* harmony import */ var _list_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5022);




/** The paths in which two trees or commits differ. A renamed file is a deleted and a new one. */
async function listChangedEntries({ gitFixed }, from, to) {
    const args = ['diff-tree', '-r', '-z', '--no-renames', '--raw', '--no-abbrev', '--ignore-submodules=none'];
    const listed = await (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .listPaths */ .Pe)(gitFixed, [...args, from, to]);
    return listed.flatMap((entry, at) => {
        if (at % 2 === 1)
            return [];
        const [, mode, , id] = entry.split(' ');
        const path = listed[at + 1];
        if (mode === undefined || id === undefined || path === undefined)
            throw new Error('git diff-tree printed an entry without a path');
        return [{ path, mode, id }];
    });
}
/** Writes a tree that has these entries in place of its own, without the work tree. Returns its id. */
async function writeTreeWith(repository, tree, entries) {
    const indexFile = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(repository.gitDir, 'prentice-evidence-index');
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(indexFile, { force: true });
    const git = repository.withIndex(indexFile);
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(git(['read-tree', tree]));
    const lines = entries.map(({ mode, id, path }) => `${mode} ${id}\t${path}\0`);
    const input = Buffer.from(lines.join(''), 'latin1');
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(git(['update-index', '-z', '--index-info'], { input }));
    return (await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(git(['write-tree']))).stdout.toString('utf8').trim();
}


/***/ }),

/***/ 2671:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   DA: () => (/* binding */ removeLeftovers),
/* harmony export */   R6: () => (/* binding */ NO_LEFTOVERS),
/* harmony export */   c7: () => (/* binding */ listUntracked),
/* harmony export */   h_: () => (/* binding */ wasUntracked),
/* harmony export */   wc: () => (/* binding */ NOTHING_UNTRACKED)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _process_remove_empty_folders_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9371);
/* harmony import */ var _list_paths_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5022);




/** Of a workspace that was empty before the checkout. */
const NOTHING_UNTRACKED = { files: new Set(), folders: [] };
/**
 * Includes ignored files, since the agent may change .gitignore. Ignored folders (node_modules) are listed as a whole,
 * others file by file, so that a new file in such a folder counts as the agent's.
 */
async function listUntracked(repository) {
    const others = ['ls-files', '-z', '--others', '--exclude-standard'];
    const paths = [
        ...(await (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .listPaths */ .Pe)(repository.gitBytes, others)),
        ...(await (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .listPaths */ .Pe)(repository.gitBytes, [...others, '--ignored', '--directory'])),
    ];
    return {
        files: new Set(paths.filter((path) => !path.endsWith('/'))),
        folders: paths.filter((path) => path.endsWith('/')),
    };
}
function wasUntracked(before, path) {
    return before.files.has(path) || before.folders.some((folder) => path.startsWith(folder));
}
const NO_LEFTOVERS = { removed: 0, stuck: [] };
/**
 * Removes the files of earlier jobs from the workspace, which a runner of one's own keeps. Otherwise a file that an earlier
 * run has written would count as one that an earlier step has made, and would not be published when the agent writes it
 * again. Files that git ignores stay, as those of caches do, and so do other repositories. `jobFile`: a file that the
 * runner writes at the start of the job, before its first step; absent, nothing is removed.
 */
async function removeLeftovers({ gitBytes, workTree }, jobFile) {
    const startedMs = jobFile === undefined ? null : await readStart(jobFile, workTree);
    if (startedMs === null)
        return NO_LEFTOVERS;
    const removed = [];
    const stuck = [];
    for (const path of await (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .listPaths */ .Pe)(gitBytes, ['ls-files', '-z', '--others', '--exclude-standard'])) {
        if (path.endsWith('/'))
            continue;
        const absolute = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')]);
        const { ctimeMs } = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(absolute);
        if (ctimeMs >= startedMs)
            continue;
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.unlink)(absolute).then(() => removed.push((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(workTree, (0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .pathAsText */ .rx)(path))), () => stuck.push((0,_list_paths_js__WEBPACK_IMPORTED_MODULE_3__/* .pathAsText */ .rx)(path)));
    }
    await (0,_process_remove_empty_folders_js__WEBPACK_IMPORTED_MODULE_2__/* .removeEmptyFolders */ .d)(workTree, removed);
    return { removed: removed.length, stuck };
}
/** When the job started, by the clock of the file system that has the workspace; `null`: unknown. */
async function readStart(jobFile, workTree) {
    const [file, folder] = await Promise.all([(0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(jobFile).catch(() => null), (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.stat)(workTree)]);
    return file?.dev === folder.dev ? file.mtimeMs : null;
}


/***/ }),

/***/ 1961:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ parseAddedLines),
/* harmony export */   W: () => (/* binding */ parseSummary)
/* harmony export */ });
const KINDS = {
    A: 'added',
    M: 'modified',
    T: 'modified',
    D: 'deleted',
    R: 'renamed',
};
/**
 * Parses the fields of `git diff-tree --raw --numstat -z`: a raw record for each change, then its numbers of lines for each
 * change in the same order. A raw record starts with a colon, a record of numbers never does.
 */
function parseSummary(fields) {
    const raw = [];
    const counts = [];
    const rest = fields.values();
    for (const head of rest) {
        if (head.startsWith(':'))
            raw.push(parseRaw(head, rest));
        else
            counts.push(parseNumstat(head, rest));
    }
    return { raw, counts };
}
/** `:oldmode newmode oldid newid status NUL path NUL [path NUL]`. */
function parseRaw(head, rest) {
    const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = head.slice(1).split(' ');
    const kind = KINDS[status.charAt(0)];
    const first = rest.next().value;
    const second = kind === 'renamed' ? rest.next().value : first;
    if (kind === undefined || first === undefined || second === undefined) {
        throw new Error(`git diff-tree printed an unexpected record: ${JSON.stringify(head)}`);
    }
    return {
        path: second,
        oldPath: kind === 'renamed' ? first : null,
        kind,
        oldMode: modeOrNull(oldMode),
        newMode: modeOrNull(newMode),
        oldId,
        newId,
        isTypeChange: status === 'T',
    };
}
function modeOrNull(mode) {
    return mode === '000000' ? null : mode;
}
/** `additions TAB deletions TAB path NUL`; `-` stands for binary. */
function parseNumstat(head, rest) {
    const [additions, deletions, path] = head.split('\t');
    // A rename has an empty path here, and its two paths in separate fields.
    if (path === '') {
        rest.next();
        rest.next();
    }
    return { additions: Number(additions) || 0, deletions: Number(deletions) || 0 };
}
/**
 * The added lines of each `diff --git` section of a patch made with `--unified=0`. There, every line of content starts
 * with `+`, `-` or a backslash, so it cannot be mistaken for a header.
 */
function parseAddedLines(patch) {
    const sections = [];
    let number = 0;
    let inHunk = false;
    for (const line of patch.split('\n')) {
        if (line.startsWith('diff --git ')) {
            sections.push([]);
            inHunk = false;
        }
        else if (line.startsWith('@@ ')) {
            number = Number(/ \+(\d+)/.exec(line)?.[1] ?? 0);
            inHunk = true;
        }
        else if (inHunk && line.startsWith('+')) {
            sections.at(-1)?.push({ number, text: line.slice(1) });
            number += 1;
        }
    }
    return sections;
}


/***/ }),

/***/ 5008:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ diffAgainstBase),
/* harmony export */   n: () => (/* binding */ readDiffText)
/* harmony export */ });
/* harmony import */ var _checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4379);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4523);


/** Limit for the patch. */
const MAX_PATCH_BYTES = 2 * 1024 * 1024;
/** The text that a push makes public: paths, added lines, removed lines. */
async function readDiffText({ repository, baseSha }, { tree, changes }) {
    const args = ['diff-tree', '-r', '-M', '-p', '--unified=0', '--no-ext-diff', '--no-textconv'];
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_1__/* .must */ .sb)(repository.git([...args, baseSha, tree], { maxBytes: MAX_PATCH_BYTES }));
    const lines = stdout.split('\n');
    const startingWith = (prefix) => lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(1));
    const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]));
    return [paths.join(SEPARATOR), startingWith('+').join('\n'), startingWith('-').join('\n')].join(SEPARATOR);
}
/** Does not occur in a text of the model, so that two neighbouring paths do not form a quote. */
const SEPARATOR = '\0';
const MAX_CONTEXT_BYTES = 64 * 1024;
/** The diff of the working branch against its base, as context for a follow-up. */
async function diffAgainstBase(input) {
    const { repository, base, branch } = input;
    // The diff is optional context: a failed fetch ends the search, not the run.
    const meeting = await (0,_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__/* .meetBranches */ .gM)(input);
    const mergeBase = meeting.kind === 'met' ? (meeting.ancestors[0] ?? null) : null;
    const from = mergeBase ?? (0,_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchedRef */ .lH)(base);
    const args = ['diff-tree', '-r', '-p', '-M', '--no-ext-diff', '--no-textconv', from, (0,_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchedRef */ .lH)(branch)];
    const { stdout, cut } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_1__/* .must */ .sb)(repository.git(args, { maxBytes: input.maxBytes ?? MAX_CONTEXT_BYTES }));
    return { diff: stdout, against: mergeBase === null ? 'base' : 'merge-base', cut };
}


/***/ }),

/***/ 9824:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _w: () => (/* binding */ openFilters),
/* harmony export */   kV: () => (/* binding */ LFS),
/* harmony export */   wb: () => (/* binding */ readAttributes)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _text_fold_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(8865);
/* harmony import */ var _checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5022);
/* harmony import */ var _checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9071);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4523);






const LFS = 'lfs';
/**
 * Finds the filters that `.gitattributes` of any of the trees assigns to paths, whether there are such files or not. A filter
 * other than that of Git LFS comes first, and counts for every spelling of a path that some file system treats as the same.
 */
async function openFilters(repository, trees) {
    const copies = new Map();
    for (const tree of new Set(trees)) {
        const files = await listAttributes(repository, tree);
        const exact = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path));
        const folded = foldFiles(files);
        if (folded.length > MOST_SPELLINGS)
            return async (paths) => new Map(paths.map((path) => [path, TOO_MANY]));
        for (const copy of [{ files: exact, isFolded: false }, ...folded])
            if (copy.files.length > 0)
                copies.set(JSON.stringify(copy), copy);
    }
    const places = [];
    for (const copy of copies.values())
        places.push({ place: await copyAttributes(repository, copy), isFolded: copy.isFolded });
    return async (paths) => {
        const filters = new Map();
        if (paths.length === 0)
            return filters;
        const folded = paths.map(_text_fold_js__WEBPACK_IMPORTED_MODULE_5__/* .foldPath */ .tu);
        for (const { place, isFolded } of places) {
            const exact = isFolded ? [] : await askForFilters(repository, place, { paths, ignoreCase: false });
            const spellings = isFolded ? folded : [...paths, ...folded];
            const loose = await askForFilters(repository, place, { paths: spellings, ignoreCase: true });
            for (const [at, path] of paths.entries()) {
                const found = [exact[at], loose[at], loose[paths.length + at]];
                const other = found.find((one) => typeof one === 'string' && one !== LFS);
                if (typeof other === 'string')
                    filters.set(path, other);
                else if (exact[at] === LFS && !filters.has(path))
                    filters.set(path, LFS);
            }
        }
        return filters;
    };
}
/** Files with different attributes whose paths some file system treats as the same. Each is another copy. */
const MOST_SPELLINGS = 20;
/** In place of the name of a filter, for every path. */
const TOO_MANY = `unknown: more than ${MOST_SPELLINGS} spellings of one path`;
/** The files of attributes of a tree, in every spelling of the name that some file system treats as the same. */
async function listAttributes(repository, tree) {
    const files = [];
    for (const { mode, id, path } of await (0,_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_3__/* .listEntries */ .fi)(repository, tree)) {
        if (mode === '160000' || (0,_text_fold_js__WEBPACK_IMPORTED_MODULE_5__/* .foldPath */ .tu)((0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .pathAsText */ .rx)(path.slice(path.lastIndexOf('/') + 1))) !== '.gitattributes')
            continue;
        const file = mode === '120000' ? await findTarget(repository, tree, path) : id;
        if (file !== null)
            files.push({ path, id: file });
    }
    return files;
}
/**
 * The files at their folded paths. Where several have the same one, which of them a checkout keeps depends on the file
 * system: each is in one copy, and the first stands for those of other paths that have fewer.
 */
function foldFiles(files) {
    const folded = files
        .map(({ path, id }) => ({ id, path: Buffer.from((0,_text_fold_js__WEBPACK_IMPORTED_MODULE_5__/* .foldPath */ .tu)((0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .pathAsText */ .rx)(path))).toString('latin1') }))
        // git takes no path in a git directory, and a file and a folder cannot have the same name.
        .filter(({ path }) => !/(?:^|\/)\.git(?:attributes)?\//.test(path));
    const byPath = [...Map.groupBy(folded, ({ path }) => path)].map(([path, same]) => [path, [...new Set(same.map(({ id }) => id))]]);
    const count = byPath.reduce((most, [, ids]) => Math.max(most, ids.length), 0);
    return Array.from({ length: count }, (_, at) => ({
        files: byPath.flatMap(([path, ids]) => [ids[at] ?? ids[0]].flatMap((id) => (id === undefined ? [] : [{ path, id }]))),
        isFolded: true,
    }));
}
/**
 * A git directory whose index holds these files and nothing else. The run's own git directory overrides the attributes of
 * filters. Unlike `git check-attr --source`, which git 2.40 introduced, `--cached` works in every version of git that the
 * action accepts.
 */
async function copyAttributes(repository, { files, isFolded }) {
    const { gitBytes, gitDir } = repository;
    const place = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdtemp)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'prentice-attributes-'));
    for (const folder of ['objects/info', 'refs'])
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place, folder), { recursive: true });
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place, 'HEAD'), 'ref: refs/heads/main\n');
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(place, 'objects', 'info', 'alternates'), `${(0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'objects')}\n`);
    const written = isFolded ? await foldPatterns(repository, place, files) : files;
    const args = ['--git-dir', place, 'update-index', '-z', '--index-info'];
    const lines = written.map(({ path, id }) => `100644 ${id}\t${path}\0`);
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(gitBytes(args, { input: Buffer.from(lines.join(''), 'latin1') }));
    return place;
}
/** The files with folded patterns: git ignores the case of ASCII letters only. Writes new ones into the copy. */
async function foldPatterns(repository, place, files) {
    const folded = new Map();
    const ids = files.map(({ id }) => id);
    for (const [id, bytes] of await (0,_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_3__/* .readBlobs */ .b4)(repository, ids, MAX_BYTES)) {
        const text = bytes.toString('latin1');
        const next = foldAttributes(text);
        if (next === text)
            continue;
        const input = Buffer.from(next, 'latin1');
        const args = ['--git-dir', place, 'hash-object', '-w', '--stdin'];
        const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(repository.gitBytes(args, { input }));
        folded.set(id, stdout.toString('latin1').trim());
    }
    return files.map(({ path, id }) => ({ path, id: folded.get(id) ?? id }));
}
const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** A pattern, quoted or not, with the white space before it. */
const PATTERN = /^[ \t\r]*(?![ \t\r#])(?:"((?:[^"\\]|\\.)*)"|[^ \t\r]+)/;
/** A file of attributes, as latin1, with folded patterns where one has other than ASCII characters. Pure. */
function foldAttributes(text) {
    const lines = text.startsWith(BYTE_ORDER_MARK) ? text.slice(BYTE_ORDER_MARK.length) : text;
    return lines
        .split('\n')
        .map((line) => line.replace(PATTERN, (given, quoted) => {
        const pattern = quoted === undefined ? given.trim() : unquote(quoted);
        return /[\x80-\xff]/.test(pattern) ? quote((0,_text_fold_js__WEBPACK_IMPORTED_MODULE_5__/* .foldLetters */ .pv)((0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_2__/* .pathAsText */ .rx)(pattern))) : given;
    }))
        .join('\n');
}
/** Only what git quotes for other characters than ASCII: others stay. */
const unquote = (quoted) => quoted.replace(/\\([0-3][0-7]{2}|["\\])/g, (_, escaped) => escaped.length === 1 ? escaped : String.fromCharCode(Number.parseInt(escaped, 8)));
const quote = (text) => `"${Buffer.from(text)
    .toString('latin1')
    .replace(/[^ !#-[\]-~]/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`)}"`;
/**
 * The file that a symbolic link leads to; `null`: none. git 2.32 and newer ignores a linked `.gitattributes`, but older
 * versions, which people may have, read it.
 */
async function findTarget({ gitBytes }, tree, path) {
    const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--follow-symlinks'];
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(gitBytes(args, { input: Buffer.from(`${tree}:${path}\n`, 'latin1') }));
    return /^([0-9a-f]+) blob\n/.exec(stdout.toString('latin1'))?.[1] ?? null;
}
/** `null`: the path has no filter. */
async function askForFilters(repository, place, { paths, ignoreCase }) {
    const found = await askForAttributes(repository, place, { names: ['filter'], paths, ignoreCase });
    return found.map(([value = UNSET]) => (value === 'unspecified' || value === UNSET ? null : value));
}
const UNSET = 'unset';
/** The values of the attributes, in their order, for each path. */
async function askForAttributes({ git }, place, { names, paths, ignoreCase, }) {
    const { stdout, cut } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(git([
        ...['-c', `core.ignoreCase=${ignoreCase}`, '--git-dir', place],
        ...['check-attr', '--cached', '--stdin', '-z', ...names],
    ], { input: paths.map((path) => `${path}\0`).join(''), maxBytes: MAX_BYTES }));
    if (cut)
        throw new Error(`git check-attr printed more than ${MAX_BYTES} bytes`);
    // path NUL attribute NUL value NUL
    const values = stdout.split('\0').filter((_, at) => at % 3 === 2);
    if (values.length !== paths.length * names.length)
        throw new Error(`git check-attr answered for ${values.length} of ${paths.length} paths`);
    return paths.map((_, at) => values.slice(at * names.length, (at + 1) * names.length));
}
/** The values of attributes as git on Linux finds them in a tree, for each path. */
async function readAttributes(repository, tree, names, paths) {
    const files = await listAttributes(repository, tree);
    const exact = files.filter(({ path }) => /(?:^|\/)\.gitattributes$/.test(path));
    if (exact.length === 0)
        return paths.map(() => names.map(() => 'unspecified'));
    const place = await copyAttributes(repository, { files: exact, isFolded: false });
    try {
        return await askForAttributes(repository, place, { names, paths, ignoreCase: false });
    }
    finally {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(place, { recursive: true, force: true });
    }
}
const MAX_BYTES = 256 * 1024 * 1024;


/***/ }),

/***/ 7287:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   IW: () => (/* binding */ redactPatch),
/* harmony export */   Jb: () => (/* binding */ makePatch),
/* harmony export */   rH: () => (/* binding */ applyGitPatch)
/* harmony export */ });
/* harmony import */ var node_buffer__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4573);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _contract_runner_protocol_result_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5283);
/* harmony import */ var _checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5022);
/* harmony import */ var _checkout_untracked_files_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2671);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4523);







/** The change as a patch against `startSha`, cut between two files if it exceeds the limit. */
async function makePatch({ repository, startSha, tree }, limit = _contract_runner_protocol_result_js__WEBPACK_IMPORTED_MODULE_3__/* .PATCH_LIMIT */ .$L) {
    const args = ['diff-tree', '-r', '-p', '-M', '--binary', '--full-index', '--no-ext-diff', '--no-textconv'];
    const { stdout, cut } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_6__/* .must */ .sb)(repository.gitBytes([...args, startSha, tree], { maxBytes: limit }));
    if (!cut)
        return { patch: stdout, cut };
    const lastFile = stdout.lastIndexOf('\ndiff --git ');
    return { patch: stdout.subarray(0, lastFile + 1), cut };
}
/** The patch with the secrets of the run replaced; `null`: a secret spans several added lines and cannot be replaced. */
function redactPatch(patch, { find, redactKnown }) {
    const lines = linesOf(patch);
    const added = lines.filter((line) => line[0] === ADDED).map((line) => line.toString('latin1', 1));
    const text = added.join('');
    if (find(text).some(({ start, end }) => text.slice(start, end).includes('\n')))
        return null;
    return Buffer.concat(lines.map((line) => cleanLine(line, redactKnown)));
}
const ADDED = '+'.charCodeAt(0);
/** Lines with their line ends. */
function linesOf(patch) {
    const lines = [];
    for (let start = 0; start < patch.length;) {
        const end = patch.indexOf('\n', start) + 1 || patch.length;
        lines.push(patch.subarray(start, end));
        start = end;
    }
    return lines;
}
/** A changed file need not be UTF-8. Other lines are read as Latin-1, which preserves every byte. */
function cleanLine(line, redact) {
    const encoding = (0,node_buffer__WEBPACK_IMPORTED_MODULE_0__.isUtf8)(line) ? 'utf8' : 'latin1';
    return Buffer.from(redact(line.toString(encoding)), encoding);
}
/**
 * Applies a saved patch to the work tree, completely or not at all (false). It is applied in a separate index first,
 * where git merges it if it has the versions that the patch was made from.
 */
async function applyGitPatch({ repository, startSha, untrackedBefore }, patch) {
    const indexFile = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(repository.gitDir, 'prentice-patch-index');
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(indexFile, { force: true });
    const git = repository.withIndex(indexFile);
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_6__/* .must */ .sb)(git(['read-tree', startSha]));
    const apply = (...how) => git(['apply', '--cached', '--whitespace=nowarn', ...how, '-'], { input: patch });
    // An earlier run may have pushed it, or a person merged it. Applied twice, it would add its lines twice.
    if ((await apply('--reverse', '--check')).code === 0)
        return true;
    if ((await apply('--3way')).code !== 0)
        return false;
    const changed = (filter) => (0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .listPaths */ .Pe)(git, ['diff-index', '--cached', '--no-renames', '--name-only', '-z', filter, startSha]);
    const [gone, added, present] = [
        await changed('--diff-filter=D'),
        await changed('--diff-filter=A'),
        await changed('--diff-filter=d'),
    ];
    // Files that were untracked before the run are never published, so such a patch would be published in part.
    if (added.some((path) => (0,_checkout_untracked_files_js__WEBPACK_IMPORTED_MODULE_5__/* .wasUntracked */ .h_)(untrackedBefore, path)))
        return false;
    for (const path of gone) {
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.rm)(Buffer.concat([Buffer.from(`${repository.workTree}/`), Buffer.from(path, 'latin1')]));
    }
    await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_6__/* .must */ .sb)(git(['checkout-index', '--force', '--quiet', '-z', '--stdin'], { input: (0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_4__/* .pathsAsInput */ .lG)(present) }));
    return true;
}


/***/ }),

/***/ 8669:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ readChanges),
/* harmony export */   q: () => (/* binding */ readDifference)
/* harmony export */ });
/* harmony import */ var _text_align_lines_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(2579);
/* harmony import */ var _text_encoding_decode_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4845);
/* harmony import */ var _checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5022);
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4523);
/* harmony import */ var _change_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1961);
/* harmony import */ var _stage_work_tree_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1345);






/** Limit for the patch that the secret scanner reads. */
const SCAN_LIMIT = 64 * 1024 * 1024;
/** All changes between `startSha` and the work tree, by the agent or by commands of the project. */
async function readChanges({ repository, startSha, untrackedBefore, scanLimit = SCAN_LIMIT, index = 'fresh', }) {
    const { tree, nestedRepositories } = await (0,_stage_work_tree_js__WEBPACK_IMPORTED_MODULE_4__/* .stageWorkTree */ .w)(repository, startSha, untrackedBefore, index);
    const changes = await readDifference(repository, startSha, tree, scanLimit);
    return { tree, changes: [...changes, ...nestedRepositories.map(nestedRepository)] };
}
/** All changes between two trees or commits, named by their hashes. */
async function readDifference(repository, from, to, scanLimit = SCAN_LIMIT) {
    const { gitFixed } = repository;
    const diff = (...options) => [
        'diff-tree',
        '-r',
        '-M',
        '--no-ext-diff',
        '--no-textconv',
        '--ignore-submodules=none',
        ...options,
        from,
        to,
    ];
    const [listed, patch] = await Promise.all([
        (0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .listPaths */ .Pe)(gitFixed, diff('--raw', '--numstat', '--no-abbrev', '-z')),
        (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitFixed(diff('--patch', '--unified=0', '--text'), { maxBytes: scanLimit })),
    ]);
    const { raw, counts } = (0,_change_js__WEBPACK_IMPORTED_MODULE_3__/* .parseSummary */ .W)(listed);
    const lines = patch.cut ? null : addedLinesOf(patch.stdout, raw);
    const sizes = await readSizes(repository, raw);
    const decoded = [];
    // One after the other, since each file may be large.
    for (const [at, change] of raw.entries())
        decoded.push(await decodeLines(repository, change, lines?.[at] ?? []));
    return raw.map((change, at) => ({
        path: (0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathAsText */ .rx)(change.path),
        oldPath: change.oldPath === null ? null : (0,_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathAsText */ .rx)(change.oldPath),
        kind: change.kind,
        oldMode: change.oldMode,
        newMode: change.newMode,
        oldSize: sizes.get(change.oldId) ?? 0,
        newSize: sizes.get(change.newId) ?? 0,
        additions: counts[at]?.additions ?? 0,
        deletions: counts[at]?.deletions ?? 0,
        addedLines: null,
        ...(lines !== null && decoded[at]),
    }));
}
async function decodeLines(repository, change, lines) {
    const decoded = areUndecoded(lines) ? await decodeAddedLines(repository, change) : null;
    return decoded === null ? { addedLines: lines } : { addedLines: decoded, rawLines: lines };
}
function addedLinesOf(patch, raw) {
    const sections = (0,_change_js__WEBPACK_IMPORTED_MODULE_3__/* .parseAddedLines */ .H)(patch.toString('utf8')).values();
    const next = () => {
        const section = sections.next().value;
        if (section === undefined)
            throw new Error('git diff-tree printed fewer patches than changed paths');
        return section;
    };
    const lines = raw.map(({ isTypeChange }) => (isTypeChange ? [...next(), ...next()] : next()));
    if (!sections.next().done)
        throw new Error('git diff-tree printed more patches than changed paths');
    return lines;
}
async function readSizes({ gitFixed }, raw) {
    const ids = new Set(raw.flatMap(({ oldId, newId }) => [oldId, newId]));
    const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitFixed(['cat-file', '--batch-check=%(objectname) %(objectsize)'], { input: [...ids, ''].join('\n') }));
    const sizes = new Map();
    for (const line of stdout.toString('utf8').split('\n')) {
        // "<id> missing": no file, or a submodule's commit.
        const [id, size] = line.split(' ');
        if (id && /^\d+$/.test(size ?? ''))
            sizes.set(id, Number(size));
    }
    return sizes;
}
function nestedRepository(path) {
    return {
        path,
        oldPath: null,
        kind: 'added',
        oldMode: null,
        newMode: '160000',
        oldSize: 0,
        newSize: 0,
        additions: 0,
        deletions: 0,
        addedLines: [],
    };
}
/** Of one version of a file. */
const MAX_VERSION_BYTES = 64 * 1024 * 1024;
/** Whether lines of a patch, read as UTF-8, are those of another encoding, or of a binary file. Pure. */
const areUndecoded = (lines) => lines.some(({ text }) => /[\0\ufffd]/.test(text));
/**
 * The added lines of a file that is not UTF-8: git looks for line ends byte by byte, and shows other characters as they
 * are in the file. `null`: it is binary, or too large.
 */
async function decodeAddedLines({ gitBytes }, { oldMode, oldId, newId }) {
    const readLines = async (id) => {
        const { stdout, cut } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_2__/* .must */ .sb)(gitBytes(['cat-file', 'blob', id], { maxBytes: MAX_VERSION_BYTES }));
        return cut ? null : await linesOf(stdout);
    };
    const now = await readLines(newId);
    if (now === null)
        return null;
    // Of a submodule, git has no content.
    const before = oldMode === null || oldMode === '160000' ? [] : ((await readLines(oldId)) ?? []);
    return (0,_text_align_lines_js__WEBPACK_IMPORTED_MODULE_5__/* .alignLines */ .T)(before, now).flatMap((line, at) => 'kept' in line || (line.text === '' && at === now.length - 1) ? [] : { number: at + 1, text: line.text });
}
/** `null`: the bytes are no text. Without a byte order mark, UTF-16 is recognized by where its zero bytes are. */
async function linesOf(bytes) {
    const decoded = await (0,_text_encoding_decode_text_js__WEBPACK_IMPORTED_MODULE_0__/* .decodeText */ .g7)(bytes, async () => guessWide(bytes));
    return decoded.ok ? decoded.text.text.split('\n') : null;
}
const SAMPLE_BYTES = 8192;
function guessWide(bytes) {
    const zeros = [0, 0];
    for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
        if (byte === 0)
            zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
    }
    const [even = 0, odd = 0] = zeros;
    return odd > even ? 'utf-16le' : 'utf-16be';
}


/***/ }),

/***/ 1345:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  w: () => (/* binding */ stageWorkTree)
});

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
// EXTERNAL MODULE: ../../lib/action/git/checkout/untracked-files.js
var untracked_files = __webpack_require__(2671);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var process_repository = __webpack_require__(4523);
// EXTERNAL MODULE: ../../lib/action/git/diff/find-filters.js
var find_filters = __webpack_require__(9824);
;// CONCATENATED MODULE: ../../lib/action/git/diff/line-ends.js




/** A larger file keeps its line ends. */
const MAX_BYTES = 16 * 1024 * 1024;
const CRLF = Buffer.from('\r\n');
/**
 * Stages files with LF where `.gitattributes` asks for it, as `git add` does: with CRLF they would be modified in every clone.
 * A file that already had CRLF keeps it, or one edit would change all lines.
 * See `text` in gitattributes(5) and convert.c of git.
 */
async function stageLineEnds(repository, staged) {
    const files = await findCrlf(staged);
    if (files.length === 0)
        return;
    const { stdout } = await (0,process_repository/* must */.sb)(staged.git(['write-tree']));
    const tree = stdout.toString('utf8').trim();
    const names = ['text', 'crlf', 'eol'];
    const texts = files.map(({ path }) => (0,list_paths/* pathAsText */.rx)(path));
    const values = await (0,find_filters/* readAttributes */.wb)(repository, tree, names, texts);
    const lines = [];
    for (const [at, { path, bytes, isExecutable }] of files.entries()) {
        const [text = '', crlf = '', eol = ''] = values[at] ?? [];
        const rule = ruleOf({ text, crlf, eol });
        if (rule === 'none' || (rule === 'auto' && !isText(bytes)) || (await hadCrlf(repository, staged, path)))
            continue;
        const input = Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
        const hashed = await (0,process_repository/* must */.sb)(repository.gitBytes(['hash-object', '-w', '--stdin', '--no-filters'], { input }));
        const id = hashed.stdout.toString('latin1').trim();
        lines.push(`${isExecutable ? '100755' : '100644'} ${id}\t${path}\0`);
    }
    if (lines.length === 0)
        return;
    const input = Buffer.from(lines.join(''), 'latin1');
    await (0,process_repository/* must */.sb)(staged.git(['update-index', '-z', '--index-info'], { input }));
}
async function findCrlf({ workTree, paths }) {
    const found = [];
    for (const path of paths) {
        const file = Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')]);
        // A process of the agent may have deleted it meanwhile.
        const stats = await (0,promises_.lstat)(file).catch(() => null);
        if (stats === null || !stats.isFile() || stats.size > MAX_BYTES)
            continue;
        const bytes = await (0,promises_.readFile)(file).catch(() => null);
        if (bytes?.includes(CRLF))
            found.push({ path, bytes, isExecutable: (stats.mode & 0o100) !== 0 });
    }
    return found;
}
/** Whether git converts the line ends of a file: `auto`, if it looks like text. Pure. */
function ruleOf({ text, crlf, eol }) {
    const given = text === 'unspecified' ? (crlf === 'input' ? 'set' : crlf) : text;
    if (given === 'set' || given === 'auto')
        return given === 'set' ? 'text' : 'auto';
    if (given === 'unset')
        return 'none';
    return eol === 'lf' || eol === 'crlf' ? 'text' : 'none';
}
/** As git decides it: no NUL, no CR alone, and at most one control character among 128 others. Pure. */
function isText(bytes) {
    let [printable, other] = [0, 0];
    for (const [at, byte] of bytes.entries()) {
        if (byte === 0 || (byte === 0x0d && bytes[at + 1] !== 0x0a))
            return false;
        if (byte === 0x0a || byte === 0x0d)
            continue;
        const isControl = (byte < 0x20 && ![0x08, 0x09, 0x0c, 0x1b].includes(byte)) || byte === 0x7f;
        if (isControl && !(byte === 0x1a && at === bytes.length - 1))
            other += 1;
        else if (!isControl)
            printable += 1;
    }
    return printable >> 7 >= other;
}
async function hadCrlf(repository, { startSha }, path) {
    const before = await repository.gitBytes(['cat-file', 'blob', `${startSha}:${(0,list_paths/* pathAsText */.rx)(path)}`], {
        maxBytes: MAX_BYTES,
    });
    return before.code === 0 && before.stdout.includes(CRLF);
}

;// CONCATENATED MODULE: ../../lib/action/git/diff/stage-work-tree.js







/**
 * Writes the work tree as a git tree, with a separate index, since the other one may have been modified. Does not use
 * `git add`, which would run `git status` inside a submodule, with the submodule's configuration.
 */
async function stageWorkTree(repository, startSha, untrackedBefore, use = 'fresh') {
    await repository.restoreConfig();
    const git = await openIndex(repository, startSha, use);
    const { submodules, touched, others } = await compareWithIndex(git);
    const { gone, present } = await sortOut(repository.workTree, touched, submodules);
    const added = others.filter((path) => !(0,untracked_files/* wasUntracked */.h_)(untrackedBefore, path));
    await updateIndex(git, ['--force-remove'], gone);
    const files = [...present, ...added.filter((path) => !path.endsWith('/'))];
    await updateIndex(git, ['--add', '--remove', '--replace'], files);
    await stageLineEnds(repository, { git, workTree: repository.workTree, startSha, paths: files });
    const { stdout } = await (0,process_repository/* must */.sb)(git(['write-tree']));
    return {
        tree: stdout.toString('utf8').trim(),
        nestedRepositories: added
            .filter((path) => path.endsWith('/'))
            .map((path) => (0,list_paths/* pathAsText */.rx)(path.slice(0, -1))),
    };
}
async function updateIndex(git, how, paths) {
    if (paths.length === 0)
        return;
    await (0,process_repository/* must */.sb)(git(['update-index', ...how, '-z', '--stdin'], { input: (0,list_paths/* pathsAsInput */.lG)(paths) }));
}
async function openIndex(repository, startSha, use) {
    const indexFile = (0,external_node_path_.join)(repository.gitDir, `prentice-index-${use}`);
    const git = repository.withIndex(indexFile);
    if (use === 'fresh') {
        await (0,promises_.rm)(indexFile, { force: true });
        await (0,process_repository/* must */.sb)(git(['read-tree', startSha]));
    }
    else if (!(0,external_node_fs_.existsSync)(indexFile)) {
        await copyIndex((0,external_node_path_.join)(repository.gitDir, 'index'), indexFile);
    }
    return git;
}
/**
 * Preserves the time of the index: git reads files that are not older than the index, since their times may hide a
 * change. With a newer time, git would miss changes made in the second in which the index was written (see racy git).
 */
async function copyIndex(from, to) {
    await (0,promises_.copyFile)(from, to);
    const { atime, mtime } = await (0,promises_.stat)(from);
    await (0,promises_.utimes)(to, atime, mtime);
}
/** What git prints before the mode, object id, stage and path of an entry; see `-t` in git-ls-files(1). */
const UNTRACKED = '?';
const CHANGED = 'C';
const REMOVED = 'R';
/** Submodules and changed or deleted files of the index, and untracked files: by one command, since each is a process. */
async function compareWithIndex(git) {
    const options = ['-t', '--stage', '--modified', '--deleted', '--others', '--exclude-standard'];
    const submodules = new Set();
    const touched = new Set();
    const others = [];
    for (const line of await (0,list_paths/* listPaths */.Pe)(git, ['ls-files', '-z', ...options])) {
        const tag = line.charAt(0);
        const path = line.slice(tag === UNTRACKED ? 2 : line.indexOf('\t') + 1);
        if (tag === UNTRACKED)
            others.push(path);
        else if (tag === CHANGED || tag === REMOVED)
            touched.add(path);
        else if (line.startsWith('160000 ', 2))
            submodules.add(path);
    }
    return { submodules, touched, others };
}
/**
 * Divides tracked paths into deleted and existing files. A path behind a link counts as deleted, since git does not follow
 * links. A submodule counts only if it was replaced by something other than a folder; its state is never published.
 */
async function sortOut(workTree, paths, submodules) {
    const gone = [];
    const present = [];
    for (const path of paths) {
        const kind = (await isBehindLink(workTree, path)) ? 'missing' : await kindOf(workTree, path);
        if (submodules.has(path) && (kind === 'folder' || kind === 'missing'))
            continue;
        if (kind === 'file')
            present.push(path);
        else
            gone.push(path);
    }
    return { gone, present };
}
async function isBehindLink(workTree, path) {
    for (let folder = (0,external_node_path_.dirname)(path); folder !== '.'; folder = (0,external_node_path_.dirname)(folder)) {
        const stats = await (0,promises_.lstat)(absolute(workTree, folder)).catch(() => null);
        if (stats?.isSymbolicLink())
            return true;
    }
    return false;
}
async function kindOf(workTree, path) {
    // A path that cannot be read counts as missing.
    const stats = await (0,promises_.lstat)(absolute(workTree, path)).catch(() => null);
    if (stats?.isDirectory())
        return 'folder';
    return stats?.isFile() || stats?.isSymbolicLink() ? 'file' : 'missing';
}
function absolute(workTree, path) {
    return Buffer.concat([Buffer.from(`${workTree}/`), Buffer.from(path, 'latin1')]);
}


/***/ }),

/***/ 2061:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   U: () => (/* binding */ sortConflicts),
/* harmony export */   Z: () => (/* binding */ showConflicts)
/* harmony export */ });
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4523);
/* harmony import */ var _merge_trees_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(410);


/** Of these, both sides are regular files that a text editor can bring together. */
const KINDS = {
    'CONFLICT (contents)': 'content',
    'CONFLICT (modify/delete)': 'deletion',
    'CONFLICT (rename/delete)': 'deletion',
};
const REGULAR = new Set(['100644', '100755']);
/** Which conflicts the agent gets, which are decided by a rule, and which only a person can resolve. Pure. */
function sortConflicts(merged, judge) {
    const given = new Map();
    const fromBase = new Set();
    const conflicting = new Set(merged.versions.map(({ path }) => path));
    const byPath = (path) => merged.messages.filter((one) => isConflict(one) && one.paths.includes(path));
    for (const path of conflicting) {
        const verdict = judge(path)?.verdict;
        if (verdict === 'protected' || verdict === 'forbidden') {
            fromBase.add(path);
            continue;
        }
        const messages = byPath(path);
        const why = (verdict && REFUSED[verdict]) ?? whyNotGiven(merged, messages, path);
        if (why !== null)
            return { kind: 'refused', path, why };
        given.set(path, {
            path,
            kind: messages.some(({ kind }) => KINDS[kind] === 'deletion') ? 'deletion' : 'content',
            text: messages.map(({ text }) => text).join('\n'),
        });
    }
    // A conflict without a version of its own, such as one of folders, is not decided by those that have one.
    const stray = merged.messages.find((one) => isConflict(one) && !one.paths.some((path) => conflicting.has(path)));
    if (stray !== undefined)
        return { kind: 'refused', path: stray.paths[0] ?? '', why: nameKind(stray.kind) };
    return { kind: 'sorted', given: [...given.values()], fromBase: [...fromBase] };
}
const REFUSED = {
    outside: 'neither `paths.allow` nor `working-directory` in the project settings includes it',
    'other-file': 'it is not one of the files that this job is for',
    filtered: '.gitattributes assigns it to a filter, which Prentice does not run',
};
const isConflict = ({ kind }) => kind.startsWith('CONFLICT');
const nameKind = (kind) => `a ${kind.replace(/^CONFLICT \((.*)\)$/, '$1')} conflict`;
/** `null`: the agent can resolve it. */
function whyNotGiven({ versions }, messages, path) {
    const other = messages.find(({ kind }) => KINDS[kind] === undefined);
    if (other !== undefined)
        return nameKind(other.kind);
    if (messages.length === 0)
        return 'a conflict of paths';
    return versions.some((one) => one.path === path && !REGULAR.has(one.mode))
        ? 'not a regular file on both sides'
        : null;
}
const MAX_BYTES = 4 * 1024 * 1024;
/** Lines before and after a hunk. */
const CONTEXT = 3;
/** The conflicts of a merge, hunk by hunk with both sides and the common ancestor. */
async function showConflicts({ gitBytes }, conflicts) {
    const shown = [];
    for (const { path, kind, text, id } of conflicts) {
        if (kind === 'deletion' || id === null)
            shown.push({ path, text });
        else {
            const { stdout } = await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_0__/* .must */ .sb)(gitBytes(['cat-file', 'blob', id], { maxBytes: MAX_BYTES }));
            const hunks = listHunks(stdout.toString('utf8'));
            shown.push({ path, text: hunks.length === 0 ? text : hunks.join('\n\n') });
        }
    }
    return shown;
}
/** Each conflict of a merged text, numbered like the lines of the file. Pure. */
function listHunks(text) {
    const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
    const starts = lines.flatMap((line, at) => (line === `<<<<<<< ${_merge_trees_js__WEBPACK_IMPORTED_MODULE_1__/* .LABELS */ .kg.branch}` ? [at] : []));
    return starts.flatMap((start) => {
        const end = lines.indexOf(`>>>>>>> ${_merge_trees_js__WEBPACK_IMPORTED_MODULE_1__/* .LABELS */ .kg.base}`, start);
        if (end < 0)
            return [];
        const from = Math.max(0, start - CONTEXT);
        return [
            lines
                .slice(from, end + 1 + CONTEXT)
                .map((line, at) => `${from + at + 1}\t${line}`)
                .join('\n'),
        ];
    });
}


/***/ }),

/***/ 410:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Md: () => (/* binding */ mergeTrees),
/* harmony export */   Z$: () => (/* binding */ mergeRulesOf),
/* harmony export */   kg: () => (/* binding */ LABELS)
/* harmony export */ });
/* harmony import */ var _process_spawn_git_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5577);

/** What the markers of a conflict name. */
const LABELS = { branch: 'update/branch', base: 'update/base' };
/**
 * The three-way merge of two commits, as git makes it. Conflicts also show the common ancestor.
 * https://git-scm.com/docs/git-merge-tree#OUTPUT
 */
async function mergeTrees({ git, gitBytes }, { branch, base }) {
    // git names the sides in the markers as they are named in its arguments.
    for (const [label, commit] of [
        [LABELS.branch, branch],
        [LABELS.base, base],
    ]) {
        const set = await git(['update-ref', `refs/${label}`, commit]);
        if (set.code !== 0)
            throw new Error(`git update-ref failed: ${(0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(set.stderr)}`);
    }
    const args = ['-c', 'merge.conflictStyle=diff3', 'merge-tree', '--write-tree', '--messages', '-z'];
    const { code, stdout, stderr } = await gitBytes([...args, LABELS.branch, LABELS.base]);
    if (code > 1)
        throw new Error(`git merge-tree failed; it needs git 2.38 or newer: ${(0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_0__/* .oneLine */ .TN)(stderr)}`);
    return parseMergedTrees(stdout.toString('latin1'));
}
/** `tree NUL`, versions that each end with NUL, an empty field, and messages: count, paths, kind, text. Pure. */
function parseMergedTrees(text) {
    const [tree = '', ...fields] = text.split('\0');
    const end = fields.indexOf('');
    const versions = (end < 0 ? fields : fields.slice(0, end)).map(parseVersion);
    const rest = (end < 0 ? [] : fields.slice(end + 1)).values();
    const messages = [];
    for (const count of rest) {
        if (count === '')
            break;
        const paths = Array.from({ length: Number(count) }, () => rest.next().value ?? '');
        messages.push({ paths, kind: rest.next().value ?? '', text: (rest.next().value ?? '').trim() });
    }
    return { tree, versions, messages };
}
function parseVersion(field) {
    const [, mode = '', id = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.+)$/s.exec(field) ?? [];
    if (stage !== '1' && stage !== '2' && stage !== '3')
        throw new Error(`git merge-tree printed an unexpected record: ${JSON.stringify(field)}`);
    return { path, stage: Number(stage), mode, id };
}
/** What the change of a started merge may not contain. */
const mergeRulesOf = (merge) => merge === null
    ? undefined
    : {
        paths: new Set(merge.conflicts.map(({ path }) => path)),
        ownMarkers: merge.ownMarkers,
        labels: Object.values(LABELS),
    };


/***/ }),

/***/ 850:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  u9: () => (/* binding */ compareWorkflows),
  CS: () => (/* binding */ listFiles),
  Ji: () => (/* binding */ replaceEntries),
  AP: () => (/* binding */ withWorkflowsOf)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
;// CONCATENATED MODULE: ../../lib/contract/merge-workflow-files.js
/** GitHub reads workflows from this folder only, and protects it with a separate permission. */
const WORKFLOW_FOLDER = '.github/workflows';
/**
 * The workflow files of a merge, file by file: if only one side has changed a file since the common ancestor, its version;
 * otherwise the version of the base. Every file is thus one that the branch or the base has. Server and action have to agree,
 * because only the server may write these files. Pure.
 */
function mergeWorkflowFiles(sides) {
    const [ancestor, branch, base] = [byPath(sides.ancestor), byPath(sides.branch), byPath(sides.base)];
    const paths = [...new Set([...branch.keys(), ...base.keys()])].sort();
    return paths.flatMap((path) => {
        const isOfBranch = isSame(ancestor.get(path), base.get(path));
        const file = (isOfBranch ? branch : base).get(path);
        return file === undefined ? [] : [file];
    });
}
/** What makes `from` equal to `to`. `sha: null` removes the file. Pure. */
function changedWorkflowFiles(from, to) {
    const [before, after] = [byPath(from), byPath(to)];
    const removed = from.filter(({ path }) => !after.has(path)).map((file) => ({ ...file, sha: null }));
    return [...removed, ...to.filter((file) => !isSame(before.get(file.path), file))];
}
const byPath = (files) => new Map(files.map((file) => [file.path, file]));
const isSame = (a, b) => a?.sha === b?.sha && a?.mode === b?.mode;

// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
// EXTERNAL MODULE: ../../lib/action/git/checkout/read-tree-files.js
var read_tree_files = __webpack_require__(9071);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var process_repository = __webpack_require__(4523);
;// CONCATENATED MODULE: ../../lib/action/git/merge/tree-files.js






/** The files of a tree or a commit, in a folder if one is named. */
async function listFiles(repository, tree, folder) {
    const entries = await (0,read_tree_files/* listEntries */.fi)(repository, tree, folder);
    return new Map(entries.map(({ path, mode, id }) => [path, { mode, id }]));
}
/** The tree with other entries at some paths. */
async function replaceEntries(repository, tree, entries) {
    if (entries.length === 0)
        return tree;
    const indexFile = (0,external_node_path_.join)(repository.gitDir, 'prentice-merge-index');
    await (0,promises_.rm)(indexFile, { force: true });
    const git = repository.withIndex(indexFile);
    await (0,process_repository/* must */.sb)(git(['read-tree', tree]));
    const none = '0'.repeat(tree.length);
    const input = entries
        .map(({ path, file }) => `${file?.mode ?? '0'} ${file?.id ?? none}\t${path}\0`)
        .join('');
    await (0,process_repository/* must */.sb)(git(['update-index', '-z', '--index-info'], { input: Buffer.from(input, 'latin1') }));
    return (await (0,process_repository/* must */.sb)(git(['write-tree']))).stdout.toString('utf8').trim();
}
/** Paths are bytes, read as latin1. */
async function listWorkflowFiles(repository, tree) {
    const files = await listFiles(repository, tree, WORKFLOW_FOLDER);
    return [...files].map(([path, { mode, id }]) => ({ path, mode, sha: id }));
}
const pathsOf = (files) => files.map(({ path }) => (0,list_paths/* pathAsText */.rx)(path));
/** The workflow files of a merge, whose tree is `tree`. */
async function compareWorkflows(repository, merge) {
    const list = (tree) => listWorkflowFiles(repository, tree);
    const [branch, merged] = [await list(merge.branch), await list(merge.tree)];
    const changed = changedWorkflowFiles(branch, merged);
    if (changed.length === 0)
        return { changed: [], disputed: [] };
    const base = await list(merge.base);
    const disputed = new Set();
    for (const each of merge.ancestors) {
        const expected = mergeWorkflowFiles({ ancestor: await list(each), branch, base });
        for (const path of pathsOf(changedWorkflowFiles(merged, expected)))
            disputed.add(path);
    }
    return { changed: pathsOf(changed), disputed: [...disputed] };
}
/** The tree with the workflow files of a commit. */
async function withWorkflowsOf(repository, tree, commit) {
    const [before, after] = [
        await listWorkflowFiles(repository, tree),
        await listWorkflowFiles(repository, commit),
    ];
    const entries = changedWorkflowFiles(before, after).map(({ path, mode, sha }) => ({
        path,
        file: sha === null ? null : { mode, id: sha },
    }));
    return replaceEntries(repository, tree, entries);
}


/***/ }),

/***/ 3711:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   X: () => (/* binding */ findMarkers),
/* harmony export */   y: () => (/* binding */ markerLines)
/* harmony export */ });
const MARKER = /^(?:<{7}|>{7}|\|{7}|={7})(?: .*)?$/;
const withoutLineEnd = (line) => line.replace(/\r$/, '');
/** The lines of a text that look like conflict markers. */
const markerLines = (text) => text
    .split('\n')
    .map(withoutLineEnd)
    .filter((line) => MARKER.test(line));
/** The markers of the merge that are left: any in a path that conflicts, and those that name a side wherever they are. Pure. */
const findMarkers = (changes, merge) => changes.flatMap(({ path, addedLines }) => (addedLines ?? [])
    .filter(({ text }) => isMarker(withoutLineEnd(text), merge.paths.has(path), merge))
    .map(({ number }) => ({ path, line: number })));
function isMarker(line, isInConflict, { ownMarkers, labels }) {
    if (!MARKER.test(line) || ownMarkers.has(line))
        return false;
    return isInConflict || labels.some((label) => line.endsWith(` ${label}`));
}


/***/ }),

/***/ 7665:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  lY: () => (/* binding */ describeRefusals),
  XZ: () => (/* binding */ describeVerdict),
  Ml: () => (/* binding */ pathPolicy)
});

// EXTERNAL MODULE: ../../lib/settings/match-name.js
var match_name = __webpack_require__(4250);
// EXTERNAL MODULE: ../../lib/settings/match-paths.js
var match_paths = __webpack_require__(6209);
;// CONCATENATED MODULE: ../../lib/settings/protected-paths.js
/** Paths that no setting allows: git directories, at any depth, also by their short name on Windows. */
const FORBIDDEN_PATHS = ['.git', 'git~1'];
/** Files that run commands, or decide what is merged, without a person who starts them. */
// biome-ignore format: a table with one tool in a line
const AUTOMATION_PATHS = [
    {
        why: "What runs, reviews or merges with the repository's own rights.",
        tools: [
            ['GitHub', 'https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax', '/.github/'],
            ['Prentice', 'docs/settings.md', '/.prentice/'],
            ['Git submodules', 'https://git-scm.com/docs/gitmodules', '.gitmodules'],
            ['Git LFS', 'https://github.com/git-lfs/git-lfs/blob/main/docs/man/git-lfs-config.adoc', '/.lfsconfig'],
            ['Code owners', 'https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners', '/CODEOWNERS', '/docs/CODEOWNERS'],
            ['Prow', 'https://docs.prow.k8s.io/docs/', '/.prow.yaml', '/.prow/'],
            ['Apache infrastructure', 'https://github.com/apache/infrastructure-asfyaml', '/.asf.yaml'],
            ['Mergify', 'https://docs.mergify.com/configuration/file-format/', '/.mergify.yml', '/.mergify/'],
            ['Bors', 'https://github.com/bors-ng/bors-ng', '/bors.toml'],
            ['Bulldozer', 'https://github.com/palantir/bulldozer', '/.bulldozer.yml'],
            ['Danger', 'https://danger.systems/js/guides/the_dangerfile', '/Dangerfile*'],
            ['gitStream', 'https://docs.gitstream.cm/', '/.cm/'],
            ['Kodiak', 'https://kodiakhq.com/docs/config-reference', '/.kodiak.toml'],
            ['Policy Bot', 'https://github.com/palantir/policy-bot', '/.policy.yml'],
            ['PullApprove', 'https://docs.pullapprove.com/', '/.pullapprove.yml'],
            ['Renovate', 'https://docs.renovatebot.com/configuration-options/', '/renovate.json', '/renovate.json5', '/renovate.jsonc', '/.renovaterc*'],
        ],
    },
    {
        why: 'Other CI systems: a push to a branch of the repository can start them, with the file of that branch.',
        tools: [
            ['AppVeyor', 'https://www.appveyor.com/docs/build-configuration/', '/appveyor.yml', '/.appveyor.yml'],
            ['Atlantis', 'https://www.runatlantis.io/docs/repo-level-atlantis-yaml', '/atlantis.yaml'],
            ['AWS Amplify', 'https://docs.aws.amazon.com/amplify/latest/userguide/build-settings.html', '/amplify.yml'],
            ['AWS CodeBuild', 'https://docs.aws.amazon.com/codebuild/latest/userguide/build-spec-ref.html', 'buildspec*.yml'],
            ['Azure Pipelines', 'https://learn.microsoft.com/en-us/azure/devops/pipelines/customize-pipeline', 'azure-pipelines*.yml', 'azure-pipelines*.yaml', '/.azure-pipelines.y*ml', '/.azure-pipelines/', '/.azuredevops/', '/.vsts-ci.yml'],
            ['Bitbucket Pipelines', 'https://support.atlassian.com/bitbucket-cloud/docs/bitbucket-pipelines-configuration-reference/', '/bitbucket-pipelines.yml'],
            ['Bitrise', 'https://devcenter.bitrise.io/en/builds/configuring-build-settings/managing-an-app-s-bitrise-yml-file.html', '/bitrise.yml'],
            ['Buddy', 'https://buddy.works/docs/yaml/yaml-schema', '/buddy.yml', '/.buddy/'],
            ['Buildkite', 'https://buildkite.com/docs/agent/v3/cli-pipeline', '/.buildkite/', '/buildkite/pipeline*', '/buildkite.yml', '/buildkite.yaml', '/buildkite.json'],
            ['CircleCI', 'https://circleci.com/docs/configuration-reference/', '/.circleci/'],
            ['Cirrus CI', 'https://cirrus-ci.org/guide/writing-tasks/', '/.cirrus.yml', '/.cirrus.star'],
            ['Codefresh', 'https://codefresh.io/docs/docs/pipelines/what-is-the-codefresh-yaml/', 'codefresh.yml'],
            ['Codemagic', 'https://docs.codemagic.io/yaml-basic-configuration/yaml-getting-started/', '/codemagic.yaml'],
            ['Drone', 'https://docs.drone.io/pipeline/overview', '/.drone.*'],
            ['Forgejo Actions', 'https://forgejo.org/docs/latest/user/actions/', '/.forgejo/'],
            ['Gitea Actions', 'https://docs.gitea.com/usage/actions/overview', '/.gitea/'],
            ['GitLab CI', 'https://docs.gitlab.com/ci/yaml/', '*.gitlab-ci.yml', '/.gitlab/'],
            ['GoCD', 'https://github.com/tomzo/gocd-yaml-config-plugin#file-pattern', '*.gocd.yaml', '*.gopipeline.json', '*.goenvironment.json'],
            ['Google Cloud Build', 'https://cloud.google.com/build/docs/build-config-file-schema', 'cloudbuild*.yaml', 'cloudbuild*.yml', 'cloudbuild*.json'],
            ['Harness', 'https://developer.harness.io/docs/platform/git-experience/git-experience-overview/', '/.harness/'],
            ['Jenkins', 'https://www.jenkins.io/doc/book/pipeline/jenkinsfile/', 'Jenkinsfile*'],
            ['OneDev', 'https://docs.onedev.io/', '/.onedev-buildspec.yml'],
            ['Packit', 'https://packit.dev/docs/configuration', '/.packit.yaml', '/.packit.yml', '/packit.yaml', '/packit.yml'],
            ['Pipelines-as-Code', 'https://pipelinesascode.com/docs/guide/authoringprs/', '/.tekton/'],
            ['Screwdriver', 'https://docs.screwdriver.cd/user-guide/configuration/', '/screwdriver.yaml'],
            ['Scrutinizer', 'https://scrutinizer-ci.com/docs/configuration', '/.scrutinizer.yml'],
            ['Semaphore', 'https://docs.semaphoreci.com/reference/pipeline-yaml', '/.semaphore/'],
            ['SourceHut builds', 'https://man.sr.ht/builds.sr.ht/', '/.build.yml', '/.builds/'],
            ['Spacelift', 'https://docs.spacelift.io/concepts/configuration/runtime-configuration', '/.spacelift/'],
            ['Taskcluster', 'https://docs.taskcluster.net/docs/reference/integrations/github/taskcluster-yml-v1', '/.taskcluster.yml'],
            ['TeamCity', 'https://www.jetbrains.com/help/teamcity/kotlin-dsl.html', '/.teamcity/'],
            ['Travis CI', 'https://docs.travis-ci.com/user/tutorial/', '/.travis.yml'],
            ['Upsun', 'https://docs.upsun.com/create-apps.html', '/.upsun/', '/.platform/', '.platform.app.yaml'],
            ['Vela', 'https://go-vela.github.io/docs/usage/', '/.vela.yml', '/.vela.yaml'],
            ['Woodpecker', 'https://woodpecker-ci.org/docs/usage/workflows', '/.woodpecker*'],
            ['Xcode Cloud', 'https://developer.apple.com/documentation/xcode/writing-custom-build-scripts', '**/ci_scripts/'],
            ['Zuul', 'https://zuul-ci.org/docs/zuul/latest/project-config.html', '/.zuul.yaml', '/zuul.yaml', '/.zuul.d/', '/zuul.d/'],
        ],
    },
    {
        why: 'Git hooks: git runs them when a developer, or a service, commits, switches the branch or pushes.',
        tools: [
            ['Git', 'https://git-scm.com/docs/githooks', '.githooks'],
            ['CaptainHook', 'https://php.captainhook.info/configure.html', '/captainhook.json'],
            ['cargo-husky', 'https://github.com/rhysd/cargo-husky', '.cargo-husky'],
            ['Cocogitto', 'https://docs.cocogitto.io/', '/cog.toml'],
            ['GrumPHP', 'https://github.com/phpro/grumphp', '/grumphp.y*ml*'],
            ['hk', 'https://hk.jdx.dev/configuration.html', '/hk.pkl', '/.config/hk.pkl'],
            ['Husky', 'https://typicode.github.io/husky/', '.husky', '.huskyrc*', 'husky.config.*'],
            ['Lefthook', 'https://lefthook.dev/configuration/', '/lefthook*.y*ml', '/lefthook*.toml', '/lefthook*.json*', '/.lefthook*', '/.config/lefthook*'],
            ['lint-staged', 'https://github.com/lint-staged/lint-staged#configuration', '.lintstagedrc*', 'lint-staged.config.*'],
            ['Overcommit', 'https://github.com/sds/overcommit#configuration', '/.overcommit.yml', '/.git-hooks/'],
            ['pre-commit', 'https://pre-commit.com/#plugins', '.pre-commit-config.y*ml', 'prek.toml'],
            ['rusty-hook', 'https://github.com/swellaby/rusty-hook', '/.rusty-hook.toml', '/rusty-hook.toml'],
            ['simple-git-hooks', 'https://github.com/toplenboren/simple-git-hooks#readme', '/.simple-git-hooks.*', '/simple-git-hooks.*'],
            ['Trunk', 'https://docs.trunk.io/', '/.trunk/'],
        ],
    },
    {
        why: 'Package managers: which program, which plugins and which registry an install uses, even where the scripts of packages are off.',
        tools: [
            ['Bun', 'https://bun.sh/docs/runtime/bunfig', 'bunfig.toml', '.bunfig.toml'],
            ['Bundler', 'https://bundler.io/man/bundle-config.1.html', '**/.bundle/config'],
            ['Cargo', 'https://doc.rust-lang.org/cargo/reference/config.html', '**/.cargo/config', '**/.cargo/config.toml'],
            ['Gradle wrapper', 'https://docs.gradle.org/current/userguide/gradle_wrapper.html', '**/gradle/wrapper/'],
            ['Maven', 'https://maven.apache.org/configure.html', '.mvn'],
            ['npm', 'https://docs.npmjs.com/cli/configuring-npm/npmrc', '.npmrc'],
            ['NuGet', 'https://learn.microsoft.com/en-us/nuget/reference/nuget-config-file', 'nuget.config'],
            ['PDM', 'https://pdm-project.org/latest/reference/configuration/', 'pdm.toml'],
            ['Pixi', 'https://pixi.sh/latest/reference/pixi_configuration/', '**/.pixi/config.toml'],
            ['pnpm', 'https://pnpm.io/settings', '.pnpmfile.*', 'pnpm-workspace.yaml'],
            ['uv', 'https://docs.astral.sh/uv/reference/settings/', 'uv.toml'],
            ['Yarn', 'https://yarnpkg.com/configuration/yarnrc', '.yarnrc', '.yarnrc.yml', '**/.yarn/releases/', '**/.yarn/plugins/'],
        ],
    },
    {
        why: 'Editors and development environments: they run commands when a person opens the folder, or starts a program in it.',
        tools: [
            ['Development containers', 'https://containers.dev/implementors/spec/', '.devcontainer', '.devcontainer.json'],
            ['Visual Studio Code', 'https://code.visualstudio.com/docs/editing/workspaces/workspace-trust', '**/.vscode/tasks.json', '**/.vscode/settings.json', '*.code-workspace'],
            ['Eclipse', 'https://help.eclipse.org/latest/topic/org.eclipse.platform.doc.user/gettingStarted/qs-96a_builders.htm', '.project', '.externalToolBuilders'],
            ['Mercurial, Sapling and Jujutsu', 'https://repo.mercurial-scm.org/hg/help/config', '.hg', '.sl', '.jj'],
            ['JetBrains IDEs', 'https://www.jetbrains.com/help/idea/settings-tools-startup-tasks.html', '.idea', '/.run/'],
            ['Emacs', 'https://www.gnu.org/software/emacs/manual/html_node/emacs/Directory-Variables.html', '.dir-locals*.el'],
            ['Vim and Neovim', "https://neovim.io/doc/user/options.html#'exrc'", '.vimrc', '.exrc', '.nvimrc', '.nvim.lua'],
            ['coc.nvim', 'https://github.com/neoclide/coc.nvim/blob/master/doc/coc.txt', '**/.vim/coc-settings.json'],
            ['clojure-lsp', 'https://clojure-lsp.io/settings/', '**/.lsp/config.edn'],
            ['Build Server Protocol', 'https://build-server-protocol.github.io/docs/overview/server-discovery', '.bsp'],
            ['Helix', 'https://docs.helix-editor.com/languages.html', '.helix'],
            ['lazy.nvim', 'https://lazy.folke.io/configuration', '.lazy.lua'],
            ['GDB', 'https://sourceware.org/gdb/current/onlinedocs/gdb.html/Init-File-in-the-Current-Directory.html', '.gdbinit'],
            ['LLDB', 'https://lldb.llvm.org/man/lldb.html', '.lldbinit'],
            ['pdb', 'https://docs.python.org/3/library/pdb.html', '.pdbrc'],
            ['byebug', 'https://github.com/deivid-rodriguez/byebug', '.byebugrc'],
            ['debug.rb', 'https://github.com/ruby/debug#configuration', '.rdbgrc*'],
            ['IRB', 'https://ruby.github.io/irb/Configurations_md.html', '.irbrc', 'irb.rc', '_irbrc'],
            ['Pry', 'https://github.com/pry/pry/wiki/Pry-rc', '.pryrc'],
            ['GHCi', 'https://downloads.haskell.org/ghc/latest/docs/users_guide/ghci.html', '.ghci'],
            ['GNU R', 'https://stat.ethz.ch/R-manual/R-devel/library/base/html/Startup.html', '.Rprofile', '.Renviron'],
            ['IEx', 'https://hexdocs.pm/iex/IEx.html', '.iex.exs'],
            ['OCaml', 'https://ocaml.org/manual/5.3/toplevel.html', '.ocamlinit'],
            ['GNU Octave', 'https://docs.octave.org/latest/Startup-Files.html', '.octaverc'],
            ['direnv', 'https://direnv.net/', '.envrc'],
            ['zsh-autoenv', 'https://github.com/Tarrasch/zsh-autoenv', '.autoenv*.zsh'],
            ['mise', 'https://mise.jdx.dev/configuration.html', 'mise.toml', 'mise.*.toml', '.mise*', '**/mise/config*.toml', '**/.config/mise*'],
            ['Gitpod and Ona', 'https://ona.com/docs', '.gitpod*', '.ona'],
            ['Conductor', 'https://docs.conductor.build/core/scripts', '/conductor.json'],
            ['CodeSandbox', 'https://codesandbox.io/docs/learn/getting-started/setting-up-tasks', '.codesandbox'],
            ['StackBlitz', 'https://developer.stackblitz.com/platform/webcontainers/project-config', '.stackblitzrc'],
            ['Firebase Studio', 'https://firebase.google.com/docs/studio/customize-workspace', '.idx'],
            ['Replit', 'https://docs.replit.com/replit-app/configuration', '.replit', 'replit.md'],
            ['Devfile', 'https://devfile.io/docs/2.3.0/devfile-schema', 'devfile.yaml', '.devfile.yaml'],
        ],
    },
];
/** Files that steer coding agents. Most may be in a folder of any depth, such as a package of a monorepo. */
// biome-ignore format: a table with one tool in a line
const AGENT_PATHS = [
    {
        why: 'Instructions, skills, hooks and permissions that coding agents read in the folder they work in and in those above it.',
        tools: [
            ['AGENTS.md', 'https://agents.md/', 'AGENTS.md', 'AGENT.md', '.agents'],
            ['Agent skills', 'https://agentskills.io/specification', 'SKILL.md'],
            ['Aider', 'https://aider.chat/docs/usage/conventions.html', '.aider*', 'CONVENTIONS.md'],
            ['Amazon Q', 'https://docs.aws.amazon.com/amazonq/latest/qdeveloper-ug/context-project-rules.html', '.amazonq'],
            ['Amp', 'https://ampcode.com/manual', '.amp'],
            ['Antigravity', 'https://antigravity.google/docs/skills', '.agent', '.antigravity'],
            ['Augment', 'https://docs.augmentcode.com/cli/config', '.augment', '.augment-guidelines'],
            ['Bolt', 'https://support.bolt.new/', '.bolt'],
            ['Claude Code', 'https://code.claude.com/docs/en/memory', 'CLAUDE.md', 'CLAUDE.local.md', '.claude', '.claude-plugin'],
            ['Cline', 'https://docs.cline.bot/features/cline-rules', '.cline', '.clinerules'],
            ['CodeBuddy', 'https://www.codebuddy.ai/docs/cli/memory', 'CODEBUDDY.md', 'CODEBUDDY.local.md', '.codebuddy'],
            ['Codex', 'https://developers.openai.com/codex/config-reference', 'AGENTS.override.md', '.codex'],
            ['Continue', 'https://docs.continue.dev/customize/deep-dives/rules', '.continue', '.continuerules'],
            ['Crush', 'https://github.com/charmbracelet/crush', 'CRUSH.md', 'CRUSH.local.md', '.crush', 'crush.json', '.crush.json'],
            ['Cursor', 'https://cursor.com/docs/rules', '.cursor', '.cursorrules'],
            ['Deep Agents', 'https://docs.langchain.com/oss/deepagents/code/mcp-tools', '.deepagents'],
            ['Devin and Windsurf', 'https://docs.devin.ai/cli/extensibility/configuration', '.devin', '.windsurf', '.windsurfrules', '.codeium'],
            ['Factory', 'https://docs.factory.ai/cli/configuration/settings', '.factory'],
            ['Firebender', 'https://docs.firebender.com/', 'firebender.json', '.firebender'],
            ['Gemini CLI', 'https://github.com/google-gemini/gemini-cli/blob/main/docs/cli/gemini-md.md', 'GEMINI.md', '.gemini'],
            ['Goose', 'https://goose-docs.ai/docs/guides/context-engineering/using-goosehints/', '.goose', '.goosehints*'],
            ['gptme', 'https://gptme.org/docs/config.html', 'gptme.toml'],
            ['Grok', 'https://docs.x.ai/build/settings', '.grok'],
            ['Hermes', 'https://hermes-agent.nousresearch.com/docs/user-guide/features/hooks', '.hermes', '.hermes.md', 'HERMES.md'],
            ['iFlow', 'https://github.com/iflow-ai/iflow-cli', 'IFLOW.md', '.iflow'],
            ['JetBrains AI Assistant', 'https://www.jetbrains.com/help/ai-assistant/configure-project-rules.html', '.aiassistant'],
            ['Junie', 'https://junie.jetbrains.com/docs/agent-skills.html', '.junie'],
            ['Kilo Code', 'https://kilo.ai/docs/customize/custom-modes', '.kilo', '.kilocode*', 'kilo.json', 'kilo.jsonc'],
            ['Kimi Code', 'https://moonshotai.github.io/kimi-code/en/customization/agents.html', '.kimi-code'],
            ['Kiro', 'https://kiro.dev/docs/steering/', '.kiro'],
            ['Kode', 'https://github.com/shareAI-lab/Kode', '.kode'],
            ['Mistral Vibe', 'https://github.com/mistralai/mistral-vibe', '.vibe'],
            ['OpenCode', 'https://opencode.ai/docs/config/', '.opencode', 'opencode.json', 'opencode.jsonc'],
            ['OpenHands', 'https://docs.openhands.dev/openhands/usage/microagents/microagents-repo', '.openhands', '.openhands_instructions'],
            ['Pi', 'https://pi.dev/docs/latest/settings', '.pi'],
            ['Pochi', 'https://docs.getpochi.com/', '.pochi'],
            ['Qoder', 'https://docs.qoder.com/user-guide/rules', '.qoder'],
            ['Qwen Code', 'https://github.com/QwenLM/qwen-code/blob/main/docs/users/features/memory.md', 'QWEN.md', 'QWEN.local.md', '.qwen'],
            ['Reasonix', 'https://github.com/esengine/DeepSeek-Reasonix/blob/main-v2/docs/SPEC.md', 'REASONIX.md', 'reasonix.toml', '.reasonix'],
            ['Roo Code and Zoo Code', 'https://roocodeinc.github.io/Roo-Code/features/custom-instructions', '.roo', '.roorules*', '.roomodes'],
            ['Rovo Dev', 'https://support.atlassian.com/rovo/docs/use-memory-in-rovo-dev-cli/', 'AGENTS.local.md', '.rovodev'],
            ['Ruler', 'https://github.com/intellectronica/ruler', '.ruler'],
            ['Rulesync', 'https://github.com/dyoshikawa/rulesync', '.rulesync', 'rulesync.jsonc'],
            ['Serena', 'https://github.com/oraios/serena', '.serena'],
            ['Spec Kit', 'https://github.com/github/spec-kit', '.specify'],
            ['Sweep', 'https://docs.sweep.dev/usage/config', '/sweep.yaml'],
            ['Tabnine', 'https://docs.tabnine.com/', '.tabnine'],
            ['Takt', 'https://github.com/nrslib/takt/blob/main/docs/configuration.md', '.takt'],
            ['Trae', 'https://docs.trae.ai/ide/rules', '.trae'],
            ['Warp', 'https://docs.warp.dev/terminal/settings/file-locations/', 'WARP.md', '.warp'],
            ['Zed', 'https://zed.dev/docs/ai/rules', '.zed', '.rules'],
            ['Zencoder', 'https://docs.zencoder.ai/', '.zencoder'],
        ],
    },
    {
        why: 'What Copilot reads below any folder that an editor opens.',
        tools: [
            ['GitHub Copilot', 'https://code.visualstudio.com/docs/agent-customization/custom-instructions', '**/.github/copilot-instructions.md', '**/.github/instructions/', '**/.github/prompts/', '**/.github/chatmodes/', '**/.github/agents/', '**/.github/skills/', '**/.github/hooks/'],
        ],
    },
    {
        why: 'Servers of tools: an agent or editor that opens the folder starts the programs they name.',
        tools: [
            ['Model Context Protocol', 'https://code.visualstudio.com/docs/agents/reference/mcp-configuration', '.mcp.json', '**/.vscode/mcp.json', '**/.vs/mcp.json'],
        ],
    },
    {
        why: 'Agents that review pull requests and read their settings in the branch under review.',
        tools: [
            ['CodeRabbit', 'https://docs.coderabbit.ai/getting-started/yaml-configuration', '/.coderabbit.yaml', '/.coderabbit.yml'],
            ['cubic', 'https://docs.cubic.dev/configure/cubic-yaml', '/cubic.yaml'],
            ['Ellipsis', 'https://docs.ellipsis.dev/config', '/ellipsis.yaml'],
            ['Greptile', 'https://www.greptile.com/docs/code-review/greptile-json-reference', 'greptile.json', '.greptile'],
            ['Qodo', 'https://qodo-merge-docs.qodo.ai/usage-guide/configuration_options/', '/.pr_agent.toml', '/best_practices.md'],
            ['Rovo Dev reviews', 'https://support.atlassian.com/rovo/docs/set-custom-instructions-for-code-reviews/', '/.review-agent.md'],
            ['Sourcery', 'https://docs.sourcery.ai/', '/.sourcery.yaml'],
        ],
    },
];
/**
 * Paths that a run may change only if the settings of the project unprotect them: files that say what runs, or what an
 * agent does, without a person who starts it. Not the code that they run, such as package scripts and makefiles: a reviewer
 * expects code there, and most jobs change some.
 */
const PROTECTED_PATHS = [...AUTOMATION_PATHS, ...AGENT_PATHS];
const PROTECTED_GLOBS = PROTECTED_PATHS.flatMap(({ tools }) => tools.flatMap(([, , ...globs]) => globs));

// EXTERNAL MODULE: ../../lib/action/text/fold.js
var fold = __webpack_require__(8865);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
;// CONCATENATED MODULE: ../../lib/action/git/policy/follow-links.js

/**
 * Returns the symbolic link of a tree through which a path is protected; `null`: none. What a link at a protected path
 * leads to decides what a tool finds there, and so does every other link on the way. What is out of the repository cannot
 * be changed. Pure.
 */
function followLinks(links, { isProtected, isFolderOfRule }) {
    const stops = findStops(links);
    const protectedLinks = new Set();
    const findLink = (path) => {
        const [names, folded] = [path.split('/'), (0,fold/* foldPath */.tu)(path).split('/')];
        for (let depth = names.length; depth >= 0; depth -= 1) {
            for (const { link, isExact } of stops.get(folded.slice(0, depth).join('/')) ?? []) {
                if (isExact && depth < names.length)
                    continue;
                if (protectedLinks.has(link))
                    return link;
                // `.vscode` may be a link, and the rule for `.vscode/tasks.json`.
                const isAbove = !isExact && isFolderOfRule(link.path.slice(link.path.lastIndexOf('/') + 1));
                if (isAbove && isProtected([link.path, ...names.slice(depth)].join('/')))
                    return link;
            }
        }
        return null;
    };
    // A link may be protected as a file or as a folder, or because another one leads to it.
    let left = links.filter((link) => {
        const isFirst = isProtected(link.path) || isProtected(`${link.path}/`) || findLink(link.path) !== null;
        if (isFirst)
            protectedLinks.add(link);
        return !isFirst;
    });
    for (let before = 0; before < protectedLinks.size;) {
        before = protectedLinks.size;
        left = left.filter((link) => {
            const isNext = findLink(link.path) !== null;
            if (isNext)
                protectedLinks.add(link);
            return !isNext;
        });
    }
    return (path) => findLink(path)?.path ?? null;
}
/** By folded path. */
function findStops(links) {
    const exact = new Map(links.map((link) => [link.path, link]));
    const folded = new Map(links.map((link) => [(0,fold/* foldPath */.tu)(link.path), link]));
    const stops = new Map();
    for (const link of links) {
        for (const [path, isExact] of resolve(link, (one) => exact.get(one) ?? folded.get((0,fold/* foldPath */.tu)(one)))) {
            const key = (0,fold/* foldPath */.tu)(path);
            const others = stops.get(key);
            if (others === undefined)
                stops.set(key, [{ link, isExact }]);
            else
                others.push({ link, isExact });
        }
    }
    return stops;
}
/** As Linux: a longer chain is a circle. */
const MAX_LINKS = 40;
/** Each link on the way, which is exact, and what the link would lead to if that were none. */
function* resolve(link, findAt) {
    const at = link.path.split('/').slice(0, -1);
    let rest = link.target;
    for (let count = 0; count < MAX_LINKS; count += 1) {
        if (rest.startsWith('/'))
            return;
        const direct = step(at, rest.split('/'), () => undefined);
        if (direct !== null)
            yield [direct.at.join('/'), false];
        const next = step(at, rest.split('/'), findAt);
        if (next?.link === undefined)
            return;
        yield [next.link.path, true];
        at.splice(0, at.length, ...next.at);
        rest = [next.link.target, ...next.rest].join('/');
    }
}
/** Walks to the first link. `null`: out of the repository. */
function step(from, names, findAt) {
    const at = [...from];
    for (const [index, name] of names.entries()) {
        if (name === '' || name === '.')
            continue;
        if (name === '..') {
            if (at.pop() === undefined)
                return null;
            continue;
        }
        const link = findAt([...at, name].join('/'));
        if (link !== undefined)
            return { at, link, rest: names.slice(index + 1) };
        at.push(name);
    }
    return { at, link: undefined, rest: [] };
}

;// CONCATENATED MODULE: ../../lib/action/git/policy/path-policy.js






/** Compiles the rules once. `trees`: the symbolic links of each tree that counts. */
function pathPolicy(rules, trees) {
    // Protection applies to every spelling that some file system treats as the same path; unprotecting and allowing are exact.
    const isForbidden = matcher(FORBIDDEN_PATHS.map(fold/* foldPath */.tu));
    const isListed = matcher(PROTECTED_GLOBS.map(fold/* foldPath */.tu));
    const named = new Set(rules.protectedPaths.map((path) => (0,fold/* foldPath */.tu)(path.replace(/^(?:\.?\/)+/, ''))));
    const isUnprotected = permission(rules.unprotectedPaths);
    const isAllowed = permission(rules.allowedPaths);
    const files = rules.files === undefined ? null : new Set(rules.files);
    const isProtected = (path) => {
        const folded = (0,fold/* foldPath */.tu)(path);
        const mayBe = isListed(folded) || named.has(folded) || folded.split('/').some(isShortName);
        return mayBe && !isUnprotected(path);
    };
    const folders = new Set([...PROTECTED_GLOBS, ...named].flatMap((glob) => (0,fold/* foldPath */.tu)(glob).split('/').slice(0, -1)));
    const isFolderOfRule = (name) => folders.has((0,fold/* foldPath */.tu)(name));
    const linksTo = trees.map((links) => followLinks(links, { isProtected, isFolderOfRule }));
    const findLinkTo = (path) => linksTo.map((find) => find(path)).find((link) => link !== null) ?? null;
    return (path) => {
        const folded = (0,fold/* foldPath */.tu)(path);
        if (!isMatchable(path) || !isMatchable(folded) || isForbidden(folded))
            return { path, verdict: 'forbidden' };
        if (isProtected(path))
            return { path, verdict: 'protected', link: null };
        const link = isUnprotected(path) ? null : findLinkTo(path);
        if (link !== null)
            return { path, verdict: 'protected', link };
        if (rules.allowedPaths.length > 0 && !isAllowed(path))
            return { path, verdict: 'outside' };
        return files === null || files.has(path) ? null : { path, verdict: 'other-file' };
    };
}
/**
 * Windows gives a file a second, short name, such as `CLAUDE~1` for `.claude`. Which file has it depends on the others of
 * the folder, so any such name may lead to a protected path.
 * https://learn.microsoft.com/en-us/openspecs/windows_protocols/ms-fscc/18e63b13-ba43-4f5f-a5b7-11e871b71f14
 */
const isShortName = (name) => /^(?=.{3,8}(?:\.|$))[^.~]{1,6}~[1-9]\d{0,5}(?:\.[^.]{1,3})?$/.test(name);
/** A path below the root that can be matched against globs: no name of it is empty, `.` or `..`. */
const isMatchable = (path) => path.length <= match_paths/* MAX_PATH */.l &&
    path
        .replace(/\/$/, '')
        .split('/')
        .every((name) => name !== '' && name !== '.' && name !== '..');
function matcher(...rules) {
    const compare = (0,match_paths/* matchPaths */.o)(...rules);
    return (path) => (0,match_name/* finish */.O9)(compare(path));
}
/**
 * Whether the last glob that matches a path includes it. What a glob includes is exact. What one excludes (`!…`), it excludes
 * in every spelling that some file system treats as the same path, and by its short name.
 */
function permission(globs) {
    const rules = globs
        .map((glob) => {
        const isIncluded = !glob.startsWith('!');
        if (isIncluded)
            return { isIncluded, isMatch: matcher([glob]) };
        const isLeft = matcher(['**', glob]);
        const isLeftWhenFolded = matcher(['**', `!${(0,fold/* foldPath */.tu)(glob.slice(1))}`], isShortName);
        return {
            isIncluded,
            isMatch: (path, folded) => !isLeft(path) || !isLeftWhenFolded(folded),
        };
    })
        .toReversed();
    return (path) => {
        const folded = (0,fold/* foldPath */.tu)(path);
        return rules.find(({ isMatch }) => isMatch(path, folded))?.isIncluded ?? false;
    };
}
/** Why a path may not be changed, to follow the word "is". Names the setting that allows it. */
function describeVerdict(refused) {
    switch (refused.verdict) {
        case 'protected': {
            if (refused.link === null && WORKFLOWS.test(refused.path))
                return 'a workflow file, which a person has to change';
            const why = refused.link === null ? '' : `, because the symbolic link ${(0,format/* showPath */.P8)(refused.link)} leads to it`;
            return `protected${why}: only \`paths.unprotect\` in the project settings allows it`;
        }
        case 'outside':
            return 'not among the paths that `paths.allow` or `working-directory` in the project settings names';
        case 'other-file':
            return 'not one of the files that this job is for';
        case 'forbidden':
            return 'part of a git directory, which no setting allows';
        case 'filtered':
            return `assigned by .gitattributes to the filter \`${refused.filter}\`, which Prentice does not run, so its text would be published as it is, for example unencrypted: a person has to commit it where the filter is installed`;
    }
}
/** Even if the settings allow it, GitHub refuses the push: tokens of runners have no permission `workflows`. */
const WORKFLOWS = /^\.github\/workflows\//i;
/** The paths grouped by what is said of them. */
function describeRefusals(refused) {
    return [...Map.groupBy(refused, describeVerdict)]
        .map(([why, found]) => `${(0,format/* showPaths */.cb)([...new Set(found.map(({ path }) => path))])} (${why})`)
        .join('; ');
}


/***/ }),

/***/ 1934:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   p: () => (/* binding */ scanAddedLines),
/* harmony export */   q: () => (/* binding */ findUnredactable)
/* harmony export */ });
/* harmony import */ var _secrets_find_secrets_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1870);
/* harmony import */ var _secrets_secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8198);


const A_KNOWN_SECRET = 'a secret of this run';
/** Scans every added line and every path. At most one finding per line. */
function scanAddedLines(changes, known) {
    return changes.flatMap(({ path, addedLines, rawLines = [] }) => {
        const inPath = known.find(path).length > 0 ? A_KNOWN_SECRET : (0,_secrets_find_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .findWellKnownSecrets */ ._)(path)[0]?.kind;
        if (inPath !== undefined)
            return [{ kind: inPath, path: (0,_secrets_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .redactSecrets */ .f)(path, known), line: null }];
        const found = scanLines(addedLines ?? [], known);
        // A file may say that it has an encoding in which its bytes mean something else.
        const kinds = new Set(found.map(({ kind }) => kind));
        const inBytes = scanLines(rawLines, known).filter(({ kind }) => !kinds.has(kind));
        return [...found, ...inBytes].map((finding) => ({ ...finding, path }));
    });
}
function scanLines(lines, known) {
    const texts = lines.map(({ text }) => text);
    const ofRun = placeSpans(known.find(texts.join('\n')), texts).map(({ first, last }) => {
        // Encoders wrap their output.
        const line = first === last ? (lines[first]?.number ?? null) : null;
        return { kind: A_KNOWN_SECRET, line };
    });
    // UTF-16 has a zero byte next to every letter.
    const bare = texts.map((text) => text.replaceAll('\0', ''));
    const wellKnown = placeSpans((0,_secrets_find_secrets_js__WEBPACK_IMPORTED_MODULE_0__/* .findWellKnownSecrets */ ._)(bare.join('\n')), bare).map(({ kind, first }) => ({ kind, line: lines[first]?.number ?? null }));
    const found = new Map();
    for (const finding of [...ofRun, ...wellKnown])
        if (!found.has(finding.line))
            found.set(finding.line, finding);
    return [...found.values()].toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0));
}
/** On which lines spans of the joined lines are. `spans`: by their start. */
function placeSpans(spans, lines) {
    let at = 0;
    let end = lines[0]?.length ?? 0;
    return spans.map((span) => {
        while (span.start > end && at < lines.length - 1) {
            at += 1;
            end += 1 + (lines[at]?.length ?? 0);
        }
        return { ...span, first: at, last: span.end > end ? at + 1 : at };
    });
}
/** The changed files with a secret that cannot be replaced in the bytes of a patch. Pure. */
const findUnredactable = (changes, known) => changes.filter((change) => {
    const { rawLines, ...decoded } = change;
    const found = scanAddedLines([change], known).length;
    if (isBinary(change) || rawLines === undefined)
        return isBinary(change) && found > 0;
    const inText = scanAddedLines([decoded], known).length;
    return inText > scanAddedLines([{ ...decoded, addedLines: rawLines }], known).length;
});
/** git counts no lines in such a file. Its patch is compressed, so no secret can be found in the patch. */
const isBinary = ({ additions, addedLines }) => additions === 0 && addedLines !== null && addedLines.length > 0;


/***/ }),

/***/ 2599:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F9: () => (/* binding */ cloneEnvironment),
/* harmony export */   HQ: () => (/* binding */ writeTrustedCertificates),
/* harmony export */   Lp: () => (/* binding */ credentialSettings),
/* harmony export */   _K: () => (/* binding */ gitEnvironment),
/* harmony export */   bH: () => (/* binding */ redactToken),
/* harmony export */   iB: () => (/* binding */ HARDENED_ATTRIBUTES),
/* harmony export */   ls: () => (/* binding */ binaryAttributes),
/* harmony export */   mR: () => (/* binding */ networkEnvironment)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var node_tls__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1692);
/* harmony import */ var _unfit_runner_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6704);




/** curl reads the proxies in both spellings. The certificate files are for a server with a private certificate authority. */
const FOR_THE_NETWORK = [
    'https_proxy',
    'HTTPS_PROXY',
    'http_proxy',
    'all_proxy',
    'ALL_PROXY',
    'no_proxy',
    'NO_PROXY',
    'GIT_SSL_CAINFO',
    'GIT_SSL_CAPATH',
    'SSL_CERT_FILE',
    'SSL_CERT_DIR',
];
/** Starts from an empty environment, so that no GIT_* variable of the runner or of an earlier step has an effect. */
function gitEnvironment(place, environment, more = []) {
    return {
        PATH: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
        // libcurl looks for .netrc in HOME, or without HOME in the home folder of the user. Here it finds none.
        HOME: '/dev/null',
        XDG_CONFIG_HOME: '/dev/null',
        LC_ALL: 'C',
        GIT_DIR: place.gitDir,
        GIT_WORK_TREE: place.workTree,
        ...(place.indexFile === undefined ? {} : { GIT_INDEX_FILE: place.indexFile }),
        // Quoted, since a path may contain the separator.
        ...(place.objects !== undefined && {
            GIT_ALTERNATE_OBJECT_DIRECTORIES: `"${place.objects.replace(/["\\]/g, '\\$&')}"`,
        }),
        GIT_CONFIG_NOSYSTEM: '1',
        GIT_CONFIG_SYSTEM: '/dev/null',
        GIT_CONFIG_GLOBAL: '/dev/null',
        GIT_ATTR_NOSYSTEM: '1',
        GIT_NO_REPLACE_OBJECTS: '1',
        GIT_GRAFT_FILE: '/dev/null',
        GIT_OPTIONAL_LOCKS: '0',
        GIT_TERMINAL_PROMPT: '0',
        GIT_ASKPASS: '',
        SSH_ASKPASS: '',
        GIT_LFS_SKIP_SMUDGE: '1',
        GIT_ALLOW_PROTOCOL: 'http:https',
        ...settingsAsEnvironment([...HARDENED_CONFIG, ...more]),
    };
}
/**
 * For questions about the clone of a person: where it is, what HEAD names, how it is configured. git reads its configuration
 * then, of which these commands run no program. HOME has the folders that the person declared safe.
 */
const cloneEnvironment = (environment) => ({
    PATH: environment.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    ...Object.fromEntries(['HOME', 'XDG_CONFIG_HOME'].flatMap((name) => {
        const value = environment[name];
        return value === undefined ? [] : [[name, value]];
    })),
    LC_ALL: 'C',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    ...settingsAsEnvironment([
        ['core.fsmonitor', 'false'],
        ['core.hooksPath', '/dev/null'],
    ]),
});
/** Additional variables for a command that connects to the remote. */
function networkEnvironment(environment) {
    const passed = {};
    for (const name of FOR_THE_NETWORK) {
        const value = environment[name];
        if (value !== undefined)
            passed[name] = value;
    }
    return passed;
}
/**
 * NODE_EXTRA_CA_CERTS adds to the certificates that Node trusts, while GIT_SSL_CAINFO replaces those that git trusts. So
 * git gets one file with both, unless GIT_SSL_CAINFO is set.
 */
async function writeTrustedCertificates(folder, environment) {
    const extra = environment.NODE_EXTRA_CA_CERTS;
    if (!extra || environment.GIT_SSL_CAINFO)
        return {};
    const file = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(folder, 'trusted-certificates.pem');
    const certificates = [...(0,node_tls__WEBPACK_IMPORTED_MODULE_2__.getCACertificates)('bundled'), await readExtra(extra)];
    // Removed first, so that a symbolic link in its place is not followed.
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(file, { force: true });
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(file, certificates.join('\n'));
    return { GIT_SSL_CAINFO: file };
}
async function readExtra(file) {
    try {
        return await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)(file, 'utf8');
    }
    catch (cause) {
        throw new _unfit_runner_js__WEBPACK_IMPORTED_MODULE_3__/* .UnfitRunner */ .V(`the environment variable NODE_EXTRA_CA_CERTS names ${file}, which cannot be read on the runner`, { cause });
    }
}
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/**
 * Settings that let one command authenticate to the origin of the remote and nowhere else: git calls no credential helper,
 * and follows no redirect (HARDENED_CONFIG). GitHub accepts an installation token as the password of `x-access-token`.
 */
function credentialSettings(remote, token) {
    const { protocol, hostname, origin } = new URL(remote);
    if (protocol !== 'https:' && !(protocol === 'http:' && LOOPBACK.has(hostname))) {
        throw new Error(`the remote ${origin} is not https: a token is sent over https only (or to loopback)`);
    }
    return [
        [`http.${origin}/.extraheader`, `AUTHORIZATION: basic ${basic(token)}`],
        ['http.sslVerify', 'true'],
        // Ends a stalled transfer after a minute.
        ['http.lowSpeedLimit', '1000'],
        ['http.lowSpeedTime', '60'],
        ['credential.helper', ''],
    ];
}
/** The text without the token, in both forms in which git has it. */
function redactToken(text, token) {
    if (token === '')
        return text;
    return text.replaceAll(basic(token), '***').replaceAll(token, '***');
}
function basic(token) {
    return Buffer.from(`x-access-token:${token}`).toString('base64');
}
/**
 * Settings that no checkout, home folder or machine may change. They are passed in the environment, which git ranks above
 * every file, and not in argv.
 */
const HARDENED_CONFIG = [
    // A redirect leads to another repository, or another host.
    ['http.followRedirects', 'false'],
    ['core.hooksPath', '/dev/null'],
    ['core.fsmonitor', 'false'],
    ['core.untrackedCache', 'false'],
    ['core.attributesFile', '/dev/null'],
    ['core.excludesFile', '/dev/null'],
    ['core.autocrlf', 'false'],
    ['core.safecrlf', 'false'],
    ['core.sparseCheckout', 'false'],
    ['core.logAllRefUpdates', 'false'],
    ['core.protectHFS', 'true'],
    ['core.protectNTFS', 'true'],
    ['core.pager', 'cat'],
    ['advice.detachedHead', 'false'],
    ['commit.gpgSign', 'false'],
    ['push.gpgSign', 'false'],
    ['gc.auto', '0'],
    ['maintenance.auto', 'false'],
    ['submodule.recurse', 'false'],
    ['fetch.recurseSubmodules', 'false'],
    ['push.recurseSubmodules', 'no'],
    ['push.followTags', 'false'],
    ['diff.ignoreSubmodules', 'all'],
    ['user.useConfigOnly', 'true'],
    // `merge=union` in .gitattributes turns a conflict into the lines of both sides. The attribute is not overridden, because
    // that would also override `-merge`, which makes a conflict of any change on both sides.
    ['merge.union.driver', 'git merge-file --quiet --marker-size=%L %A %O %B'],
];
/**
 * Attributes that override .gitattributes: no filter runs and no byte is converted. A `-diff` in .gitattributes would hide
 * lines from the secret scanner. `!` instead of `-` where git rejects an attribute that is set to false.
 */
const HARDENED_ATTRIBUTES = '* -text -ident -filter !eol !crlf !working-tree-encoding !diff !conflict-marker-size\n';
/** Attributes that make git treat these files as binary. Paths byte for byte (latin1); each matches only itself. */
const binaryAttributes = (paths) => paths.map((path) => `"/${path.replace(/[^A-Za-z0-9/._-]/g, quoteByte)}" -diff\n`).join('');
/** The quoted form needs two backslashes for one, and special characters of a pattern need one before them. */
function quoteByte(byte) {
    const octal = `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
    return /[*?[\]\\]/.test(byte) ? `\\\\${octal}` : octal;
}
/** Settings as the environment of one command, see GIT_CONFIG_COUNT in git-config(1). */
function settingsAsEnvironment(settings) {
    const environment = { GIT_CONFIG_COUNT: String(settings.length) };
    for (const [index, [name, value]] of settings.entries()) {
        environment[`GIT_CONFIG_KEY_${index}`] = name;
        environment[`GIT_CONFIG_VALUE_${index}`] = value;
    }
    return environment;
}


/***/ }),

/***/ 9371:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   d: () => (/* binding */ removeEmptyFolders)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);


/**
 * Removes folders that became empty, as git does: it tracks no folders, and an empty one would be in the way of a file
 * with its name.
 */
async function removeEmptyFolders(root, gone) {
    for (const start of new Set(gone.map((path) => (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(path)))) {
        for (let folder = start; folder.startsWith(root + node_path__WEBPACK_IMPORTED_MODULE_1__.sep); folder = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.dirname)(folder)) {
            if (!(await removeIfEmpty(folder)))
                break;
        }
    }
}
/** Whether the folder is gone. If it cannot be removed, nothing is undone. */
async function removeIfEmpty(folder) {
    try {
        if ((await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.realpath)(folder)) !== folder)
            return false;
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rmdir)(folder);
        return true;
    }
    catch (error) {
        return error instanceof Error && 'code' in error && error.code === 'ENOENT';
    }
}


/***/ }),

/***/ 4523:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   h_: () => (/* binding */ openRepository),
/* harmony export */   sb: () => (/* binding */ must)
/* harmony export */ });
/* unused harmony export memoizeGit */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(9027);
/* harmony import */ var _git_environment_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(2599);
/* harmony import */ var _spawn_git_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5577);
/* harmony import */ var _unfit_runner_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6704);






const WITH_CREDENTIAL = new Set(['fetch', 'push', 'ls-remote']);
/** Creates the git directory, replacing an existing one, and opens it. */
async function openRepository(options) {
    const { gitDir, workTree, remote, environment, signal, objects } = options;
    const place = { gitDir, workTree, objects };
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)(gitDir, { recursive: true, force: true });
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)(gitDir, { recursive: true });
    const git = openGit({ place, environment, signal });
    const initialized = must(git(['init', '--quiet', '--template=', gitDir]));
    initialized.catch(() => undefined);
    await requireVersion(git);
    await initialized;
    const config = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'config'));
    let attributes = _git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .HARDENED_ATTRIBUTES */ .iB;
    const memoized = memoizeGit(git);
    const restoreConfig = () => restoreGitDir(gitDir, config, attributes);
    await restoreConfig();
    const at = (remote) => ({
        gitDir,
        workTree,
        remote,
        at,
        git: asText(git),
        gitBytes: git,
        gitFixed: memoized.git,
        withIndex: (indexFile) => openGit({ place: { ...place, indexFile }, environment, signal }),
        restoreConfig,
        treatAsBinary(paths) {
            attributes = _git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .HARDENED_ATTRIBUTES */ .iB + (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .binaryAttributes */ .ls)(paths);
            memoized.forget();
            return restoreConfig();
        },
        withToken: (token) => async (args, gitOptions) => {
            if (!WITH_CREDENTIAL.has(args[0] ?? ''))
                throw new Error(`git ${args[0]} never gets a credential`);
            await restoreConfig();
            const env = {
                ...(0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .gitEnvironment */ ._K)(place, environment, (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .credentialSettings */ .Lp)(remote, token)),
                ...(0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .networkEnvironment */ .mR)(environment),
                ...(await (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .writeTrustedCertificates */ .HQ)(gitDir, environment)),
            };
            const result = decode(await (0,_spawn_git_js__WEBPACK_IMPORTED_MODULE_3__/* .spawnGit */ .Iz)(args, { cwd: workTree, env, signal }, gitOptions));
            return {
                ...result,
                stdout: (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .redactToken */ .bH)(result.stdout, token),
                stderr: (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .redactToken */ .bH)(result.stderr, token),
            };
        },
    });
    return at(remote);
}
/** Older ones ignore the settings in the environment, which protect the run, or lack `merge-tree --write-tree`. */
const LEAST = { major: 2, minor: 38 };
async function requireVersion(git) {
    const said = (await must(git(['version']))).stdout.toString().trim();
    const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(said)?.map(Number) ?? [];
    if (major === undefined || minor === undefined)
        throw new Error(`git gave no version, but: ${said}`);
    if (major > LEAST.major || (major === LEAST.major && minor >= LEAST.minor))
        return;
    throw new _unfit_runner_js__WEBPACK_IMPORTED_MODULE_4__/* .UnfitRunner */ .V(`\`runs-on\` or \`container\` names a machine with ${said}; install git ${LEAST.major}.${LEAST.minor} or newer there`);
}
/** The result of a command that must not fail. Throws if it does. */
async function must(running) {
    const result = await running;
    if (result.code !== 0)
        throw new Error(`git failed (${result.code}): ${(0,_contract_text_js__WEBPACK_IMPORTED_MODULE_5__/* .cutHead */ .fz)(result.stderr.trim(), 2000)}`);
    return result;
}
function openGit({ place, environment, signal, }) {
    const env = (0,_git_environment_js__WEBPACK_IMPORTED_MODULE_2__/* .gitEnvironment */ ._K)(place, environment);
    return (args, options) => (0,_spawn_git_js__WEBPACK_IMPORTED_MODULE_3__/* .spawnGit */ .Iz)(args, { cwd: place.workTree, env, signal }, options);
}
function asText(git) {
    return async (args, options) => decode(await git(args, options));
}
function decode(result) {
    return { ...result, stdout: result.stdout.toString('utf8') };
}
async function restoreGitDir(gitDir, config, attributes) {
    await Promise.all([
        'config',
        'config.worktree',
        'commondir',
        'hooks',
        'info',
        'objects/info/alternates',
        'objects/info/http-alternates',
    ].map((name) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.rm)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, name), { recursive: true, force: true })));
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'info'));
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'config'), config);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(gitDir, 'info', 'attributes'), attributes);
}
const MAX_MEMOIZED = 8;
/** Of each: a list of 60,000 files. Larger outputs are rare and would take memory from the job. */
const MAX_MEMOIZED_BYTES = 8 * 1024 * 1024;
/** Runs each command once and remembers its output, unless it failed or was cut. */
function memoizeGit(git) {
    const results = new Map();
    return {
        async git(args, options = {}) {
            const key = JSON.stringify([args, options]);
            const before = results.get(key);
            if (before !== undefined)
                return before;
            const running = git(args, options);
            const [oldest] = results.keys();
            if (results.size === MAX_MEMOIZED && oldest !== undefined)
                results.delete(oldest);
            results.set(key, running);
            const forget = () => {
                if (results.get(key) === running)
                    results.delete(key);
            };
            const result = await running.catch((error) => {
                forget();
                throw error;
            });
            if (result.code !== 0 || result.cut || result.stdout.length > MAX_MEMOIZED_BYTES)
                forget();
            return result;
        },
        forget: () => results.clear(),
    };
}


/***/ }),

/***/ 5577:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Iz: () => (/* binding */ spawnGit),
/* harmony export */   TN: () => (/* binding */ oneLine),
/* harmony export */   s3: () => (/* binding */ isFinalResponse),
/* harmony export */   uq: () => (/* binding */ isFull)
/* harmony export */ });
/* harmony import */ var node_child_process__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1421);
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3024);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9027);
/* harmony import */ var _unfit_runner_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6704);




// Egress: starts git with its own environment, and with tokens for fetch and push only.
const DEFAULT_MAX_BYTES = 32 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
/** Node gives the same error for a missing folder. */
const nameMissingGit = (cwd, cause) => (0,node_fs__WEBPACK_IMPORTED_MODULE_1__.existsSync)(cwd)
    ? new _unfit_runner_js__WEBPACK_IMPORTED_MODULE_2__/* .UnfitRunner */ .V('`runs-on` or `container` names a machine without git; install git 2.38 or newer there', { cause })
    : new Error(`git could not be started in ${cwd}, which does not exist`, { cause });
/**
 * One git process in its own process group, so that ending it also ends its children (git-remote-https). If the
 * output exceeds `maxBytes`, the process is ended with code 0 and the output is cut. A timeout gives code 124. Rejects if
 * git cannot be started, or with the reason of the signal.
 */
function spawnGit(args, { cwd, env, signal }, options = {}) {
    const maxBytes = options.maxBytes ?? DEFAULT_MAX_BYTES;
    return new Promise((resolve, reject) => {
        if (signal?.aborted)
            return reject(signal.reason);
        const { input, inUtf8 = false } = options;
        const child = start(args, {
            cwd,
            env: inUtf8 ? { ...env, LC_ALL: 'C.UTF-8' } : env,
            hasInput: input !== undefined,
        });
        const kept = [];
        const errors = [];
        let bytes = 0;
        let errorBytes = 0;
        let ended = null;
        const end = (why) => {
            ended ??= why;
            endGroup(child.pid);
        };
        const onAbort = () => end('aborted');
        const timer = options.timeoutMs === undefined ? undefined : setTimeout(end, options.timeoutMs, 'timeout');
        signal?.addEventListener('abort', onAbort, { once: true });
        const settle = () => {
            clearTimeout(timer);
            signal?.removeEventListener('abort', onAbort);
        };
        child.stdout.on('data', (chunk) => {
            if (bytes < maxBytes)
                kept.push(chunk.subarray(0, maxBytes - bytes));
            bytes += chunk.length;
            if (bytes > maxBytes)
                end('cut');
        });
        child.stderr.on('data', (chunk) => {
            if (errorBytes < MAX_ERROR_BYTES)
                errors.push(chunk.subarray(0, MAX_ERROR_BYTES - errorBytes));
            errorBytes += chunk.length;
        });
        // git may end before it has read its input. The exit code says why, EPIPE does not.
        child.stdin?.on('error', () => undefined);
        child.stdin?.end(input);
        child.on('error', (cause) => {
            settle();
            reject(nameMissingGit(cwd, cause));
        });
        child.on('close', (code) => {
            settle();
            if (ended === 'aborted')
                return reject(signal?.reason);
            resolve({
                code: ended === 'cut' ? 0 : ended === 'timeout' ? 124 : (code ?? 143),
                stdout: Buffer.concat(kept),
                stderr: Buffer.concat(errors).toString('utf8'),
                cut: ended !== null,
            });
        });
    });
}
/** Without input there is no pipe: an unused one costs as much as listing a thousand files. */
function start(args, { cwd, env, hasInput }) {
    const options = { cwd, env: { ...env }, detached: true };
    return hasInput
        ? (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('git', args, { ...options, stdio: ['pipe', 'pipe', 'pipe'] })
        : (0,node_child_process__WEBPACK_IMPORTED_MODULE_0__.spawn)('git', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
}
function endGroup(pid) {
    if (pid === undefined)
        return;
    try {
        process.kill(-pid, 'SIGTERM');
    }
    catch (error) {
        // The process ended a moment ago. macOS reports EPERM for a group without live processes.
        const code = error instanceof Error && 'code' in error ? error.code : null;
        if (code !== 'ESRCH' && code !== 'EPERM')
            throw error;
    }
}
const MESSAGE_LENGTH = 400;
/** A message of git as one line for a person: its `remote:` lines if there are any, else the whole. */
function oneLine(stderr) {
    if (/Authentication failed|could not read Username/.test(stderr))
        return 'the remote did not accept the token';
    const lines = stderr
        .split(/[\r\n]+/)
        .map((line) => line.replace(/\p{Cc}/gu, ' ').trim())
        .filter((line) => line !== '' && line !== 'remote:');
    const remote = lines
        .filter((line) => line.startsWith('remote: '))
        .map((line) => line.slice('remote: '.length));
    const text = remote.length > 0 ? remote.join(' ') : lines.join(' ');
    return (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_3__/* .cutHead */ .fz)(text.replace(/\s+/g, ' '), MESSAGE_LENGTH) || 'git gave no message';
}
/** Whether the disk of the runner is full. A `remote:` line is about the disk of the remote. */
const isFull = (stderr) => /^(?!remote:).*(?:no space left on device|disk quota exceeded)/im.test(stderr);
/** Whether a retry cannot help: the server has refused the request. A lost connection, a 429 or a 5xx may be temporary. */
function isFinalResponse(stderr) {
    if (isFull(stderr))
        return true;
    return /Authentication failed|error: 4(?!08|29)\d\d|not found|couldn't find remote ref|could not read Username/i.test(stderr);
}


/***/ }),

/***/ 3216:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   S: () => (/* binding */ commitTree),
/* harmony export */   p: () => (/* binding */ createPushMaker)
/* harmony export */ });
/* harmony import */ var _process_repository_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4523);
/* harmony import */ var _process_spawn_git_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5577);


/** Commits with git and pushes. Such commits are unsigned. */
const createPushMaker = (given) => ({
    async make({ tree, parents, message }) {
        const { repository, author } = given;
        return { ok: true, sha: await commitTree(repository, { tree, parents, message, author }) };
    },
    deliver: (sha, expected) => pushBranch({ ...given, sha, expected }),
});
/**
 * One push of a descendant of the expected head. The lease also refuses where a push without it would undo what a person did: a
 * branch that was deleted or set back meanwhile. GitHub keeps the commits of a pull request, so it would accept both.
 */
async function pushBranch({ repository, token, branch, sha, expected }) {
    const { code, stdout, stderr } = await repository.withToken(token)([
        'push',
        '--quiet',
        '--porcelain',
        '--no-verify',
        '--no-recurse-submodules',
        `--force-with-lease=refs/heads/${branch}:${expected ?? ''}`,
        repository.remote,
        `${sha}:refs/heads/${branch}`,
    ]);
    if (code === 0)
        return { kind: 'pushed' };
    const refusal = stdout.split('\n').find((line) => line.startsWith('!\t'));
    if (refusal === undefined) {
        const detail = (0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .TN)(stderr);
        return { kind: (0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_1__/* .isFinalResponse */ .s3)(stderr) ? 'refused' : 'unknown', detail };
    }
    const summary = refusal.split('\t').at(-1) ?? refusal;
    const said = (0,_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_1__/* .oneLine */ .TN)(stderr
        .split('\n')
        .filter((line) => line.startsWith('remote: '))
        .join('\n'));
    // The lease: a replica may have shown an older head, and the next look at the branch tells.
    if (summary.includes('(stale info)'))
        return { kind: 'unknown', detail: summary };
    return { kind: 'refused', detail: stderr.includes('remote: ') ? `${said} (${summary})` : summary };
}
/** Creates a commit of a tree, with the author as committer. Moves no ref. Returns the SHA. */
async function commitTree({ git }, commit) {
    const { tree, parents, message, author } = commit;
    const args = [
        '-c',
        `user.name=${author.name}`,
        '-c',
        `user.email=${author.email}`,
        '-c',
        'i18n.commitEncoding=UTF-8',
        'commit-tree',
        ...parents.flatMap((parent) => ['-p', parent]),
        '-F',
        '-',
        tree,
    ];
    return (await (0,_process_repository_js__WEBPACK_IMPORTED_MODULE_0__/* .must */ .sb)(git(args, { input: message }))).stdout.trim();
}


/***/ }),

/***/ 3974:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ readRetrySettings),
/* harmony export */   d: () => (/* binding */ DEFAULT_RETRY_SETTINGS)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);


const DEFAULT_RETRY_SETTINGS = {
    tries: 5,
    backoffMs: 2000,
    longestBackoffMs: 60_000,
    patienceMs: 300_000,
    longestWaitMs: 900_000,
    firstChunkMs: 300_000,
    chunkMs: 180_000,
};
/** Variables are in seconds. Unset, or empty as GitHub passes unset values, is `null`. */
const seconds = (min, max) => zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP()
    .trim()
    .default('')
    .transform((text) => (text === '' ? null : Number(text) * 1000))
    .refine((value) => value === null || (value >= min * 1000 && value <= max * 1000), {
    error: `must be a number from ${min} to ${max}`,
});
const Variables = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    // Node itself aborts a request after five minutes of silence.
    MODEL_STALL_SECONDS: seconds(0.1, 300),
    MODEL_RETRY_SECONDS: seconds(0.01, 60),
    MODEL_PATIENCE_SECONDS: seconds(0, 3600),
});
/** The settings of the environment, or what is wrong with them. Pure. */
function readRetrySettings(environment, defaults) {
    const { success, data, error } = Variables.safeParse(environment);
    if (!success) {
        const problems = error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
        return (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .reason */ .l)('input-invalid', `the environment variable ${problems.join('; ')}`);
    }
    const { MODEL_STALL_SECONDS: stallMs, MODEL_RETRY_SECONDS: backoffMs, MODEL_PATIENCE_SECONDS: patienceMs, } = data;
    return {
        ...defaults,
        ...(stallMs !== null && { firstChunkMs: stallMs, chunkMs: stallMs }),
        ...(backoffMs !== null && { backoffMs }),
        ...(patienceMs !== null && { patienceMs }),
    };
}


/***/ }),

/***/ 8021:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   UI: () => (/* binding */ findField),
/* harmony export */   YU: () => (/* binding */ inSnakeCase),
/* harmony export */   bz: () => (/* binding */ OTHER_FIELD_NAMES)
/* harmony export */ });
/** What models call the fields of our tools that were trained on those of other agents, the most usual name first. */
const OTHER_FIELD_NAMES = {
    path: [
        ...['file_path', 'filepath', 'file', 'filename', 'file_name', 'target_file', 'absolute_path'],
        ...['relative_path', 'dir_path', 'directory', 'dir', 'folder', 'target_directory'],
        ...['relative_workspace_path', 'search_path', 'search_directory'],
    ],
    old: ['old_string', 'old_str', 'old_text', 'search'],
    new: ['new_string', 'new_str', 'new_text', 'replace', 'replacement'],
    all: ['replace_all', 'change_all', 'allow_multiple'],
    edits: ['changes', 'replacements', 'edit'],
    text: ['content', 'contents', 'file_text', 'file_content'],
    patch: ['input', 'patch_text', 'diff'],
    from: [
        'offset',
        'start_line',
        'start_line_one_indexed',
        'line_offset',
        'source',
        'source_path',
        'src',
        'old_path',
        'from_path',
        'path',
    ],
    to: ['destination', 'destination_path', 'dest', 'dst', 'new_path', 'to_path', 'target'],
    lines: ['limit', 'line_count', 'n_lines'],
    pattern: ['query', 'search_term', 'glob', 'glob_pattern'],
    glob: ['include', 'include_pattern', 'file_pattern', 'glob_pattern'],
    regex: ['is_regex', 'is_regexp', 'use_regex'],
    ignore_case: ['case_insensitive', '_i'],
    count: ['limit', 'max_count'],
    commit: ['sha', 'hash', 'commit_hash', 'commit_sha', 'revision', 'rev', 'ref'],
    body: ['description'],
    command: ['cmd', 'shell_command', 'command_line'],
};
/** The value of the first of these fields that is given, in any spelling. Pure. */
function findField(given, names) {
    const written = Object.entries(given);
    return names
        .map((name) => written.find(([other, value]) => inSnakeCase(other) === name && value !== null)?.[1])
        .find((value) => value !== undefined);
}
const inSnakeCase = (name) => name
    .slice(0, MAX_NAME_LENGTH)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();
const MAX_NAME_LENGTH = 64;


/***/ }),

/***/ 8298:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   I: () => (/* binding */ repairJson),
/* harmony export */   U: () => (/* binding */ escapeControls)
/* harmony export */ });
/** What templates of open models leave behind an input. */
const LEFTOVER = /(?:<\/(?:tool_call|function_call|function|tool)>|<\|[\w|]{1,30}\|>)$/;
const LONGEST_LEFTOVER = 40;
const FENCE = /^```(?:json)?[ \t]*\r?\n/;
/**
 * The JSON of an object that a model or its server has written with something around it, with line ends and tabs within its
 * texts, or several times; `null`: it is not clear what is meant. Pure.
 */
function repairJson(text) {
    const bare = withoutRepeats(withoutFence(withoutLeftovers(text.trim())));
    return [bare, escapeControls(bare)].find(isObjectText) ?? null;
}
function withoutLeftovers(text) {
    let rest = text;
    for (;;) {
        const leftover = LEFTOVER.exec(rest.slice(-LONGEST_LEFTOVER));
        if (leftover === null)
            return rest;
        rest = rest.slice(0, -leftover[0].length).trimEnd();
    }
}
function withoutFence(text) {
    const fence = FENCE.exec(text);
    return fence !== null && text.endsWith('```') ? text.slice(fence[0].length, -3).trim() : text;
}
/** Some servers write the whole input again with each chunk. */
function withoutRepeats(text) {
    for (const times of [2, 3]) {
        const once = text.slice(0, text.length / times);
        if (text.length % times === 0 && once.repeat(times) === text && isObjectText(once))
            return once;
    }
    return text;
}
const ESCAPES = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** JSON texts have no line ends. Between texts they mean nothing. Pure. */
function escapeControls(text) {
    let isWithin = false;
    return text.replace(/\\[\s\S]|["\n\r\t]/g, (found) => {
        if (found === '"')
            isWithin = !isWithin;
        return isWithin ? (ESCAPES[found] ?? found) : found;
    });
}
function isObjectText(text) {
    if (!text.startsWith('{'))
        return false;
    try {
        JSON.parse(text);
        return true;
    }
    catch (error) {
        if (error instanceof SyntaxError)
            return false;
        throw error;
    }
}


/***/ }),

/***/ 7714:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  R5: () => (/* binding */ readInput),
  YN: () => (/* binding */ sizeOfTools),
  ad: () => (/* binding */ toToolSet)
});

// EXTERNAL MODULE: ../../node_modules/@ai-sdk/provider-utils/dist/index.js
var dist = __webpack_require__(1071);
// EXTERNAL MODULE: ../../node_modules/zod/v4/core/json-schema-processors.js
var json_schema_processors = __webpack_require__(9947);
// EXTERNAL MODULE: ../../lib/action/text/shell.js
var text_shell = __webpack_require__(4686);
// EXTERNAL MODULE: ../../lib/action/models/tool-calls/field-names.js
var field_names = __webpack_require__(8021);
// EXTERNAL MODULE: ../../lib/action/models/tool-calls/repair-json.js
var repair_json = __webpack_require__(8298);
;// CONCATENATED MODULE: ../../lib/action/models/tool-calls/repair-tool-input.js



/**
 * Corrects an input that does not quite match the tool's schema: fields with another name, `null` for a field that is
 * left out, the whole input or a list in it as JSON text, one entry in place of a list, a list within its name, numbers and booleans as text, lines
 * by their last one, a command as words or with its folder. Unknown fields stay as they are. Pure.
 */
function repairToolInput(input, schema) {
    if (schema.type === 'integer' || schema.type === 'boolean')
        return repairScalar(input, schema.type);
    if (schema.type === 'array')
        return repairList(input, schema);
    if (schema.type !== 'object' || schema.properties === undefined)
        return input;
    const given = readJson(input, '{');
    if (typeof given !== 'object' || given === null || Array.isArray(given))
        return given;
    const { properties } = schema;
    const names = Object.keys(properties);
    const named = nameFields(readCommand(readRange(given, names), names), names);
    return Object.fromEntries(named.map(([name, value]) => {
        const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
        const repaired = typeof field === 'object' ? repairToolInput(value, field) : value;
        return [name, COUNTED_FROM_ONE.has(name) && repaired === 0 ? 1 : repaired];
    }));
}
/** Positions for which some models count from 0. */
const COUNTED_FROM_ONE = new Set(['from', 'column']);
function repairScalar(input, type) {
    if (typeof input !== 'string')
        return input;
    const text = input.trim().toLowerCase();
    if (type === 'integer')
        return /^-?\d+$/.test(text) ? Number(text) : input;
    return text === 'true' || text === 'false' ? text === 'true' : input;
}
function repairList(input, { items }) {
    const read = readJson(readJson(input, '['), '{');
    const given = typeof read === 'object' && read !== null && !Array.isArray(read) ? asList(read, items) : read;
    if (!Array.isArray(given) || typeof items !== 'object' || Array.isArray(items))
        return given;
    return given.map((item) => repairToolInput(item, items));
}
/** One entry, or an object that has nothing but the list. */
function asList(given, items) {
    const [[name, value] = ['', null], ...others] = Object.entries(given);
    const isEntry = typeof items !== 'object' || Array.isArray(items) || name in (items.properties ?? {});
    return others.length === 0 && Array.isArray(value) && !isEntry ? value : [given];
}
/** Each missing field takes the value of the first of its other names that is given. */
function nameFields(given, fields) {
    const written = Object.entries(given).filter(([, value]) => value !== null);
    const names = written.map(([name]) => name);
    const taken = new Map();
    for (const field of fields.filter((name) => !names.includes(name))) {
        const found = [field, ...(field_names/* OTHER_FIELD_NAMES */.bz[field] ?? [])]
            .map((other) => names.find((name) => (0,field_names/* inSnakeCase */.YU)(name) === other))
            .find((name) => name !== undefined && !fields.includes(name) && !taken.has(name));
        if (found !== undefined)
            taken.set(found, field);
    }
    return written.map(([name, value]) => [taken.get(name) ?? name, value]);
}
/** The value itself if it is not JSON text that begins like this. */
function readJson(value, begin) {
    if (typeof value !== 'string' || !value.trimStart().startsWith(begin))
        return value;
    return parse(value) ?? parse((0,repair_json/* escapeControls */.U)(value)) ?? value;
}
function parse(text) {
    try {
        return JSON.parse(text);
    }
    catch (error) {
        if (error instanceof SyntaxError)
            return undefined;
        throw error;
    }
}
const LINES = ['lines', ...(field_names/* OTHER_FIELD_NAMES */.bz.lines ?? [])];
const RANGES = ['view_range', 'read_range', 'line_range'];
const FIRST_LINES = ['from', 'offset', 'start_line', 'start_line_one_indexed', 'line_offset'];
const LAST_LINES = ['end_line', 'end_line_one_indexed_inclusive'];
/** The first and the last line, for a tool whose input is a number of lines. A last line of -1 means the end of the file. */
function readRange(given, fields) {
    if (!fields.includes('from') || !fields.includes('lines') || (0,field_names/* findField */.UI)(given, LINES) !== undefined)
        return given;
    const range = (0,field_names/* findField */.UI)(given, RANGES);
    const [first, last] = Array.isArray(range)
        ? range
        : [(0,field_names/* findField */.UI)(given, FIRST_LINES) ?? 1, (0,field_names/* findField */.UI)(given, LAST_LINES)];
    if (last === undefined)
        return given;
    return { ...without(given, [...RANGES, ...FIRST_LINES, ...LAST_LINES]), ...linesUpTo(first, last) };
}
function linesUpTo(first, last) {
    const [from, to] = [toNumber(first), toNumber(last)];
    if (from === null)
        return {};
    return to !== null && to >= from ? { from, lines: to - from + 1 } : { from };
}
const COMMANDS = ['command', ...(field_names/* OTHER_FIELD_NAMES */.bz.command ?? [])];
const FOLDERS = ['workdir', 'cwd', 'directory', 'dir_path', 'cd'];
/** A command as one text, which starts in the folder that is named with it. */
function readCommand(given, fields) {
    if (!fields.includes('command'))
        return given;
    const written = (0,field_names/* findField */.UI)(given, COMMANDS);
    const command = Array.isArray(written) ? joinWords(written) : written;
    const folder = (0,field_names/* findField */.UI)(given, FOLDERS);
    if (typeof command !== 'string')
        return given;
    const isElsewhere = typeof folder === 'string' && !['', '.', './'].includes(folder);
    return {
        ...without(given, [...COMMANDS, ...FOLDERS]),
        command: isElsewhere ? `cd -- ${(0,text_shell/* quoteForShell */.e)(folder)} || exit\n${command}` : command,
    };
}
/** What was read is left out: the call is said back to the model, and must mean the same if it is read again. */
const without = (given, names) => Object.fromEntries(Object.entries(given).filter(([name]) => !names.includes((0,field_names/* inSnakeCase */.YU)(name))));
/** Words of a command; `null`: they are not. */
function joinWords(words) {
    if (!words.every((word) => typeof word === 'string') || words.length === 0)
        return null;
    const [shell = '', option = '', script] = words;
    return words.length === 3 && /(?:^|\/)(?:ba)?sh$/.test(shell) && /^-[a-z]*c$/.test(option)
        ? (script ?? null)
        : words.map((word) => (/^[\w./:=@%+-]+$/.test(word) ? word : (0,text_shell/* quoteForShell */.e)(word))).join(' ');
}
function toNumber(given) {
    const text = String(given).trim();
    return /^-?\d+$/.test(text) ? Number(text) : null;
}

;// CONCATENATED MODULE: ../../lib/action/models/tool-calls/tool-spec.js



/** Validates a model's input against the tool's schema. The problem names each invalid field. Pure. */
function readInput(name, schema, input) {
    const result = schema.safeParse(input);
    if (result.success)
        return { ok: true, input: result.data };
    const issues = result.error.issues.map((issue) => {
        const field = issue.path.length === 0 ? 'the input' : `\`${issue.path.join('.')}\``;
        return `${field}: ${issue.message}`;
    });
    return { ok: false, problem: `The call of ${name} is not valid. ${issues.join('; ')}. Call it again.` };
}
/**
 * Tools without `execute`: the SDK returns every call. Inputs are repaired here, so that the model also sees the repaired
 * call. What cannot be repaired is returned unchanged, and the agent reports the problem in its own words.
 */
const toToolSet = (specs) => Object.fromEntries(specs.map((spec) => {
    const schema = schemaOf(spec);
    const inputSchema = (0,dist/* jsonSchema */.Og)(schema, {
        validate: (input) => ({ success: true, value: repairToolInput(input, schema) }),
    });
    return [spec.name, (0,dist/* tool */.z6)({ description: spec.description, inputSchema })];
}));
/** About how many characters the tools take in each request. */
const sizeOfTools = (specs) => specs
    .map((spec) => spec.name.length + spec.description.length + JSON.stringify(schemaOf(spec)).length)
    .reduce((sum, size) => sum + size, 0);
/** Without bounds of numbers, which some servers refuse: https://github.com/anomalyco/opencode/issues/43371 */
function schemaOf({ input }) {
    const { $schema: _, ...schema } = json_schema_processors/* toJSONSchema */.bl(input, {
        ...{ target: 'draft-7', io: 'input' },
        override({ jsonSchema }) {
            delete jsonSchema.minimum;
            delete jsonSchema.maximum;
        },
    });
    return schema;
}


/***/ }),

/***/ 8297:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ sanitize)
/* harmony export */ });
/* harmony import */ var _sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9296);
/* harmony import */ var _secrets_secrets_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8198);


/** A text of a model or a program as it may be published: neutralized, and without secrets. */
const sanitize = (text, { secrets, repositoryUrl }) => (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_0__/* .neutralize */ .YI)((0,_secrets_secrets_js__WEBPACK_IMPORTED_MODULE_1__/* .redactSecrets */ .f)((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_0__/* .withoutHiddenCharacters */ .Pq)(text), secrets), repositoryUrl);


/***/ }),

/***/ 2199:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   P: () => (/* binding */ sanitizeWords),
/* harmony export */   y: () => (/* binding */ NO_USAGE)
/* harmony export */ });
/* harmony import */ var _contract_review_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5936);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9027);
/* harmony import */ var _pull_request_sanitize_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8297);



/** Of work without a model. */
const NO_USAGE = {
    ...{ steps: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, brokenOff: 0 },
};
/** Makes the words of an outcome safe. Title, body and commit message are sanitized later, where they are composed. */
function sanitizeWords({ secrets, controlPlane, confidentiality }, outcome) {
    const clean = (text) => confidentiality.redactQuotes(secrets.redact(text));
    const repositoryUrl = controlPlane.assignment.repository.url;
    return {
        ...outcome,
        title: secrets.redact(outcome.title),
        body: secrets.redact(outcome.body),
        commitMessage: secrets.redact(outcome.commitMessage),
        files: outcome.files.map(({ path, why }) => ({ path, why: secrets.redact(why) })),
        summary: (0,_pull_request_sanitize_js__WEBPACK_IMPORTED_MODULE_1__/* .sanitize */ .a)(outcome.summary, { secrets, repositoryUrl }),
        ...(outcome.findings !== undefined && {
            findings: outcome.findings.flatMap((finding) => cleanFinding(finding, clean)),
        }),
    };
}
/** It is published as it is. A suggestion from which something was taken out would be committed that way. */
function cleanFinding({ suggestion, ...finding }, clean) {
    const [path, text] = [clean(finding.path), (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_2__/* .cutHead */ .fz)(clean(finding.text), _contract_review_js__WEBPACK_IMPORTED_MODULE_0__/* .FINDING_LENGTH */ .hB)];
    if (text.trim() === '' || path !== finding.path)
        return [];
    const isWhole = suggestion !== undefined && clean(suggestion) === suggestion;
    return [{ ...finding, text, ...(isWhole && { suggestion }) }];
}


/***/ }),

/***/ 1447:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  O: () => (/* binding */ failUnlessPublishable),
  P: () => (/* binding */ runAgentStage)
});

// EXTERNAL MODULE: external "node:dns/promises"
var promises_ = __webpack_require__(1553);
// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/stages/agent-work.js
var agent_work = __webpack_require__(2199);
// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: ../../lib/contract/output/output-schema.js + 1 modules
var output_schema = __webpack_require__(2009);
// EXTERNAL MODULE: ../../lib/action/agent/review/reviewer.js
var reviewer = __webpack_require__(4870);
// EXTERNAL MODULE: ../../lib/action/agent/tools/output.js
var output = __webpack_require__(2855);
// EXTERNAL MODULE: ../../lib/action/text/shell.js
var shell = __webpack_require__(4686);
// EXTERNAL MODULE: ../../lib/action/workspace/files/normalize-path.js
var normalize_path = __webpack_require__(403);
// EXTERNAL MODULE: ../../node_modules/picomatch/index.js
var picomatch = __webpack_require__(1026);
;// CONCATENATED MODULE: ../../lib/action/workspace/browse/to-pathspecs.js

/** As long as a path can be. */
const MAX_GLOB_BYTES = 4096;
/** Why no file can match the scope; `null`: one may. Pure. */
const findScopeProblem = ({ glob }) => glob === undefined ? null : findArgumentProblem('glob', glob, MAX_GLOB_BYTES);
/** Why a text cannot be an argument of git; `null`: it can. Pure. */
function findArgumentProblem(what, text, maxBytes) {
    if (text.includes('\0'))
        return `The ${what} holds a NUL character, which matches nothing. Leave it out.`;
    // git would get U+FFFD in its place.
    if (!text.isWellFormed())
        return `The ${what} holds an unpaired surrogate, which matches nothing. Leave it out.`;
    if (Buffer.byteLength(text) <= maxBytes)
        return null;
    return `The ${what} is longer than ${maxBytes} bytes. Use a shorter one.`;
}
/** The arguments of git behind `--`: paths are literal, and globs have no magic prefix. Pure. */
function toPathspecs(scope) {
    const globs = toGlobs(scope);
    if (globs !== null)
        return globs.map((one) => `:(top,glob)${one}`);
    return [scope.path === '' ? ':(top)' : `:(top,literal)${scope.path}`];
}
/** In git's syntax. `null`: there is no glob. Pure. */
function toGlobs({ path, isGlob = false, glob }) {
    if (glob === undefined && !isGlob)
        return null;
    const place = isGlob ? path : path.replace(/[\\*?[\]]/g, '\\$&');
    return globsBelow(place, isGlob, glob).flatMap(expandBraces);
}
function globsBelow(place, isGlob, glob) {
    const inside = place === '' ? '' : `${place}/`;
    if (glob !== undefined)
        return [inside + (glob.includes('/') ? glob.replace(/^\//, '') : `**/${glob}`)];
    // `*.ts` as a path means the same as a glob. It may match a folder.
    const anywhere = isGlob && !place.includes('/') ? `**/${place}` : place;
    return [anywhere, `${anywhere}/**`];
}
/** No useful glob has more. */
const MAX_GLOBS = 64;
/** Models write `*.{ts,tsx}`, which git does not support: this returns a glob for each choice, unless there are too many. */
function expandBraces(pattern) {
    let globs = [pattern];
    for (let at = 0; at < globs.length;) {
        const expanded = expandOnce(globs[at] ?? '');
        if (expanded === null)
            at += 1;
        else
            globs = [...globs.slice(0, at), ...expanded, ...globs.slice(at + 1)];
        if (globs.length > MAX_GLOBS)
            return [pattern];
    }
    return globs;
}
/** `null`: there is no choice. */
function expandOnce(glob) {
    const braces = findChoice(glob);
    if (braces === undefined)
        return null;
    const [before, after] = [glob.slice(0, braces.index), glob.slice(braces.index + braces[0].length)];
    const choices = braces[0].slice(1, -1).split(',');
    return choices.map((choice) => before + choice + after);
}
/** The first innermost braces that contain a comma. */
const findChoice = (text) => [...text.matchAll(/\{[^{}]*\}/g)].find(([braces]) => braces.includes(','));
/** Whether a path is a glob. Models also pass globs as paths. Pure. */
const hasWildcards = (path) => /[*?]/.test(path) || findChoice(path) !== undefined;
/** Each star may be tried at every character of a path. */
const MAX_STARS = 4;
/** Matches paths against globs of `toGlobs` as git does, without running git. `null`: only git can tell. Pure. */
function matchGlobs(globs) {
    if (globs.some(isForGit))
        return null;
    const isMatch = picomatch(globs.map(escapeAllButStars), {
        dot: true,
        strictSlashes: true,
        windows: false,
        flags: 's',
    });
    // git also matches files below a path that is equal to the glob.
    return (path) => isMatch(path) || globs.some((glob) => path === glob || path.startsWith(`${glob}/`));
}
/** Which files are in the scope. `null`: only git can tell. Pure. */
function matchScope(scope) {
    const { path } = scope;
    const globs = toGlobs(scope);
    if (globs !== null)
        return matchGlobs(globs);
    return (file) => path === '' || file === path || file.startsWith(`${path}/`);
}
/** Syntax that git and picomatch interpret differently: git compares bytes, and supports more in brackets. */
function isForGit(glob) {
    const parts = glob.split('/');
    const isPlain = parts.every((part) => !['', '.', '..'].includes(part) && (part === '**' || !part.includes('**')));
    return !isPlain || /[?[\]\\]/.test(glob) || glob.split(/\*+/).length - 1 > MAX_STARS;
}
/** To git, only stars are special: no parenthesis, bar, plus or exclamation mark. */
const escapeAllButStars = (glob) => glob.replace(/[^\w\s/*.-]/gu, '\\$&');

;// CONCATENATED MODULE: ../../lib/action/workspace/browse/keep-patterns.js


const MAX_LENGTH = 300;
/** With the choices of braces. Each is tried for every file of the project. */
const MAX_PATTERNS = 200;
/** What to keep of a command's changes: paths of files and folders, and globs as for `list`. Pure. */
function toKeepPatterns(named) {
    const patterns = [];
    const exact = [];
    const starts = [];
    for (const one of named) {
        const normalized = (0,normalize_path/* normalizePath */.F)(one);
        if (!normalized.ok)
            return normalized;
        const { path } = normalized;
        const problem = findProblem(path);
        if (problem !== null)
            return { ok: false, problem: `${JSON.stringify(one)} in keep ${problem}.` };
        starts.push(findStart(path));
        if (hasWildcards(path))
            patterns.push(...(toGlobs({ path, isGlob: true }) ?? []).map(toGlobPattern));
        else {
            exact.push(path);
            patterns.push(toGlobPattern(path), toGlobPattern(`${path}/**`));
        }
    }
    if (patterns.length > MAX_PATTERNS)
        return { ok: false, problem: 'keep has too many globs, or too many choices in braces. Name fewer.' };
    const compiled = patterns.map((pattern) => new RegExp(pattern, 'su'));
    return {
        ok: true,
        keep: {
            patterns,
            exact,
            starts: withoutNested(starts),
            matches: (path) => compiled.some((pattern) => pattern.test(path)),
        },
    };
}
/** The folder above the first wildcard. */
function findStart(path) {
    const parts = path.split('/');
    const at = parts.findIndex((part) => /[*?{]/.test(part));
    return (at === -1 ? parts : parts.slice(0, at)).join('/');
}
const withoutNested = (starts) => {
    const all = [...new Set(starts)];
    return all.filter((one) => !all.some((other) => other !== one && (other === '' || one.startsWith(`${other}/`))));
};
function findProblem(path) {
    if (path === '')
        return 'is the root: name files, folders, or globs like src/**';
    if (/\p{Cc}/u.test(path))
        return 'holds a control character';
    if (path.length > MAX_LENGTH)
        return 'is too long';
    return null;
}
/**
 * The source of a regular expression for the flags `su` that matches the paths of a glob, in a syntax that Perl and
 * JavaScript share. Only stars, question marks and slashes mean anything. Pure.
 *
 * The time grows with the length of the path only, however many stars there are: what follows a star is looked for once,
 * where it is first, since a later place cannot match more. `(?=(?<name>…))\k<name>` gives nothing back of what it has
 * matched; JavaScript has no `(?>…)`. `(?!.)` is the end; in Perl, `$` is also before a line break at the end.
 */
function toGlobPattern(glob) {
    let groups = 0;
    const once = (pattern) => {
        groups += 1;
        return `(?=(?<g${groups}>${pattern}))\\k<g${groups}>`;
    };
    const matchPart = (part) => {
        const [first = '', ...others] = part.split(/\*+/).map(escapeText);
        const last = others.pop();
        if (last === undefined)
            return first;
        if (/^\*+$/.test(part))
            return '[^/]+';
        return `${first}${others.map((text) => once(`[^/]*?${text}`)).join('')}[^/]*${last}`;
    };
    const matchParts = (parts) => parts.map((part) => matchPart(part) + PART_END).join('');
    const [start = [], ...others] = splitAtGlobstars(glob.split('/'));
    const last = others.pop();
    if (last === undefined)
        return `^${matchParts(start)}(?!.)`;
    const middle = others
        .filter((parts) => parts.length > 0)
        .map((parts) => once(ANY_FOLDERS + matchParts(parts)));
    const end = last.length === 0 ? '.' : `${ANY_FOLDERS}${matchParts(last)}(?!.)`;
    return `^${matchParts(start)}${middle.join('')}${end}`;
}
const PART_END = '(?:/|(?!.))';
const ANY_FOLDERS = '(?:[^/]+/)*?';
function splitAtGlobstars(parts) {
    const runs = [[]];
    for (const part of parts) {
        if (part === '**')
            runs.push([]);
        else
            runs.at(-1)?.push(part);
    }
    return runs;
}
const escapeText = (text) => text.replace(/[\\^$.+()[\]{}|]/g, '\\$&').replaceAll('?', '[^/]');

// EXTERNAL MODULE: ../../lib/action/checks/checks-report.js
var checks_report = __webpack_require__(5972);
;// CONCATENATED MODULE: ../../lib/action/checks/keep-changes.js
/**
 * What a command has made of the files that were named. A file of the repository that is gone was deleted, unless a folder
 * that cannot be read may still hold it. Pure.
 */
function findKept(collected, keep, repository) {
    const present = new Set(collected.map(({ path }) => path));
    const closed = new Set(collected.filter(({ kind }) => kind === 'closed').map(({ path }) => path));
    const gone = repository.filter((path) => keep.matches(path) && !present.has(path));
    return [
        ...collected.flatMap((one) => (keep.matches(one.path) ? describe(one) : [])),
        ...gone.map((path) => foldersAbove(path).some((folder) => closed.has(folder))
            ? { kind: 'unfit', path, why: 'is in a folder that cannot be read after the command.' }
            : { kind: 'deleted', path }),
    ];
}
/** With the root, `''`. */
const foldersAbove = (path) => path.split('/').map((_, depth, parts) => parts.slice(0, depth).join('/'));
function describe(one) {
    const { path } = one;
    switch (one.kind) {
        case 'file':
            return [{ kind: 'file', path, executable: one.executable, bytes: one.bytes }];
        case 'same':
            return [];
        case 'link':
            return [
                { kind: 'unfit', path, why: 'is a symbolic link after the command. Only regular files are kept.' },
            ];
        case 'special':
            return [{ kind: 'unfit', path, why: 'is a pipe, socket or device. Only regular files are kept.' }];
        case 'closed':
            return [{ kind: 'unfit', path, why: 'cannot be read after the command.' }];
        case 'large':
            return [{ kind: 'unfit', path, why: `has ${one.size} bytes, which is too much to keep.` }];
    }
}

// EXTERNAL MODULE: ../../lib/action/checks/open-checks.js
var open_checks = __webpack_require__(6024);
// EXTERNAL MODULE: ../../lib/action/checks/run-commands.js
var run_commands = __webpack_require__(7318);
;// CONCATENATED MODULE: ../../lib/action/checks/agent-commands.js







/** The commands of the agent. Each runs on the current state of the work. */
function openAgentCommands({ checks, commandRunner, ...work }) {
    const { readTree, redact, outputs } = work;
    const names = [...new Set(checks?.names ?? [])];
    const asked = new Set();
    return {
        checks: names.map(redact),
        canRun: commandRunner !== null,
        async check({ name }, signal) {
            if (checks === null || names.length === 0)
                return refuse('This project has no check that runs.');
            const one = names.find((candidate) => redact(candidate) === name);
            if (name !== undefined && one === undefined)
                return refuse(`There is no such check. Name one of ${names.map(redact).join(', ')}, or none.`);
            const tree = await readTree();
            const report = one === undefined ? await checks.inspect(tree, signal) : await checks.inspectOne(one, tree, signal);
            if (report.kind === 'not-run')
                return refuse(`The checks did not run: ${redact(report.why)}.`);
            const described = describeChecks(report.results, redact, outputs);
            const question = `${tree} ${one ?? ''}`;
            if (!asked.has(question)) {
                asked.add(question);
                return described;
            }
            return { ...described, text: `${UNCHANGED}\n${described.text}` };
        },
        run: async (request, signal) => commandRunner === null
            ? refuse('No command can be run here. Work without it.')
            : runForAgent(commandRunner, work, request, signal),
    };
}
const UNCHANGED = 'No file has changed since this ran, so the result is the same:';
const refuse = (text) => ({ ok: false, text });
function describeChecks(results, redact, outputs) {
    const lines = results.map((result) => redact((0,checks_report/* describeResult */.dy)(result)));
    // Of several checks, only those that failed are of interest.
    const shown = results.length === 1 ? results : results.filter(({ passed }) => !passed);
    const printed = shown.map(({ name, output }) => {
        const title = results.length === 1 ? '' : `== ${redact(name)} ==\n`;
        return `\n${title}${outputs.show(redact(output))}`;
    });
    const failed = results.filter(({ passed }) => !passed).length;
    return {
        ok: failed === 0,
        text: [...lines, ...printed].join('\n'),
        ended: failed === 0 ? 'passed' : results.length === 1 ? (results[0]?.detail ?? '') : `${failed} failed`,
    };
}
/** Runs a command of the agent on a copy of its work, and takes over the changes that it names. */
async function runForAgent(commandRunner, { directory, readTree, listFiles, workspace, redact, outputs }, { command, keep: named, seconds }, signal) {
    if (command.includes('\0'))
        return refuse('The command holds a NUL character.');
    const read = toKeepPatterns(named);
    if (!read.ok)
        return refuse(read.problem);
    const tree = await readTree();
    try {
        await commandRunner.begin('round', tree, signal);
    }
    catch (error) {
        if (signal.aborted)
            return refuse(OUT_OF_TIME);
        return refuse(`The command could not be started: ${redact(String(error))}. Work without it.`);
    }
    const done = await commandRunner.run('round', {
        run: (0,shell/* runInDirectory */.K)(directory, asBash(command)),
        seconds,
        signal,
        share: open_checks/* LARGE_SHARE */.cV,
    });
    if (done.kind === 'not-isolated')
        return refuse(`The command could not be isolated (${redact(done.why)}), so it did not run. Work without it.`);
    const { end, output, seconds: took } = done.run;
    const ended = `${(0,run_commands/* describeEnd */.lA)(end, seconds)} after ${(0,checks_report/* showSeconds */.h6)(took)}`;
    const shown = `${capitalize(ended)}.\n${outputs.show(redact(output))}`;
    if (named.length === 0)
        return { ok: true, text: shown, ended };
    if (end.kind !== 'exited')
        return {
            ok: false,
            text: `${shown}\n\nNothing was kept, because the command did not end by itself.`,
            ended,
        };
    const collected = await commandRunner.collect(read.keep, signal);
    if (collected.kind === 'failed')
        return { ok: false, text: `${shown}\n\nNothing was kept. ${redact(collected.why)}`, ended };
    const files = findKept(collected.files, read.keep, await listFiles(tree));
    const kept = await workspace.keep(files);
    return { ok: kept.ok, text: `${shown}\n\n${kept.text}`, ended };
}
/** Models write for bash. Unlike a check, the command does not end at the first failure. Pure. */
function asBash(command) {
    const quoted = (0,shell/* quoteForShell */.e)(command);
    return `[ ! -x /bin/bash ] || exec /bin/bash -c ${quoted}\nexec sh -c ${quoted}`;
}
const OUT_OF_TIME = 'The run was stopped or ran out of time before the command could start.';
const capitalize = (text) => text.charAt(0).toUpperCase() + text.slice(1);
/** Characters of one output that the model gets with the result of its call. */
const SHOWN_LENGTH = 6000;
/** Each may have a million characters. */
const MAX_KEPT = 8;
/** `provide`: gives the agent a file to read. */
function openOutputs(provide) {
    let count = 0;
    const pathOf = (number) => `/output/${number}.txt`;
    return {
        show(output) {
            const text = output.trimEnd();
            if (text === '')
                return 'It printed nothing.';
            if (text.length <= SHOWN_LENGTH)
                return text;
            count += 1;
            provide(pathOf(count), text);
            if (count > MAX_KEPT)
                provide(pathOf(count - MAX_KEPT), GONE);
            return `[Head and tail; read ${pathOf(count)} for the rest.]\n${(0,format/* truncate */.xv)(text, SHOWN_LENGTH)}`;
        },
    };
}
const GONE = 'This output is no longer kept. Run the command again.';

// EXTERNAL MODULE: ../../lib/action/workspace/files/tool-result.js
var tool_result = __webpack_require__(948);
;// CONCATENATED MODULE: ../../lib/action/context/with-context.js

/** No path in the work tree begins with a slash, so no change can reach these. */
const ROOT = '/context';
/** Where the agent finds a repository that is called `owner/name`. */
const contextPath = (repository) => `${ROOT}/${repository}`;
/** The workspace with further repositories to list, search and read. They have no other tools. */
function withContext(workspace, context) {
    if (context.size === 0)
        return workspace;
    const names = [...context.keys()];
    /** `null`: the path is in the work tree. */
    function find(path) {
        if (path !== ROOT && !path.startsWith(`${ROOT}/`))
            return null;
        const [, , owner = '', name = '', ...rest] = path.split('/');
        const wanted = `${owner}/${name}`.toLowerCase();
        const repository = names.find((one) => one.toLowerCase() === wanted);
        const readable = repository === undefined ? undefined : context.get(repository);
        if (repository === undefined || readable === undefined)
            return (0,tool_result/* refused */.J)(`${path} is in none of the other repositories: ${names.map(contextPath).join(', ')}`);
        return { repository, readable, path: rest.join('/') };
    }
    async function look(path, inWorkTree, there) {
        const found = find(path);
        if (found === null)
            return inWorkTree();
        if ('ok' in found)
            return found;
        const { text, ...result } = await there(found);
        return { ...result, text: `In ${contextPath(found.repository)}:\n${text}` };
    }
    return {
        ...workspace,
        list: (request) => request.path === ROOT
            ? Promise.resolve((0,tool_result/* done */.V)(names.map(contextPath).join('\n')))
            : look(request.path ?? '', () => workspace.list(request), ({ readable, path }) => readable.list({ ...request, path })),
        search: (request) => look(request.path ?? '', () => workspace.search(request), ({ readable, path }) => readable.search({ ...request, path })),
        read: (request) => look(request.path, () => workspace.read(request), ({ readable, path }) => readable.read({ ...request, path })),
    };
}

// EXTERNAL MODULE: ../../lib/action/git/checkout/read-tree-files.js
var read_tree_files = __webpack_require__(9071);
// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
// EXTERNAL MODULE: ../../lib/settings/read-yaml.js
var read_yaml = __webpack_require__(2761);
;// CONCATENATED MODULE: ../../lib/settings/suggest-commands.js

/**
 * Commands that would check a change of this repository, from its manifests. A Makefile adds only what no manifest has:
 * its targets mostly call the same tools. Empty: nothing is recognised. Pure.
 */
function suggestCommands(files) {
    const found = [nodeCommands(files), pythonCommands(files), compiledCommands(files)];
    const setup = found.flatMap((one) => one.setup);
    const checks = found.flatMap((one) => one.checks);
    return { setup, checks: checks.length > 0 ? checks : makeChecks(files) };
}
const TARGETS = ['lint', 'check', 'test'];
function makeChecks({ texts }) {
    const targets = (texts.Makefile ?? '').split('\n').flatMap((line) => {
        const at = line.indexOf(':');
        // A recipe begins with a tab, and `:=` is an assignment.
        return at < 1 || /^[\t#.]/.test(line) || /^:?=/.test(line.slice(at + 1, at + 3))
            ? []
            : line.slice(0, at).split(/\s+/);
    });
    return TARGETS.filter((target) => targets.includes(target)).map((target) => `make ${target}`);
}
/** The suggestion as settings, in YAML; empty if nothing is suggested. Pure. */
const writeSuggestion = ({ setup, checks }) => [...writeList('setup', setup), ...writeList('checks', checks)].join('\n');
const writeList = (key, commands) => commands.length === 0 ? [] : [`${key}:`, ...commands.map((command) => `  - ${quote(command)}`)];
/** Text that YAML reads as it stands. A single word could be a number or a boolean. */
const PLAIN = /^[a-z./](?=.*[ /:].)[\w./+|&='[\]-]*(?:[ :][\w./+|&='[\]-]+)*$/i;
const quote = (command) => (PLAIN.test(command) ? command : JSON.stringify(command));
const dependencyMap = schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* unknown */.L5J()).optional().catch(undefined);
const PackageJson = schemas/* object */.Ikc({
    scripts: schemas/* record */.g1P(schemas/* string */.YjP(), schemas/* string */.YjP()).catch({}).default({}),
    dependencies: dependencyMap,
    devDependencies: dependencyMap,
    packageManager: schemas/* string */.YjP().optional().catch(undefined),
});
/** Scripts that change no file and end by themselves, cheapest first. */
const SCRIPTS = [
    'format:check',
    'check:format',
    'lint',
    'typecheck',
    'type-check',
    'check-types',
    'check',
    'test',
];
/** What `npm init` writes. */
const NO_TEST = /no test specified/;
/** They do not end. */
const WATCHES = /(?:^|\s)--?watch(?:All)?(?=\s|$)/;
/** Pure. */
function nodeCommands({ names: present, texts }) {
    const manifest = parse(texts['package.json']);
    if (manifest === null)
        return { setup: [], checks: [] };
    const { install, run } = packageManagerOf(manifest, present);
    const checks = SCRIPTS.filter((name) => {
        const script = manifest.scripts[name];
        return script !== undefined && !NO_TEST.test(script) && !WATCHES.test(script);
    }).map((name) => (name === 'test' ? `${run} test` : `${run} run ${name}`));
    const hasDependencies = [manifest.dependencies, manifest.devDependencies].some((dependencies) => Object.keys(dependencies ?? {}).length > 0);
    return { setup: hasDependencies && checks.length > 0 ? [install] : [], checks };
}
/** The lock file decides; without one, the field `packageManager`. pnpm and Yarn 2 or newer come through Corepack. */
function packageManagerOf({ packageManager = '' }, names) {
    const has = (...files) => files.some((file) => names.includes(file));
    if (has('package-lock.json', 'npm-shrinkwrap.json'))
        return { install: 'npm ci', run: 'npm' };
    if (has('pnpm-lock.yaml'))
        return PNPM;
    if (has('bun.lock', 'bun.lockb'))
        return { install: 'bun install --frozen-lockfile', run: 'bun' };
    if (has('yarn.lock'))
        return has('.yarnrc.yml') || /^yarn@[2-9]/.test(packageManager) ? YARN : YARN_1;
    if (packageManager.startsWith('pnpm@'))
        return PNPM;
    return { install: 'npm install', run: 'npm' };
}
const PNPM = { install: 'corepack pnpm install --frozen-lockfile', run: 'corepack pnpm' };
const YARN = { install: 'corepack yarn install --immutable', run: 'corepack yarn' };
const YARN_1 = { install: 'yarn install --frozen-lockfile', run: 'yarn' };
function parse(text) {
    if (text === undefined)
        return null;
    try {
        return PackageJson.parse(JSON.parse(text));
    }
    catch {
        // A manifest that npm refuses, too, suggests nothing.
        return null;
    }
}
const PROJECT_FILES = ['pyproject.toml', 'setup.py', 'setup.cfg'];
const REQUIREMENTS = ['requirements.txt', 'requirements-dev.txt'];
const TEST_FOLDERS = ['tests', 'test'];
const EXTRAS = ['test', 'tests', 'dev'];
/** Pure. */
function pythonCommands(files) {
    const { names, texts } = files;
    const has = (...candidates) => candidates.filter((name) => names.includes(name));
    const isProject = has(...PROJECT_FILES).length > 0;
    if (!isProject && has(...REQUIREMENTS).length === 0)
        return { setup: [], checks: [] };
    const declared = Object.values(texts).join('\n');
    const isTested = /\bpytest\b/.test(declared) ||
        has('pytest.ini', 'conftest.py').length > 0 ||
        (has(...TEST_FOLDERS).length > 0 && !/\b(?:nose|unittest)\b/.test(declared));
    const tools = ['ruff', 'mypy'].filter((tool) => isDependency(tool, declared));
    const checks = [
        ...(tools.includes('ruff') ? ['ruff check .'] : []),
        ...(tools.includes('mypy') ? ['mypy .'] : []),
        ...(isTested ? ['pytest'] : []),
    ];
    if (checks.length === 0)
        return { setup: [], checks };
    if (names.includes('uv.lock'))
        return { setup: ['uv sync --locked'], checks: checks.map((check) => `uv run --offline ${check}`) };
    if (names.includes('poetry.lock'))
        return { setup: ['poetry install'], checks: checks.map((check) => `poetry run ${check}`) };
    const install = [
        ...has(...REQUIREMENTS).map((file) => `-r ${file}`),
        ...(isProject ? [`-e ${withExtra(texts['pyproject.toml'] ?? '')}`] : []),
        // Often nobody declares the test runner.
        ...(isTested && !isDependency('pytest', declared) ? ['pytest'] : []),
    ];
    return {
        setup: ['python3 -m venv .venv', `.venv/bin/pip install ${install.join(' ')}`],
        checks: checks.map((check) => `.venv/bin/${check}`),
    };
}
/** A line of a requirements file, or a quoted requirement of a list; not a table such as `[tool.ruff]`. */
const isDependency = (name, declared) => new RegExp(String.raw `(?:^|["'])${name}(?![\w.-]*\])(?=[\s"'<>=~!;[]|$)`, 'm').test(declared);
/** The extra of the project that holds its test tools. */
function withExtra(pyproject) {
    const [, table = ''] = /^\[project\.optional-dependencies\][ \t]*\n((?:(?!\[).*\n?)*)/m.exec(pyproject) ?? [];
    const extra = EXTRAS.find((name) => new RegExp(String.raw `^["']?${name}["']?[ \t]*=`, 'm').test(table));
    return extra === undefined ? '.' : `'.[${extra}]'`;
}
/** Languages whose one tool installs, builds and tests. Pure. */
function compiledCommands({ names }) {
    const found = TOOLS.filter(({ isUsed }) => isUsed(names)).map(({ suggest }) => suggest(names));
    return {
        setup: found.flatMap(({ setup }) => setup),
        checks: found.flatMap(({ checks }) => checks),
    };
}
const hasOne = (...files) => {
    return (names) => files.some((file) => names.includes(file));
};
const TOOLS = [
    {
        isUsed: hasOne('go.mod'),
        suggest: () => ({ setup: ['go mod download'], checks: ['go vet ./...', 'go test ./...'] }),
    },
    {
        isUsed: hasOne('Cargo.toml'),
        suggest: (names) => ({
            setup: [names.includes('Cargo.lock') ? 'cargo fetch --locked' : 'cargo fetch'],
            checks: ['cargo fmt --check', 'cargo test --offline'],
        }),
    },
    {
        isUsed: hasOne('gradlew', 'build.gradle', 'build.gradle.kts'),
        suggest(names) {
            const gradle = `${names.includes('gradlew') ? './gradlew' : 'gradle'} --no-daemon`;
            // No task downloads all that the tests need, but running them does. They may fail on the base.
            return { setup: [`${gradle} check || true`], checks: [`${gradle} --offline check`] };
        },
    },
    {
        isUsed: hasOne('pom.xml'),
        suggest(names) {
            const maven = `${names.includes('mvnw') ? './mvnw' : 'mvn'} --batch-mode`;
            return { setup: [`${maven} verify || true`], checks: [`${maven} --offline verify`] };
        },
    },
    {
        isUsed: (names) => names.some((name) => /\.(?:slnx?|csproj|fsproj|vbproj)$/.test(name)),
        suggest: () => ({ setup: ['dotnet restore'], checks: ['dotnet test --no-restore'] }),
    },
];
/** The files in the root whose text decides what is suggested. */
const MANIFESTS = [
    'package.json',
    'Makefile',
    'pyproject.toml',
    'requirements.txt',
    'requirements-dev.txt',
];

;// CONCATENATED MODULE: ../../lib/action/git/checkout/task-files.js
/**
 * What a commit has for the task of the agent: instruction files, skills, the pull request template, and manifests, which
 * suggest commands.
 */




const MAX_INSTRUCTION_BYTES = 64 * 1024;
/** The named files that the commit has, in this order. Files with the same content are returned once. */
async function findInstructionFiles(repository, commit, paths, onDeadLink) {
    const folders = new Set(paths.map(folderOf).filter((folder) => folder !== ''));
    const entries = await (0,read_tree_files/* followLinks */.n1)(repository, commit, [...paths, ...folders]);
    const found = paths.flatMap((path) => {
        const entry = entries.get(path);
        const folder = folderOf(path);
        // Nothing is in what is no folder: the agent asks about the paths of files, too.
        const isThere = folder === '' || entries.get(folder)?.kind === 'folder';
        if (entry?.kind === 'link' && isThere)
            onDeadLink(path);
        return entry?.kind === 'file' ? [{ path, id: entry.id }] : [];
    });
    const once = found.filter(({ id }, index) => found.findIndex((other) => other.id === id) === index);
    const files = await Promise.all(once.map(async ({ path, id }) => ({ path, text: await (0,read_tree_files/* readBlob */.gm)(repository, id, MAX_INSTRUCTION_BYTES) })));
    return files.filter(({ text }) => text.trim() !== '');
}
const folderOf = (path) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
/** Of two skills with the same name, the one in the earlier folder counts. */
const SKILL_FOLDERS = ['.agents/skills/', '.claude/skills/', '.github/skills/'];
const MAX_SKILLS = 30;
const MAX_SKILL_FILES = 100;
const MAX_SKILL_BYTES = 64 * 1024;
/**
 * The skills that a commit has. One without a name or a description is left out, as the specification requires. Their
 * folders and files may be symbolic links.
 */
async function findSkills(repository, commit, onDeadLink) {
    const files = await listSkillFiles(repository, commit, onDeadLink);
    const mains = SKILL_FOLDERS.flatMap((folder) => files.filter(({ path }) => isMain(folder, path)));
    const found = await Promise.all(mains.slice(0, MAX_SKILLS).map(async (main) => readSkill(repository, main, files)));
    const skills = found.filter((skill) => skill !== null);
    return skills.filter(({ name }, index) => skills.findIndex((other) => other.name === name) === index);
}
/** The Markdown files of all skills, each at the path under which it is named. */
async function listSkillFiles(repository, commit, onDeadLink) {
    const entries = [];
    // A link may lead to the root of the repository, which has more files than a call takes arguments.
    const list = async (folder, tree) => {
        for (const { id, kind, path } of await (0,read_tree_files/* listTree */.nT)(repository, tree, [], { isDeep: true }))
            if (kind === 'link' || (kind === 'file' && path.endsWith('.md')))
                entries.push({ id, kind, path: `${folder}${path}` });
    };
    const roots = await (0,read_tree_files/* followLinks */.n1)(repository, commit, SKILL_FOLDERS);
    for (const folder of SKILL_FOLDERS) {
        const root = roots.get(folder);
        if (root?.kind === 'link')
            onDeadLink(folder);
        if (root?.kind === 'folder')
            await list(folder, root.id);
    }
    const links = entries.filter(({ kind }) => kind === 'link').slice(0, MAX_SKILL_FILES);
    const followed = await (0,read_tree_files/* followLinks */.n1)(repository, commit, links.map(({ path }) => path));
    for (const { path } of links) {
        const target = followed.get(path);
        if (target?.kind === 'link')
            onDeadLink(path);
        if (target?.kind === 'file')
            entries.push({ path, id: target.id, kind: 'file' });
        if (target?.kind === 'folder')
            await list(`${path}/`, target.id);
    }
    return entries.filter(({ kind, path }) => kind === 'file' && path.endsWith('.md'));
}
const isMain = (folder, path) => path.startsWith(folder) && /^[^/]+\/SKILL\.md$/.test(path.slice(folder.length));
async function readSkill(repository, main, files) {
    const text = await (0,read_tree_files/* readBlob */.gm)(repository, main.id, MAX_SKILL_BYTES);
    const described = readFrontmatter(text);
    if (described === null)
        return null;
    const folder = main.path.slice(0, -'SKILL.md'.length);
    const others = files
        .filter((file) => file !== main && file.path.startsWith(folder))
        .slice(0, MAX_SKILL_FILES);
    const more = others.map(async ({ path, id }) => ({
        path,
        text: await (0,read_tree_files/* readBlob */.gm)(repository, id, MAX_SKILL_BYTES),
    }));
    return { ...described, files: [{ path: main.path, text }, ...(await Promise.all(more))] };
}
const Frontmatter = schemas/* object */.Ikc({
    name: schemas/* string */.YjP().trim().min(1).max(64),
    description: schemas/* string */.YjP().trim().min(1).max(1024),
});
/** `null`: it has none, or one that the specification does not allow. Pure. */
function readFrontmatter(text) {
    const [, yaml] = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
    if (yaml === undefined)
        return null;
    const read = (0,read_yaml/* readYaml */.gM)(yaml);
    if (read.kind === 'malformed')
        return null;
    return Frontmatter.safeParse(read.value).data ?? null;
}
const MAX_TEMPLATE_BYTES = 32 * 1024;
const TEMPLATE_FOLDERS = ['.github/', '', 'docs/'];
const TEMPLATE_FILE = /^pull_request_template(\.(md|txt))?$/i;
const TEMPLATE_FOLDER = /^pull_request_template$/i;
/**
 * The pull request template of a commit, in the places where GitHub looks for one. If a folder has several, for a person
 * to choose from, it is the first.
 * https://docs.github.com/en/communities/using-templates-to-encourage-useful-issues-and-pull-requests
 */
async function findPullRequestTemplate(repository, commit) {
    const root = await (0,read_tree_files/* listTree */.nT)(repository, commit, []);
    for (const folder of TEMPLATE_FOLDERS) {
        const isThere = root.some(({ kind, path }) => kind === 'folder' && `${path}/` === folder);
        if (folder !== '' && !isThere)
            continue;
        const entries = folder === '' ? root : await (0,read_tree_files/* listTree */.nT)(repository, commit, [folder]);
        const file = entries.find((entry) => entry.kind === 'file' && TEMPLATE_FILE.test(nameOf(entry)));
        const chosen = file ?? (await firstInFolder(repository, commit, entries));
        if (chosen === null)
            continue;
        const text = await (0,read_tree_files/* readBlob */.gm)(repository, chosen.id, MAX_TEMPLATE_BYTES);
        if (text.trim() !== '')
            return { path: chosen.path, text };
    }
    return null;
}
async function firstInFolder(repository, commit, entries) {
    const folder = entries.find((entry) => entry.kind === 'folder' && TEMPLATE_FOLDER.test(nameOf(entry)));
    if (folder === undefined)
        return null;
    const inside = await (0,read_tree_files/* listTree */.nT)(repository, commit, [`${folder.path}/`]);
    return inside.find((entry) => entry.kind === 'file' && /\.(md|txt)$/i.test(entry.path)) ?? null;
}
const nameOf = ({ path }) => path.slice(path.lastIndexOf('/') + 1);
const MAX_MANIFEST_BYTES = 256 * 1024;
/** Commands that check the work, as the manifests in a folder of a commit suggest them; `null`: in its root. */
async function suggestChecks(repository, commit, folder) {
    const entries = await (0,read_tree_files/* listTree */.nT)(repository, folder === null ? commit : `${commit}:${folder}`, []);
    const manifests = entries.filter(({ kind, path }) => kind === 'file' && MANIFESTS.includes(path));
    const texts = await Promise.all(manifests.map(async ({ path, id }) => [path, await (0,read_tree_files/* readBlob */.gm)(repository, id, MAX_MANIFEST_BYTES)]));
    const names = entries.map(({ path }) => path);
    return suggestCommands({ names, texts: Object.fromEntries(texts) }).checks;
}

// EXTERNAL MODULE: ../../lib/action/git/diff/diff-text.js
var diff_text = __webpack_require__(5008);
// EXTERNAL MODULE: ../../lib/action/git/diff/read-changes.js
var read_changes = __webpack_require__(8669);
// EXTERNAL MODULE: ../../lib/action/git/diff/stage-work-tree.js + 1 modules
var stage_work_tree = __webpack_require__(1345);
// EXTERNAL MODULE: ../../lib/action/git/merge/conflicts.js
var merge_conflicts = __webpack_require__(2061);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/action/agent/prompt/window-share.js
var window_share = __webpack_require__(7633);
// EXTERNAL MODULE: ../../lib/action/git/checkout/fetch-branches.js
var fetch_branches = __webpack_require__(4379);
// EXTERNAL MODULE: ../../lib/action/git/checkout/untracked-files.js
var untracked_files = __webpack_require__(2671);
// EXTERNAL MODULE: ../../lib/action/git/diff/find-filters.js
var find_filters = __webpack_require__(9824);
// EXTERNAL MODULE: ../../lib/action/git/policy/path-policy.js + 2 modules
var path_policy = __webpack_require__(7665);
// EXTERNAL MODULE: ../../lib/action/text/encoding/codec.js
var encoding_codec = __webpack_require__(2946);
// EXTERNAL MODULE: ../../lib/action/text/encoding/decode-text.js + 1 modules
var decode_text = __webpack_require__(4845);
;// CONCATENATED MODULE: ../../lib/action/workspace/browse/decode-diff.js


/** Each is decoded and written into the git directory of the run. */
const MAX_FILES = 50;
const LIMITS = { timeoutMs: 20_000, maxBytes: 256 * 1024 };
/** Of all that is decoded, in characters: no file is begun after that. */
const decode_diff_MAX_LENGTH = 128 * 1024;
const NO_FILE = /^0+$/;
/**
 * A patch with the text of files that are not UTF-8. git compares bytes: it shows UTF-16 as a binary file, and characters
 * of other encodings as they are in the file. `listRaw` lists the changes of the patch, as `--raw -z --no-abbrev` does.
 */
async function decodeDiff(sources, patch, listRaw) {
    const sections = patch.split(/^(?=diff --git )/m);
    const undecoded = sections.filter(isUndecoded).slice(0, MAX_FILES);
    if (undecoded.length === 0)
        return patch;
    const changes = readChanges(await listRaw());
    const decoded = new Map();
    let room = decode_diff_MAX_LENGTH;
    for (const section of undecoded) {
        if (room <= 0)
            break;
        const text = await decodeSection(sources, section, changes);
        if (text === null)
            continue;
        decoded.set(section, text);
        room -= text.length;
    }
    return sections.map((section) => decoded.get(section) ?? section).join('');
}
const isUndecoded = (section) => section.startsWith('diff --git ') && (/^Binary files /m.test(section) || section.includes('\ufffd'));
function readChanges(raw) {
    const changes = [];
    const fields = raw.split('\0');
    for (let at = 0; at < fields.length;) {
        const [, before, after, status = ''] = /^:\d+ \d+ ([0-9a-f]+) ([0-9a-f]+) ([A-Z])/.exec(fields[at] ?? '') ?? [];
        // A renamed or copied file has two paths.
        const length = /[RC]/.test(status) ? 3 : 2;
        const path = fields[at + length - 1];
        if (before === undefined || after === undefined || path === undefined)
            return changes;
        changes.push({ path, ids: [before, after] });
        at += length;
    }
    return changes;
}
/** `null`: no change is needed, because a version of the file is binary or too large, or both are UTF-8. */
async function decodeSection(sources, section, changes) {
    const [, from = '', to = ''] = /^index ([0-9a-f]+)\.\.([0-9a-f]+)/m.exec(section) ?? [];
    const change = changes.find(({ ids: [before, after] }) => before.startsWith(from) && after.startsWith(to));
    if (from === '' || change === undefined)
        return null;
    const [before, after] = await Promise.all(change.ids.map((id) => decodeVersion(sources, id, change.path)));
    if (before == null || after == null)
        return null;
    const encodings = [...new Set([before, after].flatMap(({ encoding }) => encoding ?? []))];
    if (encodings.every((name) => name === encoding_codec/* UTF_8 */.lS.name))
        return null;
    const hunks = await compare(sources.git, before.text, after.text);
    if (hunks === null)
        return null;
    const head = section.slice(0, section.search(/^(?:--- |Binary files )/m));
    return `${head}(${encodings.join(', then ')}, shown as text)\n${hunks}`;
}
async function decodeVersion({ readBlob, findCharset }, id, path) {
    if (NO_FILE.test(id))
        return { text: '', encoding: null };
    const bytes = await readBlob(id);
    const decoded = bytes === null ? null : await (0,decode_text/* decodeText */.g7)(bytes, () => findCharset(path));
    if (!decoded?.ok)
        return null;
    return { text: decoded.text.text, encoding: decoded.text.codec.name };
}
/** The hunks between two texts; `null`: git failed. */
async function compare(git, before, after) {
    const ids = [];
    for (const input of [before, after]) {
        const { code, stdout } = await git(['hash-object', '-w', '--stdin'], { input, ...LIMITS });
        if (code !== 0)
            return null;
        ids.push(stdout.trim());
    }
    const { code, stdout, cut } = await git(['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--text', ...ids], LIMITS);
    if (code !== 0)
        return null;
    const at = stdout.search(/^@@ /m);
    if (at === -1)
        return 'Only the encoding or its mark differs.\n';
    return cut ? `${stdout.slice(at)}\n[cut here]\n` : stdout.slice(at);
}

;// CONCATENATED MODULE: ../../lib/action/workspace/browse/git-history.js



const COMMITS = 20;
const MAX_COMMITS = 200;
const git_history_LIMITS = { timeoutMs: 20_000, maxBytes: 256 * 1024 };
/** No program of the repository runs, no signature is checked, no author is renamed. */
const git_history_PLAIN = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-show-signature', '--no-mailmap'];
const PATCH = ['--stat=100', '--patch'];
/** The same changes as a list, see `decodeDiff`. */
const RAW = ['-r', '-M', '--raw', '-z', '--no-abbrev'];
const LINE = '--format=%h %as %an: %s';
const COMMIT = '--format=%H%n%an, %aI%n%n%B';
function openGitHistory(options) {
    const { git, start, writeTree, deepen } = options;
    // The first fetch has one commit. The others are fetched once, when history is requested.
    let fetched = null;
    const fetchHistory = () => {
        fetched ??= deepen();
        return fetched;
    };
    const decoded = async (result, raw) => ({
        ...result,
        stdout: await decodeDiff(options, result.stdout, async () => (await git(raw, git_history_LIMITS)).stdout),
    });
    return {
        log: ({ path = '', count = COMMITS }) => within(path, async (pathspec) => {
            await fetchHistory();
            const max = Math.min(count, MAX_COMMITS);
            const result = await git(['log', ...git_history_PLAIN, LINE, `-n${max}`, start, '--', ...pathspec], git_history_LIMITS);
            if (result.code !== 0)
                return fail('log', result);
            if (result.stdout === '')
                return (0,tool_result/* done */.V)(`No commit changed ${path} in the history that was fetched.`);
            return (0,tool_result/* done */.V)(result.stdout.trimEnd());
        }),
        show: ({ commit, path = '' }) => within(path, async (pathspec) => {
            if (!/^[0-9a-f]{4,64}$/.test(commit))
                return (0,tool_result/* refused */.J)('Name a commit by its hash, as git_log shows it.');
            const known = () => git(['cat-file', '-e', `${commit}^{commit}`], git_history_LIMITS);
            if ((await known()).code !== 0)
                await fetchHistory();
            if ((await known()).code !== 0) {
                return (0,tool_result/* refused */.J)(`There is no commit ${commit} in the history that was fetched. Look with git_log.`);
            }
            const shown = ['show', ...git_history_PLAIN, COMMIT, ...PATCH, commit, '--', ...pathspec];
            const raw = ['diff-tree', '--root', '--no-commit-id', ...RAW, commit, '--', ...pathspec];
            return toResult('show', await decoded(await git(shown, git_history_LIMITS), raw));
        }),
        diff: ({ path = '' }) => within(path, async (pathspec) => {
            const compared = [start, await writeTree(), '--', ...pathspec];
            const plain = ['diff-tree', '-r', '-M', ...PATCH, '--no-ext-diff', '--no-textconv', ...compared];
            const result = await decoded(await git(plain, git_history_LIMITS), ['diff-tree', ...RAW, ...compared]);
            const isSame = result.code === 0 && result.stdout === '';
            return isSame ? (0,tool_result/* done */.V)('Nothing is changed so far.') : toResult('diff', result);
        }),
    };
}
function within(path, act) {
    const normalized = (0,normalize_path/* normalizePath */.F)(path);
    if (!normalized.ok)
        return Promise.resolve((0,tool_result/* refused */.J)(normalized.problem));
    const { path: named } = normalized;
    // The file may be named in the other normalization.
    const spellings = new Set([named, named.normalize('NFC'), named.normalize('NFD')]);
    return act(named === '' ? [] : [...spellings].map((one) => `:(top,literal)${one}`));
}
function toResult(command, result) {
    if (result.code !== 0)
        return fail(command, result);
    return (0,tool_result/* done */.V)(result.cut ? `${result.stdout}\n[cut here: name a path to see less]` : result.stdout.trimEnd());
}
const fail = (command, { stderr }) => (0,tool_result/* refused */.J)(`git ${command} failed: ${stderr.trim().slice(0, 300)}`);

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
// EXTERNAL MODULE: external "node:fs/promises"
var external_node_fs_promises_ = __webpack_require__(1455);
;// CONCATENATED MODULE: ../../lib/action/text/encoding/editorconfig.js
/** The longest section and value that the specification asks for. */
const editorconfig_MAX_LENGTH = 4096;
/** Reads the format of https://spec.editorconfig.org, of which only `root` and `charset` matter here. Pure. */
function parseEditorConfig(text) {
    let isRoot = false;
    let isMatch = null;
    const rules = [];
    for (const written of text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)) {
        const line = written.trim();
        if (line === '' || /^[#;]/.test(line) || line.length > editorconfig_MAX_LENGTH)
            continue;
        const section = /^\[(.+)\]$/.exec(line)?.[1];
        if (section !== undefined) {
            isMatch = compileGlob(section);
            continue;
        }
        const at = line.search(/[=:]/);
        const name = line.slice(0, Math.max(0, at)).trimEnd().toLowerCase();
        const value = line.slice(at + 1).trimStart();
        if (isMatch === null && name === 'root')
            isRoot = value.toLowerCase() === 'true';
        if (isMatch !== null && name === 'charset')
            rules.push({ isMatch, charset: value.toLowerCase() });
    }
    return { isRoot, charsetOf: (path) => rules.findLast((rule) => rule.isMatch(path))?.charset ?? null };
}
/** No useful glob has more choices in braces. */
const MAX_CHOICES = 64;
const MAX_NUMBERS = 32;
/**
 * Compiles a section of `.editorconfig`. Without a slash it matches at any depth. A path is matched in time proportional to
 * the lengths of both: the section is the repository's, and a regular expression of it could take years. Pure.
 */
function compileGlob(section) {
    const anchored = section.includes('/') ? section.replace(/^\//, '') : `**/${section}`;
    const globs = editorconfig_expandBraces(anchored).map(readSteps);
    return (path) => globs.some((steps) => matchSteps(steps, path));
}
function editorconfig_expandBraces(glob) {
    let globs = [glob];
    for (let at = 0; at < globs.length;) {
        const choices = expandFirst(globs[at] ?? '');
        if (choices === null)
            at += 1;
        else
            globs = [...globs.slice(0, at), ...choices, ...globs.slice(at + 1)];
        if (globs.length > MAX_CHOICES)
            return [glob];
    }
    return globs;
}
/** `null`: there is no choice. Braces around one text stand for themselves. */
function expandFirst(glob) {
    for (const { 0: braces, 1: inside = '', index } of glob.matchAll(/\{([^{}]*)\}/g)) {
        const choices = readNumbers(inside) ?? (inside.includes(',') ? inside.split(',') : null);
        if (choices !== null)
            return choices.map((one) => glob.slice(0, index) + one + glob.slice(index + braces.length));
    }
    return null;
}
/** `1..3`. */
function readNumbers(inside) {
    const [, one, other] = /^([+-]?\d{1,9})\.\.([+-]?\d{1,9})$/.exec(inside) ?? [];
    if (one === undefined || other === undefined)
        return null;
    const from = Math.min(Number(one), Number(other));
    const count = Math.abs(Number(one) - Number(other)) + 1;
    return count > MAX_NUMBERS ? null : Array.from({ length: count }, (_, at) => String(from + at));
}
const ANYTHING = { kind: 'many', withSlash: true };
const SLASH = { kind: 'one', isMatch: (one) => one === '/' };
const TOKENS = /\\(.)|(\*\*\/)|(\*+)|(\?)|\[(!?)([^\]/]+)\]|(.)/gsu;
/** The same without sets. */
const PLAIN_TOKENS = /\\(.)|(\*\*\/)|(\*+)|(\?)|(?!)()()|(.)/gsu;
function readSteps(glob) {
    const steps = [];
    // No token goes beyond a slash or a closing bracket, so no opening one looks for its end behind the part it is in.
    const parts = glob.split(/(?<=[\]/])/);
    const tokens = parts.flatMap((part) => [...part.matchAll(part.endsWith(']') ? TOKENS : PLAIN_TOKENS)]);
    for (const [, escaped, folders, stars, any, negation, set, plain] of tokens) {
        // `**/` also stands for no folder at all.
        if (folders !== undefined)
            steps.push({ kind: 'maybe', skip: 3 }, ANYTHING, SLASH);
        else if (stars !== undefined)
            steps.push({ kind: 'many', withSlash: stars.length > 1 });
        else if (any !== undefined)
            steps.push({ kind: 'one', isMatch: (one) => one !== '/' });
        else if (set !== undefined)
            steps.push({ kind: 'one', isMatch: readSet(set, negation === '!') });
        else
            steps.push({ kind: 'one', isMatch: (one) => one === (escaped ?? plain) });
    }
    return steps;
}
function readSet(set, isNegated) {
    const members = [...set.matchAll(/(.)-(.)|(.)/gsu)].map(([, from, to, only]) => [from ?? only, to ?? only]);
    return (one) => one !== '/' && members.some(([from = '', to = '']) => one >= from && one <= to) !== isNegated;
}
/** Keeps every place in the glob that the path so far may have led to. */
function matchSteps(steps, path) {
    let places = withSkips(steps, new Set([0]));
    for (const character of path) {
        const next = new Set();
        for (const place of places) {
            const step = steps[place];
            if (step?.kind === 'many' && (step.withSlash || character !== '/'))
                next.add(place);
            if (step?.kind === 'one' && step.isMatch(character))
                next.add(place + 1);
        }
        places = withSkips(steps, next);
    }
    return places.has(steps.length);
}
/** A star may stand for nothing. A set that grows while it is visited is visited to its new end. */
function withSkips(steps, places) {
    for (const place of places) {
        const step = steps[place];
        if (step === undefined || step.kind === 'one')
            continue;
        places.add(place + 1);
        if (step.kind === 'maybe')
            places.add(place + step.skip);
    }
    return places;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/files/resolve-path.js



const resolve_path_refuse = (problem) => ({ ok: false, problem });
/**
 * For reading: symbolic links are followed if they lead neither out of the root nor into a git directory. `root` is
 * absolute and has no symbolic links, here and below.
 */
async function resolveToRead(root, path) {
    const normalized = await spellAsFound(root, (0,normalize_path/* normalizePath */.F)(path));
    if (!normalized.ok)
        return normalized;
    const walked = await walk(root, normalized.path);
    if (walked.link === null) {
        const problem = findNewNameProblem(path, walked);
        if (problem !== null)
            return resolve_path_refuse(problem);
        return { ok: true, file: { path: normalized.path, absolute: walked.absolute, stats: walked.stats } };
    }
    const real = await resolveLink((0,external_node_path_.join)(root, normalized.path));
    if (real === null)
        return resolve_path_refuse(`${walked.link} is a symbolic link that leads nowhere.`);
    const inside = (0,external_node_path_.relative)(root, real);
    if (inside === '..' || inside.startsWith(`..${external_node_path_.sep}`) || inside.split(external_node_path_.sep).some(normalize_path/* isGitDirectory */.Q)) {
        return resolve_path_refuse(`${walked.link} is a symbolic link out of the repository. It cannot be followed.`);
    }
    return { ok: true, file: { path: normalized.path, absolute: real, stats: await look(real) } };
}
/**
 * For writing: the path must not contain a symbolic link, not even within the root, because a file is written under the
 * path that its protection is checked for. `linkItself`: the last part may be a link, which is not followed.
 */
async function resolveToWrite(root, path, { linkItself = false } = {}) {
    const normalized = await spellAsFound(root, (0,normalize_path/* normalizePath */.F)(path));
    if (!normalized.ok)
        return normalized;
    if (normalized.path === '')
        return resolve_path_refuse('The path is empty. Name a file, like src/main.ts.');
    const walked = await walk(root, normalized.path);
    if (walked.link === normalized.path && !linkItself) {
        return resolve_path_refuse(`${walked.link} is a symbolic link. Change the file it leads to, by its own path.`);
    }
    if (walked.link !== null && walked.link !== normalized.path) {
        return resolve_path_refuse(`${walked.link} is a symbolic link. Use the real path of the folder it leads to.`);
    }
    if (walked.blocked !== null)
        return resolve_path_refuse(`${walked.blocked} is a file, not a folder.`);
    const { absolute, stats } = walked;
    // A name with a line break would look like something else in a list.
    if (stats === null && /\p{Cc}/u.test(normalized.path)) {
        return resolve_path_refuse(`The path ${JSON.stringify(path)} holds a control character. Choose another name.`);
    }
    const problem = findNewNameProblem(path, walked);
    if (problem !== null)
        return resolve_path_refuse(problem);
    const nested = await findNestedRepository(root, normalized.path);
    if (nested !== null) {
        return resolve_path_refuse(`${nested} is a separate repository, which is not part of this one. Leave it alone.`);
    }
    return { ok: true, file: { path: normalized.path, absolute, stats } };
}
/**
 * A name in another Unicode normalization than that of the file leads to the file, as on macOS, which itself writes names
 * decomposed: https://unicode.org/reports/tr15/. Models write them composed. Reads no folder for names in ASCII.
 */
async function spellAsFound(root, normalized) {
    if (!normalized.ok || !/\P{ASCII}/u.test(normalized.path))
        return normalized;
    let found = '';
    const parts = normalized.path.split('/');
    for (const [index, name] of parts.entries()) {
        const rest = { ok: true, path: joinNames(found, ...parts.slice(index)) };
        // A link is judged later, by its own name.
        if ((await look((0,external_node_path_.join)(root, found)))?.isDirectory() !== true)
            return rest;
        if ((await look((0,external_node_path_.join)(root, found, name))) === null) {
            const names = await (0,external_node_fs_promises_.readdir)((0,external_node_path_.join)(root, found));
            const others = names.filter((other) => other.normalize('NFC') === name.normalize('NFC'));
            const [other] = others;
            if (other === undefined || others.length > 1)
                return rest;
            found = joinNames(found, other);
        }
        else
            found = joinNames(found, name);
    }
    return { ok: true, path: found };
}
const joinNames = (...names) => names.filter((name) => name !== '').join('/');
/** What is wrong with the part of a path that does not exist; `null`: nothing. Pure. */
function findNewNameProblem(path, { missing }) {
    // Existing names may have one. Elsewhere it most likely means a slash, and Windows could not check out a new file with one.
    if (missing.includes('\\'))
        return `The path ${JSON.stringify(path)} holds a backslash, and there is no such file. Put slashes between folders, as in src/main.ts, and no backslash in a new name.`;
    // With it, git's output shows bytes that are not UTF-8.
    if (missing.includes('\ufffd'))
        return `${path} has a name that is not UTF-8, or does not exist. Such files can be neither read nor changed: leave them, and say so when you finish.`;
    return null;
}
/** The first folder above the path, except the root, that has a `.git`: a submodule, or another checkout. */
async function findNestedRepository(root, path) {
    const parts = path.split('/');
    for (let count = 1; count < parts.length; count += 1) {
        const folder = parts.slice(0, count).join('/');
        if ((await look((0,external_node_path_.join)(root, folder, '.git'))) !== null)
            return folder;
    }
    return null;
}
async function walk(root, path) {
    const absolute = (0,external_node_path_.join)(root, path);
    const parts = path === '' ? [] : path.split('/');
    let stats = await look(root);
    for (let count = 1; count <= parts.length; count += 1) {
        const soFar = parts.slice(0, count).join('/');
        stats = await look((0,external_node_path_.join)(root, soFar));
        if (stats === null)
            return { absolute, stats, link: null, blocked: null, missing: parts.slice(count - 1).join('/') };
        if (stats.isSymbolicLink())
            return { absolute, stats, link: soFar, blocked: null, missing: '' };
        if (count < parts.length && !stats.isDirectory()) {
            return { absolute, stats: null, link: null, blocked: soFar, missing: parts.slice(count).join('/') };
        }
    }
    return { absolute, stats, link: null, blocked: null, missing: '' };
}
async function look(absolute) {
    try {
        return await (0,external_node_fs_promises_.lstat)(absolute);
    }
    catch (error) {
        if (isMissing(error))
            return null;
        throw error;
    }
}
async function resolveLink(absolute) {
    try {
        return await (0,external_node_fs_promises_.realpath)(absolute);
    }
    catch (error) {
        if (isMissing(error))
            return null;
        throw error;
    }
}
// ENAMETOOLONG: no file can have that name. ELOOP: a symbolic link that leads to itself.
const isMissing = (error) => error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG'].includes(String(error.code));
/** Whether a file was neither replaced nor changed. The inode number alone does not tell: it is reused. Pure. */
const isSameFile = (a, b) => a === null || b === null
    ? a === b
    : a.ino === b.ino && a.dev === b.dev && a.mode === b.mode && a.size === b.size && a.ctimeMs === b.ctimeMs;

;// CONCATENATED MODULE: ../../lib/action/workspace/files/read-text.js






/** Maximum size of a file that is written, or in which similar text is looked for, in bytes. */
const SIZE_LIMIT = 2 * 1024 * 1024;
/** Maximum size of a file that is read, or edited where the edit quotes its text exactly, in bytes. */
const LARGE_LIMIT = 32 * 1024 * 1024;
/** Of a large file: each line takes memory, however short it is. With so many, a patch takes 0.8 GB. */
const MAX_LINES = 3_000_000;
/** Whether only exact edits of a file are made. Comparing all of its lines in other ways would take long. Pure. */
const isLarge = (bytes) => bytes.length > SIZE_LIMIT;
/** The maximum size of a file after an edit, by its content before. Pure. */
const limitAfterEdit = (before) => (isLarge(before) ? LARGE_LIMIT : SIZE_LIMIT);
/** Reads a file below `root` as text. Problems are sentences for the model. */
async function readText(root, file) {
    const refuse = (problem) => ({
        ok: false,
        problem: `${file.path || 'The root of the repository'} ${problem}.`,
    });
    const problem = read_text_findProblem(file);
    if (problem !== null)
        return refuse(problem);
    const bytes = await readBytes(file);
    if (bytes === null)
        return refuse('was replaced while it was opened. Try again');
    const program = findEncryption(bytes);
    if (program !== null)
        return {
            ...refuse(`is encrypted with ${program}, and can be neither read nor edited. Leave it, and say so when you finish`),
            isEncrypted: true,
        };
    const decoded = await (0,decode_text/* decodeText */.g7)(bytes, () => findCharset(root, file.absolute));
    if (!decoded.ok)
        return { ...refuse(decoded.problem), binary: bytes };
    if (isLarge(bytes) && hasMoreLines(decoded.text.text, MAX_LINES))
        return refuse(`has more than ${MAX_LINES} lines, and can be neither read nor edited`);
    return { ...decoded, bytes };
}
/** What a repository holds of a file that a filter encrypts. The checkout is as the repository. */
const ENCRYPTED = [
    // https://github.com/AGWA/git-crypt/blob/master/commands.cpp
    ['git-crypt', '\0GITCRYPT\0'],
    // https://github.com/elasticdog/transcrypt: base64 of `Salted__`, as openssl writes it.
    ['transcrypt or openssl', 'U2FsdGVkX1'],
    ['openssl', 'Salted__'],
    // https://age-encryption.org/v1, for example by git-agecrypt.
    ['age', 'age-encryption.org/v1\n'],
];
const findEncryption = (bytes) => ENCRYPTED.find(([, start]) => bytes.subarray(0, start.length).equals(Buffer.from(start)))?.[0] ?? null;
function hasMoreLines(text, max) {
    let left = max;
    for (let at = text.indexOf('\n'); at !== -1 && left >= 0; at = text.indexOf('\n', at + 1))
        left -= 1;
    return left < 0;
}
function read_text_findProblem({ stats }) {
    if (stats === null)
        return 'does not exist. Look for it with list or search';
    if (stats.isDirectory())
        return 'is a folder. Use list to see what is in it';
    if (!stats.isFile())
        return 'is not a regular file (a pipe, socket or device) and cannot be used';
    if (stats.size > LARGE_LIMIT)
        return `is larger than ${LARGE_LIMIT} bytes, and can be neither read nor edited`;
    return null;
}
/** `null`: the opened file is not the one that was looked up. */
async function readBytes({ absolute, stats }) {
    // O_NONBLOCK: if it was replaced by a pipe since the lookup, opening would block forever.
    const handle = await (0,external_node_fs_promises_.open)(absolute, external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK);
    try {
        const opened = await handle.stat();
        const isSame = opened.isFile() && isSameFile(opened, stats);
        // A folder above it could have become a link.
        if (!isSame || opened.size > LARGE_LIMIT || (await (0,external_node_fs_promises_.realpath)(absolute)) !== absolute)
            return null;
        return await handle.readFile();
    }
    finally {
        await handle.close();
    }
}
/**
 * The `charset` that the files `.editorconfig` of the folders above a file give it, up to `root`; the nearest one counts.
 * It may be `unset`, or unknown. `null`: none. Both paths are absolute and have no symbolic links.
 */
async function findCharset(root, absolute) {
    for (let folder = (0,external_node_path_.dirname)(absolute);; folder = (0,external_node_path_.dirname)(folder)) {
        const config = await readEditorConfig(folder);
        const charset = config?.charsetOf((0,external_node_path_.relative)(folder, absolute)) ?? null;
        if (charset !== null)
            return charset;
        if (config?.isRoot || folder === root || folder === (0,external_node_path_.dirname)(folder))
            return null;
    }
}
const MAX_CONFIG_BYTES = 65_536;
/** `null`: there is none. A link or pipe is none, and neither is a very large file. */
async function readEditorConfig(folder) {
    const flags = external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK;
    const handle = await (0,external_node_fs_promises_.open)((0,external_node_path_.join)(folder, '.editorconfig'), flags).catch((error) => {
        if (error instanceof Error && 'code' in error)
            return null;
        throw error;
    });
    if (handle === null)
        return null;
    try {
        const stats = await handle.stat();
        if (!stats.isFile() || stats.size > MAX_CONFIG_BYTES)
            return null;
        return parseEditorConfig(await handle.readFile('utf8'));
    }
    finally {
        await handle.close();
    }
}

// EXTERNAL MODULE: ../../lib/action/workspace/files/ls-files.js
var ls_files = __webpack_require__(5177);
;// CONCATENATED MODULE: ../../lib/action/workspace/browse/folder-mtimes.js



/**
 * Adding or removing an entry changes the time of its folder. Reading the times of all folders takes a tenth of the time
 * that git needs to walk them. `now` is the clock that file times are from. A folder that is unchanged since `before` is
 * not read again.
 */
function readFolderMtimes(root, now, before) {
    const folders = new Map();
    let isCertain = true;
    const isUnchanged = (path, folder) => {
        const { absolute, entries, rules } = folder;
        if (rules !== null && !isSameFile(rules.stats, folder_mtimes_look(rules.absolute)))
            return false;
        const at = now();
        const stats = folder_mtimes_look(absolute);
        if (stats === null)
            return false;
        if (isSameFile(folder.stats, stats))
            return true;
        // An edit replaces a file by a new one of the same name: nothing was added or removed.
        if (!stats.isDirectory() || !areSameEntries(readFolder(absolute), entries))
            return false;
        folders.set(path, { ...folder, stats: isSettled(stats, at) ? stats : null });
        return true;
    };
    return {
        noted: folders,
        note(path, since) {
            const folder = readSettled((0,external_node_path_.join)(root, path), since, before?.noted.get(path));
            isCertain &&= folder.stats !== null && (folder.rules === null || isSettled(folder.rules.stats, since));
            folders.set(path, folder);
            return folder.entries;
        },
        areUnchanged: () => isCertain && [...folders].every(([path, folder]) => isUnchanged(path, folder)),
    };
}
function readSettled(absolute, since, before) {
    if (before !== undefined && before.stats !== null && isSameFile(before.stats, folder_mtimes_look(absolute))) {
        const { rules } = before;
        return { ...before, rules: rules && { ...rules, stats: folder_mtimes_look(rules.absolute) } };
    }
    const entries = readFolder(absolute);
    // Read last: if this time is before `since`, the entries are not newer.
    const stats = folder_mtimes_look(absolute);
    return {
        absolute,
        stats: isSettled(stats, since) ? stats : null,
        entries,
        rules: findRules(absolute, entries),
    };
}
/**
 * Two changes within one tick of the file clock cannot be told apart, so a time that is too recent proves nothing. A tick
 * is up to 10 ms on Linux, a second on old file systems, and two seconds on FAT.
 */
function isSettled(stats, at) {
    if (stats === null)
        return false;
    const tick = stats.ctimeMs % 1000 === 0 ? 2000 : 100;
    return at - stats.ctimeMs > tick;
}
const RULES = '.gitignore';
/** Some file systems ignore letter case, and git then finds the file in any. */
function findRules(folder, entries) {
    const isRules = (one) => one.length === RULES.length && one.toLowerCase() === RULES;
    const name = entries.has(RULES) ? RULES : [...entries.keys()].find(isRules);
    if (name === undefined)
        return null;
    const absolute = (0,external_node_path_.join)(folder, name);
    return { absolute, stats: folder_mtimes_look(absolute) };
}
/** `null`: it does not exist, or must not be read. */
function folder_mtimes_look(absolute) {
    try {
        return (0,external_node_fs_.lstatSync)(absolute, { throwIfNoEntry: false }) ?? null;
    }
    catch (error) {
        if (error instanceof Error && 'code' in error)
            return null;
        throw error;
    }
}
/** Empty if the folder cannot be read: git also skips such a folder. `absolute` is the path of a folder, if it exists. */
function readFolder(absolute) {
    try {
        return new Map((0,external_node_fs_.readdirSync)(absolute, { withFileTypes: true }).map((entry) => [entry.name, kindOf(entry)]));
    }
    catch (error) {
        if (error instanceof Error && 'code' in error)
            return new Map();
        throw error;
    }
}
const areSameEntries = (a, b) => a.size === b.size && [...a].every(([name, kind]) => b.get(name) === kind);
function kindOf(entry) {
    if (entry.isDirectory())
        return 'folder';
    if (entry.isFile())
        return 'file';
    return entry.isSymbolicLink() ? 'link' : 'other';
}

;// CONCATENATED MODULE: ../../lib/action/workspace/browse/list-files.js






const ENTRIES = 1000;
/** Looking for more files would block everything else for too long. */
const MAX_LOOKED_FOR = 50_000;
/** Files that git tracks or would add, and that exist. */
async function listFiles(context, scope) {
    const [known, untracked] = await Promise.all([
        (0,ls_files/* lsFiles */.Fz)(context.git, ['-c'], toPathspecs(scope)),
        context.untracked.findUntracked(scope),
    ]);
    const tracked = await withoutDeleted(context, scope, known);
    const failed = [untracked, tracked].find(({ problem }) => problem !== null);
    if (failed !== undefined)
        return (0,tool_result/* refused */.J)(`The list failed: ${failed.problem?.trim().slice(0, 300)}`);
    const found = new Set([...untracked.files, ...tracked.files]);
    const isCut = untracked.cut || tracked.cut;
    if (found.size === 0)
        return (0,tool_result/* done */.V)('No file matches. Ignored files are not listed.');
    const shown = found.size > ENTRIES ? fold([...found], scope.isGlob ? '' : scope.path) : [...found];
    const left = shown.length - ENTRIES;
    const notes = [
        ...(found.size > ENTRIES
            ? [`[${found.size} files; folders are folded. List one of them by its path.]`]
            : []),
        ...(left > 0 ? [`[${left} more entries were left out. Narrow the path or the pattern.]`] : []),
        ...(isCut ? ['[The list was cut; there are more files.]'] : []),
    ];
    return (0,tool_result/* done */.V)([...shown.slice(0, ENTRIES), ...notes].join('\n'));
}
/** Files that are deleted in the work tree are still in the index. */
async function withoutDeleted(context, scope, known) {
    if (known.files.length <= MAX_LOOKED_FOR) {
        return { ...known, files: findPresent(context.root, known.files, context.untracked.entriesOf) };
    }
    const deleted = await (0,ls_files/* lsFiles */.Fz)(context.git, ['-d'], toPathspecs(scope));
    const gone = new Set(deleted.files);
    return {
        ...known,
        files: known.files.filter((file) => !gone.has(file)),
        problem: known.problem ?? deleted.problem,
    };
}
function fold(files, path) {
    const start = path === '' ? 0 : path.length + 1;
    const counts = new Map();
    for (const file of files) {
        const slash = file.indexOf('/', start);
        const entry = slash === -1 ? file : file.slice(0, slash + 1);
        counts.set(entry, (counts.get(entry) ?? 0) + 1);
    }
    return [...counts].map(([entry, count]) => (entry.endsWith('/') ? `${entry} (${count} files)` : entry));
}
/** From so many files on, reading their folder is faster than looking for each of them. */
const READ_FOLDER_FROM = 8;
/**
 * The files that exist, whatever kind they are now. `git ls-files -d` returns the others, but looks for every tracked
 * file. `root` is absolute. `entriesOf` returns what is known of a folder, which is named without a slash at its end.
 */
function findPresent(root, files, entriesOf) {
    const entries = new Map();
    for (const [folder, inside] of Map.groupBy(files, list_files_folderOf)) {
        const read = () => (inside.length < READ_FOLDER_FROM ? undefined : readFolder((0,external_node_path_.join)(root, folder)));
        entries.set(folder, entriesOf(folder.slice(0, -1)) ?? read());
    }
    // A missing name is looked up: the file system may spell it in another way.
    return files.filter((file) => {
        const folder = list_files_folderOf(file);
        return entries.get(folder)?.has(file.slice(folder.length)) === true || isThere(root, file);
    });
}
/** With its slash; `''`: the root. */
const list_files_folderOf = (file) => file.slice(0, file.lastIndexOf('/') + 1);
/** True also for a name that is not UTF-8 and cannot be looked up, and for a file that may not be read. */
function isThere(root, file) {
    if (file.includes('\ufffd'))
        return true;
    try {
        return (0,external_node_fs_.lstatSync)((0,external_node_path_.join)(root, file), { throwIfNoEntry: false }) !== undefined;
    }
    catch (error) {
        // Its folder may have become a file.
        if (error instanceof Error && 'code' in error)
            return error.code !== 'ENOTDIR';
        throw error;
    }
}

;// CONCATENATED MODULE: ../../lib/action/workspace/browse/search-files.js


const MATCHES = 200;
/** An argument of a program has at most 128 KiB on Linux, and no useful pattern nearly as much. */
const MAX_PATTERN_BYTES = 16_384;
const LINE_LENGTH = 300;
/** Characters of a very long line that are shown before the match. */
const LEAD_LENGTH = 100;
const search_files_LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
/** Untracked files up to this number are named to git. */
const MAX_NAMED_FILES = 500;
const NO_PERL_SUPPORT = /Perl-compatible/i;
/** Lines that match, as `path:line:text`, in text files that git tracks or would add. */
async function searchFiles(context, scope, request) {
    if (request.pattern === '')
        return (0,tool_result/* refused */.J)('The pattern is empty. Name the text to search for.');
    if (request.pattern.includes('\n')) {
        return (0,tool_result/* refused */.J)('The pattern holds a line end, but search goes line by line. Search for one of the lines.');
    }
    const problem = findArgumentProblem('pattern', request.pattern, MAX_PATTERN_BYTES);
    if (problem !== null)
        return (0,tool_result/* refused */.J)(problem);
    const { pattern, regex, ignoreCase } = request;
    // Bytes that are equal are equal characters: only then no locale is needed.
    const needsUtf8 = regex || ignoreCase;
    const inUtf8 = needsUtf8 && (await context.knowsUtf8());
    const options = ignoreCase ? ['-i'] : [];
    const start = `(*ANYCRLF)${inUtf8 ? '(*UCP)' : ''}`;
    const result = await searchOnce(context, scope, {
        patterns: regex ? spellingsOfRegex(pattern).map((one) => start + one) : spellingsOf(pattern),
        options: [regex ? '-P' : '-F', ...options],
        inUtf8,
    });
    // Some builds of git do not support Perl expressions.
    const again = regex && result.code > 1 && NO_PERL_SUPPORT.test(result.stderr);
    const found = again
        ? await searchOnce(context, scope, { patterns: [pattern], options: ['-E', ...options], inUtf8 })
        : result;
    return search_files_describe(found, needsUtf8 && !inUtf8 ? IN_BYTES : '');
}
const IN_BYTES = '\n[The runner lacks the locale C.UTF-8, so bytes were compared: of characters beyond ASCII, only exactly the same are found.]';
/** A text can be composed or decomposed, as macOS writes it: https://unicode.org/reports/tr15/. Pure. */
const spellingsOf = (text) => [
    ...new Set([text, text.normalize('NFC'), text.normalize('NFD')]),
];
/** The same for a regular expression. In brackets and names of groups, a character stays one. Pure. */
function spellingsOfRegex(pattern) {
    const composed = pattern.normalize('NFC');
    if (/\[|\\Q|\(\?(?:P?<|')/.test(composed))
        return [...new Set([pattern, composed])];
    const either = composed.replace(/\P{ASCII}/gu, (one) => {
        const decomposed = one.normalize('NFD');
        return decomposed === one ? one : `(?:${one}|${decomposed})`;
    });
    return [...new Set([pattern, either])];
}
/** Asks git once whether a character of two bytes is one character to it. */
function openUtf8Probe(git) {
    const probe = async () => {
        const { stdout } = await git(['hash-object', '-w', '--stdin'], { input: 'ä\n' });
        const tree = await git(['mktree'], { input: `100644 blob ${stdout.trim()}\ta\n` });
        const asked = ['grep', '-q', '-P', '-e', '^.$', tree.stdout.trim()];
        return (await git(asked, { inUtf8: true })).code === 0;
    };
    let known = null;
    return () => {
        known ??= probe();
        return known;
    };
}
/** Searches tracked files, and at the same time untracked ones, whose names are mostly in memory. */
async function searchOnce(context, scope, expression) {
    const listing = context.untracked.findUntracked(scope);
    const narrow = await searchNarrow(context.git, scope, { expression, listing });
    if (narrow.code > 1 || narrow.cut)
        return narrow;
    const { files } = await listing;
    const wide = await context.wide.search(scope, files.slice(0, MAX_NAMED_FILES), (tree) => grepTree(context.git, expression, tree));
    if (wide === null)
        return narrow;
    const code = wide.result.code > 1 ? wide.result.code : Math.min(narrow.code, wide.result.code);
    return {
        ...wide.result,
        code,
        stdout: narrow.stdout + wide.result.stdout,
        cut: wide.result.cut || wide.left > 0,
    };
}
/** All files but those in UTF-16. */
async function searchNarrow(git, scope, search) {
    const { expression } = search;
    const below = toPathspecs(scope);
    const [tracked, untracked] = await Promise.all([
        grep(git, expression, [], below),
        searchUntracked(git, search),
    ]);
    if (tracked.code > 1 || tracked.cut || untracked === 'none')
        return tracked;
    if (untracked === 'too many')
        return grep(git, expression, ['--untracked'], below);
    const code = untracked.code > 1 ? untracked.code : Math.min(tracked.code, untracked.code);
    return { ...untracked, code, stdout: tracked.stdout + untracked.stdout };
}
/**
 * Names the files to git, because `git grep --untracked` walks all folders before it searches. A command line has room for
 * some of them only.
 */
async function searchUntracked(git, { expression, listing }) {
    const { files, cut, problem } = await listing;
    if (cut || problem !== null || files.length > MAX_NAMED_FILES)
        return 'too many';
    if (files.length === 0)
        return 'none';
    const names = files.flatMap((path) => toPathspecs({ path }));
    return grep(git, expression, ['--untracked'], names);
}
/** With the default of eight, two cores spend much time on switching threads: 66 ms instead of 38. */
const THREADS = 4;
const grep = (git, expression, more, files) => git([
    ...['grep', '-nIz', '--column', '--no-color', `--threads=${THREADS}`, ...expression.options, ...more],
    ...[...expression.patterns.flatMap((pattern) => ['-e', pattern]), '--', ...files],
], { ...search_files_LIMITS, inUtf8: expression.inUtf8 });
const grepTree = (git, { options, patterns, inUtf8 }, tree) => git([
    ...['grep', '-naz', '--column', '--no-color', ...options],
    ...[...patterns.flatMap((pattern) => ['-e', pattern]), tree],
], { ...search_files_LIMITS, inUtf8 });
/** `git grep` exits with 1 when nothing matches and with more on an error. */
function search_files_describe(result, remark) {
    const lines = result.stdout.split('\n').filter((line) => line !== '');
    if (result.cut && lines.length === 0) {
        return (0,tool_result/* refused */.J)('The search took too long. Use a simpler pattern or narrow the path.');
    }
    if (!result.cut && result.code > 1) {
        return (0,tool_result/* refused */.J)(`The search failed: ${result.stderr.trim().slice(0, 300)}. Correct the pattern.`);
    }
    if (lines.length === 0)
        return (0,tool_result/* done */.V)(`No match.${remark}`);
    const left = lines.length - MATCHES;
    const least = result.cut ? 'at least ' : '';
    const note = left > 0 || result.cut
        ? [`[${least}${Math.max(left, 1)} more matches were left out. Narrow the search.]`]
        : [];
    return (0,tool_result/* done */.V)([...lines.slice(0, MATCHES).map(show), ...note].join('\n') + remark);
}
/** `path NUL line NUL column NUL text`. Of a very long line, only the part around the match. */
function show(found) {
    const [path = '', number = '', column = '', ...rest] = found.split('\0');
    const line = rest.join('\0').replace(/\r$/, '');
    const place = `${path}:${number}`;
    if (place.length + line.length < LINE_LENGTH)
        return `${place}:${line}`;
    const match = charactersIn(line, Number(column) - 1);
    const start = Math.max(0, match - LEAD_LENGTH);
    const part = line.slice(start, start + LINE_LENGTH).toWellFormed();
    const end = start + LINE_LENGTH < line.length ? '…' : '';
    return start === 0 ? `${place}:${part}${end}` : `${place}:[from column ${start + 1}] …${part}${end}`;
}
/** git counts bytes, `read` counts characters. */
const charactersIn = (line, bytes) => Buffer.from(line).subarray(0, bytes).toString('utf8').length;

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/lines.js
/** Splits a text into lines and their ends, mixed line ends included, so that both together give it back. Pure. */
function splitLines(text) {
    const lines = [];
    const ends = [];
    let from = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', from)) {
        const isWindows = at > from && text.charCodeAt(at - 1) === 13;
        lines.push(text.slice(from, isWindows ? at - 1 : at));
        ends.push(isWindows ? '\r\n' : '\n');
        from = at + 1;
    }
    lines.push(text.slice(from));
    ends.push('');
    return { lines, ends };
}
/** The line end of most lines. */
function findLineEnd({ ends }) {
    const windows = ends.filter((end) => end === '\r\n').length;
    return windows * 2 > ends.length - 1 ? '\r\n' : '\n';
}
/** The number of lines as a person counts them: an empty text behind the last line end is no line. */
const countLines = ({ lines }) => lines.length - (lines.at(-1) === '' ? 1 : 0);
function normalizeLines(lines) {
    const views = new Map();
    const view = (normalize) => {
        const known = views.get(normalize) ?? lines.map(normalize);
        views.set(normalize, known);
        return known;
    };
    return {
        exact: lines,
        get endTrimmed() {
            return view(trimLineEnd);
        },
        get trimmed() {
            return view(trim);
        },
        get plain() {
            return view(normalizePunctuation);
        },
        get plainTrimmed() {
            return view(normalizeTrimmed);
        },
    };
}
const trimLineEnd = (line) => line.trimEnd();
const normalizePunctuation = (line) => toPlain(line).trimEnd();
const trim = (line) => line.trim();
const normalizeTrimmed = (line) => toPlain(line).trim();
const SINGLE_QUOTES = /[\u2018-\u201b\u2032\u02bc\uff07]/g;
const DOUBLE_QUOTES = /[\u201c-\u201f\u2033\uff02]/g;
const DASHES = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
function toPlain(line) {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: any character outside ASCII
    if (!/[^\x00-\x7f]/.test(line))
        return line;
    return line
        .replace(SINGLE_QUOTES, "'")
        .replace(DOUBLE_QUOTES, '"')
        .replace(DASHES, '-')
        .replace(SPACES, ' ');
}

;// CONCATENATED MODULE: ../../lib/action/workspace/browse/show-lines.js



const show_lines_MAX_LINES = 2000;
const MAX_LINE_LENGTH = 2000;
/**
 * The lines of a file as `<number><tab><text>`, up to a length, with notes on what was left out and what is invisible.
 * `inFull`: the file is to be read completely; otherwise only the beginning of a very long line (a minified file) is
 * shown. Pure.
 */
function showLines(path, content, range, { maxLength, inFull = false }) {
    const { text, bom, endsWithCr } = content;
    const file = splitLines(text);
    const all = file.lines.slice(0, countLines(file));
    const from = range.from ?? 1;
    if (all.length === 0)
        return { text: `${path} is empty.`, range: { from: 1, to: 0, total: 0 } };
    if (from > all.length) {
        return { text: `${path} has only ${(0,format/* countOf */.pq)(all.length, 'line')}.`, range: null };
    }
    const column = range.column ?? 1;
    const length = all[from - 1]?.length ?? 0;
    if (column > Math.max(length, 1)) {
        return { text: `Line ${from} of ${path} has only ${(0,format/* countOf */.pq)(length, 'character')}.`, range: null };
    }
    const requested = all.slice(from - 1, from - 1 + Math.min(range.lines ?? show_lines_MAX_LINES, show_lines_MAX_LINES));
    const isComplete = (index) => inFull || (index === 0 && range.column !== undefined);
    const shown = takeWhileRoom(requested.map((line, index) => {
        const lineLength = isComplete(index) ? maxLength : Math.min(maxLength, MAX_LINE_LENGTH);
        return showLine(line, from + index, { column: index === 0 ? column : 1, maxLength: lineLength });
    }), maxLength);
    const last = from + shown.length - 1;
    const rest = isComplete(shown.length - 1) ? (shown.at(-1)?.next ?? null) : null;
    const readOn = rest === null ? `from: ${last + 1}` : `from: ${last}, column: ${rest}`;
    const notes = [
        ...(column > 1 ? [`Line ${from} is shown from column ${column} on.`] : []),
        ...(last < all.length || rest !== null
            ? [`Lines ${from} to ${last} of ${all.length}. Read on with ${readOn}.`]
            : []),
        ...noteEncoding(content),
        ...(endsWithCr ? [CR_NOTE] : noteEnds(file)),
        ...(bom ? ['The file starts with a byte order mark; edit keeps it.'] : []),
        ...(text.endsWith('\n') ? [] : ['The last line has no line end.']),
    ];
    const cut = shown.findIndex(({ next }) => next !== null);
    const complete = column > 1 ? 0 : cut === -1 ? shown.length : cut;
    return {
        text: [...shown.map((line) => line.text), ...notes.map((note) => `[${note}]`)].join('\n'),
        range: complete === 0 ? null : { from, to: from + complete - 1, total: all.length },
    };
}
function noteEncoding({ text, codec, by }) {
    const isWide = codec === encoding_codec/* UTF_16LE */.jG || codec === encoding_codec/* UTF_16BE */.J0;
    const isShown = isWide || (codec !== encoding_codec/* UTF_8 */.lS && /\P{ASCII}/u.test(text));
    const source = by === 'guess' ? ', guessed from its bytes' : by === '.editorconfig' ? ', as .editorconfig says' : '';
    const search = isWide && by !== '.editorconfig'
        ? 'search finds its text'
        : isWide
            ? 'search does not find its text'
            : 'search finds only ASCII in it';
    const broken = (0,encoding_codec/* countEscapes */.uy)(text);
    return [
        ...(isShown ? [`The file is in ${codec.name}${source}; edit keeps that, and ${search}.`] : []),
        ...(broken > 0
            ? [
                `\ufffd stands for ${(0,format/* countOf */.pq)(broken, 'byte')} that no character has; edit keeps them. Do not copy it.`,
            ]
            : []),
    ];
}
const CR_NOTE = 'The lines end with CR; edit keeps that, and search takes the file for one line.';
function noteEnds(file) {
    const hasLoneCr = file.lines.some((line) => line.includes('\r'));
    return [
        ...noteCrlf(file),
        ...(hasLoneCr ? ['It holds CR characters that end no line here: copy each as \\r.'] : []),
    ];
}
function noteCrlf(file) {
    if (findLineEnd(file) === '\r\n')
        return ['The lines end with CRLF; edit keeps that.'];
    return file.ends.includes('\r\n') ? ['Some lines end with CRLF; edit keeps that.'] : [];
}
function showLine(line, number, at) {
    const start = at.column - 1;
    const requested = start + at.maxLength;
    // Two halves of one character, shown separately, would both be lost.
    const end = /^[\ud800-\udbff]$/.test(line.charAt(requested - 1)) ? requested - 1 : requested;
    const text = `${number}\t${line.slice(start, end).toWellFormed()}`;
    if (line.length <= end)
        return { text, next: null };
    const rest = `[… ${line.length - end} more characters: read from: ${number}, column: ${end + 1}]`;
    return { text: text + rest, next: end + 1 };
}
/** The first lines that have room, and always one. */
function takeWhileRoom(lines, maxLength) {
    let room = maxLength;
    const end = lines.findIndex(({ text }, index) => {
        room -= text.length + 1;
        return room < 0 && index > 0;
    });
    return lines.slice(0, end === -1 ? lines.length : end);
}

// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ../../lib/action/workspace/browse/untracked-index.js




/** `root` is absolute. `now` is the machine's clock. */
function openUntrackedIndex(git, root, now) {
    let last = null;
    let isTooLarge = false;
    // This index does not change: the agent's work is staged in other ones.
    let tracked = null;
    /** `null`: it cannot be kept in memory. */
    const buildIndex = async () => {
        const since = now();
        const [known, untracked] = await Promise.all([
            tracked ?? (0,ls_files/* lsFiles */.Fz)(git, ['-c'], toPathspecs(EVERYWHERE)),
            untracked_index_walk(git, EVERYWHERE),
        ]);
        if ([known, untracked].some(({ cut, problem }) => cut || problem !== null))
            return null;
        tracked = known;
        const files = { tracked: tracked.files, untracked: untracked.files };
        const folders = await indexFolders({ git, root, now, since, ...files, before: last?.folders ?? null });
        return folders === null ? null : { untracked: untracked.files, folders };
    };
    return {
        async findUntracked(scope) {
            if (!isTooLarge && !last?.folders.areUnchanged()) {
                last = await buildIndex();
                isTooLarge = last === null;
            }
            return (last === null ? null : narrow(last.untracked, scope)) ?? untracked_index_walk(git, scope);
        },
        entriesOf: (folder) => last?.folders.noted.get(folder)?.entries,
    };
}
const EVERYWHERE = { path: '' };
const untracked_index_walk = (git, scope) => (0,ls_files/* lsFiles */.Fz)(git, ['-o', '--exclude-standard'], toPathspecs(scope));
/** `null`: only git can tell which of them a glob matches. */
function narrow(untracked, scope) {
    const matches = untracked.length === 0 ? () => false : matchScope(scope);
    return matches === null ? null : { files: untracked.filter(matches), cut: false, problem: null };
}
/** Checking more folders would block everything else for too long. */
const MAX_FOLDERS = 20_000;
/** After so many folders, a cancel gets a chance. */
const BATCH = 1000;
/** Nesting of folders without a file of the repository. */
const MAX_DEPTH = 10;
/**
 * Notes all folders that git walks: those of the files that it listed, and those that are not ignored and contain nothing
 * or only ignored files. `null`: git failed, there are too many, or a name is not UTF-8 and cannot be looked up.
 */
async function indexFolders(request) {
    const { git, root, now, since, tracked, untracked, before } = request;
    const folders = readFolderMtimes(root, now, before);
    const inhabited = foldersOf([...tracked, ...untracked.filter((path) => !path.endsWith('/'))]);
    const submodules = new Set(tracked);
    const repositories = new Set(untracked);
    let found = [''];
    for (let depth = 0; found.length > 0; depth += 1) {
        const empty = [];
        for (const folder of found) {
            if (folders.noted.size >= MAX_FOLDERS)
                return null;
            if (folders.noted.size % BATCH === BATCH - 1)
                await (0,external_node_timers_promises_.setImmediate)();
            const entries = folders.note(folder, since);
            if (repositories.has(`${folder}/`))
                continue;
            for (const [name, kind] of entries) {
                if (kind !== 'folder' || name === '.git')
                    continue;
                const path = folder === '' ? name : `${folder}/${name}`;
                if (submodules.has(path))
                    continue;
                if (name.includes('\ufffd'))
                    return null;
                if (inhabited.has(path) || repositories.has(`${path}/`))
                    found.push(path);
                else
                    empty.push(path);
            }
        }
        if (depth === MAX_DEPTH && empty.length > 0)
            return null;
        const ignored = await (0,ls_files/* findIgnored */.SQ)(git, empty);
        if (ignored === null)
            return null;
        found = empty.filter((path) => !ignored.has(path));
    }
    return folders;
}
function foldersOf(files) {
    const folders = new Set();
    for (const file of files) {
        for (let end = file.lastIndexOf('/'); end !== -1; end = file.lastIndexOf('/', end - 1)) {
            const folder = file.slice(0, end);
            if (folders.has(folder))
                break;
            folders.add(folder);
        }
    }
    return folders;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/browse/wide-files.js






/** Each is decoded and written into the git directory of the run. */
const wide_files_MAX_FILES = 100;
const MAX_BYTES = 16 * 1024 * 1024;
const wide_files_LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
/** In the C locale, git compares bytes. Any line may begin like this, so each file is looked at again. */
const MARK = String.raw `^(\xff\xfe|\xfe\xff)`;
function openWideFiles({ git, root, }) {
    // The index does not change, and an edit keeps the encoding of a file.
    let tracked = null;
    const listTracked = async (scope) => {
        const { stdout } = await git(['grep', '-lza', '-P', '-e', MARK, '--', ...toPathspecs(scope)], wide_files_LIMITS);
        return stdout.split('\0').filter((path) => path !== '');
    };
    const findIn = async (scope) => {
        const matches = matchScope(scope);
        if (matches === null)
            return listTracked(scope);
        tracked ??= listTracked({ path: '' });
        return (await tracked).filter(matches);
    };
    /** `null`: it is not in UTF-16. */
    const decode = async (path) => {
        const found = await resolveToRead(root, path);
        if (!found.ok || (found.file.stats?.size ?? 0) > MAX_BYTES || !(await hasMark(found.file)))
            return null;
        const read = await readText(root, found.file);
        const isWide = read.ok && (read.text.codec === encoding_codec/* UTF_16LE */.jG || read.text.codec === encoding_codec/* UTF_16BE */.J0);
        return isWide ? read.text.text : null;
    };
    return {
        async search(scope, untracked, grep) {
            const paths = [...new Set([...(await findIn(scope)), ...untracked])];
            const blobs = [];
            let left = 0;
            for (const path of paths) {
                const text = await decode(path);
                if (text === null)
                    continue;
                if (blobs.length === wide_files_MAX_FILES) {
                    left += 1;
                    continue;
                }
                const { stdout } = await git(['hash-object', '-w', '--stdin'], { input: text });
                blobs.push({ path, id: stdout.trim() });
            }
            if (blobs.length === 0)
                return null;
            const input = blobs.map(({ id }, index) => `100644 blob ${id}\t${index}\n`).join('');
            const tree = (await git(['mktree'], { input })).stdout.trim();
            const result = await grep(tree);
            return {
                result: { ...result, stdout: renamed(result.stdout, blobs, tree) },
                left,
            };
        },
    };
}
async function hasMark({ absolute, stats }) {
    if (stats?.isFile() !== true)
        return false;
    // O_NONBLOCK: if it was replaced by a pipe since the lookup, opening would block forever.
    const handle = await (0,external_node_fs_promises_.open)(absolute, external_node_fs_.constants.O_RDONLY | external_node_fs_.constants.O_NOFOLLOW | external_node_fs_.constants.O_NONBLOCK);
    try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
        return bytesRead === 2 && ['fffe', 'feff'].includes(buffer.toString('hex'));
    }
    finally {
        await handle.close();
    }
}
/** `<tree>:<index>` at the beginning of each line becomes the path. Pure. */
function renamed(output, blobs, tree) {
    const lines = output.split('\n').map((line) => {
        const end = line.indexOf('\0');
        const path = blobs[Number(line.slice(tree.length + 1, end))]?.path;
        return end < 0 || path === undefined ? '' : path + line.slice(end);
    });
    return lines.map((line) => (line === '' ? '' : `${line}\n`)).join('');
}

;// CONCATENATED MODULE: ../../lib/action/workspace/files/edit-context.js



/** Reads a file that is to be changed. Refuses it if it is not what the model has read. */
async function loadToChange({ root, readFiles }, file) {
    const loaded = await readText(root, file);
    if (!loaded.ok)
        return loaded;
    const problem = findPointerProblem(file.path, loaded.bytes);
    if (problem !== null)
        return { ok: false, problem };
    if (readFiles.knowledgeOf(file.absolute, loaded.bytes) !== 'changed')
        return loaded;
    return { ok: false, problem: nameChanged(file) };
}
/** Why a file cannot be deleted or moved; `null`: it can. A file that the model has not read may be anything. */
async function findStale({ readFiles }, file) {
    const { stats, absolute } = file;
    if (stats === null || stats.isSymbolicLink() || !readFiles.has(absolute))
        return null;
    const bytes = stats.size > LARGE_LIMIT ? null : await readBytes(file);
    return bytes === null || readFiles.knowledgeOf(absolute, bytes) === 'changed' ? nameChanged(file) : null;
}
const nameChanged = ({ path }) => `${path} has changed since you read it, and not by you. Nothing was done: read it again first.`;
/** Why a file cannot have a new size; `null`: it can. `limit`: the largest that the workspace writes. Pure. */
function findSizeProblem({ isForeign, maxBytes }, path, { size, limit = SIZE_LIMIT }) {
    if (size > limit)
        return `${path} would have ${size} bytes; the most is ${limit}. Split it.`;
    if (size <= maxBytes || isForeign(path))
        return null;
    return `${path} would have ${size} bytes, and \`max-bytes\` in the project settings is ${maxBytes}, so the change could not be published. Leave the file, and say so when you finish.`;
}
/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md#the-pointer */
const MAX_POINTER_BYTES = 1024;
const POINTER_START = Buffer.from('version https://git-lfs.github.com/spec/');
/**
 * Why a file cannot get another text: what is checked out is only its pointer, and the change would put a text in the place of
 * the file. `null`: it is no pointer. Pure.
 */
const findPointerProblem = (path, bytes) => bytes.length < MAX_POINTER_BYTES && bytes.subarray(0, POINTER_START.length).equals(POINTER_START)
    ? `${path} is in Git LFS, and this is only its pointer: the file itself can be neither read nor edited here. Leave it, and say so when you finish.`
    : null;
/** Looks up paths, and refuses those that the agent must not change. `findObstacle`: why not, to be read after "is". */
function createLocate({ git, findObstacle, }) {
    let gitlinks = null;
    const refuse = (problem) => ({ ok: false, problem });
    return async (realRoot, path, as) => {
        const lookup = await resolveToWrite(realRoot, path, { linkItself: as === 'entry' });
        if (!lookup.ok)
            return lookup;
        const { path: name, stats } = lookup.file;
        const isFolder = as === 'folder' || (as === 'entry' && stats?.isDirectory() === true);
        const obstacle = isFolder ? null : findObstacle(name);
        if (obstacle !== null)
            return refuse(`${name} is ${obstacle}.\nLeave it and say so when you finish.`);
        // A submodule is a folder: a file at the root is in none.
        if (isFolder || name.includes('/'))
            gitlinks ??= await (0,ls_files/* findGitlinks */.$M)(git);
        const submodule = gitlinks === null ? null : (0,ls_files/* findSubmodule */.iC)(name, gitlinks);
        if (submodule === null)
            return lookup;
        return refuse(`${submodule} is a submodule, which is another repository. Leave it alone.`);
    };
}

;// CONCATENATED MODULE: ../../lib/action/workspace/change/list-folder.js


/** A person can review a mistake of this size. */
const list_folder_MAX_FILES = 1000;
/**
 * The files and links of a folder that are, or will be, in the repository. All of them may be changed, or the folder is
 * refused. Files that git ignores, and those that were untracked before the agent ran, are left out: they are never
 * published.
 */
async function listFolder(editing, path) {
    const visible = await (0,ls_files/* lsFiles */.Fz)(editing.git, ['-co', '--exclude-standard'], [`:(top,literal)${path}`]);
    if (visible.problem !== null)
        return list_folder_refuse(path, `git cannot list ${path}: ${visible.problem.slice(0, 300)}`);
    // The list of a huge folder is cut.
    if (visible.cut)
        return list_folder_refuse(path, nameTooMany(path));
    const files = [];
    for (const name of new Set(visible.files)) {
        if (editing.isForeign(name))
            continue;
        const problem = findNameProblem(name);
        if (problem !== null)
            return list_folder_refuse(path, problem);
        const lookup = await editing.locate(name, 'entry');
        if (!lookup.ok)
            return list_folder_refuse(path, lookup.problem);
        const { stats } = lookup.file;
        if (stats === null)
            continue;
        const stale = await findStale(editing, lookup.file);
        if (stale !== null)
            return list_folder_refuse(path, stale);
        files.push(lookup.file);
        if (files.length > list_folder_MAX_FILES)
            return list_folder_refuse(path, nameTooMany(path));
    }
    if (files.length > 0)
        return { ok: true, files };
    return list_folder_refuse(path, `${path} holds no file of the repository.`);
}
const nameTooMany = (path) => `${path} holds more than ${list_folder_MAX_FILES} files. Name its folders one by one.`;
const list_folder_refuse = (path, problem) => ({
    ok: false,
    problem: `${problem}\nThe folder ${path} was left as it is.`,
});
function findNameProblem(name) {
    if (name.endsWith('/'))
        return `${name} is a separate repository, which is not part of this one.`;
    return name.includes('\ufffd') ? `${name} has a name that is not UTF-8.` : null;
}
/** For a folder that still exists without its files. */
const STAYED = 'Other files in it, ignored by git or not from you, stayed.';

// EXTERNAL MODULE: ../../lib/action/git/process/remove-empty-folders.js
var remove_empty_folders = __webpack_require__(9371);
;// CONCATENATED MODULE: ../../lib/action/workspace/change/transaction.js




/**
 * Makes all changes or, if one fails, none, and then throws the error. New content is written beside the files and
 * renamed: a full disk is noticed before anything is changed, a file is never half written, and another name of it (a
 * hard link, perhaps outside of the work tree) keeps the old content. `confirm` checks the result and may still throw.
 */
async function applyTransaction({ root, isForeign, findUnfit, findUnportable, }, changes, confirm = async () => undefined) {
    const unfit = await findUnfit(changes.flatMap(pathsOf).filter((path) => !isForeign(path)));
    if (unfit !== null)
        throw new ChangeRefused(`${unfit}.\nLeave it and say so when you finish.`);
    const unportable = await findUnportable(root, {
        added: changes.flatMap((change) => change.kind === 'create' ? change.file.path : change.kind === 'move' ? change.to.path : []),
        gone: changes.flatMap(({ kind, file }) => (kind === 'delete' || kind === 'move' ? file.path : [])),
    });
    if (unportable !== null)
        throw new ChangeRefused(`${unportable}\nNothing was changed.`);
    const staging = await (0,external_node_fs_promises_.mkdtemp)((0,external_node_path_.join)(root, '.prentice-'));
    const undo = [];
    try {
        const staged = await stageAll(staging, changes);
        for (const [index, change] of changes.entries()) {
            await makeChange(change, { staged: staged[index] ?? '', old: (0,external_node_path_.join)(staging, `old-${index}`), undo });
        }
        await confirm();
    }
    catch (error) {
        await undoAll(undo, error);
        throw error;
    }
    finally {
        await (0,external_node_fs_promises_.rm)(staging, { recursive: true, force: true });
    }
    await (0,remove_empty_folders/* removeEmptyFolders */.d)(root, changes.filter(({ kind }) => kind === 'delete' || kind === 'move').map(({ file }) => file.absolute));
}
/** Of the files with a content of which the change makes something else. */
function pathsOf(change) {
    switch (change.kind) {
        case 'delete':
            return [];
        case 'move':
            return [change.file.path, change.to.path];
        case 'create':
        case 'replace':
            return [change.file.path];
    }
}
async function stageAll(staging, changes) {
    const paths = [];
    for (const [index, change] of changes.entries()) {
        const path = (0,external_node_path_.join)(staging, `new-${index}`);
        paths.push(path);
        if (change.kind === 'delete' || change.bytes === null)
            continue;
        const handle = await (0,external_node_fs_promises_.open)(path, 'wx', 0o666);
        try {
            await handle.writeFile(change.bytes);
            const mode = await findMode(change, handle);
            if (mode !== null)
                await handle.chmod(mode);
        }
        finally {
            await handle.close();
        }
    }
    return paths;
}
/** The mode of the new content; `null`: that of any new file. */
async function findMode(change, handle) {
    const executable = change.kind === 'create' || change.kind === 'replace' ? change.executable : undefined;
    if (change.kind === 'create')
        return executable ? modeOf(await handle.stat()) | 0o111 : null;
    if (change.file.stats === null)
        return null;
    const mode = modeOf(change.file.stats);
    return executable === undefined ? mode : executable ? mode | 0o111 : mode & ~0o111;
}
const modeOf = ({ mode }) => mode & 0o7777;
async function makeChange(change, { staged, old, undo }) {
    const { file } = change;
    const move = async (from, to) => {
        await (0,external_node_fs_promises_.rename)(from, to);
        undo.push(() => (0,external_node_fs_promises_.rename)(to, from));
    };
    if (change.kind === 'create' || change.kind === 'move') {
        const { absolute } = change.kind === 'create' ? file : change.to;
        const made = await (0,external_node_fs_promises_.mkdir)((0,external_node_path_.dirname)(absolute), { recursive: true });
        if (made !== undefined)
            undo.push(() => removeFolders((0,external_node_path_.dirname)(absolute), made));
    }
    await mustBeUnchanged(file);
    switch (change.kind) {
        case 'create':
            return move(staged, file.absolute);
        case 'delete':
            return move(file.absolute, old);
        case 'replace':
            await move(file.absolute, old);
            return move(staged, file.absolute);
        case 'move':
            await mustBeUnchanged(change.to);
            if (change.bytes === null)
                return move(file.absolute, change.to.absolute);
            await move(file.absolute, old);
            return move(staged, change.to.absolute);
    }
}
/** Another program may have replaced the file, or a folder above it by a link, since it was looked up. */
async function mustBeUnchanged({ absolute, path, stats }) {
    const folder = (0,external_node_path_.dirname)(absolute);
    const now = await (0,external_node_fs_promises_.lstat)(absolute).catch((error) => {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
            return null;
        throw error;
    });
    if (!isSameFile(stats, now) || (await (0,external_node_fs_promises_.realpath)(folder)) !== folder)
        throw new ChangedMeanwhile(path);
}
/** Nothing was changed. The message tells the model why. */
class ChangeRefused extends Error {
}
/** The file has changed since it was looked up. */
class ChangedMeanwhile extends ChangeRefused {
    constructor(path) {
        super(`${path} was replaced while it was being changed. Read it again.`);
    }
}
async function undoAll(undo, cause) {
    const failed = [];
    for (const revert of undo.toReversed())
        await revert().catch((error) => failed.push(error));
    if (failed.length > 0) {
        throw new AggregateError([cause, ...failed], 'changing several files failed, and so did undoing it', {
            cause,
        });
    }
}
/** From the deepest folder up to the first that was created. A folder that others have put files into stays. */
async function removeFolders(deepest, first) {
    for (let folder = deepest;; folder = (0,external_node_path_.dirname)(folder)) {
        await (0,external_node_fs_promises_.rmdir)(folder);
        if (folder === first)
            return;
    }
}

;// CONCATENATED MODULE: ../../lib/action/workspace/change/delete-entry.js







/** Deletes a file, a symbolic link (never its target), or the repository's files in a folder. */
async function deleteEntry(editing, path) {
    const lookup = await editing.locate(path, 'entry');
    if (!lookup.ok)
        return (0,tool_result/* refused */.J)(lookup.problem);
    const { file } = lookup;
    if (file.stats === null)
        return (0,tool_result/* refused */.J)(`${file.path} does not exist: nothing to delete.`);
    if (file.stats.isDirectory())
        return deleteFolder(editing, file);
    if (file.stats.isSymbolicLink())
        return deleteLink(editing, file);
    if (!file.stats.isFile())
        return (0,tool_result/* refused */.J)(`${file.path} is not a regular file. Leave it.`);
    const stale = await findStale(editing, file);
    if (stale !== null)
        return (0,tool_result/* refused */.J)(stale);
    await applyTransaction(editing, [{ kind: 'delete', file }]);
    editing.readFiles.forget(file.absolute);
    return (0,tool_result/* done */.V)(`Deleted ${file.path}.`);
}
async function deleteLink(editing, file) {
    const target = await (0,external_node_fs_promises_.readlink)(file.absolute);
    await applyTransaction(editing, [{ kind: 'delete', file }]);
    return (0,tool_result/* done */.V)(`Deleted the symbolic link ${file.path}, which led to ${JSON.stringify(target)}. Its target is unchanged.`);
}
async function deleteFolder(editing, { path, absolute }) {
    const folder = await listFolder(editing, path);
    if (!folder.ok)
        return (0,tool_result/* refused */.J)(folder.problem);
    const { files } = folder;
    await applyTransaction(editing, files.map((file) => ({ kind: 'delete', file })));
    for (const file of files)
        editing.readFiles.forget(file.absolute);
    const rest = (0,external_node_fs_.existsSync)(absolute) ? ` ${STAYED}` : '';
    return (0,tool_result/* done */.V)(`Deleted ${path} with ${(0,format/* countOf */.pq)(files.length, 'file')}.${rest}`);
}

;// CONCATENATED MODULE: ../../lib/action/workspace/change/keep-files.js








const MAX_NAMED = 10;
/**
 * Takes over what a command has made of files: all of it or, if a rule of edits forbids any part, none. The model has not
 * read the new content. Files that git ignores are left out.
 */
async function keepFiles(editing, found) {
    const paths = found.map(({ path }) => path);
    const ignored = (await (0,ls_files/* findIgnored */.SQ)(editing.git, paths)) ?? new Set();
    const named = found.filter(({ path }) => !ignored.has(path));
    const judged = [];
    for (const file of named)
        judged.push(await judge(editing, file));
    const problems = judged.flatMap((one) => (one.kind === 'refused' ? [one.problem] : []));
    const changes = judged.flatMap((one) => (one.kind === 'change' ? [one.change] : []));
    const total = changes.reduce((sum, change) => sum + sizeOf(change), 0);
    if (total > editing.maxBytes)
        problems.push(`The files have ${total} bytes together, and \`max-bytes\` in the project settings is ${editing.maxBytes}.`);
    if (problems.length > 0) {
        const more = problems.length > MAX_NAMED ? [`And ${problems.length - MAX_NAMED} more.`] : [];
        return (0,tool_result/* refused */.J)(['Nothing was kept.', ...problems.slice(0, MAX_NAMED), ...more].join('\n'));
    }
    await applyTransaction(editing, changes);
    for (const { file } of changes)
        editing.readFiles.forget(file.absolute);
    const notes = judged.flatMap((one) => (one.kind === 'change' && one.note !== null ? [one.note] : []));
    return (0,tool_result/* done */.V)([describeKept(changes), ...notes, ...describeIgnored(ignored.size)].join('\n'));
}
const keep_files_UNCHANGED = { kind: 'unchanged' };
const keep_files_refuse = (problem) => ({ kind: 'refused', problem });
async function judge(editing, found) {
    const { path } = found;
    if (found.kind === 'unfit')
        return keep_files_refuse(`${path} ${found.why}`);
    if (path.includes('\ufffd'))
        return keep_files_refuse(`${path} has a name that is not UTF-8.`);
    const lookup = await editing.locate(path, found.kind === 'deleted' ? 'entry' : 'file');
    if (!lookup.ok)
        return keep_files_refuse(lookup.problem);
    const { file } = lookup;
    if (editing.isForeign(file.path))
        return keep_files_refuse(`${file.path} was there, outside of the repository, before you started. Leave it alone.`);
    if (found.kind === 'file')
        return judgeFile(editing, file, found);
    if (file.stats === null || file.stats.isDirectory())
        return keep_files_UNCHANGED;
    return { kind: 'change', change: { kind: 'delete', file }, note: null };
}
async function judgeFile(editing, file, { bytes, executable }) {
    const { path, stats } = file;
    if (stats !== null && !stats.isFile())
        return keep_files_refuse(`${path} is not a regular file in the repository.`);
    const problem = findSizeProblem(editing, path, { size: bytes.length, limit: LARGE_LIMIT });
    if (problem !== null)
        return keep_files_refuse(problem);
    const before = stats === null || stats.size > LARGE_LIMIT ? null : await readBytes(file);
    const wasExecutable = stats !== null && (stats.mode & 0o100) !== 0;
    // A script that becomes a program of another kind is a new executable.
    const mayExecute = isScript(bytes)
        ? wasExecutable || editing.mayMakeExecutable
        : wasExecutable && before !== null && !isScript(before);
    const becomes = executable && mayExecute;
    const note = executable && !mayExecute ? `${path} is kept without its executable bit. ${HOW_TO_ALLOW}` : null;
    if (stats === null) {
        const change = { kind: 'create', file, bytes, ...(becomes && { executable: true }) };
        return { kind: 'change', change, note };
    }
    if (before === null)
        return keep_files_refuse(`${path} is too large, or was replaced meanwhile.`);
    if (becomes === wasExecutable && before.equals(bytes))
        return keep_files_UNCHANGED;
    const loss = await findEncodingLoss(editing, file, { before, after: bytes });
    if (loss !== null)
        return keep_files_refuse(loss);
    const mode = becomes === wasExecutable ? {} : { executable: becomes };
    return { kind: 'change', change: { kind: 'replace', file, bytes, ...mode }, note };
}
const HOW_TO_ALLOW = 'New executable files are published only with `executable-scripts: true` in the project settings, and only scripts; say in the body that the file needs it.';
const isScript = (bytes) => Buffer.from(bytes.subarray(0, 2)).toString('latin1') === '#!';
/** Many formatters and generators take every file for UTF-8, and write what they cannot read as `�`. */
async function findEncodingLoss({ root }, { path, absolute }, { before, after }) {
    const charset = () => findCharset(root, absolute);
    const was = await (0,decode_text/* decodeText */.g7)(before, charset);
    if (!was.ok || !/\P{ASCII}/u.test(was.text.text))
        return null;
    const is = await (0,decode_text/* decodeText */.g7)(Buffer.from(after), charset);
    const { codec } = was.text;
    if (is.ok && is.text.codec === codec && countLost(after) <= countLost(before))
        return null;
    const what = codec === encoding_codec/* UTF_8 */.lS ? 'has characters' : `is in ${codec.name}, and has text`;
    return `${path} ${what} that the command has written in another encoding, or lost. Keep other files, and edit this one.`;
}
const REPLACEMENT = Buffer.from('\ufffd');
function countLost(bytes) {
    const buffer = Buffer.from(bytes);
    let count = 0;
    for (let at = buffer.indexOf(REPLACEMENT); at !== -1; at = buffer.indexOf(REPLACEMENT, at + 1))
        count += 1;
    return count;
}
const sizeOf = (change) => change.kind === 'create' || change.kind === 'replace' ? change.bytes.length : 0;
const VERBS = { create: 'created', replace: 'changed', delete: 'deleted', move: 'moved' };
function describeKept(changes) {
    if (changes.length === 0)
        return 'Nothing to keep: the command changed none of the files that keep names.';
    const shown = changes.slice(0, MAX_NAMED).map(({ kind, file }) => `${file.path} (${VERBS[kind]})`);
    const more = changes.length > MAX_NAMED ? ` and ${changes.length - MAX_NAMED} more` : '';
    return `Kept ${(0,format/* countOf */.pq)(changes.length, 'file')}: ${shown.join(', ')}${more}. You have not read the new content.`;
}
const describeIgnored = (count) => count === 0 ? [] : [`${(0,format/* countOf */.pq)(count, 'file')} that git ignores: left out.`];

;// CONCATENATED MODULE: ../../lib/action/workspace/change/make-executable.js



/** The owner's bit is the one that git records. */
const OWNER_EXECUTES = 0o100;
/** Makes a script executable. The name of the setting in a refusal tells a person how to allow it. */
async function makeExecutable(editing, path) {
    const located = await editing.locate(path);
    if (!located.ok)
        return (0,tool_result/* refused */.J)(located.problem);
    const { file } = located;
    const { stats } = file;
    if (stats === null)
        return (0,tool_result/* refused */.J)(`${file.path} does not exist. Write it first.`);
    if (stats.isDirectory())
        return (0,tool_result/* refused */.J)(`${file.path} is a folder. Name a file.`);
    if (!stats.isFile())
        return (0,tool_result/* refused */.J)(`${file.path} is not a regular file. Leave it.`);
    if (isExecutable(file))
        return (0,tool_result/* done */.V)(`${file.path} is already executable.`);
    if (!editing.mayMakeExecutable) {
        return (0,tool_result/* refused */.J)(`${file.path} stays as it is: new executable files are published only with \`executable-scripts: true\` in the project settings. Continue without the bit, and say in the body that the file needs it.`);
    }
    const bytes = stats.size > LARGE_LIMIT ? null : await readBytes(file);
    if (bytes === null || !bytes.subarray(0, 2).equals(SHEBANG)) {
        return (0,tool_result/* refused */.J)(`${file.path} does not start with \`#!\`, so it is not a script. Leave it.`);
    }
    await applyTransaction(editing, [{ kind: 'replace', file, bytes, executable: true }]);
    return (0,tool_result/* done */.V)(`${file.path} is executable now.`);
}
const SHEBANG = Buffer.from('#!');
const isExecutable = ({ stats }) => stats !== null && (stats.mode & OWNER_EXECUTES) !== 0;
/**
 * Why an executable file must not be moved; `null`: it may be. One that is not in the repository would be published as
 * a new executable. Pure.
 */
function findNewExecutable({ isForeign, mayMakeExecutable }, file) {
    if (mayMakeExecutable || !isExecutable(file) || !isForeign(file.path))
        return null;
    return `${file.path} is executable and was not in the repository when you started, so it would not be published. Leave it, or write its text to a new file.`;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/change/move-entry.js








/** Moves a file of any kind, or the repository's files in a folder. */
async function moveEntry(editing, from, to) {
    const source = await editing.locate(from, 'entry');
    if (!source.ok)
        return (0,tool_result/* refused */.J)(source.problem);
    const { file } = source;
    if (file.stats?.isDirectory())
        return moveFolder(editing, file, to);
    const target = await editing.locate(to);
    if (!target.ok)
        return (0,tool_result/* refused */.J)(target.problem);
    const problem = findMoveProblem(file, target.file) ?? findNewExecutable(editing, file) ?? (await findStale(editing, file));
    if (problem !== null)
        return (0,tool_result/* refused */.J)(problem);
    await makeMoves(editing, [{ kind: 'move', file, to: target.file, bytes: null }]);
    return (0,tool_result/* done */.V)(`Moved ${file.path} to ${target.file.path}.`);
}
/** File by file: other files stay, and each path is checked by itself. */
async function moveFolder(editing, from, path) {
    const target = await editing.locate(path, 'folder');
    if (!target.ok)
        return (0,tool_result/* refused */.J)(target.problem);
    const to = target.file;
    const problem = findFolderMoveProblem(from, to);
    if (problem !== null)
        return (0,tool_result/* refused */.J)(problem);
    const folder = await listFolder(editing, from.path);
    if (!folder.ok)
        return (0,tool_result/* refused */.J)(folder.problem);
    const moves = [];
    for (const file of folder.files) {
        const lookup = await editing.locate(to.path + file.path.slice(from.path.length));
        const problem = lookup.ok ? findMoveProblem(file, lookup.file) : lookup.problem;
        if (problem !== null || !lookup.ok)
            return (0,tool_result/* refused */.J)(`${problem}\nThe folder ${from.path} was left as it is.`);
        moves.push({ kind: 'move', file, to: lookup.file, bytes: null });
    }
    await makeMoves(editing, moves, { from: from.path, to: to.path });
    const rest = (0,external_node_fs_.existsSync)(from.absolute) ? ` ${STAYED}` : '';
    return (0,tool_result/* done */.V)(`Moved ${from.path} to ${to.path} with ${(0,format/* countOf */.pq)(moves.length, 'file')}.${rest}`);
}
async function makeMoves(editing, moves, within) {
    const { git, readFiles } = editing;
    const mustBeSeen = await watchMoves(git, moves.map(({ file, to }) => ({ from: file.path, to: to.path })), within);
    await applyTransaction(editing, moves, mustBeSeen);
    for (const { file, to } of moves)
        readFiles.noteMoved(file.absolute, to.absolute);
}
/** Why a file cannot be moved; `null`: it can. Pure. */
function findMoveProblem(from, to) {
    if (from.stats === null)
        return `${from.path} does not exist: nothing to move.`;
    if (from.stats.isDirectory())
        return `${from.path} is a folder. Move it with move.`;
    if (from.stats.isSymbolicLink()) {
        return `${from.path} is a symbolic link. A link is not published under a new path, where its target may differ: leave it, or delete it if nothing needs it.`;
    }
    if (!from.stats.isFile())
        return `${from.path} is not a regular file. Leave it.`;
    if (from.path === to.path)
        return `${from.path} is to be moved to itself. Name another path.`;
    if (to.stats === null || isOtherCase(from, to))
        return null;
    if (to.stats.isDirectory())
        return `${to.path} is a folder. Name the file in it, like ${to.path}/${move_entry_nameOf(from)}.`;
    return `${to.path} exists already. Delete it first, or name another path.`;
}
/** Why a folder cannot be moved; `null`: it can, if its files can. Pure. */
function findFolderMoveProblem(from, to) {
    if (from.path === to.path)
        return `${from.path} is to be moved to itself. Name another path.`;
    if (to.path.startsWith(`${from.path}/`)) {
        return `${to.path} is inside ${from.path}, which cannot be moved into itself. Move its files one by one.`;
    }
    if (to.stats === null)
        return null;
    return to.stats.isDirectory()
        ? `${to.path} exists already. Name the folder in it, like ${to.path}/${move_entry_nameOf(from)}, or move the files one by one.`
        : `${to.path} exists already. Delete it first, or name another path.`;
}
/** If the file system ignores letter case, the new path leads to the old file. */
const isOtherCase = (from, to) => from.stats?.ino === to.stats?.ino &&
    from.stats?.dev === to.stats?.dev &&
    from.path.toLowerCase() === to.path.toLowerCase();
const move_entry_nameOf = ({ path }) => path.slice(path.lastIndexOf('/') + 1);
/**
 * A visible file must not become one that git ignores: the move would be published as a deletion. Call it before the
 * moves. The function that it returns is called after them and throws if that happened. Checking afterwards is exact,
 * since a `.gitignore` may have moved too. `within`: the folders of all moves, if they have one in common; git compares
 * each file of the repository with each path of a query.
 */
async function watchMoves(git, moves, within) {
    if (moves.length === 0)
        return async () => undefined;
    const visible = (side) => (0,ls_files/* listVisible */.Rk)(git, (within ? [within] : moves).map((one) => one[side]));
    const before = await visible('from');
    const watched = moves.filter(({ from }) => before.has(from));
    return async () => {
        if (watched.length === 0)
            return;
        const after = await visible('to');
        const lost = watched.find(({ to }) => !after.has(to));
        if (lost === undefined)
            return;
        throw new ChangeRefused(`${lost.to} would be ignored by git, so ${lost.from} would only be deleted. Nothing was moved: name another path, or change .gitignore first.`);
    };
}

;// CONCATENATED MODULE: ../../lib/action/text/encoding/encode-text.js

/** The bytes of a file whose text `before` becomes `text`. What is the same in both keeps its bytes. Pure. */
function encodeText(before, text) {
    const { codec } = before;
    if (countOf(text, SHOWN) > countOf(before.text, SHOWN) && !before.text.isWellFormed()) {
        return {
            ok: false,
            problem: `has bytes that are no characters in ${codec.name}, shown as ${SHOWN}. They cannot be written: leave ${SHOWN} out of \`old\` and \`new\`, and replace only the text beside it`,
        };
    }
    const ended = before.endsWithCr ? text.replaceAll(/\r?\n/g, '\r') : text;
    const encoded = codec.encode(before.bom ? decode_text/* MARK */.M$ + ended : ended);
    if (!encoded.ok)
        return { ok: false, problem: describeMissing(before, encoded.character) };
    return {
        ok: true,
        bytes: before.tail.length === 0 ? encoded.bytes : Buffer.concat([encoded.bytes, before.tail]),
    };
}
/** As bytes that are no character are shown. */
const SHOWN = '\ufffd';
const countOf = (text, character) => text.split(character).length - 1;
function describeMissing({ codec, by }, character) {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    const source = by === 'guess' ? ', guessed from its bytes' : by === '.editorconfig' ? ', see .editorconfig' : '';
    const settle = by === 'guess' ? ' If the guess is wrong, name the encoding as `charset` in .editorconfig.' : '';
    return `is in ${codec.name}${source}, which does not have ${JSON.stringify(character)} (U+${code}). Write it as an escape of the language, or with characters that the encoding has.${settle} Nothing was changed`;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/change-notes.js


/** Tells the model which of these files are never published, and why. Empty: none. */
async function unpublishedNote({ git, isForeign }, { made, replaced }) {
    const visible = made.length === 0 ? new Set(made) : await (0,ls_files/* listVisible */.Rk)(git, made);
    const ignored = made.filter((path) => !visible.has(path));
    const foreign = [...made.filter((path) => visible.has(path)), ...replaced].filter(isForeign);
    return [
        ...(ignored.length === 0
            ? []
            : [
                ` Git ignores ${ignored.join(', ')}, so this will not be in the pull request; .gitignore says why.`,
            ]),
        ...(foreign.length === 0
            ? []
            : [
                ` ${foreign.join(', ')} was there before you started, and git does not track it, so this will not be in the pull request. To publish it, write it to another path.`,
            ]),
    ].join('');
}
const LONE_CR = /\r(?!\n)/;
const LINE_END = /\r\n|[\r\n]/g;
/** Tells the model of CR characters in its new text that may be meant as line ends. Empty: there are none. Pure. */
function noteLoneCr(fresh, old, { endsWithCr }) {
    if (endsWithCr || !LONE_CR.test(fresh) || LONE_CR.test(old))
        return '';
    return ' The new text has CR characters, which end no line in this file.';
}
/** The same for the text of a complete file, which may also mix CRLF and LF. Pure. */
function noteMixedEnds(fresh, before) {
    const isMixed = (text) => new Set(text.match(LINE_END)).size > 1;
    const lone = noteLoneCr(fresh, before.text, before);
    if (lone !== '' || before.endsWithCr || !isMixed(fresh) || isMixed(before.text))
        return lone;
    return ' Its lines end in different ways.';
}
const AROUND = 2;
/** Of one place. The middle of a longer one is left out. */
const change_notes_MAX_LINES = 12;
const MAX_PLACES = 3;
const change_notes_LINE_LENGTH = 200;
/** The lines around the changes of a text, numbered, shortened. Pure. */
function showChange(text, ranges) {
    const { lines } = splitLines(text);
    const shown = ranges.slice(0, MAX_PLACES).map(({ from, to }) => {
        const first = Math.max(0, from - AROUND);
        const numbered = lines.slice(first, to + AROUND).map((line, index) => numberLine(first + index + 1, line));
        if (numbered.length <= change_notes_MAX_LINES)
            return numbered.join('\n');
        return [...numbered.slice(0, change_notes_MAX_LINES / 2), '…', ...numbered.slice(-change_notes_MAX_LINES / 2)].join('\n');
    });
    const left = ranges.length - shown.length;
    return [...shown, ...(left > 0 ? [`[${left} more places]`] : [])].join('\n…\n');
}
const numberLine = (number, line) => `${number}\t${line.slice(0, change_notes_LINE_LENGTH).toWellFormed()}${line.length > change_notes_LINE_LENGTH ? '…' : ''}`;

// EXTERNAL MODULE: ../../lib/action/workspace/edit/elision.js
var elision = __webpack_require__(1936);
// EXTERNAL MODULE: ../../lib/action/text/align-lines.js
var align_lines = __webpack_require__(2579);
;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/reindent.js
const indentOf = (line) => /^[ \t]*/.exec(line)?.[0] ?? '';
/**
 * The rule that turns each written indentation into the found one: a constant prefix more, a constant prefix less, or
 * another unit (tabs instead of spaces, two spaces instead of four). `null`: no single rule explains all of them, and
 * the indentation of new lines would be a guess. Pure.
 */
function inferReindent(pairs) {
    const [first] = pairs;
    if (first === undefined || pairs.every(({ written, found }) => written === found))
        return (indent) => indent;
    return inferMore(pairs, first) ?? inferLess(pairs, first) ?? inferUnit(pairs, first);
}
function inferMore(pairs, first) {
    const more = first.found.slice(0, Math.max(0, first.found.length - first.written.length));
    return pairs.every(({ written, found }) => found === more + written) ? (indent) => more + indent : null;
}
function inferLess(pairs, first) {
    const less = first.written.slice(0, Math.max(0, first.written.length - first.found.length));
    if (!pairs.every(({ written, found }) => written === less + found))
        return null;
    return (indent) => (indent.startsWith(less) ? indent.slice(less.length) : '');
}
/** Both sides use one character each, and the lengths are in a constant ratio. */
function inferUnit(pairs, first) {
    const from = soleCharacter(pairs.map(({ written }) => written));
    const to = soleCharacter(pairs.map(({ found }) => found));
    if (from === null || to === null)
        return null;
    // A single length says nothing about an offset. It is taken as a number of units.
    const other = pairs.find(({ written }) => written.length !== first.written.length) ?? NO_INDENT;
    const slope = (first.found.length - other.found.length) / (first.written.length - other.written.length);
    const isUnit = Number.isInteger(slope) || Number.isInteger(1 / slope);
    if (!(slope > 0) || !isUnit)
        return null;
    const lengthFor = (written) => first.found.length + (written - first.written.length) * slope;
    if (!pairs.every(({ written, found }) => found.length === lengthFor(written.length)))
        return null;
    return (indent) => {
        // An indentation in another unit is taken to be that of the file.
        if (indent !== from.repeat(indent.length))
            return indent;
        const length = Math.max(0, lengthFor(indent.length));
        const whole = Math.floor(length);
        return to.repeat(whole) + from.repeat(Math.round((length - whole) / slope));
    };
}
const NO_INDENT = { written: '', found: '' };
function soleCharacter(indents) {
    const used = new Set(indents.join(''));
    const [character] = used;
    return used.size === 1 && character !== undefined ? character : null;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/change-lines.js



/** Keeps the file's lines for lines that the new text has from the old one, and fits the others to the file. Pure. */
function changeLines(file, { at, old, new: put, reindent }) {
    return toChange(file, { at, old, reindent, aligned: (0,align_lines/* alignLines */.T)(old, put) });
}
function toChange(file, { at, old, reindent, aligned }) {
    const lines = aligned.map((line) => {
        if ('kept' in line)
            return at + line.kept;
        const quoted = line.insteadOf === null ? null : (old[line.insteadOf] ?? null);
        const found = line.insteadOf === null ? null : (file.lines[at + line.insteadOf] ?? null);
        return {
            text: fitLine(line.text, { quoted, found, reindent }),
            near: at + line.near,
        };
    });
    return { at, count: old.length, lines };
}
function fitLine(text, { quoted, found, reindent }) {
    const indent = indentOf(text);
    if (indent.length === text.length)
        return text;
    const core = text.slice(indent.length);
    const differsInPunctuation = quoted !== null &&
        found !== null &&
        normalizePunctuation(quoted).trimStart() === normalizePunctuation(found).trimStart();
    return reindent(indent) + (differsInPunctuation ? keepPunctuation(core, bare(quoted), bare(found)) : core);
}
const bare = (line) => line.slice(indentOf(line).length).trimEnd();
/** Where the model left the beginning and the end of its line as they were, the file's own characters stay. */
function keepPunctuation(core, quoted, found) {
    if (quoted === found || quoted.length !== found.length)
        return core;
    const text = core.trimEnd();
    const shortest = Math.min(text.length, quoted.length);
    let head = 0;
    while (head < shortest && text[head] === quoted[head])
        head += 1;
    let tail = 0;
    while (tail < shortest - head && text.at(-1 - tail) === quoted.at(-1 - tail))
        tail += 1;
    const middle = text.slice(head, text.length - tail);
    return found.slice(0, head) + middle + found.slice(found.length - tail) + core.slice(text.length);
}
/** Makes changes that do not overlap, given in order. All other lines stay byte for byte. Pure. */
function spliceLines(file, changes) {
    const usual = findLineEnd(file);
    const result = [];
    const keep = (index) => result.push({ text: file.lines[index] ?? '', end: file.ends[index] || usual });
    let next = 0;
    const ranges = changes.map(({ at, count, lines }) => {
        while (next < at)
            keep(next++);
        const from = result.length;
        for (const line of lines) {
            if (typeof line === 'number')
                keep(line);
            else
                result.push({ text: line.text, end: endNear(file, line.near, usual) });
        }
        next = at + count;
        return { from, to: result.length };
    });
    while (next < file.lines.length)
        keep(next++);
    const last = result.pop()?.text ?? '';
    return { text: result.map(({ text, end }) => text + end).join('') + last, ranges };
}
const endNear = ({ ends }, index, usual) => ends[index] || ends[index - 1] || usual;

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/describe-nearest.js
const LINES_SEARCHED = 50_000;
const LENGTH_SHOWN = 300;
/** A line that is quoted more often says nothing about the place. */
const MAX_REPEATED = 20;
const NUMBERED = /^\s*\d+\t/;
/** A sentence that names the most similar text of the file, and where it differs from `old`. Pure. */
function describeNearest(lines, old) {
    const quoted = old.split('\n');
    const texts = quoted.filter((line) => line.trim() !== '');
    if (texts.length > 0 && texts.every((line) => NUMBERED.test(line))) {
        return 'Leave out the line numbers and tabs that read shows.';
    }
    const at = texts.length > 1 ? findBestPlace(lines, quoted) : null;
    if (at === null)
        return describeNearestLine(lines, texts[0]?.trim());
    const last = Math.min(at + quoted.length, lines.length);
    const mismatch = quoted.findIndex((line, index) => line.trim() !== lines[at + index]?.trim());
    const where = `The nearest text is at lines ${at + 1} to ${last}`;
    if (mismatch === -1)
        return `${where}; only its indentation differs, and by more than one rule. Copy it as read shows it.`;
    const found = lines[at + mismatch];
    if (found === undefined)
        return `${where}, where the file ends.`;
    return `${where}; it differs first in line ${at + mismatch + 1}: ${describe_nearest_quote(found)}, where \`old\` has ${describe_nearest_quote(quoted[mismatch] ?? '')}.`;
}
const describe_nearest_quote = (line) => JSON.stringify(line.trimEnd().slice(0, LENGTH_SHOWN).toWellFormed());
/** The place with the most equal lines; of several, the first. */
function findBestPlace(lines, quoted) {
    const offsetsOf = new Map();
    for (const [index, line] of quoted.entries()) {
        const bare = line.trim();
        const offsets = offsetsOf.get(bare) ?? [];
        if (bare.length <= 2 || offsets.length > MAX_REPEATED)
            continue;
        offsetsOf.set(bare, [...offsets, index]);
    }
    const votes = new Map();
    for (const [index, line] of lines.slice(0, LINES_SEARCHED).entries()) {
        const offsets = offsetsOf.get(line.trim()) ?? [];
        if (offsets.length > MAX_REPEATED)
            continue;
        for (const offset of offsets) {
            const at = index - offset;
            if (at >= 0)
                votes.set(at, (votes.get(at) ?? 0) + 1);
        }
    }
    const [best] = [...votes].toSorted(([placeA, a], [placeB, b]) => b - a || placeA - placeB);
    return best?.[0] ?? null;
}
const LINES_COMPARED = 20_000;
/** Two lines with a smaller share of common letter pairs are not similar. */
const MIN_SIMILARITY = 0.4;
/** A sentence that names the line most similar to the first quoted one. */
function describeNearestLine(lines, quoted) {
    if (quoted === undefined)
        return 'It is only white space: copy some text with it.';
    const pairs = pairsOf(quoted);
    let best = { similarity: MIN_SIMILARITY, number: 0, line: '' };
    for (const [index, line] of lines.slice(0, LINES_COMPARED).entries()) {
        const similarity = describe_nearest_compare(pairs, pairsOf(line.trim()));
        if (similarity > best.similarity)
            best = { similarity, number: index + 1, line };
    }
    if (best.number === 0)
        return 'No line is like it: read the file again.';
    const hint = best.similarity === 1
        ? 'Check the white space and the lines after it.'
        : 'Copy the text exactly as read shows it.';
    return `The nearest line is ${best.number}: ${describe_nearest_quote(best.line)}. ${hint}`;
}
function pairsOf(line) {
    const pairs = new Map();
    const short = ` ${line.slice(0, LENGTH_SHOWN)} `;
    for (let at = 0; at < short.length - 1; at += 1) {
        const pair = short.slice(at, at + 2);
        pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
    return pairs;
}
/** Dice's coefficient of letter pairs: 1 for equal lines, 0 for lines without a common pair. */
function describe_nearest_compare(a, b) {
    let common = 0;
    for (const [pair, count] of a)
        common += Math.min(count, b.get(pair) ?? 0);
    const sum = (pairs) => [...pairs.values()].reduce((total, count) => total + count, 0);
    return (2 * common) / (sum(a) + sum(b));
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/find-ranges.js
/** Nobody needs to be told of more. If one more is found, it stands for all others. */
const MAX_REPORTED = 1000;
/** All matches of a text in lines that are normalized like it. Pure. */
function findRanges(lines, sought, { cut = { start: false, end: false }, overlapping }) {
    const text = lines.join('\n');
    const isCut = cut.start || cut.end;
    const offsets = indexOfAll(text, sought, {
        advance: overlapping ? 1 : sought.length,
        max: overlapping && !isCut ? MAX_REPORTED + 1 : Number.POSITIVE_INFINITY,
    });
    if (offsets.length === 0)
        return [];
    const starts = startsOf(lines);
    const ranges = [];
    for (const at of offsets) {
        const end = at + sought.length;
        const line = lineAt(starts, at);
        const endLine = lineAt(starts, end);
        const range = { line, column: at - (starts[line] ?? 0), endLine, endColumn: end - (starts[endLine] ?? 0) };
        if (cut.start && range.column > 0)
            continue;
        if (cut.end && range.endColumn < (lines[endLine] ?? '').length)
            continue;
        ranges.push(range);
        if (overlapping && ranges.length > MAX_REPORTED)
            break;
    }
    return ranges;
}
/**
 * The match at the end of a file whose last line has no line end, for a text that has one: the text without its last
 * line end, behind the matches `before` it, which are in order. `null`: there is none. Pure.
 */
function findRangeAtEof(lines, sought, before = []) {
    const endLine = lines.length - 1;
    const last = lines[endLine] ?? '';
    if (last === '' || !sought.endsWith('\n') || sought === '\n')
        return null;
    const parts = sought.slice(0, -1).split('\n');
    const line = endLine + 1 - parts.length;
    const first = lines[line];
    const isThere = first?.endsWith(parts[0] ?? '') && parts.every((part, at) => at === 0 || lines[line + at] === part);
    if (first === undefined || !isThere)
        return null;
    const column = first.length - (parts[0] ?? '').length;
    const previous = before.at(-1);
    const isBehind = previous === undefined ||
        previous.endLine < line ||
        (previous.endLine === line && previous.endColumn <= column);
    return isBehind ? { line, column, endLine, endColumn: last.length } : null;
}
function startsOf(lines) {
    let start = 0;
    return lines.map(({ length }) => {
        const here = start;
        start += length + 1;
        return here;
    });
}
/** The last line that starts at the offset or before it. */
function lineAt(starts, offset) {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if ((starts[middle] ?? 0) <= offset)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}
/** `indexOf` takes minutes for a longer text that repeats itself: its work is the product of both lengths. */
const LONG = 256;
/** The offsets of a text, not an empty one, in another, in order. The work is linear in both lengths. Pure. */
function indexOfAll(text, sought, { advance, max }) {
    const search = sought.length > LONG ? searchLong : searchShort;
    const offsets = [];
    for (const at of search(text, sought, advance)) {
        offsets.push(at);
        if (offsets.length >= max)
            break;
    }
    return offsets;
}
function* searchShort(text, sought, advance) {
    for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + advance))
        yield at;
}
/** The algorithm of Knuth, Morris and Pratt: after a mismatch, no character of the text is read again. */
function* searchLong(text, sought, advance) {
    const borders = bordersOf(sought);
    let next = 0;
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        while (matched > 0 && sought.charCodeAt(matched) !== code)
            matched = borders[matched - 1] ?? 0;
        if (sought.charCodeAt(matched) === code)
            matched += 1;
        if (matched < sought.length)
            continue;
        const start = at + 1 - matched;
        if (start >= next) {
            yield start;
            next = start + advance;
        }
        matched = borders[matched - 1] ?? 0;
    }
}
/** For each prefix of a text, the length of its longest proper prefix that is also its suffix. */
function bordersOf(text) {
    const borders = new Uint32Array(text.length);
    let length = 0;
    for (let at = 1; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        while (length > 0 && text.charCodeAt(length) !== code)
            length = borders[length - 1] ?? 0;
        if (text.charCodeAt(length) === code)
            length += 1;
        borders[at] = length;
    }
    return borders;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/diagnose-miss.js



/** A shorter text may occur by chance. */
const MIN_LENGTH = 6;
const MIN_NEW_LENGTH = 16;
const diagnose_miss_LENGTH_SHOWN = 300;
const NUMBER = /^[ \t]*\d+(?:\t|→|[ \t]*[:|][ \t]?)/;
const FENCE = /^\s*(?:```|~~~)/;
const ENTITIES = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&apos;': "'", '&amp;': '&' };
const ESCAPES = { '\\n': '\n', '\\t': '\t', '\\"': '"', "\\'": "'", '\\`': '`', '\\\\': '\\' };
/** Mistakes that models make. They are reported, not corrected: correcting the new text as well would be a guess. */
const MISQUOTES = [
    {
        correct: (old) => old
            .split('\n')
            .map((line) => line.replace(NUMBER, ''))
            .join('\n'),
        advice: 'It does without the line numbers: they are not part of the file. Leave them out of both texts.',
    },
    {
        correct: (old) => old.replaceAll('\\$', '$'),
        advice: 'It does without the backslash before $: leave it out of both texts.',
    },
    {
        correct: (old) => old.replaceAll(/\\[nt"'`\\]/g, (one) => lookUp(ESCAPES, one)),
        advice: 'It does once its backslashes are resolved: both texts seem to be escaped twice. Write each character as it stands in the file.',
    },
    {
        correct: (old) => old.replaceAll(/&(?:lt|gt|quot|#39|apos|amp);/g, (one) => lookUp(ENTITIES, one)),
        advice: 'It does once its entities are resolved: write < > & and quotes as they stand in the file, in both texts.',
    },
    {
        correct(old) {
            const lines = old.split('\n');
            const last = lines.findLastIndex((line) => line.trim() !== '');
            return FENCE.test(lines[0] ?? '') && FENCE.test(lines[last] ?? '')
                ? lines.slice(1, last).join('\n')
                : old;
        },
        advice: 'It does without the fence around it: leave the fence out of both texts.',
    },
];
const lookUp = (table, key) => table[key] ?? key;
/** Why a text may not be in a file, or which text is nearest, with advice. Pure. */
function diagnoseMiss(lines, replacement) {
    const { old } = replacement;
    const known = findMisquote(lines, old) ?? findLookalike(lines, old);
    return known ?? describeNearest(lines, old) + describeExisting(lines, replacement);
}
function findMisquote(lines, old) {
    const text = lines.join('\n');
    const found = MISQUOTES.find(({ correct }) => {
        const corrected = correct(old);
        return corrected !== old && corrected.trim().length >= MIN_LENGTH && lineOf(text, corrected) !== null;
    });
    return found?.advice ?? null;
}
function describeExisting(lines, replacement) {
    const put = replacement.new;
    if (put.trim().length < MIN_NEW_LENGTH || replacement.old.includes(put))
        return '';
    const line = lineOf(lines.join('\n'), put);
    if (line === null)
        return '';
    return ` \`new\` is at line ${line} already: if this change was made before, leave it.`;
}
function lineOf(text, sought) {
    const [at] = indexOfAll(text, sought, { advance: 1, max: 1 });
    return at === undefined ? null : text.slice(0, at).split('\n').length;
}
/** The same text except for white space within lines and characters that look alike. */
function findLookalike(lines, old) {
    const sought = diagnose_miss_bare(old);
    if (sought.length < MIN_LENGTH || lineOf(trimmed(lines), trimmed(old.split('\n'))) !== null)
        return null;
    const normalized = lines.map(diagnose_miss_bare);
    const [at] = indexOfAll(normalized.join(''), sought, { advance: 1, max: 1 });
    if (at === undefined)
        return null;
    let end = 0;
    const index = normalized.findIndex(({ length }) => {
        end += length;
        return end > at;
    });
    const shown = showUnusual(lines[index]?.trimEnd().slice(0, diagnose_miss_LENGTH_SHOWN).toWellFormed() ?? '');
    return `It does, from line ${index + 1} on, but with other spacing or other characters that look alike: ${shown}. Copy it exactly, or quote a part without those.`;
}
/** If this is the same, only indentation and empty lines differ. */
const trimmed = (lines) => lines.flatMap((line) => line.trim() || []).join('\n');
const diagnose_miss_bare = (text) => text
    .split('\n')
    .map((line) => normalizePunctuation(line.normalize('NFKC')).replaceAll(/\s/g, ''))
    .join('');
/** As JSON, with a code for each character outside ASCII: the difference is invisible otherwise. */
const showUnusual = (line) => JSON.stringify(line).replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/replacement.js
/**
 * Whether text is removed that may be complete lines. If it is, their last line end is removed too: an empty line in their
 * place is not what a model means. Pure.
 */
const isRemoval = (replacement) => replacement.new === '' && replacement.old.trim() !== '' && !/^\n|\n$/.test(replacement.old);
/** The same without the last line end. Pure. */
function withoutLastEnd(replacement) {
    if (!replacement.old.endsWith('\n'))
        return replacement;
    return { old: replacement.old.slice(0, -1), new: replacement.new.replace(/\n$/, '') };
}
/**
 * The same without empty lines around both texts, for a text that occurs nowhere with them: models add empty lines to
 * what they quote. The new text loses as many as the old one. Pure.
 */
function withoutBlankLines(replacement) {
    const [old, put] = [trimBlank(replacement.old), trimBlank(replacement.new)];
    if (old === null)
        return replacement;
    const end = old.tail > 0 ? '\n' : '';
    const bare = old.text + end;
    if (put === null)
        return { old: bare, new: '' };
    const head = '\n'.repeat(Math.max(0, put.head - old.head));
    const tail = '\n'.repeat(Math.max(0, put.tail - old.tail));
    return { old: bare, new: head + put.text + tail + (put.tail > 0 ? end : '') };
}
/** A text without the empty lines around it, and how many there are; `null`: all lines are empty. */
function trimBlank(text) {
    const lines = text.split('\n');
    const head = lines.findIndex(isNotBlank);
    const last = lines.findLastIndex(isNotBlank);
    if (head === -1)
        return null;
    return { text: lines.slice(head, last + 1).join('\n'), head, tail: lines.length - 1 - last };
}
const isNotBlank = (line) => /[^ \t]/.test(line);

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/lines-to-replace.js

/** Turns ranges into complete lines to replace. Pure. */
function toLinesToReplace(file, replacement, { level, ranges, last }) {
    const matches = ranges.map((range) => ({ ...range, replacement }));
    if (last !== null)
        matches.push({ ...last, replacement: withoutLastEnd(replacement) });
    const groups = [];
    for (const match of matches) {
        const group = groups.at(-1);
        if (group?.at(-1)?.endLine === match.line)
            group.push(match);
        else
            groups.push([match]);
    }
    return {
        level,
        replacements: groups.map((group) => toLines(file, group)),
        lines: matches.map(({ line }) => line + 1),
        lastLine: last !== null && ranges.length > 0 ? 'matched' : 'no match',
    };
}
/** Matches that share lines are replaced together. */
function toLines(file, group) {
    const { lines } = file;
    const [first] = group;
    const last = group.at(-1) ?? first;
    const between = group.map(({ line, column }, index) => {
        const before = group[index - 1];
        return lines[line]?.slice(before?.endColumn ?? 0, column) ?? '';
    });
    const rest = lines[last.endLine]?.slice(last.endColumn) ?? '';
    const fill = (side) => `${group.map((match, index) => (between[index] ?? '') + match.replacement[side]).join('')}${rest}`.split('\n');
    const isRemoved = group.length === 1 && removesLines(file, first);
    return {
        at: first.line,
        old: fill('old'),
        new: isRemoved ? [] : fill('new'),
        reindent: (indent) => indent,
    };
}
/** The last line of a file has no line end that could be removed with it. */
const removesLines = ({ lines, ends }, { replacement, ...range }) => isRemoval(replacement) &&
    range.column === 0 &&
    range.endColumn === lines[range.endLine]?.length &&
    ends[range.endLine] !== '';

// EXTERNAL MODULE: ../../node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(8232);
;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/match-lines.js



/** From equal to similar. */
const LINE_MATCHERS = [
    { level: 'exact', find: (file, quoted) => findAll(file.exact, quoted).map(unchanged) },
    {
        level: 'line-end',
        find: (file, quoted) => findAll(file.endTrimmed, quoted.map(trimLineEnd)).map(unchanged),
    },
    { level: 'indentation', find: (file, quoted) => findReindented(file, file.trimmed, quoted, trimLineEnd) },
    {
        level: 'punctuation',
        find: (file, quoted) => findAll(file.plain, quoted.map(normalizePunctuation)).map(unchanged),
    },
    {
        level: 'punctuation',
        find: (file, quoted) => findReindented(file, file.plainTrimmed, quoted, normalizePunctuation),
    },
    {
        level: 'similar',
        find(file, quoted) {
            const bare = quoted.map((line) => normalizePunctuation(line).trimStart());
            const at = fuzzyMatch(file.plainTrimmed, bare);
            return at === null ? [] : withReindent(file, quoted, [at]);
        },
    },
];
/** All matches of complete lines in a file, on the first level that has any. Pure. */
function matchLines(file, quoted, { exactOnly = false, accept = () => true } = {}) {
    const mustBeExact = exactOnly || quoted.every((line) => line.trim() === '');
    for (const { level, find } of LINE_MATCHERS) {
        if (mustBeExact && level !== 'exact')
            return null;
        const matches = find(file, quoted).filter(accept);
        if (matches.length > 0)
            return { level, matches };
    }
    return null;
}
const unchanged = (at) => ({ at, reindent: (indent) => indent });
function findReindented(file, lines, quoted, normalize) {
    const bare = quoted.map((line) => normalize(line).trimStart());
    return withReindent(file, quoted, findAll(lines, bare));
}
/** Only matches whose indentation differs from the quoted one by one rule. */
function withReindent(file, quoted, places) {
    return places.flatMap((at) => {
        const pairs = quoted.flatMap((line, index) => line.trim() === '' ? [] : [{ written: indentOf(line), found: indentOf(file.exact[at + index] ?? '') }]);
        const reindent = inferReindent(pairs);
        return reindent === null ? [] : [{ at, reindent }];
    });
}
/** A few seconds of work. More is needed only for thousands of quoted lines that repeat each other. */
const MAX_COMPARISONS = 3_000_000;
/** Every index at which the lines are, overlapping ones too. Empty if finding all of them would take too long. */
function findAll(lines, sought) {
    const [first] = sought;
    if (first === undefined)
        return [];
    const places = [];
    let left = MAX_COMPARISONS;
    for (let at = lines.indexOf(first); at !== -1; at = lines.indexOf(first, at + 1)) {
        if (at + sought.length > lines.length)
            break;
        const mismatch = sought.findIndex((line, index) => lines[at + index] !== line);
        left -= mismatch === -1 ? sought.length : mismatch;
        if (left < 0)
            return [];
        if (mismatch === -1)
            places.push(at);
    }
    return places;
}
/** In a shorter text, a typo cannot be told from another text. */
const MIN_LINES = 2;
const MIN_CHARACTERS = 30;
/** The share of characters that may differ; and up to which share another place is similar, so that both are refused. */
const MAX_DIFFERENCE = 0.1;
const SIMILAR = 0.3;
/** No single line may differ by more, so that no line is taken for another one. */
const MAX_DIFFERENCE_IN_LINE = 0.3;
const match_lines_MAX_LINES = 400;
const match_lines_MAX_LINE_LENGTH = 1000;
/** Comparing two lines costs the product of their lengths. This is about a second of it. */
const MAX_WORK = 1_000_000_000;
/** A line that is quoted more often (a single bracket) says nothing about the place, and is expensive. */
const match_lines_MAX_REPEATED = 20;
/**
 * The only place where the lines are, except for small typos: at least half of them are equal, none has other numbers
 * (another number names another thing), and no second place is even remotely similar. `null`: there is none. Lines have
 * no white space at their ends. Pure.
 */
function fuzzyMatch(lines, quoted) {
    const texts = quoted.filter((line) => line !== '');
    const length = texts.reduce((sum, line) => sum + line.length, 0);
    if (texts.length < MIN_LINES || length < MIN_CHARACTERS)
        return null;
    if (quoted.length > match_lines_MAX_LINES || texts.some((line) => line.length > match_lines_MAX_LINE_LENGTH))
        return null;
    const places = [...countEqualLines(lines, quoted)];
    const work = texts.reduce((sum, line) => sum + line.length ** 2, 0);
    if (places.length * work > MAX_WORK)
        return null;
    const scored = places
        .map(([at, equal]) => ({ at, equal, cost: costOf(lines, quoted, at, length * SIMILAR) }))
        .filter(({ cost }) => Number.isFinite(cost));
    const [only] = scored;
    if (only === undefined || scored.length > 1)
        return null;
    const isClose = only.cost <= length * MAX_DIFFERENCE && only.equal * 2 >= texts.length;
    return isClose && quoted.every((line, index) => isTypo(line, lines[only.at + index] ?? '')) ? only.at : null;
}
/** How many of the lines that are not empty are equal at each place. */
function countEqualLines(lines, quoted) {
    const where = new Map();
    for (const [index, line] of quoted.entries()) {
        if (line !== '')
            where.set(line, [...(where.get(line) ?? []), index]);
    }
    const counts = new Map();
    for (const [index, line] of lines.entries()) {
        const offsets = where.get(line) ?? [];
        if (offsets.length > match_lines_MAX_REPEATED)
            continue;
        for (const offset of offsets) {
            const at = index - offset;
            if (at >= 0 && at + quoted.length <= lines.length)
                counts.set(at, (counts.get(at) ?? 0) + 1);
        }
    }
    return counts;
}
function costOf(lines, quoted, at, max) {
    let cost = 0;
    for (const [index, line] of quoted.entries()) {
        cost += distanceUpTo(max - cost, line, lines[at + index] ?? '');
        if (cost > max)
            return Number.POSITIVE_INFINITY;
    }
    return cost;
}
function isTypo(written, found) {
    if (written === found)
        return true;
    const max = Math.floor(written.length * MAX_DIFFERENCE_IN_LINE);
    return numbersIn(written) === numbersIn(found) && distanceUpTo(max, written, found) <= max;
}
const numbersIn = (line) => (line.match(/\d+/g) ?? []).join(' ');
/** The Levenshtein distance; infinity if the lengths alone differ by more, since a line of a file may be very long. */
const distanceUpTo = (max, a, b) => Math.abs(a.length - b.length) > max ? Number.POSITIVE_INFINITY : (0,mod/* distance */.Io)(a, b);

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/match/match-text.js






/** Finds a text in a file on the first match level that has a match. White space alone is matched exactly only. Pure. */
function matchText(file, normalized, replacement, { all, exactOnly }) {
    const overlapping = !all;
    const byLines = (one, level) => matchByLines(file, normalized, one, { level, overlapping });
    const exact = findRanges(normalized.exact, replacement.old, { overlapping });
    if (exact.length > 0) {
        const last = all ? findRangeAtEof(normalized.exact, replacement.old, exact) : null;
        const isLeft = last !== null && exactOnly;
        const matched = toLinesToReplace(file, replacement, {
            level: 'exact',
            ranges: exact,
            last: isLeft ? null : last,
        });
        return isLeft ? { ...matched, lastLine: 'left' } : matched;
    }
    if (exactOnly || replacement.old.trim() === '')
        return null;
    const trimmed = withoutBlankLines(replacement);
    return ((all ? null : matchAtEof(file, normalized, replacement)) ??
        matchNormalized(file, normalized.endTrimmed, replacement, {
            level: 'line-end',
            normalize: trimLineEnd,
            overlapping,
        }) ??
        byLines(replacement, 'indentation') ??
        matchNormalized(file, normalized.plain, replacement, {
            level: 'punctuation',
            normalize: normalizePunctuation,
            overlapping,
        }) ??
        byLines(replacement, 'punctuation') ??
        byLines(trimmed, 'indentation') ??
        byLines(trimmed, 'punctuation') ??
        byLines(trimmed, 'similar'));
}
/** The quoted text ends its last line, the file does not. It stays that way. */
function matchAtEof(file, { exact }, replacement) {
    const last = findRangeAtEof(exact, replacement.old);
    return last === null ? null : toLinesToReplace(file, replacement, { level: 'line-end', ranges: [], last });
}
function matchNormalized(file, lines, replacement, { level, normalize, overlapping }) {
    const quoted = replacement.old.split('\n');
    const [first = '', last = ''] = [quoted[0], quoted.at(-1)];
    const cut = { start: first !== '' && first.trim() === '', end: last !== last.trimEnd() };
    const sought = quoted.map(normalize).join('\n');
    const ranges = findRanges(lines, sought, { cut, overlapping });
    const atEof = overlapping || cut.start ? null : findRangeAtEof(lines, sought, ranges);
    if (ranges.length === 0 && atEof === null)
        return null;
    // A text that ends its line includes white space at the end of that line.
    const complete = atEof === null ? null : { ...atEof, endColumn: file.lines[atEof.endLine]?.length ?? 0 };
    return toLinesToReplace(file, replacement, { level, ranges, last: complete });
}
function matchByLines(file, normalized, replacement, { level, overlapping }) {
    const bare = withoutLastEnd(replacement);
    const quoted = bare.old.split('\n');
    const removes = ({ at }) => (replacement.old.endsWith('\n') && replacement.new === '') ||
        (isRemoval(replacement) && file.ends[at + quoted.length - 1] !== '');
    for (const matcher of LINE_MATCHERS.filter((one) => one.level === level)) {
        const found = matcher.find(normalized, quoted);
        const matches = overlapping ? found : withoutOverlaps(found, quoted.length);
        if (matches.length === 0)
            continue;
        return {
            level,
            replacements: matches.map((match) => {
                const put = removes(match) ? [] : bare.new.split('\n');
                const isFitted = isIndentedForFile(normalized, match, quoted, put);
                return {
                    at: match.at,
                    old: quoted,
                    new: put,
                    reindent: isFitted ? (indent) => indent : match.reindent,
                };
            }),
            lines: matches.map(({ at }) => at + 1),
            lastLine: 'no match',
        };
    }
    return null;
}
/** Whether the model left out the indentation of the quoted text, but indented the new text as the file needs it. */
function isIndentedForFile({ exact }, { at }, quoted, put) {
    const first = quoted.findIndex(isText);
    const indent = indentOf(exact[at + first] ?? '');
    const texts = put.filter(isText);
    const [start] = texts;
    if (start === undefined || indent === '' || indentOf(quoted[first] ?? '') !== '')
        return false;
    return indentOf(start) === indent && texts.every((line) => line.startsWith(indent));
}
const isText = (line) => line.trim() !== '';
function withoutOverlaps(matches, length) {
    let next = 0;
    return matches.filter(({ at }) => {
        if (at < next)
            return false;
        next = at + length;
        return true;
    });
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/replace-exact.js


/**
 * The common case, a text that is in the file byte for byte, without splitting the file into lines, which is slow for a
 * large file or very many matches. `null`: the text is not there, or the line ends are mixed, and each has to be looked
 * at. Pure.
 */
function replaceExact(text, replacement, { all, exactOnly }) {
    const unix = toUnixText(text, replacement);
    if (unix === null)
        return null;
    const { old } = unix.replacement;
    const offsets = indexOfAll(unix.text, old, {
        advance: all ? old.length : 1,
        max: all ? Number.POSITIVE_INFINITY : MAX_REPORTED + 1,
    });
    if (offsets.length === 0)
        return null;
    const atEof = all ? findAtEof(unix.text, old, (offsets.at(-1) ?? 0) + old.length) : null;
    const last = exactOnly ? null : atEof;
    return {
        level: 'exact',
        lines: linesAt(unix.text, last === null ? offsets : [...offsets, last]),
        lastLine: atEof === null ? 'no match' : last === null ? 'left' : 'matched',
        removesLines: offsets.some((offset) => removedEnd(unix.text, offset, unix.replacement) > 0),
        splice() {
            const start = last === null ? unix.text : unix.text.slice(0, last) + withoutLastEnd(unix.replacement).new;
            return { text: unix.toFile(splice(start, offsets, unix.replacement)), ranges: [] };
        },
    };
}
/** The offset of a match whose line end is missing at the end of the file; `null`: there is none. */
function findAtEof(text, old, from) {
    if (!old.endsWith('\n') || old === '\n' || text.endsWith('\n'))
        return null;
    const bare = old.slice(0, -1);
    const at = text.length - bare.length;
    return at >= from && text.endsWith(bare) ? at : null;
}
/** Everything with LF, if that can be undone without knowing which line had which end. */
function toUnixText(text, replacement) {
    const unchanged = { text, replacement, toFile: (changed) => changed };
    const both = replacement.old + replacement.new;
    if (!/[\r\n]/.test(both))
        return unchanged;
    if (!text.includes('\r'))
        return both.includes('\r') ? null : unchanged;
    const unix = text.replaceAll('\r\n', '\n');
    const put = replacement.new.replaceAll('\r\n', '\n');
    if (unix.includes('\r') || /(?<!\r)\n/.test(text) || replacement.old.includes('\r') || put.includes('\r'))
        return null;
    return {
        text: unix,
        replacement: { old: replacement.old, new: put },
        toFile: (changed) => changed.replaceAll('\n', '\r\n'),
    };
}
function linesAt(text, offsets) {
    let line = 1;
    let end = text.indexOf('\n');
    return offsets.map((offset) => {
        while (end !== -1 && end < offset) {
            line += 1;
            end = text.indexOf('\n', end + 1);
        }
        return line;
    });
}
function splice(text, offsets, replacement) {
    const parts = [];
    let next = 0;
    for (const offset of offsets) {
        parts.push(text.slice(next, offset), replacement.new);
        next = offset + replacement.old.length + removedEnd(text, offset, replacement);
    }
    parts.push(text.slice(next));
    return parts.join('');
}
/** Characters of the line end that is removed with a match, if the match is complete lines that are removed. */
function removedEnd(text, offset, replacement) {
    if (!isRemoval(replacement) || (offset > 0 && text[offset - 1] !== '\n'))
        return 0;
    const end = offset + replacement.old.length;
    if (text.startsWith('\r\n', end))
        return 2;
    return text[end] === '\n' ? 1 : 0;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/replace-text.js








/** For an edit that quotes nothing in a file that is large, or that nobody has read. Pure. */
const adviseExact = ({ isLarge = false }) => isLarge
    ? 'The file is larger than 2 MiB, where only text that is the same byte for byte is found: copy it exactly as read shows it.'
    : 'Read the file first, then copy from it.';
/** Replaces a part of a text. Every byte outside of it stays. Pure. */
function replaceText(text, edit, options = {}) {
    const refuse = (problem) => ({ ok: false, problem });
    const problem = replace_text_findProblem(edit);
    if (problem !== null)
        return refuse(problem);
    const { all } = edit;
    const exactOnly = options.exactOnly === true || options.isLarge === true;
    const replacement = toReplacement(text, edit);
    const found = replaceExact(text, replacement, { all, exactOnly }) ?? replaceLines(text, replacement, { all, exactOnly });
    if (found === null) {
        const advice = exactOnly ? adviseExact(options) : diagnoseMiss(splitLines(text).lines, replacement);
        return refuse(`\`old\` does not occur in the file. ${advice}`);
    }
    const { level, lines, lastLine, removesLines } = found;
    if (lines.length > 1 && !all) {
        const how = level === 'exact' ? 'occurs' : `occurs (where ${describeLevel(level)})`;
        return refuse(`\`old\` ${how} ${nameCount(lines.length)} times, at ${nameLines(lines)}. Add lines around it until it is unique, or set all: true.`);
    }
    if (lines.length * replacement.new.length > SIZE_LIMIT) {
        return refuse(`\`new\` in ${lines.length} places would make the file larger than ${SIZE_LIMIT} bytes.`);
    }
    const spliced = found.splice();
    if (spliced.text === text)
        return refuse(replace_text_UNCHANGED);
    return { ok: true, level, lines, lastLine, removesLines, ...spliced };
}
/** Line by line, for text that differs from the file in some way, and for files with mixed line ends. */
function replaceLines(text, replacement, options) {
    const file = splitLines(text);
    const matched = matchText(file, normalizeLines(file.lines), replacement, options);
    if (matched === null)
        return null;
    const splice = () => spliceLines(file, matched.replacements.map((lines) => changeLines(file, lines)));
    const removesLines = isRemoval(replacement) && matched.replacements.some((one) => one.new.length === 0);
    return { ...matched, removesLines, splice };
}
const replace_text_UNCHANGED = 'The edit changes nothing: `old` and `new` differ in nothing but line ends or characters that the file keeps. Use write to change those.';
function replace_text_findProblem(edit) {
    if (edit.old === '')
        return '`old` is empty. Use write to create a file or replace all of it.';
    if (edit.old === edit.new)
        return '`old` and `new` are the same: nothing to change.';
    if (!edit.old.isWellFormed())
        return '`old` contains an unpaired surrogate. Copy whole characters.';
    return findUnwritable(edit.new, '`new`');
}
/** Why a text cannot be part of a text file, beginning with `name`; `null`: it can. Pure. */
function findUnwritable(text, name) {
    if (!text.isWellFormed())
        return `${name} contains an unpaired surrogate. Write whole characters.`;
    return text.includes('\0')
        ? `${name} holds a NUL character, which makes a file binary. Leave it out.`
        : null;
}
const BOM = '\uFEFF';
/**
 * Models see and write LF. CRLF means the line ends of the file, whatever they are. A byte order mark at the beginning
 * means that of the file, which stays, unless the text itself contains the character.
 */
function toReplacement(text, edit) {
    const old = toUnix(edit.old);
    // A file without any line end does not say which it would have.
    const put = text.includes('\n') ? toUnix(edit.new) : edit.new;
    if (!old.startsWith(BOM) || old === BOM || text.includes(BOM))
        return { old, new: put };
    return { old: old.slice(1), new: put.startsWith(BOM) ? put.slice(1) : put };
}
const toUnix = (text) => text.replaceAll('\r\n', '\n');
/** What a level ignored, to be read after "where"; empty for the exact level. Pure. */
function describeLevel(level) {
    switch (level) {
        case 'exact':
            return '';
        case 'line-end':
            return 'white space at line ends differs';
        case 'indentation':
            return 'indentation differs; the new text was fitted to that of the file';
        case 'punctuation':
            return 'quotes, dashes or spaces are of another kind';
        case 'similar':
            return 'the text is similar, not the same: check it';
    }
}
const LINES_NAMED = 20;
/** Each line once, however many matches it has. */
function nameLines(all) {
    const lines = [...new Set(all)];
    const named = lines.slice(0, LINES_NAMED).join(', ');
    if (lines.length <= LINES_NAMED)
        return `${lines.length === 1 ? 'line' : 'lines'} ${named}`;
    return `lines ${named} and ${lines.length - LINES_NAMED} more`;
}
const nameCount = (count) => (count > MAX_REPORTED ? 'more than 1,000' : String(count));

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/edit-file.js









/** As many as the largest file has characters: each edit alone may change all of them. */
const edit_file_MAX_PLACES = SIZE_LIMIT;
const TOO_MANY = `the edits change more than ${edit_file_MAX_PLACES} places in all. Make fewer of them in one call.`;
/** Makes edits of one file, each on the result of those before it, or none of them. All other bytes stay. */
async function editFile(editing, path, edits) {
    const located = await editing.locate(path);
    if (!located.ok)
        return (0,tool_result/* refused */.J)(located.problem);
    const { file } = located;
    const loaded = await loadToChange(editing, file);
    if (!loaded.ok)
        return (0,tool_result/* refused */.J)(loaded.problem);
    const exactOnly = editing.readFiles.knowledgeOf(file.absolute, loaded.bytes) === 'unread';
    const options = { exactOnly, isLarge: isLarge(loaded.bytes) };
    const limit = limitAfterEdit(loaded.bytes);
    const reports = [];
    const { endsWithCr } = loaded.text;
    let { text } = loaded.text;
    let places = 0;
    for (const [index, edit] of edits.entries()) {
        const refuse = (problem) => {
            const which = edits.length === 1 ? '' : `edit ${index + 1} of ${edits.length}, and nothing was changed: `;
            return (0,tool_result/* refused */.J)(`${file.path}: ${which}${problem}`);
        };
        const omission = (0,elision/* findElision */.B1)(edit.new, edit.old);
        if (omission !== null)
            return refuse((0,elision/* describeElision */.hI)(omission));
        const replaced = replaceText(text, endsWithCr ? withLf(edit) : edit, options);
        if (!replaced.ok)
            return refuse(replaced.problem);
        places += replaced.lines.length;
        if (places > edit_file_MAX_PLACES)
            return refuse(TOO_MANY);
        reports.push(describeEdit(file.path, replaced, noteLoneCr(edit.new, edit.old, loaded.text)));
        text = replaced.text;
        // The next edit could make it longer than a string can be.
        if (text.length > limit)
            break;
        // Edits may take long; this lets a cancel in between.
        await (0,external_node_timers_promises_.setImmediate)();
    }
    const encoded = encodeText(loaded.text, text);
    if (!encoded.ok)
        return (0,tool_result/* refused */.J)(`${file.path} ${encoded.problem}.`);
    const { bytes } = encoded;
    const problem = findSizeProblem(editing, file.path, { size: bytes.length, limit });
    if (problem !== null)
        return (0,tool_result/* refused */.J)(problem);
    await applyTransaction(editing, [{ kind: 'replace', file, bytes }]);
    editing.readFiles.noteEdited(file.absolute, bytes);
    return (0,tool_result/* done */.V)(reports.join('\n') + (await unpublishedNote(editing, { made: [], replaced: [file.path] })));
}
/** Of a file whose lines end with CR, where LF stands for it. */
const withLf = (edit) => ({
    ...edit,
    old: edit.old.replaceAll(/\r\n?/g, '\n'),
    new: edit.new.replaceAll(/\r\n?/g, '\n'),
});
function describeEdit(path, made, endNote) {
    const { level, lines, lastLine, text, ranges } = made;
    const where = nameLines(lines);
    const what = lines.length === 1
        ? `Replaced in ${path} at ${where}`
        : `Replaced ${lines.length} matches in ${path}, at ${where}`;
    const note = describeLastLine(lastLine) + describeRemoval(made) + endNote;
    if (level === 'exact')
        return `${what}.${note}`;
    return `${what}, where ${describeLevel(level)}.${note} It reads now:\n${showChange(text, ranges)}`;
}
function describeLastLine(lastLine) {
    switch (lastLine) {
        case 'no match':
            return '';
        case 'matched':
            return ' The last match had no line end, and none was added.';
        case 'left':
            return ' The file ends with the same text, but without a line end; that was left, since you have not read the file.';
    }
}
function describeRemoval({ removesLines, lines }) {
    if (!removesLines)
        return '';
    return lines.length === 1
        ? ' The line end was removed, too.'
        : ' Where `old` was a whole line, its line end was removed, too.';
}

;// CONCATENATED MODULE: ../../lib/action/workspace/edit/write-file.js











/** Writes a complete file, with the folders it needs. */
async function writeFile(editing, path, text) {
    const lookup = await editing.locate(path);
    if (!lookup.ok)
        return (0,tool_result/* refused */.J)(lookup.problem);
    const { file } = lookup;
    const before = await readBefore(editing, file);
    if ('problem' in before)
        return (0,tool_result/* refused */.J)(before.problem);
    const composed = composeFile(editing, file, text, before.text);
    if (!composed.ok)
        return (0,tool_result/* refused */.J)(composed.problem);
    const { change } = composed;
    const isNew = change.kind === 'create';
    const verb = isNew ? 'Created' : 'Replaced all of';
    const [made, replaced] = isNew ? [[file.path], []] : [[], [file.path]];
    let more = '';
    await applyTransaction(editing, [change], async () => {
        more = await unpublishedNote(editing, { made, replaced });
    });
    editing.readFiles.noteWritten(file.absolute, change.bytes);
    const { codec } = before.text;
    const ends = noteMixedEnds(likeBefore(text, before.text), before.text);
    const encoding = codec === encoding_codec/* UTF_8 */.lS ? '' : ` in ${codec.name}`;
    return (0,tool_result/* done */.V)(`${verb} ${file.path} (${change.bytes.length} bytes${encoding}).${ends}${more}`);
}
/**
 * The change that gives a file a new text. It keeps the mode, the encoding, the byte order mark and, if all lines end with
 * CRLF, the line ends of the text `before`: models write LF whatever the file has. Pure.
 */
function composeFile(editing, file, text, before) {
    const unwritable = findUnwritable(text, `${file.path}: the text`);
    if (unwritable !== null)
        return { ok: false, problem: unwritable };
    const omission = (0,elision/* findElision */.B1)(text, before.text);
    if (omission !== null)
        return { ok: false, problem: `${file.path}: ${(0,elision/* describeElision */.hI)(omission)}` };
    if (!before.text.isWellFormed())
        return { ok: false, problem: `${file.path} ${describeLoss(before)}` };
    const encoded = encodeText(before, likeBefore(text, before));
    if (!encoded.ok)
        return { ok: false, problem: `${file.path} ${encoded.problem}.` };
    const { bytes } = encoded;
    const problem = findSizeProblem(editing, file.path, { size: bytes.length });
    if (problem !== null)
        return { ok: false, problem };
    return { ok: true, change: { kind: file.stats === null ? 'create' : 'replace', file, bytes } };
}
const describeLoss = ({ codec }) => `has bytes that are no characters in ${codec.name}, which would be lost. Change parts of it with edit.`;
/** A file that does not exist yet, in the encoding that `.editorconfig` gives it. */
const openNew = async ({ root }, { absolute }) => (0,decode_text/* newText */.SF)(await findCharset(root, absolute));
/** The content of a file that is to be replaced. The model must know all of it, since all of it would be lost. */
async function readBefore(editing, file) {
    const { root, readFiles } = editing;
    if (file.stats === null)
        return { text: await openNew(editing, file) };
    if (file.stats.isDirectory())
        return { problem: `${file.path} is a folder. Name a file.` };
    const loaded = await readText(root, file);
    if (!loaded.ok && loaded.isEncrypted)
        return loaded;
    if (!loaded.ok)
        return { problem: `${loaded.problem} To put another file in its place, delete it first.` };
    const pointer = findPointerProblem(file.path, loaded.bytes);
    if (pointer !== null)
        return { problem: pointer };
    const knowledge = loaded.bytes.length === 0 ? 'whole' : readFiles.knowledgeOf(file.absolute, loaded.bytes);
    switch (knowledge) {
        case 'whole':
            return { text: loaded.text };
        case 'part':
            return {
                problem: `${file.path} exists, and you have read only a part of it. Read the rest first, or use edit.`,
            };
        case 'unread':
            return { problem: `${file.path} exists already. Read it first, then write it or, better, edit it.` };
        case 'changed':
            return { problem: `${file.path} has changed since you read it, and not by you. Read it again first.` };
    }
}
function likeBefore(text, before) {
    const ends = splitLines(before.text).ends.slice(0, -1);
    const isWindows = ends.length > 0 && ends.every((end) => end === '\r\n');
    const bare = before.bom && text.startsWith(decode_text/* MARK */.M$) ? text.slice(1) : text;
    return isWindows && !bare.includes('\r') ? bare.replaceAll('\n', '\r\n') : bare;
}

// EXTERNAL MODULE: ../../lib/action/workspace/files/portable-names.js
var portable_names = __webpack_require__(1036);
;// CONCATENATED MODULE: ../../lib/action/workspace/files/read-files.js

const ALL = Number.POSITIVE_INFINITY;
const digestOf = (bytes) => (0,external_node_crypto_.hash)('sha256', bytes, 'base64');
function openReadFiles() {
    const files = new Map();
    return {
        knowledgeOf(absolute, bytes) {
            const known = files.get(absolute);
            if (known === undefined)
                return 'unread';
            if (known.digest !== digestOf(bytes))
                return 'changed';
            if (known.seen === ALL)
                return 'whole';
            return known.isRead ? 'part' : 'unread';
        },
        has: (absolute) => files.has(absolute),
        noteShown(absolute, bytes, shown) {
            const digest = digestOf(bytes);
            const known = files.get(absolute);
            const before = known?.digest === digest ? known.seen : 0;
            const reached = shown !== null && shown.from <= before + 1 ? Math.max(before, shown.to) : before;
            const isAll = shown !== null && reached >= shown.total;
            files.set(absolute, { digest, isRead: true, seen: isAll ? ALL : reached });
        },
        noteEdited(absolute, bytes) {
            const { isRead, seen } = files.get(absolute) ?? { isRead: false, seen: 0 };
            files.set(absolute, { digest: digestOf(bytes), isRead, seen });
        },
        noteWritten(absolute, bytes) {
            files.set(absolute, { digest: digestOf(bytes), isRead: true, seen: ALL });
        },
        noteMoved(absolute, to) {
            const known = files.get(absolute);
            files.delete(absolute);
            if (known !== undefined)
                files.set(to, known);
        },
        forget(absolute) {
            files.delete(absolute);
        },
    };
}

// EXTERNAL MODULE: ../../lib/action/workspace/files/read-image.js
var read_image = __webpack_require__(2934);
;// CONCATENATED MODULE: ../../lib/action/workspace/patch/locate-hunk.js




/**
 * The only place that has the lines of a hunk, narrowed by its headers, by its order and by `*** End of File`. A header
 * that is not in the file refuses the hunk, even if its lines are unique: they may be those of another function. Pure.
 */
function locateHunk(file, hunk, { after, exactOnly }) {
    const old = hunk.lines.flatMap(({ kind, text }) => (kind === 'added' ? [] : [text]));
    const refuse = (problem) => ({ ok: false, problem, old });
    if (old.length === 0)
        return locateAddition(file, hunk);
    const opened = openHeaders(file, hunk.headers);
    if (!opened.ok)
        return refuse(opened.problem);
    const { blocks } = opened;
    const found = findInside(file, old, { exactOnly, blocks }) ?? matchLines(file, old, { exactOnly });
    if (found === null)
        return refuse('do not occur in the file');
    const below = found.matches.filter(({ at }) => at >= (blocks[0]?.from ?? 0));
    const header = hunk.headers.at(-1) ?? '';
    if (below.length === 0) {
        return refuse(`occur only above its header ${quoteHeader(header)}, at ${locate_hunk_nameLines(found)}: ${FIX_HEADER}`);
    }
    const inside = linesOf(blocks);
    const matches = locate_hunk_narrow(file, below, hunk, { after, length: old.length, inside });
    const [match] = matches;
    if (match !== undefined && matches.length === 1) {
        const outsideOf = blocks.length > 0 && !inside.has(match.at) ? header : null;
        return { ok: true, level: found.level, match, old, outsideOf };
    }
    return refuse(`occur ${found.matches.length} times, at ${locate_hunk_nameLines(found)}: add lines of context, or an @@ header, until they are unique`);
}
const FIX_HEADER = 'correct the header, or leave it out and add lines of context';
const quoteHeader = (header) => `\`${header.slice(0, 120).toWellFormed()}\``;
function locate_hunk_nameLines({ matches }) {
    const lines = matches.slice(0, 20).map(({ at }) => at + 1);
    return `${matches.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
}
/** Inside the blocks of the headers. A match there that differs in white space is preferred to an exact one elsewhere. */
function findInside(file, old, { exactOnly, blocks }) {
    const inside = linesOf(blocks);
    const accept = ({ at }) => inside.has(at);
    // A similar match is never preferred to an equal one behind the blocks: it is found only if no other place is like it.
    return blocks.length === 0 ? null : matchLines(file, old, { exactOnly, accept });
}
/** Every line of the blocks, which may overlap and are in the order of their first lines. */
function linesOf(blocks) {
    const lines = new Set();
    let next = 0;
    for (const { from, to } of blocks) {
        for (let line = Math.max(next, from); line < to; line += 1)
            lines.add(line);
        next = Math.max(next, to);
    }
    return lines;
}
/** Lines without context go to the end of the file, as the format says. Below a header, there are two places for them. */
function locateAddition(file, { headers }) {
    if (headers.length > 0) {
        return { ok: false, problem: 'have no line of context: add one that stands in the file', old: [] };
    }
    const match = { at: file.exact.length, reindent: (indent) => indent };
    return { ok: true, level: 'exact', match, old: [], outsideOf: null };
}
function locate_hunk_narrow(file, matches, hunk, { after, length, inside, }) {
    if (matches.length === 1)
        return matches;
    const atEnd = matches.filter(({ at }) => at + length === file.exact.length);
    if (hunk.atEnd && atEnd.length === 1)
        return atEnd;
    if (hunk.headers.length > 0) {
        const within = matches.filter(({ at }) => inside.has(at));
        return within.length > 0 ? within : matches;
    }
    const later = matches.filter(({ at }) => at >= after);
    return later.length === 1 ? later : matches;
}
/** The blocks that the headers open, none without a header. Each header is located inside the block of the one before. */
function openHeaders(file, headers) {
    if (headers.length === 0)
        return { ok: true, blocks: [] };
    const ends = blockEnds(file);
    let blocks = [{ from: 0, to: file.exact.length }];
    for (const [index, header] of headers.entries()) {
        blocks = findHeader(file, header, blocks).map((from) => ({ from, to: ends[from] ?? file.exact.length }));
        if (blocks.length > 0)
            continue;
        const outer = headers[index - 1];
        const where = outer === undefined ? 'in the file' : `inside of ${quoteHeader(outer)}`;
        const problem = `belong below the header ${quoteHeader(header)}, which does not occur ${where}: ${FIX_HEADER}`;
        return { ok: false, problem };
    }
    return { ok: true, blocks };
}
/** git cuts the headers of unified diffs off. A shorter header that ends within a word names something else. */
const CUT_OFF = 40;
/**
 * In each block, the lines that are equal to the header, or else begin with it, or else contain it. Each line of the file is
 * compared once, however many of the blocks it is in; they are in the order of their first lines.
 */
function findHeader({ plainTrimmed }, header, blocks) {
    const text = normalizePunctuation(header).trim();
    const kinds = [
        (line) => line === text,
        (line) => line.startsWith(text) && (isWhole(line, text, 0) || text.length >= CUT_OFF),
        (line) => indexOfAll(line, text, EACH).some((at) => isWhole(line, text, at)),
    ];
    const found = new Set();
    let left = blocks;
    for (const isOne of kinds) {
        if (left.length === 0)
            break;
        // For each line, the first one from it on.
        const next = Array.from({ length: plainTrimmed.length + 1 }, () => Number.POSITIVE_INFINITY);
        for (let at = plainTrimmed.length - 1; at >= 0; at -= 1)
            next[at] = isOne(plainTrimmed[at] ?? '') ? at : (next[at + 1] ?? Number.POSITIVE_INFINITY);
        const firstIn = (from) => next[from] ?? Number.POSITIVE_INFINITY;
        let done = 0;
        for (const { from, to } of left) {
            for (let at = firstIn(Math.max(from, done)); at < to; at = firstIn(at + 1))
                found.add(at);
            done = Math.max(done, to);
        }
        left = left.filter(({ from, to }) => firstIn(from) >= to);
    }
    return [...found].toSorted((a, b) => a - b);
}
const EACH = { advance: 1, max: Number.POSITIVE_INFINITY };
/** Whether a text begins and ends where words of the line do. */
const isWhole = (line, text, at) => !(isWord(line[at - 1]) && isWord(text[0])) && !(isWord(text.at(-1)) && isWord(line[at + text.length]));
const isWord = (character) => /^[\p{L}\p{N}_]$/u.test(character ?? '');
/** The brace below a header, and the end of a header of several lines. */
const CONTINUES = /^\s*[{)\]]/;
const rankOf = (line) => /^(#{1,6}) /.exec(line)?.[1]?.length;
/**
 * The line after the block that each line opens: a Markdown heading opens everything up to the next one of its rank, any
 * other line what is indented below it. In one pass from the end.
 */
function blockEnds({ exact }) {
    const ends = [];
    // The nearest lines below, by rank and by indentation. One further in than another that is nearer ends no block.
    const headings = [];
    const indented = [];
    const nearest = (below, most) => below.slice(0, most + 1).findLast((at) => at !== undefined) ?? exact.length;
    for (let at = exact.length - 1; at >= 0; at -= 1) {
        const line = exact[at] ?? '';
        const [rank, depth] = [rankOf(line), indentOf(line).length];
        ends[at] = rank === undefined ? nearest(indented, depth) : nearest(headings, rank);
        if (rank !== undefined)
            put(headings, rank, at);
        if (line.trim() !== '' && !CONTINUES.test(line))
            put(indented, depth, at);
    }
    return ends;
}
function put(below, place, at) {
    below.length = Math.min(below.length, place + 1);
    below[place] = at;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/patch/apply-hunks.js





/** Applies all hunks of a file, or none. Each is located in the original text. Pure. */
function applyHunks(text, hunks, options = {}) {
    const exactOnly = options.exactOnly === true || options.isLarge === true;
    const file = splitLines(text);
    // An empty text behind the last line end is no line to a patch.
    const normalized = normalizeLines(file.lines.slice(0, countLines(file)));
    const located = [];
    let after = 0;
    for (const [index, written] of hunks.entries()) {
        const [hunk, found] = locateLeniently(normalized, written, { after, exactOnly });
        if (!found.ok) {
            const missing = apply_hunks_isMissing(found);
            const advice = exactOnly
                ? adviseExact(options)
                : diagnoseMiss(normalized.exact, { old: found.old.join('\n'), new: textAfter(hunk) });
            const end = missing ? `. ${advice}` : '.';
            return apply_hunks_refuse(`the lines of hunk ${index + 1}${nameHunk(hunk)} ${found.problem}${end}`);
        }
        const { at, reindent } = found.match;
        const change = toChange(file, { at, old: found.old, reindent, aligned: alignHunk(hunk.lines) });
        located.push({ level: found.level, outsideOf: found.outsideOf, change });
        after = at + found.old.length;
    }
    const inOrder = located.toSorted((a, b) => a.change.at - b.change.at);
    const clash = inOrder.findIndex(({ change }, index) => {
        const before = inOrder[index - 1]?.change;
        return before !== undefined && before.at + before.count > change.at;
    });
    if (clash !== -1)
        return apply_hunks_refuse(`two hunks meet at line ${(inOrder[clash]?.change.at ?? 0) + 1}. Make them one.`);
    const spliced = spliceLines(file, inOrder.map(({ change }) => change));
    if (spliced.text === text && hunks.length > 0)
        return apply_hunks_refuse('the hunks change nothing.');
    return {
        ok: true,
        levels: inOrder.map(({ level }) => level),
        outsideOf: inOrder.map(({ outsideOf }) => outsideOf),
        ...spliced,
    };
}
/** Models add an empty line of context at the end of a hunk, for the end of the file or between two hunks. */
function locateLeniently(normalized, hunk, options) {
    const found = locateHunk(normalized, hunk, options);
    const bare = { ...hunk, lines: withoutBlankContext(hunk.lines) };
    const isOther = bare.lines.length < hunk.lines.length && bare.lines.some(({ kind }) => kind !== 'added');
    if (!apply_hunks_isMissing(found) || !isOther || options.exactOnly)
        return [hunk, found];
    const again = locateHunk(normalized, bare, options);
    return again.ok ? [bare, again] : [hunk, found];
}
function withoutBlankContext(lines) {
    const isMeant = ({ kind, text }) => kind !== 'kept' || text.trim() !== '';
    return lines.slice(Math.max(0, lines.findIndex(isMeant)), lines.findLastIndex(isMeant) + 1);
}
const apply_hunks_isMissing = (found) => !found.ok && found.problem.startsWith('do not occur');
const apply_hunks_refuse = (problem) => ({ ok: false, problem });
const textAfter = ({ lines }) => lines.flatMap(({ kind, text }) => (kind === 'removed' ? [] : [text])).join('\n');
function nameHunk({ lines }) {
    const first = lines.find(({ kind, text }) => kind !== 'added' && text.trim() !== '');
    return first === undefined ? '' : ` (${JSON.stringify(first.text.slice(0, 120).toWellFormed())} …)`;
}
/** A hunk says which lines stay. If it adds as many lines as it removes before them, they replace each other one by one. */
function alignHunk(lines) {
    const aligned = [];
    let old = 0;
    for (let index = 0; index < lines.length;) {
        const from = index;
        while (lines[index] !== undefined && lines[index]?.kind !== 'kept')
            index += 1;
        const group = lines.slice(from, index);
        const added = group.filter(({ kind }) => kind === 'added');
        const removed = group.length - added.length;
        for (const [n, { text }] of added.entries()) {
            const near = Math.max(0, old + Math.min(n, Math.max(0, removed - 1)));
            aligned.push({ text, insteadOf: added.length === removed ? old + n : null, near });
        }
        old += removed;
        if (lines[index]?.kind === 'kept') {
            aligned.push({ kept: old });
            old += 1;
            index += 1;
        }
    }
    return aligned;
}

;// CONCATENATED MODULE: ../../lib/action/workspace/patch/parse-v4a.js
const HEADER = /^\s*\*\*\*\s*(Add|Update|Delete)\s+File:(.*)$/i;
const MOVE = /^\s*\*\*\*\s*Move\s+to:(.*)$/i;
const BEGIN = /^\s*\*\*\*\s*Begin\s+Patch\s*$/i;
const END = /^\s*\*\*\*\s*End\s+Patch\s*$/i;
const BORDER = /^\*\*\*\s*(?:Begin|End)\s+Patch\s*$/i;
const END_OF_FILE = /^\*\*\*\s*End\s+of\s+File\s*$/i;
const FORM = 'Write *** Begin Patch, then *** Add File:, *** Update File: or *** Delete File: sections, then *** End Patch.';
/** Thrown and caught only in this file, so that the small functions below need no result type for it. */
class Malformed extends Error {
}
/**
 * Reads the V4A format, https://cookbook.openai.com/examples/gpt4-1_prompting_guide, with what models commonly do to
 * it: missing first or last lines, a code fence or here-document around it, several patches in one, a context line
 * without its space, syntax of a unified diff. Pure.
 */
function parseV4a(patch) {
    try {
        return { ok: true, sections: readSections(unwrap(patch)) };
    }
    catch (error) {
        if (error instanceof Malformed)
            return { ok: false, problem: error.message };
        throw error;
    }
}
function unwrap(patch) {
    const lines = patch.split('\n').map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
    const begin = lines.findIndex((line) => BEGIN.test(line));
    const first = begin === -1 ? lines.findIndex((line) => HEADER.test(line)) : begin + 1;
    if (first === -1)
        throw new Malformed(`This is not a patch. ${FORM}`);
    const before = lines.slice(0, begin === -1 ? first : begin);
    const stray = before.find((line) => line.trim() !== '' && !isWrapper(line));
    if (stray !== undefined)
        throw new Malformed(`The patch begins with ${parse_v4a_quote(stray)}. ${FORM}`);
    const end = lines.findLastIndex((line) => END.test(line));
    const body = lines.slice(first, end === -1 ? undefined : end);
    // Without `*** End Patch`, the end of the code fence or here-document follows.
    const isClosing = closingOf(before);
    const whole = end === -1 ? body.slice(0, body.findLastIndex((line) => !isClosing(line)) + 1) : body;
    // Several patches in one are joined. No line of a file is here without its prefix.
    return whole.filter((line) => !BORDER.test(line));
}
const isWrapper = (line) => /^(?:```\w*|(?:\$ )?(?:apply_patch|cat)?\s*(?:<<-?\s*['"]?\w+['"]?)?)$/.test(line.trim());
/** Whether a line may end what the lines `before` the patch begin. */
function closingOf(before) {
    const ends = new Set(['', ...before.flatMap((one) => /<<-?\s*['"]?(\w+)/.exec(one)?.[1] ?? [])]);
    if (before.some((one) => one.includes('```')))
        ends.add('```');
    return (line) => ends.has(line.trim());
}
function readSections(lines) {
    const sections = [];
    let index = 0;
    while (index < lines.length) {
        const line = lines[index] ?? '';
        index += 1;
        if (line.trim() === '')
            continue;
        const [, verb = '', named = ''] = HEADER.exec(line) ?? [];
        const path = named.trim();
        if (verb === '')
            throw new Malformed(`Line ${parse_v4a_quote(line)} is no header of a file. ${FORM}`);
        if (path === '')
            throw new Malformed(`${parse_v4a_quote(line)} names no file.`);
        const start = index;
        while (index < lines.length && !isHeader(lines[index] ?? ''))
            index += 1;
        const body = lines.slice(start, index);
        sections.push(readSection(verb.toLowerCase(), path, body));
    }
    if (sections.length === 0)
        throw new Malformed(`The patch is empty. ${FORM}`);
    return sections;
}
const isHeader = (line) => line.startsWith('***') && HEADER.test(line);
function readSection(verb, path, body) {
    if (verb === 'add')
        return { kind: 'add', path, lines: readAdded(path, body) };
    if (verb === 'update')
        return readUpdate(path, body);
    const stray = body.find((line) => line.trim() !== '');
    if (stray === undefined)
        return { kind: 'delete', path };
    throw new Malformed(`${parse_v4a_quote(stray)} follows *** Delete File: ${path}, where nothing may follow.`);
}
function readAdded(path, body) {
    const lines = withoutBlankEnd(body).filter((line) => !END_OF_FILE.test(line));
    const stray = lines.find((line) => line !== '' && !line.startsWith('+'));
    if (stray === undefined)
        return lines.map((line) => line.slice(1));
    throw new Malformed(`In *** Add File: ${path} each line begins with +, but not ${parse_v4a_quote(stray)}.`);
}
function readUpdate(path, body) {
    const first = body.findIndex((line) => line.trim() !== '');
    const to = MOVE.exec(body[first] ?? '')?.[1]?.trim() ?? null;
    if (to === '')
        throw new Malformed(`*** Move to: names no file, in *** Update File: ${path}.`);
    const hunks = readHunks(path, withoutUnified(to === null ? body : body.slice(first + 1)));
    if (hunks.length === 0 && to === null) {
        throw new Malformed(`*** Update File: ${path} changes nothing: it has no lines with + or -.`);
    }
    return { kind: 'update', path, to, hunks };
}
/** Without what only unified diffs have: two file names above the first hunk, and the note on a missing last line end. */
function withoutUnified(body) {
    const lines = body.filter((line) => line !== '\\ No newline at end of file');
    const first = lines.findIndex((line) => line.trim() !== '');
    const [names = '', more = '', hunk = ''] = lines.slice(Math.max(0, first));
    const isNamed = names.startsWith('--- ') && more.startsWith('+++ ') && hunk.startsWith('@@');
    return isNamed ? lines.slice(first + 2) : lines;
}
function readHunks(path, body) {
    const hunks = [];
    let headers = [];
    let raw = [];
    const close = (atEnd) => {
        const lines = parse_v4a_trimBlank(raw).map(readHunkLine);
        if (lines.some(({ kind }) => kind !== 'kept'))
            hunks.push({ headers, lines, atEnd });
        else if (lines.length > 0)
            throw new Malformed(`A hunk of ${path} has only context: ${parse_v4a_quote(raw.find(Boolean) ?? '')}.`);
        if (lines.length > 0 || atEnd)
            headers = [];
        raw = [];
    };
    for (const line of body) {
        if (line.startsWith('@@')) {
            close(false);
            headers.push(...readHeader(line));
        }
        else if (END_OF_FILE.test(line))
            close(true);
        else if (line.startsWith('***'))
            throw new Malformed(`${parse_v4a_quote(line)} is not understood, in *** Update File: ${path}.`);
        else
            raw.push(line);
    }
    close(false);
    return hunks;
}
/** Line numbers of a unified diff are ignored. What follows them is a header. */
function readHeader(line) {
    const bare = line.replace(/^@@(?:\s*-\d+(?:,\d+)? \+\d+(?:,\d+)?\s*@@)?/, '').trim();
    const text = bare.endsWith('@@') ? bare.slice(0, -2).trimEnd() : bare;
    return text === '' ? [] : [text];
}
function readHunkLine(line) {
    const text = line.slice(1);
    if (line.startsWith('+'))
        return { kind: 'added', text };
    if (line.startsWith('-'))
        return { kind: 'removed', text };
    return { kind: 'kept', text: line.startsWith(' ') ? text : line };
}
/** Empty lines at both ends only separate hunks. An empty context line has its space, or text on both sides. */
function parse_v4a_trimBlank(lines) {
    const first = lines.findIndex((line) => line !== '');
    return first === -1 ? [] : withoutBlankEnd(lines.slice(first));
}
const withoutBlankEnd = (lines) => lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);
const parse_v4a_quote = (line) => JSON.stringify(line.slice(0, 120).toWellFormed());

;// CONCATENATED MODULE: ../../lib/action/workspace/patch/apply-patch.js















const NOTHING = 'Nothing was changed.';
/** Applies a patch to all of its files or to none: everything is located and checked before anything is written. */
async function applyPatch(editing, patch) {
    const parsed = parseV4a(patch);
    if (!parsed.ok)
        return (0,tool_result/* refused */.J)(`${parsed.problem} ${NOTHING}`);
    const all = [];
    for (const section of parsed.sections) {
        const result = await applySection(editing, section, all);
        if (!result.ok)
            return (0,tool_result/* refused */.J)(`${result.problem} ${NOTHING}`);
        all.push(result.applied);
    }
    const changes = lastOfEachFile(all.map(({ change }) => change));
    const moves = changes.flatMap((change) => change.kind === 'move' ? [{ from: change.file.path, to: change.to.path }] : []);
    const confirmMoves = await watchMoves(editing.git, moves);
    const pathsOf = (wanted) => changes.filter(({ kind }) => kind === wanted).map(({ file }) => file.path);
    let notes = '';
    await applyTransaction(editing, changes, async () => {
        await confirmMoves();
        notes = await unpublishedNote(editing, { made: pathsOf('create'), replaced: pathsOf('replace') });
    });
    const added = parsed.sections.flatMap(({ kind }, index) => (kind === 'add' ? [all[index]?.change] : []));
    for (const change of changes)
        noteChange(editing, change, added.includes(change));
    return (0,tool_result/* done */.V)(all.map(({ report }) => report).join('\n') + notes);
}
/** The last of several changes of a file includes the others. */
const lastOfEachFile = (changes) => {
    const last = new Map(changes.map((change) => [change.file.absolute, change]));
    return changes.filter((change) => last.get(change.file.absolute) === change);
};
/** `isWritten`: the patch has all of the file's text. */
function noteChange({ readFiles }, change, isWritten) {
    const { absolute } = change.file;
    switch (change.kind) {
        case 'create':
            readFiles.noteWritten(absolute, change.bytes);
            break;
        case 'replace':
            if (isWritten)
                readFiles.noteWritten(absolute, change.bytes);
            else
                readFiles.noteEdited(absolute, change.bytes);
            break;
        case 'delete':
            readFiles.forget(absolute);
            break;
        case 'move':
            if (change.bytes !== null)
                readFiles.noteEdited(absolute, change.bytes);
            readFiles.noteMoved(absolute, change.to.absolute);
            break;
    }
}
/** Locates and checks the change of one section, on top of the sections `before` it. Writes nothing. */
async function applySection(editing, section, before) {
    const located = await locateNamed(editing, section);
    if (!located.ok)
        return located;
    const { file } = located;
    const earlier = before.findLast(({ change }) => touches(change, file))?.change;
    const isAddedAgain = section.kind === 'add' && earlier?.kind === 'delete';
    const isUpdatedAgain = section.kind === 'update' && earlier?.kind === 'replace';
    if (earlier !== undefined && !isAddedAgain && !isUpdatedAgain) {
        return apply_patch_refuse(describeClash(file));
    }
    switch (section.kind) {
        case 'add':
            return applyAddition(editing, file, { lines: section.lines, isAddedAgain });
        case 'delete':
            return applyDeletion(editing, file);
        case 'update': {
            const to = section.to === null ? null : await editing.locate(section.to);
            if (to !== null && !to.ok)
                return to;
            if (to !== null && before.some(({ change }) => touches(change, to.file))) {
                return apply_patch_refuse(describeClash(to.file));
            }
            return applyUpdate(editing, { file, to: to?.file ?? null, section, earlier });
        }
    }
}
const apply_patch_refuse = (problem) => ({ ok: false, problem });
/** A file that is moved, and another at its old path, cannot be one section. */
const describeClash = ({ path }) => `${path} is changed by two sections. Make them one, or make two patches.`;
const touches = (change, { absolute }) => change.file.absolute === absolute || (change.kind === 'move' && change.to.absolute === absolute);
/** git's patches have `a/` and `b/` before their paths. The prefix is removed if only then a file exists. */
async function locateNamed(editing, { kind, path }) {
    const as = kind === 'delete' ? 'entry' : 'file';
    const located = await editing.locate(path, as);
    if (kind === 'add' || !located.ok || located.file.stats !== null || !/^[ab]\//.test(path))
        return located;
    const without = await editing.locate(path.slice(2), as);
    return without.ok && without.file.stats !== null ? without : located;
}
/** A file that exists is replaced, if an earlier section deletes it or the model has read all of it. */
async function applyAddition(editing, file, { lines, isAddedAgain }) {
    const before = isAddedAgain ? { text: await openNew(editing, file) } : await readBefore(editing, file);
    if ('problem' in before)
        return apply_patch_refuse(before.problem);
    const composed = composeFile(editing, file, lines.map((line) => `${line}\n`).join(''), before.text);
    if (!composed.ok)
        return composed;
    const isNew = file.stats === null || isAddedAgain;
    const report = isNew ? `Added ${file.path}.` : `Replaced all of ${file.path}, which existed.`;
    return succeed(composed.change, report);
}
async function applyDeletion(editing, file) {
    if (file.stats === null)
        return apply_patch_refuse(`${file.path} does not exist: nothing to delete.`);
    if (file.stats.isDirectory())
        return apply_patch_refuse(`${file.path} is a folder. Delete it with delete.`);
    if (!file.stats.isFile() && !file.stats.isSymbolicLink())
        return apply_patch_refuse(`${file.path} is not a regular file and cannot be deleted.`);
    const stale = await findStale(editing, file);
    return stale === null ? succeed({ kind: 'delete', file }, `Deleted ${file.path}.`) : apply_patch_refuse(stale);
}
async function applyUpdate(editing, update) {
    const { file, to, section, earlier } = update;
    const moving = to === null
        ? null
        : (findMoveProblem(file, to) ?? findNewExecutable(editing, file) ?? (await findStale(editing, file)));
    if (moving !== null)
        return apply_patch_refuse(moving);
    const moved = to === null ? '' : ` and moved it to ${to.path}`;
    if (to !== null && section.hunks.length === 0) {
        const bytes = earlier?.kind === 'replace' ? earlier.bytes : null;
        return succeed({ kind: 'move', file, to, bytes }, `Moved ${file.path} to ${to.path}.`);
    }
    const hunked = await hunkResult(editing, update);
    if (!hunked.ok)
        return hunked;
    const { bytes, report } = hunked;
    const problem = findSizeProblem(editing, file.path, { size: bytes.length, limit: hunked.limit });
    if (problem !== null)
        return apply_patch_refuse(problem);
    const change = to === null ? { kind: 'replace', file, bytes } : { kind: 'move', file, to, bytes };
    return succeed(change, `Updated ${file.path}${moved}${report}`);
}
async function hunkResult(editing, { file, section, earlier }) {
    const loaded = await loadToChange(editing, file);
    if (!loaded.ok)
        return apply_patch_refuse(loaded.problem);
    const lines = section.hunks.flatMap((hunk) => hunk.lines);
    const textOf = (kinds) => lines.flatMap(({ kind, text }) => (kinds.includes(kind) ? [text] : [])).join('\n');
    const added = textOf(['added']);
    const omission = (0,elision/* findElision */.B1)(added, textOf(['kept', 'removed']));
    if (omission !== null)
        return apply_patch_refuse(`${file.path}: ${(0,elision/* describeElision */.hI)(omission)}`);
    const unwritable = findUnwritable(added, `${file.path}: the new text`);
    if (unwritable !== null)
        return apply_patch_refuse(unwritable);
    const exactOnly = editing.readFiles.knowledgeOf(file.absolute, loaded.bytes) === 'unread';
    const text = earlier?.kind === 'replace' ? (0,decode_text/* decodeAgain */.nh)(loaded.text, earlier.bytes) : loaded.text.text;
    const applied = applyHunks(text, section.hunks, { exactOnly, isLarge: isLarge(loaded.bytes) });
    if (!applied.ok)
        return apply_patch_refuse(`${file.path}: ${applied.problem}`);
    const encoded = encodeText(loaded.text, applied.text);
    if (!encoded.ok)
        return apply_patch_refuse(`${file.path} ${encoded.problem}.`);
    const limit = limitAfterEdit(loaded.bytes);
    return {
        ok: true,
        bytes: encoded.bytes,
        limit,
        report: describeHunks(applied, noteLoneCr(added, textOf(['removed']), loaded.text)),
    };
}
/** An exact match inside the block of its header needs no look; the lines of the others are shown. */
function describeHunks({ text, ranges, levels, outsideOf }, endNote) {
    const lines = ranges.map(({ from }) => from + 1);
    const where = ` at line${lines.length === 1 ? '' : 's'} ${lines.join(', ')}`;
    const level = levels.find((one) => one !== 'exact');
    const how = level === undefined ? '' : `, where ${describeLevel(level)}`;
    const outside = outsideOf.flatMap((header, index) => header === null
        ? []
        : ` Line ${lines[index]} is outside of ${quoteHeader(header)}: check that it is meant.`);
    const shown = ranges.filter((_, index) => levels[index] !== 'exact' || outsideOf[index] !== null);
    const look = shown.length === 0 ? '' : ` It reads now:\n${showChange(text, shown)}`;
    return `${where}${how}.${outside.join('')}${endNote}${look}`;
}
const succeed = (change, report) => ({
    ok: true,
    applied: { change, report },
});

;// CONCATENATED MODULE: ../../lib/action/workspace/open-workspace.js























function openWorkspace({ root, git, history, start = '', findObstacle = () => null, findUnfit = async () => null, isForeign = () => false, mayMakeExecutable = false, maxBytes = Number.POSITIVE_INFINITY, readLength = READ_LENGTH, imageTypes = [], scaleImage = null, now = Date.now, }) {
    const imageSupport = { types: imageTypes, scale: scaleImage };
    const provided = new Map();
    const readFiles = openReadFiles();
    const inOrder = createMutex();
    const locate = createLocate({ git, findObstacle });
    const knowsUtf8 = openUtf8Probe(git);
    const findUnportable = (0,portable_names/* openPortability */.qi)(git);
    let index = null;
    const openIndex = (realRoot) => {
        const untracked = openUntrackedIndex(git, realRoot, now);
        return { untracked, wide: openWideFiles({ git, root: realRoot }) };
    };
    const browse = ({ path, glob }, act) => guard(path, async () => {
        const problem = findScopeProblem({ path, glob });
        if (problem !== null)
            return (0,tool_result/* refused */.J)(problem);
        const realRoot = await (0,external_node_fs_promises_.realpath)(root);
        const lookup = await resolveToRead(realRoot, path);
        if (!lookup.ok)
            return (0,tool_result/* refused */.J)(lookup.problem);
        const { path: name, stats } = lookup.file;
        const isGlob = stats === null && hasWildcards(name);
        if (stats === null && !isGlob)
            return (0,tool_result/* refused */.J)(`${path} does not exist. List without a path first.`);
        index ??= openIndex(realRoot);
        return act({ git, root: realRoot, knowsUtf8, ...index }, { path: name, isGlob, glob });
    });
    const change = (path, act) => inOrder(() => guard(path, async () => {
        const realRoot = await (0,external_node_fs_promises_.realpath)(root);
        return act({
            ...{
                root: realRoot,
                git,
                readFiles,
                isForeign,
                findUnfit,
                findUnportable,
                mayMakeExecutable,
                maxBytes,
            },
            locate: (one, as = 'file') => locate(realRoot, one, as),
        });
    }));
    return {
        list: ({ path = start, pattern }) => browse({ path, glob: pattern }, listFiles),
        search: ({ path = start, glob, pattern, regex = false, ignoreCase = false }) => browse({ path, glob }, (context, scope) => searchFiles(context, scope, { pattern, regex, ignoreCase })),
        async read({ path, ...range }) {
            const readProvided = ({ text, isInstruction, image }) => ({
                ...(0,tool_result/* done */.V)(showLines(path, (0,decode_text/* plainText */.wh)(text), range, { maxLength: readLength, inFull: true }).text),
                ...(isInstruction && { isInstruction }),
                ...(image && { image }),
            });
            const text = provided.get(path);
            if (text !== undefined)
                return readProvided(text);
            return guard(path, async () => {
                const realRoot = await (0,external_node_fs_promises_.realpath)(root);
                const lookup = await resolveToRead(realRoot, path);
                // Some models leave out the slash of a provided file.
                const withSlash = lookup.ok && lookup.file.stats === null ? provided.get(`/${lookup.file.path}`) : undefined;
                if (withSlash !== undefined)
                    return readProvided(withSlash);
                return lookup.ok
                    ? readFile({ root: realRoot, readFiles, maxLength: readLength, imageSupport }, lookup.file, range)
                    : (0,tool_result/* refused */.J)(lookup.problem);
            });
        },
        edit: ({ path, ...edit }) => change(path, (editing) => editFile(editing, path, [toTextEdit(edit)])),
        multiEdit: ({ path, edits }) => change(path, (editing) => editFile(editing, path, edits.map(toTextEdit))),
        applyPatch: ({ patch }) => change('the patch', (editing) => applyPatch(editing, patch)),
        write: ({ path, text }) => change(path, (editing) => writeFile(editing, path, text)),
        move: ({ from, to }) => change(from, (editing) => moveEntry(editing, from, to)),
        makeExecutable: ({ path }) => change(path, (editing) => makeExecutable(editing, path)),
        delete: ({ path }) => change(path, (editing) => deleteEntry(editing, path)),
        keep: (found) => change('the files to keep', (editing) => keepFiles(editing, found)),
        history,
        provide(path, text, options = {}) {
            provided.set(path, { text, ...options });
        },
    };
}
const READ_LENGTH = 28_000;
const toTextEdit = ({ all = false, ...edit }) => ({ ...edit, all });
async function readFile({ root, readFiles, maxLength, imageSupport }, file, range) {
    const loaded = await readText(root, file);
    if (!loaded.ok) {
        const image = loaded.binary && (await (0,read_image/* readImage */.AM)(file.path, loaded.binary, imageSupport));
        return image ?? (0,tool_result/* refused */.J)(loaded.problem);
    }
    const shown = showLines(file.path, loaded.text, range, { maxLength });
    readFiles.noteShown(file.absolute, loaded.bytes, shown.range);
    return (0,tool_result/* done */.V)(shown.text);
}
/** A refusal of the file system (no permission, no space, a name too long) is reported to the model, not thrown. */
async function guard(path, act) {
    try {
        return await act();
    }
    catch (error) {
        if (error instanceof ChangeRefused)
            return (0,tool_result/* refused */.J)(error.message);
        if (!(error instanceof Error && 'code' in error && 'syscall' in error))
            throw error;
        return (0,tool_result/* refused */.J)(`${path}: the file system refused (${error.code}). Leave this file and continue.`);
    }
}
/** Makes each call wait for the previous one, even if that fails. */
function createMutex() {
    let last = Promise.resolve();
    return (act) => {
        const mine = last.then(act, act);
        // The caller of the previous one gets its error. The next one only waits.
        last = mine.catch(() => undefined);
        return mine;
    };
}

;// CONCATENATED MODULE: ../../lib/action/stages/compose-workspace.js












/** How many commits back the agent can look. */
const COMMITS_BACK = 200;
/** The agent's view of the checkout: writable where the project allows it, with secrets redacted in every result. */
async function composeWorkspace(job, { checkout, model, rules, workingDirectory, context }) {
    const { repository, baseSha, startSha } = checkout;
    const trees = [baseSha, startSha];
    const [links, findFilters] = await Promise.all([
        (0,read_tree_files/* readLinks */.CT)(repository, trees),
        (0,find_filters/* openFilters */._w)(repository, trees),
    ]);
    const judgePath = (0,path_policy/* pathPolicy */.Ml)(rules, links);
    const refusedPaths = [];
    const refuse = (refused) => {
        refusedPaths.push(refused);
        return (0,path_policy/* describeVerdict */.XZ)(refused);
    };
    const workspace = openWorkspace({
        root: job.workspace,
        start: workingDirectory ?? '',
        git: repository.git,
        history: composeHistory(job, checkout),
        readLength: (0,window_share/* readLengthFor */.Q5)(model.window),
        imageTypes: model.imageTypes,
        scaleImage: job.scaleImage,
        isForeign: (path) => (0,untracked_files/* wasUntracked */.h_)(checkout.untrackedBefore, Buffer.from(path).toString('latin1')),
        mayMakeExecutable: rules.executableScripts === true,
        maxBytes: rules.maxBytes,
        findObstacle(path) {
            const refused = judgePath(path);
            return refused === null ? null : refuse(refused);
        },
        async findUnfit(paths) {
            const [found] = [...(await findFilters(paths))].filter(([, filter]) => filter !== find_filters/* LFS */.kV);
            if (found === undefined)
                return null;
            const [path, filter] = found;
            return `${path} is ${refuse({ path, verdict: 'filtered', filter })}`;
        },
    });
    const all = withContext(workspace, composeContext(job, context, model));
    return { workspace: redactResults(all, job.secrets.redactKnown), refusedPaths };
}
const composeContext = ({ scaleImage }, context, { window, imageTypes }) => new Map([...context].map(([name, { repository, sha }]) => {
    const { git, workTree } = repository;
    const history = openGitHistory({
        ...readsOf(repository),
        start: sha,
        writeTree: async () => sha,
        deepen: async () => false,
    });
    const readLength = (0,window_share/* readLengthFor */.Q5)(window);
    return [name, openWorkspace({ root: workTree, git, history, readLength, imageTypes, scaleImage })];
}));
/** What history is read with. */
const readsOf = ({ git, gitBytes, workTree }) => ({
    git,
    async readBlob(id) {
        const { code, stdout, cut } = await gitBytes(['cat-file', 'blob', id], { maxBytes: SIZE_LIMIT });
        return code === 0 && !cut ? stdout : null;
    },
    findCharset: (path) => findCharset(workTree, (0,external_node_path_.join)(workTree, path)),
});
function composeHistory({ controlPlane }, checkout) {
    const { repository, startSha, untrackedBefore, branchHead } = checkout;
    const { base, branch, fetchToken: token } = controlPlane.assignment;
    const branches = branchHead === null ? [base] : [base, branch];
    return openGitHistory({
        ...readsOf(repository),
        start: startSha,
        writeTree: async () => (await (0,stage_work_tree/* stageWorkTree */.w)(repository, startSha, untrackedBefore, 'reused')).tree,
        deepen: async () => (await (0,fetch_branches/* fetchBranches */.r4)({ repository, token, deepen: COMMITS_BACK }, branches)) === null,
    });
}
/** The workspace with the secrets of the run redacted in its results, which go to the model's provider. */
function redactResults(workspace, redact) {
    const clean = async (result) => {
        const { text, ...rest } = await result;
        return { ...rest, text: redact(text) };
    };
    const { history } = workspace;
    return {
        list: (request) => clean(workspace.list(request)),
        search: (request) => clean(workspace.search(request)),
        read: (request) => clean(workspace.read(request)),
        edit: (request) => clean(workspace.edit(request)),
        multiEdit: (request) => clean(workspace.multiEdit(request)),
        applyPatch: (request) => clean(workspace.applyPatch(request)),
        write: (request) => clean(workspace.write(request)),
        move: (request) => clean(workspace.move(request)),
        makeExecutable: (request) => clean(workspace.makeExecutable(request)),
        delete: (request) => clean(workspace.delete(request)),
        keep: (found) => clean(workspace.keep(found)),
        history: {
            log: (request) => clean(history.log(request)),
            show: (request) => clean(history.show(request)),
            diff: (request) => clean(history.diff(request)),
        },
        provide: (path, text, options) => workspace.provide(path, text, options),
    };
}

// EXTERNAL MODULE: ../../lib/action/stages/plan.js + 2 modules
var stages_plan = __webpack_require__(3696);
// EXTERNAL MODULE: ../../lib/action/stages/read-settings.js
var read_settings = __webpack_require__(2794);
;// CONCATENATED MODULE: ../../lib/action/stages/compose-agent.js


















/** Connects agent, model, workspace and checks. */
async function composeAgent(job, given) {
    const parts = { ...given, commit: await (0,read_settings/* fetchDefaultBranch */.Qh)(job, given.checkout) };
    const { workspace, refusedPaths } = await composeWorkspace(job, given);
    const commands = composeCommands(job, parts, workspace);
    return {
        task: redactTask(await describeTask(job, parts, commands), job.secrets.redactKnown),
        deps: {
            ...composeDeps(job, parts, workspace),
            commands,
            ...(parts.filesWritten !== undefined && { filesWritten: parts.filesWritten }),
            ...(parts.mcp !== null && { mcp: parts.mcp }),
            ...composeOutput(job),
        },
        refusedPaths,
    };
}
async function describeTask({ controlPlane, confidentiality, log }, { checkout, commit, rules, checks, isSetUp, earlierWork, workingDirectory, context, mcp, images }, commands) {
    const { repository, prompts, mode, outputSchema, earlier, issue, material, limits, base, branch, fetchToken, } = controlPlane.assignment;
    if (!confidentiality.isOn)
        for (const { of } of material ?? [])
            log.info(`The agent reads ${of}`);
    const [suggested, conflicts, instructions, skills, template] = await Promise.all([
        commands.canRun && checks === null
            ? suggestChecks(checkout.repository, checkout.startSha, workingDirectory)
            : [],
        (0,merge_conflicts/* showConflicts */.Z)(checkout.repository, checkout.merge?.conflicts ?? []),
        controlPlane.findInstructions(async (paths) => commit === null ? [] : findInstructionFiles(checkout.repository, commit, paths, warnOfLink(log)), rules),
        commit === null ? [] : findSkills(checkout.repository, commit, warnOfLink(log)),
        mode === undefined ? findPullRequestTemplate(checkout.repository, checkout.baseSha) : null,
    ]);
    const access = { repository: checkout.repository, token: fetchToken, base, branch };
    return {
        repository: `${repository.owner}/${repository.name}`,
        prompts,
        ...(mode !== undefined && { mode }),
        ...(outputSchema !== undefined && { outputSchema: JSON.stringify(outputSchema) }),
        earlier,
        issue: issue ?? null,
        ...(workingDirectory !== null && { workingDirectory }),
        ...(rules.files !== undefined && { files: rules.files }),
        ...(context.size > 0 && { context: [...context.keys()].map(contextPath) }),
        images,
        ...(mcp !== null && { mcp: mcp.offers }),
        material: material ?? [],
        ...{ conflicts, instructions, skills, template },
        workSoFar: checkout.branchHead === null ? null : (await (0,diff_text/* diffAgainstBase */.C)(access)).diff,
        ...earlierWork,
        limits,
        // The model is told only of checks that run and can send the work back.
        checked: checks !== null && checks.rounds > 0,
        commands: { checks: commands.checks, canRun: commands.canRun, suggested, setupFailed: !isSetUp },
        confidential: confidentiality.isOn,
    };
}
const warnOfLink = (log) => (path) => log.warning(`${path} is a link that leads to no file of the repository, so the agent does not read it`);
/** What takes the output that the job asks for; `{}`: it asks for none. */
function composeOutput({ controlPlane, confidentiality, secrets }) {
    const { outputSchema } = controlPlane.assignment;
    if (outputSchema === undefined)
        return {};
    const schema = (0,output_schema/* readOutputSchema */.P_)(outputSchema);
    if (!schema.ok) {
        const what = `${['outputSchema', ...schema.path].join('.')} ${schema.problem}`;
        throw new run_failure/* RunFailure */.ae((0,reasons/* reason */.l)('action-too-old', `it does not understand the schema of the output: ${what}`));
    }
    return { output: (0,output/* openOutput */.c1)({ schema, redact: secrets.redact, isConfidential: confidentiality.isOn }) };
}
function composeCommands({ secrets }, { checkout, checks, commandRunner, workingDirectory }, workspace) {
    const { repository, startSha, untrackedBefore } = checkout;
    return openAgentCommands({
        ...{ checks, commandRunner, workspace, directory: workingDirectory },
        readTree: async () => (await (0,stage_work_tree/* stageWorkTree */.w)(repository, startSha, untrackedBefore, 'reused')).tree,
        listFiles: (tree) => (0,read_tree_files/* listFiles */.CS)(repository, tree),
        redact: secrets.redact,
        outputs: openOutputs((path, text) => workspace.provide(path, text)),
    });
}
function composeDeps({ controlPlane, environment, secrets, nonce, log }, { checkout, model, fallbacks, commit, rules, checks }, workspace) {
    const { repository, startSha, untrackedBefore } = checkout;
    const { id } = controlPlane.assignment.repository;
    const reviewed = {
        readTree: async () => (await (0,stage_work_tree/* stageWorkTree */.w)(repository, startSha, untrackedBefore)).tree,
        redact: secrets.redact,
    };
    // The checks have just run on it, so nothing is read again.
    const readKnownTree = async () => (await (0,stage_work_tree/* stageWorkTree */.w)(repository, startSha, untrackedBefore, 'reused')).tree;
    const readWork = () => (0,read_changes/* readChanges */.S)({ ...checkout, index: 'reused' });
    const judge = async () => {
        const plan = await (0,stages_plan/* judgeChange */.sx)(checkout, await readWork(), { rules, secrets });
        return plan.kind === 'refuse' ? plan.refusal : null;
    };
    // An instruction file that the project names for its root also applies in a folder.
    const names = rules.protectedPaths.filter((path) => !path.includes('/'));
    return {
        model,
        ...(fallbacks !== undefined && { fallbacks }),
        workspace,
        reviewers: [
            (0,reviewer/* createPublishReviewer */.$)(judge),
            ...(checks === null
                ? []
                : [(0,open_checks/* createChecksReviewer */.jU)(checks, reviewed), (0,open_checks/* createEvidenceReviewer */.tl)(checks, readKnownTree)]),
        ],
        readWork: async () => (await readWork()).changes,
        async findInstructionsIn(folder) {
            if (commit === null)
                return [];
            const paths = names.map((name) => `${folder}/${name}`);
            const files = await findInstructionFiles(repository, commit, paths, warnOfLink(log));
            return files.map(({ path, text }) => ({ path, text: secrets.redactKnown(text) }));
        },
        // An older server refuses events that it does not know.
        canShowPlan: controlPlane.assignment.features?.includes('plan') ?? false,
        canAsk: controlPlane.assignment.questions === true,
        nonce,
        cacheKey: (0,external_node_crypto_.createHash)('sha256')
            .update(`${id} ${environment.GITHUB_WORKFLOW_REF ?? ''}`)
            .digest('hex')
            .slice(0, 32),
        random: () => (0,external_node_crypto_.randomInt)(2 ** 32) / 2 ** 32,
    };
}
/** The task with the secrets of the run redacted in its texts, which go to the model's provider. */
function redactTask(task, redact) {
    const clean = (text) => (text === null ? null : redact(text));
    const cleanText = (part) => ({
        ...part,
        text: redact(part.text),
    });
    return {
        ...task,
        prompts: task.prompts.map(cleanText),
        ...(task.outputSchema !== undefined && { outputSchema: redact(task.outputSchema) }),
        earlier: task.earlier.map(({ prompts, outcome, summary }) => ({
            prompts: prompts.map(redact),
            outcome,
            summary: clean(summary),
        })),
        issue: task.issue && redactIssue(task.issue, redact),
        material: task.material.map(cleanText),
        ...(task.conflicts !== undefined && { conflicts: task.conflicts.map(cleanText) }),
        instructions: task.instructions.map(cleanText),
        ...(task.skills !== undefined && {
            skills: task.skills.map(({ name, description, files }) => ({
                name: redact(name),
                description: redact(description),
                files: files.map(cleanText),
            })),
        }),
        template: task.template === null ? null : cleanText(task.template),
        workSoFar: clean(task.workSoFar),
        savedPatch: clean(task.savedPatch),
        ...(task.unfinished !== undefined && {
            unfinished: { diff: redact(task.unfinished.diff), notes: redact(task.unfinished.notes) },
        }),
    };
}
const redactIssue = ({ number, text }, redact) => ({
    number,
    ...(text !== undefined && {
        text: { title: redact(text.title), body: redact(text.body), author: text.author },
    }),
});

// EXTERNAL MODULE: ../../lib/action/stages/earlier-work.js
var earlier_work = __webpack_require__(4616);
// EXTERNAL MODULE: ../../lib/contract/describe-run.js
var describe_run = __webpack_require__(2641);
// EXTERNAL MODULE: ../../lib/contract/events.js
var events = __webpack_require__(5481);
// EXTERNAL MODULE: ../../lib/action/agent/tools/toolset.js
var toolset = __webpack_require__(186);
;// CONCATENATED MODULE: ../../lib/action/output/transcript.js


const transcript_MAX_BYTES = 50 * 1024 * 1024;
/** Writes each line immediately, so that a killed run also leaves a transcript. Warns once if the file cannot be written. */
function openTranscript(options) {
    const { path, redact, isConfidential } = options;
    let room = transcript_MAX_BYTES;
    let file = attempt(() => {
        (0,external_node_fs_.rmSync)(path, { force: true });
        return (0,external_node_fs_.openSync)(path, 'wx', 0o600);
    }, options);
    if (file === null)
        return null;
    const write = (value) => {
        if (file === null)
            return;
        const line = `${JSON.stringify(value, (_, part) => cleanPart(part, redact))}\n`;
        room -= Buffer.byteLength(line);
        const open = file;
        if (room < 0 || attempt(() => (0,external_node_fs_.writeSync)(open, line), options) === null)
            close();
    };
    const close = () => {
        if (file !== null)
            (0,external_node_fs_.closeSync)(file);
        file = null;
    };
    return {
        path,
        record(line) {
            const at = new Date(options.now()).toISOString();
            write({ at, ...(isConfidential ? withoutTexts(line) : line) });
        },
        close,
    };
}
/** Runs before JSON adds backslashes. Names of fields are redacted, too, since a model can invent them. */
function cleanPart(part, redact) {
    if (typeof part === 'string')
        return redact(part);
    if (typeof part !== 'object' || part === null || Array.isArray(part))
        return part;
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [redact(name), value]));
}
/** Calls and costs, with the lengths of the texts. */
function withoutTexts(line) {
    switch (line.type) {
        case 'began':
        case 'ended':
        case 'broken-off':
            return line;
        case 'said':
            return { type: line.type, characters: line.text.length };
        case 'answered': {
            const { type, text, calls, cut, usage } = line;
            return { type, characters: text.length, calls: calls.length, cut, usage };
        }
        case 'results':
            return {
                type: line.type,
                results: line.results.map(({ ok, text }) => ({ ok, characters: text.length })),
            };
        case 'compacted':
            return { type: line.type, characters: line.summary.length };
        case 'failed':
            return { type: line.type, reason: line.reason.code };
        case 'fallback':
            return { type: line.type, from: line.from, to: line.to };
    }
}
function attempt(act, { warn }) {
    try {
        return act();
    }
    catch (error) {
        warn(`The transcript cannot be written: ${(0,format/* messageOf */.bD)(error)}. The work continues.`);
        return null;
    }
}

;// CONCATENATED MODULE: ../../lib/action/stages/open-agent-host.js






/** Passes what the agent reports to the control plane, the log and the transcript, each without secrets. */
function openAgentHost({ controlPlane, confidentiality, log, secrets, signal, now, }, transcript) {
    return {
        onEvent(event) {
            const clean = cleanEvent(event, secrets.redact);
            controlPlane.report(clean);
            const line = logEvent(clean, confidentiality.isOn);
            if (line !== null)
                log.info(line);
        },
        takeMessages() {
            const messages = controlPlane.takeMessages();
            for (const { text } of messages)
                confidentiality.add(text);
            return messages.map(({ number, text }) => ({ number, text: secrets.redact(text) }));
        },
        record: (line) => transcript?.record(line),
        reportException(error) {
            log.info((0,format/* truncate */.xv)(confidentiality.redactQuotes(secrets.redact((0,format/* stackOf */.US)(error))), STACK_LENGTH));
            return (0,format/* truncateLine */.rT)(withoutPaths(secrets.redact((0,format/* messageOf */.bD)(error))), EXCEPTION_LENGTH);
        },
        signal,
        now,
    };
}
const STACK_LENGTH = 8000;
const EXCEPTION_LENGTH = 300;
const QUOTED_PATH = /(['"`])(?:file:\/\/|[A-Za-z]:)?[\\/][^'"`\n]*\1/g;
const BARE_PATH = /(?<![^\s'"`(=:,[])(?:file:\/\/|[A-Za-z]:)?[\\/][^\s'"`),]*/g;
/** Without absolute paths: they show the runner, and no tool takes them. Pure. */
const withoutPaths = (text) => text.replace(QUOTED_PATH, '$1[path]$1').replace(BARE_PATH, '[path]');
/** `null`: the file cannot be written, which is logged. */
function openRunTranscript(job) {
    const { controlPlane, temp, secrets, confidentiality, log, now } = job;
    const { run, model, repository } = controlPlane.assignment;
    const transcript = openTranscript({
        path: (0,external_node_path_.join)(temp, `${run.replace(/[^\w-]/g, '_')}.transcript.jsonl`),
        redact: secrets.redact,
        isConfidential: confidentiality.isOn,
        now,
        warn: log.warning,
    });
    transcript?.record({ type: 'began', run, model, repository: `${repository.owner}/${repository.name}` });
    return transcript;
}
/** Redacts before it truncates: half a secret would not be found. */
function cleanEvent(event, redact) {
    const clean = (text, most) => (0,format/* truncateLine */.rT)(redact(text), most);
    if (event.type === 'note')
        return { ...event, text: clean(event.text, 1000) };
    if (event.type === 'plan') {
        const items = event.items.map((item) => ({ ...item, text: clean(item.text, events/* PLAN_ITEM_LENGTH */.$d) }));
        return { ...event, items };
    }
    if (event.type === 'retry' || event.type === 'fallback')
        return { ...event, why: clean(event.why, 200) };
    if (event.type !== 'tool')
        return event;
    return { ...event, tool: clean(event.tool, 64), target: clean(event.target, 300) };
}
/**
 * An event as a line of the log; `null`: it is not logged. Its texts come from the model. With `isConfidential` they are
 * left out, since search terms, invented tool names and remarks may repeat the prompt.
 */
function logEvent(event, isConfidential) {
    switch (event.type) {
        case 'stage':
            return `Stage ${event.stage}`;
        case 'tool': {
            const sign = event.ok ? '✓' : '✗';
            return isConfidential ? `  ${sign} ${knownName(event.tool)}` : `  ${sign} ${event.tool} ${event.target}`;
        }
        case 'step':
            return `Step ${event.step}: ${event.inputTokens} tokens in${cached(event.cachedInputTokens)}, ${event.outputTokens} out${cost(event.costUsd)}`;
        case 'note':
            return isConfidential ? null : `  ${event.text}`;
        case 'plan': {
            const done = event.items.filter((item) => item.done).length;
            const items = isConfidential ? '' : `: ${event.items.map((item) => item.text).join('; ')}`;
            return `Checklist, ${done} of ${event.items.length} done${items}`;
        }
        case 'message':
            return `The agent received message ${event.number}`;
        case 'retry':
            // A provider may quote what it was asked.
            return (0,describe_run/* describeRetry */.eV)(isConfidential ? { ...event, why: 'temporary' } : event);
        case 'fallback':
            return (0,describe_run/* describeFallback */.Mw)(isConfidential ? { ...event, why: 'see the page of the job' } : event);
    }
}
const knownName = (tool) => toolset/* ALL_TOOLS */.Wi.find(({ name }) => name === tool)?.name ?? 'an unknown tool';
const cached = (tokens = 0) => (tokens === 0 ? '' : ` (${tokens} cached)`);
const cost = (usd) => (usd === null ? '' : `, estimated at ${(0,format/* describeMoney */.KW)(usd)}`);

// EXTERNAL MODULE: ../../lib/action/stages/run-context.js
var run_context = __webpack_require__(9879);
// EXTERNAL MODULE: ../../lib/action/stages/show-images.js + 1 modules
var show_images = __webpack_require__(6457);
;// CONCATENATED MODULE: ../../lib/action/stages/agent.js










/** Runs the agent until it ends. Its outcome may be one that cannot be published, see `failUnlessPublishable`. */
async function runAgentStage(job, { checkout, model: opened, fallbacks, settings, commands, readContext, images, filesWritten }, note) {
    const { model } = (0,run_context/* orFail */.M7)(opened);
    const { notices, ...given } = commands;
    note({ notices: [...notices, ...warnAboutModel(job, model)] });
    // They may never be asked.
    for (const fallback of fallbacks ?? [])
        warnAboutModel(job, fallback);
    const transcript = openRunTranscript(job);
    note({ transcriptPath: transcript?.path ?? null });
    let mcp = null;
    try {
        const earlierWork = await (0,earlier_work/* resumeParked */.Fh)(job, checkout);
        // After `setup`, whose commands have network access.
        const context = await readContext();
        const shown = await (0,show_images/* showImages */.kW)(job, await images, model);
        mcp = await openMcpServers(job, settings.mcp, model);
        const { rules, workingDirectory } = settings;
        const parts = {
            ...{ ...given, checkout, model, rules, workingDirectory, earlierWork, context, mcp },
            ...(fallbacks !== undefined && { fallbacks }),
            ...(filesWritten !== undefined && { filesWritten }),
        };
        return await runAgent(job, { ...parts, images: shown }, transcript);
    }
    finally {
        await mcp?.close();
        transcript?.close();
    }
}
async function runAgent(job, parts, transcript) {
    const host = openAgentHost(job, transcript);
    const { task, deps, refusedPaths } = await composeAgent(job, parts);
    const { runAgentLoop } = await Promise.all(/* import() */[__webpack_require__.e(524), __webpack_require__.e(62), __webpack_require__.e(4)]).then(__webpack_require__.bind(__webpack_require__, 9636));
    const outcome = await runAgentLoop(task, { host, ...deps });
    transcript?.record({ type: 'ended', reason: outcome.reason?.code ?? null });
    // Whoever cancelled the run is told by its end.
    if (outcome.reason !== null && outcome.reason.code !== 'cancelled')
        job.log.info(job.confidentiality.redactQuotes((0,reasons/* splitReason */.Vj)(outcome.reason).what));
    return { outcome: (0,agent_work/* sanitizeWords */.P)(job, outcome), refusedPaths, isSaved: false };
}
function failUnlessPublishable({ publishable, reason: why, error }) {
    // The end of the run logs where it came from.
    if (error !== undefined)
        throw error;
    if (!publishable)
        throw new run_failure/* RunFailure */.ae(why ?? (0,reasons/* reason */.l)('agent-stuck', 'it ended without a result'));
}
/** Warns, before the first token is spent, about settings that have no effect with this model. */
function warnAboutModel({ log, controlPlane }, { name, price, effortNote }) {
    const { costUsd } = controlPlane.assignment.limits;
    const notices = [
        ...(effortNote === null ? [] : [effortNote]),
        ...(price === null
            ? [
                `The price of ${name} is not known, so the cost limit of ${(0,format/* describeMoney */.KW)(costUsd)} is not enforced; the limits of steps, time and tokens are. Set the price in the variable PRICES: in a workflow, in \`env:\` of the step.`,
            ]
            : []),
    ];
    for (const notice of notices)
        log.warning(notice);
    return notices;
}
/** Connects to the MCP servers of the project; `null`: the agent can ask none. */
async function openMcpServers(job, servers, { imageTypes }) {
    if (servers.length === 0)
        return null;
    if (job.confidentiality.isOn) {
        (0,run_context/* reportNote */.NN)(job, 'The MCP servers are left out: the prompts of this job are confidential.', 'warning');
        return null;
    }
    const { environment, secrets, signal, log } = job;
    return log.group('Connect to the MCP servers', async () => {
        const { openMcp } = await Promise.all(/* import() */[__webpack_require__.e(103), __webpack_require__.e(704)]).then(__webpack_require__.bind(__webpack_require__, 7704));
        const opened = await openMcp({
            ...{ servers, environment, imageTypes, signal },
            resolve: resolveHost,
            redact: secrets.redact,
            hasSecret: (text) => secrets.redactKnown(text) !== text,
            note: (text) => (0,run_context/* reportNote */.NN)(job, text, 'warning'),
        });
        for (const { server, text } of opened?.offers ?? [])
            log.info(describeOffer(server, text));
        return opened;
    });
}
const resolveHost = async (host) => (await (0,promises_.lookup)(host, { all: true, verbatim: true })).map(({ address }) => address);
const CHARACTERS_PER_TOKEN = 4;
const describeOffer = (server, text) => `MCP server ${server}: its tools take about ${Math.ceil(text.length / CHARACTERS_PER_TOKEN)} tokens of the first message`;


/***/ }),

/***/ 782:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  NH: () => (/* binding */ openRunner),
  YM: () => (/* binding */ openRunnerOf),
  JT: () => (/* binding */ runChecks),
  gf: () => (/* binding */ setUpCommands)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: ../../lib/action/checks/checks-report.js
var checks_report = __webpack_require__(5972);
;// CONCATENATED MODULE: ../../lib/action/checks/isolation/collect-script.js
/**
 * Perl. Prints what the last command has left of the files that were named, as a plain user who sees the project as the
 * command did, read only, and in `/base` as it was before. Of a regular file it prints path, executable bit and bytes; of
 * anything else only what it is. A record is `kind number NUL path NUL`, and the bytes of a file follow its record.
 *
 * Sizes are what the file system claims, so that a file with holes is not read. Directories are listed without following
 * links. No process of a command is left that could change anything meanwhile.
 */
const COLLECT_SCRIPT = `
my %exact = map { $_ => 1 } split /\\n/, $ENV{EXACT};
my @patterns = map { my $text = $_; utf8::decode($text); qr/$text/s } split /\\n/, $ENV{PATTERNS};
my ($entries, $files, $bytes, $most) = @ENV{qw(MOST_ENTRIES MOST_FILES MOST_BYTES MOST_FILE_BYTES)};
binmode STDOUT;
sub report { my ($kind, $number, $path) = @_; print "$kind $number\\0$path\\0" }
my $searched = 0;
sub finish { report('end', $searched, $_[0]); close STDOUT or exit 1; exit 0 }

sub is_wanted {
  my ($path) = @_;
  my $text = $path;
  utf8::decode($text);
  for my $pattern (@patterns) { return 1 if $text =~ $pattern }
  return 0;
}

my %real = ('/project' => 1, '/base' => 1);
sub above { $_[0] =~ m{^(.*)/}s ? $1 : '' }
sub is_real {
  my ($folder) = @_;
  $real{$folder} //= is_real(above($folder)) && !-l $folder ? 1 : 0;
}

sub is_same {
  my ($path, @stat) = @_;
  return 0 unless is_real(above("/base/$path"));
  my @base = lstat "/base/$path" or return 0;
  return -l _ && readlink("/project/$path") eq readlink("/base/$path") if ($stat[2] & 0170000) == 0120000;
  return 0 unless -f _ && $base[7] == $stat[7] && ($base[2] & 0100) == ($stat[2] & 0100);
  open(my $new, '<:raw', "/project/$path") or return 0;
  open(my $old, '<:raw', "/base/$path") or return 0;
  for (;;) {
    my $count = read $new, my $one, 65536;
    read $old, my $other, 65536;
    return 0 if !defined $count || $one ne $other;
    return 1 if $count == 0;
  }
}

my @folders;
sub visit {
  my ($path) = @_;
  finish('entries') if $entries-- <= 0;
  my @stat = lstat "/project/$path";
  if (!@stat) {
    # ENOENT, ENOTDIR
    report('closed', 0, $path) unless $! == 2 || $! == 20;
    return;
  }
  if (-d _) {
    if (length $path > 1000) { report('closed', 0, $path) } else { push @folders, $path }
    return;
  }
  my ($is_file, $is_link) = (-f _, -l _);
  return unless is_wanted($path);
  if (!$exact{$path} && ($is_file || $is_link) && is_same($path, @stat)) { report('same', 0, $path); return }
  if (!$is_file) { report($is_link ? 'link' : 'special', 0, $path); return }
  if ($stat[7] > $most) { report('large', $stat[7], $path); return }
  $bytes -= $stat[7];
  finish('bytes') if $bytes < 0;
  finish('files') if $files-- <= 0;
  my $read;
  if (open(my $file, '<:raw', "/project/$path")) { local $/; $read = <$file> // '' }
  if (!defined $read || length $read != $stat[7]) { report('closed', 0, $path); return }
  report($stat[2] & 0100 ? 'executable' : 'plain', length $read, $path);
  print $read;
}

my @starts = split /\\n/, $ENV{STARTS}, -1;
# An empty text has no parts.
@starts = ('') unless @starts;
for my $start (@starts) {
  visit($start) if is_real(above("/project/$start"));
  $searched++;
}
while (@folders) {
  my $folder = pop @folders;
  my $handle;
  unless (opendir $handle, "/project/$folder") { report('closed', 0, $folder); next }
  my @names = sort grep { !/^\\.(?:\\.|git)?\\z/s } readdir $handle;
  closedir $handle;
  visit($folder eq '' ? $_ : "$folder/$_") for @names;
}
finish('all');
`;

// EXTERNAL MODULE: external "node:child_process"
var external_node_child_process_ = __webpack_require__(1421);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
;// CONCATENATED MODULE: ../../lib/action/checks/isolation/head-and-tail.js

function keepHeadAndTail(headBytes, tailBytes) {
    const head = [];
    let tail = [];
    let inHead = 0;
    let inTail = 0;
    let bytes = 0;
    return {
        add(chunk) {
            bytes += chunk.length;
            const first = chunk.subarray(0, headBytes - inHead);
            if (first.length > 0)
                head.push(first);
            inHead += first.length;
            const rest = chunk.subarray(first.length);
            if (rest.length === 0)
                return;
            tail.push(rest);
            inTail += rest.length;
            // Not for every chunk, since a chunk may be a few bytes.
            if (inTail > 2 * tailBytes) {
                tail = [Buffer.from(Buffer.concat(tail).subarray(-tailBytes))];
                inTail = tailBytes;
            }
        },
        get bytes() {
            return bytes;
        },
        text() {
            const last = Buffer.concat(tail).subarray(-tailBytes);
            const left = bytes - inHead - last.length;
            if (left === 0)
                return readable(Buffer.concat([...head, last]).toString('utf8'));
            const first = endWhole(Buffer.concat(head).toString('utf8'));
            return readable(`${first}\n[… ${left} bytes left out …]\n${beginWhole(last.toString('utf8'))}`);
        },
    };
}
/** Cut at whole words: the part left out may hold the other half of a secret. */
const endWhole = (head) => (0,contract_text/* cutHead */.fz)(`${head}x`, head.length);
const beginWhole = (tail) => (0,contract_text/* cutTail */.BO)(`x${tail}`, tail.length);
/** Colours, cursor movements and window titles. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape sequence starts with one
const ESCAPES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;
/** The output as a terminal would show it: of a line that was overwritten, the last state. */
const readable = (text) => text
    .replace(ESCAPES, '')
    .replace(/\r+/g, '\r')
    .replace(/^.*\r(?=.)/gm, '')
    .replace(/[^\P{Cc}\n\t]/gu, '');

// EXTERNAL MODULE: ../../lib/action/checks/isolation/unshare-command.js
var unshare_command = __webpack_require__(2659);
;// CONCATENATED MODULE: ../../lib/action/checks/isolation/run-isolated.js






const BOUNDS = {
    processes: 2048,
    fileBytes: 4 * 1024 ** 3,
    output: 64 * 1024 ** 2,
};
const MEMORY_FOR_RUNNER = 2 * 1024 ** 3;
/** Commands leave 2 GiB to the runner, or half of a small machine. Pure. */
const boundsFor = (memoryBytes) => ({
    ...BOUNDS,
    memoryBytes: Math.floor(Math.max(memoryBytes / 2, memoryBytes - MEMORY_FOR_RUNNER)),
});
const SHARE = { head: 16 * 1024, tail: 48 * 1024 };
/** Runs a command isolated, or not at all. */
async function runIsolated(cell, request, { head, tail } = SHARE) {
    const output = keepHeadAndTail(head, tail);
    const done = await startIsolated(cell, request, output);
    return done.kind === 'ran' ? { kind: 'ran', run: { ...done.run, output: output.text() } } : done;
}
/** As `runIsolated`, for output of any kind. */
async function startIsolated(cell, request, output) {
    const { store, facts, bounds, now } = cell;
    const startedFile = (0,external_node_path_.join)(store, 'begun');
    await (0,promises_.rm)(startedFile, { force: true });
    const leastDisk = leastDiskOf(await (0,promises_.statfs)(store));
    const argv = (0,unshare_command/* unshareCommand */.Ye)(facts, { ...request, store, bounds });
    const runBounds = {
        seconds: request.seconds,
        signal: request.signal,
        store,
        mostOutput: bounds.output,
        leastDisk,
        now,
    };
    let run;
    try {
        run = await spawnIsolated(argv, runBounds, output);
    }
    catch (error) {
        return { kind: 'not-isolated', why: `${argv.file} could not be started: ${(0,format/* messageOf */.bD)(error)}` };
    }
    // Root writes this file just before it starts the command. An exit code could be that of the command.
    const isIsolated = (await (0,promises_.readFile)(startedFile, 'utf8').catch(() => '')) === 'begun';
    if (isIsolated || run.end.kind !== 'exited')
        return { kind: 'ran', run };
    return { kind: 'not-isolated', why: lastLine(run.errors) || `it ended with exit code ${run.end.code}` };
}
const lastLine = (text) => text.trim().split('\n').at(-1)?.trim() ?? '';
const ERROR_BYTES = 48 * 1024;
const DISK_INTERVAL_MS = 500;
const MIN_INODES = 1000;
/**
 * Runs an isolated command until it ends or exceeds a bound. It is ended by closing its standard input, see
 * `LIFELINE_SCRIPT`. Resolves when none of its processes can print any more. Rejects if it cannot be started.
 */
function spawnIsolated({ file, args }, bounds, output) {
    return new Promise((resolve, reject) => {
        const startedAt = bounds.now();
        const child = (0,external_node_child_process_.spawn)(file, args, { cwd: '/', env: { PATH: '/usr/bin:/bin' }, stdio: 'pipe' });
        const errors = keepHeadAndTail(ERROR_BYTES, ERROR_BYTES);
        let cut = null;
        const stop = (why) => {
            cut ??= why;
            child.stdin.end();
        };
        const onAbort = () => stop('aborted');
        const timer = setTimeout(stop, bounds.seconds * 1000, 'timeout');
        const disk = setInterval(() => void isDiskLow(bounds).then((isLow) => isLow && stop('disk')), DISK_INTERVAL_MS);
        bounds.signal.addEventListener('abort', onAbort, { once: true });
        if (bounds.signal.aborted)
            onAbort();
        const settle = () => {
            clearTimeout(timer);
            clearInterval(disk);
            bounds.signal.removeEventListener('abort', onAbort);
        };
        // The process may end before its pipe is closed.
        child.stdin.on('error', () => undefined);
        child.stdout.on('data', (chunk) => {
            output.add(chunk);
            if (output.bytes > bounds.mostOutput)
                stop('flood');
        });
        child.stderr.on('data', (chunk) => errors.add(chunk));
        child.on('error', (error) => {
            settle();
            reject(error);
        });
        child.on('close', (code) => {
            settle();
            resolve({
                end: cut === null ? { kind: 'exited', code: code ?? 137 } : { kind: cut },
                errors: errors.text(),
                seconds: (bounds.now() - startedAt) / 1000,
            });
        });
    });
}
/** A command may use this share of the free disk space. */
const DISK_SHARE = 0.9;
/** What a command must leave free of a disk, in bytes. Pure. */
const leastDiskOf = ({ bavail, bsize }) => bavail * bsize * (1 - DISK_SHARE);
/** False if the file system does not report it. */
async function isDiskLow({ store, leastDisk }) {
    const found = await (0,promises_.statfs)(store).catch(() => null);
    return found !== null && isFull(found, leastDisk);
}
/** `leastDisk`: in bytes. Some file systems count no inodes: then both numbers are 0. Pure. */
const isFull = ({ bavail, bsize, files, ffree }, leastDisk) => bavail * bsize < leastDisk || (files > 0 && ffree < MIN_INODES);

;// CONCATENATED MODULE: ../../lib/action/checks/isolation/collect-files.js


const SECONDS = 60;
const MOST = { entries: 500_000, files: 1000, bytes: 32 * 1024 ** 2, fileBytes: 16 * 1024 ** 2 };
/**
 * Reads the files that were named from what the last command has left, once all its processes are dead. A program of the
 * system does it, isolated like the command and as the same user: a file that the command could not read stays unread.
 */
async function collectFiles(cell, { patterns, exact, starts }, signal) {
    const chunks = [];
    let bytes = 0;
    const output = {
        add(chunk) {
            chunks.push(chunk);
            bytes += chunk.length;
        },
        get bytes() {
            return bytes;
        },
    };
    const environment = [
        'PATH=/usr/bin:/bin',
        `COLLECT_SCRIPT=${COLLECT_SCRIPT}`,
        `PATTERNS=${patterns.join('\n')}`,
        `EXACT=${exact.join('\n')}`,
        `STARTS=${starts.join('\n')}`,
        `MOST_ENTRIES=${MOST.entries}`,
        `MOST_FILES=${MOST.files}`,
        `MOST_BYTES=${MOST.bytes}`,
        `MOST_FILE_BYTES=${MOST.fileBytes}`,
    ];
    const run = 'exec /usr/bin/perl -e "$COLLECT_SCRIPT" 2>/dev/null';
    const request = { phase: 'collect', run, seconds: SECONDS, environment, signal };
    const done = await startIsolated(cell, request, output);
    if (done.kind === 'not-isolated')
        return { kind: 'failed', why: `It could not be isolated: ${done.why}.` };
    const parsed = parseCollected(Buffer.concat(chunks));
    if (parsed === null || done.run.end.kind !== 'exited' || done.run.end.code !== 0)
        return { kind: 'failed', why: INCOMPLETE };
    const excess = EXCESS[parsed.end];
    if (excess !== undefined)
        return { kind: 'failed', why: excess };
    // A file that was not looked for must not pass for a deleted one.
    if (parsed.end !== 'all' || parsed.searched !== starts.length)
        return { kind: 'failed', why: INCOMPLETE };
    return { kind: 'collected', files: parsed.files };
}
const INCOMPLETE = 'The files could not be read. Name fewer of them.';
const EXCESS = {
    entries: `The project has more than ${MOST.entries} files then, and was not searched to the end. Let the command remove what it does not need.`,
    files: `More than ${MOST.files} of the files that keep names have changed. Name fewer.`,
    bytes: `The files that keep names have more than ${MOST.bytes} bytes together. Name fewer.`,
};
/** What `COLLECT_SCRIPT` has printed; `null`: it is not complete, or not that. Pure. */
function parseCollected(printed) {
    const files = [];
    for (let at = 0; at < printed.length;) {
        const headEnd = printed.indexOf(0, at);
        const pathEnd = headEnd === -1 ? -1 : printed.indexOf(0, headEnd + 1);
        if (pathEnd === -1)
            return null;
        const [, kind = '', number = ''] = /^([a-z]+) (\d+)$/.exec(printed.subarray(at, headEnd).toString('latin1')) ?? [];
        const path = printed.subarray(headEnd + 1, pathEnd).toString('utf8');
        at = pathEnd + 1;
        switch (kind) {
            case 'plain':
            case 'executable': {
                // Behind a file that is cut off there is no end.
                const end = at + Number(number);
                files.push({
                    kind: 'file',
                    path,
                    executable: kind === 'executable',
                    bytes: printed.subarray(at, end),
                });
                at = end;
                break;
            }
            case 'large':
                files.push({ kind, path, size: Number(number) });
                break;
            case 'same':
            case 'link':
            case 'special':
            case 'closed':
                files.push({ kind, path });
                break;
            case 'end':
                return at === printed.length ? { files, end: path, searched: Number(number) } : null;
            default:
                return null;
        }
    }
    return null;
}

// EXTERNAL MODULE: ../../lib/action/checks/isolation/overlay-folder.js
var overlay_folder = __webpack_require__(3826);
// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
// EXTERNAL MODULE: ../../lib/action/checks/isolation/isolation-script.js
var isolation_script = __webpack_require__(2765);
;// CONCATENATED MODULE: ../../lib/action/checks/isolation/probe.js







// Egress: starts Perl to read the name of its own session keyring.
const probe_SECONDS = 30;
/** Isolates a probe command to find out whether this runner can. Returns why not, or `null`. */
async function probeIsolation(cell, folder, { platform, outside, signal }) {
    if (platform !== 'linux')
        return `the runner is not Linux but ${platform}`;
    const { keyctl } = cell.facts;
    if (keyctl === null)
        return 'the system call `keyctl` has no known number on this processor';
    try {
        // Later rounds see the layer of setup, also if the project has no setup.
        await folder.begin('round', null, signal);
        await folder.begin('setup', null, signal);
        const environment = [
            ...(0,unshare_command/* composeEnvironment */.EX)({}, 'round'),
            ...[`OUTSIDE=${outside}`, `INHERITANCE_SCRIPT=${isolation_script/* INHERITANCE_SCRIPT */.T8}`, `KEYCTL=${keyctl}`],
        ];
        const tried = await runIsolated(cell, {
            ...{ phase: 'round', run: PROBE_COMMAND, seconds: probe_SECONDS, environment, signal },
        });
        if (tried.kind === 'not-isolated')
            return tried.why;
        const { end, output } = tried.run;
        if (end.kind !== 'exited' || end.code !== 0)
            return `the probe failed: ${output.trim()}`;
        const keyring = await ownKeyring(keyctl);
        return verifyProbe(output, { user: cell.facts.user, outside: await ownNamespaces(), keyring });
    }
    catch (error) {
        return (0,format/* messageOf */.bD)(error);
    }
}
const start = (0,external_node_util_.promisify)(external_node_child_process_.execFile);
/** A child process has the session keyring of this one. */
async function ownKeyring(keyctl) {
    const { stdout } = await start('/usr/bin/perl', ['-e', isolation_script/* INHERITANCE_SCRIPT */.T8, String(keyctl)]);
    return /^Keyring (.+)$/m.exec(stdout)?.[1] ?? '';
}
async function ownNamespaces() {
    const named = PROBED_NAMESPACES.map(async (name) => [name, await (0,promises_.readlink)(`/proc/self/ns/${name}`)]);
    const { mnt = '', pid = '', net = '', ipc = '', uts = '' } = Object.fromEntries(await Promise.all(named));
    return { mnt, pid, net, ipc, uts };
}
const PROBED_NAMESPACES = ['mnt', 'pid', 'net', 'ipc', 'uts'];
/** Runs isolated and describes its environment. `$OUTSIDE` is a folder of the runner. */
const PROBE_COMMAND = `
cat /proc/self/status
/usr/bin/perl -e "$INHERITANCE_SCRIPT" "$KEYCTL"
for name in ${PROBED_NAMESPACES.join(' ')}; do echo "Namespace $name $(readlink /proc/self/ns/$name)"; done
tail -n +3 /proc/net/dev | while read -r name _; do echo "Network $name"; done
for path in / /usr /etc /dev /proc/sys/kernel/hostname; do
  [ ! -w "$path" ] || echo "Writable $path"
done
[ ! -e "$OUTSIDE" ] || echo "Outside"
true
`;
/** What is not isolated, according to the output of the probe; `null`: everything is. Pure. */
function verifyProbe(output, expected) {
    const lines = output.split('\n');
    const field = (name) => lines
        .find((line) => line.startsWith(`${name}:`))
        ?.slice(name.length + 1)
        .trim();
    const user = String(expected.user);
    for (const name of ['Uid', 'Gid']) {
        if (field(name)
            ?.split(/\s+/)
            .some((id) => id !== user) ??
            true)
            return 'the command runs as the same user';
    }
    if (field('Groups') !== '')
        return 'the user has groups';
    if (field('Seccomp') !== '2')
        return 'the system calls of the command are not filtered';
    if (field('NoNewPrivs') !== '1')
        return 'the user can gain privileges';
    for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
        if (!/^0+$/.test(field(name) ?? ''))
            return 'the user has capabilities';
    }
    for (const name of PROBED_NAMESPACES) {
        const inside = lines.find((line) => line.startsWith(`Namespace ${name} `))?.split(' ')[2];
        if (!inside || inside === expected.outside[name])
            return `the ${name} namespace is that of the runner`;
    }
    const [keyring, ...others] = lines.flatMap((line) => /^Keyring (\d+|none)$/.exec(line)?.[1] ?? []);
    // Where no process can use keyrings, none is shared.
    if (keyring === undefined || others.length > 0 || (keyring !== 'none' && keyring === expected.keyring))
        return 'the session keyring is that of the runner';
    const descriptors = lines.filter((line) => line.startsWith('Descriptor '));
    if (descriptors.join(' ') !== 'Descriptor 0 Descriptor 1 Descriptor 2')
        return 'descriptors of the runner are open';
    const named = (word) => lines.find((line) => line === word || line.startsWith(`${word} `));
    if (lines.some((line) => line.startsWith('Network ') && line !== 'Network lo:'))
        return 'there is a network';
    return named('Writable') ?? (named('Outside') === undefined ? null : "the runner's files are visible");
}

;// CONCATENATED MODULE: ../../lib/action/checks/command-runner.js





/** Opens a command runner, if a probe shows that commands can be isolated on this machine. */
async function openCommandRunner(options) {
    const { facts, platform, workspace, signal, environment, bounds, now } = options;
    const folder = await (0,overlay_folder/* openOverlayFolder */.PK)(facts, options.scratch, options.treeFiles);
    const cell = { facts, store: folder.store, bounds, now };
    const obstacle = await probeIsolation(cell, folder, { platform, outside: workspace, signal });
    if (obstacle !== null)
        return { kind: 'closed', why: obstacle };
    const commandRunner = {
        begin: (phase, tree, until) => folder.begin(phase, tree, until),
        run: (phase, { share, ...command }) => runIsolated(cell, { ...command, phase, environment: (0,unshare_command/* composeEnvironment */.EX)(environment, phase) }, share),
        collect: (named, until) => collectFiles(cell, named, until),
    };
    return { kind: 'open', commandRunner };
}

// EXTERNAL MODULE: ../../lib/action/checks/isolation/host-facts.js + 1 modules
var host_facts = __webpack_require__(560);
// EXTERNAL MODULE: ../../lib/action/checks/open-checks.js
var open_checks = __webpack_require__(6024);
// EXTERNAL MODULE: ../../lib/action/checks/run-commands.js
var run_commands = __webpack_require__(7318);
// EXTERNAL MODULE: ../../lib/action/git/checkout/read-tree-files.js
var read_tree_files = __webpack_require__(9071);
// EXTERNAL MODULE: ../../lib/action/stages/compose-evidence.js
var compose_evidence = __webpack_require__(5476);
// EXTERNAL MODULE: ../../lib/action/stages/run-context.js
var run_context = __webpack_require__(9879);
;// CONCATENATED MODULE: ../../lib/action/stages/checks.js











/** Of a project that names none, and of a run that changes nothing. */
const NO_COMMANDS = { checks: null, commandRunner: null, isSetUp: true, notices: [] };
/**
 * Finds out whether this machine can isolate the commands of the run, as soon as the settings are known; the server tells them
 * before the code is fetched. `null`: there are no commands.
 */
async function openRunner(job, checkout, settings) {
    const { checks, commands } = await settings;
    const { mode } = job.controlPlane.assignment;
    if (mode !== undefined || (checks === null && commands === null))
        return null;
    // Without the code there is nothing to run.
    const refused = new AbortController();
    checkout.catch(() => refused.abort());
    return openRunnerOf({ ...job, signal: AbortSignal.any([job.signal, refused.signal]) }, checkout);
}
/** Sets up the project's checks, and what the agent's commands need, on the base, before the agent starts. */
async function setUpCommands(job, checkout, settings, opened) {
    const { checks: plan, commands } = settings;
    if (opened === null)
        return NO_COMMANDS;
    return job.log.group('Set up checks and commands', async () => {
        const { signal } = job;
        const onResult = (result) => reportResult(job, result);
        const evidence = (0,compose_evidence/* composeEvidence */.A)(job, checkout, settings);
        const open = (place) => plan === null ? null : (0,open_checks/* openChecks */._g)({ plan, place, signal, onResult, evidence });
        if (opened.kind === 'closed') {
            const obstacle = (0,run_commands/* notIsolated */.po)(opened.why);
            if (plan !== null)
                for (const line of (0,checks_report/* listReport */.LC)(obstacle))
                    (0,run_context/* reportNote */.NN)(job, line);
            const notices = commands === null ? [] : [`The agent can run no commands: ${opened.why}.`];
            for (const notice of notices)
                (0,run_context/* reportNote */.NN)(job, notice);
            return { checks: open(obstacle), commandRunner: null, isSetUp: false, notices };
        }
        const { commandRunner } = opened;
        const setup = plan?.setup ?? commands?.setup ?? [];
        const obstacle = await (0,run_commands/* setUp */.s)({
            commandRunner,
            commands: setup,
            baseSha: checkout.baseSha,
            signal,
            onResult,
        });
        if (obstacle !== null && plan !== null)
            for (const line of (0,checks_report/* listReport */.LC)(obstacle))
                (0,run_context/* reportNote */.NN)(job, line);
        return {
            checks: open(obstacle ?? commandRunner),
            commandRunner: commands === null ? null : commandRunner,
            isSetUp: obstacle === null,
            notices: [],
        };
    });
}
/** Where commands of the project run, if this machine can isolate them. Needs the checkout for the first command only. */
async function openRunnerOf({ environment, workspace, scratch, temp, signal, now, hidden = [] }, checkout) {
    const facts = await (0,host_facts/* readHostFacts */.a)({
        ...{ environment, workspace, temp, program: process.argv[1], others: hidden },
        isRoot: process.getuid?.() === 0,
        arch: process.arch,
        chance: (0,external_node_crypto_.randomInt)(2 ** 32) / 2 ** 32,
    });
    return openCommandRunner({
        ...{ facts, environment, workspace, scratch, signal, now },
        platform: process.platform,
        // 0: this process is in no cgroup with a limit.
        bounds: boundsFor(Math.min((0,external_node_os_.totalmem)(), process.constrainedMemory() || Number.POSITIVE_INFINITY)),
        treeFiles: {
            exportTree: async (tree, folder) => (0,read_tree_files/* exportTree */.D4)((await checkout).repository, tree, folder),
            exportChanges: async (trees, folder) => (0,read_tree_files/* exportChanges */.K4)((await checkout).repository, trees, folder),
        },
    });
}
const OUTPUT_LINES = 40;
function reportResult(job, result) {
    (0,run_context/* reportNote */.NN)(job, (0,checks_report/* describeResult */.dy)(result));
    if (result.passed)
        return;
    const output = job.confidentiality.redactQuotes(job.secrets.redact(result.output));
    for (const line of output.trimEnd().split('\n').slice(-OUTPUT_LINES))
        job.log.info(`  | ${line}`);
}
/**
 * The results of the checks for the tree that is about to be published. Usually they ran when the agent finished; for a
 * saved patch they run here, once.
 */
async function runChecks(job, checks, { tree, outcome }) {
    const found = await findReport(job, checks, tree, outcome);
    const tests = outcome.reason === null ? await checks.findEvidence(tree, job.signal) : null;
    const report = found.kind === 'ran' && tests !== null ? { ...found, tests } : found;
    const clean = (text) => job.confidentiality.redactQuotes(job.secrets.redact(text));
    return { report: (0,checks_report/* withTexts */.j8)(report, clean), tree };
}
async function findReport({ log, signal }, checks, tree, outcome) {
    const known = checks.recall(tree);
    if (known !== null)
        return known;
    if (outcome.reason !== null)
        return ENDED_EARLY;
    return log.group('Run the checks', () => checks.inspect(tree, signal));
}
/** A run that has used up its time takes no more: the runner's own time limit would end the job and lose the work. */
const ENDED_EARLY = {
    kind: 'not-run',
    why: 'the run had ended early, before they could run on the change as it is',
    setup: null,
};


/***/ }),

/***/ 5476:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A: () => (/* binding */ composeEvidence),
/* harmony export */   F: () => (/* binding */ readTestScripts)
/* harmony export */ });
/* harmony import */ var _git_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4379);
/* harmony import */ var _git_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5022);
/* harmony import */ var _git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9071);
/* harmony import */ var _git_checkout_tree_with_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8719);
/* harmony import */ var _run_context_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(9879);





/** What the search for evidence needs of the run and its repository. */
const composeEvidence = (job, checkout, { workingDirectory }) => ({
    findBase: () => findBase(job, checkout),
    async listChanged(base, tree) {
        const entries = await (0,_git_checkout_tree_with_files_js__WEBPACK_IMPORTED_MODULE_3__/* .listChangedEntries */ .r)(checkout.repository, base, tree);
        return entries.map((entry) => ({ ...entry, text: (0,_git_checkout_list_paths_js__WEBPACK_IMPORTED_MODULE_1__/* .pathAsText */ .rx)(entry.path) }));
    },
    writeTree: (base, files) => (0,_git_checkout_tree_with_files_js__WEBPACK_IMPORTED_MODULE_3__/* .writeTreeWith */ .q)(checkout.repository, base, files),
    readScripts: (base) => readTestScripts(checkout.repository, base, workingDirectory),
    leftMs: () => job.claimedAt + job.controlPlane.assignment.limits.seconds * 1000 - job.now(),
    onStart: () => (0,_run_context_js__WEBPACK_IMPORTED_MODULE_4__/* .reportNote */ .NN)(job, 'The checks run without the change, to see whether its tests fail there. No failure is one of the change.'),
});
/**
 * The commit that the pull request is compared with. For a follow-up it is where the branch began, and not the head of the branch:
 * the pull request shows the change of all turns together.
 */
async function findBase({ controlPlane }, { repository, baseSha, branchHead, merge }) {
    if (branchHead === null || merge !== null)
        return baseSha;
    const { base, branch, fetchToken: token } = controlPlane.assignment;
    const met = await (0,_git_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__/* .meetBranches */ .gM)({ repository, token, base, branch, heads: [baseSha, branchHead] });
    const [ancestor = null, ...others] = met.kind === 'met' ? met.ancestors : [];
    return others.length === 0 ? ancestor : null;
}
const MANIFEST_BYTES = 256 * 1024;
/** The scripts of a package.json that run tests, by their names. */
async function readTestScripts(repository, base, workingDirectory) {
    const paths = ['package.json', ...(workingDirectory === null ? [] : [`${workingDirectory}/package.json`])];
    const found = await (0,_git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_2__/* .listTree */ .nT)(repository, base, paths);
    const texts = await Promise.all(found.filter(({ kind }) => kind === 'file').map(({ id }) => (0,_git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_2__/* .readBlob */ .gm)(repository, id, MANIFEST_BYTES)));
    return texts.flatMap((text) => Object.entries(scriptsOf(text)).flatMap(([name, script]) => typeof script === 'string' && /test|spec|check/i.test(name) ? [script] : []));
}
/** Empty if it is no JSON with scripts: npm would not run any either. */
function scriptsOf(text) {
    try {
        const parsed = JSON.parse(text);
        const isObject = typeof parsed === 'object' && parsed !== null && 'scripts' in parsed;
        return isObject && typeof parsed.scripts === 'object' && parsed.scripts !== null
            ? { ...parsed.scripts }
            : {};
    }
    catch {
        return {};
    }
}


/***/ }),

/***/ 4616:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fh: () => (/* binding */ resumeParked),
/* harmony export */   Qp: () => (/* binding */ applySavedPatch),
/* harmony export */   Sl: () => (/* binding */ NOTES_LIMIT),
/* harmony export */   dZ: () => (/* binding */ failIfParked),
/* harmony export */   zR: () => (/* binding */ canPark)
/* harmony export */ });
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);
/* harmony import */ var _contract_runner_protocol_result_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5283);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9027);
/* harmony import */ var _git_diff_patch_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7287);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(1167);
/* harmony import */ var _agent_work_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(2199);
/* harmony import */ var _merge_base_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4633);
/* harmony import */ var _run_context_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(9879);








/**
 * Applies the patch that an earlier run of the same prompts saved. The agent then does not run; the change is judged
 * like any other. `null`: there is no saved patch, or it no longer applies.
 */
async function applySavedPatch(job, checkout) {
    const { savedPatch: saved } = job.controlPlane.assignment;
    // It was made for the conflicts of that time: the base may have changed the same files again since.
    if (saved === undefined || (0,_merge_base_js__WEBPACK_IMPORTED_MODULE_5__/* .hasConflicts */ .Sv)(checkout))
        return null;
    return job.log.group('Apply the saved patch', async () => {
        if (!(await (0,_git_diff_patch_js__WEBPACK_IMPORTED_MODULE_2__/* .applyGitPatch */ .rH)(checkout, Buffer.from(saved.patch, 'base64')))) {
            (0,_run_context_js__WEBPACK_IMPORTED_MODULE_6__/* .reportNote */ .NN)(job, 'The saved patch no longer applies: the agent does the work again.');
            return null;
        }
        (0,_run_context_js__WEBPACK_IMPORTED_MODULE_6__/* .reportNote */ .NN)(job, 'The saved patch applies: the model is not called.');
        return { outcome: (0,_agent_work_js__WEBPACK_IMPORTED_MODULE_4__/* .sanitizeWords */ .P)(job, outcomeOf(saved, job)), refusedPaths: [], isSaved: true };
    });
}
const outcomeOf = (saved, { controlPlane }) => ({
    reason: saved.endedBy,
    publishable: true,
    title: saved.title,
    body: saved.body,
    commitMessage: saved.commitMessage,
    files: saved.files ?? [],
    summary: saved.summary,
    ...(saved.output !== undefined && { output: saved.output }),
    usage: _agent_work_js__WEBPACK_IMPORTED_MODULE_4__/* .NO_USAGE */ .y,
    perStep: [],
    acknowledged: Math.max(...controlPlane.assignment.prompts.map(({ number }) => number)),
});
/** Whether the server continues a run whose model has no quota left. Otherwise, its work becomes a draft. */
const canPark = ({ controlPlane }) => controlPlane.assignment.features?.includes('parked-runs') ?? false;
/** Of the notes for the agent of a later run. */
const NOTES_LIMIT = 10_000;
/** Ends the run before its incomplete work is published: it is saved, and a later run continues it. */
function failIfParked(job, outcome, note) {
    const { unfinished, reason: why } = outcome;
    if (unfinished === undefined || !canPark(job))
        return;
    const { againInMs, notes } = unfinished;
    note({
        parking: {
            seconds: againInMs === null ? null : Math.min(_contract_runner_protocol_result_js__WEBPACK_IMPORTED_MODULE_1__/* .LONGEST_PARKING_SECONDS */ .WU, Math.ceil(againInMs / 1000)),
            notes: (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_7__/* .cutTail */ .BO)(job.secrets.redact(notes), NOTES_LIMIT),
        },
    });
    throw new _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_3__/* .RunFailure */ .ae(why ?? (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .reason */ .l)('quota-spent', job.controlPlane.assignment.model));
}
/** Puts the work of a run that was parked, or ended with a question, into the work tree. If it no longer applies, the agent gets it to read. */
async function resumeParked(job, checkout) {
    const { savedPatch, unfinishedWork } = job.controlPlane.assignment;
    const text = (patch) => Buffer.from(patch, 'base64').toString('utf8');
    if (unfinishedWork === undefined)
        return { savedPatch: savedPatch === undefined ? null : text(savedPatch.patch) };
    const { patch, notes } = unfinishedWork;
    const isApplied = !(0,_merge_base_js__WEBPACK_IMPORTED_MODULE_5__/* .hasConflicts */ .Sv)(checkout) && (await (0,_git_diff_patch_js__WEBPACK_IMPORTED_MODULE_2__/* .applyGitPatch */ .rH)(checkout, Buffer.from(patch, 'base64')));
    (0,_run_context_js__WEBPACK_IMPORTED_MODULE_6__/* .reportNote */ .NN)(job, isApplied
        ? 'The agent continues the saved work of an earlier run.'
        : 'The saved work of an earlier run no longer applies: the agent does it again.');
    return isApplied
        ? { savedPatch: null, unfinished: { diff: text(patch), notes } }
        : { savedPatch: text(patch) };
}


/***/ }),

/***/ 6929:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   g3: () => (/* binding */ GRACE_MS),
/* harmony export */   lb: () => (/* binding */ endRun),
/* harmony export */   wZ: () => (/* binding */ reportEnd)
/* harmony export */ });
/* harmony import */ var _git_process_unfit_runner_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(6704);
/* harmony import */ var _outcome_progress_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8622);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1167);
/* harmony import */ var _outcome_stop_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(4085);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3145);
/* harmony import */ var _save_patch_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(76);






/** After a stop, the stages have this long to end. The rest of seven seconds is for the report. */
const GRACE_MS = 2500;
/** Runs the stages to their end, and saves the work if it could not be published. */
async function endRun(job, runStages) {
    let progress = _outcome_progress_js__WEBPACK_IMPORTED_MODULE_0__/* .NO_PROGRESS */ .c;
    const note = (part) => {
        progress = { ...progress, ...part };
    };
    try {
        const ending = await (0,_outcome_stop_js__WEBPACK_IMPORTED_MODULE_2__/* .runUntilAborted */ .zH)(runStages(note), job.signal, GRACE_MS);
        return (0,_outcome_progress_js__WEBPACK_IMPORTED_MODULE_0__/* .describeRun */ .v)(progress, ending, null);
    }
    catch (error) {
        const ending = endingOf(job, error, progress);
        return (0,_outcome_progress_js__WEBPACK_IMPORTED_MODULE_0__/* .describeRun */ .v)(progress, ending, await saveWork(job, ending, progress));
    }
}
function endingOf({ secrets, signal, log, confidentiality }, error, { outcome }) {
    const { redact } = secrets;
    const isExpected = error instanceof _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .RunFailure */ .ae || error instanceof _git_process_unfit_runner_js__WEBPACK_IMPORTED_MODULE_5__/* .UnfitRunner */ .V || signal.reason instanceof _outcome_stop_js__WEBPACK_IMPORTED_MODULE_2__/* .Stopped */ .C9;
    if (!isExpected)
        log.info(confidentiality.redactQuotes(redact((0,_text_format_js__WEBPACK_IMPORTED_MODULE_3__/* .stackOf */ .US)(error))));
    const early = outcome?.reason ?? null;
    return (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .nameBothReasons */ .yx)((0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .outcomeOfError */ .Sg)(error, signal, redact), early && redactReason(early, redact));
}
async function saveWork(job, ending, { checkout, outcome }) {
    if (ending.outcome === 'cancelled' || outcome === null || checkout === null)
        return null;
    return (0,_save_patch_js__WEBPACK_IMPORTED_MODULE_4__/* .savePatch */ .a)(job, checkout);
}
/** Whether the server could be told. */
async function reportEnd(job, end) {
    const { controlPlane, signal, log, secrets } = job;
    try {
        if (!signal.aborted)
            controlPlane.report({ type: 'stage', stage: 'result' });
        const isHurried = signal.reason instanceof _outcome_stop_js__WEBPACK_IMPORTED_MODULE_2__/* .Stopped */ .C9 && signal.reason.isHurried;
        await controlPlane.finish(end, isHurried);
        return true;
    }
    catch (error) {
        log.warning(`The end of the run could not be reported: ${secrets.redact((0,_text_format_js__WEBPACK_IMPORTED_MODULE_3__/* .messageOf */ .bD)(error))}`);
        return false;
    }
}
const redactReason = ({ code, message }, redact) => ({
    code,
    message: redact(message),
});


/***/ }),

/***/ 4633:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vg: () => (/* binding */ failUnlessResolved),
  Sv: () => (/* binding */ hasConflicts),
  mB: () => (/* binding */ mergeWithoutAgent),
  xS: () => (/* binding */ startMerge)
});

// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/git/checkout/fetch-branches.js
var fetch_branches = __webpack_require__(4379);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
// EXTERNAL MODULE: ../../lib/action/git/checkout/read-tree-files.js
var read_tree_files = __webpack_require__(9071);
// EXTERNAL MODULE: ../../lib/action/git/diff/find-filters.js
var find_filters = __webpack_require__(9824);
// EXTERNAL MODULE: ../../lib/action/git/policy/find-markers.js
var find_markers = __webpack_require__(3711);
// EXTERNAL MODULE: ../../lib/action/git/policy/path-policy.js + 2 modules
var path_policy = __webpack_require__(7665);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var process_repository = __webpack_require__(4523);
// EXTERNAL MODULE: ../../lib/action/git/push/commit-maker.js
var commit_maker = __webpack_require__(3216);
// EXTERNAL MODULE: ../../lib/action/git/merge/conflicts.js
var conflicts = __webpack_require__(2061);
// EXTERNAL MODULE: ../../lib/action/git/merge/merge-trees.js
var merge_trees = __webpack_require__(410);
// EXTERNAL MODULE: ../../lib/action/git/merge/tree-files.js + 1 modules
var tree_files = __webpack_require__(850);
;// CONCATENATED MODULE: ../../lib/action/git/merge/merge-base-into-branch.js













const refused = (detail) => ({
    kind: 'refused',
    reason: (0,reasons/* reason */.l)('update-refused', detail),
});
/** Merges the base into the working branch, both fetched. Moves no branch, and writes nothing into the work tree. */
async function mergeBaseIntoBranch(input) {
    const { repository, base, branch, baseSha, branchHead } = input;
    const meeting = await (0,fetch_branches/* meetBranches */.gM)({ ...input, heads: [baseSha, branchHead] });
    if (meeting.kind === 'failed')
        return { kind: 'refused', reason: meeting.reason };
    if (meeting.kind === 'apart')
        return refused(`${(0,format/* showPath */.P8)(base)} and ${(0,format/* showPath */.P8)(branch)} have no common commit among their last 1,000 commits`);
    if (meeting.ancestors.includes(baseSha))
        return { kind: 'up-to-date' };
    const merged = await (0,merge_trees/* mergeTrees */.Md)(repository, { branch: branchHead, base: baseSha });
    const sorted = (0,conflicts/* sortConflicts */.U)(merged, await judgeConflicts(input, merged));
    if (sorted.kind === 'refused')
        return refused(`the conflict in ${(0,format/* showPath */.P8)((0,list_paths/* pathAsText */.rx)(sorted.path))} can be resolved only by a person: ${sorted.why}`);
    const taken = await takeFromBase(repository, { ...merged, baseSha, paths: sorted.fromBase });
    if (taken.kind === 'moved')
        return refused(`${(0,format/* showPath */.P8)((0,list_paths/* pathAsText */.rx)(taken.path))} is protected, and the branch has moved it`);
    const { tree } = taken;
    const { ancestors } = meeting;
    const workflows = await (0,tree_files/* compareWorkflows */.u9)(repository, { ancestors, branch: branchHead, base: baseSha, tree });
    const obstacle = workflowObstacle(workflows, input);
    if (obstacle !== null)
        return refused(obstacle);
    const files = sorted.given.length === 0 ? NO_FILES : await (0,tree_files/* listFiles */.CS)(repository, tree);
    return {
        kind: 'merged',
        merge: {
            ...{ base, branch, tree, parents: [branchHead, baseSha] },
            start: await commitStart(input, { tree, files, paths: sorted.given.map(({ path }) => path) }),
            conflicts: sorted.given.map((one) => describeConflict(one, files)),
            ownMarkers: await readOwnMarkers(repository, merged.versions.filter((version) => sorted.given.some(({ path }) => path === version.path))),
            fromBase: sorted.fromBase.map(list_paths/* pathAsText */.rx),
            changesWorkflows: workflows.changed.length > 0,
        },
    };
}
/** By the rules, and by what both branches say of the conflicting paths, which are bytes, read as latin1. */
async function judgeConflicts({ repository, baseSha, branchHead, rules }, { versions }) {
    if (versions.length === 0)
        return () => null;
    const trees = [baseSha, branchHead];
    const judge = (0,path_policy/* pathPolicy */.Ml)(rules, await (0,read_tree_files/* readLinks */.CT)(repository, trees));
    const findFilters = await (0,find_filters/* openFilters */._w)(repository, trees);
    const filters = await findFilters(versions.map(({ path }) => (0,list_paths/* pathAsText */.rx)(path)));
    return (bytes) => {
        const path = (0,list_paths/* pathAsText */.rx)(bytes);
        const filter = filters.get(path) ?? find_filters/* LFS */.kV;
        return judge(path) ?? (filter === find_filters/* LFS */.kV ? null : { path, verdict: 'filtered', filter });
    };
}
/** Why neither the runner nor the server may push these workflow files. Pure. */
function workflowObstacle({ changed, disputed }, { base, branch, serverMergesWorkflows }) {
    if (changed.length === 0)
        return null;
    const what = `${(0,format/* showPath */.P8)(base)} changes workflow files (${(0,format/* showPaths */.cb)(changed)})`;
    if (serverMergesWorkflows === undefined)
        return `${what}, which the token of a runner may not push`;
    if (!serverMergesWorkflows)
        return `${what}, which the server may push only if the GitHub App has the permission \`workflows\``;
    if (disputed.length === 0)
        return null;
    return `${(0,format/* showPath */.P8)(base)} and ${(0,format/* showPath */.P8)(branch)} change the same workflow files (${(0,format/* showPaths */.cb)(disputed)}), which only a person may merge`;
}
const NO_FILES = new Map();
const describeConflict = ({ path, kind, text }, files) => ({
    path: (0,list_paths/* pathAsText */.rx)(path),
    kind,
    text: (0,list_paths/* pathAsText */.rx)(text),
    id: files.get(path)?.id ?? null,
});
async function takeFromBase(repository, given) {
    const { tree, versions, baseSha, paths } = given;
    if (paths.length === 0)
        return { kind: 'taken', tree };
    const inBase = await (0,tree_files/* listFiles */.CS)(repository, baseSha);
    // The base has it under another name, where the merged tree lacks it.
    const moved = versions.find(({ path, stage }) => stage === 3 && paths.includes(path) && !inBase.has(path));
    if (moved !== undefined)
        return { kind: 'moved', path: moved.path };
    const entries = paths.map((path) => ({ path, file: inBase.get(path) ?? null }));
    return { kind: 'taken', tree: await (0,tree_files/* replaceEntries */.Ji)(repository, tree, entries) };
}
async function commitStart({ repository, branchHead, baseSha, base, branch, author }, { tree, files, paths }) {
    const empty = (await (0,process_repository/* must */.sb)(repository.git(['hash-object', '-w', '--stdin'], { input: '' }))).stdout.trim();
    const entries = paths.flatMap((path) => {
        const file = files.get(path);
        return file === undefined ? [] : [{ path, file: { mode: file.mode, id: empty } }];
    });
    return (0,commit_maker/* commitTree */.S)(repository, {
        tree: await (0,tree_files/* replaceEntries */.Ji)(repository, tree, entries),
        parents: [branchHead, baseSha],
        message: `Merge ${base} into ${branch}`,
        author,
    });
}
async function readOwnMarkers({ gitBytes }, versions) {
    const lines = new Set();
    for (const { id } of versions) {
        const { stdout } = await (0,process_repository/* must */.sb)(gitBytes(['cat-file', 'blob', id]));
        for (const line of (0,find_markers/* markerLines */.y)(stdout.toString('utf8')))
            lines.add(line);
    }
    return lines;
}

// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/stages/agent-work.js
var agent_work = __webpack_require__(2199);
// EXTERNAL MODULE: ../../lib/action/stages/run-context.js
var run_context = __webpack_require__(9879);
;// CONCATENATED MODULE: ../../lib/action/stages/merge-base.js





/** Merges the base into the working branch, if the assignment wants that; `null`: there is nothing to merge. */
async function startMerge(job, fetched) {
    const { update, base, branch, fetchToken: token, author, rules } = job.controlPlane.assignment;
    const { branchHead } = fetched;
    // A branch that is made anew starts from the base.
    if (update === undefined || branchHead === null)
        return null;
    const result = await mergeBaseIntoBranch({
        ...{ ...fetched, token, base, branch, branchHead, author },
        rules,
        serverMergesWorkflows: update.mergesWorkflows,
    });
    switch (result.kind) {
        case 'refused':
            throw new run_failure/* RunFailure */.ae(result.reason);
        case 'up-to-date':
            return null;
        case 'merged': {
            const { conflicts, fromBase } = result.merge;
            const paths = conflicts.map(({ path }) => path);
            (0,run_context/* reportNote */.NN)(job, `Merged ${base} into ${branch}, conflicts: ${conflicts.length === 0 ? 'none' : (0,format/* showPaths */.cb)(paths)}`);
            if (fromBase.length > 0)
                (0,run_context/* reportNote */.NN)(job, `Protected paths with a conflict got the version of ${base}: ${(0,format/* showPaths */.cb)(fromBase)}`);
            return result.merge;
        }
    }
}
const hasConflicts = ({ merge }) => merge !== null && merge.conflicts.length > 0;
/** The work of a run that is to merge the base and nothing else. `null`: the agent is needed. */
function mergeWithoutAgent({ controlPlane }, checkout) {
    const { update, base, prompts } = controlPlane.assignment;
    if (update?.alone !== true || hasConflicts(checkout))
        return null;
    const { merge } = checkout;
    const summary = merge === null
        ? `The branch is already up to date with \`${base}\`.`
        : `Merged \`${base}\` into the branch. There was no conflict for the agent to resolve.`;
    const words = { title: `Update the branch with ${base}`, body: '', commitMessage: '' };
    const outcome = {
        ...{ ...words, summary, reason: null, publishable: true, perStep: [], files: [] },
        usage: agent_work/* NO_USAGE */.y,
        acknowledged: Math.max(...prompts.map(({ number }) => number)),
    };
    return { outcome, refusedPaths: [], isSaved: false };
}
/** A conflict that is resolved in part is not published, not even as a draft. */
function failUnlessResolved(checkout, { reason }) {
    if (reason !== null && hasConflicts(checkout))
        throw new run_failure/* RunFailure */.ae(reason);
}


/***/ }),

/***/ 3885:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   H: () => (/* binding */ openModels),
/* harmony export */   J: () => (/* binding */ signIn)
/* harmony export */ });
/* harmony import */ var _contract_model_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1135);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1167);
/* harmony import */ var _run_context_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9879);



/**
 * Opens the model of the job and those that may continue in its place. One for whose provider the workflow has no
 * credentials is left out: it may be meant for other repositories of the organisation.
 */
async function openModels(job, open) {
    const { model: name, fallbackModels } = job.controlPlane.assignment;
    const model = await open(name);
    if (model.ok)
        keepSecrets(job, model.model);
    if (fallbackModels === undefined)
        return { model };
    const fallbacks = [];
    for (const fallback of (0,_contract_model_js__WEBPACK_IMPORTED_MODULE_0__/* .fallbacksOf */ .nL)(name, fallbackModels)) {
        const opened = await open(fallback);
        if (!opened.ok) {
            (0,_run_context_js__WEBPACK_IMPORTED_MODULE_2__/* .reportNote */ .NN)(job, `The fallback model ${fallback} is left out. ${opened.reason.message}`, 'warning');
            continue;
        }
        keepSecrets(job, opened.model);
        fallbacks.push(opened.model);
    }
    const [next, ...others] = fallbacks;
    if (model.ok || model.reason.code !== 'model-key-missing' || next === undefined)
        return { model, fallbacks };
    (0,_run_context_js__WEBPACK_IMPORTED_MODULE_2__/* .reportNote */ .NN)(job, `${next.name} works in the place of ${name}. ${model.reason.message}`, 'warning');
    return { model: { ok: true, model: next }, fallbacks: others };
}
function keepSecrets({ secrets }, { secrets: own }) {
    for (const secret of own)
        secrets.add(secret);
}
/** Gets the token of the first model whose provider gives one out. Throws if none does, or if one refuses. */
async function signIn(job, { model, fallbacks }) {
    if (!model.ok)
        throw new _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .RunFailure */ .ae(model.reason);
    const refusal = await model.model.signIn();
    if (refusal === null)
        return { model, ...(fallbacks !== undefined && { fallbacks }) };
    const [next, ...others] = fallbacks ?? [];
    // A refusal is for a person to correct.
    if (next === undefined || refusal.code === 'model-refused')
        throw new _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_1__/* .RunFailure */ .ae(refusal);
    (0,_run_context_js__WEBPACK_IMPORTED_MODULE_2__/* .reportNote */ .NN)(job, `${next.name} works in the place of ${model.model.name}. ${refusal.message}`, 'warning');
    return signIn(job, { model: { ok: true, model: next }, fallbacks: others });
}


/***/ }),

/***/ 3696:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  Js: () => (/* binding */ answerOutcome),
  sx: () => (/* binding */ judgeChange),
  ux: () => (/* binding */ noChangeOutcome),
  et: () => (/* binding */ plan)
});

// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/action/confidential/confidential-words.js
var confidential_words = __webpack_require__(3947);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
// EXTERNAL MODULE: ../../lib/action/git/checkout/read-tree-files.js
var read_tree_files = __webpack_require__(9071);
// EXTERNAL MODULE: ../../lib/action/git/diff/diff-text.js
var diff_text = __webpack_require__(5008);
// EXTERNAL MODULE: ../../lib/action/git/diff/find-filters.js
var find_filters = __webpack_require__(9824);
// EXTERNAL MODULE: ../../lib/action/git/diff/read-changes.js
var read_changes = __webpack_require__(8669);
// EXTERNAL MODULE: ../../lib/action/git/merge/merge-trees.js
var merge_trees = __webpack_require__(410);
// EXTERNAL MODULE: ../../lib/action/text/fold.js
var fold = __webpack_require__(8865);
;// CONCATENATED MODULE: ../../lib/action/git/policy/find-git-folders.js

/** By folded name; `objects` and `refs` may be folders or symbolic links. */
const NAMES = new Set(['head', 'objects', 'refs', 'commondir']);
/** Most paths of a tree have none of these names in any spelling, and need not be folded. */
const MAY_HAVE_NAME = /[^\x20-\x7e]|(?:^|\/)(?:head|objects|refs|commondir)[. ]*(?:[/:]|$)/i;
/**
 * The folders of a tree that git takes for a repository of its own, by what is in them; folded. A command of git in such a
 * folder, for example that of a shell prompt or of an editor, reads its `config`, which names programs that git runs:
 * https://git-scm.com/docs/git-config#Documentation/git-config.txt-safebareRepository
 * The root of the tree is none: there, git finds `.git` first. Pure.
 */
function findGitFolders(paths) {
    const found = new Map();
    for (const path of paths) {
        if (!MAY_HAVE_NAME.test(path))
            continue;
        const names = (0,fold/* foldPath */.tu)(path).split('/');
        for (const [at, name] of names.entries()) {
            if (at === 0 || !NAMES.has(name))
                continue;
            const folder = names.slice(0, at).join('/');
            const known = found.get(folder) ?? new Set();
            found.set(folder, known.add(name));
        }
    }
    return new Set([...found].flatMap(([folder, names]) => (isGitFolder(names) ? [folder] : [])));
}
/** https://git-scm.com/docs/gitrepository-layout: `commondir` names the folder that has the objects and refs. */
const isGitFolder = (names) => names.has('head') && (names.has('commondir') || (names.has('objects') && names.has('refs')));
/** Whether a path is in one of these folders. Pure. */
function isInGitFolder(folders, path) {
    if (folders.size === 0)
        return false;
    const names = (0,fold/* foldPath */.tu)(path).split('/');
    return names.some((_, at) => folders.has(names.slice(0, at).join('/')));
}

// EXTERNAL MODULE: ../../lib/action/git/policy/path-policy.js + 2 modules
var path_policy = __webpack_require__(7665);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/git/policy/find-markers.js
var find_markers = __webpack_require__(3711);
// EXTERNAL MODULE: ../../lib/action/git/policy/scan-added-lines.js
var scan_added_lines = __webpack_require__(1934);
;// CONCATENATED MODULE: ../../lib/action/git/policy/plan-publish.js







/** Judges the whole change. It is published completely or not at all. */
function planPublish({ changes, rules, links, gitFolders, filters, merge, secrets, }) {
    if (changes.length === 0)
        return { kind: 'nothing' };
    const refusal = refuseKinds(changes) ??
        refuseMarkers(changes, merge) ??
        refuseExecutables(changes, rules) ??
        refusePaths(changes, (0,path_policy/* pathPolicy */.Ml)(rules, links)) ??
        refuseGitFolders(changes, gitFolders) ??
        refuseFiltered(changes, filters) ??
        refuseSize(changes, rules) ??
        refuseSecrets(changes, secrets);
    if (refusal !== null)
        return { kind: 'refuse', refusal, reason: (0,reasons/* reason */.l)(refusal.code, refusal.detail) };
    return {
        kind: 'publish',
        files: changes.length,
        additions: sum(changes.map(({ additions }) => additions)),
        deletions: sum(changes.map(({ deletions }) => deletions)),
    };
}
function refuseKinds(changes) {
    for (const change of changes) {
        const danger = describeDanger(change);
        if (danger !== null)
            return { code: 'change-unsafe', detail: `${danger} at ${(0,format/* showPath */.P8)(change.path)}` };
    }
    return null;
}
/** A moved link is unsafe even if unchanged, since a relative target then points elsewhere. */
function describeDanger({ oldMode, newMode }) {
    if (newMode === '160000' || (oldMode === '160000' && newMode !== null))
        return 'a nested repository or submodule';
    if (newMode === '120000')
        return 'a new or changed symbolic link';
    return null;
}
function refuseMarkers(changes, merge) {
    const [first] = merge === undefined ? [] : (0,find_markers/* findMarkers */.X)(changes, merge);
    return first === undefined
        ? null
        : { code: 'change-unsafe', detail: `a conflict marker in ${(0,format/* showPath */.P8)(first.path)}, line ${first.line}` };
}
/**
 * As many files may become executable as stop being so. Then no executable is new: an executable file was moved, whatever
 * git takes for its source after a rewrite. Where the project allows it, any script may become executable.
 */
function refuseExecutables(changes, { executableScripts }) {
    if (executableScripts === true)
        return null;
    const gained = changes.filter(({ oldMode, newMode }) => newMode === EXECUTABLE && oldMode !== EXECUTABLE);
    const lost = changes.filter(({ oldMode, newMode }) => oldMode === EXECUTABLE && newMode !== EXECUTABLE);
    if (gained.length <= lost.length)
        return null;
    return {
        code: 'change-unsafe',
        detail: `a new executable bit at ${(0,format/* showPaths */.cb)(gained.map(({ path }) => path))}`,
    };
}
const EXECUTABLE = '100755';
function refusePaths(changes, judge) {
    const refused = changes.flatMap(pathsOf).flatMap((path) => judge(path) ?? []);
    return refused.length === 0 ? null : { code: 'path-protected', detail: (0,path_policy/* describeRefusals */.lY)(refused) };
}
const pathsOf = ({ path, oldPath }) => (oldPath === null ? [path] : [oldPath, path]);
/** A file that was only deleted is harmless. */
function refuseGitFolders(changes, folders) {
    const refused = changes
        .filter(({ path, newMode }) => newMode !== null && isInGitFolder(folders, path))
        .map(({ path }) => ({ path, verdict: 'forbidden' }));
    return refused.length === 0 ? null : { code: 'path-protected', detail: (0,path_policy/* describeRefusals */.lY)(refused) };
}
/** LFS is named in the pull request instead. A file that was only deleted is not published. */
function refuseFiltered(changes, filters) {
    const refused = changes
        .filter(({ newMode }) => newMode !== null)
        .flatMap(pathsOf)
        .flatMap((path) => {
        const filter = filters.get(path);
        return filter === undefined || filter === find_filters/* LFS */.kV ? [] : [{ path, verdict: 'filtered', filter }];
    });
    return refused.length === 0 ? null : { code: 'change-unsafe', detail: (0,path_policy/* describeRefusals */.lY)(refused) };
}
function refuseSize(changes, rules) {
    const tooLarge = (detail) => ({ code: 'change-too-large', detail });
    if (changes.length > rules.maxFiles) {
        return tooLarge(`it has ${changes.length} files, and \`max-files\` is ${rules.maxFiles}`);
    }
    const bytes = sum(changes.map(({ newSize }) => newSize));
    if (bytes > rules.maxBytes) {
        return tooLarge(`its files have ${bytes} bytes, and \`max-bytes\` is ${rules.maxBytes}`);
    }
    return changes.some(({ addedLines }) => addedLines === null)
        ? tooLarge('its diff is too long to be searched for secrets')
        : null;
}
function refuseSecrets(changes, secrets) {
    const found = (0,scan_added_lines/* scanAddedLines */.p)(changes, secrets);
    if (found.length === 0)
        return null;
    const named = found.slice(0, 5).map(showFinding).join('; ');
    const more = found.length > 5 ? `; and ${found.length - 5} more` : '';
    return { code: 'secret-found', detail: named + more };
}
function showFinding({ kind, path, line }) {
    return line === null ? `${kind} in ${(0,format/* showPath */.P8)(path)}` : `${kind} in ${(0,format/* showPath */.P8)(path)}, line ${line}`;
}
function sum(numbers) {
    return numbers.reduce((total, number) => total + number, 0);
}

// EXTERNAL MODULE: ../../lib/action/workspace/files/portable-names.js
var portable_names = __webpack_require__(1036);
;// CONCATENATED MODULE: ../../lib/action/stages/plan.js












const NO_SIZE = { files: 0, additions: 0, deletions: 0 };
/** Judges the final work tree, and says which files changed. */
async function plan({ log, secrets, confidentiality, }, checkout, { rules, outcome }) {
    const { tree, changes } = await (0,read_changes/* readChanges */.S)(checkout);
    const files = changes.map(({ path }) => path);
    const verdict = await judgeChange(checkout, { tree, changes }, { rules, secrets });
    switch (verdict.kind) {
        case 'nothing':
            if (checkout.merge === null) {
                log.info('No file changed.');
                return { plan: verdict, files };
            }
            log.info('The merge needs no change.');
            return {
                plan: { kind: 'publish', tree, words: wordsOfMerge(outcome, confidentiality), size: NO_SIZE },
                files,
            };
        case 'refuse':
            return { plan: { kind: 'refused', reason: verdict.reason }, files };
        case 'publish': {
            const { files: count, additions, deletions } = verdict;
            log.info(`Files: ${count}, lines added: ${additions}, lines removed: ${deletions}`);
            // The model chose these names, and they are not public if the push fails.
            for (const { kind, path } of changes)
                log.info(confidentiality.redactQuotes(`  ${kind} ${path}`));
            const words = confidentiality.isOn
                ? (0,confidential_words/* confidentialWords */.m)(outcome, { files, text: await (0,diff_text/* readDiffText */.n)(checkout, { tree, changes }) }, confidentiality)
                : outcome;
            return { plan: { kind: 'publish', tree, words, size: { files: count, additions, deletions } }, files };
        }
    }
}
/**
 * Judges a change by the rules, and by what the repository says of the changed paths: before the change, after it, and on
 * the base, in case an earlier turn has changed it on the branch.
 */
async function judgeChange({ repository, baseSha, startSha, merge }, { tree, changes }, given) {
    const trees = [baseSha, startSha, tree];
    const findFilters = await (0,find_filters/* openFilters */._w)(repository, trees);
    const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]));
    const plan = planPublish({
        ...{ changes, ...given, merge: (0,merge_trees/* mergeRulesOf */.Z$)(merge) },
        links: await (0,read_tree_files/* readLinks */.CT)(repository, trees),
        gitFolders: findGitFolders((await (0,read_tree_files/* listEntries */.fi)(repository, tree)).map(({ path }) => (0,list_paths/* pathAsText */.rx)(path))),
        filters: await findFilters(paths),
    });
    const unportable = plan.kind === 'publish' ? await findUnportableNames(repository, startSha, changes) : null;
    if (unportable === null)
        return plan;
    const refusal = { code: 'change-unsafe', detail: unportable };
    return { kind: 'refuse', refusal, reason: (0,reasons/* reason */.l)(refusal.code, refusal.detail) };
}
async function findUnportableNames({ gitFixed }, start, changes) {
    const added = changes.filter(({ oldMode, kind }) => oldMode === null || kind === 'renamed');
    if (added.length === 0)
        return null;
    const listed = await (0,list_paths/* listPaths */.Pe)(gitFixed, ['ls-tree', '-r', '-z', '--name-only', '--full-tree', start]);
    const gone = changes.flatMap(({ path, oldPath, newMode }) => (newMode === null ? path : (oldPath ?? [])));
    return (0,portable_names/* findUnportableChange */.Sd)({ added: added.map(({ path }) => path), gone }, listed.map(list_paths/* pathAsText */.rx));
}
/** Of a merge to which the agent has added nothing. Git's subject says all that may be public. Pure. */
const wordsOfMerge = (outcome, confidentiality) => confidentiality.isOn
    ? { ...(0,confidential_words/* confidentialWords */.m)(outcome, { files: [], text: '' }, confidentiality), commitMessage: '' }
    : outcome;
/** The outcome of a run that has nothing to publish. Pure. */
function noChangeOutcome({ secrets, confidentiality }, { outcome, refusedPaths, isSaved }, headSha) {
    if (outcome.reason !== null)
        return { outcome: 'failed', reason: outcome.reason, published: null };
    const obstacle = isSaved ? 'the base already holds the saved patch.' : nameRefusals(refusedPaths, secrets);
    // The agent's words and the paths may repeat a confidential prompt. The job has them in any case.
    const why = confidentiality.isOn
        ? 'the job says why.'
        : [obstacle, outcome.summary].filter((part) => part !== null).join(' ');
    return { outcome: 'no-change', headSha, reason: (0,reasons/* reason */.l)('no-change', why), obstacle };
}
const IN_MODE = {
    ask: 'it was asked for an answer, which is its summary.',
    plan: 'it was asked for a plan, which is its summary.',
    review: 'it was asked for a review.',
};
/** The outcome of a run whose work is words. Pure. */
const answerOutcome = (mode, { reason: why, findings }, headSha) => why === null
    ? { outcome: 'no-change', headSha, reason: (0,reasons/* reason */.l)('no-change', IN_MODE[mode]), obstacle: null, findings }
    : { outcome: 'failed', reason: why, published: null };
/** The model named the paths. */
function nameRefusals(refused, { redact }) {
    const named = refused.map((one) => ({ ...one, path: redact(one.path) }));
    return named.length === 0 ? null : `it may not change ${(0,path_policy/* describeRefusals */.lY)(named)}.`;
}


/***/ }),

/***/ 3847:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   e: () => (/* binding */ loadAgent),
/* harmony export */   i: () => (/* binding */ prepare)
/* harmony export */ });
/* harmony import */ var _control_plane_server_oidc_token_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4906);
/* harmony import */ var _git_checkout_checkout_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(4676);
/* harmony import */ var _models_providers_retry_settings_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3974);
/* harmony import */ var _start_inputs_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9452);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3145);
/* harmony import */ var _earlier_work_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(4616);
/* harmony import */ var _merge_base_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(4633);
/* harmony import */ var _open_models_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(3885);
/* harmony import */ var _run_context_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(9879);









/** Opens the model and checks out the code. The model comes first: without its key there is no point in fetching. */
async function prepare(job) {
    const { assignment } = job.controlPlane;
    const opened = await (0,_open_models_js__WEBPACK_IMPORTED_MODULE_7__/* .openModels */ .H)(job, await modelOpener(job));
    const needsModel = assignment.savedPatch === undefined && assignment.update === undefined;
    const models = needsModel ? await (0,_open_models_js__WEBPACK_IMPORTED_MODULE_7__/* .signIn */ .J)(job, opened) : opened;
    const [found] = await Promise.all([
        (0,_git_checkout_checkout_js__WEBPACK_IMPORTED_MODULE_1__/* .fetchStart */ .vT)({
            workspace: job.workspace,
            scratch: job.scratch,
            remote: `${assignment.repository.url}.git`,
            token: assignment.fetchToken,
            base: assignment.base,
            baseFrom: assignment.baseFrom,
            branch: assignment.branch,
            pullRequest: assignment.review?.pullRequest,
            environment: job.environment,
            signal: job.signal,
        }),
        loadAgent(models),
    ]);
    const fetched = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_8__/* .orFail */ .M7)(found);
    const { review } = assignment;
    const start = review === undefined ? assignment.base : `The head of #${review.pullRequest}`;
    job.log.info(`${start} is at ${fetched.baseSha}`);
    if (fetched.branchHead !== null)
        job.log.info(`${assignment.branch} is at ${fetched.branchHead}`);
    const jobFile = job.environment.GITHUB_EVENT_PATH;
    const checkout = (0,_run_context_js__WEBPACK_IMPORTED_MODULE_8__/* .orFail */ .M7)(await (0,_git_checkout_checkout_js__WEBPACK_IMPORTED_MODULE_1__/* .writeWorkTree */ .dq)(fetched, await (0,_merge_base_js__WEBPACK_IMPORTED_MODULE_6__/* .startMerge */ .xS)(job, fetched), { jobFile }));
    tellLeftovers(job, checkout.leftovers);
    return { checkout, ...models };
}
/**
 * Loads what the agent needs. Called before the work tree is written: a workflow with `uses: ./` runs an action that lies in
 * the work tree, where it may be replaced by another version of its files.
 */
const loadAgent = ({ model, fallbacks = [] }) => Promise.all([
    Promise.all(/* import() */[__webpack_require__.e(524), __webpack_require__.e(62), __webpack_require__.e(4)]).then(__webpack_require__.bind(__webpack_require__, 9636)),
    Promise.all(/* import() */[__webpack_require__.e(103), __webpack_require__.e(704)]).then(__webpack_require__.bind(__webpack_require__, 7704)),
    ...[...(model.ok ? [model.model] : []), ...fallbacks].map(({ languageModel }) => languageModel),
]);
function tellLeftovers({ log, secrets, confidentiality }, { removed, stuck }) {
    if (removed > 0)
        log.info(`Removed from the workspace what an earlier job had left: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .countOf */ .pq)(removed, 'file')}`);
    if (stuck.length === 0)
        return;
    const text = `The workspace has files of an earlier job, which this user may not remove: ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_4__/* .showPaths */ .cb)(stuck)}. Changes of them are not published. Remove them on the runner.`;
    log.warning(confidentiality.redactQuotes(secrets.redact(text)));
}
// Imported here and not above: a run whose claim is refused does not load the AI SDK.
async function modelOpener(job) {
    const { openModel } = await __webpack_require__.e(/* import() */ 582).then(__webpack_require__.bind(__webpack_require__, 2582));
    const { effort = null } = job.controlPlane.assignment;
    const retrySettings = (0,_earlier_work_js__WEBPACK_IMPORTED_MODULE_5__/* .canPark */ .zR)(job)
        ? { ..._models_providers_retry_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULT_RETRY_SETTINGS */ .d, longestWaitMs: LONGEST_PAID_WAIT_MS }
        : _models_providers_retry_settings_js__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULT_RETRY_SETTINGS */ .d;
    const options = { effort, retrySettings, log: job.log.info, identity: identityOf(job) };
    return (name) => openModel(name, job.environment, options);
}
function identityOf({ environment, secrets, log, signal, now }) {
    const endpoint = (0,_control_plane_server_oidc_token_js__WEBPACK_IMPORTED_MODULE_0__/* .findIdTokenEndpoint */ .Z)(environment);
    return {
        mint: endpoint === null ? null : (audience, until) => (0,_control_plane_server_oidc_token_js__WEBPACK_IMPORTED_MODULE_0__/* .mintIdToken */ .n)(endpoint, audience, until),
        appUrl: (0,_start_inputs_js__WEBPACK_IMPORTED_MODULE_3__/* .readInputs */ .Ko)(environment)['app-url'],
        addSecret: secrets.add,
        warn: log.warning,
        ...{ signal, now },
    };
}
/** A runner that waits is paid for, and takes a slot of the project: for longer waits, the run is parked. */
const LONGEST_PAID_WAIT_MS = 180_000;


/***/ }),

/***/ 2794:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ms: () => (/* binding */ narrowToDirectory),
/* harmony export */   Qh: () => (/* binding */ fetchDefaultBranch),
/* harmony export */   sb: () => (/* binding */ readSettings)
/* harmony export */ });
/* unused harmony export requireDirectory */
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5618);
/* harmony import */ var _git_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4379);
/* harmony import */ var _git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9071);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1167);
/* harmony import */ var _text_shell_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4686);





/**
 * The head of the default branch, whose instruction files and settings apply, whatever branch the work starts from.
 * `null`: the branch is unknown or cannot be fetched. Then only the files in the assignment apply.
 */
async function fetchDefaultBranch({ controlPlane, log, confidentiality }, { repository, baseSha }) {
    const { base, baseFrom, defaultBranch, fetchToken: token, review } = controlPlane.assignment;
    // A review starts from a pull request, whose instruction files are not those of the repository.
    const isBase = review === undefined &&
        (defaultBranch === undefined ? baseFrom === 'default-branch' : defaultBranch === base);
    if (isBase)
        return baseSha;
    if (defaultBranch === undefined)
        return null;
    const failure = await (0,_git_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchBranches */ .r4)({ repository, token }, [defaultBranch]);
    if (failure === null)
        return (0,_git_checkout_fetch_branches_js__WEBPACK_IMPORTED_MODULE_0__/* .readFetched */ .oC)(repository, defaultBranch);
    log.warning(confidentiality.redactQuotes(`The instruction files of subfolders are not read: the default branch ${defaultBranch} could not be fetched. ${failure.message}`));
    return null;
}
/**
 * The settings of the project: its publishing rules, its checks, and the folder in which they apply. Waits for the checkout only
 * if it is needed to know them.
 */
async function readSettings(job, checkout) {
    const settings = await job.controlPlane.findSettings(async () => readFromDefaultBranch(job, await checkout));
    const { workingDirectory } = settings;
    if (workingDirectory === null)
        return settings;
    await requireDirectory(await checkout, workingDirectory);
    return narrowToDirectory(settings, workingDirectory);
}
/** More than a settings file may have, so that one that is too large is recognized. */
const READ_BYTES = 2 * _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_3__/* .SETTINGS_LIMIT */ .C;
async function readFromDefaultBranch(job, checkout) {
    const commit = await fetchDefaultBranch(job, checkout);
    // Without the file, what the project allows is unknown.
    if (commit === null)
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .fail */ .fJ)('fetch-failed', 'the default branch, for the settings of the project');
    const { repository } = checkout;
    const found = await (0,_git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_1__/* .listTree */ .nT)(repository, commit, _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_3__/* .SETTINGS_PATHS */ .R);
    return Promise.all(found.map(async ({ id, path, kind }) => ({
        path,
        text: kind === 'file' ? await (0,_git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_1__/* .readBlob */ .gm)(repository, id, READ_BYTES) : null,
    })));
}
/** Fails the run if the commit that the work starts from does not have the folder. */
async function requireDirectory({ repository, startSha }, directory) {
    const [entry] = await (0,_git_checkout_read_tree_files_js__WEBPACK_IMPORTED_MODULE_1__/* .listTree */ .nT)(repository, startSha, [directory]);
    if (entry?.kind !== 'folder')
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_2__/* .fail */ .fJ)('working-directory-missing', directory);
}
/**
 * The settings for work in one folder: checks run there, and only changes there may be published, unless the settings
 * already name the paths that may change. Pure.
 */
function narrowToDirectory(settings, directory) {
    const { checks, rules } = settings;
    return {
        ...settings,
        rules: rules.allowedPaths.length > 0 ? rules : { ...rules, allowedPaths: [`/${directory}/**`] },
        checks: checks && {
            ...checks,
            commands: checks.commands.map((command) => ({
                ...command,
                run: (0,_text_shell_js__WEBPACK_IMPORTED_MODULE_4__/* .runInDirectory */ .K)(directory, command.run),
            })),
        },
    };
}


/***/ }),

/***/ 9879:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   M7: () => (/* binding */ orFail),
/* harmony export */   NN: () => (/* binding */ reportNote),
/* harmony export */   Si: () => (/* binding */ runStage)
/* harmony export */ });
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1167);

const TITLES = {
    claim: 'Claim the run',
    prepare: 'Prepare the work tree',
    agent: 'Let the agent work',
    plan: 'Plan what to publish',
    push: 'Push the branch',
    'pull-request': 'Open the pull request',
    result: 'Report the result',
};
/** One stage: a group of the log and an event for the server. Does nothing if the run was stopped. */
async function runStage(job, stage, work) {
    job.signal.throwIfAborted();
    job.controlPlane.report({ type: 'stage', stage });
    return job.log.group(TITLES[stage], work);
}
/** Ends the run if a module returned a refusal. */
function orFail(result) {
    if (result.ok)
        return result;
    throw new _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .RunFailure */ .ae(result.reason);
}
/** Tells people something about the run: as an event of the job, and in the log, where no prompt is quoted. */
function reportNote({ controlPlane, log, secrets, confidentiality, }, text, level = 'info') {
    const clean = secrets.redact(text);
    controlPlane.report({ type: 'note', text: clean.slice(0, NOTE_LENGTH) });
    log[level](confidentiality.redactQuotes(clean));
}
/** The contract's limit for the text of an event. */
const NOTE_LENGTH = 1000;


/***/ }),

/***/ 76:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   a: () => (/* binding */ savePatch)
/* harmony export */ });
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _git_diff_patch_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7287);
/* harmony import */ var _git_diff_read_changes_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8669);
/* harmony import */ var _git_policy_scan_added_lines_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1934);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3145);






// Egress: takes the secrets out of the patch.
/**
 * Saves the changes that cannot be published: in a file for later steps, and on the server. `null`: nothing changed. A
 * failure is logged as a warning, since the run already has a reason.
 */
async function savePatch(job, checkout) {
    try {
        const { tree, changes } = await (0,_git_diff_read_changes_js__WEBPACK_IMPORTED_MODULE_3__/* .readChanges */ .S)(checkout);
        if (changes.length === 0)
            return null;
        const files = changes.map(({ path }) => path);
        return { files, ...(await saveTree(job, checkout, { tree, changes })) };
    }
    catch (error) {
        warn(job, error);
        return null;
    }
}
const NOT_SAVED = { path: null, isWhole: false };
async function saveTree(job, checkout, { tree, changes }) {
    const { secrets, log, temp, controlPlane } = job;
    if ((0,_git_policy_scan_added_lines_js__WEBPACK_IMPORTED_MODULE_4__/* .findUnredactable */ .q)(changes, secrets).length > 0) {
        log.warning('The patch is not saved: a file in it that is binary, or not in UTF-8, holds a secret, which cannot be redacted.');
        return NOT_SAVED;
    }
    const { patch, cut } = await (0,_git_diff_patch_js__WEBPACK_IMPORTED_MODULE_2__/* .makePatch */ .Jb)({ ...checkout, tree });
    if (cut)
        log.warning('The patch is too large to be saved whole: it holds only the first files.');
    const clean = (0,_git_diff_patch_js__WEBPACK_IMPORTED_MODULE_2__/* .redactPatch */ .IW)(patch, secrets);
    if (clean === null) {
        log.warning('The patch is not saved: a secret in it spans several lines, and cannot be redacted.');
        return NOT_SAVED;
    }
    const path = (0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(temp, `${controlPlane.assignment.run.replace(/[^\w-]/g, '_')}.patch`);
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.writeFile)(path, clean);
    const isSent = await send(job, clean);
    return { path, isWhole: isSent && !cut && clean.equals(patch) };
}
async function send(job, patch) {
    try {
        await job.controlPlane.savePatch(patch);
        return true;
    }
    catch (error) {
        warn(job, error);
        return false;
    }
}
function warn({ log, secrets }, error) {
    log.warning(`The patch could not be saved: ${secrets.redact((0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .messageOf */ .bD)(error))}`);
}


/***/ }),

/***/ 6457:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  kW: () => (/* binding */ showImages),
  J_: () => (/* binding */ startFetchingImages)
});

// UNUSED EXPORTS: showEach

// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
;// CONCATENATED MODULE: ../../lib/action/images/fetch-images.js

/** Of one image: GitHub accepts 10 MB (https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/attaching-files). */
const MAX_BYTES = 10 * 2 ** 20;
const TIMEOUT_MS = 20_000;
const MAX_REDIRECTS = 3;
/**
 * Fetches the images of the request, without a token: a signed address needs none. An image that cannot be had has a problem.
 * Never rejects.
 */
async function fetchImages(images, options) {
    return Promise.all(images.map((image) => fetchImage(image, options)));
}
async function fetchImage({ of, url, signedUrl }, { serverUrl, signal }) {
    try {
        const deadline = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
        const response = await follow(new URL(signedUrl ?? url), new URL(serverUrl), deadline);
        if (!response.ok) {
            await response.body?.cancel();
            throw new NotFetched(`GitHub answers with HTTP ${response.status}`);
        }
        return { of, url, bytes: await readAtMost(response, MAX_BYTES) };
    }
    catch (error) {
        // The address of the request is not named: it may be signed.
        const problem = error instanceof NotFetched ? error.message : describe(error);
        return { of, url, bytes: null, problem };
    }
}
class NotFetched extends Error {
}
const describe = (error) => error instanceof Error && error.name === 'TimeoutError'
    ? `GitHub does not answer within ${TIMEOUT_MS / 1000} seconds`
    : 'GitHub cannot be reached';
/** Where github.com serves what people attached. The last one is where it redirects to for a public repository. */
const HOSTS = new Set([
    'https://private-user-images.githubusercontent.com',
    'https://user-images.githubusercontent.com',
    'https://github-production-user-asset-6210df.s3.amazonaws.com',
]);
const isAllowed = (url, server) => url.username === '' &&
    (url.origin === server.origin || (server.origin === 'https://github.com' && HOSTS.has(url.origin)));
async function follow(first, server, signal) {
    let url = first;
    for (let redirects = 0;; redirects += 1) {
        if (!isAllowed(url, server))
            throw new NotFetched('it is not at an address of GitHub for attachments');
        const response = await fetch(url, { redirect: 'manual', signal, headers: { accept: 'image/*' } });
        const location = response.headers.get('location');
        if (response.status < 300 || response.status >= 400 || location === null)
            return response;
        await response.body?.cancel();
        const next = URL.parse(location, url.href);
        if (next === null || redirects === MAX_REDIRECTS)
            throw new NotFetched('GitHub redirects it to no file');
        url = next;
    }
}
async function readAtMost(response, limit) {
    const chunks = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
        length += chunk.length;
        if (length > limit)
            throw new NotFetched(`it has more than ${(0,contract_text/* groupDigits */.K9)(limit)} bytes`);
        chunks.push(chunk);
    }
    return Buffer.concat(chunks);
}

// EXTERNAL MODULE: ../../lib/action/workspace/files/read-image.js
var read_image = __webpack_require__(2934);
// EXTERNAL MODULE: ../../lib/action/workspace/files/tool-result.js
var tool_result = __webpack_require__(948);
// EXTERNAL MODULE: ../../lib/action/stages/run-context.js
var run_context = __webpack_require__(9879);
;// CONCATENATED MODULE: ../../lib/action/stages/show-images.js




/** Starts to fetch the images of the request: their addresses are valid for a few minutes only. Never rejects. */
function startFetchingImages({ controlPlane, signal }) {
    const { images = [], repository } = controlPlane.assignment;
    return fetchImages(images, { serverUrl: new URL(repository.url).origin, signal });
}
/** What the agent gets of them. People are told which images are left out. */
const showImages = (job, images, { imageTypes: types }) => showEach(images, { types, scale: job.scaleImage }, (text) => 
// What names an image may quote a prompt.
(0,run_context/* reportNote */.NN)(job, job.confidentiality.redactQuotes(job.secrets.redact(text)), 'warning'));
/** Leaves out what would make a request too large. */
async function showEach(images, imageSupport, tell) {
    const shown = [];
    let room = MAX_TOTAL_LENGTH;
    // One after the other: each may need much memory while it is scaled.
    for (const fetched of images) {
        const { of, url } = fetched;
        const read = await readFetched(fetched, imageSupport);
        const length = read.image?.data.length ?? 0;
        const { image, text } = length <= room ? read : (0,tool_result/* refused */.J)(NO_ROOM);
        if (image !== undefined)
            room -= length;
        if (image === undefined)
            tell(`An image in ${of} is left out (${url}): ${text}`);
        shown.push({ of, url, path: `/images/${shown.length + 1}`, text, ...(image && { image }) });
    }
    return shown;
}
async function readFetched(fetched, imageSupport) {
    if (fetched.bytes === null)
        return (0,tool_result/* refused */.J)(`It cannot be shown: ${fetched.problem}.`);
    return ((await (0,read_image/* readImage */.AM)('It', fetched.bytes, imageSupport)) ?? (0,tool_result/* refused */.J)('It is no PNG, JPEG, GIF or WebP image.'));
}
/** In base64: a request to a model with more is refused. */
const MAX_TOTAL_LENGTH = 20_000_000;
const NO_ROOM = 'It cannot be shown: it is too large beside the others.';


/***/ }),

/***/ 2579:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   T: () => (/* binding */ alignLines)
/* harmony export */ });
/** Above this, all lines between the common ends count as new. */
const MAX_COMPARISONS = 4_000_000;
/** Finds the lines of `put` that are lines of `old`, by their longest common subsequence. Pure. */
function alignLines(old, put) {
    const shortest = Math.min(old.length, put.length);
    let head = 0;
    while (head < shortest && old[head] === put[head])
        head += 1;
    let tail = 0;
    while (tail < shortest - head && old.at(-1 - tail) === put.at(-1 - tail))
        tail += 1;
    const middle = keepCommon(old.slice(head, old.length - tail), put.slice(head, put.length - tail));
    const kept = [
        ...Array.from({ length: head }, (_, index) => [index, index]),
        ...middle.map(([a, b]) => [a + head, b + head]),
        ...Array.from({ length: tail }, (_, n) => [old.length - tail + n, put.length - tail + n]),
    ];
    return fillBetween(old.length, put, kept);
}
function keepCommon(old, put) {
    if (old.length * put.length > MAX_COMPARISONS)
        return [];
    const width = put.length + 1;
    const lengths = new Uint32Array((old.length + 1) * width);
    const at = (a, b) => lengths[a * width + b] ?? 0;
    for (let a = old.length - 1; a >= 0; a -= 1) {
        for (let b = put.length - 1; b >= 0; b -= 1) {
            lengths[a * width + b] = old[a] === put[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1));
        }
    }
    const pairs = [];
    for (let a = 0, b = 0; a < old.length && b < put.length;) {
        if (old[a] === put[b])
            pairs.push([a++, b++]);
        else if (at(a + 1, b) >= at(a, b + 1))
            a += 1;
        else
            b += 1;
    }
    return pairs;
}
/** Between two kept lines, new lines replace old ones one by one if there are as many of both. */
function fillBetween(oldLength, put, kept) {
    const result = [];
    let [a, b] = [0, 0];
    for (const [nextA, nextB] of [...kept, [oldLength, put.length]]) {
        const isOneByOne = nextA - a === nextB - b;
        for (let n = 0; b + n < nextB; n += 1) {
            const near = Math.min(a + n, Math.max(a, nextA - 1), Math.max(0, oldLength - 1));
            result.push({ text: put[b + n] ?? '', insteadOf: isOneByOne ? a + n : null, near });
        }
        if (nextA < oldLength)
            result.push({ kept: nextA });
        a = nextA + 1;
        b = nextB + 1;
    }
    return result;
}


/***/ }),

/***/ 2946:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ad: () => (/* binding */ encodeEscaped),
/* harmony export */   J0: () => (/* binding */ UTF_16BE),
/* harmony export */   _6: () => (/* binding */ decodeUtf8),
/* harmony export */   jG: () => (/* binding */ UTF_16LE),
/* harmony export */   lS: () => (/* binding */ UTF_8),
/* harmony export */   uy: () => (/* binding */ countEscapes),
/* harmony export */   xO: () => (/* binding */ escapeBytes)
/* harmony export */ });
/** Lone surrogates occur in no decoded text but that of UTF-16. Each of these 256 stands for one byte. */
const ESCAPES = 0xdc00;
/** With the flag `u`, half of a pair does not match. */
const ESCAPED = /[\udc00-\udcff]+/gu;
/** Bytes as characters that are shown as `�`. Pure. */
const escapeBytes = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(ESCAPES + byte)).join('');
/** How many bytes of a text are no characters. Pure. */
const countEscapes = (text) => text.isWellFormed() ? 0 : (text.match(ESCAPED) ?? []).reduce((sum, { length }) => sum + length, 0);
/** Encodes the characters between escaped bytes with `encode`, and restores the bytes. Pure. */
function encodeEscaped(text, encode) {
    if (text.isWellFormed())
        return encode(text);
    const parts = [];
    let from = 0;
    for (const { 0: escaped, index } of text.matchAll(ESCAPED)) {
        const before = encode(text.slice(from, index));
        if (!before.ok)
            return before;
        parts.push(before.bytes, Buffer.from(Array.from(escaped, (one) => one.charCodeAt(0) - ESCAPES)));
        from = index + escaped.length;
    }
    const rest = encode(text.slice(from));
    return rest.ok ? { ok: true, bytes: Buffer.concat([...parts, rest.bytes]) } : rest;
}
const UTF_8 = {
    name: 'UTF-8',
    decode: (bytes) => decodeUtf8(bytes) ?? decodeBrokenUtf8(bytes),
    encode: (text) => encodeEscaped(text, (part) => succeed(Buffer.from(part, 'utf8'))),
};
const UTF_16LE = {
    name: 'UTF-16LE',
    decode: (bytes) => bytes.toString('utf16le'),
    encode: (text) => succeed(Buffer.from(text, 'utf16le')),
};
const UTF_16BE = {
    name: 'UTF-16BE',
    decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
    encode: (text) => succeed(Buffer.from(text, 'utf16le').swap16()),
};
const succeed = (bytes) => ({ ok: true, bytes });
/** `null`: the bytes are not valid UTF-8. A byte order mark stays. Pure. */
function decodeUtf8(bytes) {
    try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    }
    catch (error) {
        if (error instanceof TypeError)
            return null;
        throw error;
    }
}
function decodeBrokenUtf8(bytes) {
    const parts = [];
    let valid = 0;
    for (let at = 0; at < bytes.length;) {
        const length = lengthOfCharacter(bytes, at);
        if (length > 0)
            at += length;
        else {
            parts.push(bytes.toString('utf8', valid, at), escapeBytes(bytes.subarray(at, at + 1)));
            at += 1;
            valid = at;
        }
    }
    return parts.join('') + bytes.toString('utf8', valid);
}
/** By its first byte: how many follow, and from which second byte on and up to which (table 3-7 of the Unicode Standard). */
const FORMS = [
    [0xc2, 0xdf, 1, 0x80, 0xbf],
    [0xe0, 0xe0, 2, 0xa0, 0xbf],
    [0xed, 0xed, 2, 0x80, 0x9f],
    [0xe1, 0xef, 2, 0x80, 0xbf],
    [0xf0, 0xf0, 3, 0x90, 0xbf],
    [0xf1, 0xf3, 3, 0x80, 0xbf],
    [0xf4, 0xf4, 3, 0x80, 0x8f],
];
/** The number of bytes of the character at an offset; 0: there is none. */
function lengthOfCharacter(bytes, at) {
    const lead = bytes[at] ?? 0;
    if (lead < 0x80)
        return 1;
    const form = FORMS.find(([first, last]) => lead >= first && lead <= last);
    if (form === undefined)
        return 0;
    const [, , more, from, to] = form;
    const second = bytes[at + 1] ?? 0;
    if (second < from || second > to)
        return 0;
    for (let next = 2; next <= more; next += 1) {
        const byte = bytes[at + next] ?? 0;
        if (byte < 0x80 || byte > 0xbf)
            return 0;
    }
    return more + 1;
}


/***/ }),

/***/ 4845:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  M$: () => (/* binding */ MARK),
  nh: () => (/* binding */ decodeAgain),
  g7: () => (/* binding */ decodeText),
  SF: () => (/* binding */ newText),
  wh: () => (/* binding */ plainText)
});

// UNUSED EXPORTS: guessEncoding

// EXTERNAL MODULE: ../../lib/action/text/encoding/codec.js
var encoding_codec = __webpack_require__(2946);
;// CONCATENATED MODULE: ../../lib/action/text/encoding/legacy-codec.js

const LF = 10;
/** Of one character. More are not needed, since the same ones are repeated. */
const MAX_REMEMBERED = 100_000;
/** The codec of an encoding. Its tables are loaded when it is first opened. */
async function openLegacyCodec({ name, label, longest }) {
    const { default: iconv } = await Promise.resolve(/* import() eager */).then(__webpack_require__.t.bind(__webpack_require__, 3368, 19));
    const converter = {
        decode: (bytes) => iconv.decode(bytes, label),
        encode: (text) => iconv.encode(text, label),
    };
    const decodeLine = brokenLineDecoder(converter, longest);
    return {
        name,
        decode: (bytes) => decodeIfRestored(converter, bytes) ??
            linesOf(bytes)
                .map((line) => decodeIfRestored(converter, line) ?? decodeLine(line))
                .join(''),
        encode: (text) => (0,encoding_codec/* encodeEscaped */.Ad)(text, (part) => encodePart(converter, part)),
    };
}
/** `null`: encoding the text again would not give these bytes. */
function decodeIfRestored({ decode, encode }, bytes) {
    const text = decode(bytes);
    return !text.includes('\ufffd') && encode(text).equals(bytes) ? text : null;
}
/** With their line ends. No character of these encodings contains the byte of LF. */
function linesOf(bytes) {
    const lines = [];
    for (let from = 0; from < bytes.length;) {
        const end = bytes.indexOf(LF, from) + 1 || bytes.length;
        lines.push(bytes.subarray(from, end));
        from = end;
    }
    return lines;
}
function brokenLineDecoder(converter, longest) {
    const known = new Map();
    const firstOf = (bytes) => {
        const key = bytes.toString('latin1');
        const found = known.get(key) ?? firstCharacter(converter, bytes);
        if (known.size < MAX_REMEMBERED)
            known.set(key, found);
        return found;
    };
    return (line) => {
        const parts = [];
        for (let at = 0; at < line.length;) {
            const first = firstOf(line.subarray(at, at + longest));
            parts.push(first.text);
            at += first.length;
        }
        return parts.join('');
    };
}
/** A character that has other bytes than `encode` gives it is escaped as a whole: a byte of it may look like ASCII. */
function firstCharacter(converter, bytes) {
    for (let length = 1; length <= bytes.length; length += 1) {
        const own = bytes.subarray(0, length);
        const text = converter.decode(own);
        if (text === '' || text.includes('\ufffd'))
            continue;
        return { length, text: converter.encode(text).equals(own) ? text : (0,encoding_codec/* escapeBytes */.xO)(own) };
    }
    return { length: 1, text: (0,encoding_codec/* escapeBytes */.xO)(bytes.subarray(0, 1)) };
}
/** iconv-lite writes `?` for a character that the encoding does not have, or one that looks like it. */
function encodePart(converter, text) {
    const bytes = converter.encode(text);
    if (converter.decode(bytes) === text)
        return { ok: true, bytes };
    const isMissing = (one) => converter.decode(converter.encode(one)) !== one;
    return { ok: false, character: [...new Set(text)].find(isMissing) ?? text.slice(0, 1) };
}
const single = (name, label = fold(name)) => ({ name, longest: 1, label });
const LATIN_1 = single('ISO-8859-1');
const WINDOWS_1252 = single('windows-1252');
const LEGACY_ENCODINGS = [
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => single(`ISO-8859-${part}`)),
    ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874].map((page) => single(`windows-${page}`)),
    ...[437, 850, 852, 866].map((page) => single(`IBM${page}`)),
    ...['KOI8-R', 'KOI8-U', 'TIS-620', 'macintosh'].map((name) => single(name)),
    { name: 'Shift_JIS', longest: 2, label: 'shiftjis' },
    { name: 'EUC-JP', longest: 3, label: 'eucjp' },
    { name: 'EUC-KR', longest: 2, label: 'cp949' },
    { name: 'GBK', longest: 2, label: 'gbk' },
    { name: 'GB18030', longest: 4, label: 'gb18030' },
    { name: 'Big5', longest: 2, label: 'big5hkscs' },
];
/** Other names, folded. */
const ALIASES = {
    latin1: 'ISO-8859-1',
    latin2: 'ISO-8859-2',
    latin5: 'ISO-8859-9',
    latin9: 'ISO-8859-15',
    sjis: 'Shift_JIS',
    windows31j: 'Shift_JIS',
    cp932: 'Shift_JIS',
    cp936: 'GBK',
    gb2312: 'GBK',
    cp949: 'EUC-KR',
    uhc: 'EUC-KR',
    cp950: 'Big5',
    macroman: 'macintosh',
};
/** By a name of it, in any case and with any punctuation; `cp1251` is `windows-1251`. `null`: unknown. Pure. */
function findLegacyEncoding(name) {
    const folded = fold(ALIASES[fold(name)] ?? name);
    const page = /^cp(\d+)$/.exec(folded)?.[1];
    const names = page === undefined ? [folded] : [`windows${page}`, `ibm${page}`];
    return LEGACY_ENCODINGS.find((encoding) => names.includes(fold(encoding.name))) ?? null;
}
function fold(name) {
    return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

;// CONCATENATED MODULE: ../../lib/action/text/encoding/decode-text.js


const MARK = '\uFEFF';
const SNIFFED = 8192;
const NONE = Buffer.alloc(0);
/** A text that Prentice wrote, or the beginning of a new file. */
const plainText = (text) => ({
    text,
    endsWithCr: false,
    bom: false,
    codec: encoding_codec/* UTF_8 */.lS,
    by: 'content',
    tail: NONE,
});
/**
 * Decides the encoding of a file, and decodes it: by its byte order mark, else as UTF-8, else by `.editorconfig`, else by
 * what its bytes suggest.
 */
async function decodeText(bytes, findCharset) {
    const marked = MARKED.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark));
    const text = marked === undefined
        ? await decodeUnmarked(bytes, findCharset)
        : { ...decode_text_open(marked.codec, 'byte order mark', bytes.subarray(marked.mark.length)), bom: true };
    // A binary file may begin like a byte order mark.
    if (text === null || text.text.slice(0, SNIFFED).includes('\0'))
        return { ok: false, problem: 'is a binary file; only text can be read and edited' };
    const endsWithCr = text.text.includes('\r') && !text.text.includes('\n');
    return { ok: true, text: endsWithCr ? { ...text, text: toLf(text.text), endsWithCr } : text };
}
const toLf = (text) => text.replaceAll('\r', '\n');
const MARKED = [encoding_codec/* UTF_8 */.lS, encoding_codec/* UTF_16LE */.jG, encoding_codec/* UTF_16BE */.J0].map((codec) => {
    const encoded = codec.encode(MARK);
    return { codec, mark: encoded.ok ? encoded.bytes : NONE };
});
function decode_text_open(codec, by, bytes) {
    const isHalved = (codec === encoding_codec/* UTF_16LE */.jG || codec === encoding_codec/* UTF_16BE */.J0) && bytes.length % 2 === 1;
    const end = isHalved ? bytes.length - 1 : bytes.length;
    const text = codec.decode(bytes.subarray(0, end));
    return { ...plainText(text), codec, by, tail: bytes.subarray(end) };
}
/** `null`: it is binary. */
async function decodeUnmarked(bytes, findCharset) {
    if (bytes.subarray(0, SNIFFED).includes(0)) {
        const wide = findWide(await findCharset());
        return wide === null ? null : decode_text_open(wide, '.editorconfig', bytes);
    }
    const utf8 = (0,encoding_codec/* decodeUtf8 */._6)(bytes);
    if (utf8 !== null && !isAscii(utf8))
        return plainText(utf8);
    const named = findLegacyEncoding((await findCharset()) ?? '');
    // ASCII is the same in every encoding, but what is added to it is not.
    if (utf8 !== null && named === null)
        return plainText(utf8);
    if (utf8 === null && CONTROLS.test(bytes.toString('latin1', 0, SNIFFED)))
        return null;
    return named === null
        ? decode_text_open(await guessEncoding(bytes), 'guess', bytes)
        : decode_text_open(await openLegacyCodec(named), '.editorconfig', bytes);
}
/** As `file` decides it: other control characters occur in no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]/;
const isAscii = (text) => !/\P{ASCII}/u.test(text);
function findWide(charset) {
    return [encoding_codec/* UTF_16LE */.jG, encoding_codec/* UTF_16BE */.J0].find(({ name }) => name.toLowerCase() === charset) ?? null;
}
/** A later content of a text file, as `encodeText` returned it. */
function decodeAgain({ codec, bom, tail, endsWithCr }, bytes) {
    const text = codec.decode(Buffer.from(bytes.subarray(0, bytes.length - tail.length)));
    const bare = bom ? text.slice(MARK.length) : text;
    return endsWithCr ? toLf(bare) : bare;
}
/** The file that a new text is written to: in UTF-8, or as `.editorconfig` says. */
async function newText(charset) {
    const wide = findWide(charset);
    // Editors write the mark in UTF-16, without which few programs recognize it.
    if (wide !== null)
        return { ...plainText(''), bom: true, codec: wide, by: '.editorconfig' };
    const legacy = findLegacyEncoding(charset ?? '');
    if (legacy !== null)
        return { ...plainText(''), codec: await openLegacyCodec(legacy), by: '.editorconfig' };
    return { ...plainText(''), bom: charset === 'utf-8-bom' };
}
/** What is looked at. More takes time and tells no more. */
const SAMPLE_BYTES = 65_536;
/** chardet gives an East Asian encoding this confidence, or less, for a text that tells nothing. */
const NO_EVIDENCE = 10;
/** A text may be damaged. With a larger share of odd characters, it has another encoding. */
const MAX_ODD = 0.05;
/** The likeliest encoding of a text that is not valid UTF-8. A short one tells little: most such files are Western. */
async function guessEncoding(bytes) {
    const sample = sampleOf(bytes);
    if (shareOf(encoding_codec/* UTF_8 */.lS.decode(sample), encoding_codec/* countEscapes */.uy) < 0.5)
        return encoding_codec/* UTF_8 */.lS;
    const { analyse } = await Promise.resolve(/* import() eager */).then(__webpack_require__.t.bind(__webpack_require__, 5553, 19));
    const found = analyse(sample).filter(({ confidence }) => confidence > NO_EVIDENCE);
    const likely = found.flatMap(({ name }) => findLegacyEncoding(name) ?? []);
    for (const encoding of [...likely, WINDOWS_1252]) {
        const codec = await openLegacyCodec(encoding);
        if (shareOf(codec.decode(sample), countOdd) <= MAX_ODD)
            return codec;
    }
    return openLegacyCodec(LATIN_1);
}
/** Bytes that are no character, and control characters of ISO 8859, which texts do not use. */
const countOdd = (text) => (0,encoding_codec/* countEscapes */.uy)(text) + (text.match(/[\x80-\x9f]/g) ?? []).length;
const shareOf = (text, count) => count(text) / (text.match(/\P{ASCII}/gu) ?? []).length;
/** The first lines that are not ASCII: the others say nothing about the encoding. */
function sampleOf(bytes) {
    const lines = [];
    let length = 0;
    for (let from = 0; from < bytes.length && length < SAMPLE_BYTES;) {
        const end = Math.min(bytes.indexOf('\n', from) + 1 || bytes.length, from + SAMPLE_BYTES);
        const line = bytes.subarray(from, end);
        if (line.some((byte) => byte >= 0x80)) {
            lines.push(line);
            length += line.length;
        }
        from = end;
    }
    return Buffer.concat(lines);
}


/***/ }),

/***/ 4686:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   K: () => (/* binding */ runInDirectory),
/* harmony export */   e: () => (/* binding */ quoteForShell)
/* harmony export */ });
/** A text as one word of a shell. Pure. */
const quoteForShell = (text) => `'${text.replaceAll("'", String.raw `'\''`)}'`;
/** A command for `sh -e` that starts in a folder; `null`: where the shell is. Pure. */
const runInDirectory = (directory, command) => directory === null ? command : `cd -- ${quoteForShell(directory)}\n${command}`;


/***/ }),

/***/ 1936:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   B1: () => (/* binding */ findElision),
/* harmony export */   hI: () => (/* binding */ describeElision),
/* harmony export */   wK: () => (/* binding */ isPlaceholder)
/* harmony export */ });
const FENCE = /^\s*(?:```|~~~)/;
const COMMENT = /^(?:\/\/+|#+|--|;+|%+|\/\*+|\*|<!--|\{\/\*|\/\/\/|"""|'''|\(\*)\s*|\s*(?:\*+\/\}?|-->|"""|'''|\*\))$/g;
const BRACKETS = /^[([<{]\s*(.*?)\s*[)\]>}]$/;
const DOTS = /\.{3,}|…/g;
const THING = '(?:codes?|files?|contents?|lines?|implementations?|methods?|functions?|class(?:es)?|imports?|components?|modules?|scripts?|templates?|text|document|page|sections?|logic|tests?|body|props|fields|items|entries|cases|config(?:uration)?|setup|options|properties|rules|stuff|parts?|paragraphs?|rows?|steps)';
const STAYS = '(?:(?:is |are )?(?:left |kept )?(?:unchanged|omitted|unmodified|untouched|the same|as (?:before|is|it is|it was|above))|(?:remains?|stays?|goes|continues?)(?: (?:unchanged|the same|as (?:before|is|it is)|here))*|(?:goes )?here|omitted for (?:brevity|clarity))';
/** These are a placeholder without dots. The others are one only with dots beside them. */
const CLEAR = new RegExp(`^(?:the )?(?:(?:rest|remainder) of (?:the |this |your |my )?(?:\\w+ )?${THING} ${STAYS}|(?:existing|remaining|previous|other|all other) ${THING} ${STAYS}|(?:code|lines?|${THING}) (?:unchanged|omitted)(?: for (?:brevity|clarity))?|(?:no|without) changes? (?:here|below|above)|(?:keep|leave) (?:the |all )?(?:rest|existing|remaining|other)\\b.*)$`, 'i');
const WITH_DOTS = new RegExp(`^(?:the )?(?:(?:rest|remainder)(?: of (?:the |this |your |my )?(?:\\w+ ){0,2}${THING}?)?|(?:existing|remaining|unchanged|previous|other|same|omitted|unmodified) (?:\\w+ )?${THING}?|unchanged|omitted|same as (?:before|above)|as before|no changes?|(?:and )?so on|(?:more|other) ${THING})(?: ?${STAYS})?(?: ?(?:here|above|below|unchanged))?$`, 'i');
/**
 * The first line of a new text that stands for omitted text ("// ... rest unchanged ...") and is not in the old text as
 * often; `null`: none. In fenced code such a line is an example, as in documentation. Pure.
 */
function findElision(text, old) {
    const known = new Map();
    for (const line of old.split('\n')) {
        const bare = line.trim();
        known.set(bare, (known.get(bare) ?? 0) + 1);
    }
    let isFenced = false;
    for (const line of text.split('\n')) {
        if (FENCE.test(line))
            isFenced = !isFenced;
        const bare = line.trim();
        if (isFenced || !isPlaceholder(bare))
            continue;
        const left = known.get(bare) ?? 0;
        if (left === 0)
            return bare;
        known.set(bare, left - 1);
    }
    return null;
}
/** Whether a line is only a placeholder: certain words, in a comment, in brackets or between dots. Pure. */
function isPlaceholder(line) {
    if (line.length > 160)
        return false;
    const inner = line.replaceAll(COMMENT, '').replace(BRACKETS, '$1');
    const words = inner
        .replaceAll(DOTS, ' ')
        .replaceAll(/[()[\]]/g, ' ')
        .replace(/[.,:;!\s]+$/, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
    const isMarked = inner !== line;
    const hasDots = /^(?:\.{3}|…)|(?:\.{3,}|…)\W*$/.test(inner);
    return (isMarked && CLEAR.test(words)) || (hasDots && (CLEAR.test(words) || WITH_DOTS.test(words)));
}
/** For the model. Pure. */
const describeElision = (line) => `The line ${JSON.stringify(line)} stands for text that is left out, but files are written as you give them. Write that text out, or change only the lines around it with an edit. If the line is meant as it is, word it otherwise.`;


/***/ }),

/***/ 5177:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   $M: () => (/* binding */ findGitlinks),
/* harmony export */   Fz: () => (/* binding */ lsFiles),
/* harmony export */   Rk: () => (/* binding */ listVisible),
/* harmony export */   SQ: () => (/* binding */ findIgnored),
/* harmony export */   iC: () => (/* binding */ findSubmodule)
/* harmony export */ });
const TIMEOUT_MS = 20_000;
/** The paths that `git ls-files` lists. */
async function lsFiles(git, which, pathspecs) {
    const args = ['ls-files', ...which, '-z', '--', ...pathspecs];
    const { code, stdout, stderr, cut } = await git(args, { timeoutMs: TIMEOUT_MS });
    const files = stdout.split('\0').filter((name) => name !== '');
    return { files, cut, problem: code !== 0 && !cut ? stderr : null };
}
/** The files at or below these paths that git tracks or would add. Tracked ones may be gone. */
async function listVisible(git, paths) {
    const below = paths.map((path) => `:(top,literal)${path}`);
    const { code, stdout, cut, stderr } = await git([
        ...['ls-files', '-co', '--exclude-standard', '-z', '--'],
        ...below,
    ]);
    if (code !== 0 || cut)
        throw new Error(`the files of ${paths[0]} could not be listed: ${stderr.slice(0, 300)}`);
    return new Set(stdout.split('\0').filter((path) => path !== ''));
}
/** A repository of a million files has a longer list than git's output may have by default. */
const MAX_LIST_BYTES = 256 * 1024 * 1024;
/** The submodules in the index, even if their folders are empty. */
async function findGitlinks(git) {
    const { code, stdout, cut, stderr } = await git(['ls-files', '--stage', '-z'], {
        maxBytes: MAX_LIST_BYTES,
    });
    if (code !== 0 || cut)
        throw new Error(`the files of the index could not be listed: ${stderr.slice(0, 300)}`);
    const links = stdout.split('\0').filter((entry) => entry.startsWith('160000 '));
    return new Set(links.map((entry) => entry.slice(entry.indexOf('\t') + 1)));
}
/** The submodule that contains a path, or is it; `null`: none. Pure. */
function findSubmodule(path, gitlinks) {
    const parts = path.split('/');
    return parts.map((_, at) => parts.slice(0, at + 1).join('/')).find((folder) => gitlinks.has(folder)) ?? null;
}
/** Those of the paths that git ignores. Tracked files are none of them. `null`: git cannot tell. */
async function findIgnored(git, paths) {
    if (paths.length === 0)
        return new Set();
    const input = paths.map((path) => `${path}\0`).join('');
    const { code, stdout, cut } = await git(['check-ignore', '-z', '--stdin'], { input });
    // 1: none of them is ignored.
    if (code > 1 || cut)
        return null;
    return new Set(stdout.split('\0').filter((path) => path !== ''));
}


/***/ }),

/***/ 403:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ normalizePath),
/* harmony export */   Q: () => (/* binding */ isGitDirectory)
/* harmony export */ });
/** PATH_MAX of Linux. The rules for paths look at each folder of one. */
const MAX_BYTES = 4096;
/** Turns a path into the form `a/b/c` (`''` is the root). Refuses a path outside of the work tree. Pure. */
function normalizePath(path) {
    const refuse = (why) => ({
        ok: false,
        problem: `The path ${JSON.stringify(path)} ${why}. Use a path relative to the root of the repository, like src/main.ts.`,
    });
    if (Buffer.byteLength(path) > MAX_BYTES) {
        const start = JSON.stringify(path.slice(0, 100).toWellFormed());
        return {
            ok: false,
            problem: `The path that begins with ${start} is longer than ${MAX_BYTES} bytes, so there can be no such file. Name a file, like src/main.ts.`,
        };
    }
    if (path.includes('\0'))
        return refuse('holds a NUL character');
    // The file system would get another name than the rules for paths.
    if (!path.isWellFormed())
        return refuse('holds an unpaired surrogate');
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    // On Linux, `a:b.md` is a name like any other.
    if (path.startsWith('/') || /^[A-Za-z]:(?:$|\\)/.test(parts[0] ?? ''))
        return refuse('is absolute');
    if (parts.includes('..'))
        return refuse('holds ".."');
    // Windows reads a backslash as a slash.
    if (parts.flatMap((part) => part.split('\\')).some(isGitDirectory)) {
        return { ok: false, problem: `${path} is inside a git directory, which is closed. Leave it alone.` };
    }
    return { ok: true, path: parts.join('/') };
}
// macOS ignores these characters in names. Windows ignores dots and spaces at the end and everything after a colon, and
// has GIT~1 as another name of .git. Each of these gave attackers access to .git (CVE-2014-9390, CVE-2019-1353).
const IGNORED_BY_HFS = /\p{Default_Ignorable_Code_Point}/gu;
function isGitDirectory(part) {
    const [name = ''] = part.replace(IGNORED_BY_HFS, '').toLowerCase().split(':');
    const bare = name.replace(/(?<![. ])[. ]+$/, '');
    return bare === '.git' || bare === 'git~1';
}


/***/ }),

/***/ 1036:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Sd: () => (/* binding */ findUnportableChange),
/* harmony export */   qi: () => (/* binding */ openPortability)
/* harmony export */ });
/* unused harmony export findWindowsProblem */
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(6760);
/* harmony import */ var _text_fold_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(8865);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(3145);
/* harmony import */ var _ls_files_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(5177);





/** A repository that already has such names is used on Linux only, so there they are allowed. */
function openPortability(git) {
    // The index does not change.
    let listed = null;
    const tracked = () => {
        listed ??= (0,_ls_files_js__WEBPACK_IMPORTED_MODULE_3__/* .lsFiles */ .Fz)(git, ['-c'], [':(top)']).then(({ files }) => files);
        return listed;
    };
    return async (root, { added, gone }) => {
        const unfit = added.map(findWindowsProblem).find((problem) => problem !== null);
        if (unfit !== undefined && !(await tracked()).some((path) => findWindowsProblem(path) !== null))
            return `${unfit}. Choose another name.`;
        const pair = findTwins(added) ?? (await findTwinOnDisk({ git, root }, added, new Set(gone)));
        if (pair === null || findTwins(await tracked()) !== null)
            return null;
        return `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)(pair[0])} and ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)(pair[1])} differ only in letter case or in how a character is composed, so macOS and Windows cannot check out both. Use the name that exists, or another one.`;
    };
}
/**
 * The same of a whole change, which no tool may have made: a saved patch, for example. `tracked`: the paths before it. Pure.
 */
function findUnportableChange({ added, gone }, tracked) {
    const unfit = added.map(findWindowsProblem).find((problem) => problem !== null);
    if (unfit !== undefined && !tracked.some((path) => findWindowsProblem(path) !== null))
        return unfit;
    const left = new Set(gone);
    const pair = findTwins([...tracked.filter((path) => !left.has(path)), ...added]);
    if (pair === null || findTwins(tracked) !== null)
        return null;
    return `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)(pair[0])} and ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)(pair[1])} differ only in letter case or in how a character is composed`;
}
// https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file#naming-conventions
const FORBIDDEN = /[<>:"|?*\\\p{Cc}]/u;
const RESERVED = /^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(?:\.|$)/i;
/** Why Windows cannot check out a path, or `null`. Pure. */
function findWindowsProblem(path) {
    for (const name of path.split('/')) {
        const [character] = FORBIDDEN.exec(name) ?? [];
        const why = character !== undefined
            ? `Windows allows no ${JSON.stringify(character)} in a name`
            : RESERVED.test(name)
                ? `Windows reserves the name ${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)(name)}`
                : /[. ]$/.test(name)
                    ? 'Windows allows no dot and no space at the end of a name'
                    : null;
        if (why !== null)
            return `${(0,_text_format_js__WEBPACK_IMPORTED_MODULE_2__/* .showPath */ .P8)(path)} could not be checked out everywhere: ${why}`;
    }
    return null;
}
/** Two files or folders of these paths that some file system takes for one, or `null`. Pure. */
function findTwins(paths) {
    const spellings = new Map();
    for (const path of paths)
        for (let at = path.indexOf('/');; at = path.indexOf('/', at + 1)) {
            const entry = at < 0 ? path : path.slice(0, at);
            const folded = (0,_text_fold_js__WEBPACK_IMPORTED_MODULE_4__/* .foldPath */ .tu)(entry);
            const other = spellings.get(folded);
            if (other !== undefined && other !== entry)
                return [other, entry];
            spellings.set(folded, entry);
            if (at < 0)
                break;
        }
    return null;
}
/** What git ignores, or the change removes, is no twin: nobody else gets it. */
async function findTwinOnDisk({ git, root }, added, gone) {
    const stays = async (path) => {
        const left = [...(await (0,_ls_files_js__WEBPACK_IMPORTED_MODULE_3__/* .listVisible */ .Rk)(git, [path]))].filter((file) => !gone.has(file));
        for (const file of left)
            if (await isThere((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, file)))
                return true;
        return false;
    };
    const seen = new Set();
    for (const path of added) {
        const parts = path.split('/');
        for (let count = 1; count <= parts.length; count += 1) {
            const entry = parts.slice(0, count).join('/');
            if (seen.has(entry))
                continue;
            seen.add(entry);
            const name = parts[count - 1] ?? '';
            const folder = parts.slice(0, count - 1).join('/');
            const names = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.readdir)((0,node_path__WEBPACK_IMPORTED_MODULE_1__.join)(root, folder)).catch(() => []);
            if (names.includes(name))
                continue;
            for (const twin of names.filter((other) => (0,_text_fold_js__WEBPACK_IMPORTED_MODULE_4__/* .foldPath */ .tu)(other) === (0,_text_fold_js__WEBPACK_IMPORTED_MODULE_4__/* .foldPath */ .tu)(name))) {
                const existing = folder === '' ? twin : `${folder}/${twin}`;
                if (await stays(existing))
                    return [existing, entry];
            }
        }
    }
    return null;
}
const isThere = (absolute) => (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_0__.lstat)(absolute).then(() => true, () => false);


/***/ }),

/***/ 4250:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   O9: () => (/* binding */ finish),
/* harmony export */   gA: () => (/* binding */ stepsOfName),
/* harmony export */   hu: () => (/* binding */ matchName)
/* harmony export */ });
/* unused harmony exports matchNames, matchRepository */
/** The answer of a comparison, in one turn: for a single path or name, or where nothing else waits. */
function finish(comparison) {
    for (let next = comparison.next();; next = comparison.next())
        if (next.done === true)
            return next.value;
}
/** GitHub shows no longer name. It limits the steps of one comparison. */
const MAX_NAME = 4096;
/** Whether one of the globs matches a name; none at all: every name. Pure. */
function matchNames(globs) {
    return function* (name) {
        if (globs.length === 0)
            return true;
        if (name.length > MAX_NAME)
            return false;
        for (const glob of globs) {
            yield stepsOfName(glob, name);
            if (matchName(glob, name))
                return true;
        }
        return false;
    };
}
/** Most steps of `matchName`, in comparisons of characters: at most three nanoseconds each. */
const stepsOfName = (pattern, text) => pattern.includes('*') ? pattern.length * text.length : 1;
/**
 * Not a regular expression: one with many `*` backtracks for hours, and patterns also come from settings files. Each piece
 * between two `*` is taken where it occurs first, which is at most quadratic.
 */
function matchName(pattern, text) {
    if (!pattern.includes('*'))
        return pattern.length === text.length && isAt(pattern, text, 0);
    const [first = '', ...pieces] = pattern.split('*');
    const last = pieces.pop() ?? '';
    const end = text.length - last.length;
    if (end < first.length || !isAt(first, text, 0) || !isAt(last, text, end))
        return false;
    let from = first.length;
    for (const piece of pieces) {
        const found = find(piece, text, from);
        if (found < 0 || found + piece.length > end)
            return false;
        from = found + piece.length;
    }
    return true;
}
/** Where the piece occurs first, not before `from`; -1: nowhere. */
function find(piece, text, from) {
    if (!piece.includes('?'))
        return text.indexOf(piece, from);
    for (let at = from; at + piece.length <= text.length; at++)
        if (isAt(piece, text, at))
            return at;
    return -1;
}
const QUESTION_MARK = 0x3f;
function isAt(piece, text, at) {
    if (at + piece.length > text.length)
        return false;
    for (let i = 0; i < piece.length; i++) {
        const expected = piece.charCodeAt(i);
        if (expected !== QUESTION_MARK && expected !== text.charCodeAt(at + i))
            return false;
    }
    return true;
}
/** Matches `owner/name`, or the name alone if the pattern has no slash. `*` stands for any characters but `/`, `?` for one. */
function matchRepository(pattern) {
    const parts = pattern.toLowerCase().split('/');
    return ({ owner, name }) => {
        const names = parts.length === 1 ? [name] : [owner, name];
        return (parts.length === names.length &&
            parts.every((part, i) => matchName(part, names[i]?.toLowerCase() ?? '')));
    };
}


/***/ }),

/***/ 6209:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   l: () => (/* binding */ MAX_PATH),
/* harmony export */   o: () => (/* binding */ matchPaths)
/* harmony export */ });
/* harmony import */ var _match_name_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4250);

/** Linux opens no longer path: https://man7.org/linux/man-pages/man7/path_resolution.7.html. */
const MAX_PATH = 4096;
/**
 * Matches paths against globs as in .gitignore: one without a slash matches at every depth, one that matches a folder matches
 * all in it, `**` stands for any folders, and of several globs the last one that matches counts, which `!` turns around.
 * Brackets and backslashes have no meaning. A path that Linux cannot open matches nothing, so each step of a comparison is
 * short, whatever the globs and the paths are. `mayBeAny`: whether a name of a path may stand for any other one. Compiles the
 * globs once. Pure.
 */
function matchPaths(globs, mayBeAny = () => false) {
    const rules = globs.map(compile).toReversed();
    return function* (path) {
        if (path.length > MAX_PATH)
            return false;
        const names = path.split('/');
        for (const { parts, isIncluded } of rules) {
            if (yield* matchesOrContains(parts, names, mayBeAny))
                return isIncluded;
        }
        return false;
    };
}
function compile(glob) {
    const isIncluded = !glob.startsWith('!');
    const bare = glob.replace(/^!/, '');
    const isAnchored = bare.replace(/\/+$/, '').includes('/');
    const parts = bare.split('/').filter((part) => part !== '');
    // One that ends with a slash matches folders only, and the paths are those of files.
    const all = bare.endsWith('/') && parts.at(-1) !== '**' ? [...parts, '**'] : parts;
    return { isIncluded, parts: withoutRepeatedStars(isAnchored ? all : ['**', ...all]) };
}
/** Each `**` more would be another position in the glob that every folder leads to. */
const withoutRepeatedStars = (parts) => parts.filter((part, i) => part !== '**' || parts[i - 1] !== '**');
/** A position in the glob costs about as much as the comparison of so many characters. */
const STEPS_OF_A_POSITION = 50;
/** After so many, a comparison with one glob says how many it took: a long one takes millions. */
const STEPS_OF_A_PART = 500_000;
/** Whether the glob matches the path or one of the folders that contain it. */
function* matchesOrContains(parts, names, mayBeAny) {
    let steps = 0;
    // Positions in the glob that the names so far can lead to.
    let at = reach([], parts, 0);
    for (const name of names) {
        const next = [];
        steps += at.length * STEPS_OF_A_POSITION;
        for (const position of at) {
            const part = parts[position];
            if (part === undefined)
                continue;
            if (part !== '**') {
                steps += (0,_match_name_js__WEBPACK_IMPORTED_MODULE_0__/* .stepsOfName */ .gA)(part, name);
                if (!(0,_match_name_js__WEBPACK_IMPORTED_MODULE_0__/* .matchName */ .hu)(part, name) && !mayBeAny(name))
                    continue;
            }
            // A trailing `**` matches what is in a folder, not the folder itself: that leads to it.
            if (position === parts.length - 1) {
                yield steps;
                return true;
            }
            reach(next, parts, part === '**' ? position : position + 1);
        }
        if (next.length === 0)
            break;
        at = next;
        if (steps < STEPS_OF_A_PART)
            continue;
        yield steps;
        steps = 0;
    }
    yield steps;
    return false;
}
/** Adds a position, and the one after `**`, which may stand for no folder. They come in order, so equal ones are close. */
function reach(positions, parts, position) {
    for (const one of parts[position] === '**' ? [position, position + 1] : [position])
        if (positions.at(-1) !== one && positions.at(-2) !== one)
            positions.push(one);
    return positions;
}


/***/ })

};
