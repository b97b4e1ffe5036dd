export const id = 64;
export const ids = [64];
export const modules = {

/***/ 4683:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  runStep: () => (/* binding */ runStep)
});

// EXTERNAL MODULE: ../../node_modules/@actions/core/lib/core.js + 7 modules
var core = __webpack_require__(2322);
// EXTERNAL MODULE: ../../lib/action/checks/isolation/host-facts.js + 1 modules
var host_facts = __webpack_require__(560);
// EXTERNAL MODULE: ../../lib/action/checks/isolation/overlay-folder.js
var overlay_folder = __webpack_require__(3826);
// EXTERNAL MODULE: ../../lib/action/log/log.js
var log = __webpack_require__(2137);
// EXTERNAL MODULE: external "node:fs/promises"
var promises_ = __webpack_require__(1455);
// EXTERNAL MODULE: external "node:path"
var external_node_path_ = __webpack_require__(6760);
// EXTERNAL MODULE: external "node:timers/promises"
var external_node_timers_promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ../../lib/action/outcome/end-main-step.js



/** Longer than a main step takes to report that it was cancelled. */
const GRACE_MS = 15_000;
const POLL_MS = 50;
/**
 * For the post step: ends a main step that is alive. When a job in a container is cancelled, the runner ends the client of
 * Docker, and the process in the container continues: https://github.com/moby/moby/issues/9098. `gone`: there was none.
 */
async function endMainStep({ pid, program }, graceMs = GRACE_MS) {
    if (!(await isAlive(pid, program)))
        return 'gone';
    process.kill(pid, 'SIGINT');
    for (let waited = 0; waited < graceMs; waited += POLL_MS) {
        await (0,external_node_timers_promises_.setTimeout)(POLL_MS);
        if (!(await isAlive(pid, program)))
            return 'ended';
    }
    process.kill(pid, 'SIGKILL');
    while (await isAlive(pid, program))
        await (0,external_node_timers_promises_.setTimeout)(POLL_MS);
    return 'killed';
}
/** Whether the process runs this program. The number of one that has ended may be another's by now. */
async function isAlive(pid, program) {
    try {
        const words = (await (0,promises_.readFile)(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
        return words.some((word) => (0,external_node_path_.resolve)(word) === program);
    }
    catch (error) {
        if (error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH'].includes(String(error.code)))
            return false;
        throw error;
    }
}

// EXTERNAL MODULE: ../../lib/action/outcome/stop.js
var stop = __webpack_require__(4085);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
;// CONCATENATED MODULE: ../../lib/action/run-step.js







// Egress: saves a word, the path of the scratch folder and the comment about the run for the post step.
const STARTED = 'started';
const PID = 'pid';
const SCRATCH = 'scratch';
const COMMENT = 'comment';
/** The main step or the post step: GitHub keeps the state that the main step saves and gives it to the post step. */
async function runStep({ program, scaler }) {
    if (core/* getState */.Gu(STARTED) === '')
        await mainStep(scaler);
    else
        await postStep(program);
}
async function mainStep(scaler) {
    const obstacle = saveStart();
    // The post step does not need it, and starts in less time without it.
    const { runAction } = await Promise.all(/* import() */[__webpack_require__.e(477), __webpack_require__.e(167), __webpack_require__.e(594), __webpack_require__.e(822)]).then(__webpack_require__.bind(__webpack_require__, 8822));
    await runAction({
        env: process.env,
        commands: log/* commandsOfProcess */.hh,
        stop: (0,stop/* stopOnSignals */.ZI)(),
        scaler,
        obstacle,
        rememberScratch: (path) => core/* saveState */.LZ(SCRATCH, path),
        rememberComment: (pending) => core/* saveState */.LZ(COMMENT, pending),
    });
}
/** Tells the post step that it is one. `null`: done. Otherwise why not, which the main step reports. */
function saveStart() {
    try {
        core/* saveState */.LZ(STARTED, 'true');
        core/* saveState */.LZ(PID, process.pid);
        return null;
    }
    catch (error) {
        return error;
    }
}
async function postStep(program) {
    const pid = Number(core/* getState */.Gu(PID));
    const main = pid > 0 ? await endMainStep({ pid, program }) : 'gone';
    await Promise.all([
        cleanUp(core/* getState */.Gu(SCRATCH)),
        // A main step that ended now has said itself how.
        main === 'ended' ? undefined : writeComment(core/* getState */.Gu(COMMENT)),
    ]);
}
/** Without a server: what a main step that was killed could not say where somebody had asked. */
async function writeComment(state) {
    if (state === '')
        return;
    const [{ useProxy }, { writePendingComment }] = await Promise.all([
        Promise.all(/* import() */[__webpack_require__.e(477), __webpack_require__.e(167), __webpack_require__.e(247)]).then(__webpack_require__.bind(__webpack_require__, 247)),
        Promise.all(/* import() */[__webpack_require__.e(477), __webpack_require__.e(329), __webpack_require__.e(167), __webpack_require__.e(416), __webpack_require__.e(411)]).then(__webpack_require__.bind(__webpack_require__, 5256)),
    ]);
    useProxy(process.env);
    await writePendingComment(state, process.env).catch((error) => {
        (0,log/* openLog */.Ne)(String, log/* commandsOfProcess */.hh).warning(`The comment about the run could not be changed: ${(0,format/* messageOf */.bD)(error)}`);
    });
}
/**
 * Reports nothing to the server, even if the main step was killed: the run secret, which a report needs, is never
 * written to disk. The server learns from GitHub that the run has ended.
 */
async function cleanUp(scratch) {
    if (scratch === '')
        return;
    await (0,overlay_folder/* removeWithChecks */.sL)((0,host_facts/* findRoot */.w)(process.getuid?.() === 0), scratch).catch((error) => {
        (0,log/* openLog */.Ne)(String, log/* commandsOfProcess */.hh).warning(`The folder ${scratch} could not be removed: ${(0,format/* messageOf */.bD)(error)}`);
    });
}


/***/ })

};
