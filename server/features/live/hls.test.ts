import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dashboard } from '#contract/dashboard/calls.ts'
import { events } from '#contract/events/calls.ts'
import { urlOf } from '#contract/http/caller.ts'
import { live } from '#contract/live/calls.ts'
import { RIGHT_KEPT_MS, WATCH_KEPT_DAYS, WATCHING_FOR_MS } from '#contract/live/limits.ts'
import { WATCHED_ELSEWHERE, WATCHING_BANNED } from '#contract/live/messages.ts'
import { type ReadResult, reads } from '#contract/reads/calls.ts'
import { streams } from '#contract/streams/calls.ts'
import { LIVE_WINDOW, SEGMENT_BUCKET_S } from '#contract/streams/limits.ts'
import { purge } from '#server/jobs/purge.ts'
import { RIGHTS_CHANGED } from '#server/ports/topics.ts'
import { numbersOf, readPlaylist } from '#server/testing/hls.ts'
import { makeEvent, makeRoom, makeStaff, makeTicket, makeUser } from '#server/testing/make.ts'
import { apiDatabaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { linesOf, browserOf as openBrowser } from './testing/browser.ts'
import { type IngestAt, ingestOf } from './testing/encoder-at.ts'
import { openSite } from './testing/talk-site.ts'

const PIECES = 20

describe.each(apiDatabaseNames)('watching a stream on %s', (database) => {
  let world: World
  let ingest: IngestAt
  let broadcast: string

  beforeEach(async () => {
    world = await createWorld(database)
    ingest = ingestOf(world)
    await makeRoom(world, 'aoi')
    for (const name of ['fan', 'other', 'mod', 'guest']) await makeUser(world, name)
    await makeStaff(world, 'room-aoi', 'mod', 'moderator')
    await makeEvent(world, 'room-aoi', { id: 'live', archive_days: 7 })
    for (const name of ['fan', 'other']) await makeTicket(world, 'live', name)
    const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
    broadcast = (await ingest.push(stream_key))!
    await turn(1)
    world.clock.move(PIECES * 2_000)
    await ingest.report()
    world.recordings.record(broadcast, ago(PIECES * 2_000), PIECES)
  })
  afterEach(() => world.close())

  const params = { id: 'live' }
  const ago = (ms: number) => new Date(world.clock.now().getTime() - ms)
  const turn = (publishment_flg: 1 | 2 | 3) =>
    world.as('aoi')(streams.setPublishment, { params, body: { publishment_flg } })

  const browserOf = (user: string) => openBrowser(world, user)
  const outcomeOf = async (answer: Response) => ({
    status: answer.status,
    message: ((await answer.json()) as { message: string }).message,
  })

  it('shows the owner the current viewers, without the owner, idle browsers and unused addresses', async () => {
    const viewersNow = async () => (await world.as('aoi')(streams.getIngest, { params })).viewers
    expect(await viewersNow()).toBe(0)
    const browsers = await Promise.all(['fan', 'fan', 'other', 'aoi'].map(browserOf))
    const addresses = await Promise.all(browsers.map((browser) => browser.live()))
    expect(await viewersNow()).toBe(0)
    const watchAgain = (some: number[]) =>
      Promise.all(some.map((n) => browsers[n]!.get(addresses[n]!)))
    await watchAgain([0, 1, 2, 3])
    expect(await viewersNow()).toBe(3)
    world.clock.move(WATCHING_FOR_MS)
    await watchAgain([2])
    world.clock.move(1)
    expect(await viewersNow()).toBe(1)
  })

  it('counts a person’s minutes once across devices and processes, and their talk', async () => {
    const other = world.openNode(world.deps.bus)
    const [fan, twin, guest, owner] = await Promise.all(
      ['fan', 'fan', 'other', 'aoi'].map(browserOf),
    )
    const addressOf = new Map<typeof fan, string>()
    for (const browser of [fan, twin, guest, owner]) addressOf.set(browser, await browser!.live())
    const ask = (browser: typeof fan, node: { fetch: World['fetch'] } = world) =>
      browser!.get(addressOf.get(browser)!, {}, node.fetch)
    const nextMinute = async () => {
      world.clock.move(60_000)
      for (const node of [other, world]) await node.streams.sweep()
    }
    const audience = async () => (await world.as('aoi')(events.getOwn, { params })).audience
    const nobody = { people: 0, minutes: 0, peak: 0 }
    await ask(owner)
    await nextMinute()
    expect(await audience()).toMatchObject({ live: nobody, archive: nobody })
    for (const node of [world, other]) for (const browser of [fan, twin]) await ask(browser, node)
    await ask(guest, other)
    expect((await audience()).live, 'while the minute runs').toEqual(nobody)
    await nextMinute()
    expect((await audience()).live).toEqual({ people: 2, minutes: 2, peak: 2 })
    await ask(fan)
    await ask(fan, other)
    await nextMinute()
    await nextMinute()
    expect((await audience()).live).toEqual({ people: 2, minutes: 3, peak: 2 })
    const postTalk = async (user: string, message: string) =>
      (await world.as(user)(live.postTalk, { params, body: { message } })).id
    await postTalk('aoi', 'ようこそ')
    await postTalk('fan', 'こんばんは')
    const slip = await postTalk('fan', 'まちがい')
    await world.as('fan')(live.deleteTalk, { params: { ...params, message_id: slip } })
    expect((await audience()).talk).toEqual({ messages: 1, people: 1 })
    await ask(fan)
    await nextMinute()
    const { evenings } = await world.as('aoi')(dashboard.getEventInsights, {})
    expect(evenings[0]!.minutes.map(({ people, messages }) => [people, messages])).toEqual([
      ...[
        [2, 0],
        [1, 0],
        [0, 0],
        [1, 2],
      ],
    ])
  })

  it('retries writing a minute after an error, and later keeps only the total', async () => {
    const fan = await browserOf('fan')
    await fan.get(await fan.live())
    world.clock.move(60_000)
    const hideTable = sql`alter table watch_total rename to away`
    const back = sql`alter table away rename to watch_total`
    await hideTable.execute(world.db)
    await world.streams.sweep()
    await back.execute(world.db)
    await world.streams.sweep()
    const counted = { people: 1, minutes: 1, peak: 1 }
    const audience = async () => (await world.as('aoi')(events.getOwn, { params })).audience
    expect((await audience()).live).toEqual(counted)
    world.clock.move(WATCH_KEPT_DAYS * 86_400_000)
    expect(await purge(world.deps)).toMatchObject({ watch: 1 })
    expect((await audience()).live).toEqual(counted)
  })

  it('counts viewers at another process as long as that process reports', async () => {
    const other = world.openNode(world.deps.bus)
    const viewersNow = async () => {
      const answer = await other.fetch(urlOf(streams.getIngest, { params }), {
        headers: { authorization: `Bearer ${await world.tokenOf('aoi')}` },
      })
      return ((await answer.json()) as { viewers: number }).viewers
    }
    const fan = await browserOf('fan')
    await fan.get(await fan.live())
    await world.streams.sweep()
    await other.streams.sweep()
    expect(await viewersNow()).toBe(1)
    world.clock.move(WATCHING_FOR_MS)
    expect(await viewersNow()).toBe(0)
  })

  it('serves a ticket holder the last half minute with times, uncached', async () => {
    const fan = await browserOf('fan')
    const playlist = await fan.get(await fan.live())
    expect(playlist.headers.get('content-type')).toBe('application/vnd.apple.mpegurl')
    expect(playlist.headers.get('cache-control')).toBe('no-store')
    const text = await playlist.text()
    expect(text).toMatch(/^#EXTM3U\n#EXT-X-VERSION:7\n/)
    expect(text).toContain(`#EXT-X-MEDIA-SEQUENCE:${PIECES - LIVE_WINDOW}\n`)
    expect(text).toContain('#EXT-X-TARGETDURATION:2\n')
    expect(text).toContain(`#EXT-X-PROGRAM-DATE-TIME:${ago(2_000).toISOString()}\n#EXTINF:2.000,`)
    expect(text).toMatch(/#EXT-X-MAP:URI="\/hls\/segment\/[\w-]+\/1\.mp4\?/)
    expect(text).not.toContain('ENDLIST')
    expect(linesOf(text)).toHaveLength(LIVE_WINDOW)
    const segment = await world.fetch(linesOf(text).at(-1)!)
    expect(await segment.text()).toBe(`${broadcast} 1-${PIECES - 1}.m4s`)
    expect(segment.headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  })

  it('gives a browser its cookie also in a batch of calls', async () => {
    const { token, get } = await browserOf('fan')
    const answer = await world.fetch(urlOf(reads.readAll, {} as never), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ calls: ['/live/live/url'] }),
    })
    const [cookie = ''] = answer.headers.getSetCookie()
    const [part] = (await answer.json()) as ReadResult[]
    const { url } = JSON.parse(part!.body!) as { url: string }
    expect((await get(url)).status).toBe(403)
    expect((await get(url, { cookie: cookie.split(';')[0]! })).status).toBe(200)
  })

  it('binds the cookie to this site, HTTP only, and the address to the cookie', async () => {
    const fan = await browserOf('fan')
    const { answer, body } = await fan.open(live.getLiveUrl)
    expect(answer.headers.getSetCookie()[0]).toMatch(/^watch=[\w-]{32}; .*HttpOnly; SameSite=Lax/)
    expect((await fan.get(body.url!)).status).toBe(200)
    const stranger = await browserOf('guest')
    expect((await stranger.get(body.url!)).status, 'without a cookie').toBe(403)
    const other = await browserOf('other')
    await other.live()
    expect((await other.get(body.url!)).status, 'with another cookie').toBe(403)
    for (const path of ['/hls/view/x/live.m3u8', `/hls/view/${'A'.repeat(200)}/live.m3u8`])
      expect((await fan.get(path)).status).toBe(403)
  })

  it('keeps the address of a watching browser, different for each browser', async () => {
    const [fan, again] = [await browserOf('fan'), await browserOf('fan')]
    const address = await fan.live()
    world.clock.move(10 * 60_000)
    await ingest.report()
    expect(await fan.live()).toBe(address)
    expect(await again.live()).not.toBe(address)
  })

  it('puts no personal data into an address', async () => {
    const fan = await browserOf('fan')
    const bytes = Buffer.from((await fan.live()).split('/')[3]!, 'base64url').toString('latin1')
    for (const word of ['fan', 'live', 'session']) expect(bytes).not.toContain(word)
  })

  it.each([
    { who: 'a guest', user: 'guest', status: 403 },
    { who: 'a visitor', user: null, status: 401 },
  ])('refuses an address to $who: $status', async ({ user, status }) => {
    for (const call of [live.getLiveUrl, live.getArchiveUrl])
      await expect(world.as(user)(call, { params })).rejects.toMatchObject({ status })
  })

  it('signs segments alike within two minutes, and expires them within five', async () => {
    const [fan, other] = [await browserOf('fan'), await browserOf('other')]
    const last = async (browser: typeof fan) =>
      linesOf(await (await browser.get(await browser.live())).text()).at(-1)!
    const link = await last(fan)
    expect(await last(other)).toBe(link)
    const expires = Number(new URL(link, 'http://x').searchParams.get('expires'))
    const nowS = world.clock.now().getTime() / 1_000
    expect(expires - nowS).toBeGreaterThan(SEGMENT_BUCKET_S)
    expect(expires - nowS).toBeLessThanOrEqual(2 * SEGMENT_BUCKET_S)
    world.clock.move((expires - nowS) * 1_000 + 999)
    expect((await world.fetch(link)).status, 'its last second').toBe(200)
    world.clock.move(1)
    expect((await world.fetch(link)).status).toBe(403)
    await ingest.report()
    expect(await last(fan)).not.toBe(link)
  })

  it('serves no segment without its own signature, and no file outside', async () => {
    const fan = await browserOf('fan')
    const link = linesOf(await (await fan.get(await fan.live())).text()).at(-1)!
    const [path = '', query = ''] = link.split('?')
    const later = query.replace(/expires=(\d+)/, (_, expires) => `expires=${Number(expires) + 600}`)
    const forged = [
      path,
      `${path}?${later}`,
      `${path.replace(/1-\d+/, '1-1')}?${query}`,
      `${path.replace(broadcast, 'other')}?${query}`,
      `/hls/segment/${broadcast}/..%2F..%2Fsecrets.json?${query}`,
      `/hls/segment/%2e%2e/secrets.json?${query}`,
      `/hls/segment/${broadcast}/index?${query}`,
      `${path}?expires=x&signature=${'A'.repeat(43)}`,
    ]
    for (const address of forged)
      expect((await world.fetch(address)).status, address).toBeGreaterThanOrEqual(403)
    for (const address of ['/hls/', '/hls/../secrets.json', '/hls/segment'])
      expect((await world.fetch(address)).status, address).toBe(404)
  })

  const lost: { how: string; notified: boolean; take: () => Promise<unknown>; status: number }[] = [
    {
      how: 'a refund',
      notified: true,
      take: () => world.db.updateTable('entitlement').set({ status: 'revoked' }).execute(),
      status: 403,
    },
    {
      how: 'a refund that nobody was told of',
      notified: false,
      take: () => world.db.updateTable('entitlement').set({ status: 'revoked' }).execute(),
      status: 403,
    },
    {
      how: 'a ban',
      notified: true,
      take: () =>
        world.add('talk_ban', {
          event_id: 'live',
          user_id: 'fan',
          banned_by: 'aoi',
          created_at: world.clock.now().toISOString(),
        }),
      status: 403,
    },
    {
      how: 'a cancelled event',
      notified: false,
      take: () => world.db.updateTable('event').set({ status: 'cancelled' }).execute(),
      status: 403,
    },
  ]
  it.each(lost)('stops after $how', async ({ notified, take, status }) => {
    const fan = await browserOf('fan')
    const address = await fan.live()
    expect((await fan.get(address)).status).toBe(200)
    await take()
    if (notified) await world.deps.bus.publish(RIGHTS_CHANGED, 'fan')
    else world.clock.move(RIGHT_KEPT_MS)
    expect((await fan.get(address)).status).toBe(status)
  })

  it('names the ban in the answer to a banned viewer', async () => {
    const { take } = lost[2]!
    await take()
    await expect(world.as('fan')(live.getLiveUrl, { params })).rejects.toMatchObject({
      status: 403,
      message: WATCHING_BANNED,
    })
  })

  it('serves segments at the socket for fresh addresses only, like the ordinary route (48)', async () => {
    const site = await openSite(world)
    const fan = await browserOf('fan')
    const address = linesOf(await (await fan.get(await fan.live())).text())[0]!
    const ask = async (path: string) => {
      const answer = await fetch(site.url + path)
      const { 'content-type': type, 'cache-control': cached } = Object.fromEntries(answer.headers)
      return [answer.status, type, cached, await answer.text()]
    }
    const ordinary = await world.fetch(address, {})
    const response = await ask(address)
    expect(response).toEqual([
      200,
      'video/mp4',
      ordinary.headers.get('cache-control'),
      await ordinary.text(),
    ])
    expect(await ask(address), 'from memory').toEqual(response)
    for (const path of [
      // Also if the signature already begins with the replacement letter.
      address.replace(/signature=./, (begun) =>
        begun.endsWith('_') ? 'signature=-' : 'signature=_',
      ),
      address.replace('expires=', 'expires=1'),
      address.replace(/\?.*/, ''),
      address.replace('.m4s', '.mp4'),
    ])
      expect((await ask(path))[0], path).toBe(403)
    expect((await fetch(site.url + address, { method: 'HEAD' })).status).toBe(200)
    world.clock.move(3 * SEGMENT_BUCKET_S * 1_000)
    expect((await ask(address))[0], 'old').toBe(403)
  })

  it('stops when the session ends', async () => {
    const fan = await browserOf('fan')
    const address = await fan.live()
    expect((await fan.get(address)).status).toBe(200)
    await world.db
      .updateTable('session')
      .set({ revoked_at: world.clock.now().toISOString() })
      .execute()
    world.clock.move(RIGHT_KEPT_MS)
    expect((await fan.get(address)).status).toBe(401)
  })

  it('allows three browsers per ticket: a fourth stops the first one', async () => {
    const browsers: (Awaited<ReturnType<typeof browserOf>> & { address: string })[] = []
    for (let n = 0; n < 4; n++) {
      const browser = await browserOf('fan')
      browsers.push({ ...browser, address: await browser.live() })
      world.clock.move(1)
    }
    const stateOf = ({ get, address }: (typeof browsers)[number]) => get(address)
    const [first, ...others] = browsers
    expect(await outcomeOf(await stateOf(first!))).toEqual({
      status: 410,
      message: WATCHED_ELSEWHERE,
    })
    for (const browser of others) expect((await stateOf(browser)).status).toBe(200)
    const other = await browserOf('other')
    expect((await other.get(await other.live())).status, 'another ticket').toBe(200)
    // The stopped browser may start again, which stops the next oldest.
    expect(await first!.live()).toBe(first!.address)
    expect((await stateOf(first!)).status).toBe(200)
    expect((await stateOf(others[0]!)).status).toBe(410)
  })

  it('does not count a browser that stopped polling', async () => {
    const first = await browserOf('fan')
    await first.live()
    world.clock.move(WATCHING_FOR_MS + 1)
    const rest = [await browserOf('fan'), await browserOf('fan'), await browserOf('fan')]
    const addresses = []
    for (const browser of rest) addresses.push(await browser.live())
    for (const [n, browser] of rest.entries())
      expect((await browser.get(addresses[n]!)).status).toBe(200)
  })

  it('marks a discontinuity after a reconnect and continues the numbering', async () => {
    world.clock.move(12_000)
    await ingest.report()
    world.recordings.record(broadcast, ago(6_000), 3, 2)
    const fan = await browserOf('fan')
    const text = await (await fan.get(await fan.live())).text()
    const breaks = text.match(
      /#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="\/hls\/segment\/[\w-]+\/2\.mp4/g,
    )
    expect(breaks).toHaveLength(1)
    expect(text).toContain(`#EXT-X-MEDIA-SEQUENCE:${PIECES + 3 - LIVE_WINDOW}\n`)
    expect(text).toContain('#EXT-X-DISCONTINUITY-SEQUENCE:1\n')
  })

  it('keeps the numbers of segments and runs as the window moves', async () => {
    const fan = await browserOf('fan')
    const address = await fan.live()
    const known = new Map<string, string>()
    let [sequence, target] = [0, 0]
    for (let n = 0; n < 3 * LIVE_WINDOW; n++) {
      // Every fourth segment begins a new run; one segment is longer.
      world.recordings.record(broadcast, ago(2_000), 1, 2 + Math.floor(n / 4), 10, n === 9 ? 5 : 2)
      world.clock.move(2_000)
      await ingest.report()
      const now = readPlaylist(await (await fan.get(address)).text())
      for (const [name, number] of numbersOf(now)) {
        expect(number, name).toBe(known.get(name) ?? number)
        known.set(name, number)
      }
      expect(now.mediaSequenceBase).toBeGreaterThanOrEqual(sequence)
      expect(now.targetDuration).toBeGreaterThanOrEqual(target)
      sequence = now.mediaSequenceBase!
      target = now.targetDuration
    }
    expect(target, 'also when the long one is out of the window').toBe(5)
    expect(known.size).toBe(LIVE_WINDOW + 3 * LIVE_WINDOW - 1)
  })

  it('ends the playlist with the stream, and serves the complete archive', async () => {
    const fan = await browserOf('fan')
    const address = await fan.live()
    await turn(3)
    expect(await (await fan.get(address)).text()).toMatch(/#EXT-X-ENDLIST\n$/)
    const archive = await fan.archive()
    const text = await (await fan.get(archive)).text()
    expect(text).toContain('#EXT-X-PLAYLIST-TYPE:VOD\n')
    expect(text).toMatch(/#EXT-X-ENDLIST\n$/)
    const segments = linesOf(text)
    expect(segments).toHaveLength(PIECES)
    const readSegment = (n: number) => new URL(segments[n]!, `http://room.test${archive}`).pathname
    // Hours later, long after signed addresses have expired.
    world.clock.move(4 * 3_600_000)
    const moved = await fan.get(readSegment(PIECES - 1))
    expect(moved.status).toBe(302)
    expect(moved.headers.get('cache-control')).toBe('no-store')
    const segment = await world.fetch(moved.headers.get('location')!)
    expect(await segment.text()).toBe(`${broadcast} 1-${PIECES - 1}.m4s`)
    const stranger = await browserOf('guest')
    expect((await stranger.get(readSegment(0))).status).toBe(403)
    expect((await fan.get(readSegment(0).replace(broadcast, 'other'))).status).toBe(404)
  })

  it('closes the archive exactly with its window: playlist, segments and addresses', async () => {
    const fan = await browserOf('fan')
    await turn(3)
    const archive = await fan.archive()
    const { archive_until } = await world.db
      .selectFrom('event')
      .select('archive_until')
      .where('id', '=', 'live')
      .executeTakeFirstOrThrow()
    expect(archive_until, 'the end of a day in Japan').toBe('2026-11-27T14:59:59.999Z')
    const moveTo = (ms: number) => world.clock.move(ms - world.clock.now().getTime())
    // Segment addresses created a minute before the end expire with the window.
    moveTo(Date.parse(archive_until!) - 60_000)
    const [first] = linesOf(await (await fan.get(archive)).text())
    const segment = new URL(first!, `http://room.test${archive}`).pathname
    const link = (await fan.get(segment)).headers.get('location')!
    moveTo(Date.parse(archive_until!) - 1)
    for (const address of [archive, link])
      expect((await fan.get(address)).status, address).toBe(200)
    expect((await fan.get(segment)).status).toBe(302)
    world.clock.move(1)
    for (const address of [archive, segment])
      expect((await fan.get(address)).status, address).toBe(404)
    world.clock.move(1)
    expect((await fan.get(link)).status, 'the last second of the window').toBe(403)
    expect(await fan.archive()).toBeUndefined()
  })

  it('joins several broadcasts of one event into one archive', async () => {
    await turn(2)
    const { stream_key } = await world.as('aoi')(streams.getIngest, { params })
    const second = (await ingest.push(stream_key))!
    await turn(1)
    world.clock.move(6_000)
    await ingest.report()
    world.recordings.record(second, ago(6_000), 3)
    await turn(3)
    const fan = await browserOf('fan')
    const text = await (await fan.get(await fan.archive())).text()
    expect(linesOf(text)).toHaveLength(PIECES + 3)
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  })
})
