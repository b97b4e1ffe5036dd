import type { Attempt } from '../workspace/attempt.ts'
import type { Workspace } from '../workspace/open-workspace.ts'

/** The workspace with the run's own secrets taken out of its answers: they go to the model, and that is outside. */
export function coverAnswers(workspace: Workspace, redact: (text: string) => string): Workspace {
  const cover = async (answer: Promise<Attempt>): Promise<Attempt> => {
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
