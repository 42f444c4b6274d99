/** Memory limit per stream while the disk stalls: two minutes at the bitrate that we advise against. */
const MAX_STREAM_BYTES = 64_000_000
/** Memory limit of all streams of a process, ended ones included; a healthy stream holds two megabytes. */
const MAX_PROCESS_BYTES = 384_000_000
/** Memory of one packet besides its bytes. */
const PACKET_BYTES = 200

/** Counter of the bytes received from encoders and not written yet. */
export interface Unwritten {
  /** Negative when bytes are written or dropped. */
  add: (bytes: number) => void
  isTooMuch: () => boolean
}

export function createUnwritten(max = MAX_PROCESS_BYTES): Unwritten {
  let total = 0
  return {
    add: (bytes) => {
      total += bytes
    },
    isTooMuch: () => total > max,
  }
}

/** Counter of one stream, which also adds to the counter of the process. */
export function unwrittenOf(all: Unwritten): Unwritten {
  const own = createUnwritten(MAX_STREAM_BYTES)
  return {
    add(bytes) {
      own.add(bytes)
      all.add(bytes)
    },
    isTooMuch: () => own.isTooMuch() || all.isTooMuch(),
  }
}

export const weightOf = (packets: { data: Uint8Array }[]) =>
  packets.reduce((sum, { data }) => sum + data.length + PACKET_BYTES, 0)
