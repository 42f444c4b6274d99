import * as z from 'zod'
import { PublishmentFlg } from './events.schema.ts'
import { ById } from './shared.schema.ts'

/** What arrives from the encoder, over the last ten seconds or so. */
export const StreamHealth = z.object({
  video: z
    .object({
      codec: z.string(),
      width: z.int(),
      height: z.int(),
      fps: z.number(),
      kbps: z.int(),
      /** Seconds between whole pictures; null until two have come. */
      keyframe_s: z.number().nullable(),
    })
    .nullable(),
  audio: z.object({ codec: z.string(), kbps: z.int() }).nullable(),
  /** What the owner should change, in words. */
  advice: z.array(z.string()),
})

/** What recordings take of the disk, in bytes: of this event, of all of its room, and how much the room may take. */
export const StreamStorage = z.object({
  event_bytes: z.int(),
  used_bytes: z.int(),
  quota_bytes: z.int(),
  /** What the owner should know of it, in words. */
  notice: z.string().nullable(),
})

const Address = z.string().max(2_000)

/** Where the stream comes from, if not from an encoder that pushes to us: addresses of HLS playlists. */
export const StreamSource = z.object({
  live_url: Address,
  archive_url: Address.nullable(),
  /** What is wrong with it, in words. */
  problem: z.string().nullable(),
})

export const Ingest = z.object({
  /** Whether streams are pushed to us, or come from where their owner says. */
  driver: z.enum(['embedded', 'external']),
  source: StreamSource.nullable(),
  rtmp_url: z.string(),
  stream_key: z.string(),
  status: z.enum(['idle', 'preview', 'on_air', 'interrupted']),
  /** Null while nothing arrives. */
  health: StreamHealth.nullable(),
  storage: StreamStorage,
  /** Browsers that are shown the picture now, the owner's and the staff's not among them. */
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
