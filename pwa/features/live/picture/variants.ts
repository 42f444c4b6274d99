/** A quality of a stream: a playlist of its own. */
export interface Variant {
  url: string
  /** The shorter side of the picture, 0 without one. */
  height: number
}

/** The qualities of a multivariant playlist (RFC 8216), the smallest picture first; empty for a media playlist. */
export function variantsOf(playlist: string, base: string): Variant[] {
  const lines = playlist.split(/\r?\n/)
  return lines
    .flatMap((line, n) => {
      if (!line.startsWith('#EXT-X-STREAM-INF:')) return []
      const address = lines.slice(n + 1).find((next) => next !== '' && !next.startsWith('#'))
      const [, width, height] = /RESOLUTION=(\d+)x(\d+)/.exec(line) ?? []
      const isSound = /CODECS="mp4a[^",]*"/.test(line)
      if (!address || !(isSound || height)) return []
      return [
        { url: new URL(address, base).href, height: shortSide(Number(width), Number(height)) },
      ]
    })
    .sort((one, other) => one.height - other.height)
}

/** How a picture is called: a phone held upright films 1080p as well. */
export const shortSide = (width: number, height: number) => Math.min(width || height, height) || 0
