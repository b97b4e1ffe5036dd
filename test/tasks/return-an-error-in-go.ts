import { exactTask } from './support/exact-task.ts'

const PATH = 'store/store.go'

export const returnAnErrorInGo = exactTask({
  name: 'return-an-error-in-go',
  category: 'fix',
  prompt:
    'Load in store/store.go drops the error of os.ReadFile, so that a missing file looks like an empty one. Assign it to err, and in an if after the call return nil and the error, wrapped exactly as Save does it but with "load".',
  path: PATH,
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
  old: `	content, _ := os.ReadFile(path)
`,
  fresh: `	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
`,
  title: 'Return the error of a missing file',
  mistakes: {
    'the error is not wrapped': [`fmt.Errorf("load %s: %w", path, err)`, `err`],
    'it is indented with spaces': [`		return nil, fmt`, `        return nil, fmt`],
  },
})
