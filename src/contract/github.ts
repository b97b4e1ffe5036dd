/** What server and action agree on about GitHub. */

/**
 * Versions of GitHub's REST API that server and action support:
 * https://docs.github.com/en/rest/about-the-rest-api/api-versions
 */
export const API_VERSIONS = ['2022-11-28', '2026-03-10'] as const
export type ApiVersion = (typeof API_VERSIONS)[number]

/** Supported everywhere: by github.com until March 2028 at least, and by each Enterprise Server. */
export const DEFAULT_API_VERSION: ApiVersion = '2022-11-28'

export const API_VERSION_HEADER = 'x-github-api-version'

/** GitHub refuses requests without a user agent. */
export const SERVER_USER_AGENT = 'prentice'
export const ACTION_USER_AGENT = 'prentice-action'

/** The workflow file in the project's repository, in `.github/workflows`. */
export const WORKFLOW_FILE = 'prentice.yml'

/**
 * Name of the workflow input that carries the id of the run. The dispatch carries nothing else, because GitHub prints inputs
 * in logs that may be public.
 */
export const RUN_INPUT = 'run'

/** The `run-name` of the workflow. It identifies a workflow run if the response to its dispatch was lost. */
export const displayTitle = (run: string): string => `Prentice ${run}`

/** Begins a line of a comment on GitHub that asks for work. */
export const COMMENT_COMMAND = '/prentice'
