import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { STATUS_MESSAGES } from '#contract/shared/messages.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { s3Media } from '#server/adapters/s3/media.ts'
import { sweepFiles } from '#server/features/uploads/sweep.ts'
import { memoryBus } from '#server/ports/bus.ts'
import { film, picture } from '#server/testing/files.ts'
import { packetsOf } from '#server/testing/films.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom } from '#server/testing/make.ts'
import { databaseNames, isFull } from '#server/testing/names.ts'
import { type S3Server, startS3 } from '#server/testing/s3.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { mountMedia } from '#server/web/media.ts'

const HOUR = 60 * 60_000
/** Makes a small video consist of many chunks. */
const SMALL = { chunkBytes: 5000, pauseMs: 5 }

let server: S3Server
beforeAll(async () => {
  server = await startS3()
})
afterAll(() => server?.close())

// Sites of several machines use PostgreSQL.
describe.each(isFull ? databaseNames : databaseNames.slice(-1))(
  'two nodes with one bucket, on %s',
  (database) => {
    let world: World
    let node: ReturnType<World['openNode']>
    let opened = 0
    beforeEach(async () => {
      server.turn('fine')
      const config = { ...server.config, prefix: `${database}-${++opened}/` }
      world = await createWorld(database, {}, memoryBus(), undefined, {
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
    /** Sends a chunk whose connection breaks after the first bytes. */
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
    async function storedPaths() {
      const paths = []
      for await (const { path } of world.deps.media.list('')) paths.push(path)
      return paths
    }
    const pictureFile = async () => new File([await picture(60, 60)], 'a.png')

    it('assemble a video from chunks sent to either node, and serve it', {
      tags: 'full',
    }, async () => {
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
        const response = await at.fetch(url)
        expect(response.headers.get('content-type')).toBe('video/mp4')
        const bytes = new Uint8Array(await response.arrayBuffer())
        expect(await packetsOf(bytes)).toEqual(await packetsOf(file))
        const chunk = await at.fetch(url, { headers: { range: 'bytes=100-299' } })
        expect(chunk.status).toBe(206)
        expect(new Uint8Array(await chunk.arrayBuffer())).toEqual(bytes.slice(100, 300))
        expect((await at.fetch(url.split('?')[0]!)).status).toBe(403)
      }
      expect((await storedPaths()).sort()).toEqual(
        [url, thread.video_thumbnail_path!]
          .map((one) => one.replace(/^\/media\/|\?.*$/g, ''))
          .sort(),
      )
    })

    it('take concurrent chunks of one file without damage', async () => {
      const file = film()
      const { id } = await start(file.length, first())
      await Promise.allSettled(
        [first(), second(), first(), second()].map((at) => send(id, 0, file, at)),
      )
      // Either may be refused as too late: like the app, ask for the offset and continue.
      const { offset } = await get(id, first())
      if (offset < file.length) await send(id, offset, file.slice(offset), second())
      expect((await get(id, first())).offset).toBe(file.length)
      const thread = await post({ video: id, video_thumbnail: await pictureFile() }, second())
      const answer = await first().fetch(thread.video_path!)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      expect(await packetsOf(bytes)).toEqual(await packetsOf(file))
    })

    it('show a picture on one node that was uploaded on the other, and fetch it once', async () => {
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

    it('report an outage of the store in Japanese, and store nothing partially', {
      tags: 'full',
    }, async () => {
      const file = film()
      const { id } = await start(file.length, first())
      await send(id, 0, file.slice(0, 9000), first())
      const shown = await post({ imageid_1: await pictureFile() }, first())
      server.turn('busy')
      await expect(send(id, 9000, file.slice(9000), second())).rejects.toMatchObject({
        ...{ status: 503, message: STATUS_MESSAGES[503] },
      })
      await expect(post({ imageid_1: await pictureFile() }, first())).rejects.toMatchObject({
        status: 503,
      })
      const answer = await second().fetch(shown.images![0]!.path)
      expect([answer.status, await answer.text()]).toEqual([503, STATUS_MESSAGES[503]])
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
      expect(await storedPaths()).toHaveLength(4)
    })
  },
)
