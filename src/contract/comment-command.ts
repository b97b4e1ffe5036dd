/** Begins a line of a comment on GitHub that asks for work. */
export const COMMENT_COMMAND = '/prentice'
