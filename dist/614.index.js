export const id = 614;
export const ids = [614];
export const modules = {

/***/ 9614:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runEval: () => (/* binding */ runEval)
});

// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:os"
var external_node_os_ = __webpack_require__(8161);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: ../../lib/action/checks/isolation/host-facts.js + 1 modules
var host_facts = __webpack_require__(560);
// EXTERNAL MODULE: ../../lib/action/checks/isolation/overlay-folder.js
var overlay_folder = __webpack_require__(3826);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/try/open-clone.js
var open_clone = __webpack_require__(6422);
// EXTERNAL MODULE: ../../lib/action/try/parent.js
var try_parent = __webpack_require__(5274);
// EXTERNAL MODULE: ../../lib/action/try/run-try.js + 2 modules
var run_try = __webpack_require__(8023);
;// CONCATENATED MODULE: ../../lib/action/eval/budget.js
/** Sums of floating-point numbers miss by less than this. */
const ROUNDING = 1e-9;
function openBudget({ maxUsd, runUsd, spentUsd, }) {
    let spent = spentUsd;
    let reserved = 0;
    let next = Promise.withResolvers();
    return {
        spentUsd: () => spent,
        async reserve() {
            while (spent + (reserved + 1) * runUsd > maxUsd + ROUNDING) {
                if (reserved === 0 || spent + runUsd > maxUsd + ROUNDING)
                    return false;
                await next.promise;
            }
            reserved += 1;
            return true;
        },
        settle(costUsd) {
            reserved -= 1;
            spent += costUsd;
            next.resolve();
            next = Promise.withResolvers();
        },
    };
}

;// CONCATENATED MODULE: ../../lib/action/eval/cut-offs.js
/**
 * The last month that the training data of a model has, as its maker publishes it. The first pattern that begins the name
 * applies. What is not here is not known, and `--cut-off` says it.
 */
const CUT_OFFS = [
    // https://platform.claude.com/docs/en/about-claude/models/overview
    ['anthropic/claude-fable-5-1', '2026-06'],
    ['anthropic/claude-opus-5-5', '2026-06'],
    ['anthropic/claude-sonnet-5-5', '2026-06'],
    ['anthropic/claude-opus-5', '2026-05'],
    ['anthropic/claude-sonnet-5', '2026-01'],
    ['anthropic/claude-opus-4-5', '2025-08'],
    ['anthropic/claude-sonnet-4-5', '2025-07'],
    ['anthropic/claude-haiku-4-5', '2025-07'],
    ['anthropic/claude-opus-4-1', '2025-03'],
    // https://platform.openai.com/docs/models
    ['openai/gpt-5-mini', '2024-05'],
    ['openai/gpt-5-nano', '2024-05'],
    ['openai/gpt-5', '2024-09'],
    ['openai/gpt-4.1', '2024-06'],
    ['openai/gpt-4o', '2023-10'],
    ['openai/o3', '2024-06'],
    ['openai/o4-mini', '2024-06'],
    // https://ai.google.dev/gemini-api/docs/models
    ['google/gemini-2.5', '2025-01'],
];
/** A date, a channel or nothing follows the name of a model. */
const SAME_MODEL = /^(?:$|-(?:\d{8}|\d{4}-\d{2}-\d{2}|latest|preview.*|flash.*|pro.*)$)/;
/** Month; `null`: not known. Pure. */
function findCutOff(model, named) {
    if (Object.hasOwn(named, model))
        return named[model] ?? null;
    const [, month] = CUT_OFFS.find(([name]) => model.startsWith(name) && SAME_MODEL.test(model.slice(name.length))) ?? [];
    return month ?? null;
}
/** Whether the model may have seen the change: months compare as texts. Pure. */
function markByCutOff({ mergedAt }, cutOff) {
    if (cutOff === null)
        return ['cut-off-unknown'];
    return mergedAt.slice(0, 7) <= cutOff ? ['before-cut-off'] : [];
}

// EXTERNAL MODULE: ../../lib/action/checks/evidence/sort-changed-files.js
var sort_changed_files = __webpack_require__(2831);
// EXTERNAL MODULE: ../../lib/action/checks/run-commands.js
var run_commands = __webpack_require__(7318);
// EXTERNAL MODULE: ../../lib/action/git/checkout/read-tree-files.js
var read_tree_files = __webpack_require__(9071);
// EXTERNAL MODULE: ../../lib/action/git/checkout/tree-with-files.js
var tree_with_files = __webpack_require__(8719);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var process_repository = __webpack_require__(4523);
// EXTERNAL MODULE: ../../lib/action/log/log.js
var log = __webpack_require__(2137);
;// CONCATENATED MODULE: ../../lib/action/eval/copy-base.js



// Egress: writes a git folder of its own, and the settings of HEAD.
/**
 * A repository that ends with a commit: the objects that this commit reaches, one branch, and nothing else. So there is no newer
 * commit, tag, stash, reflog or remote in which the agent could read the answer, as it could in clones of benchmarks
 * (https://github.com/SWE-bench/SWE-bench/issues/465). Of its files, there are only the settings. Returns its folder.
 */
async function copyBase(source, base, place) {
    const { folder, settings, environment, signal } = place;
    const gitDir = (0,external_node_path_.join)(folder, '.git');
    await (0,promises_.mkdir)(folder);
    const { git } = await (0,process_repository/* openRepository */.h_)({ gitDir, workTree: folder, remote: '', environment, signal });
    const pack = (0,external_node_path_.join)(gitDir, 'objects/pack/pack');
    await (0,process_repository/* must */.sb)(source.gitBytes(['pack-objects', '--revs', '--quiet', pack], { input: `${base}\n` }));
    await copyShallow(source.gitDir, gitDir, git);
    await (0,process_repository/* must */.sb)(git(['symbolic-ref', 'HEAD', 'refs/heads/main']));
    await (0,process_repository/* must */.sb)(git(['update-ref', 'refs/heads/main', base]));
    for (const { path, text } of settings) {
        if (text === null)
            continue;
        await (0,promises_.mkdir)((0,external_node_path_.join)(folder, (0,external_node_path_.dirname)(path)), { recursive: true });
        await (0,promises_.writeFile)((0,external_node_path_.join)(folder, path), text);
    }
    return folder;
}
/** Where the history ends. Of the commits that the file names, only those that are here. */
async function copyShallow(from, to, git) {
    const text = await (0,promises_.readFile)((0,external_node_path_.join)(from, 'shallow'), 'utf8').catch(() => '');
    const commits = text.split('\n').filter((line) => line !== '');
    if (commits.length === 0)
        return;
    const found = await (0,process_repository/* must */.sb)(git(['cat-file', '--batch-check'], { input: commits.map((line) => `${line}\n`).join('') }));
    const here = commits.filter((commit) => found.stdout.includes(`${commit} commit`));
    if (here.length > 0)
        await (0,promises_.writeFile)((0,external_node_path_.join)(to, 'shallow'), here.map((line) => `${line}\n`).join(''));
}
/**
 * Folders of the repositories whose objects a clone reads, its own and those that it shares: objects, git folders and work trees,
 * linked ones included. They have the answers.
 */
async function listFoldersOfObjects(objects) {
    const found = await listObjectFolders(objects);
    return [...found, ...(await Promise.all(found.map((folder) => listFoldersOf((0,external_node_path_.dirname)(folder))))).flat()];
}
async function listObjectFolders(objects) {
    const found = [];
    const next = [objects];
    for (let folder = next.pop(); folder !== undefined; folder = next.pop()) {
        if (found.includes(folder))
            continue;
        found.push(folder);
        const here = folder;
        const text = await (0,promises_.readFile)((0,external_node_path_.join)(here, 'info/alternates'), 'utf8').catch(() => '');
        next.push(...text
            .split('\n')
            .flatMap((line) => (line === '' || line.startsWith('#') ? [] : [(0,external_node_path_.resolve)(here, line)])));
    }
    return found;
}
/** A folder of objects may lie anywhere, also where programs are: then nothing else beside it is hidden. */
async function listFoldersOf(gitDir) {
    const isGitDir = await (0,promises_.access)((0,external_node_path_.join)(gitDir, 'HEAD')).then(() => true, () => false);
    if (!isGitDir)
        return [];
    const linked = (0,external_node_path_.join)(gitDir, 'worktrees');
    const names = await (0,promises_.readdir)(linked).catch(() => []);
    const workTrees = names.map(async (name) => {
        const text = await (0,promises_.readFile)((0,external_node_path_.join)(linked, name, 'gitdir'), 'utf8').catch(() => '');
        return text === '' ? [] : [(0,external_node_path_.dirname)((0,external_node_path_.resolve)(linked, name, text.trimEnd()))];
    });
    const own = (0,external_node_path_.basename)(gitDir) === '.git' ? [(0,external_node_path_.dirname)(gitDir)] : [];
    return [gitDir, ...own, ...(await Promise.all(workTrees)).flat()];
}

// EXTERNAL MODULE: ../../lib/action/checks/evidence/open-evidence.js
var open_evidence = __webpack_require__(2512);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
;// CONCATENATED MODULE: ../../lib/action/eval/find-change.js





/** The change of a pull request in the history of `head`. */
async function findChange(repository, { pull, head, names }) {
    const { mergeCommit: commit } = pull;
    if (!(await isIn(repository, commit, head)))
        return { kind: 'not-here' };
    const base = await findBase(repository, pull);
    if (base === null)
        return { kind: 'not-here' };
    const changed = await listChangedFiles(repository, base, commit);
    const { tests, others, runners } = await (0,sort_changed_files/* sortChangedFiles */.e)(changed.map((file) => ({ path: file.text, file })), names);
    const decisive = new Set(runners);
    const isAlone = decisive.size === 0 && others.every(({ path }) => open_evidence/* DOCUMENT */.qQ.test(path));
    if (isAlone || tests.every(({ file }) => (0,open_evidence/* isDeleted */.oy)(file)))
        return { kind: 'without-tests' };
    const unseen = [...tests.map(({ file }) => file), ...changed.filter(({ text }) => decisive.has(text))];
    return {
        kind: 'found',
        change: {
            ...{ pull, base, commit, tests: unseen },
            size: await measureChange(repository, { base, tree: commit, without: new Set(tests.map(pathOf)) }),
            lines: await readNewLines(repository, base, commit, others.map(({ file }) => file)),
        },
    };
}
const pathOf = ({ path }) => path;
async function isIn({ gitBytes }, commit, head) {
    if (!/^[0-9a-f]{40}$/.test(commit))
        return false;
    return (await gitBytes(['merge-base', '--is-ancestor', commit, head])).code === 0;
}
/**
 * The state before a pull request. GitHub does not say how it was merged: a rebase has all commits of the pull request in the
 * history, and a squash one, so of two candidates it is the one whose difference has the size that GitHub shows.
 */
async function findBase(repository, pull) {
    const { mergeCommit: commit, commits } = pull;
    const listed = await (0,process_repository/* must */.sb)(repository.git(['rev-list', '--parents', '-n', '1', commit]));
    const isMerge = listed.stdout.trim().split(' ').length > 2;
    const candidates = isMerge || commits < 2 ? [`${commit}^`] : [`${commit}^`, `${commit}~${commits}`];
    for (const candidate of candidates) {
        const found = await repository.git(['rev-parse', '--verify', '--quiet', `${candidate}^{commit}`]);
        if (found.code !== 0)
            continue;
        const base = found.stdout.trim();
        if (candidates.length === 1 || (await hasSize(repository, base, pull)))
            return base;
    }
    return null;
}
async function hasSize({ git }, base, { mergeCommit, changedFiles, additions, deletions }) {
    const { stdout } = await (0,process_repository/* must */.sb)(git(['diff-tree', '-r', '-M', '--shortstat', base, mergeCommit]));
    const count = (what) => Number(what.exec(stdout)?.[1] ?? 0);
    return (count(/(\d+) files? changed/) === changedFiles &&
        count(/(\d+) insertions?\(/) === additions &&
        count(/(\d+) deletions?\(/) === deletions);
}
const listChangedFiles = async (repository, from, to) => (await (0,tree_with_files/* listChangedEntries */.r)(repository, from, to)).map((entry) => ({
    ...entry,
    text: (0,list_paths/* pathAsText */.rx)(entry.path),
}));
/** `without`: paths of tests. */
async function measureChange({ gitBytes }, { base, tree, without, }) {
    const { stdout } = await (0,process_repository/* must */.sb)(gitBytes(['diff-tree', '-r', '--no-renames', '--numstat', '-z', base, tree]));
    const rows = stdout
        .toString()
        .split('\0')
        .flatMap((row) => {
        // Of a binary file, git counts no lines.
        const [, added, deleted, path = ''] = /^(\d+|-)\t(\d+|-)\t(.+)$/s.exec(row) ?? [];
        return path === '' || without.has(path) ? [] : [(Number(added) || 0) + (Number(deleted) || 0)];
    });
    return { files: rows.length, lines: rows.reduce((sum, lines) => sum + lines, 0) };
}
/** Long enough to be no coincidence, without what indents it. */
const LEAST_LENGTH = 15;
const MOST_BYTES = 8 * 1024 * 1024;
async function readNewLines({ gitBytes }, base, commit, files) {
    const paths = files.filter(({ text }) => !open_evidence/* DOCUMENT */.qQ.test(text)).map(({ path }) => path);
    if (paths.length === 0)
        return new Set();
    const args = [
        'diff-tree',
        '-r',
        '-p',
        '-U0',
        '--no-renames',
        '--no-ext-diff',
        '--no-textconv',
        base,
        commit,
    ];
    const { stdout } = await (0,process_repository/* must */.sb)(gitBytes(args, { maxBytes: MOST_BYTES }));
    const isWanted = new Set(paths.map(list_paths/* pathAsText */.rx));
    const added = new Set();
    const deleted = new Set();
    let isCounted = false;
    for (const line of stdout.toString().split('\n')) {
        if (line.startsWith('diff --git '))
            isCounted = isWanted.has(line.slice(line.indexOf(' b/') + 3));
        else if (isCounted && /^[+-](?!\+\+ |-- )/.test(line))
            (line.startsWith('+') ? added : deleted).add(line.slice(1).trim());
    }
    return new Set([...added].filter((line) => line.length >= LEAST_LENGTH && !deleted.has(line)));
}
/** Whether a text gives a change away: it has one of its lines, also quoted or as a diff. Pure. */
const showsChange = (text, lines) => text.split('\n').some((line) => {
    const said = line.trim();
    return lines.has(said) || lines.has(said.replace(/^[+>]\s*/, ''));
});

// EXTERNAL MODULE: ../../lib/action/checks/evidence/judge-evidence.js
var judge_evidence = __webpack_require__(2811);
;// CONCATENATED MODULE: ../../lib/action/eval/judge.js

const refuse = (why) => ({ isUsed: false, why });
const NOTHING_FAILS = refuse('its tests also pass without its change');
/**
 * Whether the tests of a pull request tell a state with its change from one without it: twice, since a test that ends by luck
 * tells nothing. Pure.
 */
function judgePull(before, after) {
    const [first] = before;
    const all = [...before, ...after];
    const uneven = first.find((_, at) => [before, after].some(([one, other]) => one[at]?.passed !== other[at]?.passed));
    if (uneven !== undefined)
        return refuse(`${uneven.name} does not always end in the same way`);
    const ended = (at) => all.map((results) => results[at]).filter((result) => result !== undefined);
    const failToPass = first.filter(({ passed }, at) => !passed && after[0][at]?.passed === true);
    const broken = failToPass.find((result) => ended(first.indexOf(result)).some(isBroken));
    if (broken !== undefined)
        return refuse(`before the change, this ended for another reason than a test: ${broken.name} (${broken.detail})`);
    if (failToPass.length === 0) {
        const failing = after[0].find(({ passed }) => !passed);
        if (failing === undefined)
            return NOTHING_FAILS;
        return refuse(`after its change, this does not pass: ${failing.name} (${failing.detail})`);
    }
    const names = (results) => results.map(({ name }) => name);
    return {
        isUsed: true,
        failToPass: names(failToPass),
        passToPass: names(first.filter(({ passed }, at) => passed && after[0][at]?.passed === true)),
        isUnbuilt: failToPass.every((result) => (0,judge_evidence/* kindOf */.I)(result) === 'unbuilt'),
    };
}
const isBroken = (result) => !result.passed && (0,judge_evidence/* kindOf */.I)(result) === 'broken';
/** What the human's tests say of a change of the agent. Pure. */
function judgeAttempt(results, { failToPass, passToPass }) {
    const count = (names) => ({
        passed: names.filter((name) => results.some((result) => result.name === name && result.passed)).length,
        of: names.length,
    });
    const [fixed, kept] = [count(failToPass), count(passToPass)];
    return {
        resolved: fixed.passed === fixed.of && kept.passed === kept.of,
        failToPass: fixed,
        passToPass: kept,
    };
}

;// CONCATENATED MODULE: ../../lib/action/eval/evaluate-pull.js












/** Throws if it is stopped, and if something of this machine fails. */
function openPullWork(setting, bench, change) {
    let opening = null;
    let copying = null;
    const openOnce = () => {
        opening ??= openTests(setting, bench, change);
        return opening;
    };
    return {
        async verify() {
            const tests = await openOnce();
            if (tests.kind === 'closed')
                return tests.verdict;
            const { commit, base } = change;
            const withTests = await (0,tree_with_files/* writeTreeWith */.q)(bench.repository, base, inOrder(change.tests));
            const before = await tests.run(withTests);
            if (before.every(({ passed }) => passed))
                return NOTHING_FAILS;
            const again = await tests.run(withTests);
            return judgePull([before, again], [await tests.run(commit), await tests.run(commit)]);
        },
        async attempt(verdict, model, repeat) {
            // Before a model is paid for a change that could not be tested.
            const tests = await openOnce();
            if (tests.kind === 'closed')
                throw new Error(tests.verdict.why);
            copying ??= copyFor(setting, bench, change);
            const folder = await copying;
            const { runs, signal, now, hidden } = setting;
            const startedAt = now();
            const result = await runs.start(composeRun(setting, { folder, model, change }), {
                ...{ log: SILENT, ask: async () => false, hidden },
            });
            signal.throwIfAborted();
            const seconds = (now() - startedAt) / 1000;
            const attempt = { model, repeat, ...describeRun(result, setting.runUsd), seconds };
            const patch = result.outcome === 'changed' ? result.patch : null;
            if (patch === null)
                return attempt;
            try {
                const { tree, ...graded } = await prepareGrade(setting, bench, change, Buffer.from(patch, 'base64'));
                return { ...attempt, ...graded, ...judgeAttempt(await tests.run(tree), verdict) };
            }
            catch (error) {
                signal.throwIfAborted();
                return { ...attempt, resolved: null, why: `the human's tests did not run: ${(0,format/* messageOf */.bD)(error)}` };
            }
        },
    };
}
/** After the setup on the state before the pull request. */
async function openTests({ setup, tests, workingDirectory, signal }, { repository, commandRunner }, { base }) {
    if (workingDirectory !== null && !(await hasFolder(repository, base, workingDirectory)))
        return evaluate_pull_close(`the state before it has no folder ${workingDirectory}, which the settings name`);
    const obstacle = await (0,run_commands/* setUp */.s)({ commandRunner, commands: setup, baseSha: base, signal });
    signal.throwIfAborted();
    if (obstacle?.kind === 'not-run' && obstacle.setup !== null) {
        const { name, detail } = obstacle.setup;
        // It has network access, which may be better another time.
        return evaluate_pull_close(`before its change, \`setup\` of the settings fails: ${name} (${detail})`, {
            isTemporary: true,
        });
    }
    if (obstacle?.kind === 'not-run')
        throw new Error(`the tests did not run: ${obstacle.why}`);
    return { kind: 'open', run: (tree) => runOn(commandRunner, { tree, commands: tests, signal }) };
}
const evaluate_pull_close = (why, more = {}) => ({
    kind: 'closed',
    verdict: { isUsed: false, why, ...more },
});
async function hasFolder(repository, commit, folder) {
    const [entry] = await (0,read_tree_files/* listTree */.nT)(repository, commit, [folder]);
    return entry?.kind === 'folder';
}
async function runOn(commandRunner, { tree, commands, signal }) {
    const report = await (0,run_commands/* runCommands */.aK)({
        commandRunner,
        tree,
        commands,
        phase: 'round',
        signal,
        runSignal: signal,
    });
    signal.throwIfAborted();
    if (report.kind === 'not-run')
        throw new Error(`its tests did not run: ${report.why}`);
    return report.results;
}
/** Deleted files first, since a folder may take the place of one. */
const inOrder = (files) => files.toSorted((one, other) => Number(other.mode === GONE) - Number(one.mode === GONE));
const GONE = '000000';
/** A folder with the name of the repository, which the agent reads. */
async function copyFor({ runs, request, settings, signal }, { repository, scratch }, { base }) {
    const parent = (0,external_node_path_.join)(scratch, 'copy');
    await (0,promises_.rm)(parent, { recursive: true, force: true });
    await (0,promises_.mkdir)(parent);
    const folder = (0,external_node_path_.join)(parent, (0,external_node_path_.basename)(request.repository));
    return copyBase(repository, base, { folder, settings, environment: runs.environment, signal });
}
/**
 * The tree that is tested: the state before the pull request with the change of the agent, but with the tests of the human, and
 * with nothing of the agent that decides how tests run. A `conftest.py` could let each test pass.
 */
async function prepareGrade({ names }, { repository }, { base, tests: ofHuman }, patch) {
    const changed = await applyPatch(repository, base, patch);
    const files = (await listChangedFiles(repository, base, changed)).map((file) => ({ path: file.text, file }));
    const { tests, others } = await (0,sort_changed_files/* sortChangedFiles */.e)(files, names);
    const kept = new Set(others.map(({ file }) => file));
    const without = new Set(tests.map(({ path }) => path));
    return {
        tree: await (0,tree_with_files/* writeTreeWith */.q)(repository, base, [...inOrder([...kept]), ...inOrder(ofHuman)]),
        size: await measureChange(repository, { base, tree: changed, without }),
        leftOut: files.filter(({ file }) => !kept.has(file)).map(({ path }) => path),
    };
}
/** The text of the issue is data, as it is on GitHub. Nothing is asked of MCP servers, which may know the answer. */
function composeRun({ runUsd }, { folder, model, change, }) {
    const { number, title, body, author } = change.pull.asked;
    return {
        ...{ folder, model, maxCostUsd: runUsd, apply: false, isAlone: true },
        prompt: `Resolve issue #${number}.`,
        issue: { number, text: { title, body, author } },
        consent: { isolate: 'yes', setup: 'yes', mcp: 'no' },
    };
}
const SILENT = (0,log/* openLog */.Ne)(String, {
    ...{ info: () => { }, notice: () => { }, warning: () => { }, setFailed: () => { } },
    group: async (_title, work) => work(),
    setSecret: () => { },
    setOutput: () => { },
    writeSummary: async () => { },
});
/** Ends of a run that are no work of the model. */
const BROKEN = new Set([
    ...['model-failed', 'model-refused', 'model-key-missing', 'model-unknown', 'quota-spent'],
    ...['runner-full', 'action-failed', 'input-invalid', 'config-invalid', 'cancelled'],
]);
function describeRun({ outcome, reason, usage }, runUsd) {
    const isBroken = outcome === 'cancelled' || (outcome === 'failed' && BROKEN.has(reason?.code ?? ''));
    return {
        outcome: outcome === 'cancelled' ? 'failed' : outcome,
        resolved: isBroken ? null : false,
        ...{ failToPass: null, passToPass: null, size: null, leftOut: [] },
        // A run that cannot say what it has cost may have cost its limit; one that asked no model has cost nothing.
        costUsd: usage === null ? (reason?.code === 'action-failed' ? runUsd : 0) : (usage.costUsd ?? runUsd),
        steps: usage?.steps ?? 0,
        why: outcome === 'changed' ? null : (reason?.message ?? null),
        code: outcome === 'changed' ? null : (reason?.code ?? null),
    };
}
async function applyPatch(repository, base, patch) {
    const git = repository.withIndex((0,external_node_path_.join)(repository.gitDir, 'prentice-eval-index'));
    await (0,process_repository/* must */.sb)(git(['read-tree', base]));
    await (0,process_repository/* must */.sb)(git(['apply', '--cached', '--whitespace=nowarn', '-'], { input: patch }));
    return (await (0,process_repository/* must */.sb)(git(['write-tree']))).stdout.toString().trim();
}

// EXTERNAL MODULE: ../../lib/settings/parse-settings.js + 8 modules
var parse_settings = __webpack_require__(5584);
// EXTERNAL MODULE: ../../lib/settings/settings-files.js
var settings_files = __webpack_require__(5618);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/compose-assignment.js
var compose_assignment = __webpack_require__(6265);
// EXTERNAL MODULE: ../../lib/action/models/providers/open-model.js + 10 modules
var open_model = __webpack_require__(2582);
// EXTERNAL MODULE: ../../lib/action/stages/checks.js + 6 modules
var checks = __webpack_require__(782);
// EXTERNAL MODULE: ../../lib/action/stages/compose-evidence.js
var compose_evidence = __webpack_require__(5476);
// EXTERNAL MODULE: ../../lib/action/stages/prepare.js
var prepare = __webpack_require__(3847);
// EXTERNAL MODULE: ../../lib/action/stages/read-settings.js
var read_settings = __webpack_require__(2794);
// EXTERNAL MODULE: ../../lib/action/try/local-plane.js
var local_plane = __webpack_require__(7792);
;// CONCATENATED MODULE: ../../lib/action/eval/prepare-eval.js

















/** Each has a git directory of its own, so that several work simultaneously. Throws an `Obstacle` if nothing can be isolated. */
async function openBench(scratch, { clone, hidden, runs, start }) {
    const folders = { workspace: (0,external_node_path_.join)(scratch, 'work'), scratch, temp: (0,external_node_path_.join)(scratch, 'temp') };
    for (const folder of Object.values(folders))
        await (0,promises_.mkdir)(folder, { recursive: true });
    const place = { environment: runs.environment, signal: start.stop.signal };
    const { repository } = await (0,open_clone/* copyHead */.oM)(clone, { ...place, scratch, workTree: folders.workspace });
    const opened = await (0,checks/* openRunnerOf */.YM)({ ...place, ...folders, hidden, now: start.now }, Promise.resolve({ repository }));
    if (opened.kind === 'open')
        return { repository, scratch, commandRunner: opened.commandRunner };
    throw new open_clone/* Obstacle */.I3(`the tests cannot be isolated on this machine, and run isolated or not at all: ${opened.why}. docs/checks.md lists what they need`);
}
/** The folders in which commands could find the answers. */
const hiddenFolders = async ({ root, objects }) => [
    root,
    ...(await listFoldersOfObjects(objects)),
];
async function readSetting({ request, runs, start }, { clone, repository, hidden, }) {
    const found = await (0,read_tree_files/* listTree */.nT)(repository, clone.head, settings_files/* SETTINGS_PATHS */.R);
    const files = await Promise.all(found.map(async ({ id, path, kind }) => ({
        path,
        text: kind === 'file' ? await (0,read_tree_files/* readBlob */.gm)(repository, id, 2 * settings_files/* SETTINGS_LIMIT */.C) : null,
    })));
    const parsed = (0,parse_settings.parseSettings)(files);
    if (parsed.kind === 'invalid')
        throw new open_clone/* Obstacle */.I3(`the settings of HEAD are invalid: ${(0,parse_settings.describeInvalid)(parsed)}; fix the file and commit it`);
    const { settings } = parsed;
    const project = (0,compose_assignment/* projectSettings */.tv)(settings, []);
    const { workingDirectory } = project;
    const { checks } = workingDirectory === null ? project : (0,read_settings/* narrowToDirectory */.Ms)(project, workingDirectory);
    const tests = (checks?.commands ?? []).filter((command) => !(0,open_evidence/* isStatic */.Nh)(command));
    if (tests.length === 0)
        throw new open_clone/* Obstacle */.I3(`no check in the settings of HEAD runs tests: add one to \`checks\` in ${settings_files/* SETTINGS_PATHS */.R[0]}, and commit it`);
    const scripts = await (0,compose_evidence/* readTestScripts */.F)(repository, clone.head, workingDirectory);
    return {
        ...{ request, runs, settings: files, workingDirectory, tests },
        setup: checks?.setup ?? [],
        names: { globs: settings.tests, commands: [...tests.map(({ run }) => run), ...scripts] },
        runUsd: settings.limits?.['cost-usd'] ?? 5,
        ...{ hidden, signal: start.stop.signal, now: start.now },
    };
}
/** Each must be known by its price and have a key. */
async function requireModels({ request, runs, log }) {
    for (const name of request.models) {
        const opened = await (0,open_model.openModel)(name, runs.environment, { log: log.info });
        if (!opened.ok)
            throw new open_clone/* Obstacle */.I3(`${name}: ${(0,local_plane/* rewordReason */.KW)(opened.reason).message}`);
        for (const secret of opened.model.secrets)
            runs.secrets.add(secret);
        if (opened.model.price === null)
            throw new open_clone/* Obstacle */.I3(`the price of ${name} is not known, so its cost cannot be limited: set it in PRICES, for example PRICES='{"${name}": {"input": 0, "output": 0}}' for a model on this machine`);
        // An upgrade of the package may replace its files while the evaluation runs.
        await (0,prepare/* loadAgent */.e)({ model: opened });
    }
}
/** As `prentice try` asks. */
async function requireConsent({ request, ask }, { setup }) {
    const { consent } = request;
    const wants = async (topic, about, question) => consent[topic] === 'yes' || (consent[topic] === 'ask' && (await ask(about, question)));
    if (process.getuid?.() !== 0 && !(await wants('isolate', [ROOT], 'May it use sudo?')))
        throw new open_clone/* Obstacle */.I3('the tests run isolated or not at all, and nobody has agreed to sudo (--yes)');
    const commands = setup.map(({ run }) => run);
    if (commands.length > 0 &&
        !(await wants('setup', commands, 'May these commands run, with network access, on each state?')))
        throw new open_clone/* Obstacle */.I3('nobody has agreed to `setup` of the settings, which the tests need (--setup --yes)');
}
const ROOT = 'Isolation needs root: sudo starts unshare, mount and setpriv, and the commands run as a user without rights.';
/** The last merged ones that have tests. */
async function selectChanges(repository, { request, names }, head) {
    const newestFirst = request.pulls.toSorted((one, other) => other.mergedAt.localeCompare(one.mergedAt));
    const changes = [];
    let [withoutTests, notHere] = [0, 0];
    for (const pull of newestFirst) {
        if (changes.length === request.last)
            break;
        const found = await findChange(repository, { pull, head, names });
        if (found.kind === 'found')
            changes.push(found.change);
        else if (found.kind === 'without-tests')
            withoutTests += 1;
        else
            notHere += 1;
    }
    if (changes.length > 0)
        return { changes, skipped: { withoutTests, notHere } };
    const all = `of ${(0,format/* countOf */.pq)(newestFirst.length, 'merged pull request')}, ${withoutTests} have no tests or nothing else, and ${notHere} are not in the history of HEAD`;
    throw new open_clone/* Obstacle */.I3(`${all}: update the clone with \`git pull\`, or name the tests with \`tests\` in the settings`);
}

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
;// CONCATENATED MODULE: ../../lib/action/eval/report.js



// Egress: writes the report, whose texts are those of GitHub and of reasons, to the file that the person names.
/** Writes the page in one step, so that nobody reads half of it. */
async function writeReport(path, report) {
    const next = `${path}.next`;
    await (0,promises_.writeFile)(next, renderReport(report), { mode: 0o600 });
    await (0,promises_.rename)(next, path);
}
const STYLE = `
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; font-size: 0.875rem; margin: 1rem 0 2rem }
th, td { border-bottom: 1px solid #8884; padding: 0.375rem 0.5rem; text-align: left; vertical-align: top }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums }
.wide { overflow-x: auto }
.note { border-left: 4px solid #b58900; padding: 0.25rem 1rem }
small { opacity: 0.8 }
`;
/** A page without a script, which loads nothing and sends nothing. Pure. */
function renderReport(report) {
    const { repository, url, commit, pulls, models, skipped, missing, spentUsd, maxCostUsd } = report;
    const used = pulls.filter(({ verdict }) => verdict?.isUsed === true);
    const unused = pulls.filter(({ verdict }) => verdict?.isUsed === false);
    const hash = (0,external_node_crypto_.createHash)('sha256').update(STYLE).digest('base64');
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Evaluation of ${report_text(repository)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Evaluation of ${report_link(url, repository)}</h1>
<p>${(0,format/* countOf */.pq)(used.length, 'merged pull request')} with the settings of ${report_text(commit.slice(0, 10))}, for ${(0,format/* describeMoney */.KW)(spentUsd)} of at most ${(0,format/* describeMoney */.KW)(maxCostUsd)}.</p>
${missing === null ? '' : `<p class="note">Not complete: ${report_text(missing)}.</p>\n`}<h2>Models</h2>
<div class="wide"><table>
<tr><th>Model</th><th class="n">Resolved</th><th class="n">Unmarked</th>${report.repeat > 1 ? '<th class="n">Each time</th>' : ''}<th class="n">Broken</th><th class="n">Cost</th><th class="n">Median cost</th><th class="n">Median time</th><th class="n">Median steps</th><th class="n">Size</th><th>Cut-off</th></tr>
${models.map((model) => modelRow(model, report.repeat)).join('\n')}
</table></div>
<p><small>Resolved: runs after which each check passes with the human’s tests. Unmarked: only runs without a mark below. Broken runs count nowhere. Size: lines of the model for each line of the human, median of resolved runs, without tests.</small></p>
<h2>Runs</h2>
<div class="wide"><table>
<tr><th>Pull request</th><th>Asked for by</th><th>Model</th><th>Result</th><th class="n">Fail to pass</th><th class="n">Pass to pass</th><th class="n">Cost</th><th class="n">Time</th><th class="n">Steps</th><th class="n">Files, lines</th><th class="n">Of the human</th><th>Marks</th></tr>
${used.map((pull) => pullRows(pull, url)).join('\n')}
</table></div>
<h2>Not used</h2>
${unused.length === 0 ? '<p>None.</p>' : `<table>\n<tr><th>Pull request</th><th>Why</th></tr>\n${unused.map((pull) => unusedRow(pull, url)).join('\n')}\n</table>`}
<p>Besides, ${(0,format/* countOf */.pq)(skipped.withoutTests, 'newer pull request')} without tests or with nothing else, and ${skipped.notHere} that the history of HEAD does not have.</p>
</body>
</html>
`;
}
/** What a stranger wrote, without what changes the direction of text. */
const report_text = (value) => (0,format/* escapeHtml */.ZD)(value.replace(/[\p{Cc}\p{Cf}]/gu, ' ')).replaceAll("'", '&#39;');
const report_link = (url, name) => /^https?:\/\//.test(url) ? `<a href="${report_text(url)}" rel="noreferrer">${report_text(name)}</a>` : report_text(name);
const ofAll = ({ passed, of }) => of === 0 ? '–' : `${passed} of ${of}${percent({ passed, of })}`;
/** A percentage of fewer says more than is known. */
const LEAST_FOR_PERCENT = 20;
const percent = ({ passed, of }) => of < LEAST_FOR_PERCENT ? '' : ` (${Math.round((100 * passed) / of)} %)`;
const number = (cell) => `<td class="n">${cell}</td>`;
const money = (usd) => (usd === null ? '–' : (0,format/* describeMoney */.KW)(usd));
const rounded = (value, unit = '') => value === null ? '–' : `${Math.round(value)}${unit}`;
function modelRow(summary, repeat) {
    const { model, resolved, unmarked, always, broken, costUsd, medianSizeRatio } = summary;
    const cells = [
        ofAll(resolved),
        ofAll(unmarked),
        ...(repeat > 1 ? [ofAll(always)] : []),
        String(broken),
        money(costUsd),
        money(summary.medianCostUsd),
        rounded(summary.medianSeconds, ' s'),
        rounded(summary.medianSteps),
        medianSizeRatio === null ? '–' : medianSizeRatio.toFixed(1),
    ];
    return `<tr><td>${report_text(model)}</td>${cells.map(number).join('')}<td>${report_text(summary.cutOff ?? 'not known')}</td></tr>`;
}
const pullCell = ({ number: id, title, mergedAt }, url) => `<td>${report_link(`${url}/pull/${id}`, `#${id}`)} ${report_text(title)}<br><small>merged ${report_text(mergedAt.slice(0, 10))}</small></td>`;
const MARKS = {
    'before-cut-off': 'merged before the cut-off',
    'cut-off-unknown': 'cut-off not known',
    'shows-change': 'text has lines of the change',
    'edited-later': 'text edited later',
};
function pullRows(pull, url) {
    const { asked, human, attempts, verdict } = pull;
    const isUnbuilt = verdict?.isUsed === true && verdict.isUnbuilt;
    const from = `${asked.from === 'issue' ? `issue #${asked.number}` : 'its description'}${isUnbuilt ? '<br><small>tests do not build before it</small>' : ''}`;
    const start = `${pullCell(pull, url)}<td>${from}</td>`;
    const size = `${human.files}, ${human.lines}`;
    if (attempts.length === 0)
        return `<tr>${start}<td colspan="8">no run yet</td>${number(size)}<td></td></tr>`;
    return attempts
        .map((attempt) => {
        const { model, repeat, resolved, outcome, why, failToPass, passToPass, leftOut, marks } = attempt;
        const how = resolved === null
            ? '– broke'
            : resolved
                ? '✓ resolved'
                : `✗ ${outcome === 'changed' ? 'not resolved' : outcome}`;
        const notes = [
            ...(why === null ? [] : [why]),
            ...(leftOut.length === 0 ? [] : [`without its ${leftOut.join(', ')}`]),
        ];
        const cells = [
            failToPass === null ? '–' : ofAll(failToPass),
            passToPass === null ? '–' : ofAll(passToPass),
            money(attempt.costUsd),
            rounded(attempt.seconds, ' s'),
            String(attempt.steps),
            attempt.size === null ? '–' : `${attempt.size.files}, ${attempt.size.lines}`,
            size,
        ];
        const said = notes.map((note) => `<br><small>${report_text(note)}</small>`).join('');
        return `<tr>${start}<td>${report_text(model)} (${repeat})</td><td>${how}${said}</td>${cells.map(number).join('')}<td>${marks.map((mark) => MARKS[mark]).join('<br>')}</td></tr>`;
    })
        .join('\n');
}
const unusedRow = (pull, url) => `<tr>${pullCell(pull, url)}<td>${report_text(pull.verdict?.isUsed === false ? pull.verdict.why : '')}</td></tr>`;

// EXTERNAL MODULE: external "node:fs"
var external_node_fs_ = __webpack_require__(3024);
;// CONCATENATED MODULE: ../../lib/action/eval/results-file.js




/** Opens the file, or begins it. Throws an `Obstacle` if another evaluation uses it. */
async function openResults(path) {
    const lock = await takeLock(`${path}.lock`);
    const text = await (0,promises_.readFile)(path, 'utf8').catch((error) => {
        if (error.code === 'ENOENT')
            return '';
        throw error;
    });
    const entries = readEntries(text);
    const file = await (0,promises_.open)(path, 'a', 0o600);
    // A line that was cut when the process ended.
    if (text !== '' && !text.endsWith('\n'))
        await file.appendFile('\n');
    const verdicts = new Map();
    const attempts = new Map();
    const keep = (entry) => {
        if (entry.type === 'verdict')
            verdicts.set(entry.key, entry.verdict);
        else if (entry.type === 'ended')
            attempts.set(entry.key, entry.attempt);
    };
    for (const entry of entries)
        if (!isTemporary(entry))
            keep(entry);
    return {
        spentUsd: sumCosts(entries),
        verdict: (key) => verdicts.get(key) ?? null,
        attempt: (key) => attempts.get(key) ?? null,
        async add(entry) {
            await file.appendFile(`${JSON.stringify(entry)}\n`);
            await file.datasync();
            keep(entry);
        },
        async close() {
            await file.close();
            await (0,promises_.rm)(lock, { force: true });
        },
    };
}
const isTemporary = (entry) => entry.type === 'verdict' && !entry.verdict.isUsed && entry.verdict.isTemporary === true;
function readEntries(text) {
    return text.split('\n').flatMap((line) => {
        try {
            const entry = JSON.parse(line);
            return [entry];
        }
        catch {
            // A line that was cut.
            return [];
        }
    });
}
/** What earlier runs have cost. One that started and never ended has cost its limit. Pure. */
function sumCosts(entries) {
    const open = new Map();
    let spent = 0;
    for (const entry of entries) {
        if (entry.type === 'started')
            open.set(entry.key, [...(open.get(entry.key) ?? []), entry.limitUsd]);
        if (entry.type !== 'ended')
            continue;
        open.get(entry.key)?.pop();
        spent += entry.attempt.costUsd;
    }
    return spent + [...open.values()].flat().reduce((sum, limit) => sum + limit, 0);
}
/** The name of a result: it changes with everything that the result depends on. Pure. */
const keyOf = (...parts) => (0,external_node_crypto_.createHash)('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
async function takeLock(path) {
    for (;;) {
        try {
            await (0,promises_.writeFile)(path, String(process.pid), {
                flag: external_node_fs_.constants.O_WRONLY | external_node_fs_.constants.O_CREAT | external_node_fs_.constants.O_EXCL,
            });
            return path;
        }
        catch (error) {
            if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST')
                throw error;
        }
        const pid = Number(await (0,promises_.readFile)(path, 'utf8').catch(() => ''));
        if (pid > 0 && isRunning(pid))
            throw new open_clone/* Obstacle */.I3(`process ${pid} writes the same results: wait for its end, or name another file with --output. If it is no evaluation, delete ${path}`);
        await (0,promises_.rm)(path, { force: true });
    }
}
function isRunning(pid) {
    try {
        process.kill(pid, 0);
        return true;
    }
    catch (error) {
        // Of another user.
        return error instanceof Error && 'code' in error && error.code === 'EPERM';
    }
}

;// CONCATENATED MODULE: ../../lib/action/eval/summarize.js
/** What all runs of a model show. Runs that broke say nothing about it. Pure. */
function summarize(model, { pulls, repeat, cutOff, }) {
    const runs = pulls.map(({ human, attempts }) => ({
        human,
        attempts: attempts.filter((attempt) => attempt.model === model),
    }));
    const all = runs.flatMap(({ human, attempts }) => attempts.map((attempt) => ({ human, ...attempt })));
    const counted = all.filter(({ resolved }) => resolved !== null);
    const complete = runs
        .map(({ attempts }) => attempts.filter(({ resolved }) => resolved !== null))
        .filter(({ length }) => length === repeat);
    return {
        ...{ model, cutOff },
        resolved: share(counted, ({ resolved }) => resolved === true),
        unmarked: share(counted.filter(({ marks }) => marks.length === 0), ({ resolved }) => resolved === true),
        always: share(complete, (attempts) => attempts.every(({ resolved }) => resolved === true)),
        broken: all.length - counted.length,
        costUsd: all.reduce((sum, { costUsd }) => sum + costUsd, 0),
        medianCostUsd: median(counted.map(({ costUsd }) => costUsd)),
        medianSeconds: median(counted.map(({ seconds }) => seconds)),
        medianSteps: median(counted.map(({ steps }) => steps)),
        medianSizeRatio: median(counted.flatMap(({ resolved, size, human }) => resolved === true && size !== null && human.lines > 0 ? [size.lines / human.lines] : [])),
    };
}
const share = (all, isPassed) => ({
    passed: all.filter(isPassed).length,
    of: all.length,
});
/** `null`: of nothing. */
function median(values) {
    const sorted = values.toSorted((one, other) => one - other);
    const middle = Math.floor(sorted.length / 2);
    const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
    return low === undefined || high === undefined ? null : (low + high) / 2;
}

;// CONCATENATED MODULE: ../../lib/action/eval/run-eval.js

















/** `prentice eval`: models work on what people have merged, and the tests of these people judge it. */
async function runEval(start) {
    const parent = (0,try_parent/* openParent */.j)(start.stop);
    const runs = (0,run_try.openLocalRuns)(start);
    const request = await parent.request;
    const log = (0,run_try.logTo)(parent.send, runs.secrets.redact);
    const { signal } = start.stop;
    let end;
    try {
        end = await evaluate({ request, start, runs, log, ask: parent.ask });
    }
    catch (error) {
        end = signal.aborted
            ? { kind: 'cancelled', report: null }
            : {
                kind: 'obstacle',
                why: runs.secrets.redact(error instanceof open_clone/* Obstacle */.I3 ? error.message : (0,format/* messageOf */.bD)(error)),
            };
    }
    await parent.send({ type: 'ended', result: end });
}
async function evaluate(given) {
    const scratch = await (0,promises_.realpath)(await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'prentice-eval-')));
    try {
        return await evaluateIn(scratch, given);
    }
    finally {
        await (0,overlay_folder/* removeWithChecks */.sL)((0,host_facts/* findRoot */.w)(process.getuid?.() === 0), scratch).catch((error) => given.log.warning(`The folder ${scratch} could not be removed: ${(0,format/* messageOf */.bD)(error)}`));
    }
}
async function evaluateIn(scratch, given) {
    const { request, runs, start, log } = given;
    const { signal } = start.stop;
    const place = { environment: runs.environment, signal };
    const clone = await (0,open_clone/* openClone */.ok)(request.folder, place);
    if (clone.isPartial)
        throw new open_clone/* Obstacle */.I3(`${clone.root} is a partial clone, which lacks files of earlier commits: use a full clone`);
    const hidden = [scratch, ...(await hiddenFolders(clone))];
    const openNext = (number) => openBench((0,external_node_path_.join)(scratch, String(number)), { ...given, clone, hidden });
    const { repository } = await (0,open_clone/* copyHead */.oM)(clone, { ...place, scratch, workTree: scratch });
    const setting = await readSetting(given, { clone, repository, hidden });
    await requireModels(given);
    await requireConsent(given, setting);
    const bench = await openNext(1);
    const { changes, skipped } = await selectChanges(repository, setting, clone.head);
    log.info(`${(0,format/* countOf */.pq)(changes.length, 'pull request')} with tests, ${(0,format/* countOf */.pq)(request.models.length, 'model')}, ${(0,format/* countOf */.pq)(changes.length * request.models.length * request.repeat, 'run')} of at most ${(0,format/* describeMoney */.KW)(setting.runUsd)} each`);
    const results = await openResults(request.results);
    try {
        const { runUsd } = setting;
        const budget = openBudget({ maxUsd: request.maxCostUsd, runUsd, spentUsd: results.spentUsd });
        const work = { setting, clone, results, budget, log, missing: null, failures: [] };
        const report = () => composeReport(work, changes, skipped);
        let writing = Promise.resolve();
        /** One after the other, since several pull requests may be done simultaneously. */
        const write = () => {
            writing = writing.then(() => writeReport(request.output, report()));
            return writing;
        };
        const cancelled = await workOn(work, changes, {
            openNext: (number) => (number === 1 ? Promise.resolve(bench) : openNext(number)),
            onDone: write,
        });
        await write();
        return { kind: cancelled ? 'cancelled' : 'report', report: report() };
    }
    finally {
        await results.close();
    }
}
/** Several pull requests simultaneously, newest first. Returns whether it was stopped. */
async function workOn(work, changes, { openNext, onDone, }) {
    const { signal, request } = work.setting;
    const next = changes.values();
    const worker = async (number) => {
        const bench = await openNext(number);
        for (const change of next) {
            if (work.missing !== null)
                return;
            await workOnPull(work, bench, change).catch((error) => {
                signal.throwIfAborted();
                work.failures.push(`#${change.pull.number} could not be tried: ${(0,format/* messageOf */.bD)(error)}`);
            });
            await onDone();
        }
    };
    const count = Math.min(request.concurrency, changes.length);
    const workers = Array.from({ length: count }, (_, at) => worker(at + 1));
    const ended = await Promise.allSettled(workers);
    if (signal.aborted) {
        work.missing = 'it was stopped: to continue, repeat the command';
        return true;
    }
    for (const one of ended)
        if (one.status === 'rejected')
            throw one.reason;
    return false;
}
async function workOnPull(work, bench, change) {
    const { setting, results, log } = work;
    const { number } = change.pull;
    const key = keyOfPull(setting, change);
    const known = results.verdict(key);
    if (known !== null && (!known.isUsed || pendingOf(work, change).length === 0))
        return;
    const pullWork = openPullWork(setting, bench, change);
    const verdict = known ?? (await pullWork.verify());
    if (known === null)
        await results.add({ type: 'verdict', key, pull: number, verdict });
    if (!verdict.isUsed)
        return log.info(`#${number} is not used: ${verdict.why}`);
    for (const { model, repeat } of pendingOf(work, change)) {
        if (!(await mayStart(work)))
            return;
        await record(work, { change, model, repeat }, () => pullWork.attempt(verdict, model, repeat));
    }
}
async function mayStart(work) {
    const { budget, setting } = work;
    if (work.missing !== null)
        return false;
    if (await budget.reserve())
        return true;
    const left = Math.max(0, setting.request.maxCostUsd - budget.spentUsd());
    work.missing ??= `the budget has ${(0,format/* describeMoney */.KW)(left)} left, and a run may cost ${(0,format/* describeMoney */.KW)(setting.runUsd)}: raise --max-cost-usd, or lower \`limits.cost-usd\` in the settings, and repeat the command`;
    return false;
}
/** Reasons that would end the next run, too. */
const STOPPING = new Set([
    ...['model-failed', 'model-refused', 'model-key-missing', 'model-unknown', 'quota-spent', 'runner-full'],
]);
async function record(work, run, start) {
    const { results, budget, setting, log } = work;
    const { number } = run.change.pull;
    const key = keyOfRun(setting, run);
    let costUsd = setting.runUsd;
    try {
        await results.add({ type: 'started', key, pull: number, limitUsd: setting.runUsd });
        const attempt = await start();
        costUsd = attempt.costUsd;
        await results.add({ type: 'ended', key, pull: number, attempt });
        log.info(describeAttempt(number, attempt));
        if (STOPPING.has(attempt.code ?? ''))
            work.missing ??= `a run of ${run.model} on #${number} broke: ${attempt.why} To continue, repeat the command`;
    }
    finally {
        budget.settle(costUsd);
    }
}
const describeAttempt = (number, { model, repeat, resolved, outcome, why, costUsd, seconds }) => {
    const how = resolved === null ? 'broke' : resolved ? 'resolved' : outcome === 'changed' ? 'not resolved' : outcome;
    const because = resolved !== true && why !== null ? `: ${why}` : '';
    return `#${number} ${model} (${repeat}): ${how}, ${(0,format/* describeMoney */.KW)(costUsd)}, ${Math.round(seconds)} s${because}`;
};
const keyOfPull = ({ settings, tests }, { base, commit }) => keyOf(base, commit, settings.map(({ text }) => text ?? ''), tests.map(({ run }) => run));
const keyOfRun = (setting, { change, model, repeat }) => {
    const { title, body } = change.pull.asked;
    return keyOf(keyOfPull(setting, change), title, body, model, repeat);
};
/** The runs that have no result that counts. Each model has its first run before one has its second. */
function pendingOf({ setting, results }, change) {
    return listRuns(setting).filter((run) => {
        const known = results.attempt(keyOfRun(setting, { change, ...run }));
        return known === null || known.resolved === null;
    });
}
const listRuns = ({ request: { models, repeat } }) => Array.from({ length: repeat }, (_, at) => models.map((model) => ({ model, repeat: at + 1 }))).flat();
function composeReport({ setting, clone, results, budget, missing, failures }, changes, skipped) {
    const { request } = setting;
    const { repository, url, repeat, maxCostUsd, models, cutOffs } = request;
    const pulls = changes.map((change) => {
        const { asked, number, title, mergedAt } = change.pull;
        const verdict = results.verdict(keyOfPull(setting, change));
        const marks = [
            ...(showsChange(asked.body, change.lines) ? ['shows-change'] : []),
            ...(asked.editedLater ? ['edited-later'] : []),
        ];
        const attempts = listRuns(setting).flatMap((run) => {
            const attempt = results.attempt(keyOfRun(setting, { change, ...run }));
            if (attempt === null)
                return [];
            const { model } = run;
            return [{ ...attempt, marks: [...markByCutOff(change.pull, findCutOff(model, cutOffs)), ...marks] }];
        });
        return {
            ...{ number, title, mergedAt, base: change.base, human: change.size, verdict, marks, attempts },
            asked: { from: asked.from, number: asked.number },
        };
    });
    return {
        ...{ repository, url, commit: clone.head, repeat, maxCostUsd, pulls, skipped },
        missing: missing ?? (failures.length === 0 ? null : failures.join('; ')),
        spentUsd: budget.spentUsd(),
        models: models.map((model) => summarize(model, { pulls, repeat, cutOff: findCutOff(model, cutOffs) })),
    };
}


/***/ })

};
