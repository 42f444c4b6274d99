import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { RENDITION_LATE, SEGMENT_FILE, type Segment } from '#server/ports/recordings.ts'
import { createRecorder, diskRecordings } from './recordings.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'room-recordings-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const bytes = (text: string) => Buffer.from(text)

it('recording can be read while it is written, each run with its own initialization segment', async () => {
  const recordings = diskRecordings(root)
  expect(await recordings.read('b')).toMatchObject({ segments: [], bytes: 0, longest: 0 })
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  await recorder.add(bytes('one'), 1_000, 2)
  expect((await recordings.read('b')).segments).toEqual([
    { sequence: 0, run: 1, init: '1.mp4', file: '1-0.m4s', at: 1_000, seconds: 2, bytes: 3 },
  ])
  await recorder.begin(bytes('anew'))
  await recorder.add(bytes('two'), 3_000, 2)
  const { segments } = await recordings.read('b')
  expect(segments.map(({ run, sequence }) => [run, sequence])).toEqual([
    [1, 0],
    [2, 1],
  ])
  expect(String(await recordings.file('b', '2.mp4'))).toBe('anew')
  expect(String(await recordings.file('b', segments[1]!.file))).toBe('two')
})

it('segment gets its name once it is complete, since a backup may be running', async () => {
  const recorder = await createRecorder(root, 'b')
  const chunk = Buffer.alloc(16_000_000, 1)
  let isOver = false
  const write = async () => {
    await recorder.begin(chunk)
    await recorder.add(chunk, 1_000, 2)
  }
  const writing = write().finally(() => {
    isOver = true
  })
  const seen = new Set<string>()
  while (!isOver) {
    for (const name of readdirSync(join(root, 'b')).filter((name) => SEGMENT_FILE.test(name)))
      seen.add(`${name} ${statSync(join(root, 'b', name)).size}`)
    await setImmediate()
  }
  await writing
  expect([...seen].filter((name) => !name.endsWith(` ${chunk.length}`))).toEqual([])
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1-0.m4s', '1.mp4', 'index'])
})

it('recorder removes partial segments of a crashed process', async () => {
  const first = await createRecorder(root, 'b')
  await first.begin(bytes('init'))
  writeFileSync(join(root, 'b', `1-0.m4s.${randomUUID()}.part`), 'ha')
  await createRecorder(root, 'b')
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1.mp4', 'index'])
})

it('recorder continues after another process, also after lines that are incomplete or none', async () => {
  const first = await createRecorder(root, 'b')
  await first.begin(bytes('init'))
  await first.add(bytes('one'), 1_000, 2)
  appendFileSync(join(root, 'b/index'), '7\n{"file":"1-1.m4s"}\n{"file":"1-1.m4s","at":3')
  const second = await createRecorder(root, 'b')
  await second.begin(bytes('init'))
  await second.add(bytes('two'), 5_000, 2)
  const { segments } = await diskRecordings(root).read('b')
  expect(segments.map(({ file }) => file)).toEqual(['1-0.m4s', '2-0.m4s'])
})

it('run of a process that was killed before its first segment is not counted', async () => {
  const first = await createRecorder(root, 'b')
  await first.begin(bytes('init'))
  await first.add(bytes('one'), 1_000, 2)
  await first.begin(bytes('never played'))
  const next = await createRecorder(root, 'b')
  await next.begin(bytes('anew'))
  await next.add(bytes('two'), 3_000, 2)
  const { segments } = await diskRecordings(root).read('b')
  expect(segments.map(({ run, init }) => [run, init])).toEqual([
    [1, '1.mp4'],
    [2, '3.mp4'],
  ])
})

it('recorder deletes old segments, and never reuses their numbers', async () => {
  const recordings = diskRecordings(root)
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  for (const at of [1_000, 3_000, 5_000]) await recorder.add(bytes('x'), at, 2)
  await recorder.trim(5_000)
  expect((await recordings.read('b')).segments.map(({ sequence }) => sequence)).toEqual([2])
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1-2.m4s', '1.mp4', 'index'])
  await recorder.trim(9_000)
  const again = await createRecorder(root, 'b')
  await again.begin(bytes('init'))
  await again.add(bytes('y'), 9_000, 2)
  expect((await recordings.read('b')).segments.map(({ sequence }) => sequence)).toEqual([3])
  await again.trim(20_000)
  expect((await recordings.read('b')).segments).toEqual([])
})

it('recorder deletes unwanted segments from the middle, and tracks disk usage', async () => {
  const recordings = diskRecordings(root)
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  for (const at of [1_000, 3_000, 5_000, 7_000]) await recorder.add(bytes('four'), at, 2)
  await recorder.trim(7_000, 3_000)
  const left = await recordings.read('b')
  expect(left.segments.map(({ sequence }) => sequence)).toEqual([0, 3])
  expect(left.bytes).toBe(8)
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1-0.m4s', '1-3.m4s', '1.mp4', 'index'])
  const again = await createRecorder(root, 'b')
  await again.begin(bytes('init'))
  await again.add(bytes('five!'), 9_000, 2)
  expect(await diskRecordings(root).read('b')).toMatchObject({
    bytes: 13,
    segments: [{ sequence: 0 }, { sequence: 3 }, { sequence: 4 }],
  })
})

it('index that was shortened by another version can be read', async () => {
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  for (const at of [1_000, 3_000]) await recorder.add(bytes('x'), at, 2)
  appendFileSync(join(root, 'b/index'), '{"from":1}\n')
  expect(await diskRecordings(root).read('b')).toMatchObject({
    bytes: 1,
    segments: [{ sequence: 1 }],
  })
})

it('only segments inside the folder can be opened', async () => {
  writeFileSync(join(root, 'secret.mp4'), 'himitsu')
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  const recordings = diskRecordings(root)
  for (const name of ['index', '../secret.mp4', '..%2fsecret.mp4', '/etc/passwd', '1.mp4/..', ''])
    expect(await recordings.file('b', name), name).toBeNull()
  for (const id of ['..', '.', 'a/b', '', 'a\0'])
    await expect(recordings.file(id, '1.mp4'), id).rejects.toThrow()
})

const SOURCE = { width: 640, height: 360, codecs: 'avc1' }
const rendition = (of: Segment) => ({
  ...{ of, height: 180, bytes: bytes('half'), frames: 50, codecs: 'avc1.low' },
  init: { file: '1-0-180.mp4', bytes: bytes('init') },
})

it('rendition can be read beside its segment, by name and by its measured rate', async () => {
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  const segment = await recorder.add(bytes('one'), 1_000, 2)
  await recorder.plan(SOURCE, [[180, { width: 320, height: 180, codecs: 'avc1.planned' }]])
  await recorder.render(rendition(segment))
  const recordings = diskRecordings(root)
  const { ladder, ...recorded } = await recordings.read('b')
  expect(recorded).toMatchObject({ bytes: 7, peak: 12 })
  const named = { height: 180, init: '1-0-180.mp4', file: '1-0-180.m4s', bytes: 4 }
  expect(ladder.renditions.get(0)).toEqual([named])
  expect(ladder.rungs.get(180)).toEqual({ width: 320, height: 180, codecs: 'avc1.low' })
  expect(ladder.rates.get(180)).toEqual({ peak: 16, bytes: 4, seconds: 2, frames: 50 })
  expect(String(await recordings.file('b', '1-0-180.m4s'))).toBe('half')
})

it('rendition that comes after players have given it up is not named', async () => {
  const recorder = await createRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  const all: Segment[] = []
  for (let n = 0; n < RENDITION_LATE; n++) all.push(await recorder.add(bytes('one'), n, 2))
  for (const segment of all) await recorder.render(rendition(segment))
  const { renditions } = (await diskRecordings(root).read('b')).ladder
  expect([...renditions.keys()]).toEqual([1, 2, 3])
  expect(readdirSync(join(root, 'b'))).not.toContain('1-0-180.m4s')
})

it('rendition is deleted with its segment, also of an earlier process, and none follows', async () => {
  const first = await createRecorder(root, 'b')
  await first.begin(bytes('init'))
  await first.plan(SOURCE, [[180, SOURCE]])
  const segment = await first.add(bytes('one'), 1_000, 2)
  await first.render(rendition(segment))
  appendFileSync(join(root, 'b', 'ladder'), '{"of":0,"hei') // a power cut
  const recorder = await createRecorder(root, 'b')
  await recorder.trim(2_000)
  await recorder.begin(bytes('init'))
  await recorder.render(rendition(segment))
  const { ladder, bytes: used } = await diskRecordings(root).read('b')
  expect([ladder.renditions.size, used]).toEqual([0, 0])
  expect(readdirSync(join(root, 'b')).filter((name) => name.endsWith('.m4s'))).toEqual([])
})
