/** The result of a tool call. `text` is for the model; if the call failed, it says what to do. */
export interface ToolResult {
  readonly ok: boolean
  readonly text: string
}

export const done = (text: string): ToolResult => ({ ok: true, text })
export const refused = (text: string): ToolResult => ({ ok: false, text })
