import { HttpError } from '../../shared/http-error.ts'

/**
 * An error whose text is written for people: what is wrong and what to do, as sentences. The texts of other errors are for
 * callers of the API, and a page does not show them.
 */
export class PageError extends HttpError {}

/** The App is not installed on any account of the person: the page says how to begin. */
export class NoAccount extends PageError {}

export const UNREADABLE_FORM = 'The server cannot read this form. Load the page again, then send it.'
