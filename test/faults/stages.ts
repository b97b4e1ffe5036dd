/** The stages of a run, as its log names them. */
export const STAGES = [
  'Claim the run',
  'Prepare the work tree',
  'Let the agent work',
  'Plan what to publish',
  'Push the branch',
  'Open the pull request',
  'Report the result',
]
