import type { AssignedIssue } from '../../../contract/runner-protocol/material.ts'
import type { AgentTask } from '../../agent/prompt/agent-task.ts'
import type { ToolResult } from '../../workspace/files/tool-result.ts'
import type { Workspace } from '../../workspace/workspace.ts'

type Redact = (text: string) => string

/** The workspace with the secrets of the run redacted in its results, which go to the model's provider. */
export function redactResults(workspace: Workspace, redact: Redact): Workspace {
  const clean = async (result: Promise<ToolResult>): Promise<ToolResult> => {
    const { text, ...rest } = await result
    return { ...rest, text: redact(text) }
  }
  const { history } = workspace
  return {
    list: (request) => clean(workspace.list(request)),
    search: (request) => clean(workspace.search(request)),
    read: (request) => clean(workspace.read(request)),
    edit: (request) => clean(workspace.edit(request)),
    multiEdit: (request) => clean(workspace.multiEdit(request)),
    applyPatch: (request) => clean(workspace.applyPatch(request)),
    write: (request) => clean(workspace.write(request)),
    move: (request) => clean(workspace.move(request)),
    makeExecutable: (request) => clean(workspace.makeExecutable(request)),
    delete: (request) => clean(workspace.delete(request)),
    keep: (found) => clean(workspace.keep(found)),
    history: {
      log: (request) => clean(history.log(request)),
      show: (request) => clean(history.show(request)),
      diff: (request) => clean(history.diff(request)),
    },
    provide: (path, text, options) => workspace.provide(path, text, options),
  }
}

/** The task with the secrets of the run redacted in its texts, which go to the model's provider. */
export function redactTask(task: AgentTask, redact: Redact): AgentTask {
  const clean = (text: string | null) => (text === null ? null : redact(text))
  const cleanText = <T extends { readonly text: string }>(part: T): T => ({
    ...part,
    text: redact(part.text),
  })
  return {
    ...task,
    prompts: task.prompts.map(cleanText),
    earlier: task.earlier.map(({ prompts, outcome, summary }) => ({
      prompts: prompts.map(redact),
      outcome,
      summary: clean(summary),
    })),
    issue: task.issue && redactIssue(task.issue, redact),
    material: task.material.map(cleanText),
    ...(task.conflicts !== undefined && { conflicts: task.conflicts.map(cleanText) }),
    instructions: task.instructions.map(cleanText),
    ...(task.skills !== undefined && {
      skills: task.skills.map(({ name, description, files }) => ({
        name: redact(name),
        description: redact(description),
        files: files.map(cleanText),
      })),
    }),
    template: task.template === null ? null : cleanText(task.template),
    workSoFar: clean(task.workSoFar),
    savedPatch: clean(task.savedPatch),
    ...(task.unfinished !== undefined && {
      unfinished: { diff: redact(task.unfinished.diff), notes: redact(task.unfinished.notes) },
    }),
  }
}

const redactIssue = ({ number, text }: AssignedIssue, redact: Redact): AssignedIssue => ({
  number,
  ...(text !== undefined && {
    text: { title: redact(text.title), body: redact(text.body), author: text.author },
  }),
})
