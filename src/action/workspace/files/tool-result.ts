/** What became of one request of the agent; `text` is for the model and, where it failed, says what to do. */
export interface ToolResult {
  readonly ok: boolean
  readonly text: string
}

export const done = (text: string): ToolResult => ({ ok: true, text })
export const refused = (text: string): ToolResult => ({ ok: false, text })
