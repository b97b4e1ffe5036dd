import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Runs once for each pushed ref. GitHub gives its reason as the ref's own status (`[remote rejected] (reason)`), a hook
 * can only say no; so the reason goes into a file, from which `namedRefusals` puts it into the answer.
 */
const UPDATE_HOOK = `#!/bin/sh
ref=$1 new=$3
refuse() { printf '%s\\t%s\\n' "$ref" "$1" >> "$SANDBOX_REFUSALS"; exit 1; }
if printf '%s\\n' "$SANDBOX_PROTECTED" | grep -Fxq "$ref"; then
  echo "error: GH006: Protected branch update failed for $ref." >&2
  refuse 'protected branch hook declined'
fi
case $new in *[!0]*) ;; *) exit 0 ;; esac
[ "$SANDBOX_WORKFLOWS" = write ] && exit 0
file=$(git -c core.quotePath=false log --diff-merges=combined --name-only --format= "$new" --not --all -- .github/workflows | head -n 1)
[ -z "$file" ] || refuse "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission"
`

export const installUpdateHook = async (gitDirectory: string): Promise<void> => {
  const file = join(gitDirectory, 'hooks', 'update')
  await mkdir(join(gitDirectory, 'hooks'), { recursive: true })
  await writeFile(file, UPDATE_HOOK)
  await chmod(file, 0o755)
}

interface PushRules {
  readonly mayWriteWorkflows: boolean
  readonly protectedBranches: ReadonlySet<string>
  readonly refusalsFile: string
}

export const pushRuleVariables = (rules: PushRules): Record<string, string> => ({
  SANDBOX_WORKFLOWS: rules.mayWriteWorkflows ? 'write' : '',
  SANDBOX_PROTECTED: [...rules.protectedBranches].map((branch) => `refs/heads/${branch}`).join('\n'),
  SANDBOX_REFUSALS: rules.refusalsFile,
})

/** What the hook refused, ref → reason; the file goes. */
export const takeRefusals = async (file: string): Promise<Map<string, string>> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  await rm(file, { force: true })
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]),
  )
}
