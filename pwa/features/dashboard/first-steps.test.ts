import { expect, it } from 'vitest'
import { anEvent } from '../tickets/testing/samples.ts'
import { firstStepsOf } from './first-steps.ts'

const NEW = { header_image_path: null, icon_image_path: null, subscribers: 0 }
const done = (begun: Partial<Parameters<typeof firstStepsOf>[0]>) =>
  firstStepsOf({ room: NEW, threads: 0, events: [], ...begun }).map(({ isDone }) => isDone)

it('a new room has all steps before it', () => {
  expect(done({})).toEqual([false, false, false, false])
})

it('a room needs both pictures', () => {
  expect(done({ room: { ...NEW, icon_image_path: '/a.png' } })[0]).toBe(false)
  const room = { ...NEW, icon_image_path: '/a.png', header_image_path: '/b.png' }
  expect(done({ room })).toEqual([true, false, false, false])
})

it('a thread, an event and a member each complete a step', () => {
  expect(done({ threads: 1 })).toEqual([false, true, false, false])
  expect(done({ events: [anEvent()] })).toEqual([false, false, true, false])
  expect(done({ room: { ...NEW, subscribers: 1 } })).toEqual([false, false, false, true])
})
