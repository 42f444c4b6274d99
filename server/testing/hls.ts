import { parse, setOptions, type types } from 'hls-parser'

/** An independent, strict playlist parser, which throws at violations of the RFC. */
setOptions({ strictMode: true })

export const readMultivariant = (text: string) => parse(text) as types.MasterPlaylist
export const readPlaylist = (text: string) => parse(text) as types.MediaPlaylist

const nameOf = (uri: string) => uri.split('?')[0]!.split('/').slice(-2).join('/')

/**
 * Each segment by name, with its media sequence and discontinuity sequence numbers (RFC 8216, 6.2.2 and 6.3.5), which
 * must not change between playlists.
 */
export function numbersOf(playlist: types.MediaPlaylist): [name: string, number: string][] {
  const { mediaSequenceBase = 0, discontinuitySequenceBase = 0, segments } = playlist
  let run = discontinuitySequenceBase
  return segments.map(({ uri, discontinuity }, n) => {
    if (discontinuity) run++
    return [nameOf(uri), `${mediaSequenceBase + n} in run ${run}`]
  })
}
