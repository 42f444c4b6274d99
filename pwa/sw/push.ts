import { propertiesOf } from '#pwa/lib/unknown.ts'
import { localPath, readMessage, UNREADABLE, type WorkerMessage } from './message.ts'
import { showOnce } from './once.ts'
import { shownBook } from './shown.ts'

declare const self: ServiceWorkerGlobalScope
declare global {
  interface NotificationOptions {
    /** Not in all browsers, and not in TypeScript's types. */
    timestamp?: number
  }
}

/** A window that does not reply within this time has not loaded the app: `client.navigate` is used instead. */
const HEARD_MS = 1_000
const ICON = '/icons/icon-192.png'
const BADGE = '/icons/monochrome-512.png'
/** Safari revokes the permission after a push without a notification. */
const isApple =
  /AppleWebKit/.test(self.navigator.userAgent) && !/Chrom/.test(self.navigator.userAgent)

export function listenForPushes() {
  self.addEventListener('push', (event) => event.waitUntil(receive(event.data?.text() ?? '')))
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { url, id, device } = propertiesOf(event.notification.data)
    event.waitUntil(Promise.all([lead(localPath(url)), noteOpening(id, device)]))
  })
}

async function receive(text: string) {
  const message = readMessage(text)
  if (!message) return show(UNREADABLE, { tag: 'unreadable' })
  const display = {
    mustShow: isApple,
    show: (tag: string, again: boolean) =>
      show(message, { tag, silent: again, timestamp: Date.parse(message.at) }),
  }
  const badged = setBadge(message.unread)
  await showOnce(message.id, shownBook(), display)
  const { id, device } = message
  await Promise.all([confirm({ notice: id, device }), badged, messageWindows()])
}

/** What is opened by a tap is read in the list, too. */
async function noteOpening(id: unknown, device: unknown) {
  if (typeof id !== 'string' || typeof device !== 'string') return
  await confirm({ notice: id, device, opened: true })
  await messageWindows()
}

/** Makes open windows reload the unread count. */
async function messageWindows() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const client of windows) client.postMessage({ type: 'NOTIFIED' })
}

const show = (
  {
    title,
    body,
    url,
    id,
    device,
  }: Pick<WorkerMessage, 'title' | 'body' | 'url'> & Partial<WorkerMessage>,
  more: { tag: string; silent?: boolean; timestamp?: number },
) =>
  self.registration.showNotification(title, {
    body,
    icon: ICON,
    badge: BADGE,
    lang: 'ja',
    data: { url, id, device },
    ...more,
  })

/** Reports the delivery: the server sends an email about an event if no push was delivered. */
async function confirm(delivery: { notice: string; device: string; opened?: true }) {
  const body = JSON.stringify(delivery)
  const headers = { 'content-type': 'application/json' }
  await fetch('/api/application/push/delivered', { method: 'POST', headers, body }).catch(
    (error: unknown) => console.info(error),
  )
}

/** Serialized, so that the count of the latest push wins. */
function setBadge(unread: number): Promise<void> {
  const set = () =>
    unread > 0 ? self.navigator.setAppBadge?.(unread) : self.navigator.clearAppBadge?.()
  badged = badged.then(set).catch((error: unknown) => console.info(error))
  return badged
}
let badged: Promise<void> = Promise.resolve()

/** Opens a page in an open window without reloading the app, else in a new window. */
async function lead(url: string) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const running =
    windows.find(({ focused }) => focused) ??
    windows.find(({ visibilityState }) => visibilityState === 'visible') ??
    windows[0]
  if (!running) return self.clients.openWindow(url)
  // `focus` fails without a recent tap: open the page in the background window.
  const client = await running.focus().catch(() => running)
  if (await hears(client, url)) return
  return client.navigate(url).catch(() => self.clients.openWindow(url))
}

function hears(client: WindowClient, url: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const tooLong = setTimeout(() => resolve(false), HEARD_MS)
    port1.onmessage = () => {
      clearTimeout(tooLong)
      resolve(true)
    }
    client.postMessage({ type: 'OPEN', url }, [port2])
  })
}
