import { parse, setOptions, type types } from 'hls-parser'

/** A parser of playlists that knows nothing of ours, and throws at what the RFC does not allow. */
setOptions({ strictMode: true })

export const readPlaylist = (text: string) => parse(text) as types.MediaPlaylist

const nameOf = (uri: string) => uri.split('?')[0]!.split('/').slice(-2).join('/')

/**
 * Each piece by its name, with its number and that of its run as a player counts them (RFC 8216, 6.2.2 and 6.3.5):
 * they may never change from one playlist to the next.
 */
export function numbersOf(playlist: types.MediaPlaylist): [name: string, number: string][] {
  const { mediaSequenceBase = 0, discontinuitySequenceBase = 0, segments } = playlist
  let run = discontinuitySequenceBase
  return segments.map(({ uri, discontinuity }, n) => {
    if (discontinuity) run++
    return [nameOf(uri), `${mediaSequenceBase + n} in run ${run}`]
  })
}
