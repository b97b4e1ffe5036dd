import type { AgentTask } from '../agent/task.ts'

/** The task with the run's own secrets taken out of its texts: they go to the model, and that is outside. */
export function coverTask(task: AgentTask, redact: (text: string) => string): AgentTask {
  const cover = (text: string | null) => (text === null ? null : redact(text))
  const coverText = <T extends { readonly text: string }>(one: T): T => ({ ...one, text: redact(one.text) })
  return {
    ...task,
    prompts: task.prompts.map(coverText),
    earlier: task.earlier.map(({ prompts, outcome, summary }) => ({
      prompts: prompts.map(redact),
      outcome,
      summary: cover(summary),
    })),
    instructions: task.instructions.map(coverText),
    template: task.template === null ? null : coverText(task.template),
    workSoFar: cover(task.workSoFar),
    keptWork: cover(task.keptWork),
  }
}
