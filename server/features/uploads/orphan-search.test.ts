import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { rooms } from '#contract/rooms/calls.ts'
import { posting } from '#contract/threads/write-calls.ts'
import { uploads } from '#contract/uploads/calls.ts'
import { DiskMedia } from '#server/adapters/disk.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { createWorld, type World } from '#server/testing/world.ts'
import { orphanSearch } from './orphan-search.ts'
import { SHOWN_BY } from './shown-queries.ts'
import { sweepFiles } from './sweep.ts'

const MINUTE = 60_000
const bytes = () => new Uint8Array(3)

describe.each(databaseNames)('orphaned files on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await createWorld(database)
    await makeRoom(world, 'aoi')
  })
  afterEach(() => world.close())

  /** Runs an hour of jobs. */
  async function anHourOfJobs(findOrphans = orphanSearch(world.deps)) {
    for (let n = 0; n < 4; n++) {
      await findOrphans()
      await sweepFiles(world.deps)
      world.clock.move(14 * MINUTE)
    }
  }
  const image = async () => new File([await picture(60, 60)], 'a.png')

  it('are deleted within an hour, in any folder', async () => {
    const paths = [...Object.keys(SHOWN_BY).map((folder) => `${folder}lost.webp`), 'arriving/lost']
    for (const path of paths) await world.media.put(path, bytes())
    await world.media.put('public/demo/face.png', bytes())
    await anHourOfJobs()
    expect(world.media.paths()).toEqual(['public/demo/face.png'])
    expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
  })

  it('are found by a process started after a month of downtime', async () => {
    await world.media.put('public/user/lost.webp', bytes())
    world.clock.move(31 * 24 * 60 * MINUTE)
    await anHourOfJobs()
    expect(world.media.paths()).toEqual([])
  })

  it('are found by a process whose clock was ahead and was set back (72)', async () => {
    const findOrphans = orphanSearch(world.deps)
    const year = 365 * 24 * 60 * MINUTE
    world.clock.move(year)
    await findOrphans()
    world.clock.move(-year)
    await world.media.put('public/user/lost.webp', bytes())
    await anHourOfJobs(findOrphans)
    expect(world.media.paths()).toEqual([])
  })

  it('do not include files in use or uploads in progress', async () => {
    const as = world.as('aoi')
    await as(rooms.changeRoom, {
      params: { id: 'aoi' },
      body: formOf({ header_image: await image(), icon_image: await image() }),
    })
    await as(posting.createThread, {
      params: { roomid: 'aoi' },
      body: formOf({ title: '夜', text: '便り', imageid_1: await image() }),
    })
    const { id } = await as(uploads.startUpload, { body: { size: 5 } })
    const body = new Blob([bytes()], { type: 'application/octet-stream' })
    await as(uploads.sendPiece, { params: { id }, query: { offset: 0 }, body })
    const before = world.media.paths()
    expect(before).toHaveLength(5)
    await anHourOfJobs()
    expect(world.media.paths()).toEqual(before)
  })

  it('are kept if a row refers to them after they were marked', async () => {
    await world.media.put('public/room/late.webp', bytes())
    await orphanSearch(world.deps)()
    await world.db.updateTable('room').set({ icon_image_path: 'public/room/late.webp' }).execute()
    await anHourOfJobs()
    expect(world.media.paths()).toEqual(['public/room/late.webp'])
    expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
  })

  it('stay while the store is unavailable, and are deleted afterwards', async () => {
    await world.media.put('public/user/lost.webp', bytes())
    world.media.goDown()
    await expect(orphanSearch(world.deps)()).rejects.toThrow('down')
    world.media.goDown(false)
    await orphanSearch(world.deps)()
    world.clock.move(40 * MINUTE)
    world.media.goDown()
    await expect(sweepFiles(world.deps)).rejects.toThrow('down')
    world.media.goDown(false)
    await sweepFiles(world.deps)
    expect(world.media.paths()).toEqual([])
  })

  it('include partial writes left by a power cut', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'room-orphans-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const media = new DiskMedia(folder)
    await media.put('public/user/kept.webp', bytes())
    await world.db.updateTable('user').set({ icon_path: 'public/user/kept.webp' }).execute()
    const half = `public/user/kept.webp.${crypto.randomUUID()}.part`
    writeFileSync(join(folder, half), 'half')
    // Files on disk have real times, unlike the world's clock.
    const deps = { ...world.deps, media }
    await orphanSearch(deps)()
    world.clock.move(40 * MINUTE)
    await sweepFiles(deps)
    const left = []
    for await (const { path } of media.list('')) left.push(path)
    expect(left).toEqual(['public/user/kept.webp'])
  })

  it('are compared with every column that contains a path', async () => {
    const tables = await world.db.introspection.getTables()
    const columns = tables.flatMap(({ name, columns }) =>
      columns
        .filter((column) => /(^|_)path$/.test(column.name))
        .map((column) => `${name}.${column.name}`),
    )
    const known = Object.values(SHOWN_BY).flatMap(({ table, columns }) =>
      columns.map((column) => `${table}.${column}`),
    )
    expect(columns.sort()).toEqual([...known, 'loose_file.path'].sort())
  })
})
