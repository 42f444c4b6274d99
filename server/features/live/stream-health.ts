import { FOREIGN_PROFILE } from '#contract/live/limits.ts'
import { SOUND_ALONE_LABEL } from '#contract/live/messages.ts'
import type { StreamHealth } from '#contract/streams/calls.ts'
import { STREAM_ADVICE } from '#contract/streams/limits.ts'
import {
  BITRATE_HIGH,
  BITRATE_LOW,
  CODEC_FOREIGN,
  KEYFRAMES_FAR,
  PICTURE_NONE,
  PROFILE_FOREIGN,
  renditionsDropped,
  SOUND_DRIFTS,
  SOUND_FOREIGN,
  SOUND_LATE,
  SOUND_NONE,
  STAMPS_STILL,
  STREAM_SHORT,
  STREAM_SPOILED,
  STREAM_UNWRITTEN,
  UPLINK_SLOW,
} from '#contract/streams/messages.ts'
import type { Doubt, Measured } from '#server/ports/ingest.ts'
import { SOUND_ALONE } from '#server/ports/ladder.ts'

interface IncomingStream {
  measured: Measured
  /** Segments written so far: without a measured picture, their presence means an audio-only stream. */
  segments: number
}

const nameOf = (height: number) => (height === SOUND_ALONE ? SOUND_ALONE_LABEL : `${height}p`)

const DOUBTS: Record<Doubt, string> = {
  soundLate: SOUND_LATE,
  soundDrifts: SOUND_DRIFTS,
  still: STAMPS_STILL,
  slow: UPLINK_SLOW,
  short: STREAM_SHORT,
}

/** Measured input, and advice for the owner. */
export function streamHealthOf({ measured, segments }: IncomingStream): StreamHealth {
  const { video, audio, spoiled, foreign, ladder, unwritten, doubts = [] } = measured
  const advice = [
    !video && audio && !foreign.includes('video') && segments > 0 && PICTURE_NONE,
    foreign.includes('video') && CODEC_FOREIGN,
    video && FOREIGN_PROFILE.test(video.codec) && PROFILE_FOREIGN,
    unwritten && STREAM_UNWRITTEN,
    spoiled > 0 && STREAM_SPOILED,
    ...doubts.map((doubt) => DOUBTS[doubt]),
    foreign.includes('audio') && SOUND_FOREIGN,
    video && (video.keyframe_s ?? 0) > STREAM_ADVICE.keyframeS && KEYFRAMES_FAR,
    ladder && ladder.dropped.length > 0 && renditionsDropped(ladder.dropped.map(nameOf).join('・')),
    video && video.kbps > STREAM_ADVICE.maxKbps && BITRATE_HIGH,
    video && video.kbps > 0 && video.kbps < STREAM_ADVICE.minKbps && BITRATE_LOW,
    video && !audio && !foreign.includes('audio') && SOUND_NONE,
  ].filter((word) => typeof word === 'string')
  return { video, audio, advice }
}
