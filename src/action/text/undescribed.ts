/** The title of a pull request whose agent could not describe its work before the run ended. */
export const UNDESCRIBED_TITLE = 'Unfinished work by Prentice'

/** Begins its body, which is one line. */
export const UNDESCRIBED = 'The run ended before the agent could describe its work.'
