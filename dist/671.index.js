export const id = 671;
export const ids = [671];
export const modules = {

/***/ 8210:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   v: () => (/* binding */ whyNoBranchName)
/* harmony export */ });
/** Characters that no reference of Git may hold, with what a message calls them. */
const FORBIDDEN = [
    // Also those beyond ASCII, which Git takes: nobody can see or type them.
    [/\p{Cc}/u, 'a control character'],
    [/ /, 'a space'],
    [/[~^:?*[\\]/, 'one of `~ ^ : ? * [ \\`'],
    [/\.\./, '`..`'],
    [/@\{/, '`@{`'],
    [/\/\//, '`//`'],
];
/**
 * Why Git refuses this name for a branch, as `git check-ref-format --branch` does; `null`: it does not.
 * https://git-scm.com/docs/git-check-ref-format
 */
function whyNoBranchName(name) {
    const found = FORBIDDEN.find(([form]) => form.test(name));
    if (found !== undefined)
        return `it contains ${found[1]}`;
    if (name === 'HEAD')
        return 'Git uses `HEAD` for the current commit';
    if (/^[-/]/.test(name))
        return `it starts with \`${name[0]}\``;
    if (/[./]$/.test(name))
        return `it ends with \`${name.at(-1)}\``;
    const parts = name.split('/');
    if (parts.some((part) => part.startsWith('.')))
        return 'a part of it starts with `.`';
    if (parts.some((part) => part.endsWith('.lock')))
        return 'a part of it ends with `.lock`';
    return null;
}


/***/ }),

/***/ 3018:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   F: () => (/* binding */ closeFences)
/* harmony export */ });
/** A code fence, with the white space or list markers before it. */
const FENCE = /^(?<before>[^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)*)(?<marks>`{3,}|~{3,})(?<info>.*)$/;
const MAX_LENGTH = 90;
/**
 * Closes open code blocks, so that the text that follows does not become part of one. A fence at the beginning of a line is
 * closed at the end. An indented fence may belong to a list and end with it: if it is not closed as it was opened, it is
 * disabled with `separator`, which is invisible.
 */
function closeFences(text, separator) {
    const lines = text.replace(/`{91,}|~{91,}/g, (run) => run.slice(0, MAX_LENGTH)).split('\n');
    const ends = findEnds(lines);
    for (let at = 0; at < lines.length; at += 1) {
        const fence = readFence(lines[at] ?? '');
        if (fence === null)
            continue;
        const end = ends[at];
        if (end !== undefined)
            at = end;
        else if (fence.indent === 0)
            return [...lines, fence.marks].join('\n');
        else
            lines[at] = undo(lines[at] ?? '', fence.marks, separator);
    }
    return lines.join('\n');
}
function readFence(line) {
    const { before = '', marks, info = '' } = FENCE.exec(line)?.groups ?? {};
    if (marks === undefined || (marks.startsWith('`') && info.includes('`')))
        return null;
    return { indent: before.length, marks };
}
/**
 * For each line with a fence, the line that closes it; none if it ends with the text, or before a line with less
 * indentation. From the last line, so that no fence searches the lines below it again.
 */
function findEnds(lines) {
    const ends = Array.from({ length: lines.length });
    // For each indentation and kind of fence, the lines below that close it, the nearest last: a farther one has more marks.
    const closing = [];
    for (const [at, line] of [...lines.entries()].toReversed()) {
        const fence = readFence(line);
        if (fence !== null)
            ends[at] = closing[kindOf(fence)]?.findLast(({ length }) => length >= fence.marks.length)?.at;
        const own = line.search(/\S/);
        if (own < 0)
            continue;
        closing.length = Math.min(closing.length, 2 * (own + 1));
        const marks = line.trim();
        if (!CLOSING.test(marks))
            continue;
        for (let indent = Math.max(0, own - 3); indent <= own; indent += 1) {
            const below = closing[kindOf({ indent, marks })] ?? [];
            const farther = below.slice(0, 1 + below.findLastIndex(({ length }) => length > marks.length));
            closing[kindOf({ indent, marks })] = [...farther, { at, length: marks.length }];
        }
    }
    return ends;
}
const CLOSING = /^(?:`{3,}|~{3,})$/;
const kindOf = ({ indent, marks }) => 2 * indent + (marks.startsWith('~') ? 1 : 0);
const undo = (line, marks, separator) => {
    const at = line.indexOf(marks) + 1;
    return line.slice(0, at) + separator + line.slice(at);
};


/***/ }),

/***/ 9296:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Pq: () => (/* binding */ withoutHiddenCharacters),
/* harmony export */   YI: () => (/* binding */ neutralize),
/* harmony export */   f$: () => (/* binding */ shownText),
/* harmony export */   ml: () => (/* binding */ shorten),
/* harmony export */   sP: () => (/* binding */ BREAK),
/* harmony export */   vF: () => (/* binding */ asOneLine)
/* harmony export */ });
/** Disables GitHub syntax when it is inserted into it. It has no width and is invisible. */
const BREAK = '\u200b';
/**
 * Invisible characters and those that change the direction, with which a text displays something else than it contains.
 * The joiners and the last two variation selectors stay, since emoji and some scripts need them.
 */
const HIDDEN = /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu;
/**
 * A text of a model that GitHub displays without acting on it: nothing is fetched, hidden, notified, closed or skipped,
 * no bot is told anything, and links lead only to the given repository. Code is treated like other text, because a hostile text can influence what
 * GitHub recognizes as code. It looks the same, since a break is invisible.
 */
function neutralize(text, repositoryUrl) {
    const plain = breakLinks(withoutHiddenCharacters(text), repositoryUrl);
    return GITHUB_SYNTAX.reduce((inert, { at }) => inert.replace(at, BREAK), plain);
}
/** Removes invisible characters and control characters, except for newline and tab. */
function withoutHiddenCharacters(text) {
    return text
        .replace(/\r\n?/g, '\n')
        .replace(HIDDEN, '')
        .replace(/[^\P{Cc}\n\t]/gu, '');
}
/** What GitHub displays of a text: without HTML comments and invisible characters. */
const shownText = (text) => withoutHiddenCharacters(text.replace(/<!--[\s\S]*?(?:-->|$)/g, '')).trim();
/** One line, single spaces. */
function asOneLine(text) {
    return withoutHiddenCharacters(text).replace(/\s+/g, ' ').trim();
}
/** At most `limit` UTF-16 units including the ellipsis, without half a character; nothing when there is no room for one. */
function shorten(text, limit) {
    if (text.length <= limit)
        return text;
    if (limit < 1)
        return '';
    const cut = text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, '');
    return `${cut.trimEnd()}…`;
}
/**
 * The start of a text that GitHub turns into a link. Any character may precede it, such as one of emphasis. A backslash
 * before punctuation is not displayed.
 */
const ADDRESS = /(?:https?|ftp)(?=\\?:\\?\/\\?\/)|www(?=\\?\.)/gi;
const OTHER_SCHEME = /(?<=mailto|xmpp)(?=\\?:)/gi;
/** What follows the URL of the repository: nothing but punctuation, or a path, a query or a fragment. */
const END = /^[.,;:!?'")\]}>*_~`|]*(?:[\s<]|$)/;
const BELOW = /^[/?#][^\s<]*/;
/** Browsers resolve these, and then the link leaves the repository: a dot segment, in plain or encoded; a backslash. */
const WAY_OUT = /\/\.(?:\.(?![\w-])|(?![\w.-]))|%(?:2[5ef]|5c|[01])|\\/i;
const MAX_LENGTH = 2000;
/**
 * The text with a break in every URL, so that it is no link, except for URLs of this repository and below it, written as
 * GitHub writes them. Other paths of the same host can be as harmful as another host: some grant access to an account.
 */
function breakLinks(text, repositoryUrl) {
    return text
        .replace(OTHER_SCHEME, BREAK)
        .replace(ADDRESS, (start, at, whole) => whole.startsWith(repositoryUrl, at) && staysBelow(whole, at + repositoryUrl.length)
        ? start
        : start + BREAK);
}
function staysBelow(text, end) {
    const rest = text.slice(end, end + MAX_LENGTH);
    const below = BELOW.exec(rest)?.[0];
    if (below === undefined)
        return END.test(rest);
    return below.length < MAX_LENGTH && !WAY_OUT.test(below);
}
/**
 * Text on which GitHub, or a bot or an issue tracker connected to it, acts. A backslash before punctuation is not displayed, so patterns allow for it. A full-width
 * character counts as the plain one, in case a text is normalised later. The rules do not distinguish code.
 */
const GITHUB_SYNTAX = [
    {
        what: 'a reference by URL, which appears in the issue and can close it: https://github.com/o/r/issues/1',
        at: /(?<=https?|www)(?=(?:\\?:\\?\/\\?\/|\\?\.)\S{1,500}?\\?\/(?:issues|pulls?|discussions)\\?\/)/gi,
    },
    // Not the keyword before it, which may have any spelling, markup and number of spaces.
    { what: 'a reference by number: #1, owner/repository#1', at: /(?<=[#\uff03\ufe5f])(?=\p{Nd})/gu },
    {
        what: 'the same as GH-1',
        at: /(?<=(?<![A-Za-z0-9])[Gg\uff27\uff47])(?=[Hh\uff28\uff48]\\?[-\uff0d\ufe63]\p{Nd})/gu,
    },
    // After a letter or digit it is an email address. After an underscore it is not, which may be emphasis.
    {
        what: 'a mention: @name',
        at: /(?<=(?<![A-Za-z0-9])[@\uff20\ufe6b])(?=[A-Za-z0-9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])/g,
    },
    {
        what: 'a commit of another repository, which becomes a link: owner/repository@0123abc',
        at: /(?<=@)(?=[0-9a-f]{7,40}(?![0-9a-z]))/gi,
    },
    { what: 'an entity, which spells any of these: &#64;', at: /(?<=&)(?=#?[A-Za-z0-9]{1,40};)/g },
    // GitHub fetches the image when somebody opens the page. Its URL can leak data.
    { what: 'an image: ![text](address)', at: /(?<=!)(?=\[)/g },
    // With the break, the URL is displayed.
    { what: 'a link that displays a text instead of its URL', at: /(?<=\])(?=[(:])/g },
    // All HTML: images and media are fetched, comments are hidden. `<https://…>` is a plain link.
    { what: 'HTML', at: /(?<=<)(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]+>)/gi },
    {
        what: 'a code block that GitHub renders: diagrams can contain images, and a suggestion can be committed',
        at: /(?=mermaid|geojson|topojson|stl|suggestion)(?<=(?:`{3}|~{3})[^\S\n]*)/gi,
    },
    {
        what: 'the same in a formula: $\\href{address}{text}$',
        at: /(?<=\\)(?=(?:href|url|includegraphics|require|style|class|cssId)(?![A-Za-z]))/g,
    },
    // A squash puts title and body of the pull request into the message of its commit.
    {
        what: 'a directive that skips workflows: [skip ci], [ci skip], [no ci], [skip actions], ***NO_CI***',
        at: /(?<=\[)(?=[^[\]\n]{0,40}?(?<![a-z])(?:skip|no[\s_-]?ci)(?![a-z])[^[\]\n]{0,40}\])|(?<=\*\*\*NO)(?=_CI)/gi,
    },
    {
        what: 'a trailer that names people or instructs a program: Signed-off-by: A <a@example.com>, Change-Id: I1',
        at: /(?<=^[^\S\n]*(?:[a-z][a-z-]{0,60}-by|on-behalf-of|(?:skip|request)-checks|change-id|depends-on|(?:closes|partial|related)-bug|release-as))(?=[^\S\n]*:)/gim,
    },
    {
        what: 'a directive for the next version: +semver: major, #minor',
        at: /(?<=\+semver)(?=[^\S\n]?:)|(?<=#)(?=(?:major|minor|patch|none)(?![\w-]))/gi,
    },
    // Jira, Linear and YouTrack link every key. Names of standards have the same form.
    {
        what: 'a key of an issue tracker, also that of a command: ENG-123, PROJ-1 #close',
        at: /(?=\\?-\p{Nd})(?<=(?<![A-Za-z0-9_])(?!(?:AES|CVE|CWE|ISO|RFC|SHA|UTF)-)[A-Z][A-Z0-9_]{1,30})/gu,
    },
    {
        what: 'a key in any letter case after a magic word, and keys of ClickUp and Shortcut: fixes eng-123, CU-86abc, sc-1',
        at: /(?=\\?-\p{Nd})(?<=(?:fix|clos|resolv|complet|implement|ref|relat|part of|contribut|toward)[a-z]{0,8}(?: to| with)?[\s:*_~`([]{1,20}(?:[a-z][a-z0-9_]{0,30}\\?-\p{Nd}{1,9}(?:,? and|[,&])\s{1,3}){0,9}[a-z][a-z0-9_]{0,30}|(?<![a-z0-9])sc)|(?<=(?<![a-z0-9])cu)(?=-[a-z0-9]{5})/giu,
    },
    {
        what: 'a message of release-please in place of that of the commit: BEGIN_COMMIT_OVERRIDE',
        at: /(?<=BEGIN_)(?=(?:COMMIT_OVERRIDE|NESTED_COMMIT))/g,
    },
    { what: 'a command to a bot: /merge at the beginning of a line', at: /(?<=^[^\S\n]*\/)(?=[A-Za-z])/gm },
    {
        what: 'the same in words: bors r+, ok to test, retest this please, r? name',
        at: /(?<=^[^\S\n]*b)(?=ors[\s:])|(?<=^[^\S\n]*(?:ok|add))(?= to (?:test|whitelist)\b)|(?<=^[^\S\n]*(?:re)?test)(?= this please\b)|(?<=(?<![\w-])r)(?=\?\s)/gim,
    },
];


/***/ }),

/***/ 2761:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   gM: () => (/* binding */ readYaml)
/* harmony export */ });
/* unused harmony exports MAX_TOKENS, MAX_DEPTH, findExcess */
/* harmony import */ var yaml__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(3483);
/* harmony import */ var _contract_text_js__WEBPACK_IMPORTED_MODULE_2__ = __webpack_require__(9027);
/* harmony import */ var _yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__ = __webpack_require__(1112);



/** The only place where settings are parsed as YAML. Its time is bounded, whatever the text is. */
function readYaml(source) {
    const excess = findExcess(source);
    if (excess !== null)
        return { kind: 'malformed', errors: [{ at: null, message: excess }] };
    const lines = new yaml__WEBPACK_IMPORTED_MODULE_0__/* .LineCounter */ .HN();
    // The parser's own check for duplicate keys compares each key of a map with all others.
    const document = withoutStackTraces(() => (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .parseDocument */ .Tp)(source, {
        lineCounter: lines,
        prettyErrors: false,
        logLevel: 'error',
        uniqueKeys: false,
    }));
    const positionOf = (offset) => {
        const { line, col } = lines.linePos(offset);
        return { line, column: col };
    };
    const syntax = document.errors.map(withAdvice);
    const wrong = [...findUndecodable(source), ...findTags(document), ...findWrongNodes(document)];
    const errors = firstOfEachLine([...syntax, ...wrong].map(({ message, offset }) => ({ at: positionOf(offset), message })));
    const offsets = { syntax: syntax.map(toOffset), wrong: wrong.map(toOffset) };
    if (errors.length > 0 && !keepReadableEntries(document, offsets, (offset) => positionOf(offset).column))
        return { kind: 'malformed', errors };
    const find = (path) => {
        let found = { key: null, value: document.contents };
        for (const segment of path) {
            const { value } = found;
            const next = childOf((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isAlias */ .Vj)(value) ? value.resolve(document) : value, segment);
            if (next === null)
                break;
            found = next;
        }
        return found;
    };
    const startOf = (node) => positionOf(node?.range?.[0] ?? 0);
    try {
        return {
            kind: 'value',
            errors,
            value: document.toJS(),
            locate: (path) => startOf(find(path).value),
            locateKey: (path) => startOf(find(path).key),
        };
    }
    catch {
        return { kind: 'malformed', errors: errors.length > 0 ? errors : [{ at: null, message: _yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .ALIASES_EXPAND */ .y }] };
    }
}
const withAdvice = (error) => ({
    message: (0,_yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .describeYamlError */ .rU)(error),
    offset: error.pos[0],
});
/** A glob that excludes paths starts with `!`. Without quotes it is a tag, and the parser drops an unknown one. */
const findTags = ({ warnings }) => warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED').map(withAdvice);
const toOffset = ({ offset }) => offset;
/** Decoding replaces bytes that are not UTF-8. UTF-16 also leaves NUL characters. */
function findUndecodable(source) {
    const offset = source.search(/[\0\uFFFD]/);
    return offset < 0 ? [] : [{ message: _yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .NOT_UTF8 */ .mM, offset }];
}
/** One mistake often causes several errors in its line. */
const firstOfEachLine = (errors) => {
    const lines = new Map();
    for (const error of errors)
        if (!lines.has(error.at.line))
            lines.set(error.at.line, error);
    return [...lines.values()];
};
function findWrongNodes(document) {
    const wrong = [];
    const anchors = new Set();
    (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .visit */ .YR)(document, {
        Value: (_, { anchor }) => void (anchor !== undefined && anchors.add(anchor)),
        Map(_, { anchor, items }) {
            if (anchor !== undefined)
                anchors.add(anchor);
            const names = new Set();
            for (const { key } of items) {
                const offset = key?.range?.[0] ?? 0;
                const name = (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isScalar */ .jn)(key) && key.value !== null ? String(key.value) : null;
                if (name === null)
                    wrong.push({ message: _yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .KEY_IS_NO_TEXT */ .L9, offset });
                else if (names.has(name))
                    wrong.push({ message: (0,_yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .duplicateKey */ .Ve)(name), offset });
                else
                    names.add(name);
            }
        },
        Alias(_, { source, range }) {
            if (!anchors.has(source))
                wrong.push({ message: (0,_yaml_errors_js__WEBPACK_IMPORTED_MODULE_1__/* .unknownAnchor */ .wJ)(source), offset: range?.[0] ?? 0 });
        },
    });
    return wrong;
}
function childOf(parent, segment) {
    if ((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isSeq */ .oP)(parent)) {
        const value = parent.items[Number(segment)];
        return value === undefined ? null : { key: value, value };
    }
    if (!(0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isMap */ .jh)(parent))
        return null;
    const pair = parent.items.find(({ key }) => (0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isScalar */ .jn)(key) && String(key.value) === String(segment));
    return pair === undefined ? null : { key: pair.key, value: pair.value ?? pair.key };
}
/** Nobody is told of more mistakes, and each is compared with each entry. */
const MAX_ERRORS = 20;
/**
 * Removes the entries of the top-level map that an error touches: the parser guesses their values. Returns whether others
 * are left, which mean what they say.
 */
function keepReadableEntries({ contents }, { syntax, wrong }, columnOf) {
    if (!(0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isMap */ .jh)(contents) || syntax.length + wrong.length >= MAX_ERRORS)
        return false;
    const starts = contents.items.map(startOf);
    const [first = 0] = starts;
    contents.items = contents.items.filter((_, index) => {
        const [from, to] = [starts[index] ?? 0, starts[index + 1] ?? Number.POSITIVE_INFINITY];
        // The parser may notice an error of an entry only where the next one starts.
        const isGuess = syntax.some((offset) => from <= offset && offset <= to);
        const isMisplaced = columnOf(from) !== columnOf(first);
        return !isGuess && !isMisplaced && !wrong.some((offset) => from <= offset && offset < to);
    });
    return contents.items.length > 0;
}
const startOf = ({ key }) => ((0,yaml__WEBPACK_IMPORTED_MODULE_0__/* .isNode */ .Ll)(key) ? key.range?.[0] : undefined) ?? 0;
/**
 * Errors that `parse` makes do not record where they were thrown. A YAML text can hold 32,000 errors, and to record that
 * takes most of the time. Source: https://v8.dev/docs/stack-trace-api
 */
function withoutStackTraces(parse) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
        return parse();
    }
    finally {
        Error.stackTraceLimit = stackTraceLimit;
    }
}
/** Of the largest settings that the schema allows, with as many comments again. */
const MAX_TOKENS = 8_000;
/** The schema nests four levels. */
const MAX_DEPTH = 16;
/**
 * Why a text is not parsed as YAML; `null`: parsing it takes little time. Anybody who can push can write the settings,
 * and parsing runs on the server's event loop. Lexing is linear and stops at the bound; the parser behind it is not:
 * deep nesting and long runs of errors cost it seconds within 64 KiB.
 */
function findExcess(source, lex = tokensOf) {
    let tokens = 0;
    // What can nest without a bracket: in the line of block style, and since the last comma of each open collection.
    const indicators = [0];
    for (const token of lex(source)) {
        tokens += 1;
        if (tokens > MAX_TOKENS)
            return `the file has more than ${(0,_contract_text_js__WEBPACK_IMPORTED_MODULE_2__/* .groupDigits */ .K9)(MAX_TOKENS)} YAML tokens`;
        const inner = indicators.length - 1;
        if (token === '[' || token === '{')
            indicators.push(0);
        else if (token === ']' || token === '}')
            indicators.splice(Math.max(inner, 1));
        else if (token === '-' || token === '?' || token === ':')
            indicators[inner] = (indicators[inner] ?? 0) + 1;
        else if (inner > 0 ? token === ',' : /^[\n\r]/.test(token))
            indicators[inner] = 0;
        if (indicators.length - 1 > MAX_DEPTH || (indicators[inner] ?? 0) > MAX_DEPTH)
            return `the file nests deeper than ${MAX_DEPTH} levels`;
    }
    return null;
}
const tokensOf = (source) => new yaml__WEBPACK_IMPORTED_MODULE_0__/* .Lexer */ .JG().lex(source);


/***/ }),

/***/ 5618:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   C: () => (/* binding */ SETTINGS_LIMIT),
/* harmony export */   R: () => (/* binding */ SETTINGS_PATHS)
/* harmony export */ });
const SETTINGS_PATHS = ['.github/prentice.yml', '.github/prentice.yaml'];
/** Bytes that the file may have. */
const SETTINGS_LIMIT = 64 * 1024;


/***/ }),

/***/ 1112:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   L9: () => (/* binding */ KEY_IS_NO_TEXT),
/* harmony export */   Ve: () => (/* binding */ duplicateKey),
/* harmony export */   f$: () => (/* binding */ shownText),
/* harmony export */   mM: () => (/* binding */ NOT_UTF8),
/* harmony export */   rU: () => (/* binding */ describeYamlError),
/* harmony export */   wJ: () => (/* binding */ unknownAnchor),
/* harmony export */   y: () => (/* binding */ ALIASES_EXPAND)
/* harmony export */ });
const INDENTATION = 'the indentation is wrong, or a value that contains `: ` has no quotes';
/** What to change. The parser's own messages use the terms of the YAML specification, and of its API. */
const ADVICE = {
    TAB_AS_INDENT: 'a tab indents this line; use spaces',
    MULTIPLE_DOCS: 'a second document starts here; delete the line with `---`',
    BAD_INDENT: INDENTATION,
    BLOCK_AS_IMPLICIT_KEY: INDENTATION,
    BLOCK_IN_FLOW: INDENTATION,
    MULTILINE_IMPLICIT_KEY: INDENTATION,
    MISSING_CHAR: 'a quote, a comma, a space or the colon after a key is missing',
    UNEXPECTED_TOKEN: 'this text is not expected here; indent it below its key, quote it or delete it',
    BAD_SCALAR_START: 'this character cannot start a value; put the value in quotes',
    TAG_RESOLVE_FAILED: 'put text that starts with `!` in quotes',
    BAD_DQ_ESCAPE: 'this escape is unknown; write `\\\\` for a backslash, or use single quotes',
};
function describeYamlError({ code, message }) {
    // The parser notices a missing bracket only where the indentation ends.
    const bracket = /end with a ([\]}])/.exec(message)?.[1];
    if (bracket !== undefined)
        return `a closing \`${bracket}\` is missing before this place`;
    return ADVICE[code] ?? 'this is not valid YAML';
}
const duplicateKey = (name) => `the key \`${shownText(name)}\` is already set above`;
const KEY_IS_NO_TEXT = 'a key must be text';
const unknownAnchor = (name) => `\`*${shownText(name)}\` has no anchor above it; put text that starts with \`*\` in quotes`;
const ALIASES_EXPAND = 'the aliases of the file expand to too many values';
const NOT_UTF8 = 'this character is not valid UTF-8 text; save the file as UTF-8';
/** What is neither a letter, a digit, a mark, punctuation, a symbol nor a plain space. */
const UNPRINTED = /[^\p{L}\p{N}\p{M}\p{P}\p{S} ]/gu;
const MOST = 64;
/** Text of a file for a message: short, and with codes for what a terminal would obey and for what nobody can see. Pure. */
function shownText(text) {
    const short = text.length > MOST ? `${text.slice(0, MOST).toWellFormed()}…` : text;
    return short.replace(UNPRINTED, (character) => Array.from({ length: character.length }, (_, at) => codeOf(character.charCodeAt(at))).join(''));
}
const codeOf = (unit) => `\\u${unit.toString(16).padStart(4, '0')}`;


/***/ })

};
