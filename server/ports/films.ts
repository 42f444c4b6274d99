/** Converts films and sounds to what every browser plays. */
export interface Converter {
  /** False if the input cannot be decoded. Rejects with the reason of `signal` once that aborts. */
  convert: (work: ConversionWork) => Promise<boolean>
}

export interface ConversionWork {
  kind: FilmKind
  /** Every browser plays the input: its tracks are copied. */
  isPlayable: boolean
  /** Files of this machine: a film becomes an MP4 of H.264 and AAC, a sound an M4A of AAC. */
  from: string
  to: string
  /** Duration of the input. */
  seconds: number
  /** The result is cut off at this size. */
  bytesMax: number
  /** File for a picture out of the film, as JPEG. */
  still: string
  signal: AbortSignal
  onProgress: (percent: number) => void
}

export type FilmKind = 'audio' | 'video'
