import { block } from './support/block.ts'
import { finish, list, read, run, write } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const MIGRATION = 'migrations/003-split-names.sql'

const APPLY = block`
  #!/bin/sh
  # Applies all migrations to a database file, in order.
  set -eu
  for migration in migrations/*.sql; do sqlite3 -bail "$1" <"$migration"; done
  `
const TESTS = block`
  #!/bin/sh
  # Applies the migrations to a database that has people of before, and to an empty one.
  set -eu
  rm -rf test/out && mkdir -p test/out
  sqlite3 -bail test/out/old.db <migrations/001-people.sql
  sqlite3 -bail test/out/old.db <migrations/002-emails.sql
  sqlite3 -bail test/out/old.db <test/people.sql
  for migration in migrations/003*.sql; do sqlite3 -bail test/out/old.db <"$migration"; done
  sqlite3 test/out/old.db 'SELECT id, first, last, email FROM people ORDER BY id' >test/out/people.txt
  diff test/expected.txt test/out/people.txt
  sh tools/apply.sh test/out/new.db
  sqlite3 -bail test/out/new.db "INSERT INTO people (first, last) VALUES ('Ada', 'Lovelace')"
  if sqlite3 -bail test/out/new.db "INSERT INTO people (first) VALUES ('Ada')" 2>/dev/null; then
    echo 'a last name is required' >&2
    exit 1
  fi
  `

export const migrateATableInSql = projectTask({
  name: 'migrate-a-table-in-sql',
  category: 'feature',
  prompt: `people.name has to become two columns, first and last, both NOT NULL. What stands before the first space is the first name, the rest is the last one; a name without a space is a last name, with an empty first name. The column name goes away; ids and emails stay. Add the migration ${MIGRATION}; do not touch the old ones.`,
  needs: ['sqlite3'],
  files: {
    'README.md': '# people\n\n`sh tools/apply.sh FILE` brings a database up to date (SQLite).\n',
    'migrations/001-people.sql': 'CREATE TABLE people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);\n',
    'migrations/002-emails.sql':
      'ALTER TABLE people ADD COLUMN email TEXT;\nCREATE UNIQUE INDEX people_email ON people (email);\n',
    'tools/apply.sh': APPLY,
  },
  tests: 'sh test/run.sh && sqlite3 test/out/new.db .schema | grep -q people_email',
  hidden: {
    'tools/apply.sh': APPLY,
    'test/run.sh': TESTS,
    'test/people.sql':
      "INSERT INTO people VALUES (1, 'Grace Brewster Hopper', 'g@x'), (4, 'Plato', NULL), (9, 'Alan Turing', 'a@x');\n",
    'test/expected.txt': '1|Grace|Brewster Hopper|g@x\n4||Plato|\n9|Alan|Turing|a@x\n',
  },
  changes: [MIGRATION],
  script: [
    [list(), read('migrations/001-people.sql'), read('migrations/002-emails.sql')],
    [
      write(
        MIGRATION,
        block`
          BEGIN;
          CREATE TABLE new_people (
            id INTEGER PRIMARY KEY,
            first TEXT NOT NULL,
            last TEXT NOT NULL,
            email TEXT
          );
          INSERT INTO new_people
            SELECT
              id,
              substr(name, 1, max(instr(name, ' ') - 1, 0)),
              substr(name, instr(name, ' ') + 1),
              email
            FROM people;
          DROP TABLE people;
          ALTER TABLE new_people RENAME TO people;
          CREATE UNIQUE INDEX people_email ON people (email);
          COMMIT;
          `,
      ),
    ],
    [run('sh tools/apply.sh /tmp/new.db && sqlite3 /tmp/new.db .schema')],
    [finish('Split the names of people', 'A migration makes `first` and `last` of `name`.')],
  ],
  mistakes: {
    'the index is gone': (work) => withFile(work, MIGRATION, (text) => text.replace(/CREATE UNIQUE.*\n/, '')),
    'a name without a space loses its last name': (work) =>
      withFile(work, MIGRATION, (text) =>
        text.replace("substr(name, instr(name, ' ') + 1)", "substr(name, nullif(instr(name, ' '), 0) + 1)"),
      ),
    'ids are given anew': (work) =>
      withFile(work, MIGRATION, (text) => text.replace('    id,\n', '    NULL,\n')),
    'an old migration was changed': (work) =>
      withFile(work, 'migrations/001-people.sql', (text) => text.replace('name TEXT', 'first TEXT')),
  },
})
