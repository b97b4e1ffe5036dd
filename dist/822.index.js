export const id = 822;
export const ids = [822];
export const modules = {

/***/ 8822:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runAction: () => (/* binding */ runAction)
});

// UNUSED EXPORTS: writeOutputs

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/action/control-plane/server/oidc-token.js
var oidc_token = __webpack_require__(4906);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/reword-reason.js
var reword_reason = __webpack_require__(2843);
// EXTERNAL MODULE: ../../lib/action/images/scale-image.js
var scale_image = __webpack_require__(4091);
// EXTERNAL MODULE: ../../lib/action/log/log.js
var log_log = __webpack_require__(2137);
// EXTERNAL MODULE: ../../lib/action/outcome/outcome.js
var outcome = __webpack_require__(9057);
// EXTERNAL MODULE: ../../lib/action/outcome/progress.js
var progress = __webpack_require__(8622);
// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/outcome/stop.js
var outcome_stop = __webpack_require__(4085);
// EXTERNAL MODULE: ../../lib/action/checks/checks-report.js
var checks_report = __webpack_require__(5972);
;// CONCATENATED MODULE: ../../lib/action/output/outputs.js


/** The outputs of action.yml, by their names there. */
const OUTPUT_NAMES = (/* unused pure expression or super */ null && ([
    'job-id',
    'status',
    'reason',
    'pr-url',
    'pr-number',
    'branch',
    'head-sha',
    'patch-path',
    'usage',
    'transcript',
]));
/** `job`: `null` if the run ended before it had one. */
function outputsOf(end, job) {
    const published = (0,outcome/* publishedOf */.KG)(end.ending);
    return {
        'job-id': job ?? '',
        status: (0,outcome/* statusOf */.c2)(end.ending),
        reason: (0,outcome/* reasonOf */.A3)(end.ending)?.code ?? '',
        'pr-url': published?.pullRequest.url ?? '',
        'pr-number': published?.pullRequest.number.toString() ?? '',
        branch: end.pushed?.branch ?? '',
        'head-sha': end.pushed?.headSha ?? '',
        'patch-path': end.patchPath ?? '',
        usage: end.usage === null ? '' : JSON.stringify({ ...end.usage, perStep: end.perStep }),
        transcript: end.transcriptPath ?? '',
    };
}
/** The outcome with the secrets in each of its texts replaced. */
const redactOutcome = (end, redact) => ({
    ...end,
    ending: redactEnding(end.ending, redact),
    summary: end.summary === null ? null : redact(end.summary),
    files: end.files.map(redact),
    notices: end.notices.map(redact),
    checks: end.checks === null ? null : (0,checks_report/* withTexts */.j8)(end.checks, redact),
});
const redactPrompts = (prompts, redact) => prompts.map(({ number, text }) => ({ number, text: redact(text) }));
const redactEnding = (ending, redact) => ending.outcome === 'published'
    ? ending
    : { ...ending, reason: { ...ending.reason, message: redact(ending.reason.message) } };
/**
 * The outcome as the page of the workflow run may show it. Messages of providers and names of files that were not pushed
 * may repeat a confidential prompt; the caller gets both in full from the server. Pure.
 */
function publicOutcome(end, { redactQuotes }) {
    const isPushed = (0,outcome/* publishedOf */.KG)(end.ending) !== null;
    return {
        ...end,
        ending: redactEndingQuotes(end.ending, redactQuotes),
        files: isPushed ? end.files : end.files.map((path) => redactQuotes(path)),
    };
}
function redactEndingQuotes(ending, redactQuotes) {
    if (ending.outcome === 'published')
        return ending;
    return { ...ending, reason: { ...ending.reason, message: redactQuotes(ending.reason.message) } };
}

// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
;// CONCATENATED MODULE: ../../lib/action/output/step-summary.js



const MAX_FILES = 50;
const MAX_TEXT_LENGTH = 4000;
const OUTPUT_LINES = 40;
/**
 * The step summary, in Markdown. Texts of people and models are escaped and preformatted: GitHub renders images and links
 * in a summary, and an image on another host can leak data.
 */
function renderStepSummary({ end, prompts }) {
    const published = (0,outcome/* publishedOf */.KG)(end.ending);
    const why = (0,outcome/* reasonOf */.A3)(end.ending);
    return [
        `## Prentice: ${(0,outcome/* statusOf */.c2)(end.ending)}`,
        why && `\`${why.code}\``,
        why && preformatted(why.message),
        published && `Pull request [#${published.pullRequest.number}](${published.pullRequest.url})`,
        !published && end.pushed && `Branch <code>${literal(end.pushed.branch)}</code>, without a pull request`,
        ...end.notices.map(preformatted),
        end.patchPath !== null && `The change is saved in the file that the output \`patch-path\` names.`,
        ...prompts.map((prompt) => `### Prompt\n\n${preformatted(prompt.text)}`),
        prompts.length > 0 && end.summary && `### Summary of the agent\n\n${preformatted(end.summary)}`,
        end.checks && showChecks(end.checks),
        end.files.length > 0 && listFiles(end.files),
        end.usage && usageTable(end.usage),
        end.perStep.length > 1 && stepsTable(end.perStep),
    ]
        .filter((part) => typeof part === 'string')
        .join('\n\n')
        .concat('\n');
}
function showChecks(report) {
    const outputs = (0,checks_report/* failuresOf */.dJ)(report).map(({ name, output }) => {
        const tail = output.trimEnd().split('\n').slice(-OUTPUT_LINES).join('\n');
        return preformatted(`${name}\n\n${tail.slice(-MAX_TEXT_LENGTH / 2)}`);
    });
    return ['### Checks', preformatted((0,checks_report/* listReport */.LC)(report).join('\n')), ...outputs].join('\n\n');
}
function listFiles(files) {
    const shown = files.slice(0, MAX_FILES).map((path) => `- <code>${literal(path)}</code>`);
    const more = files.length > MAX_FILES ? [`- and ${files.length - MAX_FILES} more`] : [];
    return ['### Files', '', ...shown, ...more].join('\n');
}
/** GitHub accepts a summary of at most 1 MiB. */
const MAX_STEPS = 200;
const COLUMNS = 'Input tokens | Cached | Output tokens | Estimated cost |';
function stepsTable(answers) {
    const rows = answers.slice(0, MAX_STEPS).map((answer) => {
        const remarks = [answer.brokenOff && 'interrupted', answer.estimated && 'estimated'].filter(Boolean);
        const step = [answer.step, ...remarks].join(', ');
        return `| ${step} | ${counts(answer)} |`;
    });
    const more = answers.length > MAX_STEPS ? ['', `and ${answers.length - MAX_STEPS} more`] : [];
    return [
        '<details><summary>Each step</summary>',
        '',
        `| Step | ${COLUMNS}`,
        '| --- | --- | --- | --- | --- |',
        ...rows,
        ...more,
        '',
        '</details>',
    ].join('\n');
}
function usageTable(usage) {
    const { brokenOff = 0, estimated = 0, models = [] } = usage;
    const several = models.length < 2
        ? []
        : [
            '',
            `Of them ${models.map(({ model, steps }) => `${(0,format/* countOf */.pq)(steps, 'step')} of <code>${(0,format/* escapeHtml */.ZD)(model)}</code>`).join(', ')}.`,
        ];
    const broken = brokenOff === 0
        ? []
        : [
            '',
            `${(0,format/* countOf */.pq)(brokenOff, 'answer')} of the model ${brokenOff === 1 ? 'was' : 'were'} interrupted. The sums include the tokens that the provider had reported by then; the cost may be higher.`,
        ];
    const guessed = estimated === 0
        ? []
        : [
            '',
            `The provider reported no tokens for ${(0,format/* countOf */.pq)(estimated, 'answer')}: they are estimated from the length.`,
        ];
    return [
        `| Steps | ${COLUMNS}`,
        '| --- | --- | --- | --- | --- |',
        `| ${usage.steps} | ${counts(usage)} |`,
        ...several,
        ...broken,
        ...guessed,
    ].join('\n');
}
function counts(used) {
    const { inputTokens, cachedInputTokens, outputTokens, costUsd } = used;
    const cost = costUsd === null ? 'unknown' : (0,format/* describeMoney */.KW)(costUsd);
    return [inputTokens, cachedInputTokens, outputTokens, cost].join(' | ');
}
function preformatted(text) {
    const short = text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text;
    return `<pre>${(0,format/* escapeHtml */.ZD)(short)}</pre>`;
}
/** Markdown is parsed inside `<code>`, and a file may have the name of an image. An entity is never markup. */
const literal = (path) => path.replace(/[^\p{L}\p{N}./ -]|(?<=www)\./giu, (character) => `&#${character.codePointAt(0) ?? 0};`);

// EXTERNAL MODULE: ../../lib/action/secrets/secrets.js + 1 modules
var secrets_secrets = __webpack_require__(8198);
// EXTERNAL MODULE: ../../lib/action/start/inputs.js
var start_inputs = __webpack_require__(9452);
// EXTERNAL MODULE: ../../lib/action/start/monotonic-clock.js
var monotonic_clock = __webpack_require__(1222);
// EXTERNAL MODULE: ../../lib/action/start/read-environment.js
var read_environment = __webpack_require__(1589);
// EXTERNAL MODULE: ../../lib/action/start/use-proxy.js
var use_proxy = __webpack_require__(247);
;// CONCATENATED MODULE: ../../lib/action/run-action.js



















/** The main step, from its environment to its outputs. */
async function runAction({ env, commands, ...start }) {
    const { all: environment, secrets: found } = (0,read_environment/* readEnvironment */.Q)(env);
    const secrets = (0,secrets_secrets/* openSecrets */.c)(found, commands.setSecret);
    const log = (0,log_log/* openLog */.Ne)(secrets.redact, commands);
    try {
        const report = await attemptJob({ environment, secrets, log, ...start });
        const isClaimed = report.kind === 'ended';
        const explain = (end) => (0,reword_reason/* rewordEnd */.j)({ environment, isClaimed }, end);
        await writeOutputs(report, { commands, log, explain, redact: secrets.redact });
    }
    catch (error) {
        log.failure(`The action could not write its report: ${(0,format/* messageOf */.bD)(error)}`);
    }
}
/** Runs the job. Whatever fails before the claim is reported, too, also to a person who asked with a comment or a label. */
async function attemptJob(start) {
    const { secrets, log, stop } = start;
    try {
        const run = await openEnvironment(start);
        const connect = await prepareConnection(run, start);
        const claiming = log.group('Claim the run', connect);
        // The stages are loaded while the server answers.
        const loading = Promise.all(/* import() */[__webpack_require__.e(329), __webpack_require__.e(666), __webpack_require__.e(485), __webpack_require__.e(416), __webpack_require__.e(671), __webpack_require__.e(32), __webpack_require__.e(623)]).then(__webpack_require__.bind(__webpack_require__, 4004));
        loading.catch(() => undefined);
        const connection = await claiming;
        if (connection.kind === 'taken')
            return connection;
        const { runJob } = await loading;
        return { kind: 'ended', ...(await runJob(run, connection.controlPlane)) };
    }
    catch (error) {
        const ending = (0,run_failure/* outcomeOfError */.Sg)(error, stop.signal, secrets.redact);
        if (ending.outcome === 'failed')
            await answerNotBegun(start, ending.reason);
        return { kind: 'unclaimed', end: (0,progress/* describeRun */.v)(progress/* NO_PROGRESS */.c, ending, null) };
    }
}
/** Says where somebody asked why no run can begin. */
async function answerNotBegun({ environment, log, stop }, why) {
    if (!start_inputs/* ASKING_EVENTS */.I.has(environment.GITHUB_EVENT_NAME ?? ''))
        return;
    const standalone = await Promise.all(/* import() */[__webpack_require__.e(329), __webpack_require__.e(666), __webpack_require__.e(416), __webpack_require__.e(671), __webpack_require__.e(62), __webpack_require__.e(265), __webpack_require__.e(797)]).then(__webpack_require__.bind(__webpack_require__, 2797));
    const run = { environment, log, signal: stop.signal, now: monotonic_clock/* monotonicClock */.V };
    await standalone.answerNotBegun({ ...run, apiUrl: environment.GITHUB_API_URL ?? '' }, why);
}
async function openEnvironment(start) {
    const { environment, secrets, log, stop, obstacle } = start;
    requirePosix(environment);
    if (obstacle !== null)
        throw nameUnwritable('the files of the runner', obstacle);
    (0,use_proxy.useProxy)(environment);
    const temp = requireVariable(environment, 'RUNNER_TEMP');
    const scratch = await (0,promises_.mkdtemp)((0,external_node_path_.join)(temp, 'prentice-')).catch((error) => {
        throw nameUnwritable(`RUNNER_TEMP, ${temp}`, error);
    });
    start.rememberScratch(scratch);
    return {
        environment,
        workspace: requireVariable(environment, 'GITHUB_WORKSPACE'),
        scratch,
        temp,
        apiUrl: requireVariable(environment, 'GITHUB_API_URL'),
        secrets,
        log,
        signal: stop.signal,
        now: monotonic_clock/* monotonicClock */.V,
        scaleImage: (0,scale_image/* openScaler */.L)({ ...start.scaler, signal: stop.signal }),
        nonce: (0,external_node_crypto_.randomBytes)(4).toString('hex'),
    };
}
/** Returns what claims the run. */
async function prepareConnection(run, { stop, rememberComment }) {
    const { environment, signal, secrets, log, now, apiUrl } = run;
    const inputs = (0,start_inputs/* readInputs */.Ko)(environment);
    const mode = (0,start_inputs/* chooseMode */.jO)(inputs, environment.GITHUB_EVENT_NAME ?? '');
    if (mode.kind === 'standalone') {
        const repository = requireVariable(environment, 'GITHUB_REPOSITORY');
        const id = (0,external_node_crypto_.randomBytes)(5).toString('hex');
        const { connectStandalone } = await Promise.all(/* import() */[__webpack_require__.e(329), __webpack_require__.e(666), __webpack_require__.e(416), __webpack_require__.e(671), __webpack_require__.e(62), __webpack_require__.e(265), __webpack_require__.e(797)]).then(__webpack_require__.bind(__webpack_require__, 2797));
        const place = { inputs, apiUrl, repository, environment, id };
        return () => connectStandalone(mode, { ...place, ...{ signal, now, log, rememberComment } });
    }
    // Kept in memory only: anyone who has it can act for this run.
    const runSecret = (0,external_node_crypto_.randomBytes)(32).toString('base64url');
    secrets.add(runSecret);
    const onStop = () => stop.abort(new outcome_stop/* Stopped */.C9('the server', false));
    const { connectToServer } = await __webpack_require__.e(/* import() */ 294).then(__webpack_require__.bind(__webpack_require__, 9294));
    const idTokens = (0,oidc_token/* findIdTokenEndpoint */.Z)(environment);
    return () => connectToServer(mode, { idTokens, runSecret, secrets, log, signal, now, onStop });
}
/** https://docs.github.com/en/actions/reference/workflows-and-actions/variables#default-environment-variables */
function requirePosix({ RUNNER_OS: system }) {
    if (system === 'Windows')
        throw (0,run_failure/* fail */.fJ)('input-invalid', '`runs-on` names a runner with Windows, and the action needs one with Linux or macOS, for example ubuntu-latest');
}
/** A job in a container has the runner's folders, but the user of the image. */
const nameUnwritable = (what, cause) => (0,run_failure/* fail */.fJ)('input-invalid', `the user of this job, with the id ${process.getuid?.()}, may not write ${what} (${(0,format/* messageOf */.bD)(cause)}); in a container, set \`options: --user root\``, cause);
function requireVariable(env, name) {
    const value = env[name];
    if (value)
        return value;
    throw new Error(`${name} is not set: this program runs as a step of GitHub Actions`);
}
/** Sets the outputs, writes the step summary, and decides whether the step succeeds. */
async function writeOutputs(report, target) {
    switch (report.kind) {
        case 'taken':
            target.log.notice(report.note);
            return;
        case 'unclaimed':
            return write(report.end, { job: null, prompts: [] }, target);
        case 'ended': {
            const { job, showPrompt, prompts } = report.assignment;
            const about = { job, prompts: showPrompt ? prompts : [] };
            await write(publicOutcome(report.end, report.confidentiality), about, target);
            if (!report.isReported)
                target.log.failure('The server could not be told how the run ended.');
        }
    }
}
async function write(ended, about, { commands, log, explain, redact }) {
    const end = explain(ended);
    const reason = (0,outcome/* reasonOf */.A3)(end.ending);
    // First, since the files of the runner may be what is wrong.
    if ((0,outcome/* statusOf */.c2)(end.ending) !== 'completed' && reason !== null)
        log.failure(reason.message);
    else if (reason !== null)
        log.notice(reason.message);
    for (const [name, value] of Object.entries(outputsOf(end, about.job)))
        commands.setOutput(name, redact(value));
    // Redacted before the summary truncates and escapes its texts, and then once more as a whole.
    const shown = { end: redactOutcome(end, redact), prompts: redactPrompts(about.prompts, redact) };
    await commands
        .writeSummary(redact(renderStepSummary(shown)))
        // A summary that cannot be written does not change how the run ended.
        .catch((error) => log.warning(`The step summary could not be written: ${String(error)}`));
}


/***/ })

};
