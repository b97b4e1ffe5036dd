import { block } from './support/block.ts'
import { edit, finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const SOURCE = 'src/crc16.c'
const TEST = 'test/test_crc16.c'

const HIDDEN = block`
  #include <assert.h>
  #include <string.h>
  #include "../src/crc16.h"

  static unsigned crc(const char *text) { return crc16((const unsigned char *)text, strlen(text)); }

  int main(void) {
    assert(crc("123456789") == 0x29B1);
    assert(crc("") == 0xFFFF);
    assert(crc("A") == 0xB915);
    assert(crc16((const unsigned char *)"\xff\x00\xff", 3) == 0x1D0F);
    return 0;
  }
  `

/** Four constants could be wrong; only what it computes says which one is. */
export const fixATestThatFailsOnlyWhenRun = projectTask({
  name: 'fix-a-test-that-fails-only-when-run',
  category: 'commands',
  prompt:
    '`make test` fails since we took over this code. The test is right: 0x29B1 is in every table. Please fix it.',
  needs: ['make', 'cc'],
  files: {
    Makefile: block`
      CFLAGS = -O1 -Wall -Wextra -Werror

      test: build/test
      	./build/test

      build/test: src/crc16.c test/test_crc16.c
      	mkdir -p build
      	$(CC) $(CFLAGS) -o $@ $^

      .PHONY: test
      `,
    '.gitignore': 'build/\n',
    'src/crc16.h': '#include <stddef.h>\n\nunsigned crc16(const unsigned char *bytes, size_t count);\n',
    [SOURCE]: block`
      #include "crc16.h"

      #define POLYNOMIAL 0x1021u
      #define FIRST 0x0000u
      #define LAST 0x0000u

      unsigned crc16(const unsigned char *bytes, size_t count) {
        unsigned crc = FIRST;
        for (size_t at = 0; at < count; at++) {
          crc ^= (unsigned)bytes[at] << 8;
          for (int bit = 0; bit < 8; bit++) {
            crc = crc & 0x8000u ? (crc << 1) ^ POLYNOMIAL : crc << 1;
          }
        }
        return (crc ^ LAST) & 0xFFFFu;
      }
      `,
    [TEST]: block`
      #include <stdio.h>
      #include <string.h>
      #include "../src/crc16.h"

      int main(void) {
        const char *text = "123456789";
        unsigned crc = crc16((const unsigned char *)text, strlen(text));
        printf("crc16(%s) = 0x%04X\n", text, crc);
        return crc == 0x29B1 ? 0 : 1;
      }
      `,
  },
  tests: `make test && cc -Wall -Werror -o hidden ${SOURCE} test/hidden.c && ./hidden`,
  hidden: { 'test/hidden.c': HIDDEN },
  changes: [SOURCE],
  script: [
    [run('make test'), read(SOURCE)],
    [edit(SOURCE, '#define FIRST 0x0000u', '#define FIRST 0xFFFFu')],
    [run('make test')],
    [finish('Start CRC-16 from 0xFFFF', 'The code computed the XMODEM variant, which starts from zero.')],
  ],
  mistakes: {
    'the test was bent': (work) => withFile(work, TEST, (text) => text.replace('0x29B1', '0x31C3')),
    'another constant was changed as well': (work) =>
      withFile(work, SOURCE, (text) => text.replace('LAST 0x0000u', 'LAST 0xFFFFu')),
    'it is right for this one text alone': (work) =>
      withFile(work, SOURCE, (text) =>
        text
          .replace('FIRST 0xFFFFu', 'FIRST 0x0000u')
          .replace('(crc ^ LAST)', '(count == 9 ? 0x29B1u : crc ^ LAST)'),
      ),
  },
})
