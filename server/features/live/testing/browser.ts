import { urlOf } from '#contract/http/caller.ts'
import { live } from '#contract/live/calls.ts'
import type { World } from '#server/testing/world.ts'

type Call = typeof live.getLiveUrl | typeof live.getArchiveUrl

/** A user's browser: keeps its cookie and fetches playlists. */
export async function browserOf(
  world: Pick<World, 'tokenOf' | 'fetch'>,
  user: string,
  fetch: World['fetch'] = world.fetch,
  id = 'live',
) {
  const token = await world.tokenOf(user)
  let cookie = ''
  const get = (path: string, headers: Record<string, string> = {}, from = fetch) =>
    from(path, { headers: { ...(cookie && { cookie }), ...headers } })
  const open = async (call: Call) => {
    const path = urlOf(call, { params: { id } })
    const answer = await get(path, { authorization: `Bearer ${token}` })
    cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return { answer, body: (await answer.json()) as { url?: string; message?: string } }
  }
  const watch = async (call: Call) => (await open(call)).body.url!
  return {
    token,
    get,
    open,
    live: () => watch(live.getLiveUrl),
    archive: () => watch(live.getArchiveUrl),
  }
}

export type Browser = Awaited<ReturnType<typeof browserOf>>

/** URIs of a playlist. */
export const linesOf = (text: string) =>
  text.split('\n').filter((line) => line && !line.startsWith('#'))
