import { getApps, initializeApp } from 'firebase/app'
import { getMessaging, getToken } from 'firebase/messaging'
import { defined } from '#contract/lib/defined.ts'

/** This browser's Firebase token. Our own service worker receives the messages, as with web push. */
export function tokenOf(
  { vapidKey, ...options }: Record<string, string>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> {
  const app = getApps()[0] ?? initializeApp(options)
  return getToken(getMessaging(app), {
    vapidKey: defined(vapidKey, 'the VAPID key'),
    serviceWorkerRegistration,
  })
}
