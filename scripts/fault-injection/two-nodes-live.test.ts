// @module-tag full
import { expect, it, onTestFinished, vi } from 'vitest'
import { live } from '#contract/live/calls.ts'
import { createServed } from '#server/testing/databases.ts'
import { freePort } from '#server/testing/free-port.ts'
import { type LiveSite, mediaLines, startLiveSite } from '#server/testing/live-site.ts'
import { databaseNames } from '#server/testing/names.ts'
import { startProxy } from '../chaos/proxy.ts'

const soon = { timeout: 60_000, interval: 100 }

/** Two processes with a common database and stream folder, and an ingest process that reaches them by the proxy. */
async function open() {
  const ports: number[] = []
  const front = await startProxy(ports)
  onTestFinished(front.close)
  const site = await startLiveSite({
    DATABASE_URL: await createServed(),
    SITE_URL: front.url,
    INGEST_API: front.url,
  })
  onTestFinished(site.close)
  const second = await freePort()
  ports.push(Number(new URL(site.site).port), second)
  await site.start('main')
  await site.start('main', { PORT: String(second) }, 'second')
  await site.start('ingest')
  return { site, front: front.url, nodes: [site.site, `http://localhost:${second}`] as const }
}

type Playlist = NonNullable<Awaited<ReturnType<LiveSite['playlistOf']>>>

/** The segments in a node's playlist, each one fetched from that node. */
async function piecesAt(node: string, playlist: Playlist): Promise<string[]> {
  const answer = await playlist.get(node + playlist.url)
  expect(answer.status, node).toBe(200)
  const lines = mediaLines(await answer.text())
  for (const line of lines) {
    const segment = await playlist.get(
      node + new URL(line, node + playlist.url).pathname + queryOf(line),
    )
    expect(segment.status, line).toBe(200)
    expect(Buffer.from(await segment.arrayBuffer()).includes('moof')).toBe(true)
  }
  return lines.map((line) => line.split('?')[0]!)
}
const queryOf = (line: string) => (line.includes('?') ? `?${line.split('?')[1]}` : '')

it.runIf(databaseNames.includes('postgres'))(
  'two nodes both serve a stream, which survives the kill of one, and its archive (72)',
  async () => {
    const { site, front, nodes } = await open()
    const [one, two] = nodes
    const { fan, params, ingest, turn, state } = await site.comingEvent()
    const encoder = site.encode((await ingest()).stream_key)
    await vi.waitFor(async () => expect(await state()).toBe('preview'), soon)
    await turn(1)
    const playlist = await vi.waitFor(async () => {
      const playlist = await site.playlistOf(fan, live.getLiveUrl, params, front)
      expect(playlist).not.toBeNull()
      return playlist!
    }, soon)
    for (const node of nodes) expect((await piecesAt(node, playlist)).length).toBeGreaterThan(0)

    await site.kill('main')
    const atDeath = await piecesAt(two, playlist)
    await vi.waitFor(async () => {
      const now = await piecesAt(two, playlist)
      expect(now.filter((segment) => !atDeath.includes(segment)).length).toBeGreaterThan(2)
    }, soon)
    await site.start('main')
    expect(await state()).toBe('on_air')
    expect((await piecesAt(one, playlist)).length).toBeGreaterThan(0)

    await encoder.cut()
    await turn(3)
    const archive = await vi.waitFor(async () => {
      const playlist = await site.playlistOf(fan, live.getArchiveUrl, params, front)
      expect(playlist).not.toBeNull()
      return playlist!
    }, soon)
    const [first, other] = [await piecesAt(one, archive), await piecesAt(two, archive)]
    expect(first.length).toBeGreaterThan(3)
    expect(other).toEqual(first)
  },
)
