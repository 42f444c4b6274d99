import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SEGMENT_FILE } from '#server/ports/recordings.ts'
import { diskRecordings, openRecorder } from './recordings.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'room-recordings-'))
})
afterEach(() => rmSync(root, { recursive: true }))

const bytes = (text: string) => Buffer.from(text)

it('reads what is written as it is written, and every run by its own beginning', async () => {
  const recordings = diskRecordings(root)
  expect(await recordings.read('b')).toEqual({ segments: [], bytes: 0, longest: 0 })
  const recorder = await openRecorder(root, 'b')
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

it('gives a piece its name once it is whole: a backup may be looking', async () => {
  const recorder = await openRecorder(root, 'b')
  const piece = Buffer.alloc(16_000_000, 1)
  let isOver = false
  const write = async () => {
    await recorder.begin(piece)
    await recorder.add(piece, 1_000, 2)
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
  expect([...seen].filter((name) => !name.endsWith(` ${piece.length}`))).toEqual([])
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1-0.m4s', '1.mp4', 'index'])
})

it('clears away half a piece of a process that died over it, as it goes on', async () => {
  const first = await openRecorder(root, 'b')
  await first.begin(bytes('init'))
  writeFileSync(join(root, 'b', `1-0.m4s.${randomUUID()}.part`), 'ha')
  await openRecorder(root, 'b')
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1.mp4', 'index'])
})

it('goes on where another process stopped, also in the middle of a line', async () => {
  const first = await openRecorder(root, 'b')
  await first.begin(bytes('init'))
  await first.add(bytes('one'), 1_000, 2)
  appendFileSync(join(root, 'b/index'), '{"file":"1-1.m4s","at":3')
  const second = await openRecorder(root, 'b')
  await second.begin(bytes('init'))
  await second.add(bytes('two'), 5_000, 2)
  const { segments } = await diskRecordings(root).read('b')
  expect(segments.map(({ file }) => file)).toEqual(['1-0.m4s', '2-0.m4s'])
})

it('forgets what is old, and never gives its number to another', async () => {
  const recordings = diskRecordings(root)
  const recorder = await openRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  for (const at of [1_000, 3_000, 5_000]) await recorder.add(bytes('x'), at, 2)
  await recorder.forget(5_000)
  expect((await recordings.read('b')).segments.map(({ sequence }) => sequence)).toEqual([2])
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1-2.m4s', '1.mp4', 'index'])
  await recorder.forget(9_000)
  const again = await openRecorder(root, 'b')
  await again.begin(bytes('init'))
  await again.add(bytes('y'), 9_000, 2)
  expect((await recordings.read('b')).segments.map(({ sequence }) => sequence)).toEqual([3])
  await again.forget(20_000)
  expect((await recordings.read('b')).segments).toEqual([])
})

it('takes what is not kept out of the middle, and knows what the rest takes of the disk', async () => {
  const recordings = diskRecordings(root)
  const recorder = await openRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  for (const at of [1_000, 3_000, 5_000, 7_000]) await recorder.add(bytes('four'), at, 2)
  await recorder.forget(7_000, 3_000)
  const left = await recordings.read('b')
  expect(left.segments.map(({ sequence }) => sequence)).toEqual([0, 3])
  expect(left.bytes).toBe(8)
  expect(readdirSync(join(root, 'b')).sort()).toEqual(['1-0.m4s', '1-3.m4s', '1.mp4', 'index'])
  const again = await openRecorder(root, 'b')
  await again.begin(bytes('init'))
  await again.add(bytes('five!'), 9_000, 2)
  expect(await diskRecordings(root).read('b')).toMatchObject({
    bytes: 13,
    segments: [{ sequence: 0 }, { sequence: 3 }, { sequence: 4 }],
  })
})

it('reads an index that another version has shortened', async () => {
  const recorder = await openRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  for (const at of [1_000, 3_000]) await recorder.add(bytes('x'), at, 2)
  appendFileSync(join(root, 'b/index'), '{"from":1}\n')
  expect(await diskRecordings(root).read('b')).toMatchObject({
    bytes: 1,
    segments: [{ sequence: 1 }],
  })
})

it('opens nothing but pieces, and nothing outside', async () => {
  writeFileSync(join(root, 'secret.mp4'), 'himitsu')
  const recorder = await openRecorder(root, 'b')
  await recorder.begin(bytes('init'))
  const recordings = diskRecordings(root)
  for (const name of ['index', '../secret.mp4', '..%2fsecret.mp4', '/etc/passwd', '1.mp4/..', ''])
    expect(await recordings.file('b', name), name).toBeNull()
  for (const id of ['..', '.', 'a/b', '', 'a\0'])
    await expect(recordings.file(id, '1.mp4'), id).rejects.toThrow()
})
