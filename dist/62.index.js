export const id = 62;
export const ids = [62];
export const modules = {

/***/ 9157:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   N0: () => (/* binding */ maskQuoted),
/* harmony export */   Zq: () => (/* binding */ startOfMail),
/* harmony export */   y$: () => (/* binding */ codeBeforeElements)
/* harmony export */ });
/* unused harmony export nextOfSameLength */
/**
 * The text with a space in place of every character that a reader does not take for the author's own words: quotes, code,
 * HTML and what it hides, addresses, and the parts of links and images that are not shown. It has the same length and
 * the same lines. Pure, and linear in the length of the text.
 *
 * A complete Markdown parser takes half a minute for 64 KiB of nested quotes, and anybody can comment. Where Markdown is
 * ambiguous, this masks more than GitHub does: a mention that is not recognized costs a second comment, one that
 * the author did not write costs more.
 */
function maskQuoted(text) {
    // GitHub drops a byte order mark, so what follows it begins a line.
    const normal = text.replace(/\r|^\ufeff/g, ' ');
    return maskLinks(maskCodeSpans(maskTags(maskBlocks(maskElements(normal)))));
}
const blank = (text) => text.replace(/[^\n]/g, ' ');
/**
 * Comments and other markup that is never shown, and elements whose content is no plain text. One without an end reaches
 * to the end of the text.
 */
const ELEMENTS = /<!--|<!\[CDATA\[|<\?|<!(?=[a-z])|<(pre|code|kbd|samp|tt|script|style|textarea|blockquote|q|template|details)(?=[\s/>]|$)/gi;
function maskElements(given) {
    const code = codeBeforeElements(given);
    const text = blankSpans(given, code);
    const endOfElement = elementEnds(text);
    let masked = '';
    let done = 0;
    // No element begins before this.
    ELEMENTS.lastIndex = code.end;
    for (let found = ELEMENTS.exec(text); found !== null; found = ELEMENTS.exec(text)) {
        const end = endOfElement(found);
        const from = found.index + (isDeclaration(found[0]) ? 2 : 0);
        masked += text.slice(done, from) + blank(text.slice(from, end));
        done = end;
        ELEMENTS.lastIndex = end;
    }
    return masked + text.slice(done);
}
/** What mail programs write above the message that they quote, with the address of its sender. */
const WROTE = /\bwrote: *$/;
const FIELD = /^(?:From|Von|De): /;
const NEXT_FIELD = /^(?:Sent|Date|To|Cc|Subject|Gesendet|Datum|An|Betreff|Envoy\u00e9|Objet|\u00c0): /;
const FOOTER = /^Reply to this email directly\b/;
/** Not a mention. GitHub hides an address as `***@***.***`. */
const MAIL_ADDRESS = /[^\s<([]@[^\s>]/;
/** Lines of a header in which its sender or a recipient is named. */
const HEADER_LINES = 4;
/**
 * Where the message begins to which somebody has replied by email, otherwise the length of the text. Some mail programs quote it
 * without any sign on its lines, and GitHub does not always remove it: https://github.com/dependabot/feedback/issues/277.
 * If the lines have the sign, what stands below them is the author's own. `masked`: the text as `maskQuoted` returns it. Pure.
 */
function startOfMail(masked, text) {
    const own = text.split('\n');
    const lines = masked.split('\n');
    const following = (index, count) => own.slice(index, index + count).join('\n');
    let at = 0;
    for (const [index, line] of lines.entries()) {
        const next = lines[index + 1] ?? '';
        const length = WROTE.test(line) ? 1 : 2;
        const isQuote = line.startsWith('On ') && (length === 1 || WROTE.test(next));
        if (isQuote && MAIL_ADDRESS.test(following(index, length)) && !isMarked(own, index + length))
            return at;
        const isHeader = FIELD.test(line) && NEXT_FIELD.test(next);
        if (isHeader && MAIL_ADDRESS.test(following(index, HEADER_LINES)))
            return at;
        if (/^\u2014 *$/.test(line) && FOOTER.test(next))
            return at;
        at += line.length + 1;
    }
    return text.length;
}
/** Whether the next text is quoted as in Markdown. */
function isMarked(lines, from) {
    const next = lines.slice(from, from + 3).find((line) => line.trim() !== '');
    return next?.trimStart().startsWith('>') ?? false;
}
const TOP_FENCE = /^(?:`{3,}(?=[^`]*$)|~{3,})/;
const INNER_FENCE = /^[\s>*+\-\d.)]+(?:`{3}|~{3})/;
/** At one place only: a line of many `<` is not searched again for each. */
const ELEMENT = new RegExp(ELEMENTS, 'iy');
const INLINE = /\\|`+|</g;
/**
 * Code in which an element is only named, such as `<details>`: the code spans before the first element, and in `end` where that
 * may begin. Only what is code whatever precedes it counts: a span within one line without `|`, which may be a cell of a
 * table, and in a paragraph that has no other backticks and no `<` before it, and fences at the beginning of a line.
 * Anything else ends the search, so that elements hide what they hid.
 */
function codeBeforeElements(text) {
    const spans = [];
    let at = 0;
    let fence = null;
    let isCertain = true;
    let hasTag = false;
    for (const line of text.split('\n')) {
        const start = at;
        at += line.length + 1;
        if (fence !== null) {
            if (endsFence(line, fence))
                fence = null;
            continue;
        }
        if (/^[ \t]*$/.test(line)) {
            isCertain = true;
            hasTag = false;
            continue;
        }
        const [run] = TOP_FENCE.exec(line) ?? [];
        if (INNER_FENCE.test(line) || (run !== undefined && hasTag))
            return { spans, end: start };
        if (run !== undefined) {
            fence = run;
            isCertain = true;
            continue;
        }
        const read = spansOfLine(line, isCertain);
        isCertain = read.isCertain;
        hasTag ||= read.hasTag;
        spans.push(...read.spans.map(({ from, to }) => ({ from: start + from, to: start + to })));
        if (read.element !== null)
            return { spans, end: start + read.element };
    }
    return { spans, end: text.length };
}
function endsFence(line, fence) {
    const [, run = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
    return run.startsWith(fence);
}
function spansOfLine(line, wasCertain) {
    // A comment may have 65,000 lines.
    const ends = wasCertain && line.includes('`') ? endsOfRuns(line) : null;
    const spans = [];
    let isCertain = wasCertain;
    let hasTag = false;
    INLINE.lastIndex = 0;
    for (let found = INLINE.exec(line); found !== null; found = INLINE.exec(line)) {
        const { 0: sign, index } = found;
        if (sign === '<') {
            ELEMENT.lastIndex = index;
            if (ELEMENT.test(line))
                return { spans, isCertain, hasTag, element: index };
            hasTag = true;
            isCertain = false;
        }
        else if (sign === '\\') {
            // It escapes nothing in a block of HTML, so an escaped element counts as one.
            if (line[index + 1] === '`')
                isCertain = false;
            if (line[index + 1] === '\\')
                INLINE.lastIndex = index + 2;
        }
        else if (isCertain) {
            const end = ends?.get(index);
            const content = end === undefined ? '|' : line.slice(index + sign.length, end.index);
            if (end === undefined || content.includes('|'))
                isCertain = false;
            else {
                spans.push({ from: index + sign.length, to: end.index });
                INLINE.lastIndex = end.index + end.length;
            }
        }
    }
    return { spans, isCertain, hasTag, element: null };
}
/** For each run of backticks, by its place, the next one that is equally long. */
function endsOfRuns(line) {
    const runs = [...line.matchAll(/`+/g)].map(({ 0: run, index }) => ({ length: run.length, index }));
    const ends = nextOfSameLength(runs);
    return new Map(runs.map(({ index }, at) => [index, ends[at]]));
}
/** Its backticks stay, so that its line is not empty. */
function blankSpans(text, { spans }) {
    let masked = '';
    let done = 0;
    for (const { from, to } of spans) {
        masked += text.slice(done, from) + blank(text.slice(from, to));
        done = to;
    }
    return masked + text.slice(done);
}
/** Its first two characters stay, because a line that begins with them is a block of HTML. */
const isDeclaration = (start) => /^<(?:\?|!(?!--))/.test(start);
/** https://spec.commonmark.org/0.31.2/#html-blocks */
const ENDS = { '<!--': '-->', '<![CDATA[': ']]>', '<?': '?>', '<!': '>' };
/** Where an element of the text ends, asked from the beginning of the text on. */
function elementEnds(text) {
    // An end that is missing after one place is missing after all later ones: the rest is not searched again for each.
    const missing = new Set();
    const closingTags = openClosingTags(text);
    let blocks = null;
    return ({ 0: start, 1: name, index }) => {
        if (name !== undefined)
            return closingTags(name, index);
        const end = ENDS[start.toUpperCase()] ?? '>';
        const at = missing.has(end) ? -1 : text.indexOf(end, index + start.length);
        if (at >= 0)
            return at + end.length;
        missing.add(end);
        blocks ??= new Set([...text.matchAll(BULLETS)].map((line) => line.index + line[0].length));
        // Within a paragraph, only a comment is likely to be one: others are text, such as the generic type `List<?>`.
        return start === '<!--' || blocks.has(index) ? text.length : index + start.length;
    };
}
/** Characters that are searched for the ends of elements with code or tags in them. Any further one has no end. */
const MOST_SEARCHED = 300_000;
/**
 * Finds the end of an element that begins at `index`. A tag that is only named, in code, in a comment or in an attribute, ends
 * nothing, and elements of the same name may be nested. After the end of the text: nothing ends it.
 */
function openClosingTags(text) {
    const left = { characters: MOST_SEARCHED };
    return (name, index) => {
        const close = new RegExp(`</${name}\\s*>`, 'gi');
        close.lastIndex = index;
        const found = close.exec(text);
        if (found === null)
            return text.length;
        const content = text.slice(index + 1, found.index);
        const line = content.lastIndexOf('\n');
        const isIndented = line >= 0 && INDENTED.test(content.slice(line + 1));
        return !isIndented && !/`|~~~|<(?!\/)/.test(content)
            ? close.lastIndex
            : searchClosingTag(text, { name, index, left });
    };
}
function searchClosingTag(text, { name, index, left, }) {
    const tags = new RegExp(`<!--|</${name}\\s*>|<${name}(?=[\\s/>])|<[a-z](?=[^<>"']*["'])`, 'gi');
    const isCode = openCode();
    let depth = 0;
    /** Nothing before this is a tag. */
    let skipped = index;
    let from = index;
    for (const paragraph of paragraphsFrom(text, index)) {
        left.characters -= paragraph.length;
        if (left.characters < 0)
            return text.length;
        const lines = paragraph
            .split('\n')
            .map((line) => (isCode(line) || INDENTED.test(line) ? blank(line) : line));
        const plain = maskSpansOf(lines.join('\n'));
        for (const { 0: tag, index: at } of plain.matchAll(tags)) {
            const place = from + at;
            if (place < skipped)
                continue;
            if (tag === '<!--') {
                const end = text.indexOf('-->', place);
                if (end < 0)
                    return text.length;
                skipped = end + 3;
                continue;
            }
            if (tag.startsWith('</'))
                depth -= 1;
            else if (tag.length > 2)
                depth += 1;
            if (depth === 0 && tag.startsWith('</'))
                return place + tag.length;
            skipped = tag.startsWith('</') ? place : endOfTag(text, place + tag.length);
        }
        from += paragraph.length;
    }
    return text.length;
}
/** With the empty line after each. */
function* paragraphsFrom(text, index) {
    const emptyLine = /\n[ \t]*\n/g;
    for (let from = index; from < text.length;) {
        emptyLine.lastIndex = from;
        const to = emptyLine.exec(text) === null ? text.length : emptyLine.lastIndex;
        yield text.slice(from, to);
        from = to;
    }
}
/** The end of a tag, whose attributes may contain anything. */
function endOfTag(text, from) {
    const upToQuote = /[^<>"']*(["'])?/y;
    for (let at = from;;) {
        upToQuote.lastIndex = at;
        const [, quote] = upToQuote.exec(text) ?? [];
        if (quote === undefined)
            return upToQuote.lastIndex;
        const end = text.indexOf(quote, upToQuote.lastIndex);
        if (end < 0)
            return text.length;
        at = end + 1;
    }
}
/** Where the block of a line begins: after its indentation and the bullets of lists. */
const BULLETS = /(?<![^\n])[^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)*/g;
const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
/**
 * A paragraph that continues a quote needs no `>`, what follows a tag up to the next empty line is HTML, and the title of
 * a link reference, such as `[//]: # "title"`, may have several lines.
 */
const QUOTED_OR_HTML = /^(?:>|<[a-z/!?]|\[(?:\\.|[^[\]\\])*\]:)/i;
/** At the beginning of a line, or after a bullet. */
const INDENTED = /^(?: {4}| {0,3}\t)|^\s*(?:[-*+]|\d{1,9}[.)])(?: {5}| {0,4}\t)/;
/** Fenced and indented code, quotes, and blocks of HTML. */
function maskBlocks(text) {
    const isCode = openCode();
    let isHidden = false;
    const lines = text.split('\n').map((line) => {
        if (isCode(line))
            return blank(line);
        const block = line.replace(BULLETS, '');
        // No other white space makes a line empty: a no-break space continues the paragraph of a quote.
        if (/^[ \t]*$/.test(line))
            isHidden = false;
        else if (QUOTED_OR_HTML.test(block))
            isHidden = true;
        return isHidden || INDENTED.test(line) ? blank(line) : line;
    });
    return lines.join('\n');
}
/** Whether a line is one of fenced code, asked for one line after the other. */
function openCode() {
    let fence = null;
    let isLost = false;
    return (line) => {
        if (isLost)
            return true;
        if (fence !== null) {
            const place = placeInFence(line, fence);
            if (place === 'end')
                fence = null;
            isLost = place === 'lost';
            return true;
        }
        const block = line.replace(BULLETS, '');
        const [, run = ''] = FENCE.exec(block) ?? [];
        if (run !== '')
            fence = { run, column: line.length - block.length };
        return run !== '';
    };
}
/**
 * A fence that is indented may be that of a list, which a line with less indentation ends, and then what looks like its end
 * begins another. `lost`: nobody can say without a parser whether what follows is code.
 */
function placeInFence(line, { run, column }) {
    if (column === 0)
        return endsFence(line, run) ? 'end' : 'inside';
    if (/^[ \t]*$/.test(line))
        return 'inside';
    if (!/^ *$/.test(line.slice(0, column)))
        return 'lost';
    const own = line.slice(column);
    if (!/^[ \t]*(?:`{3}|~{3})/.test(own))
        return 'inside';
    return /^\S/.test(own) && endsFence(own, run) ? 'end' : 'lost';
}
/** A tag within a paragraph. The value of an attribute may contain anything, so it hides the rest of the paragraph. */
const TAG = /<\/?[a-z][^<>"']*(?:>|["'][\s\S]*?(?=\n[ \t]*\n|$))/gi;
const maskTags = (text) => text.replace(TAG, blank);
/** A backslash escapes the character after it, but not within code. */
const OPENING = /\\[\s\S]|`+/g;
/** Code within a paragraph stands between two runs of equally many backticks. */
const maskCodeSpans = (text) => text
    .split(/(\n[ \t]*\n)/)
    .map((part) => (part.includes('`') ? maskSpansOf(part) : part))
    .join('');
/** Where another block may begin without an empty line before it. Then GitHub looks for code in each of them. */
const BLOCK_INSIDE = /\||\n[ \t]*(?:[-#*+=_:]|\d{1,9}[.)])/;
function mayHaveBlock(paragraph, from, to) {
    const span = paragraph.slice(from, to);
    if (!span.includes('\n'))
        return span.includes('|');
    const line = paragraph.slice(paragraph.lastIndexOf('\n', from) + 1, from);
    // A heading ends with its line.
    return BLOCK_INSIDE.test(span) || /^[\s>*+\-\d.)]*#/.test(line);
}
function maskSpansOf(paragraph) {
    const closing = new Map();
    for (const { 0: run, index } of [...paragraph.matchAll(/`+/g)].toReversed()) {
        const indices = closing.get(run.length);
        if (indices === undefined)
            closing.set(run.length, [index]);
        else
            indices.push(index);
    }
    let masked = '';
    let done = 0;
    OPENING.lastIndex = 0;
    for (let found = OPENING.exec(paragraph); found !== null; found = OPENING.exec(paragraph)) {
        const { 0: run, index } = found;
        if (run.startsWith('\\'))
            continue;
        const ends = closing.get(run.length) ?? [];
        // Later runs begin later, so an end that is passed is never needed again.
        while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) < index + run.length)
            ends.pop();
        const end = ends.at(-1);
        if (end === undefined)
            continue;
        const after = end + run.length;
        masked += paragraph.slice(done, index);
        if (mayHaveBlock(paragraph, index, after))
            return masked + blank(paragraph.slice(index));
        masked += blank(paragraph.slice(index, after));
        done = after;
        OPENING.lastIndex = after;
    }
    return masked + paragraph.slice(done);
}
/** Where a link or an image leads to, with its title, which is only a tooltip. */
const DESTINATION = /(?<=\])\((?:\s*(?:<[^<>\n]*>|[^\s()<]+(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|\((?:\\[\s\S]|[^()\\])*\)))?)?\s*\)/g;
/** Shown only if the image is not. */
const ALTERNATIVE = /!\[(?:\\.|[^[\]\\])*\]/g;
const ADDRESS = /https?:\/\/[^\s<>]*/gi;
const maskLinks = (text) => text.replace(DESTINATION, blank).replace(ALTERNATIVE, blank).replace(ADDRESS, blank);
/** For each run, the next one that is equally long. From the end, so that the time grows only with their number. */
function nextOfSameLength(runs) {
    const next = new Map();
    const found = [];
    for (const run of runs.toReversed()) {
        found.push(next.get(run.length));
        next.set(run.length, run);
    }
    return found.reverse();
}


/***/ }),

/***/ 1062:
/***/ ((__unused_webpack___webpack_module__, __webpack_exports__, __webpack_require__) => {

/* harmony export */ __webpack_require__.d(__webpack_exports__, {
/* harmony export */   Q: () => (/* binding */ visibleText)
/* harmony export */ });
/* harmony import */ var _mask_quoted_js__WEBPACK_IMPORTED_MODULE_0__ = __webpack_require__(9157);

/**
 * What a person sees of a text on GitHub, for a model: without HTML comments, and with invisible characters as escapes. Emoji
 * and the letters of all scripts stay. Where it is uncertain what GitHub shows, a comment is left out. Pure.
 */
function visibleText(text) {
    const shown = withoutComments(text.replace(/\r\n?/g, '\n')).replace(TAGS, '$<flag>');
    return shown.replace(INVISIBLE, '').trim() === '' ? '' : shown.replace(INVISIBLE, showEscapes).trim();
}
/** Comments between which code is looked for. After the last, all are left out. */
const MOST_COMMENTS = 20;
const BLANK_LINE = /\n[ \t]*(?=\n)/g;
/** Comments in code are shown. */
function withoutComments(text) {
    if (!text.includes('<!--'))
        return text;
    let shown = '';
    let at = 0;
    for (let comments = 0; comments < MOST_COMMENTS; comments++) {
        const { end } = (0,_mask_quoted_js__WEBPACK_IMPORTED_MODULE_0__/* .codeBeforeElements */ .y$)(text.slice(at));
        shown += text.slice(at, at + end);
        at += end;
        if (!text.startsWith('<!--', at))
            break;
        // The rest of a paragraph that has HTML may be HTML, too, in which backticks mean nothing.
        for (let paragraph = at;;) {
            const close = text.indexOf('-->', at);
            if (close < 0)
                return shown;
            if (paragraph <= close) {
                BLANK_LINE.lastIndex = close;
                paragraph = BLANK_LINE.exec(text)?.index ?? text.length;
            }
            const next = text.indexOf('<!--', close);
            at = next < 0 ? paragraph : Math.min(next, paragraph);
            shown += text.slice(close + '-->'.length, at);
            if (at === paragraph)
                break;
        }
    }
    return shown + text.slice(at).replace(/<!--[\s\S]*?(?:-->|$)/g, '');
}
/** Letters that nothing shows, which spell a text. The flags of England, Scotland and Wales are made of them. */
const TAGS = /(?<flag>\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f})|[\u{e0000}-\u{e007f}]+/gu;
/** Without the joiners and the variation selectors of emoji and scripts, and the tags of flags. */
const INVISIBLE = /(?:(?!\u200c|\u200d|\ufe0e|\ufe0f|[\u{e0000}-\u{e007f}])\p{Default_Ignorable_Code_Point}|[^\P{Cc}\n\t])+/gu;
const MOST_ESCAPES = 8;
function showEscapes(run) {
    const characters = Array.from(run.slice(0, 2 * MOST_ESCAPES), (character) => {
        const code = (character.codePointAt(0) ?? 0).toString(16);
        return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\u{${code}}`;
    });
    const shown = characters.slice(0, MOST_ESCAPES).join('');
    return characters.length <= MOST_ESCAPES ? shown : `${shown}…`;
}


/***/ })

};
