import { addAMakeTarget } from './add-a-make-target.ts'
import { addAPageAndItsNavigationEntry } from './add-a-page-and-its-navigation-entry.ts'
import { addAnOptionWithDocsAndTest } from './add-an-option-with-docs-and-test.ts'
import { addMissingTranslations } from './add-missing-translations.ts'
import { bumpAKeyInThirtyFiles } from './bump-a-key-in-thirty-files.ts'
import { changeNothingThatIsRight } from './change-nothing-that-is-right.ts'
import { changeOneOfTwoIdenticalLines } from './change-one-of-two-identical-lines.ts'
import { changeYamlAndKeepItsComments } from './change-yaml-and-keep-its-comments.ts'
import { deleteDeadCode } from './delete-dead-code.ts'
import { editACrlfFileWithABom } from './edit-a-crlf-file-with-a-bom.ts'
import { fixAFailingTest } from './fix-a-failing-test.ts'
import { fixAPythonFunction } from './fix-a-python-function.ts'
import { followTheNearestAgentsMd } from './follow-the-nearest-agents-md.ts'
import { ignoreAnOrderInAFile } from './ignore-an-order-in-a-file.ts'
import { leaveAGeneratedFileAlone } from './leave-a-generated-file-alone.ts'
import { leaveAProtectedPath } from './leave-a-protected-path.ts'
import { moveAPageWithItsReferences } from './move-a-page-with-its-references.ts'
import { renameATermAcrossDocs } from './rename-a-term-across-docs.ts'
import { splitAModule } from './split-a-module.ts'
import type { Task } from './support/task.ts'
import { takeAFollowUp } from './take-a-follow-up.ts'

export const ALL_TASKS: readonly Task[] = [
  addAMakeTarget,
  addAPageAndItsNavigationEntry,
  addAnOptionWithDocsAndTest,
  addMissingTranslations,
  bumpAKeyInThirtyFiles,
  changeNothingThatIsRight,
  changeOneOfTwoIdenticalLines,
  changeYamlAndKeepItsComments,
  deleteDeadCode,
  editACrlfFileWithABom,
  fixAFailingTest,
  fixAPythonFunction,
  followTheNearestAgentsMd,
  ignoreAnOrderInAFile,
  leaveAGeneratedFileAlone,
  leaveAProtectedPath,
  moveAPageWithItsReferences,
  renameATermAcrossDocs,
  splitAModule,
  takeAFollowUp,
]
