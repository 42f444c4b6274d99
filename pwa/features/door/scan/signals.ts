import type { Tone } from '../verdict-labels.ts'

interface Signal {
  /** Hertz and seconds of each note, in sequence. */
  notes: [pitch: number, length: number][]
  vibrate: number[]
}

/** High pair: admitted; middle: check; low buzz: refused. Distinct without looking at the screen. */
const SIGNALS: Record<Tone, Signal> = {
  good: {
    notes: [
      [880, 0.09],
      [1_320, 0.14],
    ],
    vibrate: [80],
  },
  check: { notes: [[620, 0.25]], vibrate: [60, 60, 60] },
  bad: {
    notes: [
      [220, 0.18],
      [180, 0.3],
    ],
    vibrate: [250, 80, 250],
  },
}
const LOUDNESS = 0.25

/** Must be called in a user gesture: browsers block audio before one. */
export function makeSignals() {
  const audio = 'AudioContext' in window ? new AudioContext() : null
  return {
    give(tone: Tone) {
      navigator.vibrate?.(SIGNALS[tone].vibrate)
      if (audio) play(audio, SIGNALS[tone].notes)
    },
    close: () => void audio?.close(),
  }
}

function play(audio: AudioContext, notes: Signal['notes']) {
  // Suspended after the phone slept: a late signal would mislead, so only resumes the audio for the next one.
  if (audio.state === 'suspended') void audio.resume()
  let at = audio.currentTime
  for (const [pitch, length] of notes) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    volume.gain.value = LOUDNESS
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    tone.stop(at + length)
    at += length
  }
}
