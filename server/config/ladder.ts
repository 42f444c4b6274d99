import * as z from 'zod'

/** A rendition below the source: `height` is the shorter side of the picture, 0 the sound alone. */
export interface Rung {
  height: number
  /** Limit of the picture, or of the sound alone. */
  kbps: number
}

/** The renditions of a site's streams, largest first; `soundKbps` is that of small pictures, too. */
export interface LadderSettings {
  rungs: Rung[]
  soundKbps: number
}

const DEFAULT = '720:1800,360:220,sound:64'
const RUNG = /^(\d{3,4}|sound):(\d{2,5})$/
/** Of the sound in small pictures, if the ladder has no sound alone. */
const SOUND_KBPS = 64

/**
 * `height:kbit/s,…`: renditions below the source by the shorter side of their picture, `sound` without a picture; `off`
 * for none.
 */
export const LadderText = z
  .string()
  .default('')
  .transform((text) => text || DEFAULT)
  .refine(
    (text) => text === 'off' || text.split(',').every((rung) => RUNG.test(rung)),
    'height:kbit/s,…,sound:kbit/s, or off',
  )
  .transform(settingsOf)

function settingsOf(text: string): LadderSettings | null {
  if (text === 'off') return null
  const rungs = text
    .split(',')
    .map((rung) => {
      const [height = '', kbps] = rung.split(':')
      return { height: height === 'sound' ? 0 : Number(height), kbps: Number(kbps) }
    })
    .sort((one, other) => other.height - one.height)
  return { rungs, soundKbps: rungs.find(({ height }) => height === 0)?.kbps ?? SOUND_KBPS }
}
