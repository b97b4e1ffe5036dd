import type { ScriptedCall } from '../../fakes/model/wire/wire-format.ts'

/** Calls of the agent's tools, for scripts. */
export const list = (path?: string): ScriptedCall => ({
  name: 'list',
  input: path === undefined ? {} : { path },
})
export const search = (pattern: string, more: { path?: string; regex?: boolean } = {}): ScriptedCall => ({
  name: 'search',
  input: { pattern, ...more },
})
export const read = (path: string): ScriptedCall => ({ name: 'read', input: { path } })
export const edit = (path: string, old: string, fresh: string): ScriptedCall => ({
  name: 'edit',
  input: { path, old, new: fresh },
})
export const editAll = (path: string, old: string, fresh: string): ScriptedCall => ({
  name: 'edit',
  input: { path, old, new: fresh, all: true },
})
/** Several edits of one file. */
export const multiEdit = (
  path: string,
  ...edits: readonly (readonly [old: string, fresh: string])[]
): ScriptedCall => ({
  name: 'multi_edit',
  input: { path, edits: edits.map(([old, fresh]) => ({ old, new: fresh })) },
})
export const write = (path: string, text: string): ScriptedCall => ({ name: 'write', input: { path, text } })
export const move = (from: string, to: string): ScriptedCall => ({ name: 'move', input: { from, to } })
export const remove = (path: string): ScriptedCall => ({ name: 'delete', input: { path } })

export const applyPatch = (patch: string): ScriptedCall => ({ name: 'apply_patch', input: { patch } })

/** `keep`: what it changes that becomes part of the work. */
export const run = (command: string, ...keep: readonly string[]): ScriptedCall => ({
  name: 'run',
  input: keep.length === 0 ? { command } : { command, keep },
})
export const check = (name: string): ScriptedCall => ({ name: 'check', input: { name } })

export const finish = (title: string, body: string, summary = body): ScriptedCall => ({
  name: 'finish',
  input: { title, body, commit_message: title, summary },
})
export const finishUnchanged = (summary: string): ScriptedCall => ({
  name: 'finish',
  input: { title: 'Change nothing', body: '', commit_message: 'Change nothing', summary, no_change: true },
})
