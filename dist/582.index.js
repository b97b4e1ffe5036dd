export const id = 582;
export const ids = [582];
export const modules = {

/***/ 2582:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openModel: () => (/* binding */ openModel)
});

// UNUSED EXPORTS: refuseRedirects

;// CONCATENATED MODULE: ../../lib/contract/model-data.js
/** Written from docs/models.md by `npm run describe`. */
/** US dollars per million tokens: input, cached input, cache write, output. */
const PRICES = {
    'anthropic/claude-mythos-5-1': [10, 0.25, 12.5, 50],
    'anthropic/claude-mythos-5': [10, 1, 12.5, 50],
    'anthropic/claude-fable-5-1': [10, 0.25, 12.5, 50],
    'anthropic/claude-fable-5': [10, 1, 12.5, 50],
    'anthropic/claude-opus-5-5': [4, 0.2, 5, 20],
    'anthropic/claude-opus-5': [5, 0.5, 6.25, 25],
    'anthropic/claude-opus-4-8': [5, 0.5, 6.25, 25],
    'anthropic/claude-opus-4-7': [5, 0.5, 6.25, 25],
    'anthropic/claude-opus-4-6': [5, 0.5, 6.25, 25],
    'anthropic/claude-opus-4-5': [5, 0.5, 6.25, 25],
    'anthropic/claude-opus-4-1': [15, 1.5, 18.75, 75],
    'anthropic/claude-opus-4': [15, 1.5, 18.75, 75],
    'anthropic/claude-sonnet-5-5': [2, 0.1, 2.5, 10],
    'anthropic/claude-sonnet-5': [2, 0.2, 2.5, 10],
    'anthropic/claude-sonnet-4-6': [3, 0.3, 3.75, 15],
    'anthropic/claude-sonnet-4-5': [3, 0.3, 3.75, 15],
    'anthropic/claude-sonnet-4': [3, 0.3, 3.75, 15],
    'anthropic/claude-haiku-5-5': [0.5, 0.05, 0.625, 2.5],
    'anthropic/claude-haiku-4-5': [1, 0.1, 1.25, 5],
    'openai/gpt-6.1-sol': [2, 0.1, 2.5, 10],
    'openai/gpt-6.1-terra': [1, 0.05, 1.25, 5],
    'openai/gpt-6-sol': [2, 0.2, 2.5, 10],
    'openai/gpt-6-luna': [0.1, 0.01, 0.125, 0.5],
    'openai/gpt-5.6-sol': [5, 0.5, 6.25, 30],
    'openai/gpt-5.6-terra': [2, 0.2, 2.5, 12],
    'openai/gpt-5.6-luna': [0.2, 0.02, 0.25, 1.2],
    'openai/gpt-5.5': [5, 0.5, 5, 30],
    'openai/gpt-5.4': [2.5, 0.25, 2.5, 15],
    'openai/gpt-5.4-mini': [0.75, 0.075, 0.75, 4.5],
    'openai/gpt-5.4-nano': [0.2, 0.02, 0.2, 1.25],
    'openai/gpt-5.3-codex': [1.75, 0.175, 1.75, 14],
    'openai/gpt-5.2-codex': [1.75, 0.175, 1.75, 14],
    'openai/gpt-5.2': [1.75, 0.175, 1.75, 14],
    'openai/gpt-5.1': [1.25, 0.125, 1.25, 10],
    'openai/gpt-5': [1.25, 0.125, 1.25, 10],
    'openai/gpt-5-mini': [0.25, 0.025, 0.25, 2],
    'openai/gpt-5-nano': [0.05, 0.005, 0.05, 0.4],
    'openai/gpt-4.1': [2, 0.5, 2, 8],
    'openai/gpt-4.1-mini': [0.4, 0.1, 0.4, 1.6],
    'openai/gpt-4.1-nano': [0.1, 0.025, 0.1, 0.4],
    'openai/gpt-4o': [2.5, 1.25, 2.5, 10],
    'openai/gpt-4o-mini': [0.15, 0.075, 0.15, 0.6],
    'openai/o3': [2, 0.5, 2, 8],
    'openai/o4-mini': [1.1, 0.275, 1.1, 4.4],
    'google/gemini-3.8-flash': [1.5, 0.15, 1.5, 7.5],
    'google/gemini-3.7-flash': [1.5, 0.15, 1.5, 7.5],
    'google/gemini-3.6-flash': [1.5, 0.15, 1.5, 7.5],
    'google/gemini-3.5-flash': [1.5, 0.15, 1.5, 9],
    'google/gemini-3.1-pro': [2, 0.2, 2, 12],
    'google/gemini-3-pro': [2, 0.2, 2, 12],
    'google/gemini-3-flash': [0.5, 0.05, 0.5, 3],
    'google/gemini-2.5-pro': [1.25, 0.125, 1.25, 10],
    'google/gemini-2.5-flash': [0.3, 0.03, 0.3, 2.5],
    'google/gemini-2.5-flash-lite': [0.1, 0.01, 0.1, 0.4],
};
/** In tokens, and whether it accepts images; the first pattern that matches applies. */
const LIMITS = [
    ['anthropic/*claude*', 200000, null, true],
    ['anthropic/*deepseek*', 200000, 8000, false],
    ['anthropic/*kimi*', 200000, 32000, false],
    ['anthropic/*glm*', 200000, 32000, false],
    ['anthropic/*minimax*', 200000, 32000, false],
    ['anthropic/*qwen*', 200000, 32000, false],
    ['anthropic/*', 200000, 16000, false],
    ['openai/gpt-4.1*', 1047576, null, true],
    ['openai/gpt-4o*', 128000, null, true],
    ['openai/gpt-*', 272000, null, true],
    ['openai/o*', 200000, null, true],
    ['google/*', 1048576, null, true],
];
const DEFAULT_WINDOW = 128000;

;// CONCATENATED MODULE: ../../lib/contract/known-models.js

/** `name` is `provider/model`. Pure. */
function findModelData(name) {
    const [, window, maxOutput, seesImages = false] = LIMITS.find(([pattern]) => toExpression(pattern).test(name)) ?? [];
    return {
        price: findPrice(name),
        window: window ?? DEFAULT_WINDOW,
        maxOutput: maxOutput ?? null,
        seesImages,
    };
}
/** Models of other makers are named in any letter case. */
const toExpression = (pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`, 'i');
/** Suffixes of a listed id that do not change its price: a date or a channel; never another version or size. */
const SAME_PRICE = /^(-(0|\d{8}|\d{4}-\d{2}-\d{2}|latest|preview(-[\d-]+)?))?$/;
function findPrice(name) {
    for (const [listed, [input, cachedInput, cacheWrite, output]] of Object.entries(PRICES)) {
        const isListed = name.startsWith(listed) && SAME_PRICE.test(name.slice(listed.length));
        if (isListed)
            return { input, cachedInput, cacheWrite, output };
    }
    return null;
}

// EXTERNAL MODULE: ../../lib/contract/model.js
var model = __webpack_require__(1135);
// EXTERNAL MODULE: ../../lib/contract/reasons.js
var reasons = __webpack_require__(3523);
// EXTERNAL MODULE: ../../lib/action/secrets/secret-encodings.js
var secret_encodings = __webpack_require__(4993);
// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
;// CONCATENATED MODULE: ../../lib/action/models/cost/price-override.js


/** What each request begins with takes a quarter of it. A smaller window has no room for the work. */
const MIN_WINDOW = 8_000;
const TOO_SMALL = `must be ${MIN_WINDOW} or more, name a model with a larger window`;
const usd = schemas/* number */.aig().min(0).max(100_000);
/** US dollars per million tokens. Reading from and writing to the cache cost as much as plain input by default. */
const Entry = schemas/* strictObject */.rej({
    input: usd,
    output: usd,
    cachedInput: usd.optional(),
    cacheWrite: usd.optional(),
    window: schemas/* int */.Whr().min(MIN_WINDOW, { error: TOO_SMALL }).max(10_000_000).optional(),
    maxOutput: schemas/* int */.Whr().min(1_000).max(1_000_000).optional(),
    images: schemas/* boolean */.zMY().optional(),
});
const Prices = schemas/* record */.g1P(schemas/* string */.YjP(), Entry);
const EXAMPLE = '{"openai-compatible/llama": {"input": 0.1, "output": 0.4, "window": 32000}}';
/** The entry of the variable PRICES for the model `provider/model`; `null`: it has none. Pure. */
function readPriceOverride(variable, name) {
    if (variable === undefined || variable.trim() === '')
        return null;
    const read = Prices.safeParse(parseOrNull(variable));
    if (!read.success) {
        const [issue] = read.error.issues;
        const where = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join(' → ')}: `;
        const what = `${where}${issue?.message ?? 'not valid'}`;
        return (0,reasons/* reason */.l)('input-invalid', `the environment variable PRICES is not a table of prices (${what}). It is JSON like ${EXAMPLE}`);
    }
    const own = Object.hasOwn(read.data, name) ? read.data[name] : undefined;
    if (own === undefined)
        return null;
    const { input, output, cachedInput = input, cacheWrite = input } = own;
    const { window = null, maxOutput = null, images = null } = own;
    return { price: { input, cachedInput, cacheWrite, output }, window, maxOutput, seesImages: images };
}
function parseOrNull(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        // The schema says what was expected.
        return null;
    }
}

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/coerce.js
var coerce = __webpack_require__(9043);
// EXTERNAL MODULE: ../../lib/contract/github.js
var github = __webpack_require__(5119);
// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
;// CONCATENATED MODULE: ../../lib/action/models/providers/access-tokens.js






/** Before its end, a token is renewed in the background; shortly before, no request is sent with it. */
const RENEW_EARLY_MS = 120_000;
const RENEW_NOW_MS = 30_000;
/** A refusal may come of a copy of the provider's that has not heard of a new rule, or whose clock is behind. */
const TRIES = { refused: 2, failed: 3 };
/** Tokens are kept in memory only. Two requests that need a new one share it. */
function openAccessTokens(options) {
    const { identity } = options;
    const { now, signal } = identity;
    let current = null;
    let pending = null;
    const renew = () => {
        pending ??= exchangeWithRetries(options)
            .then((result) => {
            if (result.ok)
                current = result;
            return result;
        })
            .finally(() => {
            pending = null;
        });
        return pending;
    };
    const warn = (detail) => identity.warn(`The access token for the model could not be renewed and is used until it ends: ${detail}`);
    const renewInBackground = () => {
        if (pending !== null)
            return;
        renew().then((result) => {
            if (!result.ok)
                warn(result.detail);
        }, (error) => {
            if (!signal.aborted)
                warn((0,format/* messageOf */.bD)(error));
        });
    };
    return {
        async get() {
            const known = current;
            const left = known === null ? 0 : known.expiresAt - now();
            if (known !== null && left > Math.min(RENEW_NOW_MS, known.lifetimeMs / 4)) {
                if (left <= Math.min(RENEW_EARLY_MS, known.lifetimeMs / 2))
                    renewInBackground();
                return known;
            }
            const renewed = await renew();
            if (renewed.ok || known === null || known !== current || known.expiresAt <= now())
                return renewed;
            warn(renewed.detail);
            return known;
        },
        discard(token) {
            if (current?.token === token)
                current = null;
        },
    };
}
async function exchangeWithRetries(options) {
    const { retrySettings, identity } = options;
    for (let failed = 1, refused = 0;; failed += 1) {
        const result = await exchangeOnce(options);
        if (result.ok)
            return result;
        if (result.isRefusal)
            refused += 1;
        if (refused >= TRIES.refused || failed >= TRIES.failed)
            return result;
        const wait = Math.min(retrySettings.backoffMs * 2 ** (failed - 1), retrySettings.longestBackoffMs);
        await (0,promises_.setTimeout)(wait, undefined, { signal: identity.signal });
    }
}
const TIMEOUT_MS = 30_000;
/** Each try has an OIDC token of its own: Anthropic accepts each once, and its answer may have been lost. */
async function exchangeOnce({ exchange, identity, fetch }) {
    const { origin, pathname } = new URL(exchange.endpoint);
    const where = `the token endpoint ${origin}${pathname}`;
    let assertion = '';
    try {
        const signal = AbortSignal.any([identity.signal, AbortSignal.timeout(TIMEOUT_MS)]);
        assertion = await identity.mint(exchange.audience, signal);
        identity.addSecret(assertion);
        // The token lives from here on, at the least.
        const askedAt = identity.now();
        const response = await fetch(exchange.endpoint, {
            method: 'POST',
            headers: { accept: 'application/json', 'user-agent': github/* ACTION_USER_AGENT */.Xb, ...exchange.headers },
            body: exchange.compose(assertion),
            redirect: 'manual',
            signal,
        });
        if (response.status >= 300 && response.status < 400) {
            await response.body?.cancel();
            return { ok: false, isRefusal: true, detail: `${where} redirects, which is not followed` };
        }
        // Before a text is cut, so that no piece of the OIDC token remains.
        const body = parseJson((await readBounded(response)).replaceAll(assertion, '***'));
        const granted = response.ok ? readGrant(body) : null;
        if (granted !== null) {
            identity.addSecret(granted.token);
            return { ok: true, ...granted, expiresAt: askedAt + granted.lifetimeMs };
        }
        const said = response.ok
            ? `${where} answered without a usable access token`
            : `${where} answered ${response.status}${readError(body)}`;
        return { ok: false, isRefusal: isFinal(response.status), detail: said };
    }
    catch (error) {
        identity.signal.throwIfAborted();
        const what = assertion === '' ? 'the OIDC token of the workflow' : where;
        return { ok: false, isRefusal: false, detail: `${what}: ${(0,format/* messageOf */.bD)(error)}` };
    }
}
const isFinal = (status) => status >= 400 && status < 500 && status !== 408 && status !== 425 && status !== 429;
const LONGEST_ANSWER = 1024 * 1024;
async function readBounded({ body }) {
    const chunks = [];
    let length = 0;
    for await (const chunk of body ?? []) {
        length += chunk.length;
        if (length > LONGEST_ANSWER)
            throw new Error('the answer is longer than 1 MiB');
        chunks.push(chunk);
    }
    return Buffer.concat(chunks).toString('utf8');
}
function parseJson(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        // Of a proxy, for example. The status says what happened.
        return null;
    }
}
// RFC 6749, section 5.1. Some servers send numbers as strings.
const Grant = schemas/* object */.Ikc({
    // Fit for a header, and long enough to be recognized wherever it must not appear.
    access_token: schemas/* string */.YjP()
        .regex(/^[!-~]+$/)
        .min(secret_encodings/* MIN_SECRET_LENGTH */.vb),
    token_type: schemas/* string */.YjP()
        .regex(/^bearer$/i)
        .optional(),
    expires_in: coerce/* number */.ai().positive().optional(),
});
/** Of a token whose server does not say. GitHub's OIDC tokens live no longer. */
const ASSUMED_LIFETIME_S = 300;
function readGrant(body) {
    const { success, data } = Grant.safeParse(body);
    if (!success)
        return null;
    return { token: data.access_token, lifetimeMs: (data.expires_in ?? ASSUMED_LIFETIME_S) * 1000 };
}
const ErrorText = schemas/* string */.YjP().transform((text) => (0,contract_text/* cutHead */.fz)(text.replace(/\s+/g, ' ').trim(), 300));
/** RFC 6749, section 5.2, and errors in the form of the providers' other endpoints. */
const ErrorBody = schemas/* object */.Ikc({
    error: schemas/* union */.KCZ([
        ErrorText,
        schemas/* object */.Ikc({ code: ErrorText.nullish(), type: ErrorText.nullish(), message: ErrorText.nullish() })
            .transform(({ code, type, message }) => [code ?? type, message].filter(Boolean).join(', ')),
    ]),
    error_description: ErrorText.nullish(),
});
function readError(body) {
    const { success, data } = ErrorBody.safeParse(body);
    return success ? `: ${[data.error, data.error_description].filter(Boolean).join(', ')}` : '';
}

;// CONCATENATED MODULE: ../../lib/action/models/providers/authorize.js
/** `fetch` with the headers of the workflow, and with a token in place of a key. */
function authorize(fetch, { origin, customHeaders, hasKey, tokens, beta }) {
    if (customHeaders.length === 0 && tokens === null)
        return fetch;
    const send = (input, init, token) => {
        const headers = new Headers(init?.headers);
        if (tokens !== null || !hasKey)
            for (const name of KEY_HEADERS)
                headers.delete(name);
        for (const [name, value] of customHeaders) {
            if (name.toLowerCase() === BETA)
                addTo(headers, BETA, value);
            else
                headers.set(name, value);
        }
        if (token !== null) {
            headers.set('authorization', `Bearer ${token}`);
            if (beta !== null)
                addTo(headers, BETA, beta);
        }
        return fetch(input, { ...init, headers });
    };
    return async (input, init) => {
        const url = new URL(input instanceof Request ? input.url : String(input));
        if (url.origin !== origin)
            throw new Error(`a request to ${url.origin} would carry what only ${origin} may get`);
        if (tokens === null)
            return send(input, init, null);
        const first = await tokens.get();
        if (!first.ok)
            return failed(first);
        const response = await send(input, init, first.token);
        if (response.status !== 401)
            return response;
        // It may have been revoked, or ended before its time.
        tokens.discard(first.token);
        const second = await tokens.get();
        if (!second.ok)
            return response;
        await response.body?.cancel();
        return send(input, init, second.token);
    };
}
const BETA = 'anthropic-beta';
const KEY_HEADERS = ['authorization', 'x-api-key', 'x-goog-api-key'];
function addTo(headers, name, value) {
    const values = [...(headers.get(name)?.split(',') ?? []), ...value.split(',')].map((one) => one.trim());
    headers.set(name, [...new Set(values)].join(','));
}
/** As an answer, so that a refusal ends the run and anything else is retried. */
const failed = ({ isRefusal, detail }) => Response.json({ error: { message: detail } }, { status: isRefusal ? 401 : 503 });

// EXTERNAL MODULE: ../../lib/action/models/providers/custom-headers.js
var custom_headers = __webpack_require__(90);
// EXTERNAL MODULE: ../../lib/action/models/providers/placeholder-key.js
var placeholder_key = __webpack_require__(3759);
// EXTERNAL MODULE: ../../lib/action/models/tool-calls/deep-inputs.js
var deep_inputs = __webpack_require__(9520);
;// CONCATENATED MODULE: ../../lib/action/models/providers/repair-stream.js


/** A server that sends more than these has something else to say. */
const MOST_UNREADABLE = 100;
/** Of a chunk without a blank line behind it, which is looked at again with each line. */
const MOST_LINES = 20;
/** If such a chunk is damaged, a part of what the model wrote is missing. */
const HOLDS_CONTENT = /"(?:delta|content|text|arguments|partial_json|parts|tool_calls)"/;
/**
 * `fetch` for servers whose streams deviate from their protocol in ways that can be repaired. A chunk that is no JSON
 * object, such as `data: null`, is left out: the packages of the providers would discard the whole answer. `log`: takes a
 * line about an answer of which chunks were left out.
 */
const repairStream = ({ fetch, log }, open) => async (...args) => {
    const response = await fetch(...args);
    if (!response.ok || response.body === null)
        return response;
    const { status, statusText, headers } = response;
    const body = response.body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(repairText(open(), log))
        .pipeThrough(new TextEncoderStream());
    return new Response(body, { status, statusText, headers });
};
/** Event by event, as they arrive. A body that begins like a JSON object is no event stream, whatever its headers say. */
function repairText(repair, log) {
    /** What is blank, or the beginning of a line: only what follows it is looked at. */
    let rest = '';
    let isJson = repair.toStream === undefined ? false : null;
    const reader = openEvents(repair);
    const logUnreadable = () => {
        if (reader.unreadable > 0)
            log(`An answer of the model had ${(0,format/* countOf */.pq)(reader.unreadable, 'unreadable chunk')}, left out.`);
    };
    return new TransformStream({
        transform(chunk, controller) {
            isJson ??= chunk.trim() === '' ? null : chunk.trimStart().startsWith('{');
            const end = isJson === false ? chunk.lastIndexOf('\n') + 1 : 0;
            if (end > 0)
                controller.enqueue(reader.read(rest + chunk.slice(0, end)));
            rest = (end > 0 ? '' : rest) + chunk.slice(end);
            if (!reader.isOver)
                return;
            logUnreadable();
            controller.terminate();
        },
        flush(controller) {
            controller.enqueue(isJson === true && repair.toStream !== undefined ? repair.toStream(rest) : reader.end(rest));
            logUnreadable();
        },
    });
}
function openEvents(repair) {
    let lines = [];
    let unreadable = 0;
    let isOver = false;
    function writeMissing(isMarked) {
        isOver = true;
        const missing = repair.completeAtEnd?.(isMarked) ?? null;
        return missing === null ? '' : write([], missing);
    }
    function repairEvent() {
        const event = lines;
        lines = [];
        const whole = event.join('');
        const data = dataOf(event);
        if (data === null) {
            return repair.comment !== undefined && whole.startsWith(':') ? write([], repair.comment) : whole;
        }
        if (data === END)
            return `${writeMissing(true)}data: ${END}\n\n`;
        const chunk = readChunk(data);
        if (chunk === undefined)
            return whole;
        const repaired = chunk === null ? null : repair.repairChunk((0,deep_inputs/* cutDepth */.kF)(chunk));
        if (repaired === null) {
            unreadable += 1;
            return unreadable > MOST_UNREADABLE ? whole : '';
        }
        isOver ||= repair.ends?.has(repaired.type) === true;
        const others = event.filter((line) => !line.startsWith('data:') && line.trim() !== '');
        return repaired === chunk && isBlank(event.at(-1)) ? whole : write(others, repaired);
    }
    /** Some servers write no blank line between chunks. */
    const isWhole = () => {
        if (lines.length > MOST_LINES)
            return false;
        const data = lines.filter((line) => line.startsWith('data:')).length === 1 ? dataOf(lines) : null;
        return data !== null && (data === END || isRecord(readChunk(data)));
    };
    return {
        /** Complete lines. */
        read(text) {
            let repaired = '';
            for (const line of text.split(/(?<=\n)/)) {
                if (isOver)
                    break;
                if (/^(?:data|event):/.test(line) && isWhole())
                    repaired += repairEvent();
                lines.push(line);
                if (isBlank(line))
                    repaired += repairEvent();
            }
            return repaired;
        },
        /** What has no blank line behind it is no event, unless it marks the end. */
        end(rest) {
            lines.push(rest);
            if (dataOf(lines) === END)
                return repairEvent();
            return writeMissing(false) + lines.join('');
        },
        /** Chunks that nobody could read. */
        get unreadable() {
            return unreadable;
        },
        /** Nothing more follows. */
        get isOver() {
            return isOver;
        },
    };
}
const END = '[DONE]';
const isBlank = (line = '') => line.trim() === '';
/** `null`: there is none. */
function dataOf(lines) {
    const fields = lines.filter((line) => line.startsWith('data:'));
    return fields.length === 0 ? null : fields.map((line) => line.slice(5).trim()).join('\n');
}
const write = (others, chunk) => `${others.join('')}data: ${JSON.stringify(chunk)}\n\n`;
/** `null`: it says nothing. `undefined`: a part of the answer is damaged. */
function readChunk(data) {
    try {
        const value = JSON.parse(data);
        return isRecord(value) ? value : null;
    }
    catch (error) {
        if (!(error instanceof SyntaxError))
            throw error;
        return HOLDS_CONTENT.test(data) ? undefined : null;
    }
}
const isRecord = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
/** The counts of an answer as numbers: some servers send them as text, or text in place of all of them. */
function repairUsage(usage) {
    if (!isRecord(usage))
        return null;
    return Object.fromEntries(Object.entries(usage).flatMap(([name, value]) => {
        if (isRecord(value))
            return [[name, repairUsage(value)]];
        if (!/tokens$/.test(name) || value === null || typeof value === 'number')
            return [[name, value]];
        const count = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : null;
        return count === null ? [] : [[name, count]];
    }));
}
/** OpenAI's stream of a response. */
const repairResponsesStream = () => ({
    repairChunk: (chunk) => chunk,
    ends: new Set(['response.completed', 'response.incomplete', 'response.failed']),
});
/** Google's stream. A prompt that is blocked gets no candidate. https://ai.google.dev/api/generate-content#BlockReason */
const repairGeminiStream = () => ({
    repairChunk(chunk) {
        const { promptFeedback, candidates } = chunk;
        const isBlocked = isRecord(promptFeedback) && typeof promptFeedback.blockReason === 'string';
        return isBlocked && candidates === undefined
            ? { ...chunk, candidates: [{ finishReason: 'PROHIBITED_CONTENT' }] }
            : chunk;
    },
});

;// CONCATENATED MODULE: ../../lib/action/models/providers/repair-anthropic-stream.js

/** https://docs.claude.com/en/docs/build-with-claude/streaming: "new event types may be added". */
const EVENTS = new Set([
    ...['message_start', 'message_delta', 'message_stop', 'ping', 'error'],
    ...['content_block_start', 'content_block_delta', 'content_block_stop'],
]);
const DELTAS = new Set([
    ...['text_delta', 'input_json_delta', 'thinking_delta', 'signature_delta'],
    ...['citations_delta', 'compaction_delta'],
]);
/** Those that an answer may have to what we ask. */
const BLOCKS = new Set(['text', 'thinking', 'redacted_thinking', 'tool_use', 'compaction', 'fallback']);
/** Leaves out events, blocks and deltas that the package does not know, and completes the counts. */
function repairAnthropicStream() {
    const unknown = new Set();
    let isComplete = false;
    return {
        ends: new Set(['message_stop']),
        // With its stop reason, a message is complete.
        completeAtEnd: () => (isComplete ? { type: 'message_stop' } : null),
        repairChunk(chunk) {
            if (isComplete && chunk.type === 'ping')
                return { type: 'message_stop' };
            if (!EVENTS.has(String(chunk.type)))
                return null;
            switch (chunk.type) {
                case 'message_start':
                    return isRecord(chunk.message) ? { ...chunk, message: withCounts(chunk.message) } : chunk;
                case 'message_delta':
                    isComplete ||= isRecord(chunk.delta) && typeof chunk.delta.stop_reason === 'string';
                    return withCounts(chunk);
                case 'content_block_start':
                    if (isRecord(chunk.content_block) && BLOCKS.has(String(chunk.content_block.type)))
                        return chunk;
                    unknown.add(chunk.index);
                    return null;
                case 'content_block_delta':
                    return !unknown.has(chunk.index) && isRecord(chunk.delta) && DELTAS.has(String(chunk.delta.type))
                        ? chunk
                        : null;
                case 'content_block_stop':
                    return unknown.has(chunk.index) ? null : chunk;
                default:
                    return chunk;
            }
        },
    };
}
function withCounts(holder) {
    const given = repairUsage(holder.usage) ?? {};
    const isDelta = 'delta' in holder;
    const usage = { ...(!isDelta && { input_tokens: 0 }), output_tokens: 0, ...given };
    return JSON.stringify(usage) === JSON.stringify(holder.usage) ? holder : { ...holder, usage };
}

// EXTERNAL MODULE: external "node:util"
var external_node_util_ = __webpack_require__(7975);
;// CONCATENATED MODULE: ../../lib/action/models/providers/repair-chat-stream.js



/** The protocol requires JSON text; some servers send the object itself. */
const asText = (input) => typeof input === 'object' && input !== null ? JSON.stringify(input) : input;
const Call = schemas/* looseObject */._H3({
    function: schemas/* looseObject */._H3({ arguments: schemas/* unknown */.L5J().optional().transform(asText) }).optional(),
});
const Message = schemas/* looseObject */._H3({ tool_calls: schemas/* array */.YOg(Call).nullish() });
const Completion = schemas/* looseObject */._H3({
    choices: schemas/* tuple */.PVZ([schemas/* looseObject */._H3({ message: Message, finish_reason: schemas/* string */.YjP().nullish() })], schemas/* unknown */.L5J()),
});
const Failure = schemas/* object */.Ikc({ error: schemas/* union */.KCZ([schemas/* looseObject */._H3({}), schemas/* string */.YjP()]) });
const repair_chat_stream_event = (body) => `data: ${JSON.stringify(body)}\n\n`;
/** For servers of the chat protocol, which deviate from it in many ways. */
function repairChatStream() {
    const calls = [];
    let hasEnded = false;
    /** One piece of a call. The package takes a call that comes twice for two. */
    function repairCall(piece) {
        if (!isRecord(piece) || !isRecord(piece.function))
            return piece;
        return repairPiece(withTypes(piece), piece.function);
    }
    function repairPiece(piece, called) {
        const { id, index } = piece;
        const { name, arguments: given } = called;
        const input = asText(given);
        const text = typeof input === 'string' ? input : '';
        const found = findCall({ id: textOrNull(id), index, name: textOrNull(name), input: text }, calls);
        const repaired = (rest) => rest === given ? piece : { ...piece, function: { ...called, arguments: rest } };
        if (found === null) {
            calls.push({ id: textOrNull(id), index, name: textOrNull(name), input: text });
            return repaired(input);
        }
        if (text === '')
            return repaired(input);
        const said = found.input;
        // No JSON begins with itself twice: the server sends all that it has so far.
        if (said.trimStart().startsWith('{') && text.startsWith(said)) {
            found.input = text;
            return repaired(text.slice(said.length));
        }
        if (isSameObject(said, text))
            return repaired('');
        found.input += text;
        return repaired(input);
    }
    function repairChoice(choice) {
        if (!isRecord(choice))
            return choice;
        if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '')
            hasEnded = true;
        const { delta } = choice;
        if (!isRecord(delta))
            return choice;
        const { role, ...rest } = delta;
        const kept = role === 'assistant' || role === undefined ? delta : rest;
        if (!Array.isArray(delta.tool_calls))
            return kept === delta ? choice : { ...choice, delta: kept };
        return { ...choice, delta: { ...kept, tool_calls: delta.tool_calls.map(repairCall) } };
    }
    return {
        repairChunk({ error, ...chunk }) {
            if (isRecord(error))
                return { error, ...chunk };
            if (typeof error === 'string')
                return { error: { message: error } };
            const choices = Array.isArray(chunk.choices) ? chunk.choices.map(repairChoice) : [];
            return { ...chunk, choices, ...('usage' in chunk && { usage: repairUsage(chunk.usage) }) };
        },
        comment: { choices: [] },
        // Without a reason for its end, a text may be cut anywhere. Calls that can be read are complete.
        completeAtEnd: (isMarked) => !isMarked || hasEnded || calls.length === 0 || !calls.every(({ input }) => isRecord(repair_chat_stream_parseOrNull(input)))
            ? null
            : { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
        toStream,
    };
}
/** A piece with an id that is a text and an index that is a number. */
function withTypes(piece) {
    const { id, index } = piece;
    const isDigits = typeof index === 'string' && /^\d{1,4}$/.test(index);
    if (typeof id !== 'number' && !isDigits)
        return piece;
    return {
        ...piece,
        ...(typeof id === 'number' && { id: String(id) }),
        ...(isDigits && { index: Number(index) }),
    };
}
const textOrNull = (value) => typeof value === 'string' && value.trim() !== '' ? value : null;
/** The call that this is a piece of; `null`: a new one begins. */
function findCall({ id, index, name, input }, calls) {
    const isNamed = (call) => name === null || call.name === name;
    if (id !== null) {
        const same = calls.findLast((call) => call.id === id && isNamed(call) && isAt(call, index));
        if (same !== undefined)
            return mayContinue(same, name, input) ? same : null;
        if (input.trimStart().startsWith('{'))
            return null;
    }
    if (index === undefined || index === null)
        return name === null ? (calls.at(-1) ?? null) : null;
    const there = calls.findLast((call) => call.index === index && isNamed(call));
    return there !== undefined && mayContinue(there, name, input) ? there : null;
}
const isAt = (call, index) => call.index === index || index === undefined || index === null;
/** A named piece that begins like an input, after one that is complete, is another call, unless it says the same. */
function mayContinue(call, name, input) {
    if (name === null || !input.trimStart().startsWith('{') || !isRecord(repair_chat_stream_parseOrNull(call.input)))
        return true;
    return input.startsWith(call.input) || isSameObject(call.input, input);
}
/** Servers that write a call again at its end may write it with other white space. */
function isSameObject(one, other) {
    if (![one, other].every((text) => text.trimStart().startsWith('{') && text.trimEnd().endsWith('}')))
        return false;
    const [first, second] = [repair_chat_stream_parseOrNull(one), repair_chat_stream_parseOrNull(other)];
    return isRecord(first) && (0,external_node_util_.isDeepStrictEqual)(first, second);
}
/** Turns a complete answer into the stream that was requested. Returns any other text unchanged. Pure. */
function toStream(text) {
    const body = repair_chat_stream_parseOrNull(text);
    const completion = Completion.safeParse(body);
    if (completion.success) {
        const [{ message, finish_reason }] = completion.data.choices;
        const tool_calls = message.tool_calls?.map((call, index) => ({ ...call, index }));
        const delta = { ...message, ...(tool_calls && { tool_calls }) };
        const choice = { index: 0, delta, finish_reason: finish_reason ?? 'stop' };
        return `${repair_chat_stream_event({ ...completion.data, choices: [choice] })}data: [DONE]\n\n`;
    }
    const failure = Failure.safeParse(body);
    if (!failure.success)
        return text;
    const { error } = failure.data;
    return repair_chat_stream_event({ error: typeof error === 'string' ? { message: error } : error });
}
function repair_chat_stream_parseOrNull(text) {
    try {
        return JSON.parse(text);
    }
    catch {
        // The caller does not change it.
        return null;
    }
}

;// CONCATENATED MODULE: ../../lib/action/models/providers/token-exchange.js

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const JWT = 'urn:ietf:params:oauth:token-type:jwt';
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
/** https://platform.claude.com/docs/en/manage-claude/wif-reference */
const findAnthropicExchange = (environment, baseURL) => {
    const rule = read(environment, 'ANTHROPIC_FEDERATION_RULE_ID');
    if (rule === null)
        return null;
    const organization = read(environment, 'ANTHROPIC_ORGANIZATION_ID');
    if (organization === null)
        return lacking('ANTHROPIC_FEDERATION_RULE_ID', 'ANTHROPIC_ORGANIZATION_ID');
    const optional = {
        service_account_id: read(environment, 'ANTHROPIC_SERVICE_ACCOUNT_ID'),
        workspace_id: read(environment, 'ANTHROPIC_WORKSPACE_ID'),
    };
    return {
        variable: 'ANTHROPIC_FEDERATION_RULE_ID',
        audience: read(environment, 'ANTHROPIC_OIDC_AUDIENCE') ?? 'https://api.anthropic.com',
        audienceVariable: 'ANTHROPIC_OIDC_AUDIENCE',
        endpoint: below(baseURL, '/oauth/token'),
        headers: { ...JSON_TYPE, 'anthropic-beta': 'oauth-2025-04-20,oidc-federation-2026-04-01' },
        compose: (assertion) => JSON.stringify({
            grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
            assertion,
            federation_rule_id: rule,
            organization_id: organization,
            ...Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)),
        }),
        beta: 'oauth-2025-04-20',
    };
};
/** https://developers.openai.com/api/docs/guides/workload-identity-federation/github-actions */
const findOpenAIExchange = (environment) => {
    const provider = read(environment, 'OPENAI_IDENTITY_PROVIDER_ID');
    if (provider === null)
        return null;
    const account = read(environment, 'OPENAI_SERVICE_ACCOUNT_ID');
    if (account === null)
        return lacking('OPENAI_IDENTITY_PROVIDER_ID', 'OPENAI_SERVICE_ACCOUNT_ID');
    return {
        variable: 'OPENAI_IDENTITY_PROVIDER_ID',
        audience: read(environment, 'OPENAI_WIF_AUDIENCE') ?? 'https://api.openai.com/v1',
        audienceVariable: 'OPENAI_WIF_AUDIENCE',
        endpoint: 'https://auth.openai.com/oauth/token',
        headers: JSON_TYPE,
        compose: (assertion) => JSON.stringify({
            grant_type: TOKEN_EXCHANGE,
            subject_token_type: JWT,
            subject_token: assertion,
            identity_provider_id: provider,
            service_account_id: account,
        }),
        beta: null,
    };
};
/** https://openrouter.ai/docs/guides/overview/auth/workload-identity-federation */
const findOpenRouterExchange = (environment, baseURL) => {
    const policy = read(environment, 'OPENROUTER_FEDERATION_POLICY_ID');
    if (policy === null)
        return null;
    return {
        variable: 'OPENROUTER_FEDERATION_POLICY_ID',
        audience: read(environment, 'OPENROUTER_OIDC_AUDIENCE') ?? 'https://openrouter.ai',
        audienceVariable: 'OPENROUTER_OIDC_AUDIENCE',
        endpoint: below(baseURL, '/oauth/token'),
        headers: FORM_TYPE,
        compose: (assertion) => token_exchange_form({
            grant_type: TOKEN_EXCHANGE,
            subject_token_type: JWT,
            subject_token: assertion,
            federation_policy_id: policy,
        }),
        beta: null,
    };
};
/** Of Azure OpenAI, Foundry and API Management, in each of Azure's clouds. */
const AZURE_HOST = /\.azure\.(?:com|us|cn)$|\.azure-api\.(?:net|us|cn)$/;
/**
 * The variables are those of Azure's own packages, which a workflow may set for its deployments: they count only for a model on
 * Azure, or if the workflow names the authority, too.
 * https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-client-creds-grant-flow
 */
const findAzureExchange = (environment, baseURL) => {
    const client = read(environment, 'AZURE_CLIENT_ID');
    const authority = read(environment, 'AZURE_AUTHORITY_HOST');
    const isForAzure = authority !== null || AZURE_HOST.test(new URL(baseURL).hostname);
    if (client === null || !isForAzure)
        return null;
    const tenant = read(environment, 'AZURE_TENANT_ID');
    if (tenant === null)
        return lacking('AZURE_CLIENT_ID', 'AZURE_TENANT_ID');
    if (!/^[\w-][\w.-]*$/.test(tenant))
        return (0,reasons/* reason */.l)('input-invalid', 'the environment variable AZURE_TENANT_ID is not the id of a tenant');
    const address = authority ?? 'login.microsoftonline.com';
    const host = URL.parse(address.includes('://') ? address : `https://${address}`);
    if (host === null)
        return (0,reasons/* reason */.l)('input-invalid', 'the environment variable AZURE_AUTHORITY_HOST is not an address');
    return {
        variable: 'AZURE_CLIENT_ID',
        audience: 'api://AzureADTokenExchange',
        audienceVariable: null,
        endpoint: `${host.origin}/${tenant}/oauth2/v2.0/token`,
        headers: FORM_TYPE,
        compose: (assertion) => token_exchange_form({
            grant_type: 'client_credentials',
            client_id: client,
            client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
            client_assertion: assertion,
            scope: read(environment, 'AZURE_SCOPE') ?? 'https://cognitiveservices.azure.com/.default',
        }),
        beta: null,
    };
};
/** The one exchange that the environment asks for. Pure. */
function findExchange(candidates, environment, baseURL) {
    const [found = null, other] = candidates
        .map((find) => find(environment, baseURL))
        .filter((one) => one !== null);
    if (found === null || other === undefined || 'code' in found)
        return found;
    if ('code' in other)
        return other;
    return (0,reasons/* reason */.l)('input-invalid', `the environment variables ${found.variable} and ${other.variable} are both set: leave out the one whose tokens ${new URL(baseURL).host} does not accept`);
}
/** What forbids an exchange; `null`: nothing. `appUrl`: address of the server, if there is one. Pure. */
function refuseExchange({ audience, audienceVariable, endpoint, variable }, { baseURL, appUrl }) {
    // The server accepts such a token as proof of which run it is: the provider could claim runs, and fetch their code.
    if (appUrl !== null && normalize(audience) === normalize(appUrl)) {
        return (0,reasons/* reason */.l)('input-invalid', `the audience in ${audienceVariable ?? variable} is the address of the Prentice server: name one that only the model's provider accepts`);
    }
    const insecure = [endpoint, baseURL].find((url) => !isSecure(new URL(url)));
    if (insecure === undefined)
        return null;
    return (0,reasons/* reason */.l)('input-invalid', `${new URL(insecure).origin} would get tokens in clear text: ${variable} needs an https:// address`);
}
const normalize = (address) => {
    const url = URL.parse(address.trim());
    return (url === null ? address.trim() : `${url.protocol}//${url.host}${url.pathname}`)
        .replace(/\/+$/, '')
        .toLowerCase();
};
const isSecure = ({ protocol, hostname }) => protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
const read = (environment, name) => environment[name]?.trim() || null;
const lacking = (given, missing) => (0,reasons/* reason */.l)('input-invalid', `the environment variable ${missing} is not set, and ${given} needs it`);
const token_exchange_form = (fields) => new URLSearchParams(fields).toString();
function below(baseURL, path) {
    const url = new URL(baseURL);
    return `${url.origin}${url.pathname.replace(/\/+$/, '')}${path}`;
}

;// CONCATENATED MODULE: ../../lib/action/models/providers/providers.js






const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
// Base URLs are always passed: without one, the packages would read the process environment themselves.
const DEFINITIONS = {
    anthropic: {
        ...(0,model/* variablesOf */.ht)('anthropic'),
        keyNeeded: true,
        exchanges: [findAnthropicExchange],
        defaultUrl: 'https://api.anthropic.com/v1',
        version: { path: '/v1', follows: 'any path' },
        imageTypes: IMAGE_TYPES,
        async open(access, id) {
            const { createAnthropic } = await Promise.all(/* import() */[__webpack_require__.e(176), __webpack_require__.e(872)]).then(__webpack_require__.bind(__webpack_require__, 7872));
            return createAnthropic({ ...access, fetch: repairStream(access, repairAnthropicStream) }).languageModel(id);
        },
    },
    openai: {
        ...(0,model/* variablesOf */.ht)('openai'),
        keyNeeded: true,
        exchanges: [findOpenAIExchange, findAzureExchange],
        defaultUrl: 'https://api.openai.com/v1',
        version: { path: '/v1', follows: 'host' },
        imageTypes: IMAGE_TYPES,
        async open(access, id) {
            const { createOpenAI } = await Promise.all(/* import() */[__webpack_require__.e(176), __webpack_require__.e(114)]).then(__webpack_require__.bind(__webpack_require__, 5114));
            return createOpenAI({ ...access, fetch: repairStream(access, repairResponsesStream) }).responses(id);
        },
    },
    google: {
        ...(0,model/* variablesOf */.ht)('google'),
        keyNeeded: true,
        exchanges: [],
        defaultUrl: 'https://generativelanguage.googleapis.com/v1beta',
        version: { path: '/v1beta', follows: 'host' },
        // https://ai.google.dev/gemini-api/docs/image-understanding
        imageTypes: IMAGE_TYPES.filter((type) => type !== 'image/gif'),
        async open(access, id) {
            const { createGoogle } = await Promise.all(/* import() */[__webpack_require__.e(176), __webpack_require__.e(229)]).then(__webpack_require__.bind(__webpack_require__, 7229));
            return createGoogle({ ...access, fetch: repairStream(access, repairGeminiStream) }).languageModel(id);
        },
    },
    'openai-compatible': {
        ...(0,model/* variablesOf */.ht)('openai-compatible'),
        keyNeeded: false,
        exchanges: [findOpenRouterExchange, findAzureExchange],
        defaultUrl: null,
        version: { path: '/v1', follows: 'host' },
        imageTypes: IMAGE_TYPES,
        async open({ baseURL, apiKey, ...access }, id) {
            const { createOpenAICompatible } = await __webpack_require__.e(/* import() */ 683).then(__webpack_require__.bind(__webpack_require__, 3683));
            const settings = {
                name: 'openai-compatible',
                baseURL,
                includeUsage: true,
                fetch: repairStream(access, repairChatStream),
            };
            return createOpenAICompatible(apiKey === '' ? settings : { ...settings, apiKey }).chatModel(id);
        },
    },
};
/** The base URL of a provider in the environment, with the key or the exchange, or what is missing. Pure. */
function findAccess({ keyVariable, keyNeeded, urlVariable, headersVariable, defaultUrl, version, exchanges, }, environment) {
    // A secret that is not set is an empty string. A pasted one often ends with a line end.
    const apiKey = environment[keyVariable]?.trim() ?? '';
    const baseURL = environment[urlVariable]?.trim() || defaultUrl;
    if (baseURL === null) {
        return (0,reasons/* reason */.l)('model-key-missing', `the environment variable ${urlVariable} is not set`);
    }
    const url = URL.parse(baseURL);
    if (!/^https?:$/.test(url?.protocol ?? '')) {
        return (0,reasons/* reason */.l)('input-invalid', `the environment variable ${urlVariable} is not an http(s) URL`);
    }
    // `fetch` refuses such a URL, with all of it in its message.
    if (url?.username || url?.password) {
        return (0,reasons/* reason */.l)('input-invalid', `the environment variable ${urlVariable} holds a user name or password. Leave it out, and put the key into ${keyVariable}`);
    }
    const completed = completeBaseUrl(baseURL, version);
    const exchange = findExchange(exchanges, environment, completed);
    if (exchange !== null && 'code' in exchange)
        return exchange;
    // A gateway may hold the key, and know its callers by a header.
    const isGateway = environment[urlVariable]?.trim() && environment[headersVariable]?.trim();
    if (apiKey === '' && exchange === null && keyNeeded && !isGateway) {
        return (0,reasons/* reason */.l)('model-key-missing', `the environment variable ${keyVariable} is not set`);
    }
    return { baseURL: completed, apiKey, exchange };
}
/** Adds the version, which the variables of the providers' own tools leave out. Pure. */
function completeBaseUrl(url, version) {
    const completed = new URL(url);
    const path = completed.pathname.replace(/\/+$/, '');
    const isComplete = version.follows === 'host' ? path !== '' : /\/v\d[^/]*$/.test(path);
    if (isComplete)
        return url;
    completed.pathname = path + version.path;
    return completed.href;
}

// EXTERNAL MODULE: ../../lib/action/models/providers/retry-settings.js
var retry_settings = __webpack_require__(3974);
;// CONCATENATED MODULE: ../../lib/action/models/providers/open-model.js












/**
 * Opens `provider/model` with the key, or the exchange for tokens, and the base URL, headers, retry settings and price of the
 * environment. Sends no request.
 */
async function openModel(name, environment, { retrySettings: defaults = retry_settings/* DEFAULT_RETRY_SETTINGS */.d, effort = null, log = () => undefined, identity = null, } = {}) {
    const parsed = (0,model/* parseModelName */.s_)(name);
    if (parsed === null) {
        return { ok: false, reason: (0,reasons/* reason */.l)('model-unknown', `"${name}" (providers: ${model/* PROVIDERS */.xq.join(', ')})`) };
    }
    const { provider, id } = parsed;
    const definition = DEFINITIONS[provider];
    const access = findAccess(definition, environment);
    if ('code' in access)
        return { ok: false, reason: access };
    const retrySettings = (0,retry_settings/* readRetrySettings */.C)(environment, defaults);
    if ('code' in retrySettings)
        return { ok: false, reason: retrySettings };
    const headersText = environment[definition.headersVariable] ?? '';
    const customHeaders = (0,custom_headers/* readCustomHeaders */.G)(definition.headersVariable, headersText);
    if ('code' in customHeaders)
        return { ok: false, reason: customHeaders };
    const own = readPriceOverride(environment.PRICES, name);
    if (own !== null && 'code' in own)
        return { ok: false, reason: own };
    const { baseURL, apiKey, exchange } = access;
    const secrets = secretsIn(apiKey, baseURL);
    secrets.push(...(0,custom_headers/* secretsInHeaders */.F)(definition.headersVariable, headersText).filter(({ length }) => length >= secret_encodings/* MIN_SECRET_LENGTH */.vb));
    const fetch = refuseRedirects(globalThis.fetch, definition.urlVariable);
    let tokens = null;
    if (exchange !== null && apiKey !== '') {
        identity?.warn(`${definition.keyVariable} is set and is used; ${exchange.variable} has no effect. Remove one of them.`);
    }
    else if (exchange !== null) {
        const identified = requireIdentity(exchange, identity, baseURL);
        if ('code' in identified)
            return { ok: false, reason: identified };
        const addSecret = (secret) => {
            identified.addSecret(secret);
            secrets.push(secret);
        };
        tokens = openAccessTokens({
            ...{ exchange, retrySettings, fetch: globalThis.fetch },
            identity: { ...identified, addSecret },
        });
    }
    const known = findModelData(name);
    // The providers' packages send no request without a key. It is taken out again.
    const hasKey = apiKey !== '' || !definition.keyNeeded;
    const key = tokens === null && hasKey ? apiKey : REMOVED_KEY;
    const openWith = (send) => definition.open({ baseURL, apiKey: key, fetch: send, log }, id);
    const { origin, host } = new URL(baseURL);
    const languageModel = openWith(authorize(fetch, { origin, customHeaders, hasKey, tokens, beta: exchange?.beta ?? null }));
    // It rejects where it is awaited.
    languageModel.catch(() => undefined);
    return {
        ok: true,
        model: {
            name,
            provider,
            host,
            languageModel,
            effort,
            effortNote: effort === null ? null : await withReasoningEffort(openWith, name, effort),
            window: own?.window ?? known.window,
            maxOutput: own?.maxOutput ?? known.maxOutput,
            imageTypes: (own?.seesImages ?? known.seesImages) ? definition.imageTypes : [],
            price: own?.price ?? known.price,
            secrets,
            retrySettings,
            async signIn() {
                const result = await tokens?.get();
                if (result === undefined || result.ok)
                    return null;
                return (0,reasons/* reason */.l)(result.isRefusal ? 'model-refused' : 'model-failed', `${name} (${result.detail})`);
            },
        },
    };
}
const REMOVED_KEY = 'removed';
/** An identity with which the exchange may be made, or why it may not. */
function requireIdentity(exchange, identity, baseURL) {
    if (identity === null) {
        return (0,reasons/* reason */.l)('model-key-missing', `${exchange.variable} has an effect in a workflow of GitHub Actions only`);
    }
    const refusal = refuseExchange(exchange, { baseURL, appUrl: identity.appUrl });
    if (refusal !== null)
        return refusal;
    const { mint } = identity;
    if (mint === null) {
        return (0,reasons/* reason */.l)('input-invalid', `${exchange.variable} is set, but the workflow may not request an OIDC token: add \`permissions: id-token: write\` to it`);
    }
    return { ...identity, mint };
}
/** What is too short for a secret would be replaced within words. */
const secretsIn = (apiKey, baseURL) => apiKey.length < secret_encodings/* MIN_SECRET_LENGTH */.vb || (0,placeholder_key/* isPlaceholderKey */.P)(apiKey, baseURL) ? [] : [apiKey];
/**
 * `fetch` for one provider, which follows no redirect: the key, which some providers expect in a header, and the conversation,
 * source code included, would go to where it points. Several tenants may share a host, each below a path. `variable`: the
 * environment variable with the provider's address.
 */
const refuseRedirects = (fetch, variable) => async (input, init) => {
    const response = await fetch(input, { ...init, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null)
        return response;
    await response.body?.cancel();
    const to = URL.parse(location, input instanceof Request ? input.url : String(input));
    const where = to === null ? 'to no address' : `to ${to.origin}${to.pathname}`;
    // In the status text, where the providers' packages look for a message if a response has no body.
    const statusText = `it redirects ${where}, which is not followed; set ${variable} to the right address`;
    return new Response(null, { status: 400, statusText });
};
const FIELDS = /"(reasoning|reasoning_effort|thinking|output_config|thinkingConfig)":/;
/**
 * How a model interprets an effort, if not exactly as configured; `null`: exactly. A request is composed but not sent, so
 * that this is known before the first token.
 */
async function withReasoningEffort(open, name, effort) {
    let body = '';
    const model = await open(async (_, init) => {
        body = String(init?.body);
        return new Response('', { headers: { 'content-type': 'text/event-stream' } });
    });
    const prompt = [{ role: 'user', content: [{ type: 'text', text: 'x' }] }];
    const { stream } = await model.doStream({ prompt, reasoning: effort });
    const first = await stream.getReader().read();
    if (!FIELDS.test(body))
        return `${name} has no effort to set; \`${effort}\` is left out.`;
    const warnings = first.value?.type === 'stream-start' ? first.value.warnings : [];
    const details = warnings.flatMap((warning) => warning.type !== 'other' && warning.type !== 'deprecated' && warning.feature === 'reasoning'
        ? (warning.details ?? [])
        : []);
    return details.length === 0 ? null : `${name} has no effort \`${effort}\`: ${details.join(' ')}`;
}


/***/ }),

/***/ 9520:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   SR: () => (/* binding */ refuseDeepInputs),
/* harmony export */   kF: () => (/* binding */ cutDepth)
/* harmony export */ });
/* unused harmony export levelsIn */
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9027);

/** Beyond some 5,000 levels, `JSON.stringify` and each function that calls itself for the next level throw. */
const MOST_LEVELS = 100;
/** An input that is nested too deep, which no tool needs, becomes a text that is not JSON. The model sees it. */
const refuseDeepInputs = {
    async wrapStream({ doStream }) {
        const { stream, ...rest } = await doStream();
        const refuse = new TransformStream({
            transform(part, controller) {
                const isDeep = part.type === 'tool-call' && levelsIn(part.input) > MOST_LEVELS;
                controller.enqueue(isDeep ? { ...part, input: `${(0,_contract_text_js__WEBPACK_IMPORTED_MODULE_0__/* .cutHead */ .fz)(part.input, 400)}${TOO_DEEP}` } : part);
            },
        });
        return { ...rest, stream: stream.pipeThrough(refuse) };
    },
};
const TOO_DEEP = ` [nested deeper than ${MOST_LEVELS} levels]`;
/** How deep the JSON of a text is nested. Pure. */
function levelsIn(json) {
    let [level, deepest] = [0, 0];
    for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{}\]]/gs)) {
        if (token === '[' || token === '{')
            level += 1;
        else if (token === ']' || token === '}')
            level -= 1;
        deepest = Math.max(deepest, level);
    }
    return deepest;
}
function cutDepth(value, left = 10 * MOST_LEVELS) {
    if (typeof value !== 'object' || value === null)
        return value;
    if (left === 0)
        return null;
    const entries = Object.entries(value);
    const cut = entries.map(([name, item]) => [name, cutDepth(item, left - 1)]);
    if (cut.every(([, item], index) => item === entries[index]?.[1]))
        return value;
    return Array.isArray(value) ? cut.map(([, item]) => item) : Object.fromEntries(cut);
}


/***/ })

};
