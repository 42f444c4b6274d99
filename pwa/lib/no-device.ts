import type { Device } from './device.ts'

/** Nothing is kept: the server, and tests that are not about it. */
export const noDevice: Device = {
  member: () => null,
  setMember: () => {},
  recall: () => Promise.resolve(null),
  remember: () => {},
  forget: () => Promise.resolve(),
  leaving: () => false,
  setLeaving: () => {},
  keeper: () => Promise.resolve(null),
  around: (_, call) => call(),
}
