/** A disk that stands still may not fill our memory: two minutes of one stream at the bitrate that we advise against. */
const MAX_STREAM_BYTES = 64_000_000
/** All streams of one process, those whose encoder is long gone among them; a good one holds two megabytes. */
const MAX_PROCESS_BYTES = 384_000_000
/** What it takes to remember one packet, beside its bytes. */
const PACKET_BYTES = 200

/** What came of encoders and is not written yet, in bytes. */
export interface Unwritten {
  /** Negative once they are written, or given up. */
  add: (bytes: number) => void
  isTooMuch: () => boolean
}

export function createUnwritten(most = MAX_PROCESS_BYTES): Unwritten {
  let held = 0
  return {
    add: (bytes) => {
      held += bytes
    },
    isTooMuch: () => held > most,
  }
}

/** The part of one stream, which counts for all of them too. */
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
