import { basename } from 'node:path'
import type { LocalRunRequest } from '../../contract/local-run.ts'
import { type Reason, type ReasonCode, splitReason } from '../../contract/reasons.ts'
import { type Assignment, DEFAULT_TOKENS } from '../../contract/runner-protocol/assignment.ts'
import { resolvePublishRules } from '../../settings/resolve-rules.ts'
import type { Settings } from '../../settings/schema.ts'
import type { ControlPlane, ProjectSettings } from '../control-plane/control-plane.ts'
import { type Clone, Obstacle } from './open-clone.ts'

/** The third control plane, beside a server and standalone: one person, one clone. What the run makes is a patch. */
export function openLocalPlane(
  assignment: Assignment,
  settings: ProjectSettings,
  keepPatch: (patch: Uint8Array) => void,
): ControlPlane {
  const noPush = () => Promise.reject(new Error('a local run pushes nothing'))
  return {
    assignment,
    report: () => {},
    takeMessages: () => [],
    findSettings: async () => settings,
    findInstructions: (read, rules) => read(rules.protectedPaths),
    getPushAccess: noPush,
    commitMerge: noPush,
    savePatch: async (patch) => keepPatch(patch),
    finish: async () => {},
  }
}

/** The assignment that a server would have given, built from the command line and the settings of the clone. Pure. */
export function composeLocalAssignment(
  { prompt, issue, model: named, maxCostUsd, isAlone }: LocalRunRequest,
  { limits = {}, model: fromSettings, 'fallback-models': fallbackModels = [], effort }: Settings,
  { root, branch }: Clone,
): Assignment {
  const model = named ?? fromSettings ?? ''
  if (model === '')
    throw new Obstacle(
      'no model is named: use --model provider/model, for example --model anthropic/claude-sonnet-5-5, or `model` in .github/prentice.yml',
    )
  return {
    features: ['plan'],
    run: 'local',
    job: 'local',
    number: 1,
    repository: {
      ...{ id: 1, owner: 'local', name: basename(root), private: true },
      // No address: texts of the agent may link nowhere.
      url: 'https://localhost/local',
    },
    base: branch ?? 'HEAD',
    // Instruction files are those of HEAD.
    baseFrom: 'default-branch',
    branch: 'prentice/local',
    pullRequest: null,
    prompts: [{ number: 1, text: prompt }],
    ...(issue !== undefined && { issue }),
    earlier: [],
    model,
    ...(!isAlone && fallbackModels.length > 0 && { fallbackModels }),
    ...(effort !== undefined && { effort }),
    draft: false,
    limits: {
      steps: limits.steps ?? 100,
      seconds: Math.max(1, Math.round((limits.minutes ?? 30) * 60)),
      costUsd: maxCostUsd ?? limits['cost-usd'] ?? 5,
      tokens: limits.tokens ?? DEFAULT_TOKENS,
    },
    rules: resolvePublishRules({}),
    instructions: [],
    author: { name: 'prentice', email: 'prentice@localhost' },
    coAuthor: null,
    showPrompt: true,
    fetchToken: '',
  }
}

const AGAIN = 'run the command again'
const LIMIT = `Raise \`limits\` in .github/prentice.yml, or the cost with --max-cost-usd, then ${AGAIN}.`
const SMALLER = 'Ask for the same change without it, or for a smaller one.'

/** What helps at the command line. Reasons are written for callers of a server. */
const NEXT_STEPS: Readonly<Partial<Record<ReasonCode, string>>> = {
  'no-change': 'If you expected a change, name the file or the text to change.',
  'config-invalid': `Fix the file, then ${AGAIN}.`,
  'input-invalid': `Fix it, then ${AGAIN}.`,
  'working-directory-missing': 'Fix `working-directory` in .github/prentice.yml.',
  'runner-full': `Free disk space, or set TMPDIR to a folder on another disk, then ${AGAIN}.`,
  'model-unknown': 'Name it as provider/model with --model.',
  'model-key-missing':
    'Set it. A local server needs no key: set OPENAI_COMPATIBLE_BASE_URL, for example to http://127.0.0.1:11434/v1, and use --model openai-compatible/NAME.',
  'model-refused': `Check the key, the account and the name of the model, then ${AGAIN}.`,
  'content-refused': 'Rephrase the prompt, or use another --model.',
  'model-failed': `Check the address and the status page of the model provider, then ${AGAIN}.`,
  'quota-spent': `Raise the quota or add credit at the model provider, then ${AGAIN}.`,
  'context-too-long': 'Ask for a smaller change.',
  'step-limit': LIMIT,
  'time-limit': LIMIT,
  'cost-limit': LIMIT,
  'token-limit': LIMIT,
  'agent-stuck': 'Say in the prompt what to do differently.',
  'path-protected':
    'Change those files yourself, allow them with `paths` in .github/prentice.yml, or ask for another change.',
  'change-unsafe': SMALLER,
  'change-too-large': 'Raise the limit in .github/prentice.yml, or ask for a smaller change.',
  'secret-found': SMALLER,
}

/** How reasons begin that name GitHub or a workflow. */
const BEGINNINGS: readonly (readonly [string, string])[] = [
  ['The settings on the default branch are invalid: ', 'The settings are invalid: '],
  ['An input of the action is invalid: ', 'The run cannot begin: '],
  ['The workflow has no key for the model: ', 'There is no key for the model: '],
  ['The action cannot call the model ', 'There is no model '],
  ['The action ended with an internal error: ', 'The run ended with an internal error: '],
  ['The runner has too little disk space', 'There is too little disk space'],
]

/** A reason for a person at the command line. Pure. */
export function rewordReason(why: Reason): Reason {
  const { code } = why
  if (code === 'cancelled') return { code, message: 'Interrupted. Nothing was kept.' }
  const { what } = splitReason(why)
  const [from, to] = BEGINNINGS.find(([beginning]) => what.startsWith(beginning)) ?? ['', '']
  const step = NEXT_STEPS[code] ?? `${AGAIN.charAt(0).toUpperCase()}${AGAIN.slice(1)}.`
  return { code, message: `${to}${what.slice(from.length)} ${step}` }
}
