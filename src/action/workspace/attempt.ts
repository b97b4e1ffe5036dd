/** What became of one request of the agent; `text` is for the model and, where it failed, says what to do. */
export interface Attempt {
  readonly ok: boolean
  readonly text: string
}

export const done = (text: string): Attempt => ({ ok: true, text })
export const refused = (text: string): Attempt => ({ ok: false, text })
