/** The result of a tool call. `text` is for the model; if the call failed, it says what to do. */
export interface ToolResult {
  readonly ok: boolean
  readonly text: string
  readonly image?: Image
  /** True: the text comes from the default branch and says how work is done in this repository. */
  readonly isInstruction?: true
}

/** A file that the model looks at. */
export interface Image {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
}

export const done = (text: string): ToolResult => ({ ok: true, text })
export const refused = (text: string): ToolResult => ({ ok: false, text })
