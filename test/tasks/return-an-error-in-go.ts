import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'store/store.go'
const TEST = 'store/store_test.go'

const tabs = (text: string): string => text.replaceAll('⇥', '\t')

const HIDDEN = tabs(block`
  package store

  import (
  ⇥"errors"
  ⇥"io/fs"
  ⇥"path/filepath"
  ⇥"strings"
  ⇥"testing"
  )

  func TestLoadOfMissingFile(t *testing.T) {
  ⇥path := filepath.Join(t.TempDir(), "none")
  ⇥content, err := Load(path)
  ⇥if !errors.Is(err, fs.ErrNotExist) {
  ⇥⇥t.Fatalf("the error is %v", err)
  ⇥}
  ⇥if !strings.HasPrefix(err.Error(), "load "+path+": ") {
  ⇥⇥t.Errorf("it says %q", err)
  ⇥}
  ⇥if content != nil {
  ⇥⇥t.Errorf("the content is %q", content)
  ⇥}
  }
  `)

export const returnAnErrorInGo = projectTask({
  name: 'return-an-error-in-go',
  category: 'fix',
  prompt:
    'Load in store/store.go drops the error of os.ReadFile, so that a missing file looks like an empty one. Return the error, wrapped as Save does it.',
  needs: ['go', 'gofmt'],
  files: {
    'go.mod': 'module example.com/store\n\ngo 1.19\n',
    [SOURCE]: tabs(block`
      package store

      import (
      ⇥"fmt"
      ⇥"os"
      )

      // Save writes the content to path.
      func Save(path string, content []byte) error {
      ⇥if err := os.WriteFile(path, content, 0o600); err != nil {
      ⇥⇥return fmt.Errorf("save %s: %w", path, err)
      ⇥}
      ⇥return nil
      }

      // Load reads the content of path.
      func Load(path string) ([]byte, error) {
      ⇥content, _ := os.ReadFile(path)
      ⇥return content, nil
      }
      `),
    [TEST]: tabs(block`
      package store

      import (
      ⇥"path/filepath"
      ⇥"testing"
      )

      func TestLoadReturnsWhatSaveWrote(t *testing.T) {
      ⇥path := filepath.Join(t.TempDir(), "file")
      ⇥if err := Save(path, []byte("content")); err != nil {
      ⇥⇥t.Fatal(err)
      ⇥}
      ⇥if content, err := Load(path); string(content) != "content" || err != nil {
      ⇥⇥t.Errorf("%q, %v", content, err)
      ⇥}
      }
      `),
  },
  tests: 'test -z "$(gofmt -l .)" && go test ./...',
  hidden: { 'store/hidden_test.go': HIDDEN },
  changes: [SOURCE],
  free: ['store'],
  script: [
    [read(SOURCE)],
    [
      edit(
        SOURCE,
        '\tcontent, _ := os.ReadFile(path)\n',
        '\tcontent, err := os.ReadFile(path)\n\tif err != nil {\n\t\treturn nil, fmt.Errorf("load %s: %w", path, err)\n\t}\n',
      ),
    ],
    [run('gofmt -l . && go test ./...')],
    [finish('Return the error of a missing file', 'Load wraps it as Save does.')],
  ],
  mistakes: {
    'the error is not wrapped': (work) =>
      withFile(work, SOURCE, (text) => text.replace('fmt.Errorf("load %s: %w", path, err)', 'err')),
    'only the text of the error is left': (work) =>
      withFile(work, SOURCE, (text) => text.replace('load %s: %w', 'load %s: %v')),
    'it is indented with spaces': (work) =>
      withFile(work, SOURCE, (text) => text.replace('\t\treturn nil, fmt', '        return nil, fmt')),
  },
})
