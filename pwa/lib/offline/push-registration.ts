import { deleteDB } from 'idb'
import { propertiesOf } from '../unknown.ts'

/** The service worker's database of shown notifications (`pwa/sw/shown.ts`). */
const SHOWN_DATABASE = 'room.shown'
const PUSH_KEY = 'room.push'

/** This browser's push registration at our server. */
export interface PushRegistration {
  id: string
  /** The push endpoint, or the FCM token, at the time of registration. A push service may replace it. */
  endpoint: string
}

export function pushRegistration(): PushRegistration | null {
  const { id, endpoint } = propertiesOf(JSON.parse(localStorage.getItem(PUSH_KEY) ?? 'null'))
  return typeof id === 'string' && typeof endpoint === 'string' ? { id, endpoint } : null
}
export const setPushRegistration = (registration: PushRegistration | null) =>
  registration
    ? localStorage.setItem(PUSH_KEY, JSON.stringify(registration))
    : localStorage.removeItem(PUSH_KEY)

/** Ends push notifications in this browser and removes those that show: their recipient has logged out. */
export async function unsubscribePush() {
  setPushRegistration(null)
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    if (!worker) return
    for (const notification of await worker.getNotifications()) notification.close()
    await navigator.clearAppBadge?.()
    await deleteDB(SHOWN_DATABASE)
    await (await worker.pushManager?.getSubscription())?.unsubscribe()
  } catch (error) {
    // Safe to ignore: the server sends nothing to a login that has ended.
    console.warn(error)
  }
}
