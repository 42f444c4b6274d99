import type { Device } from './device.ts'

/** A device that stores nothing, for the server and for tests. */
export const noDevice: Device = {
  member: () => null,
  setMember: () => {},
  readCachedMember: () => Promise.resolve(null),
  cacheMember: () => {},
  clear: () => Promise.resolve(),
  isLogoutPending: () => false,
  setLogoutPending: () => {},
  offlineStore: () => Promise.resolve(null),
  withOfflineFallback: (_, call) => call(),
}
