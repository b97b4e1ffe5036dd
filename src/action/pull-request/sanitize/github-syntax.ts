interface LiveMark {
  readonly what: string
  /** The place inside the mark, of no width, where a break undoes it. */
  readonly place: RegExp
}

/**
 * What GitHub acts on in a text. A backslash before a punctuation mark does not show, so a mark may hold some; a
 * full-width character counts as the plain one, should a text be normalised on its way. No rule knows what is code.
 */
export const GITHUB_SYNTAX: readonly LiveMark[] = [
  {
    what: 'a reference by address, which shows in the issue and closes it: https://github.com/o/r/issues/1',
    place: /(?<=https?|www)(?=(?:\\?:\\?\/\\?\/|\\?\.)\S{1,500}?\\?\/(?:issues|pulls?|discussions)\\?\/)/gi,
  },
  // Not the keyword before it, which may stand in any spelling, across markup and any number of spaces.
  { what: 'a reference by number: #1, owner/repository#1', place: /(?<=[#\uff03\ufe5f])(?=\p{Nd})/gu },
  {
    what: 'the same as GH-1',
    place: /(?<=(?<![A-Za-z0-9])[Gg\uff27\uff47])(?=[Hh\uff28\uff48]\\?[-\uff0d\ufe63]\p{Nd})/gu,
  },
  // A letter or digit before it makes it an address of mail. An underscore does not: it may be emphasis.
  {
    what: 'a mention: @name',
    place: /(?<=(?<![A-Za-z0-9])[@\uff20\ufe6b])(?=[A-Za-z0-9\uff10-\uff19\uff21-\uff3a\uff41-\uff5a])/g,
  },
  { what: 'an entity, which spells any of these: &#64;', place: /(?<=&)(?=#?[A-Za-z0-9]{1,40};)/g },
  // GitHub fetches the image when somebody looks; its address carries out whatever was written into it.
  { what: 'an image: ![text](address)', place: /(?<=!)(?=\[)/g },
  // Then the address shows, and GitHub makes a link of it.
  { what: 'a link that shows a text in place of its address', place: /(?<=\])(?=[(:])/g },
  // All of it: images and media fetch, comments hide. `<https://…>` is a plain link.
  { what: 'HTML', place: /(?<=<)(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]+>)/gi },
  {
    what: 'a code block that GitHub draws: diagrams may name images',
    place: /(?=mermaid|geojson|topojson|stl)(?<=(?:`{3}|~{3})[^\S\n]*)/gi,
  },
  {
    what: 'the same in a formula: $\\href{address}{text}$',
    place: /(?<=\\)(?=(?:href|url|includegraphics|require|style|class|cssId)(?![A-Za-z]))/g,
  },
  // A squash puts title and body of the pull request into the message of its commit.
  {
    what: 'a mark for which workflows do not run: [skip ci], [ci skip], [no ci], [skip actions], ***NO_CI***',
    place:
      /(?<=\[)(?=[^[\]\n]{0,40}?(?<![a-z])(?:skip|no[\s_-]?ci)(?![a-z])[^[\]\n]{0,40}\])|(?<=\*\*\*NO)(?=_CI)/gi,
  },
  {
    what: 'a trailer that speaks for somebody, or to GitHub: Signed-off-by: A <a@example.com>',
    place: /(?<=^[^\S\n]*(?:[a-z][a-z-]{0,60}-by|on-behalf-of|(?:skip|request)-checks))(?=[^\S\n]*:)/gim,
  },
  { what: 'a command to a bot: /merge at the beginning of a line', place: /(?<=^[^\S\n]*\/)(?=[A-Za-z])/gm },
]
