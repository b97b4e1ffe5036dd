/**
 * Puts GitHub's reasons into the report of a push. The answer of receive-pack is a row of pkt-lines; with side-band,
 * the report is itself a row of pkt-lines inside those of band 1.
 */
export const namedRefusals = (answer: Buffer, reasons: ReadonlyMap<string, string>): Buffer => {
  if (reasons.size === 0) return answer
  const packets = readPackets(answer)
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

/** `null` stands for a flush packet. */
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
