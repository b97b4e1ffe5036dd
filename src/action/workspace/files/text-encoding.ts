const BOM = '\uFEFF'
const SNIFFED_BYTES = 8192

/** A text file, decoded so that it can be encoded again byte for byte. */
export interface Text {
  /** Without the byte order mark. */
  readonly text: string
  readonly bom: boolean
}

export type Decoded =
  | { readonly ok: true; readonly text: Text }
  | { readonly ok: false; readonly problem: string }

/** Refuses bytes that cannot be written back unchanged: a replacement character would damage the file permanently. */
export function decodeText(bytes: Uint8Array): Decoded {
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) {
    return { ok: false, problem: 'is a binary file; only text can be read and edited' }
  }
  try {
    const whole = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    const bom = whole.startsWith(BOM)
    return { ok: true, text: { text: bom ? whole.slice(1) : whole, bom } }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { ok: false, problem: 'is not valid UTF-8; only UTF-8 text can be read and edited' }
  }
}

export const encodeText = ({ text, bom }: Text): Buffer => Buffer.from(bom ? BOM + text : text, 'utf8')
