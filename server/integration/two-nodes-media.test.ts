import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { REFUSED } from '#contract/messages.ts'
import { posting } from '#contract/posting.ts'
import { uploads } from '#contract/uploads.ts'
import { s3Media } from '#server/adapters/s3/media.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { film, picture } from '#server/testing/files.ts'
import { packetsOf } from '#server/testing/films.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom } from '#server/testing/make.ts'
import { databaseNames, isFull } from '#server/testing/names.ts'
import { openS3, type S3Server } from '#server/testing/s3.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { mountMedia } from '#server/web/media.ts'

const HOUR = 60 * 60_000
/** So that a small film is many pieces. */
const SMALL = { pieceBytes: 5000, pauseMs: 5 }

let server: S3Server
beforeAll(async () => {
  server = await openS3()
})
afterAll(() => server?.close())

// Sites of several machines run on PostgreSQL.
describe.each(isFull ? databaseNames : databaseNames.slice(-1))(
  'two nodes with one bucket, on %s',
  (database) => {
    let world: World
    let node: ReturnType<World['openNode']>
    let opened = 0
    beforeEach(async () => {
      server.turn('fine')
      const config = { ...server.config, prefix: `${database}-${++opened}/` }
      world = await openWorld(database, {}, memoryBus(), undefined, {
        media: s3Media(config, SMALL),
      })
      node = world.openNode(memoryBus(), undefined, s3Media(config, SMALL))
      mountMedia(world.app, world.deps)
      mountMedia(node.app, node.deps)
      await makeRoom(world, 'aoi')
    })
    afterEach(() => world.close())

    const first = () => ({ as: world.as, fetch: world.fetch })
    const second = () => ({ as: node.as, fetch: node.fetch })
    type Node = ReturnType<typeof first>

    const start = (size: number, at: Node) => at.as('aoi')(uploads.startUpload, { body: { size } })
    const get = (id: string, at: Node) => at.as('aoi')(uploads.getUpload, { params: { id } })
    const send = (id: string, offset: number, bytes: Uint8Array<ArrayBuffer>, at: Node) =>
      at.as('aoi')(uploads.sendPiece, {
        params: { id },
        query: { offset },
        body: new Blob([bytes], { type: 'application/octet-stream' }),
      })
    const post = (fields: Record<string, string | Blob>, at: Node) =>
      at.as('aoi')(posting.createThread, {
        params: { roomid: 'aoi' },
        body: formOf({ title: '夜', text: '便り', ...fields }),
      })
    /** A piece whose network breaks after its first bytes. */
    async function sendBroken(id: string, offset: number, bytes: Uint8Array, at: Node) {
      let isSent = false
      const body = new ReadableStream<Uint8Array>({
        pull(stream) {
          if (isSent) return stream.error(new Error('the network is gone'))
          isSent = true
          stream.enqueue(bytes)
        },
      })
      const headers = {
        authorization: `Bearer ${await world.tokenOf('aoi')}`,
        'content-type': 'application/octet-stream',
      }
      const url = `/api/application/upload/${id}?offset=${offset}`
      return at.fetch(url, { method: 'PATCH', body, headers, duplex: 'half' } as RequestInit)
    }
    async function kept() {
      const paths = []
      for await (const { path } of world.deps.media.list('')) paths.push(path)
      return paths
    }
    const pictureFile = async () => new File([await picture(60, 60)], 'a.png')

    it('take a film in pieces that reach now the one, now the other, and give it out', async () => {
      const file = film()
      const cut = [0.2, 0.4, 0.7].map((share) => Math.floor(file.length * share)) as [
        number,
        number,
        number,
      ]
      const { id } = await start(file.length, first())
      expect((await send(id, 0, file.slice(0, cut[0]), first())).offset).toBe(cut[0])
      expect((await send(id, cut[0], file.slice(cut[0], cut[1]), second())).offset).toBe(cut[1])
      expect((await sendBroken(id, cut[1], file.slice(cut[1], cut[2]), first())).status).toBe(400)
      expect((await get(id, second())).offset).toBe(cut[2])
      await expect(send(id, cut[1], file.slice(cut[1]), second())).rejects.toMatchObject({
        status: 409,
      })
      await expect(post({ video: id }, second())).rejects.toMatchObject({ status: 422 })
      expect((await send(id, cut[2], file.slice(cut[2]), second())).offset).toBe(file.length)
      const thread = await post({ video: id, video_thumbnail: await pictureFile() }, first())
      const url = thread.video_path!
      for (const at of [first(), second()]) {
        const whole = await at.fetch(url)
        expect(whole.headers.get('content-type')).toBe('video/mp4')
        const bytes = new Uint8Array(await whole.arrayBuffer())
        expect(await packetsOf(bytes)).toEqual(await packetsOf(file))
        const piece = await at.fetch(url, { headers: { range: 'bytes=100-299' } })
        expect(piece.status).toBe(206)
        expect(new Uint8Array(await piece.arrayBuffer())).toEqual(bytes.slice(100, 300))
        expect((await at.fetch(url.split('?')[0]!)).status).toBe(403)
      }
      expect((await kept()).sort()).toEqual(
        [url, thread.video_thumbnail_path!]
          .map((one) => one.replace(/^\/media\/|\?.*$/g, ''))
          .sort(),
      )
    })

    it('take pieces of one file at once, on both, and nothing of it is spoilt', async () => {
      const file = film()
      const { id } = await start(file.length, first())
      await Promise.allSettled(
        [first(), second(), first(), second()].map((at) => send(id, 0, file, at)),
      )
      // Each may have been told that another was quicker: as the app does, one asks how far it got and goes on.
      const { offset } = await get(id, first())
      if (offset < file.length) await send(id, offset, file.slice(offset), second())
      expect((await get(id, first())).offset).toBe(file.length)
      const thread = await post({ video: id, video_thumbnail: await pictureFile() }, second())
      const answer = await first().fetch(thread.video_path!)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(await packetsOf(bytes)).toEqual(await packetsOf(file))
    })

    it('take a picture on one and show it on the other, and ask for it once', async () => {
      const thread = await post({ imageid_1: await pictureFile() }, first())
      const url = thread.images![0]!.path
      const answer = await second().fetch(url)
      expect(answer.headers.get('content-type')).toBe('image/png')
      const tag = answer.headers.get('etag')!
      const bytes = await answer.arrayBuffer()
      expect(bytes.byteLength).toBe(Number(answer.headers.get('content-length')))
      const again = await first().fetch(url, { headers: { 'if-none-match': tag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await first().fetch(url, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-length')]).toEqual([
        200,
        `${bytes.byteLength}`,
      ])
      const range = { range: 'bytes=0-3' }
      const other = await first().fetch(url, { headers: { ...range, 'if-range': '"another"' } })
      expect(other.status).toBe(200)
      const same = await first().fetch(url, { headers: { ...range, 'if-range': tag } })
      expect(same.status).toBe(206)
    })

    it('say in our language that the store is down, and keep nothing by halves', {
      tags: 'full',
    }, async () => {
      const file = film()
      const { id } = await start(file.length, first())
      await send(id, 0, file.slice(0, 9000), first())
      const shown = await post({ imageid_1: await pictureFile() }, first())
      server.turn('busy')
      await expect(send(id, 9000, file.slice(9000), second())).rejects.toMatchObject({
        ...{ status: 503, message: REFUSED[503] },
      })
      await expect(post({ imageid_1: await pictureFile() }, first())).rejects.toMatchObject({
        status: 503,
      })
      const answer = await second().fetch(shown.images![0]!.path)
      expect([answer.status, await answer.text()]).toEqual([503, REFUSED[503]])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      server.turn('fine')
      expect(await world.db.selectFrom('thread').select('id').execute()).toHaveLength(1)
      const { offset } = await get(id, second())
      await send(id, offset, file.slice(offset), second())
      await post({ video: id, video_thumbnail: await pictureFile() }, first())
      expect((await second().fetch(shown.images![0]!.path)).status).toBe(200)
      world.clock.move(HOUR)
      await sweepFiles(world.deps)
      expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
      expect(await kept()).toHaveLength(4)
    })
  },
)
