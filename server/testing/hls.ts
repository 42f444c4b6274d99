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

/**
 * The playlist of one viewer, read again and again: what RFC 8216 asks of each and of one after the other (4.3.3.1,
 * 6.2.1, 6.2.2).
 */
export function createPlaylistCheck() {
  const numbers = new Map<string, string>()
  const flaws: string[] = []
  let before: types.MediaPlaylist | null = null
  const expect = (holds: boolean, flaw: string) => holds || flaws.push(flaw)

  function read(text: string): types.MediaPlaylist {
    const now = readPlaylist(text)
    const { segments, targetDuration, mediaSequenceBase = 0 } = now
    expect(!segments[0] || Boolean(segments[0].map), 'the first segment has no EXT-X-MAP')
    for (const { duration, uri } of segments)
      expect(Math.round(duration) <= targetDuration, `${nameOf(uri)} is longer than the target`)
    expect(mediaSequenceBase >= (before?.mediaSequenceBase ?? 0), 'the media sequence goes back')
    expect(targetDuration >= (before?.targetDuration ?? 0), 'the target duration shrinks')
    for (const [name, number] of numbersOf(now)) {
      const known = numbers.get(name) ?? number
      expect(number === known, `${name} was ${known}, and is ${number}`)
      numbers.set(name, number)
    }
    const last = before?.segments.at(-1)
    const isNamed = !last || segments.some(({ uri }) => nameOf(uri) === nameOf(last.uri))
    expect(isNamed, `the playlist does not go on after ${last && nameOf(last.uri)}`)
    before = now
    return now
  }
  return {
    read,
    numbers: numbers as ReadonlyMap<string, string>,
    flaws: flaws as readonly string[],
  }
}
