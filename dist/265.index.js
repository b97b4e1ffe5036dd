export const id = 265;
export const ids = [265];
export const modules = {

/***/ 986:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  sM: () => (/* binding */ BRANCH_PREFIX),
  o0: () => (/* binding */ admitTrigger),
  Do: () => (/* binding */ isCapReached)
});

// EXTERNAL MODULE: external "node:timers/promises"
var promises_ = __webpack_require__(8500);
// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
// EXTERNAL MODULE: ../../lib/mention/find-mention.js
var find_mention = __webpack_require__(3244);
// EXTERNAL MODULE: ../../lib/mention/visible-text.js
var visible_text = __webpack_require__(1062);
// EXTERNAL MODULE: ../../lib/sanitize/neutralize.js
var neutralize = __webpack_require__(9296);
// EXTERNAL MODULE: ../../lib/conversation/conversation.js
var conversation = __webpack_require__(80);
;// CONCATENATED MODULE: ../../lib/conversation/read-conversation.js





/** How many characters of it go into the context of the agent: the beginning and the end. A file has the rest. */
const EXCERPT = 24_000;
const MAX_TEXT = 16_000;
const MAX_TOTAL = 200_000;
/** Of comments, reviews and threads together. */
const MAX_FIRST = 100;
const MAX_NEWEST = 200;
/** Each is a request to GitHub. */
const MAX_AUTHORS = 20;
const WHY = {
    hidden: 'hidden on GitHub',
    edited: 'edited after the request',
    strangers: 'by people without write access',
    unread: 'too many or too long',
};
/**
 * What the agent reads of a conversation: what stood there at the request, by those who may ask for work now. It is data,
 * with its author, their right and the time. `null`: nothing is left of it.
 */
async function readConversation(conversation, reader) {
    const { pullRequest: pull, number } = conversation;
    const { source, since } = reader.asked;
    const asked = {
        ...momentOf(conversation, reader.asked),
        ...{ source, since: since && momentOf(conversation, since) },
    };
    const left = new Map(conversation.unread === 0 ? [] : [['unread', conversation.unread]]);
    const leaveOut = (why, count = 1) => left.set(why, (left.get(why) ?? 0) + count);
    const stood = textsOf(conversation).filter((text) => stoodThere(text, asked, reader, leaveOut));
    const candidates = stood.length <= MAX_FIRST + MAX_NEWEST
        ? stood
        : [...stood.slice(0, MAX_FIRST), ...stood.slice(-MAX_NEWEST)];
    if (candidates.length < stood.length)
        leaveOut('unread', stood.length - candidates.length);
    const opened = [
        ...(reader.diff === null || pull === undefined ? [] : [pull.opened]),
        ...(pull?.closes ?? []),
    ];
    const writers = await findWriters([...candidates, ...opened], reader);
    const isHeard = ({ author }) => reader.heard === 'everyone' || isWriter(author, writers);
    const heard = candidates.filter(isHeard);
    if (heard.length < candidates.length)
        leaveOut('strangers', candidates.length - heard.length);
    // Only now: this takes milliseconds for each, and strangers can write thousands.
    const read = new Map();
    for (const text of heard) {
        await reader.nextTurn();
        const said = whatItSays(text, asked, reader);
        if (said !== null)
            read.set(text, said);
    }
    const parts = [
        ...(pull === undefined ? [] : await describePull(pull, { ...reader, number, asked, isHeard })),
        ...describeTexts(conversation, read, writers),
    ];
    const fitting = fitIn(parts);
    if (fitting.dropped > 0)
        leaveOut('unread', fitting.dropped);
    if (parts.length === 0)
        return null;
    const what = pull === undefined ? 'issue' : 'pull request';
    const of = `the conversation on ${what} #${number}: ${countOf(read.size, 'comment')}${describeLeft(left)}`;
    const outside = [
        ...([...read.keys()].some(({ author }) => !isWriter(author, writers)) ? ['comments'] : []),
        ...(pull !== undefined && checksOf(pull, reader.slug).length > 0 ? ['names of checks'] : []),
    ];
    return {
        material: { of, text: fitting.texts.join('\n\n'), excerpt: EXCERPT },
        outside: outside.length === 0 ? null : `${outside.join(' and ')} on ${what} #${number}`,
        texts: [...read].toReversed().flatMap(([{ url }, { shown }]) => {
            const place = placeOf(url);
            return place === null ? [] : [{ place, text: shown }];
        }),
    };
}
const countOf = (count, thing) => `${count} ${thing}${count === 1 ? '' : 's'}`;
const describeLeft = (left) => left.size === 0 ? '' : `; left out: ${[...left].map(([why, count]) => `${count} ${WHY[why]}`).join(', ')}`;
/** Comments, reviews and the threads that are still open, in the order of their time. */
const textsOf = ({ comments, pullRequest: pull }) => [
    ...comments,
    ...(pull?.reviews.filter(({ body }) => body !== '') ?? []),
    ...(pull?.threads.filter(conversation/* isOpen */.nT).flatMap((thread) => thread.comments) ?? []),
].toSorted((a, b) => a.at - b.at);
/** By GitHub's clock, as the times of the texts; the webhook arrives later. */
function momentOf({ comments, pullRequest: pull }, { at, source }) {
    const threads = pull?.threads.map((thread) => thread.comments) ?? [];
    for (const texts of source === null ? [] : [comments, pull?.reviews ?? [], ...threads]) {
        const place = texts.findIndex(({ url }) => source !== null && isSource(url, source));
        const request = texts[place];
        if (request !== undefined)
            return { at: Math.min(at, request.at), later: new Set(texts.slice(place + 1)) };
    }
    return { at, later: new Set() };
}
const isAfter = (text, { at, later }) => text.at > at || later.has(text);
const FRAGMENT = {
    comment: '#issuecomment-',
    review: '#pullrequestreview-',
    'review-comment': '#discussion_r',
};
function placeOf(url) {
    for (const kind of ['comment', 'review', 'review-comment']) {
        const [, id] = url.split(FRAGMENT[kind]);
        if (id !== undefined && /^\d{1,15}$/.test(id))
            return { kind, id: Number(id) };
    }
    return null;
}
const isSource = (url, { kind, id }) => url.endsWith(`${FRAGMENT[kind]}${id}`);
/** Whether a text counts, apart from its author's right and from what it says. */
function stoodThere(text, asked, { isOwn }, leaveOut) {
    const { at, since, source } = asked;
    if (isAfter(text, asked) || (since !== null && !isAfter(text, since)) || isOwn(text))
        return false;
    if (source !== null && isSource(text.url, source) && !/^ {0,3}>/m.test(text.body))
        return false;
    const why = text.isMinimized ? 'hidden' : wasEdited(text, at) ? 'edited' : null;
    if (why !== null)
        leaveOut(why);
    return why === null;
}
/**
 * `null`: nothing, or it is another request, which is a prompt. The request itself counts if it quotes: what it quotes is its
 * author's word.
 */
function whatItSays({ body, url }, { source }, { slug }) {
    const head = (0,contract_text/* cutHead */.fz)(body, MAX_TEXT);
    const shown = shownOf(body);
    const isRequest = source !== null && isSource(url, source);
    if (shown === '' || (!isRequest && (0,find_mention/* mayMention */._o)(head) && (0,find_mention/* findMentions */.d6)(head, slug).length > 0))
        return null;
    return { shown, lines: indent(body, shown) };
}
/** An edit in the second of the request may have followed it. */
const wasEdited = ({ editedAt }, at) => editedAt !== null && editedAt >= Math.floor(at / 1000) * 1000;
/**
 * The ids of the authors who may ask for work now. GitHub is asked about twenty: first those of whom it says that they belong
 * to the repository, so that they do not wait behind strangers, and in either group those who wrote last.
 */
async function findWriters(texts, { mayAsk }) {
    const authors = new Map();
    const [members, others] = [
        texts.filter(({ isMember }) => isMember),
        texts.filter(({ isMember }) => !isMember),
    ];
    for (const { author } of [...members.toReversed(), ...others.toReversed()])
        if (author !== null && author.id !== null && authors.size < MAX_AUTHORS)
            authors.set(author.id, { ...author, id: author.id });
    // Together: one after the other would take longer than a runner waits for its claim.
    const found = await Promise.all([...authors.values()].map(async (one) => ((await mayAsk(one)) ? [one.id] : [])));
    return new Set(found.flat());
}
const isWriter = (author, writers) => author !== null && author.id !== null && writers.has(author.id);
/** Without the App's own check runs. */
const checksOf = ({ checks }, slug) => checks.filter(({ app }) => app === null || app !== slug);
async function describePull(pull, { number, asked: { at }, diff, slug, isHeard, nextTurn, }) {
    const describe = async (what, { title, body }) => {
        await nextTurn();
        return `${what}: ${oneLine(title)}\n${indent(body, shownOf(body))}`;
    };
    const counts = (text) => isHeard(text) && !wasEdited(text, at);
    const parts = [];
    if (diff !== null && counts(pull.opened))
        parts.push(await describe(`Pull request #${number}`, pull.opened));
    if (diff !== null && diff !== '')
        parts.push(diff);
    for (const issue of pull.closes.filter(counts))
        parts.push(await describe(`It closes issue #${issue.number}`, issue));
    const checks = checksOf(pull, slug).map(({ name, result }) => `- ${oneLine(name)}: ${oneLine(result)}`);
    return checks.length === 0 ? parts : [...parts, `Checks of its head:\n${checks.join('\n')}`];
}
const oneLine = (text) => (0,neutralize/* shorten */.ml)((0,neutralize/* asOneLine */.vF)(text), 200);
const shownOf = (body) => (0,contract_text/* cutHead */.fz)((0,visible_text/* visibleText */.Q)((0,contract_text/* cutHead */.fz)(body, MAX_TEXT)), MAX_TEXT);
/** The lines of a text never look like the line that names its author. */
const indent = (body, shown) => `${shown}${body.length <= MAX_TEXT ? '' : ' …'}`.replace(/^/gm, '  ');
function describeTexts({ comments, pullRequest: pull }, read, writers) {
    const say = (text, did) => {
        const right = isWriter(text.author, writers) ? 'write access' : 'no write access';
        const time = new Date(text.at).toISOString().slice(0, 16).replace('T', ' ');
        return `@${oneLine(text.author?.login ?? 'ghost')} (${right}) ${did}, ${time} UTC:\n`;
    };
    const own = (texts, did) => texts.flatMap((text) => {
        const said = read.get(text);
        return said === undefined ? [] : [{ at: text.at, text: say(text, did(text)) + said.lines }];
    });
    const threads = (pull?.threads ?? []).flatMap((thread) => {
        const [first] = thread.comments;
        const place = `${oneLine(thread.path)}${thread.line === null ? '' : `, line ${thread.line}`}`;
        const state = thread.isResolved ? 'resolved' : 'outdated';
        if (!(0,conversation/* isOpen */.nT)(thread))
            return [{ at: first?.at ?? 0, text: `Thread at ${place}: ${state}, not shown.` }];
        const said = own(thread.comments, () => 'said');
        const texts = said.map(({ text }) => text);
        return texts.length === 0
            ? []
            : [{ at: first?.at ?? 0, text: `Thread at ${place}:\n${texts.join('\n')}` }];
    });
    const reviews = new Map((pull?.reviews ?? []).map((review) => [review.url, review.state]));
    return [
        ...own(comments, () => 'commented'),
        ...own(pull?.reviews ?? [], ({ url }) => `reviewed (${oneLine(reviews.get(url) ?? '')})`),
        ...threads,
    ]
        .toSorted((a, b) => a.at - b.at)
        .map(({ text }) => text);
}
/** As many of the first and of the last as there is room for. */
function fitIn(texts) {
    let room = MAX_TOTAL;
    let [from, to] = [0, texts.length];
    for (let turn = 0; from < to; turn += 1) {
        const next = (turn % 2 === 0 ? texts[from] : texts[to - 1]) ?? '';
        if (next.length > room)
            break;
        room -= next.length;
        if (turn % 2 === 0)
            from += 1;
        else
            to -= 1;
    }
    return { texts: [...texts.slice(0, from), ...texts.slice(to)], dropped: to - from };
}

// EXTERNAL MODULE: ../../lib/mention/close-verb.js
var close_verb = __webpack_require__(8586);
// EXTERNAL MODULE: ../../lib/action/text/format.js
var format = __webpack_require__(3145);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/connect-issues.js
var connect_issues = __webpack_require__(50);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/last-run.js
var last_run = __webpack_require__(7515);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/may-ask.js + 1 modules
var may_ask = __webpack_require__(8380);
// EXTERNAL MODULE: ../../lib/action/control-plane/standalone/replies.js
var replies = __webpack_require__(1147);
;// CONCATENATED MODULE: ../../lib/action/control-plane/standalone/admit-trigger.js









const answered = (place, text) => ({ kind: 'answered', place, text });
/**
 * Whether a trigger leads to work. What a comment asks for is done in its order, and all its prompts are those of one run.
 * Strangers get no answer, so that they cannot make the workflow write comments.
 */
async function admitTrigger(context, trigger) {
    if (trigger.kind === 'none')
        return { kind: 'ignored', why: trigger.why };
    const { by, issue, mentions, comment } = trigger;
    const { issues } = context;
    const place = issue.number;
    const permission = await (0,may_ask/* checkRequester */.lJ)(issues, trigger);
    if (permission.kind === 'ignored')
        return permission;
    const about = { by, issue, triggers: permission.triggers };
    const self = comment === null ? null : await issues.react(comment);
    if (self === 'deleted')
        return { kind: 'ignored', why: 'The comment was deleted.' };
    const answers = [];
    const own = comment ?? 'label';
    let asked = null;
    for (const mention of mentions.slice(0, find_mention/* MAX_MENTIONS */.Fu)) {
        const step = await answerMention(context, about, { mention, self, own });
        if (step.kind === 'answered')
            answers.push(step.text);
        else if (asked === null)
            asked = step.asked;
        else if (isOfSameRun(step.asked, asked, own))
            asked = withLater(issue, asked, step.asked);
        else
            answers.push(replies/* ONE_RUN */.lM);
        if (mention.kind === 'verb' && mention.verb === 'stop')
            asked = null;
    }
    const admission = asked && (await admitWork(context, about, asked));
    if (admission?.kind === 'answered')
        answers.push(admission.text);
    if (mentions.length > find_mention/* MAX_MENTIONS */.Fu)
        answers.push(find_mention/* MORE_LEFT_OUT */.XA);
    const text = answers.join('\n\n');
    return admission?.kind === 'work'
        ? { ...admission, text: text === '' ? null : text }
        : answered(place, text);
}
/** A later prompt of the comment `own`, of the same mode. */
const isOfSameRun = (later, asked, own) => later.source === own && (later.mode === undefined || later.mode === asked.mode);
const withLater = (issue, asked, later) => {
    const promptOf = ({ text }) => (text === '' && !issue.pull_request ? resolve(issue.number) : text);
    return { ...asked, text: (0,last_run/* joinPrompts */.ob)([promptOf(asked), promptOf(later)]) };
};
const resolve = (issue) => `Resolve issue #${issue}.`;
/** One of the things that a comment asks for. `self`: the account that writes the reports. */
async function answerMention(context, { issue, triggers }, { mention, self, own: source, }) {
    const say = (text) => ({ kind: 'answered', text });
    if (mention.kind === 'typo')
        return say((0,close_verb/* didYouMean */.au)(mention.word, mention.verb));
    if (mention.kind === 'prompt') {
        const { text, mode } = mention;
        return { kind: 'asked', asked: { text, mode, source } };
    }
    if (mention.verb === 'help')
        return say(replies/* HELP */._$);
    if (mention.verb === 'update')
        return say(replies/* NO_UPDATE */.M_);
    if (mention.verb === 'approve')
        return say(replies/* NO_PLANS */.Be);
    const { issues } = context;
    const own = await issues.readRun(context.own.id);
    const titlesName = own !== null && (0,last_run/* namesIssue */.Cf)(own.title, issue);
    const here = { issues, number: issue.number, file: context.own.file, self, titlesName };
    switch (mention.verb) {
        case 'status':
            return say(await (0,last_run/* describeLastRun */.DN)(here));
        case 'retry': {
            const retry = await (0,last_run/* findRetry */.GS)(here, triggers);
            return retry.kind === 'refused' ? say(retry.text) : { kind: 'asked', asked: retry };
        }
        case 'stop':
            return say(await stopRuns(context, here));
    }
}
async function admitWork(context, { by, issue, triggers }, { text: prompt, mode, source }) {
    const { issues } = context;
    const place = issue.number;
    if (mode === 'plan')
        return answered(place, replies/* NO_PLANS */.Be);
    if (mode === 'review')
        return answered(place, replies/* NO_REVIEWS */.g9);
    if (mode === 'ask' && prompt === '')
        return answered(place, replies/* NO_QUESTION */.xN);
    if (await isCapReached(context))
        return answered(place, (0,replies/* CAP_REACHED */.cO)(context.maxRunsPerDay));
    const requester = identityOf(by, context.serverUrl);
    const common = { place, source, mode, requester };
    if (issue.pull_request) {
        const pull = await issues.readPull(place);
        if (!pull.isOwn || !pull.isOpen || !pull.branch.startsWith(BRANCH_PREFIX))
            return answered(place, replies/* NOT_OURS */.Cm);
        if (prompt === '')
            return answered(place, replies/* NOTHING_ASKED */.jp);
        const conversation = await readSaid(context, triggers, { place, source });
        const outside = outsideOf([conversation?.outside ?? null], triggers);
        const work = { ...common, prompt, issue: null, pull, conversation, outside };
        return { kind: 'work', work, text: null };
    }
    const isOfWriter = await mayBeRead(issues, triggers, { issue, by });
    const text = isOfWriter || triggers.conversation === 'everyone' ? textOf(issue) : null;
    if (prompt === '' && text === null)
        return answered(place, replies/* UNREAD_ISSUE */.iV);
    const assigned = { number: place, ...(text !== null && { text }) };
    const work = { ...common, prompt: prompt === '' ? resolve(place) : prompt };
    const conversation = await readSaid(context, triggers, { place, source });
    const stranger = text === null || isOfWriter ? null : `the text of issue ${place}`;
    const outside = outsideOf([stranger, conversation?.outside ?? null], triggers);
    return { kind: 'work', work: { ...work, issue: assigned, pull: null, conversation, outside }, text: null };
}
function outsideOf(names, { holdCi }) {
    const read = names.filter((name) => name !== null);
    return read.length === 0 ? null : { read, holdCi };
}
/** A run can do without it, so what prevents reading it is a warning. */
async function readSaid({ issues, log, now }, triggers, { place, source }) {
    try {
        const conversation = await issues.readConversation(place);
        return (conversation &&
            (await readConversation(conversation, {
                asked: {
                    at: now(),
                    since: null,
                    source: source === 'label' ? null : { kind: 'comment', id: source },
                },
                heard: triggers.conversation,
                slug: null,
                isOwn: ({ body }) => (0,last_run/* isOwnComment */._M)(body),
                mayAsk: (author) => (0,may_ask/* mayAsk */.Nh)(issues, triggers, { ...author, type: author.type ?? 'User' }, null),
                diff: null,
                nextTurn: promises_.setImmediate,
            })));
    }
    catch (error) {
        log.warning(`The conversation on #${place} is left out: ${(0,format/* messageOf */.bD)(error)}`);
        return null;
    }
}
/** Only people with write access can push such a branch to the repository. */
const BRANCH_PREFIX = 'prentice/';
const textOf = ({ title, body, user }) => ({ title, body: body ?? '', author: user?.login ?? 'ghost' });
/** What somebody without write access wrote is left out: it is not for them to say what the agent does. */
const mayBeRead = async (issues, triggers, { issue: { user }, by }) => user !== null && (user.id === by.id || (await (0,may_ask/* mayAsk */.Nh)(issues, triggers, user, null)));
/** GitHub's own no-reply address: https://docs.github.com/en/account-and-profile/reference/email-addresses-reference */
const identityOf = ({ id, login }, serverUrl) => ({
    name: login,
    email: `${id}+${login}@users.noreply.${new URL(serverUrl).hostname}`,
});
const DAY_MS = 86_400_000;
const recentRuns = ({ issues, own, now }) => issues.listRuns(own.file, new Date(now() - DAY_MS));
/** Comments of strangers start runs of that name, too, which end by themselves. */
const MOST_STOPPED = 20;
/**
 * Cancels the runs that were asked for on the same issue or pull request: the one that the last report is about, and
 * those whose title ends with its number, if `run-name` of the workflow says so.
 */
async function stopRuns(context, place) {
    const { issues, own } = context;
    const reported = await (0,last_run/* findRunning */.PB)(place);
    const recent = place.titlesName ? await recentRuns(context) : [];
    const titled = recent.filter(({ id, isOver, title }) => id !== own.id && !isOver && (0,last_run/* endsWithNumber */.Wz)(title, place.number));
    const found = new Set([...(reported === null ? [] : [reported]), ...titled.map(({ id }) => id)]);
    let count = 0;
    for (const id of [...found].slice(0, MOST_STOPPED)) {
        try {
            await issues.cancelRun(id);
            count += 1;
        }
        catch (error) {
            // It has ended meanwhile.
            if (!(0,connect_issues/* hasStatus */.i)(error, 409))
                throw error;
        }
    }
    return (0,replies/* stopped */.ce)(count);
}
/** More people than a repository has writers who are active on one day. */
const MAX_ACTORS = 20;
/** Comments of strangers also start workflow runs, which do not count. */
async function isCapReached(context) {
    const { issues, own, maxRunsPerDay } = context;
    const runs = (await recentRuns(context)).filter(({ id, isSkipped }) => id !== own.id && !isSkipped);
    if (runs.length < maxRunsPerDay)
        return false;
    const triggers = await (0,may_ask/* readTriggers */.kb)(issues);
    const byActor = Map.groupBy(runs, ({ actor }) => actor?.id ?? 0);
    let count = 0;
    for (const started of [...byActor.values()].toSorted((a, b) => b.length - a.length).slice(0, MAX_ACTORS)) {
        const actor = started[0]?.actor ?? null;
        if (actor !== null && (await (0,may_ask/* mayStart */.SH)(issues, triggers, actor)))
            count += started.length;
    }
    return count >= maxRunsPerDay;
}


/***/ }),

/***/ 6265:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Mm: () => (/* binding */ composeAssignment),
/* harmony export */   Mo: () => (/* binding */ resolveSettings),
/* harmony export */   tv: () => (/* binding */ projectSettings)
/* harmony export */ });
/* unused harmony export APPLIED */
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5119);
/* harmony import */ var _settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(6823);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(1167);
/* harmony import */ var _admit_trigger_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(986);




const BOT = 'github-actions[bot]';
const BOT_ID_ON_GITHUB_COM = 41_898_282;
/** The account of the workflow's own token. Every other GitHub has its own id for it, so the address there has none. */
function authorOn(repositoryUrl) {
    const { hostname } = new URL(repositoryUrl);
    const id = hostname === 'github.com' ? `${BOT_ID_ON_GITHUB_COM}+` : '';
    return { name: BOT, email: `${id}${BOT}@users.noreply.${hostname}` };
}
/** The assignment that a server would have given, built from the inputs. `id`: a few random letters and digits. */
function composeAssignment(given) {
    const { inputs, repository, work } = given;
    const pull = work?.pull ?? null;
    return {
        features: ['plan'],
        run: `alone-${given.id}`,
        job: `alone-${given.id}`,
        number: 1,
        repository: {
            id: repository.id,
            owner: repository.owner.login,
            name: repository.name,
            url: repository.html_url,
            private: repository.private,
        },
        base: pull?.base ?? inputs.ref ?? repository.default_branch,
        baseFrom: pull === null && inputs.ref === null ? 'default-branch' : 'job',
        defaultBranch: repository.default_branch,
        branch: pull?.branch ?? `${_admit_trigger_js__WEBPACK_IMPORTED_MODULE_1__/* .BRANCH_PREFIX */ .sM}${given.id}`,
        pullRequest: pull && { number: pull.number, url: pull.url },
        prompts: [{ number: 1, text: given.prompt }],
        ...(work?.mode !== undefined && { mode: work.mode }),
        earlier: [],
        ...(work !== null && { commentCommand: _contract_github_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMENT_COMMAND */ .Om }),
        ...(work?.issue && { issue: work.issue }),
        ...(work?.conversation && { material: [work.conversation.material] }),
        ...(work?.outside && { outside: work.outside }),
        model: given.model,
        ...(inputs['fallback-models'].length > 0 && { fallbackModels: inputs['fallback-models'] }),
        ...(inputs.effort !== null && { effort: inputs.effort }),
        draft: inputs.draft,
        limits: {
            steps: inputs['max-steps'],
            seconds: Math.max(1, Math.round(inputs['max-minutes'] * 60)),
            costUsd: inputs['max-cost-usd'],
            tokens: inputs['max-tokens'],
        },
        // Until the project's settings are read.
        rules: (0,_settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_3__/* .resolvePublishRules */ .vp)({}),
        instructions: [],
        author: authorOn(repository.html_url),
        coAuthor: work?.requester ?? null,
        // The prompt is a comment, or an input of this step, which the runner has already logged.
        showPrompt: true,
        fetchToken: given.token,
    };
}
/** The settings that apply without a server. Inputs of the step replace some of the others. */
const APPLIED = [
    ...['triggers.comments', 'triggers.labels', 'triggers.conversation', 'triggers.bots'],
    ...['ci', 'paths', 'max-files', 'max-bytes', 'signed-commits', 'executable-scripts', 'instructions'],
    ...['setup', 'commands', 'checks', 'check-rounds', 'draft-on-failed-checks', 'test-evidence', 'tests'],
    ...['working-directory', 'mcp'],
];
/** `null`: all of them apply. */
function warnOfOthers({ triggers = {}, ...settings }) {
    const keys = [...Object.keys(settings), ...Object.keys(triggers).map((key) => `triggers.${key}`)];
    const others = keys.filter((key) => !APPLIED.includes(key));
    return others.length === 0 ? null : `no effect without a server: ${others.join(', ')}`;
}
/** What the project's settings say of a run; throws with every mistake in them. A run with a server needs no YAML. */
async function resolveSettings(files) {
    const { describeInvalid, parseSettings } = await Promise.resolve(/* import() eager */).then(__webpack_require__.bind(__webpack_require__, 5584));
    const parsed = parseSettings(files);
    if (parsed.kind === 'invalid')
        throw (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_0__/* .fail */ .fJ)('config-invalid', describeInvalid(parsed));
    const { settings, warnings } = parsed;
    const others = warnOfOthers(settings);
    return projectSettings(settings, others === null ? warnings : [...warnings, others]);
}
/** What parsed settings say of a run. Pure. */
const projectSettings = (settings, warnings) => ({
    checks: (0,_settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_3__/* .resolveChecks */ .KR)(settings),
    commands: (0,_settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_3__/* .resolveCommands */ .FY)(settings),
    rules: (0,_settings_resolve_rules_js__WEBPACK_IMPORTED_MODULE_3__/* .resolvePublishRules */ .vp)(settings),
    workingDirectory: settings['working-directory'] ?? null,
    mcp: settings.mcp ?? [],
    warnings: warnings.map((warning) => `settings: ${warning}`),
});


/***/ }),

/***/ 50:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   R: () => (/* binding */ connectIssues),
/* harmony export */   i: () => (/* binding */ hasStatus)
/* harmony export */ });
/* harmony import */ var zod__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(669);
/* harmony import */ var _conversation_conversation_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(80);
/* harmony import */ var _net_without_redirects_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(3135);
/* harmony import */ var _github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(7347);
/* harmony import */ var _github_retries_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(4422);





const Right = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ permission: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), user: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }).nullish() });
const Reaction = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ user: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }).nullish() });
const Created = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() });
const Entry = zod__WEBPACK_IMPORTED_MODULE_4__/* .union */ .KCZ([
    zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_4__/* .literal */ .euz('file'), content: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }),
    zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ type: zod__WEBPACK_IMPORTED_MODULE_4__/* ["enum"] */ .k5n(['dir', 'symlink', 'submodule']) }),
    zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(zod__WEBPACK_IMPORTED_MODULE_4__/* .unknown */ .L5J()),
]);
const RunFields = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr(),
    display_title: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    status: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullable(),
    conclusion: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullable(),
    event: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    actor: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr(), login: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }).nullish(),
});
const asRun = (run) => ({
    id: run.id,
    title: run.display_title,
    isOver: run.status === 'completed',
    isSkipped: run.conclusion === 'skipped',
    hasSucceeded: run.conclusion === 'success',
    event: run.event,
    actor: run.actor ?? null,
});
const Runs = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ workflow_runs: zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(RunFields.transform(asRun)) });
const RunWithFile = RunFields.extend({ path: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }).transform(({ path, ...run }) => ({
    ...asRun(run),
    // Of some runs, GitHub adds `@` and the ref.
    file: path.split('@')[0]?.split('/').at(-1) ?? '',
}));
const Pull = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    html_url: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    state: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    base: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), repo: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }) }),
    /** No repository: the fork was deleted. */
    head: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ ref: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), repo: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr() }).nullish() }),
})
    .transform(({ html_url: url, state, base, head }) => ({
    url,
    isOpen: state === 'open',
    base: base.ref,
    branch: head.ref,
    isOwn: head.repo?.id === base.repo.id,
}));
const Comment = zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({
    body: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullish(),
    html_url: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    issue_url: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    user: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ id: zod__WEBPACK_IMPORTED_MODULE_4__/* .int */ .Whr(), login: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(), type: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP() }).nullish(),
    created_at: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    updated_at: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP(),
    performed_via_github_app: zod__WEBPACK_IMPORTED_MODULE_4__/* .object */ .Ikc({ slug: zod__WEBPACK_IMPORTED_MODULE_4__/* .string */ .YjP().nullish() }).nullish(),
})
    .transform(({ body, user, performed_via_github_app: app, ...given }) => ({
    body: body ?? '',
    url: given.html_url,
    user: user ?? null,
    issue: Number(given.issue_url.split('/').at(-1)),
    isEdited: given.updated_at !== given.created_at,
    app: app ? (app.slug ?? '') : null,
}));
const TIMEOUT_MS = 10_000;
const PAGE = 100;
/** More comments than people read. Those after them are not looked at. */
const MAX_PAGES = 20;
/** GitHub lists no more runs than those of ten pages. */
const MAX_PAGES_OF_RUNS = 10;
/** What the action asks and tells GitHub about issues, pull requests and workflow runs. Rejects if GitHub refuses. */
function connectIssues({ apiUrl, token, owner, name, repositoryId, signal, }) {
    const { actions, issues, pulls, reactions, repos } = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .connectGithubWithRetries */ .I7)({
        apiUrl,
        token,
        repositoryId,
    });
    const common = (stop = signal) => {
        const timeout = AbortSignal.timeout(TIMEOUT_MS);
        return {
            owner,
            repo: name,
            request: { signal: stop === null ? timeout : AbortSignal.any([timeout, stop]) },
        };
    };
    return {
        /** Whether this person, by id and login, has write access now. */
        async mayWrite({ id, login }) {
            const found = await orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Right, await repos.getCollaboratorPermissionLevel({ ...common(), username: login })));
            // A login may be somebody else's by now. `maintain` is told as write, and `triage` as read.
            return found?.user?.id === id && (found.permission === 'admin' || found.permission === 'write');
        },
        /**
         * Shows that the comment was read. Returns the id of the account that the token stands for, which GitHub tells an
         * installation token nowhere else in its REST API; `null`: it does not say, as in a locked conversation, which takes
         * comments of people with write access, but no reactions.
         */
        async react(comment) {
            const reaction = { ...common(), comment_id: comment, content: 'eyes' };
            try {
                return (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Reaction, await reactions.createForIssueComment(reaction)).user?.id ?? null;
            }
            catch (error) {
                if (hasStatus(error, 403))
                    return null;
                if (hasStatus(error, 404))
                    return 'deleted';
                throw error;
            }
        },
        /** What people said on an issue or a pull request; `null`: it does not exist. */
        async readConversation(number) {
            const ask = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .connectGraphql */ .qd)({ apiUrl, token }, AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]));
            return repositoryId === null ? null : (0,_conversation_conversation_js__WEBPACK_IMPORTED_MODULE_0__/* .fetchConversation */ .ik)(ask, { id: repositoryId, owner, name, number });
        },
        /** `retry`: how a rate limit is waited for. */
        comment: (issue, body, retry) => retryRateLimits(retry, async () => {
            const created = await issues.createComment({ ...common(), issue_number: issue, body });
            return (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Created, created).id;
        }),
        /** Also after the run was stopped. `retry`: how a rate limit is waited for; `null`: it is not. */
        updateComment: (comment, body, retry) => retryRateLimits(retry, async () => {
            await issues.updateComment({ ...common(null), comment_id: comment, body });
        }),
        /** A file of the default branch; `null`: there is none. */
        async readFile(path) {
            const found = await orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Entry, await repos.getContent({ ...common(), path })));
            const isFile = found !== null && !Array.isArray(found) && found.type === 'file';
            return isFile ? Buffer.from(found.content, 'base64').toString('utf8') : null;
        },
        /** Oldest first. */
        async listComments(issue) {
            const found = [];
            for (let page = 1; page <= MAX_PAGES; page += 1) {
                const listed = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(zod__WEBPACK_IMPORTED_MODULE_4__/* .array */ .YOg(Comment), await issues.listComments({ ...common(), issue_number: issue, per_page: PAGE, page }));
                found.push(...listed);
                if (listed.length < PAGE)
                    break;
            }
            return found;
        },
        /** `null`: it was deleted. */
        async readComment(comment) {
            return orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Comment, await issues.getComment({ ...common(), comment_id: comment })));
        },
        /** `null`: GitHub no longer has the workflow run. */
        async readRun(id) {
            return orAbsent(async () => (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(RunWithFile, await actions.getWorkflowRun({ ...common(), run_id: id })));
        },
        async readPull(number) {
            return { number, ...(0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Pull, await pulls.get({ ...common(), pull_number: number })) };
        },
        /** Runs of a workflow since a time, the newest first. `file`: its name in `.github/workflows`. */
        async listRuns(file, since) {
            const created = `>=${since.toISOString().slice(0, 19)}Z`;
            const found = [];
            for (let page = 1; page <= MAX_PAGES_OF_RUNS; page += 1) {
                const query = { ...common(), workflow_id: file, created, per_page: PAGE, page };
                const { workflow_runs: runs } = (0,_github_connect_github_js__WEBPACK_IMPORTED_MODULE_2__/* .readAnswer */ .JN)(Runs, await actions.listWorkflowRuns(query));
                found.push(...runs);
                if (runs.length < PAGE)
                    break;
            }
            return found;
        },
        async cancelRun(id) {
            await actions.cancelWorkflowRun({ ...common(), run_id: id });
        },
    };
}
/** A request that a rate limit refuses has done nothing, so that it can be sent again. */
async function retryRateLimits(retry, send) {
    const retries = retry === null ? null : (0,_github_retries_js__WEBPACK_IMPORTED_MODULE_3__/* .openRetries */ .x)(retry);
    for (;;) {
        try {
            return await send();
        }
        catch (error) {
            const verdict = (0,_github_retries_js__WEBPACK_IMPORTED_MODULE_3__/* .classifyError */ .f)(error, retry?.now() ?? 0);
            if (verdict.kind !== 'rate-limit' || !(await retries?.wait(verdict)))
                throw error;
        }
    }
}
async function orAbsent(read) {
    try {
        return await read();
    }
    catch (error) {
        if (hasStatus(error, 404))
            return null;
        throw error;
    }
}
/** What GitHub redirects to another repository is not found in this one. */
const hasStatus = (error, status) => (0,_net_without_redirects_js__WEBPACK_IMPORTED_MODULE_1__/* .redirectOf */ .Yx)(error) !== null
    ? status === 404
    : typeof error === 'object' && error !== null && 'status' in error && error.status === status;


/***/ }),

/***/ 7515:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Cf: () => (/* binding */ namesIssue),
/* harmony export */   DN: () => (/* binding */ describeLastRun),
/* harmony export */   GS: () => (/* binding */ findRetry),
/* harmony export */   PB: () => (/* binding */ findRunning),
/* harmony export */   Q_: () => (/* binding */ markReport),
/* harmony export */   Wz: () => (/* binding */ endsWithNumber),
/* harmony export */   _M: () => (/* binding */ isOwnComment),
/* harmony export */   cI: () => (/* binding */ markAnswer),
/* harmony export */   ob: () => (/* binding */ joinPrompts)
/* harmony export */ });
/* harmony import */ var _mention_find_mention_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3244);
/* harmony import */ var _may_ask_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(8380);
/* harmony import */ var _replies_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(1147);
/* harmony import */ var _report_comment_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(3637);




/** Marks the comment about a run, for later commands. */
const markReport = (text, { run, source }) => `${text}\n\n<!-- prentice:run:${run}:${source} -->`;
/** Marks an answer to a command. The `if:` of the workflow file skips comments with such a mark. */
const markAnswer = (text) => `${text}\n\n<!-- prentice:answer -->`;
/** A comment of the action. Anybody can write the mark, and so hide a comment of their own from the agent. */
const isOwnComment = (body) => /<!-- prentice:(?:run:[\d:a-z]+|answer) -->$/.test(body);
const MARKER = /\n\n<!-- prentice:run:(\d{1,15}):(\d{1,15}|label) -->$/;
/**
 * Whether a title is that of `run-name`, and ends with the number of the issue. Without `run-name`, the title is that of the
 * issue, which anybody may let end with the number of another one. Pure.
 */
const namesIssue = (title, issue) => endsWithNumber(title, issue.number) && !title.endsWith(issue.title) && !issue.title.startsWith(title);
const endsWithNumber = (title, number) => title.endsWith(` #${number}`);
/**
 * The newest comment about a run on an issue or pull request; `null`: there is none. Only what the action itself wrote
 * counts: strangers can write such a marker, and other bots can quote it.
 */
async function findReport({ issues, number, self }) {
    for (const comment of (await issues.listComments(number)).toReversed()) {
        const found = MARKER.exec(comment.body);
        if (found === null || self === null || comment.user?.id !== self)
            continue;
        const source = found[2] === 'label' ? 'label' : Number(found[2]);
        return { comment, run: Number(found[1]), source };
    }
    return null;
}
/**
 * A runner that was lost leaves a comment that says it is working. Other workflows of the repository write as the same bot,
 * and can quote what a stranger wrote: a run of another workflow, or of another issue, is not the one of the report.
 */
async function isRunning(place, { comment, run }) {
    if (!comment.body.startsWith('⏳'))
        return false;
    const { number, file, titlesName } = place;
    const found = await place.issues.readRun(run);
    if (found === null || found.isOver || found.file !== file)
        return false;
    return !titlesName || endsWithNumber(found.title, number);
}
/**
 * Whether a label on this issue started the run of the report, and it failed. Unlike a comment, a label is not looked at
 * again, so only what GitHub says of the run counts.
 */
async function wasLabelled(place, { run }) {
    const { number, file, titlesName } = place;
    const found = await place.issues.readRun(run);
    if (found === null || found.file !== file || found.event !== 'issues')
        return false;
    return titlesName && endsWithNumber(found.title, number) && !found.hasSucceeded && !found.isSkipped;
}
/** The last run on an issue or pull request, if it is working; `null`: none is. */
async function findRunning(place) {
    const report = await findReport(place);
    return report !== null && (await isRunning(place, report)) ? report.run : null;
}
/** What the last run on an issue or pull request is doing, as an answer to `status`. */
async function describeLastRun(place) {
    if (place.self === null)
        return _replies_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_REACTION */ .CS;
    const report = await findReport(place);
    if (report === null)
        return _replies_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_RUN */ .e_;
    const { comment } = report;
    if (await isRunning(place, report))
        return `The last run is working: see [its comment](${comment.url}).`;
    return comment.body.startsWith('⏳')
        ? `The last run ended without a result: see [its comment](${comment.url}).`
        : `The last run has ended: see [its comment](${comment.url}).`;
}
/** Those of one comment, for one run. */
const joinPrompts = (texts) => texts.filter((text) => text !== '').join('\n\n');
const refused = (text) => ({ kind: 'refused', text });
/**
 * What the last run was asked for, if it failed or was cancelled. The comment counts only as it was then, and only if its
 * author may still ask: GitHub shows an edit, but not by whom.
 */
async function findRetry(place, triggers) {
    const { issues } = place;
    if (place.self === null)
        return refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_REACTION */ .CS);
    const report = await findReport(place);
    if (report === null)
        return refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .NO_RUN */ .e_);
    if (await isRunning(place, report))
        return refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .STILL_RUNNING */ .rN);
    if ((0,_report_comment_js__WEBPACK_IMPORTED_MODULE_3__/* .saysSuccess */ .kh)(report.comment.body))
        return refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .NOTHING_TO_RETRY */ .tN);
    const { source } = report;
    if (source === 'label')
        return (await wasLabelled(place, report)) ? { kind: 'again', text: '', source } : refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .NOT_LABELLED */ .KE);
    const comment = await issues.readComment(source);
    const author = comment?.user ?? null;
    const isAsItWas = comment !== null && comment.issue === place.number && !comment.isEdited;
    if (!isAsItWas || author === null || !(await (0,_may_ask_js__WEBPACK_IMPORTED_MODULE_1__/* .mayAsk */ .Nh)(issues, triggers, author, comment.app)))
        return refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMENT_CHANGED */ .P7);
    const asked = (0,_mention_find_mention_js__WEBPACK_IMPORTED_MODULE_0__/* .findMentions */ .d6)(comment.body, null).slice(0, _mention_find_mention_js__WEBPACK_IMPORTED_MODULE_0__/* .MAX_MENTIONS */ .Fu);
    const prompts = asked.filter((mention) => mention.kind === 'prompt');
    const [first] = prompts;
    if (first === undefined)
        return refused(_replies_js__WEBPACK_IMPORTED_MODULE_2__/* .COMMENT_CHANGED */ .P7);
    const same = prompts.filter(({ mode }) => mode === undefined || mode === first.mode);
    return { kind: 'again', text: joinPrompts(same.map(({ text }) => text)), mode: first.mode, source };
}


/***/ }),

/***/ 8380:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  d_: () => (/* binding */ LABEL),
  lJ: () => (/* binding */ checkRequester),
  Nh: () => (/* binding */ mayAsk),
  SH: () => (/* binding */ mayStart),
  kb: () => (/* binding */ readTriggers)
});

;// CONCATENATED MODULE: ../../lib/mention/named-bots.js
/**
 * The GitHub App whose bot this is; `null`: it is a person. GitHub says in `type` what an account is: some bots, such as
 * `Copilot`, have a login without `[bot]`. Without a type, only such a login says so, which no person can have.
 */
function botOf({ login, type, }) {
    const named = /^(.+)\[bot\]$/.exec(login)?.[1] ?? null;
    return type === 'Bot' ? (named ?? login) : named;
}
/** Whether GitHub says of an account that it is a person or the bot of an App, and its login does not contradict. */
const isAsker = (account) => account.type === 'Bot' || (account.type === 'User' && botOf(account) === null);
/** Whether the settings name a GitHub App. GitHub ignores the case of names. */
const namesBot = (bots, app) => bots.some((name) => name.toLowerCase() === app.toLowerCase());

// EXTERNAL MODULE: ../../lib/settings/settings-files.js
var settings_files = __webpack_require__(5618);
;// CONCATENATED MODULE: ../../lib/action/control-plane/standalone/may-ask.js


/** Whether somebody may ask, and with this label. */
async function checkRequester(issues, { by, app, label }) {
    // The settings are not read for strangers.
    if (!isOfApp(by, app) && !(await mayAsk(issues, { bots: [] }, by, app)))
        return { kind: 'ignored', why: `${by.login} has no write access to the repository.` };
    const triggers = await readTriggers(issues);
    if (isOfApp(by, app) && !(await mayAsk(issues, triggers, by, app)))
        return { kind: 'ignored', why: `A program asks, or ${by.login} through one, and may not.` };
    if (!triggers.comments)
        return { kind: 'ignored', why: 'The settings switch comments and labels off.' };
    if (label !== null && !isLabelOf(triggers, label))
        return { kind: 'ignored', why: `The label ${JSON.stringify(label)} does not ask for work.` };
    return { kind: 'permitted', triggers };
}
/** Whether the settings decide about a request, because a bot made it, or a person through a GitHub App. */
const isOfApp = (by, app) => botOf(by) !== null || app !== null;
/** Whether a person, or a bot that the settings name, may ask now. `app`: the GitHub App through which they did. */
async function mayAsk(issues, { bots }, by, app) {
    if (app !== null && !namesBot(bots, app))
        return false;
    if (!isAsker(by))
        return false;
    return mayStart(issues, { bots }, by);
}
/** As `mayAsk`, for somebody who has started a workflow run, of whom GitHub shows no type. */
async function mayStart(issues, { bots }, by) {
    const bot = botOf(by);
    return bot === null ? issues.mayWrite(by) : namesBot(bots, bot);
}
/** The label that asks for work, unless the settings name others. */
const LABEL = 'prentice';
const DEFAULTS = {
    comments: true,
    labels: [LABEL],
    conversation: 'writers',
    bots: [],
    holdCi: false,
};
/** From the settings file of the default branch. If it is invalid, the run itself fails, with a reason that says why. */
async function readTriggers(issues) {
    const read = await Promise.all(settings_files/* SETTINGS_PATHS */.R.map(async (path) => ({ path, text: await issues.readFile(path) })));
    const files = read.flatMap(({ path, text }) => text === null ? [] : [{ path, text: Buffer.byteLength(text) > settings_files/* SETTINGS_LIMIT */.C ? null : text }]);
    const { parseSettings } = await Promise.resolve(/* import() eager */).then(__webpack_require__.bind(__webpack_require__, 5584));
    const parsed = parseSettings(files);
    const given = parsed.kind === 'valid' ? parsed.settings.triggers : undefined;
    return {
        comments: given?.comments ?? DEFAULTS.comments,
        labels: given?.labels ?? DEFAULTS.labels,
        conversation: given?.conversation ?? DEFAULTS.conversation,
        bots: given?.bots ?? DEFAULTS.bots,
        holdCi: parsed.kind === 'valid' && parsed.settings.ci === 'hold',
    };
}
/** GitHub ignores the case of labels. */
const isLabelOf = ({ labels }, name) => labels.some((label) => label.toLowerCase() === name.toLowerCase());


/***/ }),

/***/ 1147:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Be: () => (/* binding */ NO_PLANS),
/* harmony export */   CS: () => (/* binding */ NO_REACTION),
/* harmony export */   Cm: () => (/* binding */ NOT_OURS),
/* harmony export */   KE: () => (/* binding */ NOT_LABELLED),
/* harmony export */   M_: () => (/* binding */ NO_UPDATE),
/* harmony export */   P7: () => (/* binding */ COMMENT_CHANGED),
/* harmony export */   _$: () => (/* binding */ HELP),
/* harmony export */   cO: () => (/* binding */ CAP_REACHED),
/* harmony export */   ce: () => (/* binding */ stopped),
/* harmony export */   e_: () => (/* binding */ NO_RUN),
/* harmony export */   g9: () => (/* binding */ NO_REVIEWS),
/* harmony export */   iV: () => (/* binding */ UNREAD_ISSUE),
/* harmony export */   jp: () => (/* binding */ NOTHING_ASKED),
/* harmony export */   lM: () => (/* binding */ ONE_RUN),
/* harmony export */   rN: () => (/* binding */ STILL_RUNNING),
/* harmony export */   tN: () => (/* binding */ NOTHING_TO_RETRY),
/* harmony export */   xN: () => (/* binding */ NO_QUESTION)
/* harmony export */ });
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(5119);
/* harmony import */ var _may_ask_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8380);


const ASK = `comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om}\` with what to do`;
const HELP = [
    `Begin a line with \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om}\`, in a comment on an issue or on a pull request of Prentice:`,
    '',
    '| Comment | Effect |',
    '|---|---|',
    `| \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om}\` and what to do | On an issue: opens a pull request. On a pull request: continues it. |`,
    `| \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om}\` | On an issue: does what the issue describes. The label \`${_may_ask_js__WEBPACK_IMPORTED_MODULE_0__/* .LABEL */ .d_}\`, or a label that the settings name, has the same effect. |`,
    `| \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} ask\` and a question | Answers it, and changes nothing. |`,
    `| \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} status\` | Says what the last run here is doing. |`,
    `| \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} retry\` | Repeats the last run here, if it failed or was cancelled. |`,
    `| \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} stop\` | Cancels the runs that were asked for here. |`,
    '',
    'Only people with write access can ask.',
].join('\n');
const NO_RUN = `Nothing was started here. To start a run, ${ASK}.`;
const NO_REACTION = 'GitHub did not let Prentice react to the comment, so it cannot tell its own reports from other comments. Unlock the conversation, then ask again.';
const STILL_RUNNING = `The last run is still working. Comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} stop\` to end it.`;
const NOTHING_TO_RETRY = `The last run succeeded, so there is nothing to repeat. To continue, ${ASK}.`;
const COMMENT_CHANGED = `The comment that asked for the last run was changed or deleted, or its author no longer has write access. To start a new run, ${ASK}.`;
const NOT_LABELLED = `GitHub does not show a failed run that a label on this issue started. Comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om}\` to do what the issue describes. (Runs are recognised by the line \`run-name\` of the workflow template.)`;
const NO_UPDATE = 'Prentice can update a branch only with a server. Select *Update branch* on the pull request instead.';
const NO_PLANS = `Prentice can plan, and carry out a plan, only with a server. Comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} ask\` with a question, or ${ASK}.`;
const NO_REVIEWS = `Prentice can review a pull request only with a server. Comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} ask\` with a question, or ${ASK}.`;
const NO_QUESTION = `The comment asks no question. Comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om} ask\` with what you want to know.`;
const ONE_RUN = 'A comment starts one run, which cannot also repeat another one or have another mode. Write another comment for that.';
const NOT_OURS = `Prentice continues only open pull requests whose branch begins with \`prentice/\`. Describe the change in an issue, and comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_1__/* .COMMENT_COMMAND */ .Om}\` there.`;
const NOTHING_ASKED = `The comment does not say what to do. To continue the pull request, ${ASK}.`;
const UNREAD_ISSUE = `The author of the issue has no write access, so Prentice does not read its text. To start a run, ${ASK}.`;
const CAP_REACHED = (cap) => `${cap === 1 ? '1 run was' : `${cap} runs were`} started in the last 24 hours, which is the limit \`max-runs-per-day\` of the workflow. Ask again later, or raise it.`;
const stopped = (count) => count === 0
    ? `Nothing is running. To continue, ${ASK}.`
    : `Stopped ${count === 1 ? 'the run' : `${count} runs`}. Commits that were pushed stay.`;


/***/ }),

/***/ 3637:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Ah: () => (/* binding */ endedComment),
/* harmony export */   FM: () => (/* binding */ describeForbidden),
/* harmony export */   kh: () => (/* binding */ saysSuccess),
/* harmony export */   tg: () => (/* binding */ workingComment),
/* harmony export */   u0: () => (/* binding */ notBegunComment),
/* harmony export */   wT: () => (/* binding */ lostComment)
/* harmony export */ });
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_7__ = __webpack_require__(5119);
/* harmony import */ var _contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3523);
/* harmony import */ var _sanitize_close_fences_js__WEBPACK_IMPORTED_MODULE_8__ = __webpack_require__(3018);
/* harmony import */ var _sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9296);
/* harmony import */ var _checks_checks_report_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(5972);
/* harmony import */ var _outcome_outcome_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9057);
/* harmony import */ var _outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(1167);
/* harmony import */ var _text_format_js__WEBPACK_IMPORTED_MODULE_5__ = __webpack_require__(3145);
/* harmony import */ var _reword_reason_js__WEBPACK_IMPORTED_MODULE_6__ = __webpack_require__(2843);









const LINE_LENGTH = 700;
const ANSWER_LENGTH = 30_000;
const SUMMARY_LENGTH = 6000;
const workingComment = ({ logUrl }) => `⏳ Working · [log](${logUrl})\n\nStop it: \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om} stop\``;
/** Of a run that was ended so suddenly that it could not say how. */
const lostComment = ({ logUrl }) => `❌ The run ended without a result · [log](${logUrl})\n\nIf the log ends suddenly, the runner may have had too little memory. Repeat it: \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om} retry\``;
/** Of a request for which no run could begin. Texts of the reason are without effect. Pure. */
function notBegunComment(why, facts) {
    const { what, fix } = (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .splitReason */ .Vj)(why);
    const { pull, logUrl } = facts;
    const next = (0,_reword_reason_js__WEBPACK_IMPORTED_MODULE_6__/* .rewordReason */ .K)({ hasAsked: true, canRepeat: false, pull }, asLine(fix, facts));
    return `${stateOfFailure(false, pull)}: ${asLine(what, facts)} · [log](${logUrl})\n\n${next}`;
}
/** The comment of a run that has ended, in Markdown. Texts of the model and of providers are without effect. Pure. */
function endedComment(end, facts) {
    const { usage, files } = end;
    const measures = [
        ...(files.length === 0 ? [] : [(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .countOf */ .pq)(files.length, 'file')]),
        ...describeChecks(end, facts),
        ...(usage?.costUsd == null ? [] : [(0,_text_format_js__WEBPACK_IMPORTED_MODULE_5__/* .describeMoney */ .KW)(usage.costUsd)]),
        `[log](${facts.logUrl})`,
    ];
    const { state, next } = describeEnding(end, facts);
    const head = [state, ...measures].join(' · ');
    const parts = facts.mode !== undefined && end.ending.outcome === 'no-change'
        ? [head, answerOf(end, facts), next]
        : [head, next, summaryOf(end, facts)];
    return parts.filter((part) => part !== null).join('\n\n');
}
/** What the comment of a run begins with that has done what was asked for, and therefore cannot be repeated. */
const DONE = /^(?:✅|⚠️ #\d+ has a failed check)/;
/** Whether a comment about a run says that it succeeded. Pure. */
const saysSuccess = (comment) => DONE.test(comment);
const asLine = (text, { repositoryUrl }, length = LINE_LENGTH) => (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .neutralize */ .YI)((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .asOneLine */ .vF)(text), repositoryUrl), length);
function describeEnding(end, facts) {
    const { ending } = end;
    const terms = {
        hasAsked: true,
        canRepeat: true,
        pull: (0,_outcome_outcome_js__WEBPACK_IMPORTED_MODULE_3__/* .publishedOf */ .KG)(ending)?.pullRequest.number ?? facts.pull,
    };
    const fixOf = (fix) => (0,_reword_reason_js__WEBPACK_IMPORTED_MODULE_6__/* .rewordReason */ .K)(terms, asLine(fix, facts));
    switch (ending.outcome) {
        case 'published': {
            const { number } = ending.published.pullRequest;
            const hasFailed = end.checks !== null && (0,_checks_checks_report_js__WEBPACK_IMPORTED_MODULE_2__/* .failuresOf */ .dJ)(end.checks).length > 0;
            // A new one replaces a pull request that was closed meanwhile.
            const done = facts.pull === number ? 'updated' : 'ready';
            const next = `Change it: comment on #${number} with \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om}\` and what to change`;
            return { state: hasFailed ? `⚠️ #${number} has a failed check` : `✅ #${number} ${done}`, next };
        }
        case 'no-change': {
            if (facts.mode !== undefined)
                return { state: '✅ Answered', next: AFTER_ANSWER };
            if (ending.obstacle === null)
                return { state: '✅ No change made', next: null };
            const why = `The agent could not: ${asLine(ending.obstacle, facts)}`;
            return { state: '⚠️ No change made', next: `${why} ${AFTER_REFUSAL}` };
        }
        case 'cancelled':
            return { state: '🛑 Cancelled', next: `Repeat it: \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om} retry\`. ${TIMED_OUT}` };
        case 'failed': {
            if (isForbidden(ending.reason))
                return forbidden(end, facts);
            const { what, fix } = (0,_contract_reasons_js__WEBPACK_IMPORTED_MODULE_0__/* .splitReason */ .Vj)(ending.reason);
            return {
                state: `${stateOfFailure(ending.published !== null, terms.pull)}: ${asLine(what, facts)}`,
                next: isBranchDeleted(ending.reason) ? afterDeletion(facts) : fixOf(fix),
            };
        }
    }
}
const AFTER_ANSWER = `Nothing was changed. To have something changed, comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om}\` with what to change.`;
const AFTER_REFUSAL = `Write a \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om}\` comment that asks for another change; or, if the settings can allow it, change them and comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om} retry\`.`;
/** GitHub sends the same signals as for a cancellation. */
const TIMED_OUT = 'If nobody cancelled it, it reached `timeout-minutes` of the workflow file: raise that first.';
/** A pull request whose branch is gone is closed, and comments on it continue nothing. */
const isBranchDeleted = ({ code, message }) => code === 'branch-moved' && /: it was deleted\b/.test(message);
const afterDeletion = ({ pull }) => `Describe the change in an issue, and comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om}\` there. To continue #${pull} instead, restore its branch, reopen it, and comment \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_7__/* .COMMENT_COMMAND */ .Om} retry\` on it.`;
function stateOfFailure(isPublished, pull) {
    if (isPublished)
        return `⚠️ #${pull} has unfinished work`;
    return pull === null ? '❌ No pull request' : `❌ #${pull} was not updated`;
}
const NAME_LENGTH = 60;
function describeChecks({ checks }, facts) {
    if (checks === null)
        return [];
    if (checks.kind === 'not-run')
        return ['checks did not run'];
    const { results } = checks;
    const name = (given) => asLine(given, facts, NAME_LENGTH);
    const failed = results.filter(({ passed }) => !passed);
    if (failed.length === 1)
        return [`${name(failed[0]?.name ?? '')} failed`];
    if (failed.length > 1)
        return [`${failed.length} of ${results.length} checks failed`];
    return [results.length === 1 ? `${name(results[0]?.name ?? '')} passed` : `${results.length} checks passed`];
}
/** New repositories do not let workflows open pull requests. GitHub's answer has no code of its own. */
const isForbidden = ({ code, message }) => code === 'pull-request-refused' && /not permitted to create( or approve)? pull requests/i.test(message);
/** How to open the pull request of a run that has no comment; `null`: GitHub has not forbidden it. Pure. */
function describeForbidden(end, facts) {
    const { ending } = end;
    if (ending.outcome !== 'failed' || !isForbidden(ending.reason))
        return null;
    const { state, compare, settings } = forbidden(end, facts);
    return `${state.replace(/^⚠️ /, '')}. Open the pull request: ${compare}. To have Prentice open it next time, select "Allow GitHub Actions to create and approve pull requests" at ${settings}.`;
}
const TITLE_LENGTH = 120;
const BODY_LENGTH = 2000;
/** https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/proposing-changes-to-your-work-with-pull-requests/using-query-parameters-to-create-a-pull-request */
function forbidden(end, facts) {
    const { patchDescription } = end;
    const { repositoryUrl, base, branch, closes } = facts;
    const clean = (text, length) => (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .neutralize */ .YI)(text, repositoryUrl), length);
    const query = new URLSearchParams({ quick_pull: '1' });
    if (patchDescription !== null) {
        query.set('title', clean((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .asOneLine */ .vF)(patchDescription.title), TITLE_LENGTH));
        const closing = closes === null ? [] : [`Closes #${closes}`];
        query.set('body', [clean(patchDescription.body.trim(), BODY_LENGTH), ...closing].join('\n\n'));
    }
    // What a name of a branch may have and a Markdown link may not.
    const inPath = (name) => name.split('/').map(encodeURIComponent).join('/').replace(/[()]/g, percentEncode);
    const compare = `${repositoryUrl}/compare/${inPath(base)}...${inPath(branch)}?${query.toString().replace(/[()]/g, percentEncode)}`;
    const settings = `${repositoryUrl}/settings/actions`;
    return {
        ...{ compare, settings },
        state: stateOfBranch(end, facts),
        next: `[Open the pull request](${compare}). To have Prentice open it next time, select *Allow GitHub Actions to create and approve pull requests* in the [settings of Actions](${settings}).`,
    };
}
function stateOfBranch({ ending }, facts) {
    const early = ending.outcome === 'failed' ? (0,_outcome_run_failure_js__WEBPACK_IMPORTED_MODULE_4__/* .splitBothReasons */ .Pj)(ending.reason) : null;
    return early === null
        ? `⚠️ The branch \`${facts.branch}\` is ready, but this repository does not let workflows open pull requests`
        : `⚠️ The branch \`${facts.branch}\` has unfinished work: ${asLine(early, facts)} This repository does not let workflows open pull requests`;
}
const percentEncode = (character) => `%${character.charCodeAt(0).toString(16)}`;
const textOf = ({ summary }, { repositoryUrl }, length) => (0,_sanitize_close_fences_js__WEBPACK_IMPORTED_MODULE_8__/* .closeFences */ .F)((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shorten */ .ml)((0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .neutralize */ .YI)(summary?.trim() ?? '', repositoryUrl), length), _sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .BREAK */ .sP);
const answerOf = (end, facts) => textOf(end, facts, ANSWER_LENGTH);
function summaryOf(end, facts) {
    const shown = textOf(end, facts, SUMMARY_LENGTH);
    return shown === '' ? null : `<details><summary>Summary of the agent</summary>\n\n${shown}\n\n</details>`;
}


/***/ }),

/***/ 8586:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   _B: () => (/* binding */ closeVerb),
/* harmony export */   au: () => (/* binding */ didYouMean),
/* harmony export */   hU: () => (/* binding */ VERBS)
/* harmony export */ });
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(5119);

const VERBS = ['stop', 'status', 'retry', 'update', 'approve', 'help'];
/** Names of the same command in other tools. Alone, they would be odd prompts. */
const SAME = {
    ...{ abort: 'stop', cancel: 'stop', halt: 'stop' },
    ...{ rerun: 'retry', restart: 'retry', again: 'retry' },
    ...{ rebase: 'update', sync: 'update' },
};
/** The verb that somebody who writes this word alone probably means; `null`: none. Pure. */
function closeVerb(text) {
    const word = text.toLowerCase();
    if (!/^[a-z]{3,9}$/.test(word))
        return null;
    if (Object.hasOwn(SAME, word))
        return SAME[word] ?? null;
    return VERBS.find((verb) => isCloseTo(word, verb)) ?? null;
}
/** One letter is missing, added or different, or two neighbours have changed places. */
function isCloseTo(word, verb) {
    let from = 0;
    while (from < verb.length && word[from] === verb[from])
        from += 1;
    const [a, b] = [word.slice(from), verb.slice(from)];
    const isSwapped = a.length === b.length && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
    return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}
/** Answers a word that is no command, and too little for a prompt. */
const didYouMean = (word, verb) => `\`${word}\` is not a command, so nothing was started. Did you mean \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_COMMAND */ .Om} ${verb}\`? If it is what to do, say it in a sentence. \`${_contract_github_js__WEBPACK_IMPORTED_MODULE_0__/* .COMMENT_COMMAND */ .Om} help\` lists the commands.`;


/***/ }),

/***/ 3244:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Fu: () => (/* binding */ MAX_MENTIONS),
/* harmony export */   XA: () => (/* binding */ MORE_LEFT_OUT),
/* harmony export */   _o: () => (/* binding */ mayMention),
/* harmony export */   d6: () => (/* binding */ findMentions)
/* harmony export */ });
/* unused harmony export findMention */
/* harmony import */ var _contract_github_js__WEBPACK_IMPORTED_MODULE_4__ = __webpack_require__(5119);
/* harmony import */ var _contract_job_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(8909);
/* harmony import */ var _sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(9296);
/* harmony import */ var _close_verb_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(8586);
/* harmony import */ var _mask_quoted_js__WEBPACK_IMPORTED_MODULE_3__ = __webpack_require__(9157);





/** What keyboards, editors and copied texts insert without showing it, such as a byte order mark. */
const HIDDEN = '\\p{Default_Ignorable_Code_Point}';
/** The beginning of a line, which works whatever the App is called. Phones begin a line with a capital. */
const COMMAND = new RegExp(`^ {0,3}(?:${HIDDEN}{1,9} {0,3})?${_contract_github_js__WEBPACK_IMPORTED_MODULE_4__/* .COMMENT_COMMAND */ .Om}(?=${HIDDEN}{0,9}(?:[\\s:,]|$))`, 'imu');
/** `@slug`, as GitHub recognizes mentions: a login has letters, digits and hyphens, in any letter case. */
const mentionOf = (slug) => new RegExp(`(?<![\\w@/.\\\\\`-])@${escapeRegExp(slug)}(?:\\[bot\\])?(?![\\w/-])`, 'i');
const escapeRegExp = (text) => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');
/** A quick look before a comment is stored: false if `findMention` would find nothing, whatever the App is called. */
const mayMention = (text) => /\/prentice|@[a-z\d]/i.test(text);
/**
 * The first mention of the App in a comment; `null`: none. `slug`: the name of the App in its address on GitHub, or `null`
 * if there is no App. Pure.
 */
function findMention(comment, slug) {
    const { text, masked } = ownPart(comment);
    return mentionIn(text, masked, slug);
}
/** Without the message to which the author has replied by email. */
function ownPart(comment) {
    const masked = (0,_mask_quoted_js__WEBPACK_IMPORTED_MODULE_3__/* .maskQuoted */ .N0)(comment);
    const end = (0,_mask_quoted_js__WEBPACK_IMPORTED_MODULE_3__/* .startOfMail */ .Zq)(masked, comment);
    return { text: comment.slice(0, end), masked: masked.slice(0, end) };
}
/** More commands and prompts of a comment than these are left out. */
const MAX_MENTIONS = 5;
const MORE_LEFT_OUT = `Only the first ${MAX_MENTIONS} requests of a comment are carried out. Write another comment for the others.`;
/**
 * What a comment asks for, in its order: each command, and what stands before and after it. The text below a command is a
 * prompt, and needs no mention. Empty: nothing. Pure.
 */
function findMentions(comment, slug) {
    const { text, masked } = ownPart(comment);
    const mentions = [];
    let done = 0;
    for (const { from, end, verb } of verbsIn(text, masked, slug)) {
        mentions.push(...promptIn(text, masked, slug, { from: done, to: from }), { kind: 'verb', verb });
        done = end;
        if (mentions.length > MAX_MENTIONS)
            return mentions;
    }
    return [...mentions, ...promptIn(text, masked, slug, { from: done, to: text.length })];
}
/**
 * Where a signature begins (https://www.rfc-editor.org/rfc/rfc3676#section-4.3), or what a mail program writes there or
 * above the text that it quotes.
 */
const SIGNATURE = /^(?:_{20,}\s*(?![\s\S])|(?:-- *|(?:Sent from (?:my|Mail|Outlook|Yahoo|Proton)|Get Outlook for)\b.{0,60}|On [^\n]{1,200}(?:\n[^\n]{0,200})?wrote: *)$)/m;
function promptIn(text, masked, slug, { from, to }) {
    const [own, part] = [masked.slice(from, to), text.slice(from, to)];
    const found = mentionIn(part, own, slug);
    if (found !== null)
        return [found];
    if (from === 0)
        return [];
    const signature = own.search(SIGNATURE);
    const [said, below] = signature < 0 ? [own, part] : [own.slice(0, signature), part.slice(0, signature)];
    return (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(said) === '' ? [] : [{ kind: 'prompt', text: (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(below) }];
}
function* verbsIn(text, masked, slug) {
    const starts = [COMMAND, ...(slug === null ? [] : [mentionOf(slug)])].flatMap((pattern) => [
        ...masked.matchAll(new RegExp(pattern, `${pattern.flags}g`)),
    ]);
    let last = 0;
    for (const { 0: mention, index: from } of starts.toSorted((a, b) => a.index - b.index)) {
        // Only the first mention of a line can begin it: a long line is not looked at for each.
        const isFirst = last === 0 || masked.slice(last, from).includes('\n');
        last = from + mention.length;
        if (!isFirst)
            continue;
        const verb = verbAt(text, from, endOfSeparators(text, from + mention.length));
        const end = text.indexOf('\n', from);
        if (verb !== null)
            yield { verb, from, end: end < 0 ? text.length : end };
    }
}
function mentionIn(text, masked, slug) {
    const found = first(COMMAND.exec(masked), slug === null ? null : mentionOf(slug).exec(masked));
    if (found === null)
        return null;
    const from = found.index;
    // In the text itself: code that follows the mention belongs to the prompt.
    const to = endOfSeparators(text, from + found[0].length);
    const verb = verbAt(text, from, to);
    if (verb !== null)
        return { kind: 'verb', verb };
    return typoAt(text, from, to) ?? promptAt(text, from, to);
}
/** A mode is the first word after the command, as a whole: `plan.md is wrong` and `ask-user fails` ask for a change. */
const MODE = new RegExp(`(?:${_contract_job_js__WEBPACK_IMPORTED_MODULE_0__/* .Mode */ .Kt.options.join('|')})(?=[\\s:,]|${HIDDEN}|$)`, 'iuy');
function promptAt(text, from, to) {
    MODE.lastIndex = to;
    const [word = ''] = (beginsLine(text, from) && MODE.exec(text)) || [];
    const mode = _contract_job_js__WEBPACK_IMPORTED_MODULE_0__/* .Mode */ .Kt.safeParse(word.toLowerCase()).data;
    if (mode === undefined)
        return { kind: 'prompt', text: promptOf(text, from, to) };
    return { kind: 'prompt', text: promptOf(text, from, endOfSeparators(text, to + word.length)), mode };
}
const SEPARATORS = new RegExp(`(?:[ \\t:,]|${HIDDEN})*`, 'uy');
function endOfSeparators(text, from) {
    SEPARATORS.lastIndex = from;
    SEPARATORS.test(text);
    return SEPARATORS.lastIndex;
}
function first(a, b) {
    if (a === null || b === null)
        return a ?? b;
    return a.index <= b.index ? a : b;
}
/** A verb stands alone with its mention in a line: "stop using tabs" is a prompt. */
function verbAt(text, from, to) {
    if (!beginsLine(text, from))
        return null;
    const [line = ''] = text.slice(to).split('\n', 1);
    const word = (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(line).replace(/[.!]$/, '').toLowerCase();
    return _close_verb_js__WEBPACK_IMPORTED_MODULE_2__/* .VERBS */ .hU.find((verb) => verb === word) ?? null;
}
/** Unlike a verb, it is all that follows: more text makes it a prompt. */
function typoAt(text, from, to) {
    if (!beginsLine(text, from))
        return null;
    const word = (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(text.slice(to)).replace(/[.!?]$/, '');
    const verb = (0,_close_verb_js__WEBPACK_IMPORTED_MODULE_2__/* .closeVerb */ ._B)(word);
    return verb === null ? null : { kind: 'typo', word, verb };
}
const beginsLine = (text, at) => at === 0 || (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(text.slice(text.lastIndexOf('\n', at - 1) + 1, at)) === '';
/**
 * The whole comment without the mention and without what GitHub does not display. What follows a mention at the
 * beginning of a line comes first, since it is what is asked for, and gives the job its title.
 */
function promptOf(text, from, to) {
    const [before, after] = [(0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(text.slice(0, from)), (0,_sanitize_neutralize_js__WEBPACK_IMPORTED_MODULE_1__/* .shownText */ .f$)(text.slice(to))];
    if (!beginsLine(text, from))
        return `${before} ${after}`.trim();
    return [after, before].filter((part) => part !== '').join('\n\n');
}


/***/ }),

/***/ 5584:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {


// EXPORTS
__webpack_require__.d(__webpack_exports__, {
  describeInvalid: () => (/* binding */ describeInvalid),
  parseSettings: () => (/* binding */ parseSettings)
});

// UNUSED EXPORTS: parseOrganisationFile

// EXTERNAL MODULE: ../../node_modules/fastest-levenshtein/mod.js
var mod = __webpack_require__(8232);
// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/schemas.js + 1 modules
var schemas = __webpack_require__(669);
// EXTERNAL MODULE: ../../lib/contract/text.js
var contract_text = __webpack_require__(9027);
;// CONCATENATED MODULE: ../../lib/settings/value-types.js


/** Types of settings. Each says what is allowed, whichever of its rules a value breaks. */
const must = (allowed) => ({ error: `must be ${allowed}` });
/** The message for a value that must not be a string. If it would be valid without its quotes, the message says so. */
const mustWithoutQuotes = (allowed, isRight) => ({
    error: ({ input }) => `must be ${allowed}${typeof input === 'string' && isRight(input) ? ', without quotes' : ''}`,
});
function wholeNumber(min, max) {
    const isRight = (text) => /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max;
    const rule = mustWithoutQuotes(`a whole number from ${(0,contract_text/* groupDigits */.K9)(min)} to ${(0,contract_text/* groupDigits */.K9)(max)}`, isRight);
    return schemas/* int */.Whr(rule).min(min, rule).max(max, rule);
}
function positiveNumber(max) {
    const isRight = (text) => /^[\d.]+$/.test(text) && Number(text) > 0 && Number(text) <= max;
    const rule = mustWithoutQuotes(`a number above 0, up to ${(0,contract_text/* groupDigits */.K9)(max)}`, isRight);
    return schemas/* number */.aig(rule).positive(rule).max(max, rule);
}
const trueOrFalse = () => schemas/* boolean */.zMY(mustWithoutQuotes('true or false', (text) => text === 'true' || text === 'false'));
function value_types_text(most, what = 'a text') {
    const rule = must(`${what} of 1 to ${(0,contract_text/* groupDigits */.K9)(most)} characters`);
    return schemas/* string */.YjP(rule).min(1, rule).max(most, rule);
}
/**
 * For paths and globs, from the root of the repository. No path that git lists has a `.` or `..`: a glob with one would match
 * nothing, and one that begins with `!` would exclude nothing. White space at the end means different things to different
 * readers of globs.
 */
function fromRoot(most, what) {
    const rule = must(`${what} of 1 to ${(0,contract_text/* groupDigits */.K9)(most)} characters, from the root of the repository, without \`.\` or \`..\` as a folder and without white space around it`);
    return schemas/* string */.YjP(rule).max(most, rule).regex(FROM_ROOT, rule);
}
const FROM_ROOT = /^(?!!?\s)(?!!?\.{1,2}(?:\/|$))(?![\s\S]*\/\.{1,2}(?:\/|$))(?=[\s\S]*[^!\s/])[\s\S]*\S$/;
/** For what a shell runs or a person reads: not blank, and without the character that ends a C string. */
function printedText(most, what) {
    const rule = must(`${what} of 1 to ${(0,contract_text/* groupDigits */.K9)(most)} characters that is not blank and has no NUL`);
    return schemas/* string */.YjP(rule)
        .max(most, rule)
        .regex(/\S/, rule)
        .regex(/^[^\0]*$/, rule);
}
function listOf(item, most, what) {
    const rule = must(`a list of up to ${(0,contract_text/* groupDigits */.K9)(most)} ${what}`);
    return schemas/* array */.YOg(item, rule).max(most, rule);
}
/** Unknown keys are errors, since a typo must not pass for a setting; see `parse-settings.ts` for those at the top. */
function mapOf(shape, otherwise = '') {
    const keys = Object.keys(shape).join(', ');
    return schemas/* strictObject */.rej(shape, {
        error: ({ code }) => code === 'unrecognized_keys'
            ? `is not a setting: use one of ${keys}${otherwise}`
            : `must be a map of ${keys}`,
    });
}

;// CONCATENATED MODULE: ../../lib/settings/capabilities.js

const onOrOff = () => trueOrFalse().optional();
/** What an account may switch off for all of its repositories. Everything that is not named is on. */
const Capabilities = mapOf({
    /** Mentions in comments start and continue work. */
    comments: onOrOff(),
    /** Labels start work. */
    labels: onOrOff(),
    /** Reviews continue work. */
    reviews: onOrOff(),
    /** Members of the teams that a repository names may ask without write access. */
    teams: onOrOff(),
    /** Bots that a repository names may ask. */
    bots: onOrOff(),
    /** Merges in other repositories start work. */
    watch: onOrOff(),
    /** Runs read the other repositories that a repository names. */
    context: onOrOff(),
    /** Runs ask the MCP servers that a repository names. */
    mcp: onOrOff(),
    /** Jobs that were requested on GitHub have a comment. */
    'job-comments': onOrOff(),
    /** Commits of Prentice have a check run. */
    'check-runs': onOrOff(),
    /** The server opens the pull request that adds the workflow file. */
    onboarding: onOrOff(),
});
const CAPABILITIES = Object.keys(Capabilities.shape);
/** Pure. */
const switchedOff = ({ capabilities, }) => CAPABILITIES.filter((name) => capabilities?.[name] === false);

// EXTERNAL MODULE: ../../lib/contract/branch-name.js
var branch_name = __webpack_require__(8210);
// EXTERNAL MODULE: ../../lib/contract/job.js
var job = __webpack_require__(8909);
// EXTERNAL MODULE: ../../lib/contract/model.js
var model = __webpack_require__(1135);
// EXTERNAL MODULE: ../../lib/contract/runner-protocol/assignment.js + 1 modules
var assignment = __webpack_require__(682);
// EXTERNAL MODULE: ../../node_modules/zod/v4/classic/iso.js
var iso = __webpack_require__(3477);
;// CONCATENATED MODULE: ../../lib/contract/list-responses.js



const NextCursor = schemas/* string */.YjP()
    .nullable()
    .describe('Where the next page starts; `null` on the last page. Opaque: send it back as `cursor`.');
/** Who asked for work. */
const Requester = schemas/* strictObject */.rej({
    kind: schemas/* enum */.k5n(['key', 'person', 'watch', 'settings'])
        .describe('`key`: an API key. `person`: somebody on GitHub. `watch`: a merge in another repository. `settings`: failed CI or a conflict of the pull request.'),
    id: schemas/* string */.YjP()
        .describe('Id of the API key, numeric id of the person on GitHub, or project of the other repository.'),
    name: schemas/* string */.YjP()
        .describe('Name of the API key, login of the person at that time, or the other repository as owner/name.'),
})
    .meta({ id: 'Requester' });
/** A job in a list: the fields of the job, and more. */
const ListedJob = schemas/* strictObject */.rej({
    ...job/* AgentJob */.Je.shape,
    projectId: schemas/* string */.YjP().describe('Id of its project.'),
    title: schemas/* string */.YjP()
        .nullable()
        .describe('First line of its prompt, at most 100 characters; `null` once the prompts of the archived job are deleted.'),
    createdBy: Requester.describe('Who created the job.'),
    endedAt: iso/* datetime */.w$()
        .nullable()
        .describe('When the last run ended; `null` while the job is `active`.'),
    reason: schemas/* string */.YjP()
        .nullable()
        .describe('Code of the reason why the last run failed, was cancelled or changed nothing, as in `GET …/runs`; otherwise `null`.'),
    metadata: job/* Metadata */.OS.optional().describe('As the job was created; absent if it has none.'),
    batchId: schemas/* string */.YjP().optional().describe('The batch that created the job; absent if none did.'),
})
    .meta({ id: 'ListedJob' });
/** Response of `GET /v2/agent/{projectId}/jobs` and `GET /v2/jobs`, newest first. */
const JobList = schemas/* strictObject */.rej({ jobs: schemas/* array */.YOg(ListedJob), nextCursor: NextCursor });
const SentMessage = schemas/* strictObject */.rej({
    number: schemas/* int */.Whr().min(1).describe('1 is the prompt that created the job, 2 the first message.'),
    prompt: schemas/* string */.YjP().nullable().describe('The text; `null` once it was deleted with the archived job.'),
    sentBy: Requester.nullable().describe('Who sent it; `null` if that was deleted, or not recorded.'),
    sentAt: iso/* datetime */.w$().nullable().describe('When it was sent; `null` if that was deleted.'),
    run: schemas/* int */.Whr()
        .min(1)
        .nullable()
        .describe('Number of the last run that worked on it; `null` while it waits for a run.'),
    mode: job/* Mode */.Kt.optional().describe('Present if it asks for an answer, a plan or a review.'),
});
/** Response of `GET /v2/agent/{projectId}/job/{id}/messages`, oldest first. */
const MessageList = schemas/* strictObject */.rej({ messages: schemas/* array */.YOg(SentMessage), nextCursor: NextCursor });
/** What an API key covers. */
const ProjectView = schemas/* strictObject */.rej({
    id: schemas/* string */.YjP()
        .describe('The `projectId` of the other operations. It does not change when the repository is renamed.'),
    repository: schemas/* url */.OZ5().describe('Web URL of the repository.'),
    defaultBranch: schemas/* string */.YjP().nullable().describe('`null` until the server has read it.'),
});
/** Response of `GET /v2/projects`, in the order of the ids. */
const ProjectList = schemas/* strictObject */.rej({ projects: schemas/* array */.YOg(ProjectView), nextCursor: NextCursor });
const usd = () => schemas/* number */.aig().min(0);
const KnownModel = schemas/* strictObject */.rej({
    name: schemas/* string */.YjP().describe('As `model` of a new job: `provider/model`.'),
    provider: schemas/* enum */.k5n(model/* PROVIDERS */.xq).describe('The provider, whose API key the runner needs.'),
    price: schemas/* strictObject */.rej({
        input: usd().describe('Tokens that the model reads.'),
        cachedInput: usd().describe('Tokens that are read from the cache of the provider.'),
        cacheWrite: usd().describe('Tokens that are written to the cache of the provider.'),
        output: usd().describe('Tokens that the model writes.'),
    })
        .nullable()
        .describe('List price in US dollars per million tokens; `null`: not known.'),
    contextWindow: schemas/* int */.Whr().min(1).describe('Tokens of a request and its answer.'),
    maxOutputTokens: schemas/* int */.Whr().min(1).nullable().describe('Tokens of an answer; `null`: left to the provider.'),
});
/** Response of `GET /v2/models`. */
const ModelList = schemas/* strictObject */.rej({
    defaultModel: schemas/* string */.YjP()
        .describe('The model of a job for which neither the request nor the project names one.'),
    providers: schemas/* array */.YOg(schemas/* enum */.k5n(model/* PROVIDERS */.xq))
        .describe('A job may name any model of these providers, listed or not.'),
    models: schemas/* array */.YOg(KnownModel).describe('The models whose price is known, and the default model.'),
});

;// CONCATENATED MODULE: ../../lib/contract/webhook.js


/** What a webhook may ask for. */
const WEBHOOK_EVENTS = [
    'job.created',
    'job.updated',
    'job.completed',
    'job.failed',
    'job.archived',
    'message.created',
];
/** Of an event that somebody sends to try a receiver. Its job does not exist. */
const TEST_EVENT = 'webhook.test';
const WebhookEvent = schemas/* enum */.k5n(WEBHOOK_EVENTS, { error: `must be one of ${WEBHOOK_EVENTS.join(', ')}` });
/** `standard` is signed JSON; the others are what the chat of that name shows as a message. */
const WebhookFormat = schemas/* enum */.k5n(['standard', 'slack', 'teams'], {
    error: 'must be one of standard, slack, teams',
});
const webhook_text = (max) => schemas/* string */.YjP({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be a string') })
    .trim()
    .min(1, { error: 'must not be empty' })
    .max(max, { error: `must have at most ${max} characters` });
/** Body of `POST /v2/webhooks`. Unknown fields are ignored. */
const NewWebhook = schemas/* object */.Ikc({
    url: webhook_text(2000)
        .superRefine((url, context) => {
        const message = describeReceiverUrlProblems(url);
        if (message !== null)
            context.addIssue({ code: 'custom', message });
    })
        .describe('URL to which events are sent: https, port 443.'),
    name: webhook_text(100)
        .default('webhook')
        .describe('For people, and for `notify` in the settings of projects.'),
    format: WebhookFormat.default('standard').describe('`standard`: signed JSON. `slack`, `teams`: a message for an incoming webhook of Slack or Teams.'),
    events: schemas/* array */.YOg(WebhookEvent, { error: `must be a list of ${WEBHOOK_EVENTS.join(', ')}` })
        .min(1, { error: 'must not be empty' })
        .default([...WEBHOOK_EVENTS])
        .describe('Events to send. Default: all of them.'),
    projectIds: schemas/* array */.YOg(schemas/* string */.YjP(), { error: 'must be a list of project ids' })
        .min(1, { error: 'must not be empty' })
        .max(100, { error: 'must have at most 100 entries' })
        .optional()
        .describe('Send only events of these projects. Default: all projects that the API key covers.'),
    onlyWhenNamed: schemas/* boolean */.zMY({ error: 'must be true or false' })
        .default(false)
        .describe('Send only events of projects whose settings name the webhook under `notify`, and of its events only those that they choose.'),
}, { error: 'must be a JSON object' })
    .meta({ id: 'NewWebhook' });
const { url, name: webhook_name, events, onlyWhenNamed } = NewWebhook.shape;
/** Body of `PATCH /v2/webhooks/{webhookId}`. What is absent stays. Unknown fields are ignored. */
const WebhookEdit = schemas/* object */.Ikc({
    url: url.optional(),
    name: webhook_name
        .unwrap()
        .optional()
        .describe(webhook_name.description ?? ''),
    events: events.unwrap().optional().describe('Events to send.'),
    onlyWhenNamed: onlyWhenNamed
        .unwrap()
        .optional()
        .describe(onlyWhenNamed.description ?? ''),
}, { error: 'must be a JSON object' })
    .refine((fields) => Object.values(fields).some((value) => value !== undefined), {
    error: 'must have at least one of url, name, events, onlyWhenNamed',
})
    .meta({ id: 'WebhookEdit' });
const WebhookView = schemas/* strictObject */.rej({
    id: schemas/* string */.YjP().describe('Id of the webhook.'),
    name: schemas/* string */.YjP(),
    url: schemas/* string */.YjP()
        .describe('URL to which events are sent, without its query and, for Slack and Teams, without its path, because they are secret.'),
    format: schemas/* string */.YjP().describe('`standard`, `slack` or `teams`.'),
    events: schemas/* array */.YOg(schemas/* string */.YjP()),
    projectIds: schemas/* array */.YOg(schemas/* string */.YjP())
        .nullable()
        .describe('`null`: all projects that the API key covers, or, for a person, all of the account.'),
    onlyWhenNamed: schemas/* boolean */.zMY()
        .describe('Whether it sends only what the settings of projects ask for with `notify`.'),
    keyId: schemas/* string */.YjP()
        .describe('The API key that created it. The webhook covers no more projects than that key, and ends with it. Empty: see `person`.'),
    person: schemas/* strictObject */.rej({
        id: schemas/* int */.Whr().describe("GitHub's numeric id."),
        login: schemas/* string */.YjP(),
    })
        .nullable()
        .describe('The person who created it in the dashboard or took it over there. It covers only projects that they may administer. `null`: it belongs to an API key.'),
    endsAt: iso/* datetime */.w$()
        .nullable()
        .describe('When its API key expires. To keep the webhook, rotate the key, or take the webhook over in the dashboard. `null`: it does not, or it has ended.'),
    createdAt: iso/* datetime */.w$(),
    status: schemas/* string */.YjP()
        .describe('`active`; `failing`: the last delivery failed; `disabled`: see `disabledReason`.'),
    disabledReason: schemas/* string */.YjP().nullable().describe('Why it is off, and what to do; `null` if it is on.'),
    failingSince: iso/* datetime */.w$()
        .nullable()
        .describe('Since when deliveries have failed; `null`: the last one succeeded.'),
    secretExpiresAt: iso/* datetime */.w$()
        .nullable()
        .describe('Until when deliveries are signed with the previous secret, too; `null`: there is none.'),
})
    .meta({ id: 'Webhook' });
/** Response of create and rotate: the only ones with the secret. */
const WebhookWithSecret = schemas/* strictObject */.rej({
    ...WebhookView.shape,
    secret: schemas/* string */.YjP()
        .describe('`whsec_…`, with which deliveries are signed (https://www.standardwebhooks.com). It is not shown again.'),
});
const WebhookList = schemas/* strictObject */.rej({ webhooks: schemas/* array */.YOg(WebhookView) });
const Attempt = schemas/* strictObject */.rej({
    at: iso/* datetime */.w$().describe('When it began.'),
    status: schemas/* int */.Whr().nullable().describe('Status of the response; `null`: there was none.'),
    error: schemas/* string */.YjP().nullable().describe('Why it failed; `null` if it succeeded.'),
    milliseconds: schemas/* int */.Whr().min(0),
});
const DeliveryView = schemas/* strictObject */.rej({
    id: schemas/* string */.YjP().describe('Id of the event, as in the header `webhook-id`.'),
    type: schemas/* string */.YjP().describe('The event.'),
    projectId: schemas/* string */.YjP(),
    jobId: schemas/* string */.YjP(),
    createdAt: iso/* datetime */.w$().describe('When the event happened.'),
    status: schemas/* string */.YjP().describe('`pending`, `delivered`, or `failed`: no longer retried, after 24 hours.'),
    nextAttemptAt: iso/* datetime */.w$().nullable().describe('`null`: there will be none.'),
    attempts: schemas/* array */.YOg(Attempt)
        .describe('The last ten, oldest first. The server does not store the body of a response.'),
})
    .meta({ id: 'Delivery' });
const DeliveryList = schemas/* strictObject */.rej({
    deliveries: schemas/* array */.YOg(DeliveryView),
    nextCursor: schemas/* string */.YjP().nullable().describe('Where the next page starts; `null` on the last page.'),
});
/** Body of a delivery in the format `standard`. Receivers ignore fields and types that they do not know. */
const WebhookPayload = schemas/* strictObject */.rej({
    type: schemas/* enum */.k5n([...WEBHOOK_EVENTS, TEST_EVENT])
        .describe('What happened. `webhook.test`: somebody tries the receiver; the job does not exist.'),
    timestamp: iso/* datetime */.w$().describe('When the event happened.'),
    data: schemas/* strictObject */.rej({
        job: ListedJob,
        message: schemas/* strictObject */.rej({ number: schemas/* int */.Whr().min(2).describe('As in `GET …/messages`, which has its text.') })
            .optional()
            .describe('Of `message.created`.'),
    }),
})
    .meta({ id: 'WebhookPayload' });
/**
 * Why a receiver may not have this URL, as far as the text tells; the address of the host is checked when it is called.
 * `null`: it may.
 */
function describeReceiverUrlProblems(text) {
    const url = URL.canParse(text) ? new URL(text) : null;
    if (url === null || url.hostname === '')
        return 'must be a URL such as https://example.com/prentice';
    const { protocol, port, hostname, username, password, hash } = url;
    const demands = [
        ...(protocol === 'https:' ? [] : [`use https instead of ${protocol.slice(0, -1)}`]),
        ...(port === '' ? [] : [`use port 443 instead of ${port}`]),
        ...(isFullName(hostname) ? [] : [`have a full host name instead of ${hostname}`]),
        ...(username === '' && password === '' ? [] : ['contain no user or password']),
        ...(hash === '' ? [] : ['contain no `#`']),
    ];
    return demands.length === 0 ? null : `must ${demands.join(', ').replace(/, (?=[^,]*$)/, ' and ')}`;
}
/** The parser writes an IPv4 address of any notation as four numbers. */
const isFullName = (hostname) => !hostname.startsWith('[') && !/^[\d.]+$/.test(hostname) && hostname.includes('.');

;// CONCATENATED MODULE: ../../lib/settings/branch-pattern.js

const DEFAULT_BRANCH_PATTERN = 'prentice/{id}';
/** The name of the working branch of a job. Without an issue, its placeholder and the separator after it are removed. Pure. */
const expandBranchPattern = (pattern, { id, issue, at }) => pattern.replaceAll(/\{id\}|\{date\}|\{issue\}([-_./]?)/g, (placeholder, separator) => {
    if (placeholder === '{id}')
        return id;
    if (placeholder === '{date}')
        return new Date(at).toISOString().slice(0, 10);
    return issue === null ? '' : `${issue}${separator}`;
});
/** Why a pattern makes no branch names; `null`: it does. A later branch of a job has a number after its id. Pure. */
function whyNoBranchPattern(pattern) {
    if (!pattern.endsWith('{id}'))
        return 'it does not end with `{id}`';
    if (/[{}]/.test(pattern.replaceAll(/\{(?:id|issue|date)\}/g, '')))
        return 'it has an unknown placeholder';
    const example = { id: 'a1b2c3d4e5', at: 0 };
    return [1, null]
        .map((issue) => (0,branch_name/* whyNoBranchName */.v)(expandBranchPattern(pattern, { ...example, issue })))
        .reduce((first, why) => first ?? why, null);
}

;// CONCATENATED MODULE: ../../lib/settings/section-types.js






const WORKFLOW = { error: 'must be the path of a workflow file, such as .github/workflows/test.yml' };
const globs = () => listOf(value_types_text(200, 'a glob'), 50, 'globs').min(1, { error: 'must have at least one glob' });
const ONE = 'must have either `workflow` or `app`, `jobs` only with `workflow`, and `names` only with `app`';
/**
 * A check of GitHub Actions, named by its file, since anybody who can run a workflow can choose its name; or of another
 * GitHub App, named by its id, which nobody else can have.
 */
const CiCheck = mapOf({
    workflow: schemas/* string */.YjP(WORKFLOW)
        .regex(/^\.github\/workflows\/[^/\s]{1,200}\.ya?ml$/, WORKFLOW)
        .optional()
        .describe('Path of the workflow file.'),
    jobs: globs().optional().describe('Only these jobs count: globs of their names. Default: all.'),
    app: wholeNumber(1, Number.MAX_SAFE_INTEGER)
        .optional()
        .describe('Numeric ID of a GitHub App other than GitHub Actions, whose check runs count.'),
    names: globs()
        .optional()
        .describe('Only these check runs of the App count: globs of their names. Default: all.'),
})
    .refine(({ workflow, jobs, app, names }) => workflow === undefined
    ? app !== undefined && jobs === undefined
    : app === undefined && names === undefined, { error: ONE })
    .meta({
    oneOf: [{ required: ['workflow'] }, { required: ['app'] }],
    dependencies: { jobs: ['workflow'], names: ['app'] },
});
const ciChecks = () => listOf(CiCheck, 20, 'checks').min(1, { error: 'must have a check' });
const MODEL = `must be provider/model, with one of the providers ${model/* PROVIDERS */.xq.join(', ')}`;
const modelName = () => schemas/* string */.YjP({ error: MODEL })
    .max(200, { error: 'must have at most 200 characters' })
    .regex(model/* MODEL_NAME */.Ub, { error: MODEL });
const fallbackModels = () => listOf(modelName(), model/* MAX_FALLBACKS */.Bi, 'models')
    .refine((names) => new Set(names).size === names.length, { error: 'names a model twice' })
    .meta({ uniqueItems: true });
const TEAM = 'must be a team as organisation/team';
/** The team by its slug, as in the address of its page. With `..`, a request would ask about the organisation. */
const teamName = () => schemas/* string */.YjP({ error: TEAM }).regex(/^[A-Za-z0-9-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/, { error: TEAM });
const BOT = 'must be the name of a GitHub App as in the address of its page, without [bot]';
const botName = () => schemas/* string */.YjP({ error: BOT }).regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/, { error: BOT });
const NAME = { error: 'must be 1 to 20 letters, digits, - or _' };
const URL_RULE = { error: 'must be an https:// URL with the name of a host, without a user or #' };
const TOOL = { error: 'must be the name of a tool: 1 to 128 letters, digits, `.`, `_`, `-` or `/`' };
/** A host has a name, so that its certificate says who it is. */
const ADDRESS = /^https:\/\/(?!\[)(?![\d.]+(?:[:/?]|$))[^@#\s]+$/;
/** `0x7f.1` is also an IP address. */
const hasName = (text) => /[^\d.]/.test(URL.parse(text)?.hostname ?? '');
const Server = mapOf({
    name: schemas/* string */.YjP(NAME)
        .regex(/^[A-Za-z0-9_-]{1,20}$/, NAME)
        .describe('What the agent and the log call the server.'),
    url: schemas/* string */.YjP(URL_RULE)
        .max(500, URL_RULE)
        .regex(ADDRESS, URL_RULE)
        .refine(hasName, URL_RULE)
        .describe('Its endpoint for streamable HTTP.'),
    tools: listOf(schemas/* string */.YjP(TOOL).regex(/^[\w./-]{1,128}$/, TOOL), 20, 'tools')
        .min(1, { error: 'must name at least one tool' })
        .describe('The tools that the agent may call. They must be marked read-only.'),
});
const mcpServers = () => listOf(Server, assignment/* MAX_MCP_SERVERS */.Lb, 'servers').refine((servers) => new Set(servers.map(({ name }) => name.toLowerCase())).size === servers.length, { error: 'must have a different name for each server' });
const Notify = mapOf({
    webhook: value_types_text(100, 'the name of a webhook').describe('Name of a webhook of the server that covers the project and was created for projects that name it.'),
    events: listOf(WebhookEvent, WEBHOOK_EVENTS.length, 'events')
        .min(1, { error: 'must have at least one event' })
        .optional()
        .describe('Of the events that the webhook sends, only these. Default: all of them.'),
});
const notified = () => listOf(Notify, 20, 'webhooks').refine((named) => new Set(named.map(({ webhook }) => webhook)).size === named.length, { error: 'must name each webhook once' });
const REPOSITORY = { error: 'must be a repository as owner/name' };
/** `owner/name`. The login of a managed user has an underscore. */
const repositoryName = () => schemas/* string */.YjP(REPOSITORY).regex(/^[\w-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/, REPOSITORY);
const GROUP = { error: 'must be 1 to 50 letters, digits, - or _' };
const MAX_WATCHED = 20;
const Watched = mapOf({
    repository: repositoryName().describe('The repository whose merges start work here, as owner/name.'),
    paths: listOf(value_types_text(300, 'a glob'), 50, 'globs')
        .min(1, { error: 'must have at least one glob' })
        .optional()
        .describe('Only merges that change these paths count. Default: all paths.'),
    prompt: printedText(10_000, 'a prompt').describe('What to do about the merged pull requests.'),
    group: schemas/* string */.YjP(GROUP)
        .regex(/^[A-Za-z0-9_-]{1,50}$/, GROUP)
        .optional()
        .describe('Merges of one group share a run and a pull request. Default: one group for each repository.'),
    'quiet-minutes': wholeNumber(1, 1440)
        .optional()
        .describe('Minutes without another merge before the run starts. Default: 10.'),
});
const PATTERN = 'must be a branch name of up to 100 characters that ends with {id}, such as prentice/{issue}-{id}';
/** With its placeholders replaced, Git must accept it. */
const branchPattern = () => schemas/* string */.YjP({ error: PATTERN })
    .max(100, { error: PATTERN })
    .refine((pattern) => whyNoBranchPattern(pattern) === null, { error: PATTERN });
const REVIEWER = 'must be a login, or a team as organisation/team';
const reviewer = () => schemas/* string */.YjP({ error: REVIEWER }).regex(/^[\w-]{1,100}(\/[\w.-]{1,100})?$/, { error: REVIEWER });

;// CONCATENATED MODULE: ../../lib/settings/schema.js






const paths = (what) => listOf(fromRoot(300, 'a path or glob'), 200, what);
const Command = schemas/* union */.KCZ([
    printedText(4000, 'a command'),
    mapOf({
        run: printedText(4000, 'a command').describe('The command. `sh -e` runs it in the root of the checkout.'),
        name: printedText(100, 'a name').optional().describe('Its name in the pull request.'),
        'timeout-minutes': positiveNumber(60).optional().describe('Default: 10.'),
    }, '; a command that contains `: ` needs quotes'),
], { error: 'must be a command, or a map of run, name, timeout-minutes' });
const Commands = listOf(Command, 20, 'commands');
/** What `whyNoBranchName` demands, as JSON Schema says it. */
const BRANCH_NAME = '^(?!HEAD$)(?![-/.])(?!.*(?:\\.\\.|@\\{|//|/\\.|\\.lock(?:/|$)|[./]$))[^\\u0000-\\u0020\\u007f-\\u009f~^:?*[\\\\]+$';
/** What `needsChecks` demands, as JSON Schema says it. */
const SOME_CHECKS = { required: ['checks'], properties: { checks: { minItems: 1 } } };
const CHECKS_OR_COMMANDS = { anyOf: [SOME_CHECKS, { properties: { commands: { const: 'on' } } }] };
/** `.github/prentice.yml`. docs/prentice.schema.json is generated from it: `npm run describe`. */
const Settings = mapOf({
    base: value_types_text(255, 'a branch name')
        .refine((name) => (0,branch_name/* whyNoBranchName */.v)(name) === null, {
        error: ({ input }) => `must be a branch name that Git accepts: ${(0,branch_name/* whyNoBranchName */.v)(String(input))}`,
    })
        .meta({ pattern: BRANCH_NAME })
        .optional()
        .describe('Branch where work starts and where the pull request goes. Default: the default branch.'),
    model: modelName().optional().describe('The model, as provider/model. Default: the model of the server.'),
    'fallback-models': fallbackModels()
        .optional()
        .describe('Up to three models that continue, in this order, where the model is down, out of quota or retired. They get the same files. Default: none.'),
    effort: model/* Effort */.Pg.optional().describe("Reasoning effort of the model. Default: the model's own."),
    'working-directory': value_types_text(500, 'a path')
        .refine((path) => (0,job/* whyNoWorkingDirectory */.cz)(path) === null, {
        error: ({ input }) => `must be the path of a folder: ${(0,job/* whyNoWorkingDirectory */.cz)(String(input))}`,
    })
        .optional()
        .describe('Folder in which the agent works. Default: the root of the repository.'),
    draft: trueOrFalse().optional().describe('Open pull requests as drafts.'),
    'show-prompt': trueOrFalse()
        .optional()
        .describe('Quote the prompt in the pull request even if the repository is public.'),
    feedback: mapOf({
        comment: trueOrFalse()
            .optional()
            .describe('Answer a request on an issue or pull request with a comment. Default: true.'),
        'check-run': trueOrFalse()
            .optional()
            .describe('Show a check run on the commits of pull requests. Default: true.'),
    })
        .optional()
        .describe('What is shown on GitHub.'),
    'pull-request': mapOf({
        branch: branchPattern()
            .optional()
            .describe('Name of working branches: ends with {id}, and may contain {issue} and {date}. Default: prentice/{id}.'),
        'assign-requester': trueOrFalse()
            .optional()
            .describe('Assign the pull request to who asked for it on GitHub. Default: true.'),
        labels: listOf(value_types_text(50, 'a label'), 20, 'labels').optional().describe('Labels of new pull requests.'),
        'delete-branch': schemas/* enum */.k5n(['never', 'merged', 'closed'], { error: 'must be never, merged or closed' })
            .optional()
            .describe('Delete the working branch when its pull request was merged, or merged or closed.'),
        reviewers: listOf(reviewer(), 15, 'reviewers')
            .optional()
            .describe('Who is asked to review new pull requests: logins, and teams as organisation/team.'),
    })
        .optional()
        .describe('Pull requests of Prentice.'),
    'require-other-reviewer': trueOrFalse()
        .optional()
        .describe('Show a check on every pull request that passes one of Prentice only when a writer who sent no prompt has approved its head.'),
    'archive-on-close': trueOrFalse()
        .optional()
        .describe('Archive the job when its pull request is merged or closed.'),
    triggers: mapOf({
        comments: trueOrFalse()
            .optional()
            .describe('Whether mentions of the App and labels start work. Default: true.'),
        labels: listOf(value_types_text(50, 'a label'), 20, 'labels')
            .optional()
            .describe('Labels that start work on an issue. Default: prentice.'),
        reviews: schemas/* enum */.k5n(['mention', 'all'], { error: 'must be mention or all' })
            .optional()
            .describe('Reviews of its pull requests that it follows: those that mention it (default), or all.'),
        'pull-requests': schemas/* enum */.k5n(['own', 'all'], { error: 'must be own or all' })
            .optional()
            .describe('Pull requests on which work can start: those of Prentice (default), or all whose branch is in the repository.'),
        plan: schemas/* union */.KCZ([schemas/* literal */.euz('first'), listOf(value_types_text(50, 'a label'), 20, 'labels')], {
            error: 'must be first, or a list of labels',
        })
            .optional()
            .describe('What starts with a plan, which somebody approves: everything that is asked for on GitHub (first), or what these of `labels` start. Default: nothing.'),
        conversation: schemas/* enum */.k5n(['writers', 'everyone'], { error: 'must be writers or everyone' })
            .optional()
            .describe('Whose issues and comments the agent reads: of people with write access (default), or of everyone.'),
        'issue-text': schemas/* enum */.k5n(['writers', 'everyone'], { error: 'must be writers or everyone' })
            .optional()
            .describe('The earlier name of conversation.'),
        teams: listOf(teamName(), 10, 'teams')
            .optional()
            .describe('Teams of the organisation whose members may ask without write access, as organisation/team.'),
        bots: listOf(botName(), 10, 'bots')
            .optional()
            .describe('GitHub Apps whose bots may ask, and through which people may write their comments.'),
    })
        .optional()
        .describe('How people start work on issues and pull requests.'),
    watch: listOf(Watched, MAX_WATCHED, 'watched repositories')
        .optional()
        .describe('Other repositories whose merges start work here.'),
    context: listOf(repositoryName(), 10, 'repositories')
        .optional()
        .describe('Other repositories of the same account that the agent may read, as owner/name.'),
    mcp: mcpServers()
        .optional()
        .describe('MCP servers that the agent may ask, over https and with read-only tools.'),
    readers: listOf(repositoryName(), 20, 'repositories')
        .optional()
        .describe('Repositories of the same account whose runs may read this one, as owner/name.'),
    'on-ci-failure': schemas/* enum */.k5n(['ignore', 'fix'], { error: 'must be ignore or fix' })
        .optional()
        .describe('Whether the agent is told of failed checks of its pull request, with their logs. Default: ignore.'),
    'ci-checks': ciChecks()
        .optional()
        .describe('The workflows, and the Apps, whose failed checks `on-ci-failure` sends to the agent.'),
    'ci-rounds': wholeNumber(1, 10)
        .optional()
        .describe('How many times in a row `on-ci-failure` and `on-conflict` start work. Default: 2.'),
    'on-conflict': schemas/* enum */.k5n(['ignore', 'update'], { error: 'must be ignore or update' })
        .optional()
        .describe('Whether a pull request that conflicts with its base is brought up to date. Default: ignore.'),
    ci: schemas/* enum */.k5n(['run', 'hold'], { error: 'must be run or hold' })
        .optional()
        .describe('Whether CI runs on commits that the agent made after it had read untrusted text. Default: run.'),
    notify: notified()
        .optional()
        .describe('Webhooks of the server, by name, that are told of the jobs of this project.'),
    limits: mapOf({
        steps: wholeNumber(1, 1000).optional().describe('Most calls of the model in a run.'),
        minutes: positiveNumber(360).optional().describe('Most minutes of a run.'),
        'cost-usd': positiveNumber(1000).optional().describe('Most US dollars of a run.'),
        tokens: wholeNumber(1000, 1_000_000_000)
            .optional()
            .describe('Most tokens that the model of a run reads and writes, cached ones included.'),
    })
        .optional()
        .describe('Limits of a run.'),
    paths: mapOf({
        allow: paths('globs')
            .optional()
            .describe('Only these paths may change. Default: all that are not protected.'),
        unprotect: paths('globs').optional().describe('Protected paths that may change.'),
    })
        .optional()
        .describe('Globs as in .gitignore.'),
    'max-files': wholeNumber(1, 10_000).optional().describe('Most changed files. Default: 200.'),
    'max-bytes': wholeNumber(1, 100_000_000)
        .optional()
        .describe('Largest total size of the changed files. Default: 5,000,000.'),
    'signed-commits': trueOrFalse()
        .optional()
        .describe('Make commits through the API of GitHub, which signs them.'),
    'executable-scripts': trueOrFalse()
        .optional()
        .describe('Let the agent make scripts executable if the prompt asks for it.'),
    instructions: listOf(fromRoot(300, 'a path'), 20, 'paths')
        .optional()
        .describe('Files that the agent must follow. Default: AGENTS.md, CLAUDE.md and others.'),
    setup: Commands.optional().describe('Commands that run before the agent, with network access.'),
    commands: schemas/* enum */.k5n(['on', 'off'], { error: 'must be on or off' })
        .optional()
        .describe('Whether the agent may run commands, isolated and without network access. Default: on.'),
    checks: Commands.optional().describe('Commands that run on the change, isolated and without network access.'),
    'check-rounds': wholeNumber(0, 10)
        .optional()
        .describe('How often failures are sent back to the model. Default: 3.'),
    'draft-on-failed-checks': trueOrFalse()
        .optional()
        .describe('Open the pull request as a draft if a check fails. Default: true.'),
    'test-evidence': trueOrFalse()
        .optional()
        .describe('Also run the checks without the change, to see whether its tests fail there. Default: true.'),
    tests: paths('globs')
        .optional()
        .describe('Test files, for `test-evidence`. Default: the usual names and folders of tests.'),
})
    .refine(isSetupUsed, unused('setup', 'has no effect without `checks` where `commands` is off'))
    .refine(({ 'on-ci-failure': on, 'ci-checks': named }) => on === undefined || named !== undefined, unused('on-ci-failure', 'has no effect without `ci-checks`, which names the checks'))
    .refine(needsChecks('check-rounds'), unused('check-rounds'))
    .refine(needsChecks('draft-on-failed-checks'), unused('draft-on-failed-checks'))
    .refine(needsChecks('test-evidence'), unused('test-evidence'))
    .refine(needsChecks('tests'), unused('tests'))
    .refine(({ model, 'fallback-models': others = [] }) => model === undefined || !others.includes(model), {
    path: ['fallback-models'],
    error: 'names the `model`, which cannot continue in its own place',
})
    .meta({
    dependencies: {
        setup: CHECKS_OR_COMMANDS,
        'on-ci-failure': ['ci-checks'],
        'check-rounds': SOME_CHECKS,
        'draft-on-failed-checks': SOME_CHECKS,
        'test-evidence': SOME_CHECKS,
        tests: SOME_CHECKS,
    },
});
function isSetupUsed(file) {
    return file.commands !== 'off' || isUseful(file.setup, file.checks);
}
function needsChecks(key) {
    return ({ checks, ...file }) => isUseful(file[key], checks);
}
const isUseful = (value, checks) => value === undefined || (checks !== undefined && !(Array.isArray(checks) && checks.length === 0));
/** Reported even if other keys have mistakes. */
function unused(key, error = 'has no effect without `checks`') {
    const isMap = ({ value }) => typeof value === 'object' && value !== null;
    return { path: [key], error, when: isMap };
}

;// CONCATENATED MODULE: ../../lib/settings/organisation-schema.js




const organisation_schema_NAME = { error: 'must be 1 to 50 letters, digits, - or _' };
const Budget = mapOf({
    name: schemas/* string */.YjP(organisation_schema_NAME).regex(/^[A-Za-z0-9_-]{1,50}$/, organisation_schema_NAME),
    /** Of names, or of `owner/name`. */
    repositories: listOf(value_types_text(141, 'a glob'), 100, 'globs').min(1, { error: 'must have at least one glob' }),
    'usd-per-month': positiveNumber(1_000_000),
    /** Percentage at which the server logs a warning. */
    'warn-at': wholeNumber(1, 100).optional(),
});
/** `prentice.yml` in the repository `.github` of an account: the keys of a repository, and those of the account alone. */
const organisation_schema_SettingsOfOrganisation = mapOf({
    ...Settings.shape,
    capabilities: Capabilities.optional(),
    budgets: listOf(Budget, 20, 'budgets')
        .refine((budgets) => new Set(budgets.map(({ name }) => name)).size === budgets.length, {
        error: 'must have a different name for each budget',
    })
        .optional(),
});
/** Mistakes in the file of a repository, which could believe that they hold. */
const KEYS_OF_ORGANISATION_ALONE = Object.keys(organisation_schema_SettingsOfOrganisation.shape).filter((key) => !Object.hasOwn(Settings.shape, key));
/** The settings that an organisation can have. What runs in a repository is decided in that repository alone. */
const KEYS_OF_ORGANISATION = [
    'archive-on-close',
    'budgets',
    'capabilities',
    'ci',
    'commands',
    'draft',
    'effort',
    'executable-scripts',
    'fallback-models',
    'feedback',
    'limits',
    'max-bytes',
    'max-files',
    'model',
    'on-ci-failure',
    'on-conflict',
    'paths',
    'pull-request',
    'require-other-reviewer',
    'show-prompt',
    'signed-commits',
    'triggers',
];
const organisation_schema_KEYS_OF_REPOSITORY_ALONE = Object.keys(Settings.shape).filter((key) => !KEYS_OF_ORGANISATION.includes(key));

// EXTERNAL MODULE: ../../lib/settings/read-yaml.js
var read_yaml = __webpack_require__(2761);
// EXTERNAL MODULE: ../../lib/settings/settings-files.js
var settings_files = __webpack_require__(5618);
// EXTERNAL MODULE: ../../lib/settings/yaml-errors.js
var yaml_errors = __webpack_require__(1112);
;// CONCATENATED MODULE: ../../lib/settings/parse-settings.js






/** The settings in the one of the files that exists; none at all is an empty file. */
const parseSettings = (files) => parseFile(files, {
    schema: Settings,
    foreign: {
        keys: KEYS_OF_ORGANISATION_ALONE,
        message: 'belongs to the settings of the organisation: prentice.yml in its repository .github',
    },
    ignoresUnknown: true,
});
/** As `parseSettings`, for the file of an organisation. */
const parseOrganisationFile = (file) => parseFile([file], {
    schema: SettingsOfOrganisation,
    foreign: {
        keys: KEYS_OF_REPOSITORY_ALONE,
        message: 'is a setting of single repositories, not of an organisation',
    },
    // One may be a restriction, and it would hold nowhere.
    ignoresUnknown: false,
});
function parseFile(files, kind) {
    const { schema } = kind;
    const [file, other] = files;
    if (file === undefined)
        return { kind: 'valid', settings: schema.parse({}), warnings: [], checkPlaces: null };
    const { path, text } = file;
    const invalid = (problems) => ({ kind: 'invalid', path, problems });
    if (other !== undefined)
        return invalid([`${other.path} exists too: delete one of the two`]);
    if (text === null)
        return invalid(['it is larger than 64 KiB, or is a folder, a link or a submodule']);
    if (Buffer.byteLength(text) > settings_files/* SETTINGS_LIMIT */.C)
        return invalid(['the file is larger than 64 KiB']);
    const yaml = (0,read_yaml/* readYaml */.gM)(text);
    if (yaml.kind === 'malformed')
        return invalid(describeProblems(yaml.errors, (error) => error));
    const { value, ignored, wrong } = withoutUnread(yaml.value ?? {}, kind);
    const { errors } = yaml;
    const parsed = schema.safeParse(errors.length > 0 ? withChecks(value) : value);
    const describe = (found) => describeProblems(found, (one) => ('path' in one ? place(one, yaml) : one));
    const mistakes = [...(parsed.success ? [] : findMistakes(parsed.error.issues)), ...wrong];
    if (!parsed.success || errors.length > 0 || mistakes.length > 0)
        return invalid(describe([...errors, ...mistakes]));
    const lines = (parsed.data.checks ?? []).map((_, index) => yaml.locate(['checks', index]).line);
    const checkPlaces = lines.length === 0 ? null : { path, lines };
    return { kind: 'valid', settings: underNewNames(parsed.data), warnings: describe(ignored), checkPlaces };
}
/** A setting that was renamed is read under its new name alone. */
function underNewNames(settings) {
    if (settings.triggers === undefined)
        return settings;
    const { 'issue-text': conversation, ...triggers } = settings.triggers;
    return { ...settings, triggers: { ...(conversation !== undefined && { conversation }), ...triggers } };
}
/** The part of a file that cannot be read may hold the checks, without which some settings have no effect. */
const withChecks = (value) => typeof value === 'object' && value !== null ? { checks: ['true'], ...value } : value;
/** The file without the keys that have no effect, or have no place in it. */
function withoutUnread(value, { schema: { shape }, foreign, ignoresUnknown }) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
        return { value, ignored: [], wrong: [] };
    const misplaced = Object.keys(value).filter((key) => foreign.keys.includes(key));
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key) && !misplaced.includes(key));
    const { ignored, misspelled, newer } = judgeUnknown(unknown, Object.keys(shape));
    const unread = [...misplaced, ...ignored, ...misspelled.map(({ key }) => key), ...newer];
    const about = (message) => (key) => ({ path: [key], message, isKey: true });
    const refused = ignoresUnknown ? newer : [...newer, ...ignored];
    return {
        value: Object.fromEntries(Object.entries(value).filter(([key]) => !unread.includes(key))),
        ignored: ignoresUnknown ? ignored.map(about('is not a setting of this version and has no effect')) : [],
        wrong: [
            ...misplaced.map(about(foreign.message)),
            ...misspelled.map(({ key, meant }) => about(`is not a setting: did you mean ${meant}?`)(key)),
            ...refused.map(about(MAY_RESTRICT)),
        ],
    };
}
const MAY_RESTRICT = 'is not a setting of this version, which cannot enforce it if it is a restriction: delete it, or upgrade Prentice';
/** All of it in one line. */
const describeInvalid = ({ path, problems }) => `${path}: ${problems.join('; ')}`;
function place({ path, isKey, message }, { locate, locateKey }) {
    const name = path.map(shownKey).join('');
    return {
        at: isKey ? locateKey(path) : locate(path),
        message: `${name === '' ? 'the file' : name} ${message}`,
    };
}
/** A key as YAML may write it: with quotes if it has unusual characters. */
function shownKey(part, index) {
    if (typeof part === 'number')
        return `[${part}]`;
    const key = String(part);
    if (/^[\w-]{1,64}$/.test(key))
        return index === 0 ? key : `.${key}`;
    const quoted = `"${(0,yaml_errors/* shownText */.f$)(key).replaceAll('"', '\\"')}"`;
    return index === 0 ? quoted : `[${quoted}]`;
}
const MAX_COUNT = 20;
/** The first problems, in the order of the lines. `place` is called for those only. */
function describeProblems(found, place) {
    const placed = found.slice(0, MAX_COUNT).map(place).sort(byPosition);
    const told = [...new Set(placed.map(describe))];
    return found.length > MAX_COUNT ? [...told, `and ${found.length - MAX_COUNT} more`] : told;
}
const byPosition = ({ at: a }, { at: b }) => (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0);
function describe({ at, message }) {
    // The YAML parser may show the place below, after a colon.
    const text = (message.split('\n', 1)[0] ?? '').replace(/[:.]$/, '');
    return at === null ? text : `line ${at.line}, column ${at.column}: ${text}`;
}
/** The validator's issues, one for each key or value that has to change. */
const findMistakes = (issues, above = []) => issues.flatMap((issue) => {
    const { message } = issue;
    const path = [...above, ...issue.path];
    if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => ({ path: [...path, key], message, isKey: true }));
    const meant = issue.code === 'invalid_union' ? issue.errors.find(hasTheType) : undefined;
    return meant === undefined ? [{ path, message, isKey: false }] : findMistakes(meant, path);
});
/** Of the forms that a value may have, the one whose type it has was meant. */
const hasTheType = (issues) => issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0);
/**
 * A setting that restricts what a run may do gets a name that begins with one of these words, or stands in `limits` or
 * `paths`. A server from before the setting refuses it, and does not work without the restriction.
 */
const RESTRICTING = /^(allow|budget|deny|disallow|forbid|limit|max|min|no-|only|protect|require|restrict)/;
const MAX_EDITS = 2;
/** The settings in `limits` and `paths`, which people also write at the top of the file. */
const BELOW = Object.fromEntries(['limits', 'paths'].flatMap((parent) => Object.keys(Settings.shape[parent].unwrap().shape).map((name) => [name, `${parent}.${name}`])));
/** No release is that far behind a file; and comparing keys takes time. */
const MAX_KEYS = 20;
const MAX_KEY_LENGTH = 64;
/**
 * Sorts the unknown keys at the top of the file. Those that are in none of the lists are mistakes. An unknown key may be a
 * setting of a later version that is safe to leave out, if it neither looks like a misspelled setting nor restricts runs.
 */
function judgeUnknown(unknown, settings) {
    if (unknown.length > MAX_KEYS)
        return { ignored: [], misspelled: [], newer: [] };
    const names = [...settings, ...Object.keys(BELOW)];
    const short = unknown.filter((key) => key.length <= MAX_KEY_LENGTH);
    const misspelled = short.flatMap((key) => {
        const meant = (0,mod/* closest */.kp)(nameOf(key), names);
        return (0,mod/* distance */.Io)(nameOf(key), meant) > MAX_EDITS ? [] : [{ key, meant: BELOW[meant] ?? meant }];
    });
    const others = short.filter((key) => misspelled.every((one) => one.key !== key));
    const newer = others.filter((key) => RESTRICTING.test(nameOf(key)));
    return { ignored: others.filter((key) => !newer.includes(key)), misspelled, newer };
}
const nameOf = (key) => key.toLowerCase().replaceAll('_', '-');


/***/ }),

/***/ 6823:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   FY: () => (/* binding */ resolveCommands),
/* harmony export */   KR: () => (/* binding */ resolveChecks),
/* harmony export */   vp: () => (/* binding */ resolvePublishRules)
/* harmony export */ });
/* unused harmony export DEFAULT_INSTRUCTIONS */
const DEFAULT_MINUTES = 10;
const DEFAULT_ROUNDS = 3;
/** `null`: there is nothing to check. */
function resolveChecks(settings) {
    const { checks, setup, 'check-rounds': rounds } = settings;
    if (checks === undefined || checks.length === 0)
        return null;
    return {
        setup: (setup ?? []).map(commandOf),
        commands: checks.map(commandOf),
        rounds: rounds ?? DEFAULT_ROUNDS,
        ...(settings['draft-on-failed-checks'] === false && { draftOnFailure: false }),
        ...(settings['test-evidence'] !== false && {
            evidence: settings.tests === undefined ? {} : { tests: settings.tests },
        }),
    };
}
/** `null`: the agent may run no commands but the checks. */
function resolveCommands({ commands, setup }) {
    return commands === 'off' ? null : { setup: (setup ?? []).map(commandOf) };
}
function commandOf(command) {
    const given = typeof command === 'string' ? { run: command } : command;
    return {
        name: nameOf(given.name ?? given.run),
        run: given.run,
        seconds: Math.max(1, Math.round((given['timeout-minutes'] ?? DEFAULT_MINUTES) * 60)),
    };
}
const NAME_LENGTH = 60;
function nameOf(text) {
    const [line = ''] = text.trim().split('\n', 1);
    return line.length <= NAME_LENGTH ? line : `${line.slice(0, NAME_LENGTH - 1).toWellFormed()}…`;
}
const DEFAULT_INSTRUCTIONS = [
    'AGENTS.md',
    'CLAUDE.md',
    '.github/copilot-instructions.md',
    '.prentice/AGENTS.md',
    '.mintlify/AGENTS.md',
];
/** What may be published, with the defaults of what the settings leave out. Instruction files are protected. */
const resolvePublishRules = (settings) => ({
    allowedPaths: settings.paths?.allow ?? [],
    unprotectedPaths: settings.paths?.unprotect ?? [],
    protectedPaths: settings.instructions ?? DEFAULT_INSTRUCTIONS,
    maxFiles: settings['max-files'] ?? 200,
    maxBytes: settings['max-bytes'] ?? 5_000_000,
    ...(settings['executable-scripts'] === true && { executableScripts: true }),
    ...(settings['signed-commits'] === true && { signedCommits: true }),
});


/***/ })

};
