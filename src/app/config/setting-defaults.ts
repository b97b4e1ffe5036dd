import { DEFAULT_TOKENS } from '../../contract/runner-protocol/assignment.ts'
import type { Config } from './config.ts'

export interface SettingDefault {
  /** As people write it in the settings file. */
  readonly key: string
  readonly value: string
}

/** The settings that a server provides where neither the repository nor its organisation does. */
export const settingDefaults = ({
  defaultModel,
  limits,
}: Pick<Config, 'defaultModel' | 'limits'>): readonly SettingDefault[] => [
  { key: 'model', value: defaultModel },
  { key: 'limits.steps', value: String(limits.steps) },
  { key: 'limits.minutes', value: String(limits.seconds / 60) },
  { key: 'limits.cost-usd', value: String(limits.costUsd) },
  { key: 'limits.tokens', value: String(limits.tokens ?? DEFAULT_TOKENS) },
]
