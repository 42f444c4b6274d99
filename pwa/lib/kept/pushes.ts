import { deleteDB } from 'idb'

/** As the worker calls it: what it has shown. */
const SHOWN_DATABASE = 'room.shown'
const PUSH_KEY = 'room.push'

/** What the server knows this browser by, where it is notified. */
export interface Registered {
  id: string
  /** Where it was reached then: a browser may move. */
  endpoint: string
}

export const registered = (): Registered | null =>
  JSON.parse(localStorage.getItem(PUSH_KEY) ?? 'null') as Registered | null
export const setRegistered = (found: Registered | null) =>
  found ? localStorage.setItem(PUSH_KEY, JSON.stringify(found)) : localStorage.removeItem(PUSH_KEY)

/** Nothing comes here any more, and what came is gone: whoever was told of it has left. */
export async function stopPushes() {
  setRegistered(null)
  try {
    const worker = await navigator.serviceWorker?.getRegistration()
    if (!worker) return
    for (const notification of await worker.getNotifications()) notification.close()
    await navigator.clearAppBadge?.()
    await deleteDB(SHOWN_DATABASE)
    await (await worker.pushManager?.getSubscription())?.unsubscribe()
  } catch (error) {
    // The server sends nothing to a login that has ended, whatever this browser still believes.
    console.warn(error)
  }
}
