import { expect, it } from 'vitest'
import type { PushDevice } from '#contract/push/calls.ts'
import type { PushFacts } from '#pwa/adapters/push.ts'
import { stateOf } from './state.ts'

const FACTS: PushFacts = {
  supported: true,
  needsInstall: false,
  permission: 'granted',
  worker: true,
  subscribed: true,
  id: 'd1',
}
const DEVICE: PushDevice = {
  id: 'd1',
  kind: 'webpush',
  device: 'Chrome・Android',
  current: true,
  created_at: '2026-11-20T03:00:00.000Z',
  tried_at: null,
  outcome: null,
  confirmed_at: null,
}

it.each([
  ['on', {}, {}],
  ['on', {}, { outcome: 'later' }],
  ['on', {}, { outcome: 'taken' }],
  ['broken', {}, { outcome: 'refused' }],
  ['off', { subscribed: false }, {}],
  ['off', { id: null }, {}],
  ['off', { id: 'another' }, {}],
  ['unasked', { permission: 'default', subscribed: false }, {}],
  ['blocked', { permission: 'denied' }, {}],
  ['unsupported', { supported: false }, {}],
  ['install', { supported: false, needsInstall: true }, {}],
] as const)('is %s with %j and %j', (state, facts, device) => {
  expect(stateOf({ ...FACTS, ...facts }, [{ ...DEVICE, ...device }])).toBe(state)
})
