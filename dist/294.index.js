export const id = 294;
export const ids = [294];
export const modules = {

/***/ 9294:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  connectToServer: () => (/* binding */ connectToServer)
});

// UNUSED EXPORTS: HURRIED

// EXTERNAL MODULE: ../../lib/action/outcome/outcome.js
var outcome = __webpack_require__(9057);
// EXTERNAL MODULE: ../../lib/action/outcome/run-failure.js
var run_failure = __webpack_require__(1167);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/control-plane/server/oidc-token.js
var oidc_token = __webpack_require__(4906);
// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
;// CONCATENATED MODULE: ../../node_modules/is-network-error/index.js
const objectToString = Object.prototype.toString;

const isError = value => objectToString.call(value) === '[object Error]';

const errorMessages = new Set([
	'network error', // Chrome
	'NetworkError when attempting to fetch resource.', // Firefox
	'The Internet connection appears to be offline.', // Safari 16
	'Network request failed', // `cross-fetch`
	'fetch failed', // Undici (Node.js)
	'terminated', // Undici (Node.js)
	' A network error occurred.', // Bun (WebKit)
	'Network connection lost', // Cloudflare Workers (fetch)
]);

function isNetworkError(error) {
	const isValid = error
		&& isError(error)
		&& error.name === 'TypeError'
		&& typeof error.message === 'string';

	if (!isValid) {
		return false;
	}

	const {message, stack} = error;

	// Safari 17+ has generic message but no stack for network errors
	if (message === 'Load failed' || (message.startsWith('Load failed (') && message.endsWith(')'))) {
		return stack === undefined
			// Sentry adds its own stack trace to the fetch error, so also check for that
			|| '__sentry_captured__' in error;
	}

	// Deno network errors start with specific text
	if (message.startsWith('error sending request for url')) {
		return true;
	}

	// Chrome: exact "Failed to fetch" or with hostname: "Failed to fetch (example.com)"
	if (message === 'Failed to fetch' || (message.startsWith('Failed to fetch (') && message.endsWith(')'))) {
		return true;
	}

	// Standard network error messages
	return errorMessages.has(message);
}

;// CONCATENATED MODULE: ../../node_modules/p-retry/index.js


function validateRetries(retries) {
	if (typeof retries === 'number') {
		if (retries < 0) {
			throw new TypeError('Expected `retries` to be a non-negative number.');
		}

		if (Number.isNaN(retries)) {
			throw new TypeError('Expected `retries` to be a valid number or Infinity, got NaN.');
		}

		// Not `Number.isSafeInteger`, which would reject a huge `retries`. That is accepted on purpose and behaves as effectively forever.
		// eslint-disable-next-line unicorn/prefer-number-is-safe-integer
		if (Number.isFinite(retries) && !Number.isInteger(retries)) {
			throw new TypeError('Expected `retries` to be a non-negative integer or Infinity.');
		}
	} else if (retries !== undefined) {
		throw new TypeError('Expected `retries` to be a number or Infinity.');
	}
}

function validateNumberOption(name, value, {allowInfinity = false} = {}) {
	if (typeof value !== 'number' || Number.isNaN(value)) {
		throw new TypeError(`Expected \`${name}\` to be a number${allowInfinity ? ' or Infinity' : ''}.`);
	}

	if (!allowInfinity && !Number.isFinite(value)) {
		throw new TypeError(`Expected \`${name}\` to be a finite number.`);
	}

	if (value < 0) {
		throw new TypeError(`Expected \`${name}\` to be \u{2265} 0.`);
	}
}

function validateOption(name, value, type) {
	// `null` means "not provided", as it does for the other options. `unref` needs this because it is the one option with no default of its own.
	if (value === undefined || value === null) {
		return;
	}

	if (typeof value !== type) {
		throw new TypeError(`Expected \`${name}\` to be a ${type}.`);
	}
}

function validateSignal(value) {
	// `null` means "not provided", as it does for the other options.
	if (value === undefined || value === null) {
		return;
	}

	// Duck typed rather than `instanceof`, so a signal from another realm still works. All three methods are checked because `removeEventListener` is called from inside a timer callback, where a `TypeError` would be an uncaught exception rather than a rejection the caller could catch.
	if (typeof value.throwIfAborted !== 'function'
		|| typeof value.addEventListener !== 'function'
		|| typeof value.removeEventListener !== 'function') {
		throw new TypeError('Expected `signal` to be an AbortSignal.');
	}
}

class AbortError extends Error {
	constructor(message) {
		super(typeof message === 'string' ? message : undefined);

		this.name = 'AbortError';

		if (message instanceof Error) {
			this.originalError = message;
			({message} = message);
		} else {
			// Created here, so it already captures every caller frame. Copying `this.stack` instead would only rewrite the header, which is rendered lazily from `name` and `message` at read time. It also stringifies a non-string message, so reuse its result below.
			this.originalError = new Error(message);
			({message} = this.originalError);

			// The caller sees this error, so the frame for this constructor is dropped where the runtime supports it. Left in, the top frame blames p-retry for an error the caller threw. An error the caller passed keeps its own stack, which points at their throw site already. V8-only, hence the lint exception, and the optional call leaves the stack as it is where it is missing.
			// eslint-disable-next-line unicorn/no-nonstandard-builtin-properties
			Error.captureStackTrace?.(this.originalError, AbortError);
		}

		this.message = message;
	}
}

// `setTimeout` cannot represent a longer delay and fires it right away instead, which turns a long backoff into a tight retry loop. Cap at the largest value it can still hold.
const maximumDelay = (2 ** 31) - 1;

function calculateDelay(retriesConsumed, options) {
	// Nothing to wait for, and multiplying by a factor that has grown to `Infinity` would give `NaN`.
	if (options.minTimeout === 0) {
		return 0;
	}

	// `retriesConsumed` starts at 0 and only ever counts up, so the first retry is already attempt 1.
	const attempt = retriesConsumed + 1;
	const random = options.randomize ? (Math.random() + 1) : 1;

	const timeout = Math.round(random * options.minTimeout * (options.factor ** (attempt - 1)));

	// `maxTimeout` rounds up, so a fractional cap still gives a whole number of milliseconds. Rounding down would turn a cap below 1 into no timer at all, which never yields to the event loop. `Math.ceil(Infinity)` is `Infinity`.
	return Math.min(timeout, Math.ceil(options.maxTimeout), maximumDelay);
}

function calculateRemainingTime(start, max) {
	return Number.isFinite(max) ? max - (performance.now() - start) : max;
}

async function delayForRetry(delay, options) {
	if (delay <= 0) {
		return;
	}

	await new Promise((resolve, reject) => {
		// Registered with `once`, so it removes itself when it fires.
		const onAbort = () => {
			clearTimeout(timeoutToken);
			reject(options.signal.reason);
		};

		const timeoutToken = setTimeout(() => {
			options.signal?.removeEventListener('abort', onAbort);
			resolve();
		}, delay);

		if (options.unref) {
			timeoutToken.unref?.();
		}

		options.signal?.addEventListener('abort', onAbort, {once: true});
	});
}

// Stringifying a thrown value can itself throw, for an object with no usable `toString`. That must never be allowed to replace the failure the caller is actually dealing with.
//
// A thrown value whose own accessors or proxy traps throw is not supported, here or anywhere else. It comes from the caller's own code, so it is not something to defend against.
function stringifyThrownValue(value) {
	try {
		return String(value);
	} catch {
		return Object.prototype.toString.call(value);
	}
}

// `AbortError` wraps the error the caller actually wants, and the wrappers can be nested, so keep unwrapping until the cause is reached. Otherwise an `AbortError` would escape `pRetry` and a `catch` doing `error instanceof AbortError` would read a real failure as a cancellation.
//
// Two wrappers whose `originalError` points at each other are not supported, like the thrown values above.
function unwrapAbortError(error) {
	let cause = error;

	// A wrapper with no error to unwrap to is the cause as far as it goes.
	while (cause instanceof AbortError && cause.originalError instanceof Error) {
		cause = cause.originalError;
	}

	return cause;
}

async function onAttemptFailure({error, attemptNumber, retriesConsumed, startTime, options}) {
	// The signal is checked after the operation and after every callback, so a cancellation is never reported as an operation failure or a callback's decision, and no callback runs after it. The last check also guards the delay, whose abort listener never fires on a signal that is already aborted.
	const abortIfNeeded = () => {
		options.signal?.throwIfAborted();
	};

	const normalizedError = error instanceof Error
		? error
		: new TypeError(`Non-error was thrown: "${stringifyThrownValue(error)}". You should only throw errors.`);

	// Checked before unwrapping an `AbortError`, because the reason a caller aborted with is final. Unwrapping it would replace the reason they chose with whatever is inside it, and it would also let an `AbortError` from the operation outrank a cancellation the caller asked for.
	abortIfNeeded();

	if (normalizedError instanceof AbortError) {
		throw unwrapAbortError(normalizedError);
	}

	// `retriesConsumed` only ever advances while `retriesLeft` is above 0, so this is never negative. `Infinity` minus a finite count is `Infinity`, so an unlimited budget needs no special case.
	const retriesLeft = options.retries - retriesConsumed;

	// A `TypeError` normally means the operation itself is broken rather than the thing it was trying to reach, so retrying it does not help. A network `TypeError` is the exception, and its message differs per runtime, so it has to be recognised rather than assumed.
	const isRetriableError = !(normalizedError instanceof TypeError) || isNetworkError(normalizedError);

	// Out of time already, out of retries, or a failure that is never retried, so the delay is 0 and the callbacks are told that no retry follows. Only computed when a retry can still follow, so a randomized delay does not draw from `Math.random` for a wait that is never taken.
	const timeLeft = calculateRemainingTime(startTime, options.maxRetryTime);
	const delayTime = isRetriableError && timeLeft > 0 && retriesLeft > 0 ? calculateDelay(retriesConsumed, options) : 0;

	const consumeRetryContext = Object.freeze({
		error: normalizedError,
		attemptNumber,
		retriesLeft,
		retriesConsumed,
		retryDelay: delayTime,
	});

	// No answer means no opinion, so fall back to the default. Treating it as `false` instead would leave `retries` uncounted and let the loop run forever.
	const consumeRetry = (await options.shouldConsumeRetry(consumeRetryContext)) ?? true;

	abortIfNeeded();

	const effectiveDelay = consumeRetry ? delayTime : 0;
	const context = Object.freeze({
		error: normalizedError,
		attemptNumber,
		retriesLeft,
		retriesConsumed,
		retryDelay: effectiveDelay,
	});

	await options.onFailedAttempt(context);

	abortIfNeeded();

	const remainingTime = calculateRemainingTime(startTime, options.maxRetryTime);

	// No time or budget left, or a failure that retrying cannot help with.
	if (
		!isRetriableError
		|| remainingTime <= 0
		|| retriesLeft <= 0
	) {
		throw normalizedError;
	}

	const shouldRetry = await options.shouldRetry(context);

	abortIfNeeded();

	if (!shouldRetry) {
		throw normalizedError;
	}

	const remainingTimeAfterShouldRetry = calculateRemainingTime(startTime, options.maxRetryTime);

	if (remainingTimeAfterShouldRetry <= 0) {
		throw normalizedError;
	}

	if (!consumeRetry) {
		return false;
	}

	await delayForRetry(Math.min(effectiveDelay, remainingTimeAfterShouldRetry), options);

	return true;
}

async function pRetry(input, options = {}) {
	options = {...options};

	// Applied before validating, so that `null` means "not provided" here as it does for every other option.
	options.retries ??= 10;

	validateRetries(options.retries);

	if (Object.hasOwn(options, 'forever')) {
		throw new Error('The `forever` option is no longer supported. For many use-cases, you can set `retries: Infinity` instead.');
	}

	options.factor ??= 2;
	options.minTimeout ??= 1000;
	options.maxTimeout ??= Infinity;
	options.maxRetryTime ??= Infinity;
	options.randomize ??= false;
	options.onFailedAttempt ??= () => {};
	options.shouldRetry ??= () => true;
	options.shouldConsumeRetry ??= () => true;

	// Validate the options that have a runtime type to check.
	validateOption('onFailedAttempt', options.onFailedAttempt, 'function');
	validateOption('shouldRetry', options.shouldRetry, 'function');
	validateOption('shouldConsumeRetry', options.shouldConsumeRetry, 'function');
	validateOption('randomize', options.randomize, 'boolean');
	validateOption('unref', options.unref, 'boolean');
	validateSignal(options.signal);
	validateNumberOption('factor', options.factor);
	validateNumberOption('minTimeout', options.minTimeout);
	validateNumberOption('maxTimeout', options.maxTimeout, {allowInfinity: true});
	validateNumberOption('maxRetryTime', options.maxRetryTime, {allowInfinity: true});

	// A negative factor is rejected above, so this only catches `0`. Treat it as `1` to keep the delay constant instead of dropping to zero after the first retry.
	if (options.factor === 0) {
		options.factor = 1;
	}

	options.signal?.throwIfAborted();

	let attemptNumber = 0;
	let retriesConsumed = 0;
	const startTime = performance.now();

	// A consumed count is always finite, so `Infinity` keeps this true and needs no special case.
	while (retriesConsumed <= options.retries) {
		attemptNumber++;

		try {
			options.signal?.throwIfAborted();

			const result = await input(attemptNumber);

			options.signal?.throwIfAborted();

			return result;
		} catch (error) {
			if (await onAttemptFailure({
				error,
				attemptNumber,
				retriesConsumed,
				startTime,
				options,
			})) {
				retriesConsumed++;
			}
		}
	}

	// Unreachable: `onAttemptFailure` throws once `retriesLeft` reaches 0, which is the same state the loop condition tests, so the loop is always left by a throw. Kept as a guard against a future change to either side breaking that pairing.
	throw new Error('Retry attempts exhausted without throwing an error.');
}

function makeRetriable(function_, options) {
	return function (...arguments_) {
		return pRetry(() => function_.apply(this, arguments_), options);
	};
}

// EXTERNAL MODULE: ../../node_modules/zod/v4/core/errors.js
var errors = __webpack_require__(7232);
// EXTERNAL MODULE: ../../lib/contract/github.js
var github = __webpack_require__(5119);
// EXTERNAL MODULE: ../../lib/contract/job.js
var job = __webpack_require__(8909);
// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/protocol.js
var protocol = __webpack_require__(1158);
;// CONCATENATED MODULE: ../../lib/action/control-plane/server/request.js







// Egress: sends what `openServerClient` has redacted, and the patch of `savePatch`.
/** The server's response is an error, or does not follow the runner protocol. */
class ServerRefusal extends Error {
    status;
    /** Seconds of the `Retry-After` header. */
    retryAfter;
    /** Set if the server says that the run must end, and why. */
    reason;
    constructor(status, message, retryAfter, reason = null) {
        super(message);
        this.name = 'ServerRefusal';
        this.status = status;
        this.retryAfter = retryAfter;
        this.reason = reason;
    }
}
/** One request, no retries. Throws `ServerRefusal`, or the error of `fetch` if there was no response. */
async function requestServer(call, schema) {
    // A redirect would send the run secret to another address.
    const response = await fetch(call.url, {
        method: call.method,
        headers: { ...call.headers, 'user-agent': github/* ACTION_USER_AGENT */.Xb },
        body: call.body,
        redirect: 'error',
        signal: call.signal,
    });
    const text = await response.text();
    if (!response.ok)
        throw refusalOf(response, messageOf(response.status, text));
    const parsed = schema.safeParse(text === '' ? undefined : parseJson(text));
    if (parsed.success)
        return parsed.data;
    const wrong = `its response does not follow the runner protocol; does \`app-url\` name a Prentice server?`;
    throw new ServerRefusal(response.status, `${wrong} ${errors/* prettifyError */.S1(parsed.error)}`, null);
}
function refusalOf(response, message) {
    const reason = reasons/* ReportedReason */.Kj.safeParse({ code: response.headers.get(protocol/* REASON_HEADER */.Hq), message });
    return new ServerRefusal(response.status, message, retryAfterOf(response), reason.data ?? null);
}
function messageOf(status, text) {
    const parsed = job/* ErrorBody */.Fw.safeParse(parseJson(text));
    return parsed.success ? parsed.data.error : `the server responded with HTTP ${status}`;
}
/** A proxy in front of the server may respond in HTML. */
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        return null;
    }
}
function retryAfterOf(response) {
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}
/** No shorter than `policy`, and up to a deadline by the same clock as `now`. Pure. */
const untilDeadline = (policy, deadline, now) => ({
    ...policy,
    totalMs: Math.max(policy.totalMs, deadline - now),
});
/**
 * Long enough for a restart of the server, and for the two and a half minutes in which it doubts a refusal of GitHub. Short
 * compared to the time limit of the workflow job.
 */
const DEFAULT_RETRIES = { totalMs: 240_000, firstWaitMs: 1000 };
const MAX_WAIT_MS = 20_000;
/** Retries if there is no response, on 5xx and on 429. Other responses are final. `onRetry` is called before each wait. */
function withRetries(call, policy, signal, onRetry = () => { }) {
    return pRetry(() => call().catch(asError), {
        retries: Number.POSITIVE_INFINITY,
        maxRetryTime: policy.totalMs,
        minTimeout: policy.firstWaitMs,
        maxTimeout: MAX_WAIT_MS,
        randomize: true,
        signal,
        shouldRetry: ({ error }) => isTransient(error),
        onFailedAttempt: async ({ error }) => {
            if (isTransient(error))
                onRetry(error);
            if (error instanceof ServerRefusal && error.retryAfter !== null && isTransient(error)) {
                await (0,promises_.setTimeout)(waitMsOf(error.retryAfter), undefined, { signal });
            }
        },
    });
}
/** Seconds of a `Retry-After` header as milliseconds, no longer than any other wait. */
const waitMsOf = (retryAfter) => Math.min(retryAfter * 1000, MAX_WAIT_MS);
function isTransient(error) {
    return !(error instanceof ServerRefusal) || error.status === 429 || error.status >= 500;
}
/** `fetch` throws TypeErrors with varying texts; p-retry does not retry a TypeError that it does not recognize. */
function asError(error) {
    if (!(error instanceof TypeError))
        throw error;
    const cause = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(cause, { cause: error });
}

;// CONCATENATED MODULE: ../../lib/action/control-plane/server/progress-reporter.js


const REPORT_INTERVALS = { flushMs: 2000, heartbeatMs: 20_000 };
/** Long enough for a restart of the server. The result, which matters more, waits meanwhile. */
const LAST_EVENTS_RETRIES = { totalMs: 60_000, firstWaitMs: 1000 };
/** An unreachable server does not end the run: events wait, and the result has its own retries. */
function openProgressReporter(options) {
    const queue = openEventQueue(options.now);
    const inbox = openMessageInbox(options.acknowledged);
    let acknowledged = options.acknowledged;
    let sentAt = options.now();
    let running = null;
    let isUnreachable = false;
    let closed = false;
    /** Resolves to whether the next batch can follow. */
    const flush = async (send) => {
        const batch = queue.nextBatch();
        const last = batch.at(-1)?.seq ?? 0;
        sentAt = options.now();
        try {
            const answer = await send({ events: batch, acknowledged });
            queue.settle(last);
            inbox.put(answer.messages);
            if (answer.stop)
                options.onStop();
            isUnreachable = false;
            return true;
        }
        catch (error) {
            const hasEnded = error instanceof ServerRefusal && (error.status === 409 || error.status === 410);
            if (hasEnded)
                options.onStop();
            // Events that the server rejects must not block the next ones.
            if (!isTransient(error))
                queue.settle(last);
            // A run that is stopped breaks off its request: not the server's doing.
            if (!isUnreachable && !closed && !options.signal.aborted)
                options.warn(`The server did not accept the progress of this run: ${(0,format/* messageOf */.bD)(error)}. The work continues.`);
            isUnreachable = true;
            return !hasEnded && !isTransient(error);
        }
    };
    const flushOnce = () => {
        running ??= flush(options.send).finally(() => {
            running = null;
        });
        return running;
    };
    const timer = setInterval(() => {
        if (queue.size > 0 || options.now() - sentAt >= options.intervals.heartbeatMs)
            void flushOnce();
    }, options.intervals.flushMs);
    return {
        report(event) {
            queue.add(event);
            if (event.type === 'message')
                acknowledged = Math.max(acknowledged, event.number);
        },
        takeMessages: () => inbox.take(),
        get acknowledged() {
            return acknowledged;
        },
        async close() {
            clearInterval(timer);
            await running;
            const send = (request) => withRetries(() => options.send(request), options.lastRetries, options.signal);
            let canFollow = true;
            while (queue.size > 0 && canFollow)
                canFollow = await flush(send);
        },
        abandon() {
            clearInterval(timer);
            closed = true;
        },
    };
}
/** `known`: highest prompt number in the assignment. */
function openMessageInbox(known) {
    let highest = known;
    let waiting = [];
    return {
        put(messages) {
            for (const message of messages.toSorted((a, b) => a.number - b.number)) {
                if (message.number <= highest)
                    continue;
                highest = message.number;
                waiting.push(message);
            }
        },
        take() {
            const taken = waiting;
            waiting = [];
            return taken;
        },
    };
}
/** Limits of one request. */
const BATCH_EVENTS = 500;
const BATCH_BYTES = 60 * 1024;
function openEventQueue(now) {
    let waiting = [];
    let last = 0;
    return {
        add(event) {
            last += 1;
            waiting.push({ seq: last, at: new Date(now()).toISOString(), event });
        },
        nextBatch: () => takeBatch(waiting),
        settle(seq) {
            waiting = waiting.filter((event) => event.seq > seq);
        },
        get size() {
            return waiting.length;
        },
    };
}
function takeBatch(waiting) {
    const batch = [];
    let bytes = 0;
    for (const event of waiting.slice(0, BATCH_EVENTS)) {
        bytes += Buffer.byteLength(JSON.stringify(event)) + 1;
        if (bytes > BATCH_BYTES && batch.length > 0)
            break;
        batch.push(event);
    }
    return batch;
}

// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/assignment.js + 1 modules
var assignment = __webpack_require__(682);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/publish.js
var publish = __webpack_require__(5783);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/result.js
var result = __webpack_require__(5283);
;// CONCATENATED MODULE: ../../lib/action/control-plane/server/server-client.js






const CALL_TIMEOUT_MS = 20_000;
const PATCH_TIMEOUT_MS = 60_000;
function openServerClient(access) {
    const send = async (request, schema) => {
        const signal = AbortSignal.any([request.signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]);
        const authorization = request.withToken
            ? { authorization: `Bearer ${await access.mintIdToken(signal)}` }
            : {};
        const headers = {
            'content-type': 'application/json',
            [protocol/* RUN_SECRET_HEADER */.Bs]: access.runSecret,
            ...authorization,
        };
        const body = JSON.stringify(request.body, (_, part) => typeof part === 'string' ? access.redact(part) : part);
        return requestServer({ url: access.appUrl + request.path, method: 'POST', headers, body, signal }, schema);
    };
    const sendWithRetries = (path, body, schema, { retryPolicy, onRetry } = access) => {
        const call = { path, body, withToken: true, signal: access.signal };
        return withRetries(() => send(call, schema), retryPolicy, access.signal, onRetry);
    };
    return {
        register: (request) => sendWithRetries(protocol/* runnerPaths */.$7.register(), request, protocol/* RegisterResponse */.bk),
        claim: (run) => sendWithRetries(protocol/* runnerPaths */.$7.claim(), { run, protocol: protocol/* PROTOCOL_VERSION */.WP, features: protocol/* FEATURES */.Gv }, assignment/* Assignment */.In),
        fetchPushToken: (run, request, patience) => sendWithRetries(protocol/* runnerPaths */.$7.pushToken(run), request, publish/* PushTokenResponse */.x, patience),
        commitMerge: (run, request, patience) => sendWithRetries(protocol/* runnerPaths */.$7.merge(run), request, publish/* MergeResponse */.SG, patience),
        sendEvents: (run, body) => send({ path: protocol/* runnerPaths */.$7.events(run), body, withToken: false, signal: access.signal }, protocol/* EventsResponse */.zi),
        sendResult: (run, body, retryPolicy, signal) => {
            const call = { path: protocol/* runnerPaths */.$7.result(run), body, withToken: false, signal };
            return withRetries(() => send(call, result/* ResultResponse */.Nt), retryPolicy, signal);
        },
        savePatch: (run, patch) => withRetries(() => putPatch(access, run, patch), access.retryPolicy, access.signal),
    };
}
async function putPatch(access, run, patch) {
    const signal = AbortSignal.any([access.signal, AbortSignal.timeout(PATCH_TIMEOUT_MS)]);
    const headers = { 'content-type': 'text/x-diff', [protocol/* RUN_SECRET_HEADER */.Bs]: access.runSecret };
    const url = access.appUrl + protocol/* runnerPaths */.$7.patch(run);
    await requestServer({ url, method: 'PUT', headers, body: patch, signal }, schemas/* unknown */.L5J());
}

;// CONCATENATED MODULE: ../../lib/action/control-plane/server/connect-to-server.js







/** The rest of the seven seconds between SIGINT and the end, after the stages have stopped. */
const HURRIED = { retryPolicy: { totalMs: 2500, firstWaitMs: 300 }, timeoutMs: 3000 };
const RESULT_TIMEOUT_MS = 180_000;
const NOTE_LENGTH = 300;
async function connectToServer(mode, runner) {
    const { idTokens } = runner;
    if (idTokens === null) {
        throw (0,run_failure/* fail */.fJ)('input-invalid', 'the workflow may not request an OIDC token: add `permissions: id-token: write` to it');
    }
    const mint = async (signal) => {
        const token = await (0,oidc_token/* mintIdToken */.n)(idTokens, mode.appUrl, signal);
        runner.secrets.add(token);
        return token;
    };
    const { appUrl } = mode;
    const { runSecret, signal, retryPolicy = DEFAULT_RETRIES } = runner;
    const client = openServerClient({
        ...{ appUrl, runSecret, signal },
        redact: runner.secrets.redact,
        mintIdToken: mint,
        retryPolicy,
    });
    try {
        const named = mode.kind === 'register' ? mode.request.fallbackModels : undefined;
        const run = mode.kind === 'claim' ? mode.run : (await client.register(mode.request)).run;
        const assignment = await client.claim(run);
        runner.secrets.add(assignment.fetchToken);
        if (assignment.context !== undefined)
            runner.secrets.add(assignment.context.token);
        if (named !== undefined && !assignment.features?.includes('fallback-models'))
            runner.log.warning('`fallback-models` has no effect: the server is too old for it');
        return { kind: 'claimed', controlPlane: openControlPlane(assignment, client, { ...runner, retryPolicy }) };
    }
    catch (error) {
        return refusedOrThrow(error, mode, runner.signal);
    }
}
function refusedOrThrow(error, { kind }, signal) {
    signal.throwIfAborted();
    if (!(error instanceof ServerRefusal)) {
        throw (0,run_failure/* fail */.fJ)('action-failed', `the server could not be reached: ${(0,format/* messageOf */.bD)(error)}`, error);
    }
    if (error.reason !== null)
        throw new run_failure/* RunFailure */.ae(error.reason, { cause: error });
    // A registration consists of inputs.
    if (kind === 'register' && error.status === 400)
        throw (0,run_failure/* fail */.fJ)('input-invalid', error.message, error);
    switch (error.status) {
        case 409:
            return {
                kind: 'taken',
                note: `Another runner has this run. There is nothing to do. (${error.message})`,
            };
        case 410:
            return { kind: 'taken', note: `The run has ended. There is nothing to do. (${error.message})` };
        case 426:
            throw (0,run_failure/* fail */.fJ)('action-too-old', error.message, error);
        default:
            throw (0,run_failure/* fail */.fJ)('action-failed', `the server refused the run (HTTP ${error.status}): ${error.message}`, error);
    }
}
/** A refusal may say why the run must end. */
function failWithReason(error) {
    if (!(error instanceof ServerRefusal) || error.reason === null)
        throw error;
    throw new run_failure/* RunFailure */.ae(error.reason, { cause: error });
}
/** An older server refuses events that it does not know. */
const FEATURE_OF = {
    retry: 'retries',
    fallback: 'fallback-models',
};
function openControlPlane(assignment, client, runner) {
    const { run } = assignment;
    const progress = openProgressReporter({
        send: (request) => client.sendEvents(run, request),
        acknowledged: Math.max(...assignment.prompts.map((prompt) => prompt.number)),
        onStop: runner.onStop,
        warn: runner.log.warning,
        now: runner.now,
        intervals: REPORT_INTERVALS,
        lastRetries: LAST_EVENTS_RETRIES,
        signal: runner.signal,
    });
    /** The work is done: to wait for the server or GitHub costs less than to do it again. */
    const patienceUntil = (deadline) => {
        let isTold = false;
        return {
            retryPolicy: untilDeadline(runner.retryPolicy, deadline, runner.now()),
            onRetry(error) {
                if (isTold)
                    return;
                isTold = true;
                const text = runner.secrets.redact(`The server cannot help with the push yet (${error.message}): waiting.`);
                progress.report({ type: 'note', text: (0,format/* truncateLine */.rT)(text, NOTE_LENGTH) });
                runner.log.info(text);
            },
        };
    };
    return {
        assignment,
        report(event) {
            const feature = FEATURE_OF[event.type];
            if (feature === undefined || assignment.features?.includes(feature))
                progress.report(event);
        },
        takeMessages: progress.takeMessages,
        findInstructions: async () => assignment.instructions,
        findSettings: async () => ({
            checks: assignment.checks ?? null,
            commands: assignment.commands ?? null,
            rules: assignment.rules,
            workingDirectory: assignment.workingDirectory ?? null,
            mcp: assignment.mcp ?? [],
            warnings: assignment.warnings ?? [],
        }),
        async getPushAccess(plan, deadline) {
            const request = { acknowledged: progress.acknowledged, plan };
            const answer = await client.fetchPushToken(run, request, patienceUntil(deadline)).catch(failWithReason);
            runner.secrets.add(answer.token);
            return { token: answer.token, repository: answer.repository ?? assignment.repository };
        },
        commitMerge: (request, deadline) => client.commitMerge(run, request, patienceUntil(deadline)).catch(failWithReason),
        savePatch: (patch) => client.savePatch(run, patch),
        async finish(end, isHurried) {
            if (runner.signal.aborted)
                progress.abandon();
            else
                await progress.close();
            const retryPolicy = isHurried ? HURRIED.retryPolicy : DEFAULT_RETRIES;
            const signal = AbortSignal.timeout(isHurried ? HURRIED.timeoutMs : RESULT_TIMEOUT_MS);
            const answer = await client.sendResult(run, (0,outcome/* resultOf */.Bg)(end, progress.acknowledged), retryPolicy, signal);
            runner.log.info(`${answer.recorded ? 'The server recorded the result' : 'The server did not record the result'}: ${answer.note}`);
        },
    };
}


/***/ })

};
