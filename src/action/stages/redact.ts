import type { AgentTask } from '../agent/prompt/agent-task.ts'
import type { ToolResult } from '../workspace/files/tool-result.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The workspace with the run's own secrets taken out of its answers: they go to the model, and that is outside. */
export function redactAnswers(workspace: Workspace, redact: (text: string) => string): Workspace {
  const cover = async (answer: Promise<ToolResult>): Promise<ToolResult> => {
    const { ok, text } = await answer
    return { ok, text: redact(text) }
  }
  const { history } = workspace
  return {
    list: (request) => cover(workspace.list(request)),
    search: (request) => cover(workspace.search(request)),
    read: (request) => cover(workspace.read(request)),
    edit: (request) => cover(workspace.edit(request)),
    multiEdit: (request) => cover(workspace.multiEdit(request)),
    applyPatch: (request) => cover(workspace.applyPatch(request)),
    write: (request) => cover(workspace.write(request)),
    move: (request) => cover(workspace.move(request)),
    delete: (request) => cover(workspace.delete(request)),
    history: {
      log: (request) => cover(history.log(request)),
      show: (request) => cover(history.show(request)),
      diff: (request) => cover(history.diff(request)),
    },
    provide: (path, text) => workspace.provide(path, text),
  }
}

/** The task with the run's own secrets taken out of its texts: they go to the model, and that is outside. */
export function redactTask(task: AgentTask, redact: (text: string) => string): AgentTask {
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
