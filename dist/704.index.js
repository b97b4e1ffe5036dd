export const id = 704;
export const ids = [704];
export const modules = {

/***/ 7704:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

// ESM COMPAT FLAG
__webpack_require__.r(__webpack_exports__);

// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  openMcp: () => (/* binding */ openMcp)
});

// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
// EXTERNAL MODULE: ../../lib/action/workspace/files/read-image.js
var read_image = __webpack_require__(2934);
// EXTERNAL MODULE: ../../lib/action/workspace/files/tool-result.js
var tool_result = __webpack_require__(948);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
;// CONCATENATED MODULE: ../../lib/action/mcp/choose-tools.js


const DESCRIPTION_LENGTH = 4000;
const SCHEMA_LENGTH = 16_000;
/** The tools that the settings allow, in their order. A tool that its server does not mark read-only may change something. Pure. */
function chooseTools(listed, allowed) {
    const tools = [];
    const problems = [];
    for (const name of new Set(allowed)) {
        const found = listed.filter((tool) => tool.name === name);
        const chosen = found.length > 1 ? 'its server lists it more than once' : choose(found[0]);
        if (typeof chosen === 'string')
            problems.push(`the tool ${name} is left out: ${chosen}`);
        else
            tools.push(chosen);
    }
    return { tools, problems };
}
function choose(tool) {
    if (tool === undefined)
        return 'its server does not have it';
    if (tool.annotations?.readOnlyHint !== true)
        return 'its server does not mark it read-only (readOnlyHint)';
    const schema = toJson(tool.inputSchema);
    if (schema === null || schema.length > SCHEMA_LENGTH)
        return `its schema has more than ${(0,contract_text/* groupDigits */.K9)(SCHEMA_LENGTH)} characters`;
    const description = (0,format/* truncateLine */.rT)((tool.description ?? '').trim(), DESCRIPTION_LENGTH);
    return { name: tool.name, description, schema };
}
/** `null`: it is nested too deeply. */
function toJson(schema) {
    try {
        return JSON.stringify(schema, (key, value) => (key === '$schema' ? undefined : value));
    }
    catch {
        return null;
    }
}

// EXTERNAL MODULE: ../../node_modules/@ai-sdk/mcp/dist/index.js + 2 modules
var dist = __webpack_require__(7842);
// EXTERNAL MODULE: ../../node_modules/ipaddr.js/lib/ipaddr.js
var lib_ipaddr = __webpack_require__(4724);
;// CONCATENATED MODULE: ../../lib/net/ip-address.js

/** Reads a CIDR range, or a single address as the range that holds only it. */
function parseIpRange(text) {
    const parts = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(text);
    const address = readAddress(parts?.[1] ?? '');
    const full = address?.kind() === 'ipv4' ? 32 : 128;
    const given = Number(parts?.[2] ?? full);
    if (address === null || given > full)
        return { kind: 'invalid', why: `${text} is neither an address nor a CIDR range`, coversAll: false };
    const [base, bits] = unmapped(address, given);
    // A range of everything looks like a limit, but limits nothing.
    if (bits <= 0)
        return { kind: 'invalid', why: `${text} covers every address: name a smaller range`, coversAll: true };
    return { kind: 'range', range: `${networkOf(base, bits)}/${bits}` };
}
/** True if `address` lies in one of the ranges. An IPv4 address that arrives over IPv6 counts as IPv4. */
function isInRanges(address, ranges) {
    const read = readAddress(address);
    if (read === null)
        return false;
    const [one] = unmapped(read, 128);
    return ranges.some((range) => {
        const [base, bits] = lib_ipaddr.parseCIDR(range);
        return one.kind() === base.kind() && one.match(base, bits);
    });
}
const isAddress = (text) => readAddress(text) !== null;
/** Where an address is: on the internet, in a private network, or on this machine. `null`: not an address. */
function networkOfAddress(text) {
    const read = readAddress(text);
    if (read === null)
        return null;
    const [address] = unmapped(read, 128);
    const range = address.range();
    if (range === 'loopback' || range === 'unspecified')
        return 'loopback';
    return range === 'unicast' ? 'public' : 'private';
}
/** The only block from which global unicast addresses are assigned (RFC 4291, section 2.4). */
const GLOBAL_UNICAST = lib_ipaddr.IPv6.parseCIDR('2000::/3');
/**
 * Addresses of the public range at which a cloud answers its own machines only: Azure's platform services.
 * https://learn.microsoft.com/en-us/azure/virtual-network/what-is-ip-address-168-63-129-16
 */
const PLATFORM_SERVICES = ['168.63.129.16/32'];
/**
 * Whether an address is on the internet. An IPv6 address outside of 2000::/3 is not, whatever the library calls it: ranges
 * such as the IPv4-compatible `::7f00:1` count as unicast there.
 */
function isPublicAddress(address) {
    if (networkOfAddress(address) !== 'public' || isInRanges(address, PLATFORM_SERVICES))
        return false;
    const read = lib_ipaddr.parse(address);
    return !(read instanceof lib_ipaddr.IPv6) || read.isIPv4MappedAddress() || read.match(GLOBAL_UNICAST);
}
/** `allowed`: CIDR ranges that the operator permits although they are not public. */
const isPermittedAddress = (address, allowed) => isPublicAddress(address) || isInRanges(address, allowed);
/** The loose IPv4 forms (`10.1`, `0x7f.1`) that the library also takes are more often a slip than meant. */
const readAddress = (text) => lib_ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && lib_ipaddr.IPv6.isValid(text))
    ? lib_ipaddr.parse(text)
    : null;
/** `::ffff:a.b.c.d` is IPv4, and matches only in that form. */
function unmapped(address, bits) {
    if (!(address instanceof lib_ipaddr.IPv6) || !address.isIPv4MappedAddress())
        return [address, bits];
    return [address.toIPv4Address(), bits - 96];
}
const networkOf = (base, bits) => base.kind() === 'ipv4'
    ? ipaddr.IPv4.networkAddressFromCIDR(`${base}/${bits}`)
    : ipaddr.IPv6.networkAddressFromCIDR(`${base}/${bits}`);

;// CONCATENATED MODULE: ../../lib/action/mcp/guarded-fetch.js

// Egress: asks MCP servers, with arguments in which `openMcp` has found no secret.
/** Why a server is not asked, or its answer not used. Holds nothing that the server sent. */
class McpRefused extends Error {
    name = 'McpRefused';
}
/** Of one response, decompressed. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Simultaneous answers to what the server asks, such as whether we are still here. One response can ask 100,000 times. */
const MAX_ANSWERS = 16;
/**
 * `fetch` for one MCP server. The settings of a repository name it, so it must not reach the network of the runner: its host
 * must have public addresses only, unless the workflow file names the origin. The connection resolves the name once more, but
 * its certificate must be valid for the name, which no service in that network can have by chance.
 */
function guardedFetch({ url, isNamed, headers, resolve }) {
    let answers = 0;
    return async (input, init) => {
        const isAnswer = answersServer(init);
        if (isAnswer && answers >= MAX_ANSWERS)
            throw new McpRefused('it asks too much of its own simultaneously');
        if (isAnswer)
            answers += 1;
        try {
            return await send(input, init);
        }
        finally {
            if (isAnswer)
                answers -= 1;
        }
    };
    async function send(...[input, init]) {
        const asked = new URL(input instanceof Request ? input.url : input);
        if (asked.href !== url.href)
            throw new McpRefused('it was to be asked at another address');
        // The stream of notifications, which servers need not have: nothing is done with one.
        if (init?.method === 'GET')
            return new Response(null, { status: 405 });
        await requirePermitted(url.hostname, isNamed, resolve);
        const all = new Headers(init?.headers);
        for (const [name, value] of Object.entries(headers))
            all.set(name, value);
        const response = await fetch(url, { ...init, headers: all, redirect: 'manual' });
        if (response.status >= 300 && response.status < 400) {
            await response.body?.cancel();
            throw new McpRefused(`it answers with a redirect (${response.status}), which is not followed: name the right address in the settings`);
        }
        return new Response(response.body?.pipeThrough(atMost(MAX_BYTES)) ?? null, {
            status: response.status,
            headers: response.headers,
        });
    }
}
/** Of the messages that the client sends, only its answers have no method. */
const answersServer = (init) => typeof init?.body === 'string' && !('method' in JSON.parse(init.body));
/** Never, even if the workflow file names the host: the metadata services of clouds are here. */
const LINK_LOCAL = ['169.254.0.0/16', '64:ff9b::169.254.0.0/112', 'fe80::/10', 'fd00:ec2::/32'];
async function requirePermitted(host, isNamed, resolve) {
    const addresses = await resolve(host).catch((cause) => {
        // A proxy may know the host.
        if (isNamed)
            return [];
        throw cannotResolve(cause);
    });
    if (addresses.length === 0 && !isNamed)
        throw cannotResolve();
    if (addresses.some((address) => isInRanges(address, LINK_LOCAL)))
        throw new McpRefused('its host has a link-local address');
    // One that is not public is enough: the host would choose which one is reached.
    if (!isNamed && !addresses.every((address) => isPermittedAddress(address, [])))
        throw new McpRefused(`its host has an address that is not public: ${NAME_IT}`);
}
const NAME_IT = 'if that is right, name its origin in a PRENTICE_MCP_ variable of the workflow file';
const cannotResolve = (cause) => new McpRefused(`the runner cannot resolve its host: ${NAME_IT}`, { cause });
function atMost(limit) {
    let length = 0;
    return new TransformStream({
        transform(chunk, controller) {
            length += chunk.length;
            if (length > limit)
                controller.error(new McpRefused('its response is larger than 4 MiB'));
            else
                controller.enqueue(chunk);
        },
    });
}

;// CONCATENATED MODULE: ../../lib/action/mcp/connect-server.js



/** A server may list its tools on several pages. */
const MAX_PAGES = 5;
/** Throws what `describeFailure` explains. */
async function connectServer({ url, fetch }, signal, timeout) {
    const broken = new AbortController();
    const client = await (0,dist/* createMCPClient */.MT)({
        transport: { type: 'http', url, fetch, redirect: 'error' },
        clientName: 'prentice',
        initializationOptions: { signal: AbortSignal.any([signal, broken.signal]), timeout },
        // The client's own errors are about messages that it does not need, or also reject the promise of the request.
        onUncaughtError(error) {
            if (!dist/* MCPClientError */.uZ.isInstance(error))
                broken.abort(error);
        },
    });
    return { client, broken: broken.signal };
}
async function listTools({ client, broken }, signal, timeout) {
    const tools = [];
    const deadline = AbortSignal.any([signal, broken, AbortSignal.timeout(timeout)]);
    let cursor;
    for (let page = 0; page < MAX_PAGES; page += 1) {
        const answer = await client.listTools({
            ...(cursor !== undefined && { params: { cursor } }),
            options: { signal: deadline },
        });
        tools.push(...answer.tools);
        cursor = answer.nextCursor;
        if (cursor === undefined)
            return tools;
    }
    throw new McpRefused(`it lists its tools on more than ${MAX_PAGES} pages`);
}
/** Why a request failed. The text is never the text of the server, which could be anything. */
function describeFailure(error) {
    const causes = chainOf(error);
    const refused = causes.find((one) => one instanceof McpRefused);
    if (refused instanceof McpRefused)
        return refused.message;
    if (causes.some(isLate))
        return 'it does not answer in time';
    const status = causes.flatMap((one) => (dist/* MCPClientError */.uZ.isInstance(one) ? [one.statusCode] : []))[0];
    if (status === 401 || status === 403)
        return `it refuses access (HTTP ${status}): set its header in a PRENTICE_MCP_ variable of the workflow file`;
    if (status !== undefined && status >= 400)
        return `it answers with HTTP ${status}`;
    const code = causes.flatMap((one) => (hasCode(one) ? [one.code] : []))[0];
    if (typeof code === 'number')
        return `it answers with the error ${code}`;
    return code === undefined ? 'its answer is not one of an MCP server' : `it cannot be reached (${code})`;
}
const ERROR_LENGTH = 2000;
/** The server's own words about a request that it understood and refused, for the model; `null`: it is another failure. */
const readAnsweredError = (error) => dist/* MCPClientError */.uZ.isInstance(error) && error.code !== undefined && error.statusCode === undefined
    ? `The server answers with the error ${error.code}: ${(0,contract_text/* cutHead */.fz)(error.message, ERROR_LENGTH)}`
    : null;
const isLate = (error) => (error instanceof Error && error.name === 'TimeoutError') ||
    (dist/* MCPClientError */.uZ.isInstance(error) && error.message.includes('timed out'));
const hasCode = (error) => error instanceof Error && 'code' in error && ['string', 'number'].includes(typeof error.code);
const MAX_CAUSES = 5;
function chainOf(error) {
    const chain = [];
    for (let one = error; one instanceof Error && chain.length < MAX_CAUSES; one = one.cause)
        chain.push(one);
    return chain;
}

// EXTERNAL MODULE: ../../lib/action/mcp/header-bindings.js
var header_bindings = __webpack_require__(5139);
;// CONCATENATED MODULE: ../../lib/action/mcp/open-mcp.js







/**
 * Connects to the servers and asks once for their tools: what a server says of them later changes nothing. A server that
 * cannot be used is a notice. `null`: none can.
 */
async function openMcp(options) {
    const { bindings, problems } = (0,header_bindings/* readHeaderBindings */.o)(options.environment);
    for (const problem of problems)
        options.note(`MCP: ${problem}`);
    const opened = await Promise.all(options.servers.map((server) => openServer(options, bindings, server)));
    const usable = opened.filter((one) => one !== null);
    if (usable.length === 0)
        return null;
    let calls = 0;
    return {
        offers: usable.map(({ offer }) => offer),
        async call(request, signal) {
            const server = usable.find(({ offer }) => offer.server === request.server);
            if (server === undefined)
                return (0,tool_result/* refused */.J)(`There is no such server. Name one of ${usable.map(({ offer }) => offer.server).join(', ')}.`);
            calls += 1;
            if (calls > MAX_CALLS)
                return (0,tool_result/* refused */.J)(`A run makes at most ${MAX_CALLS} calls. Work without more.`);
            return server.call(request, signal);
        },
        async close() {
            await Promise.all(usable.map(({ close }) => close()));
        },
    };
}
const MAX_CALLS = 200;
const TIMEOUTS = { connectMs: 15_000, callMs: 60_000 };
const CLOSE_MS = 2000;
/** In a row: such a server is not waited for again. */
const MAX_FAILURES = 3;
const MAX_INPUT_LENGTH = 20_000;
async function openServer(options, bindings, { name, url, tools: allowed }) {
    const access = accessTo(url, bindings, options.resolve);
    const { connectMs } = options.timeouts ?? TIMEOUTS;
    let connection = null;
    try {
        connection = await connectServer(access, options.signal, connectMs);
        const { tools, problems } = chooseTools(await listTools(connection, options.signal, connectMs), allowed);
        for (const problem of problems)
            options.note(`MCP server ${name}: ${problem}`);
        if (tools.length > 0) {
            const text = options.redact(describeTools(connection.client.instructions, tools));
            return { offer: { server: name, text }, ...keepCalling(options, access, connection, tools) };
        }
    }
    catch (error) {
        options.signal.throwIfAborted();
        options.note(`MCP server ${name} is left out: ${describeFailure(error)}.`);
    }
    await closeConnection(connection);
    return null;
}
function accessTo(url, bindings, resolve) {
    const address = new URL(url);
    const own = bindings.filter(({ origin }) => origin === address.origin);
    const headers = Object.fromEntries(own.flatMap(({ header }) => (header ? [[header.name, header.value]] : [])));
    return {
        url: address.href,
        fetch: guardedFetch({ url: address, isNamed: own.length > 0, headers, resolve }),
    };
}
const INSTRUCTIONS_LENGTH = 4000;
const describeTools = (instructions, tools) => [
    ...(instructions === undefined ? [] : [(0,contract_text/* cutHead */.fz)(instructions, INSTRUCTIONS_LENGTH)]),
    ...tools.map(({ name, description, schema }) => `${name}: ${description}\nIts arguments: ${schema}`),
].join('\n\n');
/** After a failure, the next call connects again: a session may have ended. */
function keepCalling(options, access, connected, tools) {
    const { connectMs, callMs } = options.timeouts ?? TIMEOUTS;
    let connection = connected;
    let failures = 0;
    return {
        async call({ server, tool, input }, signal) {
            const problem = findProblem(options, tools, tool, input);
            if (problem !== null)
                return (0,tool_result/* refused */.J)(problem);
            if (failures >= MAX_FAILURES)
                return (0,tool_result/* refused */.J)(`${server} no longer answers. Work without it.`);
            try {
                const deadline = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
                connection ??= await connectServer(access, deadline, connectMs);
                const result = await connection.client.callTool({
                    ...{ name: tool, arguments: input },
                    options: { signal: AbortSignal.any([deadline, connection.broken]) },
                });
                failures = 0;
                const { text, image } = await describeResult(result, options.imageTypes);
                return { ok: result.isError !== true, text: options.redact(text), ...(image && { image }) };
            }
            catch (error) {
                if (signal.aborted)
                    return (0,tool_result/* refused */.J)('Not done: the work had ended.');
                const answer = readAnsweredError(error);
                if (answer !== null)
                    return (0,tool_result/* refused */.J)(options.redact(answer));
                failures += 1;
                await closeConnection(connection);
                connection = null;
                return (0,tool_result/* refused */.J)(`${server} could not be asked: ${describeFailure(error)}.`);
            }
        },
        close: () => closeConnection(connection),
    };
}
function findProblem({ hasSecret }, tools, tool, input) {
    if (!tools.some(({ name }) => name === tool))
        return `There is no such tool. Name one of ${tools.map(({ name }) => name).join(', ')}.`;
    const text = JSON.stringify(input);
    if (text.length > MAX_INPUT_LENGTH)
        return `The arguments may have at most ${MAX_INPUT_LENGTH} characters.`;
    return hasSecret(text) ? 'The arguments contain a secret, which no server gets.' : null;
}
/** Tells the server that the session ends; one that does not answer is not waited for. */
async function closeConnection(connection) {
    if (connection === null)
        return;
    await Promise.race([
        connection.client.close().catch(() => { }),
        new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref()),
    ]);
}
/** What a server answered, as one text and at most one image. What the model cannot read is named. */
async function describeResult(result, imageTypes) {
    const content = Array.isArray(result.content) ? result.content : [];
    const parts = await Promise.all(content.map((part) => describePart(part, imageTypes)));
    const first = parts.findIndex(({ image }) => image !== undefined);
    const lines = parts.map(({ text, image }, index) => image === undefined || index === first ? text : `[another image, which is left out] ${text}`);
    const said = lines.join('').trim();
    const structured = describeStructured(result);
    if (said === '')
        lines.push(structured === '' ? 'The server returned nothing.' : structured);
    else if (structured.length > 2 * said.length)
        lines.push(structured);
    const { image } = parts[first] ?? {};
    return { text: lines.join('\n'), ...(image && { image }) };
}
/** `structuredContent` repeats the text, if there is one. A much shorter text only points to it. */
function describeStructured(result) {
    const { structuredContent, toolResult } = result;
    return JSON.stringify(structuredContent ?? toolResult) ?? '';
}
const asText = (value) => (typeof value === 'string' ? value : '');
async function describePart(part, imageTypes) {
    switch (part.type) {
        case 'text':
            return { text: asText(part.text) };
        case 'image':
            return describeImage(asText(part.data), imageTypes);
        case 'resource': {
            const { uri, text } = (part.resource ?? {});
            return { text: typeof text === 'string' ? text : `[${asText(uri)}: binary data, which is left out]` };
        }
        case 'resource_link':
            return { text: [part.uri, part.name, part.description].map(asText).join(' ').trim() };
        default:
            return { text: `[${part.type}, which is left out]` };
    }
}
/** A response is smaller than what would need to be scaled. */
async function describeImage(data, imageTypes) {
    const read = await (0,read_image/* readImage */.AM)('The result', Buffer.from(data, 'base64'), { types: imageTypes, scale: null });
    return read ?? { text: '[an image in a format that is not known]' };
}


/***/ })

};
