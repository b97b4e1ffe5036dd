import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'store/store.go'
const OLD = `	content, _ := os.ReadFile(path)
`
const NEW = `	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
`

/** The prompt leaves one form only. */
export const returnAnErrorInGo: Task = {
  name: 'return-an-error-in-go',
  category: 'fix',
  prompts: [
    'Load in store/store.go drops the error of os.ReadFile, so that a missing file looks like an empty one. Assign it to err, and in an if after the call return nil and the error, wrapped exactly as Save does it but with "load".',
  ],
  files: {
    [PATH]: `package store

import (
	"fmt"
	"os"
)

// Save writes the content to path.
func Save(path string, content []byte) error {
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return fmt.Errorf("save %s: %w", path, err)
	}
	return nil
}

// Load reads the content of path.
func Load(path string) ([]byte, error) {
	content, _ := os.ReadFile(path)
	return content, nil
}
`,
    'go.mod': `module example.com/store

go 1.24
`,
  },
  script: [
    [read(PATH)],
    [edit(PATH, OLD, NEW)],
    [finish('Return the error of a missing file', 'Changed as the prompt asks.')],
  ],
  check(work) {
    changesJust(work, PATH)
    sameText(
      work,
      PATH,
      textOf(work.before, PATH).replace(OLD, () => NEW),
    )
  },
  mistakes: {
    'the error is not wrapped': (work) =>
      withFile(work, PATH, (text) => text.replace(`fmt.Errorf("load %s: %w", path, err)`, () => `err`)),
    'it is indented with spaces': (work) =>
      withFile(work, PATH, (text) => text.replace(`		return nil, fmt`, () => `        return nil, fmt`)),
  },
}
