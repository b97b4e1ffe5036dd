/**
 * What ties a dispatched workflow to its run. The dispatch carries the run's id and nothing else: GitHub prints inputs
 * in logs that may be public.
 */

/** The workflow file in the project's repository, in `.github/workflows`. */
export const WORKFLOW_FILE = 'prentice.yml'

/** Name of the workflow input that carries the run's id. */
export const RUN_INPUT = 'run'

/** The workflow's `run-name`, by which a run whose dispatch answer was lost is found again. */
export const displayTitle = (run: string): string => `Prentice ${run}`
