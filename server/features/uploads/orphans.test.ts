import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { posting } from '#contract/posting.ts'
import { rooms } from '#contract/rooms.ts'
import { uploads } from '#contract/uploads.ts'
import { diskMedia } from '#server/adapters/disk.ts'
import { picture } from '#server/testing/files.ts'
import { formOf } from '#server/testing/form.ts'
import { makeRoom } from '#server/testing/make.ts'
import { databaseNames } from '#server/testing/names.ts'
import { openWorld, type World } from '#server/testing/world.ts'
import { orphanSearch } from './orphans.ts'
import { SHOWN_BY } from './shown.ts'
import { sweepFiles } from './sweep.ts'

const MINUTE = 60_000
const bytes = () => new Uint8Array(3)

describe.each(databaseNames)('orphans on %s', (database) => {
  let world: World
  beforeEach(async () => {
    world = await openWorld(database)
    await makeRoom(world, 'aoi')
  })
  afterEach(() => world.close())

  /** As the jobs do within an hour. */
  async function anHourOfJobs(findOrphans = orphanSearch(world.deps)) {
    for (let n = 0; n < 4; n++) {
      await findOrphans()
      await sweepFiles(world.deps)
      world.clock.move(14 * MINUTE)
    }
  }
  const image = async () => new File([await picture(60, 60)], 'a.png')

  it('I12: are gone within an hour, wherever they lie', async () => {
    const paths = [...Object.keys(SHOWN_BY).map((folder) => `${folder}lost.webp`), 'arriving/lost']
    for (const path of paths) await world.media.put(path, bytes())
    await world.media.put('public/demo/face.png', bytes())
    await anHourOfJobs()
    expect(world.media.paths()).toEqual(['public/demo/face.png'])
    expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
  })

  it('are found by a process that starts after nobody was there for a month', async () => {
    await world.media.put('public/user/lost.webp', bytes())
    world.clock.move(31 * 24 * 60 * MINUTE)
    await anHourOfJobs()
    expect(world.media.paths()).toEqual([])
  })

  it('72: are found by a process whose clock was ahead, and was set back', async () => {
    const findOrphans = orphanSearch(world.deps)
    const year = 365 * 24 * 60 * MINUTE
    world.clock.move(year)
    await findOrphans()
    world.clock.move(-year)
    await world.media.put('public/user/lost.webp', bytes())
    await anHourOfJobs(findOrphans)
    expect(world.media.paths()).toEqual([])
  })

  it('are none of the files that something shows, or that are on their way', async () => {
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

  it('are none that a row came to show after all, though they were taken for lost', async () => {
    await world.media.put('public/room/late.webp', bytes())
    await orphanSearch(world.deps)()
    await world.db.updateTable('room').set({ icon_image_path: 'public/room/late.webp' }).execute()
    await anHourOfJobs()
    expect(world.media.paths()).toEqual(['public/room/late.webp'])
    expect(await world.db.selectFrom('loose_file').select('path').execute()).toEqual([])
  })

  it('stay where the store cannot be asked, and go when it can', async () => {
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

  it('are halves of writes, too, that a power cut left on a disk', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'room-orphans-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const media = diskMedia(folder)
    await media.put('public/user/kept.webp', bytes())
    await world.db.updateTable('user').set({ icon_path: 'public/user/kept.webp' }).execute()
    const half = `public/user/kept.webp.${crypto.randomUUID()}.part`
    writeFileSync(join(folder, half), 'half')
    // Files on a disk are as old as the world says, and the world's clock stands elsewhere.
    const deps = { ...world.deps, media }
    await orphanSearch(deps)()
    world.clock.move(40 * MINUTE)
    await sweepFiles(deps)
    const left = []
    for await (const { path } of media.list('')) left.push(path)
    expect(left).toEqual(['public/user/kept.webp'])
  })

  it('are found by every column that says where a file is', async () => {
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
