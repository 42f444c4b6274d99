import { expect, it } from 'vitest'
import { TalkAudience, type TalkStream } from './talk-audience.ts'

function streamOf(id: string, openedAt = 0) {
  const closed: (() => void)[] = []
  const close = () => {
    for (const listener of closed.splice(0)) listener()
  }
  const line = {
    ...{ write: () => {}, drained: async () => {}, isOpen: () => true },
    end: close,
    onClose: (listener: () => void) => void closed.push(listener),
  }
  const stream = { viewer: { id }, line, openedAt } as unknown as TalkStream
  return { stream, close }
}

it('audience is full at its bound, also of streams that still catch up, until one closes', () => {
  const audience = new TalkAudience({ one: 2, all: 3 })
  const streams = ['a', 'b', 'c'].map(streamOf)
  for (const { stream } of streams) {
    expect(audience.isFull('new', 0)).toBe(false)
    audience.count(stream)
  }
  expect(audience.isFull('new', 0)).toBe(true)
  streams[1]!.close()
  expect(audience.isFull('new', 0)).toBe(false)
})

it('audience closes the oldest of a person’s streams above the bound', () => {
  const audience = new TalkAudience({ one: 2, all: 3 })
  for (let n = 0; n < 9; n++) audience.count(streamOf('a').stream)
  expect(audience.isFull('new', 0)).toBe(false)
  audience.count(streamOf('b').stream)
  expect(audience.isFull('new', 0)).toBe(true)
})

it('audience refuses a further stream of a person whose streams are all younger than a minute', () => {
  const audience = new TalkAudience({ one: 2, all: 9 })
  const streams = [streamOf('a', 0), streamOf('a', 50_000)]
  for (const { stream } of streams) {
    expect(audience.isFull('a', 50_000)).toBe(false)
    audience.count(stream)
  }
  expect(audience.isFull('a', 59_999)).toBe(true)
  expect(audience.isFull('b', 59_999)).toBe(false)
  expect(audience.isFull('a', 60_000)).toBe(false)
  audience.count(streamOf('a', 60_000).stream)
  expect(audience.isFull('a', 61_000)).toBe(true)
})
