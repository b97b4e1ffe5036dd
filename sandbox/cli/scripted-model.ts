import { forEachFile, parsePrompt, SENTENCE_FORMS } from '../model/parse-sentence.ts'
import { LOCAL_MODEL_URL, REAL_MODEL_KEYS } from '../world/choose-model.ts'
import { INSTALLATION } from '../world/installation.ts'
import { commandOf } from './command-of.ts'
import { BadOptions } from './read-options.ts'

/** Each works in any repository that has a README.md. */
export const EXAMPLE_PROMPTS = [
  'Create docs/hello.md with "Hello, world"',
  'Append "Changed by Prentice." to README.md',
  'Create pets.md with "One dog"\nReplace "dog" with "cat" in pets.md',
] as const

const FORMS = SENTENCE_FORMS.map((form) => `  ${form}`).join('\n')

/** The demo takes a prompt. With a package, the prompt goes to the running sandbox. */
const TRY =
  INSTALLATION.kind === 'package'
    ? 'prentice run --wait --repo sandbox-org/example'
    : commandOf('demo', '--prompt')

const EXAMPLES = EXAMPLE_PROMPTS.map((prompt) => `  ${TRY} '${prompt}'`).join('\n')

const REAL_MODELS = `For any other prompt, set ${REAL_MODEL_KEYS.slice(0, -1).join(', ')},
${REAL_MODEL_KEYS.at(-1)}, or ${LOCAL_MODEL_URL} for a local model
(Ollama, LM Studio, vLLM).`

export const describeScriptedModel = (): string => `It understands only lines of these forms:
${FORMS}
Try:
${EXAMPLES}
${REAL_MODELS}
`

/** Throws if the scripted model would change nothing because it understands no line of the prompt. */
export function requireKnownForm(prompt: string): void {
  // The job of the demo belongs to no batch, so that it has no files of its own.
  if (parsePrompt(prompt).sentences.some((sentence) => forEachFile(sentence, []) !== null)) return
  throw new BadOptions(
    `without the key of a real model, the demo uses a scripted model, which does not understand this prompt.\n${describeScriptedModel().trimEnd()}`,
  )
}
