import type { Measured } from '#server/ports/ingest.ts'
import type { AudioTrack, VideoTrack } from './flv.ts'

const WINDOW_MS = 10_000
/** More than any encoder sends in the window; limits memory if an encoder's clock stands still. */
const MAX_MARKS = 8_192

interface Mark {
  dts: number
  bytes: number
  key: boolean
}

/** Measures what an encoder sent in the last ten seconds of its own time. */
export function createMeter() {
  let pictures: Mark[] = []
  let sounds: Mark[] = []
  let keys: number[] = []
  const foreign = new Set<'video' | 'audio'>()
  const recent = (marks: Mark[]) => {
    const last = marks.at(-1)?.dts ?? 0
    return marks.filter(({ dts }) => last - dts < WINDOW_MS).slice(-MAX_MARKS)
  }
  const add = (marks: Mark[], mark: Mark) => {
    marks.push(mark)
    // Pruned every 512 packets, not at each one.
    return marks.length % 512 === 0 ? recent(marks) : marks
  }

  return {
    video(dts: number, bytes: number, key: boolean) {
      pictures = add(pictures, { dts, bytes, key })
      if (key) keys = [...keys.slice(-3), dts]
    },
    audio(dts: number, bytes: number) {
      sounds = add(sounds, { dts, bytes, key: true })
    },
    foreign: (what: 'video' | 'audio') => void foreign.add(what),
    measured(video: VideoTrack | null, audio: AudioTrack | null): Omit<Measured, 'spoiled'> {
      pictures = recent(pictures)
      sounds = recent(sounds)
      return {
        video: video && {
          codec: video.codec,
          width: video.width,
          height: video.height,
          fps: Math.round(rateOf(pictures) * 10) / 10,
          kbps: kbpsOf(pictures),
          keyframe_s: keyframeS(keys, pictures.at(-1)?.dts),
        },
        audio: audio && { codec: audio.codec, kbps: kbpsOf(sounds) },
        foreign: [...foreign],
      }
    },
  }
}

const secondsOf = (marks: Mark[]) => {
  const [first, last] = [marks.at(0), marks.at(-1)]
  return first && last ? (last.dts - first.dts) / 1_000 : 0
}

const rateOf = (marks: Mark[]) => {
  const seconds = secondsOf(marks)
  return seconds > 0 ? (marks.length - 1) / seconds : 0
}

function kbpsOf(marks: Mark[]): number {
  const seconds = secondsOf(marks)
  const bytes = marks.reduce((sum, mark) => sum + mark.bytes, 0)
  return seconds > 0 ? Math.round((bytes * 8) / 1_000 / seconds) : 0
}

/** The longest of the latest key frame intervals: one late key frame is enough for players to stall. */
function keyframeS(keys: number[], last = 0): number | null {
  if (keys.length === 0) return null
  const longest = Math.max(...keys.map((time, n) => (keys[n + 1] ?? last) - time))
  return keys.length > 1 || longest > 4_000 ? Math.round(longest / 100) / 10 : null
}
