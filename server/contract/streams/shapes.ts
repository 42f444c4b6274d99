import * as z from 'zod'
import { PublishmentFlg } from '../events/shapes.ts'
import { ById, Instant } from '../shared/shared.schema.ts'

/** Measurements of the encoder's stream over about ten seconds. */
export const StreamHealth = z.object({
  video: z
    .object({
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      fps: z.number(),
      kbps: z.int(),
      /** Key frame interval in seconds; null before the second key frame. */
      keyframe_s: z.number().nullable(),
    })
    .nullable(),
  audio: z.object({ codec: z.string(), kbps: z.int() }).nullable(),
  /** Recommendations for the owner. */
  advice: z.array(z.string()),
})

/** Disk usage of recordings in bytes: of this event, of its room, and the room's limit. */
export const StreamStorage = z.object({
  event_bytes: z.int(),
  used_bytes: z.int(),
  quota_bytes: z.int(),
  /** Warning for the owner. */
  notice: z.string().nullable(),
})

const Address = z.string().max(2_000)

/** External source of a stream: addresses of HLS playlists. */
export const StreamSource = z.object({
  live_url: Address,
  archive_url: Address.nullable(),
  /** Error message for the owner. */
  problem: z.string().nullable(),
})

/** Something that was wrong with the stream, or why it was refused. */
export const StreamNotice = z.object({ text: z.string(), at: Instant })

export const Ingest = z.object({
  /** `embedded`: encoders push to us; `external`: owners name the address of a stream. */
  driver: z.enum(['embedded', 'external']),
  source: StreamSource.nullable(),
  rtmp_url: z.string(),
  stream_key: z.string(),
  status: z.enum(['idle', 'preview', 'on_air', 'interrupted']),
  /** Null while nothing is received. */
  health: StreamHealth.nullable(),
  /** What has passed within the last ten minutes, the newest first. */
  notices: z.array(StreamNotice).optional(),
  storage: StreamStorage,
  /** Browsers that show the stream now, without the owner's and the staff's. */
  viewers: z.int(),
})

export const shapes = {
  getIngest: { params: ById, output: Ingest },
  rotateKey: { params: ById, output: Ingest },
  putSource: {
    params: ById,
    body: StreamSource.pick({ live_url: true, archive_url: true }),
    output: Ingest,
  },
  deleteSource: { params: ById, output: Ingest },
  setPublishment: {
    params: ById,
    body: z.object({ publishment_flg: PublishmentFlg }),
    output: z.object({ publishment_flg: PublishmentFlg }),
  },
  deleteArchive: { params: ById, output: z.object({ message: z.string() }) },
}
