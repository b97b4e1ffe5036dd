import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositorySettings } from '../state/repository.ts'

/**
 * Runs once for each pushed ref. GitHub reports its reason as the status of the ref (`[remote rejected] (reason)`), but a
 * hook can only accept or reject. The hook therefore writes the reason to a file, and `withRejectionReasons` puts it into
 * the response.
 */
const UPDATE_HOOK = `#!/bin/sh
ref=$1 new=$3
reject() { printf '%s\\t%s\\n' "$ref" "$1" >> "$SANDBOX_REJECTIONS"; exit 1; }
rules_found() {
  page=$SANDBOX_RULES_PAGE?ref=$(echo "$ref" | sed 's,/,%2F,g')
  printf 'error: GH013: Repository rule violations found for %s.\\nReview all repository rules at %s\\n\\n%s\\n\\n' "$ref" "$page" "$1" >&2
  reject 'push declined due to repository rule violations'
}
if [ -n "$SANDBOX_PROTECTED" ] && printf '%s\\n' "$SANDBOX_PROTECTED" | grep -Fxq "$ref"; then
  printf 'error: GH006: Protected branch update failed for %s.\\n\\n- Changes must be made through a pull request.\\n' "$ref" >&2
  reject 'protected branch hook declined'
fi
if [ -n "$SANDBOX_RULED" ] && printf '%s\\n' "$SANDBOX_RULED" | grep -Fxq "$ref"; then
  rules_found '- Changes must be made through a pull request.'
fi
case $new in *[!0]*) ;; *) exit 0 ;; esac
large=$(git rev-list --objects "$new" --not --all | git cat-file --batch-check='%(objecttype) %(objectsize) %(rest)' |
  awk '$1 == "blob" && $2 > 104857600 {
    size = $2; sub(/^[^ ]* [^ ]* /, "")
    printf "error: File %s is %.2f MB; this exceeds GitHub\\047s file size limit of 100.00 MB\\n", $0, size / 1048576 }')
if [ -n "$large" ]; then
  printf 'error: See https://gh.io/lfs for more information.\n%s\nerror: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.\n' "$large" >&2
  reject 'pre-receive hook declined'
fi
unsigned=
[ -z "$SANDBOX_SIGNATURES" ] || unsigned=$(git rev-list "$new" --not --all | grep -Fxv "$SANDBOX_VERIFIED")
if [ -n "$unsigned" ] && [ "$SANDBOX_SIGNATURES" = ruleset ]; then
  count=$(echo "$unsigned" | wc -l | tr -d ' ')
  [ "$count" = 1 ] && found='1 violation' || found="$count violations"
  rules_found "- Commits must have verified signatures.
  Found $found:

$(echo "$unsigned" | sed 's/^/  /')"
fi
if [ -n "$unsigned" ]; then
  printf 'error: GH006: Protected branch update failed for %s.\\n\\n- Commits must have verified signatures.\\n' "$ref" >&2
  reject 'protected branch hook declined'
fi
[ "$SANDBOX_WORKFLOWS" = write ] && exit 0
file=$(git -c core.quotePath=false log --diff-merges=first-parent --name-only --format= "$new" --not --all -- .github/workflows | head -n 1)
[ -z "$file" ] || reject "refusing to allow a GitHub App to create or update workflow \\\`$file\\\` without \\\`workflows\\\` permission"
`

export const installUpdateHook = async (gitDirectory: string): Promise<void> => {
  const file = join(gitDirectory, 'hooks', 'update')
  await mkdir(join(gitDirectory, 'hooks'), { recursive: true })
  await writeFile(file, UPDATE_HOOK)
  await chmod(file, 0o755)
}

interface PushRules {
  readonly requiresSignatures: RepositorySettings['requiresSignatures']
  readonly verifiedCommits: ReadonlySet<string>
  /** The page of the repository that lists its rulesets. */
  readonly rulesPage: string
  readonly mayWriteWorkflows: boolean
  readonly protectedBranches: ReadonlySet<string>
  /** Branches that change through pull requests only, by a ruleset. */
  readonly ruledBranches: readonly string[]
  readonly rejectionsFile: string
}

export const pushRuleVariables = (rules: PushRules): Record<string, string> => ({
  SANDBOX_WORKFLOWS: rules.mayWriteWorkflows ? 'write' : '',
  SANDBOX_PROTECTED: [...rules.protectedBranches].map((branch) => `refs/heads/${branch}`).join('\n'),
  SANDBOX_RULED: rules.ruledBranches.map((branch) => `refs/heads/${branch}`).join('\n'),
  SANDBOX_SIGNATURES: rules.requiresSignatures ?? '',
  SANDBOX_VERIFIED: [...rules.verifiedCommits].join('\n'),
  SANDBOX_RULES_PAGE: rules.rulesPage,
  SANDBOX_REJECTIONS: rules.rejectionsFile,
})

/** Reads what the hook rejected, ref → reason, and removes the file. */
export const takeRejections = async (file: string): Promise<Map<string, string>> => {
  const text = await readFile(file, 'utf8').catch(() => '')
  await rm(file, { force: true })
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => [line.slice(0, line.indexOf('\t')), line.slice(line.indexOf('\t') + 1)]),
  )
}
