export const id = 23;
export const ids = [23];
export const modules = {

/***/ 7792:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   KW: () => (/* binding */ rewordReason),
/* harmony export */   gg: () => (/* binding */ openLocalPlane),
/* harmony export */   tN: () => (/* binding */ composeLocalAssignment)
/* harmony export */ });
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(6760);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3523);
/* harmony import */ var _contract_runner_protocol_assignment_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(682);
/* harmony import */ var _settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(6823);
/* harmony import */ var _open_clone_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6422);





/** The third control plane, beside a server and standalone: one person, one clone. What the run makes is a patch. */
function openLocalPlane(assignment, settings, keepPatch) {
    const noPush = () => Promise.reject(new Error('a local run pushes nothing'));
    return {
        assignment,
        report: () => { },
        takeMessages: () => [],
        findSettings: async () => settings,
        findInstructions: (read, rules) => read(rules.protectedPaths),
        getPushAccess: noPush,
        commitMerge: noPush,
        savePatch: async (patch) => keepPatch(patch),
        finish: async () => { },
    };
}
/** The assignment that a server would have given, built from the command line and the settings of the clone. Pure. */
function composeLocalAssignment({ prompt, issue, model: named, maxCostUsd, isAlone }, { limits = {}, model: fromSettings, 'fallback-models': fallbackModels = [], effort }, { root, branch }) {
    const model = named ?? fromSettings ?? '';
    if (model === '')
        throw new _open_clone_js__WEBPACK_IMPORTED_MODULE_3__/* .Obstacle */ .I3('no model is named: use --model provider/model, for example --model anthropic/claude-sonnet-5-5, or `model` in .github/prentice.yml');
    return {
        features: ['plan'],
        run: 'local',
        job: 'local',
        number: 1,
        repository: {
            ...{ id: 1, owner: 'local', name: (0,node_path__WEBPACK_IMPORTED_MODULE_0__.basename)(root), private: true },
            // No address: texts of the agent may link nowhere.
            url: 'https://localhost/local',
        },
        base: branch ?? 'HEAD',
        // Instruction files are those of HEAD.
        baseFrom: 'default-branch',
        branch: 'prentice/local',
        pullRequest: null,
        prompts: [{ number: 1, text: prompt }],
        ...(issue !== undefined && { issue }),
        earlier: [],
        model,
        ...(!isAlone && fallbackModels.length > 0 && { fallbackModels }),
        ...(effort !== undefined && { effort }),
        draft: false,
        limits: {
            steps: limits.steps ?? 100,
            seconds: Math.max(1, Math.round((limits.minutes ?? 30) * 60)),
            costUsd: maxCostUsd ?? limits['cost-usd'] ?? 5,
            tokens: limits.tokens ?? _contract_runner_protocol_assignment_js__WEBPACK_IMPORTED_MODULE_2__/* .DEFAULT_TOKENS */ .nD,
        },
        rules: (0,_settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_4__/* .resolvePublishRules */ .vp)({}),
        instructions: [],
        author: { name: 'prentice', email: 'prentice@localhost' },
        coAuthor: null,
        showPrompt: true,
        fetchToken: '',
    };
}
const AGAIN = 'run the command again';
const LIMIT = `Raise \`limits\` in .github/prentice.yml, or the cost with --max-cost-usd, then ${AGAIN}.`;
const SMALLER = 'Ask for the same change without it, or for a smaller one.';
/** What helps at the command line. Reasons are written for callers of a server. */
const NEXT_STEPS = {
    'no-change': 'If you expected a change, name the file or the text to change.',
    'config-invalid': `Fix the file, then ${AGAIN}.`,
    'input-invalid': `Fix it, then ${AGAIN}.`,
    'working-directory-missing': 'Fix `working-directory` in .github/prentice.yml.',
    'runner-full': `Free disk space, or set TMPDIR to a folder on another disk, then ${AGAIN}.`,
    'model-unknown': 'Name it as provider/model with --model.',
    'model-key-missing': 'Set it. A local server needs no key: set OPENAI_COMPATIBLE_BASE_URL, for example to http://127.0.0.1:11434/v1, and use --model openai-compatible/NAME.',
    'model-refused': `Check the key, the account and the name of the model, then ${AGAIN}.`,
    'content-refused': 'Rephrase the prompt, or use another --model.',
    'model-failed': `Check the address and the status page of the model provider, then ${AGAIN}.`,
    'quota-spent': `Raise the quota or add credit at the model provider, then ${AGAIN}.`,
    'context-too-long': 'Ask for a smaller change.',
    'step-limit': LIMIT,
    'time-limit': LIMIT,
    'cost-limit': LIMIT,
    'token-limit': LIMIT,
    'agent-stuck': 'Say in the prompt what to do differently.',
    'path-protected': 'Change those files yourself, allow them with `paths` in .github/prentice.yml, or ask for another change.',
    'change-unsafe': SMALLER,
    'change-too-large': 'Raise the limit in .github/prentice.yml, or ask for a smaller change.',
    'secret-found': SMALLER,
};
/** How reasons begin that name GitHub or a workflow. */
const BEGINNINGS = [
    ['The settings on the default branch are invalid: ', 'The settings are invalid: '],
    ['An input of the action is invalid: ', 'The run cannot begin: '],
    ['The workflow has no key for the model: ', 'There is no key for the model: '],
    ['The action cannot call the model ', 'There is no model '],
    ['The action ended with an internal error: ', 'The run ended with an internal error: '],
    ['The runner has too little disk space', 'There is too little disk space'],
];
/** A reason for a person at the command line. Pure. */
function rewordReason(why) {
    const { code } = why;
    if (code === 'cancelled')
        return { code, message: 'Interrupted. Nothing was kept.' };
    const { what } = (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_1__/* .splitReason */ .Vj)(why);
    const [from, to] = BEGINNINGS.find(([beginning]) => what.startsWith(beginning)) ?? ['', ''];
    const step = NEXT_STEPS[code] ?? `${AGAIN.charAt(0).toUpperCase()}${AGAIN.slice(1)}.`;
    return { code, message: `${to}${what.slice(from.length)} ${step}` };
}


/***/ }),

/***/ 6422:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Dm: () => (/* binding */ readSettingsFiles),
/* harmony export */   I3: () => (/* binding */ Obstacle),
/* harmony export */   Lf: () => (/* binding */ openCloneFiles),
/* harmony export */   oM: () => (/* binding */ copyHead),
/* harmony export */   ok: () => (/* binding */ openClone),
/* harmony export */   t$: () => (/* binding */ countUncommitted)
/* harmony export */ });
/* harmony import */ var node_fs__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3024);
/* harmony import */ var node_fs_promises__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1455);
/* harmony import */ var node_path__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(6760);
/* harmony import */ var _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(5618);
/* harmony import */ var _git_process_git_environment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(2599);
/* harmony import */ var _git_process_repository_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(4523);
/* harmony import */ var _git_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(5577);







// Egress: starts git in the clone, with its own environment, and writes git folders of its own.
/** Why no run can begin, with what to do about it. */
class Obstacle extends Error {
}
/** Settings that change what files look like, and that run nothing. */
const OF_FILES = new Set([
    ...['core.autocrlf', 'core.eol', 'core.filemode', 'core.symlinks', 'core.ignorecase'],
    ...['core.precomposeunicode', 'core.checkroundtripencoding', 'core.excludesfile'],
]);
/** Finds the clone of a folder. Throws an `Obstacle` if there is none. */
async function openClone(folder, { environment, signal }) {
    const stats = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(folder).catch(() => null);
    if (!stats?.isDirectory())
        throw new Obstacle(`${folder} is no folder: name a clone with --dir`);
    const env = (0,_git_process_git_environment_js__WEBPACK_IMPORTED_MODULE_3__/* .cloneEnvironment */ .F9)(environment);
    const git = (args, options) => (0,_git_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .spawnGit */ .Iz)(args, { cwd: folder, env, signal }, options);
    const places = await findPlaces(git, folder);
    const [head, branch, config] = await Promise.all([
        git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']),
        git(['symbolic-ref', '--quiet', '--short', 'HEAD']),
        (0,_git_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(git(['config', '--list', '-z'])),
    ]);
    const sha = head.stdout.toString().trim();
    if (head.code !== 0)
        throw new Obstacle(`${places.root} has no commit yet: commit your files first`);
    if (sha.length !== 40)
        throw new Obstacle(`${places.root} uses SHA-256, which GitHub does not know: use a repository with SHA-1`);
    return {
        ...places,
        head: sha,
        branch: branch.code === 0 ? branch.stdout.toString().trim() : null,
        isPartial: /(?:^|\0)remote\.[^\n]*\.promisor\ntrue(?:\0|$)/.test(config.stdout.toString()),
        settings: settingsOfFiles(config.stdout.toString(), environment),
    };
}
async function findPlaces(git, folder) {
    const wanted = ['--show-toplevel', ...['objects', 'index', 'shallow', 'info/exclude'].flatMap(gitPath)];
    const found = await git(['rev-parse', '--path-format=absolute', ...wanted, '--shared-index-path']);
    if (found.code !== 0)
        throw new Obstacle(explainNoClone(found.stderr, folder));
    const [root = '', objects, index, shallow, exclude, sharedIndex, ...rest] = found.stdout
        .toString()
        .replace(/\n$/, '')
        .split('\n');
    if (!objects || !index || !shallow || !exclude || rest.length > 0)
        throw new Obstacle(`the path of ${folder} has a line break: move the clone to another folder`);
    const place = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.realpath)(root);
    // `core.worktree` may name any folder.
    if (!`${await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.realpath)(folder)}${node_path__WEBPACK_IMPORTED_MODULE_2__.sep}`.startsWith(`${place}${node_path__WEBPACK_IMPORTED_MODULE_2__.sep}`))
        throw new Obstacle(`${folder} keeps its files in ${place}: name that folder with --dir`);
    return { root: place, objects, index, shallow, exclude, sharedIndex: sharedIndex || null };
}
const gitPath = (path) => ['--git-path', path];
function explainNoClone(stderr, folder) {
    if (stderr.includes('not a git repository'))
        return `${folder} is not in a git repository: go to a clone, or name one with --dir`;
    if (stderr.includes('must be run in a work tree'))
        return `${folder} is a git repository without files: go to a clone that has them, or name one with --dir`;
    if (stderr.includes('dubious ownership'))
        return `${folder} belongs to another user: allow it with \`git config --global --add safe.directory\` and its path`;
    return `git cannot read ${folder}: ${(0,_git_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .oneLine */ .TN)(stderr)}`;
}
/** The last value of each counts. Without one, git has a file for what all repositories ignore. Pure. */
function settingsOfFiles(config, { HOME, XDG_CONFIG_HOME }) {
    const ignored = XDG_CONFIG_HOME || (HOME ? (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(HOME, '.config') : null);
    const found = new Map(ignored === null ? [] : [['core.excludesfile', (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(ignored, 'git/ignore')]]);
    for (const entry of config.split('\0')) {
        const [name = '', ...value] = entry.split('\n');
        if (!OF_FILES.has(name))
            continue;
        found.set(name, value.length === 0 ? 'true' : value.join('\n').replace(/^~(?=\/)/, HOME ?? '~'));
    }
    return [...found];
}
/** The settings files in the work tree. A link is none. */
async function readSettingsFiles({ root }) {
    const read = async (path) => {
        if ((await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.realpath)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, '.github')).catch(() => null)) !== (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, '.github'))
            return [];
        const file = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.open)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(root, path), node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_RDONLY | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NOFOLLOW | node_fs__WEBPACK_IMPORTED_MODULE_0__.constants.O_NONBLOCK).catch(() => null);
        if (file === null)
            return [];
        try {
            const stats = await file.stat();
            if (!stats.isFile())
                return [];
            return [{ path, text: stats.size > _settings_settings_files_js__WEBPACK_IMPORTED_MODULE_6__/* .SETTINGS_LIMIT */ .C ? null : await file.readFile('utf8') }];
        }
        finally {
            await file.close();
        }
    };
    return (await Promise.all(_settings_settings_files_js__WEBPACK_IMPORTED_MODULE_6__/* .SETTINGS_PATHS */ .R.map(read))).flat();
}
/** HEAD of the clone in a repository of the run: it reads the objects of the clone, and nothing else of it. */
async function copyHead({ objects, shallow, head }, place) {
    const gitDir = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(place.scratch, 'prentice-git');
    const repository = await (0,_git_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .openRepository */ .h_)({ ...place, gitDir, remote: '', objects });
    await copyIfThere(shallow, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'shallow'));
    return { repository: withoutRemote(repository), baseSha: head, branchHead: null };
}
const withoutRemote = (repository) => ({
    ...repository,
    at: () => withoutRemote(repository),
    withToken: () => async () => ({
        code: 128,
        stdout: '',
        stderr: 'not found: there is no remote',
        cut: false,
    }),
});
/** `objects`: those that the run has written. */
async function openCloneFiles(clone, place) {
    const gitDir = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(place.scratch, 'clone-git');
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.mkdir)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'info'), { recursive: true });
    const git = (args, options, indexFile) => {
        const env = (0,_git_process_git_environment_js__WEBPACK_IMPORTED_MODULE_3__/* .gitEnvironment */ ._K)({ gitDir, workTree: clone.root, objects: clone.objects, ...(indexFile !== undefined && { indexFile }) }, place.environment, clone.settings);
        return (0,_git_process_spawn_git_js__WEBPACK_IMPORTED_MODULE_5__/* .spawnGit */ .Iz)(args, { cwd: clone.root, env, signal: place.signal }, options);
    };
    await (0,_git_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(git(['init', '--quiet', '--template=', gitDir]));
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.writeFile)((0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'objects/info/alternates'), `${place.objects}\n`);
    await copyIfThere(clone.exclude, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'info/exclude'));
    await copyIfThere(clone.shallow, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'shallow'));
    const index = (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, 'index');
    await copyIfThere(clone.index, index);
    if (clone.sharedIndex !== null)
        await copyIfThere(clone.sharedIndex, (0,node_path__WEBPACK_IMPORTED_MODULE_2__.join)(gitDir, clone.sharedIndex.replace(/.*\//, '')));
    await takeTime(clone.index, index);
    return { git, gitDir };
}
/** git reads files that are not older than the index, whose times may hide a change: with a newer time, it would miss it. */
async function takeTime(from, to) {
    const stats = await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.stat)(from).catch(() => null);
    if (stats !== null)
        await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.utimes)(to, stats.atime, stats.mtime);
}
const COUNT_LIMITS = { timeoutMs: 20_000, maxBytes: 16 * 1024 * 1024 };
/** How many files of the work tree differ from HEAD, untracked ones included, as `git status` lists them. */
async function countUncommitted({ git }, { head }) {
    await (0,_git_process_repository_js__WEBPACK_IMPORTED_MODULE_4__/* .must */ .sb)(git(['update-ref', 'HEAD', head]));
    const status = await git(['status', '--porcelain', '--ignore-submodules=all'], COUNT_LIMITS);
    return status.stdout.toString('latin1').split('\n').length - 1;
}
async function copyIfThere(from, to) {
    await (0,node_fs_promises__WEBPACK_IMPORTED_MODULE_1__.copyFile)(from, to).catch((error) => {
        if (error.code !== 'ENOENT')
            throw error;
    });
}


/***/ }),

/***/ 5274:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   j: () => (/* binding */ openParent)
/* harmony export */ });
/* harmony import */ var _outcome_stop_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(4085);

/** `stop` is aborted if the command line says so, or ends. */
function openParent(stop) {
    const request = Promise.withResolvers();
    let answer = () => { };
    const abort = () => stop.abort(new _outcome_stop_js__WEBPACK_IMPORTED_MODULE_0__/* .Stopped */ .C9('the command line', true));
    process.once('message', (first) => {
        request.resolve(first);
        process.on('message', (order) => {
            if (order.type === 'answer')
                answer(order.yes);
            else
                abort();
        });
    });
    process.once('disconnect', () => {
        request.reject(new Error('the command line has ended'));
        abort();
    });
    if (!process.connected)
        request.reject(new Error('the command line starts this program'));
    const send = (message) => new Promise((resolve) => {
        // After the command line has ended, nobody reads it.
        if (process.send === undefined || !process.connected)
            return resolve();
        process.send(message, () => resolve());
    });
    return {
        request: request.promise,
        send,
        ask: (about, question) => new Promise((resolve, reject) => {
            answer = resolve;
            stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true });
            void send({ type: 'ask', about, question });
        }),
    };
}


/***/ }),

/***/ 8023:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  logTo: () => (/* binding */ logTo),
  openLocalRuns: () => (/* binding */ openLocalRuns),
  runTry: () => (/* binding */ runTry),
  startLocally: () => (/* binding */ startLocally)
});

// EXTERNAL MODULE: external "node:crypto"
var external_node_crypto_ = __webpack_require__(7598);
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
// EXTERNAL MODULE: ../../lib/action/images/scale-image.js
var scale_image = __webpack_require__(4091);
// EXTERNAL MODULE: ../../lib/action/log/log.js
var log = __webpack_require__(2137);
// EXTERNAL MODULE: ../../lib/action/outcome/outcome.js
var outcome_outcome = __webpack_require__(9057);
// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/outcome/stop.js
var stop = __webpack_require__(4085);
// EXTERNAL MODULE: ../../lib/action/secrets/secrets.js + 1 modules
var secrets_secrets = __webpack_require__(8198);
// EXTERNAL MODULE: ../../lib/action/start/monotonic-clock.js
var monotonic_clock = __webpack_require__(1222);
// EXTERNAL MODULE: ../../lib/action/start/read-environment.js
var read_environment = __webpack_require__(1589);
// EXTERNAL MODULE: ../../lib/action/start/use-proxy.js
var use_proxy = __webpack_require__(247);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/try/local-plane.js
var local_plane = __webpack_require__(7792);
// EXTERNAL MODULE: ../../lib/action/try/open-clone.js
var open_clone = __webpack_require__(6422);
// EXTERNAL MODULE: ../../lib/action/try/parent.js
var try_parent = __webpack_require__(5274);
// EXTERNAL MODULE: ../../lib/contract/job.js
var job = __webpack_require__(8909);
// EXTERNAL MODULE: ../../lib/settings/parse-settings.js + 8 modules
var parse_settings = __webpack_require__(5584);
// EXTERNAL MODULE: ../../lib/action/checks/open-checks.js
var open_checks = __webpack_require__(6024);
// EXTERNAL MODULE: ../../lib/action/confidential/confidentiality.js
var confidentiality = __webpack_require__(1287);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/compose-assignment.js
var compose_assignment = __webpack_require__(6265);
// EXTERNAL MODULE: ../../lib/action/git/checkout/checkout.js + 1 modules
var checkout_checkout = __webpack_require__(4676);
// EXTERNAL MODULE: ../../lib/action/git/checkout/untracked-files.js
var untracked_files = __webpack_require__(2671);
// EXTERNAL MODULE: ../../lib/action/git/diff/patch.js
var diff_patch = __webpack_require__(7287);
// EXTERNAL MODULE: ../../lib/action/git/policy/path-policy.js + 2 modules
var path_policy = __webpack_require__(7665);
// EXTERNAL MODULE: ../../lib/action/models/providers/open-model.js + 10 modules
var open_model = __webpack_require__(2582);
// EXTERNAL MODULE: ../../lib/action/stages/agent.js + 51 modules
var agent = __webpack_require__(1447);
// EXTERNAL MODULE: ../../lib/action/stages/checks.js + 6 modules
var checks = __webpack_require__(782);
// EXTERNAL MODULE: ../../lib/action/stages/end-run.js
var end_run = __webpack_require__(6929);
// EXTERNAL MODULE: ../../lib/action/stages/open-models.js
var open_models = __webpack_require__(3885);
// EXTERNAL MODULE: ../../lib/action/stages/plan.js + 2 modules
var plan = __webpack_require__(3696);
// EXTERNAL MODULE: ../../lib/action/stages/prepare.js
var prepare = __webpack_require__(3847);
// EXTERNAL MODULE: ../../lib/action/stages/read-settings.js
var read_settings = __webpack_require__(2794);
// EXTERNAL MODULE: ../../lib/action/stages/run-context.js
var run_context = __webpack_require__(9879);
// EXTERNAL MODULE: ../../lib/action/stages/save-patch.js
var save_patch = __webpack_require__(76);
// EXTERNAL MODULE: ../../lib/action/git/checkout/list-paths.js
var list_paths = __webpack_require__(5022);
// EXTERNAL MODULE: ../../lib/action/git/process/remove-empty-folders.js
var remove_empty_folders = __webpack_require__(9371);
// EXTERNAL MODULE: ../../lib/action/git/process/repository.js
var repository = __webpack_require__(4523);
;// CONCATENATED MODULE: ../../lib/action/try/apply-change.js







/**
 * Writes a change that may be published into the work tree: all of it, or nothing if a file there is not as in HEAD. No hook
 * and no filter runs, no link is followed, and git's index stays as it is.
 */
async function applyChange(clone, files, { startSha, tree }) {
    const changes = await listChanges(files, startSha, tree);
    const why = await findObstacle(clone, files, changes);
    if (why !== null)
        return { ok: false, why };
    // In the work tree, so that each file only has to be renamed.
    const prepared = (0,external_node_path_.join)(clone.root, `.prentice-${(0,external_node_crypto_.randomBytes)(6).toString('hex')}`);
    await (0,promises_.mkdir)(prepared, { mode: 0o700 });
    try {
        await writePrepared(files, { prepared, tree }, changes);
        await replaceFiles(clone, prepared, changes);
        return { ok: true };
    }
    finally {
        await (0,promises_.rm)(prepared, { recursive: true, force: true });
    }
}
async function listChanges({ git }, from, to) {
    const args = ['diff-tree', '-r', '--no-renames', '--raw', '--no-abbrev', '-z', from, to];
    const fields = await (0,list_paths/* listPaths */.Pe)((options, limits) => git(options, limits), args);
    const changes = [];
    for (let at = 0; at + 1 < fields.length; at += 2) {
        const [oldMode, newMode, oldId = ''] = (fields[at] ?? '').slice(1).split(' ');
        const isNew = oldMode === ABSENT;
        changes.push({
            path: fields[at + 1] ?? '',
            oldId: isNew ? null : oldId,
            isGone: newMode === ABSENT,
            executable: isNew || newMode === ABSENT || oldMode === newMode ? null : newMode === EXECUTABLE,
        });
    }
    return changes;
}
const ABSENT = '000000';
const EXECUTABLE = '100755';
/** What is in the way; `null`: nothing. */
async function findObstacle({ root }, { git }, changes) {
    const gone = new Set(changes.filter(({ isGone }) => isGone).map(({ path }) => path));
    const obstacles = await Promise.all(changes.map((change) => obstacleAt(root, change, gone)));
    const first = obstacles.find((obstacle) => obstacle !== null);
    if (first !== undefined)
        return first;
    const differing = await listDiffering(git, new Set(changes.map(({ path }) => path)));
    return differing.length === 0
        ? null
        : `${(0,format/* showPaths */.cb)(differing)} ${differing.length === 1 ? 'is' : 'are'} not as in HEAD: commit or stash your changes first`;
}
/**
 * Which of these tracked files are not as in HEAD, as `git status` sees it: with the line ends of the clone, and without its
 * filters. `git update-index --assume-unchanged` hides changes from that, and from the check for changed files.
 */
async function listDiffering(git, paths) {
    const list = (args) => (0,list_paths/* listPaths */.Pe)((options, limits) => git(options, limits), args);
    const hidden = (await list(['ls-files', '-v', '-z'])).filter((entry) => /^[a-zS]/.test(entry) && paths.has(entry.slice(2)));
    const input = (0,list_paths/* pathsAsInput */.lG)(hidden.map((entry) => entry.slice(2)));
    for (const flag of hidden.length === 0 ? [] : ['--no-assume-unchanged', '--no-skip-worktree'])
        await (0,repository/* must */.sb)(git(['update-index', flag, '-z', '--stdin'], { input }));
    const status = ['status', '--porcelain', '-z', '--no-renames', '--untracked-files=no'];
    const differing = (await list([...status, '--ignore-submodules=all'])).map((entry) => entry.slice(3));
    return differing.filter((path) => paths.has(path)).map(list_paths/* pathAsText */.rx);
}
async function obstacleAt(root, { path, oldId }, gone) {
    const shown = (0,format/* showPath */.P8)((0,list_paths/* pathAsText */.rx)(path));
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
        const folder = parts.slice(0, depth).join('/');
        const stats = await statOf(root, folder);
        if (stats === null || gone.has(folder))
            return oldId === null ? null : `${shown} does not exist any more`;
        if (stats.isSymbolicLink())
            return `${shown} is behind the symbolic link ${(0,format/* showPath */.P8)((0,list_paths/* pathAsText */.rx)(folder))}, which is not followed`;
        if (!stats.isDirectory())
            return `${(0,format/* showPath */.P8)((0,list_paths/* pathAsText */.rx)(folder))} is in the way of ${shown}: move it away`;
    }
    const stats = await statOf(root, path);
    if (oldId === null)
        return stats === null ? null : `${shown} already exists: move it away`;
    if (stats === null)
        return `${shown} does not exist any more`;
    return stats.isFile() ? null : `${shown} is no longer a file`;
}
const statOf = (root, path) => (0,promises_.lstat)(absolute(root, path)).catch(() => null);
const absolute = (root, path) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
async function writePrepared({ git, gitDir }, { prepared, tree }, changes) {
    const index = (0,external_node_path_.join)(gitDir, 'apply-index');
    await (0,repository/* must */.sb)(git(['read-tree', tree], {}, index));
    const present = changes.filter(({ isGone }) => !isGone).map(({ path }) => path);
    const input = (0,list_paths/* pathsAsInput */.lG)(present);
    await (0,repository/* must */.sb)(git(['checkout-index', '--force', '--quiet', `--prefix=${prepared}/`, '-z', '--stdin'], { input }, index));
}
async function replaceFiles({ root }, prepared, changes) {
    const gone = changes.filter(({ isGone }) => isGone);
    for (const { path } of gone)
        await (0,promises_.unlink)(absolute(root, path));
    await (0,remove_empty_folders/* removeEmptyFolders */.d)(root, gone.map(({ path }) => (0,external_node_path_.join)(root, (0,list_paths/* pathAsText */.rx)(path))));
    for (const change of changes) {
        if (change.isGone)
            continue;
        const target = absolute(root, change.path);
        const from = absolute(prepared, change.path);
        if (change.oldId !== null)
            await takeMode(target, from, change.executable);
        const slash = target.lastIndexOf('/');
        await (0,promises_.mkdir)(target.subarray(0, slash), { recursive: true });
        await (0,promises_.rename)(from, target);
    }
}
/** Keeps the permissions of the file that is replaced. */
async function takeMode(target, from, executable) {
    const { mode } = await (0,promises_.stat)(target);
    const readable = (mode & 0o444) >> 2;
    const changed = executable === null ? mode : executable ? mode | readable : mode & ~0o111;
    await (0,promises_.chmod)(from, changed & 0o777);
}

;// CONCATENATED MODULE: ../../lib/action/try/run-locally.js



























/** The stages of a run that publishes nothing. Throws if it could not begin. */
async function runLocally(environment, request, ask) {
    const { signal, log, now } = environment;
    requireUsable(request);
    const clone = await (0,open_clone/* openClone */.ok)(request.folder, environment);
    const { settings, warnings } = readAll(await (0,open_clone/* readSettingsFiles */.Dm)(clone));
    const assignment = (0,local_plane/* composeLocalAssignment */.tN)(request, settings, clone);
    const agreed = await agree((0,compose_assignment/* projectSettings */.tv)(settings, warnings), request, ask);
    let saved = null;
    const controlPlane = (0,local_plane/* openLocalPlane */.gg)(assignment, agreed.settings, (patch) => {
        saved = patch;
    });
    const job = {
        ...environment,
        hidden: [...(environment.hidden ?? []), clone.root, (0,external_node_path_.dirname)(clone.objects)],
        controlPlane,
        confidentiality: (0,confidentiality/* openConfidentiality */.d)(assignment),
        claimedAt: now(),
    };
    const files = await (0,open_clone/* openCloneFiles */.Lf)(clone, {
        ...{ scratch: job.scratch, environment: job.environment, signal },
        objects: `${job.scratch}/prentice-git/objects`,
    });
    for (const note of agreed.notes)
        log.warning(note);
    const progress = {
        checkout: null,
        work: null,
        notices: agreed.notes,
        files: [],
        checks: null,
        uncommitted: 0,
    };
    const common = () => ({
        model: assignment.model,
        commit: clone.head,
        ...describe(progress, job.secrets.redact),
    });
    try {
        const stages = runStages(job, progress, { clone, files, agreed, apply: request.apply });
        return {
            ...common(),
            ...(await (0,stop/* runUntilAborted */.zH)(stages, signal, end_run/* GRACE_MS */.g3)),
            ...describe(progress, job.secrets.redact),
        };
    }
    catch (error) {
        if (error instanceof open_clone/* Obstacle */.I3)
            throw error;
        const ending = (0,run_failure/* outcomeOfError */.Sg)(error, signal, job.secrets.redact);
        const why = (0,outcome_outcome/* reasonOf */.A3)(ending);
        const isCancelled = ending.outcome === 'cancelled';
        if (!isCancelled && progress.checkout !== null && progress.work !== null)
            progress.files = (await (0,save_patch/* savePatch */.a)(job, progress.checkout))?.files ?? [];
        return {
            ...common(),
            outcome: isCancelled ? 'cancelled' : error instanceof Refused ? 'refused' : 'failed',
            reason: why && (0,local_plane/* rewordReason */.KW)(why),
            patch: isCancelled ? null : toBase64(saved),
            applied: request.apply && !isCancelled && saved !== null
                ? { ok: false, why: 'the change may not be published' }
                : null,
        };
    }
}
function requireUsable({ prompt }) {
    if (process.platform === 'win32')
        throw new open_clone/* Obstacle */.I3('`prentice try` needs Linux or macOS: on Windows, use it in WSL');
    if (prompt.length > job/* PROMPT_LIMIT */.lt)
        throw new open_clone/* Obstacle */.I3(`the prompt has more than ${job/* PROMPT_LIMIT */.lt} characters: shorten it`);
}
const describe = ({ work, notices, files, checks, uncommitted }, redact) => ({
    uncommitted,
    title: work?.outcome.title || null,
    body: work?.outcome.body || null,
    summary: work?.outcome.summary || null,
    files: files.map(redact),
    checks: checks && (0,outcome_outcome/* checksOutcome */.WK)(checks),
    refused: (work?.refusedPaths ?? []).map((refused) => ({
        path: redact(refused.path),
        why: redact((0,path_policy/* describeVerdict */.XZ)(refused)),
    })),
    usage: work?.outcome.usage ?? null,
    notices,
});
/** The rules do not allow the change. */
class Refused extends run_failure/* RunFailure */.ae {
}
async function runStages(job, progress, given) {
    const prepared = await (0,run_context/* runStage */.Si)(job, 'prepare', () => prepareLocally(job, given.clone));
    // The agent waits for neither before its first request. Both end before the folders of the run are removed.
    const filesWritten = prepared.filesWritten.then((written) => {
        // Before, a patch would show the files that are missing as deleted.
        progress.checkout = prepared.checkout;
        return written;
    });
    const uncommittedTold = tellUncommitted(job, progress, given);
    const ended = Promise.allSettled([filesWritten, uncommittedTold]);
    try {
        return await changeAndCheck(job, progress, { ...given, ...prepared, filesWritten, uncommittedTold });
    }
    finally {
        await ended;
    }
}
async function changeAndCheck(job, progress, { clone, files, agreed, apply, checkout, filesWritten, uncommittedTold, ...models }) {
    const present = Promise.resolve(checkout);
    const settings = await (0,read_settings/* readSettings */.sb)(job, present);
    for (const warning of settings.warnings)
        job.log.warning(warning);
    if (agreed.noCommands === null)
        await filesWritten;
    const commands = agreed.noCommands === null
        ? await (0,checks/* setUpCommands */.gf)(job, checkout, settings, await (0,checks/* openRunner */.NH)(job, present, Promise.resolve(settings)))
        : without(job, settings, agreed.noCommands);
    const work = await (0,run_context/* runStage */.Si)(job, 'agent', () => (0,agent/* runAgentStage */.P)(job, {
        ...{ checkout, ...models, settings, commands, filesWritten },
        readContext: async () => new Map(),
        images: Promise.resolve([]),
    }, ({ notices = [] }) => {
        progress.notices = [...agreed.notes, ...notices];
    }));
    progress.work = work;
    // Before the change is applied, which would count as uncommitted.
    await Promise.all([filesWritten, uncommittedTold]);
    const { outcome } = work;
    (0,agent/* failUnlessPublishable */.O)(outcome);
    const { rules } = settings;
    const planned = await (0,run_context/* runStage */.Si)(job, 'plan', () => (0,plan/* plan */.et)(job, checkout, { rules, outcome }));
    progress.files = planned.files;
    if (planned.plan.kind === 'refused')
        throw new Refused(planned.plan.reason);
    if (planned.plan.kind === 'nothing') {
        const why = (0,outcome_outcome/* reasonOf */.A3)((0,plan/* noChangeOutcome */.ux)(job, work, null));
        return {
            outcome: outcome.reason === null ? 'no-change' : 'failed',
            reason: why && (0,local_plane/* rewordReason */.KW)(why),
            patch: null,
            applied: null,
        };
    }
    const { tree } = planned.plan;
    if (commands.checks !== null)
        progress.checks = (await (0,checks/* runChecks */.JT)(job, commands.checks, { tree, outcome })).report;
    const { patch } = await (0,diff_patch/* makePatch */.Jb)({ ...checkout, tree }, LARGEST_PATCH);
    return {
        outcome: outcome.reason === null ? 'changed' : 'failed',
        reason: outcome.reason && (0,local_plane/* rewordReason */.KW)(outcome.reason),
        patch: toBase64((0,diff_patch/* redactPatch */.IW)(patch, job.secrets)),
        applied: apply ? await applyChange(clone, files, { startSha: checkout.startSha, tree }) : null,
    };
}
/** More than any change that the settings can allow. */
const LARGEST_PATCH = 512 * 1024 * 1024;
const toBase64 = (bytes) => bytes === null ? null : Buffer.from(bytes).toString('base64');
async function tellUncommitted({ log }, progress, { clone, files }) {
    const count = await (0,open_clone/* countUncommitted */.t$)(files, clone);
    progress.uncommitted = count;
    if (count > 0)
        log.warning(`${(0,format/* countOf */.pq)(count, 'uncommitted change')} ${count === 1 ? 'is' : 'are'} not included`);
}
async function prepareLocally(job, clone) {
    const explainMissing = (error) => {
        if (!clone.isPartial || job.signal.aborted)
            throw error;
        throw new open_clone/* Obstacle */.I3(`${clone.root} is a partial clone that lacks files of HEAD: get them with \`git sparse-checkout disable\`, or use a full clone`);
    };
    const { effort = null } = job.controlPlane.assignment;
    const options = { effort, log: job.log.info };
    const models = await (0,open_models/* openModels */.H)(job, (name) => (0,open_model.openModel)(name, job.environment, options));
    (0,run_context/* orFail */.M7)(models.model);
    const place = { ...job, workTree: job.workspace };
    const [fetched] = await Promise.all([(0,open_clone/* copyHead */.oM)(clone, place), (0,prepare/* loadAgent */.e)(models)]);
    const { write } = (0,run_context/* orFail */.M7)(await (0,checkout_checkout/* planWorkTree */.XW)(fetched, null).catch(explainMissing));
    job.log.info(`${clone.branch ?? 'HEAD'} is at ${clone.head}`);
    const checkout = {
        ...fetched,
        ...{ startSha: clone.head, merge: null, untrackedBefore: untracked_files/* NOTHING_UNTRACKED */.wc },
    };
    const filesWritten = write().then(run_context/* orFail */.M7, explainMissing);
    return { checkout, filesWritten, ...models };
}
function readAll(files) {
    const parsed = (0,parse_settings.parseSettings)(files);
    if (parsed.kind === 'invalid')
        throw (0,run_failure/* fail */.fJ)('config-invalid', (0,parse_settings.describeInvalid)(parsed));
    return parsed;
}
/** Asks for what a person would not expect from a command that they start: root, network, and other servers. */
async function agree(settings, { consent }, ask) {
    const notes = [];
    const wants = async (topic, about, question) => consent[topic] === 'yes' || (consent[topic] === 'ask' && (await ask(about, question)));
    let { mcp } = settings;
    if (mcp.length > 0 &&
        !(await wants('mcp', mcp.map(describeServer), 'May the agent ask these MCP servers?'))) {
        notes.push(`The MCP servers of the settings are left out: ${mcp.map(({ name }) => name).join(', ')} (--mcp --yes)`);
        mcp = [];
    }
    const noCommands = await findNoCommands(settings, consent, wants);
    if (noCommands !== null && (settings.checks !== null || settings.commands !== null))
        notes.push(`No command of the project runs: ${noCommands}`);
    return { settings: { ...settings, mcp }, noCommands, notes };
}
async function findNoCommands({ checks, commands }, consent, wants) {
    if (checks === null && commands === null)
        return 'the settings name none';
    if (consent.isolate === 'no')
        return 'use --isolate to run checks and commands, isolated from your files';
    const isRoot = process.getuid?.() === 0;
    if (!isRoot && !(await wants('isolate', [ROOT], 'May it use sudo?')))
        return 'nobody has agreed to sudo (--isolate --yes)';
    const setup = checks?.setup ?? commands?.setup ?? [];
    if (setup.length > 0 &&
        !(await wants('setup', setup.map(describeCommand), 'May these commands run, with network access?')))
        return 'nobody has agreed to `setup`, which they need (--setup --yes)';
    return null;
}
const ROOT = 'Isolation needs root: sudo starts unshare, mount and setpriv, and the commands run as a user without rights.';
const describeServer = ({ name, url, tools }) => `${name}: ${url} (${tools.join(', ')})`;
const describeCommand = ({ run }) => run;
/** The commands of a project, none of which runs. */
function without({ signal }, { checks }, why) {
    const place = { kind: 'not-run', why, setup: null };
    return {
        checks: checks && (0,open_checks/* openChecks */._g)({ plan: checks, place, signal, onResult: () => { } }),
        ...{ commandRunner: null, isSetUp: false, notices: [] },
    };
}

;// CONCATENATED MODULE: ../../lib/action/try/run-try.js




















/** What the command line starts. */
function startLocally(env, scaler) {
    (0,use_proxy.useProxy)(env);
    return { env, stop: (0,stop/* stopOnSignals */.ZI)(), scaler, now: monotonic_clock/* monotonicClock */.V };
}
/** `prentice try`: a run on a copy of a clone, from the request of the command line to the result for it. */
async function runTry(start) {
    const parent = (0,try_parent/* openParent */.j)(start.stop);
    const run = openLocalRuns(start);
    const request = await parent.request;
    const log = logTo(parent.send, run.secrets.redact);
    await parent.send({ type: 'ended', result: await run.start(request, { log, ask: parent.ask }) });
}
/** Local runs in this process. */
function openLocalRuns({ env, stop, scaler, now }) {
    const { all, secrets: found } = (0,read_environment/* readEnvironment */.Q)(env);
    const environment = withLocalKeys(all);
    const secrets = (0,secrets_secrets/* openSecrets */.c)(found, () => { });
    const { signal } = stop;
    return {
        environment,
        secrets,
        async start(request, { log, ask, hidden }) {
            const scratch = await (0,promises_.realpath)(await (0,promises_.mkdtemp)((0,external_node_path_.join)((0,external_node_os_.tmpdir)(), 'prentice-try-')));
            const place = {
                workspace: (0,external_node_path_.join)(scratch, 'work'),
                scratch: (0,external_node_path_.join)(scratch, 'run'),
                temp: (0,external_node_path_.join)(scratch, 'temp'),
            };
            try {
                for (const folder of Object.values(place))
                    await (0,promises_.mkdir)(folder);
                const run = {
                    ...place,
                    ...{ environment, apiUrl: '', secrets, log, now, signal },
                    ...(hidden !== undefined && { hidden }),
                    scaleImage: (0,scale_image/* openScaler */.L)({ ...scaler, signal }),
                    nonce: (0,external_node_crypto_.randomBytes)(4).toString('hex'),
                };
                return await runLocally(run, request, ask);
            }
            catch (error) {
                return notBegun(request, error, { signal, redact: secrets.redact });
            }
            finally {
                await cleanUp(scratch, request).catch((error) => log.warning(`The folder ${scratch} could not be removed: ${(0,format/* messageOf */.bD)(error)}`));
            }
        },
    };
}
/** The log of the command line. */
function logTo(send, redact) {
    const line = (level) => (text) => void send({ type: 'line', level, text });
    const [title, info, warning] = [line('title'), line('info'), line('warning')];
    return (0,log/* openLog */.Ne)(redact, {
        ...{ info, notice: info, warning, setFailed: warning },
        async group(text, work) {
            title(text);
            return work();
        },
        setSecret: () => { },
        setOutput: () => { },
        writeSummary: async () => { },
    });
}
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** A model on this machine asks for no key, but the packages of some providers do. */
function withLocalKeys(environment) {
    const keys = Object.entries(environment).flatMap(([name, url = '']) => {
        const key = name.replace(/_BASE_URL$/, '_API_KEY');
        const isLocal = key !== name && LOOPBACK.test(URL.parse(url.trim())?.hostname ?? '');
        return isLocal && !environment[key]?.trim() ? [[key, 'not-needed']] : [];
    });
    return { ...environment, ...Object.fromEntries(keys) };
}
/** Commands of the project can leave files that only root can remove. */
const cleanUp = (scratch, { consent }) => consent.isolate === 'no'
    ? (0,promises_.rm)(scratch, { recursive: true, force: true })
    : (0,overlay_folder/* removeWithChecks */.sL)((0,host_facts/* findRoot */.w)(process.getuid?.() === 0), scratch);
function notBegun({ model }, error, { signal, redact }) {
    const ending = (0,run_failure/* outcomeOfError */.Sg)(error, signal, redact);
    const why = (0,outcome_outcome/* reasonOf */.A3)(ending);
    const isObstacle = error instanceof open_clone/* Obstacle */.I3 && ending.outcome !== 'cancelled';
    return {
        outcome: ending.outcome === 'cancelled' ? 'cancelled' : 'failed',
        reason: isObstacle ? { code: 'input-invalid', message: redact(error.message) } : why && (0,local_plane/* rewordReason */.KW)(why),
        ...{ model, commit: null, uncommitted: 0, title: null, body: null, summary: null },
        ...{ files: [], patch: null, checks: null, refused: [], usage: null, notices: [], applied: null },
    };
}


/***/ })

};
