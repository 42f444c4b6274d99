import { type Cutoff, INGEST_PATHS, type Measured, type Orders } from '#server/ports/ingest.ts'
import type { World } from '#server/testing/world.ts'
import { ingestBearer, sha256 } from '../seal.ts'

export const MEASURED: Measured = {
  video: { codec: 'avc1.64001f', width: 1280, height: 720, fps: 30, kbps: 3_000, keyframe_s: 2 },
  audio: { codec: 'mp4a.40.2', kbps: 128 },
  spoiled: 0,
  foreign: [],
}

/** Calls the internal API as an ingest process does. */
export function ingestOf(world: World) {
  const send = (path: string, body: object, bearer = ingestBearer(world.secrets)) =>
    world.fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  let streams: { broadcast: string; key_hash: string; pieces: number; measured: Measured }[] = []
  let isStill = false
  const report = async (cutoffs: { broadcast: string; why: Cutoff }[] = []): Promise<Orders> => {
    // A sending encoder produces one more segment per report, once it has sent any.
    if (!isStill) streams = streams.map((one) => ({ ...one, pieces: one.pieces && one.pieces + 1 }))
    const body = { ingest: 'i1', rtmp_port: 1935, streams, cutoffs }
    const answer = await send(INGEST_PATHS.report, body)
    return (await answer.json()) as Orders
  }

  return {
    send,
    report,
    /** Connects an encoder with this key; null if it is refused. */
    async push(key: string, { pieces = 1, measured = MEASURED } = {}): Promise<string | null> {
      const answer = await send(INGEST_PATHS.admit, { key })
      if (answer.status === 403) return null
      const { broadcast } = (await answer.json()) as { broadcast: string }
      streams = streams.filter((other) => other.broadcast !== broadcast)
      streams.push({ broadcast, key_hash: sha256(key), pieces, measured })
      await report()
      return broadcast
    },
    /** Whether encoders stay connected without new segments. */
    standStill(still: boolean) {
      isStill = still
    },
    /** Disconnects every encoder. */
    async drop() {
      streams = []
      return report()
    },
    /** Advances the clock without reports. */
    async wait(ms: number) {
      world.clock.move(ms)
      await world.streams.sweep()
    },
  }
}
export type IngestAt = ReturnType<typeof ingestOf>
