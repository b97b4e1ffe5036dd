/**
 * Replaces git's reasons in the report-status of a push with GitHub's. The body of a receive-pack response is a list of
 * pkt-lines. With side-band, the report is itself a list of pkt-lines inside those of band 1.
 */
export const withRejectionReasons = (body: Buffer, reasons: ReadonlyMap<string, string>): Buffer => {
  if (reasons.size === 0) return body
  const packets = readPackets(body)
  const banded = packets.some((packet) => packet !== null && packet[0] === 1)
  if (!banded) return writePackets(packets.map((packet) => withReason(packet, reasons)))
  const report = Buffer.concat(packets.flatMap((packet) => (packet?.[0] === 1 ? [packet.subarray(1)] : [])))
  const renamed = writePackets(readPackets(report).map((packet) => withReason(packet, reasons)))
  const rest = packets.filter((packet) => packet !== null && packet[0] !== 1)
  return writePackets([...rest, Buffer.concat([Buffer.from([1]), renamed]), null])
}

type Packet = Buffer | null

const withReason = (packet: Packet, reasons: ReadonlyMap<string, string>): Packet => {
  const ref = packet === null ? undefined : /^ng (\S+) /.exec(packet.toString())?.[1]
  const reason = ref === undefined ? undefined : reasons.get(ref)
  return reason === undefined ? packet : Buffer.from(`ng ${ref} ${reason}\n`)
}

/** `null` is a flush packet. */
const readPackets = (bytes: Buffer): Packet[] => {
  const packets: Packet[] = []
  let at = 0
  while (at + 4 <= bytes.length) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 4), 16)
    packets.push(length === 0 ? null : bytes.subarray(at + 4, at + length))
    at += Math.max(length, 4)
  }
  return packets
}

const writePackets = (packets: readonly Packet[]): Buffer =>
  Buffer.concat(
    packets.flatMap((packet) =>
      packet === null
        ? [Buffer.from('0000')]
        : [Buffer.from((packet.length + 4).toString(16).padStart(4, '0')), packet],
    ),
  )
