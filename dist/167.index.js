export const id = 167;
export const ids = [167];
export const modules = {

/***/ 6704:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   V: () => (/* binding */ UnfitRunner)
/* harmony export */ });
/** The machine lacks what git needs. The message is the detail of a reason: it names the input that chooses the machine. */
class UnfitRunner extends Error {
    name = 'UnfitRunner';
}


/***/ }),

/***/ 9057:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   A3: () => (/* binding */ reasonOf),
/* harmony export */   Bg: () => (/* binding */ resultOf),
/* harmony export */   KG: () => (/* binding */ publishedOf),
/* harmony export */   KT: () => (/* binding */ describePatch),
/* harmony export */   WK: () => (/* binding */ checksOutcome),
/* harmony export */   c2: () => (/* binding */ statusOf),
/* harmony export */   tK: () => (/* binding */ cancelledBy)
/* harmony export */ });
/* harmony import */ var _contract_checks_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6749);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3523);
/* harmony import */ var _contract_run_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1971);



const cancelledBy = (who) => ({
    outcome: 'cancelled',
    reason: (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__/* .reason */ .l)('cancelled', who),
});
function statusOf(ending) {
    switch (ending.outcome) {
        case 'published':
        case 'no-change':
            return 'completed';
        case 'failed':
            return 'failed';
        case 'cancelled':
            return 'cancelled';
    }
}
const reasonOf = (ending) => ending.outcome === 'published' ? null : ending.reason;
const publishedOf = (ending) => ending.outcome === 'published' || ending.outcome === 'failed' ? ending.published : null;
const SUMMARY_LIMIT = 10_000;
const OBSTACLE_LIMIT = 2000;
/** The outcome as the runner protocol has it. */
function resultOf(end, acknowledged) {
    const { ending, usage } = end;
    const base = {
        acknowledged,
        summary: end.summary?.slice(0, SUMMARY_LIMIT) ?? null,
        usage,
        ...(end.output !== undefined && { output: end.output }),
        ...(usage !== null && { perStep: end.perStep.slice(0, _contract_run_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_ANSWERS */ .rf) }),
        ...(end.checks !== null && { checks: checksOutcome(end.checks) }),
        // A run that ended early did not look which files it had changed.
        ...((end.files.length > 0 || ending.outcome === 'no-change') && {
            changedFiles: changedFiles(end.files),
        }),
    };
    switch (ending.outcome) {
        case 'published':
            return { outcome: 'published', ...base, published: toProtocol(ending.published) };
        case 'no-change':
            return {
                outcome: 'no-change',
                ...base,
                headSha: ending.headSha,
                ...(ending.findings !== undefined && { findings: [...ending.findings] }),
                ...(ending.obstacle !== null && { obstacle: ending.obstacle.slice(0, OBSTACLE_LIMIT) }),
                ...(ending.question !== undefined && { question: ending.question }),
            };
        case 'failed':
            return {
                outcome: 'failed',
                ...base,
                reason: ending.reason,
                published: ending.published && toProtocol(ending.published),
                ...(end.patchDescription !== null && { patchDescription: end.patchDescription }),
                ...(end.parking !== undefined && { parking: end.parking }),
            };
        case 'cancelled':
            return { outcome: 'cancelled', ...base };
    }
}
function checksOutcome(report) {
    const setup = report.kind === 'not-run' && report.setup !== null ? [report.setup] : [];
    const results = report.kind === 'ran' ? report.results : setup;
    return {
        notRun: report.kind === 'ran' ? null : report.why.slice(0, _contract_checks_js__WEBPACK_IMPORTED_MODULE_0__/* .CHECK_DETAIL_LENGTH */ .oM),
        results: results.map(({ name, passed, detail, seconds }) => ({
            name: name.slice(0, _contract_checks_js__WEBPACK_IMPORTED_MODULE_0__/* .CHECK_NAME_LENGTH */ .CM),
            passed,
            detail: passed ? '' : detail.slice(0, _contract_checks_js__WEBPACK_IMPORTED_MODULE_0__/* .CHECK_DETAIL_LENGTH */ .oM),
            seconds,
        })),
        ...(report.kind === 'ran' && report.tests !== undefined && { tests: boundEvidence(report.tests) }),
    };
}
const boundEvidence = (tests) => ({
    ...tests,
    checks: tests.checks.map((name) => name.slice(0, _contract_checks_js__WEBPACK_IMPORTED_MODULE_0__/* .CHECK_NAME_LENGTH */ .CM)),
    why: tests.why === null ? null : tests.why.slice(0, _contract_checks_js__WEBPACK_IMPORTED_MODULE_0__/* .CHECK_DETAIL_LENGTH */ .oM),
});
const changedFiles = (files) => ({
    total: files.length,
    paths: files.slice(0, _contract_run_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_CHANGED_FILES */ .ed).map((path) => path.slice(0, _contract_run_js__WEBPACK_IMPORTED_MODULE_2__/* .CHANGED_FILE_LENGTH */ .vu)),
});
/** Words to publish the patch with in a later run; `null`: it would fail again. */
function describePatch(ending, outcome) {
    const wouldFailAgain = ending.outcome !== 'failed' || !(0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__/* .retryHelps */ .D8)(ending.reason.code);
    if (wouldFailAgain || !outcome.publishable)
        return null;
    const { title, body, commitMessage, files, reason: endedBy } = outcome;
    return { title, body, commitMessage, files: [...files], endedBy };
}
const toProtocol = (published) => ({
    headSha: published.headSha,
    pullRequest: published.pullRequest.number,
});


/***/ }),

/***/ 1167:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Pj: () => (/* binding */ splitBothReasons),
/* harmony export */   Sg: () => (/* binding */ outcomeOfError),
/* harmony export */   ae: () => (/* binding */ RunFailure),
/* harmony export */   fJ: () => (/* binding */ fail),
/* harmony export */   yx: () => (/* binding */ nameBothReasons)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3802);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(7232);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9027);
/* harmony import */ var _git_process_unfit_runner_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6704);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3145);
/* harmony import */ var _outcome_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9057);
/* harmony import */ var _stop_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4085);







/** Ends the run with a reason. Stages throw it, `endRun` catches it. */
class RunFailure extends Error {
    reason;
    constructor(why, options) {
        super(why.message, options);
        this.name = 'RunFailure';
        this.reason = why;
    }
}
const fail = (code, detail, cause) => new RunFailure((0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .reason */ .l)(code, detail), cause === undefined ? {} : { cause });
/** The outcome of a run that ended with an error: stopped, failed with a reason, or an unexpected error. */
function outcomeOfError(error, signal, redact) {
    // An error after a stop is caused by the stop, whatever its message says.
    if (signal.reason instanceof _stop_js__WEBPACK_IMPORTED_MODULE_3__/* .Stopped */ .C9)
        return (0,_outcome_js__WEBPACK_IMPORTED_MODULE_2__/* .cancelledBy */ .tK)(signal.reason.by);
    if (error instanceof RunFailure) {
        const { code, message } = error.reason;
        return { outcome: 'failed', reason: { code, message: redact(message) }, published: null };
    }
    const code = error instanceof _git_process_unfit_runner_js__WEBPACK_IMPORTED_MODULE_4__/* .UnfitRunner */ .V ? 'input-invalid' : 'action-failed';
    return { outcome: 'failed', reason: (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .reason */ .l)(code, redact(textOf(error))), published: null };
}
function textOf(error) {
    if (error instanceof zod__WEBPACK_IMPORTED_MODULE_5__/* .ZodError */ .G)
        return zod__WEBPACK_IMPORTED_MODULE_6__/* .prettifyError */ .S1(error);
    return (0,_text_format_js__WEBPACK_IMPORTED_MODULE_1__/* .messageOf */ .bD)(error);
}
/** The contract's limit for a message. */
const MAX_LENGTH = 4000;
const EARLIER = ' The work had ended early before that: ';
/** What had ended the work early, if `nameBothReasons` has added it to a reason; `null`: nothing had. Pure. */
const splitBothReasons = ({ message }) => {
    const at = message.indexOf(EARLIER);
    return at < 0 ? null : message.slice(at + EARLIER.length);
};
/**
 * Adds what had ended the agent's work early to the reason why the work could not be published: the caller needs to know
 * both. Pure.
 */
function nameBothReasons(ending, first) {
    if (ending.outcome !== 'failed' || first === null)
        return ending;
    const { code, message } = ending.reason;
    if (message.includes(first.message))
        return ending;
    const both = `${message}${EARLIER}${first.message}`;
    return { ...ending, reason: { code, message: (0,_contract_text_js__WEBPACK_IMPORTED_MODULE_7__/* .cutHead */ .fz)(both, MAX_LENGTH) } };
}


/***/ }),

/***/ 6749:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   CM: () => (/* binding */ CHECK_NAME_LENGTH),
/* harmony export */   LC: () => (/* binding */ ChecksPlan),
/* harmony export */   Oc: () => (/* binding */ CommandsPlan),
/* harmony export */   ew: () => (/* binding */ ChecksOutcome),
/* harmony export */   oM: () => (/* binding */ CHECK_DETAIL_LENGTH)
/* harmony export */ });
/* unused harmony exports CheckCommand, TestEvidence */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(669);

/** A command from the settings of the project. The runner runs it isolated, with `sh -e`, in the checkout. */
const CheckCommand = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(100),
    run: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(4000),
    seconds: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().min(1),
});
/** The checks of a project. */
const ChecksPlan = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    /** Run on the base before the agent starts, with network access. The checks can use what they install. */
    setup: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(CheckCommand),
    /** Run on the change, without network access. */
    commands: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(CheckCommand).min(1),
    /** How often a failure may be returned to the model. */
    rounds: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().min(0),
    /** Whether a new pull request is a draft if one of them fails. Absent: it is. */
    draftOnFailure: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().optional(),
    /**
     * Present if the checks also run without the change, to see whether its tests fail. Absent from an older app, which has no
     * place for the result.
     */
    evidence: zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        /** Globs that name the test files; absent: those of the usual names and folders. */
        tests: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()).optional(),
    })
        .optional(),
});
/** Present where the agent may run commands on a runner that can isolate them. */
const CommandsPlan = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    /** As in `ChecksPlan`, also for a project without checks. */
    setup: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(CheckCommand),
});
/** Twenty checks, or the setup command that failed instead. */
const MAX_RESULTS = 20;
const CHECK_NAME_LENGTH = 100;
const CHECK_DETAIL_LENGTH = 300;
/** What the checks did without the change, as the runner reports it. */
const TestEvidence = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    result: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(['fails-without-change', 'does-not-build-without-change', 'passes-without-change', 'unknown'])
        .describe('`fails-without-change`: the checks pass on the base, `checks` fail on the base with the changed test files, and all pass on the change. `does-not-build-without-change`: the same, but `checks` did not get as far as the tests, which shows nothing about them. `passes-without-change`: all checks also pass on the base with the changed test files. `unknown`: see `why`.'),
    files: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().min(0).describe('Number of test files that the change adds, edits or deletes.'),
    checks: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(CHECK_NAME_LENGTH))
        .max(MAX_RESULTS)
        .describe('The checks that fail without the change; empty if that is not the result.'),
    why: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(CHECK_DETAIL_LENGTH).nullable().describe('Why the result is `unknown`; else `null`.'),
});
/** How the checks of a run ended, without their output. */
const ChecksOutcome = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    notRun: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
        .max(CHECK_DETAIL_LENGTH)
        .nullable()
        .describe('Why the checks did not run; `null` if they ran.'),
    results: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
        name: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(CHECK_NAME_LENGTH).describe('Name of the command.'),
        passed: zod__WEBPACK_IMPORTED_MODULE_0__/* .boolean */ .zMY().describe('Whether it succeeded.'),
        detail: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(CHECK_DETAIL_LENGTH).describe('Why it did not pass; empty if it did.'),
        seconds: zod__WEBPACK_IMPORTED_MODULE_0__/* .number */ .aig().min(0).describe('How long it ran.'),
    }))
        .max(MAX_RESULTS)
        .describe('The checks, in order; if a setup command failed, that command only.'),
    tests: TestEvidence.optional().describe('Whether the tests of the change fail without it. Absent if the change has no tests or nothing else, a check failed, the project has switched it off, or the runner does not say.'),
});


/***/ }),

/***/ 8909:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fw: () => (/* binding */ ErrorBody),
/* harmony export */   Je: () => (/* binding */ AgentJob),
/* harmony export */   Kt: () => (/* binding */ Mode),
/* harmony export */   OS: () => (/* binding */ Metadata),
/* harmony export */   cz: () => (/* binding */ whyNoWorkingDirectory),
/* harmony export */   f9: () => (/* binding */ VISIBLE),
/* harmony export */   ic: () => (/* binding */ PromptText),
/* harmony export */   lt: () => (/* binding */ PROMPT_LIMIT)
/* harmony export */ });
/* unused harmony exports JobStatus, MessageBody, METADATA_LIMITS, MetadataName, NewMetadata, hasPairs, CreateJobBody */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3477);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6416);
/* harmony import */ var _model_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1135);
/* harmony import */ var _output_output_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3193);



/** The four statuses a caller sees (interface, section 3). */
const JobStatus = zod__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(['active', 'completed', 'archived', 'failed']);
/** Response of create, get and message: exactly these fields, in this order (interface, section 2). */
const AgentJob = zod__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
    id: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().describe('Id of the job; opaque.'),
    status: JobStatus.describe('`active`: the agent works, or messages wait. `completed`: the last run succeeded, with or without a change. `failed`: the last run failed or was cancelled. `archived`: the job is read-only.'),
    source: zod__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({
        repository: zod__WEBPACK_IMPORTED_MODULE_2__/* .url */ .OZ5().describe('Web URL of the repository, `https://github.com/owner/name`.'),
        ref: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().nullable().describe('Name of the working branch; `null` until it exists on GitHub.'),
    }),
    model: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().describe('The model, as `provider/model`. Fixed when the job is created.'),
    prLink: zod__WEBPACK_IMPORTED_MODULE_2__/* .url */ .OZ5()
        .nullable()
        .describe('URL of the pull request; `null` during the first run, and if no file was changed.'),
    createdAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$().describe('When the job was created, in UTC.'),
    archivedAt: zod__WEBPACK_IMPORTED_MODULE_3__/* .datetime */ .w$().nullable().describe('When the job was archived; `null` if it is not.'),
})
    .meta({ id: 'AgentJob' });
/** Longest prompt, in Unicode code points. */
const PROMPT_LIMIT = 500_000;
/** Not a control character, format character, filler or blank of any script. A prompt needs one visible character. */
const VISIBLE = /[^\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;
const PromptText = zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') })
    .min(1, { error: 'must not be empty or only white space' })
    .max(PROMPT_LIMIT, { error: `must have at most ${PROMPT_LIMIT} characters` })
    .refine((text) => text.trim() !== '', { error: 'must not be empty or only white space', abort: true })
    .refine((text) => VISIBLE.test(text), { error: 'must not consist of invisible characters only' });
/** Asks for words in place of a change. A request without a mode asks for a change. */
const Mode = zod__WEBPACK_IMPORTED_MODULE_2__/* ["enum"] */ .k5n(['ask', 'plan', 'review'], {
    error: 'must be `ask`, `plan` or `review`; leave it out to ask for a change',
});
const ModeField = Mode.optional().describe('`ask`: the agent answers a question. `plan`: it says what it would change, where, and how it would check it; a later message without a mode starts the work. `review`: it reviews an open pull request, that of the job or, in a new job, the one from the branch `ref`, and the server posts the review there. In all modes it only reads: there is no branch and no pull request of its own, and the `summary` of the run is the answer. Default: the agent makes a change.');
/** Body of `POST /v2/agent/{projectId}/job/{id}/message`. Unknown fields are ignored. */
const MessageBody = zod__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    prompt: PromptText.describe('What to do next. Must have a visible character.'),
    mode: ModeField,
}, { error: 'must be a JSON object' })
    .meta({ id: 'MessageBody' });
const METADATA_LIMITS = { pairs: 16, name: 64, value: 512 };
const METADATA_NAME = `is not a valid name: names have 1 to ${METADATA_LIMITS.name} characters: letters, digits and _ . : / -`;
/** What the caller attaches to a job for its own purposes. The agent does not read it. */
const MetadataName = zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP()
    .regex(new RegExp(`^[\\w.:/-]{1,${METADATA_LIMITS.name}}$`), { error: METADATA_NAME });
const Metadata = zod__WEBPACK_IMPORTED_MODULE_2__/* .record */ .g1P(MetadataName, zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: 'must be a string' })
    .max(METADATA_LIMITS.value, { error: `must have at most ${METADATA_LIMITS.value} characters` }), { error: ({ code }) => (code === 'invalid_key' ? METADATA_NAME : 'must be an object with strings') });
/** Of a request body. Counted before each pair is checked, which takes longer than parsing the body. */
const NewMetadata = zod__WEBPACK_IMPORTED_MODULE_2__/* .preprocess */ .vkY((given, context) => {
    if (typeof given !== 'object' || given === null)
        return given;
    if (Object.keys(given).length > METADATA_LIMITS.pairs) {
        context.addIssue({ code: 'custom', message: `must have at most ${METADATA_LIMITS.pairs} pairs` });
        return zod__WEBPACK_IMPORTED_MODULE_4__/* .NEVER */ .tm;
    }
    // A record drops it, and the caller would miss it later.
    if (Object.hasOwn(given, '__proto__')) {
        context.addIssue({ code: 'custom', path: ['__proto__'], message: 'is a name that cannot be used' });
        return zod__WEBPACK_IMPORTED_MODULE_4__/* .NEVER */ .tm;
    }
    return given;
}, Metadata);
/** Whether the metadata of a job has all of these pairs. */
const hasPairs = (metadata, wanted) => Object.entries(wanted).every(([key, text]) => metadata !== undefined && Object.hasOwn(metadata, key) && metadata[key] === text);
const FallbackModels = zod__WEBPACK_IMPORTED_MODULE_2__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: 'must be a string' })
    .min(1, { error: 'must not be empty' })
    .max(200, { error: 'must have at most 200 characters' }), { error: 'must be a list of models' })
    .max(_model_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_FALLBACKS */ .Bi, { error: `must name at most ${_model_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_FALLBACKS */ .Bi} models` })
    .refine((names) => new Set(names).size === names.length, { error: 'names a model twice' });
/** Body of `POST /v2/agent/{projectId}/job`. `asDraft` is an alias of `draft`. Unknown fields are ignored. */
const CreateJobBody = zod__WEBPACK_IMPORTED_MODULE_2__/* .object */ .Ikc({
    prompt: PromptText.describe('What to do. Must have a visible character.'),
    ref: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: 'must be a string' })
        .min(1, { error: 'must not be empty' })
        .max(255, { error: 'must have at most 255 characters' })
        .optional()
        .describe('Branch to start from and to open the pull request against. Default: `base` of `.github/prentice.yml`, then the default branch.'),
    model: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: 'must be a string' })
        .min(1, { error: 'must not be empty' })
        .max(200, { error: 'must have at most 200 characters' })
        .optional()
        .describe('The model, as `provider/model`. Default: `model` of `.github/prentice.yml`, then that of the server.'),
    fallbackModels: FallbackModels.optional().describe(`Up to ${_model_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_FALLBACKS */ .Bi} models, as \`provider/model\`, that continue in this order where the model is down, out of quota or retired. The workflow must have credentials for their providers, and the settings of the organisation may limit them. \`[]\`: none. Default: \`fallback-models\` of \`.github/prentice.yml\`.`),
    workingDirectory: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP({ error: 'must be a string' })
        .refine((path) => whyNoWorkingDirectory(path) === null, {
        error: ({ input }) => `must be the path of a folder: ${whyNoWorkingDirectory(String(input))}`,
    })
        .optional()
        .describe('Folder of the repository in which the agent works, such as `packages/web`. Default: `working-directory` of `.github/prentice.yml`, then the root.'),
    draft: zod__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY({ error: 'must be true or false' })
        .optional()
        .describe('Whether to open the pull request as a draft. Default: `draft` of `.github/prentice.yml`, then false.'),
    asDraft: zod__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY({ error: 'must be true or false' })
        .optional()
        .describe('Alias of `draft`. If both are sent, `draft` applies.'),
    mode: ModeField,
    outputSchema: _output_output_js__WEBPACK_IMPORTED_MODULE_1__/* .OutputSchema */ .RR.optional(),
    questions: zod__WEBPACK_IMPORTED_MODULE_2__/* .boolean */ .zMY({ error: 'must be true or false' })
        .optional()
        .describe('Whether a run may end with a question, so that the job is `completed` for the reason `input-required`, and the next message answers it. Follow-ups keep it. Default: false.'),
    metadata: NewMetadata.optional().describe(`Up to ${METADATA_LIMITS.pairs} pairs of a name and a text for your own purposes. Lists return them and can be filtered by them; the agent does not read them. Names have 1 to ${METADATA_LIMITS.name} characters (letters, digits and _ . : / -), texts at most ${METADATA_LIMITS.value}.`),
}, { error: 'must be a JSON object' })
    .meta({ id: 'CreateJobBody' });
/** Why a text is not the path of a folder below the root of a repository; `null`: it is. Pure. */
function whyNoWorkingDirectory(path) {
    if (path.length > 500)
        return 'it has more than 500 characters';
    if (/[*?!\\\p{Cc}]/u.test(path))
        return 'it contains *, ?, !, a backslash or a control character';
    const parts = path.split('/');
    if (parts.includes(''))
        return 'it is empty, or has a slash at its beginning, at its end or next to another one';
    if (parts.some((part) => part === '.' || part === '..'))
        return 'it contains `.` or `..`';
    return parts.some((part) => part.toLowerCase() === '.git') ? 'it leads into .git' : null;
}
const ErrorBody = zod__WEBPACK_IMPORTED_MODULE_2__/* .strictObject */ .rej({ error: zod__WEBPACK_IMPORTED_MODULE_2__/* .string */ .YjP().describe('What is wrong and what to do.') })
    .meta({ id: 'Error' });


/***/ }),

/***/ 1135:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Bi: () => (/* binding */ MAX_FALLBACKS),
/* harmony export */   Pg: () => (/* binding */ Effort),
/* harmony export */   Ub: () => (/* binding */ MODEL_NAME),
/* harmony export */   ht: () => (/* binding */ variablesOf),
/* harmony export */   ig: () => (/* binding */ EFFORTS),
/* harmony export */   nL: () => (/* binding */ fallbacksOf),
/* harmony export */   s_: () => (/* binding */ parseModelName),
/* harmony export */   xq: () => (/* binding */ PROVIDERS)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(669);

/** Providers whose API the action can call. */
const PROVIDERS = ['anthropic', 'openai', 'google', 'openai-compatible'];
/** How the environment variables of each begin. */
const PREFIXES = {
    anthropic: 'ANTHROPIC',
    openai: 'OPENAI',
    google: 'GOOGLE_GENERATIVE_AI',
    'openai-compatible': 'OPENAI_COMPATIBLE',
};
/** The variables in which the action reads the key of a provider, its base URL, and the headers of a gateway. */
const variablesOf = (provider) => ({
    keyVariable: `${PREFIXES[provider]}_API_KEY`,
    urlVariable: `${PREFIXES[provider]}_BASE_URL`,
    headersVariable: `${PREFIXES[provider]}_CUSTOM_HEADERS`,
});
/** The ids of all providers are printable ASCII. They occur in URLs, logs and summaries. */
const MODEL_NAME = new RegExp(`^(${PROVIDERS.join('|')})/([!-~]{1,200})$`);
/**
 * What would lead out of the place in the URL of a provider where its model is named. Callers choose the model, but not
 * where the key of the repository's owner is sent.
 */
const LEADS_ELSEWHERE = /[?#%\\]|(?:^|\/)\.{1,2}(?:\/|$)/;
/** Parses the name of a model; `null` unless it is `provider/model` with a known provider. */
function parseModelName(name) {
    const [, before, id] = MODEL_NAME.exec(name) ?? [];
    const provider = PROVIDERS.find((known) => known === before);
    return provider === undefined || id === undefined || LEADS_ELSEWHERE.test(id) ? null : { provider, id };
}
/** Reasoning effort of a model. Each provider has its own terms for it. */
const EFFORTS = ['none', 'low', 'medium', 'high'];
const Effort = zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(EFFORTS, { error: `must be one of ${EFFORTS.join(', ')}` });
/** Most models that may continue the work of another. */
const MAX_FALLBACKS = 3;
/** The models that continue in the place of `model`: each once, and not that one. Pure. */
const fallbacksOf = (model, named) => [...new Set(named)].filter((name) => name !== model);


/***/ }),

/***/ 7150:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   G: () => (/* binding */ isObject),
/* harmony export */   R: () => (/* binding */ whyOutOfBounds)
/* harmony export */ });
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9027);

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** Why a parsed JSON value is beyond the bounds; `null`: it is not. Takes linear time, whatever the value holds. Pure. */
function whyOutOfBounds(value, { bytes, values, levels }) {
    let [count, units] = [0, 0];
    const left = [[value, 0]];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const [one, level] = next;
        count += 1;
        if (count + left.length > values)
            return `must hold at most ${(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .groupDigits */ .K9)(values)} values`;
        if (typeof one === 'number' && !Number.isFinite(one))
            return 'holds a number that is too large';
        if (typeof one === 'string')
            units += one.length;
        // Before it is encoded, which takes longer than parsing it.
        if (units > bytes)
            return `must take at most ${(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .groupDigits */ .K9)(bytes)} bytes`;
        if (typeof one !== 'object' || one === null)
            continue;
        if (level === levels)
            return `must be nested at most ${levels} levels deep`;
        for (const [name, item] of Object.entries(one)) {
            if (!Array.isArray(one))
                units += name.length;
            left.push([item, level + 1]);
        }
    }
    const size = new TextEncoder().encode(JSON.stringify(value)).length;
    return size > bytes ? `must take at most ${(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .groupDigits */ .K9)(bytes)} bytes, and takes ${(0,_text_js__WEBPACK_IMPORTED_MODULE_0__/* .groupDigits */ .K9)(size)}` : null;
}


/***/ }),

/***/ 2009:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  vm: () => (/* binding */ SCHEMA_LIMITS),
  P_: () => (/* binding */ readOutputSchema)
});

// UNUSED EXPORTS: SCHEMA_KEYWORDS

// EXTERNAL MODULE: ../../lib/contract/output/json-bounds.js
var json_bounds = __webpack_require__(7150);
// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
;// CONCATENATED MODULE: ../../lib/contract/output/rules.js


/** Enough for the largest output of a schema as people write them; takes less than a tenth of a second. */
const MOST_WORK = 500_000;
const MOST_PROBLEMS = 10;
/** What it costs to list the properties of an object, for each, in checks of one schema. */
const LISTED = 4;
const REPORTED = 10;
class TooMuchWork extends Error {
}
/** What of a value does not match; empty: it matches. */
function findProblems(check, value) {
    const found = { budget: { left: MOST_WORK }, problems: [], failed: false };
    try {
        check(value, null, found);
        return found.problems;
    }
    catch (error) {
        if (!(error instanceof TooMuchWork))
            throw error;
        return [{ path: [], expected: 'takes too long to compare with the schema: it must be shorter' }];
    }
}
function spend({ budget }, work) {
    budget.left -= work;
    if (budget.left < 0)
        throw new TooMuchWork();
}
function report(found, at, expected) {
    found.failed = true;
    spend(found, REPORTED);
    if (found.problems.length < MOST_PROBLEMS)
        found.problems.push({ path: pathOf(at), expected });
}
function pathOf(at) {
    const names = [];
    for (let place = at; place !== null; place = place.within)
        names.push(place.name);
    return names.reverse();
}
function tryOut(check, value, at, { budget }) {
    const own = { budget, problems: [], failed: false };
    check(value, at, own);
    return own;
}
/** The same text for equal values: properties in the order of their names. */
function canonical(value) {
    if (Array.isArray(value))
        return `[${value.map(canonical).join(',')}]`;
    if (!(0,json_bounds/* isObject */.G)(value))
        return JSON.stringify(value);
    const names = Object.keys(value).sort();
    return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}
const canonicalOf = (value, found) => {
    const text = canonical(value);
    spend(found, text.length);
    return text;
};
const TYPES = {
    string: 'a string',
    number: 'a number',
    integer: 'an integer',
    boolean: 'true or false',
    object: 'an object',
    array: 'a list',
    null: 'null',
};
function typeOf(value) {
    if (value === null)
        return 'null';
    if (Array.isArray(value))
        return 'array';
    if (typeof value === 'object')
        return 'object';
    if (typeof value === 'number')
        return 'number';
    return typeof value === 'boolean' ? 'boolean' : 'string';
}
const or = (words) => words.join(', ').replace(/, ([^,]*)$/, ' or $1');
const hasType = (types) => (value, at, found) => {
    const type = typeOf(value);
    if (types.includes(type) || (types.includes('integer') && Number.isInteger(value)))
        return;
    report(found, at, `must be ${or(types.map((one) => TYPES[one]))}, not ${TYPES[type]}`);
};
const SHOWN_LENGTH = 300;
function isOneOf(texts) {
    const known = new Set(texts);
    const all = texts.join(', ');
    const shown = all.length > SHOWN_LENGTH ? `${all.slice(0, SHOWN_LENGTH).toWellFormed()}…` : all;
    const expected = `must be ${texts.length === 1 ? '' : 'one of '}${shown}`;
    return (value, at, found) => {
        if (!known.has(canonicalOf(value, found)))
            report(found, at, expected);
    };
}
/** `measure`: `null` for a value that the keyword is not about. */
const within = (measure, isWithin, expected) => (value, at, found) => {
    const measured = measure(value, found);
    if (measured !== null && !isWithin(measured))
        report(found, at, expected);
};
const numberOf = (value) => (typeof value === 'number' ? value : null);
/** In code points. */
function lengthOf(value, found) {
    if (typeof value !== 'string')
        return null;
    spend(found, value.length / 2);
    let length = 0;
    for (let at = 0; at < value.length; at += (value.codePointAt(at) ?? 0) > 0xffff ? 2 : 1)
        length += 1;
    return length;
}
const itemsIn = (value) => (Array.isArray(value) ? value.length : null);
function propertiesIn(value, found) {
    if (!(0,json_bounds/* isObject */.G)(value))
        return null;
    const { length } = Object.keys(value);
    spend(found, length * LISTED);
    return length;
}
/** Also for numbers that binary fractions only come near to: 4.02 is a multiple of 0.01. */
function isMultiple(value, of) {
    const quotient = value / of;
    const nearest = Math.round(quotient);
    return Math.abs(quotient - nearest) <= Math.abs(quotient) * Number.EPSILON * 8;
}
const areUnique = (value, at, found) => {
    if (!Array.isArray(value))
        return;
    const first = new Map();
    for (const [index, item] of value.entries()) {
        const text = canonicalOf(item, found);
        const same = first.get(text);
        if (same !== undefined)
            return report(found, at, `must have no item twice: ${same} and ${index} are equal`);
        first.set(text, index);
    }
};
const hasProperties = (names) => (value, at, found) => {
    if (!(0,json_bounds/* isObject */.G)(value))
        return;
    spend(found, names.length);
    for (const name of names)
        if (!Object.hasOwn(value, name))
            report(found, { name, within: at }, 'is missing');
};
/** `rest`: `null`, if other properties may be anything. */
const eachProperty = (of, rest) => (value, at, found) => {
    if (!(0,json_bounds/* isObject */.G)(value))
        return;
    const properties = Object.entries(value);
    spend(found, properties.length * LISTED);
    for (const [name, item] of properties)
        (of.get(name) ?? rest)?.(item, { name, within: at }, found);
};
/** `first`: of as many items. `rest`: `null`, if the others may be anything. */
const eachItem = (first, rest) => (value, at, found) => {
    if (!Array.isArray(value))
        return;
    spend(found, value.length);
    for (const [index, item] of value.entries())
        (first[index] ?? rest)?.(item, { name: index, within: at }, found);
};
const rules_all = (checks) => (value, at, found) => {
    spend(found, 1);
    for (const check of checks)
        check(value, at, found);
};
/** The others say nothing more of a value that has another type. */
const typeFirst = (type, others) => (value, at, found) => {
    spend(found, 1);
    const typed = tryOut(type, value, at, found);
    if (!typed.failed)
        return others(value, at, found);
    found.failed = true;
    found.problems.push(...typed.problems.slice(0, MOST_PROBLEMS - found.problems.length));
};
const refusing = (expected) => (_, at, found) => report(found, at, expected);
const nothing = refusing('is not allowed');
const any = (checks) => (value, at, found) => {
    const tried = [];
    for (const check of checks) {
        const one = tryOut(check, value, at, found);
        if (!one.failed)
            return;
        tried.push(one);
    }
    reportNearest(tried, at, found);
};
const exactlyOne = (checks) => (value, at, found) => {
    const tried = checks.map((check) => tryOut(check, value, at, found));
    const matching = tried.flatMap(({ failed }, index) => (failed ? [] : [index]));
    if (matching.length === 0)
        return reportNearest(tried, at, found);
    if (matching.length > 1)
        report(found, at, `must match only one of the schemas of \`oneOf\`, and matches ${matching.join(' and ')}`);
};
const none = (check) => (value, at, found) => {
    if (!tryOut(check, value, at, found).failed)
        report(found, at, 'must not match the schema of `not`');
};
/** Of the alternatives, what is wrong by the one that the value comes nearest to, because it says how to correct the value. */
function reportNearest(tried, at, found) {
    const own = pathOf(at).length;
    const isDeep = ({ problems }) => problems.every(({ path }) => path.length > own);
    const deep = tried.filter(isDeep);
    const [nearest] = deep.toSorted((one, other) => one.problems.length - other.problems.length);
    if (nearest === undefined) {
        const expected = tried.flatMap(({ problems }) => problems.slice(0, 1).map((problem) => problem.expected));
        report(found, at, [...new Set(expected)].slice(0, 5).join(', or ') || 'matches no schema');
        return;
    }
    found.failed = true;
    found.problems.push(...nearest.problems.slice(0, MOST_PROBLEMS - found.problems.length));
}
const atLeast = (least, what) => `must have at least ${(0,contract_text/* groupDigits */.K9)(least)} ${what}`;
const atMost = (most, what) => `must have at most ${(0,contract_text/* groupDigits */.K9)(most)} ${what}`;

;// CONCATENATED MODULE: ../../lib/contract/output/output-schema.js


/** `depth`: schemas within each other. `schemas`: each counts once for every place that refers to it. */
const SCHEMA_LIMITS = { bytes: 65_536, depth: 20, schemas: 1_000 };
/** What holds of the JSON of a schema. Twenty schemas within each other have some sixty lists and objects. */
const BOUNDS = { bytes: SCHEMA_LIMITS.bytes, values: 20_000, levels: 100 };
class Refused extends Error {
    path;
    constructor(path, problem) {
        super(problem);
        this.path = path;
    }
}
/**
 * Reads a JSON Schema of the closed list of keywords in `KEYWORDS`, with their meaning in draft 2020-12. References lead
 * only within the schema and never in a circle, so a check takes a bounded time. Pure.
 */
function readOutputSchema(schema) {
    try {
        if (!(0,json_bounds/* isObject */.G)(schema))
            throw new Refused([], 'must be a JSON Schema, which is an object');
        const beyond = (0,json_bounds/* whyOutOfBounds */.R)(schema, BOUNDS);
        if (beyond !== null)
            throw new Refused([], beyond);
        const { check } = readAt({ root: schema, known: new Map(), open: new Set() }, schema, []);
        return { ok: true, findProblems: (output) => findProblems(check, output) };
    }
    catch (error) {
        if (!(error instanceof Refused))
            throw error;
        return { ok: false, path: error.path, problem: error.message };
    }
}
const ANYTHING = { check: rules_all([]), schemas: 1, depth: 1 };
const NOTHING = { check: nothing, schemas: 1, depth: 1 };
function readAt(reading, schema, path) {
    if (schema === true)
        return ANYTHING;
    if (schema === false)
        return NOTHING;
    if (!(0,json_bounds/* isObject */.G)(schema))
        throw new Refused(path, 'must be a schema: an object, true or false');
    const known = reading.known.get(schema);
    if (known !== undefined)
        return known;
    // A chain of references is as deep for the stack as schemas within each other.
    if (reading.open.size === BOUNDS.levels)
        throw new Refused(path, TOO_DEEP);
    reading.open.add(schema);
    const node = readKeywords(reading, schema, path);
    reading.open.delete(schema);
    if (node.schemas > SCHEMA_LIMITS.schemas)
        throw new Refused(path, TOO_MANY);
    if (node.depth > SCHEMA_LIMITS.depth)
        throw new Refused(path, TOO_DEEP);
    reading.known.set(schema, node);
    return node;
}
const TOO_DEEP = `must have at most ${SCHEMA_LIMITS.depth} schemas within each other`;
const TOO_MANY = `must hold at most 1,000 schemas; one to which several \`$ref\` lead counts once for each`;
function readKeywords(reading, schema, path) {
    let [schemas, depth] = [1, 1];
    const count = (node, levels) => {
        schemas += node.schemas;
        depth = Math.max(depth, node.depth + levels);
        return node.check;
    };
    let type = null;
    const checks = [];
    for (const [keyword, given] of Object.entries(schema)) {
        if (ANNOTATIONS.has(keyword))
            continue;
        const at = [...path, keyword];
        const read = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
        if (read === undefined)
            throw new Refused(at, UNKNOWN);
        const check = read(given, {
            schema,
            path: at,
            within: (one, ...names) => count(readAt(reading, one, [...at, ...names]), 1),
            defined: (one, ...names) => void readAt(reading, one, [...at, ...names]),
            follow: (to) => count(readTarget(reading, to, at), 0),
        });
        if (keyword === 'type')
            type = check;
        else if (check !== null)
            checks.push(check);
    }
    const others = rules_all(checks);
    return { check: type === null ? others : typeFirst(type, others), schemas, depth };
}
const UNKNOWN = 'is not a keyword that an output schema can have: leave it out, or say it in words in `description`';
/** They mean nothing to the check; the model reads them. */
const ANNOTATIONS = new Set([
    'title',
    'description',
    'default',
    'examples',
    '$comment',
    'deprecated',
    'readOnly',
    'writeOnly',
]);
/** What a reference leads to. `at`: of the reference. */
function readTarget(reading, to, at) {
    let target = reading.root;
    for (const name of to) {
        const isWithin = typeof target === 'object' && target !== null && Object.hasOwn(target, name);
        target = isWithin ? Reflect.get(Object(target), name) : undefined;
    }
    if (target === undefined)
        throw new Refused(at, 'must lead to a schema that exists');
    if ((0,json_bounds/* isObject */.G)(target) && reading.open.has(target))
        throw new Refused(at, 'must not lead to a schema that holds this one: an output schema cannot repeat itself');
    return readAt(reading, target, to);
}
const refuse = ({ path }, problem, ...names) => {
    throw new Refused([...path, ...names], problem);
};
function list(given, site, of) {
    if (!Array.isArray(given) || given.length === 0)
        return refuse(site, `must be a list of ${of}, and not empty`);
    return given;
}
const schemasIn = (given, site) => list(given, site, 'schemas').map((schema, index) => site.within(schema, String(index)));
function mapOf(given, site) {
    if (!(0,json_bounds/* isObject */.G)(given))
        return refuse(site, 'must be an object that gives each name a schema');
    return Object.entries(given);
}
const number = (given, site) => typeof given === 'number' ? given : refuse(site, 'must be a number');
const count = (given, site) => typeof given === 'number' && Number.isInteger(given) && given >= 0
    ? given
    : refuse(site, 'must be a whole number, 0 or more');
const isType = (given) => typeof given === 'string' && Object.hasOwn(TYPES, given);
function readType(given, site) {
    const types = Array.isArray(given) ? given : [given];
    if (types.length === 0 || !types.every(isType))
        return refuse(site, `must be one of ${Object.keys(TYPES).join(', ')}, or a list of them`);
    return hasType(types);
}
const isName = (given) => typeof given === 'string';
function readRequired(given, site) {
    if (!Array.isArray(given) || !given.every(isName))
        return refuse(site, 'must be a list of names');
    return hasProperties([...new Set(given)]);
}
function readProperties(given, site) {
    const of = mapOf(given, site).map(([name, schema]) => [name, site.within(schema, name)]);
    return eachProperty(new Map(of), null);
}
/** The names that `properties` has are for `properties`. */
function readAdditional(given, site) {
    const { properties } = site.schema;
    const named = (0,json_bounds/* isObject */.G)(properties) ? Object.keys(properties) : [];
    const rest = given === false ? notNamed(named) : site.within(given);
    return eachProperty(new Map(named.map((name) => [name, ANYTHING.check])), rest);
}
const notNamed = (names) => {
    const shown = names.slice(0, 20).map((name) => `\`${name}\``);
    const expected = `is not allowed; the properties are ${shown.join(', ')}${names.length > shown.length ? ', …' : ''}`;
    return names.length === 0 ? nothing : refusing(expected);
};
function readItems(given, site) {
    if (Array.isArray(given))
        return refuse(site, 'must be a schema; for a list of schemas, use `prefixItems`');
    const { prefixItems } = site.schema;
    const first = Array.isArray(prefixItems) ? prefixItems.map(() => ANYTHING.check) : [];
    return eachItem(first, site.within(given));
}
/** A reference as a JSON pointer in a fragment, as RFC 6901 has it. */
function readReference(given, site) {
    if (typeof given !== 'string' || !/^#(?:\/|$)/.test(given))
        return refuse(site, 'must lead within this schema, as `#/$defs/name` does: nothing is fetched');
    return site.follow(given
        .slice(1)
        .split('/')
        .slice(1)
        .map((name) => decode(name, site).replaceAll('~1', '/').replaceAll('~0', '~')));
}
function decode(name, site) {
    try {
        return decodeURIComponent(name);
    }
    catch {
        return refuse(site, 'has a `%` that encodes nothing');
    }
}
/** Whose keywords mean the same as here. */
const DIALECT = /^https?:\/\/json-schema\.org\/(?:draft-07|draft\/2019-09|draft\/2020-12)\/schema#?$/;
function readDialect(given, site) {
    return typeof given === 'string' && DIALECT.test(given)
        ? null
        : refuse(site, 'must be https://json-schema.org/draft/2020-12/schema, or left out');
}
function readDefinitions(given, site) {
    for (const [name, schema] of mapOf(given, site))
        site.defined(schema, name);
    return null;
}
/** The closed list. docs/api.md names it. */
const KEYWORDS = {
    $schema: readDialect,
    $defs: readDefinitions,
    definitions: readDefinitions,
    $ref: readReference,
    type: readType,
    enum: (given, site) => isOneOf(list(given, site, 'values').map(canonical)),
    const: (given) => isOneOf([canonical(given)]),
    properties: readProperties,
    required: readRequired,
    additionalProperties: readAdditional,
    minProperties: (given, site) => {
        const least = count(given, site);
        return within(propertiesIn, (many) => many >= least, atLeast(least, 'properties'));
    },
    maxProperties: (given, site) => {
        const most = count(given, site);
        return within(propertiesIn, (many) => many <= most, atMost(most, 'properties'));
    },
    items: readItems,
    prefixItems: (given, site) => eachItem(schemasIn(given, site), null),
    minItems: (given, site) => {
        const least = count(given, site);
        return within(itemsIn, (many) => many >= least, atLeast(least, 'items'));
    },
    maxItems: (given, site) => {
        const most = count(given, site);
        return within(itemsIn, (many) => many <= most, atMost(most, 'items'));
    },
    uniqueItems: (given, site) => {
        if (typeof given !== 'boolean')
            return refuse(site, 'must be true or false');
        return given ? areUnique : null;
    },
    minLength: (given, site) => {
        const least = count(given, site);
        return within(lengthOf, (length) => length >= least, atLeast(least, 'characters'));
    },
    maxLength: (given, site) => {
        const most = count(given, site);
        return within(lengthOf, (length) => length <= most, atMost(most, 'characters'));
    },
    minimum: (given, site) => {
        const least = number(given, site);
        return within(numberOf, (one) => one >= least, `must be at least ${least}`);
    },
    maximum: (given, site) => {
        const most = number(given, site);
        return within(numberOf, (one) => one <= most, `must be at most ${most}`);
    },
    exclusiveMinimum: (given, site) => {
        const bound = number(given, site);
        return within(numberOf, (one) => one > bound, `must be more than ${bound}`);
    },
    exclusiveMaximum: (given, site) => {
        const bound = number(given, site);
        return within(numberOf, (one) => one < bound, `must be less than ${bound}`);
    },
    multipleOf: (given, site) => {
        const of = number(given, site);
        if (of <= 0)
            return refuse(site, 'must be more than 0');
        return within(numberOf, (one) => isMultiple(one, of), `must be a multiple of ${of}`);
    },
    anyOf: (given, site) => any(schemasIn(given, site)),
    oneOf: (given, site) => exactlyOne(schemasIn(given, site)),
    allOf: (given, site) => rules_all(schemasIn(given, site)),
    not: (given, site) => none(site.within(given)),
};
/** The keywords that a schema can have, annotations included. */
const SCHEMA_KEYWORDS = [...Object.keys(KEYWORDS), ...ANNOTATIONS];


/***/ }),

/***/ 3193:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   RR: () => (/* binding */ OutputSchema),
/* harmony export */   k7: () => (/* binding */ Output),
/* harmony export */   of: () => (/* binding */ OUTPUT_BOUNDS)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6416);
/* harmony import */ var _json_bounds_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(7150);
/* harmony import */ var _output_schema_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(2009);



/** What a run may report as its output. A report has other values besides, and a body at most 20,000. */
const OUTPUT_BOUNDS = { bytes: 65_536, values: 10_000, levels: 100 };
const Schema = zod__WEBPACK_IMPORTED_MODULE_1__/* .looseObject */ ._H3({}, { error: 'must be a JSON Schema, which is an object' });
/** A JSON Schema for the output of each run of a job. Each mistake names its place in the schema. */
const OutputSchema = zod__WEBPACK_IMPORTED_MODULE_1__/* .preprocess */ .vkY((given, context) => {
    const read = (0,_output_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .readOutputSchema */ .P_)(given);
    if (read.ok)
        return given;
    context.addIssue({ code: 'custom', path: [...read.path], message: read.problem });
    return zod__WEBPACK_IMPORTED_MODULE_2__/* .NEVER */ .tm;
}, Schema)
    .describe(`JSON Schema that the \`output\` of each run of the job must satisfy, at most ${_output_schema_js__WEBPACK_IMPORTED_MODULE_0__/* .SCHEMA_LIMITS */ .vm.bytes / 1024} KiB. The agent returns the output besides its change or its answer; if it does not match after three tries, the run fails. A closed list of keywords is supported, references lead only within the schema, and anything else is refused.`);
/** Any JSON value within the bounds. */
const Output = zod__WEBPACK_IMPORTED_MODULE_1__/* .unknown */ .L5J().superRefine((output, context) => {
    const beyond = (0,_json_bounds_js__WEBPACK_IMPORTED_MODULE_3__/* .whyOutOfBounds */ .R)(output, OUTPUT_BOUNDS);
    if (beyond !== null)
        context.addIssue({ code: 'custom', message: beyond });
});


/***/ }),

/***/ 8588:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   BF: () => (/* binding */ cutQuestion),
/* harmony export */   FY: () => (/* binding */ questionReason),
/* harmony export */   vN: () => (/* binding */ Question)
/* harmony export */ });
/* unused harmony export questionText */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(669);
/* harmony import */ var _reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);


/** Breaks that make a text inert on GitHub count, so these bounds are wider than those of the agent. */
const TEXT_LENGTH = 2_000;
const CHOICE_LENGTH = 250;
/** What the agent asks in place of a change. */
const Question = zod__WEBPACK_IMPORTED_MODULE_1__/* .object */ .Ikc({
    text: zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).max(TEXT_LENGTH).describe('The question.'),
    choices: zod__WEBPACK_IMPORTED_MODULE_1__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_1__/* .string */ .YjP().min(1).max(CHOICE_LENGTH))
        .min(2)
        .max(5)
        .describe('Answers to choose from, numbered from 1. Other words are an answer, too.'),
});
/** Within its bounds, whatever made it longer. Pure. */
const cutQuestion = ({ text, choices }) => ({
    text: text.slice(0, TEXT_LENGTH).toWellFormed(),
    choices: choices.map((choice) => choice.slice(0, CHOICE_LENGTH).toWellFormed()),
});
/** The question, and its numbered choices below. Pure. */
const questionText = ({ text, choices }) => [text, '', ...choices.map((choice, at) => `${at + 1}. ${choice}`)].join('\n');
/** The reason of a run that ended with this question. Pure. */
function questionReason(question) {
    const plain = (0,_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .reason */ .l)('input-required');
    const { what, fix } = (0,_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .splitReason */ .Vj)(plain);
    return { ...plain, message: `${what.replace(/\.$/, ':')} ${questionText(question)}\n\n${fix}` };
}


/***/ }),

/***/ 3523:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   By: () => (/* binding */ Reason),
/* harmony export */   D8: () => (/* binding */ retryHelps),
/* harmony export */   Iv: () => (/* binding */ withCaseOf),
/* harmony export */   Kj: () => (/* binding */ ReportedReason),
/* harmony export */   MT: () => (/* binding */ withoutChanges),
/* harmony export */   Vj: () => (/* binding */ splitReason),
/* harmony export */   l: () => (/* binding */ reason)
/* harmony export */ });
/* unused harmony export nextStep */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(669);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9027);


const retry = (what, fix) => ({ what, fix, next: 'retry' });
const message = (what, fix) => ({ what, fix, next: 'message' });
const newJob = (what, fix) => ({ what, fix, next: 'new-job' });
const RETRY = 'retry the job (`POST …/retry`)';
/** The templates in docs/ have placeholders. */
const WORKFLOW = 'the workflow file of Prentice, which its operator prints with the command `workflow` of the server';
const KEPT = 'The changes made so far are kept.';
const LIMIT = message(`The run reached its limit of {detail}. ${KEPT}`, 'Send a message to continue.');
/** The closed list of reasons why a run ended. A published code never changes its meaning. */
const REASONS = {
    'no-change': message('The agent finished without changing a file: {detail}', 'If you expected a change, send a message that names the file or the text to change.'),
    'input-required': message('Prentice has a question.', 'Answer it: send a message with the number of a choice, or in words.'),
    cancelled: message('Cancelled by {detail}. Commits that were already pushed remain on the branch.', `Send a message to continue, or ${RETRY}.`),
    'workflow-missing': retry('The workflow file {detail} is not on the default branch, or Actions are disabled for the repository.', `At that path, commit ${WORKFLOW}; or enable Actions. Then ${RETRY}.`),
    'workflow-disabled': retry('The workflow {detail} is disabled.', `Enable it on the Actions page of the repository, then ${RETRY}.`),
    'workflow-invalid': retry('GitHub refused to start the workflow: {detail}.', `Compare the file with ${WORKFLOW}, then ${RETRY}.`),
    'ref-not-found': retry('The branch does not exist in the repository: {detail}.', `Push the branch, then ${RETRY}; or create a new job with another \`ref\`.`),
    'permission-missing': retry('The GitHub App lacks a permission: {detail}.', `Ask an owner to grant it on the settings page of the installation, then ${RETRY}.`),
    'actions-blocked': retry('GitHub does not allow the GitHub App to start a workflow in this repository: {detail}.', `Check the Actions settings and the rulesets of the repository and the organisation, then ${RETRY}.`),
    'actions-disabled': retry('Actions are disabled for the repository: {detail}.', `Enable them in its Actions settings, or in those of the organisation, then ${RETRY}.`),
    'dispatch-refused': retry('GitHub refused to start the workflow: {detail}.', `Fix what GitHub names, then ${RETRY}.`),
    'dispatch-failed': retry('The workflow could not be started within the time allowed: {detail}.', `Check GitHub's status page, then ${RETRY}.`),
    paused: newJob('Prentice starts no work here for now: {detail}.', 'After the operator has resumed the work, start the workflow again, or create a new job.'),
    'app-suspended': retry('The installation of the GitHub App is suspended.', `Ask an owner to unsuspend it on the settings page of the installation, then ${RETRY}.`),
    'app-uninstalled': retry('The GitHub App is no longer installed on the repository.', `Install it on the account that owns the repository now, with access to the repository, then ${RETRY}.`),
    'ip-not-allowed': retry('The IP allow list of the organisation keeps the GitHub App out: {detail}.', `Ask an owner to add the addresses of the server to the list, or to allow those of installed GitHub Apps, then ${RETRY}.`),
    'sso-required': retry('The single sign-on of the organisation keeps the GitHub App out: {detail}.', `Ask an owner to install the GitHub App anew with SAML single sign-on, then ${RETRY}.`),
    'runner-repository': retry('The runner repository of the account cannot be used: {detail}.', `Fix that, or ask an owner of the account or the operator to name another one, then ${RETRY}.`),
    'repository-gone': retry('The repository cannot be reached: {detail}.', `If it was deleted, restore it; if it was moved, install the GitHub App on its new account; then ${RETRY}.`),
    'repository-transferred': retry('The repository now belongs to another account: {detail}.', `Install the GitHub App on that account if it is missing, then ${RETRY} with an API key of that account.`),
    'repository-archived': retry('The repository is archived and therefore read-only: {detail}.', `Unarchive it on its settings page, then ${RETRY}.`),
    'config-invalid': retry('The settings on the default branch are invalid: {detail}.', `Fix the file, then ${RETRY}.`),
    'not-started': retry('No runner picked up the workflow run within the time allowed: {detail}.', `Check the \`runs-on\` label and the runners of the repository, then ${RETRY}.`),
    'approval-missing': retry('Nobody approved the workflow run within the time allowed: {detail}.', `Approve the run on the Actions page, or remove the rule that requires approval, then ${RETRY}.`),
    'run-not-found': retry('GitHub accepted the dispatch, but the workflow run never appeared: {detail}.', `Compare the \`run-name\` line of the workflow file with ${WORKFLOW}, then ${RETRY}.`),
    'startup-failure': retry('GitHub could not start the workflow run: {detail}.', `Open the run on the Actions page, fix the workflow file, then ${RETRY}.`),
    'action-too-old': retry('The action is too old for this server: {detail}.', `Update the \`uses:\` line of the workflow file to the newest release, then ${RETRY}.`),
    'server-too-old': retry('The action is newer than this server: it uses protocol {detail}.', `Upgrade the server, or pin the \`uses:\` line of the workflow file to the release of the server, then ${RETRY}.`),
    'not-claimed': retry('The workflow run ended before the action claimed its work ({detail}).', `Compare the step and its \`if:\` with ${WORKFLOW}, then ${RETRY}.`),
    'run-gone': retry('The workflow run no longer exists on GitHub: {detail}.', `To run it again, ${RETRY}.`),
    'run-repeated': retry('The workflow run was re-run on GitHub ({detail}), but only its first attempt may do the work.', `Instead of a re-run, ${RETRY}.`),
    'runner-failed': retry('The workflow run ended without a result ({detail}).', `Open the run for its log, then ${RETRY}.`),
    'runner-cancelled': retry('The workflow run was cancelled on GitHub ({detail}).', `To run it again, ${RETRY}. If nobody cancelled it, it reached \`timeout-minutes\` of the workflow file: raise it first, or send a message that asks for a smaller change.`),
    'runner-timed-out': retry('The workflow run reached its time limit ({detail}).', `Raise \`timeout-minutes\` in the workflow file, then ${RETRY}; or send a message that asks for a smaller change.`),
    'input-invalid': retry('An input of the action is invalid: {detail}.', `Fix it in the workflow file, then ${RETRY}.`),
    'working-directory-missing': newJob('The working directory {detail} is not a folder of the branch that the work starts from.', 'Create a new job with `workingDirectory` set to an existing folder, or fix `working-directory` in the settings.'),
    'fetch-failed': retry('The repository could not be fetched: {detail}.', `Check that the runner can reach GitHub, then ${RETRY}.`),
    'runner-full': retry('The runner has too little disk space for the repository: {detail}.', `Use a runner with a larger disk (\`runs-on\`), or free disk space in an earlier step, then ${RETRY}.`),
    'model-unknown': newJob('The action cannot call the model {detail}.', 'Create a new job with another `model`, in the form `provider/model`.'),
    'model-key-missing': retry('The workflow has no key for the model: {detail}.', `Add it as a secret of the repository and pass it in \`env:\` of the step, then ${RETRY}.`),
    'model-refused': retry('The model provider refused the request: {detail}.', `Check the key and the account, then ${RETRY}. If the name of the model is wrong, create a new job with another \`model\`.`),
    'content-refused': message('The model provider refused the content: {detail}.', 'Send a message that rephrases the request, or create a new job with another `model`.'),
    'model-failed': retry('The model could not be reached or gave no usable answer: {detail}.', `Check the status page of the model provider, then ${RETRY}.`),
    'quota-spent': retry('The quota of the model is used up: {detail}.', `Raise the quota or add credit at the model provider, then ${RETRY}. A parked job continues by itself.`),
    'not-admitted': retry('The parked run was not started: {detail}.', `After that is fixed, ${RETRY}; it continues the saved work.`),
    'context-too-long': message('The work no longer fits the context window of the model: {detail}.', 'Send a message that asks for a smaller change.'),
    'step-limit': LIMIT,
    'time-limit': LIMIT,
    'cost-limit': LIMIT,
    'token-limit': LIMIT,
    'agent-stuck': message(`The agent made no progress: {detail}. ${KEPT}`, 'Send a message that says what to do differently.'),
    'output-invalid': message(`The output of the agent does not match \`outputSchema\`: {detail}. ${KEPT}`, 'Send a message that says what the output is to hold, or create a new job with another schema.'),
    'path-protected': retry('The change touches paths that the project does not allow: {detail}.', `Change workflow files yourself: no setting allows them. Allow other paths in the project settings, and in those of the organisation if it limits them, then ${RETRY}; or send a message that asks for a different change.`),
    'change-unsafe': message('The change contains something that is never published: {detail}.', 'Send a message that asks for the same change without it.'),
    'change-too-large': retry('The change is larger than the project allows: {detail}.', `Raise the limit in the project settings, and in those of the organisation if it limits them, then ${RETRY}; or send a message that asks for a smaller change.`),
    'secret-found': message('The change contains what looks like a secret: {detail}. It was not pushed.', 'Send a message that asks for the same change without it.'),
    'branch-moved': retry('Someone else changed the working branch, and the changes conflict: {detail}.', `Resolve the conflict by hand; or, to have the agent redo its work on the new state, ${RETRY}.`),
    'update-refused': message('The branch cannot be brought up to date with its base: {detail}.', 'Merge the base into the branch by hand, then send a message to continue.'),
    'push-refused': retry('The work cannot be pushed: {detail}.', `After that is fixed, ${RETRY}.`),
    'pull-request-refused': retry('GitHub refused the pull request: {detail}. The branch was pushed.', `Open the pull request by hand; or fix what GitHub names, then ${RETRY}.`),
    'nothing-to-review': message('There is no pull request to review: {detail}.', 'Send a message to the job that opened the pull request, or create a new job whose `ref` is its branch.'),
    'review-refused': retry('The review was not posted: {detail}.', `After that is fixed, ${RETRY}, which reviews the pull request anew.`),
    'delivery-mismatch': retry('GitHub does not show what the runner reported: {detail}.', `Check the branch and the pull request, then ${RETRY}.`),
    'action-failed': retry('The action ended with an internal error: {detail}.', `Open the workflow run for its log, then ${RETRY}.`),
};
const REASON_CODES = Object.keys(REASONS);
/** The step that helps after a reason. */
const nextStep = (code) => REASONS[code].next;
/** Whether a retry may succeed, and with it the publishing of a saved patch. */
const retryHelps = (code) => nextStep(code) === 'retry';
const DETAIL_LIMIT = 600;
/** Longer, because the message names all mistakes in the settings. */
const SETTINGS_DETAIL_LIMIT = 2_500;
const Reason = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    code: zod__WEBPACK_IMPORTED_MODULE_0__/* ["enum"] */ .k5n(REASON_CODES)
        .describe('For programs. A code never changes its meaning. Treat an unknown code as a failure.'),
    message: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().max(4000).describe('For people: what happened and what to do next.'),
});
/** The same reason of a run that had changed nothing when it ended. Pure. */
const withoutChanges = ({ code, message }) => ({
    code,
    message: message.replace(KEPT, 'No file was changed.'),
});
/** A reason from the other program, which may be newer: of an unknown code only the message is kept. */
const ReportedReason = Reason.extend({
    code: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().transform((code) => REASON_CODES.find((known) => known === code) ?? 'action-failed'),
});
/** The two parts of a message: what happened, and what to do about it (`''` if another version wrote it). */
function splitReason({ code, message }) {
    const { fix } = REASONS[code] ?? { fix: '' };
    const at = fix === '' ? -1 : message.lastIndexOf(fix);
    return at < 0 ? { what: message, fix: '' } : { what: message.slice(0, at).trim(), fix: message.slice(at) };
}
function reason(code, detail = '') {
    const limit = code === 'config-invalid' ? SETTINGS_DETAIL_LIMIT : DETAIL_LIMIT;
    const short = detail.length > limit ? `${(0,_text_js__WEBPACK_IMPORTED_MODULE_1__/* .cutHead */ .fz)(detail, limit)}…` : detail;
    const { what, fix } = REASONS[code];
    // GitHub's own messages are sentences, and a mistake in the settings may end with a question.
    const text = what.includes('{detail}.') ? short.replace(/(?<!\.)\.$/, '') : short;
    const happened = what.replace('{detail}', () => text).replace(/\?\.$/, '?');
    return { code, message: `${happened} ${fix}` };
}
/** To reword a reason with `replace`: the new words, with a capital if the old ones had one. Pure. */
const withCaseOf = (words) => (old) => /^[A-Z]/.test(old) ? words.charAt(0).toUpperCase() + words.slice(1) : words;


/***/ }),

/***/ 5936:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mt: () => (/* binding */ MAX_FINDINGS),
/* harmony export */   Qh: () => (/* binding */ ReviewView),
/* harmony export */   hB: () => (/* binding */ FINDING_LENGTH),
/* harmony export */   wI: () => (/* binding */ Finding)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(669);

/** Longest text and longest suggestion of a finding. */
const FINDING_LENGTH = 2000;
/** What a review says of a line, or of a few lines that follow each other. */
const Finding = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    path: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(1000).describe('Path of the file in the pull request.'),
    startLine: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().min(1).optional().describe('First of several lines. Absent: it is about one line.'),
    line: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().min(1).describe('The line, or the last one, of the new version of the file.'),
    text: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP().min(1).max(FINDING_LENGTH).describe('What is wrong, in Markdown.'),
    suggestion: zod__WEBPACK_IMPORTED_MODULE_0__/* .string */ .YjP()
        .max(FINDING_LENGTH)
        .optional()
        .describe('What replaces these lines, as a whole. Absent: there is no exact fix.'),
});
/** Most findings of a review: each is a comment, of which GitHub takes 80 a minute. */
const MAX_FINDINGS = 30;
/** The review of a run with the mode `review`. */
const ReviewView = zod__WEBPACK_IMPORTED_MODULE_0__/* .object */ .Ikc({
    pullRequest: zod__WEBPACK_IMPORTED_MODULE_0__/* .int */ .Whr().min(1).describe('Number of the pull request.'),
    url: zod__WEBPACK_IMPORTED_MODULE_0__/* .url */ .OZ5().nullable().describe('URL of the review on GitHub; `null`: none was posted.'),
    findings: zod__WEBPACK_IMPORTED_MODULE_0__/* .array */ .YOg(Finding)
        .nullable()
        .describe('What the agent found, also what an earlier review had said already. `null`: not yet, after the prompts of the job are deleted, and for the oldest runs if the list would have more than 300 findings in all.'),
});


/***/ }),

/***/ 1971:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Kd: () => (/* binding */ MAX_USD),
/* harmony export */   Kt: () => (/* binding */ ChangedFiles),
/* harmony export */   _U: () => (/* binding */ Usage),
/* harmony export */   eb: () => (/* binding */ AnswerUsage),
/* harmony export */   ed: () => (/* binding */ MAX_CHANGED_FILES),
/* harmony export */   rf: () => (/* binding */ MAX_ANSWERS),
/* harmony export */   vu: () => (/* binding */ CHANGED_FILE_LENGTH)
/* harmony export */ });
/* unused harmony exports RunState, ModelUsage, RunView, RunList */
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(669);
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3477);
/* harmony import */ var _checks_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6749);
/* harmony import */ var _job_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8909);
/* harmony import */ var _model_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1135);
/* harmony import */ var _question_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(8588);
/* harmony import */ var _reasons_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(3523);
/* harmony import */ var _review_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5936);
/* harmony import */ var _text_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(9027);








/**
 * The states of a run. They only move forward:
 * queued → dispatching → dispatched → running → publishing → delivered → succeeded,
 * and from any of them to failed or cancelled.
 */
const RunState = zod__WEBPACK_IMPORTED_MODULE_6__/* ["enum"] */ .k5n([
    'queued',
    'dispatching',
    'dispatched',
    'running',
    'publishing',
    'delivered',
    'succeeded',
    'failed',
    'cancelled',
]);
/** No run costs this much; a larger number is an error of the action that reports it. */
const MAX_USD = 10_000;
/** What one of the models of a run used. */
const ModelUsage = zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
    model: zod__WEBPACK_IMPORTED_MODULE_6__/* .string */ .YjP().min(1).max(300).describe('The model, as `provider/model`.'),
    steps: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Number of its calls.'),
    inputTokens: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Tokens that it read, cached ones included.'),
    cachedInputTokens: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Part of `inputTokens` that was read from the cache.'),
    outputTokens: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Tokens that it wrote.'),
    costUsd: zod__WEBPACK_IMPORTED_MODULE_6__/* .number */ .aig()
        .min(0)
        .max(MAX_USD)
        .nullable()
        .describe('Estimated cost at its own price, in US dollars; `null` if the price is unknown.'),
});
/** Tokens as the provider of the model counts them. The cost is an estimate in US dollars. */
const Usage = zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
    steps: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Number of model calls.'),
    inputTokens: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Tokens that the model read, cached ones included.'),
    cachedInputTokens: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr()
        .min(0)
        .describe('Part of `inputTokens` that was read from the cache of the provider.'),
    outputTokens: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Tokens that the model wrote.'),
    costUsd: zod__WEBPACK_IMPORTED_MODULE_6__/* .number */ .aig()
        .min(0)
        .max(MAX_USD)
        .nullable()
        .describe('Estimated cost in US dollars; `null` if the price is unknown.'),
    brokenOff: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr()
        .min(0)
        .optional()
        .describe('Number of answers that broke off and were retried if there was time. The totals include the tokens that the provider had reported by then, possibly none. Absent if the action does not count them.'),
    estimated: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr()
        .min(0)
        .optional()
        .describe('Number of answers for which the provider reported no tokens; their tokens are estimated from the size of the texts. Absent if there are none.'),
    models: zod__WEBPACK_IMPORTED_MODULE_6__/* .array */ .YOg(ModelUsage)
        .max(1 + _model_js__WEBPACK_IMPORTED_MODULE_2__/* .MAX_FALLBACKS */ .Bi)
        .optional()
        .describe('The models that answered, in their order, with what each used. Absent if the job had no fallback models, or the action does not say.'),
});
/** Maximum number of entries in the report of a run: ten times the default step limit. */
const MAX_ANSWERS = 1000;
/** Tokens and cost of one answer of the model. */
const AnswerUsage = zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
    step: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(1).describe('Number of the model call.'),
    ...Usage.omit({ steps: true, brokenOff: true, estimated: true, models: true }).shape,
    brokenOff: zod__WEBPACK_IMPORTED_MODULE_6__/* .literal */ .euz(true)
        .optional()
        .describe('Present if the answer broke off; its counts are those reported by then. The retry has the same `step`.'),
    estimated: zod__WEBPACK_IMPORTED_MODULE_6__/* .literal */ .euz(true).optional().describe('Present if the tokens are estimated.'),
});
const UsageView = Usage.extend({
    perStep: zod__WEBPACK_IMPORTED_MODULE_6__/* .array */ .YOg(AnswerUsage)
        .optional()
        .describe(`The same counts for each answer, in order, at most the first ${(0,_text_js__WEBPACK_IMPORTED_MODULE_7__/* .groupDigits */ .K9)(MAX_ANSWERS)}. Absent if the runner did not report them, after the prompts of the job are deleted, and for the oldest runs if the list would have more than 2,000 entries in all.`),
});
/** Most paths in the report of a run, as many as a project may change by default, and the longest of them. */
const MAX_CHANGED_FILES = 200;
const CHANGED_FILE_LENGTH = 1000;
/** Files that differ from the base, or from the head of the working branch. */
const ChangedFiles = zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
    total: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(0).describe('Number of changed files.'),
    paths: zod__WEBPACK_IMPORTED_MODULE_6__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_6__/* .string */ .YjP().max(CHANGED_FILE_LENGTH))
        .max(MAX_CHANGED_FILES)
        .describe(`Their paths, at most the first ${MAX_CHANGED_FILES}.`),
});
/** One entry of `GET /v2/agent/{projectId}/job/{id}/runs`. */
const RunView = zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
    number: zod__WEBPACK_IMPORTED_MODULE_6__/* .int */ .Whr().min(1).describe('Number of the run in its job, from 1.'),
    state: RunState.describe('`succeeded`, `failed` and `cancelled` are final.'),
    reason: _reasons_js__WEBPACK_IMPORTED_MODULE_4__/* .Reason */ .By.nullable().describe('Why the run failed, was cancelled or changed nothing; otherwise `null`.'),
    summary: zod__WEBPACK_IMPORTED_MODULE_6__/* .string */ .YjP()
        .nullable()
        .describe('What the agent says it did; in a run with a `mode`, its answer, its plan or its review.'),
    mode: _job_js__WEBPACK_IMPORTED_MODULE_1__/* .Mode */ .Kt.optional().describe('Present if the run answered, planned or reviewed, and changed nothing.'),
    review: _review_js__WEBPACK_IMPORTED_MODULE_5__/* .ReviewView */ .Qh.optional().describe('Present if a runner has claimed the run and its mode is `review`.'),
    output: zod__WEBPACK_IMPORTED_MODULE_6__/* .unknown */ .L5J()
        .optional()
        .describe('What the agent returned for the `outputSchema` of the job, which it satisfies. Absent without a schema, of a run without such an output, after the prompts of the job are deleted, and for the oldest runs if the outputs in the list would take more than 1 MB in all.'),
    question: _question_js__WEBPACK_IMPORTED_MODULE_3__/* .Question */ .vN.optional().describe('Present if the run ended with a question, for the reason `input-required`. The next message answers it, with the number of a choice or in words.'),
    workflowRunUrl: zod__WEBPACK_IMPORTED_MODULE_6__/* .url */ .OZ5().nullable().describe('URL of the workflow run on GitHub, which has the log.'),
    usage: UsageView.nullable().describe('Tokens and cost over all steps of the run, as the provider reported them.'),
    checks: _checks_js__WEBPACK_IMPORTED_MODULE_0__/* .ChecksOutcome */ .ew.nullable().describe('Results of the checks of the project; `null` if none ran or were to run, or the runner did not report them.'),
    changedFiles: ChangedFiles.nullable().describe('Files that the run changed, whether they were published or not; `null` if the runner did not report them, after the prompts of the job are deleted, and for the oldest runs if the list would have more than 2,000 paths in all.'),
    parkedUntil: zod__WEBPACK_IMPORTED_MODULE_8__/* .datetime */ .w$()
        .optional()
        .describe('Present while the run is queued because the quota of the model was used up: the run before it saved its work, and this one continues it, not before this time.'),
    paused: zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({
        scope: zod__WEBPACK_IMPORTED_MODULE_6__/* ["enum"] */ .k5n(['account', 'project'])
            .describe('Whether the whole account or only the project is paused.'),
        since: zod__WEBPACK_IMPORTED_MODULE_8__/* .datetime */ .w$().describe('When the pause began.'),
        by: zod__WEBPACK_IMPORTED_MODULE_6__/* .string */ .YjP().describe('Who paused the work: a user of the machine of the server.'),
        reason: zod__WEBPACK_IMPORTED_MODULE_6__/* .string */ .YjP().nullable().describe('Why, in the words of that user; `null`: they gave no reason.'),
    })
        .optional()
        .describe('Present while the run is queued because an operator of the server has paused the account or the project. It starts when the operator resumes the work.'),
    startedAt: zod__WEBPACK_IMPORTED_MODULE_8__/* .datetime */ .w$().nullable().describe('When a runner claimed the run.'),
    endedAt: zod__WEBPACK_IMPORTED_MODULE_8__/* .datetime */ .w$().nullable().describe('When the run ended.'),
});
const RunList = zod__WEBPACK_IMPORTED_MODULE_6__/* .object */ .Ikc({ runs: zod__WEBPACK_IMPORTED_MODULE_6__/* .array */ .YOg(RunView).describe('The runs, oldest first.') });


/***/ })

};
