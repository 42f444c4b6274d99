import { INGEST_PATHS, type Measured, type Orders } from '#server/ports/ingest.ts'
import type { World } from '#server/testing/world.ts'
import { ingestBearer, sha256 } from '../seal.ts'

const MEASURED: Measured = {
  video: { codec: 'avc1.64001f', width: 1280, height: 720, fps: 30, kbps: 3_000, keyframe_s: 2 },
  audio: { codec: 'mp4a.40.2', kbps: 128 },
  spoiled: 0,
  foreign: [],
}

/** Speaks to a world as its ingest process does. */
export function ingestOf(world: World) {
  const send = (path: string, body: object, bearer = ingestBearer(world.secrets)) =>
    world.fetch(path, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  let streams: { broadcast: string; key_hash: string; pieces: number; measured: Measured }[] = []
  let isStill = false
  const report = async (): Promise<Orders> => {
    // Whoever sends has sent something since, once there is anything.
    if (!isStill) streams = streams.map((one) => ({ ...one, pieces: one.pieces && one.pieces + 1 }))
    const answer = await send(INGEST_PATHS.report, { ingest: 'i1', rtmp_port: 1935, streams })
    return (await answer.json()) as Orders
  }

  return {
    send,
    report,
    /** An encoder comes with this key; null where it is turned away. */
    async push(key: string, { pieces = 1, measured = MEASURED } = {}): Promise<string | null> {
      const answer = await send(INGEST_PATHS.admit, { key })
      if (answer.status === 403) return null
      const { broadcast } = (await answer.json()) as { broadcast: string }
      streams = streams.filter((other) => other.broadcast !== broadcast)
      streams.push({ broadcast, key_hash: sha256(key), pieces, measured })
      await report()
      return broadcast
    },
    /** Encoders stay there, and nothing new comes of them; or it does again. */
    standStill(still: boolean) {
      isStill = still
    },
    /** Every encoder is gone. */
    async drop() {
      streams = []
      return report()
    },
    /** Nothing is heard of the ingest process, and time goes by. */
    async wait(ms: number) {
      world.clock.move(ms)
      await world.streams.sweep()
    },
  }
}
export type IngestAt = ReturnType<typeof ingestOf>
