/**
 * The link between a dispatched workflow and its run. The dispatch carries only the id of the run, because GitHub
 * prints inputs in logs that may be public.
 */

/** The workflow file in the project's repository, in `.github/workflows`. */
export const WORKFLOW_FILE = 'prentice.yml'

/** Name of the workflow input that carries the id of the run. */
export const RUN_INPUT = 'run'

/** The `run-name` of the workflow. It identifies a workflow run if the response to its dispatch was lost. */
export const displayTitle = (run: string): string => `Prentice ${run}`
