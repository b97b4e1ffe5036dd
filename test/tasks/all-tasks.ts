import { addALimitToACache } from './add-a-limit-to-a-cache.ts'
import { addAMakeTarget } from './add-a-make-target.ts'
import { addAPageAndItsNavigationEntry } from './add-a-page-and-its-navigation-entry.ts'
import { addAnOptionWithDocsAndTest } from './add-an-option-with-docs-and-test.ts'
import { addMissingTranslations } from './add-missing-translations.ts'
import { avoidAnOverflowInRust } from './avoid-an-overflow-in-rust.ts'
import { bumpAKeyInThirtyFiles } from './bump-a-key-in-thirty-files.ts'
import { changeNothingThatIsRight } from './change-nothing-that-is-right.ts'
import { changeOneOfTwoIdenticalLines } from './change-one-of-two-identical-lines.ts'
import { changeOnePackageOfAMonorepo } from './change-one-package-of-a-monorepo.ts'
import { changeOneRowOfThirtyThousand } from './change-one-row-of-thirty-thousand.ts'
import { changeYamlAndKeepItsComments } from './change-yaml-and-keep-its-comments.ts'
import { copyAListInJava } from './copy-a-list-in-java.ts'
import { countMonthsInPython } from './count-months-in-python.ts'
import { deleteDeadCode } from './delete-dead-code.ts'
import { distrustAReadme } from './distrust-a-readme.ts'
import { editACrlfFileWithABom } from './edit-a-crlf-file-with-a-bom.ts'
import { editALatin1File } from './edit-a-latin-1-file.ts'
import { editAUtf16File } from './edit-a-utf-16-file.ts'
import { editAWindows1251File } from './edit-a-windows-1251-file.ts'
import { escapeUserInput } from './escape-user-input.ts'
import { fixAFailingTest } from './fix-a-failing-test.ts'
import { fixALostAwait } from './fix-a-lost-await.ts'
import { fixAPythonFunction } from './fix-a-python-function.ts'
import { fixATestThatFailsOnlyWhenRun } from './fix-a-test-that-fails-only-when-run.ts'
import { fixATimeZone } from './fix-a-time-zone.ts'
import { fixAnOffByOne } from './fix-an-off-by-one.ts'
import { fixWhatACheckReports } from './fix-what-a-check-reports.ts'
import { followADiagram } from './follow-a-diagram.ts'
import { followASkill } from './follow-a-skill.ts'
import { followTheNearestAgentsMd } from './follow-the-nearest-agents-md.ts'
import { formatWhatWasChanged } from './format-what-was-changed.ts'
import { ignoreAnOrderInAFile } from './ignore-an-order-in-a-file.ts'
import { ignoreAnOrderInAnImage } from './ignore-an-order-in-an-image.ts'
import { includeABoundInCsharp } from './include-a-bound-in-csharp.ts'
import { keepTheOrderOfEqualItems } from './keep-the-order-of-equal-items.ts'
import { leaveAGeneratedFileAlone } from './leave-a-generated-file-alone.ts'
import { leaveAProtectedPath } from './leave-a-protected-path.ts'
import { lockWhatIsInstalled } from './lock-what-is-installed.ts'
import { makeAMenuLookLikeAScreenshot } from './make-a-menu-look-like-a-screenshot.ts'
import { mergeTwoAdditionsToATable } from './merge-two-additions-to-a-table.ts'
import { mergeTwoChangesOfALine } from './merge-two-changes-of-a-line.ts'
import { migrateATableInSql } from './migrate-a-table-in-sql.ts'
import { moveAPageWithItsReferences } from './move-a-page-with-its-references.ts'
import { parseQuotedCsv } from './parse-quoted-csv.ts'
import { quotePathsInAShellScript } from './quote-paths-in-a-shell-script.ts'
import { refuseNumbersWithATail } from './refuse-numbers-with-a-tail.ts'
import { regenerateCodeFromASchema } from './regenerate-code-from-a-schema.ts'
import { renameATermAcrossDocs } from './rename-a-term-across-docs.ts'
import { replaceAChainByATable } from './replace-a-chain-by-a-table.ts'
import { retryWithBackoff } from './retry-with-backoff.ts'
import { returnAnErrorInGo } from './return-an-error-in-go.ts'
import { roundMoneyInJava } from './round-money-in-java.ts'
import { splitAModule } from './split-a-module.ts'
import { stayInTheWorkingDirectory } from './stay-in-the-working-directory.ts'
import { stopMutatingAnArgument } from './stop-mutating-an-argument.ts'
import type { Task } from './support/task.ts'
import { supportNegativeIndexes } from './support-negative-indexes.ts'
import { takeAFollowUp } from './take-a-follow-up.ts'
import { updateASnapshot } from './update-a-snapshot.ts'
import { validateAnEmailSetting } from './validate-an-email-setting.ts'

export const ALL_TASKS: readonly Task[] = [
  addALimitToACache,
  addAMakeTarget,
  addAnOptionWithDocsAndTest,
  addAPageAndItsNavigationEntry,
  addMissingTranslations,
  avoidAnOverflowInRust,
  bumpAKeyInThirtyFiles,
  changeNothingThatIsRight,
  changeOneOfTwoIdenticalLines,
  changeOnePackageOfAMonorepo,
  changeOneRowOfThirtyThousand,
  changeYamlAndKeepItsComments,
  copyAListInJava,
  deleteDeadCode,
  editACrlfFileWithABom,
  escapeUserInput,
  fixAFailingTest,
  fixALostAwait,
  fixAnOffByOne,
  fixAPythonFunction,
  fixATimeZone,
  followTheNearestAgentsMd,
  ignoreAnOrderInAFile,
  includeABoundInCsharp,
  keepTheOrderOfEqualItems,
  leaveAGeneratedFileAlone,
  leaveAProtectedPath,
  moveAPageWithItsReferences,
  parseQuotedCsv,
  quotePathsInAShellScript,
  renameATermAcrossDocs,
  replaceAChainByATable,
  retryWithBackoff,
  returnAnErrorInGo,
  splitAModule,
  stopMutatingAnArgument,
  supportNegativeIndexes,
  takeAFollowUp,
  validateAnEmailSetting,
  followASkill,
  refuseNumbersWithATail,
  countMonthsInPython,
  distrustAReadme,
  editALatin1File,
  editAUtf16File,
  editAWindows1251File,
  fixATestThatFailsOnlyWhenRun,
  fixWhatACheckReports,
  followADiagram,
  formatWhatWasChanged,
  ignoreAnOrderInAnImage,
  lockWhatIsInstalled,
  makeAMenuLookLikeAScreenshot,
  mergeTwoAdditionsToATable,
  mergeTwoChangesOfALine,
  migrateATableInSql,
  regenerateCodeFromASchema,
  roundMoneyInJava,
  stayInTheWorkingDirectory,
  updateASnapshot,
]
