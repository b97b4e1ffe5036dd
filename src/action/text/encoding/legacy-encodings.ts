/** An encoding whose first 128 bytes are those of ASCII. */
export interface LegacyEncoding {
  /** As registered by IANA. */
  readonly name: string
  /** Bytes of its longest character. */
  readonly longest: number
  /** What iconv-lite calls it. */
  readonly label: string
}

const single = (name: string, label = fold(name)): LegacyEncoding => ({ name, longest: 1, label })

export const LATIN_1 = single('ISO-8859-1')
export const WINDOWS_1252 = single('windows-1252')

export const LEGACY_ENCODINGS: readonly LegacyEncoding[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => single(`ISO-8859-${part}`)),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874].map((page) => single(`windows-${page}`)),
  ...[437, 850, 852, 866].map((page) => single(`IBM${page}`)),
  ...['KOI8-R', 'KOI8-U', 'TIS-620', 'macintosh'].map((name) => single(name)),
  { name: 'Shift_JIS', longest: 2, label: 'shiftjis' },
  { name: 'EUC-JP', longest: 3, label: 'eucjp' },
  { name: 'EUC-KR', longest: 2, label: 'cp949' },
  { name: 'GBK', longest: 2, label: 'gbk' },
  { name: 'GB18030', longest: 4, label: 'gb18030' },
  { name: 'Big5', longest: 2, label: 'big5hkscs' },
]

/** Other names, folded. */
const ALIASES: Readonly<Record<string, string>> = {
  latin1: 'ISO-8859-1',
  latin2: 'ISO-8859-2',
  latin5: 'ISO-8859-9',
  latin9: 'ISO-8859-15',
  sjis: 'Shift_JIS',
  windows31j: 'Shift_JIS',
  cp932: 'Shift_JIS',
  cp936: 'GBK',
  gb2312: 'GBK',
  cp949: 'EUC-KR',
  uhc: 'EUC-KR',
  cp950: 'Big5',
  macroman: 'macintosh',
}

/** By a name of it, in any case and with any punctuation; `cp1251` is `windows-1251`. `null`: unknown. Pure. */
export function findLegacyEncoding(name: string): LegacyEncoding | null {
  const folded = fold(ALIASES[fold(name)] ?? name)
  const page = /^cp(\d+)$/.exec(folded)?.[1]
  const names = page === undefined ? [folded] : [`windows${page}`, `ibm${page}`]
  return LEGACY_ENCODINGS.find((encoding) => names.includes(fold(encoding.name))) ?? null
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
