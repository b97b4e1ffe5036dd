/** Why a form was not accepted. */
export interface FormProblem {
  /** The field that is wrong; `null`: none, the request was refused. */
  readonly field: 'prompt' | 'ref' | 'model' | null
  readonly text: string
}
