import type { Tone } from '../verdict-words.ts'

interface Signal {
  /** Hertz and seconds, one after the other. */
  notes: [pitch: number, length: number][]
  vibrate: number[]
}

/** A high pair for good, one in the middle to look closer, a low buzz for no: told apart with eyes elsewhere. */
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

/** Made at a person's press: no browser lets a page sound before one. */
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
  // Sleeping phones stop it; a sound that comes late is worse than none, but the next is wanted.
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
