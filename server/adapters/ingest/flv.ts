import { pictureSize } from './picture-size.ts'

/** One message of an encoder as RTMP carries it: the body of an FLV tag, and its time in milliseconds. */
export interface Tag {
  type: number
  time: number
  body: Buffer
}

/** Decoder configuration of a track, which players need before its first packet. */
export interface VideoTrack {
  /** In the notation of RFC 6381: `avc1.64001f`. */
  codec: string
  width: number
  height: number
  /** The AVCDecoderConfigurationRecord of ISO/IEC 14496-15. */
  record: Uint8Array
}
export interface AudioTrack {
  codec: string
  sampleRate: number
  channels: number
  /** The AudioSpecificConfig of ISO/IEC 14496-3. */
  record: Uint8Array
}

export type FlvMedia =
  | { is: 'videoTrack'; track: VideoTrack }
  | { is: 'audioTrack'; track: AudioTrack }
  /** `dts` and `pts` in milliseconds. */
  | { is: 'video'; key: boolean; dts: number; pts: number; data: Uint8Array }
  | { is: 'audio'; dts: number; data: Uint8Array }
  /** Bitrate of both tracks that the encoder means to send, in kbit/s. */
  | { is: 'announced'; kbps: number }
  /** A codec that not every browser plays, or parameters that cannot be parsed. */
  | { is: 'foreign'; what: 'video' | 'audio' }

const AUDIO = 8
const VIDEO = 9
const METADATA = 18
const AVC = 7
const AAC = 10
const KEY_FRAME = 1
/**
 * Packet types of Enhanced RTMP (version 1), which names a codec by FourCC: parameters; pictures with and without a
 * composition time.
 */
const [EX_PARAMETERS, EX_PICTURES, EX_PICTURES_AS_DECODED] = [0, 1, 3]
/** Audio object types that browsers play: AAC LC, HE-AAC, and HE-AAC version 2. */
const PLAYED = [2, 5, 29]
/** More than any encoder sends: not a number of kbit/s. */
const MAX_KBPS = 1_000_000
const SAMPLE_RATES = [
  ...[96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000],
  ...[11_025, 8_000, 7_350],
]

/** Parses a tag of Adobe's FLV (version 10.1, annex E); null if players have no use for it. */
export function readTag({ type, time, body }: Tag): FlvMedia | null {
  if (type === VIDEO && body.length > 1) return readVideo(time, body)
  if (type === AUDIO && body.length > 1) return readAudio(time, body)
  if (type === METADATA) return readMetadata(body)
  return null
}

/** The bitrates of `onMetaData`, kbit/s each; null without that of the pictures, as a sound alone announces none. */
function readMetadata(body: Buffer): FlvMedia | null {
  const [video, audio] = ['videodatarate', 'audiodatarate'].map((name) => numberIn(body, name))
  return video ? { is: 'announced', kbps: video + (audio ?? 0) } : null
}

/** A number of an AMF 0 object: its name, a zero as the type, and eight bytes. 0 if there is none. */
function numberIn(body: Buffer, name: string): number {
  const at = body.indexOf(name)
  const value = at + name.length + 1
  if (at < 0 || body.length < value + 8 || body[value - 1] !== 0) return 0
  const number = body.readDoubleBE(value)
  return number > 0 && number < MAX_KBPS ? number : 0
}

function readVideo(time: number, body: Buffer): FlvMedia | null {
  const [first = 0, packet] = body
  // The highest bit marks Enhanced RTMP: a FourCC follows.
  if (first & 0x80) return readNamedVideo(time, body)
  if ((first & 0x0f) !== AVC) return { is: 'foreign', what: 'video' }
  if (body.length < 6) return null
  const data = body.subarray(5)
  if (packet === 0) return videoTrackOf(data)
  if (packet !== 1) return null
  const pts = time + body.readIntBE(2, 3)
  return { is: 'video', key: first >> 4 === KEY_FRAME, dts: time, pts, data }
}

/** A picture of Enhanced RTMP: always for HEVC, AV1 and VP9, sometimes for H.264. */
function readNamedVideo(time: number, body: Buffer): FlvMedia | null {
  if (body.length < 6) return null
  if (body.toString('latin1', 1, 5) !== 'avc1') return { is: 'foreign', what: 'video' }
  const [first = 0] = body
  const [type, key] = [first & 0x0f, ((first >> 4) & 0x07) === KEY_FRAME]
  if (type === EX_PARAMETERS) return videoTrackOf(body.subarray(5))
  if (type === EX_PICTURES_AS_DECODED)
    return { is: 'video', key, dts: time, pts: time, data: body.subarray(5) }
  if (type !== EX_PICTURES || body.length < 9) return null
  return { is: 'video', key, dts: time, pts: time + body.readIntBE(5, 3), data: body.subarray(8) }
}

function readAudio(time: number, body: Buffer): FlvMedia | null {
  const [first = 0, packet] = body
  if (first >> 4 !== AAC) return { is: 'foreign', what: 'audio' }
  const data = body.subarray(2)
  if (packet !== 0) return data.length > 0 ? { is: 'audio', dts: time, data } : null
  return audioTrackOf(data)
}

/** Unparsable records (HEVC under the id of H.264, a truncated record) count as a foreign codec. */
function videoTrackOf(record: Buffer): FlvMedia {
  const size = sizeOf(record)
  if (!size || !(size.width > 0) || !(size.height > 0)) return { is: 'foreign', what: 'video' }
  const codec = `avc1.${record.subarray(1, 4).toString('hex')}`
  return { is: 'videoTrack', track: { codec, width: size.width, height: size.height, record } }
}

/** Picture size from the sequence parameter set (type 7 of ITU-T H.264, table 7-1) of a version 1 record. */
function sizeOf(record: Buffer) {
  if (record[0] !== 1 || ((record[8] ?? 0) & 0x1f) !== 7) return null
  try {
    return pictureSize(record.subarray(8, 8 + record.readUInt16BE(6)))
  } catch {
    return null // A truncated set.
  }
}

function audioTrackOf(record: Buffer): FlvMedia {
  if (record.length < 2) return { is: 'foreign', what: 'audio' }
  const bits = record.readUInt16BE(0)
  const objectType = bits >> 11
  const sampleRate = SAMPLE_RATES[(bits >> 7) & 0x0f]
  // 0: the channel configuration is elsewhere in the stream, as for 2.1 sound.
  const channels = (bits >> 3) & 0x0f
  if (!sampleRate || channels === 0 || !PLAYED.includes(objectType))
    return { is: 'foreign', what: 'audio' }
  const codec = `mp4a.40.${objectType}`
  return { is: 'audioTrack', track: { codec, sampleRate, channels, record } }
}
