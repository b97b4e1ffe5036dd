import { expect, test } from 'vitest'
import type { Change } from '../../../../src/action/git/diff/change.ts'
import { findMarkers, type MergeRules, markerLines } from '../../../../src/action/git/policy/find-markers.ts'

const MERGE: MergeRules = {
  paths: new Set(['conflict.md']),
  ownMarkers: new Set(['======= of the heading']),
  labels: ['main', 'prentice/1'],
}

const changed = (path: string, addedLines: Change['addedLines']): Change => ({
  ...{ path, oldPath: null, kind: 'modified', oldMode: '100644', newMode: '100644' },
  ...{ oldSize: 1, newSize: 1, additions: 1, deletions: 0, addedLines },
})

/** The numbers of the added lines that are markers. */
const found = (path: string, texts: readonly string[]): number[] => {
  const addedLines = texts.map((text, i) => ({ number: i + 10, text }))
  return findMarkers([changed(path, addedLines)], MERGE).map(({ line }) => line - 10)
}

const MARKERS = ['<<<<<<< main', '||||||| 1234567', '=======', '>>>>>>> other', '=======\r']
const NO_MARKERS = ['<<<<<< main', '<<<<<<<< main', ' =======', '=======x', 'x', '', '=======\r\r']

test('each kind of marker is found in a path that conflicts', () => {
  expect(found('conflict.md', MARKERS)).toEqual([0, 1, 2, 3, 4])
  expect(found('conflict.md', NO_MARKERS)).toEqual([])
})

test('a line of the versions in conflict is no marker', () => {
  expect(found('conflict.md', ['======= of the heading', '======= of another'])).toEqual([1])
  expect(found('conflict.md', ['======= of the heading\r'])).toEqual([])
})

test('in a path without a conflict, only a marker that names a side is found', () => {
  expect(found('other.md', MARKERS)).toEqual([0])
  expect(found('other.md', ['>>>>>>> prentice/1', '>>>>>>> xmain', '>>>>>>> main x', 'main'])).toEqual([0])
})

test('a marker is named with its path and its line', () => {
  const changes = [changed('a.md', null), changed('conflict.md', [{ number: 7, text: '=======' }])]
  expect(findMarkers(changes, MERGE)).toEqual([{ path: 'conflict.md', line: 7 }])
})

test('the lines of a text that look like markers are listed without their line end', () => {
  expect(markerLines('a\n=======\r\n<<<<<<< x\nb ======= c\n')).toEqual(['=======', '<<<<<<< x'])
})
