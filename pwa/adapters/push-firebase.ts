import { getApps, initializeApp } from 'firebase/app'
import { getMessaging, getToken } from 'firebase/messaging'

/** This browser's token at Firebase. Its messages come to our own worker, as all others do. */
export function tokenOf(
  { vapidKey, ...options }: Record<string, string>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const app = getApps()[0] ?? initializeApp(options)
  return getToken(getMessaging(app), { vapidKey: vapidKey!, serviceWorkerRegistration })
}
